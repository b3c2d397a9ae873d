"""What several tests of the page share."""

from __future__ import annotations

import io

import pytest

import overtrick
from overtrick.plugin import default_manager
from overtrick_web.boards.reading import read

DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"


@pytest.fixture
def sealed_dlm(sealed_dlm_data):
    """A file of two boards that says that its hands are not to be shown, as it was read."""
    return read(sealed_dlm_data, "sealed.dlm", default_manager())


@pytest.fixture
def sealed_dlm_data():
    """The bytes of that file."""
    boards = [overtrick.Board(number=number, deal=overtrick.Deal.parse(DEAL)) for number in (1, 2)]
    sink = io.BytesIO()
    overtrick.write(boards, sink, format="dlm", options={"status": "Sealed"})
    return sink.getvalue()


@pytest.fixture
def evening(evening_data):
    """A file of four boards with auctions and a tag that nobody knows, as it was read."""
    return read(evening_data, "evening.pbn", default_manager())


@pytest.fixture
def evening_data():
    """The bytes of that file."""
    parts = []
    for number, (dealer, vulnerable) in enumerate(
        zip("NESW", ("None", "NS", "EW", "All"), strict=True), 1
    ):
        parts.append(
            f'[Event "Club"]\n[Board "{number}"]\n[Dealer "{dealer}"]\n'
            f'[Vulnerable "{vulnerable}"]\n[Deal "{DEAL}"]\n[OurTag "was {number}"]\n'
            f'[Auction "{dealer}"]\n1NT Pass Pass Pass\n\n'
        )
    return "".join(parts).encode()

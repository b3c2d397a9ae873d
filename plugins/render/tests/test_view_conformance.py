"""The views that come with overtrick against the kit."""

from __future__ import annotations

import importlib.util
from types import MappingProxyType

import pytest

from overtrick import Field
from overtrick_testing import ViewSuite, example_boards, keep_fields

SHOWN = {
    "number", "dealer", "vulnerability", "deal", "auction.calls", "play.cards", "contract",
    "result",
}  # fmt: skip
HANDS = MappingProxyType({"hide": ("EW", "N")})
SHEET = MappingProxyType({**HANDS, "columns": (1, 2)})
PIXELS = MappingProxyType({**HANDS, "columns": (1,), "scale": (1,)})


class TestText(ViewSuite):
    view_name = "text"
    shows = SHOWN
    expected = "tests/expected"
    option_values = HANDS
    streams = True


class TestHtml(ViewSuite):
    view_name = "html"
    shows = SHOWN
    option_values = HANDS
    streams = True


class TestSvg(ViewSuite):
    view_name = "svg"
    shows = SHOWN
    option_values = SHEET


@pytest.mark.skipif(
    importlib.util.find_spec("resvg_py") is None, reason="resvg-py is not installed"
)
class TestPng(ViewSuite):
    view_name = "png"
    shows = frozenset({"deal"})
    option_values = PIXELS

    @classmethod
    def make_boards(cls):
        """Few, and one of them small: a picture of pixels takes its time."""
        first, second, *_ = example_boards()
        return first, keep_fields(second, {Field.NUMBER, Field.DEAL})

"""Every law code's sample, read as PBN, is found to break that law, and its fix is not."""

from __future__ import annotations

import pytest

import overtrick
from overtrick import board_problems
from overtrick.laws import LAW_CODES

WRITTEN_AS_PBN = [code for code, entry in LAW_CODES.items() if entry.sample.startswith("[")]


def law_codes(text: str) -> list[str]:
    boards = overtrick.read(f"% PBN 2.1\n{text}\n".encode(), format="pbn", errors="collect")
    return [item.code for board in boards for item in board_problems(board)]


@pytest.mark.parametrize("code", WRITTEN_AS_PBN)
def test_a_sample_breaks_its_law_and_its_fix_does_not(code):
    entry = LAW_CODES[code]
    assert code in law_codes(entry.sample)
    assert not entry.fix.startswith("[") or code not in law_codes(entry.fix)


def test_most_laws_have_a_sample_in_pbn():
    assert len(WRITTEN_AS_PBN) >= len(LAW_CODES) * 3 // 4

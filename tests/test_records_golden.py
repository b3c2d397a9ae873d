"""The golden evening as a hand record: every card of every board, in reading order."""

from __future__ import annotations

import shutil
import subprocess

import pytest

import overtrick


@pytest.mark.parametrize("layout", ["club", "acbl"])
def test_pdftotext_finds_every_card_of_the_golden_evening(shared, tmp_path, layout):
    pytest.importorskip("typst")
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler's pdftotext is not installed")
    boards = overtrick.read(shared / "golden" / "dupsoft-32-boards.pbn")
    target = tmp_path / "evening.pdf"
    overtrick.show(boards, target, options={"layout": layout})
    done = subprocess.run(
        ["pdftotext", "-raw", "-enc", "UTF-8", str(target), "-"], capture_output=True, check=True
    )
    lines = [line.strip() for line in done.stdout.decode().splitlines()]
    signs = dict(zip("SHDC", "♠♥♦♣", strict=True))
    found = iter([line for line in lines if line[:1] in signs.values()])
    for board in boards:
        for hand in board.deal:
            for letter, sign in signs.items():
                suit = overtrick.Suit.parse(letter)
                cards = [("10" if rank == "T" else rank) for rank in hand.suit_text(suit)]
                assert next(found).replace("\u2005", " ").split() == [sign, *(cards or ["–"])]
    assert next(found, None) is None

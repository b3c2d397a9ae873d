"""The requirements of a format, for each of the three; they share one list of codes."""

from __future__ import annotations

from overtrick_testing import FormatSuite

FILLED = {"DUP014", "DUP015"}
LINES = {"DUP012"}
DIGITS = {"DUP020", "DUP021", "DUP022"}
SORTED = {"DUP023", "DUP024", "DUP025", "DUP026", "DUP028"}
ENDS = {"DUP010", "DUP011", "DUP013"}


class TestDup(FormatSuite):
    format_name = "dup"
    corpus = "tests/corpus/dup"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return whether a DUP file gives a code alone; lines always come with DUP037."""
        return code not in FILLED | LINES


class TestBri(FormatSuite):
    format_name = "bri"
    corpus = "tests/corpus/bri"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return whether a BRI file can give a code: not those of sorted hands and trailers."""
        return code in ENDS | LINES | FILLED | DIGITS


class TestDge(FormatSuite):
    format_name = "dge"
    corpus = "tests/corpus/dge"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return whether a DGE file can give a code: not those of numbers and trailers."""
        return code in ENDS | LINES | FILLED | SORTED

"""The obligations of a format, for each of the three."""

from __future__ import annotations

from overtrick.testing import FormatSuite


class TestDup(FormatSuite):
    format_name = "dup"


class TestBri(FormatSuite):
    format_name = "bri"


class TestDge(FormatSuite):
    format_name = "dge"

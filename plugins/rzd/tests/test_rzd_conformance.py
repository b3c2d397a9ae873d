"""The obligations of a format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestRzd(FormatSuite):
    format_name = "rzd"
    corpus = "tests/corpus"

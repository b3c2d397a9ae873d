"""The requirements of a format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestCsv(FormatSuite):
    format_name = "csv"
    corpus = "tests/corpus"

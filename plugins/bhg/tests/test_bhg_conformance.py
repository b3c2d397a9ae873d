"""The requirements of a format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestBhg(FormatSuite):
    format_name = "bhg"
    corpus = "tests/corpus"

"""The requirements of a format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestBer(FormatSuite):
    format_name = "ber"
    corpus = "tests/corpus"

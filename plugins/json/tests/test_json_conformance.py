"""The requirements of a format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestJson(FormatSuite):
    format_name = "json"
    corpus = "tests/corpus"

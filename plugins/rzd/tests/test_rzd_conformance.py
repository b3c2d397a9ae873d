"""The requirements of a format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestRzd(FormatSuite):
    format_name = "rzd"
    corpus = "tests/corpus"
    # The number of deals stands before them: the writer gathers 13 bytes of each.
    kept_bytes = 16

"""The conformance kit's obligations for the format."""

from __future__ import annotations

from overtrick.testing import FormatSuite


class TestLin(FormatSuite):
    format_name = "lin"
    corpus = "tests/corpus"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return that no code needs a file: test_lin reads the samples of all."""
        return False

"""The conformance kit's requirements for the format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestRbn(FormatSuite):
    format_name = "rbn"
    corpus = "tests/corpus"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return that no code needs a file: test_rbn reads the samples of all."""
        return False

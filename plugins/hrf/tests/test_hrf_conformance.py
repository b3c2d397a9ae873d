"""The requirements of a format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestHrf(FormatSuite):
    format_name = "hrf"
    corpus = "tests/corpus"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return whether a file gives a code alone; HRF013 always follows the fault itself."""
        return code != "HRF013"

"""The conformance kit's obligations for the format."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestPbn(FormatSuite):
    format_name = "pbn"
    corpus = "tests/corpus"
    # The reader takes pieces of a quarter of a megabyte; a few hundred boards, whatever the file.
    read_ahead = 1 << 18

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return that no code needs a file: test_pbn_check_samples reads the samples of all."""
        return False

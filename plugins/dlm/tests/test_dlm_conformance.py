"""The conformance kit's obligations for the format."""

from __future__ import annotations

from overtrick.testing import FormatSuite


class TestDlm(FormatSuite):
    format_name = "dlm"
    corpus = "tests/corpus"

    def option_samples(self) -> tuple[bytes, ...]:
        """Return the samples, and one with a crypto key, which one of the options is about."""
        sample = min(self.samples, key=len)
        return (*self.samples, sample.replace(b"Crypto key=0", b"Crypto key=7"))

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return that no code needs a file: test_dlm_reader and test_dlm_fixer spoil their own."""
        return False

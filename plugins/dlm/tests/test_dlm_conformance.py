"""The conformance kit's requirements for the format."""

from __future__ import annotations

import attrs

from overtrick import Board, Field
from overtrick_testing import FormatSuite


class TestDlm(FormatSuite):
    format_name = "dlm"
    corpus = "tests/corpus"

    @classmethod
    def make_examples(cls, carries: frozenset[Field]) -> tuple[Board, ...]:
        """Return the kit's boards, the last number moved up: the file has a placeholder."""
        *others, last = super().make_examples(carries)
        return (*others, attrs.evolve(last, number=last.number + 1))

    def option_samples(self) -> tuple[bytes, ...]:
        """Return the samples, and what options are about: a crypto key, and a placeholder."""
        sample = min(self.samples, key=len)
        longer = sample.replace(b"To board=20", b"To board=21")
        return (*self.samples, sample.replace(b"Crypto key=0", b"Crypto key=7"), longer)

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return that no code needs a file: test_dlm_reader and test_dlm_fixer spoil their own."""
        return False

"""The conformance kit's requirements for the format."""

from __future__ import annotations

import pytest
from lark import Token

from overtrick_pbn.text import grammar
from overtrick_testing import FormatSuite


class TestPbn(FormatSuite):
    format_name = "pbn"
    corpus = "tests/corpus"
    # The reader takes pieces of a quarter of a megabyte; a few hundred boards, whatever the file.
    read_ahead = 1 << 18

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return that no code needs a file: test_pbn_check_samples reads the samples of all."""
        return False

    def test_options_for_reading_are_heeded(self) -> None:
        """The option chooses the way and no result: with `grammar` the grammar reads all."""
        data = b'[Auction "N"]\n1C Pass Pass Pass\n[Play "E"]\nSA S2 S3 S4\n'
        with pytest.MonkeyPatch.context() as patch:
            read: list[str] = []
            events = grammar.events

            def counted(body: str, start: str) -> list[grammar.Event | Token]:
                read.append(start)
                return events(body, start)

            patch.setattr(grammar, "events", counted)
            usual = self.harness.read(data)
            assert read == []
            assert self.harness.read(data, options={"parser": "grammar"}).boards == usual.boards
            assert read == ["calls", "cards"]

"""The conformance kit's requirements for the formats."""

from __future__ import annotations

import attrs

from overtrick import Info
from overtrick_testing import FormatSuite


class TestLin(FormatSuite):
    format_name = "lin"
    corpus = "tests/corpus"
    dividers = b"\r\n|"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return that no code needs a file: test_lin reads the samples of all."""
        return False

    def _middle_board(self):
        """Return three boards of one match, of which the second is spoilt from its hands on.

        What stands in front of them, the match and its results, is of all of them.
        """
        match = Info(event="Cup", room="Open", teams=("Reds", "Blues"))
        boards = [
            attrs.evolve(board, number=number, scoring="IMP", info=match)
            for number, board in enumerate(self.examples[:3], 1)
        ]
        data = self.harness.write(boards).data
        _, start, end = (data.index(f"qx|o{number}|".encode()) for number in (1, 2, 3))
        return data, data.index(b"md|", start) + 3, end

    def _check_read_back(self, boards, written, chosen, matching):
        """Hold what was written by rooms against the boards in that order."""
        if chosen.get("order") == "rooms" and all(board.info.room for board in boards):
            boards = sorted(boards, key=lambda board: (board.number, board.info.room == "Closed"))
        super()._check_read_back(boards, written, chosen, matching)


class TestLinks(FormatSuite):
    format_name = "link_list"
    corpus = "tests/corpus_links"

    def is_triggered_by_a_file(self, code: str) -> bool:
        """Return that no code needs a file: test_lin and test_lin_link_lists read the samples."""
        return False

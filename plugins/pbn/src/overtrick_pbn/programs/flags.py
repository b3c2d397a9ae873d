"""What BridgeComposer shows of a board: the bits of its tag `BCFlags`.

Source: observed; the public programs pbn-to-pdf (`BCFlags`, probed against BridgeComposer 5.118)
and bridge-solver (the bit of verified results), see docs/reference/sources.md. Bits that neither
names are kept and have no name here.
"""

from __future__ import annotations

import enum
import re
from typing import Final

from overtrick import Board, ModelError
from overtrick_pbn.programs.values import stated

_HEX: Final = re.compile(r"[0-9A-Fa-f]{1,8}")


class BoardFlags(enum.Flag, boundary=enum.KEEP):
    """The bits of `BCFlags` whose meaning a source tells.

    A value may have other bits as well; `unknown` gives them.

    Example:
        >>> flags = parse_flags("60001b")
        >>> BoardFlags.AUCTION in flags, BoardFlags.HIDE_DEALER in flags, flags.unknown
        (True, True, 0)
    """

    PLAY = 1 << 0
    RESULTS = 1 << 1
    FINAL_COMMENTARY = 1 << 2
    DIAGRAM = 1 << 3
    AUCTION = 1 << 4
    EVENT_COMMENTARY = 1 << 5
    DIAGRAM_COMMENTARY = 1 << 6
    AUCTION_COMMENTARY = 1 << 7
    PLAYED_TRICK = 1 << 11
    EVENT_PREFORMATTED = 1 << 12
    DIAGRAM_PREFORMATTED = 1 << 13
    AUCTION_PREFORMATTED = 1 << 14
    FINAL_PREFORMATTED = 1 << 15
    DOUBLE_DUMMY_VERIFIED = 1 << 19
    HIDE_BOARD = 1 << 20
    HIDE_DEALER = 1 << 21
    HIDE_VULNERABLE = 1 << 22
    HIDE_SCORE_TABLE = 1 << 23
    COLUMN_BREAK = 1 << 25
    PAGE_BREAK = 1 << 26
    HIDE_CONTRACT = 1 << 27
    HIDE_NOTES = 1 << 28
    SPACE_FOR_HIDDEN = 1 << 29

    @property
    def unknown(self) -> int:
        """The bits that have no name here."""
        return self.value & ~_KNOWN


_KNOWN: Final = sum(flag.value for flag in BoardFlags)


def parse_flags(text: str) -> BoardFlags:
    """Read a value of `BCFlags`: up to eight hexadecimal digits.

    Raises:
        ModelError: the text is no such number.
    """
    word = text.strip()
    if not _HEX.fullmatch(word):
        msg = "it is no hexadecimal number of up to eight digits, such as 60001b"
        raise ModelError(msg)
    return BoardFlags(int(word, 16))


def board_flags(board: Board) -> BoardFlags | None:
    """Return what a board's `BCFlags` states, `None` where there is no such tag.

    Raises:
        ModelError: the value cannot be read; the message says why.

    Example:
        >>> from overtrick import loads
        >>> [board] = loads('[Board "1"] [BCFlags "1f"]', format="pbn")
        >>> BoardFlags.DIAGRAM in board_flags(board)
        True
    """
    return stated(board, "BCFlags", parse_flags)

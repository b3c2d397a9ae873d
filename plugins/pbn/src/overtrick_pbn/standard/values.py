"""The words that the values of tags, calls and cards are made of, by what they mean.

No word is spelled here: the grammars have them, and the model has what they mean.

Source: PBN 2.1 §3.4.9 to §3.4.14 (tags), §3.5.4 (notes), §3.9 (Irregularities), §3.11; what is
observed says so.
"""

from __future__ import annotations

import functools
import re
from typing import Final

from overtrick import Irregularity, Rank, Seat, Suit, Vulnerability
from overtrick_pbn.standard import lexis

SEAT_LETTERS: Final = frozenset(seat.symbol for seat in Seat)
"""The seats in Dealer, Declarer, Auction, Play and Deal."""

SEAT_WORDS: Final = {seat.name.lower(): seat.symbol for seat in Seat}
"""The seats written out, in lower case, which people do. Source: observed."""

SUIT_LETTERS: Final = "".join(suit.symbol for suit in reversed(Suit))
"""The suits in the order of a hand: from spades down to clubs."""

RANK_LETTERS: Final = "".join(rank.symbol for rank in reversed(Rank))
"""The ranks from the ace down."""

VULNERABLE: Final = {
    word: Vulnerability.parse(word) for word in lexis.VULNERABILITY.split("|") if not word.islower()
}
"""The words of the Vulnerable tag (§3.4.10); export format has the model's own labels only."""

OTHER_QUOTES: Final = "\u201c\u201d\u201e\u2018\u2019'"
"""What people and word processors write for the quotes round a value."""

MOST_NOTES: Final = 32
"""The notes of an auction or a play are numbered from 1 to this (§3.5.4, §3.6.4)."""


# Who reads a file needs a few of them.
_pattern = functools.cache(re.compile)


def form(start: str) -> re.Pattern[str]:
    """Return the pattern of a rule for tag values or cells, a group for each of its terminals.

    Example:
        >>> form("score").fullmatch("NS 420 NS 420") is None
        True
    """
    return _pattern(lexis.VALUES[start])


def literal(pattern: str) -> str:
    r"""Return the text of a terminal that is a text and no more.

    Example:
        >>> literal(r"\^I")
        '^I'
    """
    return re.sub(r"\\(.)", r"\1", pattern)


ALL_PASS: Final = literal(lexis.CELL_ALL_PASS)
"""The word for the passes that end an auction (§3.5.1)."""

SKIPPED: Final = literal(lexis.SKIPPED)
"""What stands in the place of a player who was skipped (§3.9)."""

INSUFFICIENT: Final = literal(lexis.INSUFFICIENT)
"""What stands before a bid that is too low (§3.9)."""

PLAY_MARKS: Final = literal(lexis.REVOKE), literal(lexis.LEAD)
"""The irregularities of a play (§3.9)."""

IRREGULARITIES: Final = {
    INSUFFICIENT: Irregularity.INSUFFICIENT_BID,
    SKIPPED: Irregularity.SKIPPED,
    **dict(zip(PLAY_MARKS, (Irregularity.REVOKE, Irregularity.LEAD_OUT_OF_TURN), strict=True)),
}
"""The marks of irregularities: two of the auction, two of the play (§3.9)."""

MARKS: Final = {irregularity: mark for mark, irregularity in IRREGULARITIES.items()}
"""The mark of each irregularity."""

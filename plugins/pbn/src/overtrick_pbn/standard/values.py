"""The words that the values of tags, calls and cards are made of.

Source: PBN 2.1 §3.4.9 to §3.4.14 (tags), §3.5.4 (notes), §3.9 (Irregularities), §3.11; what is
observed says so.
"""

from __future__ import annotations

import re
from typing import Final

from overtrick import Irregularity, Vulnerability
from overtrick_pbn.standard import lexis

SEAT_LETTERS: Final = frozenset("WNES")
"""The seats in Dealer, Declarer, Auction, Play and Deal."""

SEAT_WORDS: Final = {"west": "W", "north": "N", "east": "E", "south": "S"}
"""The seats written out, in lower case, which people do. Source: observed."""

VULNERABLE: Final = {
    "None": Vulnerability.NONE,
    "Love": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "All": Vulnerability.BOTH,
    "Both": Vulnerability.BOTH,
}
"""The words of the Vulnerable tag (§3.4.10); export format has the model's own labels only."""

ODD_VULNERABLE: Final = {
    "n-s": Vulnerability.NS,
    "e-w": Vulnerability.EW,
    "n/s": Vulnerability.NS,
    "e/w": Vulnerability.EW,
}
"""What BridgeNZ's txt2pbn writes for them, in lower case. Source: observed."""

CONTRACT: Final = re.compile(rf"({lexis.LEVEL})({lexis.DENOMINATION}|N)(X{{0,2}})", re.IGNORECASE)
"""Level, strain and risk of the Contract tag (§3.4.14); N alone for notrump is observed."""

OTHER_QUOTES: Final = "\u201c\u201d\u201e\u2018\u2019'"
"""What people and word processors write for the quotes round a value."""

MOST_NOTES: Final = 32
"""The notes of an auction or a play are numbered from 1 to this (§3.5.4, §3.6.4)."""

MIXED_CASE: Final = re.compile("Nt|nT|Xx|xX")
"""What is neither in capitals nor in small letters, which §3.11 allows for a word as a whole."""

IRREGULARITIES: Final = {
    "^I": Irregularity.INSUFFICIENT_BID,
    "^S": Irregularity.SKIPPED,
    "^R": Irregularity.REVOKE,
    "^L": Irregularity.LEAD_OUT_OF_TURN,
}
"""The marks of irregularities: two of the auction, two of the play (§3.9)."""

MARKS: Final = {irregularity: mark for mark, irregularity in IRREGULARITIES.items()}
"""The mark of each irregularity."""

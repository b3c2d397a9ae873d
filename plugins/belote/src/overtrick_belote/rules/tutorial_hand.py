"""The tutorial hand, call by call and card by card.

The help of the old program lists South's cards, every call, what South plays and what the tricks
bring; the other cards it leaves open. Here they are filled in so that all its statements come true:
the hearts of South, the hands of North, East and West, and what those three play, are ours.

Source: the tutorial of the help file, hand 902379 of that program's own numbering.
"""

from __future__ import annotations

import functools
from typing import Final

from overtrick_belote.rules.reading import read_hand
from overtrick_belote.rules.text import HandRecord

TEXT: Final = """\
32-card bridge 1

dealer: W
north: SK HAT9 CAKJ8
east: SA97 HK8 DAJ CT
south: SQJT HJ DKQ8 C7
west: S8 HQ7 DT97 CQ9
calls: S pass, E pass, N 80C, W pass
calls: S pass, E 90D, N 100C, W 110D
calls: S pass, E pass, N 120C, W pass
calls: S pass, E pass
announces: S third of SQ
trick 1: S C7, E CT, N CJ, W CQ
trick 2: N C8, W C9, S D8, E S7
trick 3: W S8, S SJ, E SA, N SK
trick 4: E DA, N CK, W D7, S DK
trick 5: N HA, W H7, S HJ, E H8
trick 6: N HT, W HQ, S SQ, E HK
trick 7: N H9, W D9, S DQ, E S9
trick 8: N CA, W DT, S ST, E DJ
score: NS 270, EW 30
"""
"""It in the form of `.b32` files."""


@functools.cache
def tutorial_hand() -> HandRecord:
    """Return the hand with all its calls and cards.

    Example:
        >>> tutorial_hand().replay().score.score
        (270, 30)
    """
    return read_hand(TEXT)

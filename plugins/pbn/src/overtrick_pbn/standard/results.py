"""How many tricks there are, and what a result comes to for declarer.

Source: PBN 2.1 §3.4.15 (Result), §3.10 (End positions).
"""

from __future__ import annotations

from overtrick import Contract, Deal, Ending, Play, Result, Seat


def tricks_of(deal: Deal | None, contract: Contract | None) -> int:
    """Return how many tricks there are: 13, or as many as the hands of an end position have cards.

    A contract with its number of odd tricks is that of a whole deal, of which a part is given.

    Source: PBN 2.1 §3.10 (End positions).
    """
    if deal is None or (contract is not None and contract.level):
        return 13
    return 13 if deal.is_complete else max(len(hand) for hand in deal) or 13


def whole_play(deal: Deal | None, *, has_level: bool) -> int:
    """Return how many tricks there are when all cards have been played.

    Args:
        deal: the hands.
        has_level: whether the contract has its number of odd tricks, as that of a whole deal.

    Source: PBN 2.1 §3.10 (End positions).
    """
    if deal is None or has_level:
        return 13
    sizes = [len(hand) for hand in deal if hand]
    # Hands of several sizes, or a single one, are a part of a deal.
    return sizes[0] if len(sizes) > 1 and len(set(sizes)) == 1 else 13


def is_partial(play: Play | None, total: int) -> bool:
    """Return whether a result may be that of a play which is not over.

    Source: PBN 2.1 §3.4.15 (partial result).
    """
    if play is None:
        return False
    if play.ending is Ending.OPEN:
        return True
    # A play section without a card says nothing of how far the play went.
    return play.ending is Ending.UNKNOWN and play.length > 0 and not play.is_whole(total)


def completed_tricks(play: Play) -> int | None:
    """Return how many tricks of a play are complete, `None` where cards in between are missing."""
    whole = [trick.is_complete for trick in play.tricks]
    count = whole.index(False) if False in whole else len(whole)
    return count if len(whole) - count <= 1 else None


def result_of_declarer(result: Result, declarer: Seat, total: int | None) -> Result:
    """Return the result as declarer's tricks where they are told.

    Args:
        result: what the tag tells.
        declarer: the declarer.
        total: how many tricks the sides have together: all, or those that are complete where the
            play goes on; `None` where that is not known.

    Source: PBN 2.1 §3.4.15 (partial result).
    """
    if result.tricks is not None:
        return result
    own, theirs = (result.ns, result.ew) if declarer.value % 2 == 0 else (result.ew, result.ns)
    if own is None and (total is None or theirs is None):
        return result
    tricks = own if own is not None else (total or 0) - (theirs or 0)
    if tricks < 0:
        return result
    return Result(tricks=tricks, irregular=result.irregular)

"""Quick play-out of a world, on ranked cards (`ranked`) and numbers alone.

The policy sees all four hands of its world: who leads takes the tricks that no other player can
take from him, who follows wins as cheaply as he can, gives points to a partner who wins, and throws
away the least. Nothing in it is drawn by lot.
"""

from __future__ import annotations

from typing import Final

from overtrick_belote.rules.cards import LAST_TRICK
from overtrick_belote.solving.ranked import FIRST_TRUMP, RANKED_POINTS, TRUMPS

SLAM_FOR_US: Final = 252
SLAM_FOR_THEM: Final = -90
"""The value for the points of a hand whose tricks all went to the others: 162 less 252."""

_SIDES: Final = ((0, 0xFF), (8, 0xFF00), (16, 0xFF0000))
_NEVER: Final = -1


def _lead(hands: list[int], turn: int, ours: bool) -> int:
    """Return the lead; `ours` is whether the player's side has the contract."""
    hand = hands[turn]
    if not hand & (hand - 1):
        return hand.bit_length() - 1
    first, second = hands[turn - 3], hands[turn - 1]
    partner = hands[turn - 2]
    against = first | second
    trumps = hand & TRUMPS
    against_trumps = against & TRUMPS
    if trumps > against_trumps and against_trumps and (ours or trumps & (trumps - 1)):
        return trumps.bit_length() - 1
    best, best_points = _NEVER, _NEVER
    helped, helped_points = _NEVER, _NEVER
    low, low_key = _NEVER, 1000
    first_trumps, second_trumps = first & TRUMPS, second & TRUMPS
    for base, mask in _SIDES:
        held = hand & mask
        if not held:
            continue
        top = held.bit_length() - 1
        may_ruff = (first_trumps and not first & mask) or (second_trumps and not second & mask)
        theirs = against & mask
        bottom = (held & -held).bit_length() - 1
        if not may_ruff:
            if held > theirs:
                points = RANKED_POINTS[top]
                if points > best_points:
                    best, best_points = top, points
            else:
                his = partner & mask
                if his > theirs or (not his and partner & TRUMPS):
                    points = RANKED_POINTS[top]
                    if points > helped_points:
                        helped, helped_points = top, points
        key = 16 * RANKED_POINTS[bottom] + bottom - base
        if may_ruff:
            key += 24
        if key < low_key:
            low, low_key = bottom, key
    if best >= 0:
        return best
    if helped >= 0:
        return helped
    if trumps and (trumps > against_trumps or low < 0):
        if trumps > against_trumps:
            return trumps.bit_length() - 1
        return (trumps & -trumps).bit_length() - 1
    if ours and trumps and against_trumps and (trumps & (trumps - 1)):
        partner_trumps = partner & TRUMPS
        if partner_trumps > against_trumps:
            return (trumps & -trumps).bit_length() - 1
    return low


def _least(cards: int) -> int:
    """Return the discard: the fewest points, trumps last."""
    low, low_key = _NEVER, 1000
    for base, mask in _SIDES:
        held = cards & mask
        if held:
            bottom = (held & -held).bit_length() - 1
            key = 16 * RANKED_POINTS[bottom] + bottom - base
            if key < low_key:
                low, low_key = bottom, key
    if low >= 0:
        trumps = cards & TRUMPS
        if low_key < 160 or not trumps:
            return low
        bottom = (trumps & -trumps).bit_length() - 1
        return bottom if RANKED_POINTS[bottom] == 0 else low
    return (cards & -cards).bit_length() - 1


def _most(cards: int, against: int) -> int:
    """Return the card for partner's trick: the most points, but no future winner."""
    high, high_key = _NEVER, _NEVER
    for _, mask in _SIDES:
        held = cards & mask
        if held:
            top = held.bit_length() - 1
            key = 2 * RANKED_POINTS[top] + 1
            if held > (against & mask):
                # It wins a trick later by itself: the next below is as good to give.
                below = held ^ (1 << top)
                if below:
                    top = below.bit_length() - 1
                    key = 2 * RANKED_POINTS[top] + 1
                else:
                    key = 2
            if key > high_key:
                high, high_key = top, key
    if high >= 0:
        return high
    trumps = cards & TRUMPS
    if trumps > (against & TRUMPS):
        return (trumps & -trumps).bit_length() - 1
    return trumps.bit_length() - 1


def choose(
    hands: list[int],
    turn: int,
    played: int,
    led: int,
    best: int,
    winner: int,
    *,
    ours: bool,
    duty: bool,
) -> int:
    """Return the ranked card that the policy plays.

    Args:
        hands: the four ranked hands by turn.
        turn: who plays, 0 to 3.
        played: how many cards lie on the table, 0 to 3.
        led: the suit led; anything where none was.
        best: the ranked card that wins so far.
        winner: who played it.
        ours: whether the contract is of the side of turns 0 and 2.
        duty: whether who cannot overtrump must undertrump.
    """
    if not played:
        return _lead(hands, turn, ours if not turn & 1 else not ours)
    hand = hands[turn]
    suit = hand & (255 << (8 * led))
    partner_wins = played > 1 and (winner ^ turn) & 3 == 2
    # The rules 5.3, as `ranked_legal` has them.
    if led == 3:
        cards = (suit >> best << best) or suit or hand
    elif suit:
        cards = suit
    else:
        trumps = hand & TRUMPS
        if not trumps or partner_wins:
            cards = hand
        elif best < FIRST_TRUMP:
            cards = trumps
        else:
            cards = (trumps >> best << best) or (trumps if duty else hand)
    if not cards & (cards - 1):
        return cards.bit_length() - 1
    led_mask = 255 << (8 * led)
    threat = _NEVER
    if played < 3:
        after = hands[turn - 3]
        threat = ((after & led_mask) or (after & TRUMPS)).bit_length() - 1
    against = hands[turn - 3] | hands[turn - 1]
    if partner_wins and best > threat:
        return _most(cards, against)
    reach = best if best > threat else threat
    may_win = cards & (led_mask | TRUMPS)
    winners = may_win >> (reach + 1) << (reach + 1)
    if winners:
        low = (winners & -winners).bit_length() - 1
        if led != 3 and low < FIRST_TRUMP:
            # A ten that wins now is safer than one that waits; the ace waits well.
            ten = 1 << (8 * led + 6)
            if winners & ten:
                return 8 * led + 6
            if played == 3:
                return low
            return winners.bit_length() - 1
        return low
    if played == 1:
        last = hands[turn - 2]
        his = ((last & led_mask) or (last & TRUMPS)).bit_length() - 1
        if his > reach:
            return _most(cards, against)
    return _least(cards)


def play_out(
    hands: list[int],
    turn: int,
    led: int,
    best: int,
    winner: int,
    played: int,
    table: int,
    points: int,
    tricks: int,
    done: int,
    *,
    ours: bool,
    duty: bool,
) -> int:
    """Play a world to its end; return the points of our tricks (turns 0 and 2).

    Args:
        hands: the ranked hands by turn; they are used up.
        turn: who plays next.
        led: the suit led in the trick on the table.
        best: the ranked card that wins it so far.
        winner: who played it.
        played: how many cards lie on the table, 0 to 3.
        table: their points.
        points: our points so far.
        tricks: our tricks so far.
        done: how many tricks are complete.
        ours: whether the contract is ours.
        duty: whether who cannot overtrump must undertrump.

    Returns:
        Our points with the last trick's ten, 0 to 162; 252 for a slam of ours, -90 for one of
        theirs.
    """
    values = RANKED_POINTS
    while True:
        while played < 4:
            card = choose(hands, turn, played, led, best, winner, ours=ours, duty=duty)
            hands[turn] ^= 1 << card
            table += values[card]
            if not played:
                led, best, winner = card >> 3, card, turn
            elif card > best and (card >= FIRST_TRUMP or card >> 3 == led):
                best, winner = card, turn
            played += 1
            turn = (turn + 1) & 3
        done += 1
        if not winner & 1:
            points += table
            tricks += 1
        if done == 8:
            break
        turn, played, table = winner, 0, 0
    if tricks == 8:
        return SLAM_FOR_US
    if not tricks:
        return SLAM_FOR_THEM
    return points if winner & 1 else points + LAST_TRICK

"""The exact search of `exact`, compiled by numba: imported only on demand.

The search keeps its own stack: a recursive function that numba keeps on disk crashes when it is
read again (numba issue 6061). What is compiled is kept on disk where that is possible, so that
only the first use of an installation waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from overtrick_belote.solving.ranked import RANKED_POINTS

if TYPE_CHECKING:
    from overtrick_belote.solving.position import Position

P = ParamSpec("P")
R = TypeVar("R")

Cells = NDArray[np.int64]
"""A row of numbers; of a memo, a row a position: key, least, most, and the card found best."""

_POINTS: Final = np.array(RANKED_POINTS, dtype=np.int64)
_BITS: Final = 18
_SLOTS: Final = 1 << _BITS
_INFINITE: Final = 1000
_TEN: Final = 10
_SLAM: Final = 100


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function, cached on disk if a cache folder is available."""
    try:
        return cast("Callable[P, R]", njit(cache=True)(function))
    except RuntimeError:
        # Neither beside the module nor in a home folder: it is compiled in every process anew.
        return cast("Callable[P, R]", njit()(function))


@njit(inline="always")
def _top(cards: int) -> int:
    """Return the highest card of a hand that is not empty."""
    place = 0
    if cards >> 16:
        cards >>= 16
        place += 16
    if cards >> 8:
        cards >>= 8
        place += 8
    if cards >> 4:
        cards >>= 4
        place += 4
    if cards >> 2:
        cards >>= 2
        place += 2
    return place + (cards >> 1)


@njit(inline="always")
def _legal(hand: int, led: int, best: int, partner: bool, duty: bool) -> int:
    """Return the legal cards, as `ranked_legal`."""
    following = hand & (255 << (8 * led))
    if led == 3:
        above = (following >> best) << best
        if above:
            return above
        return following if following else hand
    if following:
        return following
    trumps = hand & 0xFF000000
    if not trumps or partner:
        return hand
    if best < 24:
        return trumps
    above = (trumps >> best) << best
    if above:
        return above
    return trumps if duty else hand


@njit(inline="always")
def _distinct(cards: int, others: int, played: int, best: int, points: Cells) -> int:
    """Return one of equivalent cards: as in `Exact`, the highest of each run."""
    kept = 0
    last = -1
    rest = cards
    while rest:
        card = _top(rest)
        rest ^= 1 << card
        if last >= 0 and last >> 3 == card >> 3 and points[last] == points[card]:
            between = others & ((1 << last) - (1 << (card + 1)))
            if not between and not (played > 0 and card < best < last):
                last = card
                continue
        last = card
        kept |= 1 << card
    return kept


@njit(inline="always")
def _pick(
    cards: int,
    played: int,
    led: int,
    best: int,
    partner: bool,
    his: int,
    against: int,
    points: Cells,
) -> int:
    """Return the card to try first."""
    if not played:
        low = -1
        helped = -1
        worth = 100
        for base in (24, 16, 8, 0):
            suit = 255 << base
            held = cards & suit
            if held:
                theirs = against & suit
                if held > theirs:
                    return _top(held)
                bottom = _top(held & -held)
                if his & suit > theirs:
                    helped = bottom
                elif points[bottom] + (base == 24) < worth:
                    low = bottom
                    worth = points[bottom]
        if helped >= 0:
            return helped
        return low
    if not partner:
        may = cards & ((255 << (8 * led)) | 0xFF000000)
        may = (may >> (best + 1)) << (best + 1)
        if may:
            if played == 3 and best < 24:
                following = may & (255 << (8 * led))
                if not following:
                    return _top(may & -may)
            return _top(may)
    chosen = -1
    worth = -1 if partner and played == 3 else 100
    for base in (0, 8, 16, 24):
        held = cards & (255 << base)
        if held:
            if partner and played == 3:
                top = _top(held)
                if points[top] > worth:
                    chosen, worth = top, points[top]
            else:
                bottom = _top(held & -held)
                if points[bottom] < worth:
                    chosen, worth = bottom, points[bottom]
    return chosen


@njit(inline="always")
def _sure(hands: Cells, seat: int, points: Cells) -> tuple[int, int]:
    """Return the leader's sure tricks, and the points of his cards in them.

    His trumps above all others' are led first; if they draw every trump, so his cards above all
    others' in the side suits.
    """
    hand = hands[seat]
    first, second, third = hands[seat - 1 & 3], hands[seat - 2 & 3], hands[seat - 3 & 3]
    others = first | second | third
    tricks, worth = 0, 0
    theirs = others & 0xFF000000
    trumps = hand & 0xFF000000
    while trumps > theirs:
        card = _top(trumps)
        trumps ^= 1 << card
        tricks += 1
        worth += points[card]
    if theirs:
        longest = 0
        for other in (first, second, third):
            count = 0
            bits = other & 0xFF000000
            while bits:
                bits &= bits - 1
                count += 1
            longest = max(longest, count)
        if tricks < longest:
            return tricks, worth
    for base in (0, 8, 16):
        suit = 255 << base
        held = hand & suit
        theirs = others & suit
        while held > theirs:
            card = _top(held)
            held ^= 1 << card
            tricks += 1
            worth += points[card]
    return tricks, worth


@_compiled
def _search(
    hands: Cells,
    first_turn: int,
    first_led: int,
    first_best: int,
    first_winner: int,
    first_played: int,
    first_table: int,
    first_alive: int,
    duty: bool,
    points: Cells,
    memo: Cells,
    generation: int,
    least: int,
    most: int,
) -> int:
    """Return our points still to come with best play, between two bounds.

    Alpha-beta over cards: a level of the stack is a card to be played. A position between two
    tricks is looked up in the table, whose keys hold the cards left, the leader, what is alive, and
    the world's number.
    """
    turn = np.zeros(34, np.int64)
    led = np.zeros(34, np.int64)
    best = np.zeros(34, np.int64)
    winner = np.zeros(34, np.int64)
    played = np.zeros(34, np.int64)
    table = np.zeros(34, np.int64)
    alive = np.zeros(34, np.int64)
    alpha = np.zeros(34, np.int64)
    beta = np.zeros(34, np.int64)
    begun_alpha = np.zeros(34, np.int64)
    begun_beta = np.zeros(34, np.int64)
    found = np.zeros(34, np.int64)
    left = np.zeros(34, np.int64)
    chosen = np.zeros(34, np.int64)
    gain = np.zeros(34, np.int64)
    key = np.zeros(34, np.int64)
    slot = np.zeros(34, np.int64)
    first = np.zeros(34, np.int64)
    good = np.zeros(34, np.int64)
    stock = np.zeros(34, np.int64)
    for other in range(4):
        bits = hands[other]
        while bits:
            card = _top(bits)
            bits ^= 1 << card
            stock[0] += points[card]

    depth = 0
    turn[0], led[0], best[0], winner[0] = first_turn, first_led, first_best, first_winner
    played[0], table[0], alive[0] = first_played, first_table, first_alive
    alpha[0], beta[0] = least, most
    entering = True
    value = 0
    while True:
        if entering:
            # A new position with a card to play: the trick is not complete, hands are not empty.
            entering = False
            seat = turn[depth]
            slot[depth] = -1
            first[depth] = -1
            good[depth] = -1
            begun_alpha[depth] = alpha[depth]
            begun_beta[depth] = beta[depth]
            rest = hands[0] | hands[1] | hands[2] | hands[3]
            if played[depth] == 0:
                count = 0
                bits = hands[seat]
                while bits:
                    bits &= bits - 1
                    count += 1
                if count == 1:
                    top = _top(hands[seat])
                    suit, who, worth = top >> 3, seat, 0
                    for other in range(4):
                        card = _top(hands[other])
                        worth += points[card]
                        if card > top and (card >= 24 or card >> 3 == suit):
                            top, who = card, other
                    side = who & 1
                    if alive[depth] == 3 or alive[depth] == side:
                        value = worth + _SLAM if side == 0 else _TEN - _SLAM
                    else:
                        value = 0 if side else worth + _TEN
                    depth -= 1
                    if depth < 0:
                        return value
                    continue
                # No more than all that is left can still be won, no less than nothing; and what the
                # leader takes for certain is gone for the others.
                high = stock[depth] + (_SLAM if alive[depth] == 3 or not alive[depth] else _TEN)
                low = _TEN - _SLAM if alive[depth] & 1 else 0
                tricks, worth = _sure(hands, seat, points)
                if tricks:
                    whole = tricks == count
                    if seat & 1 == 0:
                        low = worth
                        if whole:
                            low = high
                    else:
                        high = stock[depth] - worth + _TEN
                        if whole:
                            high = low
                if low >= beta[depth] or low == high:
                    value = low
                    depth -= 1
                    if depth < 0:
                        return value
                    continue
                if high <= alpha[depth]:
                    value = high
                    depth -= 1
                    if depth < 0:
                        return value
                    continue
                mark = ((rest << 4 | seat << 2 | alive[depth]) << 20) | generation
                mixed = np.uint64(rest << 4 | seat << 2 | alive[depth])
                mixed = mixed * np.uint64(0x9E3779B97F4A7C15)
                where = np.int64(mixed >> np.uint64(64 - _BITS))
                slot[depth] = where
                key[depth] = mark
                if memo[where, 0] == mark:
                    low, high = memo[where, 1], memo[where, 2]
                    if low >= beta[depth] or low == high:
                        value = low
                        depth -= 1
                        if depth < 0:
                            return value
                        continue
                    if high <= alpha[depth]:
                        value = high
                        depth -= 1
                        if depth < 0:
                            return value
                        continue
                    alpha[depth] = max(alpha[depth], low)
                    beta[depth] = min(beta[depth], high)
                    begun_alpha[depth] = alpha[depth]
                    begun_beta[depth] = beta[depth]
                    first[depth] = memo[where, 3]
                cards = hands[seat]
            else:
                partner = played[depth] > 1 and ((winner[depth] ^ seat) & 3) == 2
                cards = _legal(hands[seat], led[depth], best[depth], partner, duty)
            left[depth] = _distinct(cards, rest ^ hands[seat], played[depth], best[depth], points)
            found[depth] = -_INFINITE if seat & 1 == 0 else _INFINITE
        else:
            # A value comes back from the card that was tried.
            seat = turn[depth]
            hands[seat] |= 1 << chosen[depth]
            value += gain[depth]
            if seat & 1 == 0:
                if value > found[depth]:
                    found[depth] = value
                    good[depth] = chosen[depth]
                    alpha[depth] = max(alpha[depth], value)
            elif value < found[depth]:
                found[depth] = value
                good[depth] = chosen[depth]
                beta[depth] = min(beta[depth], value)
            if alpha[depth] >= beta[depth]:
                left[depth] = 0
        if not left[depth]:
            value = found[depth]
            where = slot[depth]
            if where >= 0:
                if memo[where, 0] != key[depth]:
                    memo[where, 0] = key[depth]
                    memo[where, 1], memo[where, 2] = -_INFINITE, _INFINITE
                memo[where, 3] = good[depth]
                if value <= begun_alpha[depth]:
                    memo[where, 2] = value
                elif value >= begun_beta[depth]:
                    memo[where, 1] = value
                else:
                    memo[where, 1] = value
                    memo[where, 2] = value
            depth -= 1
            if depth < 0:
                return value
            continue
        seat = turn[depth]
        card = first[depth]
        first[depth] = -1
        if card < 0 or not left[depth] >> card & 1:
            card = _pick(
                left[depth],
                played[depth],
                led[depth],
                best[depth],
                played[depth] > 1 and ((winner[depth] ^ seat) & 3) == 2,
                hands[seat + 2 & 3],
                hands[seat - 1 & 3] | hands[seat + 1 & 3],
                points,
            )
        left[depth] ^= 1 << card
        chosen[depth] = card
        hands[seat] ^= 1 << card
        worth = table[depth] + points[card]
        if played[depth] == 0:
            now_led, now_best, now_winner = card >> 3, card, seat
        elif card > best[depth] and (card >= 24 or card >> 3 == led[depth]):
            now_led, now_best, now_winner = led[depth], card, seat
        else:
            now_led, now_best, now_winner = led[depth], best[depth], winner[depth]
        below = depth + 1
        if played[depth] == 3:
            side = now_winner & 1
            now_alive = side if alive[depth] == 3 or alive[depth] == side else 2
            gain[depth] = 0 if side else worth
            if not hands[0] | hands[1] | hands[2] | hands[3]:
                if now_alive == 2:
                    value = 0 if side else _TEN
                else:
                    value = _SLAM if side == 0 else _TEN - _SLAM
                continue
            turn[below], led[below], best[below] = now_winner, 0, 0
            winner[below], played[below], table[below] = now_winner, 0, 0
            alive[below] = now_alive
            stock[below] = stock[depth] - points[card]
            alpha[below] = alpha[depth] - gain[depth]
            beta[below] = beta[depth] - gain[depth]
        else:
            gain[depth] = 0
            turn[below], led[below], best[below] = (seat + 1) & 3, now_led, now_best
            winner[below], played[below], table[below] = now_winner, played[depth] + 1, worth
            alive[below] = alive[depth]
            stock[below] = stock[depth] - points[card]
            alpha[below], beta[below] = alpha[depth], beta[depth]
        depth = below
        entering = True


@_compiled
def _value(
    hands: Cells,
    turn: int,
    led: int,
    best: int,
    winner: int,
    played: int,
    table: int,
    alive: int,
    duty: bool,
    points: Cells,
    memo: Cells,
    generation: int,
    guess: int,
) -> int:
    """Return our points still to come with best play, by repeated searches with a null window."""
    low, high = -_INFINITE, _INFINITE
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = _search(
            hands,
            turn,
            led,
            best,
            winner,
            played,
            table,
            alive,
            duty,
            points,
            memo,
            generation,
            beta - 1,
            beta,
        )
        if guess < beta:
            high = guess
        else:
            low = guess
    return guess


class _Table:
    """The transposition table, made once; each world has a number of its own in its keys."""

    def __init__(self) -> None:
        self.memo = np.zeros((_SLOTS, 4), np.int64)
        self.generation = 0

    def next_world(self) -> int:
        """Return the number of a new world."""
        self.generation += 1
        if self.generation == 1 << 20:
            self.memo[:, 0] = 0
            self.generation = 1
        return self.generation


_table: Final = _Table()


def fast_values(position: Position, hands: Sequence[int]) -> list[int]:
    """Return our points for each legal card, from the highest ranked down, with best play.

    The same as `search.exact_values`, faster by two orders of magnitude.
    """
    generation = _table.next_world()
    tricks, done = position.tricks, position.done
    alive = 2 if 0 < tricks < done else 3 if not done else 0 if tricks else 1
    held = np.array(hands, dtype=np.int64)
    values: list[int] = []
    rest = position.cards
    guess = 80 if not done else 0
    while rest:
        card = rest.bit_length() - 1
        rest ^= 1 << card
        led, best, winner, played, table = position.after(card)
        held[0] ^= 1 << card
        if played == 4:
            side = winner & 1
            now = side if alive in (3, side) else 2
            gain = 0 if side else table
            if not held.any():
                more = (0 if side else _TEN) if now == 2 else _TEN - _SLAM if side else _SLAM
            else:
                more = _run(held, winner, 0, 0, winner, 0, 0, now, position.duty, generation, guess)
            values.append(position.points + gain + more)
        else:
            found = _run(
                held, 1, led, best, winner, played, table, alive, position.duty, generation, guess
            )
            guess = found
            values.append(position.points + found)
        held[0] ^= 1 << card
    return values


def _run(
    held: Cells,
    turn: int,
    led: int,
    best: int,
    winner: int,
    played: int,
    table: int,
    alive: int,
    duty: bool,
    generation: int,
    guess: int,
) -> int:
    return int(
        _value(
            held,
            turn,
            led,
            best,
            winner,
            played,
            table,
            alive,
            duty,
            _POINTS,
            _table.memo,
            generation,
            guess,
        )
    )

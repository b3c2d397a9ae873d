"""Exact search of a world: its value with best play by all.

Pure Python, meant for the last cards (five in each hand and fewer). Alpha-beta over cards, with
the bounds of every position between two tricks remembered; the values are points of our tricks as
in `rollout`, from -90 to 252.
"""

from __future__ import annotations

from overtrick_belote.rules.cards import LAST_TRICK, SLAM
from overtrick_belote.solving.ranked import FIRST_TRUMP, RANKED_POINTS, TRUMPS, ranked_legal

_INFINITE = 1000


class Exact:
    """An exact search of one world; the results for one card are reused for the next.

    Args:
        hands: the ranked hands by turn.
        duty: whether who cannot overtrump must undertrump.

    The values that it works with are points still to be won, ours less nothing: what the opponents
    win is what we do not. `alive` names the side that has won every trick so far: 0 ours, 1
    theirs, 2 neither; a slam's hundred takes the place of the last trick's ten.
    """

    def __init__(self, hands: list[int], *, duty: bool) -> None:
        self._hands = list(hands)
        self._duty = duty
        self._memo: dict[int, tuple[int, int]] = {}
        self.nodes = 0

    def take(self, turn: int, card: int) -> None:
        """Remove a card from a hand, or put it back."""
        self._hands[turn] ^= 1 << card

    def value(
        self,
        turn: int,
        led: int,
        best: int,
        winner: int,
        played: int,
        table: int,
        points: int,
        tricks: int,
        done: int,
    ) -> int:
        """Return our final points with best play; the arguments are those of `play_out`."""
        alive = 2 if 0 < tricks < done else 3 if not done else 0 if tricks else 1
        rest = self._cards(turn, led, best, winner, played, table, alive, -_INFINITE, _INFINITE)
        # A slam of theirs counts -90: their 252 taken from 162.
        return points + rest

    def _trick(self, leader: int, alive: int, alpha: int, beta: int) -> int:
        """Return our points still to come, the leader to play; `alive` is 3 before any trick."""
        hands = self._hands
        rest = hands[0] | hands[1] | hands[2] | hands[3]
        if rest.bit_count() == 4:
            return self._last(leader, alive)
        key = rest << 4 | leader << 2 | alive
        low, high = self._memo.get(key, (-_INFINITE, _INFINITE))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        tricks, worth = self._sure(leader)
        if tricks:
            left = 0
            while rest:
                card = rest.bit_length() - 1
                rest ^= 1 << card
                left += RANKED_POINTS[card]
            whole = tricks == hands[leader].bit_count()
            if leader & 1:
                none = LAST_TRICK - SLAM if alive & 1 else 0
                most = none if whole else left - worth + LAST_TRICK
                if most <= alpha or whole:
                    return most
            else:
                every = left + (LAST_TRICK if alive in (1, 2) else SLAM)
                least = every if whole else worth
                if least >= beta or whole:
                    return least
        alpha, beta = max(alpha, low), min(beta, high)
        found = self._cards(leader, 0, 0, leader, 0, 0, alive, alpha, beta)
        if found <= alpha:
            high = found
        elif found >= beta:
            low = found
        else:
            low = high = found
        self._memo[key] = (low, high)
        return found

    def _last(self, leader: int, alive: int) -> int:
        """Return the points of the last trick: all cards are forced."""
        hands = self._hands
        best = hands[leader].bit_length() - 1
        led, winner, table = best >> 3, leader, 0
        for turn in range(4):
            card = hands[turn].bit_length() - 1
            table += RANKED_POINTS[card]
            if card > best and (card >= FIRST_TRUMP or card >> 3 == led):
                best, winner = card, turn
        side = winner & 1
        if alive in (3, side):
            return table + SLAM if not side else LAST_TRICK - SLAM
        return 0 if side else table + LAST_TRICK

    def _sure(self, leader: int) -> tuple[int, int]:
        """Return the leader's sure tricks, and the points of his cards in them.

        His trumps above all others' are led first; if they draw every trump, so his cards above
        all others' in the side suits.
        """
        hands = self._hands
        hand = hands[leader]
        first, second, third = hands[leader - 1], hands[leader - 2], hands[leader - 3]
        others = first | second | third
        tricks = worth = 0
        theirs, trumps = others & TRUMPS, hand & TRUMPS
        while trumps > theirs:
            card = trumps.bit_length() - 1
            trumps ^= 1 << card
            tricks += 1
            worth += RANKED_POINTS[card]
        if theirs and tricks < max(
            (first & TRUMPS).bit_count(),
            (second & TRUMPS).bit_count(),
            (third & TRUMPS).bit_count(),
        ):
            return tricks, worth
        for suit in (0xFF, 0xFF00, 0xFF0000):
            held, theirs = hand & suit, others & suit
            while held > theirs:
                card = held.bit_length() - 1
                held ^= 1 << card
                tricks += 1
                worth += RANKED_POINTS[card]
        return tricks, worth

    def _cards(
        self,
        turn: int,
        led: int,
        best: int,
        winner: int,
        played: int,
        table: int,
        alive: int,
        alpha: int,
        beta: int,
    ) -> int:
        """Return our points still to come, including the cards on the table."""
        self.nodes += 1
        hands = self._hands
        if played == 4:
            return self._next(winner, table, alive, alpha, beta)
        hand = hands[turn]
        cards = hand
        if played:
            partner = played > 1 and (winner ^ turn) & 3 == 2
            cards = ranked_legal(hand, led, best, partner, self._duty)
        ours = not turn & 1
        found = -_INFINITE if ours else _INFINITE
        for card in self._in_order(cards, turn, led, best, played):
            bit = 1 << card
            hands[turn] = hand ^ bit
            worth = table + RANKED_POINTS[card]
            if not played:
                value = self._cards(
                    (turn + 1) & 3, card >> 3, card, turn, 1, worth, alive, alpha, beta
                )
            elif card > best and (card >= FIRST_TRUMP or card >> 3 == led):
                value = self._cards(
                    (turn + 1) & 3, led, card, turn, played + 1, worth, alive, alpha, beta
                )
            else:
                value = self._cards(
                    (turn + 1) & 3, led, best, winner, played + 1, worth, alive, alpha, beta
                )
            if ours:
                if value > found:
                    found = value
                    alpha = max(alpha, value)
            elif value < found:
                found = value
                beta = min(beta, value)
            if alpha >= beta:
                break
        hands[turn] = hand
        return found

    def _next(self, winner: int, table: int, alive: int, alpha: int, beta: int) -> int:
        """Finish the trick and continue with the next."""
        hands = self._hands
        side = winner & 1
        alive = side if alive in (3, side) else 2
        gain = 0 if side else table
        if not hands[0] | hands[1] | hands[2] | hands[3]:
            if alive == 2:
                return gain if side else gain + LAST_TRICK
            return gain + SLAM if not side else LAST_TRICK - SLAM
        return gain + self._trick(winner, alive, alpha - gain, beta - gain)

    def _in_order(self, cards: int, turn: int, led: int, best: int, played: int) -> list[int]:
        """Return the cards to try, the promising ones first; one of equivalent cards."""
        hands = self._hands
        others = hands[turn - 1] | hands[turn - 2] | hands[turn - 3]
        order: list[int] = []
        rest = cards
        last = -1
        while rest:
            card = rest.bit_length() - 1
            rest ^= 1 << card
            if last >= 0 and last >> 3 == card >> 3 and RANKED_POINTS[last] == RANKED_POINTS[card]:
                between = others & ((1 << last) - (1 << (card + 1)))
                table_between = played and card < best < last
                if not between and not table_between:
                    last = card
                    continue
            last = card
            order.append(card)
        if len(order) < 2:
            return order
        if not played:
            against = hands[turn - 1] | hands[turn - 3]
            order.sort(key=lambda c: 0 if (1 << c) > (against & (255 << (c & 24))) else 1)
            return order
        wins = [c for c in order if c > best and (c >= FIRST_TRUMP or c >> 3 == led)]
        loses = [c for c in reversed(order) if c not in wins]
        return wins + loses


def brute(
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
    duty: bool,
) -> int:
    """Return the result of `Exact.value` by full enumeration: a cross-check for small endings."""
    if played == 4:
        done += 1
        if not winner & 1:
            points, tricks = points + table, tricks + 1
        if done == 8:
            if tricks == 8:
                return points + SLAM
            if not tricks:
                return LAST_TRICK - SLAM
            return points + (0 if winner & 1 else LAST_TRICK)
        return brute(hands, winner, 0, 0, winner, 0, 0, points, tricks, done, duty=duty)
    hand = hands[turn]
    partner = played > 1 and (winner ^ turn) & 3 == 2
    cards = ranked_legal(hand, led, best, partner, duty) if played else hand
    values: list[int] = []
    while cards:
        card = cards.bit_length() - 1
        cards ^= 1 << card
        hands[turn] = hand ^ (1 << card)
        takes = not played or (card > best and (card >= FIRST_TRUMP or card >> 3 == led))
        values.append(
            brute(
                hands,
                (turn + 1) & 3,
                led if played else card >> 3,
                card if takes else best,
                turn if takes else winner,
                played + 1,
                table + RANKED_POINTS[card],
                points,
                tricks,
                done,
                duty=duty,
            )
        )
    hands[turn] = hand
    return min(values) if turn & 1 else max(values)

"""A decision in card play in the form of the searches, and the values of its cards in one world."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from overtrick_belote.rules.cards import POINTS, side_of
from overtrick_belote.rules.play import legal_cards
from overtrick_belote.rules.state import View
from overtrick_belote.solving.exact import Exact
from overtrick_belote.solving.knowledge import contract_suit, tricks_of
from overtrick_belote.solving.ranked import FIRST_TRUMP, RANKED, RANKED_POINTS, ranked_hand, turn_of
from overtrick_belote.solving.rollout import choose, play_out


@attrs.frozen(kw_only=True)
class Position:
    """A decision in card play, with ranked cards and players by turn (`ranked`).

    Attributes:
        cards: the legal ranked cards, as ranked hand.
        led: the suit led; 0 where the player leads.
        best: the ranked card that wins the trick so far.
        winner: who played it.
        played: how many cards lie on the table.
        table: their points.
        points: our points of tricks so far.
        tricks: our tricks so far.
        done: how many tricks are complete.
        ours: whether the contract is ours.
        duty: whether who cannot overtrump must undertrump.
    """

    cards: int
    led: int
    best: int
    winner: int
    played: int
    table: int
    points: int
    tricks: int
    done: int
    ours: bool
    duty: bool

    def after(self, card: int) -> tuple[int, int, int, int, int]:
        """Return led, best, winner, cards and points on the table after one more card of ours."""
        table = self.table + RANKED_POINTS[card]
        if not self.played:
            return card >> 3, card, 0, 1, table
        if card > self.best and (card >= FIRST_TRUMP or card >> 3 == self.led):
            return self.led, card, 0, self.played + 1, table
        return self.led, self.best, self.winner, self.played + 1, table


def position_of(view: View) -> Position:
    """Return the decision of a view."""
    trump = contract_suit(view)
    me, mine = view.seat, side_of(view.seat)
    row = RANKED[trump]
    cards = view.trick.cards if view.trick is not None else ()
    points = tricks = 0
    for trick in view.tricks:
        if side_of(trick.winner(trump)) == mine:
            points += trick.points(trump)
            tricks += 1
    best = winner = 0
    if view.trick is not None and cards:
        place = view.trick.winning_place(trump)
        best, winner = row[cards[place]], turn_of(view.trick.player(place), me)
    contract = view.contract
    return Position(
        cards=ranked_hand(legal_cards(view.hand, cards, trump, view.options), trump),
        led=row[cards[0]] >> 3 if cards else 0,
        best=best,
        winner=winner,
        played=len(cards),
        table=sum(POINTS[trump][card] for card in cards),
        points=points,
        tricks=tricks,
        done=len(view.tricks),
        ours=contract is not None and contract.side == mine,
        duty=view.options.undertrump_duty,
    )


def rollout_values(position: Position, hands: Sequence[int]) -> list[int]:
    """Return our points for each legal card, from the highest ranked down, by the quick policy."""
    values: list[int] = []
    rest = position.cards
    while rest:
        card = rest.bit_length() - 1
        rest ^= 1 << card
        led, best, winner, played, table = position.after(card)
        values.append(
            play_out(
                [hands[0] ^ (1 << card), hands[1], hands[2], hands[3]],
                1,
                led,
                best,
                winner,
                played,
                table,
                position.points,
                position.tricks,
                position.done,
                ours=position.ours,
                duty=position.duty,
            )
        )
    return values


def exact_values(position: Position, hands: Sequence[int]) -> list[int]:
    """Return our points for each legal card, from the highest ranked down, with best play."""
    search = Exact(list(hands), duty=position.duty)
    values: list[int] = []
    rest = position.cards
    while rest:
        card = rest.bit_length() - 1
        rest ^= 1 << card
        search.take(0, card)
        led, best, winner, played, table = position.after(card)
        values.append(
            search.value(
                1,
                led,
                best,
                winner,
                played,
                table,
                position.points,
                position.tricks,
                position.done,
            )
        )
        search.take(0, card)
    return values


@attrs.frozen
class Replay:
    """The cards played so far, ranked and by turn, to be rated in a world.

    Attributes:
        plays: who played what, in turn.
        ours: whether the contract is of the looker's side.
        duty: whether who cannot overtrump must undertrump.
    """

    plays: tuple[tuple[int, int], ...]
    ours: bool
    duty: bool

    def surprises(self, dealt: Sequence[int]) -> int:
        """Return the number of others' cards that the quick policy would not have played.

        Args:
            dealt: the four complete hands of a world, ranked and by turn.

        Cards of one suit that are worth the same are not distinguished.
        """
        hands = list(dealt)
        led = best = winner = played = 0
        found = 0
        for turn, card in self.plays:
            if turn:
                wanted = choose(
                    hands, turn, played, led, best, winner, ours=self.ours, duty=self.duty
                )
                if wanted != card and (
                    wanted >> 3 != card >> 3 or RANKED_POINTS[wanted] != RANKED_POINTS[card]
                ):
                    found += 1
            hands[turn] ^= 1 << card
            if not played:
                led, best, winner = card >> 3, card, turn
            elif card > best and (card >= FIRST_TRUMP or card >> 3 == led):
                best, winner = card, turn
            played = (played + 1) & 3
        return found


def replay_of(view: View) -> Replay:
    """Return the played cards of a view."""
    trump = contract_suit(view)
    row = RANKED[trump]
    contract = view.contract
    return Replay(
        tuple(
            (turn_of(trick.player(place), view.seat), row[card])
            for trick in tricks_of(view)
            for place, card in enumerate(trick.cards)
        ),
        ours=contract is not None and contract.side == side_of(view.seat),
        duty=view.options.undertrump_duty,
    )

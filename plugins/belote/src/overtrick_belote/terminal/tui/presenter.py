"""Turn a table into the text and colours of its screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from overtrick import Seat
from overtrick_belote.explanations.labels import label
from overtrick_belote.explanations.words import Words
from overtrick_belote.rules.announces import Kind
from overtrick_belote.rules.auction import GREATEST_BID, LEAST_BID, Bid, Double, Pass, Redouble
from overtrick_belote.rules.cards import Card, Side, turn_order
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import (
    BeloteAnnounced,
    Phase,
    Play,
)
from overtrick_belote.table.session import Step, Table
from overtrick_belote.table.visible import fanned, hand_title, said_last
from overtrick_belote.terminal.tui.picture import BiddingBox, HandPicture, Picture

AMOUNTS_A_PAGE: Final = 18
"""80 to 250, as the bidding box has them; the next pages go on to 820."""

ALL_AMOUNTS: Final = tuple(range(LEAST_BID, GREATEST_BID + 1, 10))


@attrs.define
class DisplayState:
    """The display state of the screen, beside the game itself.

    Attributes:
        seen_tricks: how many tricks have been put away; one more complete trick is on the table.
        amount: the amount chosen in the bidding box, 0 for the lowest.
        page: the page of amounts.
        peeked: whose hands are looked at.
        revealed: whether the hand of the person at turn is shown, where several people play.
        last_trick: whether the last trick is looked at.
        analysing: whether a call or card is chosen to ask why.
        moving: a card on its way.
        thinking: who is thinking.
        note: the sentences beside the table.
    """

    seen_tricks: int = 0
    amount: int = 0
    page: int = 0
    peeked: set[Seat] = attrs.field(factory=set)
    revealed: bool = False
    last_trick: bool = False
    analysing: bool = False
    moving: tuple[Card, Seat, float] | None = None
    thinking: Seat | None = None
    note: tuple[str, ...] = ()


def trick_waits(table: Table, looking: DisplayState) -> bool:
    """Return whether a complete trick stays on the table until the user clears it."""
    return len(table.state.tricks) > looking.seen_tricks


def shown_trick(table: Table, looking: DisplayState) -> Trick | None:
    """Return the trick to show."""
    state = table.state
    if state.tricks and (looking.last_trick or trick_waits(table, looking)):
        return state.tricks[-1]
    return state.trick


def shown_hand(table: Table, looking: DisplayState, seat: Seat) -> tuple[Card | None, ...]:
    """Return a hand, its visible cards face up."""
    state = table.state
    contract = state.contract
    trump = contract.bid.suit if contract is not None else None
    if table.is_over and not trick_waits(table, looking):
        return fanned(state.dealt[seat], trump)
    hand = state.hands[seat]
    if looking.moving is not None and looking.moving[1] == seat:
        hand &= ~looking.moving[0].mask
    people = table.people
    own = seat in people and (len(people) == 1 or (looking.revealed and seat == table.turn))
    if own or seat in looking.peeked:
        return fanned(hand, trump)
    return (None,) * hand.bit_count()


def amounts(page: int) -> tuple[int, ...]:
    """Return the amounts of a page of the bidding box."""
    first = page * AMOUNTS_A_PAGE
    return ALL_AMOUNTS[first : first + AMOUNTS_A_PAGE]


def pages() -> int:
    """Return the number of pages of amounts."""
    return -(-len(ALL_AMOUNTS) // AMOUNTS_A_PAGE)


class PictureMaker:
    """A maker of pictures of a table in a language.

    Args:
        said: the language and symbols.
        medals: whether the winner of a trick wears the medal.
    """

    def __init__(self, said: Words, *, medals: bool) -> None:
        self.said, self.medals = said, medals

    def label(self, name: str, **facts: object) -> str:
        """Return a label in the language."""
        return label(name, self.said.language, **facts)

    def picture(self, table: Table, looking: DisplayState) -> Picture:
        """Return the picture of a table."""
        state = table.state
        waits = trick_waits(table, looking)
        asks = table.is_persons_turn and not waits and looking.moving is None
        trick = shown_trick(table, looking)
        played = (
            ()
            if trick is None
            else tuple((trick.player(place), card) for place, card in enumerate(trick.cards))
        )
        if looking.moving is not None:
            played = tuple(each for each in played if each[1] != looking.moving[0])
        contract = state.contract
        winner = None
        if self.medals and trick is not None and len(played) == 4 and contract is not None:
            winner = trick.winner(contract.bid.suit)
        in_auction = state.phase is Phase.AUCTION
        # A player's possible declarations are shown to him alone, like his cards.
        is_open = len(table.people) == 1 or looking.revealed
        hands = [self._hand(table, looking, seat, asks=asks) for seat in Seat]
        selectable = {"card", "announce"}
        if looking.analysing:
            selectable = {"played", "call"}
        elif in_auction:
            selectable = {"amount", "suit", "more", "pass", "double"}
        return Picture(
            hands=(hands[0], hands[1], hands[2], hands[3]),
            trick=() if table.is_over and not waits and not looking.last_trick else played,
            winner=winner,
            box=self._box(table, looking) if asks and in_auction else None,
            buttons=self._buttons(table) if asks and is_open else (),
            lines=self._lines(table, looking),
            moving=looking.moving,
            selectable=frozenset(selectable if asks or looking.analysing else ()),
        )

    def _hand(self, table: Table, looking: DisplayState, seat: Seat, *, asks: bool) -> HandPicture:
        state = table.state
        may_play = None
        if asks and seat == table.turn and state.trick is not None:
            may_play = 0
            for action in table.actions():
                if isinstance(action, Play):
                    may_play |= action.card.mask
        level = table.players[seat]
        is_alone = len(table.people) == 1
        who = (
            self.label("you" if is_alone else "human") if level is None else self.said.level(level)
        )
        name = f"{self.said.seat(seat)} · {who}"
        if seat == state.dealer:
            is_side = seat in (Seat.EAST, Seat.WEST)
            name += f" ({self.label('dealer-short' if is_side else 'dealer')})"
        return HandPicture(
            cards=shown_hand(table, looking, seat),
            playable=may_play,
            name=name,
            said=self._said(table, looking, seat),
            is_turn=seat == table.turn and not trick_waits(table, looking),
        )

    def _said(self, table: Table, looking: DisplayState, seat: Seat) -> str:
        match said_last(table, seat, shown_trick(table, looking)):
            case BeloteAnnounced(_, again):
                return self.label("rebelot" if again else "belot")
            case (Kind(), *_) as kinds:
                return " + ".join(self.said.kind(kind) for kind in kinds)
            case Pass() | Bid() | Double() | Redouble() as call:
                return self.said.call(call)
            case _:
                return ""

    def _box(self, table: Table, looking: DisplayState) -> BiddingBox:
        actions = table.actions()
        bids = [action.amount for action in actions if isinstance(action, Bid)]
        least = min(bids, default=GREATEST_BID + 1)
        double = ""
        if any(isinstance(action, Double) for action in actions):
            double = self.label("double")
        elif any(isinstance(action, Redouble) for action in actions):
            double = self.label("redouble")
        return BiddingBox(
            amounts=amounts(looking.page),
            least=least,
            amount=max(looking.amount, least),
            more=self.label("more"),
            double=double,
            pass_=self.label("pass"),
        )

    def _buttons(self, table: Table) -> tuple[str, ...]:
        return tuple(self.said.announce(announce) for announce in table.announces())

    def _lines(self, table: Table, looking: DisplayState) -> tuple[str, ...]:
        people = table.people
        turn = table.turn
        if table.is_persons_turn and len(people) > 1 and not looking.revealed and turn is not None:
            return (self.label("hidden", seat=self.said.seat(turn)),)
        if table.is_over and table.state.contract is None:
            return (self.label("nobody"),)
        return ()

    # The panel ------------------------------------------------------------------------------

    def panel(self, table: Table, looking: DisplayState) -> str:
        """Return the text of the side panel, with Textual markup."""
        state = table.state
        lines = [f"[b]{hand_title(table, self.said)}[/b]"]
        totals = table.totals
        if table.game is not None:
            points = self.said.number(state.options.game_points)
            lines.append(self._sides(totals) + f"  [dim]{self.label('to-points', n=points)}[/dim]")
        if table.is_without_help:
            lines.append(f"[i]{self.label('no-help')}[/i]")
        contract = state.contract
        colon = self.label("colon")
        if contract is not None:
            name = self.label("contract" if state.phase is not Phase.AUCTION else "highest")
            text = self.said.contract(contract)
            declarer = self.said.seat(contract.declarer)
            lines.append(f"{name}{colon} [b]{text}[/b] {declarer}")
            if state.phase is not Phase.AUCTION:
                points_taken = state.trick_points()
                lines.append(f"{self.label('tricks')}{colon} {self._sides(points_taken)}")
        lines.append("")
        lines.extend(self._auction(table))
        lines.extend(self._shown(table))
        if looking.thinking is not None:
            who = self.said.seat(looking.thinking)
            lines += ["", f"[dim]{self.label('thinking', seat=who)}[/dim]"]
        elif trick_waits(table, looking):
            lines += ["", f"[dim]{self.label('end-turn')}[/dim]"]
        if looking.note:
            lines += ["", *looking.note]
        return "\n".join(lines)

    def _sides(self, points: tuple[int, int]) -> str:
        names = ["-".join(self.said.seat(seat)[:1] for seat in side.seats) for side in Side]
        return "  ".join(
            f"{name} {self.said.number(points[side])}"
            for side, name in zip(Side, names, strict=True)
        )

    def _auction(self, table: Table) -> Iterable[str]:
        order = turn_order(turn_order(table.state.dealer)[1])
        yield "".join(f"[dim]{self.said.seat(seat)[:5]:^6}[/dim]" for seat in order)
        cells: list[str] = []
        for step in table.steps:
            if step.before.trick is not None:
                break
            while order[len(cells) % 4] != step.seat:
                cells.append(" " * 6)
            text = self._short(step)
            cells.append(f"[@click=app.analyse({step.place})]{text:^6}[/]")
        for first in range(0, len(cells), 4):
            yield "".join(cells[first : first + 4])

    def _short(self, step: Step) -> str:
        action = step.action
        if isinstance(action, Bid):
            return f"{action.amount}{self.said.suit_sign(action.suit)}"
        if isinstance(action, Double):
            return "×2"
        if isinstance(action, Redouble):
            return "×4"
        return "-"

    def _shown(self, table: Table) -> Iterable[str]:
        for seat, announce in table.state.shown:
            yield self.label(
                "shows", seat=self.said.seat(seat), announce=self.said.announce(announce)
            )

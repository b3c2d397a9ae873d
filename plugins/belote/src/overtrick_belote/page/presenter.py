"""Turn a table into the data of a browser page, without any card hidden from its player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from overtrick import Seat, Suit
from overtrick_belote.explanations.narration import narrated, trick_begins
from overtrick_belote.page.tables import OpenTable
from overtrick_belote.page.voices import PageTexts
from overtrick_belote.rules.announces import Kind
from overtrick_belote.rules.auction import DOUBLE, GREATEST_BID, PASS, REDOUBLE, Bid, Contract
from overtrick_belote.rules.cards import Side, cards_of, following
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import BeloteAnnounced, CardPlayed, Declare, Phase, Play, TrickWon
from overtrick_belote.table.entries import action_text
from overtrick_belote.table.refusals import why_no_card
from overtrick_belote.table.session import Command, Step, Table
from overtrick_belote.table.visible import (
    early_doubler,
    fanned,
    hand_title,
    place_of_card,
    said_last,
)

Json = dict[str, Any]

COMMANDS: Final[Mapping[str, Command | None]] = {
    "hint": Command.HINT,
    "analyse": Command.ANALYSIS,
    "medal": Command.LAST_TRICK,
    "last-trick": Command.LAST_TRICK,
    "undo": Command.UNDO,
    "replay-bidding": Command.REPLAY_BIDDING,
    "replay-cards": Command.REPLAY_CARDS,
    "end-bidding": Command.END_BIDDING,
    "end-cards": Command.END_CARDS,
    "next-hand": Command.NEXT_HAND,
    "shuffle": Command.NEXT_HAND,
    "score-card": Command.REVIEW,
    "review": Command.REVIEW,
    "compare": Command.COMPARE,
    # The hand as text holds all its cards.
    "copy": Command.REVIEW,
    "peek-n": Command.PEEK,
    "peek-e": Command.PEEK,
    "peek-s": Command.PEEK,
    "peek-w": Command.PEEK,
    "score-sheet": None,
    "values": None,
    "without-help": None,
}
"""The requests at the table, each with the table's command that permits it."""


def bottom(table: Table) -> Seat:
    """Return the seat at the lower edge: the human player; of several, the next to act."""
    people = table.people
    if not people:
        return Seat.SOUTH
    seat = table.turn if table.turn is not None else people[-1]
    while seat not in people:
        seat = following(seat)
    return seat


def open_hand(table: Table, seat: Seat, *, revealed: bool) -> int | None:
    """Return the visible cards of a player, or `None` if they are hidden.

    A person sees his own hand; where several people play, the one at turn sees his when he asks
    for it. When the hand is over, all hands lie open as they were dealt.

    Args:
        table: the table.
        seat: the player.
        revealed: whether the person at turn has asked to see his cards.
    """
    if table.is_over:
        return table.state.dealt[seat]
    people = table.people
    is_own = seat in people and (len(people) == 1 or (revealed and seat == table.turn))
    return table.view(seat).hand if is_own else None


def is_hidden(table: Table, *, revealed: bool) -> bool:
    """Return whether the human player at turn has yet to uncover the hand."""
    return table.is_persons_turn and len(table.people) > 1 and not revealed


def shown(sitting: OpenTable, voice: PageTexts, *, revealed: bool = False) -> Json:
    """Return the visible state of a table.

    Args:
        sitting: the table.
        voice: how the page speaks.
        revealed: whether the person at turn has asked to see his cards.
    """
    table, said = sitting.table, voice.words
    state, settings = table.state, sitting.house.settings
    contract = state.contract
    trump = contract.bid.suit if contract is not None else None
    in_play = state.phase is not Phase.AUCTION
    asks = table.is_persons_turn and not is_hidden(table, revealed=revealed)
    return {
        "game": sitting.name,
        "version": sitting.version,
        "title": hand_title(table, said),
        "phase": state.phase.value,
        "is_over": table.is_over,
        "is_finished": table.is_finished,
        "is_game": table.game is not None,
        "turn": None if table.turn is None else table.turn.symbol,
        "asks": asks,
        "hidden": is_hidden(table, revealed=revealed),
        "goes_on": goes_on(sitting),
        "bottom": bottom(table).symbol,
        "dealer": state.dealer.symbol,
        "contract": None if contract is None else _contract(contract, voice, is_final=in_play),
        "seats": {
            seat.symbol: _seat(table, seat, voice, trump, revealed=revealed) for seat in Seat
        },
        "playable": _playable(table, asks=asks),
        "refused": _refused(table, voice, asks=asks),
        "announces": [
            {"action": action_text(Declare(announce)), "text": said.announce(announce)}
            for announce in (table.announces() if asks else ())
        ],
        "bids": _bids(table, voice) if asks and not in_play else None,
        "early_double": early_doubler(table) is not None,
        "trick": _cards(table, state.trick),
        "tricks": _tricks(table),
        "trick_count": len(state.tricks),
        "won": [sum(t.winner(trump) in side.seats for t in state.tricks) for side in Side]
        if trump is not None
        else [0, 0],
        "auction": list(_auction(table, voice)),
        "shown": [
            {
                "seat": seat.symbol,
                "text": voice.label(
                    "shows", seat=said.seat(seat), announce=said.announce(announce)
                ),
                "cards": [str(card) for card in cards_of(announce.mask)],
            }
            for seat, announce in state.shown
        ],
        "points": list(state.trick_points()) if in_play else None,
        "totals": list(table.totals),
        "target": state.options.game_points,
        "without_help": table.is_without_help,
        "helped": table.was_helped,
        "commands": _commands(table, voice),
        "lesson": _lesson(sitting, voice),
        "result": voice.tell(table.score_card().result) if table.is_over else None,
        "settings": {
            "speed": settings.speed,
            "animate": settings.animate,
            "end_of_turn": settings.end_of_turn,
            "confirm": settings.confirm,
            "colour": settings.colour,
            "medal": settings.medal,
        },
    }


def goes_on(sitting: OpenTable) -> bool:
    """Return whether the game continues by itself: a computer player's turn, or a forced card."""
    table = sitting.table
    if table.is_over:
        return False
    if not table.is_persons_turn:
        return True
    is_forced = table.forced_card() is not None and not table.announces()
    return is_forced and sitting.house.settings.autoplay and sitting.house.lesson is None


def _seat(
    table: Table, seat: Seat, voice: PageTexts, trump: Suit | None, *, revealed: bool
) -> Json:
    state, level = table.state, table.players[seat]
    hand = open_hand(table, seat, revealed=revealed)
    who = "you" if len(table.people) == 1 else "human"
    return {
        "name": voice.words.seat(seat),
        "who": voice.label(who) if level is None else voice.words.level(level),
        "is_person": level is None,
        "count": state.hands[seat].bit_count(),
        "cards": None if hand is None else [str(card) for card in fanned(hand, trump)],
        "said": _said(table, seat, voice),
    }


def _said(table: Table, seat: Seat, voice: PageTexts) -> str:
    trick = table.state.trick
    match said_last(table, seat, trick):
        case BeloteAnnounced(_, again):
            return voice.label("rebelot" if again else "belot")
        case (Kind(), *_) as kinds:
            return " + ".join(voice.words.kind(kind) for kind in kinds)
        case None | ():
            return ""
        case call:
            return voice.words.call(call)  # type: ignore[arg-type]  # all else is a call


def _contract(contract: Contract, voice: PageTexts, *, is_final: bool) -> Json:
    return {
        "label": voice.label("contract" if is_final else "highest"),
        "text": voice.words.contract(contract),
        "spoken": voice.spoken.contract(contract),
        "suit": contract.bid.suit.symbol,
        "seat": contract.declarer.symbol,
        "is_final": is_final,
    }


def _playable(table: Table, *, asks: bool) -> list[str]:
    if not asks or table.state.trick is None:
        return []
    return [str(action.card) for action in table.actions() if isinstance(action, Play)]


def _refused(table: Table, voice: PageTexts, *, asks: bool) -> dict[str, str]:
    """Return the reason each illegal card of the human player at turn is illegal."""
    seat, state = table.turn, table.state
    if not asks or seat is None or state.trick is None:
        return {}
    found = {}
    for card in cards_of(state.hands[seat]):
        reason = why_no_card(state, seat, card)
        if reason is not None:
            found[str(card)] = voice.tell(reason)
    return found


def _bids(table: Table, voice: PageTexts) -> Json:
    actions = table.actions()
    least = min((a.amount for a in actions if isinstance(a, Bid)), default=None)
    return {
        "least": least,
        "greatest": GREATEST_BID,
        "pass": PASS in actions,
        "double": "X" if DOUBLE in actions else "XX" if REDOUBLE in actions else None,
    }


def _cards(table: Table, trick: Trick | None) -> list[Json]:
    if trick is None:
        return []
    return [
        {
            "seat": trick.player(number).symbol,
            "card": str(card),
            "place": place_of_card(table, card),
        }
        for number, card in enumerate(trick.cards)
    ]


def _tricks(table: Table) -> list[Json]:
    """Return the tricks that may be viewed: the last one, and all when the hand is over."""
    state, contract = table.state, table.state.contract
    if contract is None:
        return []
    trump = contract.bid.suit
    first = 0 if table.is_over else max(0, len(state.tricks) - 1)
    return [
        {
            "number": number + 1,
            "cards": _cards(table, trick),
            "winner": trick.winner(trump).symbol,
            "points": trick.points(trump),
        }
        for number, trick in enumerate(state.tricks)
        if number >= first
    ]


def _auction(table: Table, voice: PageTexts) -> Iterator[Json]:
    for step in table.steps:
        if step.before.trick is not None or isinstance(step.action, Play | Declare):
            return
        yield {
            "seat": step.seat.symbol,
            "place": step.place,
            "action": action_text(step.action),
            "text": voice.words.call(step.action),
            "spoken": voice.spoken.call(step.action),
        }


def _commands(table: Table, voice: PageTexts) -> dict[str, str | None]:
    """Return the reason each command is unavailable now, or `None` for the available ones."""
    found: dict[str, str | None] = {}
    for name, command in COMMANDS.items():
        reason = None if command is None else table.refusal(command)
        found[name] = None if reason is None else voice.tell(reason)
    return found


def _lesson(sitting: OpenTable, voice: PageTexts) -> Json | None:
    """Return the text of the tutorial hand here, and its next action."""
    lesson, table = sitting.house.lesson, sitting.table
    if lesson is None:
        return None
    coming = lesson.coming(table)
    is_now = table.is_over or table.is_persons_turn
    notes = lesson.notes(table) if is_now else ()
    return {
        "title": voice.label("tutorial"),
        "notes": [voice.tell(reason) for reason in notes],
        # Only a person's own: what others will do is their secret.
        "coming": action_text(coming.action)
        if coming is not None and table.is_persons_turn
        else None,
    }


def told_step(table: Table, step: Step, voice: PageTexts) -> Json:
    """Return an action as everyone at the table saw it.

    Args:
        table: the table.
        step: what was done there.
        voice: how the page speaks.
    """
    steps = table.steps
    after = steps[step.place + 1].before if step.place + 1 < len(steps) else table.state
    begins = trick_begins(step.before) if isinstance(step.action, Play) else None
    reasons = narrated(step.events, after)
    played = next((e for e in step.events if isinstance(e, CardPlayed)), None)
    won = next((e for e in step.events if isinstance(e, TrickWon)), None)
    heard = [begins, *reasons] if begins is not None else list(reasons)
    return {
        "place": step.place,
        "seat": step.seat.symbol,
        "card": None if played is None else str(played.card),
        "told": [voice.tell(reason) for reason in heard],
        "spoken": " ".join(_stopped(voice.say(reason)) for reason in heard),
        "said": _heard(step, voice),
        "by_computer": step.by_computer,
        "trick": None
        if won is None
        else {
            "cards": _cards(table, won.trick),
            "winner": won.seat.symbol,
            "points": won.points,
        },
    }


def _heard(step: Step, voice: PageTexts) -> str:
    """Return the speech of a player with an action."""
    if isinstance(step.action, Declare):
        return voice.words.kind(step.action.announce.kind)
    if not isinstance(step.action, Play):
        return voice.words.call(step.action)
    for event in step.events:
        if isinstance(event, BeloteAnnounced):
            return voice.label("rebelot" if event.again else "belot")
    return ""


def _stopped(text: str) -> str:
    return text if text[-1:] in ".!?" else f"{text}."


def hand_cards(hand: int, trump: Suit | None) -> list[str]:
    """Return the cards of a hand in order, in the form sent to browsers."""
    return [str(card) for card in fanned(hand, trump)]

"""Help sheets beside the table: hints, explanations, reviews, score sheets, pages of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import attrs

from overtrick import Seat
from overtrick_belote.explanations.hint import Explanation, told
from overtrick_belote.explanations.medal import VALUES
from overtrick_belote.explanations.pages import PAGE_NAMES, Paragraph, Points, page
from overtrick_belote.explanations.review import Choice
from overtrick_belote.explanations.score_card import score_card
from overtrick_belote.page.tables import OpenTable
from overtrick_belote.page.voices import PageTexts
from overtrick_belote.rules.cards import Side
from overtrick_belote.rules.state import Action, Declare, HandState, Play
from overtrick_belote.rules.text import write
from overtrick_belote.table.entries import action_text
from overtrick_belote.table.recording import hand_record_of
from overtrick_belote.table.refusals import RefusedError
from overtrick_belote.table.session import Command

MOST_TOLD: Final = 8
"""The maximum number of choices in a review, unless more of them had a cost."""


@attrs.frozen(kw_only=True)
class Sheet:
    """A help sheet.

    Attributes:
        title: what it is.
        blocks: its content: `{"lead": text}`, `{"text": text}`, `{"aside": text}`,
            `{"heading": text}`, `{"points": [text]}`, `{"headings": [...], "rows": [[...]]}`,
            `{"pre": text}`, or `{"choice": ...}`, a choice of a review with its place.
        action: the action that it advises, as `action_text` writes it.
        orders: the names of what may be done next.
    """

    title: str
    blocks: tuple[Mapping[str, Any], ...]
    action: str | None = None
    orders: tuple[str, ...] = ()

    @property
    def json(self) -> dict[str, Any]:
        """The sheet in the form sent to browsers."""
        return {
            "title": self.title,
            "blocks": [dict(block) for block in self.blocks],
            "action": self.action,
            "orders": list(self.orders),
        }


def _explained(
    title: str, explanation: Explanation, voice: PageTexts, before: Sequence[str] = ()
) -> Sheet:
    words = told(explanation, voice.language, symbols=voice.symbols)
    blocks: list[Mapping[str, Any]] = [{"text": text} for text in before]
    blocks.append({"lead": words.headline})
    blocks += [{"text": text} for text in words.why]
    if words.rows:
        blocks.append({"headings": words.headings, "rows": words.rows})
    blocks += [{"aside": text} for text in (*words.notes, *words.tried)]
    return Sheet(title=title, blocks=tuple(blocks), action=action_text(explanation.action))


def hint(sitting: OpenTable, voice: PageTexts, _: Mapping[str, Any]) -> Sheet:
    """Return the action that the adviser suggests to the human player at turn.

    Raises:
        RefusedError: no person is at turn, or the hand is played without help.
    """
    return _explained(voice.label("hint"), sitting.table.hint(), voice)


def analysis(sitting: OpenTable, voice: PageTexts, asked: Mapping[str, Any]) -> Sheet:
    """Return the reasons of an action; `place` is its index, by default the last.

    Raises:
        RefusedError: nothing was done there, or the hand is played without help.
    """
    place = asked.get("place")
    found = sitting.table.analysis(place if isinstance(place, int) else -1)
    before: list[str] = []
    if not found.agrees:
        who = voice.words.seat(found.step.seat)
        done = f"{who}{voice.label('colon')} {named(found.step.action, voice)}"
        before = [done, voice.label("chosen-otherwise")]
    return _explained(voice.label("why"), found.explanation, voice, before)


def named(action: Action, voice: PageTexts) -> str:
    """Return a card, a call or a declaration in short."""
    if isinstance(action, Play):
        return voice.words.card(action.card)
    if isinstance(action, Declare):
        return voice.words.announce(action.announce)
    return voice.words.call(action)


def medal(sitting: OpenTable, voice: PageTexts, asked: Mapping[str, Any]) -> Sheet:
    """Return the reason the winning card of a trick wins it; `trick` is its number, from 1.

    Raises:
        RefusedError: there is no such trick.
    """
    number = asked.get("trick")
    found = sitting.table.medal(number - 1 if isinstance(number, int) and number > 0 else -1)
    return Sheet(
        title=voice.label("medal"),
        blocks=(*({"text": voice.tell(reason)} for reason in found.reasons), *_values(voice)),
    )


def _values(voice: PageTexts) -> Iterable[Mapping[str, Any]]:
    headings = (voice.label("trumps"), "", voice.label("other-suits"), "")
    rows = [
        (voice.words.rank(high), str(points), voice.words.rank(other), str(others))
        for (high, points), (other, others) in zip(*VALUES, strict=True)
    ]
    return ({"headings": headings, "rows": rows},)


def values(_: OpenTable, voice: PageTexts, __: Mapping[str, Any]) -> Sheet:
    """Return the ranks of the cards and their points."""
    return Sheet(title=voice.label("values"), blocks=tuple(_values(voice)))


def score(sitting: OpenTable, voice: PageTexts, _: Mapping[str, Any]) -> Sheet:
    """Return the score card of a finished hand, and add a won game to the history.

    Raises:
        RefusedError: the hand is not over.
    """
    table = sitting.table
    card = table.score_card()
    sitting.house.keep()
    groups = (card.totals, card.requirements, card.notes, card.scores)
    blocks: list[Mapping[str, Any]] = [{"lead": voice.tell(card.result)}]
    blocks += [{"text": voice.tell(reason)} for group in groups for reason in group]
    if table.game is not None:
        blocks.append({"lead": voice.tell(card.game)})
    first = "next-hand" if not table.is_finished else "close-table"
    return Sheet(
        title=voice.label("score-card"),
        blocks=tuple(blocks),
        orders=(first, "look", "review", "compare", "score-sheet", "replay-bidding"),
    )


def score_sheet(sitting: OpenTable, voice: PageTexts, _: Mapping[str, Any]) -> Sheet:
    """Return the hands of the game so far with their points."""
    table, said = sitting.table, voice.words
    game = table.outcome or table.game
    hands = game.hands if game is not None else ((table.state,) if table.is_over else ())
    rows: list[tuple[str, ...]] = []
    totals = [0, 0]
    for number, state in enumerate(hands, 1):
        points = (0, 0) if state.score is None else state.score.score
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        rows.append((str(number), *_line(state, voice), *(said.number(p) for p in points)))
    rows.append(("", "", voice.label("score"), *(said.number(total) for total in totals)))
    headings = ("", voice.label("contract"), "", *(said.side(side) for side in Side))
    return Sheet(title=voice.label("score-sheet"), blocks=({"headings": headings, "rows": rows},))


def _line(state: HandState, voice: PageTexts) -> tuple[str, str]:
    if state.score is None:
        return (voice.label("no-contract"), "")
    contract = state.score.contract
    made = voice.label("made-it" if state.score.made else "failed")
    return (f"{voice.words.contract(contract)} {voice.words.seat(contract.declarer)}", made)


def review(sitting: OpenTable, voice: PageTexts, asked: Mapping[str, Any]) -> Sheet:
    """Return the cost of a human player's choices; `seat` selects one of several.

    Raises:
        RefusedError: the hand is not over.
    """
    table = sitting.table
    wanted = next((s for s in Seat if s.symbol == asked.get("seat")), None)
    people = table.people or (Seat.SOUTH,)
    blocks: list[Mapping[str, Any]] = []
    for seat in people if wanted is None else (wanted,):
        found = table.review(seat)
        if len(people) > 1:
            blocks.append({"heading": voice.words.seat(seat)})
        blocks += [{"lead": voice.tell(reason)} for reason in found.summary]
        for choice in found.choices[: max(MOST_TOLD, len(found.costly))]:
            blocks.append({"choice": _choice(choice, voice)})
    return Sheet(title=voice.label("review"), blocks=tuple(blocks))


def _choice(choice: Choice, voice: PageTexts) -> dict[str, Any]:
    return {
        "texts": [voice.tell(reason) for reason in choice.sentences],
        "why": [voice.tell(reason) for reason in choice.reasons],
        "trick": choice.trick,
        "place": choice.place,
        "cost": round(choice.known or 0.0) if choice.is_error else 0,
    }


def compare(sitting: OpenTable, voice: PageTexts, _: Mapping[str, Any]) -> Sheet:
    """Return the result of the same cards with computer players in the humans' seats.

    Raises:
        RefusedError: the hand is not over.
    """
    other = sitting.table.compare()
    return Sheet(
        title=voice.label("compare"),
        blocks=(
            {"heading": voice.label("as-played")},
            *_result(sitting.table.state, voice),
            {"heading": voice.label("compared")},
            *_result(other, voice),
        ),
    )


def _result(state: HandState, voice: PageTexts) -> Iterable[Mapping[str, Any]]:
    card = score_card(state.score, state.options, state.standing)
    return [{"text": voice.tell(reason)} for reason in (card.result, *card.scores)]


def copy(sitting: OpenTable, voice: PageTexts, _: Mapping[str, Any]) -> Sheet:
    """Return the hand as text; it holds all its cards.

    Raises:
        RefusedError: the hand is not over.
    """
    reason = sitting.table.refusal(Command.REVIEW)
    if reason is not None:
        raise RefusedError(reason)
    text = write(hand_record_of(sitting.table))
    return Sheet(title=voice.label("copy"), blocks=({"pre": text},))


def rules(sitting: OpenTable, voice: PageTexts, asked: Mapping[str, Any]) -> Sheet:
    """Return a page of the rules; `page` is its name, by default the first.

    Raises:
        BeloteError: there is no such page.
    """
    found = page(
        str(asked.get("page") or PAGE_NAMES[0]), voice.language, sitting.table.setup.options
    )
    blocks: list[Mapping[str, Any]] = []
    for block in found.blocks:
        if isinstance(block, Paragraph):
            blocks.append({"text": block.text})
        elif isinstance(block, Points):
            blocks.append({"points": block.items})
        else:
            blocks.append({"headings": block.headings, "rows": block.rows})
    return Sheet(title=found.title, blocks=tuple(blocks))


SHEETS: Final[Mapping[str, Callable[[OpenTable, PageTexts, Mapping[str, Any]], Sheet]]] = {
    "hint": hint,
    "analyse": analysis,
    "medal": medal,
    "values": values,
    "score-card": score,
    "score-sheet": score_sheet,
    "review": review,
    "compare": compare,
    "copy": copy,
    "rules": rules,
}
"""The help sheets, by name."""

"""Hints and analyses: the action of a player, with detailed reasons.

Both are made of the advice itself: the reasons that decided, and what was compared. Nothing here
thinks about cards.
"""

from __future__ import annotations

from typing import Final

import attrs

from overtrick import Seat
from overtrick_belote.errors import BeloteError, expect
from overtrick_belote.explanations.moments import Moment
from overtrick_belote.explanations.sentences import fact_text, tell
from overtrick_belote.explanations.words import ENGLISH, words
from overtrick_belote.players import heuristics
from overtrick_belote.players.advice import Advice, Candidate, Fact, Level, Reason
from overtrick_belote.players.levels import advise
from overtrick_belote.rules.auction import Bid, Double, Pass
from overtrick_belote.rules.state import Action, Declare, Play, View
from overtrick_belote.rules.state import view as view_of


@attrs.frozen(kw_only=True)
class Explanation:
    """An action of a player, with its reasons.

    Attributes:
        seat: the player.
        action: the call, the announce or the card.
        level: how well he plays.
        headline: what it is.
        reasons: why, the reason that decided first.
        tried: what was looked at before and did not apply.
        candidates: what was compared, the best first; empty where nothing was.
        worlds: in how many sampled deals.
    """

    seat: Seat
    action: Action
    level: Level
    headline: Reason
    reasons: tuple[Reason, ...]
    tried: tuple[Reason, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    worlds: int = 0


@attrs.frozen
class WordedExplanation:
    """An explanation in words, for any screen.

    Attributes:
        headline: what is chosen.
        why: the sentences of the reasons.
        tried: the sentences of what did not apply.
        notes: sentences about the player, not about the cards.
        headings: the heads of the columns of the table; empty where nothing was compared.
        rows: the rows of the table, the best first, each with as many cells as there are heads.
    """

    headline: str
    why: tuple[str, ...]
    tried: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The headline and the reasons, one sentence a line."""
        return (self.headline, *self.why)


def hint(view: View, level: Level, seed: str) -> Explanation:
    """Return the action of a player of some level at one's turn, with its reasons.

    Args:
        view: what one knows, at one's turn.
        level: how well the player plays who is asked.
        seed: a text; the same view and seed give the same hint.

    Raises:
        BeloteError: it is not one's turn.
    """
    return explain(view, advise(view, level, seed))


def analysis(moment: Moment, level: Level, seed: str) -> Explanation:
    """Return the reasons of an action of a computer player.

    He is asked again, with what he knew then; so it is what he did, as long as level and seed are
    those he played with.

    Args:
        moment: what he did (`moments.moments`).
        level: his level.
        seed: the seed he played with.

    Raises:
        BeloteError: a player of that level and seed would have done something else.
    """
    view = view_of(moment.before, moment.seat)
    advice = advise(view, level, seed)
    if advice.action != moment.action:
        msg = (
            f"{moment.seat.symbol} was no {level.value} with the seed {seed!r}: that player would"
            f" have chosen otherwise"
        )
        raise BeloteError(msg)
    return explain(view, advice, past=True)


def explain(view: View, advice: Advice, *, past: bool = False) -> Explanation:
    """Return the explanation of an advice.

    Args:
        view: what the player knew.
        advice: what he chose, with his reasons.
        past: whether it was done, so that it is an analysis and no hint.
    """
    return Explanation(
        seat=view.seat,
        action=advice.action,
        level=advice.level,
        headline=_headline(view, advice, past),
        reasons=advice.reasons,
        tried=advice.tried,
        candidates=advice.candidates,
        worlds=advice.worlds,
    )


def _headline(view: View, advice: Advice, past: bool) -> Reason:
    action = advice.action
    facts: dict[str, Fact] = {"player": view.seat, "level": advice.level}
    if isinstance(action, Play):
        facts["card"] = action.card
        name = "card"
    elif isinstance(action, Declare):
        facts["announce"] = action.announce
        name = "announce"
    elif isinstance(action, Bid):
        facts["call"] = action
        name = "bid"
    elif isinstance(action, Pass):
        name = "pass"
    else:
        contract = view.contract
        if contract is not None:
            facts["contract"] = contract
        name = "double" if isinstance(action, Double) else "redouble"
    return Reason(f"{'did' if past else 'hint'}-{name}", facts)


def named(action: Action) -> Fact:
    """Return the object of an action as a fact: the card, the call, or the declaration."""
    if isinstance(action, Play):
        return action.card
    if isinstance(action, Declare):
        return action.announce
    return action


_LINES: Final = frozenset({"response-nine", "response-jack", "response-aces", "response-announce"})


_NOTES: Final = frozenset({"without-fast"})
_HEURISTICS: Final = frozenset(rule.id for rule in heuristics.RULES)


def spoken(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Return the reasons as spoken: the lines of a sum joined in one sentence, without notes.

    Of the heuristics that agree, the first one is given as the reason.
    """
    kept: list[Reason] = []
    for each in reasons:
        is_thumb = each.rule in _HEURISTICS
        if _is_line(each) or each.rule in _NOTES:
            continue
        if not is_thumb or not any(other.rule in _HEURISTICS for other in kept):
            kept.append(each)
    lines = tuple(each for each in reasons if _is_line(each))
    if len(lines) > 1:
        values = [each.facts["value"] for each in lines]
        total = sum(value for value in values if isinstance(value, int))
        facts: dict[str, Fact] = {"lines": lines, "total": total}
        lines = (Reason("hint-sum", facts),)
    # The sum comes right after the sentence that it decides.
    return (*kept[:1], *lines, *kept[1:])


def _is_line(reason: Reason) -> bool:
    """Return whether a reason is a line of a sum."""
    return reason.rule in _LINES or reason.rule.startswith(("value-", "told-"))


_HEADINGS: Final = (
    "part-choice",
    "part-score",
    "part-made",
    "part-trick-points",
    "part-best-share",
    "part-worst",
    "part-best",
)


def told(
    explanation: Explanation, language: str = ENGLISH, *, symbols: bool = True
) -> WordedExplanation:
    """Return an explanation in words.

    Args:
        explanation: the explanation.
        language: `en` or `fr`.
        symbols: whether cards are written as ♠J, else in letters as SJ.

    Raises:
        BeloteError: the game does not speak the language, or a reason has no sentence.
    """
    expect(explanation, Explanation, "explanation", "an Explanation (`tell` says a Reason)")

    def sentences(reasons: tuple[Reason, ...]) -> tuple[str, ...]:
        return tuple(tell(reason, language, symbols=symbols) for reason in reasons)

    said = words(language, symbols)
    rows = tuple(
        (
            fact_text(named(each.action), said),
            said.number(each.score, 1, signed=True),
            said.share(each.chance),
            said.number(each.points),
            said.share(each.best),
            said.number(each.least, signed=True),
            said.number(each.most, signed=True),
        )
        for each in explanation.candidates
    )
    return WordedExplanation(
        headline=tell(explanation.headline, language, symbols=symbols),
        why=sentences(spoken(explanation.reasons)),
        notes=sentences(tuple(each for each in explanation.reasons if each.rule in _NOTES)),
        tried=sentences(tuple(e for e in explanation.tried if e not in explanation.reasons)),
        headings=tuple(tell(Reason(rule), language) for rule in _HEADINGS) if rows else (),
        rows=rows,
    )

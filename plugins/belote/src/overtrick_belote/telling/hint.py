"""Hints and analyses: what a player would do, or did, and why in detail.

Both are made of the advice itself: the reasons that decided, and what was compared. Nothing here
thinks about cards.
"""

from __future__ import annotations

from typing import Final

import attrs

from overtrick import Seat
from overtrick_belote.players.advice import Advice, Candidate, Fact, Level, Reason
from overtrick_belote.rules.auction import Bid, Double, Pass
from overtrick_belote.rules.cards import side_of
from overtrick_belote.rules.state import Action, Declare, Play, View
from overtrick_belote.telling.sentences import fact_text, tell
from overtrick_belote.telling.words import ENGLISH, words

NEAR: Final = 0.5
"""Scores that differ by less come to the same; a score is told in whole points."""


@attrs.frozen(kw_only=True)
class Explanation:
    """What a player would do or did, and why.

    Attributes:
        seat: the player.
        action: the call, the announce or the card.
        level: how well he plays.
        headline: what it is.
        reasons: why, the reason that decided first.
        figures: what the comparison of candidates shows, in words.
        tried: what was looked at before and did not apply.
        candidates: what was compared, the best first; empty where nothing was.
        worlds: in how many sampled deals.
    """

    seat: Seat
    action: Action
    level: Level
    headline: Reason
    reasons: tuple[Reason, ...]
    figures: tuple[Reason, ...] = ()
    tried: tuple[Reason, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    worlds: int = 0


@attrs.frozen
class Told:
    """An explanation in words, for any screen.

    Attributes:
        headline: what is chosen.
        why: the sentences of the reasons, then those of the figures.
        tried: the sentences of what did not apply.
        headings: the heads of the columns of the table; empty where nothing was compared.
        rows: the rows of the table, the best first, each with as many cells as there are heads.
    """

    headline: str
    why: tuple[str, ...]
    tried: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The headline and why, a sentence a line."""
        return (self.headline, *self.why)


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
        figures=figures(view, advice),
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


def figures(view: View, advice: Advice) -> tuple[Reason, ...]:
    """Return what the comparison of candidates shows; nothing where there was none."""
    chosen = next((each for each in advice.candidates if each.action == advice.action), None)
    others = [each for each in advice.candidates if each.action != advice.action]
    if chosen is None or not others or not advice.worlds:
        return ()
    best = max(others, key=lambda each: each.score)
    facts: dict[str, Fact] = {
        "worlds": advice.worlds,
        "choice": named(chosen.action),
        "score": chosen.score,
        "other": named(best.action),
        "other_score": best.score,
    }
    alike = [each for each in others if abs(each.score - chosen.score) < NEAR]
    found: list[Reason] = []
    if len(alike) == len(others) or (alike and abs(best.score - chosen.score) < NEAR):
        named_alike = tuple(named(each.action) for each in alike)
        found.append(Reason("figures-level", {**facts, "others": named_alike}))
    else:
        rule = "figures-ahead" if chosen.score > best.score else "figures-behind"
        found.append(Reason(rule, facts))
    found.extend(_of_the_contract(view, chosen, best))
    if chosen.least < chosen.most:
        spread: dict[str, Fact] = {
            "best": chosen.best,
            "least": chosen.least,
            "most": chosen.most,
        }
        found.append(Reason("figures-best", spread))
    return tuple(found)


def _of_the_contract(view: View, chosen: Candidate, best: Candidate) -> tuple[Reason, ...]:
    contract = view.contract
    if contract is None or not isinstance(chosen.action, Play):
        return ()
    facts: dict[str, Fact] = {
        "contract": contract,
        "chance": chosen.chance,
        "other": named(best.action),
        "other_chance": best.chance,
    }
    rule = "figures-ours" if side_of(view.seat) == contract.side else "figures-theirs"
    if round(100 * chosen.chance) == round(100 * best.chance):
        rule += "-alone"
    return (Reason(rule, facts),)


def named(action: Action) -> Fact:
    """Return what is told of an action: the card, or the call or announce itself."""
    if isinstance(action, Play):
        return action.card
    if isinstance(action, Declare):
        return action.announce
    return action


_HEADINGS: Final = (
    "part-choice",
    "part-score",
    "part-made",
    "part-trick-points",
    "part-best-share",
    "part-worst",
    "part-best",
)


def told(explanation: Explanation, language: str = ENGLISH, *, symbols: bool = True) -> Told:
    """Return an explanation in words.

    Args:
        explanation: the explanation.
        language: `en` or `fr`.
        symbols: whether cards stand as ♠J, else in letters as SJ.

    Raises:
        BeloteError: the game does not speak the language, or a reason has no sentence.
    """

    def sentences(reasons: tuple[Reason, ...]) -> tuple[str, ...]:
        return tuple(tell(reason, language, symbols=symbols) for reason in reasons)

    said = words(language, symbols)
    rows = tuple(
        (
            fact_text(named(each.action), said),
            said.number(each.score, signed=True),
            said.share(each.chance),
            said.number(each.points),
            said.share(each.best),
            said.number(each.least, signed=True),
            said.number(each.most, signed=True),
        )
        for each in explanation.candidates
    )
    return Told(
        headline=tell(explanation.headline, language, symbols=symbols),
        why=sentences(explanation.reasons) + sentences(explanation.figures),
        tried=sentences(explanation.tried),
        headings=tuple(tell(Reason(rule), language) for rule in _HEADINGS) if rows else (),
        rows=rows,
    )

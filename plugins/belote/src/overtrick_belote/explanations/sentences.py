"""Sentences from reasons: the template of a rule, filled with its facts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError, expect
from overtrick_belote.explanations.phrases import TEXTS
from overtrick_belote.explanations.words import ENGLISH, FRENCH, Words, words
from overtrick_belote.players import (
    bidding,
    card_play,
    conventions,
    evaluation,
    heuristics,
    levels,
)
from overtrick_belote.players.advice import Fact, Level, Reason
from overtrick_belote.players.sentences import PLACEHOLDER, Rule, table
from overtrick_belote.rules.announces import Announce, Kind
from overtrick_belote.rules.auction import Bid, Contract, Double, Pass, Redouble
from overtrick_belote.rules.cards import Card, Rank, Side
from overtrick_belote.rules.state import Declare, Play

RULES: Final[Mapping[str, Rule]] = table(
    conventions.RULES,
    evaluation.RULES,
    bidding.RULES,
    card_play.RULES,
    heuristics.RULES,
    levels.RULES,
    TEXTS,
)
"""All rules by name: the tables of the players' modules and of this room in one."""

_NAMED: Final = frozenset({"name", "the", "a"})
_JOINTS: Final = frozenset({"and", "or", "sum"})
_VALUE: Final = re.compile(r"\s?: (?=[+-]?\d+$)")
_DECIMALS: Final = re.compile(r"(\+?)([0-3]?)")
_ELIDED: Final = re.compile(r"\b(?:([DJNS]|(?:Jus|Lors|Puis)?Qu)e|(L)[ea]) $", re.IGNORECASE)
_VOWELS: Final = frozenset("aeiouâàéèêAEIOUÂÀÉÈÊ")
_HIGH_MARK: Final = re.compile(r" (?=[:;?!»])|(?<=«) ")


class LocalizedError(BeloteError):
    """An error with a message in both languages; its text as an exception is English.

    Attributes:
        rule: the rule with the template.
        facts: what was found.

    Example:
        >>> none = Rule("no-seat", "Nobody sits at {name}.", "Personne n'est assis en {name}.")
        >>> str(LocalizedError(none, name="Q")), LocalizedError(none, name="Q").told(words("fr"))
        ('Nobody sits at Q.', "Personne n'est assis en Q.")
    """

    def __init__(self, rule: Rule, **facts: Fact) -> None:
        super().__init__(fill(rule, facts, words(ENGLISH, symbols=False)))
        self.rule = rule
        self.facts = facts

    def told(self, said: Words) -> str:
        """Return the message of the error in a language."""
        return fill(self.rule, self.facts, said)


def tell(reason: Reason, language: str = ENGLISH, *, symbols: bool = True) -> str:
    """Return the sentence of a reason, with a capital first letter.

    Args:
        reason: the rule and its facts.
        language: `en` or `fr`.
        symbols: whether cards are written as ♠J, else in letters as SJ.

    Raises:
        BeloteError: there is no such rule, a fact is missing or does not fit its form, or the
            game does not speak the language.
    """
    expect(reason, Reason, "reason", "a Reason (`told` says an Explanation)")
    expect(language, str, "language", "en or fr")
    text = _sentence(reason, words(language, symbols))
    return text if reason.rule.startswith("part-") else text[:1].upper() + text[1:]


def _sentence(reason: Reason, said: Words) -> str:
    if reason.rule not in RULES:
        msg = f"no rule is called {reason.rule!r}"
        raise BeloteError(msg)
    return fill(RULES[reason.rule], reason.facts, said)


def _part(reason: Reason, said: Words) -> str:
    """Return a sentence as part of another: without full stop or sentence capital."""
    text = _sentence(reason, said).rstrip(".")
    from_fact = RULES[reason.rule].template(said.language).startswith("{")
    return text if from_fact or text.startswith("I ") else text[:1].lower() + text[1:]


def fill(rule: Rule, facts: Mapping[str, Fact], said: Words) -> str:
    """Return the sentence of a rule with some facts.

    Raises:
        BeloteError: a fact is missing, or does not fit its form.

    Example:
        >>> lead = Rule("lead", "I lead {card}, from {seat}.", "J'entame {card}, de {seat}.")
        >>> facts = {"card": Card.parse("ST"), "seat": Seat.EAST}
        >>> fill(lead, facts, words("fr"))
        "J'entame ♠10, d'Est."
    """
    template = rule.template(said.language)
    # Text from facts is marked: French elides before it, and only there.
    parts: list[str] = []
    end = 0
    for match in PLACEHOLDER.finditer(template):
        parts.append(template[end : match.start()])
        parts.append(_told(rule, facts, match, said))
        end = match.end()
    parts.append(template[end:])
    if said.language == FRENCH:
        return _typeset(_elided(parts))
    return "".join(parts)


def _told(rule: Rule, facts: Mapping[str, Fact], match: re.Match[str], said: Words) -> str:
    name, kind, form = match[1], match[2], match[3] or ""
    if name not in facts:
        msg = f"rule {rule.id} says {{{name}}}, and that fact is not given"
        raise BeloteError(msg)
    fact = facts[name]
    if kind in {"|", "?"}:
        first, _, second = form.partition("|")
        if kind == "?":
            return first if fact else second
        if isinstance(fact, tuple):
            fact = len(fact)
        if not isinstance(fact, int | float) or isinstance(fact, Card):
            raise _unfit(rule, name, fact)
        return said.plural(fact, first, second)
    try:
        return fact_text(fact, said, form)
    except BeloteError as error:
        msg = f"rule {rule.id} says {match[0]}: {error}"
        raise BeloteError(msg) from error


def _unfit(rule: Rule, name: str, fact: Fact) -> BeloteError:
    return BeloteError(f"rule {rule.id} chooses a word by {{{name}}}, which is {fact!r}")


def fact_text(fact: Fact, said: Words, form: str = "") -> str:
    """Return a fact as text.

    Args:
        fact: the fact.
        said: the vocabulary of a language.
        form: the part after the colon in a template; empty for the plain form.

    Raises:
        BeloteError: there is no such form of such a fact.
    """
    if isinstance(fact, tuple):
        if form == "row":
            # Of each line the colon before its value goes.
            lines = [_VALUE.sub(" ", fact_text(item, said)) for item in fact]
            return said.listed(lines, form)
        if not fact:
            msg = "there is nothing to list"
            raise BeloteError(msg)
        if form == "short":
            return " ".join(said.rank(item) for item in fact if isinstance(item, Rank))
        joint = form if form in _JOINTS else "and"
        each = "" if form in _JOINTS else form
        return said.listed([fact_text(item, said, each) for item in fact], joint)
    if isinstance(fact, Reason):
        return _part(fact, said)
    text = _named(fact, said, form) if form in _NAMED else _plain(fact, said, form)
    if text is None:
        msg = f"no form {form!r} of {fact!r}"
        raise BeloteError(msg)
    return text


def _named(fact: Fact, said: Words, form: str) -> str | None:
    # Ranks, suits and seats are whole numbers too: the narrower kinds come first.
    if isinstance(fact, Card):
        return said.card_name(fact, form)
    if isinstance(fact, Rank):
        return said.rank_name(fact, form)
    if isinstance(fact, Kind):
        return said.kind(fact, form)
    if isinstance(fact, Announce):
        return said.announce(fact, form)
    return None


def _plain(fact: Fact, said: Words, form: str) -> str | None:
    if isinstance(fact, Card | Rank | Suit | Seat | Side | Kind | Announce | str) or not isinstance(
        fact, int | float
    ):
        return None if form else _thing(fact, said)
    if form == "%":
        return said.share(fact)
    if form in ("word", "word-f"):
        return said.number_word(int(fact), feminine=form == "word-f")
    shape = _DECIMALS.fullmatch(form)
    if shape is None:
        return None
    return said.number(fact, int(shape[2] or 0), signed=bool(shape[1]))


def _thing(fact: Fact, said: Words) -> str | None:
    if isinstance(fact, Card):
        return said.card(fact)
    if isinstance(fact, Rank):
        return said.rank_name(fact)
    if isinstance(fact, Suit):
        return said.suit(fact)
    if isinstance(fact, Seat):
        return said.seat(fact)
    if isinstance(fact, Side):
        return said.side(fact)
    if isinstance(fact, Kind):
        return said.kind(fact)
    if isinstance(fact, Announce):
        return said.announce(fact)
    if isinstance(fact, Level):
        return said.level(fact)
    if isinstance(fact, Contract):
        return said.contract(fact)
    if isinstance(fact, Declare):
        return said.announce(fact.announce)
    if isinstance(fact, Play):
        return said.card(fact.card)
    if isinstance(fact, Pass | Bid | Double | Redouble):
        return said.call(fact)
    return fact if isinstance(fact, str) else None


def _elided(parts: list[str]) -> str:
    text = ""
    for place, part in enumerate(parts):
        # Odd places are text from facts; "de onze" keeps its vowel.
        if place % 2 and part[:1] in _VOWELS and not part.startswith("onze"):
            text = _ELIDED.sub(lambda match: f"{match[1] or match[2]}'", text)
        text += part
    return text


def _typeset(text: str) -> str:
    return _HIGH_MARK.sub("\N{NO-BREAK SPACE}", text)

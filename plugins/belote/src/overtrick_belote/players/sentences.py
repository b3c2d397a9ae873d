"""Sentence rules as data: a name, and a template in English and French.

Each module of this room that has rules keeps a table of them beside the code that applies them:

    RULES: Final = (
        Rule(
            "response-nine",
            "I hold {card} with {trumps|one other trump|other trumps}: {value:+}.",
            "J'ai {card} avec {trumps|un autre atout|d'autres atouts} : {value:+}.",
        ),
    )

and gives `Reason("response-nine", {"card": nine, "trumps": 2, "value": 10})`.

A template is text with facts in braces. The fact's kind decides its form:

| written | of | English | French |
|---|---|---|---|
| `{card}` | a card | ♠J (SJ in letters) | ♠V (PV) |
| `{card:name}`, also `the`, `a` | a card | (the, a) jack of spades | (le, un) valet de pique |
| `{rank}`, `{rank:the}`, `{rank:a}` | a rank | (the, a) jack | (le, un) valet |
| `{suit}` | a suit | spades | pique |
| `{seat}` | a player | North | Nord |
| `{side}` | a side | North-South | Nord-Sud |
| `{call}` | a call | 110♠, pass, double | 110♠, passe, contre |
| `{kind}`, `{kind:a}` | a kind of announce | (a) third | (une) tierce |
| `{announce}` | an announce | third ♠Q-J-10 | tierce ♠D-V-10 |
| `{n}`, `{n:+}` | a whole number | 7, +7, -7 | 7, +7, -7 |
| `{x}`, `{x:1}`, `{x:+}`, `{x:+1}` | any number, so many decimals | 7, 7.4, +7, +7.4 | 7, 7,4 ... |
| `{share:%}` | a share of 1 | 62% | 62 % |
| `{cards}`, `{cards:or}` | several of one kind | ♠J, ♠9 and ♠A | ♠V, ♠9 et ♠A |
| `{cards:name}`, `{n:word}` | each by its name; 0 to 12 in letters | three | trois |
| `{parts:sum}`, `{parts:row}` | several | 20 + 10, 20; 10 | 20 + 10, 20 ; 10 |
| `{ranks:short}` | several ranks | J 9 A 10 | V 9 A 10 |
| `{contract}` | a contract | 120♣ doubled | 120♣ contré |
| `{level}` | how well one plays | expert | expert |
| `{finding}` | another reason | its sentence, without full stop | |
| `{n|trick|tricks}` | the word for a number | trick, tricks | 0 and 1 take the first |
| `{flag?text|text}` | the first where it is not 0 nor empty | | the second may be left out |

A choice by `|` or `?` holds plain text, no braces. French puts de, que, le, la, je, ne, se, jusque
and si (before il) right before a vowel: write `de {seat}`, and the result is `d'Est`. Write a plain
blank before : ; ? ! in French; it becomes one that does not break.

A sentence is short, states the observation and its consequence, and speaks as the player who
chooses: "I", "my partner" (`je`, `mon partenaire`); it is read in a hint to oneself and in an
analysis of another. It ends with a full stop; its first letter becomes a capital. Rules whose names
begin with `part-` are no sentences, but parts of others (`{finding}`). Counted items in it are
written as a fact, never as a figure in the text; both languages have the same facts.

Facts of these names mean the same in all rules, so that a test can count them again from the
view: `card` or `call`: what is chosen; `trump`; `suit`: the suit of the card, or the one meant;
`led`: the suit led; `partner`, `declarer`, `winner` (of the trick so far): players; `winning`: the
card that wins so far; `trumps`: how many I hold now; `trumps_out`: how many the three others hold
together; `points`: of the cards on the table; `hand_points`: of tricks my side has taken;
`tricks_left`: with this one; `contract`, `bid`: the call and its amount; `needed`: what declarer's
side must reach. A rule that means something else chooses another name.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from overtrick_belote.errors import BeloteError

PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)(?:([:|?])([^{}]*))?\}")
"""A fact in a template: its name, then `:` and a form, or `|` or `?` and texts to choose from."""


@attrs.frozen
class Rule:
    """A rule's name with its template in each language.

    Attributes:
        id: the name, as in `Reason.rule`: lower case with hyphens, such as `draw-trumps`.
        english: the English template.
        french: the French template, with the same facts.
    """

    id: str
    english: str
    french: str

    def template(self, language: str) -> str:
        """Return the template of a language: French for `fr`, English for all others."""
        return self.french if language == "fr" else self.english


def facts_of(template: str) -> frozenset[str]:
    """Return the names of the facts that a template uses.

    Raises:
        BeloteError: a brace that is part of no placeholder.

    Example:
        >>> sorted(facts_of("{card} wins {n} {n|trick|tricks}."))
        ['card', 'n']
    """
    rest = PLACEHOLDER.sub("", template)
    if "{" in rest or "}" in rest:
        msg = f"a brace that is part of no placeholder: {template!r}"
        raise BeloteError(msg)
    return frozenset(match[1] for match in PLACEHOLDER.finditer(template))


def table(*tables: tuple[Rule, ...]) -> dict[str, Rule]:
    """Return the rules of several tables by name.

    Raises:
        BeloteError: two rules of one name.
    """
    found: dict[str, Rule] = {}
    for rules in tables:
        for rule in rules:
            if rule.id in found:
                msg = f"two rules are called {rule.id}"
                raise BeloteError(msg)
            found[rule.id] = rule
    return found

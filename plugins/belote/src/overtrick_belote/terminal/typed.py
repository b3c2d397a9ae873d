"""User input at the table: calls, cards, declarations and commands, in full or abbreviated."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick.plugin import printable
from overtrick_belote.explanations.sentences import LocalizedError
from overtrick_belote.explanations.words import FRENCH, Words
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.players.sentences import Rule, table
from overtrick_belote.rules.announces import Announce, Kind
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid
from overtrick_belote.rules.cards import FULL_DECK, RANK_SYMBOLS, Card, Rank, cards_of, hand_of
from overtrick_belote.rules.state import Action, Declare, Phase, Play
from overtrick_belote.table.session import Table
from overtrick_render import translator


@attrs.frozen
class Order:
    """A command that was typed.

    Attributes:
        name: its name.
        words: the words after it.
    """

    name: str
    words: tuple[str, ...] = ()


Typed = Order | Action | Reason
"""A command, an action, or the reason it is not understood."""

_COMMANDS: Final[Mapping[str, str]] = {
    "help": "? help aide",
    "hint": "h hint conseil",
    "why": "w why pourquoi",
    "medal": "m medal medaille",
    "last": "l last derniere dernier",
    "info": "i info",
    "bids": "b bids encheres",
    "hand": "hand hands cards main mains cartes",
    "score": "s score marque",
    "values": "values valeurs",
    "peek": "peek voir",
    "undo": "u undo reprendre annuler",
    "replay": "replay rejouer",
    "end": "end finir",
    "review": "review bilan",
    "compare": "compare comparer",
    "next": "n next suivante suite suivant",
    "shuffle": "shuffle battre",
    "save": "save garder",
    "save!": "save! garder!",
    "copy": "copy texte copie copier",
    "players": "players joueurs",
    "nohelp": "nohelp sansaide",
    "rules": "rules regles",
    "announce": "announce annoncer",
    "quit": "quit exit fin quitter",
}
_ANALYSIS: Final = ("analysis", "analyse", "analyze", "analyser")
_ORDERS: Final = {word: name for name, words in _COMMANDS.items() for word in words.split()}
_CALLS: Final[Mapping[str, Action]] = {
    **dict.fromkeys(("p", "pass", "passe"), PASS),
    **dict.fromkeys(("x", "double", "contre", "coinche", "je contre", "je coinche"), DOUBLE),
    **dict.fromkeys(("xx", "redouble", "surcontre", "surcoinche"), REDOUBLE),
}
_KINDS: Final[Mapping[str, Kind]] = {
    "third": Kind.THIRD, "tierce": Kind.THIRD,
    "fourth": Kind.FOURTH, "quarte": Kind.FOURTH,
    "fifth": Kind.FIFTH, "quinte": Kind.FIFTH,
}  # fmt: skip
_BID: Final = re.compile(r"(\d{1,4})(?: ?(?:of |de )?([a-z♠♥♦♣]+))?")
_BID_TURNED: Final = re.compile(r"([a-z♠♥♦♣]+) ?(\d{2,4})")
_PARTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("bidding", "bids", "encheres", "enchere", "b"), "bidding"),
    **dict.fromkeys(("cards", "play", "cartes", "carte", "c"), "cards"),
}


def folded(text: str) -> str:
    """Return a text in lower case without accents and double blanks.

    Example:
        >>> folded("  Médaille  CŒUR ")
        'medaille coeur'
    """
    spread = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe"))
    plain = "".join(letter for letter in spread if not unicodedata.combining(letter))
    return " ".join(plain.split())


def read_typed(text: str, table: Table, words: Words, listed: Sequence[Card]) -> Typed:
    """Read user input.

    Args:
        text: the line.
        table: the table, where a person is at turn or the hand is over.
        words: how things are called in his language.
        listed: the cards that were shown to him with numbers.
    """
    typed = folded(text)
    first, _, rest = typed.partition(" ")
    if typed in _CALLS and table.state.phase is not Phase.PLAY:
        return _CALLS[typed]
    if first in _ANALYSIS:
        name = "review" if table.state.phase is Phase.OVER else "why"
        return Order(name, tuple(rest.split()))
    if first in _ORDERS:
        # File names are taken as they were typed.
        behind = text.split()[1:] if first.startswith(("save", "garder")) else rest.split()
        return Order(_ORDERS[first], tuple(behind))
    if first in _KINDS or first in ("four", "carre"):
        return _read_announce(first, rest, table, words)
    if table.state.phase is Phase.AUCTION:
        return _read_bid(typed, text, words)
    if table.state.phase is Phase.PLAY:
        return _CALLS.get(typed) or _read_card(typed, text, table, words, listed)
    return _not_understood(text)


def _not_understood(text: str) -> Reason:
    return Reason("not-understood", {"text": printable(text.strip())})


def suits(words: Words, *, own: bool = False) -> dict[str, Suit]:
    """Return the suits by all their names, the user's language first, or it alone."""
    found: dict[str, Suit] = {}
    others = () if own else ("en", FRENCH)
    for language in dict.fromkeys((words.language, *others)):
        core = translator(language=language)
        for suit in Suit:
            name = folded(core.suit(suit))
            for sign in (core.suit_letter(suit), name, name.rstrip("s"), name + "s"):
                found.setdefault(folded(sign), suit)
    found.update({suit.glyph: suit for suit in Suit})
    return found


def ranks(words: Words, *, own: bool = False) -> dict[str, Rank]:
    """Return the ranks by all their names, the user's language first, or it alone."""
    found = {"10": Rank.TEN}
    for rank in Rank:
        found.setdefault(folded(words.rank(rank)), rank)
        found.setdefault(folded(words.rank_name(rank)), rank)
    for rank in Rank:
        if not own:
            found.setdefault(RANK_SYMBOLS[rank].lower(), rank)
    return found


def example_bid(words: Words, amount: int) -> str:
    """Return an example of a typed bid: `80h`."""
    return f"{amount}{folded(translator(language=words.language).suit_letter(Suit.HEARTS))}"


def typed_card(words: Words, card: Card) -> str:
    """Return an example of a typed card: `sj`."""
    letter = translator(language=words.language).suit_letter(card.suit)
    return folded(letter + words.rank(card.rank))


def typed_kind(words: Words, kind: Kind) -> str:
    """Return an example of a typed declaration: `third`, `four`."""
    return folded(words.kind(kind)).partition(" ")[0]


_TENS: Final = (
    (80, "eighty"), (90, "ninety"), (10, "ten"), (20, "twenty"), (30, "thirty"), (40, "forty"),
    (50, "fifty"), (60, "sixty"), (70, "seventy"),
    (80, "quatre vingt"), (90, "quatre vingt dix"), (90, "nonante"), (10, "dix"), (20, "vingt"),
    (30, "trente"), (40, "quarante"), (50, "cinquante"), (60, "soixante"), (70, "soixante dix"),
)  # fmt: skip
_HUNDREDS: Final = (
    (100, "cent"), (200, "deux cent"), (100, "one hundred"), (100, "hundred"), (100, "a hundred"),
    (200, "two hundred"),
)  # fmt: skip
_AMOUNTS: Final[Mapping[str, int]] = {
    **{word: amount for amount, word in _TENS},
    **{word: amount for amount, word in _HUNDREDS},
    **{
        f"{hundred}{joint}{ten}": hundreds + tens
        for hundreds, hundred in _HUNDREDS
        for tens, ten in _TENS
        for joint in (" ", " and ")
    },
}
"""Amounts in words of either language, without the final s of cents and vingts."""
_MANY: Final = re.compile(r"\b(cent|vingt)s\b")


def _with_figures(typed: str) -> str:
    """Return a bid with its amount in figures, from words: `cent dix coeur`."""
    plain = _MANY.sub(r"\1", typed.replace("-", " "))
    parts = plain.split()
    for count in range(len(parts), 0, -1):
        amount = _AMOUNTS.get(" ".join(parts[:count]))
        if amount is not None:
            return " ".join([str(amount), *parts[count:]])
    return typed


def _read_bid(typed: str, text: str, words: Words) -> Typed:
    typed = _with_figures(typed)
    match = _BID.fullmatch(typed)
    turned = _BID_TURNED.fullmatch(typed)
    amount, suit = (None, None)
    if match is not None:
        amount, suit = match[1], match[2]
    elif turned is not None:
        amount, suit = turned[2], turned[1]
    if amount is None:
        if typed == "q":
            return Reason("quit-word")
        return _not_understood(text)
    if suit is None:
        facts: dict[str, Fact] = {"amount": int(amount), "example": example_bid(words, int(amount))}
        return Reason("which-suit", facts)
    meant = suits(words).get(suit)
    return _not_understood(text) if meant is None else Bid(int(amount), meant)


def _read_card(typed: str, text: str, table: Table, words: Words, listed: Sequence[Card]) -> Typed:
    by_rank = ranks(words)
    number = int(typed) if re.fullmatch("[1-9]", typed) else 0
    counted = listed[number - 1] if 0 < number <= len(listed) else None
    if typed in by_rank:
        return _of_rank(by_rank[typed], counted, table, words, listed)
    if counted is not None:
        return Play(counted)
    compact = typed.replace(" of ", " ").replace(" de ", " ")
    for own in (True, False):
        card = _in_two(compact, suits(words, own=own), ranks(words, own=own))
        if card is not None:
            return Play(card)
    return _not_understood(text)


def _in_two(typed: str, by_suit: Mapping[str, Suit], by_rank: Mapping[str, Rank]) -> Card | None:
    """Return the card of a suit and a rank, in either order."""
    for place in range(1, len(typed)):
        first, last = typed[:place].strip(), typed[place:].strip()
        if first in by_suit and last in by_rank:
            return Card.of(by_suit[first], by_rank[last])
        if first in by_rank and last in by_suit:
            return Card.of(by_suit[last], by_rank[first])
    return None


def _of_rank(
    rank: Rank, counted: Card | None, table: Table, words: Words, listed: Sequence[Card]
) -> Typed:
    """Return the card of a rank alone: among the legal cards, then among those held."""
    seat = table.turn
    held = [] if seat is None else list(cards_of(table.state.hands[seat]))
    meant = [card for card in listed if card.rank == rank]
    if counted is not None and counted not in meant:
        # A 7 may be the rank, or the seventh in the list.
        meant.append(counted)
    meant = meant or [card for card in held if card.rank == rank]
    if len(meant) == 1:
        return Play(meant[0])
    if not meant:
        return Reason("none-of-rank", {"rank": rank})
    examples = tuple(typed_card(words, card) for card in meant)
    return Reason("which-card", {"examples": examples})


def _read_announce(first: str, rest: str, table: Table, words: Words) -> Typed:
    """Read a declaration by its kind, and by its highest card if there are several of the kind."""
    sayable = [act.announce for act in table.actions() if isinstance(act, Declare)]
    kind = _KINDS.get(first)
    found = [
        announce
        for announce in sayable
        if (announce.kind == kind if kind is not None else announce.suit is None)
    ]
    best = [announce for announce in table.announces() if announce in found]
    if rest:
        found = [a for a in found if _is_meant(rest, a, words)]
    elif len(best) == 1:
        found = best
    if len(found) == 1:
        return Declare(found[0])
    if not found:
        return Reason("nothing-to-announce")
    examples = tuple(f"{first} {_named(announce, words)}" for announce in found)
    return Reason("which-card", {"examples": examples})


def _named(announce: Announce, words: Words) -> str:
    if announce.suit is None:
        return folded(words.rank(announce.top))
    return typed_card(words, Card.of(announce.suit, announce.top))


def _is_meant(rest: str, announce: Announce, words: Words) -> bool:
    if announce.suit is None:
        return ranks(words).get(rest.rstrip("s")) == announce.top
    return rest == _named(announce, words) or suits(words).get(rest) == announce.suit


def read_seats(names: Iterable[str], words: Words) -> list[Seat]:
    """Return the seats named by some words, in either language."""
    found: dict[str, Seat] = {}
    for language in dict.fromkeys((words.language, "en", FRENCH)):
        core = translator(language=language)
        for seat in Seat:
            found.setdefault(folded(core.seat(seat)), seat)
            found.setdefault(folded(core.seat_letter(seat)), seat)
    return [found[name] for name in map(folded, names) if name in found]


def read_part(names: Sequence[str]) -> str | None:
    """Return the part of a hand that some words name: `bidding` or `cards`."""
    return _PARTS.get(folded(names[0])) if names else None


def read_cards(text: str, words: Words) -> int:
    """Read cards: suits, each followed by ranks; return them as a hand.

    Letters are those of the language, or else the English ones. What the terminal prints of a hand
    is read, too: letter and symbol together, the player in front, the word for trumps or for none.

    Raises:
        LocalizedError: something in it is no card, a card is repeated, or there are too many.
    """
    errors: list[_CardsError] = []
    for own in (True, False):
        try:
            return _read_cards(text, words, suits(words, own=own), ranks(words, own=own))
        except _CardsError as error:
            errors.append(error)
    # The letters with which it went further are those that were meant.
    worst = max(errors, key=lambda error: error.read)
    raise LocalizedError(worst.rule, **worst.facts)


def apart(hands: Sequence[int]) -> None:
    """Raise if two hands hold the same card.

    Raises:
        LocalizedError: two players are given one card.
    """
    for card in cards_of(FULL_DECK):
        seats = tuple(seat for seat, hand in zip(Seat, hands, strict=True) if hand & card.mask)
        if len(seats) > 1:
            raise LocalizedError(_CARDS["card-of-two"], card=card, seats=seats)


_CARDS: Final = table(
    (
        Rule(
            "cards-no-suit",
            "not cards: “{text}”; a suit comes first, as in {example}",
            "pas des cartes : « {text} » ; la couleur vient d'abord, comme dans {example}",
        ),
        Rule(
            "cards-no-rank",
            "not cards: “{text}”; there is no rank “{sign}”, only {known}",
            "pas des cartes : « {text} » ; il n'y a pas de « {sign} », seulement {known}",
        ),
        Rule("card-twice", "{card} stands there twice", "{card} y est deux fois"),
        Rule(
            "cards-too-many",
            "{count} cards; a player has {most:word}",
            "{count} cartes ; un joueur en a {most:word}",
        ),
        Rule(
            "card-of-two",
            "{card} is given to {seats}",
            "{card} est donné à {seats}",
        ),
    )
)
_VARIATION: Final = re.compile("[\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}]")
_PRINTED: Final = frozenset({"trumps", "atout", "none", "aucune"})
_HAND_SIZE: Final = 8


class _CardsError(Exception):
    """The fault of typed cards, and the number of cards read before it."""

    def __init__(self, rule: str, read: int, **facts: Fact) -> None:
        super().__init__(rule)
        self.rule = _CARDS[rule]
        self.read = read
        self.facts = facts


def _read_cards(
    text: str, words: Words, by_suit: Mapping[str, Suit], by_rank: Mapping[str, Rank]
) -> int:
    found: list[Card] = []
    suit: Suit | None = None
    first, colon, behind = folded(_VARIATION.sub("", text)).partition(":")
    typed = behind if colon and read_seats([first.strip()], words) else first + colon + behind
    for word in typed.replace(",", " ").replace("-", " ").split():
        rest = word
        if rest in _PRINTED:
            continue
        if rest in by_suit:
            suit = by_suit[rest]
            continue
        if rest[:1] in by_suit and (rest[:1] not in by_rank or suit is None):
            suit, rest = by_suit[rest[:1]], rest[1:].removeprefix(by_suit[rest[:1]].glyph)
        elif by_suit.get(rest[:1]) is not None and rest[1:2] == by_suit[rest[:1]].glyph:
            # A letter that is a rank, too: the symbol shows that the suit is meant.
            suit, rest = by_suit[rest[:1]], rest[2:]
        while rest:
            sign = "10" if rest.startswith("10") else rest[:1]
            if suit is None:
                example = typed_card(words, Card.of(Suit.SPADES, Rank.JACK)).upper()
                raise _CardsError("cards-no-suit", len(found), text=word, example=example)
            if sign not in by_rank:
                known = " ".join(words.rank(rank) for rank in reversed(Rank))
                facts: dict[str, Fact] = {"text": word, "sign": sign, "known": known}
                raise _CardsError("cards-no-rank", len(found), **facts)
            card = Card.of(suit, by_rank[sign])
            if card in found:
                raise _CardsError("card-twice", len(found), card=card)
            found.append(card)
            rest = rest[len(sign) :]
    if len(found) > _HAND_SIZE:
        raise _CardsError("cards-too-many", len(found), count=len(found), most=_HAND_SIZE)
    return hand_of(found)

"""The play section: from its body to a `Play`.

As for the auction there are three ways: plain cards by look-up, anything that obeys the standard
by one compiled pattern, and `sections.lark` for the rest, which is the reference and reports.

Source: PBN 2.1 §3.6 (Play section), §3.9 (Irregularities), §3.11.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick.model.calls import Ending, Irregularity
from overtrick.model.cards import CARDS, Card
from overtrick.model.play import PLAIN_CARDS, Play, PlayedCard, Trick
from overtrick_pbn.lexis import comment_text
from overtrick_pbn.marks import (
    TOKEN,
    Marks,
    SectionError,
    SectionRead,
    SectionSay,
    add_mark,
    explain_bad_mark,
)
from overtrick_pbn.nags import CARD_SUFFIXES

if TYPE_CHECKING:
    from lark import Token, Tree

    from overtrick.model.table import Seat

_PLAIN: Final[dict[str, PlayedCard | None]] = {
    card.symbol: PLAIN_CARDS[card.index] for card in CARDS
}
_PLAIN["-"] = None

_CARDS: Final = {card.symbol: card for card in CARDS}
_PLAYS: Final = {"^R": Irregularity.REVOKE, "^L": Irregularity.LEAD_OUT_OF_TURN}
_END: Final = "Play.end"


def play_of(leader: Seat, cards: list[PlayedCard | None], ending: Ending | None) -> Play:
    """Return the play of cards in the order of the section's columns."""
    count = len(cards)
    if count == 52 and ending is not Ending.OPEN:
        whole = all(played is not None and played.card is not None for played in cards)
        ending = Ending.COMPLETE if whole else ending
    if count & 3:
        cards = cards + [None] * (4 - (count & 3))
    first = leader.value
    # Column k is the seat k places after the leader; a trick is in the order of seats.
    columns = (
        cards[-first & 3 :: 4],
        cards[1 - first & 3 :: 4],
        cards[2 - first & 3 :: 4],
        cards[3 - first & 3 :: 4],
    )
    return Play(
        leader=leader,
        tricks=tuple(map(Trick, zip(*columns, strict=True))),
        ending=ending or Ending.UNKNOWN,
    )


def fast_play(leader: Seat, body: str) -> Play | None:
    """Read cards and hyphens by look-up; `None` where there is anything else."""
    words = body.split()
    ending: Ending | None = None
    if words and words[-1] == "*":
        words.pop()
        ending = Ending.CLOSED
    if len(words) > 52:
        return None
    try:
        cards = [_PLAIN[word] for word in words]
    except KeyError:
        return None
    return play_of(leader, cards, ending)


class _Cards:
    """Gathers the cards of a play."""

    def __init__(self, notes: Mapping[str, str], read: SectionRead) -> None:
        self.notes = notes
        self.read = read
        self.cards: list[PlayedCard | None] = []
        self.ending: Ending | None = None

    def add(self, card: Card | None, marks: Marks, irregularity: Irregularity | None) -> None:
        if irregularity is None and marks.is_plain:
            self.cards.append(None if card is None else PLAIN_CARDS[card.index])
            return
        self.cards.append(
            PlayedCard(
                card=card,
                note=None if marks.note is None else self.notes.get(f"={marks.note}=", ""),
                nags=marks.glyphs(CARD_SUFFIXES),
                comment=marks.comment,
                irregularity=irregularity,
            )
        )


def scan_play(leader: Seat, body: str, notes: Mapping[str, str], read: SectionRead) -> Play | None:
    """Read a play that obeys the standard to the letter; `None` where one does not."""
    cards = _Cards(notes, read)
    card: Card | None = None
    marks: Marks | None = None
    irregularity: Irregularity | None = None
    pending: Irregularity | None = None
    anchor = "Play"
    ended = False
    for token in TOKEN.findall(body):
        head = token[0]
        if head in "{;":
            if marks is not None:
                marks.comments.append(comment_text(token))
            else:
                read.comments.append((anchor, comment_text(token)))
        elif head == "%" and len(token) > 1:
            read.escapes.append(token[1:])
        elif ended:
            return None
        elif token in _PLAIN:
            if marks is not None:
                cards.add(card, marks, irregularity)
            marks, irregularity, pending = Marks(), pending, None
            card = _CARDS.get(token)
            if card is None and irregularity is not None:
                return None
        elif pending is not None:
            return None
        elif head in "=$!?":
            if marks is None or not add_mark(marks, token, read.used):
                return None
            if head == "=" and token not in notes:
                return None
        elif token in _PLAYS:
            pending = _PLAYS[token]
        elif token in "*+":
            if marks is not None:
                cards.add(card, marks, irregularity)
                marks = None
            anchor = _END
            if token == "*":
                ended = True
                cards.ending = cards.ending or Ending.CLOSED
            else:
                if cards.ending is not None:
                    return None
                cards.ending = Ending.OPEN
                cards.cards.append(None)
        else:
            return None
    if pending is not None:
        return None
    if marks is not None:
        cards.add(card, marks, irregularity)
    if len(cards.cards) > 52:
        return None
    return play_of(leader, cards.cards, cards.ending)


def fine_play(
    leader: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Play:
    """Read a play through the grammar, and report all that the standard has against it.

    Raises:
        SectionError: the body is no play; the reason has been reported.
    """
    from overtrick_pbn.grammar import NotInGrammarError, parse_section

    try:
        tree = parse_section("play", body)
    except NotInGrammarError as error:
        _explain(error.index, error.token, error.text, body, say)
        raise SectionError from None
    return _FinePlay(notes, read, say).read_tree(tree, leader)


class _FinePlay:
    """Walks the tree of a play."""

    def __init__(self, notes: Mapping[str, str], read: SectionRead, say: SectionSay) -> None:
        self.cards = _Cards(notes, read)
        self.read = read
        self.say = say
        self.anchor = "Play"

    def read_tree(self, tree: Tree[Token], leader: Seat) -> Play:
        cards = self.cards
        for child in tree.children:
            if isinstance(child, str):
                continue
            kind = str(child.data)
            if kind == "remark":
                self._remark(child)
            elif kind == "next_card":
                self._next_card(child)
            elif kind == "closed":
                self.anchor = _END
                cards.ending = cards.ending or Ending.CLOSED
                self._remarks(child)
            else:
                self._card(child, kind)
            if len(cards.cards) > 52:
                self.say("PBN385", _index(child))
                raise SectionError
        return play_of(leader, cards.cards, cards.ending)

    def _remark(self, tree: Tree[Token]) -> None:
        text = str(tree.children[0])
        if text[0] in "{;":
            self.read.comments.append((self.anchor, comment_text(text)))
        else:
            self.read.escapes.append(text[1:] if text[0] == "%" else text)

    def _remarks(self, tree: Tree[Token]) -> None:
        for child in tree.children:
            if not isinstance(child, str):
                self._remark(child)

    def _next_card(self, tree: Tree[Token]) -> None:
        if self.cards.ending is not None:
            self.say("PBN387", _index(tree))
        self.cards.ending = Ending.OPEN
        self.cards.cards.append(None)
        self.anchor = _END
        self._remarks(tree)

    def _card(self, tree: Tree[Token], kind: str) -> None:
        marks = Marks()
        tokens: list[Token] = []
        for child in tree.children:
            if isinstance(child, str):
                tokens.append(child)
                continue
            inner = child.children[0]
            if not isinstance(inner, str):
                text = str(inner.children[0])
                if text[0] in "{;":
                    marks.comments.append(comment_text(text))
                else:
                    self.read.escapes.append(text[1:] if text[0] == "%" else text)
            elif not add_mark(marks, str(inner), self.read.used):
                what, values = explain_bad_mark(marks, str(inner))
                code = {"nag": "PBN395", "note": "PBN396", "second": "PBN383"}[what]
                self.say(code, inner.start_pos or 0, error=True, **values)
                raise SectionError
        card = self._lookup(tokens[-1])
        irregularity = None
        if kind != "card":
            irregularity = _PLAYS[str(tokens[0])]
            if card is None:
                self.say("PBN386", tokens[0].start_pos or 0, text=str(tokens[0]))
                raise SectionError
        self.cards.add(card, marks, irregularity)

    def _lookup(self, token: Token) -> Card | None:
        text, index = str(token), token.start_pos or 0
        if text == "-":
            return None
        known = _CARDS.get(text)
        if known is not None:
            return known
        upper = text.upper()
        if upper[1:] == "10":
            self.say("PBN806", index)
            upper = upper[0] + "T"
        known = _CARDS.get(upper)
        if known is None:
            self.say("PBN381", index, text=text[:20])
            raise SectionError
        if text[0].islower() or text[-1].islower():
            self.say("PBN805", index, section="Play")
        return known


def _index(tree: Tree[Token]) -> int:
    first = tree.children[0]
    return (first.start_pos or 0) if isinstance(first, str) else 0


_ANNOTATIONS: Final = frozenset({"SUFFIX", "NOTE", "NAG"})


def _explain(index: int, token: str, text: str, body: str, say: SectionSay) -> None:
    """Report why the grammar refused a token."""
    before = body[:index].rstrip()
    text = text[:20]
    if token in _ANNOTATIONS:
        code = "PBN384" if before.endswith("*") else "PBN382"
        say(code, index, text=text)
    elif token in {"REVOKE", "LEAD"} or text[:1] == "^":
        say("PBN386", index, text=text[:2] or "^R")
    elif token == "$END":
        say("PBN386", index, text=before[-2:])
    elif before.endswith("*") or token in {"ASTERISK", "PLUS"}:
        say("PBN384", index, text=text)
    elif text[:1] == "$":
        say("PBN395", index, text=text)
    else:
        say("PBN381", index, text=text)

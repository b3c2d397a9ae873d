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
from overtrick_pbn.standard.glyphs import CARD_SUFFIXES
from overtrick_pbn.text.annotations import (
    MAX_TOKENS,
    TOKEN,
    Marks,
    SectionError,
    SectionRead,
    SectionSay,
    add_mark,
    check_size,
    closed_comment,
    explain_bad_mark,
    is_open,
)
from overtrick_pbn.text.quoting import comment_text

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


def play_of(
    leader: Seat,
    cards: list[PlayedCard | None],
    ending: Ending | None,
    *,
    is_whole: bool | None = None,
) -> Play:
    """Return the play of cards in the order of the section's columns.

    Args:
        leader: the seat of the first column.
        cards: 52 at the most.
        ending: what the record says of it.
        is_whole: whether no card is missing, where that is known already.
    """
    count = len(cards)
    if count == 52 and ending is not Ending.OPEN:
        if is_whole is None:
            is_whole = all(played is not None and played.card is not None for played in cards)
        ending = Ending.COMPLETE if is_whole else ending
    if count & 3:
        if ending is Ending.OPEN and not any(cards[count & ~3 :]):
            # A last row that holds the mark of the next card and no card is no trick.
            cards = cards[: count & ~3]
        else:
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
        cards = list(map(_PLAIN.__getitem__, words))
    except KeyError:
        return None
    return play_of(leader, cards, ending, is_whole="-" not in words)


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


def scan_play(  # noqa: PLR0912, PLR0915  # one branch a kind of token
    leader: Seat, body: str, notes: Mapping[str, str], read: SectionRead
) -> Play | None:
    """Read a play that obeys the standard to the letter; `None` where one does not."""
    gathered = _Cards(notes, read)
    cards = gathered.cards
    # The marks of the last card, made when the first of them comes.
    marks: Marks | None = None
    card: str | None = None
    irregularity: Irregularity | None = None
    pending: Irregularity | None = None
    anchor = "Play"
    ended = False
    words = TOKEN.findall(body)
    if len(words) > MAX_TOKENS:
        return None
    for word in words:
        if word in _PLAIN:
            if marks is not None:
                cards.pop()
                gathered.add(_CARDS.get(card or "-"), marks, irregularity)
                marks = None
            if ended:
                return None
            card = word
            cards.append(_PLAIN[word])
            if pending is not None:
                if word == "-":
                    return None
                marks, irregularity, pending = Marks(), pending, None
            else:
                irregularity = None
            continue
        head = word[0]
        if head in "{;":
            if is_open(word):
                return None
            if card is None:
                read.comments.append((anchor, comment_text(word)))
                continue
            marks = marks or Marks()
            marks.comments.append(comment_text(word))
        elif head == "%" and len(word) > 1:
            read.escapes.append(word[1:])
        elif ended or pending is not None:
            return None
        elif head in "=$!?":
            if card is None:
                return None
            marks = marks or Marks()
            if not add_mark(marks, word, read.used) or (head == "=" and word not in notes):
                return None
        elif word in _PLAYS:
            pending = _PLAYS[word]
        elif word in "*+":
            if marks is not None:
                cards.pop()
                gathered.add(_CARDS.get(card or "-"), marks, irregularity)
                marks = None
            card, anchor = None, _END
            if word == "*":
                ended = True
                gathered.ending = gathered.ending or Ending.CLOSED
            elif gathered.ending is not None:
                return None
            else:
                gathered.ending = Ending.OPEN
                cards.append(None)
        else:
            return None
    if pending is not None:
        return None
    if marks is not None:
        cards.pop()
        gathered.add(_CARDS.get(card or "-"), marks, irregularity)
    if len(cards) > 52:
        return None
    return play_of(leader, cards, gathered.ending)


def fine_play(
    leader: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Play:
    """Read a play through the grammar, and report all that the standard has against it.

    Raises:
        SectionError: the body is no play; the reason has been reported.
    """
    from overtrick_pbn.text.grammar import NotInGrammarError, parse_section

    check_size(body, "Play", say)
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
            comment = closed_comment(text, _index(tree), self.say)
            self.read.comments.append((self.anchor, comment))
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
                    marks.comments.append(closed_comment(text, _index(inner), self.say))
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


def _explain(index: int, kind: str, text: str, body: str, say: SectionSay) -> None:
    """Report why the grammar refused a token."""
    before = body[:index].rstrip()
    text = text[:20]
    if kind in _ANNOTATIONS:
        code = "PBN384" if before.endswith("*") else "PBN382"
        say(code, index, text=text)
    elif kind in {"REVOKE", "LEAD"} or text[:1] == "^":
        say("PBN386", index, text=text[:2] or "^R")
    elif kind == "$END":
        say("PBN386", max(len(before) - 2, 0), text=before[-2:])
    elif before.endswith("*") or kind in {"ASTERISK", "PLUS"}:
        say("PBN384", index, text=text)
    elif text[:1] == "$":
        say("PBN395", index, text=text)
    else:
        say("PBN381", index, text=text)

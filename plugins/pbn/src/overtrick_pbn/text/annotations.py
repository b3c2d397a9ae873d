"""Auctions and plays by the grammar: which calls and cards there are, and what stands at each.

The places are what the reader builds from, what the linter judges, what the fixer fixes and what
the locator counts. Any text has them: the first token that the grammar has no place for is the
fault, and parsing goes on behind it.

Source: PBN 2.1 §3.5.2 to §3.5.5, §3.6.2 to §3.6.5, §3.7, §3.8, §3.9.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, cast

from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.glyphs import CALL_SUFFIXES, CARD_SUFFIXES
from overtrick_pbn.standard.values import SKIPPED
from overtrick_pbn.text.quoting import comment_text, is_open
from overtrick_pbn.text.scanners import MARK

if TYPE_CHECKING:
    from lark import Token

    from overtrick_pbn.text.cut import Cut
    from overtrick_pbn.text.grammar import Event

SectionSay = Callable[..., None]
"""Reports a finding in a section: `say(code, index, **values)`, index 0-based in the body."""

MAX_TOKENS: Final = 5000
"""The most tokens of an auction or play; 52 cards and what can be said of them are far fewer."""

ALERT_NOTE: Final = -1
"""Stands for a note reference without a number: an asterisk at a call."""

NOTE_DIGITS: Final = 4
_NAG_DIGITS: Final = 3
_NO_NOTE: Final = (None, ALERT_NOTE)
NAG_NUMBERS: Final = {f"${number}": number for number in range(256)}
"""The NAGs that the standard has, as a rule written."""

NOTE_NUMBERS: Final = {f"={number}=": number for number in range(1, 33)}
"""The note references that the standard has, as a rule written."""


class Rules(NamedTuple):
    """In what a section and the codes of its faults differ.

    Attributes:
        name: the section's name.
        start: the start symbol of what follows its tag.
        is_auction: whether the places are calls.
        no_word: what is no call or card.
        no_place: an annotation that stands at no call or card.
        behind_end: what stands behind the end.
        mark_behind_end: an annotation there.
        irregular: an irregularity that stands before nothing.
        second: a second suffix or note reference.
        suffixes: those of its calls or cards.
    """

    name: str
    start: str
    is_auction: bool
    no_word: str
    no_place: str
    behind_end: str
    mark_behind_end: str
    irregular: str
    second: str
    suffixes: frozenset[str]


AUCTION: Final = Rules(
    "Auction", "calls", True, "PBN361", "PBN362", "PBN364", "PBN362", "PBN366", "PBN363",
    frozenset(CALL_SUFFIXES),
)  # fmt: skip
PLAY: Final = Rules(
    "Play", "cards", False, "PBN381", "PBN382", "PBN384", "PBN384", "PBN386", "PBN383",
    frozenset(CARD_SUFFIXES),
)  # fmt: skip


class SectionError(Exception):
    """A section cannot be read; the finding has been reported."""


class SectionRead:
    """What a section's body gave besides its value.

    Attributes:
        comments: `(anchor, text)` of the comments that stand at no call or card.
        escapes: the texts of escape lines.
        used: the numbers of the notes referred to, in the order of their first use.
        next_card: the number of the place that `+` has in a play, and its index in the body; `None`
            where there is none, or more than one.
        rest: the text from where the calls cannot be told any more; empty where all can.
        mentioned: the numbers of the notes that the rest refers to.
    """

    __slots__ = (
        "comments",
        "escapes",
        "mentioned",
        "next_card",
        "rest",
        "used",
    )

    def __init__(self) -> None:
        self.comments: list[tuple[str, str]] = []
        self.escapes: list[str] = []
        self.used: list[int] = []
        self.next_card: tuple[int, int] | None = None
        self.rest = ""
        self.mentioned: Sequence[int] = ()


def word_start(body: str, words: Sequence[str], number: int) -> int:
    """Return where the word of a number begins in a body that has nothing but blanks beside."""
    end = 0
    for word in words[:number]:
        end = body.find(word, end) + len(word)
    return body.find(words[number], end)


class Mark(NamedTuple):
    """A token with its index in the text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The index behind the token."""
        return self.start + len(self.text)


class Slot(NamedTuple):
    """A place for a call or card, its annotations with it.

    Attributes:
        first: where it begins: the mark of an irregularity, or the word itself.
        word: the call, the card, or the sign that stands for one: `-`, `^S`, `+`.
        marks: suffix, note, NAGs and alerts in the text's order.
        has_comment: whether a comment follows; behind the last one, one behind the asterisk too.
    """

    first: Mark
    word: Mark
    marks: tuple[Mark, ...]
    has_comment: bool


class Place(NamedTuple):
    """A place for a call or card as the grammar has it; indexes are those of the body.

    Attributes:
        word: the call or card, `-`, `^S`, `+`, or the blank for a call.
        marks: its annotations and comments in the text's order.
        irregular: the irregularity before it; of `^S` that is the word itself.
    """

    word: Token
    marks: list[Token]
    irregular: Token | None = None


class Scan:
    """What the grammar finds in an auction or a play.

    Attributes:
        body: the text.
        rules: those of the section.
        tokens: all tokens in the order of the text.
        places: the places for calls or cards.
        hyphens: how many places of an auction are for players before the first call.
        before: the comments before the first place.
        behind: the comments behind the asterisk.
        escapes: the escape lines.
        asked: the sign or the blank that asks for the auction's next call.
        blank: that sign, where it is a blank, as a quiz has it.
        rest: what follows a blank, or a call that nobody knows: text that is not told.
        closed: the asterisk that ends the section.
        fault: the first token that has no place, or an irregularity before nothing.
        is_behind: whether the fault stands behind the end of the section.
    """

    __slots__ = (
        "asked",
        "before",
        "behind",
        "blank",
        "body",
        "closed",
        "escapes",
        "fault",
        "hyphens",
        "is_behind",
        "places",
        "rest",
        "rules",
        "tokens",
    )

    def __init__(self, body: str, rules: Rules) -> None:
        # Only who meets more than the quick way takes imports lark.
        from overtrick_pbn.text.grammar import events

        self.body = body
        self.rules = rules
        self.tokens: list[Token] = []
        self.places: list[Place] = []
        self.before: list[Token] = []
        self.behind: list[Token] = []
        self.escapes: list[Token] = []
        self.hyphens = 0
        self.asked: Token | None = None
        self.blank: Token | None = None
        self.rest: Token | None = None
        self.closed: Token | None = None
        self.fault: Token | None = None
        self.is_behind = False
        # White space at the end would be gone through again and again.
        for event in events(body.rstrip(), rules.start):
            if isinstance(event, tuple):
                self._take(*event)
            else:
                self._fill(event)

    def _take(self, kind: str, parts: list[Token | Event]) -> None:
        """Take what a rule of the grammar found."""
        tokens = [part for part in parts if not isinstance(part, tuple)]
        first = tokens[0]
        if kind in {"calls_closed", "cards_closed", "dangling"}:
            self.tokens.append(first)
            if kind != "dangling":
                self.closed = first
            for token in tokens[1:]:
                self._fill(token)
            if kind == "dangling":
                self._set_fault(first)
        elif kind in {"blank", "untold"}:
            if kind == "blank":
                self.blank = self.asked = first
                self._place([tokens.pop(0)])
            for token in tokens:
                self._fill(token)
        else:
            if kind == "hyphen":
                self.hyphens += 1
            elif kind == "calls_open":
                self.asked = first
            self._place(tokens)
            for part in parts:
                if isinstance(part, tuple):
                    self._take(*part)

    def _place(self, tokens: list[Token]) -> None:
        """Add a place: an irregularity, the word, and what stands at it."""
        word, irregular = tokens[0], None
        self.tokens.append(word)
        at = 1
        if word.type == "SKIPPED":
            irregular = word
        elif word.type in _BEFORE_WORD:
            irregular = word
            while (word := tokens[at]).type in _FILLERS:
                self._fill(word)
                at += 1
            self.tokens.append(word)
            at += 1
        self.places.append(Place(word, [], irregular))
        for token in tokens[at:]:
            self._fill(token)

    def _fill(self, token: Token) -> None:
        """Take what stands at the latest place, or before the first or behind the last one."""
        self.tokens.append(token)
        kind = token.type
        if kind in _RESTS:
            self.rest = token
        elif kind == "ESCAPE":
            self.escapes.append(token)
        elif kind in _JUNK:
            self._set_fault(token)
        elif kind == "FOREIGN":
            return
        elif self.closed is not None:
            self.behind.append(token)
        elif self.places:
            self.places[-1].marks.append(token)
        else:
            self.before.append(token)

    def _set_fault(self, token: Token) -> None:
        if self.fault is None:
            self.fault = token
            self.is_behind = self.closed is not None or self.asked is not None

    def start(self, token: Token) -> int:
        """Return where a token begins in the body."""
        return cast("int", token.start_pos)

    def slots(self, offset: int) -> list[Slot]:
        """Return the places, counted from `offset`."""
        found: list[Slot] = []
        for place in self.places:
            if place.word is self.blank:
                # A blank for the answer is no place for a call yet.
                continue
            word = first = Mark(place.word.value, offset + self.start(place.word))
            if place.irregular is not None:
                first = Mark(place.irregular.value, offset + self.start(place.irregular))
            kept = tuple(
                Mark(token.value, offset + self.start(token))
                for token in place.marks
                if token.type not in COMMENTS
            )
            found.append(Slot(first, word, kept, len(kept) < len(place.marks)))
        if found and self.behind:
            found[-1] = found[-1]._replace(has_comment=True)
        return found


COMMENTS: Final = frozenset({"BRACE_COMMENT", "LINE_COMMENT", "UNCLOSED"})
"""The terminals of comments, closed or not."""

_JUNK: Final = frozenset({"JUNK", "IRREGULARITY"})
_FILLERS: Final = COMMENTS | _JUNK | {"ESCAPE", "FOREIGN"}
_BEFORE_WORD: Final = frozenset({"INSUFFICIENT", "REVOKE", "LEAD"})
_RESTS: Final = frozenset({"REST", "UNTOLD"})


def scan(body: str, rules: Rules) -> Scan:
    """Return the scan of what follows an auction or a play; nobody changes it.

    Who fixes a game reads it again and again, each time with most sections as they were.
    """
    return _kept_scan(body, rules) if len(body) <= _KEPT else Scan(body, rules)


_KEPT: Final = 1 << 18  # of longer ones nothing is kept in memory


@functools.lru_cache(maxsize=2)
def _kept_scan(body: str, rules: Rules) -> Scan:
    return Scan(body, rules)


class Places(NamedTuple):
    """The places for calls or cards of a section, counted in its game's text.

    Attributes:
        slots: the places in order; shared, so do not change them.
        is_sound: whether there is no token without a place.
    """

    slots: list[Slot]
    is_sound: bool


def places_at(cut: Cut, position: int) -> Places:
    """Return the places of an auction or a play."""
    rules = AUCTION if cut.names[position] == "Auction" else PLAY
    body, start = cut.bodies[position], cut.body_start(position)
    return (_kept_places if len(body) <= _KEPT else _places)(body, rules, start)


# Checking a game, fixing it and placing a finding in it ask for them anew.
@functools.lru_cache(maxsize=2)
def _kept_places(body: str, rules: Rules, start: int) -> Places:
    return _places(body, rules, start)


def _places(body: str, rules: Rules, start: int) -> Places:
    slots = regular_slots(body, rules, start)
    if slots is not None:
        return Places(slots, is_sound=True)
    found = scan(body, rules)
    return Places(found.slots(start), found.fault is None)


_COMMENTS: Final = rf"(?P<comment>{lexis.COMMENT_BEGIN}\}}|{lexis.ANY_LINE_COMMENT})"
_MARKS: Final = rf"(?P<mark>{lexis.NOTE_TOKEN}|{lexis.NAG_TOKEN}|{lexis.SUFFIX})"
_END: Final = rf"(?P<end>{lexis.ASTERISK})"
_HYPHEN: Final = r"-(?![\w-])"
_CALL: Final = "|".join((
    lexis.BID, lexis.PASS, lexis.DOUBLE, lexis.REDOUBLE, lexis.OBSERVED_PASS, lexis.OBSERVED_P,
    lexis.OBSERVED_DOUBLE, lexis.OBSERVED_REDOUBLE, lexis.MIXED_BID, lexis.MIXED_REDOUBLE,
    lexis.SHORT_BID,
))  # fmt: skip
_REGULAR: Final = {
    True: re.compile(
        rf"\s*+(?:(?P<word>{_CALL})|{_MARKS}|(?P<hyphen>{_HYPHEN})"
        rf"|(?P<last>{lexis.ALL_PASS}|{lexis.OBSERVED_ALL_PASS})|{_COMMENTS}|{_END})"
    ),
    False: re.compile(
        rf"\s*+(?:(?P<word>{lexis.CARD}|{lexis.OBSERVED_CARD}|{_HYPHEN})|{_MARKS}"
        rf"|{_COMMENTS}|{_END})"
    ),
}
"""The next token of a section that has nothing unusual, by whether it is an auction."""


def regular_slots(body: str, rules: Rules, start: int) -> list[Slot] | None:
    """Return the places of a section without the grammar; `None` where that does not tell them.

    Taken are calls and cards in any known spelling with their annotations and comments, hyphens,
    "all pass" and the asterisk behind them. Irregularities, signs for what comes next, escape
    lines and all that is wrong in its place are not.

    Args:
        body: what follows the tag.
        rules: those of the section.
        start: where the body begins in its game's text.
    """
    words: list[Mark] = []
    marks: dict[int, list[Mark]] = {}
    commented: set[int] = set()
    text, place = body.rstrip(), 0
    # What stands behind the words: hyphens of an auction take no marks, "all pass" no words.
    latest = ""
    for found in _REGULAR[rules.is_auction].finditer(text):
        kind = found.lastgroup or ""
        begin, end = found.span(kind)
        if found.start() != place:
            return None
        place = end
        if kind == "comment":
            commented.add(len(words) - 1)
        elif kind == "mark":
            if latest not in {"word", "last"}:
                return None
            marks.setdefault(len(words) - 1, []).append(Mark(found[kind], start + begin))
        elif kind == "end":
            if latest == "end":
                return None
            latest = kind
        elif latest in {"last", "end"} or (kind == "hyphen" and latest not in {"", kind}):
            return None
        else:
            latest = kind
            words.append(Mark(found[kind], start + begin))
    if place < len(text):
        return None
    return [
        Slot(word, word, tuple(marks.get(number, ())), number in commented)
        for number, word in enumerate(words)
    ]


def timed_counts(words: Sequence[str]) -> frozenset[int]:
    """Return how many rows the time table of an auction or a play may have.

    Each call and each card has one. Hyphens are tokens of calls and cards as well; the mark of what
    comes next, and that of a player who was skipped, are not.

    Args:
        words: what stands at each place.

    Example:
        >>> sorted(timed_counts(["-", "1D", "^S", "1H", "AP"]))
        [3, 4]

    Source: PBN 2.1 §3.2 (call token, card token), §5.4, §5.8.
    """
    count = sum(1 for word in words if word not in {"-", "+", SKIPPED} and word[0] != "_")
    return frozenset({count, count + words.count("-")})


def note_number(token: str) -> int | None:
    """Return the number of a note token such as `=12=`, `None` where it is none or absurd."""
    if len(token) < 3:
        return None
    digits = token[1:-1].lstrip("0") or "0"
    return int(digits) if len(digits) <= NOTE_DIGITS else None


def nag_number(token: str) -> int | None:
    """Return the number of a NAG token such as `$25`, `None` where it is above 255."""
    digits = token[1:].lstrip("0") or "0"
    if len(token) < 2 or len(digits) > _NAG_DIGITS:
        return None
    number = int(digits)
    return number if number <= 255 else None


class Marks:
    """The annotations of one call or card."""

    __slots__ = ("comments", "nags", "note", "suffix")

    def __init__(self) -> None:
        self.note: int | None = None
        self.nags: list[int] = []
        self.suffix: str | None = None
        self.comments: list[str] = []

    def glyphs(self, suffixes: Mapping[str, int]) -> tuple[int, ...]:
        """Return the NAGs in ascending order, the suffix among them."""
        nags = self.nags
        if self.suffix is not None:
            if not nags:
                return (suffixes[self.suffix],)
            return tuple(sorted({*nags, suffixes[self.suffix]}))
        return tuple(sorted(set(nags))) if len(nags) > 1 else tuple(nags)

    @property
    def comment(self) -> str | None:
        """The comments joined, one a line."""
        return "\n".join(self.comments) if self.comments else None


def take_mark(
    mark: str, place: int, said: dict[int, Marks], read: SectionRead, rules: Rules
) -> bool:
    """Take what stands at a call or card, or before them all, by look-up.

    Args:
        mark: the annotation, comment or escape line.
        place: the number of the call or card; -1 before the first one.
        said: takes what is said of the calls or cards, by their places.
        read: takes what belongs to none of them.
        rules: those of the section.

    Returns:
        Whether look-up tells what it is.
    """
    head = mark[0]
    if head == "%" and len(mark) > 1:
        read.escapes.append(mark[1:])
        return True
    is_comment = head in "{;" and not is_open(mark)
    if place < 0:
        if is_comment:
            read.comments.append((rules.name, comment_text(mark)))
        return is_comment
    marks = said.get(place) or Marks()
    if is_comment:
        marks.comments.append(comment_text(mark))
    elif mark in rules.suffixes and marks.suffix is None:
        marks.suffix = mark
    elif mark in NAG_NUMBERS:
        marks.nags.append(NAG_NUMBERS[mark])
    elif mark in NOTE_NUMBERS and marks.note is None:
        number = marks.note = NOTE_NUMBERS[mark]
        if number not in read.used:
            read.used.append(number)
    else:
        return False
    said[place] = marks
    return True


class Gatherer:
    """Takes what a scan found and reports what the standard has against it.

    Attributes:
        found: the scan.
        read: what the section gives besides its value; filled here.
        say: takes the findings.
    """

    def __init__(self, found: Scan, read: SectionRead, say: SectionSay) -> None:
        self.found = found
        self.read = read
        self.say = say

    def begin(self) -> None:
        """Take the comments before the first place, and the escape lines.

        Raises:
            SectionError: no game can have such a section, or it has a token in a wrong place; that
                has been reported.
        """
        found = self.found
        if len(found.tokens) > MAX_TOKENS:
            self.say("PBN208", 0, name=found.rules.name, limit=MAX_TOKENS)
            raise SectionError
        if found.fault is not None:
            self._explain(self._first_fault(found.fault))
            raise SectionError
        if found.rest is not None:
            self._keep_rest(found.rest)
        self.read.escapes += [token.value[1:] for token in found.escapes]
        self.comments(found.rules.name, found.before)

    def _first_fault(self, fault: Token) -> Token:
        """Return the first word that is none, if it stands before the token without a place."""
        found = self.found
        for place in found.places:
            if found.start(place.word) >= found.start(fault):
                break
            if place.word.type == "UNKNOWN":
                return place.word
        return fault

    def _keep_rest(self, rest: Token) -> None:
        """Keep what is not told as it is written."""
        found, read = self.found, self.read
        start = found.start(rest)
        for text in MARK.findall(found.body[start:].rstrip()):
            if text[0] == "{" and is_open(text):
                self.say("PBN302", found.body.rindex(text))
                raise SectionError
            if text[0] == "=" and (number := note_number(text)) is not None:
                read.mentioned = (*read.mentioned, number)
        read.rest = found.body[start:].rstrip()

    def chunk(self, token: Token) -> str:
        """Return a token with all that stands at it up to a blank, for a message."""
        start = self.found.start(token)
        return self.found.body[start : start + 80].split(maxsplit=1)[0][:20]

    def _explain(self, token: Token) -> None:
        """Report the token that has no place."""
        found, rules = self.found, self.found.rules
        text = token.value
        head, start = text[0], found.start(token)
        is_mark = head in "!?" or (head in "=$" and len(text) > 1)
        is_sign = head in "*+" or (head == "_" and rules.is_auction)
        if not is_mark and not is_sign:
            before = found.tokens[found.tokens.index(token) - 1] if start else token
            if before is not token and is_word(before):
                # What is no token at a word makes the word itself something else.
                is_glued = not found.body[start - 1].isspace() and not is_word(text)
                start = found.start(before) if is_glued and head != "^" else start
            text = found.body[start : start + 80].split(maxsplit=1)[0]
        if is_mark:
            code = rules.mark_behind_end if found.is_behind else rules.no_place
        elif head == "^":
            code, text = rules.irregular, text[:2]
        elif (found.is_behind and token is found.fault) or head in "*+":
            code = rules.behind_end
        else:
            code = "PBN395" if head == "$" else rules.no_word
        self.say(code, start, text=text[:20])

    def comments(self, anchor: str, tokens: Iterable[Token]) -> None:
        """Keep comments that stand at no call or card."""
        for token in tokens:
            self.read.comments.append((anchor, self._comment(token)))

    def _comment(self, token: Token) -> str:
        if token.type == "UNCLOSED":
            self.say("PBN302", self.found.start(token))
            raise SectionError
        return comment_text(token.value)

    def marks(self, place: Place) -> Marks:  # noqa: PLR0912  # a kind of token each
        """Return the annotations of a place.

        Raises:
            SectionError: one that cannot stand there; that has been reported.
        """
        marks = Marks()
        used = self.read.used
        for token in place.marks:
            text = token.value
            head = text[0]
            if head == "=":
                note = NOTE_NUMBERS.get(text) or note_number(text)
                if note is None or marks.note not in _NO_NOTE:
                    self._refuse_note(marks, token)
                else:
                    marks.note = note
                    if note not in used:
                        used.append(note)
            elif head == "$":
                nag = nag_number(text)
                if nag is None:
                    self.refuse("PBN395", token)
                else:
                    marks.nags.append(nag)
            elif head in "!?":
                if marks.suffix is not None:
                    self.refuse(self.found.rules.second, token, what="suffix")
                marks.suffix = text
            elif head == "*":
                self.say("PBN804", self.found.start(token))
                if marks.note is None:
                    marks.note = ALERT_NOTE
            else:
                marks.comments.append(self._comment(token))
        return marks

    def _refuse_note(self, marks: Marks, token: Token) -> NoReturn:
        if marks.note not in _NO_NOTE:
            self.refuse(self.found.rules.second, token, what="note reference")
        self.refuse("PBN396", token, number=token.value[1:-1][:20])

    def refuse(self, code: str, token: Token, **values: object) -> NoReturn:
        """Report a token for which the section cannot be read.

        Raises:
            SectionError: always.
        """
        text = token.value[:20]
        self.say(code, self.found.start(token), error=True, **{"text": text, **values})
        raise SectionError

    def misplaced(self, irregularity: Token) -> NoReturn:
        """Report the irregularity of a place that cannot have it.

        Raises:
            SectionError: always.
        """
        start, text = self.found.start(irregularity), irregularity.value
        self.say(self.found.rules.irregular, start, text=text)
        raise SectionError


def is_word(token: str) -> bool:
    """Return whether a token is a call or card token, which it may be in any spelling."""
    return token.isascii() and (token[0].isalnum() or token[0] == "-")

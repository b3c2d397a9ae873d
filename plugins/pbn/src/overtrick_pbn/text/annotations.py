"""The one scanner of auctions and plays: which calls and cards there are, and what stands at each.

Its places are what the reader builds from, what the linter judges, what the fixer mends and what
the locator counts. It takes any text: the first token that the grammars have no place for is kept
as the fault, and it goes on behind it.

Source: PBN 2.1 §3.5.2 to §3.5.5, §3.6.2 to §3.6.5, §3.7, §3.8, §3.9.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from overtrick import CALLS, CARDS
from overtrick_pbn.standard import lexis
from overtrick_pbn.text.quoting import comment_text, is_open
from overtrick_pbn.text.scanners import MARK

if TYPE_CHECKING:
    from overtrick_pbn.text.syntax import Section

SectionSay = Callable[..., None]
"""Reports a finding in a section: `say(code, index, **values)`, index 0-based in the body."""

MAX_TOKENS: Final = 5000
"""The most tokens of an auction or play; 52 cards and what can be said of them are far fewer."""

ALERT_NOTE: Final = -1
"""Stands for a note reference without a number: an asterisk at a call."""

NOTE_DIGITS: Final = 4
_NAG_DIGITS: Final = 3
_ALERT: Final = re.compile(lexis.ALERT)
_NO_NOTE: Final = (None, ALERT_NOTE)
# The annotations that are as the standard has them, for a quick look.
_MARKS: Final = frozenset(
    {
        *(first + second for first in "!?" for second in ("", "!", "?")),
        *(f"={number}=" for number in range(1, 33)),
        *(f"${number}" for number in range(256)),
    }
)
NAG_NUMBERS: Final = {f"${number}": number for number in range(256)}
"""The NAGs that the standard has, as a rule written."""

_QUESTIONS: Final = frozenset({"?", "??"})
_SUFFIX_SIGNS: Final = frozenset("!?")
_ALL: Final = frozenset({"AP", "ALL"})
NOTE_NUMBERS: Final = {f"={number}=": number for number in range(1, 33)}
"""The note references that the standard has, as a rule written."""


class Rules(NamedTuple):
    """In what the grammar of a section and the codes of its faults differ.

    Attributes:
        name: the section's name.
        plain: the words that need no second look.
        is_auction: whether the places are calls.
        before_word: the irregularities that stand before a word.
        no_word: what is no call or card.
        no_place: an annotation that stands at no call or card.
        behind_end: what stands behind the end.
        mark_behind_end: an annotation there.
        irregular: an irregularity that stands before nothing.
        second: a second suffix or note reference.
        untold: the words, in capitals, that stand for a call nobody knows.
    """

    name: str
    plain: frozenset[str]
    is_auction: bool
    before_word: frozenset[str]
    no_word: str
    no_place: str
    behind_end: str
    mark_behind_end: str
    irregular: str
    second: str
    untold: frozenset[str] = frozenset()


AUCTION: Final = Rules(
    "Auction", frozenset({*(call.symbol for call in CALLS), "AP"}), True, frozenset({"^I"}),
    "PBN361", "PBN362", "PBN364", "PBN362", "PBN366", "PBN363",
    # Observed in files made with BridgeComposer; what it means is not documented.
    frozenset({"AC"}),
)  # fmt: skip
PLAY: Final = Rules(
    "Play", frozenset({*(card.symbol for card in CARDS), "-"}), False, frozenset({"^R", "^L"}),
    "PBN381", "PBN382", "PBN384", "PBN384", "PBN386", "PBN383",
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
        spellings: what a quick way has to report, for who called it: codes, each with the number
            of its word, where in the word it begins, and the text that its message shows.
        words: the words of the body, where there are spellings.
    """

    __slots__ = (
        "comments",
        "escapes",
        "mentioned",
        "next_card",
        "rest",
        "spellings",
        "used",
        "words",
    )

    def __init__(self) -> None:
        self.comments: list[tuple[str, str]] = []
        self.escapes: list[str] = []
        self.used: list[int] = []
        self.next_card: tuple[int, int] | None = None
        self.rest = ""
        self.mentioned: Sequence[int] = ()
        self.spellings: Sequence[tuple[str, int, int, str]] = ()
        self.words: Sequence[str] = ()

    def codes(self) -> list[str]:
        """Return the codes of what a quick way has to report."""
        return [code for code, *_ in self.spellings]

    def odd(self, body: str, unheard: Container[str] = ()) -> list[tuple[str, int, str]]:
        """Return what is odd in a body in the order of the text: code, index, text.

        Args:
            body: the body that was read.
            unheard: codes that nobody hears, so that their places need not be looked for.
        """
        return [
            (code, word_start(body, self.words, number) + start, text)
            for code, number, start, text in self.spellings
            if code not in unheard
        ]


def word_start(body: str, words: Sequence[str], number: int) -> int:
    """Return where the word of a number begins in a body that has nothing but blanks beside."""
    end = 0
    for word in words[:number]:
        end = body.find(word, end) + len(word)
    return body.find(words[number], end)


def first_word(body: str, word: str) -> int:
    """Return where a word stands first in a body, with blanks or nothing beside it.

    Example:
        >>> first_word("1NT 1N", "1N")
        4
    """
    match = re.search(rf"(?<!\S){re.escape(word)}(?!\S)", body)
    return -1 if match is None else match.start()


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


class Scan:
    """The tokens of an auction or play and what each of them is; tokens are told by number.

    Attributes:
        tokens: all tokens.
        words: what stands at each place: a call, a card, `-`, `^S`, `+`, or the line for a call.
        places: the token that each of the words is.
        marks: the annotations and comments of a place, by the place's number.
        irregular: the irregularity before the word of a place, by the place's number.
        hyphens: how many places of an auction are for players before the first call.
        before: the comments before the first place.
        behind: the comments behind the asterisk.
        escapes: the escape lines.
        asks: whether `+` or a blank asks for the auction's next call.
        blank: the number of the place that has a blank for a call, as a quiz has.
        rest: the first token that is not looked at any more: what follows a blank, or a call that
            nobody knows.
        closed: whether an asterisk ends the section.
        fault: the first token that has no place, `len(tokens)` where one is missing at the end.
        is_behind: whether the fault stands behind the end of the section.
    """

    __slots__ = (
        "_bare",
        "_pending",
        "_slots",
        "_starts",
        "asks",
        "before",
        "behind",
        "blank",
        "body",
        "closed",
        "escapes",
        "fault",
        "hyphens",
        "irregular",
        "is_behind",
        "marks",
        "places",
        "rest",
        "rules",
        "tokens",
        "words",
    )

    def __init__(self, body: str, rules: Rules) -> None:
        self.body = body
        self.rules = rules
        self._starts: list[int] | None = None
        self._slots: tuple[int, list[Slot]] | None = None
        self.tokens: list[str] = MARK.findall(body.rstrip())
        self.words: list[str] = []
        self.places: list[int] = []
        self.marks: dict[int, list[int]] = {}
        self.irregular: dict[int, int] = {}
        self.before: list[int] = []
        self.behind: list[int] = []
        self.escapes: list[int] = []
        self.hyphens = 0
        self.asks = self.closed = self.is_behind = False
        self.blank: int | None = None
        self.rest: int | None = None
        self.fault: int | None = None
        self._pending = -1
        self._bare = 0
        self._scan()

    def _scan(self) -> None:
        tokens, plain, words = self.tokens, self.rules.plain, self.words
        begin = 0
        # Plain words come in runs, which cost nothing each.
        for index in [index for index, text in enumerate(tokens) if text not in plain]:
            if begin < index:
                if self.blank is not None:
                    break
                self._add_words(begin, index)
            begin = index
            text = tokens[index]
            if text in _MARKS and self._pending < 0 and not self.closed and len(words) > self._bare:
                if self.blank is not None:
                    break
                self.marks.setdefault(len(words) - 1, []).append(index)
            elif self._is_rest(index, text):
                self.rest = index
                return
            elif not self._add(index, text) and self.fault is None:
                self._set_fault(index)
            begin = index + 1
        if begin < len(tokens):
            if self.blank is not None:
                self.rest = begin
                return
            self._add_words(begin, len(tokens))
        if self._pending >= 0 and self.fault is None:
            self._set_fault(len(tokens))

    def _is_rest(self, index: int, text: str) -> bool:
        """Return whether the auction cannot be told from this token on."""
        if self.blank is not None:
            is_escape = text[0] == "%" and (len(text) > 1 or self._begins_line(index))
            return text[0] not in "{;" and not is_escape and not text.startswith("</PBN>")
        return (
            text.upper() in self.rules.untold
            and not self.asks
            and not self.closed
            and self.fault is None
            and self._pending < 0
            and not any(word.upper() in _ALL for word in self.words)
        )

    def _set_fault(self, index: int) -> None:
        self.fault = index
        self.is_behind = self.closed or self.asks

    def _add_words(self, begin: int, end: int) -> None:
        """Add the words from one token to another."""
        if self._pending >= 0:
            self.irregular[len(self.words)] = self._pending
            self._pending = -1
        if (self.closed or self.asks) and self.fault is None:
            self._set_fault(begin)
        self.words += self.tokens[begin:end]
        self.places += range(begin, end)

    def _add(self, index: int, text: str) -> bool:  # noqa: PLR0912  # a kind of token each
        """Add a token that is no plain word; return whether it may stand here."""
        head = text[0]
        count = len(self.words)
        is_open = not self.closed and not self.asks and self._pending < 0
        if head in "{;":
            if self.closed:
                self.behind.append(index)
            elif count:
                self.marks.setdefault(count - 1, []).append(index)
            else:
                self.before.append(index)
            return True
        if head in "!?" and self._is_question(index, text):
            self._ask(index, text)
            return True
        if head in "!?" or (head in "=$" and len(text) > 1):
            if count:
                self.marks.setdefault(count - 1, []).append(index)
            return self._pending < 0 and not self.closed and count > self._bare
        if head.isalnum() or head == "-":
            if text == "-" and self.hyphens == count and self._pending < 0:
                # In a play it is a plain word.
                self.hyphens = self._bare = count + 1
            self._add_words(index, index + 1)
            return text.isascii()
        is_auction = self.rules.is_auction
        if head == "*":
            if is_auction and _ALERT.match(self.body, self.start(index)):
                self.marks.setdefault(count - 1, []).append(index)
                return self._pending < 0
            self.closed = True
            return is_open
        if head == "_" and is_auction:
            if is_open:
                self._ask(index, text)
            return is_open
        if head == "+":
            self.words.append(text)
            self.places.append(index)
            if is_auction:
                self.asks = True
            else:
                # What is no card has no annotations.
                self._bare = count + 1
            return is_open
        if head == "^":
            self._pending = index if self._pending < 0 else self._pending
            if text != "^S":
                return is_open and text in self.rules.before_word
            self._add_words(index, index + 1)
            return is_open and is_auction
        if head == "%" and (len(text) > 1 or self._begins_line(index)):
            self.escapes.append(index)
            return True
        # Beside text that is no PBN (§6.2) nothing else can stand here.
        return head == "<" and len(text) > 1

    def _ask(self, index: int, text: str) -> None:
        """Take a blank for a call."""
        self.blank = len(self.words)
        self.asks = True
        self.words.append(text)
        self.places.append(index)

    def _is_question(self, index: int, text: str) -> bool:
        """Return whether question marks stand for a call: behind one they are its suffix."""
        if not self.rules.is_auction or text not in _QUESTIONS or len(self.words) > self._bare:
            return False
        end = self.start(index) + len(text)
        is_open = not self.closed and not self.asks and self._pending < 0
        return is_open and self.body[end : end + 1] not in _SUFFIX_SIGNS

    def is_word(self, token: str) -> bool:
        """Return whether a token is a call or card token, which it may be in any spelling."""
        return token.isascii() and (token[0].isalnum() or token[0] == "-")

    def starts(self) -> list[int]:
        """Return where each token begins in the body; rarely asked for, so found late."""
        if self._starts is None:
            self._starts = starts = []
            start, find = 0, self.body.find
            for text in self.tokens:
                # Nothing but white space stands between two tokens.
                start = find(text, start)
                starts.append(start)
                start += len(text)
        return self._starts

    def start(self, index: int) -> int:
        """Return where a token begins in the body."""
        return self.starts()[index]

    def _begins_line(self, index: int) -> bool:
        start = self.start(index)
        return start > 0 and self.body[start - 1] in "\r\n"

    def all_marks(self, offset: int) -> list[Mark]:
        """Return all tokens, their places counted from `offset`."""
        starts = [offset + start for start in self.starts()]
        return list(map(Mark, self.tokens, starts))

    def slots(self, offset: int = 0) -> list[Slot]:
        """Return the places, counted from `offset`; nobody changes them."""
        if self._slots is None or self._slots[0] != offset:
            self._slots = offset, self._new_slots(offset)
        return self._slots[1]

    def _new_slots(self, offset: int) -> list[Slot]:
        tokens, starts = self.tokens, self.starts()
        irregular, marks = self.irregular, self.marks
        found: list[Slot] = []
        for number, index in enumerate(self.places):
            text = tokens[index]
            first = word = Mark(text, offset + starts[index])
            if number in irregular:
                first = Mark(tokens[irregular[number]], offset + starts[irregular[number]])
            if number == self.blank:
                # A blank for the answer is no place for a call yet.
                continue
            if number in marks:
                behind = [Mark(tokens[i], offset + starts[i]) for i in marks[number]]
                kept = tuple(mark for mark in behind if mark.text[0] not in "{;")
                found.append(Slot(first, word, kept, len(kept) < len(behind)))
            else:
                found.append(Slot(first, word, (), False))
        if found and self.behind:
            found[-1] = found[-1]._replace(has_comment=True)
        return found


def scan(body: str, rules: Rules) -> Scan:
    """Return the scan of what follows an auction or a play; nobody changes it.

    Who mends a game reads it again and again, each time with most sections as they were.
    """
    return _kept_scan(body, rules) if len(body) <= _KEPT else Scan(body, rules)


_KEPT: Final = 1 << 18  # of longer ones nothing is kept in memory


@functools.lru_cache(maxsize=2)
def _kept_scan(body: str, rules: Rules) -> Scan:
    return Scan(body, rules)


def scan_of(text: str, section: Section) -> tuple[Scan, int]:
    """Return the scan of an auction or play in a game's text, and where its body begins."""
    start = section.start if section.tag is None else section.tag.end
    rules = AUCTION if section.name == "Auction" else PLAY
    return scan(text[start : section.end], rules), start


def slots_of(text: str, section: Section) -> list[Slot]:
    """Return the places for calls or cards of a section, counted in its game's text."""
    found, start = scan_of(text, section)
    return found.slots(start)


def timed_counts(words: Sequence[str]) -> frozenset[int]:
    """Return how many rows the time table of an auction or a play may have.

    Each call and each card has one. Hyphens are tokens of calls and cards as well; the mark of what
    comes next, and that of a player who was skipped, are not.

    Args:
        words: what stands at each place, as `Scan.words` has it.

    Example:
        >>> sorted(timed_counts(["-", "1D", "^S", "1H", "AP"]))
        [3, 4]

    Source: PBN 2.1 §3.2 (call token, card token), §5.4, §5.8.
    """
    count = sum(1 for word in words if word not in {"-", "+", "^S"} and word[0] != "_")
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
        self.read.escapes += [found.tokens[index][1:] for index in found.escapes]
        self.comments(found.rules.name, found.before)

    def is_known(self, word: str) -> bool:
        """Return whether a word is known as a call or card, in whatever spelling."""
        raise NotImplementedError

    def _first_fault(self, fault: int) -> int:
        """Return the first word that is none, if it stands before the token without a place."""
        found = self.found
        for word, index in zip(found.words, found.places, strict=True):
            if index >= fault:
                break
            if found.is_word(word) and not self.is_known(word):
                return index
        return fault

    def _keep_rest(self, first: int) -> None:
        """Keep what is not told as it is written."""
        found, read = self.found, self.read
        for index in range(first, len(found.tokens)):
            text = found.tokens[index]
            if text[0] == "{" and is_open(text):
                self.say("PBN302", found.start(index))
                raise SectionError
            if text[0] == "=" and (number := note_number(text)) is not None:
                read.mentioned = (*read.mentioned, number)
        read.rest = found.body[found.start(first) :].rstrip()

    def chunk(self, index: int) -> str:
        """Return a token with all that stands at it up to a blank, for a message."""
        start = self.found.start(index)
        return self.found.body[start : start + 80].split(maxsplit=1)[0][:20]

    def _explain(self, index: int) -> None:
        """Report the token that has no place."""
        found, rules = self.found, self.found.rules
        if index == len(found.tokens):
            index = max(i for i, token in enumerate(found.tokens) if token[0] == "^")
        text = found.tokens[index]
        head, start = text[0], found.start(index)
        is_mark = head in "!?" or (head in "=$" and len(text) > 1)
        is_sign = head in "*+" or (head == "_" and rules.is_auction)
        if not is_mark and not is_sign:
            if index and start and found.is_word(found.tokens[index - 1]):
                # What is no token at a word makes the word itself something else.
                is_glued = not found.body[start - 1].isspace() and not found.is_word(text)
                start = found.start(index - 1) if is_glued and head != "^" else start
            text = found.body[start : start + 80].split(maxsplit=1)[0]
        if is_mark:
            code = rules.mark_behind_end if found.is_behind else rules.no_place
        elif head == "^":
            code, text = rules.irregular, text[:2]
        elif (found.is_behind and index == found.fault) or head in "*+":
            code = rules.behind_end
        else:
            code = "PBN395" if head == "$" else rules.no_word
        self.say(code, start, text=text[:20])

    def comments(self, anchor: str, indexes: Iterable[int]) -> None:
        """Keep comments that stand at no call or card."""
        for index in indexes:
            self.read.comments.append((anchor, self._comment(index)))

    def _comment(self, index: int) -> str:
        text = self.found.tokens[index]
        if is_open(text):
            self.say("PBN302", self.found.start(index))
            raise SectionError
        return comment_text(text)

    def marks(self, number: int) -> Marks:  # noqa: PLR0912  # a kind of token each
        """Return the annotations of the place of a number.

        Raises:
            SectionError: one that cannot stand there; that has been reported.
        """
        marks = Marks()
        tokens, used = self.found.tokens, self.read.used
        for index in self.found.marks.get(number, ()):
            text = tokens[index]
            head = text[0]
            if head == "=":
                note = NOTE_NUMBERS.get(text) or note_number(text)
                if note is None or marks.note not in _NO_NOTE:
                    self._refuse_note(marks, index)
                else:
                    marks.note = note
                    if note not in used:
                        used.append(note)
            elif head == "$":
                nag = nag_number(text)
                if nag is None:
                    self.refuse("PBN395", index)
                else:
                    marks.nags.append(nag)
            elif head in "!?":
                if marks.suffix is not None:
                    self.refuse(self.found.rules.second, index, what="suffix")
                marks.suffix = text
            elif head == "*":
                self.say("PBN804", self.found.start(index))
                if marks.note is None:
                    marks.note = ALERT_NOTE
            else:
                marks.comments.append(self._comment(index))
        return marks

    def _refuse_note(self, marks: Marks, index: int) -> NoReturn:
        if marks.note not in _NO_NOTE:
            self.refuse(self.found.rules.second, index, what="note reference")
        self.refuse("PBN396", index, number=self.found.tokens[index][1:-1][:20])

    def refuse(self, code: str, index: int, **values: object) -> NoReturn:
        """Report a token for which the section cannot be read.

        Raises:
            SectionError: always.
        """
        text = self.found.tokens[index][:20]
        self.say(code, self.found.start(index), error=True, **{"text": text, **values})
        raise SectionError

    def misplaced(self, number: int) -> NoReturn:
        """Report the irregularity of a place that cannot have it.

        Raises:
            SectionError: always.
        """
        index = self.found.irregular[number]
        text = self.found.tokens[index]
        self.say(self.found.rules.irregular, self.found.start(index), text=text)
        raise SectionError

"""The auction section: from its body to an `Auction`.

The quick way looks words up, and says yes or no for the whole section; the grammar reads what it
does not take, with what real programs write in place of the standard's words, all of it reported.

Source: PBN 2.1 §3.5 (Auction section), §3.9 (Irregularities), §3.11 (Case sensitivity); spellings
of real programs as observed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast

from overtrick import (
    CALLS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallEntry,
    Ending,
    Irregularity,
)
from overtrick.plugin import passes_to_end
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.glyphs import CALL_SUFFIXES
from overtrick_pbn.standard.values import ALL_PASS, literal
from overtrick_pbn.text.annotations import (
    AUCTION,
    MAX_TOKENS,
    Gatherer,
    Marks,
    Place,
    Scan,
    SectionError,
    SectionRead,
    SectionSay,
    scan,
    take_mark,
    word_start,
)
from overtrick_pbn.text.scanners import MARK

if TYPE_CHECKING:
    from lark import Token

    from overtrick import Seat

PLAIN: Final = {call.symbol: CallEntry.plain(call) for call in CALLS}
PLAIN_PASS: Final = CallEntry.plain(PASS)

_SAID: Final[dict[tuple[object, ...], CallEntry]] = {}
"""The calls with annotations but no comment, by these; boards share them."""

_NO_NOTES: Final[Mapping[str, str]] = {}
_END: Final = "Auction.end"

_CODES: Final = {
    **dict.fromkeys(("OBSERVED_PASS", "OBSERVED_P"), "PBN801"),
    **dict.fromkeys(("OBSERVED_ALL_PASS", "OBSERVED_ALL"), "PBN801"),
    **dict.fromkeys(("OBSERVED_DOUBLE", "OBSERVED_REDOUBLE"), "PBN802"),
    "SHORT_BID": "PBN803",
    **dict.fromkeys(("MIXED_REDOUBLE", "MIXED_BID"), "PBN805"),
    # In lower case throughout a call is the standard's own (§3.11), and only worth a note.
    **dict.fromkeys(("PASS", "DOUBLE", "REDOUBLE", "BID", "ALL_PASS"), "PBN805"),
}
"""What is odd in a call or "all pass" that is not written as export format has it, by terminal."""

_OTHER_CALLS: Final = {"OBSERVED_DOUBLE": DOUBLE, "OBSERVED_REDOUBLE": REDOUBLE}
"""The calls of terminals whose words the model does not know."""

ALL_PASSES: Final = frozenset({"ALL_PASS", "OBSERVED_ALL_PASS", "OBSERVED_ALL"})
"""The terminals of the words that stand for all passes."""

_WORD: Final = re.compile(
    f"(?P<PASS>{lexis.PASS})|(?P<DOUBLE>{lexis.DOUBLE})|(?P<REDOUBLE>{lexis.REDOUBLE})"
    f"|(?P<BID>{lexis.BID})|(?P<ALL_PASS>{lexis.ALL_PASS})|(?P<OBSERVED_P>{lexis.OBSERVED_P})"
    f"|(?P<OBSERVED_PASS>{lexis.OBSERVED_PASS})|(?P<OBSERVED_DOUBLE>{lexis.OBSERVED_DOUBLE})"
    f"|(?P<OBSERVED_REDOUBLE>{lexis.OBSERVED_REDOUBLE})|(?P<MIXED_REDOUBLE>{lexis.MIXED_REDOUBLE})"
    f"|(?P<SHORT_BID>{lexis.SHORT_BID})|(?P<MIXED_BID>{lexis.MIXED_BID})"
    f"|(?P<OBSERVED_ALL_PASS>{lexis.OBSERVED_ALL_PASS})|(?P<OBSERVED_ALL>{lexis.OBSERVED_ALL})"
)


def kind_of(word: str) -> str | None:
    """Return the terminal of a call or of "all pass", `None` for any other word.

    Example:
        >>> kind_of("1n"), kind_of("ap"), kind_of("AC")
        ('SHORT_BID', 'ALL_PASS', None)
    """
    match = _WORD.fullmatch(word)
    return None if match is None else match.lastgroup


def call_of(kind: str, text: str) -> tuple[Call, str | None]:
    """Return the call of a token, and the code of what is odd in its spelling.

    Args:
        kind: its terminal.
        text: the token.
    """
    call = _OTHER_CALLS.get(kind) or Call.parse(text)
    return call, None if text == call.symbol else _CODES[kind]


def all_pass_code(kind: str, text: str) -> str | None:
    """Return the code of what is odd in the word for all passes."""
    return None if text == ALL_PASS else _CODES[kind]


_ENDS: Final = {literal(lexis.ASTERISK): Ending.CLOSED, literal(lexis.PLUS): Ending.OPEN}


class _Calls(dict[str, CallEntry]):
    """The calls by every spelling that was met, be it odd or with a suffix or an asterisk at it.

    There are some hundreds.

    Attributes:
        odd: the codes of what is odd in the words, each with the index in the word.
    """

    def __init__(self) -> None:
        super().__init__(PLAIN)
        self.odd: dict[str, tuple[tuple[str, int], ...]] = {}

    def learn(self, word: str) -> CallEntry | None:
        """Return the call of a word that was not met before; `None` where it is no such word."""
        bare = word.rstrip("!?*")
        sign = word[len(bare) :]
        kind = kind_of(bare)
        if kind is None or kind in ALL_PASSES or (sign not in CALL_SUFFIXES and sign not in "*"):
            return None
        call, code = call_of(kind, bare)
        odd = () if code is None else ((code, 0),)
        if not sign:
            entry = CallEntry.plain(call)
        elif sign == "*":
            entry = CallEntry(call=call, alert=True)
            odd = (*odd, ("PBN804", len(bare)))
        else:
            entry = CallEntry(call=call, nags=(CALL_SUFFIXES[sign],))
        if odd:
            self.odd[word] = odd
        self[word] = entry
        return entry

    def find_odd(self, words: Sequence[str]) -> dict[str, tuple[int, int, str]]:
        """Return the first place of each code: the number of the word, the index in it, the call.

        The words have been looked up.
        """
        found: dict[str, tuple[int, int, str]] = {}
        if self.odd.keys().isdisjoint(words):
            return found
        for number, word in enumerate(words):
            for code, start in self.odd.get(word, ()):
                if code not in found:
                    found[code] = number, start, word.rstrip("!?*")
        return found


_CALLS: Final = _Calls()


def _said_call(entry: CallEntry, marks: Marks, notes: Mapping[str, str]) -> CallEntry:
    """Return a call with its annotations; those without a comment are shared."""
    note = None if marks.note is None else notes.get(f"={marks.note}=", "")
    is_alert = entry.alert if note is None else not note
    key = entry.call, note, marks.glyphs(CALL_SUFFIXES), is_alert, marks.comment
    known = _SAID.get(key)
    if known is None:
        known = CallEntry(
            call=entry.call, note=note or None, nags=key[2], comment=key[4], alert=is_alert
        )
        if not marks.comments:
            if len(_SAID) > 1 << 14:
                _SAID.clear()
            _SAID[key] = known
    return known


def auction_of(first: Seat, entries: list[CallEntry], ending: Ending | None) -> Auction:
    """Return the auction of entries; its ending is COMPLETE where passes close it."""
    calls = tuple(entries)
    if ending is not Ending.OPEN and _is_complete(calls):
        ending = Ending.COMPLETE
    return Auction(dealer=first, entries=calls, ending=ending or Ending.UNKNOWN)


def _is_complete(entries: tuple[CallEntry, ...]) -> bool:
    if len(entries) < 4:
        return False
    if entries[-1].call is not PASS or entries[-4].call is PASS:
        return passes_to_end(entries) == 0
    return (
        entries[-2].call is PASS
        and entries[-3].call is PASS
        and (entries[-4].call is not None or passes_to_end(entries) == 0)
    )


def quick_auction(
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Auction | None:
    """Read an auction by look-up; `None` where that does not tell what it is.

    Taken are calls in any known spelling with their annotations and comments, hyphens before the
    first call, "all pass", and a blank for the next call. Irregularities, and all that is wrong
    in its place, are not.

    Args:
        first: the seat of the Auction tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        read: gets what the body holds besides; of no use where the auction is not told.
        say: takes the findings, of each code the first one.
    """
    has_comments = "{" in body or ";" in body or "%" in body
    words = MARK.findall(body.rstrip()) if has_comments else body.split()
    if len(words) > MAX_TOKENS:
        return None
    ending = _ENDS.get(words[-1]) if words else None
    if ending is not None:
        words.pop()
    is_filled = bool(words) and words[-1] == ALL_PASS
    known = list(map(_CALLS.get, words[:-1] if is_filled else words))
    hyphens = 0
    # `None in known` would compare each call.
    if not all(known) or (words and words[-1][-1] == "*"):
        found = _Words(words, notes, read, ending)
        if not found.take():
            return None
        entries, hyphens, ending, odd = found.entries, found.hyphens, found.ending, found.odd
    else:
        # Most auctions have calls alone, and their end.
        entries, odd = cast("list[CallEntry]", known), _CALLS.find_odd(words)
        if is_filled:
            missing = passes_to_end(tuple(entries))
            if not missing:
                return None
            entries.extend([PLAIN_PASS] * missing)
    for number, start, text, code in sorted((*place, code) for code, place in odd.items()):
        say(code, word_start(body, words, number) + start, text=text, section="Auction")
    return auction_of(first.after(hyphens), entries, ending)


class _Words:
    """Takes the words of an auction one by one.

    Attributes:
        odd: the first place of each code: the word, the index in it, and what the message shows.

    Args:
        words: the words.
        notes: the texts of the notes by their tokens.
        read: gets what is found besides the calls.
        ending: what the sign behind the words says.
    """

    def __init__(
        self, words: list[str], notes: Mapping[str, str], read: SectionRead, ending: Ending | None
    ) -> None:
        self.words = words
        self.notes = notes
        self.read = read
        self.ending = ending
        self.entries: list[CallEntry] = []
        self.hyphens = 0
        self.odd: dict[str, tuple[int, int, str]] = {}
        self._is_filled = False
        # What is said of the calls, by their places.
        self._said: dict[int, Marks] = {}

    def take(self) -> bool:
        """Take all words; return whether look-up tells what they are."""
        words, entries, known = self.words, self.entries, _CALLS.get
        last = len(words) - 1
        if words[-1][-1] == "*" or (words[-1][0] == "_" and words[last - 1][-1] == "*"):
            # At the last call it ends the auction.
            return False
        for index, word in enumerate(words):
            entry = known(word)
            if entry is None:
                if take_mark(word, len(entries) - 1, self._said, self.read, AUCTION):
                    continue
                if self._end(word, index, last):
                    if self._is_filled:
                        break
                    continue
                entry = _CALLS.learn(word)
                if entry is None:
                    return False
            if entry.nags:
                marks = self._said[len(entries)] = Marks()
                marks.suffix = word[len(word.rstrip("!?")) :]
            entries.append(entry)
        for place, marks in self._said.items():
            entries[place] = _said_call(entries[place], marks, self.notes)
        # Behind "all pass" stands no call.
        self.odd |= _CALLS.find_odd(words[: index + 1])
        return True

    def _end(self, word: str, index: int, last: int) -> bool:
        """Take a hyphen before the first call, a blank for the next one, or "all pass"."""
        if word == "-" and not self.entries and self.hyphens < 3:
            self.hyphens += 1
            return True
        if word[0] == "_" and index == last and self.ending is None and not word.strip("_"):
            self.odd["PBN371"] = index, 0, word[:20]
            self.ending = Ending.OPEN
            return True
        kind = kind_of(word) if index >= last - 1 else None
        missing = passes_to_end(tuple(self.entries)) if kind in ALL_PASSES else 0
        if kind is None or not missing:
            return False
        if index < last and not (kind == "OBSERVED_ALL" and kind_of(self.words[last]) in _PASSES):
            return False
        code = all_pass_code(kind, word)
        if code is not None:
            self.odd.setdefault(code, (index, 0, word))
        self.entries.extend([PLAIN_PASS] * missing)
        self._is_filled = True
        return True


_PASSES: Final = frozenset({"PASS", "OBSERVED_PASS"})


def read_auction(
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Auction:
    """Read any auction, and report all that the standard has against it.

    Args:
        first: the seat of the Auction tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        read: gets what the body holds besides.
        say: takes the findings.

    Returns:
        The auction; where a call in it cannot be told, as far as that, its ending `OPEN`.

    Raises:
        SectionError: the body is no auction; the reason has been reported.
    """
    return _CallGatherer(notes, scan(body, AUCTION), read, say).auction(first)


class _CallGatherer(Gatherer):
    """Gathers the calls of an auction."""

    def __init__(
        self, notes: Mapping[str, str], found: Scan, read: SectionRead, say: SectionSay
    ) -> None:
        super().__init__(found, read, say)
        self.notes = notes
        self.entries: list[CallEntry] = []
        self.ending: Ending | None = None
        self.after_all_pass = False
        self.all_word = False

    def auction(self, first: Seat) -> Auction:
        """Return the auction, its tag naming the seat `first`."""
        self.begin()
        found, entries = self.found, self.entries
        if found.hyphens > 3:
            count = found.hyphens
            self.say("PBN373", found.start(found.places[3].word), count=count)
        plain = PLAIN.get
        for number, place in enumerate(found.places):
            entry = plain(place.word.value)
            if number < found.hyphens:
                self.comments("Auction", place.marks)
            elif entry is None or place.irregular is not None or self.after_all_pass:
                self._place(place)
            elif place.marks:
                self._add(entry.call, self.marks(place), None)
            else:
                entries.append(entry)
        if found.closed is not None:
            self.ending = Ending.CLOSED
            self.comments(_END, found.behind)
        if found.rest is not None:
            self.ending = Ending.OPEN
            if found.blank is None:
                self._untold(found.rest)
        return auction_of(first.after(found.hyphens), entries, self.ending)

    def _place(self, place: Place) -> None:
        """Add what stands at a place that is more than a plain call."""
        found, word = self.found, place.word
        if word is found.asked:
            self._asked(place)
            return
        if self.all_word and word.type in _PASSES and place.irregular is None:
            # Observed: "all pass" in two words.
            self.all_word = False
            return
        self.all_word = word.type == "OBSERVED_ALL"
        if self.after_all_pass:
            self.say("PBN364", found.start(word), text=word.value[:20])
            raise SectionError
        if word.type == "SKIPPED":
            self._add(None, self.marks(place), Irregularity.SKIPPED)
            return
        irregularity = None if place.irregular is None else Irregularity.INSUFFICIENT_BID
        if word.type in ALL_PASSES:
            code = all_pass_code(word.type, word.value)
            if code is not None:
                self.say(code, found.start(word), text=word.value, section="Auction")
            if place.irregular is not None:
                self.misplaced(place.irregular)
            self._all_pass(self.marks(place), word)
            return
        call = self._call(word)
        if place.irregular is not None and not call.is_bid:
            self.misplaced(place.irregular)
        self._add(call, self.marks(place), irregularity)

    def _call(self, word: Token) -> Call:
        """Return the call that a word means."""
        start = self.found.start(word)
        if word.type in _CODES:
            call, code = call_of(word.type, word.value)
            if code is not None:
                self.say(code, start, text=word.value, section="Auction")
            return call
        self.say("PBN365" if word == "-" else "PBN361", start, text=self.chunk(word))
        raise SectionError

    def _add(self, call: Call | None, marks: Marks, irregularity: Irregularity | None) -> None:
        note = None if marks.note is None else self.notes.get(f"={marks.note}=", "")
        self.entries.append(
            CallEntry(
                call=call,
                note=note or None,
                nags=marks.glyphs(CALL_SUFFIXES),
                comment=marks.comment,
                irregularity=irregularity,
                alert=note == "",
            )
        )

    def _all_pass(self, marks: Marks, word: Token) -> None:
        """Add the passes that end the auction; the last one has the annotations."""
        self.after_all_pass = True
        missing = passes_to_end(tuple(self.entries))
        if not missing:
            self.say("PBN367", self.found.start(word))
            return
        self.entries.extend([PLAIN_PASS] * (missing - 1))
        self._add(PASS, marks, None)

    def _untold(self, rest: Token) -> None:
        """Report the call that cannot be told, and that the auction is read up to it."""
        text = MARK.match(rest)
        self.say("PBN370", self.found.start(rest), text="" if text is None else text[1][:20])

    def _asked(self, place: Place) -> None:
        """Take the sign or the blank that stands for the next call, and what is behind it."""
        found = self.found
        self.ending = Ending.OPEN
        if found.rest is not None:
            self._untold(place.word)
        elif place.word is found.blank:
            self.say("PBN371", found.start(place.word), text=place.word.value[:20])
        for token in place.marks:
            text = token.value
            if text[0] in "{;":
                self.comments(_END, (token,))
            else:
                self.say("PBN372", found.start(token), text=text[:20])
                if not self.read.rest:
                    self.read.rest = found.body[found.start(token) :].rstrip()

"""The auction section: from its body to an `Auction`.

Plain calls and notes are read by look-up; everything else by the scanner of annotations, with what
real programs write in place of the standard's words, and all of it reported.

Source: PBN 2.1 §3.5 (Auction section), §3.9 (Irregularities), §3.11 (Case sensitivity); spellings
of real programs as observed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from overtrick import CALLS, PASS, Auction, Call, CallEntry, Ending, Irregularity
from overtrick.plugin import passes_to_end
from overtrick_pbn.standard.glyphs import CALL_SUFFIXES
from overtrick_pbn.text.annotations import (
    AUCTION,
    MAX_TOKENS,
    NAG_NUMBERS,
    NOTE_NUMBERS,
    Gatherer,
    Marks,
    Place,
    Scan,
    SectionError,
    SectionRead,
    SectionSay,
    scan,
)
from overtrick_pbn.text.quoting import comment_text, is_open
from overtrick_pbn.text.scanners import MARK

if TYPE_CHECKING:
    from lark import Token

    from overtrick import Seat

PLAIN: Final = {call.symbol: CallEntry.plain(call) for call in CALLS}
PLAIN_PASS: Final = CallEntry.plain(PASS)

_CALLS: Final = {call.symbol: call for call in CALLS}

_SHARED: Final[dict[tuple[int, str | None, tuple[int, ...], bool], CallEntry]] = {}
_NO_NOTES: Final[Mapping[str, str]] = {}
_END: Final = "Auction.end"


def _spellings(word: str) -> Iterator[str]:
    """Yield a word with each of its letters in upper and in lower case."""
    for letters in itertools.product(*({c.upper(), c.lower()} for c in word)):
        yield "".join(letters)


def _odd_calls() -> dict[str, tuple[Call, str]]:
    """Return the calls of other spellings than the standard's, with the code of each.

    In lower case throughout a call is the standard's own (§3.11), and only worth a note.
    """
    words: list[tuple[str, Call, str]] = []
    for call in CALLS[3:]:
        words.append((call.symbol, call, "PBN805"))
        if call.symbol.endswith("NT"):
            words.append((call.symbol[:2], call, "PBN803"))
    words += [(word, CALLS[1], "PBN802") for word in ("D", "DBL")]
    words += [(word, CALLS[2], "PBN802") for word in ("R", "RDBL")]
    words += [("X", CALLS[1], "PBN805"), ("XX", CALLS[2], "PBN805")]
    words += [("P", PASS, "PBN801"), ("PASS", PASS, "PBN801")]
    odd = {text: (call, code) for word, call, code in words for text in _spellings(word)}
    odd.update({call.symbol.lower(): (call, "PBN805") for call in CALLS})
    return {text: found for text, found in odd.items() if text not in PLAIN}


ODD_CALLS: Final = _odd_calls()
"""The calls that are plainly meant, by spelling, each with the code of what is odd in it."""

ALL_PASS: Final[dict[str, str | None]] = {
    **dict.fromkeys((*_spellings("AP"), *_spellings("ALL")), "PBN801"),
    "AP": None,
    "ap": "PBN805",
}
"""The words that stand for all passes, each with the code of what is odd in it."""


_ENDS: Final = {"*": Ending.CLOSED, "+": Ending.OPEN}

_Spelled = tuple[CallEntry, tuple[tuple[str, int], ...]]

# The calls by every spelling of which something is odd, with what is; of words that are a call
# there are some two thousand, of which those with a sign are added when they are first met.
_SPELLED: Final[dict[str, _Spelled]] = {
    text: (CallEntry.plain(call), ((code, 0),)) for text, (call, code) in ODD_CALLS.items()
}
_ANY_CALLS: Final = PLAIN | {text: entry for text, (entry, _) in _SPELLED.items()}


def _spelled(word: str) -> _Spelled | None:
    """Return the call of a word, be it oddly spelled or with a suffix or an asterisk at it.

    With it come the codes of what is odd, each with the index in the word; `None` where it is no
    such word.
    """
    bare = word.rstrip("!?*")
    sign = word[len(bare) :]
    odd: tuple[tuple[str, int], ...] = ()
    if bare in ODD_CALLS:
        call, code = ODD_CALLS[bare]
        odd = ((code, 0),)
    elif bare in PLAIN:
        call = _CALLS[bare]
    else:
        return None
    entry = CallEntry.plain(call)
    if sign == "*":
        entry = CallEntry(call=call, alert=True)
        odd = (*odd, ("PBN804", len(bare)))
    elif sign in CALL_SUFFIXES:
        entry = CallEntry(call=call, nags=(CALL_SUFFIXES[sign],))
    elif sign:
        return None
    _SPELLED[word] = entry, odd
    _ANY_CALLS[word] = entry
    return entry, odd


def _noted(entry: CallEntry, text: str) -> CallEntry:
    if entry.comment is None and entry.call is not None:
        return _shared(entry.call, text or None, entry.nags, alert=not text)
    return CallEntry(
        call=entry.call,
        note=text or None,
        nags=entry.nags,
        comment=entry.comment,
        alert=not text,
    )


def _with_nag(entry: CallEntry, nag: int) -> CallEntry:
    nags = tuple(sorted({*entry.nags, nag})) if entry.nags else (nag,)
    if entry.comment is None and entry.call is not None:
        return _shared(entry.call, entry.note, nags, alert=entry.alert)
    return _changed(entry, nags, entry.comment)


def _shared(call: Call, note: str | None, nags: tuple[int, ...], *, alert: bool) -> CallEntry:
    """Return a call with annotations, the same object for the same ones."""
    key = call.index, note, nags, alert
    known = _SHARED.get(key)
    if known is None:
        known = CallEntry(call=call, note=note, nags=nags, alert=alert)
        if len(_SHARED) > 1 << 14:
            _SHARED.clear()
        _SHARED[key] = known
    return known


def _with_comment(entry: CallEntry, text: str) -> CallEntry:
    comment = text if entry.comment is None else f"{entry.comment}\n{text}"
    return _changed(entry, entry.nags, comment)


def _changed(entry: CallEntry, nags: tuple[int, ...], comment: str | None) -> CallEntry:
    """Return a call with other annotations, in a fraction of the time of `attrs.evolve`."""
    return CallEntry(
        call=entry.call,
        note=entry.note,
        nags=nags,
        comment=comment,
        alert=entry.alert,
        irregularity=entry.irregularity,
    )


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


Spelled = list[tuple[list[str], list[tuple[str, int, int, str]]]]
"""The words of an auction, and which of them are odd, as `SectionRead.spellings` has them."""


def plain_auction(
    first: Seat,
    body: str,
    notes: Mapping[str, str] = _NO_NOTES,
    spelled: Spelled | None = None,
) -> Auction | None:
    """Read calls with nothing but notes, each referred to once in the order of the notes.

    `None` where there is anything else, or a note that no call refers to.

    Args:
        first: the seat of the Auction tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        spelled: gets what there is to report, if anything; without it, only known calls are read.
    """
    words = body.split()
    noted = _take_notes(words, notes) if notes else ()
    if noted is None:
        return None
    ending = _ENDS.get(words[-1]) if words else None
    if ending is not None:
        words.pop()
    is_filled = bool(words) and words[-1] == "AP"
    if is_filled:
        words.pop()
    if len(words) > MAX_TOKENS:
        return None
    try:
        entries = list(map(PLAIN.__getitem__, words))
    except KeyError:
        if spelled is None or words[-1][-1] == "*":
            # An asterisk at the last call ends the auction.
            return None
        try:
            entries = list(map(_ANY_CALLS.__getitem__, words))
        except KeyError:
            return None
        spelled.append((words, _odd_words(words)))
    try:
        for place, text in noted:
            entries[place] = _noted(entries[place], text)
    except LookupError:
        # A note behind the end.
        return None
    if is_filled:
        missing = passes_to_end(tuple(entries))
        if not missing:
            return None
        entries.extend([PLAIN_PASS] * missing)
    elif (
        ending is None
        and len(entries) > 3
        and entries[-1] is entries[-2] is entries[-3] is PLAIN_PASS
        and entries[-4].call is not PASS
    ):
        return Auction(dealer=first, entries=tuple(entries), ending=Ending.COMPLETE)
    return auction_of(first, entries, ending)


def _odd_words(words: list[str]) -> list[tuple[str, int, int, str]]:
    """Return the first word of each odd spelling, in the order of the words."""
    odd: dict[str, tuple[int, int, str]] = {}
    for word in {*words}.difference(PLAIN):
        index = words.index(word)
        for code, start in _SPELLED[word][1]:
            if code not in odd or index < odd[code][0]:
                odd[code] = index, start, word.rstrip("!?*")
    return _in_order(odd)


def _take_notes(words: list[str], notes: Mapping[str, str]) -> list[tuple[int, str]] | None:
    """Take references to notes away, each of which stands once and in the order of the notes.

    Returns:
        Of each note the number of its call, and its text; `None` where they stand otherwise.
    """
    noted: list[tuple[int, str]] = []
    place = 0
    for token, text in notes.items():
        # The notes before it are gone, so that this is the place behind its call.
        try:
            behind = words.index(token)
        except ValueError:
            return None
        if behind <= place:
            return None
        del words[behind]
        noted.append((behind - 1, text))
        place = behind
    return noted


def fast_auction(
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead
) -> Auction | None:
    """Read an auction as `plain_auction` does if it can be, else as `annotated_auction` does.

    The arguments are those of the latter.
    """
    if not _has_comments(body):
        spelled: Spelled = []
        auction = plain_auction(first, body, notes, spelled)
        # A note of a number that none can have is told elsewhere.
        if auction is not None and notes.keys() <= NOTE_NUMBERS.keys():
            if spelled:
                read.words, read.spellings = spelled[0]
            read.used = [NOTE_NUMBERS[token] for token in notes]
            return auction
    return annotated_auction(first, body, notes, read)


def _has_comments(body: str) -> bool:
    return "{" in body or ";" in body or "%" in body


def annotated_auction(  # noqa: PLR0912, PLR0915  # a kind of word each
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead
) -> Auction | None:
    """Read an auction word by word; `None` where look-up does not tell what it is.

    Taken are calls in any known spelling with their annotations and comments, hyphens before the
    first call, "all pass", and a blank for the next call. Irregularities, and all that is wrong
    in its place, are not.

    Args:
        first: the seat of the Auction tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        read: gets what the body holds besides, and what is to be reported; of no use where the
            auction is not told.
    """
    words = MARK.findall(body.rstrip()) if _has_comments(body) else body.split()
    if len(words) > MAX_TOKENS:
        return None
    ending = _ENDS.get(words[-1]) if words else None
    if ending is not None:
        words.pop()
    entries: list[CallEntry] = []
    used = read.used
    # The first place of each code: the word, the index in it, and what the message shows.
    odd: dict[str, tuple[int, int, str]] = {}
    hyphens = 0
    noted = suffixed = -1
    last = len(words) - 1
    plain, note_of, spelled_as = PLAIN.get, notes.get, _SPELLED.get
    for index, word in enumerate(words):
        entry = plain(word)
        if entry is not None:
            entries.append(entry)
            continue
        position = len(entries) - 1
        text = note_of(word)
        if text is not None or word in NOTE_NUMBERS:
            if position < 0 or position == noted:
                return None
            noted = position
            entries[position] = _noted(entries[position], text or "")
            number = int(word[1:-1])
            if number not in used:
                used.append(number)
            continue
        known = spelled_as(word) or _spelled(word)
        if known is not None:
            entry, found = known
            if word[-1] == "*":
                # At the last call it ends the auction.
                if index == last or words[index + 1][0] == "_":
                    return None
            elif word[-1] in "!?":
                suffixed = position + 1
            for code, start in found:
                if code not in odd:
                    odd[code] = index, start, word.rstrip("!?*")
            entries.append(entry)
            continue
        head = word[0]
        if head == "-" and word == "-" and position < 0 and hyphens < 3:
            hyphens += 1
        elif head in "{;":
            if is_open(word):
                return None
            if position < 0:
                read.comments.append(("Auction", comment_text(word)))
            else:
                entries[position] = _with_comment(entries[position], comment_text(word))
        elif head == "%" and len(word) > 1:
            read.escapes.append(word[1:])
        elif position < 0 and head in "$!?":
            return None
        elif head == "$":
            nag = NAG_NUMBERS.get(word)
            if nag is None:
                return None
            entries[position] = _with_nag(entries[position], nag)
        elif word in CALL_SUFFIXES:
            if suffixed == position:
                return None
            suffixed = position
            entries[position] = _with_nag(entries[position], CALL_SUFFIXES[word])
        elif head == "_" and index == last and ending is None and not word.strip("_"):
            odd["PBN371"] = index, 0, word[:20]
            ending = Ending.OPEN
        elif word in ALL_PASS and index >= last - 1:
            if index < last and (word.upper() != "ALL" or words[last].upper() != "PASS"):
                return None
            all_pass = ALL_PASS[word]
            if all_pass is not None:
                odd.setdefault(all_pass, (index, 0, word))
            missing = passes_to_end(tuple(entries))
            if not missing:
                return None
            entries.extend([PLAIN_PASS] * missing)
            break
        else:
            return None
    if odd:
        read.words, read.spellings = words, _in_order(odd)
    return auction_of(first.after(hyphens), entries, ending)


def _in_order(odd: Mapping[str, tuple[int, int, str]]) -> list[tuple[str, int, int, str]]:
    """Return what is odd, told by its codes, in the order of the text."""
    found = sorted(odd.items(), key=_place) if len(odd) > 1 else odd.items()
    return [(code, index, start, text) for code, (index, start, text) in found]


def _place(item: tuple[str, tuple[int, int, str]]) -> tuple[int, int]:
    return item[1][:2]


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
    return _Calls(notes, scan(body, AUCTION), read, say).auction(first)


class _Calls(Gatherer):
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
        if self.all_word and word.upper() == "PASS" and place.irregular is None:
            # Observed: "all pass" in two words.
            self.all_word = False
            return
        self.all_word = word.upper() == "ALL"
        if self.after_all_pass:
            self.say("PBN364", found.start(word), text=word.value[:20])
            raise SectionError
        if word.type == "SKIPPED":
            self._add(None, self.marks(place), Irregularity.SKIPPED)
            return
        irregularity = None if place.irregular is None else Irregularity.INSUFFICIENT_BID
        if word in ALL_PASS:
            code = ALL_PASS[word]
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
        if word in _CALLS:
            return _CALLS[word]
        start = self.found.start(word)
        if word in ODD_CALLS:
            call, code = ODD_CALLS[word]
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

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

from overtrick.model.calls import (
    CALLS,
    PASS,
    PLAIN_CALLS,
    Auction,
    Call,
    CallEntry,
    Ending,
    Irregularity,
    passes_to_end,
)
from overtrick_pbn.standard.glyphs import CALL_SUFFIXES
from overtrick_pbn.text.annotations import (
    AUCTION,
    MAX_TOKENS,
    Gatherer,
    Marks,
    Scan,
    SectionError,
    SectionRead,
    SectionSay,
)

if TYPE_CHECKING:
    from overtrick.model.table import Seat

PLAIN: Final = {call.symbol: PLAIN_CALLS[call.index] for call in CALLS}
PLAIN_PASS: Final = PLAIN_CALLS[0]

_NOTED: Final[dict[tuple[CallEntry, str], CallEntry]] = {}
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
    return odd


ODD_CALLS: Final = _odd_calls()
"""The calls that are plainly meant, by spelling, each with the code of what is odd in it."""

_ALL_PASS: Final[dict[str, str | None]] = {
    **dict.fromkeys((*_spellings("AP"), *_spellings("ALL")), "PBN801"),
    "AP": None,
    "ap": "PBN805",
}

# Observed in files made with BridgeComposer; what it means is not documented.
_UNEXPLAINED: Final = frozenset({"AC"})


def _noted(entry: CallEntry, text: str) -> CallEntry:
    known = _NOTED.get((entry, text))
    if known is None:
        known = CallEntry(call=entry.call, note=text or None, alert=not text)
        if len(_NOTED) > 1 << 14:
            _NOTED.clear()
        _NOTED[entry, text] = known
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


def fast_auction(
    first: Seat, body: str, notes: Mapping[str, str], used: list[int]
) -> Auction | None:
    """Read calls and note references by look-up; `None` where there is anything else.

    Args:
        first: the seat of the Auction tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        used: gets the numbers of the notes referred to.
    """
    entries: list[CallEntry] = []
    ending: Ending | None = None
    words = body.split()
    if len(words) > MAX_TOKENS:
        return None
    if words and words[-1] in {"*", "+"}:
        ending = Ending.CLOSED if words.pop() == "*" else Ending.OPEN
    if words and words[-1] == "AP":
        words.pop()
        missing = -1
    else:
        missing = 0
    plain = PLAIN.get
    noted = -1
    for word in words:
        entry = plain(word)
        if entry is not None:
            entries.append(entry)
            continue
        text = notes.get(word)
        position = len(entries) - 1
        if text is None or position < 0 or position == noted:
            return None
        noted = position
        entries[position] = _noted(entries[position], text)
        number = int(word[1:-1])
        if number not in used:
            used.append(number)
    if missing:
        missing = passes_to_end(tuple(entries))
        if not missing:
            return None
        entries.extend([PLAIN_PASS] * missing)
    return auction_of(first, entries, ending)


def read_auction(
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead, say: SectionSay
) -> Auction | None:
    """Read any auction, and report all that the standard has against it.

    Args:
        first: the seat of the Auction tag.
        body: what follows the tag.
        notes: the texts of the notes by their tokens, such as `=1=`.
        read: gets what the body holds besides.
        say: takes the findings.

    Returns:
        The auction, or `None` where it cannot be told; the reason has been reported.

    Raises:
        SectionError: the body is no auction; the reason has been reported.
    """
    return _Calls(notes, Scan(body, AUCTION), read, say).auction(first)


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
        self.unread = False

    def auction(self, first: Seat) -> Auction | None:
        """Return the auction, its tag naming the seat `first`."""
        self.begin()
        found, entries = self.found, self.entries
        if found.hyphens > 3:
            self.say("PBN373", found.start(found.places[3]), count=found.hyphens)
        plain, marks, irregular = PLAIN.get, found.marks, found.irregular
        for number, word in enumerate(found.words):
            entry = plain(word)
            if entry is None or number in irregular or self.after_all_pass:
                self._place(number, word, found.places[number])
            elif number in marks:
                self._add(entry.call, self.marks(number), None)
            else:
                entries.append(entry)
        if found.closed:
            self.ending = Ending.CLOSED
            self.comments(_END, found.behind)
        if self.unread:
            return None
        return auction_of(first.after(found.hyphens), entries, self.ending)

    def _place(self, number: int, word: str, index: int) -> None:
        """Add what stands at a place that is more than a plain call."""
        found = self.found
        if number < found.hyphens:
            self.comments("Auction", found.marks.get(number, ()))
            return
        if word[0] in "+_":
            self._asked(number, index)
            return
        marks = self.marks(number)
        if self.all_word and word.upper() == "PASS" and number not in found.irregular:
            # Observed: "all pass" in two words.
            self.all_word = False
            return
        self.all_word = word.upper() == "ALL"
        if self.after_all_pass:
            self.say("PBN364", found.start(index), text=word[:20])
            raise SectionError
        if word == "^S":
            self._add(None, marks, Irregularity.SKIPPED)
            return
        irregularity = Irregularity.INSUFFICIENT_BID if number in found.irregular else None
        if word in _ALL_PASS:
            code = _ALL_PASS[word]
            if code is not None:
                self.say(code, found.start(index), text=word, section="Auction")
            if irregularity is not None:
                self.misplaced(number)
            self._all_pass(marks, index)
            return
        call = self._call(word, index)
        if call is None:
            return
        if irregularity is not None and not call.is_bid:
            self.misplaced(number)
        self._add(call, marks, irregularity)

    def _call(self, word: str, index: int) -> Call | None:
        """Return the call that a word means, `None` for one whose meaning is not known."""
        entry = PLAIN.get(word)
        if entry is not None:
            return entry.call
        start = self.found.start(index)
        if word in ODD_CALLS:
            call, code = ODD_CALLS[word]
            self.say(code, start, text=word, section="Auction")
            return call
        if word.upper() in _UNEXPLAINED:
            self.say("PBN370", start, text=word)
            self.unread = True
            return None
        self.say("PBN365" if word == "-" else "PBN361", start, text=word[:20])
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

    def _all_pass(self, marks: Marks, index: int) -> None:
        """Add the passes that end the auction; the last one has the annotations."""
        self.after_all_pass = True
        missing = passes_to_end(tuple(self.entries))
        if not missing:
            self.say("PBN367", self.found.start(index))
            return
        self.entries.extend([PLAIN_PASS] * (missing - 1))
        self._add(PASS, marks, None)

    def _asked(self, number: int, index: int) -> None:
        """Take the sign or the line that stands for the next call, and what is behind it."""
        found = self.found
        self.ending = Ending.OPEN
        if found.tokens[index] != "+":
            self.say("PBN371", found.start(index), text=found.tokens[index][:20])
        for behind in found.marks.get(number, ()):
            text = found.tokens[behind]
            if text[0] in "{;":
                self.comments(_END, (behind,))
            else:
                self.say("PBN372", found.start(behind), text=text[:20])

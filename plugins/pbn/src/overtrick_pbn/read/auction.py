"""The auction section: from its body to an `Auction`.

Three ways, the fastest that is right: plain calls and notes by look-up; any auction that obeys
the standard by one compiled pattern; everything else by `sections.lark` (see `auction_fine`), which
is the reference and the only one that reports.

Source: PBN 2.1 §3.5 (Auction section), §3.9 (Irregularities), §3.11.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    MAX_TOKENS,
    TOKEN,
    Marks,
    SectionRead,
    add_mark,
    is_open,
)
from overtrick_pbn.text.quoting import comment_text

if TYPE_CHECKING:
    from overtrick.model.table import Seat

PLAIN: Final = {call.symbol: PLAIN_CALLS[call.index] for call in CALLS}
PLAIN_PASS: Final = PLAIN_CALLS[0]

# What §3.11 allows besides the standard's own spelling.
LEGAL: Final = {call.symbol: call for call in CALLS}
LEGAL.update({call.symbol.lower(): call for call in CALLS})

_NOTED: Final[dict[tuple[CallEntry, str], CallEntry]] = {}


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


class Calls:
    """Gathers the calls of an auction."""

    def __init__(self, notes: Mapping[str, str], read: SectionRead) -> None:
        self.notes = notes
        self.read = read
        self.entries: list[CallEntry] = []
        self.hyphens = 0
        self.ending: Ending | None = None
        self.after_all_pass = False

    def add(self, call: Call | None, marks: Marks, irregularity: Irregularity | None) -> None:
        """Add a call with its annotations; `None` for a player who was skipped."""
        if call is not None and irregularity is None and marks.is_plain:
            self.entries.append(PLAIN_CALLS[call.index])
            return
        note: str | None = None
        if marks.note is not None:
            note = self.notes.get(f"={marks.note}=", "")
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

    def add_all_pass(self, marks: Marks) -> bool:
        """Add the passes that end the auction; return whether any was missing."""
        missing = passes_to_end(tuple(self.entries))
        self.after_all_pass = True
        if not missing:
            return False
        self.entries.extend([PLAIN_PASS] * (missing - 1))
        self.add(PASS, marks, None)
        return True

    def auction(self, first: Seat) -> Auction:
        """Return the auction, its tag naming the seat `first`."""
        return auction_of(first.after(self.hyphens), self.entries, self.ending)


def scan_auction(  # noqa: PLR0912  # one branch a kind of token
    first: Seat, body: str, notes: Mapping[str, str], read: SectionRead
) -> Auction | None:
    """Read an auction that obeys the standard to the letter; `None` where one does not."""
    gathered = Calls(notes, read)
    entries = gathered.entries
    # The marks of the last call, made when the first of them comes.
    marks: Marks | None = None
    irregularity: Irregularity | None = None
    pending: Irregularity | None = None
    ended = False
    words = TOKEN.findall(body)
    if len(words) > MAX_TOKENS:
        return None
    for word in words:
        head = word[0]
        if word in PLAIN or word in {"AP", "^S"}:
            if ended or gathered.after_all_pass or (pending is not None and head not in _LEVELS):
                return None
            if marks is not None:
                gathered.add(entries.pop().call, marks, irregularity)
            marks, irregularity, pending = None, pending, None
            if word == "AP":
                if not gathered.add_all_pass(Marks()):
                    return None
            elif word == "^S":
                marks, irregularity = Marks(), Irregularity.SKIPPED
                entries.append(_SKIPPED)
            else:
                entries.append(PLAIN[word])
                if irregularity is not None:
                    marks = Marks()
        elif head in "{;":
            if is_open(word):
                return None
            if entries and not ended:
                marks = marks or Marks()
                marks.comments.append(comment_text(word))
            else:
                read.comments.append(("Auction.end" if ended else "Auction", comment_text(word)))
        elif head == "%" and len(word) > 1:
            read.escapes.append(word[1:])
        elif ended or pending is not None:
            return None
        elif head in "=$!?":
            if not entries:
                return None
            marks = marks or Marks()
            if not add_mark(marks, word, read.used) or (head == "=" and word not in notes):
                return None
        elif word == "^I":
            pending = Irregularity.INSUFFICIENT_BID
        elif word == "-" and not entries:
            gathered.hyphens += 1
        elif word in "*+":
            if word == "*" and entries and _may_be_alert(body):
                return None
            ended = True
            gathered.ending = Ending.CLOSED if word == "*" else Ending.OPEN
        else:
            return None
    if pending is not None:
        return None
    if marks is not None:
        gathered.add(entries.pop().call, marks, irregularity)
    return gathered.auction(first)


_LEVELS: Final = frozenset("1234567")
_SKIPPED: Final = CallEntry(call=None, irregularity=Irregularity.SKIPPED)


def _may_be_alert(body: str) -> bool:
    """Return whether more than one asterisk stands in the body, or one that ends nothing."""
    return not body.rstrip().endswith("*") or body.count("*") > 1

"""The auction section in export format.

Source: PBN 2.1 §3.5 (Auction section), §3.9 (Irregularities).
"""

from __future__ import annotations

import functools
from typing import Final

from overtrick import CALLS, PASS, Auction, CallEntry, Ending, Field, Irregularity
from overtrick.plugin import passes_to_end
from overtrick_pbn.standard.values import ALL_PASS, MARKS, MOST_NOTES
from overtrick_pbn.write.export.lines import ENCOURAGED, EOL, Lines, fitted_comment
from overtrick_pbn.write.export.notes import TOO_MANY_NOTES, Notes
from overtrick_pbn.write.losses import Losses

# The shared entries live as long as the program, so their identities are keys that cost nothing.
_PASS: Final = CallEntry.plain(PASS)
_PLAIN: Final = {id(CallEntry.plain(call)): call.symbol for call in CALLS}

# Notes that are together no longer than this fit their lines, each of them.
_SHORT: Final = 240

_BIDS: Final = frozenset(call.symbol for call in CALLS[3:])
_PASSES: Final = [CALLS[0].symbol] * 3


def auction_lines(
    auction: Auction,
    unused: object,
    at_end: tuple[str, ...],
    losses: Losses,
    *,
    together: int = 0,
) -> tuple[list[str], list[str]]:
    """Return the lines of calls and the lines of notes.

    Args:
        auction: the auction.
        unused: the texts of notes that no call refers to, a tuple.
        at_end: comments behind the mark that ends the calls.
        losses: where they go.
        together: how many of the last passes are written as AP, as `passes_together` says.
    """
    if unused is None and not at_end and not together:
        simple = _simple(auction)
        if simple is not None:
            return simple
    return _annotated(auction, unused, at_end, losses, together)


def _simple(auction: Auction) -> tuple[list[str], list[str]] | None:
    """Write a complete auction of calls with nothing but notes; `None` for any other one.

    The lines of calls are one text, which is not taken apart again. Without this way and
    that of plays the export of played boards takes 1.5 times as long.
    """
    if auction.ending is not Ending.COMPLETE:
        return None
    entries = auction.entries
    words = list(map(_PLAIN.get, map(id, entries)))
    numbers: dict[str, int] = {}
    index = -1
    for _ in range(words.count(None)):
        index = words.index(None, index + 1)
        entry = entries[index]
        note, call = entry.note, entry.call
        if (
            not note
            or call is None
            or entry.nags
            or entry.alert
            or entry.comment is not None
            or entry.irregularity is not None
        ):
            return None
        number = numbers.get(note)
        if number is None:
            numbers[note] = number = len(numbers) + 1
        words[index] = f"{call.symbol} ={number}="
    if len(numbers) > MOST_NOTES or not _ends_in_passes(words, auction):
        return None
    lines = [_rows(len(words)) % tuple(words)]
    text = "".join(numbers)
    if not text.isprintable() or '"' in text or "\\" in text or len(text) >= _SHORT:
        return None
    return lines, [f'[Note "{number}:{note}"]' for note, number in numbers.items()]


@functools.lru_cache(maxsize=64)
def _rows(count: int) -> str:
    """Return the pattern of some calls, four on a line."""
    return EOL.join(" ".join(["%s"] * min(4, count - at)) for at in range(0, count, 4))


def _ends_in_passes(words: list[str | None], auction: Auction) -> bool:
    """Return whether the calls are complete; by a look at the words where that is enough."""
    if words[-3:] == _PASSES and not _BIDS.isdisjoint(words):
        return True
    return auction.is_complete


def passes_together(auction: Auction, timed: int) -> int:
    """Return how many of the last passes have one time together, so that AP stands for them.

    Args:
        auction: the auction.
        timed: how many rows the table of its times has.

    Source: PBN 2.1 §5.4 (the times are in the order of the call tokens).
    """
    entries = auction.entries
    count = sum(1 for entry in entries if entry.call is not None) - timed + 1
    if not 2 <= count <= len(entries) or passes_to_end(entries[:-count]) != count:
        return 0
    # What is said of a pass before the last one would be lost.
    is_plain = all(entry is _PASS for entry in entries[-count:-1])
    return count if is_plain and entries[-1].call is CALLS[0] else 0


def ending_of(auction: Auction) -> Ending:
    """Return the ending that a reader will find: calls that end in passes are complete."""
    if auction.ending is not Ending.OPEN and auction.is_complete:
        return Ending.COMPLETE
    return Ending.UNKNOWN if auction.ending is Ending.COMPLETE else auction.ending


def _annotated(
    auction: Auction, unused: object, at_end: tuple[str, ...], losses: Losses, together: int
) -> tuple[list[str], list[str]]:
    lines = Lines()
    notes = Notes("auction", losses)
    entries = auction.entries
    for index, entry in enumerate(entries[: len(entries) - together]):
        if index % 4 == 0:
            lines.end_line()
        word = _PLAIN.get(id(entry))
        if word is not None:
            lines.word(word)
        else:
            _write_entry(entry, _call_words(entry, losses), lines, notes, losses)
    if together:
        if (len(entries) - together) % 4 == 0:
            lines.end_line()
        _write_entry(entries[-1], [ALL_PASS], lines, notes, losses)
    ending = ending_of(auction)
    if ending is not auction.ending:
        losses.changed(Field.AUCTION_CALLS, "the end of the auction is derived from its calls")
    if ending is Ending.OPEN:
        if len(auction.entries) % 4 == 0:
            lines.end_line()
        lines.word("+")
    elif ending is Ending.CLOSED or at_end:
        # On a line of its own, so that nobody takes it for an alert of the last call.
        lines.end_line()
        lines.word("*")
    for comment in at_end:
        lines.comment(fitted_comment(comment, Field.EXTRAS, losses), ENCOURAGED)
    notes.add_unused(unused)
    return lines.finished(), notes.lines()


def _write_entry(
    entry: CallEntry, words: list[str], lines: Lines, notes: Notes, losses: Losses
) -> None:
    for word in words:
        lines.word(word)
    comment = entry.comment
    note = notes.cleaned(entry.note) if entry.note else ""
    if note or entry.alert:
        is_numbered = notes.write_reference(note, lines)
        if entry.alert and not is_numbered:
            losses.dropped(Field.AUCTION_ALERTS, TOO_MANY_NOTES)
        elif entry.alert and note:
            losses.dropped(Field.AUCTION_ALERTS, "in PBN the note itself is the alert")
        if note and not is_numbered:
            comment = notes.as_comment(note, comment)
    notes.write_rest(entry.nags, comment, lines)


def _call_words(entry: CallEntry, losses: Losses) -> list[str]:
    call, irregularity = entry.call, entry.irregularity
    if call is None:
        if irregularity is not Irregularity.SKIPPED:
            losses.changed(Field.AUCTION_CALLS, "an unknown call is written as skipped")
            losses.changed(Field.AUCTION_IRREGULARITIES, "an unknown call is written as skipped")
        return [MARKS[Irregularity.SKIPPED]]
    if irregularity is None:
        return [call.symbol]
    if irregularity is Irregularity.INSUFFICIENT_BID and call.is_bid:
        return [MARKS[irregularity], call.symbol]
    losses.dropped(Field.AUCTION_IRREGULARITIES, "PBN has no such irregularity at this call")
    return [call.symbol]

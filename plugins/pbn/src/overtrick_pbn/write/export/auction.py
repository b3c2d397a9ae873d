"""The auction section in export format.

Source: PBN 2.1 §3.5 (Auction section), §3.9 (Irregularities).
"""

from __future__ import annotations

from typing import Final

from overtrick import CALLS, PASS, Auction, CallEntry, Ending, Field, Irregularity
from overtrick.plugin import passes_to_end
from overtrick_pbn.standard.values import ALL_PASS, MARKS
from overtrick_pbn.write.export.lines import ENCOURAGED, Lines, fitted_comment
from overtrick_pbn.write.export.notes import TOO_MANY_NOTES, Notes
from overtrick_pbn.write.losses import Losses

# The shared entries live as long as the program, so their identities are keys that cost nothing.
_PASS: Final = CallEntry.plain(PASS)
_PLAIN: Final = {id(CallEntry.plain(call)): call.symbol for call in CALLS}


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
        losses.changed(Field.AUCTION_CALLS, "how the auction ends follows from its calls")
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
            losses.changed(Field.AUCTION_CALLS, "a call that is not given is written as skipped")
            losses.changed(
                Field.AUCTION_IRREGULARITIES, "a call that is not given is written as skipped"
            )
        return [MARKS[Irregularity.SKIPPED]]
    if irregularity is None:
        return [call.symbol]
    if irregularity is Irregularity.INSUFFICIENT_BID and call.is_bid:
        return [MARKS[irregularity], call.symbol]
    losses.dropped(Field.AUCTION_IRREGULARITIES, "PBN has no such irregularity at this call")
    return [call.symbol]

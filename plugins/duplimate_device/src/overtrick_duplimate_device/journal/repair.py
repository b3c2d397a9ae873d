"""Repair a damaged journal; the damaged files are kept beside it."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from overtrick_duplimate_device.journal.chain import MAGIC, Line
from overtrick_duplimate_device.journal.journal import entry_text, now_text
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger
from overtrick_duplimate_device.journal.pair import read_file
from overtrick_duplimate_device.journal.paths import narrow, second_path, write_private
from overtrick_duplimate_device.journal.salvage import Doubt, SalvagedState
from overtrick_duplimate_device.journal.turns import highest_turn


def set_aside(path: Path, *, is_kept: bool = False) -> tuple[Path, ...]:
    """Rename the files of a damaged journal.

    Args:
        path: the first file.
        is_kept: whether they stay where they are, too, because others are about to take their
            places.

    Returns:
        Their new names.

    Raises:
        OSError: the folder or disk refuses.
    """
    kept = []
    for file in (path, second_path(path)):
        if not os.path.lexists(file):
            continue
        new = _free_name(file)
        if not is_kept:
            file.rename(new)
        else:
            try:
                new.hardlink_to(file)
            except OSError:
                # The file system has no hard links.
                write_private(new, read_file(file) or b"")
        with contextlib.suppress(OSError):
            narrow(new)
        kept.append(new)
    return tuple(kept)


def _free_name(file: Path) -> Path:
    names = (f"{file.name}.damaged{'' if n == 1 else f'-{n}'}" for n in itertools.count(1))
    return next(path for path in map(file.with_name, names) if not os.path.lexists(path))


def settled(known: SalvagedState, dealt: Iterable[Doubt]) -> Ledger:
    """Return the ledger with the doubts resolved.

    Args:
        known: what is known without them.
        dealt: those of the doubts that were dealt.
    """
    ledger = known.ledger
    done, extra = dict(ledger.done), dict(ledger.extra_done)
    for doubt in dealt:
        counts = extra if doubt.is_extra else done
        counts[doubt.board] = counts.get(doubt.board, 0) + 1
    extras = list(ledger.extras)
    for doubt in dealt:
        if doubt.is_extra and doubt.board in extras:
            extras.remove(doubt.board)
    return attrs.evolve(ledger, done=done, extra_done=extra, extras=extras)


def fixed(known: SalvagedState, ledger: Ledger, counters: Mapping[int, int]) -> bytes:
    """Return the new content of both files of the journal.

    What was sound without a gap stays as it was, to the byte. It is followed by a record that the
    journal was repaired, and, where steps are lost, what they came to.

    Args:
        known: what is known of the session.
        ledger: what was dealt (see `settled`).
        counters: the file's own, by board; empty where it has none or cannot be read.
    """
    sound = known.sound
    lines = list(sound.lines)
    turn: int | None = highest_turn(*(line.text for line in (*sound.lines, *sound.later)))
    for entry in _entries(known, ledger, counters):
        lines.append(Line.after(lines[-1], entry_text(entry, now_text(), turn)))
        turn = None
    return MAGIC + b"".join(line.data for line in lines)


def _entries(known: SalvagedState, ledger: Ledger, counters: Mapping[int, int]) -> Iterator[Entry]:
    lost = known.sound.count_lost
    yield Entry(
        kind=EntryKind.REPAIRED,
        detail={"lost": lost, "attempts": ledger.attempts, "failed": ledger.failed,
                "faults": ledger.faults},
    )  # fmt: skip
    if not lost:
        return
    boards = {*known.header.plan.boards, *ledger.done, *ledger.extra_done}
    for board in sorted(boards):
        yield Entry(
            kind=EntryKind.SETTLED,
            board=board,
            detail={
                "done": ledger.done.get(board, 0),
                "extra": ledger.extra_done.get(board, 0),
                **_counted(ledger, board, counters),
            },
        )
    for board in ledger.extras:
        yield Entry(kind=EntryKind.AGAIN, board=board)
    attempt = ledger.attempt
    if attempt is not None:
        kinds = [EntryKind.INTEND]
        kinds += [attempt.stage] if attempt.may_have_started else []
        kinds += [EntryKind.DOUBT] if attempt.is_doubtful else []
        for kind in kinds:
            yield Entry(
                kind=kind,
                board=attempt.board,
                copy=attempt.copy,
                attempt=attempt.number,
                job_id=attempt.job_id,
                detail={
                    "boot": attempt.boot,
                    "window": attempt.window,
                    "extra": int(attempt.is_extra),
                }
                if kind is EntryKind.INTEND
                else {},
            )
    is_all = known.header.plan.next_task(ledger.done, ledger.extras) is None
    if attempt is None and is_all:
        yield Entry(kind=EntryKind.FINISHED)


def _counted(ledger: Ledger, board: int, counters: Mapping[int, int]) -> dict[str, int]:
    """Return a board's counter, and the number of this session's copies in it.

    A copy with lost counter steps is taken as counted if the counter has gone up since. So it is
    never counted twice, even if another session raised the counter.
    """
    known, share = ledger.counted.get(board, 0), ledger.shares.get(board, 0)
    value = counters.get(board, known)
    open_copies = max(ledger.copies(board) - share, 0)
    return {"value": value, "share": share + min(max(value - known, 0), open_copies)}


def put_back(path: Path, data: bytes) -> tuple[Path, ...]:
    """Replace a damaged journal by the repaired one; the damaged files are kept.

    Killed in between, it leaves a journal that is still damaged, and can be repaired again.

    Args:
        path: the first file; its lock is held.
        data: the new content of both files.

    Returns:
        Where the damaged files are kept.

    Raises:
        OSError: the folder or disk refuses.
    """
    kept = set_aside(path, is_kept=True)
    write_private(second_path(path), data)
    write_private(path, data)
    return kept

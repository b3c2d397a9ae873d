"""Evidence that is doctored on purpose, so that it is seen whether the judge bites."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from chaos.evidence import deals_of, read_records
from chaos.stage import GOLDEN
from overtrick_dlm import BOOKKEEPER
from overtrick_duplimate_device import Entry, EntryKind, Journal


def _plan(folder: Path) -> dict:
    return json.loads((folder / "plan.json").read_text("utf-8"))


def _rewrite(folder: Path, change: Callable[[list[Entry]], list[Entry]]) -> None:
    """Let the first session's journal say something else, as if the session had written it."""
    sessions = folder / "work/sessions"
    record = read_records(sessions)[_plan(folder)["hosts"][0]["session"]]
    lost_session(folder)
    with Journal.create(sessions, record.header) as journal:
        for entry in change(list(record.entries)):
            journal.write(entry)


def open_seal(folder: Path) -> None:
    """A copy of the sealed file says that its hands may be shown."""
    work = folder / "work"
    data = (work / _plan(folder)["files"][0]["name"]).read_bytes()
    (work / "copy.dlm").write_bytes(data.replace(b"Status=Sealed", b"Status=Show"))


def _last_dealt(entries: list[Entry]) -> int:
    return max(at for at, entry in enumerate(entries) if entry.kind is EntryKind.DEALT)


def _change_commands(folder: Path, change: Callable[[dict], None]) -> None:
    path = folder / "commands.jsonl"
    told = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for fact in told:
        change(fact)
    path.write_text("".join(json.dumps(fact) + "\n" for fact in told), "utf-8")


def wrong_board(folder: Path) -> None:
    """In the board that was dealt last two cards lie in each other's pockets."""
    path = folder / _plan(folder)["witnesses"][0]
    lines = path.read_text("ascii").splitlines()
    job = next(line.split()[1] for line in reversed(lines) if line.startswith("done"))
    drops = [at for at, line in enumerate(lines) if line.startswith(f"drop {job} ")]
    first = drops[0]
    other = next(at for at in drops if lines[at].split()[2] != lines[first].split()[2])
    one, two = lines[first].split(), lines[other].split()
    one[3], two[3] = two[3], one[3]
    lines[first], lines[other] = " ".join(one), " ".join(two)
    path.write_text("\n".join(lines) + "\n", "ascii")


def unknown_board(folder: Path) -> None:
    """A full board lies there that no session knows of."""
    path = folder / _plan(folder)["witnesses"][0]
    lines = path.read_text("ascii").splitlines()
    job = next(line.split()[1] for line in reversed(lines) if line.startswith("done"))
    more = [line.replace(job, "0" * len(job)) for line in lines if f" {job}" in line]
    path.write_text("\n".join([*lines, *more]) + "\n", "ascii")


def skipped_board(folder: Path) -> None:
    """The journal counts one board less."""
    _rewrite(folder, lambda entries: [*entries[: (at := _last_dealt(entries))], *entries[at + 1 :]])


def doubled_board(folder: Path) -> None:
    """The journal counts the last board twice."""
    _rewrite(folder, lambda entries: [*entries[: (at := _last_dealt(entries)) + 1], *entries[at:]])


def lost_counter(folder: Path) -> None:
    """The file counts one copy less."""
    plan = _plan(folder)
    path = folder / "work" / plan["files"][0]["name"]
    data = path.read_bytes()
    board = plan["hosts"][0]["boards"][0]
    value = BOOKKEEPER.counters(data)[board]
    path.write_bytes(BOOKKEEPER.with_counters(data, {board: value - 1}))


def half_file(folder: Path) -> None:
    """The file of deals is cut."""
    path = folder / "work" / _plan(folder)["files"][0]["name"]
    path.write_bytes(path.read_bytes()[:-700])


def shown_card(folder: Path) -> None:
    """A session has named a card."""
    path = sorted((folder / "outputs").glob("*deal*.out"))[0]
    path.write_text(path.read_text("utf-8") + "the card is SA\n", "utf-8")


def shown_hand(folder: Path) -> None:
    """A hand stands in the journals' folder."""
    path = folder / "work/sessions/note.txt"
    path.write_text(deals_of(GOLDEN)[1].to_text(), "utf-8")


def traceback(folder: Path) -> None:
    """A session ended in a traceback."""
    path = sorted((folder / "outputs").glob("*deal*.err"))[0]
    path.write_text("Traceback (most recent call last)\nKeyError: 'x'\n", "utf-8")


def left_over(folder: Path) -> None:
    """Temporary files lie about."""
    for number in range(60):
        (folder / f"work/.evening.{number}.tmp").touch()


def false_zero(folder: Path) -> None:
    """A session that was not finished ended with exit code 0."""

    def change(fact: dict) -> None:
        if "after" in fact:
            fact["finished"] = False

    _change_commands(folder, change)


def odd_code(folder: Path) -> None:
    """A command ended with an exit code that means nothing."""

    def change(fact: dict) -> None:
        if fact.get("number") == 2:
            fact["code"] = 139

    _change_commands(folder, change)


def lost_session(folder: Path) -> None:
    """The journal is gone."""
    session = _plan(folder)["hosts"][0]["session"]
    for path in (folder / "work/sessions").glob(f"{session}*"):
        path.unlink()


BREAKS: dict[str, Callable[[Path], None]] = {
    "wrong-board": wrong_board,
    "unknown-board": unknown_board,
    "skipped-board": skipped_board,
    "doubled-board": doubled_board,
    "lost-counter": lost_counter,
    "half-file": half_file,
    "shown-card": shown_card,
    "shown-hand": shown_hand,
    "traceback": traceback,
    "left-over": left_over,
    "false-zero": false_zero,
    "odd-code": odd_code,
    "lost-session": lost_session,
    "open-seal": open_seal,
}

"""`overtrick deal verify`: check published boards against the commitment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import click

from overtrick import (
    Board,
    Deal,
    DetectionError,
    Field,
    ModelError,
    OvertrickError,
    open_boards,
)
from overtrick.plugin import default_manager, find_files, printable
from overtrick_cli.commands import (
    FILE,
    INPUT,
    PIPE,
    failing,
    plural,
    print_json,
    quiet_option,
    say,
    say_finding,
    standard_input,
)
from overtrick_deal.commands.events import (
    PublishedEvent,
    facts,
    published_options,
    ranges,
    reported_errors,
)
from overtrick_deal.commands.options import SectionedCommand, json_option
from overtrick_deal.verifiable.description import MAX_BYTES
from overtrick_deal.verifiable.keys import Keys
from overtrick_deal.verifiable.verdict import FileVerdict, SessionVerdict, Verification, verify


@click.command(cls=SectionedCommand)
@published_options
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="BOARDS...")
@json_option
@quiet_option
def verify_boards(
    *, published: PublishedEvent, files: tuple[str, ...], as_json: bool, quiet: bool
) -> int:
    """Check published boards against the description and the keys of an event.

    BOARDS are files of any format, folders, archives, or text with a deal in each line. The exit
    code is 1 if any board differs, is missing or does not belong to the event.

    \b
      overtrick deal verify cup.sqd boards
      overtrick deal verify cup.sqd QF1.dlm QF2.dlm --keys cup.sqk
    """  # noqa: D301  # click reads the mark that \b stands for
    with reported_errors():
        description, keys_of = published.read()
        code, boards = _read_all(files)
        found = verify(
            description,
            keys_of,
            boards,
            delayed_value=published.delayed_value,
            boards=published.boards(),
        )
    if as_json:
        print_json(_as_json(found))
    else:
        _report(found, keys_of, quiet=quiet)
    return code or (0 if found.is_kept else INPUT)


def _read_all(paths: tuple[str, ...]) -> tuple[int, dict[str, list[Board]]]:
    """Return the boards of each file, and the exit code for unreadable files."""
    code = 0
    files: dict[str, list[Board]] = {}
    for found in find_files(paths, default_manager()):
        try:
            if found.error is not None:
                raise found.error
            files[found.path] = _read(found.path)
        except (OvertrickError, OSError) as error:
            say_finding(failing(error, found.path), with_hint=True)
            code = INPUT
    return code, files


def _read(path: str) -> list[Board]:
    """Return the boards of a file of any format, or of one with a deal on each line.

    Raises:
        The errors of `overtrick.open_boards`.
    """
    source = standard_input() if path == PIPE else path
    try:
        # A verdict names no card.
        with open_boards(source, path=path, wants=(Field.DEAL,), sealed="keep") as reader:
            return list(reader)
    except DetectionError:
        boards = None if path == PIPE else _deal_lines(path)
        if boards is None:
            raise
        return boards


def _deal_lines(path: str) -> list[Board] | None:
    """Return the boards of a file with only a PBN deal on each line.

    The World Bridge Federation publishes such lists, `N:` left out.
    """
    with Path(path).open("rb") as file:
        data = file.read(8 * MAX_BYTES)
    boards = []
    try:
        for line in data.decode("ascii").split("\n"):
            if text := line.strip():
                deal = Deal.parse(text if text[1:2] == ":" else f"N:{text}")
                boards.append(Board(deal=deal))
    except (UnicodeDecodeError, ModelError):
        return None
    return boards or None


def _report(found: Verification, keys: Keys, *, quiet: bool) -> None:
    """Print the verdicts on the files."""
    description = found.description
    if not quiet:
        click.echo(printable(description.name))
        click.echo(f"keys:          their hash is the published one, {description.key_hash}")
        click.echo(f"fingerprint:   {description.fingerprint}")
        click.echo(f"delayed:       {printable(description.delayed_information)}")
        click.echo(f"delayed value: {printable(description.delayed_value or '')}")
    if keys.short:
        say(f"warning: {plural(len(keys.short), 'key')} could be guessed: under 40 signs")
    for file in found.files:
        for line in _verdict_lines(file, quiet=quiet):
            click.echo(line)
    if found.unseen and not quiet:
        shown = ", ".join(found.unseen[:10]) + ", ..." * (len(found.unseen) > 10)
        say(f"no boards of {plural(len(found.unseen), 'session')}: {shown}")
    result = f"{found.equal:,} of {plural(found.boards, 'board')} are those that were promised"
    if found.boards == 1:
        result = f"{found.equal} of 1 board is that which was promised"
    say(result if found.is_kept else f"NOT VERIFIED: {result}")


def _verdict_lines(file: FileVerdict, *, quiet: bool) -> Iterator[str]:
    """Yield the verdict on a file, one line for each session."""
    path = printable(file.name)
    if not file.boards:
        yield f"{path}: there are no boards in it"
    for session in file.sessions:
        if session.is_kept and quiet:
            continue
        yield f"{path}: {session.name}: {_verdict(session)}"
    if file.strange and len(file.strange) == file.boards:
        yield (
            f"{path}: none of its {plural(file.boards, 'board')} is of any session: are these the "
            "right boards, and is this the right delayed value?"
        )
    elif file.strange:
        places = ranges(file.strange)
        yield f"{path}: {plural(len(file.strange), 'board')} of no session, at {places} in the file"


def _verdict(session: SessionVerdict) -> str:
    if session.is_kept:
        return f"{plural(len(session.equal), 'board')} equal"
    parts = [f"{len(session.equal)} equal"]
    for numbers, word in (
        (session.different, "DIFFERENT"),
        (session.missing, "missing"),
        (session.extra, "too many"),
    ):
        if numbers:
            parts.append(f"{len(numbers)} {word} (board {ranges(numbers)})")
    return ", ".join(parts)


def _as_json(found: Verification) -> dict[str, object]:
    return {
        **facts(found.description),
        "kept": found.is_kept,
        "boards": found.boards,
        "equal": found.equal,
        "files": [
            {
                "path": file.name,
                "kept": file.is_kept,
                "boards": file.boards,
                "sessions": [
                    {**attrs.asdict(session), "kept": session.is_kept} for session in file.sessions
                ],
                "strange": list(file.strange),
            }
            for file in found.files
        ],
        "unseen": list(found.unseen),
    }

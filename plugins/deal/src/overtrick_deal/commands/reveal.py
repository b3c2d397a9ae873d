"""`overtrick deal reveal`: the boards of an event."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs
import click

from overtrick import Board, Field, Info, LossReport
from overtrick.plugin import (
    FormatSpec,
    Seals,
    SealSpec,
    option_names,
    printable,
    replace_file,
)
from overtrick_cli.commands import (
    FOLDER,
    USAGE,
    Failure,
    Progress,
    check_target,
    plural,
    print_json,
    quiet_option,
    say,
    show_cards_option,
)
from overtrick_deal.commands.events import (
    PublishedEvent,
    facts,
    published_options,
    ranges,
    reported_errors,
)
from overtrick_deal.commands.options import (
    Output,
    SectionedCommand,
    files_options,
    json_option,
)
from overtrick_deal.commands.writing import provenance, target_format, write
from overtrick_deal.errors import SquareDealError
from overtrick_deal.generating import NAME
from overtrick_deal.verifiable.description import Description, Session
from overtrick_deal.verifiable.promise import (
    RevealedSession,
    find_sessions,
    reveal,
    with_value,
)


@click.command(cls=SectionedCommand)
@published_options
@click.option(
    "--session",
    "sessions",
    multiple=True,
    metavar="SESSION",
    show_default="all",
    help="Generate a session (QF2), a phase (4) or part of it (4:1-3); may be repeated.",
)
@click.option("--reserve", is_flag=True, help="Generate the reserve sets, not the original ones.")
@click.option(
    "--out-dir",
    type=FOLDER,
    metavar="FOLDER",
    show_default="the working directory",
    help="Write the files into this folder.",
)
@show_cards_option("Let anyone read the files, and do not hide the hands.")
@files_options
@json_option
@quiet_option
def reveal_event(
    *,
    published: PublishedEvent,
    sessions: tuple[str, ...],
    reserve: bool,
    out_dir: str | None,
    sealed: Seals,
    output: Output,
    as_json: bool,
    quiet: bool,
) -> int:
    """Generate the boards of an event once the delayed value is known, a file per session.

    Only the owner can read the files, and the hands are hidden if the format supports it. No cards
    are printed.

    \b
      overtrick deal reveal cup.sqd --delayed-value 24107.36 --to dlm --out-dir boards
      overtrick deal reveal cup.sqd --to pbn --session QF1 --reserve
    """  # noqa: D301  # click reads the mark that \b stands for
    spec = target_format(output)
    if (
        spec.capability(SealSpec) is not None
        and sealed != "show"
        and "status" in option_names(spec.write_options)
        and "status" not in dict(output.options)
    ):
        output = attrs.evolve(output, options=(*output.options, ("status", "Sealed")))
    with reported_errors():
        description, keys_of = published.read()
        if not quiet and published.fingerprint is None and not description.noted_fingerprints:
            say(
                f"{printable(published.description_path)} notes no fingerprint, so it cannot be "
                "checked that it is as it was published; --fingerprint compares it with the one "
                "that was announced"
            )
        is_new_value = description.delayed_value is None
        try:
            description = with_value(description, keys_of, published.delayed_value)
        except SquareDealError as error:
            if is_new_value:
                raise
            slip = "; if that was a slip, and nothing was published yet, take its line DV out"
            raise SquareDealError(f"{error.what}{slip}", error.path) from error
        chosen: Iterable[Session] = description.sessions()
        if sessions:
            chosen = dict.fromkeys(
                one for text in sessions for one in find_sessions(description, text)
            )
        made = tuple(
            reveal(
                description,
                keys_of,
                sessions=tuple(chosen),
                reserve=reserve,
                boards=published.boards(),
            )
        )
    if not sessions:
        _report_open_phases(description, has_some=bool(made), quiet=quiet)
    _warn_of_readers(keys_of.path)
    targets = [_target(out_dir or "", one.name, spec, force=output.force) for one in made]
    written = []
    with _for_owner(() if sealed == "show" else targets):
        _make_folder(out_dir)
        with Progress("sessions", total=len(made), is_wanted=not quiet) as progress:
            for one, target in progress.watch(zip(made, targets, strict=True)):
                boards = _boards(one, description, output, spec)
                losses = write(boards, attrs.evolve(output, path=target), spec)
                written.append((one, target, losses))
    if is_new_value:
        _keep_value(published.description_path, description, quiet=quiet)
    if as_json:
        _print_json(description, written)
    elif not quiet:
        _report(description, written)
    return 0


@contextlib.contextmanager
def _for_owner(targets: Sequence[str]) -> Iterator[None]:
    """Restrict files written meanwhile to their owner.

    Args:
        targets: the files; none where all may read them.
    """
    if not targets:
        yield
        return
    for target in targets:
        # What replaces a file has its permissions.
        if Path(target).exists():
            Path(target).chmod(0o600)
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _keep_value(path: str, description: Description, *, quiet: bool) -> None:
    """Write the delayed value into the description, which is published with it."""
    try:
        replace_file(path, description.to_bytes())
    except OSError as error:
        say(f"{printable(path)} could not be given the delayed value: {error.strerror}")
    else:
        if not quiet:
            say(f"{printable(path)} has the delayed value now; publish it again")


def _boards(
    one: RevealedSession, description: Description, output: Output, spec: FormatSpec
) -> Iterator[Board]:
    """Yield the boards of a session during writing."""
    event = printable(description.name)
    info = Info(event=event)
    extras = provenance(output, spec, f"{NAME}, {event}, {one.name}")
    for board in one.boards:
        made = attrs.evolve(board, extras=extras)
        yield attrs.evolve(made, info=info) if Field.INFO_EVENT in spec.carries else made


def _report_open_phases(description: Description, *, has_some: bool, quiet: bool) -> None:
    """Report the phases with an open number of sessions, for which none were made.

    Raises:
        click.UsageError: that is all phases.
    """
    for in_phase, phase in enumerate(description.phases, 1):
        if not phase.sessions:
            msg = (
                f"phase {in_phase} ({phase.file}) leaves open how many sessions it has; "
                f"--session {in_phase}:1-4 makes the first four"
            )
            if not has_some:
                raise click.UsageError(msg)
            if not quiet:
                say(msg)


def _warn_of_readers(path: str | None) -> None:
    """Warn about a key file that other users can read."""
    if (
        path is not None
        and os.name == "posix"
        and Path(path).stat().st_mode & (stat.S_IRGRP | stat.S_IROTH)
    ):
        say(f"warning: others than its owner can read {printable(path)}: chmod 600")


def _make_folder(folder: str | None) -> None:
    """Create the folder for the files, unless it exists.

    Raises:
        Failure: there is a file of its name.
    """
    try:
        Path(folder or ".").mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        msg = f"{printable(str(folder))} is no folder"
        raise Failure(msg, USAGE) from None


def _target(folder: str, name: str, spec: FormatSpec, *, force: bool) -> str:
    """Return the path of a session's file.

    Raises:
        Failure: there is such a file, or the path is a link.
    """
    target = Path(folder) / f"{name}{spec.suffix}"
    # The name is letters, digits, _ and -; the remaining risk is a link in its place.
    if target.is_symlink():
        msg = f"{printable(str(target))} is a link to another place, and not written to"
        raise Failure(msg, USAGE)
    if target.exists() and not force:
        msg = f"{printable(str(target))} exists, and nothing was written; --force replaces it"
        raise Failure(msg, USAGE)
    if target.exists():
        check_target(str(target), force=force, writes=spec)
    return str(target)


def _print_json(
    description: Description, written: Sequence[tuple[RevealedSession, str, LossReport]]
) -> None:
    """Print the written files, as JSON."""
    files = [
        {
            "path": target,
            "session": one.session.name,
            "description": one.session.description,
            "reserve": one.is_reserve,
            "boards": list(one.numbers),
            "losses": losses.summary() if losses else None,
        }
        for one, target, losses in written
    ]
    print_json({**facts(description), "files": files})


def _report(
    description: Description, written: Sequence[tuple[RevealedSession, str, LossReport]]
) -> None:
    """Print the written files: names and numbers, and no card."""
    for one, target, losses in written:
        lost = f" ({losses.summary()})" if losses else ""
        boards = plural(len(one.numbers), "board")
        click.echo(f"{printable(target)}: {boards}, {ranges(one.numbers)}{lost}")
    information, value = description.delayed_information, description.delayed_value or ""
    say(f"delayed value: {printable(value)} ({printable(information)})")
    total = sum(len(one.numbers) for one, _, _ in written)
    say(f"{plural(total, 'board')} of {plural(len(written), 'session')}")

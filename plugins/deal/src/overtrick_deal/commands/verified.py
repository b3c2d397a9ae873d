"""`overtrick deal --commit, --reveal, --verify, --number`: dealing that anybody can verify."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs
import click

from overtrick import (
    Board,
    Deal,
    DetectionError,
    Field,
    Info,
    LossReport,
    ModelError,
    NumberRanges,
    OvertrickError,
    Severity,
    open_boards,
)
from overtrick.plugin import (
    FormatSpec,
    WriteSettings,
    atomic_output,
    default_manager,
    find_files,
    first_suffix,
    kept,
    option_names,
    printable,
    replace_file,
    write_boards,
)
from overtrick_cli.commands import (
    FILE,
    FOLDER,
    INPUT,
    PIPE,
    USAGE,
    Failure,
    Progress,
    check_target,
    failing,
    plural,
    print_json,
    say,
    say_finding,
    show_cards_option,
    standard_input,
)
from overtrick_deal.commands.options import Given, Option
from overtrick_deal.commands.writing import target_format, wants_provenance, write
from overtrick_deal.errors import DealingError, SquareDealError
from overtrick_deal.generating import NAME, made_board, with_provenance
from overtrick_deal.numbering.orders import ORDERS, Order, deal_number, deal_of_number
from overtrick_deal.verifiable.bigdeal import OWNER, bigdeal_numbers
from overtrick_deal.verifiable.description import MAX_BYTES, Description, Phase, Session
from overtrick_deal.verifiable.keys import Keys
from overtrick_deal.verifiable.promise import (
    RevealedSession,
    commit,
    find_sessions,
    reveal,
    with_value,
)
from overtrick_deal.verifiable.verdict import FileVerdict, SessionVerdict, Verification, verify

OPTIONS: Final[tuple[Option, ...]] = (
    click.argument("files", nargs=-1, type=FILE, metavar="[BOARDS...]"),
    click.option(
        "--describe",
        type=FILE,
        metavar="EVENT.sqd",
        help="Write the description of an event that is to be dealt verifiably.",
    ),
    click.option("--event", metavar="NAME", help="With --describe: the event's name."),
    click.option(
        "--delayed-information",
        metavar="TEXT",
        help="With --describe: what nobody can know yet and all can look up later.",
    ),
    click.option(
        "--phase",
        "phases",
        multiple=True,
        metavar="PHASE",
        help="With --describe: SESSIONS:BOARDS:FILE:DESCRIPTION, such as "
        "'3:1-16,17-32:QF#:Quarter final #/3'; may be repeated.",
    ),
    click.option(
        "--commit",
        "committed",
        type=FILE,
        metavar="EVENT.sqd",
        help="Make the secret keys of an event, and put their hash into its description.",
    ),
    click.option(
        "--reveal",
        "revealed",
        type=FILE,
        metavar="EVENT.sqd",
        help="Make the boards of an event, a file each session.",
    ),
    click.option(
        "--verify",
        "verified",
        type=FILE,
        metavar="EVENT.sqd",
        help="Hold published BOARDS against the description and the published keys.",
    ),
    click.option(
        "--keys",
        type=FILE,
        metavar="EVENT.sqk",
        help="The file of keys; the description's name with .sqk where it is not given.",
    ),
    click.option(
        "--delayed-value",
        metavar="TEXT",
        help="What the delayed information came to, where the description does not say it.",
    ),
    click.option(
        "--fingerprint",
        metavar="HEX",
        help="The fingerprint of the description as it was published.",
    ),
    click.option(
        "--session",
        "sessions",
        multiple=True,
        metavar="WHICH",
        help="With --reveal: a session (QF2), a phase (4) or some of it (4:1-3); may be repeated.",
    ),
    click.option(
        "--reserve", is_flag=True, help="With --reveal: the reserve sets, not the original ones."
    ),
    click.option(
        "--phase-boards",
        multiple=True,
        metavar="PHASE=BOARDS",
        help="The boards of a phase that the description leaves open, such as 9=1-15.",
    ),
    click.option(
        "--out-dir", type=FOLDER, metavar="FOLDER", help="With --reveal: where the files go."
    ),
    show_cards_option(
        "With --reveal: files need not be sealed. With --number-of: tell of sealed hands.",
        exposes=True,
    ),
    click.option(
        "--number",
        "numbers",
        multiple=True,
        metavar="NUMBER",
        help="Deal the deal that has a number; may be repeated; - reads numbers.",
    ),
    click.option(
        "--number-of",
        type=FILE,
        metavar="BOARDS",
        help="Print the numbers of the deals in a file.",
    ),
    click.option(
        "--bigdeal",
        metavar="HEX",
        help="Deal a set of BigDeal's again from its 20 random bytes, as bigdealx logs them.",
    ),
    click.option("--owner", metavar="NAME", help="With --bigdeal: the owner in its settings."),
    click.option(
        "--order",
        type=click.Choice(ORDERS),
        default=ORDERS[0],
        show_default=True,
        help="How deals are counted: from 0 by bigdeal, from 1 by the others.",
    ),
)

# Each way to go, its option's name, and what else goes with it.
_WRITING: Final = {
    "output", "to_format", "options", "with_seed", "no_provenance", "force", "quiet",
}  # fmt: skip
_MODES: Final = {
    "describe": {"event", "delayed_information", "phases", "as_json", "quiet"},
    "committed": {"keys", "as_json", "quiet"},
    "revealed": {
        "keys", "delayed_value", "fingerprint", "sessions", "reserve", "phase_boards", "out_dir",
        "show_cards", "to_format", "options", "no_provenance", "force", "as_json", "quiet",
    },
    "verified": {
        "files", "keys", "delayed_value", "fingerprint", "phase_boards", "as_json", "quiet",
    },
    "numbers": _WRITING | {"order", "first", "dealer", "vulnerability"},
    "bigdeal": _WRITING | {"owner", "count", "first", "dealer", "vulnerability"},
    "number_of": {"order", "show_cards", "as_json", "quiet"},
}  # fmt: skip


@attrs.frozen(kw_only=True)
class _Values:
    """The values of the options of this module."""

    files: tuple[str, ...] = ()
    describe: str | None = None
    event: str | None = None
    delayed_information: str | None = None
    phases: tuple[str, ...] = ()
    committed: str | None = None
    revealed: str | None = None
    verified: str | None = None
    keys: str | None = None
    delayed_value: str | None = None
    fingerprint: str | None = None
    sessions: tuple[str, ...] = ()
    reserve: bool = False
    phase_boards: tuple[str, ...] = ()
    out_dir: str | None = None
    show_cards: bool = False
    numbers: tuple[str, ...] = ()
    number_of: str | None = None
    bigdeal: str | None = None
    owner: str | None = None
    order: Order = "bigdeal"


def run(given: Given, values: Mapping[str, object]) -> int | None:
    """Do what the options of this module ask for; `None` where none of them was given.

    Args:
        given: what was given besides them.
        values: the values of `OPTIONS`, by name.

    Raises:
        click.UsageError: options that do not go together.
    """
    names = [field.name for field in attrs.fields(_Values)]
    asked = _Values(**{name: values[name] for name in names})  # type: ignore[arg-type]  # click's
    modes = [name for name in _MODES if getattr(asked, name)]
    _check_options(modes)
    if not modes:
        return None
    try:
        match modes[0]:
            case "describe":
                return _describe(given, asked)
            case "committed":
                return _commit(given, asked)
            case "revealed":
                return _reveal(given, asked)
            case "verified":
                return _verify(given, asked)
            case "numbers":
                numbers = (number for text in asked.numbers for number in _numbers_in(text))
                return _numbered(given, numbers, asked.order)
            case "bigdeal":
                return _numbered(given, _bigdeals(given, asked), "bigdeal")
            case _:
                return _numbers_of(given, asked)
    except SquareDealError as error:
        # What stands in no file stands on the command line.
        code = USAGE if error.path is None else INPUT
        raise Failure(printable(str(error)), code) from error


def _check_options(modes: Sequence[str]) -> None:
    """Refuse options that do not go with what is asked for.

    Raises:
        click.UsageError: there are such.
    """
    ctx = click.get_current_context()
    names = {
        str(param.name): "BOARDS" if isinstance(param, click.Argument) else param.opts[0]
        for param in ctx.command.params
    }
    if len(modes) > 1:
        msg = f"{names[modes[0]]} does not go with {names[modes[1]]}: one step at a time"
        raise click.UsageError(msg)
    mine = set(attrs.fields_dict(_Values))
    source = click.core.ParameterSource.COMMANDLINE
    for name, shown in names.items():
        if ctx.get_parameter_source(name) is not source or not ctx.params.get(name):
            continue
        if not modes and name in mine:
            homes = [names[mode] for mode, others in _MODES.items() if name in others]
            msg = f"{shown} goes with {' or '.join(homes)}"
            raise click.UsageError(msg)
        if modes and name not in {modes[0], *_MODES[modes[0]]}:
            hint = "; --out-dir says where its files go" if shown == "-o" else ""
            msg = f"{shown} does not go with {names[modes[0]]}{hint}"
            raise click.UsageError(msg)


def _describe(given: Given, asked: _Values) -> int:
    """Write a new description."""
    path = str(asked.describe)
    for option, value in (
        ("--event NAME", asked.event),
        ("--delayed-information TEXT", asked.delayed_information),
        ("--phase PHASE", asked.phases),
    ):
        if not value:
            msg = f"a description needs {option}"
            raise click.UsageError(msg)
    description = Description(
        name=str(asked.event).strip(),
        delayed_information=str(asked.delayed_information).strip(),
        phases=tuple(map(Phase.parse, asked.phases)),
    )
    try:
        with atomic_output(path) as file:
            file.write(description.to_bytes())
    except FileExistsError:
        msg = f"{printable(path)} is there already; until it is committed it can be edited by hand"
        raise Failure(msg, USAGE) from None
    if given.as_json:
        print_json({"description": path, **_facts(description)})
    elif not given.quiet:
        click.echo(f"{printable(path)}: {_size(description)}")
        click.echo(
            "Look through it; then make the keys: overtrick deal --commit " + printable(path)
        )
    return 0


def _commit(given: Given, asked: _Values) -> int:
    """Make the keys of an event."""
    path = str(asked.committed)
    description, keys = commit(Description.read(path))
    keys_path = _keys_path(path, asked.keys)
    try:
        keys.write(keys_path)
    except DealingError as error:
        msg = (
            f"{printable(str(error))}; if nobody was ever told of them, move that file away or "
            "name another one with --keys"
        )
        raise Failure(msg, USAGE) from error
    try:
        replace_file(path, description.to_bytes())
    except BaseException:
        # Nobody has been told of these keys: they are worth nothing.
        Path(keys_path).unlink()
        raise
    if given.as_json:
        print_json({"description": path, "keys": keys_path, **_facts(description)})
    elif not given.quiet:
        click.echo(f"{printable(path)}: {_size(description)}")
        click.echo(f"delayed information: {printable(description.delayed_information)}")
        click.echo(f"hash of the keys:    {description.key_hash}")
        click.echo(f"fingerprint:         {description.fingerprint}")
        click.echo(f"Publish {printable(path)} and the fingerprint now.")
        click.echo(
            f"Keep {printable(keys_path)} secret until the event is over, and do not lose it."
        )
    return 0


def _reveal(given: Given, asked: _Values) -> int:
    """Make the boards of an event, a file a session."""
    path = str(asked.revealed)
    description, keys = _published(path, asked)
    if not given.quiet and asked.fingerprint is None and not description.noted_fingerprints:
        say(
            f"{printable(path)} notes no fingerprint, so nobody can see here whether it is as it "
            "was published; --fingerprint holds it against the one that was announced"
        )
    is_new_value = description.delayed_value is None
    try:
        description = with_value(description, keys, asked.delayed_value)
    except SquareDealError as error:
        if is_new_value:
            raise
        slip = "; if that was a slip, and nothing was published yet, take its line DV out"
        raise SquareDealError(f"{error.what}{slip}", error.path) from error
    sessions: Iterable[Session] = description.sessions()
    if asked.sessions:
        chosen = [one for text in asked.sessions for one in find_sessions(description, text)]
        sessions = dict.fromkeys(chosen)
    spec = target_format(attrs.evolve(given, output=None))
    options = dict(given.options)
    if (
        spec.seal is not None
        and not asked.show_cards
        and "status" in option_names(spec.write_options)
    ):
        options.setdefault("status", "Sealed")
    settings = WriteSettings(format=spec.name, options=options, overwrite=given.force)
    made = tuple(
        reveal(
            description,
            keys,
            sessions=tuple(sessions),
            reserve=asked.reserve,
            boards=_phase_boards(asked),
        )
    )
    if not asked.sessions:
        _tell_open(description, has_some=bool(made), quiet=given.quiet)
    _warn_of_readers(keys.path)
    targets = [_target(asked.out_dir or "", one.name, spec, force=given.force) for one in made]
    written = []
    with _for_owner(() if asked.show_cards else targets):
        _make_folder(asked.out_dir)
        with Progress("sessions", total=len(made), is_wanted=not given.quiet) as progress:
            for one, target in progress.watch(zip(made, targets, strict=True)):
                losses = write_boards(
                    _boards(one, description, given, spec), target, default_manager(), settings
                )
                written.append((one, target, losses))
    if is_new_value:
        _keep_value(path, description, quiet=given.quiet)
    _tell_revealed(given, description, written)
    return 0


@contextlib.contextmanager
def _for_owner(targets: Sequence[str]) -> Iterator[None]:
    """Let nobody but their owner read files that are written meanwhile.

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
    """Put the delayed value into the description, which is published with it."""
    try:
        replace_file(path, description.to_bytes())
    except OSError as error:
        say(f"{printable(path)} could not be given the delayed value: {error.strerror}")
    else:
        if not quiet:
            say(f"{printable(path)} has the delayed value now; publish it again")


def _boards(
    one: RevealedSession, description: Description, given: Given, spec: FormatSpec
) -> Iterator[Board]:
    """Yield the boards of a session as they are written."""
    boards: Iterable[Board] = one.boards
    event = printable(description.name)
    info = Info(event=event)
    if wants_provenance(spec, given):
        boards = with_provenance(iter(boards), f"{NAME}, {event}, {one.name}")
    for board in boards:
        yield attrs.evolve(board, info=info) if Field.INFO_EVENT in spec.carries else board


def _tell_open(description: Description, *, has_some: bool, quiet: bool) -> None:
    """Say which phases leave open how many sessions they have, so that none were made.

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
    """Warn of a file of keys that others than its owner may read."""
    if (
        path is not None
        and os.name == "posix"
        and Path(path).stat().st_mode & (stat.S_IRGRP | stat.S_IROTH)
    ):
        say(f"warning: others than its owner can read {printable(path)}: chmod 600")


def _make_folder(folder: str | None) -> None:
    """Make the folder for the files, unless it is there.

    Raises:
        Failure: there is a file of its name.
    """
    try:
        Path(folder or ".").mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        msg = f"{printable(str(folder))} is no folder"
        raise Failure(msg, USAGE) from None


def _target(folder: str, name: str, spec: FormatSpec, *, force: bool) -> str:
    """Return where a session's file goes.

    Raises:
        Failure: there is such a file, or what stands there leads elsewhere.
    """
    target = Path(folder) / f"{name}{first_suffix(spec)}"
    # The name is letters, digits, _ and -; what is left is what somebody put in its place.
    if target.is_symlink():
        msg = f"{printable(str(target))} is a link to another place, and not written to"
        raise Failure(msg, USAGE)
    if target.exists() and not force:
        msg = f"{printable(str(target))} exists, and nothing was written; --force replaces it"
        raise Failure(msg, USAGE)
    if target.exists():
        check_target(str(target), force=force, writes=spec)
    return str(target)


def _tell_revealed(
    given: Given,
    description: Description,
    written: Sequence[tuple[RevealedSession, str, LossReport]],
) -> None:
    """Say which files were written: names and numbers, and no hand."""
    if given.as_json:
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
        print_json({**_facts(description), "files": files})
        return
    if given.quiet:
        return
    for one, target, losses in written:
        lost = f" ({losses.summary()})" if losses else ""
        boards = plural(len(one.numbers), "board")
        click.echo(f"{printable(target)}: {boards}, {_ranges(one.numbers)}{lost}")
    information, value = description.delayed_information, description.delayed_value or ""
    say(f"delayed value: {printable(value)} ({printable(information)})")
    total = sum(len(one.numbers) for one, _, _ in written)
    say(f"{plural(total, 'board')} of {plural(len(written), 'session')}")


def _verify(given: Given, asked: _Values) -> int:
    """Hold published boards against what was promised."""
    if not asked.files:
        msg = "--verify needs the published boards: --verify EVENT.sqd BOARDS..."
        raise click.UsageError(msg)
    description, keys = _published(str(asked.verified), asked)
    code = 0
    files: dict[str, list[Board]] = {}
    for found_file in find_files(asked.files, default_manager()):
        path = found_file.path
        try:
            if found_file.error is not None:
                raise found_file.error
            files[path] = _read(path)
        except (OvertrickError, OSError) as error:
            say_finding(failing(error, path), with_hint=True)
            code = INPUT
    found = verify(
        description,
        keys,
        files,
        delayed_value=asked.delayed_value,
        boards=_phase_boards(asked),
    )
    if given.as_json:
        print_json(_as_json(found))
    else:
        _tell_verified(found, keys, quiet=given.quiet)
    return code or (0 if found.is_kept else INPUT)


def _read(path: str) -> list[Board]:
    """Return the boards of a file of any format, or one with a deal in each line.

    Raises:
        The errors of `overtrick.open_boards`.
    """
    source = standard_input() if path == PIPE else path
    try:
        # A verdict names no card.
        with open_boards(source, path=path, wants=(Field.DEAL,), sealed=kept()) as reader:
            return list(reader)
    except DetectionError:
        boards = None if path == PIPE else _deal_lines(path)
        if boards is None:
            raise
        return boards


def _deal_lines(path: str) -> list[Board] | None:
    """Return the boards of a file that has nothing but a deal in each line, as PBN writes deals.

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


def _tell_verified(found: Verification, keys: Keys, *, quiet: bool) -> None:
    """Print what came of the files."""
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
    """Yield what came of a file, a line a session."""
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
        places = _ranges(file.strange)
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
            parts.append(f"{len(numbers)} {word} (board {_ranges(numbers)})")
    return ", ".join(parts)


def _as_json(found: Verification) -> dict[str, object]:
    return {
        **_facts(found.description),
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


def _bigdeals(given: Given, asked: _Values) -> Iterator[int]:
    """Return the numbers of a set that BigDeal made.

    Raises:
        click.UsageError: its random bytes are not 40 hexadecimal digits.
    """
    text = str(asked.bigdeal)
    if not re.fullmatch("[0-9A-Fa-f]{40}", text):
        msg = "--bigdeal takes 20 bytes, 40 hexadecimal digits"
        raise click.UsageError(msg)
    numbers = bigdeal_numbers(bytes.fromhex(text), asked.owner or OWNER)
    return itertools.islice(numbers, given.request.count)


def _numbered(given: Given, numbers: Iterable[int], order: Order) -> int:
    """Write the deals of some numbers."""
    deals = [(number, deal_of_number(number, order)) for number in numbers]
    spec = target_format(given)

    def boards() -> Iterator[Board]:
        for place, (number, deal) in enumerate(deals):
            board = made_board(given.request, given.request.first + place, [*deal.masks])
            if wants_provenance(spec, given):
                # The number is the deal: it would outlive an edit that takes hands away.
                is_told = given.with_seed
                origin = f"{NAME}, deal number {number:,} ({order})" if is_told else NAME
                yield from with_provenance(iter((board,)), origin)
            else:
                yield board

    losses = write(boards(), given, spec)
    if not given.quiet and given.output not in {None, PIPE}:
        say(f"{plural(len(deals), 'board')} to {printable(given.output)}")
    if losses and not given.quiet:
        say(losses.summary())
    return 0


def _numbers_in(text: str) -> Iterator[int]:
    """Yield the number that was given, or those of standard input, the last word of each line.

    Raises:
        click.UsageError: something is no number.
    """
    lines = sys.stdin if text == PIPE else (text,)
    for line in lines:
        words = line.split()
        if words:
            word = words[-1].replace(",", "").replace("_", "")
            if not (word.isascii() and word.isdigit() and len(word) <= 40):
                msg = f"not the number of a deal: {printable(words[-1])[:60]!r}"
                raise click.UsageError(msg)
            yield int(word)


def _numbers_of(given: Given, asked: _Values) -> int:
    """Print the numbers of a file's deals."""
    path = str(asked.number_of)
    source = standard_input() if path == PIPE else path
    rows: list[tuple[int, int]] = []
    unknown: list[int] = []
    code = 0
    wants = (Field.NUMBER, Field.DEAL)
    with open_boards(source, path=path, errors="collect", wants=wants) as reader:
        for place, board in enumerate(reader, 1):
            name = place if board.number is None else board.number
            deal = None if board.deal is None else board.deal.completed()
            if deal is None or not deal.is_complete:
                unknown.append(name)
            else:
                rows.append((name, deal_number(deal, asked.order)))
    for finding in reader.diagnostics:
        if finding.severity is Severity.ERROR:
            say_finding(finding, with_hint=True)
            code = INPUT
    if given.as_json:
        # More digits than a number of JSON keeps in most programs.
        boards = [{"board": name, "number": str(number)} for name, number in rows]
        print_json({"path": path, "order": asked.order, "boards": boards, "unknown": unknown})
    else:
        for name, number in rows:
            click.echo(f"{name}\t{number}")
    if unknown and not given.quiet:
        say(f"{plural(len(unknown), 'board')} without all cards: {_ranges(unknown)}")
    return code


def _published(path: str, asked: _Values) -> tuple[Description, Keys]:
    """Return a description and its keys, which belong together.

    Raises:
        SquareDealError: they do not, or the description is not the one that was published.
    """
    description = Description.read(path)
    if not description.is_published:
        msg = "it has no hash of its keys (KH): --commit makes the keys"
        raise SquareDealError(msg, path)
    keys = Keys.read(_keys_path(path, asked.keys))
    keys.check(description)
    description.check_fingerprint(asked.fingerprint)
    return description, keys


def _keys_path(path: str, keys: str | None) -> str:
    return keys or str(Path(path).with_suffix(".sqk"))


def _phase_boards(asked: _Values) -> dict[int, str]:
    """Return the boards of phases that were given.

    Raises:
        click.UsageError: it is not of the form PHASE=BOARDS.
    """
    found: dict[int, str] = {}
    for text in asked.phase_boards:
        phase, mark, boards = text.partition("=")
        if not (mark and phase.isascii() and phase.isdigit() and len(phase) < 6):
            msg = f"--phase-boards {text!r} is not of the form PHASE=BOARDS, such as 9=1-15"
            raise click.UsageError(msg)
        found[int(phase)] = boards
    return found


def _facts(description: Description) -> dict[str, object]:
    """Return what may be published of an event, as JSON has it."""
    return {
        "event": printable(description.name),
        "delayed_information": printable(description.delayed_information),
        "delayed_value": (
            None if description.delayed_value is None else printable(description.delayed_value)
        ),
        "key_hash": description.key_hash,
        "fingerprint": description.fingerprint,
    }


def _size(description: Description) -> str:
    """Return how much is described, in words."""
    sessions = list(description.sessions())
    words = [plural(len(sessions), "session")]
    if all(session.boards for session in sessions):
        total = sum(len(session.boards) for session in sessions if session.boards)
        words.append(plural(total, "board"))
    if any(phase.sessions == 0 for phase in description.phases):
        words.append("and phases whose sessions are not counted yet")
    return f"{printable(description.name)}: {', '.join(words)}"


def _ranges(numbers: Iterable[int]) -> str:
    return str(NumberRanges.from_numbers(sorted(set(numbers))))

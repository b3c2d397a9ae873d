"""`overtrick testing make-oracle`: what the reader makes of a corpus file, to be looked over."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import attrs
import click

from overtrick import (
    NO_EXTRAS,
    Board,
    BoardReader,
    Diagnostic,
    Extras,
    FormatError,
    OvertrickError,
    Severity,
    board_to_dict,
)
from overtrick.plugin import (
    ReadSettings,
    Seals,
    ViewContext,
    default_manager,
    extras_to_dict,
    json_text,
    make_options,
    named_view,
    open_target,
    printable,
    show_stream,
)
from overtrick_cli.commands import (
    FILE,
    INPUT,
    PIPE,
    Failure,
    Printer,
    check_target,
    describe,
    exit_code,
    failing,
    from_option,
    is_debugging,
    open_input,
    plural,
    say,
    say_finding,
    show_cards_option,
)
from overtrick_render import language_of

_SUFFIX: Final = ".json"
_INVALID: Final = "invalid"
_ADVICE: Final = (
    "look it over: it is an oracle once a person has held all of it against the file itself"
)
# Findings of what looks at boards of any format: bridge law, and the core itself.
_OTHERS: Final = ("CORE", "LAW")


@attrs.frozen(kw_only=True)
class _Said:
    """What a reader says of a file.

    Attributes:
        boards: the boards, in order.
        header: what belongs to the whole file.
        findings: the findings in the order in which they were found.
        format: the format's name.
    """

    boards: tuple[Board, ...]
    header: Extras
    findings: tuple[Diagnostic, ...]
    format: str

    @property
    def is_clean(self) -> bool:
        """Whether nothing was found that is worse than a note."""
        return all(finding.severity is Severity.NOTE for finding in self.findings)


@click.command("make-oracle")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="OUT",
    show_default="beside FILE, with .json",
    help="Write to OUT; - for standard output.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@from_option("files")
@show_cards_option("Read files with hidden hands, too.")
@click.pass_context
def make_oracle(
    ctx: click.Context,
    *,
    files: tuple[str, ...],
    output: str | None,
    force: bool,
    from_format: str | None,
    sealed: Seals,
) -> int:
    """Write the expected boards of a corpus file as JSON, for you to check.

    \b
      overtrick testing make-oracle tests/corpus/valid/club.deal
      overtrick testing make-oracle tests/corpus/invalid/LINE001-two-cells.deal
      overtrick testing make-oracle club.deal -o -

    The boards are those that the format's reader reads, so compare each with the file, or with the
    output of another program, before you rely on them. On a terminal the boards are shown, too.

    If a file has findings or is in a folder named invalid, the findings are written with their
    places, and the boards that could be read. The conformance kit compares both.
    """  # noqa: D301  # click reads the mark that \b stands for
    if output is not None and len(files) > 1:
        msg = "-o takes one FILE; without it each has its oracle beside it"
        raise click.UsageError(msg)
    chosen = [file for file in files if from_format is not None or not _is_oracle(file)]
    for file in files:
        if file not in chosen:
            say(f"{printable(file)} is an oracle itself: passed over")
    code = written = 0
    for file in chosen:
        try:
            code = max(
                code,
                _make(
                    file, output or _sibling(file, chosen), from_format, force=force, sealed=sealed
                ),
            )
            written += 1
        except (Failure, OvertrickError, OSError) as error:
            if is_debugging(ctx) or len(files) == 1:
                raise
            if isinstance(error, (Failure, FileExistsError)):
                say(describe(error))
            else:
                say_finding(failing(error, file), with_hint=True)
            code = max(code, error.exit_code if isinstance(error, Failure) else exit_code(error))
    if written:
        say(_ADVICE)
    return code


def _is_oracle(file: str) -> bool:
    """Return whether a file is JSON, and stands beside one of its name that is not."""
    path = Path(file)
    if path.suffix.lower() != _SUFFIX or not path.is_file():
        return False
    return path.with_suffix("").is_file() or any(
        other.stem == path.stem and other.suffix.lower() != _SUFFIX
        for other in path.absolute().parent.iterdir()
    )


def _sibling(file: str, files: Sequence[str]) -> str:
    """Return where the oracle of a file belongs; `x.cds.json` where `x.json` would be of two."""
    if file == PIPE:
        return PIPE
    stem, suffix = os.path.splitext(file)
    alike = Counter(os.path.splitext(other)[0] for other in set(files))
    if suffix.lower() == _SUFFIX or alike[stem] > 1:
        return f"{file}{_SUFFIX}"
    return f"{stem}{_SUFFIX}"


def _make(file: str, target: str, from_format: str | None, *, force: bool, sealed: Seals) -> int:
    """Write the oracle of one file; return the exit code.

    Raises:
        Failure: the target is a file of boards.
        FileExistsError: there is one already.
        The errors of `open_input` and of the format's reader.
    """
    own = default_manager().formats().get("json")  # an oracle is read as boards too
    check_target(target, force=force, sources=[file], writes=own)
    is_invalid = file != PIPE and Path(file).absolute().parent.name == _INVALID
    said = _read(file, from_format, sealed, checking=False)
    if is_invalid and not said.findings:
        # What only `check` reports: the finer rules of the format.
        said = _read(file, from_format, sealed, checking=True)
    if is_invalid and not said.findings:
        msg = f"{printable(file)} is in a folder named {_INVALID}, and nothing is wrong with it"
        raise Failure(msg, INPUT)
    if not is_invalid and said.is_clean and not said.boards:
        msg = f"{printable(file)} has no board"
        raise Failure(msg, INPUT)
    if not is_invalid and not said.boards and target != PIPE and Path(target).exists():
        for finding in said.findings:
            say_finding(finding, with_hint=True)
        msg = f"nothing of {printable(file)} could be read: {printable(target)} is left as it is"
        raise Failure(msg, INPUT)
    is_of_findings = is_invalid or not said.is_clean
    text = _findings_text(said) if is_of_findings else _boards_text(said)
    if target == PIPE:
        click.echo(text, nl=False)
    else:
        with open_target(target, overwrite=force, suffix=_SUFFIX) as sink:
            sink.write(text.encode())
    _tell(file, target, said, is_of_findings=is_of_findings)
    if is_invalid:
        return 0
    for finding in said.findings:
        if finding.severity > Severity.NOTE:
            say_finding(finding, with_hint=True)
    if is_of_findings:
        say(f"a file of valid/ has no findings; what was written is for one of {_INVALID}/")
    return INPUT if any(finding.is_error for finding in said.findings) else 0


def _read(file: str, from_format: str | None, sealed: Seals, *, checking: bool) -> _Said:
    """Read a file as the kit does: its own findings, none of bridge law or of other rules."""
    manager = default_manager()
    with open_input(file, from_format, manager) as (stream, spec):
        settings = ReadSettings(
            format=spec.name, errors="collect", path=file, check=checking, sealed=sealed
        )
        with BoardReader(stream, manager, settings) as reader:
            boards: list[Board] = []
            ends: list[Diagnostic] = []
            try:
                boards += reader
            except FormatError as error:
                ends.append(error.diagnostic)
            findings = list(reader.diagnostics)
            findings += (item for item in ends if item not in findings)
            if checking:
                findings = [item for item in findings if not item.code.startswith(_OTHERS)]
            return _Said(
                boards=tuple(boards),
                header=reader.header,
                findings=tuple(findings),
                format=spec.name,
            )


def _boards_text(said: _Said) -> str:
    """Return boards as `show --json` prints them, behind what belongs to the whole file."""
    lines = [json_text(board_to_dict(board)) for board in said.boards]
    header = Extras(
        {key: value for key, value in said.header.items() if not key.endswith(":source")}
    )
    if header != NO_EXTRAS:
        lines.insert(0, json_text({"header": extras_to_dict(header)}))
    return "".join(f"{line}\n" for line in lines)


def _findings_text(said: _Said) -> str:
    findings = [json_text(_finding(item)) for item in said.findings]
    boards = [json_text(board_to_dict(board)) for board in said.boards]
    return f'{{"findings": {_list(findings)},\n "boards": {_list(boards)}}}\n'


def _list(lines: Iterable[str]) -> str:
    """Return a JSON list with a line for each item."""
    inside = ",\n  ".join(lines)
    return f"[\n  {inside}\n ]" if inside else "[]"


def _finding(finding: Diagnostic) -> dict[str, str | int]:
    place = finding.location
    places = {"line": place.line, "column": place.column, "offset": place.offset}
    return {"code": finding.code} | {
        key: value for key, value in places.items() if value is not None
    }


def _tell(file: str, target: str, said: _Said, *, is_of_findings: bool) -> None:
    """Say what was written and what is left to do; show the boards to a person."""
    if target != PIPE and sys.stdout.isatty():
        _show(said)
    what = plural(len(said.boards), "board")
    if is_of_findings:
        what = f"{plural(len(said.findings), 'finding')}, {what}"
    where = "" if target == PIPE else f"wrote {printable(target)}: "
    say(f"{where}{what}, as the reader of {said.format} has {printable(file)}")


def _show(said: _Said) -> None:
    """Draw the boards on the terminal."""
    spec = named_view(default_manager(), "text")
    context = ViewContext(
        spec,
        header=said.header,
        options=make_options(spec.name, spec.options, None, noun="view"),
        is_terminal=True,
        language=language_of(),
    )
    with Printer(context) as printer:
        show_stream(said.boards, printer, context)  # type: ignore[arg-type]  # a raw file is a file

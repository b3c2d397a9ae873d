"""`overtrick records`: hand records as PDF or HTML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from overtrick import (
    NO_EXTRAS,
    Board,
    Diagnostic,
    Extras,
    FormatError,
    Severity,
    open_boards,
    select,
)
from overtrick.plugin import (
    Seals,
    default_manager,
    in_order,
    open_target,
    printable,
    suffix_of,
    unpacked_name,
    without_seed,
)
from overtrick_cli.commands import (
    FILE,
    INPUT,
    PIPE,
    Failure,
    Ranges,
    check_suffix,
    check_target,
    from_option,
    language_option,
    no_board,
    open_input,
    plural,
    quiet_option,
    say,
    say_finding,
    show_cards_option,
)
from overtrick_records.codes import check_codes
from overtrick_records.html import html_notes, html_text
from overtrick_records.options import LAYOUTS, LINKS, MAX_PER_PAGE, PAPERS, SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.pdf import check_typst, pdf_bytes
from overtrick_records.solving import with_tables

if TYPE_CHECKING:
    from overtrick import PluginManager

# Printing needs only the sheet; the linter reports all findings.
_MAX_ERRORS: Final = 20

_KINDS: Final = {".pdf": "pdf", ".html": "html", ".htm": "html"}


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE...")
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="OUT",
    show_default="the name of FILE, with .pdf",
    help="Write the hand records to this file.",
)
@click.option(
    "--to",
    "sheet_kind",
    type=click.Choice(("pdf", "html"), case_sensitive=False),
    show_default="by the suffix of OUT, else pdf",
    help="Set the format of the hand records.",
)
@click.option(
    "--layout",
    type=click.Choice(LAYOUTS, case_sensitive=False),
    default="auto",
    show_default="as the file states, else club",
    help="Set the layout: club and acbl have 18 boards per page, large 4, teaching 1 with auction "
    "and commentary; travellers has score tables.",
)
@click.option(
    "--paper",
    type=click.Choice(tuple(PAPERS), case_sensitive=False),
    show_default="as the file states, else a4",
    help="Set the paper size.",
)
@click.option("--title", show_default="the event in the file", help="Set the title.")
@click.option("--four-color", "four", is_flag=True, help="Print the suits in four colours.")
@click.option(
    "--hide",
    metavar="SEATS",
    show_default="as the file states",
    help="Hide these hands, such as e,w; none hides no hand.",
)
@click.option(
    "--per-page",
    type=click.IntRange(1, MAX_PER_PAGE),
    default=None,
    metavar="N",
    show_default="by the layout",
    help="Print N boards per page.",
)
@click.option(
    "--tables/--no-tables",
    default=None,
    show_default="if the file has them or a solver is installed",
    help="Print makeable contracts and par, or leave them out.",
)
@click.option(
    "--link",
    "link",
    type=click.Choice(LINKS, case_sensitive=False),
    help="Print a QR code beside each board that links to it: bbo is Bridge Base Online, bsol is "
    "Bridge Solver Online; for the layouts large and teaching.",
)
@click.option("--plain", is_flag=True, help="Ignore BridgeComposer's settings in the file.")
@click.option("--boards", type=Ranges(), help="Use only these boards, such as 3 or 1-16,20.")
@language_option
@from_option("files")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@show_cards_option("Print hidden hands, too.")
@quiet_option
def records(
    *,
    files: tuple[str, ...],
    output: str | None,
    sheet_kind: str | None,
    layout: str,
    paper: str | None,
    title: str | None,
    four: bool,
    hide: str | None,
    per_page: int | None,
    tables: bool | None,
    link: str | None,
    plain: bool,
    boards: str | None,
    language: str,
    from_format: str | None,
    force: bool,
    sealed: Seals,
    quiet: bool,
) -> int:
    """Print hand records as PDF or HTML, for the wall or for a class.

    \b
      overtrick records evening.pbn
      overtrick records evening.pbn -o evening.html --layout acbl --four-color
      overtrick records lesson.pbn -o lesson.pdf --layout teaching --hide e,w

    Boards with errors are printed as far as they can be read; the errors go to standard error.
    """  # noqa: D301  # \b keeps click from joining lines
    if output is None:
        output = _named_after(files, sheet_kind or "pdf")
    made = _kind(output, sheet_kind, files, force=force)
    try:
        options = SheetOptions(
            layout=layout,
            paper=paper,
            title=title,
            colours=4 if four else None,
            hide=hide,
            per_page=per_page or 0,
            tables=tables is not False,
            settings=not plain,
            link=link,
        )
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--hide") from None
    if link is not None:
        check_codes()
    found: list[Diagnostic] = []
    header, shown = _read_all(files, from_format, sealed, found)
    if not shown:
        _print_findings(found)
        names = ", ".join(map(printable, files))
        msg = f"nothing was written: no board could be read from {names}"
        raise Failure(msg, INPUT)
    if boards is not None:
        shown = list(select(shown, boards))
    remarks: list[str] = []
    if tables is not False and layout != "travellers":
        shown, remarks = with_tables(shown, is_wanted=bool(tables))
    sheet = make_sheet(shown, header, options, language=language)
    remarks += sheet.said
    if made == "pdf":
        data, more = pdf_bytes(sheet)
        remarks += more
    else:
        drawn = list(html_text(sheet))
        remarks += html_notes(drawn)
        data = "".join(drawn).encode()
    _write(data, output, made, force=force)
    _print_findings(found)
    for text in () if quiet else remarks:
        say(f"note: {printable(text)}")
    if output != PIPE and not quiet:
        pages = plural(len(sheet.pages), "page")
        say(f"{printable(output)}: {plural(sheet.count, 'board')} on {pages}")
    return INPUT if any(finding.is_error for finding in found) else 0


def _print_findings(found: list[Diagnostic]) -> None:
    """Print the errors, the first ones of many, and the number of warnings."""
    errors = [finding for finding in found if finding.is_error]
    for finding in errors[:_MAX_ERRORS]:
        say_finding(finding, with_hint=True)
    if len(errors) > _MAX_ERRORS:
        say(f"and {plural(len(errors) - _MAX_ERRORS, 'more error')}")
    warnings = sum(finding.severity is Severity.WARNING for finding in found)
    if warnings:
        say(f"note: {plural(warnings, 'warning')} about the file; overtrick check shows them")


def _named_after(files: tuple[str, ...], made: str) -> str:
    """Return the default name of a sheet: that of the only file, in the current folder."""
    if len(files) > 1 or files[0] == PIPE:
        msg = "name the sheet: -o OUT.pdf or -o OUT.html"
        raise click.UsageError(msg)
    return f"{Path(unpacked_name(files[0])).stem}.{made}"


def _kind(output: str, kind: str | None, files: tuple[str, ...], *, force: bool) -> str:
    """Return the output kind, `pdf` or `html`, before anything is read."""
    check_target(output, force=force, sources=files)
    made = kind or _KINDS.get(suffix_of(output))
    if made is None:
        msg = f"{output} ends neither in .pdf nor in .html: --to says which it is to be"
        raise click.UsageError(msg)
    own = [suffix for suffix, each in _KINDS.items() if each == made]
    check_suffix(output, own, made.upper())
    if made == "pdf":
        check_typst()
    return made


def _write(data: bytes, output: str, made: str, *, force: bool) -> None:
    """Write the sheet, atomically."""
    if output == PIPE:
        if made == "pdf" and sys.stdout.isatty():
            msg = "a terminal cannot show PDF: write it to a file with -o OUT"
            raise click.UsageError(msg)
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    with open_target(output, overwrite=force, suffix=f".{made}") as target:
        target.write(data)


def _read_all(
    files: tuple[str, ...],
    from_format: str | None,
    sealed: Seals,
    found: list[Diagnostic],
) -> tuple[Extras, list[Board]]:
    """Return the boards of all files, and the first header with content."""
    manager = default_manager()
    header, boards = NO_EXTRAS, []
    for file in files:
        first, some = _read(file, from_format, sealed, manager, found)
        header = header or first
        boards += some
    return header, boards


def _read(
    file: str,
    from_format: str | None,
    sealed: Seals,
    manager: PluginManager,
    found: list[Diagnostic],
) -> tuple[Extras, list[Board]]:
    """Return the header and the boards of a file, as far as it is readable."""
    boards: list[Board] = []
    with (
        open_input(file, from_format, manager) as (stream, spec),
        open_boards(
            stream, format=spec.name, errors="collect", path=file, manager=manager, sealed=sealed
        ) as reader,
    ):
        refusal = None
        try:
            # Sheets are published, and other boards follow from a seed.
            boards.extend(without_seed(board) or board for board in reader)
        except FormatError as error:
            refusal = error.diagnostic
        own = list(reader.diagnostics)
        if refusal is not None and refusal not in own:
            own.append(refusal)
        if not boards and not any(finding.is_error for finding in own):
            own.append(no_board(file))
        found += in_order(own)
        return reader.header, boards

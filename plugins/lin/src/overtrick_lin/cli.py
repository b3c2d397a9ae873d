"""`overtrick link`: links to online viewers, one per board."""

from __future__ import annotations

import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs
import click

from overtrick import Board
from overtrick.plugin import atomic_output, printable
from overtrick_cli.commands import (
    FILE,
    INPUT,
    PIPE,
    ReadableBoards,
    check_target,
    print_json,
    reads_boards,
    say,
)
from overtrick_lin.links import VIEWERS, Link, LinkError, make_link
from overtrick_lin.qr import qr_png, qr_svg, qr_terminal

_MAX_WINDOWS: Final = 8

_VIEWERS: Final = ", ".join(f"{word} is {viewer.name}" for word, viewer in VIEWERS.items())

_MAX_ADDRESS_LENGTH: Final = 8000  # RFC 9110 asks servers to take this minimum


@attrs.frozen(kw_only=True)
class _Linked:
    """A board with its link, or with the reason it has none."""

    board: Board
    link: Link | None = None
    error: str | None = None

    def to_dict(self, to: str) -> dict[str, object]:
        """Return the board and its link as a JSON object."""
        number = self.board.number
        entry: dict[str, object] = {"board": self.board.label if number is None else number}
        if self.link is None:
            return entry | {"to": to, "address": None, "error": self.error}
        return entry | {"to": to, "address": self.link.address} | self.link.losses.to_dict()


@click.command()
@reads_boards(show_cards="Print links to boards with hidden hands, too.")
@click.option(
    "--to",
    type=click.Choice([*VIEWERS], case_sensitive=False),
    default="bbo",
    show_default=True,
    help=f"Choose the viewer: {_VIEWERS}.",
)
@click.option(
    "--deal-only", is_flag=True, help="Leave out names, auction and play, for a shorter link."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON list with one object per board."
)
@click.option("--open", "opens", is_flag=True, help="Open the links in the browser.")
@click.option(
    "--qr",
    type=FILE,
    metavar="FILE",
    help="Write a QR code to FILE.svg or FILE.png, or print it (-); several boards need {board} in "
    "the name.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def link(
    *,
    boards: ReadableBoards,
    to: str,
    deal_only: bool,
    as_json: bool,
    opens: bool,
    qr: str | None,
    force: bool,
) -> int:
    """Print a link to an online viewer for each board, one per line.

    \b
      overtrick link evening.pbn --boards 7
      overtrick link evening.pbn --boards 7 --to bsol --open
      overtrick link evening.pbn --qr board-{board}.svg --deal-only

    The link itself contains the board: nothing is sent before the link is opened.
    """  # noqa: D301  # \b keeps click from joining lines
    _check_code(qr, as_json=as_json)
    code = 0
    linked = [_linked(board, to, deal_only=deal_only) for board in boards]
    found = [(one.board, one.link) for one in linked if one.link is not None]
    if qr not in {None, PIPE} and len(found) > 1 and "{board}" not in str(qr):
        msg = f"one file cannot hold {len(found)} codes: put {{board}} into its name"
        raise click.UsageError(msg)
    if qr not in {None, PIPE} and len({_file_of(str(qr), one) for one, _ in found}) < len(found):
        msg = "two boards have the same number or name, as would their files: choose with --boards"
        raise click.UsageError(msg)
    _check_targets(qr, [board for board, _ in found], boards.path, force=force)
    if opens and len(found) > _MAX_WINDOWS:
        msg = f"that would open {len(found)} windows: choose fewer with --boards"
        raise click.UsageError(msg)
    if as_json:
        print_json([one.to_dict(to) for one in linked])
    for one in linked:
        if one.error is not None:
            code = INPUT
            say(f"{printable(boards.path)}: {printable(one.error)}")
    for board, made in found:
        if not as_json:
            click.echo(made.address)
            _print_losses(board, made)
            if len(made.address) > _MAX_ADDRESS_LENGTH:
                say(
                    f"board {printable(board.label)}: an address of {len(made.address):,} "
                    "characters is longer than servers take; --deal-only makes a short one"
                )
        if qr is not None:
            _give_code(qr, board, made, force=force)
        if opens:
            webbrowser.open(made.address)
    return code


def _check_code(qr: str | None, *, as_json: bool) -> None:
    if qr == PIPE and as_json:
        msg = "--qr - and --json both print here: give a file, or one of the two"
        raise click.UsageError(msg)
    if qr not in {None, PIPE} and Path(str(qr)).suffix.lower() not in {".svg", ".png"}:
        msg = "--qr writes an .svg or a .png file; - shows the code here"
        raise click.UsageError(msg)


def _check_targets(qr: str | None, found: Sequence[Board], path: str, *, force: bool) -> None:
    """Raise for files that must not be replaced, before the first code is written."""
    if qr is not None and qr != PIPE:
        for board in found:
            check_target(_file_of(qr, board), force=force, sources=[path])


def _print_losses(board: Board, made: Link) -> None:
    name = printable(board.label)
    for line in made.losses.summary().splitlines():
        say(f"board {name}: {line}")


def _linked(board: Board, to: str, *, deal_only: bool) -> _Linked:
    try:
        return _Linked(board=board, link=make_link(board, to=to, deal_only=deal_only))
    except LinkError as error:
        return _Linked(board=board, error=str(error))


def _give_code(qr: str, board: Board, made: Link, *, force: bool) -> None:
    """Print a code, or write it to a file whose name may contain the board's number."""
    if qr == PIPE:
        click.echo(qr_terminal(made.address))
        return
    name = _file_of(qr, board)
    is_svg = name.lower().endswith(".svg")
    data = qr_svg(made.address, size=240).encode() if is_svg else qr_png(made.address)
    with atomic_output(name, overwrite=force) as file:
        file.write(data)


def _file_of(qr: str, board: Board) -> str:
    """Return the name of the file for a board's code."""
    label = "".join(c if c.isalnum() or c in "-_" else "_" for c in board.label)
    return qr.replace("{board}", label)

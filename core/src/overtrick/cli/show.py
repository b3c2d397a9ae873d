"""`overtrick show`: boards as diagrams on the terminal, or as JSON."""

from __future__ import annotations

import json
import sys
from typing import Final

import click

from overtrick.api import open_boards
from overtrick.cli.conversion import open_input
from overtrick.cli.failures import INPUT
from overtrick.cli.options import KeyValue, Ranges
from overtrick.cli.terminal import console, say_finding
from overtrick.findings.diagnostics import Severity
from overtrick.findings.errors import FormatError
from overtrick.framework.manager import default_manager
from overtrick.model.board import Board
from overtrick.tools.board_json import board_to_dict
from overtrick.tools.edits import select
from overtrick.tools.views.text import text_diagram

# For terminals whose encoding has no suit symbols.
_LETTERS: Final = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "—": "-", "–": "-", "·": ","}
)


@click.command()
@click.argument("file")
@click.option("--boards", type=Ranges(), help="Only these boards, such as 3 or 1-16,20.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a board, one a line.")
@click.option("--from", "from_format", metavar="FORMAT", help="Format of the file.")
@click.option("-O", "options", type=KeyValue(), multiple=True, help="An option for reading.")
@click.option("--show-cards", is_flag=True, help="Show hands that the file says are sealed.")
def show(
    *,
    file: str,
    boards: str | None,
    as_json: bool,
    from_format: str | None,
    options: tuple[tuple[str, str], ...],
    show_cards: bool,
) -> int:
    """Show boards: hands, auction, play and tables.

    Boards with errors are shown as far as they can be read; the errors are on standard error.
    """
    manager = default_manager()
    with (
        open_input(file, from_format, manager) as (stream, spec, detected),
        open_boards(
            stream,
            format=spec.name,
            errors="collect",
            options=dict(options),
            path=file,
            manager=manager,
        ) as reader,
    ):
        if reader.is_sealed and not show_cards:
            msg = f"{file} says that its hands are not to be shown; --show-cards shows them"
            raise click.UsageError(msg)
        show_board = _print_json if as_json else _diagram_printer()
        refusal = None
        try:
            for board in reader if boards is None else select(reader, boards):
                show_board(board)
        except FormatError as error:
            refusal = error.diagnostic
        found = [*detected, *reader.diagnostics]
        if refusal is not None and refusal not in found:
            found.append(refusal)
    for finding in found:
        if finding.severity > Severity.NOTE:
            say_finding(finding, with_hint=finding.is_error)
    return INPUT if any(finding.is_error for finding in found) else 0


def _print_json(board: Board) -> None:
    click.echo(json.dumps(board_to_dict(board), ensure_ascii=False))


class _diagram_printer:  # noqa: N801  # used as a function that remembers
    """Print diagrams, a blank line between two of them; in colour on a terminal."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, board: Board) -> None:
        text = text_diagram(board)
        if not _can_encode(text):
            text = text.translate(_LETTERS)
        if self._count:
            click.echo()
        self._count += 1
        if not sys.stdout.isatty():
            click.echo(text)
            return
        from rich.rule import Rule
        from rich.text import Text

        out = console()
        title, _, rest = text.partition("\n")
        out.print(Rule(Text(title, style="bold"), align="left"))
        body = Text(rest)
        body.highlight_regex("[♥♦]", "bright_red")
        out.print(body)


def _can_encode(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True

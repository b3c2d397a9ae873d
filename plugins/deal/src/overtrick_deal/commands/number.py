"""`overtrick deal number`, `from-number`, `bigdeal`: deals by their numbers."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterable, Iterator

import click

from overtrick import Board, Field, Severity, open_boards
from overtrick.plugin import Seals, in_order, printable
from overtrick_cli.commands import (
    FILE,
    INPUT,
    PIPE,
    no_board,
    plural,
    print_json,
    quiet_option,
    say,
    say_finding,
    show_cards_option,
    standard_input,
)
from overtrick_deal.commands.events import ranges
from overtrick_deal.commands.options import (
    COUNT,
    Output,
    Places,
    SectionedCommand,
    json_option,
    numbering_options,
    output_options,
)
from overtrick_deal.commands.writing import provenance, report_written, target_format, write
from overtrick_deal.generating import NAME
from overtrick_deal.numbering.orders import ORDERS, Order, deal_number, deal_of_number
from overtrick_deal.verifiable.bigdeal import OWNER, bigdeal_numbers

_order_option = click.option(
    "--order", type=click.Choice(ORDERS, case_sensitive=False), default=ORDERS[0],
    show_default=True,
    help="Number the deals in this order, from 0 for bigdeal, from 1 for the others.",
)  # fmt: skip
_number_output = output_options(seed="the number of each deal")


@click.command(cls=SectionedCommand)
@click.argument("path", type=FILE, metavar="FILE")
@_order_option
@show_cards_option("Print the numbers of boards with hidden hands, too.")
@json_option
@quiet_option
def number(*, path: str, order: Order, sealed: Seals, as_json: bool, quiet: bool) -> int:
    """Print the number of each deal in a file.

    \b
      overtrick deal number evening.pbn
      overtrick deal number evening.pbn --order pavlicek
    """  # noqa: D301  # click reads the mark that \b stands for
    source = standard_input() if path == PIPE else path
    rows: list[tuple[int, int]] = []
    unknown: list[int] = []
    code = 0
    wants = (Field.NUMBER, Field.DEAL)
    with open_boards(source, path=path, errors="collect", wants=wants, sealed=sealed) as reader:
        for place, board in enumerate(reader, 1):
            name = place if board.number is None else board.number
            deal = None if board.deal is None else board.deal.completed()
            if deal is None or not deal.is_complete:
                unknown.append(name)
            else:
                rows.append((name, deal_number(deal, order)))
    for finding in in_order(reader.diagnostics):
        if finding.severity is Severity.ERROR:
            say_finding(finding, with_hint=True)
            code = INPUT
    if not code and not rows and not unknown:
        say_finding(no_board(path), with_hint=True)
        code = INPUT
    if as_json:
        # More digits than a number of JSON keeps in most programs.
        boards = [{"board": name, "number": str(value)} for name, value in rows]
        print_json({"path": path, "order": order, "boards": boards, "unknown": unknown})
    else:
        for name, value in rows:
            click.echo(f"{name}\t{value}")
    if unknown and not quiet:
        say(f"{plural(len(unknown), 'board')} without all cards: {ranges(unknown)}")
    return code


@click.command(cls=SectionedCommand)
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER...")
@_order_option
@numbering_options
@_number_output
@quiet_option
def from_number(
    *, numbers: tuple[str, ...], order: Order, places: Places, output: Output, quiet: bool
) -> int:
    """Generate the deals that have given numbers.

    With - the numbers are read from standard input: the last word of each line, so that the
    output of `overtrick deal number` is understood.

    \b
      overtrick deal from-number 6904023658446448646504663492 -o one.pbn
      overtrick deal number evening.pbn | overtrick deal from-number - -o copy.pbn
    """  # noqa: D301  # click reads the mark that \b stands for
    found = itertools.chain.from_iterable(map(_numbers_in, numbers))
    return _write_deals(found, order, places, output, quiet=quiet)


@click.command(cls=SectionedCommand)
@click.argument("random_bytes", metavar="HEX")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=COUNT,
    show_default=True,
    metavar="N",
    help="Generate N boards.",
)
@click.option("--owner", metavar="NAME", help="Use the owner that is set in BigDeal.")
@numbering_options
@_number_output
@quiet_option
def bigdeal(
    *,
    random_bytes: str,
    count: int,
    owner: str | None,
    places: Places,
    output: Output,
    quiet: bool,
) -> int:
    """Generate a set that BigDeal dealt, from the 20 random bytes in the log of bigdealx.

    \b
      overtrick deal bigdeal 8C07883D1632F4E806FDF1E983397F55AA159593 -o final.pbn
    """  # noqa: D301  # click reads the mark that \b stands for
    if not re.fullmatch("[0-9A-Fa-f]{40}", random_bytes):
        msg = "BigDeal's random bytes are 40 hexadecimal digits"
        raise click.UsageError(msg)
    numbers = itertools.islice(bigdeal_numbers(bytes.fromhex(random_bytes), owner or OWNER), count)
    return _write_deals(numbers, "bigdeal", places, output, quiet=quiet)


def _numbers_in(text: str) -> Iterator[int]:
    """Yield a number, or the last word of each line of standard input.

    Raises:
        click.UsageError: a word is no number.
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


def _write_deals(
    numbers: Iterable[int], order: Order, places: Places, output: Output, *, quiet: bool
) -> int:
    """Write the deals of some numbers."""
    deals = [(number, deal_of_number(number, order)) for number in numbers]
    spec = target_format(output)
    layout = places.layout()

    def boards() -> Iterator[Board]:
        for place, (number, deal) in enumerate(deals, layout.first):
            # The number is the deal: it would outlive an edit that takes hands away.
            origin = f"{NAME}, deal number {number:,} ({order})" if output.with_seed else NAME
            yield layout.board(place, deal.masks, provenance(output, spec, origin))

    losses = write(boards(), output, spec)
    if not quiet:
        report_written(len(deals), output, losses)
    return 0

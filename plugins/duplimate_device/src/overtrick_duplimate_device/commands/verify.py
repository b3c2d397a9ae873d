"""`verify` and `record`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from overtrick import Board, Seat, Vulnerability
from overtrick.plugin import default_manager, format_for_target
from overtrick_cli.commands import FormatName, check_target, print_json
from overtrick_duplimate_device.commands.advice import RememberingCommand, taken
from overtrick_duplimate_device.commands.options import (
    DONE,
    INPUT,
    chosen_device,
    device_option,
    json_option,
    show_cards_option,
)
from overtrick_duplimate_device.drivers.selection import open_device, own_claim
from overtrick_duplimate_device.interface.boards import parse_boards
from overtrick_duplimate_device.interface.driver import Driver, MachineTakenError, Mode
from overtrick_duplimate_device.interface.pockets import deal_of_pockets
from overtrick_duplimate_device.session.deck_reader import DeckReader

_PATIENCE = 600.0


def _open(device: str | None, timeout: float, *, take: bool) -> Driver:
    try:
        return open_device(chosen_device(device), timeout=timeout, claim=own_claim(take=take))
    except MachineTakenError as error:
        raise taken(error) from None


def _print(text: str) -> None:
    click.echo(text, err=True)


@click.command(cls=RememberingCommand)
@json_option
@show_cards_option
@device_option
def verify(
    *, device: str | None, timeout: float, take: bool, show_cards: bool, as_json: bool
) -> int:
    """Check that a deck has 52 different cards.

    Exit codes: 0 complete deck; 1 incomplete deck; 2 wrong usage; 4 the machine failed.
    """
    driver = _open(device, timeout, take=take)
    try:
        reader = DeckReader(driver, Mode.VERIFY, _print, patience=_PATIENCE, show_cards=show_cards)
        tally = reader.read()
    finally:
        driver.close()
    missing = tally.missing
    is_deck = not missing and not tally.repeated
    facts: dict[str, object] = {
        "is_deck": is_deck,
        "cards": tally.heard,
        "missing": len(missing),
        "repeated": tally.repeated,
    }
    if show_cards:
        facts["missing_cards"] = [str(card) for card in missing]
    if as_json:
        print_json(facts)
    elif is_deck:
        click.echo("A deck of 52 different cards.")
    else:
        names = f" ({' '.join(map(str, missing))})" if show_cards and missing else ""
        click.echo(
            f"Not a deck: {tally.heard} cards were read, {len(missing)} are missing{names}, "
            f"{tally.repeated} came twice."
        )
    return DONE if is_deck else INPUT


@click.command(cls=RememberingCommand)
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--boards",
    metavar="NUMBERS",
    default="1",
    show_default=True,
    help="Set the board numbers, such as 1-8,12.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option(
    "--to",
    "to_format",
    metavar="FORMAT",
    type=FormatName(),
    show_default="by the suffix of OUT",
    help="Write this format.",
)
@show_cards_option
@device_option
def record(
    *,
    out: Path,
    boards: str,
    force: bool,
    to_format: str | None,
    device: str | None,
    timeout: float,
    take: bool,
    show_cards: bool,
) -> int:
    """Record hand-dealt boards in the file OUT.

    Put the four hands of a board into the machine as one deck: North's thirteen cards first, then
    East's, South's and West's. The file is written after each board; no cards are shown.
    """
    import overtrick

    numbers = parse_boards(boards, range(1, 10_000))
    manager = default_manager()
    spec = manager.format(to_format or format_for_target(out, manager))
    check_target(str(out), force=force, writes=spec)
    driver = _open(device, timeout, take=take)
    recorded: list[Board] = []
    try:
        reader = DeckReader(driver, Mode.RECORD, _print, patience=_PATIENCE, show_cards=show_cards)
        for number in numbers:
            tally = reader.read(number)
            while (wrong := tally.verdict()) is not None:
                _print(f"Board {number} is not recorded: {wrong.value}.")
                tally = reader.read(number)
            recorded.append(
                Board(
                    number=number,
                    dealer=Seat.dealer_of(number),
                    vulnerability=Vulnerability.of_board(number),
                    deal=deal_of_pockets(tally.pockets),
                )
            )
            overtrick.write(recorded, out, format=spec.name, overwrite=force or bool(recorded[:-1]))
            click.echo(f"Board {number} is recorded; {len(recorded)} of {len(numbers)}.")
            sys.stdout.flush()
    finally:
        driver.close()
    return DONE

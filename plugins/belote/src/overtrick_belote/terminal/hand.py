"""`overtrick belote hand`, `edit` and `play`: hands by number, edited, and saved."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import click

from overtrick import Seat
from overtrick.plugin import json_text, printable
from overtrick_belote.errors import BeloteError
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.dealing import NUMBERED_HANDS
from overtrick_belote.rules.text import (
    GameRecord,
    HandRecord,
    hand_text,
    record_hand,
    write,
)
from overtrick_belote.table.history import played_hand
from overtrick_belote.table.recording import (
    Begin,
    entries_of,
    players_of,
    read_record,
    table_setup,
    write_record,
)
from overtrick_belote.table.session import Table
from overtrick_belote.table.setup import OneHand, Setup, read_seat
from overtrick_belote.terminal.line import LinePlay
from overtrick_belote.terminal.options import (
    Chosen,
    StrictInteger,
    as_usage,
    auto_option,
    tui_option,
    with_chosen,
)
from overtrick_belote.terminal.playing import play_hand
from overtrick_belote.terminal.speaking import TextPrinter, ask
from overtrick_belote.terminal.typed import apart, read_cards
from overtrick_cli.commands import USAGE, Failure

WATCHED_SEED: Final = "1"
"""The players' seed in a watched hand, as in a match, if none is given."""


@click.command()
@click.argument("number", required=False)
@auto_option
@click.option("--show", is_flag=True, help="Show the four hands; with --auto, before the play.")
@click.option("--json", "as_json", is_flag=True, help="With --auto: print the result as JSON.")
@tui_option
@with_chosen
def hand(
    *,
    chosen: Chosen,
    number: str | None,
    auto: str | None,
    show: bool,
    as_json: bool,
    has_tui: bool,
) -> None:
    """Play one of a million numbered hands, the same on every computer.

    \b
      overtrick belote hand 4711                      play hand 4711
      overtrick belote hand 4711 --show               show its four hands
      overtrick belote hand 4711 --auto expert        let experts play it
      overtrick belote hand                           play a random hand

    Without NUMBER, the number of the random hand is printed. With --auto, the players always play
    a hand in the same way for the same --seed, which is 1 by default.
    """  # noqa: D301  # click reads the mark that \b stands for
    if as_json and auto is None:
        msg = "--json is for --auto"
        raise click.UsageError(msg)
    one = OneHand.numbered(
        secrets.randbelow(NUMBERED_HANDS) + 1
        if number is None
        else _read_number(number, chosen.speaker)
    )
    setup = chosen.setup(one)
    if auto is not None:
        if not _is_given("seed"):
            setup = attrs.evolve(setup, seed=WATCHED_SEED)
        watch(setup, Level(auto), chosen.speaker, is_shown=show, as_json=as_json)
    elif show:
        show_hands(chosen.speaker, setup)
    else:
        play_hand(setup, chosen.settings, has_tui=has_tui)


def _read_number(text: str, speaker: TextPrinter) -> int:
    """Read the number of a hand: digits only."""
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= NUMBERED_HANDS:
        return int(text[:9])
    told = speaker.text("no-hand-number", text=repr(printable(text)), greatest=NUMBERED_HANDS)
    raise click.UsageError(told)


def show_hands(speaker: TextPrinter, setup: Setup) -> None:
    """Show the four hands of a table for a single hand."""
    state = Table(setup).state
    speaker.say("dealer-is", seat=state.dealer)
    for seat in Seat:
        speaker.say("cards-of", seat=seat, cards=speaker.hand(state.dealt[seat]))


def watch(
    setup: Setup, level: Level, speaker: TextPrinter, *, is_shown: bool, as_json: bool
) -> None:
    """Let the computer play a hand, and narrate it."""
    table = Table(attrs.evolve(setup, players=(level, level, level, level), adviser=level))
    if as_json:
        for _ in table.end_cards():
            pass
        click.echo(json_text(hand_mapping(table)))
        return
    speaker.say("seed-is", seed=printable(setup.seed))
    if is_shown:
        show_hands(speaker, setup)
    LinePlay(table, speaker).watch()


def hand_mapping(table: Table) -> dict[str, object]:
    """Return a finished hand as a JSON mapping."""
    state = table.state
    played = played_hand(state)
    number = None if table.setup.hand is None else table.setup.hand.number
    return {
        "number": number,
        "seed": table.setup.seed,
        "dealer": state.dealer.symbol,
        "hands": {seat.symbol: hand_text(state.dealt[seat]) for seat in Seat},
        "calls": [[seat.symbol, str(call)] for seat, call in state.auction.calls],
        "announces": [[seat.symbol, str(announce)] for seat, announce in state.declared],
        "tricks": [
            [[trick.player(place).symbol, str(card)] for place, card in enumerate(trick.cards)]
            for trick in state.tricks
        ],
        "contract": played.contract,
        "declarer": None if played.declarer is None else played.declarer.symbol,
        "made": played.made,
        "trick_points": {"NS": played.tricks[0], "EW": played.tricks[1]},
        "score": {"NS": played.score[0], "EW": played.score[1]},
        "text": write(record_hand(state, number=number)),
    }


_SEATS: Final = (("-N", "--north"), ("-E", "--east"), ("-S", "--south"), ("-W", "--west"))


def _hand_options(function: Any) -> Any:  # noqa: ANN401  # as click's own decorators
    for short, long in reversed(_SEATS):
        seat = long.removeprefix("--").title()
        words = f"Give {seat} these cards, such as 'SAJ H10 C7'."
        function = click.option(short, long, metavar="CARDS", help=words)(function)
    return function


@click.command()
@_hand_options
@click.option("--dealer", metavar="SEAT", show_default="random", help="Set the dealer.")
@click.option(
    "-o",
    "output",
    type=click.Path(),
    metavar="OUT",
    help="Write the hand to OUT (- for standard output) instead of playing it.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option(
    "--show",
    is_flag=True,
    help="Show the four hands instead of playing; with --auto, before the play.",
)
@auto_option
@tui_option
@with_chosen
def edit(
    *,
    chosen: Chosen,
    north: str | None,
    east: str | None,
    south: str | None,
    west: str | None,
    dealer: str | None,
    output: str | None,
    force: bool,
    show: bool,
    auto: str | None,
    has_tui: bool,
) -> None:
    """Make a hand of your own and play it.

    \b
      overtrick belote edit -S "SJ9A" -N "HA DA"           give South a fine suit
      overtrick belote edit -S "SJ9A" --seed 7 --show      show the same cards every time
      overtrick belote edit -S "SQJT" -o third.b32         save the hand
      overtrick belote edit                                ask for each hand

    Write a suit (S, H, D, C) and its ranks (A K Q J 10 or T 9 8 7). All other cards are dealt at
    random.
    """  # noqa: D301  # click reads the mark that \b stands for
    given: Sequence[str | None] = (north, east, south, west)
    speaker = chosen.speaker
    if all(text is None for text in given) and dealer is None:
        given, dealer = _asked(speaker)
    try:
        hands = tuple(read_cards(text or "", speaker.words) for text in given)
        apart(hands)
        record = HandRecord(
            hands=(hands[0], hands[1], hands[2], hands[3]),
            dealer=None if not dealer else read_seat(_english_seat(dealer, speaker)),
            options=chosen.settings.options,
            seed=chosen.seed,
        )
        setup = table_setup(
            record,
            chosen.seed,
            chosen.settings.players,
            adviser=chosen.settings.adviser,
            without_help=chosen.settings.without_help,
        )
    except BeloteError as error:
        raise as_usage(error, speaker) from error
    if output == "-":
        click.echo(write(record), nl=False)
    elif output is not None:
        try:
            write_record(Path(output), record, overwrite=force)
        except BeloteError as error:
            raise as_usage(error, speaker) from error
    elif auto is not None:
        watch(setup, Level(auto), speaker, is_shown=show, as_json=False)
    elif show:
        show_hands(speaker, setup)
    else:
        play_hand(setup, chosen.settings, has_tui=has_tui)


def _english_seat(name: str, speaker: TextPrinter) -> str:
    from overtrick_belote.terminal.typed import read_seats

    found = read_seats([name], speaker.words)
    return found[0].symbol if found else name


def _asked(speaker: TextPrinter) -> tuple[list[str | None], str | None]:
    """Ask for the cards of each hand, and the dealer."""
    speaker.say("edit-welcome")
    given: list[str | None] = []
    try:
        for seat in Seat:
            given.append(_asked_hand(speaker, seat))
        dealer = ask(f"{speaker.text('edit-dealer')} > ").strip() or None
    except EOFError:
        msg = speaker.text("edit-nothing")
        raise Failure(msg, USAGE) from None
    return given, dealer


def _asked_hand(speaker: TextPrinter, seat: Seat) -> str:
    while True:
        text = ask(f"{speaker.text('edit-cards', seat=seat)} > ")
        try:
            read_cards(text, speaker.words)
        except BeloteError as error:
            speaker.write(speaker.wrong(error))
        else:
            return text


@click.command()
@click.argument("file", type=click.Path())
@click.option(
    "--from",
    "begin",
    type=click.Choice([begin.value for begin in Begin], case_sensitive=False),
    default=Begin.END.value,
    show_default=True,
    help="Start at the bidding, the first card or the end of the hand.",
)
@click.option(
    "--hand", "place", type=StrictInteger(min=1), metavar="N", help="Play only hand N of the file."
)
@tui_option
@with_chosen
def play(*, chosen: Chosen, file: str, begin: str, place: int | None, has_tui: bool) -> None:
    """Continue a saved game or hand, or replay its last hand.

    \b
      overtrick belote play evening.b32                  continue where it was saved
      overtrick belote play evening.b32 --from bidding   bid the last hand again
      overtrick belote play evening.b32 --hand 3         play only the third hand

    The players are those of the file, unless --player or --level is given.
    """  # noqa: D301  # click reads the mark that \b stands for
    if file == "-":
        # What is typed at the table comes from there.
        msg = "play takes a file: standard input is for what you type at the table"
        raise click.UsageError(msg)
    found = read_record(Path(file))
    record = _chosen_record(found, place, file, chosen.speaker)
    settings = chosen.settings
    players = players_of(record, settings.players)
    if _is_given("players") or _is_given("level"):
        players = settings.players
    setup = table_setup(
        record,
        chosen.seed,
        players,
        adviser=settings.adviser,
        without_help=settings.without_help,
    )
    entries = entries_of(_whole(record, setup), players, Begin(begin))
    play_hand(setup, settings, entries=entries, has_tui=has_tui)


def _is_given(name: str) -> bool:
    """Return whether an option of the command is on the command line."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def _whole(record: HandRecord | GameRecord, setup: Setup) -> HandRecord | GameRecord:
    """Return the record with the hands and the dealer of the setup."""
    if isinstance(record, HandRecord) and setup.hand is not None:
        return attrs.evolve(record, hands=setup.hand.hands, dealer=setup.hand.dealer)
    return record


def _chosen_record(
    found: HandRecord | GameRecord | tuple[HandRecord, ...],
    place: int | None,
    file: str,
    speaker: TextPrinter,
) -> HandRecord | GameRecord:
    hands = found.hands if isinstance(found, GameRecord) else found
    if place is None and not isinstance(found, tuple):
        return found
    if isinstance(hands, HandRecord):
        hands = (hands,)
    if place is None and len(hands) > 1:
        msg = speaker.text("hands-of-file", path=printable(file), count=len(hands))
        raise Failure(msg, USAGE)
    if not 1 <= (place or 1) <= len(hands):
        msg = speaker.text(
            "no-hand-of-file", path=printable(file), count=len(hands), number=place or 1
        )
        raise Failure(msg, USAGE)
    return hands[(place or 1) - 1]

"""`overtrick belote history` and `statistics`: finished games."""

from __future__ import annotations

import click

from overtrick.plugin import json_text
from overtrick_belote.rules.cards import Side
from overtrick_belote.table.history import (
    PlayedGame,
    SideStatistics,
    Statistics,
    contract_of,
    game_mapping,
    played_path,
    read_history,
)
from overtrick_belote.table.history import (
    statistics as add_up,
)
from overtrick_belote.terminal.options import language_option, spoken
from overtrick_belote.terminal.speaking import TextPrinter
from overtrick_cli.commands import print_json


@click.command()
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per game, one per line."
)
@click.option("--hands", "has_hands", is_flag=True, help="Show the hands of each game, too.")
@language_option
def history(*, as_json: bool, has_hands: bool, language: str | None, cards: str | None) -> None:
    """List finished games, oldest first."""
    games, bad = read_history()
    speaker = spoken(language, cards)
    _tell_bad(speaker, bad)
    if as_json:
        for game in games:
            path = str(played_path(game.name))
            click.echo(json_text({**game_mapping(game), "file": path}))
        return
    if not games:
        speaker.say("history-empty")
    for game in games:
        _tell_game(speaker, game, has_hands=has_hands)


def _tell_bad(speaker: TextPrinter, bad: list[int]) -> None:
    if bad:
        lines = ", ".join(map(str, bad))
        click.echo(speaker.text("history-bad", lines=lines, count=len(bad)), err=True)


def _tell_game(speaker: TextPrinter, game: PlayedGame, *, has_hands: bool) -> None:
    speaker.say(
        "history-game",
        date=speaker.words.date(game.date),
        side=game.winner,
        ours=game.totals[game.winner],
        theirs=game.totals[game.winner.other],
        hands=len(game.hands),
        helped=game.helped,
    )
    if not has_hands:
        return
    path = played_path(game.name)
    if path.exists():
        speaker.write(speaker.text("history-file", path=str(path)), indent="  ")
    for number, hand in enumerate(game.hands, 1):
        contract = contract_of(hand)
        if contract is None:
            text = speaker.text("history-void", number=number)
        else:
            text = speaker.text(
                "history-hand",
                number=number,
                contract=contract,
                seat=contract.declarer,
                made=int(hand.made),
                north_south=hand.score[0],
                east_west=hand.score[1],
            )
        speaker.write(text, indent="  ")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the totals as JSON.")
@language_option
def statistics(*, as_json: bool, language: str | None, cards: str | None) -> None:
    """Show totals and percentages of finished games."""
    games, bad = read_history()
    speaker = spoken(language, cards)
    _tell_bad(speaker, bad)
    found = add_up(games)
    if as_json:
        print_json(_mapping(found))
        return
    if not found.games:
        speaker.say("history-empty")
        return
    speaker.say(
        "statistics-all",
        games=found.games,
        hands=found.hands,
        void=found.void,
        helped=found.helped,
    )
    for side in Side:
        own = found.sides[side]
        speaker.say(
            "statistics-side",
            side=side,
            won=own.games_won,
            won_share=_share(own.games_won, found.games),
            points=own.points,
            per_hand=own.points / max(1, found.hands),
            contracts=own.contracts,
            contracts_share=_share(own.contracts, found.hands - found.void),
            made=own.made,
            made_share=_share(own.made, own.contracts),
            doubled=own.doubled,
            slams=own.slams,
            highest=own.highest,
            trick_points=own.trick_points / max(1, found.hands - found.void),
        )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _mapping(found: Statistics) -> dict[str, object]:
    return {
        "games": found.games,
        "hands": found.hands,
        "hands_without_contract": found.void,
        "hands_with_help": found.helped,
        **{side.symbol: _side_mapping(found, found.sides[side]) for side in Side},
    }


def _side_mapping(found: Statistics, own: SideStatistics) -> dict[str, object]:
    played = found.hands - found.void
    return {
        "games_won": own.games_won,
        "games_won_percent": round(100 * _share(own.games_won, found.games), 1),
        "points": own.points,
        "points_per_hand": round(own.points / max(1, found.hands), 1),
        "contracts": own.contracts,
        "contracts_percent": round(100 * _share(own.contracts, played), 1),
        "made": own.made,
        "made_percent": round(100 * _share(own.made, own.contracts), 1),
        "doubled": own.doubled,
        "slams": own.slams,
        "highest_bid_made": own.highest,
        "trick_points_per_hand": round(own.trick_points / max(1, played), 1),
    }

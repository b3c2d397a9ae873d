"""`overtrick belote match`: two levels play the same hands from both sides."""

from __future__ import annotations

from typing import Final

import click

from overtrick.plugin import json_text
from overtrick_belote.players.advice import Level
from overtrick_belote.players.matches import (
    BoardResult,
    LevelPlayer,
    MatchResult,
    dealt_boards,
    play_board,
    summed_up,
)
from overtrick_belote.terminal.options import LEVELS, StrictInteger, read_rules, rule_option
from overtrick_cli.commands import INPUT, Failure, Progress

_INTERRUPTED: Final = 130


@click.command()
@click.option(
    "--ours",
    type=click.Choice(LEVELS, case_sensitive=False),
    required=True,
    help="Set the level of one side.",
)
@click.option(
    "--theirs",
    type=click.Choice(LEVELS, case_sensitive=False),
    required=True,
    help="Set the level of the other side.",
)
@click.option(
    "--count",
    type=StrictInteger(min=2),
    default=100,
    show_default=True,
    metavar="N",
    help="Play N boards, each twice.",
)
@click.option(
    "--seed",
    default="1",
    metavar="SEED",
    show_default=True,
    help="Generate the same deals for the same seed.",
)
@click.option(
    "--auction",
    type=click.Choice(LEVELS, case_sensitive=False),
    help="Let this level bid for all players, to compare only the card play.",
)
@rule_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def match(
    *,
    ours: str,
    theirs: str,
    count: int,
    seed: str,
    auction: str | None,
    rules: tuple[tuple[str, str], ...],
    as_json: bool,
) -> int:
    """Compare two levels of the computer in a duplicate match.

    Each board is played twice, the second time with the sides exchanged. The results are the
    average lead of --ours over --theirs per board, with a 95 % confidence interval. Ctrl-C stops
    the match and prints the results so far.
    """
    first, second = LevelPlayer(Level(ours)), LevelPlayer(Level(theirs))
    caller = None if auction is None else Level(auction)
    options = read_rules(rules)
    results: list[BoardResult] = []
    is_interrupted = False
    with Progress("boards", count) as progress:
        try:
            deals = dealt_boards(count, seed, auction=caller, options=options)
            for number, state in enumerate(deals, 1):
                results.append(play_board(state, first, second, f"{seed} {number}"))
                progress.advance(1)
        except KeyboardInterrupt:
            is_interrupted = True
    if len(results) < 2:
        msg = "interrupted before the second board was done: there is nothing to tell"
        raise Failure(msg, _INTERRUPTED if is_interrupted else INPUT)
    result = summed_up(first.name, second.name, results, seed)
    if as_json:
        click.echo(json_text(match_mapping(result, seed, is_interrupted=is_interrupted)))
    else:
        _tell(result, is_interrupted=is_interrupted)
    return _INTERRUPTED if is_interrupted else 0


def match_mapping(result: MatchResult, seed: str, *, is_interrupted: bool) -> dict[str, object]:
    """Return the result of a match as a JSON mapping."""
    ours, theirs = result.cpu_ms_per_decision
    better, same, worse = result.won
    return {
        "ours": result.ours,
        "theirs": result.theirs,
        "seed": seed,
        "boards": result.boards,
        "score_per_board": round(result.score_per_board, 2),
        "interval": [round(end, 2) for end in result.interval],
        "bootstrap": [round(end, 2) for end in result.bootstrap],
        "trick_points_per_board": round(result.trick_points_per_board, 2),
        "trick_points_interval": [round(end, 2) for end in result.trick_points_interval],
        "boards_better": better,
        "boards_same": same,
        "boards_worse": worse,
        "cpu_ms_per_decision": round(ours, 3),
        "cpu_ms_per_decision_theirs": round(theirs, 3),
        "interrupted": is_interrupted,
    }


def _tell(result: MatchResult, *, is_interrupted: bool) -> None:
    low, high = result.interval
    tricks_low, tricks_high = result.trick_points_interval
    better, same, worse = result.won
    ours, theirs = result.cpu_ms_per_decision
    if is_interrupted:
        click.echo("interrupted; of the boards that are done:")
    click.echo(f"{result.ours} against {result.theirs}, {result.boards:,} boards played twice")
    score = f"{result.score_per_board:+.1f} a board, 95 % between {low:+.1f} and {high:+.1f}"
    click.echo(f"score         {score}")
    points = f"{result.trick_points_per_board:+.1f} a board"
    click.echo(f"trick points  {points}, 95 % between {tricks_low:+.1f} and {tricks_high:+.1f}")
    click.echo(f"boards        {better:,} better, {same:,} the same, {worse:,} worse")
    click.echo(f"CPU           {ours:.1f} ms a decision, theirs {theirs:.1f} ms")

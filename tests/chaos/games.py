"""Games of 32-card bridge, killed at random moments: nothing is lost that a prompt answered."""

from __future__ import annotations

import sys

from chaos.stage import ROOT, Stage, ViolationError, start_seconds

sys.path.append(str(ROOT / "plugins" / "belote" / "tests"))

from belote_killing import Evening  # it lies with the tests


def play_games(stage: Stage) -> None:
    """Kill games and resume them, each until it is over, until there were kills enough.

    After each kill its journal must be the beginning of what an undisturbed game writes, to the
    entry, and at most the action that was being made may be missing.
    """
    (stage.folder / "commands.jsonl").touch()
    enough, kills = (2 if stage.is_quick else 10), 0
    for number in range(3 if stage.is_quick else 12):
        # The program answers sooner than it is whole; the commands there are imported late.
        game = Evening(
            stage.work / f"belote-{number}", stage.random.randrange(1_000_000), start_seconds() / 2
        )
        try:
            game.play(enough - kills)
        except AssertionError as error:
            raise ViolationError(str(error)) from error
        finally:
            kills += game.kills
            stage.faults["kill -9 of a game of cards"] += game.kills
            stage.counts["games of cards started or resumed"] += game.starts
            stage.counts["kills in the middle of a line"] += game.cut_lines
        if kills >= enough:
            break
    stage.plan["kills"] = kills
    stage.write_plan()

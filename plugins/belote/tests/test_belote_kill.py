"""A game whose process is killed goes on where it was; many more kills: tests/chaos/run.py."""

from __future__ import annotations

import sys

import pytest
from belote_killing import Evening


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be waited for there")
def test_a_game_that_is_killed_loses_nothing_that_was_answered(tmp_path):
    evening = Evening(tmp_path / "belote", seed=4)
    evening.play(kills=5)
    assert evening.kills == 5 or evening.is_finished
    assert evening.most_lost == 0

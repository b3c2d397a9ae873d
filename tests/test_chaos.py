"""The chaos laboratory's judge passes a sound evening, and sees every kind of fault in it."""

from __future__ import annotations

import json
import os
import shutil

import pytest

pytest.importorskip("overtrick_duplimate_device")
from chaos import breaks, evening
from chaos.judge import judge
from chaos.stage import Stage

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is of POSIX")

WORDS = {
    "wrong-board": "dealt wrong",
    "unknown-board": "no session knows of",
    "skipped-board": "skipped",
    "doubled-board": "doubled",
    "lost-counter": "the counter of board",
    "half-file": "cannot be read",
    "shown-card": "shows cards",
    "shown-hand": "cards stand in",
    "traceback": "traceback",
    "left-over": "left lying about",
    "false-zero": "its work is not done",
    "odd-code": "exit code 139",
    "lost-session": "it is gone",
    "open-seal": "and copy.dlm is not",
}


@pytest.fixture(scope="module")
def folder():
    """One evening of real processes whose session is killed once."""
    for seed in range(5, 15):
        stage = Stage("test", seed, is_quick=True)
        try:
            kind = evening.Kind(during={"kill session": 1}, faults=(1, 1), is_sealed=True)
            evening.Evening(stage, kind).run()
        finally:
            stage.close()
        told = (stage.folder / "commands.jsonl").read_text("utf-8").splitlines()
        facts = list(map(json.loads, told))
        looked_at = {fact["after"] for fact in facts if "after" in fact}
        if any(fact.get("number") in looked_at and fact["code"] == 0 for fact in facts):
            yield stage.folder
            stage.remove()
            return
        # On a busy machine the kill may come so late that no command ends by itself.
        stage.remove()
    pytest.fail("no evening of ten ended with a command that finished its work")


@pytest.mark.slow
def test_a_sound_evening_passes(folder):
    assert judge(folder) == []


def test_every_break_has_its_words():
    assert set(WORDS) == set(breaks.BREAKS)


@pytest.mark.slow
@pytest.mark.parametrize("name", WORDS)
def test_a_doctored_evening_is_seen(folder, tmp_path, name):
    copy = tmp_path / "evening"
    shutil.copytree(folder, copy)
    breaks.BREAKS[name](copy)
    assert any(WORDS[name] in violation for violation in judge(copy)), judge(copy)

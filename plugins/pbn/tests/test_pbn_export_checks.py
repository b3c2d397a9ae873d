"""What comes out of export passes `check`, but for what the input's content itself deserves.

`tests/sweeps/pbn_exports.py` does the same for more games and for whole folders.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import settings


def file_of(pbn_games, r, *, wild):
    games = (pbn_games.random_game(r, wild=wild).strip("\n") for _ in range(r.choice([1, 1, 2])))
    return "% PBN 2.1\n" + "\n\n".join(games) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("wild", [False, True])
def test_the_export_of_generated_games_passes_check(pbn_games, wild):
    for seed in range(2 * settings().max_examples):
        text = file_of(pbn_games, random.Random(seed), wild=wild)
        assert pbn_games.undeserved(text.encode()) == [], text


@pytest.mark.slow
def test_the_export_of_mutated_games_passes_check(pbn_games):
    for seed in range(2 * settings().max_examples):
        r = random.Random(seed)
        text = pbn_games.mutate(r, file_of(pbn_games, r, wild=True))
        assert pbn_games.undeserved(text.encode("utf-8", "replace")) == [], text


@pytest.mark.slow
def test_the_export_of_real_games_passes_check(pbn_games, pbn_shared):
    for path in sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir()):
        sample = b"".join(
            text.encode("utf-8", "replace") for text in pbn_games.split_texts(path.read_bytes())[:4]
        )
        assert pbn_games.undeserved(sample) == [], path.name


def test_what_is_not_deserved_is_found(pbn_games, monkeypatch):
    # Otherwise the tests above would compare nothing.
    faulty = pbn_games.export_of

    def export_of(boards):
        text, codes, losses = faulty(boards)
        return text.replace(b'[Site "?"]\r\n', b""), codes, losses

    monkeypatch.setattr(pbn_games, "export_of", export_of)
    found = pbn_games.undeserved(b'% PBN 2.1\n[Event "a"]\n')
    assert len(found) == 1
    assert "PBN654" in found[0]

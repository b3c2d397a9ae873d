"""Rows of a play that are written from another player than the opening leader."""

from __future__ import annotations

import io
import itertools

import pytest

import overtrick

HANDS = ("AQ53.85.J532.T42", "2.Q7642.A8.AK763", "KJ4.KT9.K76.QJ98", "T9876.AJ3.QT94.5")
DEAL = f'[Deal "N:{" ".join(HANDS)}"]\n'
HEAD = f'% PBN 2.1\n[Dealer "S"]\n{DEAL}[Declarer "S"]\n[Contract "3NT"]\n'
# From West: three tricks of the deal.
ROWS = [["S6", "S3", "S2", "SJ"], ["D4", "DJ", "DA", "D6"], ["C5", "C2", "CK", "C8"]]


def text_of(rows, leader="W"):
    lines = "\n".join(" ".join(row) for row in rows)
    return f'{HEAD}[Play "{leader}"]\n{lines}\n*\n'


def turned(row, step):
    return row[step:] + row[:step]


def codes_of(text):
    boards = overtrick.read(io.BytesIO(text.encode()), format="pbn", errors="collect", check=True)
    return [item.code for item in boards.diagnostics]


@pytest.mark.parametrize("steps", [*itertools.product(range(4), repeat=3)])
def test_each_turned_row_is_one_finding_and_is_turned_back(pbn_games, steps):
    text = text_of([turned(row, step) for row, step in zip(ROWS, steps, strict=True)])
    moved = sum(step > 0 for step in steps)
    assert codes_of(text) == ["PBN390"] * moved
    fixed, done = pbn_games.fixed(text.encode())
    assert (fixed.decode(), done) == (text_of(ROWS), ["PBN790"] * moved)
    assert pbn_games.unnamed_changes(text.encode()) == []


def test_the_seat_of_the_first_card_is_named():
    text = text_of([ROWS[0], turned(ROWS[1], 3)])
    boards = overtrick.read(io.BytesIO(text.encode()), format="pbn", errors="collect", check=True)
    (found,) = boards.diagnostics
    assert found.message == "the row of trick 2 begins with S's card instead of W's"
    assert (found.location.line, found.location.column) == (8, 1)


def test_annotations_move_with_their_cards(pbn_games):
    text = text_of([ROWS[0], ["D6 =1=", "D4", "DJ!", "DA $7"]]) + '[Note "1:x"]\n'
    fixed, _ = pbn_games.fixed(text.encode())
    assert "\nD4 DJ! DA $7 D6 =1=\n" in fixed.decode()


@pytest.mark.parametrize(
    ("row", "codes"),
    [
        # A comment may be of a card or of the row
        (["D6 {x}", "D4", "DJ", "DA"], ["PBN390"]),
        # A row that no rotation explains
        (["D6", "D4", "DA", "DJ"], ["LAW201", "LAW201", "LAW201"]),
        # A row that is not whole
        (["D6", "-", "-", "-"], ["LAW201"]),
    ],
)
def test_what_has_no_one_right_answer_is_left(pbn_games, row, codes):
    text = text_of([ROWS[0], row])
    assert codes_of(text) == codes
    assert pbn_games.fixed(text.encode()) == (text.encode(), [])

"""Plain PBN: what is left out is told, what is written is export format, calls and cards alone."""

from __future__ import annotations

import io
import re

import attrs
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import (
    Auction,
    Board,
    CallEntry,
    Contract,
    Ending,
    Extras,
    Field,
    Grid,
    Irregularity,
    LossKind,
    Play,
    PlayedCard,
    Result,
    Seat,
    Strain,
    Trick,
    Vulnerability,
)
from overtrick_pbn.standard.tags import MANDATORY
from overtrick_testing import changed_fields, strategies

LAW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
TAG = re.compile(r'\[([A-Za-z]+) "([^"]*)"\]')
CALL = re.compile(r"Pass|XX?|[1-7](?:[CDHS]|NT)")
CARD = re.compile(r"[SHDC][AKQJT2-9]|-")


def plain(*boards, header=None):
    """Return the text of plain PBN and the losses."""
    sink = io.BytesIO()
    kept = overtrick.BoardSet(boards=boards, header=header or Extras())
    report = overtrick.write(kept, sink, format="pbn", options={"style": "plain"})
    return sink.getvalue(), report


def read(data, **options):
    return overtrick.read(data, format="pbn", errors="collect", **options)


def games_of(data):
    """Return the games as lists of lines."""
    text = data.decode("utf-8" if b"charset=UTF-8" in data else "latin-1")
    lines = [line for line in text.split("\r\n") if not line.startswith("%")]
    return [game.split("\n") for game in "\n".join(lines).strip("\n").split("\n\n")]


AN_ALERT = CallEntry(call=overtrick.Call.parse("1C"), alert=True, note="strong", nags=(1,))
TOLD = Board(
    name="Final",
    dealer=Seat.EAST,
    vulnerability=Vulnerability.BOTH,
    contract=Contract(level=1, strain=Strain.CLUBS, declarer=Seat.SOUTH, swapped=True),
    result=Result(ns=7, irregular=True),
    auction=Auction(
        dealer=Seat.EAST,
        entries=(
            CallEntry(call=overtrick.PASS, comment="slowly"),
            AN_ALERT,
            CallEntry(call=None, irregularity=Irregularity.SKIPPED),
            CallEntry(call=overtrick.PASS),
        ),
        ending=Ending.OPEN,
    ),
    play=Play(
        leader=Seat.EAST,
        tricks=(
            Trick(
                (
                    None,
                    PlayedCard(card=overtrick.Card.parse("SA"), nags=(3,), note="asking"),
                    PlayedCard(card=overtrick.Card.parse("S2"), comment="low"),
                    PlayedCard(card=overtrick.Card.parse("H2"), irregularity=Irregularity.REVOKE),
                )
            ),
        ),
        ending=Ending.OPEN,
    ),
    info=overtrick.Info(event='The "Open"', players=("A\\B", None, None, None)),
    grids=(
        Grid(name="ScoreTable", rows=(("1",),)),
        Grid(name="OptimumResultTable", rows=(("a b",),)),
    ),
    extras=Extras(
        {
            "pbn:BCFlags": "1f",
            "pbn:comments": (("Event", "seen"),),
            "pbn:escapes": (("Event", "x"),),
            "pbn:notes": ("1:stray",),
        }
    ),
)  # fmt: skip


@LAW
@given(strategies.boards(nasty=True) | strategies.boards(consistent=True))
@example(TOLD)
@example(Board())
def test_what_is_left_out_stands_in_the_loss_report(board):
    data, report = plain(board)
    found = read(data)
    assert len(found) == 1
    assert changed_fields(board, found[0]) <= report.by_field().keys()


@pytest.mark.slow
@LAW
@given(st.lists(strategies.boards(nasty=True), max_size=3))
@example([TOLD, Board(), TOLD])
def test_a_game_is_tags_calls_and_cards(boards):
    data, _ = plain(*boards)
    assert data.startswith(b"% PBN 2.1\r\n% EXPORT\r\n")
    for game in games_of(data) if boards else []:
        rows = iter(game)
        names = []
        section = ""
        for row in rows:
            tag = TAG.fullmatch(row)
            if tag:
                section = tag[1]
                names.append(section)
                assert "\\" not in tag[2] or section == "OptimumResultTable"
            elif section == "Auction":
                assert row in {"*", "+"} or all(map(CALL.fullmatch, row.removesuffix(" +").split()))
            elif section == "Play":
                assert row == "*" or (all(map(CARD.fullmatch, row.split())) and row.count(" ") == 3)
            else:
                assert section == "OptimumResultTable"
        assert tuple(names[: len(MANDATORY)]) == MANDATORY
        assert len(names) == len(set(names))
        assert set(names[len(MANDATORY) :]) <= {
            *("HomeTeam", "Room", "Score", "VisitTeam"),
            *("Auction", "Play", "OptimumResultTable"),
        }
        assert re.search(r'^\[Board "[1-9][0-9]*"\]$', "\n".join(game), re.MULTILINE)


@LAW
@given(strategies.boards(consistent=True))
@example(TOLD)
def test_plain_is_export_format(board):
    data, _ = plain(board)
    again = io.BytesIO()
    overtrick.write(read(data), again, format="pbn", options={"style": "export"})
    # But for the empty line at its top, which is allowed and nothing else.
    assert again.getvalue().replace(b"% EXPORT\r\n\r\n", b"% EXPORT\r\n", 1) == data
    codes = {
        item.code for item in read(data, check=True).diagnostics if not item.code.startswith("LAW")
    }
    exported = io.BytesIO()
    overtrick.write([board], exported, format="pbn", options={"style": "export"})
    deserved = {item.code for item in read(exported.getvalue(), check=True).diagnostics}
    # What is unknown in plain PBN may be said without a word for it.
    assert codes <= deserved | {"PBN203"}


def test_everything_that_readers_stop_at_is_told_by_its_field():
    _, report = plain(TOLD, header=Extras({"pbn:escapes": ("Creator: x",)}))
    assert report.by_field().keys() >= {
        *(Field.HEADER, Field.NAME, Field.NUMBER, Field.CONTRACT, Field.RESULT, Field.EXTRAS),
        *(Field.AUCTION_ALERTS, Field.AUCTION_CALLS, Field.AUCTION_COMMENTS, Field.AUCTION_NAGS),
        *(Field.AUCTION_NOTES, Field.AUCTION_IRREGULARITIES, Field.GRIDS, Field.INFO_EVENT),
        *(Field.PLAY_CARDS, Field.PLAY_COMMENTS, Field.PLAY_IRREGULARITIES, Field.PLAY_NAGS),
        *(Field.PLAY_NOTES, Field.INFO_PLAYERS),
    }
    reasons = {loss.reason for loss in report}
    assert {"plain PBN has no BCFlags", "plain PBN has no comments"} <= reasons
    defaulted = [loss.field for loss in report if loss.kind is LossKind.DEFAULTED]
    assert defaulted == [Field.NUMBER]


@pytest.mark.parametrize(
    ("lead", "is_told"),
    [
        (b"", False),
        (b"% PBN 2.1\r\n% EXPORT\r\n", False),
        (b"% PBN 2.1\n%Creator: x\n", True),
        (b"<p>\n<PBN>\n", True),
    ],
)
def test_only_a_header_that_says_something_is_told_as_lost(lead, is_told):
    boards = read(lead + b'[Board "1"]\n[Dealer "N"]\n')
    _, report = plain(*boards, header=boards.header)
    assert (Field.HEADER in report.by_field()) is is_told


def test_a_board_without_a_number_gets_one_that_fits_it():
    boards = [
        Board(name="Final", dealer=Seat.SOUTH, vulnerability=Vulnerability.BOTH),
        Board(),
        Board(number=9),
        Board(name="7 bis", dealer=Seat.EAST),
    ]
    found = read(plain(*boards)[0])
    assert [board.number for board in found] == [7, 8, 9, 10]
    assert (Seat.dealer_of(7), Vulnerability.of_board(7)) == (Seat.SOUTH, Vulnerability.BOTH)


def test_what_is_unknown_is_said_as_readers_take_it():
    game = games_of(plain(Board())[0])[0]
    assert '[Dealer ""]' in game
    assert '[Vulnerable ""]' in game
    assert '[Deal ""]' in game
    assert '[Contract "?"]' in game
    assert '[Result "?"]' in game
    passed = games_of(plain(Board(contract=Contract(level=0)))[0])[0]
    assert passed[-3:] == ['[Declarer ""]', '[Contract "Pass"]', '[Result ""]']


def test_a_play_without_a_declarer_is_left_out():
    play = Play.of(Seat.WEST, "SA SK SQ SJ")
    data, report = plain(Board(play=play, contract=Contract(level=3, strain=Strain.NOTRUMP)))
    assert b"[Play" not in data
    assert [loss.kind for loss in report.by_field()[Field.PLAY_CARDS]] == [LossKind.DROPPED]


@pytest.mark.parametrize("cells", [("N", "NT", "9"), ("N", "NT", "")])
def test_a_double_dummy_table_of_words_is_kept(cells):
    columns = tuple(overtrick.Column(name=name) for name in ("Declarer", "Denomination", "Result"))
    grid = Grid(name="OptimumResultTable", columns=columns, rows=(cells,))
    found = read(plain(Board(grids=(grid,)))[0])[0]
    assert found.grids == ((grid,) if all(cells) else ())


def test_the_board_in_hand_is_not_changed():
    before = attrs.asdict(TOLD, recurse=False)
    plain(TOLD)
    assert attrs.asdict(TOLD, recurse=False) == before

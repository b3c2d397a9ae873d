"""Laws of export format, over generated boards: what is written comes back, and stays the same."""

from __future__ import annotations

import io
import re

import attrs
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import (
    EMPTY,
    UNKNOWN,
    Auction,
    Board,
    CallEntry,
    Ending,
    Extras,
    Field,
    Grid,
    Irregularity,
    LossKind,
    Play,
    PlayedCard,
    Seat,
    Trick,
)
from overtrick_pbn.standard.tags import MANDATORY
from overtrick_testing import changed_fields, strategies

LAW = settings(deadline=None, suppress_health_check=list(HealthCheck))

TEXT = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(
    [
        "#",
        "##x",
        "?",
        "",
        " ",
        "a\\Sb",
        "\\",
        '"',
        'a "b" c',
        "x" * 300,
        "word " * 90,
        "}",
        "{",
        "%x",
    ]
)
NAMES = st.sampled_from(["Annotator", "BidSystemEW", "DealId", "Generator", "Time", "X_1", "Zulu"])
PLACES = st.sampled_from(
    [
        "",
        *MANDATORY,
        "Room",
        "DealId",
        "Auction",
        "Auction.end",
        "Auction.note.1",
        "Auction.note.9",
        "Play",
        "Play.end",
        "Play.note.1",
        "OptimumResultTable",
        "OptimumResultTable.end",
        "Nowhere",
    ]
)


@st.composite
def pbn_extras(draw):
    items = {f"pbn:{name}": draw(TEXT) for name in draw(st.sets(NAMES, max_size=3))}
    pairs = st.lists(st.tuples(PLACES, TEXT), min_size=1, max_size=4).map(tuple)
    texts = st.lists(TEXT, min_size=1, max_size=3).map(tuple)
    escapes = st.lists(
        st.tuples(PLACES.filter(bool), st.sampled_from(["x", " vendor 12", "%!R", ""])),
        min_size=1,
        max_size=2,
    ).map(tuple)
    for key, strategy in (
        ("pbn:comments", pairs),
        ("pbn:escapes", escapes),
        ("pbn:notes", texts),
        ("pbn:auction.notes", texts),
        ("pbn:play.notes", texts),
        ("pbn:stray", texts),
    ):
        if draw(st.integers(0, 3)) == 0:
            items[key] = draw(strategy)
    return Extras(items)


def any_boards():
    return st.one_of(
        strategies.boards(nasty=True, extras=pbn_extras()),
        strategies.boards(consistent=True, nasty=True, extras=pbn_extras()),
        strategies.boards(extras=pbn_extras()).map(lambda board: board),
    )


def export(boards):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="pbn", options={"style": "export"})
    return sink.getvalue(), report


def read(data):
    return overtrick.read(data, format="pbn", errors="collect")


def note(number):
    return CallEntry(call=overtrick.PASS, note=f"note {number}", alert=number % 5 == 0)


MANY_NOTES = Board(
    auction=Auction(dealer=Seat.NORTH, entries=tuple(note(number) for number in range(36)))
)
OPEN_PLAY = Board(
    play=Play(
        leader=Seat.WEST,
        tricks=(
            Trick.of(Seat.WEST, "H2", "H3", "H4", "HA"),
            Trick.of(Seat.WEST, "-", "-", "-", "CQ"),
        ),
        ending=Ending.OPEN,
    ),
    extras=Extras({"pbn:comments": (("Play.end", "to play"), ("Play", "front"))}),
)
ODD_MARKS = Board(
    auction=Auction(
        dealer=Seat.EAST,
        entries=(
            CallEntry(call=None, irregularity=Irregularity.SKIPPED, comment="out of turn"),
            CallEntry(call=None),
            CallEntry(call=overtrick.Call.parse("2C"), irregularity=Irregularity.INSUFFICIENT_BID),
            CallEntry(call=overtrick.PASS, irregularity=Irregularity.REVOKE, nags=(7, 3, 3)),
            CallEntry(call=overtrick.PASS, note="", comment=""),
        ),
        ending=Ending.COMPLETE,
    ),
    play=Play(
        leader=Seat.SOUTH,
        tricks=(
            Trick(
                (
                    PlayedCard(card=None, comment="not seen", note=""),
                    PlayedCard(card=None),
                    PlayedCard(card=None, irregularity=Irregularity.REVOKE),
                    PlayedCard(card=overtrick.Card.parse("SA"), irregularity=Irregularity.SKIPPED),
                )
            ),
            Trick((None, None, None, None)),
        ),
        ending=Ending.CLOSED,
    ),
    extras=Extras({"pbn:comments": (("Auction.end", "over }"), ("Play.end", "claim"))}),
)
# Comments and escape lines stand at the tags of an auction and a play that are not there.
SAID = Board(
    extras=Extras(
        {
            "pbn:comments": (("Auction", "a"), ("Play.end", "p"), ("Dealer", "d")),
            "pbn:escapes": (("Auction", "x"), ("Play", "y")),
        }
    ),
    missing={"auction": UNKNOWN, "play": EMPTY, "dealer": UNKNOWN, "declarer": EMPTY},
)
ESCAPES_IN_ANOTHER_ORDER = Board(
    extras=Extras({"pbn:escapes": (("Site", "second"), ("Event", "first"))})
)
NOTES_ALONE = Board(
    missing={"auction": UNKNOWN, "play": EMPTY},
    extras=Extras({"pbn:auction.notes": ("strong",), "pbn:play.notes": ("a lead",)}),
)
ODD_GRIDS = Board(
    grids=(
        Grid(name="Zulu", rows=(("a", "b c"), ("",), ('"', "</PBN>"))),
        Grid(name="AlphaTable", rows=(("a",), ("b", "c"))),
        Grid(name="Zulu", rows=(("again",),)),
        Grid(name="no name", rows=(("x",),)),
        Grid(name="EmptyTable"),
        Grid(name="Bare"),
        Grid(name="One", columns=(overtrick.Column(name="Only"),), rows=(("1",), ("2",))),
        Grid(name="OddTable", columns=(overtrick.Column(name="a;b"), overtrick.Column(name="")),
             rows=(("1", "2"),)),
    ),
    extras=Extras({"pbn:Zulu": "value", "pbn:comments": (("Zulu.end", "late"),)}),
)  # fmt: skip


@pytest.mark.slow
@LAW
@given(any_boards())
@example(MANY_NOTES)
@example(OPEN_PLAY)
@example(ODD_MARKS)
@example(ODD_GRIDS)
@example(SAID)
@example(NOTES_ALONE)
@example(Board())
@example(ESCAPES_IN_ANOTHER_ORDER)
def test_what_is_exported_comes_back_but_for_what_is_reported(board):
    data, report = export([board])
    found = read(data)
    assert len(found) == 1
    assert changed_fields(board, found[0]) <= report.by_field().keys()


@LAW
@given(any_boards())
@example(MANY_NOTES)
@example(OPEN_PLAY)
@example(ODD_MARKS)
@example(ODD_GRIDS)
def test_the_export_of_an_export_is_the_same_bytes(board):
    data, _ = export([board])
    again, report = export(read(data))
    assert again == data
    assert report.is_lossless, report.summary()


@LAW
@given(any_boards())
@example(MANY_NOTES)
@example(OPEN_PLAY)
@example(ODD_MARKS)
@example(ODD_GRIDS)
@example(ESCAPES_IN_ANOTHER_ORDER)
def test_every_loss_that_is_reported_is_one(board):
    data, report = export([board])
    changed = changed_fields(board, read(data)[0])
    lost = {loss.field for loss in report if loss.kind is not LossKind.DEFAULTED}
    assert lost <= changed, report.summary()


@LAW
@given(any_boards())
def test_a_comment_is_at_its_place_or_reported(board):
    data, report = export([board])
    after = read(data)[0].extras
    if Field.EXTRAS in report.by_field():
        # One loss may be of another extra: no comment without its text, whatever its place.
        assert len(after.get("pbn:comments", ())) >= len(board.extras.get("pbn:comments", ()))
    else:
        assert after.get("pbn:comments", ()) == board.extras.get("pbn:comments", ())


@pytest.mark.slow
@LAW
@given(st.lists(any_boards(), max_size=3))
def test_every_line_of_an_export_is_as_the_standard_has_it(boards):
    data, _ = export([attrs.evolve(board, extras=Extras()) for board in boards])
    assert data.startswith(b"% PBN 2.1\r\n% EXPORT\r\n")
    text = data.decode("utf-8" if b"charset=UTF-8" in data else "latin-1")
    lines = text.split("\r\n")
    assert "\n" not in "".join(lines)
    assert "\r" not in "".join(lines)
    assert lines[-1] == ""
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", "".join(lines))
    for line in lines:
        if not line.startswith("[") and '"' not in line:
            assert len(line) <= 253


def sound_boards():
    """Boards in which every field is one that PBN can carry to the letter."""
    return strategies.boards(consistent=True)


@LAW
@given(sound_boards())
def test_a_sound_board_comes_back_as_it_was_but_for_unknown_values(board):
    entries = ()
    if board.auction is not None:
        # A note is PBN's alert: both at one call cannot be told apart from the note alone.
        entries = tuple(
            attrs.evolve(e, alert=e.alert and not e.note) for e in board.auction.entries
        )
        board = attrs.evolve(board, auction=attrs.evolve(board.auction, entries=entries))
    # A section without columns is none, or one of another name, to PBN.
    board = attrs.evolve(board, grids=tuple(grid for grid in board.grids if grid.columns))
    # A name that is a number is the board's number.
    assume(board.name is None or not board.name.strip().isdigit())
    data, report = export([board])
    found = read(data)[0]
    assert not [item for item in report if item.kind == "dropped"], report.summary()
    for field in attrs.fields(Board):
        if not field.eq or field.name in {"grids", "info", "extras", "missing"}:
            continue
        before, after = getattr(board, field.name), getattr(found, field.name)
        if before is None:
            assert not after or field.name == "dealer"
        else:
            assert before == after, report.summary()
    assert {grid.name: grid for grid in found.grids} == {grid.name: grid for grid in board.grids}


@LAW
@given(any_boards())
@example(SAID)
@example(Board())
def test_what_is_said_to_be_missing_comes_back(board):
    found = read(export([board])[0])[0]
    contract = board.contract
    said = {place: which for place, which in board.missing.items() if found.said(place) != which}
    if board.name:
        # The name stands in the Board tag.
        said.pop("number", None)
    if board.auction is not None:
        # The Dealer tag is filled before an auction (§3.1).
        said.pop("dealer", None)
    if contract is not None and contract.is_passed_out:
        # Then the Declarer tag is empty (§3.4.13).
        said.pop("declarer", None)
    assert not said


def test_an_unknown_result_stays_apart_from_an_empty_one():
    boards = [Board(missing={"result": UNKNOWN}), Board(missing={"result": EMPTY}), Board()]
    found = read(export(boards)[0])
    assert [board.result for board in found] == [None, None, None]
    assert [board.said("result") for board in found] == [UNKNOWN, EMPTY, UNKNOWN]


@pytest.mark.parametrize("ending", list(Ending))
def test_every_ending_of_auction_and_play_comes_back(ending):
    auction = Auction.of(Seat.NORTH, "1C Pass", ending=ending)
    play = Play.of(Seat.WEST, "SA SK SQ SJ", ending=ending)
    found = read(export([Board(auction=auction, play=play)])[0])[0]
    expected = Ending.UNKNOWN if ending is Ending.COMPLETE else ending
    assert found.auction == attrs.evolve(auction, ending=expected)
    assert found.play == attrs.evolve(play, ending=expected)

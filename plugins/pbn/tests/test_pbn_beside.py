"""What runs beside an auction and a play follows them into export format: times, notes, the rest.

Source: PBN 2.1 §3.5, §3.6, §5.4, §5.8, §5.9.
"""

from __future__ import annotations

import io
import pickle

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import Column, Field, Grid, Seat
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check.fixer import fix
from overtrick_pbn.text.quoting import StringToken

SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
DEAL = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
GAME = f"""% PBN 2.1
[Board "1"]
[Dealer "N"]
[Deal "{DEAL}"]
[Declarer "S"]
[Contract "5HX"]
"""


def written(text, style="export"):
    boards = overtrick.read(text.encode(), format="pbn", errors="collect")
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="pbn", options={"style": style})
    return sink.getvalue().decode().replace("\r\n", "\n"), report


def rows(text, name):
    behind = text.split(f"[{name} ")[1].split("\n")[1:]
    return behind[: next(at for at, line in enumerate(behind) if not line or line[0] == "[")]


def times(count):
    return "".join(f"{number}\n" for number in range(1, count + 1))


def fields(report):
    return {loss.field for loss in report}


@pytest.mark.parametrize("leader", "NESW")
@pytest.mark.parametrize(
    ("cards", "counted"),
    [
        ("H3 S4 S3 SK\nC2 C6 CK C5\n*", 8),  # every card
        ("H3 S4 S3 SK\nC2 - - -\n*", 8),  # hyphens are tokens of cards
        ("H3 S4 S3 SK\nC2 - - -\n*", 5),  # or have no times
        ("H3 S4 S3 SK\nC2 - - -\n*", 7),  # the last hyphen has none
    ],
)
def test_times_of_cards_follow_the_columns(leader, cards, counted):
    text = f'{GAME}[Play "{leader}"]\n{cards}\n[PlayTimeTable "Time"]\n{times(counted)}'
    seats = "NESW"
    words = cards.removesuffix("\n*").split()
    is_with_hyphens = counted > sum(word != "-" for word in words)
    tokens = [
        (at // 4, (seats.index(leader) + at) % 4)
        for at, word in enumerate(words)
        if word != "-" or is_with_hyphens
    ][:counted]
    # The opening leader is west.
    order = sorted(range(counted), key=lambda at: (tokens[at][0], (tokens[at][1] + 1) % 4))
    exported, report = written(text)
    assert rows(exported, "PlayTimeTable") == [str(at + 1) for at in order]
    assert (Field.GRIDS in fields(report)) is (order != list(range(counted)))
    assert written(exported)[0] == exported


@pytest.mark.parametrize("count", [4, 7])
def test_hyphens_beside_the_sign_of_a_new_trick_may_have_times(count):
    text = f'{GAME}[Play "W"]\nSK H3 S4 S3\n- - + -\n[PlayTimeTable "Time"]\n{times(count)}'
    boards = overtrick.read(text.encode(), format="pbn")
    sink = io.BytesIO()
    target = overtrick.write(boards, sink, format="pbn", options={"style": "export"})
    assert len(target) == 0
    assert rows(sink.getvalue().decode().replace("\r\n", "\n"), "PlayTimeTable")[-1] == str(count)


def test_times_of_which_the_cards_are_not_known_stay_and_that_is_reported():
    play = '[Play "N"]\nH3 S4 S3 SK\n*\n[PlayTimeTable "Time"]\n1\n2\n'
    exported, report = written(GAME + play)
    assert rows(exported, "PlayTimeTable") == ["1", "2"]
    reasons = [loss.reason for loss in report if loss.field is Field.GRIDS]
    assert reasons == ["the cards of the rows of PlayTimeTable are unknown"]


def test_the_sign_of_the_next_card_has_no_time():
    play = '[Play "W"]\nSK H3 + -\n[PlayTimeTable "Time"]\n1\n2\n3\n'
    exported, report = written(GAME.replace('"S"', '"E"') + play)
    # South leads, and his hyphen has a time.
    assert rows(exported, "Play") == ["- ^L SK H3 +"]
    assert rows(exported, "PlayTimeTable") == ["3", "1", "2"]
    assert Field.GRIDS in fields(report)


@pytest.mark.parametrize(
    ("first", "calls", "count", "expected"),
    [
        ("W", "- 1D AP", 3, (["1D AP"], ["2", "3"])),
        ("W", "- 1D AP", 2, (["1D AP"], ["1", "2"])),
        ("S", "- - 1D Pass Pass Pass", 6, (["1D Pass Pass Pass"], ["3", "4", "5", "6"])),
        ("N", "1D AP", 2, (["1D AP"], ["1", "2"])),
        ("W", "- 1D ^S 1H *", 3, (["1D ^S 1H", "*"], ["2", "3"])),
    ],
)
def test_the_time_of_a_hyphen_is_no_calls(first, calls, count, expected):
    text = f'{GAME}[Auction "{first}"]\n{calls}\n[AuctionTimeTable "Time"]\n{times(count)}'
    exported, report = written(text)
    assert (rows(exported, "Auction"), rows(exported, "AuctionTimeTable")) == expected
    assert (Field.GRIDS in fields(report)) is (len(expected[1]) < count)
    assert written(text, "preserve")[0] == text


def test_comments_at_notes_stay_at_their_notes():
    play = '[Play "N"]\nH3 =1= S4 S3 SK =2=\n*\n'
    notes = '[Note "1:of north"]\n{at north}\n[Note "2:of west"]\n{at west}\n'
    exported, _ = written(GAME + play + notes)
    assert exported.split("*\n")[1].strip() == (
        '[Note "1:of west"]\n{at west}\n[Note "2:of north"]\n{at north}'
    )


BESIDE = (
    '[Auction "W"]\n- 1D AP\n[Play "N"]\n^L H3 S4 S3 SK\n*\n'
    f'[AuctionTimeTable "Time"]\n{times(3)}[PlayTimeTable "Time"]\n{times(4)}'
)


@given(st.sampled_from(["auction", "play", "AuctionTimeTable", "PlayTimeTable", "event"]))
@settings(max_examples=10, deadline=None)
def test_an_edit_leaves_times_and_what_they_are_times_of_together(what):
    (board,) = overtrick.read((GAME + BESIDE).encode(), format="pbn")
    if what == "auction":
        entries = (*board.auction.entries[:3], attrs.evolve(board.auction.entries[3], nags=(2,)))
        new = attrs.evolve(board, auction=attrs.evolve(board.auction, entries=entries))
    elif what == "play":
        new = attrs.evolve(board, play=attrs.evolve(board.play, ending=overtrick.Ending.UNKNOWN))
    elif what == "event":
        new = attrs.evolve(board, info=attrs.evolve(board.info, event="Cup"))
    else:
        grids = tuple(
            attrs.evolve(grid, rows=(("9",), *grid.rows[1:])) if grid.name == what else grid
            for grid in board.grids
        )
        new = attrs.evolve(board, grids=grids)
    sink = io.BytesIO()
    overtrick.write([new], sink, format="pbn", options={"style": "preserve"})
    (again,) = overtrick.read(sink.getvalue(), format="pbn")
    exports = []
    for boards in ([new], [again]):
        out = io.BytesIO()
        overtrick.write(boards, out, format="pbn", options={"style": "export"})
        exports.append(out.getvalue())
    assert exports[0] == exports[1]


def test_a_fix_turns_sections_with_their_times():
    (head,) = written(GAME)[0].split("[Result")[:1]
    text = f'{head}[Result "?"]\n{BESIDE}\n'.replace("\n", "\r\n")
    sink = io.BytesIO()
    done = list(fix(io.BytesIO(text.encode()), sink, ReadContext(SPEC, errors="collect")))
    fixed = sink.getvalue().decode().replace("\r\n", "\n")
    assert rows(fixed, "Auction") == ["1D AP"]
    assert rows(fixed, "Play") == ["SK ^L H3 S4 S3", "*"]
    assert rows(fixed, "AuctionTimeTable") == ["2", "3"]
    assert rows(fixed, "PlayTimeTable") == ["4", "1", "2", "3"]
    assert [item.code for item in done] == ["PBN786", "PBN787"]


# Elements that are strings


def test_string_tokens_keep_their_quotes():
    table = '[Custom ""]\na "b" "-" "?" "c d"\n'
    exported, _ = written(GAME + table)
    assert exported.endswith(f"{table}\n")


def test_names_are_string_tokens():
    table = '[ScoreTable "Rank;Names_NS;Names_EW\\9R"]\n1 Smith Jones\n2 "A;B" -\n3 ? "-"\n'
    exported, _ = written(GAME + table)
    assert rows(exported, "ScoreTable") == [
        '1 "Smith"   "Jones"',
        '2 "A;B"         -',
        '3 ?       "-"',
    ]


def test_equal_rows_of_strings_and_of_tokens_are_told_apart():
    grid = Grid(name="Custom", columns=(Column(name="A"), Column(name="B")), rows=(("x", "y"),))
    strings = attrs.evolve(grid, rows=((StringToken("x"), "y"),))
    for first, second in ((grid, strings), (strings, grid)):
        sink = io.BytesIO()
        boards = [overtrick.Board(number=1, grids=(one,)) for one in (first, second)]
        overtrick.write(boards, sink, format="pbn")
        text = sink.getvalue().decode()
        assert [text.count("\r\nx y\r\n"), text.count('\r\n"x" y\r\n')] == [1, 1]


def test_a_string_token_equals_its_text_and_survives_pickling():
    (board,) = overtrick.read((GAME + '[Custom ""]\n"b"\n').encode(), format="pbn")
    ((cell,),) = board.grids[0].rows
    assert cell == "b"
    again = pickle.loads(pickle.dumps(board))
    assert type(again.grids[0].rows[0][0]) is StringToken


# The rest of an auction, and values that cannot be read


@pytest.mark.parametrize(
    ("calls", "exported"),
    [
        ("1D Pass ___ 2H ?", "1D Pass + {2H ?}"),
        ("1D Pass ___ 2H =1= {why}", "1D Pass + ;2H =1= {why}"),
        ("1D Pass + $3", "1D Pass + {$3}"),
    ],
)
def test_the_rest_of_an_auction_is_kept_as_a_comment(calls, exported):
    text, report = written(f'{GAME}[Auction "N"]\n{calls}\n')
    assert rows(text, "Auction") == [exported]
    assert Field.EXTRAS in fields(report)
    assert written(text)[0] == text


@pytest.mark.parametrize(
    ("tags", "values"),
    [
        ('[Contract "6N8"]', ("?", "?", "?")),
        ('[Declarer "Q"]', ("?", "?", "?")),
        ('[Result "many"]', ("?", "?", "?")),
        ('[Contract "6N8"]\n[Declarer "E"]', ("?", "?", "?")),
        ('[Contract ""]', ("?", "", "?")),
    ],
)
def test_what_cannot_be_read_is_unknown_and_not_out_of_place(tags, values):
    text, report = written(f'% PBN 2.1\n[Deal "{DEAL}"]\n{tags}\n')
    assert (Field.EXTRAS in fields(report)) is ('""' not in tags)
    found = [
        text.split(f'[{name} "')[1].split('"')[0] for name in ("Declarer", "Contract", "Result")
    ]
    assert tuple(found) == values


def test_the_opening_leader_is_declarers_left_hand_opponent():
    (board,) = overtrick.read((GAME + BESIDE).encode(), format="pbn")
    assert board.play.leader is Seat.NORTH
    assert '[Play "W"]' in written(GAME + BESIDE)[0]

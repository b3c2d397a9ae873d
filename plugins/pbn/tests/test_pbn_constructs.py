"""A minimal file for each construct of the standard: what it means, and that export keeps it."""

from __future__ import annotations

import io

import pytest

import overtrick
from overtrick import PASSED_OUT, UNKNOWN, Ending, Irregularity, Seat, Vulnerability
from overtrick_testing import changes

TAGS = """[Event "{event}"]
[Site "S"]
[Date "2020.01.01"]
[Board "{board}"]
[West "W"]
[North "N"]
[East "E"]
[South "So"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:Q953.85.J532.T42 2.Q7642.A8.AK763 AKJ4.KT9.K76.J98 T876.AJ3.QT94.Q5"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "{contract}"]
[Result "{result}"]
"""


def game(event="E1", board="1", contract="3NT", result="7"):
    return TAGS.format(event=event, board=board, contract=contract, result=result)


AUCTION = '[Auction "N"]\n2C 2D 2NT 3D\n3S X 3NT Pass\nPass Pass\n'
PLAY = '[Play "W"]\nHA H5 H2 HT\nD9 D2 DA D7\n'
NOTED = '[Auction "N"]\n2C =1= 2D 2NT Pass\n3NT Pass Pass Pass\n[Note "1:hello"]\n'
TABLE = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n' + "".join(
    f"{seat} {strain:>2}  7\n" for seat in "NESW" for strain in ("NT", "S", "H", "D", "C")
)


def entries(board):
    return board.auction.entries


def cards(board):
    return [board.play.tricks[0].cards[Seat.WEST.after(step)] for step in range(4)]


def comments(board):
    return board.extras["pbn:comments"]


CASES = {
    "minimal": (game(), lambda b: b.deal.is_complete and b.result.tricks == 7),
    "auction and play": (
        game() + AUCTION + PLAY,
        lambda b: len(entries(b)) == 10 and len(b.play.tricks) == 2,
    ),
    "auction note": (game() + NOTED, lambda b: entries(b)[0].note == "hello"),
    "notes of one number": (
        game() + NOTED + '[Play "W"]\nHA =1= H5 H2 HT\n[Note "1:playnote"]\n',
        lambda b: (entries(b)[0].note, cards(b)[0].note) == ("hello", "playnote"),
    ),
    "glyph in auction": (
        game() + '[Auction "N"]\n2C $1 2D 2NT Pass\n3NT Pass Pass Pass\n',
        lambda b: entries(b)[0].nags == (1,) and b.auction.is_complete,
    ),
    "suffix in auction": (
        game() + '[Auction "N"]\n2C!? 2D 2NT Pass\n3NT Pass Pass Pass\n',
        lambda b: entries(b)[0].nags == (5,) and len(entries(b)) == 8,
    ),
    "glyph in play": (
        game() + AUCTION + '[Play "W"]\nHA $1 H5 H2 HT\n',
        lambda b: cards(b)[0].nags == (1,),
    ),
    "suffix in play": (
        game() + AUCTION + '[Play "W"]\nHA! H5 H2 HT\n',
        lambda b: cards(b)[0].nags == (7,),
    ),
    "all pass": (game() + '[Auction "N"]\n1NT Pass 3NT AP\n', lambda b: len(entries(b)) == 6),
    "hyphens in auction": (
        game() + '[Auction "W"]\n- 1NT Pass\n3NT Pass Pass Pass\n',
        lambda b: b.auction.dealer is Seat.NORTH and len(entries(b)) == 6,
    ),
    "asterisk in auction": (
        game() + '[Auction "N"]\n1NT Pass *\n',
        lambda b: b.auction.ending is Ending.CLOSED,
    ),
    "claim in play": (
        game() + AUCTION + '[Play "W"]\nHA H5 H2 HT\nD9 - - -\n*\n',
        lambda b: b.play.ending is Ending.CLOSED and len(b.play.tricks) == 2,
    ),
    "skipped player": (
        game() + '[Auction "N"]\n1NT ^S Pass 3NT Pass\nPass Pass\n',
        lambda b: entries(b)[1].irregularity is Irregularity.SKIPPED,
    ),
    "revoke": (
        game() + AUCTION + '[Play "W"]\nHA ^R H5 H2 HT\n',
        lambda b: cards(b)[1].irregularity is Irregularity.REVOKE,
    ),
    "line comment in auction": (
        game() + '[Auction "N"]\n1NT Pass 3NT Pass ; hi there\nPass Pass\n',
        lambda b: entries(b)[3].comment == " hi there" and len(entries(b)) == 6,
    ),
    "brace comment in auction": (
        game() + '[Auction "N"]\n1NT Pass {hi there} 3NT Pass\nPass Pass\n',
        lambda b: entries(b)[1].comment == "hi there",
    ),
    "comment of two lines": (
        game() + "{one\ntwo}\n" + AUCTION,
        lambda b: comments(b) == (("Result", "one\ntwo"),),
    ),
    "comment with an empty line": (
        game() + "{one\n\ntwo}\n" + AUCTION,
        lambda b: comments(b) == (("Result", "one\n\ntwo"),),
    ),
    "comment with a tag": (
        game() + '{one [Board "9"] two}\n' + AUCTION,
        lambda b: b.number == 1 and "[Board" in comments(b)[0][1],
    ),
    "comment before the first tag": (
        "{hello world}\n" + game(),
        lambda b: comments(b) == (("", "hello world"),),
    ),
    "tag with line comment": (
        game().replace('[Site "S"]', '[Site "S"] ; hmm'),
        lambda b: comments(b) == (("Site", " hmm"),),
    ),
    "two tags on one line": (
        game().replace('[Site "S"]\n', '[Site "S"] '),
        lambda b: (b.info.site, b.info.date) == ("S", "2020.01.01"),
    ),
    "tag over two lines": (
        game().replace('[Site "S"]', '[Site\n "S"]'),
        lambda b: b.info.site == "S",
    ),
    "blanks in a tag": (
        game().replace('[Site "S"]', '[ Site "S" ]'),
        lambda b: b.info.site == "S",
    ),
    "escaped quotes": (
        game().replace('"S"', '"a \\"q\\" b"', 1),
        lambda b: b.info.site == 'a "q" b',
    ),
    "bracket in a string": (
        game().replace('"S"', '"a [x] b"', 1),
        lambda b: b.info.site == "a [x] b",
    ),
    "escape line": (
        game() + "% vendor\n" + AUCTION,
        lambda b: b.extras["pbn:escapes"] == (("Result", " vendor"),),
    ),
    "double-dummy table": (game() + TABLE, lambda b: b.double_dummy.tricks == ((7,) * 5,) * 4),
    "quoted cell": (
        game() + '[TotalScoreTable "Rank\\2R;PlayerNames"]\n 1 "A B - C D"\n',
        lambda b: b.grids[0].rows == (("1", "A B - C D"),),
    ),
    "passed out": (
        game(contract="Pass", result="").replace('[Declarer "S"]', '[Declarer ""]')
        + '[Auction "N"]\nPass Pass Pass Pass\n',
        lambda b: b.contract == PASSED_OUT and b.auction.contract() == PASSED_OUT,
    ),
    "unknown result": (
        game(result="?"),
        lambda b: b.result is None and b.said("result") is UNKNOWN,
    ),
    "result of a side": (game(result="EW 9"), lambda b: b.result.tricks == 4),
    "swapped declarer": (
        game().replace('[Declarer "S"]', '[Declarer "^S"]'),
        lambda b: b.contract.swapped and b.contract.declarer is Seat.SOUTH,
    ),
    "hand not given": (
        game().replace("T876.AJ3.QT94.Q5", "-"),
        lambda b: len(b.deal[Seat.WEST]) == 0 and len(b.deal[Seat.NORTH]) == 13,
    ),
    "unknown board": (game(board="?"), lambda b: b.said("number") is UNKNOWN),
    "synonym of a vulnerability": (
        game().replace('"None"', '"Both"'),
        lambda b: b.vulnerability is Vulnerability.BOTH,
    ),
    "CRLF": ((game() + AUCTION).replace("\n", "\r\n"), lambda b: len(entries(b)) == 10),
    "CR": ((game() + AUCTION).replace("\n", "\r"), lambda b: len(entries(b)) == 10),
    "tabs": (game().replace("[Site", "\t [Site"), lambda b: b.info.site == "S"),
    "supplemental tags": (
        game() + '[Stage "Final"]\n[Room "Open"]\n',
        lambda b: (b.extras["pbn:Stage"], b.info.room) == ("Final", "Open"),
    ),
    "score": (game() + '[Score "NS 400"]\n', lambda b: b.score.ns == 400),
    "comment on its own line": (
        game() + "; foo\n" + AUCTION,
        lambda b: comments(b) == (("Result", " foo"),),
    ),
    "end position": (
        '[Deal "W:K... Q... J... T..."]\n[Declarer "S"]\n[Contract "NT"]\n[Play "N"]\nSQ\n',
        lambda b: b.contract.level is None and b.play.leader is Seat.NORTH,
    ),
}


def exported(boards):
    """Return what export makes of some boards, as bytes."""
    sink = io.BytesIO()
    overtrick.write(boards, sink, format="pbn", options={"style": "export"})
    return sink.getvalue()


@pytest.mark.parametrize("name", CASES)
def test_a_construct_means_what_the_standard_says(one, name):
    text, holds = CASES[name]
    assert holds(one("% PBN 2.1\n% EXPORT\n\n" + text))


@pytest.mark.parametrize("name", CASES)
def test_export_loses_nothing_of_a_construct(name):
    boards = overtrick.read(CASES[name][0].encode(), format="pbn")
    data = exported(boards)
    again = overtrick.read(data, format="pbn")
    assert again.diagnostics == ()
    assert changes(boards, again) == {}
    assert [board.extras for board in boards] == [board.extras for board in again]
    assert CASES[name][1](again[0])
    assert exported(again) == data


MANY = {
    "#": (game() + "\n" + game("#", "2"), ["E1", "E1"]),
    "##": (game("##E1") + "\n" + game("x", "2").replace('[Event "x"]\n', ""), ["E1", "E1"]),
    "# twice": (game() + "\n" + game("#", "2") + "\n" + game("#", "3"), ["E1"] * 3),
}


@pytest.mark.parametrize("name", MANY)
def test_inherited_values_are_written_out(name):
    text, events = MANY[name]
    boards = overtrick.read(text.encode(), format="pbn")
    assert [board.info.event for board in boards] == events
    again = overtrick.read(exported(boards), format="pbn")
    assert [board.info.event for board in again] == events


def test_games_without_an_empty_line_are_two(collect):
    boards, codes, _ = collect(game() + game(board="2"))
    assert [board.number for board in boards] == [1, 2]
    assert codes == ["PBN301"]


def test_latin_1_names_are_read(collect):
    data = game().replace('"W"', '"Bj\u00f6rn"').encode("latin-1")
    assert collect(data)[0][0].info.player(Seat.WEST) == "Bj\u00f6rn"

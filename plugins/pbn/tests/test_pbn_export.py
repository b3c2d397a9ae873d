"""Export format rule by rule: the exact text, with the clause of the standard that asks for it."""

from __future__ import annotations

import io

import pytest

import overtrick
from overtrick import (
    EMPTY,
    UNKNOWN,
    Align,
    Auction,
    Board,
    Column,
    Contract,
    Deal,
    Ending,
    Extras,
    Grid,
    Info,
    Play,
    Result,
    Score,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick_pbn.standard.tags import MANDATORY


def export(*boards):
    sink = io.BytesIO()
    overtrick.write(boards, sink, format="pbn", options={"style": "export"})
    return sink.getvalue().decode("latin-1")


def reexport(text):
    sink = io.BytesIO()
    boards = overtrick.read(text.encode(), format="pbn", errors="collect")
    overtrick.write(boards, sink, format="pbn", options={"style": "export"})
    return sink.getvalue().decode("latin-1")


def lines(text):
    return text.split("\r\n")


def tag(text, name):
    (line,) = [line for line in lines(text) if line.startswith(f"[{name} ")]
    return line.removeprefix(f'[{name} "').removesuffix('"]')


IMPORTED = """[Site "Amsterdam"] ; by the canal
[Event "Cup"]
[Date "1995.06.10"] [Board "1"]
[Deal "w:2KQT.TA.J6542.85 .63.AKQ987.A9732 a8654.kq5.t.qjt6 J973.J98742.3.K4"]
[West "Podgor"] [North "Westra"] [East "Kalish"] [South "Leufkens"]
[Dealer "n"] [Vulnerable "Love"]
[Scoring "IMP"]
[Declarer "s"] [Contract "5hx"] [Result "NS 9"]
{a lively
hand}
[Stage "Final"] [BidSystemNS "SAYC"]
[ScoreTable "Rank\\3R;Names;Score_NS\\5L"]
1 "Podgor - Kalish" 50 22 x 600
[Auction "w"]
- 1d {best minor} 1s 3h !! =4= $25 4s
4nt =2= x pass pass 5c x 5h x AP
[Note "2:two colors"] [Note "4:not forcing"]
[Play "W"]
sk ! =1= h3 s4 s3
C5 C2 C6 CK ^R S2
*
[Note "1:highest of series"]
[Custom "free"] a "b c"
d
"""

EXPORTED = """% PBN 2.1
% EXPORT

[Event "Cup"]
[Site "Amsterdam"]
{ by the canal}
[Date "1995.06.10"]
[Board "1"]
[West "Podgor"]
[North "Westra"]
[East "Kalish"]
[South "Leufkens"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "5HX"]
[Result "9"]
{a lively
hand}
[BidSystemNS "SAYC"]
[Stage "Final"]
[Auction "N"]
1D {best minor} 1S 3H =1= $3 $25 4S
4NT =2= X Pass Pass
5C X 5H X
Pass Pass Pass
[Note "1:not forcing"]
[Note "2:two colors"]
[Play "W"]
SK =1= $7 H3 S4 S3
C5 C2 C6 CK
^R S2 - - -
*
[Note "1:highest of series"]
[Custom "free"]
a "b c"
d
[ScoreTable "Rank\\3R;Names;Score_NS\\5L"]
  1 "Podgor - Kalish" 50@@@
 22 "x" 600@@

""".replace("@", " ")


def test_an_imported_game_is_exported_as_every_chapter_says():
    assert reexport(IMPORTED) == EXPORTED.replace("\n", "\r\n")


def test_an_export_begins_with_the_two_lines_and_an_empty_file_has_nothing_else():
    assert export() == "% PBN 2.1\r\n% EXPORT\r\n\r\n"


def test_the_fifteen_tags_stand_in_order_in_every_game():
    games = export(Board(number=1), Board()).split("\r\n\r\n")[1:-1]
    assert len(games) == 2
    for game in games:
        names = [line[1:].split(" ")[0] for line in lines(game)]
        assert tuple(names) == MANDATORY


def test_a_deal_alone_leaves_the_tags_of_a_played_board_empty():
    # §3.4: "a dealing program only gives the tags Dealer, Vulnerable, and Deal".
    deal = Deal.parse("N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5")
    text = export(Board(dealer=Seat.EAST, vulnerability=Vulnerability.NS, deal=deal))
    assert tag(text, "Event") == tag(text, "West") == tag(text, "Contract") == ""
    assert tag(text, "Board") == "?"


def test_without_a_deal_what_is_not_given_is_unknown():
    text = export(Board(number=1, dealer=Seat.EAST, vulnerability=Vulnerability.NS))
    assert tag(text, "Event") == tag(text, "West") == tag(text, "Contract") == "?"


def test_what_a_played_board_does_not_state_is_unknown():
    text = export(Board(contract=Contract.parse("3NT", declarer=Seat.SOUTH)))
    assert tag(text, "Event") == tag(text, "West") == tag(text, "Result") == "?"


def test_a_passed_out_board_has_no_declarer_and_no_result():
    text = export(Board(contract=overtrick.PASSED_OUT))
    assert (tag(text, "Declarer"), tag(text, "Contract"), tag(text, "Result")) == ("", "Pass", "")


@pytest.mark.parametrize(
    ("contract", "values"),
    [
        (Contract.parse("5HXX", declarer=Seat.WEST), ("5HXX", "W")),
        (Contract(level=3, strain=Strain.NOTRUMP, declarer=Seat.EAST, swapped=True), ("3NT", "^E")),
        (Contract(strain=Strain.HEARTS, declarer=Seat.NORTH), ("H", "N")),
        (Contract(level=1, strain=Strain.CLUBS), ("1C", "?")),
        (Contract(declarer=Seat.SOUTH), ("?", "S")),
    ],
)
def test_contract_and_declarer_are_written_as_the_standard_has_them(contract, values):
    text = export(Board(contract=contract))
    assert (tag(text, "Contract"), tag(text, "Declarer")) == values


@pytest.mark.parametrize(
    ("contract", "said", "values"),
    [
        (None, {"contract": UNKNOWN}, ("?", "?")),
        (None, {"contract": EMPTY}, ("", "?")),
        (None, {"contract": EMPTY, "declarer": UNKNOWN}, ("", "?")),
        (None, {"declarer": EMPTY}, ("?", "")),
        (Contract.parse("1C"), {"declarer": UNKNOWN}, ("1C", "?")),
        (Contract.parse("1C"), {"declarer": EMPTY}, ("1C", "")),
        (overtrick.PASSED_OUT, {"declarer": UNKNOWN}, ("Pass", "")),
    ],
)
def test_a_contract_or_declarer_may_be_unknown_or_empty(contract, said, values):
    text = export(Board(contract=contract, missing=said))
    assert (tag(text, "Contract"), tag(text, "Declarer")) == values


SOUTH = Contract.parse("3NT", declarer=Seat.SOUTH)


@pytest.mark.parametrize(
    ("contract", "result", "value"),
    [
        (SOUTH, Result(tricks=9), "9"),
        (SOUTH, Result(ns=9), "9"),
        (SOUTH, Result(ew=4), "9"),
        (SOUTH, Result(ns=9, ew=4, irregular=True), "^9"),
        (None, Result(ns=9, ew=4), "NS 9 EW 4"),
        (None, Result(ew=4, irregular=True), "^EW 4"),
    ],
)
def test_the_result_is_declarers_tricks_where_they_can_be_told(contract, result, value):
    assert tag(export(Board(contract=contract, result=result)), "Result") == value


def test_the_tricks_of_the_other_side_in_a_play_that_goes_on_are_of_those_completed():
    play = Play.of(Seat.WEST, "SA SK SQ SJ", "HA HK", ending=Ending.OPEN)
    board = Board(contract=SOUTH, play=play, result=Result(ew=1))
    assert tag(export(board), "Result") == "0"
    # Nobody knows how many were completed.
    play = Play.of(Seat.WEST, "SA SK - -", "- - -", "HA HK", ending=Ending.OPEN)
    board = Board(contract=SOUTH, play=play, result=Result(ew=1))
    assert tag(export(board), "Result") == "EW 1"


@pytest.mark.parametrize(
    ("score", "value"),
    [
        (Score(ns="420"), "NS 420"),
        (Score(ew="-300.0"), "EW -300"),
        (Score(declarer="1E+3"), "1000"),
        (Score(ns="12.50", ew="-12.5"), "NS 12.5 EW -12.5"),
    ],
)
def test_scores_keep_their_relation(score, value):
    assert tag(export(Board(score=score)), "Score") == value


@pytest.mark.parametrize(("said", "value"), [(UNKNOWN, "?"), (EMPTY, "")])
def test_result_and_score_may_be_unknown_or_empty(said, value):
    text = export(Board(contract=SOUTH, missing={"result": said, "score": said}))
    assert (tag(text, "Result"), tag(text, "Score")) == (value, value)


def test_a_deal_begins_with_the_dealer_and_hyphens_stand_for_hands_not_given():
    deal = Deal.parse("N:AKQ... - ...2 -")
    assert tag(export(Board(dealer=Seat.SOUTH, deal=deal)), "Deal") == "S:...2 - AKQ... -"
    assert tag(export(Board(deal=deal)), "Deal") == "N:AKQ... - ...2 -"


def test_quotes_and_backslashes_are_escaped():
    text = export(Board(info=Info(event='a "b" c', site="3\\S and C:\\temp\\")))
    assert '[Event "a \\"b\\" c"]' in lines(text)
    assert '[Site "3\\\\S and C:\\\\temp\\\\"]' in lines(text)


def test_an_auction_that_goes_on_has_a_plus_in_the_place_of_the_next_call():
    calls = Auction.of(Seat.NORTH, "1C Pass 1H Pass", ending=Ending.OPEN)
    assert '[Auction "N"]\r\n1C Pass 1H Pass\r\n+\r\n' in export(Board(auction=calls))
    calls = Auction.of(Seat.NORTH, "1C", ending=Ending.OPEN)
    assert "\r\n1C +\r\n" in export(Board(auction=calls))


def test_the_next_card_is_marked_where_it_will_be_played():
    # §3.6: South has played the last card, West must play.
    text = reexport('[Contract "NT"]\n[Play "W"]\nH2 H3 H4 HA\n+ - - CQ\n')
    assert "\r\nH2 H3 H4 HA\r\n+ - - CQ\r\n" in text
    # North won with the ace and leads to the next trick, in the second column.
    play = Play.of(Seat.WEST, "H2 HA H4 H3", ending=Ending.OPEN)
    board = Board(contract=Contract(strain=Strain.NOTRUMP, declarer=Seat.SOUTH), play=play)
    assert "\r\nH2 HA H4 H3\r\n- + - -\r\n" in export(board)


def test_a_mark_in_the_last_column_makes_no_trick_of_hyphens():
    play = Play.of(Seat.WEST, "H2 H3 H4 HA", ending=Ending.OPEN)
    board = Board(contract=Contract(strain=Strain.NOTRUMP, declarer=Seat.NORTH), play=play)
    text = export(board)
    assert "\r\nH2 H3 H4 HA\r\n- - - +\r\n" in text
    assert overtrick.read(text.encode(), format="pbn")[0].play == play


def test_much_annotation_makes_a_line_shorter_than_four_calls():
    comment = "{" + "x" * 200 + "}"
    text = reexport(f'[Dealer "N"]\n[Auction "N"]\n1C {comment} 1D {comment} 1H 1S\n2C AP\n')
    section = text[text.index("[Auction") :].split("\r\n")
    assert section[1:4] == [f"1C {comment} 1D", f"{comment} 1H 1S", "2C Pass Pass Pass"]


def test_a_long_comment_is_wrapped_without_losing_a_word():
    words = " ".join(f"word{number}" for number in range(200))
    text = reexport(f'[Event "a"]\n{{{words}}}\n')
    comment = text[text.index("{") + 1 : text.index("}")]
    assert comment.split() == words.split()
    assert max(map(len, lines(text))) <= 253


def test_a_closing_brace_in_a_comment_makes_it_a_rest_of_line_comment():
    text = reexport('[Event "a"] ; one } two\n')
    assert lines(text)[3:5] == ['[Event "a"]', "; one } two"]


def test_columns_are_laid_out_by_their_widths():
    grid = Grid(
        name="TotalScoreTable",
        columns=(
            Column(name="Rank", width=4, align=Align.RIGHT),
            Column(name="Names", width=8, align=Align.LEFT),
            Column(name="TotalIMP"),
        ),
        rows=(("1", "A B", "2.5"), ("12", "", "-")),
    )
    text = export(Board(grids=(grid,)))
    assert lines(text)[-5:-2] == [
        '[TotalScoreTable "Rank\\4R;Names\\8L;TotalIMP"]',
        '   1 "A B"    2.5',
        '  12 ""       -',
    ]


def test_comments_before_the_first_tag_stay_there_and_escape_lines_keep_their_tag():
    extras = Extras(
        {
            "pbn:comments": (("", "first"), ("Board", "about the number")),
            "pbn:escapes": (("Deal", "vendor 1"),),
        }
    )
    text = lines(export(Board(number=1, extras=extras)))
    assert text[3] == "{first}"
    assert text[text.index('[Board "1"]') + 1] == "{about the number}"
    assert text[text.index('[Deal "?"]') + 1] == "%vendor 1"


def test_tags_with_lower_case_names_and_numbers_sort_by_code_point():
    extras = Extras({"pbn:Zulu": "1", "pbn:Alpha": "2", "pbn:Al": "3"})
    text = lines(export(Board(extras=extras, info=Info(room="Open"))))
    assert text[18:22] == ['[Al "3"]', '[Alpha "2"]', '[Room "Open"]', '[Zulu "1"]']

"""Programs' own tags and escape lines: read as values, written as they came, checked, turned."""

from __future__ import annotations

import io
import sys

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick_pbn as programs
from overtrick import (
    COLUMNS,
    Board,
    DoubleDummyGrid,
    Extras,
    Field,
    ModelError,
    Seat,
    Strain,
    Vulnerability,
    board_from_dict,
    board_to_dict,
    dumps,
    loads,
    renumber,
    rotate,
    scan,
)
from overtrick_pbn.programs import escapes, flags, par, points, tricks, turning
from overtrick_pbn.standard.tables import SPELLED_IN
from overtrick_testing import strategies as ours

TRICKS = "6953869538638a4637a3"
ABILITY = "N:69538 E:638A4 S:69538 W:637A3"
LINE = "%!R 638A469538637A369538"
TABLE = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n' + "".join(
    f"{row[0]} {strain:>2} {int(digit, 16):2}\n"
    for row in ABILITY.split()
    for strain, digit in zip(("NT", "S", "H", "D", "C"), row[2:], strict=True)
)
DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"


def one(text: str) -> Board:
    """Return the only board of a PBN text."""
    [board] = loads(text, format="pbn")
    return board


def findings(text: str) -> list[tuple[str, str]]:
    """Return the codes and messages of what is wrong with programs' tags."""
    boards = loads(f"% PBN 2.1\n{text}", format="pbn", errors="collect", check=True)
    return [
        (found.code, found.message)
        for found in boards.diagnostics
        if (found.clause or "").startswith("practice: ") or found.code in {"LAW309", "PBN401"}
    ]


def exported(board: Board) -> str:
    """Return a board in export format, without the mandatory tags."""
    text = dumps([board], format="pbn", options={"style": "export"})
    rows = text.replace("\r\n", "\n").split("\n")
    return "\n".join(rows[next(i for i, row in enumerate(rows) if row.startswith("[Res")) + 1 :])


# The three spellings of a table


@given(ours.double_dummy_grids(complete=False))
def test_double_dummy_tricks_come_back(grid):
    assert tricks.parse_tricks(tricks.format_tricks(grid)) == grid
    assert tricks.parse_tricks(tricks.format_tricks(grid).upper()) == grid
    assert tricks.parse_tricks_line(tricks.format_tricks_line(grid)) == grid


@given(ours.double_dummy_grids(), st.sets(st.sampled_from(Seat), max_size=3))
def test_ability_comes_back_with_seats_left_out(grid, gone):
    rows = ((None,) * 5 if Seat(seat) in gone else row for seat, row in enumerate(grid.tricks))
    some = DoubleDummyGrid(tuple(rows))
    assert tricks.parse_ability(tricks.format_ability(some)) == some


def test_the_three_spellings_and_the_table_of_the_standard_agree():
    grid = one(TABLE).double_dummy
    assert tricks.parse_tricks(TRICKS) == grid
    assert tricks.parse_ability(ABILITY) == grid
    assert tricks.parse_tricks_line(LINE.removeprefix("%!R ")) == grid
    assert grid.tricks_of(Seat.EAST, Strain.DIAMONDS) == 10
    assert tricks.format_tricks(grid) == TRICKS
    assert tricks.format_ability(grid) == ABILITY
    assert tricks.TRICKS_LINE + tricks.format_tricks_line(grid) == LINE


@pytest.mark.parametrize(
    ("parse", "text", "why"),
    [
        (tricks.parse_tricks, TRICKS[:19], "19 characters, not 20"),
        (tricks.parse_tricks, TRICKS + "0", "21 characters, not 20"),
        (tricks.parse_tricks, TRICKS[:4] + "e" + TRICKS[5:], "'e' at place 5"),
        (tricks.parse_tricks, TRICKS[:4] + "\u0664" + TRICKS[5:], "at place 5"),
        (tricks.parse_ability, "", "empty"),
        (tricks.parse_ability, "N:1234", "'N:1234' is no seat"),
        (tricks.parse_ability, "N:12345 N:12345", "N stands in it twice"),
        (tricks.parse_ability, "N:1234E", "'N:1234E' is no seat"),
        (par.parse_par, "NS 8S=", "'NS 8S=' is no side"),
        (par.parse_par, "NS 4S=; ", "'' is no side"),
        (par.parse_par, "NS 4S-0", "'NS 4S-0' is no side"),
        (par.parse_par, "NS 7S+1", "makes 14 tricks"),
        (par.parse_par, "NS 1S-8", "makes -1 tricks"),
        (par.parse_minimax, "4S-420", "no contract with declarer"),
        (par.parse_minimax, "4NTW-420", "no contract with declarer"),
        (par.parse_optimum_score, "420", "no side's score"),
        (par.parse_optimum_score, "NS 420 EW 420", "contradict"),
        (points.parse_points, "12 8 10 10", "whose 12 points"),
        (points.parse_points, "N:12 N:8", "N stands in it twice"),
        (points.parse_points, "N:38", "N cannot have 38"),
        (points.parse_points, "N:20 E:21", "40 points, not 41"),
        (points.parse_points, "N:10 E:10 S:10 W:9", "40 points, not 39"),
        (points.parse_points, ",", "empty"),
        (flags.parse_flags, "1g", "no hexadecimal number"),
        (flags.parse_flags, "123456789", "no hexadecimal number"),
    ],
)
def test_what_is_no_value_is_refused_with_the_reason(parse, text, why):
    with pytest.raises(ModelError, match=why):
        parse(text)


# Par, points, flags

_CONTRACTS = st.builds(
    lambda who, level, strain, doubled, over: f"{who} {level}{strain}{doubled}{over(level)}",
    st.sampled_from(["NS", "EW", "N", "E", "S", "W"]),
    st.integers(1, 7),
    st.sampled_from(["C", "D", "H", "S", "N"]),
    st.sampled_from(["", "X", "XX"]),
    st.integers(0, 13).map(
        lambda made: lambda level: "=" if made == level + 6 else f"{made - level - 6:+d}"
    ),
)


@given(st.lists(_CONTRACTS, min_size=1, max_size=4).map("; ".join))
def test_a_par_contract_comes_back(text):
    assert str(par.parse_par(text)) == text
    assert par.parse_par(text.replace("; ", ";")) == par.parse_par(text)


@given(
    st.integers(1, 7), st.sampled_from("CDHSN"), st.sampled_from(["", "D"]),
    st.sampled_from("NESW"), st.integers(-7600, 7600).filter(bool),
)  # fmt: skip
def test_minimax_comes_back(level, strain, doubled, seat, score):
    text = f"{level}{strain}{doubled}{seat}{score}"
    assert str(par.parse_minimax(text)) == text


@given(st.dictionaries(st.sampled_from(Seat), st.integers(0, 10), min_size=1, max_size=3))
def test_points_come_back(given_points):
    assert points.parse_points(points.format_points(given_points)) == given_points


@given(st.integers(0, 0xFFFFFFFF))
def test_flags_come_back_with_the_bits_that_have_no_name(bits):
    found = flags.parse_flags(f"{bits:x}")
    assert found.value == bits
    assert found.unknown & sum(flag.value for flag in programs.BoardFlags) == 0


def test_par_is_told_with_its_score_by_the_vulnerability():
    found = programs.par_contract(one('[ParContract "EW 2SX-1; W 3DX-1"]'))
    assert [contract.seats for contract in found.contracts] == [
        (Seat.EAST, Seat.WEST), (Seat.WEST,),
    ]  # fmt: skip
    assert found.scores(Vulnerability.NONE) == {100}
    assert found.scores(Vulnerability.EW) == {200}
    untold = par.parse_par("NS 4S")
    assert (str(untold), untold.scores(Vulnerability.NONE)) == ("NS 4S", frozenset())
    passed = par.parse_par("EW Pass")
    assert (str(passed), passed.scores(Vulnerability.NONE)) == ("EW Pass", {0})
    assert programs.minimax(one('[Minimax "6HDE800"]')).tricks(Vulnerability.BOTH) == 9
    assert programs.optimum_score(one('[OptimumScore "EW 420"]')) == -420
    assert programs.board_flags(one('[BCFlags "60001b"]')) & programs.BoardFlags.HIDE_DEALER


@pytest.mark.parametrize("nothing", ["", "?", "-", " "])
def test_a_tag_that_states_nothing_is_none(nothing):
    names = ("DoubleDummyTricks", "Ability", "ParContract", "Minimax", "OptimumScore", "HCP")
    board = one("".join(f'[{name} "{nothing}"]\n' for name in (*names, "BCFlags")))
    readers = (
        programs.double_dummy_tricks, programs.ability, programs.par_contract, programs.minimax,
        programs.optimum_score, programs.hand_points, programs.board_flags,
    )  # fmt: skip
    assert [read(board) for read in readers] == [None] * len(readers)
    assert [read(Board()) for read in readers] == [None] * len(readers)
    assert findings(f'[HCP "{nothing}"] [Minimax "{nothing}"] [BCFlags "{nothing}"]') == []


# The table of a board


@pytest.mark.parametrize(("name", "value"), [("DoubleDummyTricks", TRICKS), ("Ability", ABILITY)])
def test_a_tag_is_the_boards_table_and_is_written_as_it_came(name, value):
    board = one(f'[Board "1"]\n[{name} "{value}"]\n')
    assert board.double_dummy == one(TABLE).double_dummy
    assert board.extras[SPELLED_IN] == name
    text = exported(board)
    assert text == f'[{name} "{value}"]\n\n'
    assert one(text).double_dummy == board.double_dummy
    assert board_from_dict(board_to_dict(board)) == board


def test_a_table_from_elsewhere_is_written_as_the_standard_has_it():
    grid = tricks.parse_tricks(TRICKS)
    text = exported(Board(number=1, grids=(grid.to_grid(),)))
    assert "DoubleDummyTricks" not in text
    assert one(text).double_dummy == grid


def test_a_game_with_both_keeps_both():
    text = f'[Board "1"]\n[DoubleDummyTricks "{TRICKS}"]\n{TABLE}'
    board = one(text)
    assert SPELLED_IN not in board.extras
    assert exported(board) == f'[DoubleDummyTricks "{TRICKS}"]\n{TABLE}\n'
    assert findings(text) == []


def test_a_changed_table_is_spelled_anew():
    board = one(f'[DoubleDummyTricks "{TRICKS}"]')
    rows = ((0, 1, 2, 3, 13), *board.double_dummy.tricks[1:])
    changed = attrs.evolve(board, grids=(DoubleDummyGrid(rows).to_grid(),))
    assert exported(changed).startswith('[DoubleDummyTricks "d321069538638a4637a3"]')
    # The order of the rows means nothing; what the tag cannot say stands in a table.
    grid = attrs.evolve(board.grids[0], rows=board.grids[0].rows[::-1])
    assert exported(attrs.evolve(board, grids=(grid,))) == exported(board)
    wide = attrs.evolve(grid.columns[0], width=9)
    grid = attrs.evolve(grid, columns=(wide, *grid.columns[1:]))
    assert "[OptimumResultTable" in exported(attrs.evolve(board, grids=(grid,)))
    unknown = DoubleDummyGrid((*board.double_dummy.tricks[:3], (None, 1, 2, 3, 4))).to_grid()
    other = attrs.evolve(one(f'[Ability "{ABILITY}"]'), grids=(unknown,))
    assert TABLE.split("\n")[0] in exported(other)


@pytest.mark.parametrize("text", ["*" * 20, "zzz", "", "?"])
def test_what_tells_no_table_leaves_the_board_without_one(text):
    board = one(f'[DoubleDummyTricks "{text}"]')
    assert board.double_dummy is None
    assert exported(board) == f'[DoubleDummyTricks "{text}"]\n\n'
    both = one(f'[DoubleDummyTricks "{text}"]\n[Ability "{ABILITY}"]')
    assert both.extras[SPELLED_IN] == "Ability"


def test_preserving_changes_the_tag_and_adds_no_table():
    text = f'[Board "1"]\n[Deal "{DEAL}"]\n[DoubleDummyTricks "{TRICKS}"] {{by hand}}\n[Site "x"]\n'
    boards = loads(text, format="pbn")
    assert dumps(boards, format="pbn") == text
    turned = dumps(rotate(boards, 1), format="pbn")
    assert turned.replace("637a3638a46953869538", TRICKS) == text.replace(
        DEAL, boards[0].deal.rotated(1).to_text(Seat.NORTH)
    )
    back = rotate(loads(turned, format="pbn"), -1)
    assert dumps(back, format="pbn") == text


def test_columns_have_the_table_of_the_tags_as_boards_have_it():
    stated = (f'[DoubleDummyTricks "{TRICKS}"]', f'[Ability "{ABILITY}"]', '[Ability "zzz"]',
              f'[DoubleDummyTricks "zzz"]\n[Ability "{ABILITY}"]',
              f'[DoubleDummyTricks "{TRICKS[1:]}0"]\n{TABLE}')  # fmt: skip
    games = "".join(
        f'[Board "{number}"]\n[Deal "{DEAL}"]\n{stated[number // 30]}\n\n'
        for number in range(1, 150)
    ).encode()
    column = COLUMNS["double_dummy"]
    [batch] = scan(io.BytesIO(games), columns=["double_dummy"], format="pbn")
    boards = loads(games, format="pbn")
    assert batch.to_dict()["double_dummy"] == [column.of(board) for board in boards]
    assert len(boards) == 149


def test_a_table_with_gaps_turns_in_its_tag():
    text = '[Board "1"]\n[DoubleDummyTricks "**53869538638a4637a3"]\n'
    turned = dumps(rotate(loads(text, format="pbn"), 1), format="pbn")
    assert turned == text.replace("**53869538638a4637a3", "637a3638a4**53869538")


def test_only_what_a_caller_wants_is_read():
    text = f'[DoubleDummyTricks "{TRICKS}"]'
    [board] = loads(text, format="pbn", wants={Field.GRIDS})
    assert board.double_dummy is not None
    assert not board.extras
    [board] = loads(text, format="pbn", wants={Field.DEAL})
    assert board.grids == ()


# Turning with the hands


@given(ours.double_dummy_grids(), st.integers(1, 3))
def test_every_spelling_turns_as_the_table_does(grid, turns):
    board = Board(grids=(grid.to_grid(),), extras=Extras({
        "pbn:DoubleDummyTricks": tricks.format_tricks(grid),
        "pbn:Ability": tricks.format_ability(grid),
        "pbn:escapes": (("Deal", "kept"), ("Deal", f"%!R {tricks.format_tricks_line(grid)}")),
    }))  # fmt: skip
    [turned] = rotate([board], turns)
    for found in (
        programs.double_dummy_tricks(turned),
        programs.ability(turned),
        tricks.parse_tricks_line(turned.extras["pbn:escapes"][1][1].removeprefix("%!R ")),
    ):
        assert found == turned.double_dummy
    assert turned.extras["pbn:escapes"][0] == ("Deal", "kept")


def test_what_speaks_of_seats_turns_or_goes_with_a_word():
    lost = []
    board = one(
        f'[Deal "{DEAL}"]\n[Hidden "EW"]\n[Student "S"]\n[HCP "N:7 E:13"]\n[BCFlags "1f"]\n'
        '[ParContract "NS 2S="]\n[ScoreIMP "NS 3"]\n[Ability "zzz"]\n[North "Ann"]\n'
    )
    [turned] = rotate([board], 1, lambda _, field, reason, kind: lost.append((field, reason)))
    assert turned.extras.of_format("pbn") == {
        "Hidden": "SN", "Student": "W", "HCP": "E:7 S:13", "BCFlags": "1f",
    }  # fmt: skip
    assert lost == [
        ("extras", "the hands were rotated: pbn:ParContract, pbn:ScoreIMP, pbn:Ability")
    ]
    assert turned.deal[Seat.EAST].hcp == 7


def test_scores_of_the_old_vulnerability_go_with_it():
    lost = []
    board = one(
        '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[ScoreIMP "NS 3"]\n[ScoreMP "NS 7"]\n'
        f'[DoubleDummyTricks "{TRICKS}"]\n[OptimumScore "NS 420"]\n'
    )
    [moved] = renumber([board], 2, lambda _, field, reason, kind: lost.append(reason))
    assert sorted(moved.extras.of_format("pbn")) == ["DoubleDummyTricks", "OptimumResultTable.from"]
    assert lost == [
        "the vulnerability changed with the number: pbn:ScoreIMP, pbn:ScoreMP, pbn:OptimumScore"
    ]


def test_a_line_that_cannot_be_turned_goes():
    assert turning.escape_lines((("Deal", "%!R zzz"),), 1) is None
    assert turning.escape_lines((("Deal", "x"), ("Deal", "%!R zzz")), 1) == (("Deal", "x"),)
    assert turning.seats("zzz", 1) is None
    assert turning.hand_points(7, 1) == 7


# check

CONFLICT = "conflicting double-dummy results: "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'[DoubleDummyTricks "{TRICKS}"]\n%%{LINE[1:]}\n[Ability "{ABILITY}"]\n', []),
        (
            f'[DoubleDummyTricks "7{TRICKS[1:]}"]\n%%{LINE[1:]}\n[Ability "{ABILITY}"]\n',
            [f"{CONFLICT}N makes 6 tricks in NT by Ability, 7 by DoubleDummyTricks",
             f"{CONFLICT}N makes 6 tricks in NT by %%!R, 7 by DoubleDummyTricks"],
        ),
        (
            f'[DoubleDummyTricks "700{TRICKS[3:]}"]\n{TABLE}',
            [f"{CONFLICT}N makes 7 tricks in NT by DoubleDummyTricks, 6 by OptimumResultTable, "
             "and 2 more differ"],
        ),
        (f'[DoubleDummyTricks "*{TRICKS[1:]}"]\n{TABLE}', []),
        (f'[Deal "{DEAL}"]\n[HCP "S12,W8,N8"]\n', ["HCP: S has 13 points, not 12",
                                                    "HCP: W has 7 points, not 8",
                                                    "HCP: N has 7 points, not 8"]),
        ('[Deal "N:AQ... - - -"]\n[HCP "N:7"]\n', []),
        ('[Vulnerable "NS"]\n[ParContract "NS 4S=; NS 4H="]\n[OptimumScore "NS 620"]', []),
        (
            '[Vulnerable "None"]\n[ParContract "NS 4S=; NS 4H="]\n[OptimumScore "NS 620"]',
            ["ParContract is worth 420 for NS, but par is 620 by OptimumScore"],
        ),
        (
            '[Vulnerable "None"]\n[ParContract "NS 4S=; NS 3N="]',
            ["ParContract: its contracts have different scores: 400 and 420"],
        ),
        ('[Minimax "7NS0"]\n[OptimumScore "NS 0"]\n[Vulnerable "All"]', []),
        (
            '[Vulnerable "All"]\n[Minimax "4SW-420"]',
            ["Minimax: no result of 4S by W is worth -420 for NS"],
        ),
        (
            # The table judges both; each fault is told once.
            f'[Vulnerable "None"]\n[OptimumScore "NS 140"]\n[Minimax "4SN420"]\n{TABLE}',
            ["Minimax is worth 420 for NS, but par is -100 by the double-dummy results"],
        ),
        ('[OptimumScore "zzz"]', ["nonstandard value of OptimumScore: \"zzz\""]),
        ("%Margins 1,2,3", ["escape line %Margins: 3 values in place of 4: 1,2,3"]),
        ("%Font:Event \"A\",12,400,2", ["escape line %Font: 2 is not in 0 to 1"]),
        ("%ZZZ zzz\n% Margins zzz\n%Marginszzz\n%Margins2", []),
    ],
)  # fmt: skip
def test_contradictions_are_told_once_each(text, expected):
    found = [message for code, message in findings(f'[Board "1"]\n{text}') if code != "LAW309"]
    assert found == expected


@pytest.mark.parametrize("value", ["#", "##zzz"])
def test_an_inherited_value_is_looked_at_where_it_stands(value):
    first = '[Board "1"]\n[BCFlags "zzz"]\n\n' if value == "#" else ""
    found = findings(f'{first}[Board "2"]\n[BCFlags "{value}"]\n\n[Board "3"]\n')
    assert [code for code, _ in found] == ["PBN726"]


# Escape lines

HEAD = r"""% PBN 2.1
% EXPORT
%Content-type: text/x-pbn; charset=UTF-8
%Creator: BridgeComposer Version 5.104.1
%BCOptions Float Justify ShowHCP
%BoardsPerPage fit,2
%CardTableColors #008000,#ffffff,#aaaaaa
%Font:CardTable "Arial",11,400,0
%Font:Event "Georgia",20,700,1
%GutterSize 500,250
%HRTitleDate 2023.10.17
%HRTitleEvent "Tuesday pairs"
%HRTitleSetID ""
%HRTitleSite Hall
%HtmlNavBar 0.75,#cfe2f3
%HtmlSpades entity,"https://example.org/s.gif"
%Margins 1000,1000,500,750
%PageFooter:0,0 "%D\\n%s"
%PageFooter:0,2 "%n"
%PaperSize 1,2159,2794,2
%PipColors #0000ff,#ff0000,#ffc000,#008000
%PipFont "Symbol","Symbol",2,0xAA,0xA9,0xA8,0xA7
%SectionSpacing 12,0,0
%SelectedBoard 37
%ShowCardTable 2
%TSTReport List
%Translate "Board %" "Deal %"
%UnknownThing 4 5
% a comment
[Board "1"]
"""


def test_the_directives_of_a_file_are_values():
    found = programs.directives(loads(HEAD, format="pbn").header)
    assert found.value("Creator", str) == "BridgeComposer Version 5.104.1"
    assert "ShowHCP" in found.options
    assert "Center" not in found.options
    assert found.boards_per_page == programs.BoardsPerPage(2, fit=True)
    assert (found.margins.top, found.margins.right, found.margins.left) == (1000, 500, 750)
    assert (found.paper.width, found.paper.height) == (2159, 2794)
    assert found.gutter == (500, 250)
    assert found.fonts["Event"] == programs.Font("Georgia", 20, 700, italic=True)
    assert [str(colour) for colour in found.pip_colours] == [
        "#0000ff", "#ff0000", "#ffc000", "#008000",
    ]  # fmt: skip
    assert found.title == programs.Title(
        event="Tuesday pairs", date="2023.10.17", set_id="", site="Hall"
    )
    assert found.footers == (
        programs.Footer(0, 0, r"%D\\n%s"),
        programs.Footer(0, 2, "%n"),
    )
    assert found.translations == {"Board %": "Deal %"}
    assert found.value("SectionSpacing", tuple)[0] == 12
    assert (found.number("SelectedBoard"), found.number("SectionSpacing")) == (37, None)
    assert found.value("PipFont", tuple)[3:] == (0xAA, 0xA9, 0xA8, 0xA7)
    assert [str(line) for line in found.lines if not line.is_known] == ["UnknownThing 4 5"]
    assert all(line.fault is None for line in found.lines)


def test_directives_are_written_as_they_came():
    boards = loads(HEAD, format="pbn")
    assert dumps(boards, format="pbn") == HEAD
    text = dumps(boards, format="pbn", options={"style": "export"})
    assert text.split("\r\n")[2:28] == HEAD.split("\n")[3:29]


def test_the_last_of_two_lines_counts_and_no_title_date_is_none():
    text = "%BoardsPerPage 2\n%BoardsPerPage 18\n%HRTitleDate 0\n%EventSpacing 6\n"
    found = programs.directives(loads(text + '[Board "1"]', format="pbn").header)
    assert found.boards_per_page == programs.BoardsPerPage(18)
    assert found.title.date is None
    assert found.number("EventSpacing") == 6
    [_, board] = loads('[Board "1"]\n\n[Board "2"]\n%BoardsPerPage 3\n% x\n', format="pbn")
    assert programs.directives(board.extras).boards_per_page == programs.BoardsPerPage(3)
    empty = programs.directives(Extras())
    assert (empty.lines, empty.margins, list(empty.options)) == ((), None, [])
    assert (empty.number("EventSpacing"), empty.pip_colours) == (None, None)


_BLUE = escapes.Colour(0, 0, 255)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("BoardsPerPage 12", programs.BoardsPerPage(12)),
        ("BoardsPerPage Fit , 2", programs.BoardsPerPage(2, fit=True)),
        ("Margins 1, 2,3 ,4", programs.Margins(1, 2, 3, 4)),
        ("PaperSize 1,2,3", programs.Paper(1, 2, 3)),
        ("PaperSize 1,2,3,4", programs.Paper(1, 2, 3, 4)),
        ('Font:Event "A, B",1,1000,1', programs.Font("A, B", 1, 1000, italic=True)),
        ("ScoreTableColors #0000ff,#0000FF", (_BLUE, _BLUE)),
        ('PipFont "A","",255,0x0,0xffff,0x1,0x2', ("A", "", 255, 0, 0xFFFF, 1, 2)),
        ('HtmlClubs entity,"a,b"', ("entity", "a,b")),
        ("HtmlNavBar 0.75,#0000ff", ("0.75", _BLUE)),
        ('Translate "a""b c"', ("a", "b c")),
        ("BCOptions Float  STShade", programs.Words(("Float", "STShade"))),
        ("TSTReport List", programs.Words(("List",))),
        ("SectionSpacing 12,0,999999999", (12, 0, 999_999_999)),
        ("center 1", (1,)),
        ('PageFooter:0,2 "%n"', "%n"),
        ('HRTitleDate "2023.10.17"', "2023.10.17"),
        ("Creator: x y ", "x y"),
    ],
)
def test_each_kind_of_directive_has_its_value(line, value):
    found = escapes.parse_directive(line)
    assert (found.value, found.fault) == (value, None)
    assert str(found) == line


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("BoardsPerPage 0", "0 is not in 1 to 999999999"),
        ("PaperSize 1,2", "2 values in place of 3 or 4: 1,2"),
        ("Margins 1,2,,4", "not a whole number: "),
        ("CardTableColors #0000ff,blue,#0000ff", "not a colour such as #ff0000: blue"),
        ('PipFont "A","",2,7,8,9,10', "not a character's code such as 0xAA: 7"),
        ('HtmlClubs a b,"x"', "not a word: a b"),
        ("HtmlNavBar x,#0000ff", "not a number: x"),
        ('Translate "a"', 'not two texts in quotes: "a"'),
        ("BCOptions Float ?", "not a word: ?"),
        ("TSTReport a b", "not one word: a b"),
        ("HRTitleDate 2023", "not a date such as 2023.10.17, nor 0: 2023"),
        ("PageFooter:0,2 x", "not a text in quotes: x"),
        ('PageFooter:3 "x"', "not what may stand behind the colon: 3"),
        ("Margins:x 1,2,3,4", "nothing stands behind a colon here: x"),
    ],
)
def test_a_value_that_does_not_fit_has_a_fault(line, fault):
    found = escapes.parse_directive(line)
    assert (found.value, found.fault) == (None, fault)
    assert str(found) == line


@given(st.sampled_from(sorted(escapes.FORMS)), st.text(max_size=20))
def test_any_text_behind_a_name_is_a_value_or_a_fault(name, text):
    found = escapes.parse_directive(f"{name} {text}")
    assert found.is_known
    assert (found.value is None) == (found.fault is not None)
    if found.value is not None:
        again = escapes.parse_directive(str(found))
        assert (again.value, again.fault) == (found.value, None)


@pytest.mark.parametrize("text", ["", " Margins", "Margins2", "!R 1", "100 boards", "a.b c"])
def test_other_escape_lines_are_no_directives(text):
    assert escapes.parse_directive(text) is None


def test_the_public_names_are_those_of_the_modules():
    for name in programs.__all__:
        found = getattr(programs, name)
        if name != "FORMS":  # a value does not say where it is from
            assert getattr(sys.modules[found.__module__], name) is found
    assert programs.FORMS is escapes.FORMS
    assert set(programs.__all__) <= set(dir(programs))
    with pytest.raises(AttributeError, match="colour"):
        _ = programs.colour

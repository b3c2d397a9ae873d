"""What a sheet says: layouts, hands, makeable contracts, par, languages, what is wanting."""

from __future__ import annotations

import doctest
import importlib

import attrs
import pytest

from overtrick import (
    Board,
    BoardSet,
    Contract,
    Deal,
    DoubleDummyGrid,
    Info,
    Play,
    Rank,
    Result,
    Score,
    Seat,
    Suit,
    Vulnerability,
)
from overtrick_records.content import Writer
from overtrick_records.diagrams import DIAGRAM_WIDTH, PIP
from overtrick_records.metrics import width_of
from overtrick_records.options import PAPERS, SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.settings import ALL_PARTS, NO_SETTINGS
from overtrick_records.sheet import NOTHING, Paragraph, Table
from overtrick_render import languages, translator


def sheet_of(boards, layout="club", language="en", **options):
    header = boards.header if isinstance(boards, BoardSet) else {}
    return make_sheet(boards, header, SheetOptions(layout=layout, **options), language=language)


def cells(sheet):
    return [cell for page in sheet.pages for cell in page.cells if not cell.is_title]


def holdings(cell):
    return {hand.seat: [holding.text for holding in hand.holdings] for hand in cell.diagram.hands}


@pytest.mark.parametrize(
    "name", ["content", "games", "metrics", "options", "pages", "settings", "sheet", "texts"]
)
def test_the_examples_run(name):
    module = importlib.import_module(f"overtrick_records.{name}")
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("layout", "pages", "grid"), [("club", 2, (3, 6)), ("acbl", 2, (4, 5)), ("large", 9, (2, 2))]
)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_layout_has_its_pages(evening, layout, pages, grid, paper):
    sheet = sheet_of(evening, layout, paper=paper)
    assert len(sheet.pages) == pages
    # Letter paper is wider and less high: there four boards side by side are the larger ones.
    wide = layout == "club" and paper == "letter"
    assert (sheet.grid.columns, sheet.grid.rows) == ((4, 5) if wide else grid)
    assert [cell.label.split(",")[0] for cell in cells(sheet)] == [
        f"Board {number}" for number in range(1, 37)
    ]
    # What stands on a page is on the paper.
    inner = sheet.grid.columns * sheet.grid.width
    assert inner + sheet.paper.left + sheet.paper.right == pytest.approx(PAPERS[paper][0], abs=0.01)


def test_acbl_has_its_title_in_the_first_two_cells(evening):
    for number, page in enumerate(sheet_of(evening, "acbl").pages, 1):
        title = page.cells[0]
        assert title.is_title
        assert title.span == 2
        assert [line.text for line in title.facts[:4]] == [
            "Tuesday Pairs", "Riverside Bridge Club", "24 November 2026", f"Page {number}/2",
        ]  # fmt: skip
        assert (page.cells[1].row, page.cells[1].column) == (0, 2)


def test_a_board_says_what_its_file_says(evening):
    board, cell = evening[1], cells(sheet_of(evening))[1]
    assert cell.corner.text == "2"
    assert [fact.text for fact in cell.facts] == ["Dealer E", "Vul. NS"]
    for seat, name in zip(Seat, ("North", "East", "South", "West"), strict=True):
        shown = [text.replace("\u2005", "").replace("10", "T") for text in holdings(cell)[name]]
        expected = [board.deal[seat].suit_text(suit) or "–" for suit in reversed(Suit)]
        assert shown == expected
    points = cell.diagram.points
    hcp = [str(hand.hcp) for hand in board.deal]
    assert [points.north, points.east, points.south, points.west] == hcp
    makeable, par = (foot.text for foot in cell.feet)
    assert makeable.startswith("NS ")
    assert " EW " in makeable.replace("\u2002", " ")
    assert par.startswith("Par ")


def test_east_is_moved_to_the_left_where_his_suit_is_long():
    deal = Deal.parse("N:.5432.5432.65432 AKQJT98765432... .AKQJ.AKQJ.AKQJT .T9876.T9876.987")
    cell = cells(sheet_of([Board(number=1, deal=deal)], "acbl"))[0]
    east = next(hand for hand in cell.diagram.hands if hand.seat == "East")
    reach = east.left + PIP + width_of(east.holdings[0].text)
    assert reach <= cell.diagram.width
    usual = next(
        hand
        for hand in cells(sheet_of([Board(number=1, deal=deal.rotated(1))], "acbl"))[
            0
        ].diagram.hands
        if hand.seat == "East"
    )
    assert east.left < usual.left
    assert cell.diagram.width >= DIAGRAM_WIDTH - 0.01


@pytest.mark.parametrize("count", [1, 2, 6, 12, 18, 24, 30, 60])
def test_as_many_boards_stand_on_a_page_as_are_wanted(evening, count):
    sheet = sheet_of(evening, "club", per_page=count)
    assert len(sheet.pages) == -(-36 // count)
    assert max(len(page.cells) for page in sheet.pages) == min(count, 36)
    assert sheet.grid.columns * sheet.grid.rows >= count


def test_hidden_hands_are_not_on_the_sheet(evening):
    for cell in cells(sheet_of(evening, hide="e,w")):
        hands = holdings(cell)
        assert hands["East"] == hands["West"] == []
        assert len(hands["North"]) == len(hands["South"]) == 4
        # What can be made would tell.
        assert cell.feet == ()
        assert (cell.diagram.points.east, cell.diagram.points.west) == ("", "")
        assert "East" not in cell.diagram.points.spoken


def test_no_tables_are_no_tables(evening):
    assert not any(cell.feet for cell in cells(sheet_of(evening, tables=False)))
    assert sheet_of(evening, tables=False).said == ()


def test_a_sheet_without_tables_says_so_once(evening):
    bare = [attrs.evolve(board, grids=()) for board in evening]
    sheet = sheet_of(bare)
    assert len(cells(sheet)) == 36
    assert sheet.said == (
        "36 boards (1, 2, 3, 4, 5, ...) without makeable contracts: no table of tricks",
    )


def test_what_is_wanting_is_said_and_the_sheet_still_comes():
    name, partial = "x" * 40_000, Deal.parse("N:AK... - - -")
    boards = [
        Board(number=1),
        Board(number=2, deal=partial),
        Board(name=name, dealer=Seat.WEST, vulnerability=Vulnerability.BOTH),
        Board(
            number=4,
            deal=partial,
            info=Info(event=name, site=name, players=(name, None, None, name)),
        ),
    ]
    for layout in ("club", "acbl", "large", "teaching", "travellers"):
        sheet = sheet_of(boards, layout)
        shown = [line.text for cell in cells(sheet) for line in (cell.corner, *cell.facts)]
        assert max(map(len, shown)) < 200
        assert len(sheet.title) < 200
        cut = [text for text in sheet.said if text.startswith("too long for its place and cut: ")]
        assert any("names of boards of 1 board (x" in text for text in cut), cut
        assert any("names of players of 1 board (4)" in text for text in cut) == (
            layout == "teaching"
        )
        short = [text for text in sheet.said if text.endswith("without all four hands")]
        assert [text.startswith("4 boards (1, 2, x") for text in short] == (
            [] if layout == "travellers" else [True]
        )


def test_no_board_is_one_page():
    for layout in ("club", "acbl", "teaching", "travellers"):
        sheet = sheet_of([], layout)
        assert len(sheet.pages) == 1
        assert "there is no board" in sheet.said


@pytest.mark.parametrize("language", languages())
def test_every_language_has_its_ranks_seats_and_months(evening, language):
    words = translator(language=language)
    sheet = sheet_of(evening, language=language)
    cell = cells(sheet)[0]
    whole = " ".join(text for texts in holdings(cell).values() for text in texts)
    shown = set(whole.replace("\u2005", " ").split()) - {"–"}
    known = {"10" if words.rank(rank) == "T" else words.rank(rank) for rank in Rank}
    assert shown <= known
    assert len(shown) > 10
    assert [hand.seat for hand in cell.diagram.hands] == [words.seat(seat) for seat in Seat]
    assert words.seat_letter(evening[0].dealer) in cell.facts[0].text
    month = {"en": "November", "fr": "novembre", "pl": "listopada"}.get(language, "ovember")
    assert month in sheet.pages[0].head[2].text


def test_scores_are_a_table_and_a_board_without_them_is_a_form(evening):
    from overtrick import Column, Grid

    grid = Grid(
        name="ScoreTable",
        columns=tuple(Column(name=name) for name in ("PairId_NS", "Contract", "Lead", "Names_NS")),
        rows=(("1", "4SX", "-", "A-B"), ("2", "3NT", "-", "C" * 500)),
    )
    boards = [attrs.evolve(evening[0], grids=(grid,)), evening[1]]
    sheet = sheet_of(boards, "travellers")
    assert sheet.said == (
        "1 board (2) without a table of scores: a form to be filled in",
        "too long for its place and cut: scores of 1 board (1)",
    )
    heading, table, second, form = cells(sheet)[0].below
    assert isinstance(heading, Paragraph)
    assert heading.line.text == "Board 1 · Dealer N · Vul. None"
    assert isinstance(table, Table)
    # A column without a value takes no place.
    assert [column.head.text for column in table.columns] == ["NS", "Contract", "North–South"]
    assert [line.text for line in table.rows[0]] == ["1", "4♠X", "A-B"]
    assert table.rows[1][2].text.endswith("…")
    assert second.heading
    assert {line.text for row in form.rows for line in row} == {" "}


def test_long_tables_go_on_with_their_heads_on_the_next_page(evening):
    from overtrick import Column, Grid

    grid = Grid(
        name="ScoreTable",
        columns=(Column(name="PairId_NS"), Column(name="Score_NS")),
        rows=tuple((str(number), "420") for number in range(1, 201)),
    )
    sheet = sheet_of([attrs.evolve(evening[0], grids=(grid,))], "travellers")
    tables = [piece for cell in cells(sheet) for piece in cell.below if isinstance(piece, Table)]
    assert len(sheet.pages) == len(tables) > 2
    assert all(table.has_head for table in tables)
    assert [row[0].text for table in tables for row in table.rows] == [
        str(number) for number in range(1, 201)
    ]


def games_of(evening, tables=3):
    """Return three boards, each played at some tables."""
    said = [("3NT", "N", 9, "NS 400"), ("4SX", "E", 8, "EW -300"), ("Pass", None, None, None)]
    games = []
    for board in evening[:3]:
        for number in range(tables):
            contract, declarer, tricks, points = said[number % 3]
            games.append(
                attrs.evolve(
                    board,
                    # The table of tricks stands in one game alone.
                    grids=board.grids if number == 1 else (),
                    contract=Contract.parse(contract, declarer and Seat.parse(declarer)),
                    result=None if tricks is None else Result(tricks=tricks),
                    score=points and Score(**{points[:2].lower(): points[3:]}),
                    play=Play.of(Seat.EAST, "SK") if declarer == "N" else None,
                    info=Info(players=("A", f"p{number}", "B", f"p{number}")),
                )
            )
    return games


@pytest.mark.parametrize("layout", ["club", "acbl", "large"])
def test_games_of_one_board_are_drawn_once(evening, layout):
    games = games_of(evening)
    sheet = sheet_of(games, layout)
    assert [cell.corner.text for cell in cells(sheet)] == ["1", "2", "3"]
    assert (len(sheet.pages), sheet.count) == (1, 3)
    assert sheet.said == ("9 games of 3 boards: each board is drawn once",)
    alone = sheet_of(evening[:3], layout)
    assert [cell.feet for cell in cells(sheet)] == [cell.feet for cell in cells(alone)]
    # In a lesson each game has its own auction.
    assert sheet_of(games, "teaching").count == 9


def test_boards_that_differ_in_what_is_drawn_are_drawn_each(evening):
    first = evening[0]
    other = [
        attrs.evolve(first, dealer=Seat.WEST),
        attrs.evolve(first, vulnerability=Vulnerability.BOTH),
        attrs.evolve(first, deal=evening[1].deal),
        attrs.evolve(first, number=19),
        attrs.evolve(first, extras=first.extras.with_items({"pbn:Hidden": "EW"})),
    ]
    sheet = sheet_of([first, *other, first])
    assert sheet.count == 6
    assert sheet.said[0] == "7 games of 6 boards: each board is drawn once"
    # Nothing says that boards without a name and without hands are the same.
    assert sheet_of([Board(), Board()]).count == 2


def test_forms_are_filled_with_what_games_tell(evening):
    sheet = sheet_of([*games_of(evening), evening[3]], "travellers")
    assert sheet.said == (
        "10 games of 4 boards: each board has one table",
        "3 boards (1, 2, 3) without a table of scores: filled in from 9 games, "
        "as far as these tell",
        "1 board (4) without a table of scores: a form to be filled in",
    )
    _, table, *_ = cells(sheet)[0].below
    assert [column.head.text for column in table.columns] == [
        "North–South", "East–West", "Contract", "By", "Lead", "Tricks", "NS +", "EW +", "MP NS",
        "MP EW",
    ]  # fmt: skip
    rows = [[line.text.strip() for line in row] for row in table.rows]
    assert rows[:3] == [
        ["A – B", "p0", "3NT", "N", "♠K", "9", "400", "", "", ""],
        ["A – B", "p1", "4♠X", "E", "", "8", "300", "", "", ""],
        ["A – B", "p2", "Pass", "", "", "", "0", "", "", ""],
    ]
    # Room for others is left.
    assert rows[3:] == [[""] * 10] * 6
    assert len(cells(sheet_of(games_of(evening, 12), "travellers"))[0].below[1].rows) == 12


def test_one_table_of_scores_a_board_where_each_game_has_it(evening):
    from overtrick import Column, Grid

    grid = Grid(name="ScoreTable", columns=(Column(name="PairId_NS"),), rows=(("1",), ("2",)))
    games = [attrs.evolve(game, grids=(grid,)) for game in games_of(evening)]
    sheet = sheet_of(games, "travellers")
    assert sum(isinstance(piece, Table) for piece in cells(sheet)[0].below) == 3
    assert sheet.said == ("9 games of 3 boards: each board has one table",)


def test_options_refuse_what_is_none():
    with pytest.raises(ValueError, match="not a seat"):
        SheetOptions(hide="x")
    with pytest.raises(ValueError, match="layout"):
        SheetOptions(layout="poster")
    assert SheetOptions(hide="NONE").hidden == frozenset()
    assert SheetOptions(hide="w, e").hidden == {Seat.EAST, Seat.WEST}
    assert SheetOptions().hidden is None


# What a reader misses or misreads.


@pytest.mark.parametrize(
    ("text", "suits"),
    [
        ("N:KQJ82..AQ974.T83 - - -", "SHDC"),  # a void that is known
        ("N:AKQJT98765432... - - -", "SHDC"),
        ("N:KQJ82..AQ974.T83 - A..K.2 -", "SHDC"),
        ("N:AQ9... T32... - -", "S"),  # how to play a suit
        ("N:A.K.. Q.J.. - -", "SH"),  # an ending
        ("N:A65.J4.A764.A983 - - -", "SHDC"),
    ],
)
def test_a_known_void_is_drawn_and_what_a_fragment_leaves_out_is_not(text, suits):
    board = Board(number=1, deal=Deal.parse(text))
    north = cells(sheet_of([board]))[0].diagram.hands[0]
    assert "".join(holding.suit for holding in north.holdings) == suits
    spoken = {holding.suit: holding.spoken for holding in north.holdings}
    assert all((spoken[suit] == "none") == (not north_of(text, suit)) for suit in suits)


def north_of(text, suit):
    """Return what North holds of a suit."""
    return text[2:].split()[0].split(".")["SHDC".index(suit)]


def played(vulnerability=None, number=1, **fields):
    """Return a game without a score."""
    return Board(
        number=number, vulnerability=vulnerability,
        contract=Contract.parse(fields.get("contract", "4SX"), Seat.SOUTH),
        result=None if "tricks" not in fields else Result(tricks=fields["tricks"]),
        play=Play.of(Seat.WEST, fields.get("lead", "DT")),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "points"),
    [
        (played(Vulnerability.NS, tricks=10), ["790", ""]),
        (played(Vulnerability.EW, tricks=9), ["", "100"]),
        (played(Vulnerability.NS), ["", ""]),
        # Board 2 has North and South vulnerable; without a number nothing is known.
        (played(number=2, tricks=10), ["790", ""]),
        (played(number=None, tricks=10), ["", ""]),
        (attrs.evolve(played(Vulnerability.NS, tricks=10), score=Score(ns=620)), ["620", ""]),
    ],
)
def test_a_score_follows_from_contract_tricks_and_vulnerability(game, points):
    sheet = sheet_of([game], "travellers")
    heading, table, *_ = cells(sheet)[0].below
    row = [line.text.strip() for line in table.rows[0]]
    assert row[6:8] == points
    is_vulnerable = game.number == 2 or game.vulnerability is Vulnerability.NS
    assert ("Vul. NS" in heading.line.text) == is_vulnerable
    said = any("without a vulnerability: that of the number" in text for text in sheet.said)
    assert said == (game.number == 2)


def test_the_ten_of_a_lead_is_called_as_in_the_hands():
    game = played(Vulnerability.NS, tricks=10)
    _, table, *_ = cells(sheet_of([game], "travellers"))[0].below
    assert table.rows[0][4].text == "♦10"
    assert cells(sheet_of([game], "travellers", "fr"))[0].below[1].rows[0][4].text == "♦10"
    king = sheet_of([played(tricks=9, lead="SK")], "travellers", "fr")
    assert cells(king)[0].below[1].rows[0][4].text == "♠R"


def test_a_table_that_goes_on_names_its_board_on_each_page():
    games = [played(Vulnerability.NS, number=number, tricks=10) for number in (1, 2)]
    sheet = sheet_of([game for game in games for _ in range(90)], "travellers")
    assert len(sheet.pages) > 2
    for page in sheet.pages:
        first = page.cells[0].below[0]
        assert isinstance(first, Paragraph)
        assert first.line.text.startswith("Board ")
    heads = [page.cells[0].below[0].line.text for page in sheet.pages]
    assert heads[1] == "Board 1 · Vul. NS (continued)"
    assert sum(len(piece.rows) for page in sheet.pages for piece in page.cells[0].below
               if isinstance(piece, Table)) == 180  # fmt: skip


@pytest.mark.parametrize("spacing", ["none", "hair", "thin", "even", "normal"])
def test_a_ten_of_two_digits_stands_apart(spacing):
    deal = Deal.parse("N:T9763.JT.QT.T432 - - -")
    board = Board(number=1, deal=deal)
    made = Writer(words=translator("overtrick_records", "en"), settings=NO_SETTINGS)
    diagrams = attrs.evolve(made.diagrams, spacing=spacing)
    diagram = diagrams.diagram(board, hidden=frozenset(), corner=NOTHING, facts=())
    for holding in diagram.hands[0].holdings:
        before, ten, behind = holding.text.partition("10")
        assert ten
        assert not before or before[-1].isspace()
        assert not behind or behind[0].isspace()


def test_signs_and_numbers_have_a_legend(evening):
    """`2/1` is there where it is in use."""
    grid = DoubleDummyGrid(((4, 5, 8, 10, 9), (3, 4, 5, 3, 4)) * 2)
    other = DoubleDummyGrid(((4, 5, 8, 10, 9), (3, 4, 5, 3, 4), (4, 5, 7, 10, 9), (3, 4, 5, 3, 4)))
    for tricks, has_slash in ((grid, False), (other, True)):
        board = attrs.evolve(evening[0], grids=(tricks.to_grid(),))
        (foot,) = sheet_of([board]).pages[0].feet
        assert ("2/1♥" in foot[0].text) == has_slash
        assert "Lower left: high-card points" in foot[0].text
        assert "Par: points of North–South" in foot[0].text


def test_french_has_a_blank_before_the_colon():
    board = played(Vulnerability.NS, tricks=10)
    for language, said in (("fr", "Contrat\u00a0: "), ("de", "Kontrakt: "), ("en", "Contract: ")):
        writer = Writer(words=translator("overtrick_records", language), settings=NO_SETTINGS)
        assert writer.outcome(board, ALL_PARTS).text.startswith(said)

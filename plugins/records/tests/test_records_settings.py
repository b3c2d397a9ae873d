"""BridgeComposer's own settings: escape lines, `BCFlags`, `Hidden`, commentary."""

from __future__ import annotations

import pytest

from overtrick import loads
from overtrick_records.options import SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.settings import ALL_PARTS, parts_of
from overtrick_records.sheet import Paragraph, Table

DEAL = '[Deal "N:A65.J4.A764.A983 QJT73.9852.K3.Q7 K82.KQT3.T52.642 94.A76.QJ98.KJT5"]'


def sheet_of(boards, layout="auto", **options):
    return make_sheet(boards, boards.header, SheetOptions(layout=layout, **options))


def lesson_cells(boards, **options):
    return [page.cells[0] for page in sheet_of(boards, **options).pages]


def boards_with(lines="", tags=""):
    text = f"% PBN 2.1\n{lines}\n\n" if lines else ""
    return loads(f'{text}[Board "1"]\n[Dealer "N"]\n{DEAL}\n{tags}', format="pbn", errors="collect")


def test_a_lesson_is_printed_as_it_wants(lesson):
    sheet = sheet_of(lesson)
    assert sheet.layout == "teaching"
    assert (sheet.paper.width, sheet.paper.height) == (215.9, 279.4)
    margins = (sheet.paper.top, sheet.paper.bottom, sheet.paper.right, sheet.paper.left)
    assert margins == (25.4, 25.4, 12.7, 19.05)
    assert sheet.colours.paper == ("", "#ff0000", "#ff4200", "#000080")
    # Dark blue cannot be read on a dark screen.
    assert sheet.colours.dark[3] != "#000080"
    assert sheet.grid.size == 12.0
    assert sheet.justify
    assert sheet.title == "Promotion & Length"
    assert sheet.pages[0].head[2].text == "Riverside · 24 November 2026 · Set 17"
    feet = [[part.text for part in row] for row in sheet.pages[1].feet]
    assert feet == [
        ["24 November 2026", "Promotion & Length, set 17", "2 of 3"],
        ["Riverside", "", ""],
    ]


def test_the_board_of_a_lesson(lesson):
    cell = lesson_cells(lesson)[0]
    assert cell.corner.text == "Deal 1"
    assert [fact.text for fact in cell.facts] == ["Dealer N", "Vul. NS"]
    assert [hand.player.text for hand in cell.diagram.hands] == ["Ben", "Cleo", "Dan", "Anna"]
    assert "\u200a" in cell.diagram.hands[0].holdings[0].text
    auction, play = cell.side
    assert [column.head.text for column in auction.columns] == ["West", "North", "East", "South"]
    assert [[line.text for line in row] for row in auction.rows] == [
        ["", "1♦\u2009[1]", "1♠", "X\u2009[2]"],
        ["Pass", "1NT", "All pass", ""],
    ]
    assert [note.text for note in auction.notes] == [
        "[1] four or more ♦", "[2] negative: the other major",
    ]  # fmt: skip
    assert [run.suit for run in auction.notes[0].runs] == ["", "", "D"]
    assert [line.text for line in play.rows[1]] == ["2", "♥5", "♥K", "♥6", "♥4"]
    assert "Contract: 1NT North\u2003Result: 8" in [foot.text for foot in cell.feet]
    first, second = cell.below
    assert first.line.text == "Bidding. Open 1♦ with the cheaper of two minors & rebid 1NT."
    assert [run.text for run in first.line.runs if run.bold] == ["Bidding."]
    assert [run.text for run in first.line.runs if run.italic] == ["cheaper"]
    assert second.line.text == "Play. Promote the ♥J first."
    # Commentary of 11 points beside a diagram of 12.
    assert first.line.scale == pytest.approx(11 / 12)


def test_hidden_hands_flags_and_an_auction_of_one_side(lesson):
    cell = lesson_cells(lesson)[1]
    assert [hand.seat for hand in cell.diagram.hands] == ["West"]
    assert cell.facts == ()  # its flags hide dealer and vulnerability
    assert cell.diagram.points.west == "11"
    [auction] = cell.side
    assert [column.head.text for column in auction.columns] == ["North", "South"]
    assert [[line.text for line in row] for row in auction.rows] == [
        ["", "1♠"], ["2♠", "4♠"], ["Pass", ""],
    ]  # fmt: skip
    assert "Lead: ♥K" in [foot.text for foot in cell.feet]
    whole = lesson_cells(lesson, hide="none")[1]
    assert [len(hand.holdings) for hand in whole.diagram.hands] == [4] * 4


def test_one_suit_alone_is_shown_alone(lesson):
    [page] = [
        page for page in sheet_of(lesson, "club").pages if page.cells[0].corner.text == "Deal 3"
    ]
    cell = page.cells[0]  # its flags want a page of its own
    shown = {hand.seat: [holding.suit for holding in hand.holdings] for hand in cell.diagram.hands}
    assert shown == {"North": ["S"], "East": [], "South": ["S"], "West": []}


def test_plain_leaves_the_settings_alone(lesson):
    sheet = sheet_of(lesson, settings=False)
    assert sheet.layout == "club"
    assert (sheet.paper.width, sheet.paper.height) == (210.0, 297.0)
    assert sheet.colours.paper[3] == ""
    (foot,) = sheet.pages[0].feet
    assert [part.text for part in foot] == ["Lower left: high-card points", "", ""]


@pytest.mark.parametrize(
    ("line", "layout", "count"),
    [
        ("%BoardsPerPage 18", "acbl", 18),
        ("%BoardsPerPage 4", "large", 4),
        ("%BoardsPerPage 12", "club", 12),
        ("%BoardsPerPage fit,2", "club", 18),
        ("%BoardsPerPage 1", "club", 18),  # no lesson: a club prints its evening
        ("", "club", 18),
    ],
)
def test_the_file_chooses_the_layout(evening, line, layout, count):
    from overtrick import BoardSet, Extras

    header = Extras({"pbn:escapes": (line.removeprefix("%"),)}) if line else evening.header
    sheet = sheet_of(BoardSet(boards=evening.boards, header=header))
    assert sheet.layout == layout
    shown = [cell for cell in sheet.pages[0].cells if not cell.is_title]
    assert len(shown) == count


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("1", "1 (in lessons alone)"),
        ("2", "2 (in lessons alone)"),
        ("fit,2", "fit,2 (in lessons alone)"),
        ("fit,1", "1 (in lessons alone)"),
        ("3", ""),
        ("12", ""),
        ("18", ""),
    ],
)
def test_boards_on_a_page_that_a_wall_does_not_have_are_named(wish, said):
    boards = boards_with(f"%BoardsPerPage {wish}")
    found = [text for text in sheet_of(boards).said if "%BoardsPerPage" in text]
    wanted = f"not followed of the file's settings: %BoardsPerPage {said}"
    assert found == ([wanted] if said else [])
    # In a lesson it is followed, and options come before it.
    for other in (
        sheet_of(boards, "teaching"),
        sheet_of(boards, per_page=6),
        sheet_of(boards, settings=False),
    ):
        assert not any("%BoardsPerPage" in text for text in other.said)


def test_options_come_before_the_files_settings(lesson):
    sheet = sheet_of(lesson, "club", paper="a4", title="Ours", colours=4, per_page=2)
    assert (sheet.paper.width, sheet.title) == (210.0, "Ours")
    assert sheet.colours.paper[0] == "#2f6fde"
    assert len(sheet.pages[0].cells) == 2


def test_margins_that_leave_no_room_are_not_taken():
    boards = boards_with("%Margins 9000,9000,9000,9000\n%PaperSize 1,10,10,2")
    sheet = sheet_of(boards, "club")
    assert (sheet.paper.width, sheet.paper.left) == (210.0, 7.5)


def test_without_the_plugin_for_pbn_settings_are_not_used_and_that_is_said(lesson, monkeypatch):
    from overtrick_records import settings

    monkeypatch.setattr(settings, "_has_programs", lambda: False)
    sheet = sheet_of(lesson)
    assert sheet.layout == "club"
    assert sheet.said[0] == "BridgeComposer's settings in the file need overtrick-pbn to be read"
    assert parts_of(lesson[1]) == ALL_PARTS


def test_wrong_flags_hide_nothing():
    assert parts_of(boards_with(tags='[BCFlags "zz"]\n')[0]) == ALL_PARTS
    assert parts_of(boards_with()[0]) == ALL_PARTS
    parts = parts_of(boards_with(tags='[BCFlags "17"]\n')[0])
    assert (parts.diagram, parts.auction, parts.final, parts.middle) == (False, True, True, False)


def test_no_compass_and_no_labels_where_the_file_wants_none():
    boards = boards_with("%ShowCardTable 0\n%ShowBoardLabels 0")
    cell = lesson_cells(boards, layout="teaching")[0]
    assert cell.diagram.compass is None
    assert cell.facts == ()
    assert not cell.corner


@pytest.mark.parametrize(
    ("line", "shown"),
    [("", True), ("%BCOptions ShowHCP", True), ("%BCOptions Float Justify", False)],
)
def test_points_stand_in_a_lesson_unless_its_file_has_none(line, shown):
    cell = lesson_cells(boards_with(line), layout="teaching")[0]
    assert (cell.diagram.points is not None) is shown
    # On the wall they always do.
    assert sheet_of(boards_with(line), "club").pages[0].cells[0].diagram.points is not None


def test_stated_par_serves_where_there_is_no_table():
    boards = boards_with(tags='[OptimumScore "EW 420"]\n')
    [cell] = sheet_of(boards, "club").pages[0].cells
    assert [foot.text for foot in cell.feet] == ["Par −420"]


def test_long_commentary_is_made_smaller_and_then_goes_on():
    def pages(words):
        boards = boards_with(tags="{" + "word " * words + "}\n")
        return sheet_of(boards, "teaching").pages

    short, long = pages(700), pages(3000)
    assert len(short) == 1
    assert len(long) > 1
    texts = [
        piece.line.text
        for page in long
        for cell in page.cells
        for piece in cell.below
        if isinstance(piece, Paragraph)
    ]
    assert " ".join(texts).split() == ["word"] * 3000
    assert [page.cells[0].label for page in long[1:2]] == ["Board 1 (continued)"]


def test_a_drawing_in_letters_keeps_its_blanks():
    drawn = "{\n      N\n      AK\nQJ          T9\n      87\n      S\n}\n"
    boards = boards_with(tags=drawn)
    below = lesson_cells(boards, layout="teaching")[0].below
    assert all(piece.fixed for piece in below)
    assert "QJ          T9" in [piece.line.text for piece in below]


def test_tables_of_scores_belong_to_a_lesson_unless_flags_hide_them():
    tags = '[ScoreTable "PairId_NS;Score_NS"]\n1 420\n'
    shown = lesson_cells(boards_with(tags=tags), layout="teaching")[0].below
    assert [isinstance(piece, Table) for piece in shown] == [True]
    # Bit 23 hides them.
    hidden = boards_with(tags=f'[BCFlags "80001f"]\n{tags}')
    assert lesson_cells(hidden, layout="teaching")[0].below == ()

"""BRI and DGE files: layouts, fillings, damage, and what is written back."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick

DATA = Path(__file__).parent / "data"
BRI = (DATA / "full36.bri").read_bytes()
DGE = (DATA / "full36.dge").read_bytes()
FILES = {"bri": (BRI, 78), "dge": (DGE, 68)}


def collect(data, kind):
    return overtrick.read(data, format=kind, errors="collect")


def found(boards):
    return [(item.code, item.location.offset) for item in boards.diagnostics]


def rewritten(boards, kind, **options):
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format=kind, options=options)
    return sink.getvalue(), report


def cut(kind, end=b""):
    """Return the boards of the sample without filling, each with an end."""
    data, length = FILES[kind]
    return b"".join(data[at : at + length] + end for at in range(0, len(data), 128))


@pytest.mark.parametrize("kind", ["bri", "dge"])
@pytest.mark.parametrize("end", [b"", b"\r\n", b"\n"])
def test_boards_without_filling_and_lines_are_read_and_written_back(kind, end):
    data = cut(kind, end)
    boards = overtrick.read(data)
    assert boards.format == kind
    assert boards.diagnostics == ()
    assert boards.boards == overtrick.read(FILES[kind][0], format=kind).boards
    assert rewritten(boards, kind) == (data, overtrick.LossReport())
    assert rewritten(boards, kind, layout="padded")[0] == FILES[kind][0]


@pytest.mark.parametrize(("layout", "end"), [("bare", b""), ("lines", b"\r\n")])
@pytest.mark.parametrize("kind", ["bri", "dge"])
def test_a_layout_can_be_chosen(kind, layout, end):
    boards = overtrick.read(FILES[kind][0], format=kind)
    assert rewritten(boards, kind, layout=layout)[0] == cut(kind, end)


@pytest.mark.parametrize("kind", ["bri", "dge"])
def test_a_layout_that_nobody_knows_is_the_usual_one(kind):
    boards = overtrick.read(FILES[kind][0], format=kind)
    odd = attrs.evolve(boards, header=overtrick.Extras({f"{kind}:source": "upside down"}))
    assert rewritten(odd, kind)[0] == FILES[kind][0]


@pytest.mark.parametrize("kind", ["bri", "dge"])
def test_another_blank_filling_is_kept_without_a_word(kind):
    data, length = FILES[kind]
    data = data[:128] + data[128 : 128 + length] + b" " * (128 - length) + data[256:]
    boards = overtrick.read(data, format=kind)
    assert boards.diagnostics == ()
    assert rewritten(boards, kind)[0] == data


@pytest.mark.parametrize("kind", ["bri", "dge"])
def test_a_filling_that_says_something_is_a_warning_and_is_kept(kind):
    data, length = FILES[kind]
    data = data[: length + 4] + b"PROGRAM 3" + data[length + 13 :]
    boards = overtrick.read(data, format=kind)
    assert found(boards) == [("DUP015", length)]
    assert rewritten(boards, kind)[0] == data


@pytest.mark.parametrize("kind", ["bri", "dge"])
def test_a_filling_that_is_cut_short_is_a_warning_and_the_board_is_read(kind):
    data, length = FILES[kind]
    for size in (length, length + 5):
        boards = overtrick.read(data[: 128 + size], format=kind)
        assert found(boards) == [("DUP014", 128)]
        assert len(boards) == 2
        assert rewritten(boards, kind)[0] == data[:256]


@pytest.mark.parametrize("kind", ["bri", "dge"])
def test_a_truncated_record_and_one_too_many_have_codes_of_their_own(kind):
    data, _ = FILES[kind]
    assert found(collect(data[: 128 + 40], kind)) == [("DUP011", 128)]
    assert len(collect(data[: 128 + 40], kind)) == 1
    assert found(collect(data[:256] + b"And so on", kind)) == [("DUP010", 256)]
    assert found(collect(data[:256] + b"\x1a", kind)) == [("DUP013", 256)]
    with pytest.raises(overtrick.ParseError, match="DUP011"):
        overtrick.read(data[: 128 + 40], format=kind)


@pytest.mark.parametrize(
    ("kind", "at", "new", "code"),
    [
        ("bri", 3, b"x", "DUP020"),
        ("bri", 2, b"99", "DUP021"),
        ("bri", 2, BRI[256:258], "DUP022"),
        ("dge", 0, b"A", "DUP024"),
        ("dge", 1, b"*", "DUP023"),
        ("dge", 2, DGE[257:258], "DUP026"),
    ],
)
def test_damage_has_its_code_place_and_record(kind, at, new, code):
    data, _ = FILES[kind]
    data = data[: 128 * 2 + at] + new + data[128 * 2 + at + len(new) :]
    boards = collect(data, kind)
    first = boards.diagnostics[0]
    assert (first.code, first.location.offset, first.location.board) == (code, 256 + at, 3)
    assert "record 3" in first.message
    assert [index for index, board in enumerate(boards) if board.deal is None] == [2]
    with pytest.raises(overtrick.FormatError, match=code):
        overtrick.read(data, format=kind)


def test_a_dge_line_out_of_order_is_a_warning_and_is_kept():
    line = DGE[:68]
    data = line[:1] + line[2:3] + line[1:2] + line[3:] + b"\r\n"
    boards = overtrick.read(data, format="dge")
    assert [item.code for item in boards.diagnostics] == ["DUP028"]
    assert boards[0].deal == overtrick.read(DGE, format="dge")[0].deal
    assert rewritten(boards, "dge")[0] == data


def test_the_order_of_the_cards_goes_from_bri_to_dup_and_back():
    data = BRI[24:26] + BRI[0:24] + BRI[26:128]
    boards = overtrick.read(data, format="bri")
    assert boards[0].extras["bri:order"] == data[:78].decode()
    assert rewritten(boards, "bri") == (data, overtrick.LossReport())
    dup, report = rewritten(boards, "dup")
    assert report.is_lossless
    assert len(report) == 0
    assert dup[:78] == data[:78]
    back, report = rewritten(overtrick.read(dup, format="dup"), "bri")
    assert back == data
    assert len(report) == 0


def test_an_order_that_no_longer_fits_the_deal_is_reported():
    board = overtrick.read(BRI[24:26] + BRI[0:24] + BRI[26:128], format="bri")[0]
    other = overtrick.read(BRI, format="bri")[1]
    changed = attrs.evolve(board, deal=other.deal)
    written, report = rewritten([changed], "bri")
    assert written[:78] == BRI[128:206]
    assert [loss.field for loss in report] == [overtrick.Field.EXTRAS]
    assert "the order in which the cards stand" in report.summary()


@pytest.mark.parametrize("kind", ["dge", "bri"])
def test_what_follows_from_the_place_is_carried_and_the_rest_is_reported(kind):
    deal = overtrick.read(BRI, format="bri")[0].deal
    plain = overtrick.Board(
        number=2,
        dealer=overtrick.Seat.EAST,
        vulnerability=overtrick.Vulnerability.NS,
        deal=deal,
    )
    odd = overtrick.Board(
        number=9,
        dealer=overtrick.Seat.NORTH,
        vulnerability=overtrick.Vulnerability.BOTH,
        deal=deal,
    )
    report = rewritten([overtrick.Board(deal=deal), plain, odd], kind)[1]
    assert {(loss.field.value, loss.kind.value, loss.boards) for loss in report} == {
        ("number", "defaulted", ("?",)),
        ("dealer", "defaulted", ("?",)),
        ("vulnerability", "defaulted", ("?",)),
        ("number", "dropped", ("9",)),
        ("dealer", "dropped", ("9",)),
        ("vulnerability", "dropped", ("9",)),
    }


@pytest.mark.parametrize("kind", ["dge", "bri", "dup"])
def test_a_deal_that_is_not_complete_is_refused_and_nothing_is_written(kind, tmp_path):
    deal = overtrick.Deal.parse("N:AKQJT98765432... - - -")
    target = tmp_path / f"out.{kind}"
    for board in (overtrick.Board(number=4, deal=deal), overtrick.Board(number=4)):
        with pytest.raises(overtrick.WriteError, match="CORE070: board 4 has no complete deal"):
            overtrick.write([board], target)
        assert list(tmp_path.iterdir()) == []

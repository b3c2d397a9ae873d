"""Boards in the addresses of viewers, and the addresses as QR codes."""

from __future__ import annotations

import io
import json
import re
import sys
import webbrowser
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import assume, given, settings

import overtrick
from overtrick import (
    Auction,
    Board,
    Contract,
    Deal,
    Info,
    PluginError,
    Result,
    Seat,
    Vulnerability,
)
from overtrick_cli.commands import run
from overtrick_lin import link, qr_svg
from overtrick_lin.links import VIEWERS, LinkError, make_link
from overtrick_lin.qr import qr_png, qr_terminal
from overtrick_testing.strategies import boards

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
BOARD = Board(
    number=1,
    dealer=Seat.NORTH,
    vulnerability=Vulnerability.NONE,
    deal=DEAL,
    auction=Auction.of(Seat.NORTH, "1C 1S Pass 2S AP"),
    contract=Contract.parse("2S", declarer=Seat.EAST),
    result=Result(tricks=9),
    info=Info(players=("Ann & Co", "Bob", "Cy+1", "Zoë"), event="Cup", teams=("Home", "Away")),
)


def lin_of(address):
    """The LIN of an address, as whoever opens it will find it."""
    return parse_qs(urlsplit(address).query, strict_parsing=True)["lin"][0]


def read(lin):
    [board] = overtrick.read(lin.encode(), format="lin", errors="collect")
    return board


def test_the_address_says_the_board():
    address = link(BOARD)
    assert address.startswith("https://www.bridgebase.com/tools/handviewer.html?lin=pn%7CCy%2B1,Zo")
    assert re.fullmatch(r"[\w%.,:/?=~-]+", address, re.ASCII)
    assert lin_of(address) == (
        "pn|Cy+1,Zoë,Ann & Co,Bob|st||"
        "md|3S872HT9543DK9732C,SQ64HK862D84C9543,ST53HAJ7DATCAQ762,SAKJ9HQDQJ65CKJT8|"
        "rh||ah|Board 1|sv|o|mb|1C|mb|1S|mb|p|mb|2S|mb|p|mb|p|mb|p|mc|9|"
    )


def test_a_deal_alone_makes_a_short_address():
    address = link(BOARD, to="bsol", deal_only=True)
    assert address.startswith("https://dds.bridgewebs.com/bsol_standalone/ddummy.html?lin=st%7C")
    assert read(lin_of(address)) == Board(
        number=1, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE, deal=DEAL
    )
    assert make_link(BOARD, deal_only=True).losses.is_lossless


def test_what_belongs_to_a_match_is_no_part_of_a_link():
    closed = attrs.evolve(BOARD, info=attrs.evolve(BOARD.info, room="Closed"))
    assert link(closed) == link(BOARD)
    assert make_link(closed).losses.is_lossless


def test_a_name_does_not_hide_the_number():
    named = attrs.evolve(BOARD, name="Slam & more")
    lin = lin_of(link(named))
    assert lin.startswith("qx|o1|pn|")
    assert (read(lin).number, read(lin).name) == (1, "Slam & more")


@pytest.mark.slow
@settings(deadline=None)
@given(boards())
def test_an_address_carries_what_lin_carries(board):
    board = attrs.evolve(board, info=Info(players=board.info.players), extras=overtrick.NO_EXTRAS)
    assume(board.deal is not None and any(board.deal))
    file = io.BytesIO()
    overtrick.write([board], file, format="lin", overwrite=True)
    [expected] = overtrick.read(file.getvalue(), format="lin", errors="collect")
    assert read(lin_of(link(board))) == expected


def test_what_is_not_in_the_address_is_told():
    board = attrs.evolve(BOARD, contract=Contract.parse("3S", declarer=Seat.EAST))
    [loss] = make_link(board).losses
    assert loss.reason == "LIN derives the contract from the auction"


@pytest.mark.parametrize(
    ("board", "to", "message"),
    [
        (Board(number=3), "bbo", "board 3 has no cards to show"),
        (Board(number=3, deal=Deal.parse("N:- - - -")), "bbo", "board 3 has no cards to show"),
        (BOARD, "funbridge", r"no viewer 'funbridge' \(there are: bbo, bsol\)"),
        (
            Board(number=3, deal=Deal.parse("N:T53.AJ7.AT.AQ762 - 872.T9543.K9732. -")),
            "bsol",
            "board 3: Bridge Solver Online needs all 52 cards",
        ),
    ],
)
def test_what_cannot_be_linked_is_said(board, to, message):
    with pytest.raises(LinkError, match=message):
        link(board, to=to)


def test_two_hands_can_be_shown_but_not_solved():
    board = Board(number=3, deal=Deal.parse("N:T53.AJ7.AT.AQ762 - 872.T9543.K9732. -"))
    assert (
        lin_of(link(board)) == "st||md|0S872HT9543DK9732C,,ST53HAJ7DATCAQ762,|rh||ah|Board 3|sv||"
    )
    one_missing = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -")
    assert link(Board(number=3, deal=one_missing), to="bsol")


# QR codes ---------------------------------------------------------------------------------


def modules(svg):
    """The width of a code with its border, by its picture."""
    return int(re.search(r'viewBox="0 0 (\d+) \d+"', svg)[1])


def test_a_code_is_a_picture_that_says_the_address():
    segno = pytest.importorskip("segno")
    address = link(BOARD)
    svg = qr_svg(address)
    root = ElementTree.fromstring(svg)  # noqa: S314  # our own text
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert svg == qr_svg(address)
    assert "width=" not in svg.partition(">")[0]
    assert 'width="120" height="120"' in qr_svg(address, size=120)
    assert modules(svg) == segno.make_qr(address, error="l").symbol_size(border=4)[0]
    assert modules(qr_svg(link(BOARD, deal_only=True))) < modules(svg)


def test_a_code_is_png_or_text_as_well():
    pytest.importorskip("segno")
    assert qr_png("x", scale=1).startswith(b"\x89PNG")
    assert "█" in qr_terminal("x")


def test_a_text_too_long_for_a_code_is_said():
    pytest.importorskip("segno")
    with pytest.raises(LinkError, match="a text of 3,000 characters is too long"):
        qr_svg("x" * 3000)


def test_without_the_library_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(PluginError, match=re.escape("pip install 'overtrick-lin[qr]'")):
        qr_svg("x")


# The command ------------------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path):
    path = tmp_path / "evening.lin"
    second = attrs.evolve(BOARD, number=2, auction=None, contract=None, result=None)
    overtrick.write([BOARD, second], path, format="lin")
    return path


def test_a_line_a_board(evening, capsys):
    assert run(["link", str(evening)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [read(lin_of(line)).number for line in lines] == [1, 2]
    assert run(["link", str(evening), "--boards", "2", "--to", "bsol"]) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith(VIEWERS["bsol"].page)
    assert read(lin_of(line)).number == 2


def test_json_has_an_entry_a_board(evening, capsys):
    assert run(["link", str(evening), "--json", "--deal-only"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first == {
        "board": 1,
        "to": "bbo",
        "address": link(BOARD, deal_only=True),
        "lossless": True,
        "losses": [],
    }
    assert second["board"] == 2


def test_a_board_that_cannot_be_linked_does_not_stop_the_others(tmp_path, capsys):
    path = tmp_path / "parts.lin"
    half = Board(number=2, deal=Deal.parse("N:T53.AJ7.AT.AQ762 - 872.T9543.K9732. -"))
    overtrick.write([half, BOARD], path, format="lin")
    assert run(["link", str(path), "--to", "bsol"]) == 1
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 1
    assert "board 2: Bridge Solver Online needs all 52 cards" in printed.err
    assert run(["link", str(path), "--to", "bsol", "--json"]) == 1
    entries = json.loads(capsys.readouterr().out)
    assert entries[0] == {
        "board": 2,
        "to": "bsol",
        "address": None,
        "error": "board 2: Bridge Solver Online needs all 52 cards",
    }


def test_the_browser_is_opened(evening, capsys, monkeypatch):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert run(["link", str(evening), "--open"]) == 0
    assert opened == capsys.readouterr().out.splitlines()
    many = evening.with_name("many.lin")
    overtrick.write([attrs.evolve(BOARD, number=n) for n in range(1, 10)], many, format="lin")
    assert run(["link", str(many), "--open"]) == 2
    assert "that would open 9 windows" in capsys.readouterr().err
    assert len(opened) == 2


@pytest.mark.slow
def test_codes_go_into_files_or_here(evening, capsys):
    pytest.importorskip("segno")
    folder = evening.parent
    assert run(["link", str(evening), "--qr", str(folder / "{board}.svg"), "--deal-only"]) == 0
    assert (folder / "1.svg").read_text() == qr_svg(link(BOARD, deal_only=True), size=240)
    assert (folder / "2.svg").is_file()
    assert run(["link", str(evening), "--boards", "1", "--qr", str(folder / "a.png")]) == 0
    assert (folder / "a.png").read_bytes() == qr_png(link(BOARD))
    capsys.readouterr()
    assert run(["link", str(evening), "--boards", "1", "--qr", "-"]) == 0
    assert "█" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--qr", "a.svg"], "one file cannot hold 2 codes: put {board} into its name"),
        (["--qr", "a.gif"], "--qr writes an .svg or a .png file"),
        (["--qr", "-", "--json"], "both print here"),
        (["--to", "funbridge"], "'bbo', 'bsol'"),
        (["--boards", "7"], "7"),
    ],
)
def test_wrong_usage_is_said_and_nothing_printed(evening, capsys, words, message):
    assert run(["link", str(evening), *words]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert not printed.out
    assert [path.name for path in evening.parent.iterdir()] == ["evening.lin"]


def test_two_boards_of_one_number_do_not_share_a_file(evening, capsys):
    overtrick.write([BOARD, BOARD], evening, format="lin", overwrite=True)
    name = str(evening.with_name("{board}.svg"))
    assert run(["link", str(evening), "--qr", name, "--force"]) == 2
    assert "two boards have the same number or name" in capsys.readouterr().err
    assert [path.name for path in evening.parent.iterdir()] == ["evening.lin"]


def test_a_file_is_not_replaced_unless_told(evening, capsys):
    pytest.importorskip("segno")
    target = evening.with_name("a.svg")
    target.write_text("mine")
    assert run(["link", str(evening), "--boards", "1", "--qr", str(target)]) == 2
    assert target.read_text() == "mine"
    assert run(["link", str(evening), "--boards", "1", "--qr", str(target), "--force"]) == 0
    assert target.read_text().startswith("<svg")


def test_sealed_hands_are_not_linked_unless_told(tmp_path, capsys):
    pytest.importorskip("overtrick_dlm")
    path = tmp_path / "sealed.dlm"
    overtrick.write([BOARD], path, format="dlm", options={"status": "Sealed"})
    assert run(["link", str(path)]) == 2
    printed = capsys.readouterr()
    assert "--show-cards shows them" in printed.err
    assert not printed.out
    assert run(["link", str(path), "--show-cards"]) == 0

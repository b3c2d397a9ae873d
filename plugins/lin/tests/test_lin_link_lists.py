"""Lists of links: every board read, each finding at its line, neighbours whole."""

from __future__ import annotations

import contextlib
import io
import tracemalloc
from urllib.parse import quote, quote_plus

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick
from overtrick import Board, Deal, FormatError, Info, LimitError, Limits, Seat
from overtrick_cli.commands import run
from overtrick_lin import link
from overtrick_testing.strategies import boards

PAGE = "https://www.bridgebase.com/tools/handviewer.html?"
MD = "3S872HT9543DK9732C,SQ64HK862D84C9543,ST53HAJ7DATCAQ762,SAKJ9HQDQJ65CKJT8"
LIN = f"pn|Ann & Co,Bob,Cy,Di|md|{MD}|ah|Board 5|sv|n|mb|1C|an|3+|mb|p|mb|p|mb|p|"
DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
GOOD = f"{PAGE}lin={quote(LIN)}"


def read(text, **settings):
    data = text if isinstance(text, bytes) else text.encode()
    return overtrick.read(data, format="link_list", errors="collect", **settings)


def found(text):
    return [(item.location.line, item.code) for item in read(text).diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f'<a class="x" href="{PAGE}bbo=y&amp;lin={quote(LIN)}">board</a>',
        f"<a href='{PAGE}lin={quote(LIN)}'>board</a>",
        f"[board 5]({GOOD}).",
        f"see ({GOOD}), it was fun",
        f'<iframe src="//www.bridgebase.com/tools/handviewer.html?lin={LIN}">',
        f"{PAGE}lin={quote_plus(LIN)}",
        GOOD.replace("https:", "HTTP:"),
        f"https://dds.bridgewebs.com/bsol_standalone/ddummy.html?lin={quote(LIN)}",
        f"{PAGE}lin={quote(LIN)}#top",
    ],
)
def test_a_link_is_read_however_it_is_written(text):
    boards = read(text)
    assert boards.diagnostics == ()
    (board,) = boards
    assert board.deal == DEAL
    assert (board.number, board.dealer) == (5, Seat.NORTH)
    assert board.info.players == ("Cy", "Di", "Ann & Co", "Bob")
    assert board.auction.entries[0].note == "3+"
    assert board.origin.line == 1


def test_parameters_of_their_own_are_read():
    text = (
        f"{PAGE}n=st53haj7datcaq762&e=sakj9hqdqj65ckjt8&s=s872ht9543dk9732c&d=n&v=e&b=12"
        "&a=1c(3%2B, or 2)d!p1hppp&p=&nn=Ann, of York&sn=O'Neil&c=8"
    )
    (board,) = read(f'<a href="{text}">')
    assert board.deal == DEAL  # the fourth hand has the rest
    assert (board.number, board.dealer, board.vulnerability.label) == (12, Seat.NORTH, "EW")
    assert board.info.players == ("Ann, of York", None, "O'Neil", None)
    assert str(board.auction) == "1C X! Pass 1H Pass Pass Pass"
    assert board.auction.entries[0].note == "3+, or 2"
    assert board.result.tricks == 8


def test_old_scripts_encodings_are_read():
    for text in ("Bj%F6rn", "Bj%C3%B6rn", "Bj%u00f6rn"):
        (board,) = read(f"{PAGE}n=sa&d=n&nn={text}")
        assert board.info.players[0] == "Björn"


def test_each_finding_stands_at_its_line_and_neighbours_are_whole():
    lines = [
        GOOD,
        "",
        f"{PAGE}lin={quote(LIN.replace('S872', 'SA72'))}",
        f"{PAGE}bbo=y",
        f"{PAGE}myhand=M-123-456",
        "https://tinyurl.com/y2abc",
        f"{PAGE}n=sakx&d=q&b=first",
        f"{PAGE}lin={quote(LIN.replace('mb|1C', 'mb|8C'))}",
        f"{PAGE}lin={quote('x' * 70_000)}",
        f"{PAGE}lin={quote(LIN)}%00",
        f"{PAGE}n=sa&a=1c",
        GOOD,
    ]
    boards = read("\n".join(lines))
    codes = [(item.location.line, item.code) for item in boards.diagnostics]
    assert codes == [
        (3, "LIN010"),
        (4, "LIN102"),
        (5, "LIN103"),
        (6, "LIN104"),
        (7, "LIN105"),
        (7, "LIN105"),
        (7, "LIN010"),
        (8, "LIN030"),
        (9, "LIN101"),
        (11, "LIN033"),
    ]
    assert boards[0].deal == boards[-1].deal == DEAL
    assert [board.origin.line for board in boards] == [1, 3, 7, 8, 10, 11, 12]


def test_a_line_break_in_a_link_does_not_move_what_follows():
    lin = quote(LIN.replace("|md|", "|\n\n\nmd|"))
    assert found(f"{PAGE}lin={lin}\n\n{PAGE}bbo=y") == [(3, "LIN102")]


def test_a_whole_match_in_a_link_is_read_with_its_rooms():
    lin = f"vg|Cup,1,I,1,1,A,0,B,0|rs|4SE=,PASS|pn|a,b,c,d,e,f,g,h|qx|o1|md|{MD}|qx|c1|md|{MD}|"
    boards = read(f"{GOOD}\n{PAGE}lin={quote(lin)}")
    assert [board.info.room for board in boards] == [None, "Open", "Closed"]
    assert str(boards[1].contract) == "4S by E"
    assert boards[2].contract.is_passed_out


@pytest.mark.slow
def test_long_lists_are_read_in_flat_memory(tmp_path):
    def peak(count):
        path = tmp_path / "list.html"
        path.write_text(f"<p>{GOOD}</p>\n" * count)
        tracemalloc.start()
        with overtrick.open_boards(path, format="link_list", errors="collect") as reader:
            assert sum(1 for _ in reader) == count
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(6000) < peak(1500) + 2**19  # boards that are kept take ten times that


def test_limits_hold():
    text = "\n".join([GOOD] * 50).encode()
    for limits in (Limits(max_boards=10), Limits(max_bytes=2000)):
        with pytest.raises(LimitError):
            overtrick.read(text, format="link_list", errors="raise", limits=limits)


@settings(deadline=None)
@given(
    st.binary(max_size=60)
    | st.text(alphabet="%|&=;+()[]<>'\"#u0aA,\n ", max_size=40).map(str.encode),
    st.integers(0, len(GOOD)),
    st.integers(0, 30),
)
def test_whatever_stands_in_a_link_its_neighbours_are_read(noise, place, length):
    middle = GOOD.encode()[:place] + noise + GOOD.encode()[place + length :]
    data = b"\n".join([GOOD.encode(), b"", middle, b"", GOOD.encode()])
    for mode in ("collect", "raise"):
        with contextlib.suppress(FormatError):
            boards = overtrick.read(data, format="link_list", errors=mode)
            assert boards[0].deal == DEAL
            assert boards[-1].deal == DEAL
            assert boards[-1].origin.line == data.count(b"\n") + 1


@settings(deadline=None)
@given(
    st.integers(1, 200),
    st.integers(1, 7),
    st.lists(st.sampled_from([GOOD, "<p>", "http", "\n", " x "]), max_size=12).filter(
        lambda parts: "".join(parts).strip()
    ),
)
def test_pieces_in_which_a_file_comes_do_not_matter(start, step, parts):
    data = "\n".join(parts).encode()

    class Pieces(io.RawIOBase):
        def __init__(self):
            self.at = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            size = start if self.at == 0 else 97 * step
            piece = data[self.at : self.at + min(size, len(buffer))]
            self.at += len(piece)
            buffer[: len(piece)] = piece
            return len(piece)

    with overtrick.open_boards(Pieces(), format="link_list", errors="collect") as reader:
        pieces = [(board, board.origin.line) for board in reader]
    assert pieces == [(board, board.origin.line) for board in read(data)]


# Writing ----------------------------------------------------------------------------------


@settings(deadline=None)
@given(boards())
def test_a_list_says_what_each_link_says(board):
    out = io.BytesIO()
    overtrick.write([board], out, format="link_list")
    line = out.getvalue().decode("ascii")
    assert line.endswith("\n")
    assert line.count("\n") == 1
    if board.deal is not None and any(board.deal) and (board.number or 0) in range(10_000):
        shown = attrs.evolve(board, deal=board.deal.completed())
        assert line.strip() == link(shown)


def test_the_commands_know_lists(tmp_path, capsys):
    path = tmp_path / "evening.html"
    path.write_text(f'<p>Last night</p>\n<a href="{GOOD}">one</a>\n{GOOD}\n')
    assert overtrick.detect(path).format == "link_list"
    pytest.importorskip("overtrick_pbn")
    assert run(["convert", "-q", str(path), str(tmp_path / "x.pbn")]) == 0
    assert len(overtrick.read(tmp_path / "x.pbn")) == 2
    assert run(["convert", "-q", str(tmp_path / "x.pbn"), str(tmp_path / "y.links")]) == 0
    assert [board.deal for board in overtrick.read(tmp_path / "y.links")] == [DEAL, DEAL]
    capsys.readouterr()
    assert run(["link", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_lists_and_lin_files_are_told_apart(tmp_path):
    cases = {
        "list.txt": (f"{PAGE}lin={LIN}\n{PAGE}lin={LIN}\n", "link_list"),
        "words.txt": (f"From last night:\n{PAGE}lin={LIN}\n", "link_list"),
        "lesson.lin": (f"nt|see {GOOD}|pg||\nqx|o1|md|{MD}|sv|o|pg||\n", "lin"),
        "plain.txt": (f"qx|o1|md|{MD}|sv|o|nt|{GOOD}|pg||\n", "lin"),
    }
    for name, (text, expected) in cases.items():
        path = tmp_path / name
        path.write_text(text)
        assert overtrick.detect(path).format == expected, name


def test_what_a_link_has_no_place_for_is_reported():
    board = Board(number=1, deal=DEAL, info=Info(event="Cup", room="Open"))
    losses = overtrick.write([board], io.BytesIO(), format="link_list")
    assert {loss.field.value for loss in losses} == {"info.event", "info.room"}

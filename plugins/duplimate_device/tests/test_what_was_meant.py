"""What is dealt is what was meant: odd boards, warnings, pipes; and closed streams."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import attrs
import pytest

import overtrick
from overtrick_dlm import BOOKKEEPER
from overtrick_duplimate_device.commands import deal
from overtrick_duplimate_device.interface.blind import find_cards
from overtrick_duplimate_device.session.deal_file import DealsError, is_placeholder, read_deals

GOLDEN = Path(__file__).parent / "data" / "dupsoft-32-boards.dlm"
BOARDS = {board.number: board for board in overtrick.read(GOLDEN)}
MACHINE = ("--device", "simulator:?speed=0")


@pytest.fixture
def evening(tmp_path, odd_boards):
    file = tmp_path / "the evening.pbn"
    file.write_bytes(odd_boards)
    return file


TOLD = (
    "Boards 3-4: a whole suit in each hand, so never dealt.",
    "Boards 2,5: the same deal.",
    "Board 8 stands 2 times in the file, always the same.",
    "Board 6: no cards, left out.",
    "Board 7: not all cards, left out.",
)


def test_each_odd_board_is_named_and_nothing_is_dealt_without_a_word(duplimate, evening):
    output = duplimate.run("deal", evening, *MACHINE, code=1)
    for line in TOLD:
        assert line in output.splitlines()
    assert "1 boards have no number" in output
    assert "Nothing is dealt." in output
    assert not find_cards(output)
    assert not duplimate.sessions.exists()
    output = duplimate.run("deal", evening, *MACHINE, "--yes")
    assert TOLD[0] in output
    assert "6 of 6" in output


@pytest.mark.parametrize(
    ("chosen", "is_asked"), [("1-2,8", False), ("2,5", True), ("1,3", True), ("5,8", False)]
)
def test_boards_that_were_chosen_are_asked_about_only_where_they_are_odd(evening, chosen, is_asked):
    source = read_deals(evening)
    numbers = [int(word) for word in chosen.replace("-", ",").split(",")]
    concerns = source.concerns(numbers, is_chosen=True)
    assert concerns.is_asked is is_asked
    assert not any("left out" in line for line in concerns.told)


def test_a_board_that_cannot_be_dealt_says_why(duplimate, evening):
    assert "board 6 has no cards; board 7 has not all cards" in duplimate.run(
        "deal", evening, "--boards", "1,6,7", *MACHINE, code=1
    )
    duplimate.run("deal", evening, "--boards", "1", *MACHINE)
    assert "board 7 has not all cards" in duplimate.run("redeal", "7", code=2)
    assert "the file has no board 12" in duplimate.run("redeal", "12", code=2)
    assert "Nothing is dealt" in duplimate.run("redeal", "3", code=1)
    assert "dealt once more" in duplimate.run("redeal", "3", "--yes")


def test_several_deals_for_one_number_are_an_error_with_all_numbers(tmp_path, pbn):
    file = tmp_path / "x.pbn"
    pairs = [(1, 1), (1, 2), (3, 3), (3, 4), (5, 5), (5, 5)]
    file.write_bytes(pbn(*((number, BOARDS[deal].deal.to_text()) for number, deal in pairs)))
    with pytest.raises(DealsError, match="Boards 1,3: several deals"):
        read_deals(file)


def test_placeholders_of_a_file_that_counts_are_not_dealt_and_not_counted(duplimate):
    file = duplimate.folder / "gaps.dlm"
    chosen = [BOARDS[number] for number in (1, 2, 5)]
    overtrick.write(chosen, file)
    source = read_deals(file)
    assert sorted(source.deals) == [1, 2, 5]
    assert source.concerns(source.deals, is_chosen=False).found == ()
    assert source.why_not(3) == "the file has no board 3"
    before = BOOKKEEPER.counters(file.read_bytes())
    output = duplimate.run("deal", file, *MACHINE)
    assert "3 of 3" in output
    after = BOOKKEEPER.counters(file.read_bytes())
    assert after == {number: count + 1 for number, count in before.items()}
    assert sorted(after) == [1, 2, 5]
    # Letters, counters and checksums of the placeholders are as they were.
    kept = overtrick.read(file, options={"placeholders": "keep"})
    assert [board.number for board in kept if is_placeholder(board.deal)] == [3, 4]
    assert "the file has no board 3" in duplimate.run("redeal", "3", code=2)


def test_a_range_that_ends_with_placeholders_is_warned_of_and_dealt_without_them(duplimate):
    file = duplimate.folder / "long.dlm"
    overtrick.write([BOARDS[number] for number in (1, 2, 3)], file)
    data = file.read_bytes().replace(b"To board=3\r", b"To board=5\r")
    file.write_bytes(data.replace(b"\nChecksum=3\r", b"\nChecksum=5\r"))
    output = duplimate.run("deal", file, *MACHINE)
    assert "warning DLM030" in output
    assert "3 of 3" in output
    assert sorted(BOOKKEEPER.counters(file.read_bytes())) == [1, 2, 3]


def test_warnings_name_no_card_and_do_not_flood(tmp_path, pbn):
    file = tmp_path / "x.pbn"
    games = pbn(*((number, BOARDS[number].deal.to_text()) for number in range(1, 21))).decode()
    file.write_text(games.replace('[Deal "N:', '[Deal "n:').replace("% PBN 2.1", "% PBN 2.1\n%x"))
    source = read_deals(file)
    assert len(source.findings) <= 6
    assert not find_cards(" ".join(source.findings))
    assert all(str(file) in line for line in source.findings)


def test_a_placeholder_is_a_whole_suit_in_each_hand_in_any_order():
    suits = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    assert is_placeholder(overtrick.Deal.parse(suits))
    assert is_placeholder(overtrick.Deal.parse(suits).rotated(1))
    assert not any(is_placeholder(board.deal) for board in BOARDS.values())


def in_terminal(duplimate, answer, *words):
    """Run a command on a terminal, answer its question, and return what was seen."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(  # noqa: S606  # the command itself, on a terminal of its own
            sys.executable,
            [sys.executable, "-m", "overtrick_cli", "duplimate", *map(str, words)],
            duplimate.environment(),
        )
    seen = b""
    asked_until = time.monotonic() + 30
    try:
        while b"[y/N]" not in seen and time.monotonic() < asked_until:
            seen += os.read(terminal, 4096)
        os.write(terminal, answer)
        while True:
            seen += os.read(terminal, 4096)
    except OSError:
        pass  # the terminal is gone with the command
    finally:
        os.close(terminal)
    _, status = os.waitpid(child, 0)
    return seen.decode(), os.waitstatus_to_exitcode(status)


@pytest.mark.slow
def test_on_a_terminal_the_operator_is_asked(duplimate, evening):
    seen, code = in_terminal(duplimate, b"y\n", "deal", evening, "--boards", "2,5", *MACHINE)
    assert "Was this meant?" in seen
    assert code == 0
    assert "All boards are dealt." in seen


def test_the_answer_no_deals_nothing(duplimate, evening, monkeypatch):
    monkeypatch.setattr(deal, "is_terminal", lambda stream: True)
    monkeypatch.setattr(deal.click, "confirm", lambda text, default: False)
    duplimate.run("deal", evening, "--boards", "2,5", *MACHINE, code=1)
    assert not duplimate.sessions.exists()


# Pipes.


def feed(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def test_boards_are_dealt_from_a_pipe(duplimate, monkeypatch):
    feed(monkeypatch, GOLDEN.read_bytes())
    output = duplimate.run("deal", "-", "--boards", "1-2", *MACHINE)
    assert "2 of 2" in output
    assert "came through a pipe" in output
    assert duplimate.run("status").count("pipe:") == 1


def test_the_same_boards_from_a_pipe_are_the_same_session_s(duplimate, monkeypatch):
    taken = ("--device", "simulator:?speed=0&script=2@3:taken", "--operator-timeout", "0.1")
    feed(monkeypatch, GOLDEN.read_bytes())
    assert "--file -" in duplimate.run("deal", "-", "--boards", "1-2", *taken, code=4)
    feed(monkeypatch, GOLDEN.read_bytes())
    assert "is not finished (1 of 2 dealt)" in duplimate.run("deal", "-", *taken, code=2)
    assert "must come once more" in duplimate.run("resume", code=2)
    turned = duplimate.folder / "turned.dlm"
    overtrick.write([attrs.evolve(b, deal=b.deal.rotated(1)) for b in BOARDS.values()], turned)
    feed(monkeypatch, turned.read_bytes())
    assert "not those that the session began with" in duplimate.run("resume", "--file", "-", code=1)
    feed(monkeypatch, GOLDEN.read_bytes())
    assert "All boards are dealt." in duplimate.run("resume", "--file", "-")


def test_a_file_that_was_moved_is_gone_on_with_where_it_is_now(duplimate):
    file = duplimate.evening()
    taken = ("--device", "simulator:?speed=0&script=2@5:taken", "--operator-timeout", "0.1")
    duplimate.run("deal", file, "--boards", "1-2", *taken, code=4)
    moved = file.rename(file.with_name("moved.dlm"))
    duplimate.run("resume", code=2)
    output = duplimate.run("resume", "--file", moved)
    assert "All boards are dealt." in output
    before = BOOKKEEPER.counters(GOLDEN.read_bytes())
    after = BOOKKEEPER.counters(moved.read_bytes())
    assert [after[b] - before[b] for b in (1, 2, 3)] == [1, 1, 0]


# Options of one name, streams that are closed.


def test_the_format_is_named_as_everywhere(duplimate):
    file = duplimate.evening("evening.txt")
    assert "1 of 1" in duplimate.run("deal", file, "--from", "DLM", "--boards", "1", *MACHINE)
    out = duplimate.folder / "x.out"
    duplimate.run("record", out, "--to", "Pbn", *MACHINE)
    assert out.read_bytes().startswith(b"% PBN")


@pytest.mark.slow
@pytest.mark.parametrize(("closed", "code"), [("<&- 2>&-", 0), (">&-", 1)])
def test_a_session_is_whole_or_not_begun_whatever_stream_is_closed(duplimate, closed, code):
    file = duplimate.evening()
    command = f'"{sys.executable}" -m overtrick_cli duplimate deal "{file}" --boards 1'
    done = subprocess.run(
        ["bash", "-c", f"{command} --device simulator:?speed=0 {closed}"],
        capture_output=True, text=True, env=duplimate.environment(), timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert BOOKKEEPER.counters(file.read_bytes())[1] == 2 - code
    if code:
        assert "standard output cannot be written" in done.stderr
        assert not duplimate.sessions.exists()
    else:
        assert "finished" in duplimate.run("status")


def test_boards_from_a_closed_standard_input_are_refused(duplimate, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert "which is closed" in duplimate.run("deal", "-", *MACHINE, code=2)
    assert not duplimate.sessions.exists()


@pytest.mark.slow
def test_a_reader_of_the_output_who_goes_away_does_not_stop_the_machine(duplimate):
    file = duplimate.evening()
    command = f'"{sys.executable}" -m overtrick_cli duplimate deal "{file}" --boards 1-3'
    subprocess.run(
        ["bash", "-c", f"{command} --device simulator:?speed=0 | head -1"],
        capture_output=True, env=duplimate.environment(), timeout=60, check=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert "finished" in duplimate.run("status")

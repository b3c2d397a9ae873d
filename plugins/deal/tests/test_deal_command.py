"""`overtrick deal`: what it writes, prints, and refuses."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import overtrick
from overtrick import Seat, Vulnerability
from overtrick.plugin import default_manager
from overtrick_cli.commands import run
from overtrick_deal import deals
from overtrick_deal.commands.main import MOVED
from overtrick_hands import compile_condition

LESSON = "north.hcp in 15..17 and balanced(north)"


def deal(*options: str) -> int:
    return run(["deal", *options])


def test_boards_have_numbers_dealers_and_fit_the_condition(tmp_path: Path) -> None:
    path = tmp_path / "lesson.pbn"
    assert deal("--count", "20", "--seed", "7", "--where", LESSON, "-o", str(path)) == 0
    boards = overtrick.read(path)
    assert [board.number for board in boards] == list(range(1, 21))
    condition = compile_condition(LESSON)
    assert all(condition(board) for board in boards)
    assert boards[6].dealer is Seat.SOUTH
    assert boards[6].vulnerability is Vulnerability.BOTH
    assert [board.deal for board in boards] == list(deals(20, where=LESSON, seed=7))


def test_what_made_the_boards_stands_in_the_file_and_makes_them_again(tmp_path: Path) -> None:
    one, two = tmp_path / "one.pbn", tmp_path / "two.pbn"
    assert deal("--count", "3", "--where", LESSON, "--with-seed", "-o", str(one)) == 0
    board = overtrick.read(one)[0]
    made = str(board.extras["pbn:Generator"])
    words = made.split(", ")
    assert words[0] == "overtrick deal: sampled"
    assert words[2] == f"where {LESSON}"
    seed, generator = words[1].removeprefix("seed ").split(" ")
    assert generator == "(shake128)"
    assert len(seed) == 64
    again = ("--count", "3", "--seed", seed, "--where", LESSON, "--with-seed", "-o", str(two))
    assert deal(*again) == 0
    assert one.read_bytes() == two.read_bytes()
    assert deal("--count", "3", "--seed", seed, "--no-provenance", "-o", str(two), "--force") == 0
    assert "pbn:Generator" not in overtrick.read(two)[0].extras


def test_a_sealed_set_does_not_tell_how_it_was_dealt(tmp_path: Path) -> None:
    path = tmp_path / "sealed.dlm"
    code = deal("--count", "4", "--seed", "no secret", "-O", "status=Sealed", "-o", str(path))
    assert code == 0
    assert b"Status=Sealed" in path.read_bytes()
    assert b"secret" not in path.read_bytes()
    assert b"overtrick deal" not in path.read_bytes()


WRITTEN = sorted(
    name for name, spec in default_manager().formats().items() if spec.writer is not None
)


@pytest.mark.parametrize("name", WRITTEN)
def test_every_format_that_is_written_gets_the_same_deals(name: str, tmp_path: Path) -> None:
    spec = default_manager().format(name)
    path = tmp_path / f"evening{spec.suffixes[0]}"
    assert deal("--count", "4", "--seed", "1", "--to", name, "-o", str(path)) == 0
    if spec.reader is not None:
        found = [board.deal for board in overtrick.read(path, format=name)]
        assert found[:4] == list(deals(4, seed=1))


def test_without_a_file_pbn_goes_to_standard_output(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert deal("--count", "2", "--seed", "1", "-q") == 0
    written = capfdbinary.readouterr()
    assert written.err == b""
    found = overtrick.read(io.BytesIO(written.out), format="pbn")
    assert [board.deal for board in found] == list(deals(2, seed=1))


def test_numbers_dealer_and_vulnerability_may_be_given(tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    given = ("--first", "99", "--dealer", "south", "--vulnerable", "ew")
    assert deal("--count", "3", "--seed", "1", *given, "-o", str(path)) == 0
    boards = overtrick.read(path)
    assert [board.number for board in boards] == [99, 100, 101]
    assert {board.dealer for board in boards} == {Seat.SOUTH}
    assert {board.vulnerability for board in boards} == {Vulnerability.EW}


@pytest.mark.parametrize(
    ("options", "sits"),
    [
        (["--to-south", "north"], Seat.SOUTH),
        (["--rotate", "1"], Seat.EAST),
        (["--rotate", "-1"], Seat.WEST),
        (["--swap", "ns"], Seat.SOUTH),
        (["--swap", "ew"], Seat.NORTH),
    ],
)
def test_hands_may_be_turned_once_they_are_dealt(
    options: list[str], sits: Seat, tmp_path: Path
) -> None:
    path = tmp_path / "turned.pbn"
    same = ["--count", "5", "--seed", "1", "--where", "north.hcp >= 20"]
    assert deal(*same, *options, "-o", str(path)) == 0
    for board, plain in zip(
        overtrick.read(path), deals(5, seed=1, where="north.hcp >= 20"), strict=True
    ):
        assert board.deal is not None
        assert board.deal[sits] == plain[Seat.NORTH]
        assert sorted(hand.mask for hand in board.deal) == sorted(hand.mask for hand in plain)


def test_how_likely_a_deal_is_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert deal("count", "--where", "north.hcp == 0") == 0
    assert capsys.readouterr().out.startswith("0.363896 % (1 in 274.804): ")
    assert deal("count", "--where", "north.hcp == 38") == 0
    assert capsys.readouterr().out == "0: no deal can satisfy it\n"
    assert deal("count", "--where", "someone(spades >= 8)") == 0
    assert capsys.readouterr().out.startswith("about ")
    assert deal("count", "--where", LESSON, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["count"] == 2610137721058114653884217600
    assert found["way"] == "sampled"


def test_how_deals_are_found_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    condition = f"{LESSON} and someone(spades >= 7)"
    assert deal("count", "--where", condition, "--explain") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["sampled: north.hcp in 15..17", "sampled: balanced(north)"]
    assert lines[2].startswith("tested: north.spades >= 7 or ")
    assert lines[3].startswith("Sampled without rejection: 4.866 % ")
    assert deal("count", "--where", "north.hcp >= 12", "--explain") == 0
    assert "Plain deals are tested: " in capsys.readouterr().out


def test_boards_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert deal("--count", "2", "--seed", "1", "--json", "--with-seed") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seed"] == "1"
    assert found["generator"] == "shake128"
    assert [board["deal"] for board in found["boards"]] == [str(one) for one in deals(2, seed=1)]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--where", "north.hcp >= 40"], 2, "no deal can satisfy it: north.hcp >= 40"),
        (["--where", "north.hcpp >= 4"], 2, "column 7: "),
        (["--where", "declarer is north"], 2, "do not determine declarer"),
        (["--where", "someone(spades >= 13)", "--max-tries", "5000"], 2, "5,000 deals in a row"),
        (["--predeal", "N:AKQ"], 2, "no predeal"),
        (["--seed", ""], 2, "a seed is"),
        (["--generator", "mersenne"], 2, "mersenne"),
        (["--dealer", "x"], 2, "not a seat"),
        (["--rotate", "1", "--to-south", "east"], 2, "give one of them"),
        (["--to", "nothing"], 2, "nothing"),
        (["-O", "speed=1"], 2, "no option 'speed'"),
        (["-o", "boards.unknown"], 2, "--to FORMAT"),
    ],
)
def test_what_is_wrong_is_said(
    options: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deal("--count", "1", *options) == code
    told = capsys.readouterr()
    assert message in told.err
    assert "Traceback" not in told.err
    assert told.out == ""


@pytest.mark.parametrize(("option", "words"), sorted(MOVED.items()))
def test_an_option_of_1_x_names_the_command_that_replaces_it(
    option: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deal("--seed", "1", option, "x") == 2
    message = capsys.readouterr().err
    assert "No such option" in message
    assert f"use `overtrick deal {words}`" in message
    command, *more = words.split()
    assert deal(command, "--help") == 0
    help_text = capsys.readouterr().out
    assert all(word in help_text for word in more)


def test_a_number_of_boards_without_its_option_is_explained(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert deal("24") == 2
    assert "`overtrick deal --count 24` generates 24 boards" in capsys.readouterr().err
    assert deal("scirpt") == 2
    assert "did you mean script?" in capsys.readouterr().err


def test_options_stand_after_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deal("--seed", "1", "count", "--where", LESSON) == 2
    printed = capsys.readouterr()
    assert "put --seed after the command: overtrick deal count ..." in printed.err
    assert printed.out == ""


def test_a_terminal_is_not_flooded_with_boards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert deal("--where", LESSON) == 2
    printed = capsys.readouterr()
    assert "-o OUT writes 16 boards to a file" in printed.err
    assert printed.out == ""
    assert deal("--count", "1", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["boards"]) == 1


def test_defaults_are_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert deal("--help") == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = [line for line in lines if line.startswith("  --count N")]
    assert line.endswith("[default: 16; x>=1]")
    assert {"Deals:", "Boards:", "Output:", "Generator:", "Commands:"} <= set(lines)


def test_a_file_is_replaced_only_if_that_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "boards.pbn"
    path.write_bytes(b"mine")
    assert deal("--count", "1", "-o", str(path)) == 2
    assert path.read_bytes() == b"mine"
    assert "--force" in capsys.readouterr().err
    assert deal("--count", "1", "-o", str(path), "--force") == 0


def test_ctrl_c_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from overtrick_deal.sampling.sampler import Sampler

    def struck(self: Sampler, start: int, size: int) -> None:
        signal.raise_signal(signal.SIGINT)

    path = tmp_path / "boards.pbn"
    monkeypatch.setattr(Sampler, "part", struck)
    assert deal("--count", "10", "-o", str(path)) == 130
    assert list(tmp_path.iterdir()) == []
    assert "half-written" in capsys.readouterr().err


def test_without_a_solver_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "overtrick_dd", None)
    assert deal("--count", "1", "--with-dd", "-o", str(tmp_path / "a.pbn")) == 4
    assert "pip install overtrick-dd[dds]" in capsys.readouterr().err
    assert deal("--count", "1", "--where", "tricks(south, spades) >= 9") == 2
    assert "pip install overtrick-dd[dds]" in capsys.readouterr().err


def test_double_dummy_conditions_and_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solving = pytest.importorskip("overtrick_dd")
    if solving.unavailable() is not None:
        pytest.skip(str(solving.unavailable()))
    path = tmp_path / "made.pbn"
    monkeypatch.setattr("overtrick_deal.sampling.solving.AT_ONCE", 2)
    text = "tricks(south, notrump) >= 7 and ns.hcp >= 24"
    assert deal("--count", "1", "--seed", "1", "--where", text, "--with-dd", "-o", str(path)) == 0
    condition = compile_condition(text)
    for board in overtrick.read(path):
        assert board.double_dummy is not None
        assert condition(board) is True


@pytest.mark.slow
def test_numpy_waits_until_a_deal_is_made() -> None:
    asks = """
import contextlib, io, sys
from overtrick_cli.commands import run
import overtrick_deal
with contextlib.redirect_stdout(io.StringIO()):
    assert run(["deal", "--help"]) == 0
overtrick_deal.Predeal, overtrick_deal.Seed, overtrick_deal.Sampler, overtrick_deal.deals
assert "numpy" not in sys.modules
run(["deal", "--count", "1", "-q"])
assert "numpy" in sys.modules
"""
    subprocess.run([sys.executable, "-c", asks], check=True, stdout=subprocess.DEVNULL)

"""`overtrick dd`: what it prints, writes and compares, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from fake_solvers import made_up, random_deals

import overtrick
from overtrick import Board, Seat, Vulnerability
from overtrick_cli import commands
from overtrick_dd import process
from overtrick_dd.boards import board_pars, makeable, par_text

PBN = pytest.importorskip("overtrick_pbn")


class CommandLine:
    def __init__(self, capsys):
        self.capsys = capsys

    def __call__(self, *words, code=0):
        self.capsys.readouterr()
        returned = commands.run(["dd", *map(str, words)])
        captured = self.capsys.readouterr()
        self.out, self.err = captured.out, captured.err
        assert returned == code, self.out + self.err
        assert "Traceback" not in self.err
        return self.out


@pytest.fixture
def dd(fakes, capsys):
    return CommandLine(capsys)


def board_text(number, deal, *more):
    vulnerable = Vulnerability.of_board(number).label
    lines = [
        f'[Board "{number}"]',
        f'[Dealer "{Seat.dealer_of(number).symbol}"]',
        f'[Vulnerable "{vulnerable}"]',
        f'[Deal "{deal.to_text()}"]',
        *more,
    ]
    return "\n".join(lines) + "\n\n"


@pytest.fixture
def evening(tmp_path):
    """A file of six boards; of the fourth not all cards are told."""
    texts = [board_text(number, deal) for number, deal in enumerate(random_deals(6), 1)]
    texts[3] = '[Board "4"]\n[Dealer "W"]\n[Vulnerable "All"]\n[Deal "N:AK... - - -"]\n\n'
    path = tmp_path / "evening.pbn"
    path.write_text("% a line of one's own\n" + "".join(texts))
    return path


def test_it_prints_what_can_be_made_and_par(dd, evening):
    out = dd(evening)
    grid = made_up(random_deals(1)[0])
    board = Board(number=1, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE)
    lines = out.splitlines()
    assert lines[0] == "Board 1 · Dealer North · None vulnerable"
    assert lines[1].split() == ["Declarer", "NT", "♠", "♥", "♦", "♣"]
    assert lines[2].split() == ["North", *map(str, grid.tricks[0][::-1])]
    assert lines[6] == f"Makes  {makeable(grid)}"
    (par,) = board_pars(board, grid)
    assert lines[7] == f"Par    {par_text(par)}"
    assert out.count("Makes") == 5
    assert dd.err.splitlines() == ["board 4: skipped, for its deal has 2 of 52 cards"]


def test_json_is_one_object_a_board(dd, evening):
    found = [json.loads(line) for line in dd(evening, "--json", "--boards", "1-2").splitlines()]
    assert [one["board"] for one in found] == [1, 2]
    grid = made_up(random_deals(1)[0])
    assert found[0]["tricks"]["S"]["NT"] == grid.tricks[2][4]
    assert set(found[0]["par"]) == {"NS", "contracts"}


def test_without_vulnerability_par_is_told_for_each(dd, tmp_path):
    path = tmp_path / "one.pbn"
    path.write_text(f'[Dealer "N"]\n[Deal "{random_deals(1)[0].to_text()}"]\n')
    out = dd(path)
    assert [line.split("(")[1] for line in out.splitlines() if line.startswith("Par")] == [
        f"{word} vulnerable)" for word in ("None", "NS", "EW", "All")
    ]
    assert "par" not in json.loads(dd(path, "--json"))
    dd(path, "-o", tmp_path / "two.pbn")
    (board,) = overtrick.read(tmp_path / "two.pbn")
    assert board.double_dummy == made_up(random_deals(1)[0])
    assert "pbn:OptimumScore" not in board.extras


def test_what_is_written_is_the_file_with_tables_and_nothing_else_changed(dd, evening, tmp_path):
    target = tmp_path / "with.pbn"
    dd(evening, "-o", target)
    assert "5 tables solved" in dd.err
    before, after = evening.read_text().splitlines(), target.read_text().splitlines()
    new = [line for line in after if line not in before]
    assert [line for line in after if line not in set(new)] == before
    boards = overtrick.read(target)
    assert len(boards) == 6
    for board, deal in zip(boards, random_deals(6), strict=True):
        if board.number == 4:
            assert board.double_dummy is None
            continue
        assert board.double_dummy == made_up(deal)
        (par,) = board_pars(board, made_up(deal))
        assert board.extras["pbn:OptimumScore"] == f"NS {par.score}"
        assert "pbn:ParContract" in board.extras
    # Once more: nothing is left to do, and nothing changes.
    dd(target, "-o", tmp_path / "again.pbn")
    assert "0 tables solved, 5 were there" in dd.err
    assert (tmp_path / "again.pbn").read_bytes() == target.read_bytes()
    dd(target, "-o", tmp_path / "replaced.pbn", "--replace")
    assert (tmp_path / "replaced.pbn").read_bytes() == target.read_bytes()


def test_a_table_that_is_there_stays_unless_it_is_replaced(dd, tmp_path):
    deal = random_deals(1)[0]
    source = tmp_path / "old.pbn"
    source.write_text(
        board_text(
            1, deal, '[OptimumScore "NS 1520"]', '[DoubleDummyTricks "ddddd00000ddddd00000"]'
        )
    )
    dd(source, "-o", tmp_path / "kept.pbn")
    (kept,) = overtrick.read(tmp_path / "kept.pbn")
    assert kept.double_dummy.tricks_of(Seat.NORTH, overtrick.Strain.CLUBS) == 13
    assert kept.extras["pbn:OptimumScore"] == "NS 1520"
    dd(source, "-o", tmp_path / "new.pbn", "--replace")
    (new,) = overtrick.read(tmp_path / "new.pbn")
    assert new.double_dummy == made_up(deal)
    assert new.extras["pbn:OptimumScore"] != "NS 1520"
    assert "DoubleDummyTricks" in (tmp_path / "new.pbn").read_text()


def test_check_names_each_difference_and_counts(dd, evening, tmp_path):
    target = tmp_path / "with.pbn"
    dd(evening, "-o", target)
    assert dd(target, "--check").splitlines()[-1] == "5 tables compared, 0 differ"
    grid = made_up(random_deals(1)[0])
    right = grid.tricks[0][4]
    text = target.read_text()
    wrong = (right + 1) % 14
    target.write_text(text.replace(f"N NT {right:>2}", f"N NT {wrong:>2}", 1))
    lines = dd(target, "--check", code=1).splitlines()
    assert lines[0] == f"Board 1: N NT {wrong} and not {right}"
    assert lines[-1] == "5 tables compared, 1 differs"
    (one, *others) = map(json.loads, dd(target, "--check", "--json", code=1).splitlines())
    assert one["differs"] == [
        {"declarer": "N", "denomination": "NT", "file": wrong, "solver": right}
    ]
    assert all(other["differs"] == [] for other in others)


def test_a_large_file_is_worked_on_in_lumps(dd, evening, tmp_path, monkeypatch):
    tables = tmp_path / "tables.pbn"
    dd(evening, "-o", tables)
    tables.write_text(tables.read_text().replace('NS "', "NS 10", 1))
    whole = [dd(evening), dd(tables, "--check"), dd(tables, "--check", "--json")]
    monkeypatch.setattr("overtrick_dd.command._LUMP", 2)
    assert [dd(evening), dd(tables, "--check"), dd(tables, "--check", "--json")] == whole
    assert whole[1].endswith("5 tables compared, 0 differ\n")
    again = tmp_path / "again.pbn"
    dd(evening, "-o", again)
    assert "5 tables solved" in dd.err
    dd(tables, "-o", again, "--replace", "--force")
    assert "5 tables solved" in dd.err
    dd(evening, "--boards", "1,9", code=2)
    assert dd.out == ""


def test_losses_and_warnings_are_told_as_by_convert(dd, evening, tmp_path):
    report = tmp_path / "losses.json"
    evening.write_text(evening.read_text() + '[Board "x"]\n[Dealer "N"]\n')
    dd(evening, "-o", tmp_path / "out.pbn", "--report", report)
    assert json.loads(report.read_text())["written"] is True
    assert "warning PBN332" in dd.err
    dd(evening, "-o", tmp_path / "out.pbn", "--force", "--strict", code=1)
    assert "which --strict counts as errors" in dd.err
    dd(evening, "--strict", code=1)
    assert dd.out.count("Makes") == 5
    dd(evening, "--fail-on-loss", code=2)
    assert "--report are for -o OUT" in dd.err
    dd(evening, "-o", tmp_path / "x.pbn", "--report", evening, code=2)
    dd(evening, "-O", "colour=red", code=2)
    assert "no option 'colour': reading pbn has" in dd.err


def test_a_file_that_loses_boards_by_being_written_over_is_said(dd, evening):
    dd(evening, "-o", evening, code=2)
    assert f"{evening} is one of the files to read; give another target" in dd.err
    dd(evening, "-o", evening, "--force")
    assert "read, too" not in dd.err
    dd(evening, "-o", evening, "--force", "--boards", "2-3")
    assert f"note: {evening} was read, too: the other boards are gone from it" in dd.err
    assert len(overtrick.read(evening)) == 2


def test_check_compares_optimum_scores_too(dd, evening, tmp_path):
    target = tmp_path / "with.pbn"
    dd(evening, "-o", target)
    lines = target.read_text().splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("[OptimumScore"))
    lines[place] = '[OptimumScore "NS 10"]'
    target.write_text("\n".join(lines) + "\n")
    out = dd(target, "--check", code=1).splitlines()
    assert out[0].startswith("Board 1: OptimumScore NS 10 and not NS ")
    assert out[-2:] == ["5 optimum scores compared, 1 differs", "5 tables compared, 0 differ"]


def test_formats_without_a_place_for_tables_are_refused_before_anything_is_solved(
    dd, evening, tmp_path, fakes
):
    pytest.importorskip("overtrick_csv")
    dd(evening, "-o", tmp_path / "x.csv", code=2)
    assert re.search(r"csv has no place for tables \(these have: .*\bpbn\b", dd.err)
    assert fakes.starts == []


@pytest.mark.slow
def test_a_solver_that_dies_is_told_with_its_boards_and_the_others_come(dd, evening, fakes):
    fakes.make_ill("dies", random_deals(6)[1])
    out = dd(evening, code=4)
    assert out.count("Makes") == 4
    lost = "the solver was lost (ended with code 3: free(): invalid size); again: board 1, board 2"
    assert lost in dd.err
    assert "board 2: the solver fake failed: ended with code 3" in dd.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name a file"),
        (["--cache", "show", "x.pbn"], "--cache takes no file"),
        (["x.pbn", "--to", "pbn"], "are for -o OUT"),
        (["x.pbn", "-o", "y.pbn", "--check"], "-o writes the boards"),
    ],
)
def test_what_does_not_go_together_is_refused(dd, words, message):
    dd(*words, code=2)
    assert message in dd.err


def test_the_cache_is_shown_and_cleared(dd, evening, cache_folder):
    dd(evening)
    assert "double-dummy.sqlite: 5 results, 0." in dd("--cache", "show")
    assert json.loads(dd("--cache", "show", "--json"))["results"] == 5
    assert dd("--cache", "clear").endswith("5 results removed\n")
    assert "0 results" in dd("--cache", "show")


def test_no_cache_is_touched_where_none_is_wanted(dd, evening, cache_folder, monkeypatch):
    dd(evening, "--no-cache")
    assert not cache_folder.exists()
    monkeypatch.setenv("OVERTRICK_CACHE", "")
    assert "there is no cache" in dd("--cache", "show")


@pytest.mark.filterwarnings("default::overtrick_dd.CacheWarning")
def test_a_damaged_cache_is_said_and_everything_still_comes(dd, evening, cache_folder):
    cache_folder.mkdir()
    (cache_folder / "double-dummy.sqlite").write_bytes(b"hello" * 1000)
    assert dd(evening).count("Makes") == 5
    assert dd.err.count("cannot be used, and nothing is kept") == 1
    dd("--cache", "clear")
    dd(evening)
    assert "double-dummy.sqlite: 5 results" in dd("--cache", "show")


@pytest.mark.slow
def test_clearing_costs_a_run_beside_it_nothing(dd, fakes, tmp_path, request):
    gate = fakes.folder / "gate"
    gate.touch()
    deals = random_deals(60)
    path, target = tmp_path / "long.pbn", tmp_path / "out.pbn"
    path.write_text("".join(board_text(n, deal) for n, deal in enumerate(deals, 1)))
    running = command(request.path.parent, path, "-o", target)
    # The solver waits at the gate when some deals are solved.
    while sum(fakes.calls) <= 24:
        time.sleep(0.02)
        assert running.poll() is None
    gone = int(dd("--cache", "clear").split(": ")[1].split()[0])
    gate.unlink()
    _, err = running.communicate(timeout=30)
    assert running.returncode == 0, err
    assert "60 tables solved" in err
    assert "cache" not in err
    assert [board.double_dummy for board in overtrick.read(target)] == list(map(made_up, deals))
    # What was there was thrown away, what came later is kept.
    assert 0 < gone < 60
    assert f" {60 - gone} results" in dd("--cache", "show")


def test_a_sealed_file_is_not_told_of(dd, tmp_path):
    pytest.importorskip("overtrick_dlm")
    boards = [
        Board(
            number=1, dealer=Seat.NORTH, vulnerability=Vulnerability.NONE, deal=random_deals(1)[0]
        )
    ]
    path = tmp_path / "sealed.dlm"
    overtrick.write(boards, path, options={"status": "Sealed"})
    dd(path, code=2)
    assert "--show-cards shows them" in dd.err
    assert "Makes" in dd(path, "--show-cards")


def test_errors_of_the_file_are_told_and_the_rest_is_solved(dd, tmp_path):
    path = tmp_path / "bad.pbn"
    deals = random_deals(2)
    path.write_text(board_text(1, deals[0], '[Declarer "Q"]') + board_text(2, deals[1]))
    out = dd(path, code=1)
    assert out.count("Makes") == 2
    assert "error PBN" in dd.err
    target = tmp_path / "out.pbn"
    dd(path, "-o", target, code=1)
    assert "--keep-going writes what could be read" in dd.err
    assert not target.exists()
    dd(path, "-o", target, "--keep-going", code=1)
    assert all(board.double_dummy for board in overtrick.read(target, errors="collect"))


RUN = (
    "import sys\n"
    "sys.path.insert(0, sys.argv[1])\n"
    "from overtrick import PluginManager\n"
    "from overtrick_dd import solving\n"
    "import conftest, pathlib, os\n"
    "manager = PluginManager()\n"
    "manager.register(conftest.Fakes(pathlib.Path(os.environ['DD_FAKE'])), name='fakes')\n"
    "solving.default_manager = lambda: manager\n"
    "from overtrick_cli.application import run\n"
    "sys.exit(run(sys.argv[2:]))\n"
)


def command(folder, *words, **settings):
    return subprocess.Popen(
        [sys.executable, "-c", RUN, str(folder), "dd", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **settings,
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
def test_ctrl_c_keeps_what_is_done(dd, fakes, tmp_path, monkeypatch, request):
    monkeypatch.setenv("DD_FAKE_PAUSE", "0.1")
    path = tmp_path / "long.pbn"
    deals = random_deals(60)
    path.write_text("".join(board_text(n, deal) for n, deal in enumerate(deals, 1)))
    folder = request.path.parent
    target = tmp_path / "out.pbn"
    running = command(folder, path, "-o", target, start_new_session=True)
    end = time.monotonic() + 30
    while len(fakes.calls) < 3 and time.monotonic() < end:
        time.sleep(0.05)
    # As a terminal does it: all processes of the group get it.
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=30)
    assert running.returncode == 130, err
    (line,) = (line for line in err.splitlines() if line.startswith("stopped"))
    done = int(line.split()[1])
    assert line == f"stopped: {done} of 60 tables are done, and kept for the next time"
    assert 0 < done < 60
    assert not target.exists()
    assert f" {done} results" in dd("--cache", "show")
    # The solver's process is gone as well.
    (pid,) = fakes.starts
    with pytest.raises(OSError, match="process"):
        os.kill(pid, 0)
    monkeypatch.setenv("DD_FAKE_PAUSE", "0")
    before = sum(fakes.calls)
    dd(path, "-o", target)
    assert sum(fakes.calls) - before == 60 - done
    assert len(overtrick.read(target)) == 60


@pytest.mark.slow
def test_pipes_are_read_and_written(evening, fakes, request):
    running = command(request.path.parent, "-", "-o", "-", "--to", "pbn", stdin=subprocess.PIPE)
    out, err = running.communicate(evening.read_text(), timeout=60)
    assert running.returncode == 0, err
    assert len(overtrick.loads(out)) == 6
    assert out.count("OptimumResultTable") == 5


def test_without_a_solver_one_sentence_says_so(dd, evening):
    dd(evening, "--solver", "absent", code=4)
    assert dd.err.splitlines()[-1] == "Error: it is on holiday: pip install presence"
    dd(evening, "--solver", "deep", code=2)


def test_plugins_show_the_kind_and_its_solvers(dd):
    commands.run(["plugins"])
    out = dd.capsys.readouterr().out
    assert "kinds solvers" in out
    assert "solvers dds" in out
    process._close_all(process._owner)

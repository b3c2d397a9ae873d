"""Deals of an archive solved: once each, the same bytes whoever solved and was killed."""

from __future__ import annotations

import functools
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from archive_solvers import grid_of, manager_of, numbers_of
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick
import overtrick_archive
from overtrick import Board, BoardSet, Contract, Deal, Info, OptionError, Result, Seat
from overtrick.plugin import FileLock, LockedError
from overtrick_archive import compacting, solving, store
from overtrick_cli.commands import run
from overtrick_hands import compile_condition

pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")
pytest.importorskip("overtrick_dd", reason="double dummy needs overtrick-dd")


def random_deals(count, seed=1):
    chosen = random.Random(seed)
    found = []
    for _ in range(count):
        cards = list(range(52))
        chosen.shuffle(cards)
        masks = (sum(1 << card for card in cards[at : at + 13]) for at in (0, 13, 26, 39))
        found.append(Deal.from_masks(*masks))
    return found


DEALS = random_deals(30)


def board(number, deal, numbers=None):
    grids = () if numbers is None else (grid_of(numbers).to_grid(),)
    return Board(
        number=number,
        dealer=Seat(number % 4),
        deal=deal,
        contract=Contract.parse("3NT", declarer=Seat.NORTH),
        result=Result(tricks=9),
        info=Info(event="Club", date=f"{2020 + number % 2}.01.02"),
        grids=grids,
    )


def write(path, boards):
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(overtrick.dumps(BoardSet(boards=tuple(boards)), format="pbn").encode())
    return path


def tables(folder, columns="number, double_dummy, double_dummy_from", where="true"):
    with overtrick_archive.open(folder) as archive:
        answer = archive.sql(f"select {columns} from boards where {where} order by number")  # noqa: S608  # words of the tests
        return [tuple(row.values()) for row in answer.to_pylist()]


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    monkeypatch.setattr(solving, "BATCH", 4)


@pytest.fixture
def club(tmp_path, solvers, quick):
    """An archive of boards without tables."""
    write(tmp_path / "files" / "a.pbn", [board(n, deal) for n, deal in enumerate(DEALS, 1)])
    overtrick_archive.add(tmp_path / "club", [tmp_path / "files"])
    return tmp_path / "club"


def archive_of(folder, *files):
    for number, boards in enumerate(files):
        write(folder.parent / f"{folder.name}-files" / f"{number}.pbn", boards)
    overtrick_archive.add(folder, [folder.parent / f"{folder.name}-files"])
    return folder


# --- what is filled -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_deal_is_solved_once_however_often_it_was_played(tmp_path, solvers, quick):
    one, other = DEALS[:2]
    folder = archive_of(
        tmp_path / "club", [board(1, one), board(2, other), board(3, one)], [board(4, one)]
    )
    report = overtrick_archive.solve(folder, jobs=1)
    assert (report.deals, report.solved, report.left, report.boards) == (2, 2, 0, 4)
    assert (report.solver, report.version) == ("fake", "1.2")
    assert sorted(solvers.asked) == sorted([one.to_text(), other.to_text()])
    first, second = numbers_of(one.masks), numbers_of(other.masks)
    assert tables(folder) == [
        (1, first, "fake"), (2, second, "fake"), (3, first, "fake"), (4, first, "fake"),
    ]  # fmt: skip
    assert overtrick_archive.solve(folder).deals == 0
    assert len(solvers.asked) == 2


@pytest.mark.slow
def test_what_files_say_stays_and_goes_to_boards_that_lack_it(tmp_path, solvers, quick):
    said, part = [7] * 20, [7] * 19 + [None]
    deals = DEALS[:4]
    folder = archive_of(
        tmp_path / "club",
        [board(1, deals[0], said), board(2, deals[1], part), board(3, deals[2], said)],
        [board(11, deals[0]), board(12, deals[1]), board(13, deals[2], [6] * 20)],
        [board(23, deals[2]), board(24, deals[3])],
    )
    report = overtrick_archive.solve(folder)
    assert (report.from_files, report.solved) == (1, 3)
    solved = [numbers_of(deal.masks) for deal in deals]
    assert tables(folder) == [
        (1, said, "file"),
        (2, [*part[:19], solved[1][19]], "file, fake"),
        (3, said, "file"),
        (11, said, "other file"),
        (12, solved[1], "fake"),
        (13, [6] * 20, "file"),
        (23, solved[2], "fake"),  # files say different things of it
        (24, solved[3], "fake"),
    ]


@pytest.mark.slow
def test_boards_without_whole_hands_are_left_out_and_counted(tmp_path, solvers, quick):
    three = Deal.from_masks(*DEALS[0].masks[:3], 0)
    folder = archive_of(tmp_path / "club", [board(1, three), Board(number=2), board(3, DEALS[1])])
    report = overtrick_archive.solve(folder)
    assert (report.boards, report.incomplete, report.solved) == (3, 2, 1)
    assert [row[2] for row in tables(folder)] == [None, None, "fake"]


NUMBERS = st.one_of(
    st.none(),
    st.lists(st.one_of(st.none(), st.integers(0, 13)), min_size=20, max_size=20),
    st.integers(0, 2).map(lambda count: [count] * 20),
)
PLAYED = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2), NUMBERS), max_size=12)


@pytest.mark.slow
@settings(max_examples=12)  # a solver is started for each
@given(played=PLAYED)
def test_whatever_files_say_every_gap_is_filled_and_nothing_else(played, tmp_path_factory):
    import overtrick_dd

    folder = tmp_path_factory.mktemp("filled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARCHIVE_FAKE", str(folder))
        patch.setattr("os.fsync", lambda descriptor: None)
        chosen = functools.partial(overtrick_dd.chosen_solver, manager=manager_of(folder))
        patch.setattr(overtrick_dd, "chosen_solver", chosen)
        files = [[], [], []]
        for number, (deal, file, numbers) in enumerate(played, 1):
            files[file].append(board(number, DEALS[deal], numbers))
        archive_of(folder / "club", *filter(None, files))
        report = overtrick_archive.solve(folder / "club", solver="fake", jobs=1)
    said = {}
    for deal, _, numbers in played:
        if numbers is not None and any(count is not None for count in numbers):
            said.setdefault(deal, []).append(numbers)
    lacking = {deal for deal, _, numbers in played if numbers is None or None in numbers}
    found = {number: rest for number, *rest in tables(folder / "club")}
    solved = set()
    for number, (deal, _, numbers) in enumerate(played, 1):
        stated = numbers or [None] * 20
        words = said.get(deal, [])
        is_agreed = bool(words) and None not in words[0] and all(one == words[0] for one in words)
        other = words[0] if is_agreed else numbers_of(DEALS[deal].masks)
        expected = [other[at] if count is None else count for at, count in enumerate(stated)]
        who = "other file" if is_agreed else "fake"
        if None not in stated:
            who = "file"
        elif any(count is not None for count in stated):
            who = f"file, {who}"
        assert found[number] == [expected, who]
        if deal in lacking and not is_agreed:
            solved.add(deal)
    assert report.solved == len(solved)


@pytest.mark.slow
def test_the_boards_come_out_as_they_went_in(club, tmp_path, solvers):
    file = tmp_path / "files" / "a.pbn"
    before = overtrick.read(file)
    overtrick_archive.solve(club)
    with overtrick_archive.open(club) as archive:
        assert archive.board_set(file) == before
        assert overtrick.dumps(archive.board_set(file), format="pbn").encode() == file.read_bytes()
        of_all, of_some = list(archive.boards()), list(archive.boards(where="number > 0"))
        assert {each.number for each in of_all} == {each.number for each in of_some}
        assert not any(each.grids for each in (*of_all, *of_some))
        places = archive.sql("select * from boards where double_dummy_from = 'fake'")
        assert places.num_rows == 30
        assert not any(each.grids for each in archive.boards_at(places))
        solved = list(archive.boards_at(places, with_solved=True))
        for each in (*solved, *archive.boards(with_solved=True)):
            assert each.double_dummy == grid_of(numbers_of(each.deal.masks))


@pytest.mark.slow
def test_a_table_that_cannot_be_read_is_not_replaced(tmp_path, solvers, quick):
    file = write(tmp_path / "a.pbn", [board(1, DEALS[0], [7] * 20)])
    file.write_bytes(file.read_bytes().replace(b"N  S  7", b"N  S 77").replace(b"N S 7", b"N S 77"))
    assert b"77" in file.read_bytes()
    overtrick_archive.add(tmp_path / "club", [file])
    overtrick_archive.solve(tmp_path / "club")
    with overtrick_archive.open(tmp_path / "club") as archive:
        (as_read,) = archive.boards()
        (filled,) = archive.boards(with_solved=True)
        assert filled == as_read
        assert tables(tmp_path / "club")[0][2] == "fake"


@pytest.mark.slow
def test_every_way_to_ask_sees_the_same_tables(club, solvers):
    overtrick_archive.solve(club, where="number <= 20")
    condition = compile_condition("tricks(north, nt) >= 7")
    with overtrick_archive.open(club) as archive:
        columns = ["number", "double_dummy", "double_dummy_from"]
        names = ", ".join(columns)
        expected = archive.sql(f"select {names} from boards order by number").to_pylist()  # noqa: S608  # as above
        assert sum(row["double_dummy"] is not None for row in expected) == 20
        table = archive.table(columns=columns).sort_by("number")
        assert table.to_pylist() == expected
        assert (
            archive.table(where="true", columns=columns)
            .sort_by("number")
            .equals(table.cast(archive.table(where="true", columns=columns).schema))
        )
        assert archive.table().column_names[-1] == "double_dummy_from"
        polars = pytest.importorskip("polars")
        frame = archive.to_polars(columns=columns).sort("number")
        assert frame["double_dummy_from"].to_list() == ["fake"] * 20 + [None] * 10
        assert frame.select(polars.col("double_dummy").is_null().sum()).item() == 10
        wanted = [
            row["number"] for row in expected if row["double_dummy"] and row["double_dummy"][4] >= 7
        ]
        assert wanted
        assert sorted(each.number for each in archive.boards(where=condition)) == wanted
        lists = archive.sql("select number from boards where tricks(double_dummy, 'N', 'NT') >= 7")
        assert sorted(lists["number"].to_pylist()) == wanted
        pars = archive.sql("select count(par(double_dummy, 'N', 'None')) as n from boards")
        assert pars.to_pylist() == [{"n": 20}]
        assert archive.dataset().to_table(columns=["double_dummy"])["double_dummy"].null_count == 30


@pytest.mark.slow
def test_a_file_that_is_replaced_takes_back_what_it_said_alone(tmp_path, solvers, quick):
    one, other = DEALS[:2]
    folder = archive_of(
        tmp_path / "club", [board(1, one, [7] * 20)], [board(2, one), board(3, other)]
    )
    overtrick_archive.solve(folder)
    assert [row[2] for row in tables(folder)] == ["file", "other file", "fake"]
    write(tmp_path / "club-files" / "0.pbn", [board(1, one)])
    overtrick_archive.add(folder, [tmp_path / "club-files"])
    assert [row[2] for row in tables(folder)] == [None, None, "fake"]
    assert overtrick_archive.solve(folder).solved == 1
    assert tables(folder)[1][1:] == (numbers_of(one.masks), "fake")
    write(tmp_path / "club-files" / "1.pbn", [board(2, one)])
    overtrick_archive.add(folder, [tmp_path / "club-files"])
    assert len(solvers.asked) == 2  # a table is of a deal, and the deal is the same
    assert [row[2] for row in tables(folder)] == ["fake", "fake"]


# --- the order, and the bytes -------------------------------------------------------------------


@pytest.mark.slow
def test_the_bytes_tell_neither_who_solved_nor_how_often_it_was_begun(
    club, tmp_path, tree, solvers, monkeypatch
):
    import shutil

    def made(name, *calls):
        folder = tmp_path / name
        shutil.copytree(club, folder)
        for words in calls:
            overtrick_archive.solve(folder, **words)
        return tree(folder)

    whole = made("one", {"jobs": 1})
    assert made("three", {"jobs": 3}) == whole
    assert made("parts", {"limit": 7}, {"limit": 5, "jobs": 2}, {}) == whole
    monkeypatch.setattr(solving, "EVERY", 0.0)
    assert made("often", {"jobs": 2}) == whole
    monkeypatch.setattr(compacting, "PART_ROWS", 8)
    small = made("small", {"limit": 11}, {})
    assert small == made("at once", {})
    with overtrick_archive.open(tmp_path / "small") as archive:
        assert [part.rows for part in archive.manifest.tables["solved"]] == [8, 8, 8, 6]
    overtrick_archive.compact(tmp_path / "small")
    solved = {name for name in small if name.startswith("solved/")}
    assert {name for name in tree(tmp_path / "small") if name.startswith("solved/")} == solved


def test_the_easy_ones_come_first(club, solvers):
    overtrick_archive.solve(club, jobs=1)
    import numpy as np

    masks = [Deal.parse(text).masks for text in solvers.asked]
    costs = solving.expected_costs(np.array(masks, dtype="uint64")).tolist()
    assert len(costs) == 30
    assert costs == sorted(costs)


@given(st.permutations(range(52)))
def test_costs_count_how_often_the_side_changes(cards):
    import numpy as np

    sides = [card % 4 % 2 for card in cards]
    masks = [sum(1 << at for at, card in enumerate(cards) if card % 4 == seat) for seat in range(4)]
    expected = 0
    for suit in range(4):
        held = sides[13 * suit : 13 * suit + 13][::-1]
        expected += sum(one != other for one, other in itertools.pairwise(held))
        expected -= next((at for at, side in enumerate(held) if side != held[0]), 13)
    assert solving.expected_costs(np.array([masks], dtype="uint64")).tolist() == [expected]


@pytest.mark.slow
def test_limits_end_it_whole(club, solvers, monkeypatch):
    report = overtrick_archive.solve(club, limit=6)
    assert (report.solved, report.left, report.is_stopped) == (6, 24, True)
    assert report.share == 1.0
    ended = []

    class Clock:
        now = 0.0

        @classmethod
        def monotonic(cls):
            return cls.now

    def ends_soon(report):
        ended.append(report.share)
        Clock.now = 60.0  # the clock leaps where something is solved

    monkeypatch.setattr(solving, "time", Clock)
    report = overtrick_archive.solve(club, max_minutes=1, jobs=1, watch=ends_soon)
    monkeypatch.setattr(solving, "time", time)
    assert report.is_stopped
    assert 0 < report.solved < 24
    assert report.left == 24 - report.solved
    assert 0 < report.share == ended[-1] < 1
    assert overtrick_archive.solve(club).left == 0


@pytest.mark.slow
def test_only_some_boards(club, solvers):
    report = overtrick_archive.solve(club, where=compile_condition("north.hcp >= 12"))
    assert report.solved == report.boards == len(tables(club, where="north_hcp >= 12"))
    assert 0 < report.solved < 30
    with pytest.raises(overtrick_archive.QuestionError, match="lvl"):
        overtrick_archive.solve(club, where="lvl > 3")


# --- where something goes wrong -----------------------------------------------------------------


@pytest.mark.slow
def test_a_deal_that_the_solver_cannot_bear_is_told_and_passed_over(club, solvers):
    raises, dies, hangs, short = DEALS[3], DEALS[9], DEALS[12], DEALS[20]
    solvers.make_ill("raises", raises)
    solvers.make_ill("dies", dies)
    solvers.make_ill("hangs", hangs)
    solvers.make_ill("short", short)
    report = overtrick_archive.solve(club, jobs=2, timeout=5)
    assert report.solved == 26
    assert {one.deal for one in report.failed} == {raises, dies, hangs, short}
    words = " ".join(one.error for one in report.failed)
    for why in ("nine hearts", "ended with code 3", "no answer in 5 s", "not as many tables"):
        assert why in words
    assert [row[2] for row in tables(club)].count(None) == 4
    with overtrick_archive.open(club) as archive:
        assert archive.sql("select count(error) as n from solved").to_pylist() == [{"n": 4}]
    asked = len(solvers.asked)
    assert overtrick_archive.solve(club).deals == 0
    assert len(solvers.asked) == asked
    for path in solvers.folder.glob("*.ill"):
        path.unlink()
    report = overtrick_archive.solve(club, retry_failed=True, where="number <= 15")
    assert report.solved == 3
    assert overtrick_archive.solve(club, retry_failed=True).solved == 1
    assert None not in [row[2] for row in tables(club)]
    with overtrick_archive.open(club) as archive:
        assert archive.manifest.rows("solved") == 30
        assert archive.sql("select count(error) as n from solved").to_pylist() == [{"n": 0}]


def test_many_hard_deals_side_by_side_do_not_end_it(club, solvers):
    solvers.make_ill("raises", *DEALS[:25])
    report = overtrick_archive.solve(club, jobs=1)
    assert (report.solved, len(report.failed), report.left) == (5, 25, 0)


@pytest.mark.slow
def test_a_solver_that_cannot_be_used_changes_nothing(club, solvers, tree):
    from overtrick_dd import SolverError

    before = tree(club)
    with pytest.raises(SolverError, match="another century"):
        overtrick_archive.solve(club, solver="broken")
    with pytest.raises(OptionError, match="no solver 'nobody'"):
        overtrick_archive.solve(club, solver="nobody")
    # It fails with every deal, one that any solver has at once included.
    easy = Deal.from_masks(8191, 8191 << 13, 8191 << 26, 8191 << 39)
    solvers.make_ill("raises", easy, *DEALS)
    with pytest.raises(SolverError, match="nine hearts"):
        overtrick_archive.solve(club)
    assert tree(club) == before


def test_without_double_dummy_one_line_says_what_to_install(club, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "overtrick_dd", None)
    with pytest.raises(
        overtrick_archive.ArchiveError, match=r"pip install 'overtrick-archive\[dd\]'"
    ):
        overtrick_archive.solve(club)
    assert run(["archive", "dd", str(club)]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_one_program_changes_an_archive_at_a_time(club, solvers):
    with FileLock.acquire(club / ".archive.lock"), pytest.raises(LockedError):
        overtrick_archive.solve(club)
    with pytest.raises(FileNotFoundError):
        overtrick_archive.solve(club.parent / "nowhere")
    assert not (club.parent / "nowhere").exists()


class Killed(BaseException):
    """Ends the work as a signal would, wherever it strikes."""


@pytest.mark.slow
def test_wherever_it_is_killed_the_archive_is_whole_and_goes_on(
    club, tmp_path, solvers, monkeypatch, tree
):
    import shutil

    shutil.copytree(club, tmp_path / "whole")
    overtrick_archive.solve(tmp_path / "whole")
    whole = tree(tmp_path / "whole")
    monkeypatch.setattr(solving, "EVERY", 0.0)
    writes, strikes = 0, []

    def struck(function):
        def inner(self, *arguments):
            nonlocal writes
            writes += 1
            if writes in strikes:
                raise Killed
            return function(self, *arguments)

        return inner

    monkeypatch.setattr(store.Store, "put", struck(store.Store.put))
    monkeypatch.setattr(store.Store, "replace_manifest", struck(store.Store.replace_manifest))
    seen = set()
    for strike in (1, 2, 3, 9, 16, 17, 18):
        folder = tmp_path / f"killed-{strike}"
        shutil.copytree(club, folder)
        # What `finally` would still write, a signal does not.
        writes, strikes[:] = 0, range(strike, 100)
        with pytest.raises(Killed):
            overtrick_archive.solve(folder, jobs=1)
        strikes.clear()
        with overtrick_archive.open(folder) as archive:
            assert not archive.verify()
            rows = archive.table("solved").to_pylist()
        seen.add(len(rows))
        for row in rows:
            masks = [row[f"{seat}_hand"] for seat in ("north", "east", "south", "west")]
            assert row["double_dummy"] == numbers_of(masks)
        overtrick_archive.solve(folder)
        assert tree(folder) == whole
    assert len(seen) > 3


SOLVE = """
import sys
sys.path.append(sys.argv[2])
import functools
import overtrick_dd
from archive_solvers import manager_of
chosen = functools.partial(overtrick_dd.chosen_solver, manager=manager_of(None))
overtrick_dd.chosen_solver = chosen
from overtrick_archive import solving
import overtrick_archive
solving.EVERY, solving.BATCH = 0.02, 2
print("ready", flush=True)
overtrick_archive.solve(sys.argv[1], jobs=int(sys.argv[3]))
"""


def start(folder, jobs):
    here = str(Path(__file__).parent)
    words = [sys.executable, "-c", SOLVE, str(folder), here, str(jobs)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.slow
def test_processes_killed_at_any_moment_lose_and_double_nothing(
    club, tmp_path, solvers, monkeypatch, tree
):
    import shutil

    shutil.copytree(club, tmp_path / "whole")
    overtrick_archive.solve(tmp_path / "whole")
    monkeypatch.setenv("ARCHIVE_FAKE_PAUSE", "0.03")
    chance = random.Random(5)
    kills, counts = 0, [0]
    while kills < 4:
        process = start(club, 1 + kills % 2)
        # So many deals are asked for, and no time: a busy computer takes long to begin.
        enough, limit = len(solvers.asked) + chance.randint(0, 15), time.monotonic() + 60
        while len(solvers.asked) < enough and process.poll() is None:
            assert time.monotonic() < limit
            time.sleep(0.01)
        process.kill()
        process.communicate()
        kills += process.returncode == -signal.SIGKILL
        with overtrick_archive.open(club) as archive:
            assert not archive.verify()
            counts.append(archive.manifest.rows("solved"))
            different = archive.sql("select count(distinct deal_hash) as n from solved")
            assert different.to_pylist() == [{"n": counts[-1]}]
        if counts[-1] == 30:
            # It was done: from the start again.
            shutil.rmtree(club)
            write(tmp_path / "files" / "a.pbn", [board(n, d) for n, d in enumerate(DEALS, 1)])
            overtrick_archive.add(club, [tmp_path / "files"])
            counts.append(0)
        assert counts[-1] >= counts[-2] or counts[-1] == 0
    assert len(set(counts)) > 1
    monkeypatch.setenv("ARCHIVE_FAKE_PAUSE", "0")
    overtrick_archive.solve(club)
    assert tree(club) == tree(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal that a test can send there")
def test_ctrl_c_keeps_what_is_solved_and_ends_the_solvers(club, solvers, monkeypatch):
    monkeypatch.setenv("ARCHIVE_FAKE_PAUSE", "0.1")
    solvers.make_ill("hangs", *DEALS[25:])
    process = start(club, 2)
    limit = time.monotonic() + 60
    while len(solvers.asked) < 12 and time.monotonic() < limit:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, words = process.communicate(timeout=30)
    assert b"KeyboardInterrupt" in words
    with overtrick_archive.open(club) as archive:
        assert not archive.verify()
        assert 0 < archive.manifest.rows("solved") < 30


# --- the command --------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_says_what_came_of_it(club, solvers, tmp_path, capsys):
    solvers.make_ill("raises", DEALS[0])
    report = tmp_path / "report.json"
    assert run(["archive", "dd", str(club), "--limit", "12", "--report", str(report)]) in {0, 4}
    told = json.loads(report.read_bytes())
    assert told["solved"] + len(told["failed"]) == 12
    assert (told["solver"], told["left"], told["is_stopped"]) == ("fake", 18, True)
    assert "the same command goes on" in capsys.readouterr().err
    assert run(["archive", "dd", str(club), "--quiet"]) in {0, 4}
    assert run(["archive", "stats", str(club), "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)[0]["solved"] == json.loads(out)[0]["double_dummy"] == 29
    assert "0 deals with a double-dummy table in a file, 29 solved, 1 without" in err
    assert run(["archive", "dd", str(club), "--retry-failed"]) == 4
    assert "nine hearts" in capsys.readouterr().err
    assert run(["archive", "dd", str(club), "--jobs", "2", "--scheduler", "tcp://x:1"]) == 2
    assert run(["archive", "dd", str(club), "-o", "x.csv"]) == 2
    assert run(["archive", "dd", str(club), "--solver", "nobody"]) == 2
    assert run(["archive", "verify", str(club)]) == 0
    (part,) = (club / "solved").glob("*.parquet")
    part.write_bytes(part.read_bytes()[:-9] + b"something")
    assert run(["archive", "verify", str(club)]) == 1


@pytest.mark.slow
def test_files_with_wrong_tables_are_listed(tmp_path, solvers, quick, capsys):
    right = [numbers_of(deal.masks) for deal in DEALS[:4]]
    wrong = [14 - 1 - right[1][0], *right[1][1:]]
    part = [right[2][0], 13 - right[2][1], *[None] * 18]
    folder = archive_of(
        tmp_path / "club",
        [board(1, DEALS[0], right[0]), board(2, DEALS[1], wrong), board(3, DEALS[2], part)],
        [board(4, DEALS[3], right[3]), board(5, DEALS[1])],
    )
    overtrick_archive.solve(folder)
    assert tables(folder)[4][2] == "other file"
    capsys.readouterr()
    assert run(["archive", "dd", str(folder), "--check", "--format", "json"]) == 1
    out, err = capsys.readouterr()
    (found,) = json.loads(out)
    path = str(tmp_path / "club-files" / "0.pbn")
    assert found == {"path": path, "tables": 3, "differing": 2, "numbers": 2}
    assert "4 tables compared, 2 differ" in err
    # The files keep their words; what was taken of one is now the solver's.
    assert tables(folder)[1][1:] == (wrong, "file")
    assert tables(folder)[2][1:] == ([*part[:2], *right[2][2:]], "file, fake")
    assert tables(folder)[4][1:] == (right[1], "fake")
    with overtrick_archive.open(folder) as archive:
        assert archive.manifest.rows("solved") == 4
    assert run(["archive", "dd", str(folder), "--check", "--quiet"]) == 1


@pytest.mark.slow
def test_boards_are_written_with_solved_tables_where_that_is_asked(club, solvers, tmp_path):
    overtrick_archive.solve(club)
    words = ["archive", "sql", str(club), "--where", "board <= 3", "--quiet"]
    for name, more in (("plain", []), ("solved", ["--with-solved"])):
        assert run([*words, "--as-boards", "-o", str(tmp_path / f"{name}.pbn"), *more]) == 0
    assert not any(each.grids for each in overtrick.read(tmp_path / "plain.pbn"))
    for each in overtrick.read(tmp_path / "solved.pbn"):
        assert each.double_dummy == grid_of(numbers_of(each.deal.masks))
    assert run([*words, "--with-solved"]) == 2


def test_an_archive_of_before_there_were_solved_tables_is_read(club, solvers):
    path = club / "manifest.json"
    content = json.loads(path.read_bytes())
    del content["tables"]["solved"]
    path.write_text(json.dumps(content))
    assert overtrick_archive.solve(club, limit=1).solved == 1


@pytest.mark.slow
def test_two_deals_of_one_hash_are_told_apart(tmp_path, solvers, quick, monkeypatch):
    from overtrick_archive import tables as columns

    monkeypatch.setattr(columns, "hash_of_masks", lambda *masks: 7)
    folder = archive_of(tmp_path / "club", [board(n, deal) for n, deal in enumerate(DEALS[:3], 1)])
    overtrick_archive.solve(folder, where="number < 3")
    assert [row[1] for row in tables(folder)] == [
        numbers_of(DEALS[0].masks), numbers_of(DEALS[1].masks), None,
    ]  # fmt: skip

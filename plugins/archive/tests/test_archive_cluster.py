"""A Dask cluster of real processes: the same bytes as one process, whoever is lost or joins."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest

import overtrick_archive
from overtrick import OvertrickError
from overtrick_archive import adding, cluster, reading, solving
from overtrick_cli.commands import run

pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")


def test_without_dask_it_is_said_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(overtrick_archive.ArchiveError, match=r"overtrick-archive\[dask\]"):
        overtrick_archive.add(tmp_path / "archive", [], scheduler="tcp://127.0.0.1:9")


def test_jobs_and_a_scheduler_are_not_both(tmp_path):
    with pytest.raises(ValueError, match="not both"):
        overtrick_archive.add(tmp_path / "archive", [], jobs=2, scheduler="tcp://127.0.0.1:9")
    words = ["archive", "add", str(tmp_path / "archive"), "a.pbn", "--jobs", "2"]
    assert run([*words, "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert not (tmp_path / "archive").exists()


class Processes:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start("scheduler", "--port", "0", "--scheduler-file", "cluster.json")
        file = folder / "cluster.json"
        limit = time.monotonic() + 60
        while not file.exists():
            assert self.scheduler.poll() is None
            assert time.monotonic() < limit
            time.sleep(0.05)

    def start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--host", "127.0.0.1"]
        with (self.folder / "log.txt").open("ab") as log:
            process = subprocess.Popen(
                [*command, "--no-dashboard", *words], cwd=self.folder, stdout=log, stderr=log
            )
        self.running.append(process)
        return process

    def worker(self, *words: str) -> subprocess.Popen[bytes]:
        return self.start(
            "worker", "--scheduler-file", "cluster.json", "--nthreads", "1", "--no-nanny", *words
        )

    @property
    def address(self) -> str:
        import json

        return str(json.loads((self.folder / "cluster.json").read_bytes())["address"])

    def close(self) -> None:
        for process in reversed(self.running):
            process.kill()
            process.wait()


@pytest.fixture
def processes(tmp_path, monkeypatch):
    pytest.importorskip("distributed", reason="a cluster needs overtrick-archive[dask]")
    monkeypatch.setattr(reading, "_SMALL", 2000)
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Processes(folder)
    yield made
    made.close()


@pytest.fixture
def files(tmp_path, evening):
    folder = tmp_path / "files"
    for number in range(40):
        evening(folder / f"{number:02}.pbn", 100 * number, 20 + number)
    (folder / "odd.pbn").write_bytes(b"\x00\x01 no format has this")
    (folder / "copy.pbn").write_bytes((folder / "03.pbn").read_bytes())
    return folder


@pytest.mark.slow
def test_a_worker_killed_and_one_that_joins_late_are_not_seen(processes, files, tmp_path, tree):
    overtrick_archive.add(tmp_path / "one", [files])
    lost, _ = processes.worker(), processes.worker()
    seen = []

    def watch(added):
        seen.append(added.files)
        if len(seen) == 5:
            lost.kill()
            lost.wait()
        elif len(seen) == 8:
            processes.worker()

    added = overtrick_archive.add(
        tmp_path / "cluster-made", [files], scheduler=processes.address, watch=watch
    )
    assert lost.returncode == -9
    assert added.files == 42
    assert tree(tmp_path / "cluster-made") == tree(tmp_path / "one")


@pytest.mark.slow
def test_where_there_is_nobody_it_is_said(processes, files, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.0)
    with pytest.raises(overtrick_archive.ArchiveError, match="without workers"):
        overtrick_archive.add(tmp_path / "archive", [files], scheduler=processes.address)
    address = processes.address
    processes.close()
    monkeypatch.setattr(cluster, "_CONNECT", 0.5)
    with pytest.raises(overtrick_archive.ArchiveError, match="no scheduler of Dask"):
        overtrick_archive.add(tmp_path / "archive", [files], scheduler=address)
    with pytest.raises(overtrick_archive.ArchiveError, match="no scheduler of Dask"):
        overtrick_archive.add(tmp_path / "archive", [files], scheduler="what://ever")


@pytest.mark.slow
def test_a_scheduler_that_is_lost_ends_it_and_the_archive_goes_on(
    processes, files, tmp_path, tree, monkeypatch
):
    monkeypatch.setattr(adding, "GROUP_FILES", 3)
    overtrick_archive.add(tmp_path / "one", [files])
    processes.worker()

    def watch(added):
        if added.files == 5:
            processes.scheduler.kill()

    folder = tmp_path / "archive"
    with pytest.raises(overtrick_archive.ArchiveError, match="is lost"):
        overtrick_archive.add(folder, [files], scheduler=processes.address, watch=watch)
    with overtrick_archive.open(folder) as archive:
        assert not archive.verify()
        assert archive.manifest.rows("files") >= 3
    overtrick_archive.add(folder, [files])
    assert tree(folder) == tree(tmp_path / "one")


@pytest.mark.slow
def test_other_versions_are_told(processes, files, tmp_path, monkeypatch):
    processes.worker()
    mine = {**cluster.versions(), "overtrick-pbn": "9.9"}
    monkeypatch.setattr(cluster, "versions", lambda: mine)
    with pytest.raises(overtrick_archive.ArchiveError, match=r"overtrick-pbn .* \(here 9\.9\)"):
        overtrick_archive.add(tmp_path / "archive", [files], scheduler=processes.address)


def test_a_piece_whose_file_is_not_there_is_not_read(tmp_path, evening, monkeypatch):
    monkeypatch.setattr(cluster, "_here", lambda: "tcp://there")
    path = evening(tmp_path / "files" / "a.pbn", 1, 3)
    piece = reading.ReadUnit(path=str(path), sha256="0" * 64, size=path.stat().st_size)
    answer = cluster.read_there(piece, cluster.versions())
    assert answer.portions is not None
    assert sum(one.boards.num_rows for one in answer.portions if one.boards is not None) == 3
    path.write_bytes(b"")
    assert cluster.read_there(piece, cluster.versions()).portions is None
    path.unlink()
    assert cluster.read_there(piece, cluster.versions()).portions is None


@pytest.fixture
def deadly(processes, tmp_path, monkeypatch):
    """Return what makes workers die of a file, as of a fault of a library: without a word."""
    source = tmp_path / "deadly"
    source.mkdir()
    # Python runs it at the start of a worker, before anything of ours.
    (source / "sitecustomize.py").write_text(
        "import os, sys\n"
        "if any('dask_worker' in word for word in sys.orig_argv):\n"
        "    import overtrick_archive.cluster as cluster\n"
        "    read = cluster.read\n"
        "    def deadly(piece):\n"
        "        if piece.path.endswith('deadly.pbn'):\n"
        "            with open(os.environ['DEATHS'], 'a') as deaths:\n"
        "                deaths.write('died\\n')\n"
        "            os._exit(9)\n"
        "        return read(piece)\n"
        "    cluster.read = deadly\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(source))
    monkeypatch.setenv("DEATHS", str(tmp_path / "deaths.txt"))
    return tmp_path / "deaths.txt"


@pytest.mark.slow
def test_a_piece_that_every_worker_dies_of_is_read_here(processes, deadly, evening, tmp_path, tree):
    folder = tmp_path / "files"
    for number in range(12):
        evening(folder / f"{number:02}.pbn", 100 * number, 3)
    evening(folder / "05-deadly.pbn", 5000, 7)
    overtrick_archive.add(tmp_path / "one", [folder])
    # Four are lost with it (Dask's `allowed-failures` is 3); the fifth reads the others.
    for _ in range(5):
        processes.worker()
    added = overtrick_archive.add(tmp_path / "cluster-made", [folder], scheduler=processes.address)
    assert (added.files, added.boards, added.errors) == (13, 12 * 3 + 7, [])
    assert deadly.read_text().count("died") == 4
    assert tree(tmp_path / "cluster-made") == tree(tmp_path / "one")


@pytest.mark.slow
def test_workers_read_files_of_archives_and_addresses(processes, evening, tmp_path, tree, served):
    """Files of archives travel with their bytes; an address is opened by the worker."""
    pytest.importorskip("fsspec", reason="addresses need overtrick-archive[remote]")
    pytest.importorskip("aiohttp", reason="https:// needs overtrick-archive[remote]")
    import fsspec

    far = tmp_path / "far"
    for number in range(6):
        evening(far / f"{number:02}.pbn", 100 * number, 3 + 10 * number)
    packed = tmp_path / "files" / "night.tgz"
    packed.parent.mkdir()
    with tarfile.open(packed, "w:gz") as made:
        for number in range(6):
            made.add(evening(tmp_path / "made" / "a.pbn", 9000 + number, 3), f"{number}.pbn")
    evening(tmp_path / "web" / "w.pbn", 7000, 5)
    sources = [packed, f"file://{far.as_posix()}", f"{served(tmp_path / 'web')}/w.pbn"]
    overtrick_archive.add(tmp_path / "one", sources)
    processes.worker()
    added = overtrick_archive.add(tmp_path / "two", sources, scheduler=processes.address)
    assert (added.files, added.errors) == (13, [])
    assert tree(tmp_path / "two") == tree(tmp_path / "one")
    # What is in the memory of this process is not in that of a worker.
    fsspec.filesystem("memory").pipe("/a.pbn", (far / "00.pbn").read_bytes())
    added = overtrick_archive.add(
        tmp_path / "memory", ["memory://a.pbn"], scheduler=processes.address
    )
    assert [error.message for error in added.errors] == [
        "cannot read the file: there is no such file"
    ]


# --- double dummy -------------------------------------------------------------------------------

PRELOAD = """
import sys
sys.path.append({here!r})
import functools
import overtrick_dd
from archive_solvers import manager_of
chosen = functools.partial(overtrick_dd.chosen_solver, manager=manager_of(None))
overtrick_dd.chosen_solver = chosen
"""


@pytest.fixture
def unsolved(tmp_path, solvers, monkeypatch):
    """Return what makes archives of thirty deals; a batch has two."""
    import random

    import overtrick
    from overtrick import Board, BoardSet, Deal

    monkeypatch.setattr(solving, "BATCH", 2)
    chosen = random.Random(7)
    boards = []
    for number in range(1, 31):
        cards = chosen.sample(range(52), 52)
        masks = (sum(1 << card for card in cards[at : at + 13]) for at in (0, 13, 26, 39))
        boards.append(Board(number=number, deal=Deal.from_masks(*masks)))
    path = tmp_path / "deals.pbn"
    path.write_text(overtrick.dumps(BoardSet(boards=tuple(boards)), format="pbn"))

    def make(name):
        overtrick_archive.add(tmp_path / name, [path])
        return tmp_path / name

    return make


def solvers_of(processes):
    """Return the words by which a worker knows the made-up solvers."""
    path = processes.folder / "preload.py"
    path.write_text(PRELOAD.format(here=str(Path(__file__).parent)))
    return "--preload", str(path)


@pytest.mark.slow
def test_a_cluster_solves_to_the_same_bytes_whoever_is_lost(processes, unsolved, tree, monkeypatch):
    one = unsolved("one")
    assert overtrick_archive.solve(one, jobs=1).solved == 30
    monkeypatch.setenv("ARCHIVE_FAKE_PAUSE", "0.05")
    words = solvers_of(processes)
    lost, _ = processes.worker(*words), processes.worker(*words)
    seen = []

    def watch(report):
        seen.append(report.solved)
        if len(seen) == 3:
            lost.kill()
            lost.wait()
        elif len(seen) == 5:
            processes.worker(*words)

    other = unsolved("cluster-made")
    report = overtrick_archive.solve(other, scheduler=processes.address, watch=watch)
    assert lost.returncode == -9
    assert (report.solved, report.version, report.left) == (30, "1.2", 0)
    assert tree(other) == tree(one)


@pytest.mark.slow
def test_a_worker_with_another_solver_or_none_is_told(processes, unsolved, tree, monkeypatch):
    folder = unsolved("club")
    before = tree(folder)
    worker = processes.worker()
    with pytest.raises(OvertrickError, match=r"the worker tcp.*: there is no solver 'fake'"):
        overtrick_archive.solve(folder, scheduler=processes.address)
    worker.kill()
    worker.wait()
    processes.worker(*solvers_of(processes))
    mine = {"overtrick-dd": "9.9", "the solver fake": "1.3"}
    monkeypatch.setattr(solving, "solver_versions", lambda spec: mine)
    with pytest.raises(overtrick_archive.ArchiveError, match=r"the solver fake 1\.2 \(here 1\.3\)"):
        overtrick_archive.solve(folder, scheduler=processes.address)
    assert tree(folder) == before


def test_solving_needs_jobs_or_a_scheduler_and_not_both(unsolved):
    with pytest.raises(ValueError, match="not both"):
        overtrick_archive.solve(unsolved("club"), jobs=1, scheduler="tcp://127.0.0.1:9")

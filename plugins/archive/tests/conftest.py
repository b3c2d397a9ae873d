"""Files of boards, the bytes of archives, terminals, servers, and solvers that are made up."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

# The made-up solver is imported by the tests, and by the processes that they start.
sys.path.append(str(Path(__file__).parent))


@pytest.fixture
def evening():
    """Return what writes a PBN file of boards with dates of three years."""
    import overtrick
    from overtrick import Board, BoardSet, Deal, Info, Seat

    hands = ("T53.AJ7.AT.AQ762", "AKJ9.Q.QJ65.KJT8", "872.T9543.K9732.", "Q64.K862.84.9543")
    deals = [Deal.parse(f"N:{' '.join(hands[n:] + hands[:n])}") for n in range(4)]

    def write(path, first, count, year=2024):
        boards = tuple(
            Board(
                number=number,
                dealer=Seat(number % 4),
                deal=deals[number % 4],
                info=Info(event="Club", date=f"{year + number % 3}.01.{1 + number % 28:02}"),
            )
            for number in range(first, first + count)
        )
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(overtrick.dumps(BoardSet(boards=boards), format="pbn").encode())
        return path

    return write


@pytest.fixture
def tree():
    """Return what gives the files of an archive with their bytes."""

    def files_of(folder):
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    return files_of


@pytest.fixture
def terminal():
    """Return what runs the command on a terminal: its exit code, what stands there, and the rest.

    Where there is an answer all is on the terminal, and the question gets it; otherwise standard
    output is, and what is said beside it is the rest.
    """
    pty = pytest.importorskip("pty", reason="terminals of POSIX")

    def run_there(*words, answer=None, columns=80):
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-c", "from overtrick_cli import main; main()", *words],
            stdin=None if answer is None else theirs,
            stdout=theirs,
            stderr=subprocess.PIPE if answer is None else theirs,
            env=os.environ | {"COLUMNS": str(columns), "TERM": "dumb"},
        ) as process:
            os.close(theirs)
            out = b""
            with contextlib.suppress(OSError):  # so Linux says that the other end is closed
                while piece := os.read(ours, 4096):
                    out += piece
                    if answer is not None and b"[y/N]" in piece:
                        os.write(ours, answer)
            os.close(ours)
            rest = b"" if process.stderr is None else process.stderr.read()
        return process.returncode, out.decode().replace("\r\n", "\n"), rest.decode()

    return run_there


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        """Say nothing."""


@pytest.fixture
def served():
    """Return what serves a folder on the web of this machine, and gives its address."""
    servers = []

    def serve(folder):
        handler = functools.partial(_Quiet, directory=str(folder))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        servers.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server, thread in servers:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def solvers(tmp_path, monkeypatch):
    """The made-up solvers, known by name beside the installed ones."""
    pytest.importorskip("overtrick_dd", reason="double dummy needs overtrick-dd")
    from archive_solvers import Solvers, manager_of

    import overtrick_dd

    folder = tmp_path / "solvers"
    folder.mkdir()
    monkeypatch.setenv("ARCHIVE_FAKE", str(folder))
    monkeypatch.setenv("OVERTRICK_SOLVER", "fake")
    manager = manager_of(folder)
    chosen = functools.partial(overtrick_dd.chosen_solver, manager=manager)
    monkeypatch.setattr(overtrick_dd, "chosen_solver", chosen)
    return Solvers(folder)

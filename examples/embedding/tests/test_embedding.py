"""The embedding examples run, and files from strangers stay within their limits."""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

import overtrick

HERE = Path(__file__).parents[1]
EVENING = HERE.parent / "club-evening.dlm"
DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"


def load(name: str):
    spec = importlib.util.spec_from_file_location(f"embedding_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
        timeout=60,
    )


# Without entry points -------------------------------------------------------------------------


def test_a_program_names_its_plugins_and_discovers_none(tmp_path: Path) -> None:
    manager = load("no_entry_points").make_manager()
    assert [spec.name for spec in overtrick.formats(manager=manager)] == ["dlm", "pbn"]
    done = run(str(HERE / "no_entry_points.py"), str(EVENING), cwd=tmp_path)
    boards = overtrick.read(EVENING)
    assert done.stdout.splitlines() == [f"{board.label} {board.deal}" for board in boards]


# A plugin that you do not trust -----------------------------------------------------------------


def test_a_plugin_in_a_process_of_its_own_reads_a_file() -> None:
    found = load("untrusted_plugin").boards_of(str(EVENING), "dlm")
    assert [board.deal for board in found] == [board.deal for board in overtrick.read(EVENING)]


# Frozen ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file with the program and all it needs, and no metadata of any distribution."""
    target = tmp_path_factory.mktemp("frozen") / "convert.pyz"
    packages = ["overtrick", "overtrick_dlm", "overtrick_pbn", "attr", "attrs", "pluggy", "lark"]
    with zipfile.ZipFile(target, "w") as archive:
        archive.write(HERE / "frozen_application.py", "__main__.py")
        for package in packages:
            folder = Path(importlib.util.find_spec(package).origin).parent
            for path in folder.rglob("*"):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.write(path, f"{package}/{path.relative_to(folder).as_posix()}")
    return target


def test_a_program_without_metadata_or_site_packages_converts(frozen: Path, tmp_path) -> None:
    done = run("-I", "-S", str(frozen), str(EVENING), "evening.pbn", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("32 boards from dlm to pbn")
    assert [board.deal for board in overtrick.read(tmp_path / "evening.pbn")] == [
        board.deal for board in overtrick.read(EVENING)
    ]


@pytest.mark.slow
def test_the_frozen_program_reads_what_needs_the_grammar(frozen: Path, tmp_path: Path) -> None:
    # A comment inside the auction is read by lark, whose grammar is a file of the package.
    (tmp_path / "night.pbn").write_text(
        '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n1C {strong} Pass 1D =1=\nAP\n'
        '[Note "1:negative"]\n',
        encoding="utf-8",
    )
    done = run("-I", "-S", str(frozen), "night.pbn", "copy.pbn", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "strong" in (tmp_path / "copy.pbn").read_text(encoding="utf-8")


def test_the_frozen_program_says_what_is_wrong(frozen: Path, tmp_path: Path) -> None:
    done = run("-I", "-S", str(frozen), "nothing.dlm", "x.pbn", cwd=tmp_path)
    assert done.returncode == 1
    assert "No such file" in done.stderr
    assert "Traceback" not in done.stderr


# Notebook -------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Collects the tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)


def test_a_board_shows_as_a_diagram() -> None:
    page = load("notebook_page").page(overtrick.read(EVENING))
    assert page.count("<figure") == 32
    assert "♠" in page


def test_a_name_in_a_file_cannot_become_markup() -> None:
    name = "<script>alert('x')</script>"
    board = overtrick.Board(
        number=1,
        name=name,
        deal=overtrick.Deal.parse(DEAL),
        scoring=name,
        info=overtrick.Info(
            event=name, site=name, date=name, room=name, players=(name,) * 4, teams=(name, name)
        ),
    )
    tags = Tags()
    shown = board._repr_html_()  # what notebooks call
    assert shown is not None
    tags.feed(shown)
    assert "script" not in tags.seen
    assert tags.seen


# Files from strangers ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def service():
    return load("upload_service")


def test_a_sound_file_is_answered_with_its_boards(service) -> None:
    status, answer = service.read_upload(EVENING.read_bytes())
    assert status == 200
    assert answer["format"] == "dlm"
    assert len(answer["boards"]) == 32
    assert answer["diagnostics"] == []


def test_what_is_wrong_with_a_file_comes_with_its_place(service) -> None:
    data = EVENING.read_bytes().replace(b"Board 07=", b"Board 07=!", 1)
    status, answer = service.read_upload(data)
    assert status == 200
    assert len(answer["boards"]) == 31
    assert all(found["line"] for found in answer["diagnostics"])


def test_a_file_of_no_known_format_is_refused(service) -> None:
    status, answer = service.read_upload(b"\x7fELF" + bytes(100))
    assert status == 415
    assert "error" in answer


def test_a_file_whose_hands_are_not_to_be_shown_is_refused(service) -> None:
    data = EVENING.read_bytes().replace(b"Status=Show", b"Status=Sealed")
    status, answer = service.read_upload(data)
    assert status == 403
    assert "boards" not in answer


def test_a_path_in_place_of_a_file_is_data_and_not_opened(service) -> None:
    status, _ = service.read_upload(b"/etc/passwd")
    assert status == 415


def test_too_many_boards_are_refused(service) -> None:
    one = f'[Board "1"]\n[Deal "{DEAL}"]\n\n'.encode()
    status, answer = service.read_upload(one * 2001)
    assert status == 413
    assert "2000 boards" in answer["error"]


def test_too_many_bytes_are_refused(service) -> None:
    data = b'% PBN 2.1\n[Board "1"]\n' + b";" + b"x" * 200 + b"\n"
    status, answer = service.read_upload(data + (b";" + b"y" * 200 + b"\n") * 10_000)
    assert status == 413
    assert "bytes" in answer["error"]


def test_too_much_time_is_refused(service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "LIMITS", overtrick.Limits(max_seconds=0.0))
    status, answer = service.read_upload(EVENING.read_bytes())
    assert status == 413
    assert "seconds" in answer["error"]


def request(service, method: str, body: bytes, length: str) -> tuple[str, dict[str, object]]:
    said: list[str] = []
    environment = {
        "REQUEST_METHOD": method,
        "CONTENT_LENGTH": length,
        "wsgi.input": io.BytesIO(body),
    }
    answer = b"".join(service.application(environment, lambda status, _: said.append(status)))
    return said[0], json.loads(answer)


def test_the_service_answers_over_wsgi(service) -> None:
    data = EVENING.read_bytes()
    status, answer = request(service, "POST", data, str(len(data)))
    assert status == "200 OK"
    assert len(answer["boards"]) == 32


@pytest.mark.parametrize(
    ("method", "length", "status"),
    [("GET", "", "400"), ("POST", "", "400"), ("POST", "-1", "400"), ("POST", "9" * 12, "413")],
)
def test_the_service_refuses_odd_requests(service, method, length, status) -> None:
    assert request(service, method, b"x", length)[0].startswith(status)


# Whatever a file says, nothing but itself is read -----------------------------------------------

HOSTILE = (
    b"/etc/passwd", b"file:///etc/passwd", b"../../secret.pbn", b"__import__('os').system('id')",
    b"${HOME}", b"%s%n", b"\x00/etc/passwd", b"<!ENTITY x SYSTEM 'file:///etc/passwd'>",
    b"!include secret.pbn", b"@import 'secret'", b"cos\nsystem\n(S'id'\ntR.",
)  # fmt: skip


@pytest.mark.slow
def test_no_format_reads_or_runs_anything_for_a_file() -> None:
    from overtrick_testing import Harness, example_boards, watching

    manager = overtrick.PluginManager()
    for spec in overtrick.formats(manager=manager):
        if spec.reader is None:
            continue
        harness = Harness(manager, spec.name)
        sample = b""
        if spec.writer is not None:
            sample = harness.write(example_boards(spec.carries)).data
        files = list(HOSTILE)
        for text in HOSTILE:
            for place in range(0, len(sample), max(1, len(sample) // 5)):
                files.append(sample[:place] + text + sample[place:])
                files.append(sample[:place] + text + sample[place + len(text) :])
        for data in files:
            harness.read(data)
        with watching() as seen:
            for data in files:
                harness.read(data)
        assert not seen, f"{spec.name}: {seen[:5]}"

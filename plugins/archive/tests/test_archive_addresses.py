"""Files at addresses: fetched where they are read, their secrets nowhere to be seen."""

from __future__ import annotations

import gzip
import http.server
import io
import json
import subprocess
import sys
import tarfile
import tempfile
import threading
from urllib.parse import urlsplit

import pytest

import overtrick
import overtrick_archive
from overtrick_archive import addresses, reading
from overtrick_archive.addresses import is_address, shown
from overtrick_cli.commands import run

pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")
fsspec = pytest.importorskip("fsspec", reason="addresses need overtrick-archive[remote]")

SECRETS = ("hunter2", "feedbeef", "somebody")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(addresses, "PAUSES", (0.0, 0.0))
    monkeypatch.setattr("os.fsync", lambda descriptor: None)


@pytest.fixture
def short(monkeypatch):
    """Let few bytes be many: what is fetched is read by the first process then."""
    monkeypatch.setattr(reading, "LONG_FETCH", 9000)


@pytest.fixture
def memory():
    files = fsspec.filesystem("memory")
    yield files
    files.rm("/", recursive=True)


@pytest.fixture
def pbn(tmp_path, evening):
    def make(first, count):
        return evening(tmp_path / "made" / "one.pbn", first, count).read_bytes()

    return make


class Site(http.server.BaseHTTPRequestHandler):
    """Files by their paths, and troubles by theirs, each of which comes once."""

    files: dict[str, bytes]
    troubles: dict[str, list[int]]
    asked: list[tuple[str, str, str | None]]

    def do_HEAD(self):
        self._answer(is_wanted=False)

    def do_GET(self):
        self._answer(is_wanted=True)

    def _answer(self, *, is_wanted):
        path = urlsplit(self.path).path
        self.asked.append((self.command, self.path, self.headers.get("Authorization")))
        troubles = self.troubles.get(path, [])
        if is_wanted and troubles:
            status = troubles.pop(0)
            if status == 0:  # the line breaks
                self.send_response(200)
                self.send_header("Content-Length", "100000")
                self.end_headers()
                self.wfile.write(b"[Event")
                self.close_connection = True
                return
            self.send_error(status)
            return
        data = self.files.get(path)
        if data is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if is_wanted:
            self.wfile.write(data)

    def log_message(self, *words):
        """Say nothing."""


@pytest.fixture
def site():
    pytest.importorskip("aiohttp", reason="https:// needs overtrick-archive[remote]")
    handler = type("OneSite", (Site,), {"files": {}, "troubles": {}, "asked": []})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    handler.place = f"127.0.0.1:{server.server_port}"
    handler.url = f"http://{handler.place}"
    yield handler
    server.shutdown()
    server.server_close()
    thread.join()


def rows(folder):
    with overtrick_archive.open(folder) as archive:
        return {row["path"]: row for row in archive.table("files").to_pylist()}


def test_folders_patterns_and_files_of_a_file_system(memory, pbn, tmp_path):
    memory.pipe("/club/a.pbn", pbn(1, 5))
    memory.pipe("/club/in/b.pbn.gz", gzip.compress(pbn(10, 3)))
    memory.pipe("/club/notes.txt", b"no boards")
    memory.pipe("/other/c.pbn", pbn(20, 2))
    folder = tmp_path / "archive"
    sources = ["memory://club", "memory://club/*.pbn", "memory://other/c.pbn"]
    added = overtrick_archive.add(folder, sources)
    assert (added.files, added.boards, added.errors) == (3, 10, [])
    assert added.bytes == added.total_bytes == sum(memory.sizes(
        ["/club/a.pbn", "/club/in/b.pbn.gz", "/other/c.pbn"]
    ))  # fmt: skip
    assert set(rows(folder)) == {
        "memory://club/a.pbn", "memory://club/in/b.pbn.gz", "memory://other/c.pbn",
    }  # fmt: skip
    with overtrick_archive.open(folder) as archive:
        assert archive.board_set("memory://club/a.pbn") == overtrick.read(pbn(1, 5))


def test_what_changed_is_known_by_its_bytes(memory, pbn, tmp_path, tree):
    memory.pipe("/club/a.pbn", pbn(1, 5))
    memory.pipe("/club/b.pbn", pbn(10, 5))
    folder = tmp_path / "archive"
    overtrick_archive.add(folder, ["memory://club"])
    before = tree(folder)
    memory.pipe("/club/a.pbn", pbn(1, 5))  # another time, the same bytes
    added = overtrick_archive.add(folder, ["memory://club"])
    assert (added.same, added.files, tree(folder)) == (2, 0, before)
    memory.pipe("/club/a.pbn", pbn(1, 6))
    added = overtrick_archive.add(folder, ["memory://club"])
    assert (added.same, added.changed, added.boards) == (1, 1, 6)
    with overtrick_archive.open(folder) as archive:
        assert archive.dataset().count_rows() == 11
    added = overtrick_archive.add(folder, ["memory://club"], retry_failed=True)
    assert (added.same, added.files) == (2, 0)


@pytest.mark.parametrize("order", [("here", "there"), ("there", "here")])
@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_same_bytes_here_and_there_are_kept_once(pbn, tmp_path, order, jobs, monkeypatch):
    monkeypatch.setattr(reading, "_SMALL", 500)
    (tmp_path / "here").mkdir()
    (tmp_path / "far").mkdir()
    (tmp_path / "here" / "a.pbn").write_bytes(pbn(1, 40))
    for name in ("b.pbn", "c.pbn"):
        (tmp_path / "far" / name).write_bytes(pbn(1, 40))
    sources = {"here": tmp_path / "here", "there": f"file://{(tmp_path / 'far').as_posix()}"}
    folder = tmp_path / "archive"
    added = overtrick_archive.add(folder, [sources[one] for one in order], jobs=jobs)
    assert (added.files, added.boards, added.errors) == (3, 40, [])
    found = rows(folder)
    assert len(found) == 3
    assert {row["boards"] for row in found.values()} == {40}
    with overtrick_archive.open(folder) as archive:
        assert archive.dataset().count_rows() == 40


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["file", "http"])
@pytest.mark.usefixtures("short")
def test_processes_make_the_bytes_that_one_makes(pbn, tmp_path, tree, scheme, served):
    (tmp_path / "far").mkdir()
    for number in range(12):
        (tmp_path / "far" / f"{number:02}.pbn").write_bytes(pbn(100 * number, 5 * number + 1))
    url, all_of_it = f"file://{(tmp_path / 'far').as_posix()}", ""
    if scheme == "http":
        pytest.importorskip("aiohttp", reason="https:// needs overtrick-archive[remote]")
        # The page that lists the folder.
        url, all_of_it = served(tmp_path / "far"), "/*.pbn"
    names = [f"{url}/{number:02}.pbn" for number in range(12)]
    found = f"{url}{all_of_it}"
    for folder, sources, jobs in (("one", [found], 1), ("two", [found], 2), ("named", names, 1)):
        added = overtrick_archive.add(tmp_path / folder, sources, jobs=jobs)
        assert (added.files, added.errors) == (12, [])
    assert tree(tmp_path / "one") == tree(tmp_path / "two") == tree(tmp_path / "named")


def test_the_web_is_read_and_what_may_pass_is_tried_again(site, pbn, tmp_path):
    site.files = {f"/{name}.pbn": pbn(number, 4) for number, name in enumerate("abc", 1)}
    site.troubles = {"/b.pbn": [503, 0], "/c.pbn": [500, 500, 500], "/forbidden.pbn": [403] * 9}
    folder = tmp_path / "archive"
    urls = [f"{site.url}/{name}.pbn" for name in ("a", "b", "c", "none", "forbidden")]
    added = overtrick_archive.add(folder, urls)
    found = rows(folder)
    assert {name[-5:]: row["boards"] for name, row in found.items()} == {
        "a.pbn": 4, "b.pbn": 4, "c.pbn": 0, "e.pbn": 0, "n.pbn": 0,
    }  # fmt: skip
    errors = {name: row["error"] for name, row in found.items() if row["error"]}
    assert errors == {
        urls[2]: "cannot read the file: the server answers 500",
        urls[3]: "cannot read the file: there is no such file",
        urls[4]: "cannot read the file: the server answers 403",
    }
    assert len(added.errors) == 3
    gets = [path for command, path, _ in site.asked if command == "GET"]
    assert (gets.count("/b.pbn"), gets.count("/none.pbn"), gets.count("/c.pbn")) == (3, 1, 3)
    # The next time what could be read is the same, and the others are tried again.
    site.files["/none.pbn"] = pbn(50, 2)
    added = overtrick_archive.add(folder, urls)
    assert (added.same, added.files, added.boards, len(added.errors)) == (2, 2, 6, 1)
    assert rows(folder)[urls[4]]["sha256"] is None


def test_what_was_read_stays_while_a_server_is_gone(site, pbn, tmp_path, tree):
    site.files = {"/a.pbn": pbn(1, 4)}
    folder = tmp_path / "archive"
    overtrick_archive.add(folder, [f"{site.url}/a.pbn"])
    before = tree(folder)
    site.troubles = {"/a.pbn": [500] * 9}
    added = overtrick_archive.add(folder, [f"{site.url}/a.pbn"])
    assert len(added.errors) == 1
    assert tree(folder) == before


def test_no_secret_is_stored_or_printed(site, pbn, tmp_path, capsys, caplog):
    site.files = {"/a.pbn": pbn(1, 4), "/b.pbn": b"no boards at all"}
    site.troubles = {"/c.pbn": [500] * 9}
    asked = "year=2024&X-Amz-Signature=feedbeef&token=feedbeef"
    urls = [f"http://somebody:hunter2@{site.place}/{name}.pbn?{asked}" for name in "abcd"]
    # Nobody listens there.
    urls.append(f"http://somebody:hunter2@127.0.0.1:9/e.pbn?{asked}")
    folder, report = tmp_path / "archive", tmp_path / "report.json"
    code = run(["archive", "add", str(folder), *urls, "--report", str(report)])
    assert code == 1
    assert {authorization for _, _, authorization in site.asked} != {None}
    assert any("feedbeef" in path for _, path, _ in site.asked)
    found = rows(folder)
    assert set(found) == {f"{site.url}/{name}.pbn?year=2024" for name in "abcd"} | {
        "http://127.0.0.1:9/e.pbn?year=2024"
    }
    assert found[f"{site.url}/a.pbn?year=2024"]["boards"] == 4
    told = capsys.readouterr()
    with overtrick_archive.open(folder) as archive:
        kept = "".join(
            str(archive.table(name).to_pylist())
            for name in ("files", "boards", "results", "findings")
        )
    texts = (told.out, told.err, report.read_text(), caplog.text, kept)
    for secret in SECRETS:
        for text in texts:
            assert secret not in text
    assert len(json.loads(report.read_text())["errors"]) == 4
    # Nothing that the library says of an address with secrets is repeated.
    why = found["http://127.0.0.1:9/e.pbn?year=2024"]["error"]
    assert why == "cannot read the file: ClientConnectorError"
    piece = reading.ReadUnit(path="a", sha256="", size=0, address=addresses.Address(urls[0]))
    assert not any(secret in repr(piece) for secret in SECRETS)


def test_two_addresses_of_one_name_are_told_apart(site, pbn, tmp_path):
    site.files = {"/a.pbn": pbn(1, 4)}
    urls = [f"{site.url}/a.pbn?token={word}" for word in ("one", "two", "one")]
    added = overtrick_archive.add(tmp_path / "archive", urls)
    assert (added.files, added.boards) == (1, 4)
    [error] = added.errors
    assert "another address has the same name" in error.message


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://host/a.pbn", "https://host/a.pbn"),
        ("https://token@host/a.pbn", "https://host/a.pbn"),
        ("https://u:p@w@host/a.pbn?id=7&sig=x", "https://host/a.pbn?id=7"),
        ("https://h/a?se=2026&sp=r&sv=1&sr=b&id=3", "https://h/a?id=3"),
        ("https://h/a?%74oken=x", "https://h/a"),
        ("https://h/a?q=0123456789012345678901234", "https://h/a"),
        ("ftp://me:word@host/a.pbn", "ftp://host/a.pbn"),
        ("abfs://box@account/a.pbn", "abfs://box@account/a.pbn"),
        ("s3://box/a#1.pbn", "s3://box/a#1.pbn"),
    ],
)
def test_names_of_addresses(url, name):
    assert is_address(url)
    assert shown(url) == name


def packed(pbn, *names):
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w:gz") as made:
        for number, name in enumerate(names):
            info = tarfile.TarInfo(name)
            data = pbn(100 * number, 4) if name.endswith(".pbn") else b"no boards"
            info.size = len(data)
            made.addfile(info, io.BytesIO(data))
    return sink.getvalue()


@pytest.fixture(params=[500, 1 << 20])
def small(request, monkeypatch):
    """Let files of archives travel by themselves, or not."""
    monkeypatch.setattr(reading, "_SMALL", request.param)


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_each_file_of_an_archive_at_an_address_is_one(memory, pbn, tmp_path, tree):
    memory.pipe("/club/one.tgz", packed(pbn, "a.pbn"))
    memory.pipe("/club/two.tgz", packed(pbn, "b.pbn", "../c.pbn", "notes.txt"))
    memory.pipe("/club/cut.tgz", packed(pbn, "e.pbn", "f.pbn")[:-30])
    memory.pipe("/club/odd.tgz", b"no archive at all")
    folder = tmp_path / "archive"
    added = overtrick_archive.add(folder, ["memory://club"])
    found = rows(folder)
    assert {name: row["boards"] for name, row in found.items() if not row["code"]} == {
        "memory://club/one.tgz": 4, "memory://club/two.tgz/b.pbn": 4,
        "memory://club/two.tgz/../c.pbn": 4,
        "memory://club/cut.tgz/e.pbn": 4,
    }  # fmt: skip
    assert found["memory://club/cut.tgz/f.pbn"]["code"] == "CORE041"
    assert found["memory://club/cut.tgz"]["code"] == "CORE041"
    assert found["memory://club/odd.tgz"]["code"]
    assert len(added.errors) == 3
    assert tempfile.gettempdir() not in str(found)
    before = tree(folder)
    again = overtrick_archive.add(folder, ["memory://club"])
    assert (again.files, again.same, tree(folder)) == (0, len(found), before)
    # One that is named gives all that is in it, as on a disk.
    added = overtrick_archive.add(folder, ["memory://club/two.tgz"], jobs=2)
    assert "memory://club/two.tgz/notes.txt" in rows(folder)
    with overtrick_archive.open(folder) as archive:
        assert len(archive.board_set("memory://club/two.tgz/../c.pbn")) == 4


def test_an_archive_that_cannot_be_fetched_is_a_row(site, pbn, tmp_path):
    site.files = {"/two.tgz": packed(pbn, "a.pbn", "b.pbn")}
    site.troubles = {"/two.tgz": [500] * 6}
    folder = tmp_path / "archive"
    url = f"{site.url}/two.tgz?token=hunter2"
    assert overtrick_archive.add(folder, [url]).files == 1
    [row] = rows(folder).values()
    assert (row["path"], row["error"]) == (
        f"{site.url}/two.tgz", "cannot read the file: the server answers 500",
    )  # fmt: skip
    assert overtrick_archive.add(folder, [url]).boards == 8
    assert set(rows(folder)) == {f"{site.url}/two.tgz/a.pbn", f"{site.url}/two.tgz/b.pbn"}


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("what://a.pbn", r"what://a\.pbn is no address that can be read: Protocol not known"),
        ("zip://a.pbn::file:///tmp/x.zip", "an address is one address"),
    ],
)
def test_addresses_that_are_none_are_told(source, why, tmp_path):
    with pytest.raises(overtrick_archive.ArchiveError, match=why):
        overtrick_archive.add(tmp_path / "archive", [source])
    assert not (tmp_path / "archive").exists()


def test_what_is_missing_is_named(tmp_path, monkeypatch, capsys):
    for name in ("aiohttp", "fsspec"):
        for known in [known for known in sys.modules if known.split(".")[0] == name]:
            monkeypatch.delitem(sys.modules, known)
        monkeypatch.setitem(sys.modules, name, None)
        code = run(["archive", "add", str(tmp_path / "archive"), "https://host/a.pbn"])
        assert code == 1
        assert capsys.readouterr().err == f"Error: {addresses.INSTALL}\n"


def test_names_of_addresses_come_from_standard_input(memory, pbn, tmp_path, monkeypatch):
    memory.pipe("/club/a.pbn", pbn(1, 4))
    monkeypatch.setattr("sys.stdin", io.StringIO("memory://club/a.pbn\n"))
    assert run(["archive", "add", "--quiet", str(tmp_path / "archive"), "-"]) == 0
    assert set(rows(tmp_path / "archive")) == {"memory://club/a.pbn"}


@pytest.mark.slow
def test_nobody_who_needs_no_address_pays_for_them():
    code = (
        "import sys, overtrick_archive.adding\n"
        "print({'fsspec', 'aiohttp', 'requests'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"

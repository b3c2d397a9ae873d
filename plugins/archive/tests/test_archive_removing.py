"""Files out of an archive: by name, by pattern, and those that are no longer on the disk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick_archive
from overtrick_archive import ArchiveError, store
from overtrick_archive.addresses import disk_path, stored_name
from overtrick_cli.commands import run

pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")


OVERTRICK = (sys.executable, "-c", "from overtrick_cli import main; main()")


@pytest.fixture
def club(tmp_path, monkeypatch, evening):
    """An archive of eight files: of two years, a copy, one that cannot be read, a zip file."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "files"
    folder.mkdir()
    evening(folder / "2019" / "a.pbn", 1, 5)
    evening(folder / "2019" / "b.pbn", 11, 4)
    evening(folder / "2020" / "c.pbn", 21, 3)
    shutil.copy(folder / "2019" / "b.pbn", folder / "2020" / "copy.pbn")
    (folder / "2020" / "bad.pbn").write_bytes(bytes(range(200)))
    (folder / "2020" / "empty.pbn").write_bytes(b"")
    with zipfile.ZipFile(folder / "season.zip", "w") as packed:
        packed.writestr("may/one.pbn", evening(tmp_path / "one.pbn", 31, 2).read_bytes())
        packed.writestr("may/two.pbn", evening(tmp_path / "two.pbn", 41, 2).read_bytes())
    overtrick_archive.add("club.archive", [folder])
    return tmp_path / "club.archive"


def held(folder):
    """Return the files that an archive has, and the numbers of its boards."""
    with overtrick_archive.open(folder) as archive:
        names = [Path(name).name for name in archive.table("files")["path"].to_pylist()]
        assert not archive.verify()
        for table in ("boards", "results", "findings"):
            known = set(archive.table("files")["sha256"].to_pylist())
            assert set(archive.table(table)["file"].to_pylist()) <= known
        return sorted(names), sorted(board.number for board in archive.boards())


ALL = [1, 2, 3, 4, 5, 11, 12, 13, 14, 21, 22, 23, 31, 32, 41, 42]


def test_a_file_goes_with_its_boards_and_may_come_again(club):
    names, numbers = held(club)
    assert numbers == ALL
    removed = overtrick_archive.remove(club, ["files/2019/a.pbn"])
    assert [Path(name).name for name in removed.files] == ["a.pbn"]
    assert (removed.boards, removed.gone, removed.unknown) == (5, (), ())
    assert held(club) == ([name for name in names if name != "a.pbn"], ALL[5:])
    assert overtrick_archive.add(club, ["files"]).boards == 5
    assert held(club) == (names, ALL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("files/2019", ["a.pbn", "b.pbn"]),
        ("files/2019/", ["a.pbn", "b.pbn"]),
        ("files/2019/*.pbn", ["a.pbn", "b.pbn"]),
        ("files/**/[ab].pbn", ["a.pbn", "b.pbn"]),
        ("files/*/[!abcde]*.pbn", []),
        ("**/b*.pbn", ["b.pbn", "bad.pbn"]),
        ("files/season.zip", ["one.pbn", "two.pbn"]),
        ("files/season.zip/may/one.pbn", ["one.pbn"]),
        ("files/season.zip/*/t?o.pbn", ["two.pbn"]),
        ("files/20[1]*", ["a.pbn", "b.pbn"]),
        ("files/s*", ["one.pbn", "two.pbn"]),
        ("files/*/may", ["one.pbn", "two.pbn"]),
        ("files/*.pbn", []),
        ("files/201", []),
        ("nothing.pbn", []),
    ],
)
def test_names_stand_for_files_folders_archives_and_patterns(club, name, gone):
    before = held(club)
    if gone:
        assert [Path(one).name for one in overtrick_archive.remove(club, [name]).files] == gone
        assert held(club)[0] == [one for one in before[0] if one not in gone]
        return
    with pytest.raises(ArchiveError, match="nothing is removed"):
        overtrick_archive.remove(club, ["files/2019/a.pbn", name])
    assert held(club) == before


def test_boards_that_another_file_holds_stay(club):
    removed = overtrick_archive.remove(club, ["files/2019/b.pbn"])
    assert removed.boards == 0
    assert held(club)[1] == ALL
    assert overtrick_archive.remove(club, ["files/2020/copy.pbn"]).boards == 4
    assert held(club)[1] == [number for number in ALL if not 11 <= number <= 14]


def test_what_is_no_longer_on_the_disk(club, evening, tmp_path):
    assert overtrick_archive.remove(club, missing=True).files == ()
    shutil.rmtree("files/2019")
    with zipfile.ZipFile("files/season.zip", "w") as packed:
        packed.writestr("may/two.pbn", (tmp_path / "two.pbn").read_bytes())
        packed.writestr("may/new.pbn", (tmp_path / "one.pbn").read_bytes())
    meant = overtrick_archive.remove(club, ["files/season.zip"], missing=True, dry_run=True)
    assert [Path(name).name for name in meant.gone] == ["one.pbn"]
    assert held(club)[1] == ALL
    removed = overtrick_archive.remove(club, missing=True)
    assert sorted(Path(name).name for name in removed.files) == ["a.pbn", "b.pbn", "one.pbn"]
    # The copy of b.pbn is there, and holds its boards.
    assert set(removed.files) - set(removed.gone) == {str(Path("files/2019/b.pbn").absolute())}
    assert removed.boards == 7
    assert held(club)[1] == [11, 12, 13, 14, 21, 22, 23, 41, 42]


def test_what_cannot_be_looked_for_stays(club, served, tmp_path):
    pytest.importorskip("aiohttp", reason="https:// needs overtrick-archive[remote]")
    address = served(tmp_path / "files" / "2020")
    overtrick_archive.add(club, [f"{address}/c.pbn"])
    data = Path("files/season.zip").read_bytes()
    Path("files/season.zip").write_bytes(data[:-30])
    removed = overtrick_archive.remove(club, missing=True)
    assert removed.files == ()
    names = ["one.pbn", "two.pbn", f"{address}/c.pbn"]
    assert [Path(name).name for name in removed.unknown[:2]] == names[:2]
    assert removed.unknown[2:] == (names[2],)
    assert overtrick_archive.remove(club, [address]).files == (names[2],)
    # An archive of files that is something else now has none of them.
    Path("files/season.zip").write_bytes(b"no archive any more, whatever it was before")
    assert len(overtrick_archive.remove(club, missing=True).files) == 2


@pytest.mark.parametrize("names", ["files/2019", b"files", Path("files")])
def test_one_name_is_no_list_of_names(club, names):
    before = held(club)
    with pytest.raises(TypeError, match="a list of names"):
        overtrick_archive.remove(club, names)
    with pytest.raises(TypeError, match="a list of names"):
        overtrick_archive.add(club, names)
    with pytest.raises(TypeError, match="a name is a text"):
        overtrick_archive.remove(club, [b"files/2019"])
    assert held(club) == before


def test_an_empty_name_is_no_folder(club, capsys):
    before = held(club)
    for change in (overtrick_archive.remove, overtrick_archive.add):
        with pytest.raises(ValueError, match="empty"):
            change(club, ["files/2019", ""])
    for word in ("remove", "add"):
        assert run(["archive", word, str(club), ""]) == 2
        assert "a name is empty" in capsys.readouterr().err
    assert held(club) == before


@pytest.mark.skipif(os.name == "nt", reason="links and permissions of POSIX")
def test_a_link_that_leads_nowhere_is_gone_and_what_may_not_be_seen_is_asked_for(
    club, capsys, monkeypatch
):
    before = held(club)
    data = Path("files/2020/c.pbn").read_bytes()
    Path("files/2020/c.pbn").unlink()
    Path("files/2020/c.pbn").symlink_to("/nonexistent")
    meant = overtrick_archive.remove(club, missing=True, dry_run=True)
    assert [Path(name).name for name in meant.files] == ["c.pbn"]
    Path("files/2020/c.pbn").unlink()
    Path("files/2020/c.pbn").write_bytes(data)
    real = os.stat

    def closed(path, *words, **more):
        if "2019" in str(path):
            raise PermissionError(13, "Permission denied", path)
        return real(path, *words, **more)

    # Whoever runs the tests may look into every folder.
    with monkeypatch.context() as patch:
        patch.setattr("os.stat", closed)
        assert run(["archive", "remove", str(club), "files/2019/a.pbn"]) == 1
        said = capsys.readouterr().err
        assert "1 file could not be looked for" in said
        assert "--yes" in said
        assert run(["archive", "remove", str(club), "files/2019", "--missing"]) == 0
        assert "2 files could not be looked for, and stay" in capsys.readouterr().err
    assert held(club) == before


@given(st.text(st.characters(codec=None), min_size=1))
def test_a_stored_name_leads_back_to_its_path(text):
    assert disk_path(stored_name(text)) == text


def test_a_name_that_is_not_utf_8(club, evening):
    odd = os.fsdecode(b"files/M\xfcller \\udc41.pbn")
    try:
        evening(Path(odd), 51, 2)
    except OSError:
        pytest.skip("a file system whose names are UTF-8")
    overtrick_archive.add(club, [odd])
    assert overtrick_archive.remove(club, missing=True).files == ()
    Path(odd).unlink()
    assert run(["archive", "remove", str(club), "--missing", "--yes"]) == 0
    assert held(club)[1] == ALL


def test_whoever_is_stopped_leaves_all_or_nothing(club, monkeypatch):
    before, tried = held(club), 0
    real = store.replace_file
    monkeypatch.setattr("os.fsync", lambda descriptor: None)

    def fails(*words, **more):
        raise OSError(28, "No space left on device")

    for name in ("replace_file", "atomic_output"):
        with monkeypatch.context() as patch:
            patch.setattr(store, name, fails)
            with pytest.raises(OSError, match="No space"):
                overtrick_archive.remove(club, ["files/2019/a.pbn"])
        assert held(club) == before
        tried += 1
    assert tried == 2
    assert store.replace_file is real
    assert overtrick_archive.remove(club, ["files/2019/a.pbn"]).boards == 5


def test_what_was_solved_is_kept_and_what_a_file_said_goes(tmp_path, solvers, monkeypatch):
    from overtrick import Board, BoardSet, Deal, dumps

    monkeypatch.chdir(tmp_path)
    deal = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
    Path("plain.pbn").write_text(
        dumps(BoardSet(boards=(Board(number=1, deal=deal),)), format="pbn")
    )
    overtrick_archive.add("x", ["plain.pbn"])
    overtrick_archive.solve("x")
    assert len(overtrick_archive.open("x").table("solved")) == 1
    overtrick_archive.remove("x", ["plain.pbn"])
    # It is of the deal, not of the file.
    assert len(overtrick_archive.open("x").table("solved")) == 1
    assert overtrick_archive.open("x").table("boards").num_rows == 0


def test_the_command_says_what_it_does(club, capsys):
    words = ["archive", "remove", str(club)]
    assert run(words) == 2
    assert "--missing" in capsys.readouterr().err
    assert run([*words, "files/2019/aa.pbn"]) == 1
    assert "files/2019/a.pbn?" in capsys.readouterr().err
    assert run([*words, "files/2019", "--dry-run"]) == 0
    said = capsys.readouterr()
    assert [Path(line).name for line in said.out.splitlines()] == ["a.pbn", "b.pbn"]
    assert said.err == "2 files with 5 boards would be removed\n"
    assert run([*words, "files/2019/a.pbn"]) == 0
    assert capsys.readouterr().err == "1 file with 5 boards removed\n"
    assert run([*words, "--missing"]) == 0
    assert capsys.readouterr().err == "0 files with 0 boards removed\n"


def test_what_cannot_be_added_again_is_asked_for(club, capsys):
    words = ["archive", "remove", str(club)]
    Path("files/2020/c.pbn").unlink()
    before = held(club)
    for more in (["--missing"], ["files/2020/c.pbn"], ["files/2020"]):
        assert run([*words, *more]) == 1
        said = capsys.readouterr().err
        assert "c.pbn" in said
        assert "no longer on the disk: what the archive has of them is all there is" in said
        assert "nothing is removed" in said
        assert "--yes" in said
        assert held(club) == before
    assert run([*words, "--missing", "--yes", "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    assert held(club)[1] == [number for number in ALL if not 21 <= number <= 23]


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "code"), [(b"y\n", 0), (b"\n", 1), (b"n\n", 1)])
def test_on_a_terminal_the_user_is_asked(club, terminal, answer, code):
    Path("files/2020/c.pbn").unlink()
    found, said, _ = terminal("archive", "remove", str(club), "--missing", answer=answer)
    assert found == code, said
    assert "Remove 1 file with 3 boards?" in said
    assert (21 in held(club)[1]) == bool(code)


@pytest.mark.slow
def test_names_come_from_standard_input(club, capsys):
    query = "select path from files where path like '%2019%'"
    assert run(["archive", "sql", str(club), query, "--format", "json"]) == 0
    names = "".join(f"{row['path']}\n" for row in json.loads(capsys.readouterr().out))
    done = subprocess.run(
        [*OVERTRICK, "archive", "remove", str(club), "-"],
        input=names,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "2 files with 5 boards removed\n")
    assert held(club)[1] == ALL[5:]

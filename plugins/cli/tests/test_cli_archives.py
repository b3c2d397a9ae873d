"""Compressed files and archives on the command line."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
import tarfile
import zipfile

import pytest

from overtrick_testing import count_steps

pytest.importorskip("click")
pytest.importorskip("rich")


@pytest.fixture
def run(overtrick_command):
    return overtrick_command


@pytest.fixture
def one(split_ten):
    return f"1 {split_ten}\n".encode()


@pytest.fixture
def evening(tmp_path, one):
    def make(*files, name="evening.zip"):
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
            for member, data in files or (("a.line", one), ("in/b.line", one + one)):
                made.writestr(member, data)
        return path

    return make


def test_packed_files_are_converted_from_and_to(run, line_file, one, tmp_path):
    source = line_file(one.decode().strip())
    for name in ("b.line.gz", "c.line.xz", "d.line.zip"):
        target = tmp_path / name
        done = run("convert", source, target)
        assert done == (0, "", f"{target}: 1 board (line to line)\n")
        assert target.read_bytes() != one
        source = target
    assert run("convert", source, tmp_path / "e.line").code == 0
    assert (tmp_path / "e.line").read_bytes() == one


def test_a_packed_pipe_is_told_by_its_first_bytes(run, one, evening):
    for data in (gzip.compress(one), evening(("a.line", one)).read_bytes()):
        done = run("convert", "-", "--to", "line", "-", stdin=data)
        assert (done.code, done.out.encode()) == (0, one)
        assert run("detect", "-", stdin=data).out == "-: line\n"


def test_check_show_edit_and_detect_take_packed_files(run, one, tmp_path):
    path = tmp_path / "night.line.gz"
    path.write_bytes(gzip.compress(one))
    assert run("check", path).out.startswith(f"{path}: line, 1 board")
    assert json.loads(run("show", "--json", path).out)["board"] == 1
    assert run("detect", path).out == f"{path}: line\n"
    assert run("edit", path, tmp_path / "new.line.xz", "--renumber", 7).code == 0
    assert json.loads(run("show", "--json", tmp_path / "new.line.xz").out)["board"] == 7
    assert run("edit", path, tmp_path / "two.line", "--merge", tmp_path / "new.line.xz").code == 0
    assert len((tmp_path / "two.line").read_text().splitlines()) == 2


def test_damage_is_told_with_its_place(run, one, tmp_path):
    path = tmp_path / "night.line.gz"
    path.write_bytes(gzip.compress(one)[:-3])
    length = len(path.read_bytes())
    line = f"{path}:@{length}: error CORE041: truncated gzip file\n"
    done = run("check", path)
    assert (done.code, done.out.startswith(line)) == (1, True)
    [found] = json.loads(run("check", "--json", path).out)
    assert (found["code"], found["path"], found["offset"]) == ("CORE041", str(path), length)
    target = tmp_path / "out.line"
    done = run("convert", path, target)
    assert done.code == 1
    assert line in done.err
    assert not target.exists()
    assert run("convert", path, target, "--keep-going").code == 1
    assert target.read_bytes() == one
    assert line in run("show", path).err


def test_an_archive_of_several_is_many_files_to_convert(run, one, evening, tmp_path):
    path = evening()
    out = tmp_path / "out"
    report = tmp_path / "losses.json"
    done = run("convert", path, "--to", "line", "--out-dir", out, "--report", report)
    assert done.code == 0
    assert done.err.endswith("2 of 2 files converted\n")
    assert {file.name: file.read_bytes() for file in out.iterdir()} == {
        "a.line": one,
        "b.line": one + one,
    }
    assert [item["source"] for item in json.loads(report.read_text())] == [
        f"{path}/a.line", f"{path}/in/b.line",
    ]  # fmt: skip
    done = run("convert", path, "--to", "line", "--out-dir", tmp_path / "again", "--jobs", 1)
    assert done.code == 0


def test_names_in_an_archive_lead_nowhere_else(run, one, evening, tmp_path):
    path = evening(
        ("../../up.line", one), ("/etc/passwd.line", one), ("c:\\win\\back.line", one),
        ("d:drive.line", one), ("packed.line.gz", gzip.compress(one)), ("..", one),
        ("bell\x07\x1b[2J.line", one),
    )  # fmt: skip
    out = tmp_path / "deep" / "out"
    done = run("convert", path, "--to", "line", "--out-dir", out)
    assert {file.name for file in out.iterdir()} == {
        "up.line", "passwd.line", "back.line", "d_drive.line", "_.line", "bell__[2J.line",
    }  # fmt: skip
    assert done.code == 1
    assert "packed.line.gz: error CORE043" in done.err
    assert "\x1b" not in done.err
    assert {file.name for file in tmp_path.iterdir()} == {"evening.zip", "deep"}


@pytest.mark.parametrize("names", [("b/a.line", "b\\a.line"), ("a.line", "A.line")])
def test_no_file_of_an_archive_is_written_over_another(run, one, evening, tmp_path, names):
    path = evening(*((name, one) for name in names))
    out = tmp_path / "out"
    done = run("convert", path, "--to", "line", "--out-dir", out, "--force")
    assert done.code == 2
    assert "would both be written to" in done.err
    assert not out.exists()


def test_files_of_one_name_in_an_archive_keep_their_folders(run, one, evening, tmp_path):
    path = evening(("a.line", one), ("b/a.line", one), ("../c/a.line", one), ("d.line", one))
    out = tmp_path / "out"
    done = run("convert", path, "--to", "line", "--out-dir", out)
    assert done.code == 0
    assert "note: several files are called a: their folders are kept" in done.err
    made = {str(file.relative_to(out)) for file in out.rglob("*.line")}
    assert made == {"a.line", "b/a.line", "c/a.line", "d.line"}


def test_one_file_of_an_archive_can_be_named(run, one, evening, tmp_path):
    path = evening()
    target = tmp_path / "b.line"
    assert run("convert", f"{path}/in/b.line", target).code == 0
    assert target.read_bytes() == one + one
    assert run("show", "--json", f"{path}/a.line").code == 0


def test_a_report_does_not_replace_the_archive_it_is_about(run, evening, tmp_path):
    path = evening()
    done = run("convert", path, "--to", "line", "--out-dir", tmp_path / "o", "--report", path)
    assert done.code == 2
    assert "would replace the source" in done.err


def test_check_takes_all_files_of_an_archive(run, one, evening):
    path = evening(("a.line", one), ("bad.line", b"rubbish\n" + one), ("empty/", b""))
    done = run("check", path)
    assert done.code == 1
    assert [line.partition(": ")[0] for line in done.out.splitlines() if line[0] != " "] == [
        f"{path}/a.line", f"{path}/bad.line:1:1", f"{path}/bad.line", "2 files, 1 error",
    ]  # fmt: skip
    assert f"{path}/bad.line:1:1: error LINE001" in done.out
    [found] = json.loads(run("check", "--json", path).out)
    assert found["path"] == f"{path}/bad.line"


def test_detect_takes_all_files_of_an_archive(run, one, evening):
    path = evening(("a.line", one), ("b.txt", b"what"))
    done = run("detect", path)
    assert done.code == 1
    assert done.out == f"{path}/a.line: line\n"
    assert f"{path}/b.txt: error CORE051: cannot detect the format: it is of no" in done.err
    sound, odd = json.loads(run("detect", "--json", path).out)
    assert (sound["path"], sound["format"]) == (f"{path}/a.line", "line")
    assert (odd["path"], odd["format"]) == (f"{path}/b.txt", None)
    assert (odd["severity"], odd["code"]) == ("error", "CORE051")
    assert odd["answers"][0]["confidence"] == "no"


@pytest.mark.parametrize("suffix", ["zip", "tar", "tar.gz"])
def test_detect_goes_through_an_archive_once(suffix, run, tmp_path):
    """Four times as many files take four times the steps, not sixteen times."""

    def detect(count):
        path = tmp_path / f"{count}.{suffix}"
        if suffix == "zip":
            with zipfile.ZipFile(path, "w") as made:
                for number in range(count):
                    made.writestr(f"{number}.txt", "")
        else:
            with tarfile.open(path, f"w:{suffix.removeprefix('tar').removeprefix('.')}") as made:
                for number in range(count):
                    made.addfile(tarfile.TarInfo(f"{number}.txt"))
        run("detect", path)  # for what is kept at the first use
        return count_steps(lambda: run("detect", path))

    few, many = detect(20), detect(80)
    assert few < many < 4.5 * few


@pytest.mark.parametrize("command", ["show", "edit", "convert"])
def test_every_other_command_says_what_is_in_the_archive(run, evening, tmp_path, command):
    path = evening()
    words = {
        "show": (path,),
        "edit": (path, tmp_path / "x.line", "--renumber", 1),
        "convert": (path, tmp_path / "x.line"),
    }
    done = run(command, *words[command])
    assert done.code == 1
    assert "CORE042" in done.err
    assert "2 files; specify one: a.line, in/b.line" in done.err
    assert not (tmp_path / "x.line").exists()


@pytest.mark.parametrize("name", ["n.line.gz", "n.line.zip"])
def test_fix_keeps_the_compression(run, one, tmp_path, name, line_file):
    path = tmp_path / name
    plain = line_file(one.decode().strip().replace("K", "k"))
    assert run("convert", plain, path, "--from", "line").code in {0, 1}
    path.unlink(missing_ok=True)
    lower = plain.read_bytes()
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress(lower))
    else:
        with zipfile.ZipFile(path, "w") as made:
            made.writestr("inner.line", lower)
    done = run("check", "--fix", path)
    assert f"{path}: rewritten, 1 place fixed" in done.out
    data = path.read_bytes()
    if name.endswith(".gz"):
        assert gzip.decompress(data) == one
    else:
        with zipfile.ZipFile(io.BytesIO(data)) as made:
            assert made.namelist() == ["inner.line"]
            assert made.read("inner.line") == one
    assert f"{path}: nothing to fix" in run("check", "--fix", path).out
    assert path.read_bytes() == data


def test_fix_leaves_a_damaged_file_alone(run, one, tmp_path):
    path = tmp_path / "n.line.gz"
    path.write_bytes(gzip.compress(one.replace(b"K", b"k"))[:-1])
    before = path.read_bytes()
    done = run("check", "--fix", path)
    assert done.code == 1
    assert "CORE041" in done.out
    assert path.read_bytes() == before


def test_fix_fixes_the_files_of_an_archive(run, one, evening):
    path = evening(("a.line", one.replace(b"K", b"k")), ("b.line", one))
    done = run("check", "--fix", path)
    assert f"{path}/a.line: rewritten" in done.out
    with zipfile.ZipFile(path) as made:
        assert made.read("a.line") == made.read("b.line") == one


def test_a_diff_has_what_a_patch_can_change(run, one, tmp_path, monkeypatch, evening):
    lower = one.replace(b"K", b"k")
    (tmp_path / "x").mkdir()
    evening(("b.line", lower), ("c.line", one), name="x/evening.zip")
    (tmp_path / "x" / "a.line").write_bytes(lower)
    (tmp_path / "x" / "a.line.gz").write_bytes(gzip.compress(lower))
    monkeypatch.chdir(tmp_path)
    done = run("check", "--diff", "x")
    assert done.code == 1
    assert [line for line in done.out.splitlines() if line.startswith("---")] == ["--- x/a.line"]
    left = "1 place to fix; no patch can change what is compressed, so it is not in the diff"
    assert done.err.splitlines() == [
        f"x/a.line.gz: {left}",
        f"x/evening.zip/b.line: {left}",
        "3 files would change; 3 places to fix",
    ]
    assert (tmp_path / "x" / "a.line").read_bytes() == lower
    git = shutil.which("git")
    if git is None:
        pytest.skip("no git to apply the patch with")
    subprocess.run([git, "apply", "-p0"], input=done.out.encode(), check=True)
    assert (tmp_path / "x" / "a.line").read_bytes() == one

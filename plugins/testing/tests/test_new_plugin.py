"""`overtrick new-plugin`: what it writes, and what it refuses."""

from __future__ import annotations

import ast
import gzip
import lzma
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from overtrick_testing.skeleton.making import KINDS, Sample, make_skeleton
from overtrick_testing.skeleton.new_plugin import new_plugin
from overtrick_testing.skeleton.sampling import look_at


def test_the_skeleton_has_every_part_of_a_plugin() -> None:
    assert set(make_skeleton("club")) == {
        ".gitattributes",
        ".github/workflows/test.yml",
        ".gitignore",
        "README.md",
        "pyproject.toml",
        "src/overtrick_club/__init__.py",
        "src/overtrick_club/diagnostics.py",
        "src/overtrick_club/py.typed",
        "src/overtrick_club/reader.py",
        "src/overtrick_club/writer.py",
        "tests/corpus/invalid/CLUB001-no-first-line.club",
        "tests/corpus/invalid/CLUB001-no-first-line.json",
        "tests/corpus/invalid/CLUB002-two-cells.club",
        "tests/corpus/invalid/CLUB002-two-cells.json",
        "tests/corpus/invalid/CLUB003-no-seat.club",
        "tests/corpus/invalid/CLUB003-no-seat.json",
        "tests/corpus/valid/two-boards.club",
        "tests/corpus/valid/two-boards.json",
        "tests/test_club.py",
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["ab", "x", "house_notes", "a9", "a_name_of_thirty_characters_xx"])
def test_every_name_gives_valid_files(name: str, kind: str) -> None:
    files = make_skeleton(name, kind)
    for path, content in files.items():
        assert "@@" not in path
        assert b"@@" not in content
        if path.endswith(".py"):
            ast.parse(content)
    project = tomllib.loads(files["pyproject.toml"].decode())["project"]
    assert project["name"] == f"overtrick-{name.replace('_', '-')}"
    assert project["entry-points"]["overtrick.plugins.v2"] == {name: f"overtrick_{name}"}
    readme = files["README.md"].decode()
    headings = re.findall("^## (.+)$", readme, re.MULTILINE)
    assert headings == ["Install", "Check", "Use", "Where things are", "What to do next"]
    named = re.findall(r"^- `([^`]+)`", readme, re.MULTILINE)
    assert len(named) >= 3
    for path in named:
        assert any(file.startswith(path.partition("<")[0]) for file in files), path
    assert {".github/workflows/test.yml", f"tests/test_{name}.py"} <= set(files)


def test_the_prefix_of_the_codes_has_two_letters_at_least() -> None:
    assert any("XPLUGIN001-" in path for path in make_skeleton("x"))
    assert any("/HOUSENOT001-" in path for path in make_skeleton("house_notes2"))


@pytest.mark.parametrize(
    "name", ["", "Club", "2club", "club-night", "class", "a" * 31, "é", "../x"]
)
def test_a_name_that_cannot_be_a_package_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a plugin's name"):
        make_skeleton(name)


def test_the_command_writes_the_folder_and_says_what_to_do_next(tmp_path: Path) -> None:
    result = CliRunner().invoke(new_plugin, ["club_x", "--out-dir", str(tmp_path)])
    assert result.exit_code == 0, result.output
    target = tmp_path / "overtrick-club-x"
    assert f"cd {target}" in result.output
    assert "pytest" in result.output
    written = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert written == set(make_skeleton("club_x"))


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "overtrick-club").mkdir()
    result = CliRunner().invoke(new_plugin, ["club", "--out-dir", str(tmp_path)])
    assert result.exit_code == 2
    assert "exists already" in result.output
    assert list((tmp_path / "overtrick-club").iterdir()) == []


def test_a_bad_name_is_wrong_usage(tmp_path: Path) -> None:
    result = CliRunner().invoke(new_plugin, ["Club", "--out-dir", str(tmp_path)])
    assert result.exit_code == 2
    assert "small letters" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_served_already_is_refused(overtrick_command, tmp_path: Path) -> None:
    result = overtrick_command("new-plugin", "line", "--out-dir", tmp_path)
    assert result.code == 2
    assert "serves 'line' already" in result.err


def test_a_name_of_overtrick_s_own_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(new_plugin, ["records", "--out-dir", str(tmp_path)])
    assert result.exit_code == 2
    assert "overtrick-records is a distribution of overtrick's own" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_name_nearly_that_of_another_is_noticed(tmp_path: Path) -> None:
    result = CliRunner().invoke(new_plugin, ["recrods", "--out-dir", str(tmp_path)])
    assert result.exit_code == 0
    assert "recrods is nearly overtrick-records" in result.output


@pytest.mark.parametrize(("name", "kind"), [("html", "view"), ("formats", "kind")])
def test_a_name_is_taken_within_its_kind_alone(name: str, kind: str) -> None:
    with pytest.raises(ValueError, match=f"overtrick.* serves '{name}' already"):
        make_skeleton(name, kind)
    assert make_skeleton(name, "rule")


def test_a_kind_that_there_is_none_of_is_wrong_usage(tmp_path: Path) -> None:
    result = CliRunner().invoke(new_plugin, ["club", "--kind", "txt", "--out-dir", str(tmp_path)])
    assert result.exit_code == 2
    assert "'text'" in result.output
    assert list(tmp_path.iterdir()) == []


RECORD = bytes(range(1, 14))
SAMPLES = {
    "night.CDS": (b"".join(bytes([n]) + RECORD for n in range(1, 10)), "records of 14 bytes"),
    "night.list": (b"1\tN\tS:AKQ\n2\tE\tS:J\n3\tS\t\n", "text in lines"),
    "night": (b"Board 1\nDealer N\n\nBoard 2\nDealer E\n", "text in blocks"),
}


@pytest.mark.parametrize("file", SAMPLES)
def test_a_sample_is_looked_at_and_goes_into_the_corpus(file: str, tmp_path: Path) -> None:
    data, words = SAMPLES[file]
    (tmp_path / file).write_bytes(data)
    arguments = ["club", "--from-sample", str(tmp_path / file), "--out-dir", str(tmp_path / "out")]
    result = CliRunner().invoke(new_plugin, arguments)
    assert result.exit_code == 0, result.output
    assert f"{file} looks like {words}:" in result.output
    target = tmp_path / "out" / "overtrick-club"
    assert [path.name for path in (target / "tests/corpus/valid").iterdir()] == [file]
    assert (target / "tests/corpus/valid" / file).read_bytes() == data
    package = target / "src/overtrick_club"
    suffix = Path(file).suffix.lower() or ".club"
    declaration = (package / "__init__.py").read_text(encoding="utf-8")
    assert f'suffixes=("{suffix}",)' in declaration
    assert f"binary={words.startswith('records')}" in declaration
    reader = (package / "reader.py").read_text(encoding="utf-8")
    assert ("SIZE: Final = 14" in reader) is words.startswith("records")
    assert f"It looks like {words}:" in (target / "README.md").read_text(encoding="utf-8")
    assert not any(b"@@" in path.read_bytes() for path in target.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("file", "kind", "said"),
    [
        ("night.CDS", "text", "is not text: it looks like records of 14 bytes"),
        ("night.list", "binary", "is not binary: it looks like text in lines"),
        ("night.list", "rule", "a sample is a file of a format, and a rule has none"),
        ("empty", None, "the file is empty"),
    ],
)
def test_a_sample_that_does_not_fit_is_refused(
    file: str, kind: str | None, said: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_bytes(SAMPLES.get(file, (b"", ""))[0])
    arguments = ["club", "--from-sample", str(tmp_path / file), "--out-dir", str(tmp_path / "out")]
    result = CliRunner().invoke(new_plugin, [*arguments, *(["--kind", kind] if kind else [])])
    assert result.exit_code == 2
    assert said in " ".join(result.output.replace("│", " ").split())
    assert not (tmp_path / "out").exists()


OTHERS = {
    "scan.png": (b"\x89PNG\r\n\x1a\n" + bytes(64), "it is a picture (PNG)"),
    "photo.jpg": (b"\xff\xd8\xff\xe0" + bytes(64), "it is a picture (JPEG)"),
    "logo.gif": (b"GIF89a" + bytes(64), "it is a picture (GIF)"),
    "print.pdf": (b"%PDF-1.7\n" + bytes(64), "it is a PDF file"),
    "night.zip": (b"PK\x03\x04" + bytes(64), "it is a zip file: unpack it first"),
    "night.gz": (gzip.compress(RECORD), "it is a gzip file: unpack it first"),
    "night.xz": (lzma.compress(RECORD), "it is an xz file: unpack it first"),
    "little.txt": ("1 N\n".encode("utf-16"), "it is UTF-16 text: save it as UTF-8 first"),
    "big.txt": (b"\xfe\xff" + "1 N\n".encode("utf-16-be"), "it is UTF-16 text"),
    "long.txt": (b"1 N S:AKQ\n" * ((1 << 22) // 10 + 1), "it has over 4,194,304 bytes"),
}


@pytest.mark.parametrize("file", OTHERS)
def test_a_sample_that_can_be_no_format_s_is_refused(file: str, tmp_path: Path) -> None:
    data, said = OTHERS[file]
    (tmp_path / file).write_bytes(data)
    arguments = ["club", "--from-sample", str(tmp_path / file), "--out-dir", str(tmp_path / "out")]
    result = CliRunner().invoke(new_plugin, arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.output.replace("│", " ").split())
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_sample_of_four_mebibytes_is_taken() -> None:
    assert look_at((b"1 N S:AKQ\n" * ((1 << 22) // 10 + 1))[: 1 << 22]).shape == "lines"


def test_a_sample_of_a_format_to_be_read_only_has_no_writer() -> None:
    data, _ = SAMPLES["night.CDS"]
    files = make_skeleton("club", "read-only", Sample("night.CDS", data, look_at(data)))
    assert "src/overtrick_club/writer.py" not in files
    assert b"writer" not in files["src/overtrick_club/__init__.py"]

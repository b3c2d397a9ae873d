"""The benchmarks' runner, the count of lines and the ways of a board keep what they print."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))

from bench import checkouts, count_lines, measuring, runner, tables

ROOT = Path(__file__).parents[1]


def test_every_benchmark_has_a_module_and_a_place_in_the_documentation():
    for name, page in runner.PAGES.items():
        assert (ROOT / "bench" / f"{name}.py").is_file(), name
        text = (ROOT / "docs" / page).read_text("utf-8")
        assert f"<!-- table {name}: python -m bench {name} --write -->" in text, name
        assert f"<!-- end {name} -->" in text, name


def test_every_module_of_the_folder_is_a_benchmark_or_named_here():
    shared = {"__init__", "__main__", "checkouts", "count_lines", "measuring", "runner", "tables"}
    assert {path.stem for path in (ROOT / "bench").glob("*.py")} == shared | set(runner.PAGES)


@pytest.mark.parametrize(
    ("row", "ratio", "is_met"),
    [
        (measuring.Row("read", 200, "boards/s", peer=100, floor=2), 2, True),
        (measuring.Row("read", 199, "boards/s", peer=100, floor=2), 1.99, False),
        (measuring.Row("start", 10, "ms", peer=20, floor=2), 2, True),
        (measuring.Row("start", 10, "ms", peer=10, floor=2), 1, False),
        (measuring.Row("memory", 10, "MB", floor=9), None, False),
        (measuring.Row("memory", 9, "MB", floor=9), None, True),
        (measuring.Row("rate", 9, "boards/s", floor=10), None, False),
        (measuring.Row("in sum", 3, "times", floor=3), None, True),
        (measuring.Row("nothing", 3, "MB"), None, True),
    ],
)
def test_a_row_knows_whether_more_is_better(row, ratio, is_met):
    assert row.ratio == ratio
    assert row.is_met is is_met


@pytest.mark.slow
def test_a_benchmark_runs_prints_its_table_and_ends_well():
    done = subprocess.run(
        [sys.executable, "-m", "bench", "memory", "--quick"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "a board, plain" in done.stdout
    assert "at most 3.5" in done.stdout


def test_a_missed_requirement_ends_with_1(monkeypatch, capsys):
    monkeypatch.setattr(
        runner, "measure", lambda name, given: [measuring.Row("it", 2, "s", floor=1)]
    )
    monkeypatch.setattr("sys.argv", ["bench", "memory"])
    assert runner.main() == 1
    assert "memory: it" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["bench", "memory", "--quick"])
    assert runner.main() == 0


def test_a_table_is_written_only_by_a_complete_run(monkeypatch, capsys):
    written = []
    monkeypatch.setattr(runner, "write_into", lambda page, name, text: written.append((name, text)))
    row = measuring.Row("it", 2, "s")

    def measure(name, given):
        given.lacks_files = name == "lin" and not given.files(".lin")
        return [row]

    monkeypatch.setattr(runner, "measure", measure)
    monkeypatch.setattr("sys.argv", ["bench", "lin", "dlm", "--write"])
    with pytest.raises(SystemExit):
        runner.main()
    monkeypatch.setattr("sys.argv", ["bench", "lin", "session", "--write"])
    assert runner.main() == 0
    assert [name for name, _ in written] == ["session"]
    assert "give --folder" in capsys.readouterr().out
    assert "| it | 2 s |" in written[0][1]
    monkeypatch.setattr("sys.argv", ["bench", "session", "--write", "--quick"])
    with pytest.raises(SystemExit):
        runner.main()


def test_two_versions_are_compared_row_by_row(monkeypatch, capsys, tmp_path):
    figures = iter([(4.0, 100), (2.0, 200)])

    def apart(name, words, environment):
        seconds, rate = next(figures)
        return [measuring.Row("time", seconds, "s"), measuring.Row("rate", rate, "boards/s")]

    monkeypatch.setattr(runner, "measured_apart", apart)
    runner.compare(["memory"], str(ROOT), 1, [])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines[-2:]] == ["2.00", "2.00"]


@pytest.mark.slow
def test_lines_are_counted_in_every_distribution():
    found = count_lines.count_distributions(ROOT)
    names = [
        tomllib.loads(path.read_text("utf-8"))["project"]["name"]
        for path in (ROOT / "core" / "pyproject.toml", *ROOT.glob("plugins/*/pyproject.toml"))
    ]
    assert sorted(found) == sorted(names)
    assert all(sum(rooms.values()) > 50 for rooms in found.values())


def test_a_line_of_code_is_neither_comment_nor_docstring_nor_empty(tmp_path):
    module = tmp_path / "one.py"
    module.write_text(
        '"""It.\n\nMore.\n"""\n\n# why\nx = [\n    1,  # one\n]\n\n\ndef f():\n    "d"\n'
    )
    assert count_lines.lines_of_code(module) == 4


def test_a_table_is_written_between_its_marks_and_nowhere_else(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("a\n\n<!-- table x: how -->\n\nold\n\n<!-- end x -->\n\nb\n")
    tables.write_into(page, "x", tables.markdown(["what", "figure"], [["it", "1"]]))
    assert page.read_text() == (
        "a\n\n<!-- table x: how -->\n\n| what | figure |\n| --- | --- |\n| it | 1 |\n\n"
        "<!-- end x -->\n\nb\n"
    )


def test_metadata_of_another_version_hide_those_that_are_installed(tmp_path):
    for name, entry in (
        ("core", ""),
        ("plugins/new", '[project.entry-points.x]\nnew = "new_one"\n'),
    ):
        folder = tmp_path / name
        (folder / "src").mkdir(parents=True)
        project = f'[project]\nname = "overtrick{"-new" * ("new" in name)}"\nversion = "9.1"\n'
        (folder / "pyproject.toml").write_text(project + entry)
    code = (
        "from importlib.metadata import entry_points as e, version as v; "
        "print(v('overtrick'), [x.value for x in e(group='x')], "
        "[x.name for g in e().groups if 'overtrick' in g for x in e(group=g)])"
    )
    with checkouts.environment_of(tmp_path) as environment:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout == "9.1 ['new_one'] []\n"

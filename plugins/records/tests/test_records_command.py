"""`overtrick records` and the views: files, pipes, sealed files, solvers, what is said."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import overtrick
from overtrick_cli.commands import run as run_command
from overtrick_records.solving import with_tables

DATA = Path(__file__).with_name("data")
EVENING = str(DATA / "evening.pbn")


class Done(NamedTuple):
    """What a command wrote."""

    output: str
    said: str


@pytest.fixture
def run(capfd):
    """Run the command, demand its exit code, and return what it wrote."""

    def call(*arguments, code=0):
        given = run_command(["records", *map(str, arguments)])
        done = Done(*capfd.readouterr())
        assert given == code, done
        return done

    return call


@pytest.mark.parametrize("suffix", [".pdf", ".html", ".htm"])
def test_the_suffix_says_what_is_made(run, tmp_path, suffix):
    if suffix == ".pdf":
        pytest.importorskip("typst")
    target = tmp_path / f"sheet{suffix}"
    said = run(EVENING, "-o", target, "--layout", "acbl", "--four-color", "--lang", "fr").said
    assert said == f"{target}: 36 boards on 2 pages\n"
    assert target.read_bytes()[:5] in {b"%PDF-", b"<!DOC"}
    before = target.read_bytes()
    assert "--force replaces it" in run(EVENING, "-o", target, code=2).said
    assert target.read_bytes() == before


def test_several_files_are_one_sheet(run, tmp_path):
    target = tmp_path / "sheet.html"
    second = tmp_path / "second.pbn"
    overtrick.write(overtrick.read(EVENING)[3:8], second)
    said = run(EVENING, second, "-o", target, "--boards", "1-5", "--title", "Both").said
    # What stands in both is drawn once.
    assert said == (
        f"note: 7 games of 5 boards: each board is drawn once\n{target}: 5 boards on 1 page\n"
    )
    assert "<title>Both</title>" in target.read_text(encoding="utf-8")


def test_a_pipe_wants_the_kind(run, tmp_path):
    assert "--to" in run(EVENING, "-o", "-", code=2).said
    done = run(EVENING, "-o", "-", "--to", "html")
    assert done.output.startswith("<!DOCTYPE html>")


def test_a_sealed_file_is_printed_only_on_request(run, tmp_path):
    boards = overtrick.read(EVENING)[:2]
    sealed = tmp_path / "sealed.dlm"
    overtrick.write(boards, sealed, options={"status": "Sealed"})
    target = tmp_path / "sheet.html"
    said = run(sealed, "-o", target, code=2).said
    assert "--show-cards shows them" in said
    assert not target.exists()
    run(sealed, "-o", target, "--show-cards", "--no-tables")
    assert target.exists()


def test_a_file_with_errors_is_printed_as_far_as_it_goes(run, tmp_path):
    text = (DATA / "evening.pbn").read_text(encoding="latin-1")
    bad = tmp_path / "bad.pbn"
    bad.write_text(text.replace('[Deal "', '[Deal "X', 1), encoding="latin-1")
    target = tmp_path / "sheet.html"
    said = run(bad, "-o", target, "--no-tables", code=1).said
    assert "error PBN" in said
    assert "note: 1 board (1) without all four hands" in said
    assert "36 boards on 2 pages" in said


def test_warnings_are_counted_and_many_errors_cut(run, tmp_path):
    deal = '[Deal "N:A65.J4.A764.A983 QJT73.9852.K3.Q7 K82.KQT3.T52.642 94.A76.QJ98.KJT5"]'
    bad = tmp_path / "bad.pbn"
    games = [f'[Board "x{number}"]\n{deal}\n' for number in range(3)]
    games += [f'[Board "{number}"]\n[Deal "X"]\n' for number in range(1, 31)]
    bad.write_text("\n".join(games), encoding="ascii")
    said = run(bad, "-o", tmp_path / "sheet.html", "--no-tables", code=1).said
    assert said.count(": error ") == 20
    assert "and 10 more errors\n" in said
    assert "note: 3 warnings about the file; overtrick check shows them\n" in said


def test_wrong_words_are_wrong_usage(run, tmp_path):
    target = tmp_path / "sheet.html"
    assert "not a seat" in run(EVENING, "-o", target, "--hide", "x", code=2).said
    for nothing in ("", " ", ","):
        said = run(EVENING, "-o", target, "--hide", nothing, code=2).said
        assert "Invalid value for --hide: " in said
    assert "letter" in run(EVENING, "-o", target, "--paper", "a0", code=2).said
    assert run(EVENING, "-o", target, "--per-page", "0", code=2)
    assert not target.exists()


def test_boards_without_tables_get_them_from_the_solver(evening, monkeypatch):
    import attrs

    overtrick_dd = pytest.importorskip("overtrick_dd")
    bare = [attrs.evolve(board, grids=()) for board in evening[:3]]
    solved = overtrick_dd.SolvedDeal
    tables = [board.double_dummy for board in evening[:3]]

    def solve(deals):
        yield solved(place=2, grid=tables[2])
        yield solved(place=0, grid=tables[0])
        yield solved(place=1, error="it gave up")

    monkeypatch.setattr(overtrick_dd, "solve", solve, raising=False)
    monkeypatch.setattr(overtrick_dd, "unavailable", lambda: None, raising=False)
    boards, said = with_tables(bare, is_wanted=True)
    assert [board.double_dummy for board in boards] == [tables[0], None, tables[2]]
    assert said == ["board 2 could not be solved: it gave up"]
    # A board that has a table keeps it, and nothing is asked.
    monkeypatch.setattr(overtrick_dd, "unavailable", lambda: pytest.fail("asked"), raising=False)
    assert with_tables(evening[:3].boards, is_wanted=True) == (list(evening[:3]), [])


def test_a_hand_that_follows_is_solved_too(evening, monkeypatch):
    import attrs

    overtrick_dd = pytest.importorskip("overtrick_dd")
    deal = evening[0].deal
    short = overtrick.Deal.parse(str(deal).rpartition(" ")[0] + " -")
    assert not short.is_complete
    bare = attrs.evolve(evening[0], grids=(), deal=short)
    two = attrs.evolve(bare, deal=overtrick.Deal.parse("N:AKQJ.AKQ.AKQ.AKQ - - -"))
    asked = []

    def solve(deals):
        asked.extend(deals)
        yield overtrick_dd.SolvedDeal(place=0, grid=evening[0].double_dummy)

    monkeypatch.setattr(overtrick_dd, "solve", solve, raising=False)
    monkeypatch.setattr(overtrick_dd, "unavailable", lambda: None, raising=False)
    boards, said = with_tables([bare, two], is_wanted=True)
    assert asked == [deal]
    assert said == []
    assert boards[0].double_dummy == evening[0].double_dummy
    assert boards[1] == two


def test_without_a_solver_only_who_insists_is_refused(evening, monkeypatch):
    import attrs

    from overtrick_records import solving

    monkeypatch.setattr(solving, "_absence", lambda: "no solver here")
    bare = [attrs.evolve(board, grids=()) for board in evening[:3]]
    assert with_tables(bare, is_wanted=False) == (bare, [])
    with pytest.raises(overtrick.PluginError, match="no solver here"):
        with_tables(bare, is_wanted=True)


def test_the_views_make_the_same_sheets(run, evening, tmp_path):
    pytest.importorskip("typst")
    overtrick.show(evening, tmp_path / "a.pdf", options={"layout": "acbl"})
    run(EVENING, "-o", tmp_path / "b.pdf", "--layout", "acbl")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    overtrick.show(evening, tmp_path / "a.html", view="records", options={"per-page": 6})
    run(EVENING, "-o", tmp_path / "b.html", "--per-page", "6")
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


@pytest.mark.parametrize("more", [(), ("--to", "pdf"), ("--force", "--to", "html")])
def test_the_file_with_the_boards_is_not_replaced(run, tmp_path, more):
    file = tmp_path / "evening.pbn"
    file.write_bytes(Path(EVENING).read_bytes())
    said = run(EVENING, file, "-o", file, *more, code=2).said
    assert said == f"Error: {file} is one of the files to read; give another target\n"
    assert file.read_bytes() == Path(EVENING).read_bytes()


def test_a_folder_that_is_not_there_is_said(run, tmp_path):
    folder = tmp_path / "none"
    said = run(EVENING, "-o", folder / "x.html", "--layout", "large", code=2).said
    target = folder / "x.html"
    assert said == f"Error: {target} cannot be written: there is no folder {folder}\n"


@pytest.mark.parametrize(
    ("suffix", "what"),
    [(".pdf", "a box stands there"), (".html", "each browser takes another one for that")],
)
def test_a_character_that_the_font_does_not_have_is_said(run, tmp_path, suffix, what):
    if suffix == ".pdf":
        pytest.importorskip("typst")
    said = run(EVENING, "-o", tmp_path / f"x{suffix}", "--title", "桥 😀", "--boards", "1").said
    assert f"note: the sheets' own font has no 桥 😀: {what}\n" in said


def test_codes_want_their_plugin_and_their_layout(run, tmp_path, monkeypatch):
    pytest.importorskip("overtrick_lin")
    pytest.importorskip("segno")
    target = tmp_path / "x.html"
    run(EVENING, "-o", target, "--layout", "large", "--link", "bbo", "--boards", "1")
    assert "https://www.bridgebase.com/tools/handviewer.html?lin=" in target.read_text("utf-8")
    said = run(EVENING, "-o", target, "--link", "bbo", "--force", code=2).said
    assert said == (
        "Error: club has no room for codes: link is for the layouts large and teaching\n"
    )
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name == "segno" else real(name, *more),
    )
    target.unlink()
    said = run(EVENING, "-o", target, "--layout", "large", "--link", "bbo", code=4).said
    assert "pip install 'overtrick-records[link]'" in said

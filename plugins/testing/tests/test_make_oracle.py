"""`overtrick testing make-oracle`: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import json
import sys

import pytest

pytest.importorskip("click")
pytest.importorskip("rich")

LOOK = "look it over: it is an oracle once a person has held all of it against the file itself"


@pytest.fixture
def make_oracle(overtrick_command):
    def run(*arguments, **keywords):
        return overtrick_command("testing", "make-oracle", *arguments, **keywords)

    return run


@pytest.fixture
def night(line_file, split_ten):
    return line_file(f"1 {split_ten}", f"2 {split_ten}")


@pytest.fixture
def bad(tmp_path, split_ten):
    folder = tmp_path / "invalid"
    folder.mkdir()
    file = folder / "LINE001-rubbish.line"
    file.write_text(f"rubbish\n2 {split_ten}\n")
    return file


def test_the_boards_are_written_beside_the_file_as_show_prints_them(
    make_oracle, overtrick_command, night
):
    done = make_oracle(night)
    oracle = night.with_suffix(".json")
    assert (done.code, done.out) == (0, "")
    assert done.err == f"wrote {oracle}: 2 boards, as the reader of line has {night}\n{LOOK}\n"
    assert oracle.read_text() == overtrick_command("show", "--json", night).out


def test_it_is_printed_where_that_is_asked(make_oracle, night):
    done = make_oracle(night, "-o", "-")
    assert [json.loads(line)["board"] for line in done.out.splitlines()] == [1, 2]
    assert not night.with_suffix(".json").exists()
    piped = make_oracle("-", "--from", "line", stdin=night.read_bytes())
    assert piped.out == done.out


def test_an_oracle_that_exists_is_kept_unless_forced(make_oracle, night):
    oracle = night.with_suffix(".json")
    oracle.write_text("by hand")
    done = make_oracle(night)
    assert (done.code, oracle.read_text()) == (2, "by hand")
    assert "--force replaces it" in done.err
    assert make_oracle(night, "--force").code == 0
    assert oracle.read_text().startswith('{"board": 1')


def test_an_oracle_gives_way_to_no_empty_one(make_oracle, tmp_path):
    file = tmp_path / "night.line"
    file.write_text("rubbish\n")
    oracle = file.with_suffix(".json")
    oracle.write_text("by hand")
    done = make_oracle(file, "--force")
    assert (done.code, oracle.read_text()) == (1, "by hand")
    assert "is left as it is" in done.err


def test_findings_are_written_for_a_file_in_the_folder_invalid(make_oracle, bad, split_ten):
    done = make_oracle(bad)
    assert (done.code, done.out) == (0, "")
    assert "1 finding, 1 board" in done.err
    found = json.loads(bad.with_suffix(".json").read_text())
    assert found["findings"] == [{"code": "LINE001", "line": 1, "column": 1}]
    assert [board["deal"] for board in found["boards"]] == [split_ten]


def test_a_sound_file_in_the_folder_invalid_is_refused(make_oracle, bad, split_ten):
    bad.write_text(f"1 {split_ten}\n")
    done = make_oracle(bad)
    assert done.code == 1
    assert "nothing is wrong with it" in done.err
    assert not bad.with_suffix(".json").exists()


def test_findings_elsewhere_are_told_and_written(make_oracle, line_file):
    file = line_file("rubbish")
    done = make_oracle(file)
    assert done.code == 1
    assert "error LINE001" in done.err
    assert "one of invalid/" in done.err
    assert json.loads(file.with_suffix(".json").read_text())["boards"] == []


def test_one_bad_file_does_not_stop_the_others(make_oracle, night, line_file, tmp_path):
    empty = line_file("# nothing", name="empty.line")
    done = make_oracle(tmp_path / "nowhere.line", empty, night)
    assert done.code == 2
    assert "nowhere.line" in done.err
    assert "empty.line has no board" in done.err
    assert night.with_suffix(".json").exists()
    assert not empty.with_suffix(".json").exists()


def test_files_of_one_name_have_oracles_of_their_own(make_oracle, night, line_file, split_ten):
    other = line_file(f"7 {split_ten}", name="night.lines")
    assert make_oracle(night, other, "--from", "line").code == 0
    assert json.loads((night.parent / "night.lines.json").read_text())["board"] == 7
    assert (night.parent / "night.line.json").exists()


def test_what_is_an_oracle_gets_none(make_oracle, night):
    make_oracle(night)
    oracle = night.with_suffix(".json")
    done = make_oracle(oracle, night, "--force")
    assert done.code == 0
    assert f"{oracle} is an oracle itself: passed over" in done.err


def test_the_file_itself_is_never_replaced(make_oracle, night):
    before = night.read_bytes()
    done = make_oracle(night, "-o", night, "--force")
    assert (done.code, night.read_bytes()) == (2, before)
    assert f"{night} is one of the files to read; give another target" in done.err


def test_one_place_is_for_one_file(make_oracle, night):
    done = make_oracle(night, night, "-o", "x.json")
    assert done.code == 2
    assert "-o takes one FILE" in done.err


def test_a_person_at_a_terminal_is_shown_the_boards(make_oracle, night, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    done = make_oracle(night)
    assert done.code == 0
    assert done.out.startswith("Board 1 · Dealer North · None vulnerable")
    assert "♠ AKJ9" in done.out


def test_the_group_has_help_and_lists_its_command(overtrick_command):
    assert "make-oracle" in overtrick_command("testing", "--help").out
    assert "Usage: overtrick testing make-oracle" in (
        overtrick_command("testing", "make-oracle", "--help").out
    )
    assert "did you mean make-oracle?" in overtrick_command("testing", "make-orcale").err

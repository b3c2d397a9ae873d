"""Boards come out of an archive as they went in: the examples swept, and sweeps that must fail."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("overtrick_archive")
pytest.importorskip("overtrick_pbn")

from sweeps import archive_boards

from overtrick_archive import Archive

ROOT = Path(__file__).parents[1]


def swept(monkeypatch, capsys, *words):
    monkeypatch.setattr("sys.argv", ["archive_boards.py", *map(str, words)])
    code = archive_boards.main()
    return code, capsys.readouterr().out


@pytest.mark.slow
def test_every_board_of_the_examples_comes_out_as_it_went_in(monkeypatch, capsys):
    code, out = swept(monkeypatch, capsys, ROOT / "examples")
    assert code == 0
    files, boards = (int(word.split()[0].replace(",", "")) for word in out.split(", ")[:2])
    assert files >= 4
    assert boards >= 2_000
    assert ", 0 differences;" in out


@pytest.mark.parametrize("what", ["a board less", "another number", "another header", "no file"])
def test_a_difference_is_told(monkeypatch, capsys, tmp_path, what):
    import attrs

    import overtrick

    boards = overtrick.read(ROOT / "examples" / "club-evening.dlm")
    overtrick.write(boards, tmp_path / "evening.pbn")
    whole = Archive.board_set
    table = Archive.table

    def worse(self, path):
        found = whole(self, path)
        if what == "a board less":
            return attrs.evolve(found, boards=found.boards[:-1])
        if what == "another number":
            return attrs.evolve(found, boards=(found.boards[1], *found.boards[1:]))
        return attrs.evolve(found, header=overtrick.Extras({"pbn:version": "9.9"}))

    monkeypatch.setattr(Archive, "board_set", worse)
    if what == "no file":
        monkeypatch.setattr(Archive, "table", lambda self, name: table(self, name).slice(0, 0))
    code, out = swept(monkeypatch, capsys, tmp_path)
    assert code == 1
    assert "1 differences" in out

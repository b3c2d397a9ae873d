"""A PBN file read in parts gives what the whole file gives, wherever it is cut."""

from __future__ import annotations

import io
import random

import pytest

import overtrick
import overtrick.plugin
import overtrick_pbn.text.parts as parts_module
from overtrick import Field
from overtrick.plugin import Part, ReadContext, default_manager
from overtrick_pbn.read.file import Before
from overtrick_pbn.read.inheritance import Inheritance
from overtrick_pbn.read.parts import split
from overtrick_pbn.reader import read as read_pbn

GAME = '[Event "Cup"]\n[Site "Club"]\n[Board "{}"]\n[Deal "?"]\n\n'

BITS = ['"', "{", "}", "[", "]", "\n", "\n\n", "\r", "%", ";", " ", '"#', "\\", "?", "\t", "é",
        '[Event "##Open"]\n', '[Site "#"]\n', "<PBN>", "</PBN>", '{a\n\n[Event "x"]\n}',
        "\n{c}\n\n", '[Board "#"]\n', '[Board ""]\n', "\n\n[Deal "]  # fmt: skip


def read(data, part=None, wants=None):
    spec = default_manager().format("pbn")
    ctx = ReadContext(spec, errors="collect", part=part, wants=wants and frozenset(wants))
    boards = [(board, board.origin) for board in read_pbn(io.BytesIO(data), ctx)]
    return boards, list(ctx.diagnostics), ctx.header


def check(data, size, wants=None):
    """Hold the parts against the whole; return how many they are."""
    found = list(split(io.BytesIO(data), size))
    assert [part.start for part in found[1:]] == [part.end for part in found[:-1]]
    assert (found[0].start, found[-1].end) == (0, None)
    whole = read(data, wants=wants)
    pieces = [read(data, part, wants) for part in found]
    assert [board for piece in pieces for board in piece[0]] == whole[0]
    assert [finding for piece in pieces for finding in piece[1]] == whole[1]
    assert all(piece[2] == whole[2] for piece in pieces)
    return len(found)


def mutated(r, text):
    for _ in range(r.choice([0, 1, 3, 6])):
        place = r.randrange(len(text))
        if r.random() < 0.5:
            # Where a tag begins, most of what is put in still means something.
            place = max(text.find("[", place), 0)
        text = text[:place] + r.choice(BITS) + text[place + r.choice([0, 0, 1, 9]) :]
    return text


@pytest.mark.slow
def test_parts_of_mutated_files_are_the_whole(pbn_games, monkeypatch):
    count = 0
    for seed in range(150):
        r = random.Random(seed)
        monkeypatch.setattr(parts_module, "BLOCK", r.choice([40, 1000, 1 << 20]))
        text = "% PBN 2.1\n% EXPORT\n\n" + "".join(
            r.choice([GAME.format(number), pbn_games.random_game(r, wild=False).strip() + "\n\n"])
            for number in range(1, 12)
        )
        data = mutated(r, text).encode(r.choice(["utf-8", "cp1252"]), "replace")
        if r.random() < 0.3:
            data = data.replace(b"\n", b"\r\n")
        wants = r.choice([None, overtrick.plugin.DEAL_FIELDS, {Field.RESULT}])
        count += check(data, r.choice([10, 300, 1500]), wants)
    assert count > 400


def test_parts_of_real_files_are_the_whole(pbn_shared):
    paths = sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir())
    count = sum(check(path.read_bytes()[:40_000], 9_000) for path in paths[::8])
    assert count > 30


def test_what_is_handed_down_over_a_cut():
    text = '[Event "##Open"]\n[Board "1"]\n\n' + GAME.format(2) * 3 + '[Site "#"]\n[Board "#"]\n\n'
    text += '[Board "5"]\n\n[Deal "?"]\n\n' * 4
    assert check(text.encode(), 1) >= 6
    *_, last = split(io.BytesIO(text.encode()), 1)
    before = Before.of(last)
    assert (before.lines, before.known.standing) == (
        text[: last.start].count("\n"),
        {"Event": "Cup"},
    )


def test_a_part_that_was_told_nothing_looks_back_itself():
    text = GAME.format(1) + '[Board "2"]\n\n' + '[Event "#"]\n\n'
    start = text.index('[Event "#"]')
    part = Part(start, None, Before(6, 0, None).to_state())
    ((board, origin),) = read(text.encode(), part)[0]
    assert (board.info.event, origin.board, origin.line) == ("Cup", 3, 7)


def test_the_state_of_a_part_comes_back_from_its_text():
    known = Inheritance()
    known.resolve({"Event": "##a = b", "Site": "x"})
    state = Before(12, 3, known).to_state()
    assert Before.of(Part(5, None, state)).to_state() == state


@pytest.mark.parametrize(
    "text",
    [
        "<html><PBN>\n\n" + GAME.format(1) * 3,
        (GAME.format(1) * 3).encode("utf-16"),
        "{open " + GAME.format(1) * 3,
        GAME.format(1),
        "",
    ],
)
def test_files_that_are_not_cut(text):
    data = text if isinstance(text, bytes) else text.encode()
    assert list(split(io.BytesIO(data), 1)) == [Part(0, None)]


@pytest.mark.slow
def test_a_scan_by_two_processes_is_that_of_one(tmp_path, monkeypatch):
    r = random.Random(4)
    games = [
        GAME.format(number).replace("Cup", r.choice(["Cup", "Café"])) for number in range(1, 400)
    ]
    games[200] = '[Event "#"]\n[Board "x"]\n[Dealer "Q"]\n\n'
    path = tmp_path / "many.pbn"
    path.write_text("".join(games), encoding="utf-8")
    monkeypatch.setattr("overtrick.files.scanning.PART_BYTES", 2000)
    names = ["number", "event", "name", "line", "pbn:Round"]

    def run(jobs, errors):
        rows = []
        try:
            with overtrick.scan(path, columns=names, batch=70, jobs=jobs, errors=errors) as scan:
                rows += [tuple(batch.rows()) for batch in scan]
        except overtrick.FormatError as error:
            return rows, str(error)
        return rows, list(scan.diagnostics), scan.header, scan.format

    for errors in ("collect", "raise"):
        assert run(2, errors) == run(1, errors)
    assert len(run(2, "collect")[1]) == 2

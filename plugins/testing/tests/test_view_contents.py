"""What the suite of views looks at: expected outputs with their options, texts that are seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from overtrick import Board, Field
from overtrick.plugin import field_value
from overtrick_testing.examples import full_board
from overtrick_testing.kinds.contents import (
    Expected,
    board_with_texts,
    find_expected,
    lacks,
    places_of_texts,
)
from overtrick_testing.kinds.media import visible_text

NAMES = {
    "evening.txt": ("evening.json", {}),
    "evening.players=yes.txt": ("evening.json", {"players": "yes"}),
    "evening.hide=E,W.txt": ("evening.json", {"hide": "E,W"}),
    "evening.hide=E,W,per-page=2.txt": ("evening.json", {"hide": "E,W", "per_page": "2"}),
    "evening.scale=1.5.txt": ("evening.json", {"scale": "1.5"}),
    "evening.title=a=b.txt": ("evening.json", {"title": "a=b"}),
    "evening.title=.txt": ("evening.json", {"title": ""}),
    "evening.final.txt": ("evening.final.json", {}),
    "evening.final.hide=N.txt": ("evening.final.json", {"hide": "N"}),
    "lines.txt": ("lines.jsonl", {}),
}


def fill(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).write_bytes(b"")
    return folder


def test_options_are_in_the_names_of_outputs(tmp_path: Path) -> None:
    fill(tmp_path, "evening.json", "evening.final.json", "lines.jsonl", "notes.md", *NAMES)
    found = find_expected(tmp_path, (".txt",))
    assert sorted(found, key=lambda one: one.output) == sorted(
        (Expected(tmp_path / source, tmp_path / name, options)
         for name, (source, options) in NAMES.items()), key=lambda one: one.output,
    )  # fmt: skip


def test_every_suffix_of_a_view_is_its_own_and_the_longest_counts(tmp_path: Path) -> None:
    fill(tmp_path, "a.json", "a.night.md", "a.deal=no.md", "b.json", "b.md")
    found = find_expected(tmp_path, (".night.md", ".md"))
    assert {one.output.name: one.options for one in found} == {
        "a.night.md": {}, "a.deal=no.md": {"deal": "no"}, "b.md": {},
    }  # fmt: skip


def test_a_view_that_makes_json_has_its_boards_in_lines(tmp_path: Path) -> None:
    fill(tmp_path, "a.jsonl", "a.json", "a.deal=no.json")
    found = find_expected(tmp_path, (".json",))
    assert {one.source.name for one in found} == {"a.jsonl"}
    assert [one.options for one in found] == [{"deal": "no"}, {}]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ((), "no file *.json in"),
        (("a.txt",), "no file *.json in"),
        (("a.json",), "beside a.json there is no a.txt"),
        (("a.json", "b.json", "a.txt"), "beside b.json there is no b.txt"),
        (("a.json", "a.txt", "other.txt"), "other.txt belongs to no file of boards"),
        (("a.json", "a.txt", "ab.txt"), "ab.txt belongs to no file of boards"),
        (("a.json", "a.txt", "a.players.txt"), "a.players.txt is named after no options"),
    ],
)
def test_what_belongs_to_nothing_is_named(tmp_path: Path, names, words) -> None:
    with pytest.raises(AssertionError, match=re.escape(words)):
        find_expected(fill(tmp_path, *names), ())


@pytest.mark.parametrize(
    ("media_type", "data", "seen"),
    [
        ("text/plain; charset=utf-8", "a ♠ &#124;".encode(), "a ♠ |"),
        ("text/html", b"<title>x</title><style>y</style><p>a<b title=z>b</b>", "a b"),
        ("image/svg+xml", b"<svg><style>x</style><text>a<tspan>b</tspan>c</text></svg>", "a b c"),
        ("application/json", b'{"a": null}', '{"a": null}'),
        ("application/pdf", b"%PDF", None),
    ],
)
def test_the_text_that_is_seen(media_type, data, seen) -> None:
    found = visible_text(media_type, data)
    assert (found if found is None else " ".join(found.split())) == seen


def test_a_text_stands_in_its_place_alone() -> None:
    for place in places_of_texts():
        one, other = (repr(board_with_texts({place: text})) for text in ("Alfa", "Bravo"))
        assert board_with_texts({place: "Alfa"}) != board_with_texts({place: "Bravo"}), place
        assert one.replace("Alfa", "") == other.replace("Bravo", ""), place


def test_what_boards_lack_is_lacking_and_the_others_differ_in_it_alone() -> None:
    for lack in lacks():
        assert lack.board not in lack.others
        assert len(set(lack.others)) == len(lack.others)
        for other in lack.others:
            differing = {
                field
                for field in Field
                if field_value(other, field) != field_value(lack.board, field)
            }
            assert differing == {lack.field}, lack


def test_the_full_board_has_every_field() -> None:
    board = full_board()
    absent = {field for field in Field if field_value(board, field) is None}
    assert absent <= {
        Field.HEADER, Field.PARTIAL_DEAL, Field.AUCTION_IRREGULARITIES, Field.PLAY_IRREGULARITIES,
    }  # fmt: skip
    assert board != Board()

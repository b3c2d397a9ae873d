"""Files that are one line of a sound one, or lack one; and boards with gaps between them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from fuzzing.targets import registered

import overtrick
from overtrick.plugin import default_manager

ROOT = Path(__file__).resolve().parents[1]
FORMATS = default_manager().formats()
READ = sorted(name for name, spec in FORMATS.items() if spec.reader is not None)
WRITTEN = sorted(name for name in READ if FORMATS[name].writer is not None)
EVENING = overtrick.read(ROOT / "examples" / "club-evening.dlm")


def samples(name: str) -> list[bytes]:
    """Return the smallest sound files of a format, and one that is written here."""
    spec = FORMATS[name]
    paths = [
        path
        for path in (ROOT / "plugins").glob("*/tests/corpus/**/valid/*")
        if path.suffix in spec.suffixes
    ]
    found = [path.read_bytes() for path in sorted(paths, key=lambda path: path.stat().st_size)[:1]]
    if spec.writer is not None:
        sink = io.BytesIO()
        overtrick.write(EVENING[:2], sink, format=name)
        found.append(sink.getvalue())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
def test_any_line_of_a_file_may_be_the_whole_of_it_or_missing(name: str) -> None:
    targets = [
        target
        for target in registered(default_manager())
        if target.folder == name and target.kind in {"read", "check", "fix"}
    ]
    pieces: set[bytes] = set()
    for sample in samples(name):
        lines = sample.splitlines(keepends=True)[:25]
        for at, line in enumerate(lines):
            pieces |= {line, line.strip(), b"".join(lines[:at]), b"".join(lines[at:])}
            pieces.add(b"".join(lines[:at] + lines[at + 1 :]))
    assert pieces
    for data in sorted(pieces):
        for target in targets:
            target.run(data)


@pytest.mark.parametrize("name", WRITTEN)
def test_no_format_gives_boards_that_nobody_gave(name: str) -> None:
    """Whatever a file must hold besides, the boards that come back are those that were given."""
    given = [board for board in EVENING if board.number in {2, 9}]
    sink = io.BytesIO()
    overtrick.write(given, sink, format=name)
    for _ in range(2):
        found = overtrick.read(sink.getvalue(), format=name, sealed="show")
        assert [board.deal for board in found] == [board.deal for board in given]
        sink = io.BytesIO()
        overtrick.write(found, sink, format=name)

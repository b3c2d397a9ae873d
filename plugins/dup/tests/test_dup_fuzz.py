"""Mutated files end in boards or in an error of overtrick's own, in both error modes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import overtrick

DATA = Path(__file__).parent / "data"


def mutated(data, source):
    """Return the file with a few bytes changed, dropped, added or cut off."""
    result = bytearray(data)
    for _ in range(source.randrange(1, 5)):
        at = source.randrange(len(result) + 1)
        match source.randrange(5):
            case 0:
                result[at : at + 1] = bytes((source.randrange(256),))
            case 1:
                del result[at : at + source.randrange(1, 20)]
            case 2:
                result[at:at] = source.randbytes(source.randrange(1, 20))
            case 3:
                del result[at:]
            case _:
                end = source.randrange(len(result) + 1)
                result[at:at] = result[end : end + source.randrange(200)]
    return bytes(result)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dup", "bri", "dge"])
def test_a_mutated_file_gives_boards_or_a_typed_error(kind):
    source = random.Random(kind)
    data = (DATA / f"mid.{kind}").read_bytes()[: 156 * 4]
    clean = 0
    for _ in range(700):
        broken = mutated(data, source)
        if not broken.strip():
            continue  # an empty file is refused in every mode
        boards = overtrick.read(broken, format=kind, errors="collect")
        for item in boards.diagnostics:
            assert item.location.offset is None or 0 <= item.location.offset <= len(broken)
        for board in boards:
            assert board.deal is None or board.deal.is_complete
        has_errors = any(item.is_error for item in boards.diagnostics)
        try:
            strict = overtrick.read(broken, format=kind)
        except overtrick.FormatError:
            assert has_errors
        else:
            assert not has_errors
            assert strict.boards == boards.boards
            clean += 1
        overtrick.detect(data)
    assert 0 < clean < 700

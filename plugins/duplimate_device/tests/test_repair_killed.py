"""A repair that is killed at any of its writes can be done again, and comes to the same."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.paths import second_path, write_private
from overtrick_duplimate_device.journal.repair import fixed, put_back, settled
from overtrick_duplimate_device.journal.salvage import sound_lines, understand

sys.path.insert(0, str(Path(__file__).parent))

from journals import Files, written


def repaired(path):
    """Return what a repair would write, without any answers."""
    known = understand(sound_lines(path.read_bytes(), second_path(path).read_bytes()), {})
    return fixed(known, settled(known, ()), {})


@pytest.mark.parametrize("seed", range(12))
def test_killed_between_its_two_files_a_repair_goes_on_from_its_own(tmp_path, seed):
    r = random.Random(seed)
    path = written(tmp_path)
    whole = Files.of(path).first
    lines = whole.splitlines(keepends=True)
    damaged = []
    for _ in range(2):
        # In each file one step behind the header is changed, often the same one.
        at = r.choice([2, r.randrange(2, len(lines))])
        damaged.append(
            b"".join([*lines[:at], lines[at].replace(b"kind", b"kinf"), *lines[at + 1 :]])
        )
    Files(*damaged).put(path)
    data = repaired(path)
    # The second file is written first; here the process was killed.
    write_private(second_path(path), data)
    again = repaired(path)
    assert again.startswith(data)
    put_back(path, again)
    with Journal.open(path, write=False) as journal:
        after = journal.ledger()
    Files(data, data).put(path)
    with Journal.open(path, write=False) as journal:
        assert journal.ledger() == after

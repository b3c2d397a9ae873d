"""The cut into games does not depend on where the blocks of the file end."""

from __future__ import annotations

import io

import pytest

from overtrick import open_boards, scan
from overtrick_pbn.text.games import BLOCK, Splitter

TEXT = """% PBN 2.1

[Event "a"]
[Deal "x"]
{a comment

with an empty line}


[Event "b"]
[Site ""]
\x20\x20
\t
; a comment
[Event "c"]

"""


class Blocks(io.RawIOBase):
    """Gives no more than a few bytes at a time."""

    def __init__(self, data, size):
        super().__init__()
        self._rest = io.BytesIO(data)
        self._size = size

    def read(self, size=-1):
        return self._rest.read(self._size)


def cut(data, size):
    splitter = Splitter(Blocks(data, size))
    games = [(game.text, game.line, game.offset) for game in splitter.games()]
    return games, splitter.preamble


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_every_size_of_block_gives_the_same_games(newline):
    data = TEXT.replace("\n", newline).encode()
    whole = cut(data, len(data))
    assert len(whole[0]) == 3
    for size in range(1, len(data)):
        assert cut(data, size) == whole


@pytest.mark.parametrize("take", ["read", "scan"])
def test_no_more_than_two_blocks_are_held_whoever_takes_the_games(take, monkeypatch):
    """Games that are taken in runs pass by as others do."""
    names = ("Event", "Site", "Date", "West", "North", "East", "South", "Dealer")
    tags = "".join(f'[{name} ""]\n' for name in names)
    games = [f'{tags}[Board "{number}"]\n{{{"x" * 400}}}\n\n' for number in range(1, 3000)]
    data = ("% PBN 2.1\n\n" + "".join(games)).encode()
    assert len(data) > 5 * BLOCK
    held = []
    more = Splitter._more

    def measured(splitter):
        found = more(splitter)
        held.append(len(splitter._buffer))
        return found

    monkeypatch.setattr(Splitter, "_more", measured)
    if take == "read":
        with open_boards(io.BytesIO(data), format="pbn") as boards:
            count = sum(1 for _ in boards)
    else:
        count = sum(map(len, scan(data, columns=["number"], format="pbn")))
    assert count == len(games)
    assert max(held) <= 2 * BLOCK

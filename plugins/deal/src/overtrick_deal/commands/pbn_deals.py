"""Write PBN files of generated deals, in batches of boards.

The boards differ in number, dealer, vulnerability and deal alone. What the PBN writer makes of
sixteen of them, one for each place in the round of dealers and vulnerability, is the pattern of all
others: the cards of a deal take as many characters in each. So the text of a million deals is
filled into copies of the patterns, seven times as fast as board by board.
"""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, BinaryIO, Final

import attrs

from overtrick import Board, Deal, LossReport, Seat
from overtrick.plugin import WriteSettings, default_manager, holding_text, write_boards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ROUND: Final = 16
_AT_ONCE: Final = 4096
_HAND: Final = 16  # thirteen cards and three dots
_WIDTH: Final = 4 * _HAND + 3

# Every suit of a seat: any deal is as good as another for a pattern.
_ANY: Final = Deal.from_masks(8191, 8191 << 13, 8191 << 26, 8191 << 39)
_DEAL: Final = re.compile(rb'\[Deal "([NESW]):([^"]*)"\]')
_BOARD: Final = re.compile(rb'\[Board "(\d+)"\]')
_GAME: Final = re.compile(rb"(?m)^\[Event ")


class PbnDeals:
    """A writer of generated deals to a PBN file.

    Attributes:
        losses: what any of the boards loses.

    Args:
        board_of: makes the board of a number and a deal. Dealer and vulnerability come again after
            sixteen numbers, and all else is the same on all boards.
        settings: how the file is written.
        first: the first board's number; each has one more than the last.
    """

    def __init__(
        self, board_of: Callable[[int, Deal], Board], settings: WriteSettings, first: int
    ) -> None:
        self._board_of = board_of
        self._settings = settings
        self._first = first
        self._patterns: dict[tuple[int, int], tuple[bytes, int, int, int]] = {}
        self._top, self.losses = self._written([board_of(first, _ANY)])

    def write(self, hands: Iterable[NDArray[np.int64]], sink: BinaryIO) -> None:
        """Write the file, byte for byte as the format's writer does.

        Args:
            hands: masks (`overtrick.Hand.mask`) of shape (4, n), rows North, East, South, West; all
                of complete deals.
            sink: a binary file.

        Raises:
            ValueError: the boards differ in more than number, dealer, vulnerability and deal.
        """
        number = self._first
        for block in hands:
            for begin in range(0, block.shape[1], _AT_ONCE):
                part = block[:, begin : begin + _AT_ONCE]
                if number == self._first:
                    sink.write(self._top[: _start(self._top)])
                sink.write(self._text(number, part))
                number += part.shape[1]
        if number == self._first:
            sink.write(self._written([])[0])

    def _written(self, boards: list[Board]) -> tuple[bytes, LossReport]:
        """Return the writer's output for boards, and their losses."""
        sink = io.BytesIO()
        settings = attrs.evolve(self._settings, format="pbn")
        losses = write_boards(boards, sink, default_manager(), settings)
        return sink.getvalue(), losses

    def _text(self, number: int, hands: NDArray[np.int64]) -> bytes:
        """Return the games of some deals."""
        import numpy as np

        count = hands.shape[1]
        numbers = np.arange(number, number + count)
        texts = [_texts(row) for row in hands]
        patterns = [self._pattern(one) for one in numbers[: _ROUND + 1].tolist()]
        digits = len(str(number))
        if len(str(number + count - 1)) != digits:
            # The games before the next power of ten, and those from it on.
            cut = 10**digits - number
            return self._text(number, hands[:, :cut]) + self._text(10**digits, hands[:, cut:])
        lengths = [len(pattern[0]) for pattern in patterns[:_ROUND]]
        round_length = sum(lengths)
        rounds = -(-count // _ROUND)
        found = np.empty((rounds, round_length), np.uint8)
        begin = 0
        for place, (pattern, at_number, at_deal, dealer) in enumerate(patterns[:_ROUND]):
            chosen = slice(place, count, _ROUND)
            rows = found[: len(numbers[chosen]), begin : begin + len(pattern)]
            rows[:] = np.frombuffer(pattern, np.uint8)
            left = numbers[chosen].copy()
            for digit in range(digits - 1, -1, -1):
                left, rest = np.divmod(left, 10)
                rows[:, at_number + digit] = rest + ord("0")
            for turn in range(4):
                at = at_deal + turn * (_HAND + 1)
                rows[:, at : at + _HAND] = texts[(dealer + turn) & 3][chosen]
            begin += len(pattern)
        last = count - (rounds - 1) * _ROUND
        return found.tobytes()[: (rounds - 1) * round_length + sum(lengths[:last])]

    def _pattern(self, number: int) -> tuple[bytes, int, int, int]:
        """Return a game, the places of its number and first card, and the seat written first."""
        key = number % _ROUND, len(str(number))
        if key not in self._patterns:
            self._patterns[key] = self._made(number)
        return self._patterns[key]

    def _made(self, number: int) -> tuple[bytes, int, int, int]:
        # After another game: the text before the first one is not part of the game.
        other = self._board_of(number + _ROUND, _ANY)
        own = self._board_of(number, _ANY)
        data, _ = self._written([other, own])
        begin = _start(data, 1)
        game = data[begin:]
        deal, board = _DEAL.search(game), _BOARD.search(game)
        if (
            deal is None
            or board is None
            or board[1] != b"%d" % number
            or len(deal[2]) != _WIDTH
            or game.count(board[1]) < 1
        ):
            msg = "a board that is not as the others"
            raise ValueError(msg)
        return game, board.start(1), deal.start(2), int(Seat.parse(deal[1].decode()))


def _start(data: bytes, game: int = 0) -> int:
    """Return the start of a game."""
    return [match.start() for match in _GAME.finditer(data)][game]


@functools.lru_cache(maxsize=1)
def _holdings() -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the text of each holding with a dot at its end, as two words, and its bits."""
    import numpy as np

    texts = [f"{text}." for text in map(holding_text, range(8192))]
    data = b"".join(text.encode().ljust(16, b"\0") for text in texts)
    words = np.frombuffer(data, "<u8").reshape(-1, 2)
    bits = np.asarray([8 * len(text) for text in texts], np.uint64)
    return words[:, 0].copy(), words[:, 1].copy(), bits


def _texts(masks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return hands as text, sixteen bytes each: four holdings with dots between them."""
    import numpy as np

    low_of, high_of, bits_of = _holdings()
    word = np.uint64(64)
    first = masks >> 39
    low, high, at = low_of[first], high_of[first], bits_of[first]
    for shift in (26, 13, 0):
        holding = masks >> shift & 8191
        one, two = low_of[holding], high_of[holding]
        # A shift by 64 or more is no shift by it: the two sides are made apart.
        is_low = at < word
        near = np.where(is_low, at, np.uint64(0))
        over = np.where(is_low, word - near, np.uint64(0))
        low |= np.where(is_low, one << near, np.uint64(0))
        spilled = np.where((near > 0) & is_low, one >> np.minimum(over, np.uint64(63)), 0)
        beyond = np.where(is_low, 0, at - word)
        high |= np.where(is_low, spilled | two << near, one << beyond)
        at = at + bits_of[holding]
    # The last dot, behind the sixteen, falls out of the second word by itself.
    found = np.empty((len(masks), 2), "<u8")
    found[:, 0], found[:, 1] = low, high
    return found.view(np.uint8).reshape(-1, _HAND)

"""Requirements about values: whatever number, contract or result a board has, it comes back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attrs

from overtrick import Board, Field, FormatError
from overtrick_testing.comparing import changes, difference
from overtrick_testing.every_value import (
    NUMBERS,
    auction_boards,
    contract_boards,
    dealt_boards,
    double_dummy_boards,
    incomplete_tables,
    numbered_board,
    play_boards,
    result_boards,
    value_pairs,
)
from overtrick_testing.examples import keep_fields
from overtrick_testing.failures import failed
from overtrick_testing.harness import Written, is_refusal, said
from overtrick_testing.loading import FAULTS
from overtrick_testing.requirements import SuiteBase, requirement, skip

_SIGNS: Final = (b"~", b"^", b"@", b"`")
"""What hardly means anything in a place where a value stands; certainly not all of them."""

_AROUND: Final = 12
_RANGE: Final = re.compile(r"\b(\d+)(?: to |-|\u2013|\.\.+)(\d+)\b")

_MANY: Final = 1200
"""Boards of a long file."""


class ValueRequirements(SuiteBase):
    """What a reader and a writer owe to every value: part of `FormatSuite`."""

    def check_comes_back(self, boards: Iterable[Board]) -> None:
        """Assert that boards come back as they were, but for what the report names.

        They stand in one file, or each in one of its own where the format refuses that.
        """
        boards = tuple(boards)
        if not self._comes_back_whole(boards):
            for board in boards:
                self._comes_back_whole((board,))

    def _comes_back_whole(self, boards: Iterable[Board]) -> bool:
        """Assert that boards come back from one file; return whether the format takes them all."""
        kept = [keep_fields(board, self.spec.carries) for board in boards]
        written = self._written_or_refused(kept)
        if written is not None:
            self._check_read(kept, written)
        return written is not None

    def _written_or_refused(self, boards: Sequence[Board]) -> Written | None:
        try:
            return self.harness.write(boards)
        except Exception as error:
            if is_refusal(error):
                return None
            shown = boards[0] if len(boards) == 1 else f"{len(boards)} boards"
            msg = f"the writer fails with {type(error).__name__}: {error}, writing {shown!r:.300}"
            raise AssertionError(msg) from error

    def _check_read(self, boards: Sequence[Board], written: Written) -> None:
        found = self.harness.read(written.data)
        assert found.crash is None, (
            f"reading what was written fails: {type(found.crash).__name__}: {found.crash}"
        )
        after = list(found.boards)
        if not self.spec.streams and after == self.in_order(after):
            # A small format may have a place for each number: the boards stand by number then,
            # and places that no board fills come back as boards where the writer said so.
            boards = self.in_order(boards)
            if written.diagnostics:
                numbers = {board.number for board in boards}
                after = [board for board in after if board.number in numbers]
        self._check_count(boards, after, written)
        self._check_kept(boards, attrs.evolve(found, boards=tuple(after)), written)

    @staticmethod
    def in_order(boards: Sequence[Board]) -> list[Board]:
        """Return boards by number, those without one last."""
        return sorted(boards, key=lambda board: (board.number is None, board.number or 0))

    def need_any(self, *fields: Field) -> None:
        """Skip where the format carries none of some fields, or cannot be read and written."""
        self.need_both()
        if self.spec.carries.isdisjoint(fields):
            names = " or ".join(field.value for field in fields)
            skip(f"{self.format_name} does not carry {names}")

    @requirement(level=2, after=("test_every_dealer_comes_back",))
    def test_every_number_comes_back(self) -> None:
        """Boards 1 to 100, 128, 256, 1000 and their like come back, or the loss is reported.

        Where a report states which numbers there may be, such as "1 to 999", the first and the last
        of them come back.
        """
        self.need_any(Field.NUMBER)
        self.check_comes_back(numbered_board(number) for number in range(1, 100))
        for number in (*NUMBERS[99:], None):
            self.check_comes_back([numbered_board(number)])
        for first in (99, 255, 999):
            self.check_comes_back(numbered_board(first + step, step) for step in range(3))
        for number, words in self._stated_ends().items():
            board = keep_fields(numbered_board(number), self.spec.carries)
            written = self._written_or_refused([board])
            if written is None or Field.NUMBER in written.fields():
                what = "is refused" if written is None else "is written without its number"
                raise failed(f"board {number} {what}, and the words allow it: {words}", "writer")
            self._check_read([board], written)

    def _stated_ends(self) -> dict[int, str]:
        """Return the first and last number that a report of a number beyond them states."""
        found: dict[int, str] = {}
        for number in (0, 1000, 65536, 10**9):
            board = keep_fields(attrs.evolve(numbered_board(1), number=number), self.spec.carries)
            for words in self._words_about(board):
                for match in _RANGE.finditer(words):
                    low, high = int(match[1]), int(match[2])
                    if low < high and not low <= number <= high:
                        found |= dict.fromkeys((low, high), words)
        return found

    def _words_about(self, board: Board) -> list[str]:
        """Return the words with which a board, or its number, is refused or lost."""
        try:
            written = self.harness.write([board])
        except FormatError as error:
            return [error.diagnostic.message]
        except FAULTS:  # test_writer_refuses_with_typed_errors is about it
            return []
        return [loss.reason for loss in written.report if loss.field is Field.NUMBER]

    @requirement(level=2, after=("test_every_number_comes_back",))
    def test_boards_keep_their_order(self) -> None:
        """Boards in any order, with gaps, repeated numbers or none, come back as they stood."""
        self.need_any(Field.DEAL)
        for numbers in (
            range(8, 0, -1), (5, 2, 8, 1, 7, 3, 6, 4), (2, 2, 2), (1, 2, 1, 2),
            (7, None, 3), (None, None), (3, 9, 27, 81), (100, 1, 99), (1, 3),
        ):  # fmt: skip
            self.check_comes_back(
                numbered_board(number, index) for index, number in enumerate(numbers)
            )
        # As many as a file holds: a limit that nobody wrote down is found here.
        for count in (_MANY, 99, 36):
            long = (numbered_board(at * 7 % count % 99 + 1, at) for at in range(count))
            if self._comes_back_whole(long):
                break

    @requirement(
        level=2,
        after=(
            "test_carried_fields_come_back",
            "test_files_are_read_apart",
            "test_no_board_takes_from_another",
        ),
    )
    def test_every_dealer_comes_back(self) -> None:
        """Each dealer with each vulnerability comes back, whatever the board's number."""
        self.need_any(Field.DEALER, Field.VULNERABILITY)
        self.check_comes_back(dealt_boards())

    @requirement(
        level=2,
        after=(
            "test_boards_keep_their_order",
            "test_every_number_of_tricks_comes_back",
        ),
    )
    def test_every_contract_comes_back(self) -> None:
        """Each contract, doubled or not, by each declarer, comes back as it was."""
        self.need_any(Field.CONTRACT, Field.AUCTION_CALLS)
        self.check_comes_back(contract_boards(self.spec.carries))

    @requirement(level=2, after=("test_every_contract_comes_back",))
    def test_auctions_and_plays_of_any_length_come_back(self) -> None:
        """Auctions of 4 to 319 calls and plays of 1 to 13 tricks come back as they were."""
        self.need_any(Field.AUCTION_CALLS, Field.PLAY_CARDS)
        if Field.AUCTION_CALLS in self.spec.carries:
            for board in auction_boards(self.spec.carries):
                self.check_comes_back([board])
        if Field.PLAY_CARDS in self.spec.carries:
            for board in play_boards(self.spec.carries):
                self.check_comes_back([board])

    @requirement(level=2, after=("test_every_number_comes_back",))
    def test_leading_zeros_change_no_number(self) -> None:
        """A board numbered 010 or 08 is board 10 or 8, or is reported: it is no other board."""
        self.need_any(Field.NUMBER)
        if self.spec.binary:
            skip(f"{self.format_name} is binary: its numbers have no digits")
        tried = 0
        for number, other in ((8, 9), (10, 21), (64, 55)):
            made, twin = (
                self.harness.try_write(
                    [keep_fields(attrs.evolve(numbered_board(1), number=one), self.spec.carries)]
                )
                for one in (number, other)
            )
            if made is None or twin is None:
                continue
            for data in _with_zeros(made.data, twin.data, str(number).encode()):
                found = self.harness.read(data)
                tried += 1
                wrong = [board.number for board in found.boards if board.number != number]
                assert not any(wrong) or found.diagnostics, (
                    f"board {number}, written 0{number}, is read as {wrong[0]}"
                )
        if not tried:
            skip(f"{self.format_name} writes no board's number by itself")

    @requirement(level=2, after=("test_every_dealer_comes_back",))
    def test_every_number_of_tricks_comes_back(self) -> None:
        """Results of 0 to 13 tricks, declarer's, of either side or irregular, come back."""
        self.need_any(Field.RESULT)
        for board in result_boards():
            self.check_comes_back([board])

    @requirement(level=2, after=("test_every_dealer_comes_back",))
    def test_every_double_dummy_table_comes_back(self) -> None:
        """Tables with 0 to 13 tricks in each place come back, each number in its own place."""
        self.need_any(Field.GRIDS)
        for board in (*double_dummy_boards(), *incomplete_tables()):
            self.check_comes_back([board])

    @requirement(
        level=2,
        after=(
            "test_binary_is_declared_rightly",
            "test_carried_fields_come_back",
            "test_no_board_is_lost_without_an_error",
        ),
    )
    def test_no_value_is_passed_over(self) -> None:
        """What means nothing in the place of a value is reported, or kept as a text.

        Each of four signs is put in place of a value, for one of them may mean something. Binary
        formats are left out: there any value may mean that nothing is known.
        """
        self.need_both()
        if self.spec.binary:
            skip(f"{self.format_name} is binary: a value that means nothing may be one for unknown")
        tried = 0
        for field, one, other in value_pairs(self.spec.carries):
            made, twin = self.harness.try_write((one,)), self.harness.try_write((other,))
            if made is None or twin is None or len(made.data) != len(twin.data):
                continue
            usual = self.harness.read(made.data)
            if not usual.is_clean or changes((one,), usual.boards).keys() & {field}:
                continue
            pairs = enumerate(zip(made.data, twin.data, strict=True))
            places = [at for at, (here, there) in pairs if here != there]
            damages = [_marked(made.data, places, sign) for sign in _SIGNS]
            if not places or not all(map(self._is_passed_over, damages, _SIGNS)):
                tried += bool(places)
                continue
            now = self.harness.read(damages[0]).boards
            told = difference(one, now[0], field, "is read as") if now else "no board is read"
            around = slice(max(0, places[0] - _AROUND), places[-1] + _AROUND)
            msg = (
                f"in place of {field.value} stands {damages[0][around]!r:.120}, and there is no "
                f"finding: {told}"
            )
            raise AssertionError(msg)
        if not tried:
            skip(f"{self.format_name} writes no value in as many bytes as another")

    def _is_passed_over(self, data: bytes, sign: bytes) -> bool:
        """Return whether a sign in a file is neither read nor reported."""
        found = self.harness.read(data)
        if found.crash is not None or sign.decode() in said(found):
            return False
        return not found.diagnostics and not self.harness.read(data, checking=True).diagnostics


def _marked(data: bytes, places: Iterable[int], sign: bytes) -> bytes:
    """Return a file with a sign in some places."""
    marked = bytearray(data)
    for at in places:
        marked[at] = ord(sign)
    return bytes(marked)


def _with_zeros(data: bytes, twin: bytes, digits: bytes) -> Iterator[bytes]:
    """Yield a file with one or two zeros put before a number in it.

    Args:
        data: the file.
        twin: the same with another number of as many digits in its place.
        digits: the number.
    """
    if len(data) != len(twin):
        return
    odd = [at for at, (one, other) in enumerate(zip(data, twin, strict=True)) if one != other]
    starts = [at for at in odd if data[at : at + len(digits)] == digits]
    if not starts or len(odd) != len(starts) * len(digits):
        return
    for zeros in (b"0", b"00"):
        made = data
        for at in reversed(starts):
            made = made[:at] + zeros + made[at:]
        yield made

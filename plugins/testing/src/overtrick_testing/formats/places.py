"""Requirements about errors: all of a file's are found, each where it is."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

import attrs

from overtrick import Board, Diagnostic, Location, Seat, Vulnerability
from overtrick.plugin import FormatSpec
from overtrick_testing.every_value import different_deal
from overtrick_testing.examples import keep_fields
from overtrick_testing.fuzzing import empty_lines
from overtrick_testing.harness import Harness, Reading
from overtrick_testing.requirements import SuiteBase, requirement, skip

_TRIED: Final = 60
"""How many places in the deals of the three boards are damaged, one at a time."""

_ENDS: Final = 4
"""In how many places the deal of the last board is damaged."""

_SAMPLES: Final = 3

_FIRST_LINES: Final = 6
_LINES: Final = 12
"""Before how many lines of a file an empty one is tried; the first are among them."""

_ENOUGH_LINES: Final = 5
"""Maximum number of empty lines of a file that are compared."""

Place = tuple[int | None, int | None]
"""Line and offset."""


@attrs.frozen
class Three:
    """A file of four boards of one deal; the first three of them can be damaged alike.

    Attributes:
        data: the file.
        starts: where the deals of the four begin in it.
        length: how many bytes of each are its own.
    """

    data: bytes
    starts: tuple[int, ...]
    length: int

    @classmethod
    def write(cls, harness: Harness) -> Three | None:
        """Return such a file of a format; `None` where the writer refuses it."""
        whole = harness.try_write(_boards(harness.spec, ()))
        if whole is None:
            return None
        starts, lengths = [], []
        for index in range(4):
            twin = harness.try_write(_boards(harness.spec, (index,)))
            if twin is None or len(twin.data) != len(whole.data):
                return None
            pairs = zip(whole.data, twin.data, strict=True)
            odd = [at for at, (one, other) in enumerate(pairs) if one != other]
            if not odd:
                return None
            starts.append(odd[0])
            lengths.append(odd[-1] + 1 - odd[0])
        return cls(whole.data, tuple(starts), min(lengths))

    def damaged(self, at: int, boards: tuple[int, ...], bits: int) -> bytes | None:
        """Return the file with a byte of some deals changed; `None` where it divides something.

        Args:
            at: which byte of each.
            boards: which of the first three, 0 to 2.
            bits: what is turned in it, 0 for text: there a letter or digit becomes a tilde.
        """
        data = bytearray(self.data)
        for board in boards:
            place = self.starts[board] + at
            if bits:
                data[place] ^= bits
            elif chr(data[place]).isalnum():
                data[place] = ord("~")
            else:
                return None
        return bytes(data)


def _boards(spec: FormatSpec, others: tuple[int, ...]) -> list[Board]:
    """Return four boards of one deal, some of another; their lengths in a text are the same."""
    return [
        keep_fields(
            Board(
                number=number,
                dealer=Seat.dealer_of(number),
                vulnerability=Vulnerability.of_board(number),
                deal=different_deal(2 if index in others else 0),
            ),
            spec.carries,
        )
        for index, number in enumerate(range(1, 5))
    ]


class PlaceRequirements(SuiteBase):
    """What a reader owes to whoever has to fix a file: part of `FormatSuite`."""

    def need_three(self) -> Three:
        """Return a file of boards that can be damaged alike, or skip where there is none."""
        self.need_both()
        found = Three.write(self.harness)
        if found is None:
            skip("four boards of one deal cannot be written, or not alike")
        return found

    def _errors(self, data: bytes) -> list[Diagnostic]:
        return [item for item in self.harness.read(data).diagnostics if item.is_error]

    def _alike(self, three: Three) -> dict[tuple[int, int], list[list[Diagnostic]]]:
        """Return the errors of each of three boards that are damaged by themselves.

        They stand by the place of the damage and the bits that were turned. Damage that is not an
        error in each of the three is left out.
        """
        found: dict[tuple[int, int], list[list[Diagnostic]]] = {}
        step = max(1, three.length // self.scaled(_TRIED))
        kinds = (0x55, 0x01, 0xFF) if self.spec.binary else (0,)
        for at, bits in itertools.product(range(0, three.length, step), kinds):
            each = []
            for board in range(3):
                data = three.damaged(at, (board,), bits)
                errors = [] if data is None else self._errors(data)
                if not errors:
                    break
                each.append(errors)
            else:
                found[at, bits] = each
        if not found:
            skip("no single byte of a deal is an error when it is changed")
        return found

    @requirement(level=2, after=("test_only_format_errors_escape",))
    def test_collect_finds_every_error(self) -> None:
        """In `collect`, errors in three boards are all reported, not only the first."""
        three = self.need_three()
        for (at, bits), each in self._alike(three).items():
            data = three.damaged(at, (0, 1, 2), bits)
            assert data is not None
            found = {(item.code, _place(item)) for item in self._errors(data)}
            for number, errors in enumerate(each, 1):
                first = errors[0]
                assert (first.code, _place(first)) in found, (
                    f"board {number} is damaged, and read by itself that is {first}; with boards "
                    f"1 to 3 damaged alike it is not found: {_listed(found)}"
                )

    @requirement(level=2, after=("test_positions_are_inside_the_file",))
    def test_error_places_move(self) -> None:
        """The same damage in board 1, 2 or 3 is reported at that board, by its line or offset."""
        three = self.need_three()
        for (at, _), each in self._alike(three).items():
            shared = set.intersection(*({item.code for item in errors} for errors in each))
            for code in sorted(shared):
                places = [
                    _place(next(item for item in errors if item.code == code)) for errors in each
                ]
                text = ", ".join(_said(place) for place in places)
                assert _is_rising(places), (
                    f"the same damage in boards 1, 2 and 3 (at bytes "
                    f"{', '.join(str(start + at) for start in three.starts[:3])}) gives {code} at "
                    f"places that do not go on with it: {text}"
                )

    @requirement(level=2, after=("test_error_places_move",))
    def test_empty_lines_move_places(self) -> None:
        """An empty line, where one may stand, moves what is behind it on by a line."""
        self.need_reader()
        if self.spec.binary:
            skip(f"{self.format_name} is binary: it has no lines")
        samples = sorted(self.samples, key=len)[:_SAMPLES]
        files = [*self._damaged_ends(), *self._findings(), *samples]
        tried = 0
        for data in files:
            for checking in (False, True):
                tried += self._check_moved(data, checking=checking)
        if not tried:
            skip(f"{self.format_name} takes no empty line before a board or a finding")

    def _findings(self) -> list[bytes]:
        corpus = self.found_corpus
        return [] if corpus is None else [path.read_bytes() for _, path in corpus.invalid]

    def _damaged_ends(self) -> Iterator[bytes]:
        """Yield some files of boards of which the third is damaged."""
        three = Three.write(self.harness) if self.spec.writer is not None else None
        if three is not None:
            step = max(1, three.length // _ENDS)
            for at in range(0, three.length, step):
                data = three.damaged(at, (2,), 0)
                if data is not None and self._errors(data):
                    yield data

    def _check_moved(self, data: bytes, *, checking: bool) -> int:
        """Put empty lines into a file; return how many could be judged by."""
        whole = self.harness.read(data, checking=checking)
        lines = data.splitlines()
        places = _places(whole)
        if whole.crash is not None or not any(place.line for _, place in places):
            return 0
        tried = 0
        # Where a board begins an empty line may stand the likeliest.
        origins = [board.origin for board in whole.boards if board.origin is not None]
        likely = {origin.line for origin in origins if origin.line is not None}
        likely |= set(range(2, 2 + _FIRST_LINES))
        for line, more in itertools.islice(empty_lines(data, likely), _LINES):
            found = self.harness.read(more, checking=checking)
            if _without_places(found) != _without_places(whole):
                continue  # an empty line means something there
            is_moved = False
            for (what, before), (_, after) in zip(places, _places(found), strict=True):
                if before.line is None or before.line < line:
                    continue
                text = lines[before.line - 1 : before.line]
                if not text or not text[0].strip():
                    continue  # what is said of an empty line may be said of either
                is_moved = True
                now = (after.line, after.column)
                assert now == (before.line + 1, before.column), (
                    f"with an empty line put in before line {line}, {what} is at line "
                    f"{after.line}, column {after.column}; it is about line {before.line + 1}, "
                    f"{text[0]!r:.60}, column {before.column}"
                )
            tried += is_moved
            if tried == _ENOUGH_LINES:
                break
        return tried


def _places(found: Reading) -> list[tuple[str, Location]]:
    """Return the places of findings and boards, each with what is there."""
    boards = [(f"board {board.label}", board.origin) for board in found.boards]
    return [
        *((item.code, item.location) for item in found.diagnostics),
        *((what, origin) for what, origin in boards if origin is not None),
    ]


def _without_places(found: Reading) -> tuple[object, ...]:
    has_place = [board.origin is not None for board in found.boards]
    codes = [item.code for item in found.diagnostics]
    return found.boards, has_place, found.header, codes, repr(found.crash)


def _place(item: Diagnostic) -> Place:
    return item.location.line, item.location.offset


def _said(place: Place) -> str:
    line, offset = place
    return f"line {line}" if offset is None else f"offset {offset}"


def _listed(found: set[tuple[str, Place]]) -> str:
    return "; ".join(f"{code} at {_said(place)}" for code, place in sorted(found, key=str))


def _is_rising(places: list[Place]) -> bool:
    """Tell whether the lines or the offsets go up from each to the next, and neither goes down."""
    keys = [(line or 0, offset or 0) for line, offset in places]
    return all(
        one != other and one[0] <= other[0] and one[1] <= other[1]
        for one, other in itertools.pairwise(keys)
    )

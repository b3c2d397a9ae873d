"""Requirements about bytes: any byte anywhere, files that end too soon, sources that give few."""

from __future__ import annotations

import io
from typing import BinaryIO, Final, cast

from overtrick import BoardReader, Deal, Field, OvertrickError
from overtrick.plugin import ReadSettings
from overtrick_testing.comparing import unlike
from overtrick_testing.fuzzing import byte_changes
from overtrick_testing.harness import Reading, ShortReads
from overtrick_testing.requirements import SuiteBase, requirement, skip

_CHANGES: Final = 20_000
"""How many bytes are changed, one at a time: all 256 in 78 places, or some in more."""

_CUTS: Final = 400
_SMALL: Final = 4096
_BLANK: Final = b" \t\r\n\0\x1a"


class OctetRequirements(SuiteBase):
    """What a reader owes to every byte: part of `FormatSuite`."""

    @requirement(level=2, after=("test_truncation_is_survived",))
    def test_every_byte_may_stand_anywhere(self) -> None:
        """Each of the 256 bytes, in each place of the first boards, is read or a `FormatError`."""
        sample = min(self.need_samples(), key=len)
        # Longer boards take longer to read: what counts is the whole of the work.
        count = self.scaled(min(_CHANGES, _CHANGES * 200 // max(1, len(sample))))
        for number, (at, data) in enumerate(byte_changes(sample, count)):
            # The two modes differ from the first error on only, so some are enough.
            for mode in ("collect", "raise") if number % 8 == 0 else ("collect",):
                crash = self.harness.read(data, errors=mode).crash
                if crash is not None:
                    name = type(crash).__name__
                    msg = f"byte {at} made {data[at : at + 1]!r}: {name} escapes: {crash}"
                    raise AssertionError(msg) from crash

    @requirement(level=2, after=("test_truncation_is_survived",))
    def test_a_lost_end_is_noticed(self) -> None:
        """A file that ends within its last board has a finding, or what is left is a whole board.

        Blanks, line ends and filling may be missing without a word.
        """
        files = [data for data in self.need_samples() if 0 < len(data) <= _SMALL]
        tried = 0
        for data in files:
            whole = self.harness.read(data, checking=True)
            if len(whole.boards) < 2 or whole.error is not None:
                continue
            tried += 1
            self._check_ends(data, whole)
        if not tried:
            skip(f"no sample of two boards or more has {_SMALL} bytes or fewer")

    def _check_ends(self, data: bytes, whole: Reading) -> None:
        """Cut a file everywhere within its last board."""
        known = {(item.code, item.message) for item in whole.diagnostics}
        count = len(whole.boards)
        start = self._last_board(data, whole)
        step = 1 + (len(data) - start) // self.scaled(_CUTS)
        # Where all boards but the last are there, and nothing but them.
        boundary: int | None = None
        told = 0
        silent: list[int] = []
        for cut in range(start, len(data), step):
            found = self.harness.read(data[:cut], checking=True)
            if found.crash is not None:
                continue  # test_truncation_is_survived is about it
            if any((item.code, item.message) not in known for item in found.diagnostics):
                told += 1
                continue
            where = f"a file of {len(data)} bytes is cut to {cut}, and there is no finding: "
            if len(found.boards) == count:
                before, after = whole.boards[-1].deal, found.boards[-1].deal
                # Where deals may lack cards, nobody can tell that these are lost.
                is_part = Field.PARTIAL_DEAL in self.spec.carries and not _is_complete(after)
                assert is_part or after == before, (
                    f"{where}the deal of its last board is {after!r} in place of {before!r}"
                )
                continue
            assert len(found.boards) == count - 1, (
                f"{where}{len(found.boards)} of its {count} boards are read"
            )
            boundary = cut if boundary is None else boundary
            if data[boundary:cut].strip(_BLANK):
                silent.append(cut)
        # A file may be whole at some places within a board: where a line or a command ends.
        assert len(silent) <= 1 + (told + len(silent)) // 4, (
            f"a file of {len(data)} bytes is cut to {silent[-1]}, and there is no finding: "
            f"{count - 1} of its {count} boards are read, and the last bytes, "
            f"{data[boundary : silent[-1]]!r:.100}, are passed over; so it is at {len(silent)} of "
            f"{told + len(silent)} places within its last board"
        )

    def _last_board(self, data: bytes, whole: Reading) -> int:
        """Return where the last board begins, or a little before."""
        before = whole.boards[:-1]
        low, high = 0, len(data)
        while low < high:
            middle = (low + high) // 2
            found = self.harness.read(data[:middle])
            if found.boards[: len(before)] == before:
                high = middle
            else:
                low = middle + 1
        return low

    @requirement(level=2, after=("test_only_format_errors_escape",))
    def test_short_reads_change_nothing(self) -> None:
        """From a pipe that gives 1, 2 or 7 bytes at a time, a file reads as it does at once."""
        corpus = self.found_corpus
        invalid = () if corpus is None else corpus.invalid
        samples = [data for data in self.need_samples() if len(data) <= _SMALL]
        files = [*samples, *(path.read_bytes() for _, path in invalid)]
        files += ["N 1\r\n".encode(name) * 9 for name in ("utf-16", "utf-32", "utf-8-sig")]
        files += [data[: len(data) * 3 // 4] for data in samples]
        for data in files:
            whole = _told(self.harness.read(data))
            for most in (1, 2, 7):
                for size in (most, io.DEFAULT_BUFFER_SIZE):
                    source = io.BufferedReader(ShortReads(data, most), size)
                    found = _told(self.harness.read(source))
                    assert found == whole, (
                        f"given {most} bytes at a time (here) {data!r:.100} reads otherwise than "
                        f"at once (there), {unlike(found, whole)}"
                    )
                self._check_pipe(data, most)

    def _check_pipe(self, data: bytes, most: int) -> None:
        """Read a pipe as `overtrick.read` does, and at once."""
        told = []
        for source in (io.BytesIO(data), ShortReads(data, most)):
            chosen = ReadSettings(format=self.format_name, errors="collect", sealed="show")
            ended, boards = "", []
            with BoardReader(cast("BinaryIO", source), self.harness.manager, chosen) as reader:
                try:
                    boards += [(board, board.origin) for board in reader]
                except OvertrickError as error:
                    ended = str(error)
                told.append((boards, tuple(reader.diagnostics), ended))
        assert told[0] == told[1], (
            f"a pipe that gives {most} bytes at a time (here) reads otherwise than a file (there), "
            f"{unlike(told[1], told[0])}"
        )


def _is_complete(deal: Deal | None) -> bool:
    return deal is not None and deal.is_complete


def _told(found: Reading) -> tuple[object, ...]:
    """Return boards with their places, header, findings and how the reading ended."""
    places = [board.origin for board in found.boards]
    ended = str(found.error), repr(found.crash)
    return found.boards, places, found.header, found.diagnostics, ended

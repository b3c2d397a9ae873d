"""Requirements of a reader: lazy, total, exact about places, fair to a bad board's neighbours."""

from __future__ import annotations

import contextlib
import decimal
import gc
import io
import os
import re
import sys
import weakref
from collections.abc import Iterator
from typing import Final

import attrs
from hypothesis import strategies as st

from overtrick import Board, Field, Location, OvertrickError, Seat, Vulnerability
from overtrick.plugin import (
    HEAD_LENGTH,
    FixerSpec,
    LocatorSpec,
    Probe,
    field_value,
    resolve,
    with_implied,
)
from overtrick_testing.auditing import watching
from overtrick_testing.comparing import (
    changed_fields,
    changes,
    difference,
    in_another_order,
    unlike,
)
from overtrick_testing.examples import contrasting_boards, keep_fields, strip_source
from overtrick_testing.failures import failed
from overtrick_testing.formats.process_state import changed_parts, restore_state, take_state
from overtrick_testing.fuzzing import damaged, emptied, line_lengths, stray_tokens
from overtrick_testing.harness import CountingStream, Reading, said
from overtrick_testing.requirements import SuiteBase, requirement, skip

_EMPTY: Final = (b"", b"\n", b"\r\n\r\n", b" ", b"\xef\xbb\xbf", b"\x1a")
_MOST_CUTS: Final = 3000
_MOST_SPOILT: Final = 150


class ReadingRequirements(SuiteBase):
    """What a reader owes: part of `FormatSuite`."""

    def any_file(self) -> st.SearchStrategy[bytes]:
        """Return a strategy of bytes: damaged samples for the most part, and arbitrary ones."""
        content = st.binary(max_size=200)
        if not self.samples:
            return content
        spoilt = damaged(self.samples)
        return st.one_of(spoilt, spoilt, spoilt, content)

    @requirement(level=1)
    def test_empty_input_is_no_board(self) -> None:
        """An empty file has no boards, and reading it ends in nothing worse than an error."""
        self.need_reader()
        for data in _EMPTY:
            for mode in ("raise", "collect"):
                found = self.harness.read(data, errors=mode)
                assert found.crash is None, f"{data!r} ({mode}): {found.crash!r}"
                assert not found.boards, f"{data!r} ({mode}) is read as {found.boards!r}"

    @requirement(level=2)
    def test_files_are_read_apart(self) -> None:
        """A file says the same whatever is read before it, and while it is being read."""
        samples = self.need_samples()
        usual = [self.harness.read(sample) for sample in samples]
        for sample, one in reversed(list(zip(samples, usual, strict=True))):
            found = self.harness.read(sample)
            self._check_same(one, found, "read again, after other files")
        shortest = min(samples, key=len)
        for sample, one in zip(samples, usual, strict=True):
            if one.error is None and one.crash is None and len(one.boards) > 1:
                iterator, context = self.harness.start(io.BytesIO(sample))
                first = next(iterator)
                self.harness.read(shortest)
                boards = tuple(
                    with_implied(board, self.spec.implied) for board in (first, *iterator)
                )
                found = attrs.evolve(
                    one,
                    boards=boards,
                    header=context.header,
                    diagnostics=tuple(context.diagnostics),
                )
                self._check_same(one, found, "read while another file is read")
        if self.spec.writer is not None:
            self._check_after_contrasts()

    def _check_after_contrasts(self) -> None:
        """Read boards that lack fields after files of boards that have them."""
        written = [self.harness.try_write((one,)) for one in contrasting_boards(self.spec.carries)]
        before = [one.data for one in written if one is not None]
        for _, board in self._lacking_boards():
            lacking = self.harness.try_write((board,))
            if lacking is None:
                continue
            usual = self.harness.read(lacking.data)
            for data in before:
                self.harness.read(data)
                found = self.harness.read(lacking.data)
                self._check_same(usual, found, "read after a file with other values")

    def _check_same(self, usual: Reading, found: Reading, how: str) -> None:
        if found == usual:
            return
        moved = in_another_order(usual.boards, found.boards)
        told = [moved] if moved else []
        told = told or [*changes(usual.boards, found.boards, usual.header, found.header).values()]
        told = told or [unlike(said(found), said(usual))]
        differs = "the second call with the same input differs: "
        msg = "\n".join([f"{differs}{how}, a file says something else:", *told])
        raise AssertionError(msg)

    def _lacking_boards(self) -> Iterator[tuple[frozenset[Field], Board]]:
        """Yield boards that lack one field that the format carries, or most, and what they lack."""
        whole = contrasting_boards(self.spec.carries)[0]
        whole = attrs.evolve(whole, number=None if whole.number is None else 3)
        stated = {field for field in self.spec.carries if field_value(whole, field) is not None}
        for fields in (
            *({field} for field in sorted(stated)),
            stated - {Field.DEAL},
            stated - {Field.DEAL, Field.NUMBER},
        ):
            yield frozenset(fields), keep_fields(whole, stated - fields)

    @requirement(level=2, after=("test_files_are_read_apart", "test_carried_fields_come_back"))
    def test_no_board_takes_from_another(self) -> None:
        """What a board lacks is not taken from the board before it."""
        self.need_both()
        tried = 0
        for fields, lacking in self._lacking_boards():
            pairs = []
            for before in contrasting_boards(self.spec.carries):
                written = self.harness.try_write((before, lacking))
                found = None if written is None else self.harness.read(written.data)
                if written is None or found is None or len(found.boards) != 2:
                    continue
                if found.boards[0].deal == before.deal:  # they stand in their order
                    pairs.append(((before, lacking), found, written))
            if len(pairs) < 2:
                continue
            tried += 1
            one, other = (found.boards[1] for _, found, _ in pairs)
            taken = changed_fields(one, other) & fields
            for field in sorted(taken.difference(*(written.fields() for _, _, written in pairs))):
                told = difference(one, other, field, "behind one board, behind another")
                msg = f"a board without {field.value} takes it from the board before: {told}"
                raise failed(msg, *self._at_fault(*pairs[0]))
        if not tried:
            skip(f"{self.format_name} takes no board that lacks a field behind another")

    @requirement(level=1, after=("test_writer_refuses_with_typed_errors",))
    def test_reader_is_lazy(self) -> None:
        """A streaming reader takes no more of the file than the board it yields, and a buffer."""
        self.need_streaming()
        sample = self.harness.write(self.examples).data
        each = max(1, len(sample) // len(self.examples))
        data, boards = self.long_file(most=8 * self.read_ahead // each + 50)
        if len(data) < 4 * self.read_ahead:
            skip(f"the longest file has {len(data)} bytes, too few to tell a buffer from it all")
        stream = CountingStream(data)
        iterator, _ = self.harness.start(io.BufferedReader(stream, buffer_size=512))
        assert stream.position == 0, "the reader reads before its first board is asked for"
        average = len(data) // boards
        for count in range(1, 4):
            next(iterator)
            allowed = self.read_ahead + (count + 1) * 2 * average
            assert stream.position <= allowed, (
                f"after {count} of {boards} boards the reader has taken {stream.position} of "
                f"{len(data)} bytes"
            )

    @requirement(level=1, after=("test_writer_refuses_with_typed_errors",))
    def test_reader_holds_one_board(self) -> None:
        """A board that the caller has let go is not kept by the reader, but for the last."""
        self.need_streaming()
        data, _ = self.long_file(most=60)
        gc.freeze()  # what there is already need not be looked through
        try:
            iterator, _ = self.harness.start(io.BytesIO(data))
            weak = [weakref.ref(board) for board in iterator_head(iterator, 50)]
            gc.collect()
        finally:
            gc.unfreeze()
        alive = sum(ref() is not None for ref in weak)
        assert len(weak) < 10 or alive <= 5, (
            f"{alive} of {len(weak)} boards that nobody uses are still held"
        )

    @requirement(level=2, after=("test_only_format_errors_escape",))
    def test_a_reader_can_be_stopped(self) -> None:
        """A reader that is closed takes no more bytes, yields no more and leaves the file open."""
        files = list(self.need_samples())
        if self.spec.writer is not None:
            files.append(self.long_file(most=250)[0])
        for data in files:
            source = io.BytesIO(data)
            iterator, _ = self.harness.start(source)
            close = getattr(iterator, "close", None)
            try:
                next(iterator, None)
            except OvertrickError:
                continue
            position = source.tell()
            try:
                if close is not None:
                    close()
            except Exception as error:  # whatever a reader does in place of ending
                msg = f"closed after its first board, the reader raises {error!r}"
                raise AssertionError(msg) from error
            assert not source.closed, "the reader closes the file, which is its caller's"
            assert source.tell() == position, (
                f"closed after its first board, the reader takes {source.tell() - position} bytes "
                "more"
            )

    def need_streaming(self) -> None:
        """Skip where the format does not promise to stream, or cannot be written."""
        self.need_both()
        if not self.spec.streams:
            skip(f"{self.format_name} declares streams=False: its small files are read whole")

    def long_file(self, most: int) -> tuple[bytes, int]:
        """Return a long file and the number of its boards, as many as the format can hold."""
        for count in (most, 2000, 250, 99, 36):
            written = self.harness.try_write(self._many(count)) if count <= most else None
            if written is not None:
                return written.data, count
        return skip("the writer refuses even 36 boards in one file")

    def _many(self, count: int) -> Iterator[Board]:
        examples = self.examples
        for index in range(count):
            board = examples[index % len(examples)]
            number = index + 1
            yield attrs.evolve(
                board,
                number=None if board.number is None else number,
                dealer=board.dealer and Seat.dealer_of(number),
                vulnerability=board.vulnerability and Vulnerability.of_board(number),
                auction=None,
                play=None,
            )

    @requirement(level=1, after=("test_empty_input_is_no_board",))
    def test_only_format_errors_escape(self) -> None:
        """On any bytes, in both error modes, a reader raises a `FormatError` or nothing.

        Among them are files in which a cell is empty, and in which a token stands too many.
        """
        self.need_reader()

        def check(data: bytes) -> None:
            for mode in ("raise", "collect"):
                crash = self.harness.read(data, errors=mode).crash
                if crash is not None:
                    msg = f"{type(crash).__name__} escapes in mode {mode!r}: {crash}"
                    raise AssertionError(msg) from crash

        for data in (*stray_tokens(self.samples), *emptied(self.samples)):
            check(data)
        self.for_all(check, self.any_file(), share=5.0)

    @requirement(level=1, after=("test_only_format_errors_escape",))
    def test_reading_touches_nothing_else(self) -> None:
        """Nothing that a file says makes the reader open another, start a program or run code."""
        self.need_reader()
        files = list(self.samples)
        for board in self.single_examples if self.spec.writer is not None else ():
            written = self.harness.try_write((board,))
            files += [written.data] if written is not None else []
        files += stray_tokens(self.samples, places=6)
        for data in files:
            self.harness.read(data)  # what is imported on first use is imported now
        with watching() as seen:
            for data in files:
                self.harness.read(data)
        assert not seen, f"reading also does: {'; '.join(dict.fromkeys(seen))}"

    @requirement(level=1)
    def test_nothing_is_printed_or_changed(self) -> None:
        """It prints nothing and leaves all that belongs to the process as it was."""
        files = list(self.samples) if self.spec.reader is not None else []

        def use_all() -> None:
            for board in self.single_examples if self.spec.writer is not None else ():
                self.harness.try_write((board,))
            for data in files:
                self.harness.read(data)
                if self.spec.sniffer is not None:
                    resolve(self.spec.sniffer)(Probe(head=data[:HEAD_LENGTH], size=len(data)))

        before = take_state()
        printed = io.BytesIO()
        try:
            use_all()
            # What a library did when it was imported, on first use, it does not do again.
            restore_state(before)
            _set_oddly()
            odd = take_state()
            out = io.TextIOWrapper(printed, encoding="utf-8", write_through=True)
            with contextlib.redirect_stdout(out):
                use_all()
            changed = changed_parts(odd)
        finally:
            restore_state(before)
        said = printed.getvalue()
        assert not said, f"it prints {said[:60]!r}; what there is to say goes to ctx.issue"
        assert not changed, f"it changes what belongs to the process: {', '.join(changed)}"

    @requirement(level=1, after=("test_only_format_errors_escape",))
    def test_truncation_is_survived(self) -> None:
        """A file cut at any byte gives errors at most, and the whole boards before the cut."""
        sample = min(self.need_samples(), key=len)
        whole = self.harness.read(sample)
        step = 1 + len(sample) // _MOST_CUTS
        for cut in range(0, len(sample), step):
            found = self.harness.read(sample[:cut])
            assert found.crash is None, f"cut at byte {cut}: {found.crash!r}"
            if cut % 8 == 0:
                # The two modes differ at the first error only, so some cuts are enough.
                strict = self.harness.read(sample[:cut], errors="raise")
                assert strict.crash is None, f"cut at byte {cut}: {strict.crash!r}"
            if self.spec.streams:
                before = found.boards[:-1]
                assert before == whole.boards[: len(before)], (
                    f"cut at byte {cut}: a board before the cut comes out different"
                )

    @requirement(level=1, after=("test_only_format_errors_escape",))
    def test_positions_are_inside_the_file(self) -> None:
        """Every finding and every board has a place, and the place is in the file."""
        self.need_reader()

        def check(data: bytes) -> None:
            found = self.harness.read(data)
            for item in found.diagnostics:
                self.check_place(item.location, data, item.code)
                # CORE045: of a file of nothing but blanks there is no place to name.
                if item.is_error and item.code != "CORE045":
                    place = item.location.line or item.location.offset
                    assert place is not None, f"{item.code} does not say where: {item}"
            for board in found.boards:
                what = f"the origin of board {board.label}"
                assert board.origin is not None, f"{what} is missing: a rule cannot say where"
                self.check_place(board.origin, data, what)

        self.for_all(check, self.any_file(), share=3.0)
        corpus = self.found_corpus
        invalid = () if corpus is None else corpus.invalid
        for sample in (*self.samples, *(path.read_bytes() for _, path in invalid)):
            check(sample)

    def check_place(self, place: Location, data: bytes, what: str) -> None:
        """Fail if a place is not in a file."""
        if place.offset is not None:
            assert 0 <= place.offset <= len(data), (
                f"{what}: offset {place.offset} in a file of {len(data)} bytes"
            )
        if place.line is None:
            assert place.column is None, f"{what}: column {place.column} of no line"
            return
        lengths = line_lengths(data)
        assert 1 <= place.line <= len(lengths), (
            f"{what}: line {place.line} in a file of {len(lengths)} lines"
        )
        if place.column is not None:
            longest = lengths[place.line - 1] + 1
            assert 1 <= place.column <= longest, (
                f"{what}: column {place.column} in line {place.line}, which ends at {longest}"
            )

    @requirement(
        level=1,
        after=(
            "test_only_format_errors_escape",
            "test_files_are_read_apart",
        ),
    )
    def test_error_modes_agree(self) -> None:
        """What `raise` stops at, `collect` reports; what `raise` reads, `collect` reads alike."""
        self.need_reader()

        def check(data: bytes) -> None:
            strict = self.harness.read(data, errors="raise")
            lenient = self.harness.read(data, errors="collect")
            if strict.crash is not None or lenient.crash is not None:
                return  # the requirement test_only_format_errors_escape is about these
            errors = [item for item in lenient.diagnostics if item.is_error]
            if strict.error is None:
                assert not errors, f"collect finds {errors[0]}, raise nothing"
                assert strict.boards == lenient.boards, (
                    in_another_order(strict.boards, lenient.boards)
                    or "the two modes read different boards"
                )
                assert strict.header == lenient.header, "the two modes read different headers"
            else:
                assert errors, f"raise stops at {strict.error}, collect finds nothing"
                assert errors[0].code == strict.error.diagnostic.code, (
                    f"raise stops at {strict.error}, collect finds {errors[0]} first"
                )
                assert lenient.boards[: len(strict.boards)] == strict.boards, (
                    "the boards before the error differ between the two modes"
                )

        self.for_all(check, self.any_file(), share=3.0)

    @requirement(
        level=1,
        after=(
            "test_collect_finds_every_error",
            "test_writer_is_deterministic",
            "test_no_board_takes_from_another",
        ),
    )
    def test_an_error_leaves_the_neighbours(self) -> None:
        """Whatever stands in the place of one board, the boards before and after stay whole."""
        self.need_both()
        data, start, end = self._middle_board()
        first, *_, last = self._sound(data).boards
        spread = range(start, end, max(1, (end - start) // _MOST_SPOILT))
        for place in spread:
            byte = data[place]
            if not self.spec.binary and byte in self.dividers:
                continue
            spoilt = bytes([byte ^ 0x55]) if self.spec.binary else b"~"
            found = self.harness.read(data[:place] + spoilt + data[place + 1 :])
            where = f"byte {place} of board 2 was {chr(byte)!r}"
            assert found.boards, f"{where}: all boards are gone"
            assert found.boards[0] == first, f"{where}: board 1 is read differently"
            assert found.boards[-1] == last, f"{where}: board 3 is read differently"

    @requirement(
        level=2,
        after=(
            "test_only_format_errors_escape",
            "test_an_error_leaves_the_neighbours",
            "test_boards_keep_their_order",
            "test_a_lost_end_is_noticed",
        ),
    )
    def test_no_board_is_lost_without_an_error(self) -> None:
        """A damaged file gives as many boards as before, or an error: a warning is not enough.

        Bytes of a board are changed and left out, and empty lines are put in.
        """
        self.need_both()
        data, start, end = self._middle_board()
        self._sound(data)
        for how, spoilt in self._damages(data, start, end):
            found = self.harness.read(spoilt)
            if found.crash is not None or any(item.is_error for item in found.diagnostics):
                continue
            told = "; ".join(map(str, found.diagnostics[:2])) or "nothing is reported"
            assert len(found.boards) >= 3, (
                f"{how}, {len(found.boards)} of 3 boards are read, and there is no error: {told}"
            )

    def _damages(self, data: bytes, start: int, end: int) -> Iterator[tuple[str, bytes]]:
        """Yield a file of three boards with a byte of the second changed, and how."""
        step = max(1, (end - start) // _MOST_SPOILT)
        for place in range(start, end, step):
            byte = data[place : place + 1]
            if self.spec.binary:
                yield (
                    f"byte {place} turned",
                    data[:place] + bytes([byte[0] ^ 0x55]) + data[place + 1 :],
                )
                continue
            if byte not in b"\r\n":
                yield f"byte {place} ({byte!r}) left out", data[:place] + data[place + 1 :]
            if byte.isalnum():
                for other in (b"~", b"0", b"9"):
                    yield (
                        f"byte {place} ({byte!r}) made {other!r}",
                        data[:place] + other + data[place + 1 :],
                    )
        if not self.spec.binary:
            for at in [match.end() for match in re.finditer(rb"\r\n|\n|\r(?!\n)", data)][:-1]:
                for line in (b"\n", b"\r\n", b" \n", b"\t\n"):
                    yield f"an empty line ({line!r}) at byte {at}", data[:at] + line + data[at:]

    def _middle_board(self) -> tuple[bytes, int, int]:
        """Return a file of three boards and where the second's own bytes begin and end."""
        one, two, three = strip_source(self.examples[:3])
        written = self.harness.try_write((one, two, three))
        other = self.harness.try_write((one, _otherwise(two, three), three))
        if written is None or other is None:
            skip("the writer refuses the examples")
        data, twin = written.data, other.data
        shared = min(len(data), len(twin))
        start = next((at for at in range(shared) if data[at] != twin[at]), shared)
        tail = next((at for at in range(1, shared - start) if data[-at] != twin[-at]), 1)
        if start >= len(data) - tail:
            skip("two different deals are written alike")
        return data, start, len(data) - tail + 1

    def _sound(self, data: bytes) -> Reading:
        found = self.harness.read(data)
        assert len(found.boards) == 3, f"three boards were written, {len(found.boards)} read"
        return found

    @requirement(
        level=1,
        after=(
            "test_only_format_errors_escape",
            "test_files_are_read_apart",
        ),
    )
    def test_wants_changes_nothing_wanted(self) -> None:
        """A caller that wants one field gets the same value of it as one that wants all."""
        for sample in self.need_samples():
            whole = self.harness.read(sample)
            for field in sorted(self.spec.carries - {Field.HEADER}):
                found = self.harness.read(sample, wants=frozenset({field}))
                assert found.crash is None, f"wants={field}: {found.crash!r}"
                assert [field_value(board, field) for board in found.boards] == [
                    field_value(board, field) for board in whole.boards
                ], f"wants={field} changes the value of {field}"

    @requirement(level=1, after=("test_only_format_errors_escape",))
    def test_locator_is_total(self) -> None:
        """The locator answers on any part of any board, with a place in the file or `None`."""
        declared = self.spec.capability(LocatorSpec)
        if declared is None:
            skip(f"{self.format_name} has no locator")
        locate = resolve(declared.locator)
        parts = ["deal", "dealer", "contract", "result", "score", "auction", "auction.0"]
        parts += ["auction.99", "play", "play.0", "play.0.W", "play.14.N", "", "nonsense", "play.x"]
        for sample in self.need_samples():
            for board in self.harness.read(sample).boards:
                for part in parts:
                    for known in (board, *strip_source([board])):
                        place = locate(known, part)
                        assert place is None or isinstance(place, Location)
                        if place is not None:
                            self.check_place(place, sample, f"{part} of board {board.label}")

    @requirement(level=1, after=("test_only_format_errors_escape",))
    def test_fixer_keeps_the_meaning(self) -> None:
        """The fixer leaves the boards of a sound file as they are, and has no more to do then."""
        declared = self.spec.capability(FixerSpec)
        if declared is None:
            skip(f"{self.format_name} has no fixer")
        for sample in self.need_samples():
            once = self._fixed(sample, declared.fixer)
            assert self.harness.read(once).boards == self.harness.read(sample).boards, (
                "the fixer changes what a sound file says"
            )
            assert self._fixed(once, declared.fixer) == once, "the fixer fixes what it has fixed"

    def _fixed(self, data: bytes, fixer: str) -> bytes:
        sink = io.BytesIO()
        _, context = self.harness.start(io.BytesIO(data))
        list(resolve(fixer)(io.BytesIO(data), sink, context))
        return sink.getvalue()


def _otherwise(board: Board, other: Board) -> Board:
    """Return a board with nothing of its own in the fields that it states, but for its number."""
    return attrs.evolve(
        board,
        dealer=other.dealer if board.dealer is not None else None,
        vulnerability=other.vulnerability if board.vulnerability is not None else None,
        deal=other.deal,
        contract=other.contract,
        auction=other.auction,
    )


def iterator_head(iterator: Iterator[Board], count: int) -> Iterator[Board]:
    """Yield the first items of an iterator, keeping none of them."""
    for _ in range(count):
        try:
            yield next(iterator)
        except StopIteration:
            return


def _set_oddly() -> None:
    """Set what nobody sets so, so that a plugin that always sets the same is noticed."""
    decimal.getcontext().prec = 31
    sys.setrecursionlimit(sys.getrecursionlimit() + 7)
    sys.set_int_max_str_digits(5000)
    os.umask(0o057)
    os.chdir(os.sep)

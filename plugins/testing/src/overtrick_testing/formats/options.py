"""Requirements about options: each is heeded, in every choice, alone and together with others."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from unittest import mock

import attrs

from overtrick import NO_EXTRAS, Board, Extras, OptionError
from overtrick.plugin import OptionValue, make_options, option_names, resolve
from overtrick_testing.advice import NOTHING_KEPT, Advice
from overtrick_testing.auditing import asking
from overtrick_testing.failures import failed
from overtrick_testing.harness import Written, is_refusal
from overtrick_testing.requirements import SuiteBase, requirement, skip

_NUMBERS: Final = (0, 1, 2, 7, 99, 100, 255, 256, 1000, -1)
_TEXTS: Final = ("", "x", "two words", "Zoë", "7")
_MOST_PAIRS: Final = 300
_REPEATED: Final = 42
"""How often three boards are written below each other: more than a hundred."""
_LINE_END: Final = re.compile(rb"\r\n|\n|\r")
_ASK: Final = "override option_values where no value that is tried suits it"

_CALLER_FIRST: Final = Advice(
    "Take what the caller chose as it is; a variable of the environment may fill in an option that "
    "was left out, if anything.",
)

Chosen = Mapping[str, OptionValue]


class OptionRequirements(SuiteBase):
    """What a reader and a writer owe to their options: part of `FormatSuite`."""

    def option_values(self, field: attrs.Attribute[Any]) -> tuple[OptionValue, ...]:
        """Return the values that an option is tried with; those that it refuses are left out.

        All its choices, both truths, or some numbers or texts. Overridden for an option that takes
        none but texts of its own kind.

        Args:
            field: the option, of the class that the declaration names.
        """
        choices: tuple[str, ...] = field.metadata.get("choices", ())
        kind = str(field.type) if field.type is not None else ""
        if choices:
            return choices
        if isinstance(field.default, bool) or kind.startswith("bool"):
            return (True, False)
        if isinstance(field.default, int) or kind.startswith("int"):
            near = () if field.default is None else (field.default - 1, field.default + 1)
            return tuple(dict.fromkeys((*near, *_NUMBERS)))
        return _TEXTS

    def option_samples(self) -> tuple[bytes, ...]:
        """Return files that the options for reading are tried with: all of the corpus.

        Overridden where an option is about files that the corpus does not have.
        """
        corpus = self.found_corpus
        invalid = () if corpus is None else corpus.invalid
        return (*self.samples, *(path.read_bytes() for _, path in invalid))

    def _values(self, reference: str) -> dict[str, list[OptionValue]]:
        """Return the values that each option of a class takes, its default left out."""
        found: dict[str, list[OptionValue]] = {}
        for field in attrs.fields(resolve(reference)):
            taken = found.setdefault(field.name, [])
            for value in self.option_values(field):
                if value == field.default and type(value) is type(field.default):
                    continue
                try:
                    make_options(self.format_name, reference, {field.name: value})
                except OptionError:
                    continue
                except Exception as error:  # any error but an OptionError is a fault
                    msg = f"the option {field.name}={value!r} fails: {error!r}"
                    raise AssertionError(msg) from error
                taken.append(value)
            assert taken, f"no value of the option {field.name} could be tried; {_ASK}"
        return found

    def _choices(self, reference: str) -> Iterator[Chosen]:
        """Yield the options in every choice, alone first, then in pairs."""
        values = self._values(reference)
        for name, chosen in values.items():
            for value in chosen:
                yield {name: value}
        pairs = [
            {one: value, other: another}
            for one, other in itertools.combinations(values, 2)
            for value, another in itertools.product(values[one], values[other])
        ]
        yield from pairs[:: 1 + len(pairs) // self.scaled(_MOST_PAIRS)]

    def need_options(self, direction: str) -> str:
        """Return the reference of the class of options, or skip where there is none."""
        is_read = direction == "read"
        self.need_reader() if is_read else self.need_writer()
        reference = self.spec.read_options if is_read else self.spec.write_options
        if reference is None:
            skip(f"{self.format_name} has no options for {direction[:4].removesuffix('e')}ing")
        return reference

    def _sources(self) -> list[tuple[tuple[Board, ...], Extras, str | None]]:
        """Return what is written with options: the examples, rarer boards, and files read."""
        found: list[tuple[tuple[Board, ...], Extras, str | None]] = [
            (self.examples, NO_EXTRAS, None)
        ]
        for board in self.single_examples[len(self.examples) :]:
            found.append(((board,), NO_EXTRAS, None))
        for sample in self.samples if self.spec.reader is not None else ():
            read = self.harness.read(sample)
            if read.boards and read.crash is None:
                found.append((read.boards, read.header, self.format_name))
        return found

    @requirement(
        level=2,
        after=(
            "test_no_silent_loss",
            "test_what_is_written_reads_clean",
            "test_writer_is_deterministic",
        ),
    )
    def test_options_for_writing_work(self) -> None:
        """With every choice of every option, alone and in pairs, what is written comes back.

        The next file knows nothing of them.
        """
        reference = self.need_options("write")
        shared = option_names(reference) & option_names(self.spec.read_options)
        sources = self._sources()
        self._check_nothing_kept(
            reference, "writer", lambda chosen: [self._write(*one, chosen) for one in sources[:3]]
        )
        first, rest = sources[:1], sources[1:]
        step = max(1, len(rest) // self.scaled(len(rest) or 1))
        for count, chosen in enumerate(self._choices(reference)):
            # Alone with all sources, in pairs with the examples and some of the others in turn.
            others = rest[:: step if len(chosen) == 1 else 7 * step]
            if len(chosen) > 1 and rest:
                others = [*others, rest[count % len(rest)]]
            for boards, header, source in (*first, *others):
                written = self._write(boards, header, source, chosen)
                if written is not None and self.spec.reader is not None:
                    matching = {name: chosen[name] for name in shared & chosen.keys()}
                    self._check_read_back(boards, written, chosen, matching)

    def _write(
        self, boards: tuple[Board, ...], header: Extras, source: str | None, chosen: Chosen
    ) -> Written | None:
        try:
            return self.harness.write(
                boards, header=header, source_format=source, options=dict(chosen)
            )
        except Exception as error:
            if is_refusal(error):
                return None
            msg = f"writing with {_shown(chosen)} fails with {type(error).__name__}: {error}"
            raise AssertionError(msg) from error

    def _check_read_back(
        self, boards: tuple[Board, ...], written: Written, chosen: Chosen, matching: Chosen
    ) -> None:
        found = self.harness.read(written.data, options=dict(matching))
        with_these = f"written with {_shown(chosen)}"
        assert found.crash is None, f"{with_these}: reading it fails: {found.crash!r}"
        errors = [item for item in found.diagnostics if item.is_error]
        assert not errors, f"{with_these}: the reader refuses it: {errors[0]}"
        how = f"{with_these.replace('{', '{{').replace('}', '}}')}: silent loss of {{}}"
        self._check_kept(boards, found, written, how, options=chosen)

    @requirement(level=2, after=("test_options_for_writing_work",))
    def test_options_for_writing_are_heeded(self) -> None:
        """Of every option some choice gives other bytes, findings or losses for some boards.

        What the caller chooses comes before any variable of the environment.
        """
        reference = self.need_options("write")
        sources = self._sources()
        self._check_environment(
            reference, lambda chosen: [self._write(*source, chosen) for source in sources[:3]]
        )
        usual = [self._write(*source, {}) for source in sources]
        for name, values in self._values(reference).items():
            is_heeded = any(
                self._write(*source, {name: value}) != before
                for value in values
                for source, before in zip(sources, usual, strict=True)
            )
            assert is_heeded, (
                f"the option {name} changes nothing that is written: tried "
                f"{', '.join(map(repr, values))}; {_ASK}"
            )

    @requirement(level=2, after=("test_only_format_errors_escape", "test_files_are_read_apart"))
    def test_options_for_reading_work(self) -> None:
        """With every choice of every option, alone and in pairs, no file makes the reader fail.

        The next file knows nothing of them.
        """
        reference = self.need_options("read")
        files = self.option_samples()
        self._check_nothing_kept(
            reference,
            "reader",
            lambda chosen: [self.harness.read(data, options=dict(chosen)) for data in files[:3]],
        )
        for chosen in self._choices(reference):
            for data in files:
                for mode in ("collect", "raise"):
                    crash = self.harness.read(data, errors=mode, options=dict(chosen)).crash
                    if crash is not None:
                        name = type(crash).__name__
                        msg = f"reading with {_shown(chosen)} fails with {name}: {crash}"
                        raise AssertionError(msg) from crash

    @requirement(level=2, after=("test_options_for_reading_work",))
    def test_options_for_reading_are_heeded(self) -> None:
        """Of every option some choice gives other boards or findings of some file.

        What the caller chooses comes before any variable of the environment.
        """
        reference = self.need_options("read")
        files = self.option_samples()
        if not files:
            skip(f"{self.format_name} has neither a writer nor a corpus to take a sample from")
        self._check_environment(
            reference,
            lambda chosen: [self.harness.read(data, options=dict(chosen)) for data in files],
        )
        usual = [self.harness.read(data) for data in files]
        for name, values in self._values(reference).items():
            is_heeded = any(
                self.harness.read(data, options={name: value}) != before
                for value in values
                for data, before in zip(files, usual, strict=True)
            )
            assert is_heeded, (
                f"the option {name} changes nothing that is read: tried "
                f"{', '.join(map(repr, values))}; add a file that it is about to the corpus, or "
                "override option_samples"
            )

    def _check_nothing_kept(
        self, reference: str, role: str, use: Callable[[Chosen], object]
    ) -> None:
        """Assert that without options all is as before once other options were chosen.

        Args:
            reference: the class of the options.
            role: `reader` or `writer`.
            use: reads or writes with some options, and returns all that came of it.
        """
        usual = use({})
        for name, values in self._values(reference).items():
            for value in values:
                use({name: value})
                if use({}) != usual:
                    msg = (
                        "the second call with the same input differs: without options the "
                        f"{role} does another thing after a call with {name}={value!r}"
                    )
                    raise failed(msg, role, advice=NOTHING_KEPT)

    def _check_environment(self, reference: str, use: Callable[[Chosen], object]) -> None:
        """Assert that no variable of the environment that is looked up wins over an option.

        Args:
            reference: the class of the options.
            use: reads or writes with some options, and returns all that came of it.
        """
        # That a default is chosen, and not left out, no plugin can tell.
        with asking() as names:
            usual = use({})
            made = {
                name: {value: use({name: value}) for value in values}
                for name, values in self._values(reference).items()
            }
        defaults = {field.name: field.default for field in attrs.fields(resolve(reference))}
        for variable in sorted(names):
            for name, results in made.items():
                others = {**results, defaults[name]: usual}
                pairs = itertools.product(results.items(), others.items())
                for (value, here), (other, there) in pairs:
                    if here == there:
                        continue
                    with mock.patch.dict(os.environ, {variable: str(other)}):
                        found = use({name: value})
                    if found == there:
                        msg = (
                            f"with {name}={value!r} the environment's variable "
                            f"{variable}={other} wins: it is as with {name}={other!r}"
                        )
                        raise failed(msg, advice=_CALLER_FIRST)

    @requirement(
        level=2, after=("test_options_for_writing_are_heeded", "test_boards_keep_their_order")
    )
    def test_options_hold_for_every_board(self) -> None:
        """With any choice of an option, board 120 is written and read as board 3 is."""
        self.need_both()
        if self.spec.write_options is None and self.spec.read_options is None:
            skip(f"{self.format_name} has no options")
        boards = self.examples * _REPEATED
        usual = self._write(boards, NO_EXTRAS, None, {})
        whole = None if usual is None else self.harness.read(usual.data)
        if usual is None or whole is None or whole.boards != whole.boards[:3] * _REPEATED:
            skip(f"{self.format_name} does not hold the same three boards again and again")
        for chosen in self._alone(self.spec.read_options):
            found = self.harness.read(usual.data, options=dict(chosen)).boards
            odd = next((at for at in range(3, len(found)) if found[at] != found[at - 3]), None)
            if odd is not None and found[:3] == found[3:6]:
                msg = f"read with {_shown(chosen)}, board {odd + 1} is read unlike board {odd - 2}"
                raise failed(msg, "reader")
        for chosen in self._alone(self.spec.write_options):
            made = self._write(boards, NO_EXTRAS, None, chosen)
            pieces = [] if made is None else self._pieces(made.data)
            if pieces[3:6] != pieces[6:9]:
                continue  # the format does not write the same boards alike
            # The last piece has what stands at the end of the file.
            odd = next((at for at in range(9, len(pieces) - 1) if pieces[at] != pieces[at - 3]), 0)
            if odd:
                msg = (
                    f"written with {_shown(chosen)}, board {odd + 1} is {pieces[odd]!r:.100}, and "
                    f"board {odd - 2}, which is the same, {pieces[odd - 3]!r:.100}"
                )
                raise failed(msg, "writer")

    def _alone(self, reference: str | None) -> Iterator[Chosen]:
        """Yield each option in each of its choices, its default included."""
        if reference is not None:
            yield {}
            yield from (chosen for chosen in self._choices(reference) if len(chosen) == 1)

    def _pieces(self, data: bytes) -> list[bytes]:
        """Return a file cut where its boards begin, by their places."""
        places = [board.origin for board in self.harness.read(data).boards]
        if any(place is None or (place.offset or place.line) is None for place in places):
            return []
        if self.spec.binary:
            starts = [place.offset or 0 for place in places if place is not None]
        else:
            ends = [0, *(match.end() for match in _LINE_END.finditer(data)), len(data)]
            lines = [place.line or 1 for place in places if place is not None]
            starts = [ends[min(line, len(ends)) - 1] for line in lines]
        return [data[start:end] for start, end in itertools.pairwise([*starts, len(data)])]


def _shown(chosen: Chosen) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in chosen.items())

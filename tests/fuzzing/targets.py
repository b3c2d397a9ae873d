"""What is fuzzed: one target for each thing that a plugin declares, found through the registry.

A target runs one input and returns what it came to, as something that can be compared: the codes of
the findings, as a rule. What it should not do it raises. Things that may be long are done to every
so-manieth input (`deep`).
"""

from __future__ import annotations

import contextlib
import functools
import html.parser
import io
import json
import random
import re
import sys
import xml.parsers.expat

import attrs

import overtrick
from fuzzing import seeds
from fuzzing.mutations import Bytes, Trees
from overtrick import Extras
from overtrick.disk.compression import suffix_of
from overtrick.files.checking import Checks
from overtrick.files.fixing import fix_file
from overtrick.findings.errors import (
    DetectionError,
    EditError,
    FormatError,
    ModelError,
    OptionError,
    OvertrickError,
    PluginError,
    WriteError,
)
from overtrick.findings.losses import Field
from overtrick.findings.printable import printable
from overtrick.framework.contexts.views import ViewContext
from overtrick.framework.guard import resolve
from overtrick.framework.options import describe_options, make_options
from overtrick.framework.spec.capabilities import FixerSpec, LocatorSpec, SplitterSpec
from overtrick.framework.spec.formats import Confidence, Probe
from overtrick.model.columns import ColumnType, board_column
from overtrick.model.fields import field_value
from overtrick.plugin import ViewSpec
from overtrick.tools.board_json import board_from_dict, board_to_dict
from overtrick_testing import Harness, Written, changes, line_lengths, strip_source, unreported

_BOARD = board_column("board", ColumnType.TEXT, lambda board: board, Field)


class Target:
    """One thing that is fed.

    Attributes:
        name: what it is called, `kind what`.
        kind: what counts are summed by.
        suffixes: those of the files that its inputs stand for; the first names files it leaves.
        every: how often `deep` is done.
        weight: how much of the time it gets, 1 for the usual.
        is_ours: whether it is all Python, so that a process that has run it may be forked.
        has_growth: whether its inputs may be of any length.
        is_guided: whether coverage may guide it, which takes more than it tells in a long way.
        folder: where `tests/replay` keeps its inputs; all targets that take them share it.
    """

    every = 100
    weight = 1.0
    is_ours = True
    has_growth = False
    is_guided = True

    def __init__(self, kind, what):
        self.kind = kind
        self.name = f"{kind} {what}".strip()
        self.folder = what.replace(" ", "-")

    def seeds(self):
        """Return the inputs to begin with."""
        raise NotImplementedError

    @functools.cached_property
    def mutate(self):
        """What makes a new input of an input and a `random.Random`."""
        return Bytes(self.seeds())

    def make(self, known, chance):
        """Return a new input, from those that are known."""
        return self.mutate(chance.choice(known), chance)

    def run(self, data):
        """Feed one input; return what it came to."""
        raise NotImplementedError

    def deep(self, data, chance):
        """Do with an input what takes longer."""


def choices_of(spec, direction, chance):
    """Return options of a format, each left out or with one of its choices."""
    found = {}
    for option in describe_options(spec):
        if option.direction == direction and option.choices and chance.random() < 0.5:
            found[option.name] = chance.choice(option.choices)
    return found


def check_place(place, lengths, size, what):
    """Assert that a place is in the file."""
    assert place.offset is None or 0 <= place.offset <= size, f"{what}: offset {place.offset}"
    if place.line is None:
        assert place.column is None, f"{what}: column {place.column} of no line"
        return
    assert 1 <= place.line <= len(lengths), f"{what}: line {place.line} of {len(lengths)}"
    if place.column is not None:
        most = lengths[place.line - 1] + 1
        assert 1 <= place.column <= most, f"{what}: column {place.column}, line ends at {most}"


def check_places(items, data):
    """Assert that all findings say where, in the file, and on one printable line."""
    lengths = line_lengths(data) if items else ()
    for item in items:
        check_place(item.location, lengths, len(data), item.code)
        # CORE045: of a file of nothing but blanks there is no place to name.
        if item.is_error and item.code != "CORE045":
            where = item.location.line or item.location.offset
            assert where is not None, f"{item.code} does not say where"


def check_shown(text, what):
    """Assert that nothing in a text steers a terminal or turns its direction."""
    for line in text.split("\n"):
        assert printable(line) == line, f"{what} shows {line!r:.200}"


class ReadTarget(Target):
    """A format's reader in `collect` mode; deep: modes, columns, parts, places, writing back."""

    def __init__(self, manager, spec, make=None, more=None):
        super().__init__("read", spec.name)
        self.manager, self.spec = manager, spec
        self.harness = Harness(manager, spec.name)
        self.suffixes = spec.suffixes
        self.own, self.more = make, more

    @functools.lru_cache(maxsize=1)  # noqa: B019  # as many targets as formats
    def seeds(self):
        return seeds.of_format(self.manager, self.spec)

    def make(self, known, chance):
        if self.own is not None and chance.random() < 0.25:
            return self.own(chance)
        return super().make(known, chance)

    def run(self, data):
        found = self.harness.read(data)
        if found.crash is not None:
            raise found.crash
        check_places(found.diagnostics, data)
        return found.codes, len(found.boards) > 0

    def deep(self, data, chance):
        harness, spec = self.harness, self.spec
        lenient = harness.read(data)
        self._check_modes(data, lenient)
        field = chance.choice(sorted(spec.carries - {Field.HEADER}))
        wanted = harness.read(data, wants=frozenset({field}))
        assert wanted.crash is None, f"wants={field}: {wanted.crash!r}"
        assert [field_value(board, field) for board in wanted.boards] == [
            field_value(board, field) for board in lenient.boards
        ], f"wants={field} changes the value of {field}"
        if spec.capability(SplitterSpec) is not None:
            self._check_parts(data, lenient, chance.randint(1, 1 + len(data)))
        if spec.capability(LocatorSpec) is not None:
            self._check_locator(data, lenient, chance)
        if spec.writer is not None and lenient.is_clean and lenient.boards:
            self._check_back(lenient)
        options = choices_of(spec, "read", chance)
        if options:
            with contextlib.suppress(FormatError):
                overtrick.read(
                    data, format=spec.name, options=options, errors="collect", sealed="show"
                )
        if self.more is not None:
            self.more(data)

    def _check_modes(self, data, lenient):
        strict = self.harness.read(data, errors="raise")
        errors = [item for item in lenient.diagnostics if item.is_error]
        if strict.crash is not None:
            raise strict.crash
        if strict.error is None:
            assert not errors, f"collect finds {errors[0]}, raise nothing"
            assert strict.boards == lenient.boards, "the two modes read different boards"
            return
        assert errors, f"raise stops at {strict.error}, collect finds nothing"
        assert errors[0].code == strict.error.diagnostic.code, "the modes name two first errors"
        assert lenient.boards[: len(strict.boards)] == strict.boards, "boards before the error"

    def _check_parts(self, data, whole, size):
        boards, found = [], []
        for part in resolve(self.spec.capability(SplitterSpec).splitter)(io.BytesIO(data), size):
            piece = self.harness.scan(data, (_BOARD,), part=part)
            if isinstance(piece.error, PluginError):
                raise piece.error
            boards += [board for (board,) in piece.rows]
            found += piece.diagnostics
            if piece.error is not None:
                break
        assert boards == list(whole.boards), f"parts of {size} bytes have other boards"
        assert found == list(whole.diagnostics), f"parts of {size} bytes have other findings"

    def _check_locator(self, data, found, chance):
        locate = resolve(self.spec.capability(LocatorSpec).locator)
        lengths = line_lengths(data)
        parts = ["deal", "contract", "auction", "auction.0", "auction.99", "play.0.W", "", "play.x"]
        parts.append(f"auction.{chance.randrange(20)}")
        parts.append(f"play.{chance.randrange(13)}.{chance.choice('NESW')}")
        for board in found.boards:
            for known in (board, *strip_source([board])):
                for part in parts:
                    place = locate(known, part)
                    if place is not None:
                        check_place(place, lengths, len(data), part)

    def _check_back(self, first):
        """Assert that what was read without a word is written and read again as it was."""
        for boards in (first.boards, strip_source(first.boards)):
            written = self.harness.write(boards, header=first.header, source_format=self.spec.name)
            second = self.harness.read(written.data)
            assert second.crash is None, f"written and read again: {second.crash!r}"
            headers = [first.header, second.header]
            if written.data.isascii():
                # Of such text every encoding is right; the other characters were none of a board.
                headers = [
                    Extras({key: item for key, item in header.items() if key != "pbn:encoding"})
                    for header in headers
                ]
            lost = unreported(changes(first.boards, second.boards, *headers), written)
            assert not lost, f"not stable: {lost}"


class CheckTarget(ReadTarget):
    """A format's reader with all that `check` does: rules of format and law, exact places."""

    def __init__(self, manager, spec, make=None):
        super().__init__(manager, spec, make)
        self.kind, self.name = "check", f"check {spec.name}"

    def run(self, data):
        try:
            with overtrick.open_boards(
                data,
                format=self.spec.name,
                errors="collect",
                check=True,
                sealed="show",
                manager=self.manager,
            ) as boards:
                with contextlib.suppress(FormatError):
                    for _ in boards:
                        pass
                found = tuple(boards.diagnostics)
        except FormatError as error:
            found = (error.diagnostic,)
        check_places(found, data)
        return tuple(sorted({item.code for item in found}))

    def deep(self, data, chance):
        """Hold every way to show the findings against `printable`."""
        try:
            found = overtrick.read(
                data,
                format=self.spec.name,
                errors="collect",
                check=True,
                sealed="show",
                manager=self.manager,
            ).diagnostics
        except FormatError as error:
            found = (error.diagnostic,)
        for item in found:
            assert "\n" not in item.message or item.message.isprintable(), f"{item.code}: lines"


class FixTarget(ReadTarget):
    """A format's fixer, and rules that fix: what is fixed has nothing more to fix."""

    def __init__(self, manager, spec, make=None):
        super().__init__(manager, spec, make)
        self.kind, self.name = "fix", f"fix {spec.name}"

    def run(self, data):
        try:
            once = self._fix(data)
        except FormatError as error:
            return (error.diagnostic.code,)
        except OvertrickError as error:
            if isinstance(error, PluginError):
                raise
            return (type(error).__name__,)
        twice = self._fix(once.data)
        assert twice.data == once.data, "the fixer fixes what it has fixed"
        return tuple(sorted({item.code for item in once.done}))

    def _fix(self, data):
        return fix_file(data, self.spec, self.manager, path=f"a{self.suffixes[0]}")

    def deep(self, data, chance):
        with contextlib.suppress(OvertrickError):
            read = self.harness.read(self._fix(data).data)
            assert read.crash is None, f"fixed and read: {read.crash!r}"


class SniffTarget(Target):
    """Every sniffer, on the same bytes and suffix; and which format is told from them."""

    weight = 3.0
    suffixes = (".bin",)

    def __init__(self, manager):
        super().__init__("sniff", "all")
        self.manager = manager
        self.specs = list(manager.formats().values())
        self.sniffers = [(spec, resolve(spec.sniffer)) for spec in self.specs if spec.sniffer]
        self.endings = ["", ".txt", *(suffix for spec in self.specs for suffix in spec.suffixes)]

    @functools.lru_cache(maxsize=1)  # noqa: B019  # one target
    def seeds(self):
        found = []
        for spec in self.specs:
            found += seeds.of_format(self.manager, spec)[:100]
        return found

    def run(self, data):
        head = data[:4096]
        suffix = self.endings[len(data) % len(self.endings)]
        probe = Probe(head=head, suffix=suffix, size=len(data))
        told = []
        for spec, sniff in self.sniffers:
            answer = sniff(probe)
            assert isinstance(answer, Confidence), f"{spec.name}: {answer!r}"
            told.append(int(answer))
        return tuple(told)

    def deep(self, data, chance):
        name = f"a{chance.choice(self.endings)}"
        with contextlib.suppress(DetectionError, FormatError):
            overtrick.detect(data, manager=self.manager)
        assert suffix_of(name) == name[1:]


class BoardTarget(Target):
    """Something that takes boards; an input is a board as JSON, changed as a tree."""

    suffixes = (".json",)

    def __init__(self, kind, what, manager):
        super().__init__(kind, what)
        self.manager = manager
        self.folder = "boards"

    def seeds(self):
        return seeds.boards_json(self.manager)

    @functools.cached_property
    def mutate(self):
        return trees(self.manager)

    def board(self, data):
        """Return the board of an input, or `None` where there is none."""
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            return None
        try:
            return board_from_dict(tree)
        except ModelError as error:
            self.refusal = type(error).__name__
            return None

    def run(self, data):
        board = self.board(data)
        return None if board is None else self.take(board, random.Random(len(data)))

    def take(self, board, chance):
        """Do with a board what the target is for."""
        raise NotImplementedError


@functools.cache
def trees(manager):
    """Return what changes boards as JSON; all targets share it."""
    return Trees(seeds.boards_json(manager))


class JsonTarget(BoardTarget):
    """The JSON of boards: refused with a `ModelError`, or a board that makes the same JSON."""

    weight = 3.0

    def __init__(self, manager):
        super().__init__("json", "board_from_dict", manager)

    def run(self, data):
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            return "no JSON"
        try:
            board = board_from_dict(tree)
        except ModelError as error:
            check_shown(str(error), "a refusal")
            return str(error)[:16]
        again = board_to_dict(board)
        assert board_from_dict(json.loads(json.dumps(again))) == board, "another board comes back"
        return tuple(again)


class WriteTarget(BoardTarget):
    """A format's writer, with options: refused, or read back with every loss reported."""

    def __init__(self, manager, spec):
        super().__init__("write", spec.name, manager)
        self.spec = spec
        self.harness = Harness(manager, spec.name)

    def take(self, board, chance):
        options = choices_of(self.spec, "write", chance)
        sink = io.BytesIO()
        try:
            report = overtrick.dump(
                [board], sink, format=self.spec.name, options=options, manager=self.manager
            )
        except WriteError as error:
            return (error.diagnostic.code,)
        written = Written(data=sink.getvalue(), report=report)
        if self.spec.reader is not None:
            found = self.harness.read(written.data)
            if found.crash is not None:
                raise found.crash
            errors = [item for item in found.diagnostics if item.is_error]
            lost = unreported(changes((board,), found.boards), written)
            if any(key.startswith(f"{self.spec.name}:") for key in board.extras):
                # Only the reader knows what stands in the format's own; here anything may.
                lost.pop(Field.EXTRAS, None)
            assert not lost, f"silent loss with {options}: {lost}"
            if not Checks(self.manager, self.harness.spec).see(board):
                assert not errors, f"the reader refuses what was written with {options}: {errors}"
        return tuple(sorted({(loss.field, loss.kind) for loss in report}))


class ViewTarget(BoardTarget):
    """A view, with options: whatever a board says, what is shown is whole and printable."""

    def __init__(self, manager, spec):
        super().__init__("view", spec.name, manager)
        self.spec = spec
        if not spec.is_text:
            self.weight, self.is_ours = 0.2, False
            self.is_guided = False

    def take(self, board, chance):
        shown = self.show((board,), chance)
        check_view(self.spec, shown)
        return len(shown) // 500

    def show(self, boards, chance):
        """Return what the view makes of boards."""
        values = {}
        if self.spec.options is not None:
            for field in attrs.fields(resolve(self.spec.options)):
                listed = field.metadata.get("choices", ())
                if chance.random() < 0.4 and (listed or isinstance(field.default, bool)):
                    values[field.name] = chance.choice(listed or (True, False))
        sink = io.BytesIO()
        context = ViewContext(
            self.spec,
            path=None,
            options=make_options(self.spec.name, self.spec.options, values, noun="view"),
            has_colour=chance.random() < 0.3,
        )
        try:
            resolve(self.spec.view)(iter(boards), sink, context)
        except OptionError:
            return b""  # two options that do not go together
        return sink.getvalue()


class _Page(html.parser.HTMLParser):
    """Looks at the text and the values of a page."""

    def handle_data(self, data):
        check_shown(data, "the page")

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            check_shown(value or "", f"the page's {name}")


def check_view(spec, shown):
    """Assert that what a view made can be shown: characters, and XML where it is that."""
    if not spec.is_text:
        return
    text = shown.decode("utf-8")
    if spec.media_type == "text/plain":
        # Colours are the view's own.
        check_shown(re.sub(r"\x1b\[[0-9;]*m", "", text), spec.name)
        return
    check_shown(text, spec.name)
    if spec.media_type.endswith("xml") and text:
        xml.parsers.expat.ParserCreate().Parse(shown, True)
    if spec.media_type == "text/html":
        _Page().feed(text)


class LawTarget(BoardTarget):
    """The rules of law and of plugins, on a board of no file."""

    def __init__(self, manager):
        super().__init__("rules", "lint", manager)

    def take(self, board, chance):
        return tuple(sorted({item.code for item in overtrick.lint(board)}))


class EditTarget(BoardTarget):
    """Edits of boards: swap, move, rotate, drop, renumber, merge."""

    def __init__(self, manager):
        super().__init__("edit", "boards", manager)

    def take(self, board, chance):
        one = overtrick.Board(number=7, dealer=overtrick.Seat.NORTH)
        boards = [board, one]
        for edit in (
            lambda: overtrick.rotate(boards, chance.randrange(1, 4)),
            lambda: overtrick.renumber(boards),
            lambda: overtrick.merge(boards, [one]),
            lambda: overtrick.drop(boards, "7"),
        ):
            with contextlib.suppress(EditError):
                tuple(edit())
        turned = tuple(overtrick.rotate([board], 1))
        repr(turned), str(board), hash(board)
        board._repr_html_()
        return len(turned)


class CommandTarget(Target):
    """A command on a file of any format: exit codes and printable output, nothing else."""

    weight = 0.15
    every = 10**9
    is_guided = False

    def __init__(self, manager, name, arguments, spec):
        super().__init__("command", f"{name} {spec.name}")
        self.folder = spec.name
        self.manager, self.arguments, self.spec = manager, arguments, spec
        self.suffixes = spec.suffixes

    @functools.lru_cache(maxsize=1)  # noqa: B019  # as many targets as there are
    def seeds(self):
        return seeds.of_format(self.manager, self.spec)

    def run(self, data):
        code, output = run_command([*self.arguments, "--from", self.spec.name, "-"], data)
        assert code in {0, 1}, f"exit code {code}: {output[:300]}"
        check_shown(output, " ".join(self.arguments))
        return code, output.count("\n")


def run_command(words, data=b""):
    """Run `overtrick ...` in this process; return its exit code and all that it printed."""
    from overtrick_cli.commands import run

    kept = sys.stdin, sys.stdout, sys.stderr
    printed = io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    sys.stdout = io.TextIOWrapper(printed, "utf-8", "surrogateescape", write_through=True)
    sys.stderr = io.TextIOWrapper(printed, "utf-8", "backslashreplace", write_through=True)
    try:
        code = run(words)
        sys.stdout.flush()
        sys.stderr.flush()
        return code, printed.getvalue().decode("utf-8", "surrogateescape")
    finally:
        kept, (sys.stdin, sys.stdout, sys.stderr) = (sys.stdin, sys.stdout, sys.stderr), kept
        for stream in kept:
            stream.detach()


COMMANDS = {
    "check": ["check"],
    "check --json": ["check", "--json"],
    "show": ["show", "--show-cards"],
    "show --json": ["show", "--json", "--show-cards"],
}


def registered(manager, games=None):
    """Return the targets that the registry gives, of all formats and views."""
    extras = {"pbn": games} if games is not None else {}
    for spec in manager.formats().values():
        own = extras.get(spec.name)
        make = None if own is None else own.make_input
        if spec.reader is not None:
            yield ReadTarget(manager, spec, make, None if own is None else own.check)
            yield CheckTarget(manager, spec, make)
            if spec.capability(FixerSpec) is not None:
                yield FixTarget(manager, spec, make)
            for name, arguments in COMMANDS.items():
                yield CommandTarget(manager, name, arguments, spec)
        if spec.writer is not None:
            yield WriteTarget(manager, spec)
    yield SniffTarget(manager)
    for spec in manager.specs(ViewSpec).values():
        yield ViewTarget(manager, spec)
    yield JsonTarget(manager)
    yield LawTarget(manager)
    yield EditTarget(manager)

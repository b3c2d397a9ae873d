"""Fix faults that have one right answer: replace text, run a format's fixer and rules."""

from __future__ import annotations

import bisect
import codecs
import io
import itertools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import attrs

from overtrick.files.reading import BoardReader, ReadSettings
from overtrick.files.writing import finish, make_write_context, write_stream
from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import (
    Diagnostic,
    Fix,
    Location,
    Severity,
    TextEdit,
    in_order,
)
from overtrick.findings.errors import PluginError, UnknownFormatError
from overtrick.framework.contexts.read import ReadContext
from overtrick.framework.contexts.rules import RuleContext
from overtrick.framework.core_kinds import RULES
from overtrick.framework.guard import Guard, check_open, resolve
from overtrick.framework.options import Options, make_options
from overtrick.framework.spec.capabilities import FixerSpec
from overtrick.framework.text import decoded_line, split_lines
from overtrick.model.board import Board

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec.formats import FormatSpec
    from overtrick.framework.spec.rules import RuleSpec


@attrs.frozen(kw_only=True)
class Fixed:
    """A fixed file: its bytes, the findings fixed, and those left.

    Attributes:
        data: the complete file, with the fixes made.
        done: what was fixed.
        left: why the rules' fixes were left out, where they were (`CORE031`, `CORE033`).
    """

    data: bytes
    done: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...] = ()


def fixing_rules(spec: FormatSpec, manager: PluginManager) -> tuple[RuleSpec, ...]:
    """Return the rules that can fix files of a format, by name."""
    rules = manager.specs(RULES).values()
    return tuple(rule for rule in rules if rule.fix is not None and rule.is_for(spec.name))


def fix_file(
    data: bytes,
    spec: FormatSpec,
    manager: PluginManager,
    *,
    path: str,
    options: Options | None = None,
) -> Fixed:
    """Fix the bytes of a file by its format's fixer and the rules that can fix it.

    The format's fixer fixes the file as bytes. Then the fixes of the rules fix the boards, which
    are written back by the format's writer: the file itself, where it preserves what was read. A
    file whose boards no rule changes is not written anew; nor is one with errors, for a board that
    cannot be read could not be written back. The fix of a rule that fails, or that gives more or
    fewer boards than there are, is left out (`CORE033`); the others are made.

    Args:
        data: the complete file.
        spec: its format.
        manager: knows the rules.
        path: the file's name, for messages.
        options: the format's options for reading.

    Raises:
        UnknownFormatError: a rule fixes boards of a format that cannot be written.
        WriteError: the format cannot hold the fixed boards.
        LossError: writing the boards back would lose something.
        PluginError: the format's fixer failed.
    """
    done: list[Diagnostic] = []
    declared = spec.capability(FixerSpec)
    if declared is not None:
        data, done = _fix_bytes(data, spec, declared.fixer, path, options)
    rules = fixing_rules(spec, manager)
    if not rules:
        return Fixed(data=data, done=tuple(done))
    settings = ReadSettings(
        format=spec.name, errors="collect", options=options, path=path, sealed="keep"
    )
    with BoardReader(data, manager, settings) as reader:
        boards = tuple(reader)
        header, is_sealed = reader.header, reader.is_sealed
        errors = [item for item in reader.diagnostics if item.is_error]
    fixed = boards
    left: list[Diagnostic] = []
    for rule in rules:
        context = RuleContext(rule, path=path, format=spec.name, header=header)
        try:
            changed = _fix_boards(fixed, context)
        except PluginError as error:
            # One rule's fault must not keep a file from the fixes of the others.
            left.append(core_finding("CORE033", Location(path=path), rule=rule.name, why=error))
            continue
        if changed != fixed:
            fixed = changed
            found = core_finding(
                "CORE032", Location(path=path), rule=rule.name, summary=rule.summary
            )
            done += context.diagnostics or (found,)
    if fixed != boards and errors:
        left.append(core_finding("CORE031", Location(path=path), code=errors[0].code))
    if fixed == boards or errors:
        return Fixed(data=data, done=tuple(done), left=tuple(left))
    if spec.writer is None:
        msg = f"the format {spec.name!r} cannot be written, so its boards cannot be fixed"
        raise UnknownFormatError(msg)
    target = make_write_context(
        manager,
        spec.name,
        path=path,
        header=header,
        source_format=spec.name,
        is_sealed=is_sealed,
        with_seed=True,  # a fix changes nothing but what it fixes
    )
    sink = io.BytesIO()
    write_stream(fixed, sink, target)
    finish(target, "raise")
    return Fixed(data=sink.getvalue(), done=tuple(done), left=tuple(left))


def _fix_bytes(
    data: bytes, spec: FormatSpec, fixer: str, path: str, options: Options | None
) -> tuple[bytes, list[Diagnostic]]:
    context = ReadContext(
        spec,
        path=path,
        errors="collect",
        options=make_options(spec.name, spec.read_options, options),
        checking=True,
    )
    fixed = io.BytesIO()
    fix = resolve(fixer)
    with Guard(f"{path}: the fixer of {spec.name!r}", fixer):
        done = list(fix(io.BytesIO(data), fixed, context))
        for item in done:
            if not isinstance(item, Diagnostic):
                msg = f"it gave {item!r:.60}, which is no Diagnostic"
                raise TypeError(msg)
        check_open(fixed)
    return fixed.getvalue(), done


def _fix_boards(boards: tuple[Board, ...], context: RuleContext) -> tuple[Board, ...]:
    rule = context.spec
    fix = resolve(str(rule.fix))
    with Guard(f"{context.path}: the fix of the rule {rule.name!r}", rule.fix, typed=()):
        fixed = tuple(itertools.islice(fix(iter(boards), context), len(boards) + 1))
        for board in fixed:
            if not isinstance(board, Board):
                msg = f"it gave {board!r:.60}, which is no Board"
                raise TypeError(msg)
        if len(fixed) != len(boards):
            # To forget to give a sound board back is an easy mistake, and costs the file.
            given = len(fixed) if len(fixed) <= len(boards) else f"more than {len(boards)}"
            msg = f"it gave {given} boards for {len(boards)}; a fix gives all of them back"
            raise ValueError(msg)
    return fixed


_MAX_ROUNDS: Final = 10  # one fix may make room for another


def make_fixes(
    data: bytes, find: Callable[[bytes], Iterable[Diagnostic]]
) -> tuple[bytes, list[Diagnostic]]:
    """Apply the fixes of findings, and check again until nothing changes.

    Args:
        data: the complete file.
        find: returns the findings of a file to fix.

    Returns:
        The file with the fixes made, and a note for each: its finding, with what was done for its
        message.

    Raises:
        ValueError: a fix names a place that the file does not have.
    """
    done: list[Diagnostic] = []
    for _ in range(_MAX_ROUNDS):
        chosen = [(item, item.fix) for item in in_order(find(data)) if item.fix is not None]
        fixed, made = apply_fixes(data, [fix for _, fix in chosen])
        if fixed == data:
            break
        data = fixed
        done += [
            attrs.evolve(item, severity=Severity.NOTE, message=fix.summary, hint=None, fix=None)
            for item, fix in (chosen[index] for index in made)
        ]
    return data, done


class _Lines:
    """A text file by lines: where in its bytes a line and column are."""

    def __init__(self, data: bytes) -> None:
        self._lines = split_lines(data)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        first = self._lines[0] if self._lines else b""
        self.newline = first[len(first.rstrip(b"\r\n")) :] or b"\n"

    def encoding(self, number: int) -> str:
        """Return the encoding of a line, 1-based: UTF-8, or what one byte for a letter is."""
        line = self._lines[number - 1] if number <= len(self._lines) else b""
        return decoded_line(line)[1]

    def offset(self, number: int, column: int) -> int:
        """Return where a place is in the bytes.

        Raises:
            ValueError: there is no such place.
        """
        if number == len(self._lines) + 1 and column == 1:
            return self._starts[-1]
        if not 1 <= number <= len(self._lines):
            msg = f"there is no line {number}"
            raise ValueError(msg)
        line = self._lines[number - 1]
        mark = len(codecs.BOM_UTF8) if number == 1 and line.startswith(codecs.BOM_UTF8) else 0
        text, encoding = decoded_line(line[mark:])
        if not 1 <= column <= len(text) + 1:
            msg = f"there is no column {column} in line {number}"
            raise ValueError(msg)
        before = text[: column - 1].encode(encoding)
        return self._starts[number - 1] + mark + len(before)


def apply_fixes(data: bytes, fixes: Iterable[Fix]) -> tuple[bytes, tuple[int, ...]]:
    r"""Return a text with fixes applied, and the indexes of the applied fixes.

    A fix is applied completely or not at all. One that overlaps an earlier one is left out, and so
    is one whose text the file's encoding does not have. Line ends are those of the file.

    Args:
        data: the complete file.
        fixes: in any order; an earlier one comes first where two touch.

    Raises:
        ValueError: a fix names a place that the file does not have.

    Example:
        >>> edit = TextEdit(line=1, column=12, end_line=1, end_column=14, text="6NT")
        >>> apply_fixes(b'[Contract "6N"]\r\n', [Fix(summary="write 6NT", edits=(edit,))])
        (b'[Contract "6NT"]\r\n', (0,))
    """
    lines = _Lines(data)
    made: list[tuple[int, int, bytes]] = []
    done: list[int] = []
    for index, fix in enumerate(fixes):
        try:
            new = [_replacement(lines, edit) for edit in fix.edits]
        except UnicodeEncodeError:
            continue
        if new and not any(_touches(one, made) for one in new):
            for one in new:
                bisect.insort(made, one)
            done.append(index)
    parts = []
    end = 0
    for start, stop, text in made:
        parts += [data[end:start], text]
        end = stop
    return b"".join([*parts, data[end:]]), tuple(done)


def _replacement(lines: _Lines, edit: TextEdit) -> tuple[int, int, bytes]:
    text = edit.text.replace("\r\n", "\n").encode(lines.encoding(edit.line))
    return (
        lines.offset(edit.line, edit.column),
        lines.offset(edit.end_line, edit.end_column),
        text.replace(b"\n", lines.newline),
    )


def _touches(one: tuple[int, int, bytes], made: list[tuple[int, int, bytes]]) -> bool:
    """Return whether a replacement overlaps one of others, which are in order and apart.

    Two insertions at one place touch, because their order is not defined.
    """
    place = bisect.bisect_left(made, one)
    before, after = made[place - 1 : place], made[place : place + 1]
    if any(other[1] > one[0] or other[:2] == one[:2] for other in before):
        return True
    return any(other[0] < one[1] or other[:2] == one[:2] for other in after)

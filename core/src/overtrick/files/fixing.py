"""Mending what has one right answer: a format's fixer on bytes, then rules' fixes on boards."""

from __future__ import annotations

import io
import itertools
from typing import TYPE_CHECKING

import attrs

from overtrick.files.reading import BoardReader, ReadSettings
from overtrick.files.writing import finish, make_write_context, write_stream
from overtrick.findings.codes import core_finding
from overtrick.findings.diagnostics import Diagnostic, Location
from overtrick.findings.errors import UnknownFormatError
from overtrick.framework.contexts import ReadContext, RuleContext
from overtrick.framework.core_kinds import RULES
from overtrick.framework.guard import Guard, check_open
from overtrick.framework.options import Options, make_options
from overtrick.framework.seals import kept
from overtrick.framework.spec import resolve
from overtrick.model.board import Board

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec import FormatSpec, RuleSpec


@attrs.frozen(kw_only=True)
class Fixed:
    """What came of mending a file.

    Attributes:
        data: the whole file, mended.
        done: what was mended.
        left: why the rules' fixes were left out, where they were (`CORE031`).
    """

    data: bytes
    done: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...] = ()


def fixing_rules(spec: FormatSpec, manager: PluginManager) -> tuple[RuleSpec, ...]:
    """Return the rules that can mend files of a format, by name."""
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
    """Mend a file.

    The format's fixer mends the file as bytes. Then the fixes of the rules mend the boards, which
    are written back by the format's writer: the file itself, where it preserves what was read. A
    file whose boards no rule changes is not written anew; nor is one with errors, for a board that
    cannot be read could not be written back.

    Args:
        data: the whole file.
        spec: its format.
        manager: knows the rules.
        path: the file's name, for messages.
        options: the format's options for reading.

    Raises:
        UnknownFormatError: a rule mends boards of a format that cannot be written.
        WriteError: the format cannot hold the mended boards.
        LossError: writing the boards back would lose something.
        PluginError: the fixer or a fix failed, or a fix gave more or fewer boards than there are.
    """
    done: list[Diagnostic] = []
    if spec.fixer is not None:
        data, done = _fix_bytes(data, spec, path, options)
    rules = fixing_rules(spec, manager)
    if not rules:
        return Fixed(data=data, done=tuple(done))
    settings = ReadSettings(
        format=spec.name, errors="collect", options=options, path=path, sealed=kept()
    )
    with BoardReader(data, manager, settings) as reader:
        boards = tuple(reader)
        header, is_sealed = reader.header, reader.is_sealed
        errors = [item for item in reader.diagnostics if item.is_error]
    fixed = Fixed(data=data, done=tuple(done))
    mended = boards
    for rule in rules:
        context = RuleContext(rule, path=path, format=spec.name, header=header)
        changed = _fix_boards(mended, context)
        if changed != mended:
            mended = changed
            done += context.diagnostics or (_mended(rule, path),)
    if mended == boards:
        return fixed
    if errors:
        return attrs.evolve(fixed, left=(_left_out(path, errors[0]),))
    if spec.writer is None:
        msg = f"the format {spec.name!r} cannot be written, so its boards cannot be mended"
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
    write_stream(mended, sink, target)
    finish(target, "raise")
    return Fixed(data=sink.getvalue(), done=tuple(done))


def _mended(rule: RuleSpec, path: str) -> Diagnostic:
    return core_finding("CORE032", Location(path=path), rule=rule.name, summary=rule.summary)


def _left_out(path: str, error: Diagnostic) -> Diagnostic:
    return core_finding("CORE031", Location(path=path), code=error.code)


def _fix_bytes(
    data: bytes, spec: FormatSpec, path: str, options: Options | None
) -> tuple[bytes, list[Diagnostic]]:
    context = ReadContext(
        spec,
        path=path,
        errors="collect",
        options=make_options(spec.name, spec.read_options, options),
        checking=True,
    )
    mended = io.BytesIO()
    fix = resolve(str(spec.fixer))
    with Guard(f"{path}: the fixer of {spec.name!r}", spec.fixer):
        done = list(fix(io.BytesIO(data), mended, context))
        for item in done:
            if not isinstance(item, Diagnostic):
                msg = f"it gave {item!r:.60}, which is no Diagnostic"
                raise TypeError(msg)
        check_open(mended)
    return mended.getvalue(), done


def _fix_boards(boards: tuple[Board, ...], context: RuleContext) -> tuple[Board, ...]:
    rule = context.spec
    fix = resolve(str(rule.fix))
    with Guard(f"{context.path}: the fix of the rule {rule.name!r}", rule.fix, typed=()):
        mended = tuple(itertools.islice(fix(iter(boards), context), len(boards) + 1))
        for board in mended:
            if not isinstance(board, Board):
                msg = f"it gave {board!r:.60}, which is no Board"
                raise TypeError(msg)
        if len(mended) != len(boards):
            # To forget to give a sound board back is an easy mistake, and costs the file.
            given = len(mended) if len(mended) <= len(boards) else f"more than {len(boards)}"
            msg = f"it gave {given} boards for {len(boards)}; a fix gives all of them back"
            raise ValueError(msg)
    return mended

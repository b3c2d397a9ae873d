"""Convert a file board by board; nothing is written from a source with errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from overtrick.disk.sources import path_of
from overtrick.disk.targets import WriteTarget, open_target, state_of
from overtrick.files.reading import BoardReader, ReadSettings
from overtrick.files.writing import (
    WriteSettings,
    finish,
    format_for_target,
    make_write_context,
    write_stream,
)
from overtrick.findings.diagnostics import Diagnostic, Diagnostics, Severity
from overtrick.findings.errors import WriteError
from overtrick.findings.losses import LossCollector, LossReport
from overtrick.framework.catalogues import blind
from overtrick.model.board import Board

if TYPE_CHECKING:
    from overtrick.disk.atomic import FileState
    from overtrick.disk.sources import ReadSource
    from overtrick.framework.manager import PluginManager

Edit = Callable[[Iterator[Board]], Iterable[Board]]
"""What is done to boards on the way."""


@attrs.frozen(kw_only=True)
class Conversion:
    """The result of a conversion.

    Attributes:
        written: whether the target was written; errors in the source prevent it.
        boards: the number of boards that were written.
        source_format: the name of the format that was read.
        target_format: the name of the format that was written.
        losses: what the target does not have; nothing where it was not written.
        diagnostics: what was found in the source, and on writing; warnings and notes on the target
            only where it was written.
    """

    written: bool
    boards: int
    source_format: str
    target_format: str
    losses: LossReport
    diagnostics: tuple[Diagnostic, ...] = ()


class _NotWritten(Exception):  # noqa: N818  # a signal inside this module, not an error
    """The source has errors: leave the target alone."""


def convert_boards(
    source: ReadSource,
    target: WriteTarget,
    manager: PluginManager,
    reading: ReadSettings,
    writing: WriteSettings,
    *,
    keep_going: bool = False,
    strict: bool = False,
    edit: Edit | None = None,
    losses: LossCollector | None = None,
    diagnostics: Diagnostics | None = None,
    others_sealed: bool = False,
    since: FileState | None = None,
) -> Conversion:
    """Convert a file; `overtrick.convert` describes the arguments.

    `others_sealed`: whether the edit adds boards with hidden hands. `since`: the target's state
    before the source was opened, if the caller opened it.
    """
    since = since or state_of(target)
    with BoardReader(source, manager, reading) as reader:
        name = writing.format or format_for_target(target, manager)
        context = make_write_context(
            manager,
            name,
            path=path_of(target),
            header=reader.header,
            source_format=reader.format,
            options=writing.options,
            losses=losses,
            is_sealed=reader.is_sealed or others_sealed,
            sealed=writing.sealed,
        )
        count = 0

        def counted() -> Iterator[Board]:
            nonlocal count
            for board in reader if edit is None else edit(reader):
                count += 1
                yield board

        written = False
        report = LossReport()
        try:
            with open_target(
                target,
                overwrite=writing.overwrite,
                suffix=context.spec.suffix,
                since=since,
            ) as sink:
                try:
                    write_stream(counted(), sink, context)
                except WriteError:
                    # The source may have more errors: they are reported together.
                    if is_bad(reader.diagnostics, strict=strict):
                        for _ in reader:
                            pass
                    raise
                if is_bad(reader.diagnostics, strict=strict) and not keep_going:
                    raise _NotWritten
                report = finish(context, writing.on_loss)
            written = True
        except _NotWritten:
            pass
        finally:
            on_writing = Diagnostics(
                item for item in context.diagnostics if written or item.is_error
            )
            if context.is_sealed and writing.sealed != "show":
                on_writing = blind(on_writing, manager)
            if diagnostics is not None:
                diagnostics.extend((*reader.diagnostics, *on_writing))
        return Conversion(
            written=written,
            boards=count,
            source_format=reader.format,
            target_format=name,
            losses=report,
            diagnostics=(*reader.diagnostics, *on_writing),
        )


def is_bad(found: Iterable[Diagnostic], *, strict: bool) -> bool:
    """Return whether the findings of a source forbid writing it."""
    threshold = Severity.WARNING if strict else Severity.ERROR
    return any(item.severity >= threshold for item in found)

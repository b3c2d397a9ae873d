"""Rewrite the boards of a version as new bytes, in memory: changed and written in one pass."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import attrs

from overtrick import LossReport, UnknownFormatError
from overtrick.plugin import (
    LossCollector,
    compressing,
    default_manager,
    make_write_context,
    unpacked_name,
    write_stream,
)
from overtrick_web.boards.reading import Reading
from overtrick_web.errors import RefusedError, WebError

if TYPE_CHECKING:
    from overtrick import PluginManager
    from overtrick.plugin import Edit, FormatSpec, Options, Seals


class FaultyError(WebError):
    """The file has errors, and nothing was written from it.

    Attributes:
        count: how many errors there are.
    """

    def __init__(self, message: str, count: int) -> None:
        super().__init__(message)
        self.count = count


@attrs.frozen(kw_only=True)
class Rewritten:
    """The result of rewriting a version.

    Attributes:
        data: the new bytes.
        format: the name of the format that they are in.
        count: how many boards there are.
        losses: what was in the boards and is not in these bytes.
    """

    data: bytes = attrs.field(repr=False)
    format: str
    count: int
    losses: LossReport


def rewritten(
    reading: Reading,
    *,
    to: str | None = None,
    options: Options | None = None,
    edit: Edit | None = None,
    losses: LossCollector | None = None,
    others_sealed: bool = False,
    keep_going: bool = False,
    sealed: Seals = "keep",
    manager: PluginManager | None = None,
) -> Rewritten:
    """Return a version's boards as new bytes, written as they were read.

    What stays in its own format is written back as it was but for the changes, compressed as it
    was; what goes to another format is not compressed.

    Args:
        reading: the version, as it was read.
        to: the name of the format to write; the version's own where it is not given.
        options: options of that format.
        edit: what is done to the boards on the way.
        losses: the list of losses; the edit adds its own to it.
        others_sealed: whether the edit brings in boards whose hands are not to be shown.
        keep_going: write what could be read although there are errors.
        sealed: what is done about sealed boards: with `keep` they are written sealed or not at
            all, with `show` as any others.
        manager: the plugins to use; the installed ones by default.

    Raises:
        FaultyError: the file has errors, and `keep_going` is false.
        RefusedError: the file could not be read to its end.
        UnknownFormatError: the format is read only, or it is not known.
        SealedError: sealed boards would not be sealed any more.
        WriteError: a board cannot be written in the format.
        OptionError: an option that the format does not have.
        EditError: what the edit refuses.
    """
    plugins = default_manager() if manager is None else manager
    reading.check_shown(sealed)
    own = format_of(reading)
    context = make_write_context(
        plugins,
        own if to is None else to,
        header=reading.header,
        source_format=own,
        options=options,
        losses=LossCollector() if losses is None else losses,
        is_sealed=reading.is_sealed or others_sealed,
        sealed=sealed,
    )
    if reading.failure is not None:
        raise RefusedError(reading.failure)
    if reading.errors and not keep_going:
        what = "1 error" if reading.errors == 1 else f"{reading.errors:,} errors"
        msg = f"nothing was written: {what} in {reading.name}"
        raise FaultyError(msg, reading.errors)
    boards = tuple(reading.boards if edit is None else edit(iter(reading.boards)))
    sink = io.BytesIO()
    write_stream(boards, sink, context)
    data = sink.getvalue()
    if context.spec.name == own:
        data = _compressed_as(reading, data, context.spec)
    return Rewritten(
        data=data, format=context.spec.name, count=len(boards), losses=context.losses.report()
    )


def format_of(reading: Reading) -> str:
    """Return the name of a version's format.

    Raises:
        UnknownFormatError: no plugin knows it, or several claim it.
    """
    if reading.format is None:
        msg = reading.failure or f"the format of {reading.name} is not known"
        raise UnknownFormatError(msg)
    return reading.format


def _compressed_as(reading: Reading, data: bytes, spec: FormatSpec) -> bytes:
    """Return bytes with the compression of a version."""
    if reading.compression is None:
        return data
    # No folder name of the user's computer gets into an archive.
    member = unpacked_name(reading.name).replace("\\", "/").rpartition("/")[2]
    if "." not in member:
        member += spec.suffix
    sink = io.BytesIO()
    with compressing(sink, reading.compression, member) as packed:
        packed.write(data)
    return sink.getvalue()

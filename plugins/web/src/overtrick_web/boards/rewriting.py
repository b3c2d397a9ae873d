"""From the bytes of a version to new bytes, in memory: read, changed on the way, written whole."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import attrs

from overtrick import Diagnostic, LossReport
from overtrick.plugin import (
    Diagnostics,
    LossCollector,
    ReadSettings,
    WriteSettings,
    compressing,
    compression_of,
    convert_boards,
    default_manager,
    first_suffix,
    unpacked_name,
)
from overtrick_web.errors import WebError

if TYPE_CHECKING:
    from overtrick import PluginManager
    from overtrick.plugin import Edit, Options, Seals


class FaultyError(WebError):
    """The file has errors, and nothing was written of it.

    Attributes:
        count: how many errors there are.
    """

    def __init__(self, message: str, count: int) -> None:
        super().__init__(message)
        self.count = count


@attrs.frozen(kw_only=True)
class Source:
    """A version of a file.

    Attributes:
        data: its bytes.
        name: the file's name, which is in messages and tells the format where the bytes do not.
    """

    data: bytes = attrs.field(repr=False)
    name: str


@attrs.frozen(kw_only=True)
class Rewritten:
    """What came of a version.

    Attributes:
        data: the new bytes.
        format: the name of the format that they are in.
        count: how many boards there are.
        losses: what was in the boards and is not in these bytes.
        findings: what was found on reading and on writing.
    """

    data: bytes = attrs.field(repr=False)
    format: str
    count: int
    losses: LossReport
    findings: tuple[Diagnostic, ...] = ()


def rewritten(
    source: Source,
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
    """Return a version's boards as new bytes.

    What stays in its own format is written back as it was but for the changes, compressed as it
    was; what goes to another format is not compressed.

    Args:
        source: the version.
        to: the name of the format to write; the source's own where it is not given.
        options: options of that format.
        edit: what is done to the boards on the way.
        losses: where losses are gathered; the edit tells the same one of its own.
        others_sealed: whether the edit brings in boards whose hands are not to be shown.
        keep_going: write what could be read although there are errors.
        sealed: what is done about sealed boards: with `keep` they are written sealed or not at
            all, with `show` as any others.
        manager: the plugins to use; the installed ones by default.

    Raises:
        FaultyError: the file has errors, and `keep_going` is false.
        UnknownFormatError: the format is read only, or it is not known.
        SealedError: sealed boards would not be sealed any more.
        WriteError: a board cannot be written in the format.
        OptionError: an option that the format does not have.
        EditError: what the edit refuses.
    """
    plugins = default_manager() if manager is None else manager
    found = Diagnostics()
    collected = LossCollector() if losses is None else losses
    reading = ReadSettings(errors="collect", path=source.name, sealed=sealed)
    sink = io.BytesIO()
    conversion = convert_boards(
        source.data,
        sink,
        plugins,
        reading,
        WriteSettings(
            format=to or format_of(source, plugins), options=options, overwrite=True, sealed=sealed
        ),
        keep_going=keep_going,
        edit=edit,
        losses=collected,
        diagnostics=found,
        others_sealed=others_sealed,
    )
    if not conversion.written:
        count = sum(1 for finding in found if finding.is_error)
        what = "1 error" if count == 1 else f"{count:,} errors"
        msg = f"nothing was written: {what} in {source.name}"
        raise FaultyError(msg, count)
    data = sink.getvalue()
    if conversion.source_format == conversion.target_format:
        data = _compressed_as(source, data, plugins, conversion.target_format)
    return Rewritten(
        data=data,
        format=conversion.target_format,
        count=conversion.boards,
        losses=conversion.losses,
        findings=tuple(found),
    )


def format_of(source: Source, manager: PluginManager | None = None) -> str:
    """Return the name of the format that a version is in.

    Raises:
        UnknownFormatError: no plugin knows it.
        AmbiguousFormatError: several formats claim it.
    """
    from overtrick import detect

    return detect(source.data, path=source.name, manager=manager).format


def _compressed_as(source: Source, data: bytes, manager: PluginManager, format: str) -> bytes:
    """Return bytes compressed as the source is."""
    compression = compression_of(source.data[:64], source.name)
    if compression is None:
        return data
    # No folder of somebody's computer gets into an archive.
    member = unpacked_name(source.name).replace("\\", "/").rpartition("/")[2]
    if "." not in member:
        member += first_suffix(manager.format(format))
    sink = io.BytesIO()
    with compressing(sink, compression, member) as packed:
        packed.write(data)
    return sink.getvalue()

"""The functions that users call: read, write, convert, detect, check, and what is installed.

Each turns its keywords into a settings value and hands it to the room that does the work.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO, Unpack, cast

from overtrick.disk.sources import ReadSource, open_source
from overtrick.disk.targets import WriteTarget
from overtrick.files.checking import Checks
from overtrick.files.converting import Conversion, Edit, convert_boards
from overtrick.files.detection import Detection, detect_source
from overtrick.files.reading import BoardReader, ReadKeywords, ReadSettings
from overtrick.files.showing import show_boards
from overtrick.files.writing import OnLoss, WriteSettings, write_boards
from overtrick.findings.diagnostics import Diagnostic, Diagnostics
from overtrick.findings.errors import OptionError, UnknownFormatError
from overtrick.findings.losses import LossCollector, LossReport
from overtrick.framework.contexts.limits import Limits
from overtrick.framework.contexts.read import ErrorMode
from overtrick.framework.manager import default_manager
from overtrick.framework.options import Options
from overtrick.framework.records import PluginRecord
from overtrick.framework.seals import Seals
from overtrick.framework.text import decode_line
from overtrick.model.board import Board
from overtrick.model.board_set import BoardSet

if TYPE_CHECKING:
    from overtrick.files.scanning import Scan
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec.formats import FormatSpec
    from overtrick.model.columns import BoardColumn


def _plugins(manager: PluginManager | None) -> PluginManager:
    return default_manager() if manager is None else manager


def open_boards(
    source: ReadSource, *, manager: PluginManager | None = None, **keywords: Unpack[ReadKeywords]
) -> BoardReader:
    """Open a file of boards; the result is a context manager and an iterator of `Board`.

    Args:
        source: a path, a file opened in binary mode, or bytes.
        manager: the plugins to use; the installed ones by default.
        **keywords: how the file is read, as follows.

    Keyword Args:
        format: the format's name, used without detection; detected from the content and suffix
            where it is not given.
        errors: `raise` at the first error, or `collect` errors in `.diagnostics` and go on
            with what can be read.
        wants: the fields that will be looked at, `None` for all; a reader may skip the rest.
        options: the format's own options, by name.
        check: also check each board against bridge law and the plugins' rules, and the file
            against the finer rules of its format.
        limits: what the file may cost; for untrusted files.
        path: the file's name, in place of the source's own: messages name it, and detection uses
            its suffix.
        sealed: how a file with hidden hands is treated: `show` reads it as any other, `refuse`
            (the default) raises an error, and `keep` reads it and names no card in findings, for
            programs that do not show the boards.

    Raises:
        FileNotFoundError: there is no such file; also the other errors of `open`.
        SealedError: the hands are not to be shown, and `sealed` is `refuse`.
        UnknownFormatError: no plugin knows the format.
        AmbiguousFormatError: several formats claim the file.
        FormatError: an error in the file, in `raise` mode.
        LimitError: a limit is passed, in either mode.
        OptionError: an option that the format does not have.

    Example:
        >>> import overtrick
        >>> with overtrick.open_boards(b"", format="nothing") as boards:
        ...     pass
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.UnknownFormatError: no plugin for the format 'nothing' ...
    """
    return BoardReader(source, _plugins(manager), ReadSettings(**keywords))


def read(
    source: ReadSource, *, manager: PluginManager | None = None, **keywords: Unpack[ReadKeywords]
) -> BoardSet:
    """Read all boards of a file.

    The arguments and errors are those of `open_boards`.

    Args:
        source: a path, a file opened in binary mode, or bytes.
        manager: the plugins to use; the installed ones by default.
        **keywords: those of `open_boards`, such as `format` and `errors`.

    Returns:
        The boards in the file's order, with the file's header, format and diagnostics.
    """
    with open_boards(source, manager=manager, **keywords) as reader:
        return reader.kept()


def scan(
    source: ReadSource,
    *,
    columns: Iterable[str | BoardColumn] | None = None,
    batch: int = 10_000,
    jobs: int = 1,
    format: str | None = None,  # the word that users know
    errors: ErrorMode = "raise",
    options: Options | None = None,
    limits: Limits | None = None,
    path: str | None = None,
    sealed: Seals = "refuse",
    manager: PluginManager | None = None,
) -> Scan:
    """Read a file as columns of plain values, some thousand boards at a time.

    Every format that can be read can be scanned, and gives what `BoardColumn.of` gives for its
    boards. Only what the columns need of the boards is read.

    Args:
        source: a path, a file opened in binary mode, or bytes.
        columns: names of `overtrick.COLUMNS`, keys of extras such as `pbn:Generator`, or columns
            made with `overtrick.board_column`; all but a few where none are named.
        batch: how many boards a batch has; the last one has what is left.
        jobs: how many processes read while this one gathers; the batches are the same. A file that
            cannot be cut (of a format without a splitter, compressed, no path) and one whose cost
            is limited are read by this one. A script guards what it does with
            `if __name__ == "__main__":`, as for `multiprocessing`.
        format: the format's name; detected from the content and suffix where it is not given.
        errors: `raise` at the first error, after the boards before it, or `collect` errors in
            `.diagnostics` and go on.
        options: the format's own options, by name.
        limits: what the file may cost.
        path: the file's name, as for `open_boards`.
        sealed: as for `open_boards`.
        manager: the plugins to use; the installed ones by default.

    Returns:
        An iterator of `Batch`, which is also a context manager.

    Raises:
        OptionError: there is no such column, a batch without boards, or several processes with
            plugins that only this one knows (`manager`).
        The errors of `open_boards`.

    Example:
        >>> import overtrick
        >>> overtrick.scan(b"", columns=["number", "colour"])
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.OptionError: there is no column 'colour' (there are: number, ...
    """
    settings = ReadSettings(
        format=format, errors=errors, options=options, limits=limits, path=path, sealed=sealed
    )
    # Most programs, and every command, read boards and no columns.
    from overtrick.files.scanning import Scan

    if manager is not None and jobs > 1:
        msg = "other processes have the installed plugins: give no manager, or one process"
        raise OptionError(msg)
    plugin_manager = _plugins(manager)
    return Scan(source, plugin_manager, settings, columns=columns, batch=batch, jobs=jobs)


def write(
    boards: BoardSet | Iterable[Board],
    target: WriteTarget,
    *,
    format: str | None = None,  # the word that users know
    on_loss: OnLoss = "report",
    options: Options | None = None,
    overwrite: bool = False,
    sealed: Seals = "keep",
    with_seed: bool = False,
    manager: PluginManager | None = None,
) -> LossReport:
    """Write boards to a file; a path is replaced atomically.

    Args:
        boards: a `BoardSet` (its header is written where the format has a place for it), or
            any iterable of boards, which is consumed once.
        target: a path, or a file opened in binary mode.
        format: the format's name; detected from the target's suffix where it is not given.
        on_loss: `report` losses in the result, or `raise` them before the file is replaced.
        options: the format's own options, by name.
        overwrite: whether an existing file may be replaced.
        sealed: what is done where the boards are those of a sealed file (`boards.is_sealed`), and
            the target would not be sealed: with `show` that is a loss, else an error.
        with_seed: whether a seed that the boards carry from `overtrick deal --with-seed` is
            written; otherwise it is left out and reported, for all boards of its set follow from
            it.
        manager: the plugins to use; the installed ones by default.

    Returns:
        What was lost.

    Raises:
        SealedError: sealed boards would be shown, and `sealed` is not `show`.
        TargetExistsError: the target exists and `overwrite` is false.
        UnknownFormatError: no plugin writes the format.
        WriteError: a board cannot be written in this format; nothing was written.
        LossError: something would be lost and `on_loss` is `raise`; nothing was written.
        OptionError: an option that the format does not have, or a word that is no `on_loss`.
        TypeError: a target opened in text mode, or something that is no `Board`.
    """
    settings = WriteSettings(
        format=format,
        on_loss=on_loss,
        options=options,
        overwrite=overwrite,
        sealed=sealed,
        with_seed=with_seed,
    )
    return write_boards(boards, target, _plugins(manager), settings)


def load(
    file: BinaryIO, *, manager: PluginManager | None = None, **keywords: Unpack[ReadKeywords]
) -> BoardSet:
    """Read all boards of an open file, as `json.load` does.

    Args:
        file: opened in binary mode; it is read from its position on and stays open.
        manager: the plugins to use; the installed ones by default.
        **keywords: those of `read`.

    Raises:
        TypeError: a path, or a file opened in text mode.
        The other errors of `read`.

    Example:
        >>> import io, overtrick
        >>> overtrick.load("evening.pbn")
        Traceback (most recent call last):
        ...
        TypeError: load takes a file opened in binary mode; overtrick.read takes a path or bytes
    """
    if not hasattr(file, "read"):
        msg = "load takes a file opened in binary mode; overtrick.read takes a path or bytes"
        raise TypeError(msg)
    return read(file, manager=manager, **keywords)


def loads(
    data: str | bytes, *, manager: PluginManager | None = None, **keywords: Unpack[ReadKeywords]
) -> BoardSet:
    """Read all boards of a file's content, as `json.loads` does.

    Args:
        data: text, or bytes (which may be compressed). A format that is not text needs bytes.
        manager: the plugins to use; the installed ones by default.
        **keywords: those of `read`, such as `format`, which is detected from the content where
            it is not given.

    Raises:
        TypeError: neither text nor bytes; `read` takes a path or an open file.
        The other errors of `read`.

    Example:
        >>> import overtrick
        >>> overtrick.loads("hello")
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.UnknownFormatError: <data> is of no format that is known ...
    """
    if isinstance(data, str):
        return read(data.encode(errors="surrogateescape"), manager=manager, **keywords)
    if not isinstance(cast("object", data), (bytes, bytearray, memoryview)):
        msg = f"loads takes text or bytes, not {data!r:.60}; overtrick.read takes a path or a file"
        raise TypeError(msg)
    return read(data, manager=manager, **keywords)


def dump(
    boards: BoardSet | Iterable[Board],
    file: BinaryIO,
    *,
    format: str | None = None,  # the word that users know
    on_loss: OnLoss = "report",
    options: Options | None = None,
    sealed: Seals = "keep",
    manager: PluginManager | None = None,
) -> LossReport:
    """Write boards to an open file, as `json.dump` does.

    Args:
        boards: as `write` takes them.
        file: opened in binary mode; stays open.
        format: the format's name; that of the `BoardSet` where it is not given.
        on_loss: as for `write`; the file keeps what is written before an error.
        options: the format's own options, by name.
        sealed: as for `write`.
        manager: the plugins to use; the installed ones by default.

    Returns:
        What was lost.

    Raises:
        TypeError: a path, or a file opened in text mode.
        The other errors of `write`.
    """
    if not hasattr(file, "write"):
        msg = "dump takes a file opened in binary mode; overtrick.write takes a path"
        raise TypeError(msg)
    name = _own_format(boards, format)
    settings = WriteSettings(format=name, on_loss=on_loss, options=options, sealed=sealed)
    return write_boards(boards, file, _plugins(manager), settings)


def dumps(
    boards: BoardSet | Iterable[Board],
    *,
    format: str | None = None,  # the word that users know
    on_loss: OnLoss = "report",
    options: Options | None = None,
    losses: LossCollector | None = None,
    sealed: Seals = "keep",
    manager: PluginManager | None = None,
) -> str:
    """Return boards as the text of a file, as `json.dumps` does.

    Args:
        boards: as `write` takes them.
        format: the format's name; that of the `BoardSet` where it is not given.
        on_loss: `report` losses in `losses`, or `raise` them.
        options: the format's own options, by name.
        losses: gets what is lost; its `report()` is what `write` returns.
        sealed: as for `write`.
        manager: the plugins to use; the installed ones by default.

    Returns:
        The text, with the line ends that the format has. `loads` reads it back; whoever puts it
        into a file by other means than `write` must keep the line ends (`newline=""`).

    Raises:
        UnknownFormatError: the format is not text: `write` or `dump` to an `io.BytesIO` gives its
            bytes.
        The other errors of `write`.

    Example:
        >>> import overtrick
        >>> overtrick.dumps([overtrick.Board(number=1)])
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.UnknownFormatError: name the format: dumps(boards, format=...)
    """
    plugin_manager = _plugins(manager)
    name = _own_format(boards, format)
    if name is None:
        msg = "name the format: dumps(boards, format=...)"
        raise UnknownFormatError(msg)
    if plugin_manager.format(name).binary:
        msg = (
            f"the format {name!r} is not text: write the boards to an io.BytesIO with "
            f"overtrick.dump(boards, file, format={name!r})"
        )
        raise UnknownFormatError(msg)
    sink = io.BytesIO()
    settings = WriteSettings(format=name, on_loss=on_loss, options=options, sealed=sealed)
    write_boards(boards, sink, plugin_manager, settings, losses)
    return "".join(map(decode_line, sink.getvalue().splitlines(keepends=True)))


def _own_format(boards: BoardSet | Iterable[Board], format: str | None) -> str | None:
    return boards.format if format is None and isinstance(boards, BoardSet) else format


def convert(
    source: ReadSource,
    target: WriteTarget,
    *,
    from_format: str | None = None,
    to_format: str | None = None,
    read_options: Options | None = None,
    write_options: Options | None = None,
    errors: ErrorMode = "raise",
    keep_going: bool = False,
    strict: bool = False,
    on_loss: OnLoss = "report",
    overwrite: bool = False,
    edit: Edit | None = None,
    losses: LossCollector | None = None,
    diagnostics: Diagnostics | None = None,
    limits: Limits | None = None,
    path: str | None = None,
    sealed: Seals = "keep",
    manager: PluginManager | None = None,
) -> Conversion:
    """Convert a file of boards to another format, board by board.

    Args:
        source: a path, a file opened in binary mode, or bytes.
        target: a path, or a file opened in binary mode.
        from_format: the source's format; detected from its content where it is not given.
        to_format: the target's format; detected from its suffix where it is not given.
        read_options: options of the source's format.
        write_options: options of the target's format.
        errors: `raise` at the first error in the source, or `collect` them; then the target is
            written only if there were none, or with `keep_going`.
        keep_going: write what could be read although the source has errors.
        strict: warnings in the source count as errors.
        on_loss: `report` losses in the result, or `raise` them; then nothing is written.
        overwrite: whether an existing file may be replaced.
        edit: what to do to the boards on the way (such as
            `lambda boards: overtrick.rotate(boards, 1, losses.add)`).
        losses: where losses are gathered; give the same one to an edit that drops something.
        diagnostics: gets all findings, also where an exception ends the conversion.
        limits: what the source may cost.
        path: the source's name, as for `open_boards`.
        sealed: how a source with hidden hands is treated: `show` writes it as any other, and
            reports a loss where the target does not hide them; `keep` (the default) writes it with
            hidden hands or raises an error; `refuse` raises an error.
        manager: the plugins to use; the installed ones by default.

    Raises:
        The errors of `open_boards` and of `write`. An open target may have been written to in
        part; a path never is.
    """
    return convert_boards(
        source,
        target,
        _plugins(manager),
        ReadSettings(
            format=from_format,
            errors=errors,
            options=read_options,
            limits=limits,
            path=path,
            sealed=sealed,
        ),
        WriteSettings(
            format=to_format,
            on_loss=on_loss,
            options=write_options,
            overwrite=overwrite,
            sealed=sealed,
        ),
        keep_going=keep_going,
        strict=strict,
        edit=edit,
        losses=losses,
        diagnostics=diagnostics,
    )


def detect(
    source: ReadSource, *, path: str | None = None, manager: PluginManager | None = None
) -> Detection:
    """Detect the format of a file, with the answer of every format.

    Args:
        source: a path, a file opened in binary mode, or bytes.
        path: the file's name, as for `open_boards`.
        manager: the plugins to use; the installed ones by default.

    Raises:
        FileNotFoundError: there is no such file.
        UnknownFormatError: no format accepts the file.
        AmbiguousFormatError: several formats are equally sure.
    """
    with open_source(source, path=path) as opened:
        return detect_source(opened, _plugins(manager))


def formats(*, manager: PluginManager | None = None) -> tuple[FormatSpec, ...]:
    """Return the formats of the installed plugins, by name."""
    return tuple((_plugins(manager)).formats().values())


def plugins(*, manager: PluginManager | None = None) -> tuple[PluginRecord, ...]:
    """Return the plugins found, by name, including those that do not work."""
    return (_plugins(manager)).records()


def lint(board: Board, *, manager: PluginManager | None = None) -> tuple[Diagnostic, ...]:
    """Return the findings of bridge law and the plugins' rules for a board.

    Rules for one format and rules for complete files need a file: `overtrick.read` with
    `check=True` applies them too.

    Example:
        >>> from overtrick import Auction, Board, Seat
        >>> bad = Board(auction=Auction.of(Seat.NORTH, "2C 1D Pass Pass Pass"))
        >>> [finding.part for finding in lint(bad)]
        ['auction.1']
    """
    return Checks(_plugins(manager)).see(board)


def show(
    boards: Board | Iterable[Board],
    target: WriteTarget,
    *,
    view: str | None = None,
    options: Options | None = None,
    overwrite: bool = False,
    language: str = "en",
    sealed: Seals = "refuse",
    manager: PluginManager | None = None,
) -> None:
    """Show boards through a view: a page, a picture, or the output of a plugin.

    A view chooses what it shows; nothing that it leaves out counts as lost.

    Args:
        boards: one board, or many in their order.
        target: a path, or a file opened in binary mode.
        view: the view's name, such as `svg`; that of the target's suffix where it is not given.
        options: the view's options, such as `{"colours": 4}`.
        overwrite: whether an existing file may be replaced.
        language: the code of the language that people read it in, one of `languages()`.
        sealed: `show` also shows boards whose hands are not to be shown (`boards.is_sealed`).
        manager: the plugins to use; the installed ones by default.

    Raises:
        SealedError: the hands are not to be shown, and `sealed` is not `show`.
        TargetExistsError: the path exists and `overwrite` is false.
        OptionError: there is no such view, none for the suffix, an option that it does not
            have, or a language that there are no words of.
        PluginError: the view failed; a path is left as it was.

    Example:
        >>> import io
        >>> from overtrick import Board
        >>> file = io.BytesIO()
        >>> show(Board(number=7), file, view="text")
        >>> file.getvalue().decode().splitlines()
        ['Board 7']
    """
    from overtrick.tools.terms import terms_in

    show_boards(
        boards,
        target,
        _plugins(manager),
        view=view,
        options=options,
        overwrite=overwrite,
        language=terms_in(language).language,
        sealed=sealed,
    )

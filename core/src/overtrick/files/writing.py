"""Write boards: report the fields that a format cannot hold, and replace files atomically."""

from __future__ import annotations

import functools
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, Literal

import attrs

from overtrick.disk.compression import (
    suffix_of,
)
from overtrick.disk.sources import path_of
from overtrick.disk.targets import WriteTarget, open_target
from overtrick.findings.errors import (
    FormatError,
    LossError,
    PluginError,
    UnknownFormatError,
    WriteError,
)
from overtrick.findings.filled import fill
from overtrick.findings.losses import ALL_FIELDS, Field, LossCollector, LossKind, LossReport
from overtrick.framework.catalogues import blind_error
from overtrick.framework.contexts.read import ReadContext
from overtrick.framework.contexts.write import WriteContext
from overtrick.framework.core_kinds import OTHER_FILES, VIEWS
from overtrick.framework.guard import Guard, check_open, resolve
from overtrick.framework.options import Options, make_options, one_of
from overtrick.framework.seals import Seals, check_shown
from overtrick.framework.spec.capabilities import ExtrasSpec, SealSpec
from overtrick.framework.suggestions import blamed
from overtrick.model.board import NO_EXTRAS, Board, Extras
from overtrick.model.board_set import BoardSet
from overtrick.model.fields import Stated

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec.formats import FormatSpec, Requires

OnLoss = Literal["report", "raise"]

_FIELDS: Final = tuple(Field)  # to go through an enumeration takes some microseconds

# All boards of a set follow from its seed, those of a later session too.
# What `overtrick deal --with-seed` writes: the program, at most the way in which the deals were
# found, then the seed and all else that is needed to deal the boards again.
_BEGINNING: Final = "overtrick deal"
_FOLLOWS: Final = "all boards of the set follow from it"
_GENERATOR: Final = re.compile(
    r"(overtrick deal(?:: [a-z ]+)?), (?:seed .+|deal number [0-9,]+) \([a-z0-9-]+\).*", re.S
)
# PBN that a script of `dealer` prints names its seed as the event.
_EVENT: Final = re.compile(r"(Hand simulated by overtrick deal), seed .+ \([a-z0-9-]+\)", re.S)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class WriteSettings:
    """The settings of a write; each is a keyword of `overtrick.write`.

    Attributes:
        format: the format's name; detected from the target's suffix where it is not given.
        on_loss: `report` losses in the result, or `raise` them before the file is replaced.
        options: the format's own options.
        overwrite: whether an existing file may be replaced.
        sealed: what is done where sealed boards would not be sealed any more: with `show` that is
            a loss, else an error.
        with_seed: whether a seed in the provenance of the boards is written; it is left out and
            reported otherwise.

    Raises:
        OptionError: `on_loss` or `sealed` is another word.
    """

    format: str | None = None
    on_loss: OnLoss = attrs.field(default="report", validator=one_of(OnLoss))
    options: Options | None = None
    overwrite: bool = False
    sealed: Seals = attrs.field(default="keep", validator=one_of(Seals))
    with_seed: bool = False


def format_for_target(target: WriteTarget, manager: PluginManager) -> str:
    """Return the name of the format of a target's suffix.

    Raises:
        UnknownFormatError: no format, or more than one, writes files of that suffix.
    """
    path = path_of(target)
    suffix = suffix_of(path)
    known = {name: spec for name, spec in manager.formats().items() if suffix in spec.suffixes}
    names = [name for name, spec in known.items() if spec.writer is not None]
    if len(names) == 1:
        return names[0]
    what = f"the suffix {suffix!r}" if suffix else "a target without a suffix"
    packing = "" if path is None else os.path.splitext(path)[1].lower()
    if not suffix and packing:
        what = f"{os.path.basename(path or '')}, which is packed and does not say what is in it"
    other = next((s for s in manager.specs(OTHER_FILES).values() if suffix in s.suffixes), None)
    views = [] if known else [v.name for v in manager.specs(VIEWS).values() if suffix in v.suffixes]
    if names:
        why = f"formats with it: {', '.join(names)}"
    elif known:
        why = f"{', '.join(known)} can be read but not written"
    elif other is not None:
        why = f"such a file is {other.holds}"
    elif views:
        why = f"such a file shows boards: the view {' or '.join(views)} makes it"
    else:
        all_names = [name for name, spec in manager.formats().items() if spec.writer is not None]
        why = f"formats that can be written: {', '.join(all_names) or 'none'}"
    suffixes = [s for spec in manager.formats().values() if spec.writer for s in spec.suffixes]
    is_off = not known and bool(blamed(manager.records(), "suffix", suffix))
    helps = ""
    if is_off or not views:
        helps = manager.hint("suffix", "" if known else suffix, suffixes)
    if not is_off and not views:
        if not suffix and packing:
            helps += f"\nname what is in it before {packing}, as in NAME.SUFFIX{packing}; or"
        helps += "\nname the format to write: --to FORMAT, in Python format="
    msg = f"cannot detect the format of {what} ({why}){helps}"
    raise UnknownFormatError(msg)


def make_write_context(
    manager: PluginManager,
    format_name: str,
    *,
    path: str | None = None,
    header: Extras = NO_EXTRAS,
    source_format: str | None = None,
    options: Options | None = None,
    losses: LossCollector | None = None,
    is_sealed: bool = False,
    sealed: Seals = "keep",
    with_seed: bool = False,
) -> WriteContext:
    """Return the context for writing a format.

    Args:
        manager: knows the format.
        format_name: the format's name.
        path: the target's name, for messages.
        header: the metadata of the source.
        source_format: the format that the boards were read from.
        options: the format's own options.
        losses: where losses are gathered, together with what is in it already.
        is_sealed: whether the hands of the boards are not to be shown.
        sealed: as in `WriteSettings`.
        with_seed: as in `WriteSettings`.

    Raises:
        SealedError: the format has no seal for sealed boards.
        UnknownFormatError: no plugin writes the format.
        OptionError: an option that the format does not have.
    """
    spec = manager.format(format_name)
    if spec.writer is None:
        msg = f"the format {format_name!r} can be read but not written"
        raise UnknownFormatError(msg)
    context = WriteContext(
        spec,
        path=path,
        header=header,
        source_format=source_format,
        options=make_options(format_name, spec.write_options, options),
    )
    context.keeps_seed = with_seed
    if losses is not None:
        context.losses = losses
    # Most files have no extras of other formats.
    context.passed_over = functools.cache(lambda: _passed_over(spec, manager))
    context.label_of = functools.cache(lambda key: _label_of(key, manager))
    context.sealed = sealed
    if is_sealed:
        # First, for without a seal there may be nothing to lose.
        context.is_sealed = spec.capability(SealSpec) is not None
        if not context.is_sealed:
            _unseal(context)
    _lose_header(context)
    return context


def _unseal(context: WriteContext) -> None:
    """Report that boards are not sealed any more.

    Raises:
        SealedError: they may not be shown.
    """
    spec = context.spec
    where = context.path or f"a file of the format {spec.name}"
    why = (
        "is not sealed by these options"
        if context.is_sealed
        else f"cannot be: the format {spec.name} has no seal"
    )
    what = f"nothing was written: the boards are sealed, and {where} {why}"
    check_shown(what, context.sealed, "writes it", is_sealed=True)
    reason = "the hands are hidden and not in this file"
    context.lose(None, Field.HEADER, reason)


def _lose_header(context: WriteContext) -> None:
    name = context.spec.name
    kept = (f"{name}:",) if Field.HEADER in context.spec.carries else ()
    for key in _lost_keys(context.header, kept, context):
        context.lose(None, Field.HEADER, _not_stored(context.spec), extra=key)


def _not_stored(spec: FormatSpec) -> str:
    return fill("not stored in {format}", format=spec.title)


def _lost_keys(extras: Iterable[str], kept: tuple[str, ...], context: WriteContext) -> list[str]:
    """Return the keys with content that the writer does not write.

    Args:
        extras: the keys.
        kept: the beginnings of the format's own keys, where it carries any.
        context: the writer's.
    """
    others = [key for key in extras if not key.startswith(kept) and not key.endswith(":source")]
    if not others:
        return []
    passed_over = context.passed_over()
    return [] if "*" in passed_over else [key for key in others if key not in passed_over]


def _passed_over(spec: FormatSpec, manager: PluginManager) -> frozenset[str]:
    """Return the extras that are no loss in a format.

    They are the extras of other formats that it writes too, and those that hold only layout.
    """
    own = spec.capability(ExtrasSpec)
    keys = set() if own is None else set(own.foreign)
    for known in manager.formats().values():
        extras = known.capability(ExtrasSpec)
        if extras is not None:
            keys.update(f"{known.name}:{key}" for key in extras.layout)
    return frozenset(keys)


def _label_of(key: str, manager: PluginManager) -> str:
    """Return what people call an extra: its label, or format and name."""
    owner, _, name = key.partition(":")
    spec = manager.formats().get(owner)
    if spec is None or not name:
        return key
    extras = spec.capability(ExtrasSpec)
    labels = {} if extras is None else dict(extras.labels)
    return labels.get(name) or f"{spec.title} {name}"


def pre_report(boards: Iterable[Board], context: WriteContext) -> Iterator[Board]:
    """Yield the boards, and report the fields of each that the format does not carry.

    All boards of every format come by here, so it is here that seeds are left out.

    Raises:
        WriteError: the format requires something that a board does not have.
    """
    spec = context.spec
    check = None if spec.requires is None else _requirement(spec.requires, context)
    missing = ALL_FIELDS - spec.carries - {Field.EXTRAS, Field.HEADER}
    stated = Stated(field for field in _FIELDS if field in missing)
    no_place = _not_stored(spec)
    kept = (f"{spec.name}:",) if Field.EXTRAS in spec.carries else ()
    for given in boards:
        board = given if context.keeps_seed else _lose_seed(given, context)
        if check is not None:
            check(board)
        if missing:
            for field in stated.of(board):
                context.lose(board, field, no_place)
        # A board's extras are the format's own, if it has any at all.
        for key in _lost_keys(board.extras, kept, context):
            context.lose(board, Field.EXTRAS, no_place, extra=key)
        yield board


def without_seed(board: Board) -> Board | None:
    """Return a board without the seed in its provenance, or `None` where it has none.

    The condition and the cards dealt before, which are of use with the seed alone, go with it, and
    so does the number of a deal. What other programs write stays.

    Example:
        >>> from overtrick import Board, Extras
        >>> board = Board(extras=Extras({"x:made_by": "overtrick deal: plain, seed 7 (philox)"}))
        >>> without_seed(board).extras["x:made_by"]
        'overtrick deal: plain'
        >>> without_seed(Board(extras=Extras({"x:made_by": "Dealer 1.0, seed 7"}))) is None
        True
    """
    bare = {
        key: found[1]
        for key, value in board.extras.items()
        if isinstance(value, str)
        and value.startswith(_BEGINNING)
        and (found := _GENERATOR.fullmatch(value))
    }
    event = board.info.event
    played_in = _EVENT.fullmatch(event) if event else None
    if not bare and played_in is None:
        return None
    return attrs.evolve(
        board,
        extras=board.extras.with_items(bare) if bare else board.extras,
        info=attrs.evolve(board.info, event=played_in[1]) if played_in else board.info,
    )


def _lose_seed(board: Board, context: WriteContext) -> Board:
    """Return a board without the seed of its set, reporting where the rest of the text is kept."""
    bare = without_seed(board)
    if bare is None:
        return board
    spec = context.spec
    for key, value in board.extras.items():
        if bare.extras[key] == value:
            continue
        kept = (f"{spec.name}:",) if Field.EXTRAS in spec.carries else ()
        if not _lost_keys((key,), kept, context):
            what = f"the seed in {context.label_of(key)}"
            context.losses.add(board, Field.EXTRAS, _FOLLOWS, LossKind.DROPPED, what)
    if bare.info is not board.info and Field.INFO_EVENT in spec.carries:
        what = "the seed in the event"
        context.losses.add(board, Field.INFO_EVENT, _FOLLOWS, LossKind.DROPPED, what)
    return bare


def _requirement(requires: Requires, context: WriteContext) -> Callable[[Board], None]:
    """Return what refuses a board that the format cannot hold (`FormatSpec.requires`).

    It costs a board a microsecond, which is what the same checks cost in a writer.
    """
    wants_deals, most = requires.deals is not None, requires.boards
    low, high = requires.numbers or (0, sys.maxsize)
    count = 0

    def check(board: Board) -> None:
        number, deal = board.number, board.deal
        if number is not None and not low <= number <= high:
            context.check_number(board, number)
        if wants_deals and (deal is None or not deal.is_complete):
            context.refuse_deal(board)
        if most is not None:
            nonlocal count
            count += 1
            if count > most:
                context.issue("CORE072", most=most, format=context.spec.name)

    return check


class Watched(Iterable[Board]):
    """An iterator of boards that remembers an exception raised by their source.

    Args:
        boards: the boards.
    """

    def __init__(self, boards: Iterable[Board]) -> None:
        self._boards: Iterable[object] = boards
        self.error: BaseException | None = None

    def __iter__(self) -> Iterator[Board]:
        try:
            for board in self._boards:
                if not isinstance(board, Board):
                    msg = f"boards are Board objects, not {board!r:.60}"
                    raise TypeError(msg)
                yield board
        except BaseException as error:
            # Raised here or by the boards: what their consumer raises does not come by.
            self.error = error
            raise

    def has_raised(self, error: BaseException) -> bool:
        """Return whether it was the boards that raised an exception, and not their consumer."""
        return error is self.error


def write_stream(boards: Iterable[Board], sink: BinaryIO, context: WriteContext) -> None:
    """Write boards to an open binary file.

    Sealed boards are written beside it first and read back: only what reads as sealed is.

    Raises:
        WriteError: a board cannot be written in this format.
        SealedError: sealed boards would not be sealed any more, and may not be shown.
        PluginError: the writer itself failed.
    """
    if not context.is_sealed:
        _write_stream(boards, sink, context)
        return
    draft = io.BytesIO()
    source = Watched(boards)
    try:
        _write_stream(source, draft, context)
    except (WriteError, PluginError) as error:
        if context.sealed == "show" or source.has_raised(error):
            raise
        if isinstance(error, WriteError):
            raise blind_error(error) from None
        msg = f"the writer of {context.spec.name!r} failed (details omitted: the hands are hidden)"
        raise PluginError(msg) from None
    if not _reads_as_sealed(draft.getvalue(), context.spec):
        _unseal(context)
    sink.write(draft.getvalue())


def _reads_as_sealed(data: bytes, spec: FormatSpec) -> bool:
    """Return whether a file of a format is sealed."""
    if spec.reader is None:
        return False
    context = ReadContext(spec, errors="collect")
    read = resolve(spec.reader)
    try:
        with Guard(f"the reader of {spec.name!r}", spec.reader):
            next(iter(read(io.BytesIO(data), context)), None)
    except (FormatError, PluginError):
        return False  # what cannot be read is no proof
    return context.is_sealed


def _write_stream(boards: Iterable[Board], sink: BinaryIO, context: WriteContext) -> None:
    spec = context.spec
    source = Watched(boards)
    write = resolve(str(spec.writer))
    with Guard(f"the writer of {spec.name!r}", spec.writer, spare=source.has_raised):
        write(pre_report(source, context), sink, context)
        check_open(sink)


def finish(context: WriteContext, on_loss: OnLoss) -> LossReport:
    """Return the loss report.

    Raises:
        LossError: something is lost and `on_loss` is `raise`.
    """
    report = context.losses.report()
    if on_loss == "raise" and not report.is_lossless:
        raise LossError(report)
    return report


def write_boards(
    boards: BoardSet | Iterable[Board],
    target: WriteTarget,
    manager: PluginManager,
    settings: WriteSettings,
    losses: LossCollector | None = None,
) -> LossReport:
    """Write boards; `overtrick.write` describes the arguments."""
    board_set = boards if isinstance(boards, BoardSet) else None
    context = make_write_context(
        manager,
        settings.format or format_for_target(target, manager),
        path=path_of(target),
        header=NO_EXTRAS if board_set is None else board_set.header,
        source_format=None if board_set is None else board_set.format,
        options=settings.options,
        losses=losses,
        # A set, or the boards of an open file.
        is_sealed=getattr(boards, "is_sealed", False),
        sealed=settings.sealed,
        with_seed=settings.with_seed,
    )
    with open_target(target, overwrite=settings.overwrite, suffix=context.spec.suffix) as sink:
        write_stream(boards, sink, context)
        return finish(context, settings.on_loss)

"""Edit a set of boards: select, renumber, swap, move, rotate, drop, merge.

Each is a pure function from boards to boards; a `BoardSet` gives a `BoardSet` with its header and
format. What an edit makes untrue is taken off the board and reported through `lose`, never
silently; without `lose`, losses are not reported. Pass the method `LossCollector.add`, or a
function of the same signature:

    >>> from overtrick import Auction, Board, Deal, Seat
    >>> board = Board(number=1, auction=Auction.of(Seat.NORTH, "1NT AP"))
    >>> def lose(board, field, reason, kind):
    ...     print(f"board {board.label}: {field} {kind}: {reason}")
    >>> [turned] = rotate([board], 1, lose)
    board 1: auction.calls dropped: the hands were rotated
    >>> turned.auction is None
    True
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar, cast, overload

import attrs

from overtrick.findings.errors import EditError, ModelError
from overtrick.findings.losses import Field, LossKind
from overtrick.framework.guard import Guard, resolve
from overtrick.framework.manager import PluginManager, default_manager
from overtrick.framework.spec.capabilities import ExtrasSpec
from overtrick.model.board import Board, Extras, ExtraValue
from overtrick.model.board_set import BoardSet
from overtrick.model.fields import field_value
from overtrick.model.grids import OPTIMUM_RESULT_TABLE, Grid
from overtrick.model.table import Seat, Vulnerability
from overtrick.tools.ranges import NumberRange, NumberRanges

__all__ = ["Lose", "NumberRanges", "drop", "merge", "move", "renumber", "rotate", "select", "swap"]

Lose = Callable[[Board, Field, str, LossKind], None]
"""A function called with each value that an edit removes from a board."""

_PLAYED: Final = {
    "auction": tuple(field for field in Field if field.startswith("auction.")),
    "play": tuple(field for field in Field if field.startswith("play.")),
    "contract": (Field.CONTRACT,),
    "result": (Field.RESULT,),
    "score": (Field.SCORE,),
}


def _ignore_loss(board: Board, field: Field, reason: str, kind: LossKind) -> None:
    """Ignore a loss."""


P = ParamSpec("P")
EditedT_co = TypeVar("EditedT_co", bound=Iterable[Board], covariant=True)


class _Edit(Protocol[P, EditedT_co]):
    """An edit of boards: a set gives a set with its header and format."""

    # A set of boards is iterable as well: type checkers take the first that fits, so that the
    # overlap of the two does no harm.
    @overload
    def __call__(self, boards: BoardSet, /, *args: P.args, **options: P.kwargs) -> BoardSet: ...
    @overload
    def __call__(
        self, boards: Iterable[Board], /, *args: P.args, **options: P.kwargs
    ) -> EditedT_co: ...


def _edit(edit: Callable[Concatenate[Iterable[Board], P], EditedT_co]) -> _Edit[P, EditedT_co]:
    """Let an edit of boards give a set of a set."""

    @functools.wraps(edit)
    def edited(
        boards: Iterable[Board], *args: P.args, **options: P.kwargs
    ) -> BoardSet | EditedT_co:
        result = edit(boards, *args, **options)
        if isinstance(boards, BoardSet):
            return attrs.evolve(boards, boards=tuple(result))
        return result

    return cast("_Edit[P, EditedT_co]", edited)


@_edit
def select(boards: Iterable[Board], ranges: NumberRanges | str) -> Iterator[Board]:
    """Keep the boards whose numbers are in the ranges, in their order.

    Args:
        boards: a board without a number goes by its 1-based position.
        ranges: such as `1-16,20`.

    Returns:
        A set of a set; otherwise an iterator that holds one board at a time.

    Raises:
        EditError: the ranges cannot be read, or one of them has no board (of an iterator: known
            at its end).

    Example:
        >>> boards = BoardSet(boards=tuple(Board(number=n) for n in range(1, 9)))
        >>> select(boards, "2-3,8")
        <BoardSet 3 boards: 2, 3, 8>
    """
    return _chosen(boards, NumberRanges.of(ranges), wanted=True)


@_edit
def drop(boards: Iterable[Board], ranges: NumberRanges | str) -> Iterator[Board]:
    """Leave out the boards whose numbers are in the ranges; the others keep theirs.

    Returns:
        A set of a set; otherwise an iterator that holds one board at a time.

    Raises:
        EditError: the ranges cannot be read, or one of them has no board (of an iterator: known
            at its end).

    Example:
        >>> [board.number for board in drop((Board(number=n) for n in range(1, 5)), "2")]
        [1, 3, 4]
    """
    return _chosen(boards, NumberRanges.of(ranges), wanted=False)


@_edit
def renumber(
    boards: Iterable[Board],
    first: int = 1,
    lose: Lose = _ignore_loss,
    *,
    manager: PluginManager | None = None,
) -> Iterator[Board]:
    """Number the boards one after the other, in their order.

    Dealer and vulnerability follow the new number where they were those of the old one; a
    dealer or vulnerability of the file's own choice stays. Where the dealer changes, the auction is
    dropped; where the vulnerability changes, the score is.

    Args:
        boards: in the order of their new numbers.
        first: the first board's new number, from 1.
        lose: called with each value that is dropped.
        manager: the plugins whose formats declare which of their extras are derived
            (`ExtrasSpec.derived`); the installed ones by default.

    Returns:
        A set of a set; otherwise an iterator that holds one board at a time.

    Raises:
        EditError: a first number below 1.

    Example:
        >>> boards = [Board(number=1, dealer=Seat.NORTH), Board(number=2, dealer=Seat.NORTH)]
        >>> [(board.number, board.dealer.symbol) for board in renumber(boards, 4)]
        [(4, 'W'), (5, 'N')]
    """
    if first < 1:
        msg = f"a board number is 1 or more, not {first}"
        raise EditError(msg)
    editor = _Editor(lose, manager)
    numbers = enumerate(boards, first)
    return (editor.numbered(board, number) for number, board in numbers)


@_edit
def swap(
    boards: Iterable[Board],
    one: int,
    other: int,
    lose: Lose = _ignore_loss,
    *,
    manager: PluginManager | None = None,
) -> tuple[Board, ...]:
    """Let two boards change places: each gets the other's number and position.

    Dealer, vulnerability, what depends on them, and `manager` as in `renumber`.

    Raises:
        EditError: there is no such board, or more than one of a number.

    Example:
        >>> boards = [Board(number=n, name=f"was {n}") for n in (1, 2, 3)]
        >>> [(board.number, board.name) for board in swap(boards, 1, 3)]
        [(1, 'was 3'), (2, 'was 2'), (3, 'was 1')]
    """
    editor = _Editor(lose, manager)
    result = list(boards)
    first, second = _index_of(result, one), _index_of(result, other)
    if first != second:
        result[first], result[second] = (
            editor.numbered(result[second], one),
            editor.numbered(result[first], other),
        )
    return tuple(result)


@_edit
def move(
    boards: Iterable[Board],
    number: int,
    to: int,
    lose: Lose = _ignore_loss,
    *,
    manager: PluginManager | None = None,
) -> tuple[Board, ...]:
    """Move a board to another number; the boards between shift by one place.

    After moving 5 to 12, the old boards 6 to 12 are 5 to 11. Where no board has the number
    `to`, no other board changes, and the moved one comes before the first board of a higher
    number. Dealer, vulnerability, what depends on them, and `manager` as in `renumber`.

    Raises:
        EditError: there is no board `number`, more than one of either number, or `to` is
            below 1.

    Example:
        >>> boards = [Board(number=n, name=f"was {n}") for n in (1, 2, 3, 4)]
        >>> [board.name for board in move(boards, 1, 3)]
        ['was 2', 'was 3', 'was 1', 'was 4']
    """
    if to < 1:
        msg = f"a board number is 1 or more, not {to}"
        raise EditError(msg)
    return tuple(_moved(list(boards), number, to, _Editor(lose, manager)))


def _moved(result: list[Board], number: int, to: int, editor: _Editor) -> list[Board]:
    source = _index_of(result, number)
    if number == to:
        return result
    if any(_number(board, position) == to for position, board in enumerate(result, 1)):
        target = _index_of(result, to)
        numbers = [_number(board, position) for position, board in enumerate(result, 1)]
        result.insert(target, result.pop(source))
        low, high = min(source, target), max(source, target)
        for index in range(low, high + 1):
            result[index] = editor.numbered(result[index], numbers[index])
        return result
    moved = editor.numbered(result.pop(source), to)
    higher = (i for i, board in enumerate(result) if _number(board, i + 1) > to)
    result.insert(next(higher, len(result)), moved)
    return result


@_edit
def rotate(
    boards: Iterable[Board],
    quarter_turns: int,
    lose: Lose = _ignore_loss,
    *,
    manager: PluginManager | None = None,
) -> Iterator[Board]:
    """Pass the hands on clockwise: after one turn North's hand is East's.

    Dealer and vulnerability stay, because they belong to the board's number. The table of
    double-dummy results rotates with the hands, and so do the seats in formats' extras
    (`ExtrasSpec.rotated`). Bidding, play and scores of the old deal are dropped, and so are other
    tables.

    Args:
        boards: the boards.
        quarter_turns: how many seats each hand moves; negative for anticlockwise.
        lose: called with each value that is dropped.
        manager: as in `renumber`.

    Returns:
        A set of a set; otherwise an iterator that holds one board at a time.

    Example:
        >>> from overtrick import Deal
        >>> deal = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. - -")
        >>> [turned] = rotate([Board(number=1, deal=deal)], 1)
        >>> turned.deal[Seat.EAST].suit_text(3)
        'AKQJT98765432'
    """
    turns = quarter_turns & 3
    editor = _Editor(lose, manager)
    return (editor.rotated(board, turns) if turns else board for board in boards)


@overload
def merge(  # type: ignore[overload-overlap]  # as above
    boards: BoardSet, others: Iterable[Board], *, renumbered: bool = ...
) -> BoardSet: ...
@overload
def merge(
    boards: Iterable[Board], others: Iterable[Board], *, renumbered: bool = ...
) -> tuple[Board, ...]: ...
def merge(
    boards: Iterable[Board], others: Iterable[Board], *, renumbered: bool = False
) -> BoardSet | tuple[Board, ...]:
    """Join two sets of boards; where both are in ascending order, so is the result.

    Otherwise the others follow the first. Boards keep their numbers. Header and format are those of
    the first; a set is sealed where either was.

    Args:
        boards: the first set.
        others: the second one.
        renumbered: whether the boards are renumbered next: then numbers may be in both sets, and
            the others follow the first.

    Raises:
        EditError: a number is in both sets.

    Example:
        >>> odd, even = [Board(number=1), Board(number=3)], [Board(number=2)]
        >>> [board.number for board in merge(odd, even)]
        [1, 2, 3]
    """
    first, second = tuple(boards), tuple(others)
    numbers = [_stated_numbers(first), _stated_numbers(second)]
    both = sorted(set(numbers[0]) & set(numbers[1]))
    if both and not renumbered:
        msg = f"in both sets of boards: {NumberRanges.from_numbers(both)}; renumber one set first"
        raise EditError(msg)
    joined = first + second
    complete = len(numbers[0]) + len(numbers[1]) == len(joined)
    if complete and not both and all(given == sorted(given) for given in numbers):
        joined = tuple(sorted(joined, key=lambda board: _number(board, 0)))
    if not isinstance(boards, BoardSet):
        return joined
    # A set, or the boards of an open file.
    is_sealed = boards.is_sealed or getattr(others, "is_sealed", False)
    return attrs.evolve(boards, boards=joined, is_sealed=is_sealed)


def _chosen(boards: Iterable[Board], ranges: NumberRanges, *, wanted: bool) -> Iterator[Board]:
    """Yield the boards in the ranges, or those that are not."""
    unused = set(ranges.parts)
    span: tuple[int, ...] = ()
    for position, board in enumerate(boards, 1):
        number = _number(board, position)
        span = _widened(span, number)
        parts = [part for part in ranges.parts if part.has(number)]
        unused.difference_update(parts)
        if bool(parts) is wanted:
            yield board
    _refuse_unused(ranges, unused, span)


def _stated_numbers(boards: Sequence[Board]) -> list[int]:
    return [board.number for board in boards if board.number is not None]


def _number(board: Board, position: int) -> int:
    return board.number if board.number is not None else position


def _index_of(boards: Sequence[Board], number: int) -> int:
    found = [i for i, board in enumerate(boards) if _number(board, i + 1) == number]
    if len(found) == 1:
        return found[0]
    how_many = f"{len(found)} boards have" if found else "no board has"
    msg = f"{how_many} the number {number}"
    raise EditError(msg)


def _widened(span: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the least and greatest number once another has been seen."""
    return (min(span[0], number), max(span[1], number)) if span else (number, number)


def _refuse_unused(ranges: NumberRanges, unused: set[NumberRange], span: tuple[int, ...]) -> None:
    missing = [str(part) for part in ranges.parts if part in unused]
    if missing:
        there = f"the numbers go from {span[0]} to {span[1]}" if span else "there is no board"
        msg = f"no board has a number in {', '.join(missing)}: {there}"
        raise EditError(msg)


class _Editor:
    """Changes boards, and takes off them what that makes untrue."""

    def __init__(self, lose: Lose, manager: PluginManager | None) -> None:
        self._lose = lose
        self._manager = manager
        # By the format's name; a set of boards has the extras of a few.
        self._declared: dict[str, ExtrasSpec] = {}

    def numbered(self, board: Board, number: int) -> Board:
        """Return the board under another number, less what that makes untrue."""
        old = board.number
        result = attrs.evolve(board, number=number)
        if old is None:
            if board.name is not None:
                self._lose(board, Field.NAME, "the board was renumbered", LossKind.DROPPED)
            return attrs.evolve(result, name=None)
        if old == number:
            return board
        if board.dealer is Seat.dealer_of(old):
            result = self._with_dealer(result, board, Seat.dealer_of(number))
        vulnerability = Vulnerability.of_board(number)
        followed = board.vulnerability == Vulnerability.of_board(old)
        if followed and board.vulnerability != vulnerability:
            result = attrs.evolve(result, vulnerability=vulnerability)
            reason = "the vulnerability changed with the number"
            result = self._without(result, board, ("score",), reason)
            result = self._without_extras(result, board, Field.VULNERABILITY, reason)
        return result

    def _with_dealer(self, result: Board, board: Board, dealer: Seat) -> Board:
        auction = board.auction
        if dealer is board.dealer:
            return result
        reason = "the dealer changed with the number"
        if auction is not None and auction.dealer is not dealer:
            result = self._without(result, board, ("auction",), reason)
        result = self._without_extras(result, board, Field.DEALER, reason)
        return attrs.evolve(result, dealer=dealer)

    def rotated(self, board: Board, turns: int) -> Board:
        """Return the board with its hands turned, less what that makes untrue."""
        reason = "the hands were rotated"
        result = board
        if board.deal is not None:
            result = attrs.evolve(result, deal=board.deal.rotated(turns))
        result = self._without(result, board, tuple(_PLAYED), reason)
        grids: list[Grid] = []
        for grid in board.grids:
            turned = _rotated_grid(grid, turns) if grid.name == OPTIMUM_RESULT_TABLE else None
            if turned is not None:
                grids.append(turned)
            else:
                self._lose(board, Field.GRIDS, f"{reason}: {grid.name}", LossKind.DROPPED)
        result = attrs.evolve(result, grids=tuple(grids))
        return self._with_turned_extras(result, board, turns, reason)

    def _with_turned_extras(self, result: Board, board: Board, turns: int, reason: str) -> Board:
        """Return the board with the extras that speak of seats turned, or else dropped."""
        gone: list[str] = []
        changed: dict[str, ExtraValue] = {}
        for key, value in result.extras.items():
            turner = self._turner(key)
            if turner is None:
                if self._follows(key, Field.DEAL):
                    gone.append(key)
            else:
                turn = resolve(turner)
                with Guard(f"turning {key!r}", turner):
                    turned: ExtraValue = turn(value, turns)
                if turned is None:
                    gone.append(key)
                elif turned != value:
                    changed[key] = turned
        if gone:
            self._lose(board, Field.EXTRAS, f"{reason}: {', '.join(gone)}", LossKind.DROPPED)
        if not gone and not changed:
            return result
        return attrs.evolve(result, extras=result.extras.with_items(changed).without(*gone))

    def _without(self, result: Board, board: Board, parts: tuple[str, ...], reason: str) -> Board:
        """Return the board without some parts; report those that it had."""
        for part in parts:
            for field in _PLAYED[part]:
                if field_value(board, field) is not None:
                    self._lose(board, field, reason, LossKind.DROPPED)
        gone = {*parts, "declarer"} if "contract" in parts else set(parts)
        missing = {place: why for place, why in result.missing.items() if place not in gone}
        cleared: dict[str, Any] = dict.fromkeys(parts)
        return attrs.evolve(result, missing=missing, **cleared)

    def _without_extras(self, result: Board, board: Board, changed: Field, reason: str) -> Board:
        """Return the board less the extras that their formats derive from a field."""
        keys = [key for key in result.extras if self._follows(key, changed)]
        if not keys:
            return result
        self._lose(board, Field.EXTRAS, f"{reason}: {', '.join(keys)}", LossKind.DROPPED)
        extras: Extras = result.extras.without(*keys)
        return attrs.evolve(result, extras=extras)

    def _follows(self, key: str, field: Field) -> bool:
        """Return whether an extra's format works it out from a field."""
        return field in dict(self._declared_of(key).derived).get(key.partition(":")[2], ())

    def _turner(self, key: str) -> str | None:
        """Return the reference of what turns an extra with the hands, or `None`."""
        return dict(self._declared_of(key).rotated).get(key.partition(":")[2])

    def _declared_of(self, key: str) -> ExtrasSpec:
        """Return what an extra's format declares of its extras; of an unknown one it is nothing."""
        name = key.partition(":")[0]
        if name not in self._declared:
            manager = default_manager() if self._manager is None else self._manager
            spec = manager.formats().get(name)
            declared = None if spec is None else spec.capability(ExtrasSpec)
            self._declared[name] = declared or ExtrasSpec()
        return self._declared[name]


def _rotated_grid(grid: Grid, turns: int) -> Grid | None:
    """Return a table of double-dummy results for the turned hands, or `None` if unreadable."""
    try:
        declarers = [Seat.parse(cell) for cell in grid.column("Declarer")]
        strains = grid.column("Denomination")
    except ModelError:
        return None
    index = [column.name for column in grid.columns].index("Declarer")
    rows: list[tuple[str, ...]] = []
    for row, seat in zip(grid.rows, declarers, strict=True):
        rows.append((*row[:index], seat.after(turns).symbol, *row[index + 1 :]))
    # The rows keep the order of their seats and strains, such as N, E, S, W by NT, S, H, D, C.
    places = {pair: place for place, pair in enumerate(zip(declarers, strains, strict=True))}
    turned = zip(rows, declarers, strains, strict=True)
    last = len(rows)
    ordered = sorted(turned, key=lambda item: places.get((item[1].after(turns), item[2]), last))
    return attrs.evolve(grid, rows=tuple(row for row, _, _ in ordered))

"""Double-dummy tables that no file states: by deal, used for boards without one.

A table belongs to a deal and not to a board: queries on boards find the table of their cards. A
file's values for a board are kept; the rest of a partial table is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self

import attrs
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from overtrick import Board, DoubleDummyGrid, Grid, ModelError
from overtrick_archive.store import Manifest, Store
from overtrick_archive.tables import DOUBLE_DUMMY, FILE, FROM_FILE, HANDS, SOLVED

ELSEWHERE: Final = "other file"
"""The source name for another file with the same deal."""

KEY: Final = ("deal_hash", *HANDS)
"""The columns by which the table of a board is found."""

_COUNT: Final = 20
_UNKNOWN: Final = -1

Numbers = NDArray[np.int8]


@attrs.frozen
class SolvedTables:
    """The solved or borrowed double-dummy tables of an archive, by deal.

    Attributes:
        hashes: the hashes of the deals, the lowest first.
        hands: the four hands of each.
        tables: the tricks of each; -1 for a number that is not known.
        sources: where each is from, a number of `names`.
        names: the names of solvers, and `ELSEWHERE`.
    """

    hashes: NDArray[np.uint64]
    hands: NDArray[np.uint64]
    tables: Numbers
    sources: NDArray[np.intp]
    names: Sequence[str]

    @classmethod
    def of(cls, store: Store, manifest: Manifest) -> Self:
        """Read the tables.

        Raises:
            ArchiveError: a part is damaged or gone.
        """
        columns = [*KEY, DOUBLE_DUMMY, "solver", FILE]
        parts = [store.read(part, columns) for part in manifest.tables[SOLVED]]
        names: dict[str, int] = {}
        hashes, hands, tables, sources = [], [], [], []
        for part in parts:
            known = part.filter(part[DOUBLE_DUMMY].is_valid())
            hashes.append(_unsigned(known["deal_hash"]))
            hands.append(np.stack([_unsigned(known[hand]) for hand in HANDS], axis=1))
            tables.append(_numbers(known[DOUBLE_DUMMY].combine_chunks()))
            words = [solver or ELSEWHERE for solver in known["solver"].to_pylist()]
            sources.append(
                np.array([names.setdefault(one, len(names)) for one in words], dtype="intp")
            )
        if not parts:
            return cls(
                np.empty(0, "uint64"), np.empty((0, 4), "uint64"), np.empty((0, _COUNT), "int8"),
                np.empty(0, "intp"), (),
            )  # fmt: skip
        together = np.concatenate(hashes)
        # A solved table takes precedence over another file's table of the deal.
        by = np.concatenate(sources)
        is_stated = np.array([name == ELSEWHERE for name in names], dtype=bool)[by]
        order = np.lexsort((is_stated, together))
        return cls(
            together[order],
            np.concatenate(hands)[order],
            np.concatenate(tables)[order],
            by[order],
            tuple(names),
        )

    def __len__(self) -> int:
        return len(self.hashes)

    def places(self, key: Sequence[pa.Array]) -> NDArray[np.intp]:
        """Return the table index of each board, -1 for none.

        Args:
            key: the columns `KEY` of the boards.
        """
        wanted = _unsigned(key[0])
        hands = np.stack([_unsigned(hand) for hand in key[1:]], axis=1)
        found = np.full(len(wanted), -1, dtype="intp")
        if not len(self):
            return found
        at = np.searchsorted(self.hashes, wanted)
        # A hash is short: two deals may have one, which are adjacent then.
        left = np.arange(len(wanted))
        while len(left):
            left = left[at[left] < len(self)]
            left = left[self.hashes[at[left]] == wanted[left]]
            is_it = (self.hands[at[left]] == hands[left]).all(axis=1)
            found[left[is_it]] = at[left[is_it]]
            left = left[~is_it]
            at[left] += 1
        return found

    def filled(self, tables: pa.Array, *key: pa.Array) -> pa.Array:
        """Return the tables of boards: those of the files, then the solved ones.

        Args:
            tables: the column `double_dummy` as in the archive.
            key: the columns `KEY`.

        Returns:
            Lists of twenty numbers; none where nothing is known.
        """
        numbers, _ = self._together(tables, key)
        flat = numbers.ravel()
        values = pa.array(flat, mask=flat == _UNKNOWN)
        known = (numbers != _UNKNOWN).any(axis=1) | tables.is_valid().to_numpy(zero_copy_only=False)
        offsets = pa.array(np.arange(len(numbers) + 1, dtype="int32") * _COUNT)
        return pa.ListArray.from_arrays(offsets, values, mask=pa.array(~known))

    def sources_of(self, tables: pa.Array, *key: pa.Array) -> pa.Array:
        """Return the sources of the tables of boards; arguments as for `filled`.

        Returns:
            `file`; the name of a solver, or `other file`; `file, dds` if the first had a part.
        """
        stated = _numbers(tables) != _UNKNOWN
        _, places = self._together(tables, key)
        has_stated = stated.any(axis=1)
        is_complete = stated.all(axis=1)
        names = [FROM_FILE, *self.names, *(f"{FROM_FILE}, {name}" for name in self.names)]
        which = np.zeros(len(has_stated), dtype="int64")
        is_found = (places >= 0) & ~is_complete
        which[is_found] = 1 + self.sources[places[is_found]]
        which[is_found & has_stated] += len(self.names)
        return pa.array(names, pa.string()).take(pa.array(which, mask=~(has_stated | is_found)))

    def _together(
        self, tables: pa.Array, key: Sequence[pa.Array]
    ) -> tuple[Numbers, NDArray[np.intp]]:
        numbers, places = _numbers(tables), self.places(key)
        has = places >= 0
        solved = self.tables[places[has]]
        numbers[has] = np.where(numbers[has] == _UNKNOWN, solved, numbers[has])
        return numbers, places


def _unsigned(column: pa.Array | pa.ChunkedArray) -> NDArray[np.uint64]:
    found = column.fill_null(0).to_numpy()
    return np.asarray(found, dtype="uint64")


def _numbers(column: pa.Array) -> Numbers:
    """Return tables as rows of twenty numbers; -1 for missing and unknown ones."""
    found = np.full((len(column), _COUNT), _UNKNOWN, dtype="int8")
    valid = column.is_valid().to_numpy(zero_copy_only=False)
    flat = column.drop_null().flatten().fill_null(_UNKNOWN)
    found[valid] = flat.to_numpy(zero_copy_only=False).reshape(-1, _COUNT)
    return found


def grid_of(numbers: Sequence[int | None]) -> DoubleDummyGrid:
    """Return twenty numbers as a table."""
    return DoubleDummyGrid(tuple(tuple(numbers[at : at + 5]) for at in range(0, _COUNT, 5)))


def with_table(board: Board, numbers: Sequence[int | None]) -> Board:
    """Return a board with a double-dummy table, in place of its own or after its other grids.

    One whose own table cannot be read as one keeps it.

    Args:
        board: the board.
        numbers: twenty, as in the column `double_dummy`.
    """
    try:
        has_one = board.double_dummy is not None
    except ModelError:
        return board
    grid = grid_of(numbers).to_grid()
    grids: Iterable[Grid] = board.grids
    if not has_one:
        return attrs.evolve(board, grids=(*grids, grid))
    return attrs.evolve(board, grids=tuple(grid if one.name == grid.name else one for one in grids))

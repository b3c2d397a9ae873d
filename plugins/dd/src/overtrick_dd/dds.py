"""DDS, Bo Haglund's and Soren Hein's double-dummy solver, through its C interface.

Only the library is loaded, wherever it is: in the package endplay, whose own modules would bring
numpy and matplotlib, or in the system. The interface is that of DDS 2.9 (`dll.h`), which has not
changed since 2018; endplay's Python binding of it is private and may.

Source: DDS 2.9, include/dll.h and doc/dll-description.md.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from overtrick import CARDS, Card, Deal, DoubleDummyGrid, Seat, Strain
from overtrick_dd.solver import Solver, SolverError, wanted_threads

LIBRARY_VARIABLE: Final = "OVERTRICK_DDS"
"""The environment variable that names a DDS library to load in place of endplay's."""

_MEMORY: Final = 2048
"""Megabytes that DDS may use: it takes up to 160 for each core."""

_ANY_SYSTEM: Final = 1 << 14
"""The size of DDS's information about itself in bytes, for any 2.x."""

_OK: Final = 1

# How DDS numbers the strains: spades, hearts, diamonds, clubs, notrump.
_TRUMPS: Final = {
    Strain.SPADES: 0,
    Strain.HEARTS: 1,
    Strain.DIAMONDS: 2,
    Strain.CLUBS: 3,
    Strain.NOTRUMP: 4,
}
_SUITS: Final = (3, 2, 1, 0)
"""The `Suit` of each of its suits."""


class _TableDeal(ctypes.Structure):
    _fields_ = (("cards", ctypes.c_char * 80),)


class _TableDeals(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int), ("deals", _TableDeal * 200))


class _TableResult(ctypes.Structure):
    _fields_ = (("tricks", (ctypes.c_int * 4) * 5),)


class _TableResults(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int), ("results", _TableResult * 200))


class _ParResults(ctypes.Structure):
    _fields_ = (("scores", (ctypes.c_char * 16) * 2), ("contracts", (ctypes.c_char * 128) * 2))


class _AllParResults(ctypes.Structure):
    _fields_ = (("results", _ParResults * 40),)


class _Deal(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("trick_suits", ctypes.c_int * 3),
        ("trick_ranks", ctypes.c_int * 3),
        ("cards", ctypes.c_char * 80),
    )


class _FutureTricks(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("count", ctypes.c_int),
        ("suits", ctypes.c_int * 13),
        ("ranks", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("scores", ctypes.c_int * 13),
    )


class _PlayTrace(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int), ("cards", ctypes.c_char * 106))


class _SolvedPlay(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int), ("tricks", ctypes.c_int * 53))


class Dds:
    """The DDS solver; DDS allows one in a process.

    Args:
        library: the library's path or name.

    Attributes:
        version: the library's, `2.9.0`.

    Raises:
        SolverError: it cannot be loaded, or is none of DDS 2.9.
    """

    def __init__(self, library: str) -> None:
        try:
            self._library = ctypes.CDLL(library)
            # Without it DDS ends the process on some systems; 0 means every core.
            self._library.SetResources(_MEMORY, wanted_threads())
            self._tables = self._library.CalcAllTablesPBN
            self._solve = self._library.SolveBoardPBN
            self._analyse = self._library.AnalysePlayPBN
            get_info = self._library.GetDDSInfo
        except (OSError, AttributeError) as error:
            msg = f"the double-dummy library {library} cannot be used: {error}"
            raise SolverError(msg) from error
        # Three numbers are its version; the rest is not needed.
        about = ctypes.create_string_buffer(_ANY_SYSTEM)
        get_info(about)
        self.version = ".".join(map(str, (ctypes.c_int * 3).from_buffer(about)))
        self._solve.argtypes = (_Deal, *(ctypes.c_int,) * 3, ctypes.c_void_p, ctypes.c_int)
        self._analyse.argtypes = (_Deal, _PlayTrace, ctypes.c_void_p, ctypes.c_int)

    def tables(self, deals: Sequence[Deal]) -> Sequence[DoubleDummyGrid]:
        """Return the tables of up to 32 deals."""
        given = _TableDeals(count=len(deals))
        for place, deal in enumerate(deals):
            given.deals[place].cards = deal.to_text().encode()
        found = _TableResults()
        # A mode of -1: no par, which core knows better.
        strains, no_par = (ctypes.c_int * 5)(), _AllParResults()
        self._check(
            self._tables(
                ctypes.byref(given), -1, strains, ctypes.byref(found), ctypes.byref(no_par)
            )
        )
        return [_grid(found.results[place].tricks) for place in range(len(deals))]

    def leads(self, deal: Deal, strain: Strain, declarer: Seat) -> Mapping[Card, int]:
        """Return declarer's tricks after each opening lead."""
        found = _FutureTricks()
        # No target, all cards with their scores, and a fresh start.
        self._check(
            self._solve(_position(deal, strain, declarer), -1, 3, 1, ctypes.byref(found), 0)
        )
        tricks: dict[Card, int] = {}
        for place in range(found.count):
            suit = _SUITS[found.suits[place]]
            # Bit r means the rank r; equals are the lower equivalent cards.
            ranks = found.equals[place] | 1 << found.ranks[place]
            for rank in range(2, 15):
                if ranks >> rank & 1:
                    tricks[CARDS[13 * suit + rank - 2]] = 13 - found.scores[place]
        return tricks

    def plays(
        self, deal: Deal, strain: Strain, declarer: Seat, cards: Sequence[Card]
    ) -> Sequence[int]:
        """Return declarer's tricks before the first card and after each one."""
        trace = _PlayTrace(count=len(cards), cards="".join(map(str, cards)).encode())
        found = _SolvedPlay()
        self._check(self._analyse(_position(deal, strain, declarer), trace, ctypes.byref(found), 0))
        tricks = list(found.tricks[: found.count])
        # It stops where what is left plays itself.
        return tricks + tricks[-1:] * (len(cards) + 1 - len(tricks))

    def _check(self, code: int) -> None:
        if code != _OK:
            text = ctypes.create_string_buffer(80)
            self._library.ErrorMessage(code, text)
            msg = f"DDS says: {text.value.decode('ascii', 'replace')} (code {code})"
            raise SolverError(msg)


def _grid(tricks: Any) -> DoubleDummyGrid:  # noqa: ANN401  # an array of ctypes has no name
    return DoubleDummyGrid(
        tuple(tuple(tricks[_TRUMPS[strain]][seat] for strain in Strain) for seat in range(4))
    )


def _position(deal: Deal, strain: Strain, declarer: Seat) -> _Deal:
    return _Deal(trump=_TRUMPS[strain], first=int(declarer.next), cards=deal.to_text().encode())


def find_dds() -> str | None:
    """Return the DDS library: the user's choice, endplay's, or the system's.

    Nothing is loaded. `None` where there is none.
    """
    chosen = os.environ.get(LIBRARY_VARIABLE)
    if chosen:
        return chosen
    package = find_spec("endplay")
    if package is not None and package.origin is not None:
        folder = Path(package.origin).parent / "_dds"
        found = sorted(
            path for path in folder.glob("*dds*") if path.suffix in {".so", ".dylib", ".dll"}
        )
        if found:
            return os.fspath(found[0])
    return find_library("dds")


def absence() -> str | None:
    """Return the reason DDS is unavailable, in one sentence; `None` if it is available."""
    if find_dds() is not None:
        return None
    if _has_wheel():
        return "double dummy needs a solver: pip install 'overtrick-dd[dds]'"
    return (
        f"double dummy needs a solver, and endplay, which brings one, is not made for Python "
        f"{sys.version_info.major}.{sys.version_info.minor} on {platform.system()} "
        f"{platform.machine()}: install DDS 2.9 in the system (libdds) or set {LIBRARY_VARIABLE} "
        "to its library"
    )


def _has_wheel() -> bool:
    """Return whether endplay has a wheel for this system."""
    is_arm_windows = platform.system() == "Windows" and platform.machine().upper() == "ARM64"
    return sys.version_info < (3, 14) and not is_arm_windows


def open_dds() -> Solver:
    """Load DDS.

    Raises:
        SolverError: there is none, or it cannot be loaded.
    """
    library = find_dds()
    if library is None:
        raise SolverError(absence())
    return Dds(library)

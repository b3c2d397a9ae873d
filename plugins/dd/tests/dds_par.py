"""Hold core's par against DDS's own, for tables on standard input: twenty numbers a line.

Run in a process of its own, for DDS is loaded into it. It prints each difference, and at last how
many pars were compared: each table with every dealer and vulnerability.
"""

from __future__ import annotations

import ctypes
import os
import sys

from overtrick import DoubleDummyGrid, Seat, Strain, Vulnerability, pars
from overtrick_dd.dds import _TRUMPS, _TableResult, find_dds

VULNERABILITIES = {
    Vulnerability.NONE: 0,
    Vulnerability.BOTH: 1,
    Vulnerability.NS: 2,
    Vulnerability.EW: 3,
}
SEATS = {0: "N", 1: "E", 2: "S", 3: "W", 4: "NS", 5: "EW"}
STRAINS = ("NT", "S", "H", "D", "C")


class ContractType(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_int) for name in ("under", "over", "level", "strain", "seats"))


class Master(ctypes.Structure):
    _fields_ = (
        ("score", ctypes.c_int),
        ("number", ctypes.c_int),
        ("contracts", ContractType * 10),
    )


def theirs(library, grid, dealer, vulnerability):
    """Return the score and the contracts of DDS: seats, level, strain, tricks over or under."""
    table, found = _TableResult(), Master()
    for seat in Seat:
        for strain in Strain:
            table.tricks[_TRUMPS[strain]][seat] = grid.tricks_of(seat, strain)
    code = library.DealerParBin(
        ctypes.byref(table),
        ctypes.byref(found),
        int(dealer),
        VULNERABILITIES[vulnerability],
    )
    assert code == 1, code
    return found.score, {
        (SEATS[one.seats], one.level, STRAINS[one.strain], one.over - one.under)
        for one in found.contracts[: found.number]
    }


def ours(par):
    """Return the same of core's par."""
    seats = {}
    for item in par.contracts:
        contract = item.contract
        key = contract.level, contract.strain.symbol, item.tricks - contract.level - 6
        side = contract.declarer.side
        seats[side, key] = seats.get((side, key), "") + contract.declarer.symbol
    return par.score, {(who, *key) for (_, key), who in seats.items()}


def main():
    library = ctypes.CDLL(find_dds())
    library.SetMaxThreads(1)
    compared = differ = 0
    for line in sys.stdin:
        numbers = list(map(int, line.split()))
        grid = DoubleDummyGrid(tuple(tuple(numbers[n : n + 5]) for n in (0, 5, 10, 15)))
        for (dealer, vulnerability), par in pars(grid).items():
            compared += 1
            if theirs(library, grid, dealer, vulnerability) != ours(par):
                differ += 1
                print(f"{grid} {dealer.symbol} {vulnerability.label}: {par}")
    print(f"{compared} pars compared, {differ} differ")
    sys.stdout.flush()
    # Some builds of DDS crash when they are unloaded.
    os._exit(1 if differ else 0)


if __name__ == "__main__":
    main()

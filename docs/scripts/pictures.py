"""The pictures of the page `pictures.md`: one board, shown in the ways that the views have.

`generate.py` writes them beside the page, and a test compares them with what is committed.
"""

from __future__ import annotations

import attrs

from overtrick import (
    Auction,
    Board,
    CallEntry,
    Contract,
    Deal,
    DoubleDummyGrid,
    Ending,
    Info,
    Look,
    Play,
    Result,
    Score,
    Seat,
    Vulnerability,
)
from overtrick_render import SheetLook, svg_diagram, svg_sheet

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
# As a solver has them.
TRICKS = DoubleDummyGrid(((5, 7, 9, 5, 6), (7, 5, 4, 7, 6), (5, 7, 9, 5, 5), (7, 5, 4, 6, 6)))


def _auction() -> Auction:
    calls = Auction.of(Seat.NORTH, "1NT X 2H AP")
    notes = {0: "15 to 17 points", 2: "to play"}
    entries = [
        CallEntry(call=entry.call, note=notes.get(index))
        for index, entry in enumerate(calls.entries)
    ]
    return attrs.evolve(calls, entries=tuple(entries))


BOARD = Board(
    number=1,
    dealer=Seat.NORTH,
    vulnerability=Vulnerability.NONE,
    deal=DEAL,
    info=Info(event="Club evening", date="2026.11.20", players=("Nora", "Edward", "Sol", "Wanda")),
    auction=_auction(),
    contract=Contract.parse("2H", declarer=Seat.SOUTH),
    play=Play.of(Seat.WEST, "D8 DA D5 D2", "H2 HA HQ H3", ending=Ending.CLOSED),
    result=Result(tricks=9),
    score=Score(ns=140),
    grids=(TRICKS.to_grid(),),
)


def pictures() -> dict[str, str]:
    """Return the pictures by the names of their files, beneath the folder of the pages."""
    plain = attrs.evolve(BOARD, auction=None, play=None)
    lesson = Board(
        number=7,
        name="Which card do you lead?",
        dealer=Seat.SOUTH,
        vulnerability=Vulnerability.BOTH,
        deal=DEAL,
        auction=Auction.of(Seat.SOUTH, "1NT Pass 3NT AP"),
    )
    four = [
        Board(
            number=number,
            dealer=Seat.dealer_of(number),
            vulnerability=Vulnerability.of_board(number),
            deal=DEAL.rotated(number - 1),
        )
        for number in range(1, 5)
    ]
    made = {
        "board": svg_diagram(BOARD),
        "dark": svg_diagram(plain, SheetLook(colours=4, paper="dark")),
        "french": svg_diagram(plain, Look(colours=4), language="fr"),
        "swedish": svg_diagram(plain, language="sv"),
        "lesson": svg_diagram(lesson, Look(hide="NES")),
        "hand": svg_diagram(DEAL[Seat.EAST], Look(colours=4)),
        "tricks": svg_diagram(TRICKS),
        "auction": svg_diagram(_auction()),
        "sheet": svg_sheet(four, SheetLook(columns=2), columns=2),
    }
    return {f"pictures/{name}.svg": f"{svg}\n" for name, svg in made.items()}

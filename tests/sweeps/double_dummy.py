"""Compare the double-dummy results and pars that real files state with the solver.

    python tests/sweeps/double_dummy.py FOLDER [--quick] [--list]

Every file below FOLDER that overtrick reads is looked through for tables (`OptimumResultTable`,
`DoubleDummyTricks`, `Ability`, whichever states a board's table) and for optimum scores, and DDS's
own test files (`dds/*.txt`) for tables, leads, plays and par. The solver's results are cached, so a
second run takes seconds; the first one takes a quarter of a second of a core for each deal.
`--quick` looks at every fiftieth board; `--list` prints each difference; `--long` solves two deals
that take minutes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import overtrick
import overtrick_dd
from overtrick import (
    Board,
    Card,
    Contract,
    Deal,
    DoubleDummyGrid,
    Play,
    Seat,
    Strain,
    Trick,
    Vulnerability,
)
from overtrick.findings.errors import OvertrickError
from overtrick.model.play import PlayedCard
from overtrick_dd import (
    board_pars,
    complete_deal,
    differences,
    is_known,
    stated_score,
    stated_table,
)
from overtrick_pbn.programs.tricks import ability, double_dummy_tricks

# DDS's numbers of strains, vulnerabilities.
STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
VULNERABILITIES = (Vulnerability.NONE, Vulnerability.BOTH, Vulnerability.NS, Vulnerability.EW)


class Stated(NamedTuple):
    """A board that states something."""

    path: Path
    board: Board
    deal: Deal | None
    grid: DoubleDummyGrid | None
    score: int | None
    spelling: str


def boards_of(folder: Path) -> Iterator[Stated]:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        try:
            with overtrick.open_boards(path, errors="collect", sealed="show") as reader:
                for board in reader:
                    grid, score = stated_table(board), stated_score(board)
                    if grid is None and score is None:
                        continue
                    spelling = "OptimumResultTable"
                    for name, tag in (
                        ("DoubleDummyTricks", double_dummy_tricks),
                        ("Ability", ability),
                    ):
                        if board.extras.text(f"pbn:{name}") and safely(tag, board) == grid:
                            spelling += f", {name}"
                    yield Stated(path, board, complete_deal(board), grid, score, spelling)
        except OvertrickError:
            continue  # of no format, or not to be read: other sweeps tell


def safely(tag, board):
    try:
        return tag(board)
    except OvertrickError:
        return None


def explained(stated: DoubleDummyGrid, true: DoubleDummyGrid) -> str:
    """Say how a table is wrong, as far as the table itself shows it."""
    wrong = list(differences(stated, true))
    if all(stated.tricks_of(*at) == 1 and (true.tricks_of(*at) or 0) < 7 for at in wrong):
        return "1 where fewer than seven tricks are made"
    for turns in (1, 2, 3):
        turned = tuple(true.tricks[seat.after(-turns)] for seat in Seat)
        if not list(differences(stated, DoubleDummyGrid(turned))):
            return f"the table of the hands turned by {turns}"
    return "another deal's table" if len(wrong) > 10 else f"{len(wrong)} of 20 wrong"


def compare(chosen: list[Stated], *, shows_all: bool) -> int:
    with_table = [one for one in chosen if one.grid is not None and is_known(one.grid)]
    whole = [one for one in chosen if one.deal is not None]
    grids = dict(zip(map(id, whole), overtrick_dd.tables(one.deal for one in whole), strict=True))
    tables = Counter(one.spelling for one in with_table if id(one) in grids)
    wrong: Counter[str] = Counter()
    scores = bad = wrong_scores = 0
    reasons: Counter[str] = Counter()
    for one in chosen:
        true = grids.get(id(one))
        if true is None:
            continue
        label = f"{one.path.name} board {one.board.label}"
        differ = one.grid is not None and list(differences(one.grid, true))
        if one.grid is not None and differ:
            why = explained(one.grid, true)
            wrong[f"{one.path.name}: {why}"] += 1
            bad += 1
            if shows_all:
                print(f"  {label}: {why}: {one.grid} and not {true}")
        if one.score is not None:
            scores += 1
            pars = {par.score for par in board_pars(one.board, true)}
            if one.score not in pars:
                wrong_scores += 1
                why = "its table is wrong" if differ else score_reason(one, true)
                reasons[f"{one.path.name}: {why}"] += 1
                if shows_all:
                    print(
                        f"  {label}: OptimumScore NS {one.score}, par is NS {sorted(pars)}: {why}"
                    )
    files = len({one.path for one in with_table})
    untold = len(with_table) - tables.total()
    print(f"{len(with_table):,} tables in {files} files; of {untold:,} the deal is not told")
    for spelling, count in tables.most_common():
        print(f"  {count:6,}  {spelling}")
    print(f"{tables.total():,} tables compared, {bad:,} differ")
    for why, count in wrong.most_common():
        print(f"  {count:6,}  {why}")
    print(f"{scores:,} optimum scores compared, {wrong_scores:,} differ")
    for why, count in reasons.most_common():
        print(f"  {count:6,}  {why}")
    return bad + wrong_scores + par_of_dds(list(dict.fromkeys(grids.values())))


def score_reason(one: Stated, true: DoubleDummyGrid) -> str:
    """Say what a wrong optimum score is."""
    if one.grid is None or not is_known(one.grid):
        return "the score of an earlier board, above a table of which nothing is known"
    for vulnerability in VULNERABILITIES:
        if one.score in {overtrick.par(true, dealer, vulnerability).score for dealer in Seat}:
            return f"par with {vulnerability.label} vulnerable"
    pars = {par.score for par in board_pars(one.board, true)}
    return "the sign of the other side" if -(one.score or 0) in pars else "no par of its own table"


def par_of_dds(grids: list[DoubleDummyGrid]) -> int:
    """Hold core's par against DDS's own for every table, dealer and vulnerability."""
    script = Path(__file__).parents[2] / "plugins" / "dd" / "tests" / "dds_par.py"
    lines = (" ".join(str(count) for row in grid.tricks for count in row) for grid in grids)
    done = subprocess.run(
        [sys.executable, str(script)],
        input="\n".join(lines),
        text=True,
        check=False,
        stdout=subprocess.PIPE,
    )
    print(f"{len(grids):,} distinct tables: {done.stdout.splitlines()[-1]} from DDS's own")
    return done.returncode


def numbers(line: str) -> list[int]:
    return list(map(int, line.split()[1:]))


def dds_files(folder: Path, *, step: int, takes_long: bool) -> int:
    """Compare DDS's own test files: tables, leads, plays and par."""
    counts: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for path in sorted((folder / "dds").glob("*.txt")):
        text = path.read_text()
        if "thomas" in path.name and not takes_long:
            # Whole suits in each hand, and no ranks to go by: minutes of one core for a deal.
            print(f"{path.name}: passed over (--long)")
            continue
        for game in re.split(r"^(?=PBN )", text, flags=re.MULTILINE)[1:][::step]:
            lines = {line.split(" ", 1)[0]: line for line in game.splitlines() if line}
            if "TABLE" not in lines:
                counts["games cut off"] += 1
                continue
            for what, is_right in dds_game(lines):
                counts[what] += 1
                wrong[what] += not is_right
        for line in text.splitlines()[::step]:
            match = re.fullmatch(r"(\S+) (\S+) (\S+) (\S+):([0-9A-D]{20})", line.strip())
            if match is not None:
                counts["GIB tables"] += 1
                wrong["GIB tables"] += not gib_line(match)
    for what, count in counts.items():
        print(f"{count:,} {what} of DDS's own files, {wrong[what]:,} differ")
    return wrong.total()


def dds_game(lines: dict[str, str]) -> Iterator[tuple[str, bool]]:
    head = re.fullmatch(r'PBN (\d) (\d) (\d) (\d) "(.+)"\s*', lines["PBN"])
    assert head is not None
    dealer, vulnerability = Seat(int(head[1])), VULNERABILITIES[int(head[2])]
    strain, first = STRAINS[int(head[3])], Seat(int(head[4]))
    deal = Deal.parse(head[5])
    given = numbers(lines["TABLE"])
    rows = tuple(
        tuple(given[4 * STRAINS.index(strain) + seat] for strain in Strain) for seat in Seat
    )
    grid = overtrick_dd.table(deal)
    yield "tables", grid.tricks == rows
    par = overtrick.par(grid, dealer, vulnerability)
    yield (
        "pars",
        f'PAR "NS {par.score}"' in lines["PAR"] or (par.score == 0 and '"NS 0"' in lines["PAR"]),
    )
    declarer = first.previous
    leads = overtrick_dd.leads(deal, strain, declarer)
    fut = numbers(lines["FUT"])
    count = fut[0]
    suits, ranks, equals, scores = (
        fut[1 + count * part : 1 + count * (part + 1)] for part in range(4)
    )
    stated = {}
    for suit, rank, equal, score in zip(suits, ranks, equals, scores, strict=True):
        for value in range(2, 15):
            if (equal | 1 << rank) >> value & 1:
                card = Card.of(overtrick.Suit(3 - suit), overtrick.Rank(value))
                stated[card] = 13 - score
    yield "leads", stated == dict(leads)
    words = re.fullmatch(r'PLAY (\d+) "(.*)"\s*', lines["PLAY"])
    assert words is not None
    cards = [Card.parse(words[2][place : place + 2]) for place in range(0, len(words[2]), 2)]
    costs = overtrick_dd.plays(played(deal, strain, declarer, cards))
    trace = numbers(lines["TRACE"])[1:]
    found = [costs[0].before, *(cost.after for cost in costs)]
    yield "plays", found[: len(trace)] == trace


def played(deal: Deal, strain: Strain, declarer: Seat, cards: list[Card]) -> Board:
    tricks: list[Trick] = []
    leader = declarer.next
    for place in range(0, len(cards), 4):
        slots: list[PlayedCard | None] = [None] * 4
        for step, card in enumerate(cards[place : place + 4]):
            slots[leader.after(step)] = PlayedCard.plain(card)
        tricks.append(Trick(tuple(slots)))
        winner = Play(leader=declarer.next, tricks=tuple(tricks)).winner_of(len(tricks) - 1, strain)
        leader = winner if winner is not None else leader
    return Board(
        number=1,
        deal=deal,
        contract=Contract(level=1, strain=strain, declarer=declarer),
        play=Play(leader=declarer.next, tricks=tuple(tricks)),
    )


def gib_line(match: re.Match[str]) -> bool:
    """Compare a line of GIB's library: hands from West on, then the tricks of North and South.

    Source: GIB's `library.dat`, observed: notrump, spades to clubs, each with the leads of South,
    East, North and West.
    """
    deal = Deal.parse("W:" + " ".join(match.group(1, 2, 3, 4)))
    grid = overtrick_dd.table(deal)
    digits = [int(digit, 16) for digit in match[5]]
    found = []
    for strain in (Strain.NOTRUMP, *STRAINS[:4]):
        for leader in (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST):
            declarer = leader.previous
            tricks = grid.tricks_of(declarer, strain) or 0
            found.append(tricks if declarer.side is overtrick.Side.NORTH_SOUTH else 13 - tricks)
    return digits == found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="every fiftieth board")
    parser.add_argument("--list", action="store_true", help="print each difference")
    parser.add_argument("--long", action="store_true", help="DDS's two hardest deals as well")
    asked = parser.parse_args()
    why = overtrick_dd.unavailable()
    if why is not None:
        print(why)
        return 0
    step = 50 if asked.quick else 1
    wrong = compare(list(boards_of(asked.folder))[::step], shows_all=asked.list)
    wrong += dds_files(asked.folder, step=step, takes_long=asked.long)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

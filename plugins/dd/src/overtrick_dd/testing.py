"""`SolverSuite`: the requirements of a solver, one named test each.

It needs `overtrick-testing`, as every kit does. The solver is asked in a process of its
own, as it always is: one that crashes fails its tests and no others.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar, Final

from overtrick import CARDS, Deal, DoubleDummyGrid, Seat, Strain
from overtrick_dd.process import SolverProcess
from overtrick_dd.solving import absence_of, question_about
from overtrick_dd.spec import SOLVERS, SolverSpec
from overtrick_testing import (
    Advice,
    KitBase,
    check_callable,
    check_light,
    check_summary,
    declaring_module,
    requirement,
    skip,
)

# Deals from DDS's own list of a hundred, with the tables given there: twenty numbers, North's
# first, clubs to notrump.
_KNOWN: Final = (
    (
        "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
        "7 5 6 5 6 / 5 7 6 8 6 / 7 5 6 5 6 / 5 7 6 8 6",
    ),
    (
        "E:QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75 AK96.KQ8.A98.K63",
        "6 8 10 4 9 / 7 3 2 9 3 / 6 8 10 4 9 / 7 3 2 9 3",
    ),
    (
        "N:73.QJT.AQ54.T752 QT6.876.KJ9.AQ84 5.A95432.7632.K6 AKJ9842.K.T8.J93",
        "3 8 9 3 4 / 9 4 4 10 8 / 3 8 9 3 4 / 9 4 4 10 8",
    ),
)


def _known() -> list[tuple[Deal, DoubleDummyGrid]]:
    found = []
    for text, numbers in _KNOWN:
        rows = (row.split() for row in numbers.split("/"))
        grid = DoubleDummyGrid(tuple(tuple(map(int, row)) for row in rows))
        found.append((Deal.parse(text), grid))
    return found


ADVICE: Final[Mapping[str, Advice]] = {
    "test_known_tables_are_right": Advice(
        "Return a DoubleDummyGrid for each deal, in their order: a row for each declarer, North "
        "first, with the tricks in clubs, diamonds, hearts, spades and notrump.",
        ("solver",),
    ),
    "test_the_largest_call_is_taken": Advice(
        "Take as many deals in one call as SolverSpec.largest says, or say less there.", ("solver",)
    ),
    "test_leads_agree_with_the_table": Advice(
        "Return declarer's tricks, not the defenders', for each of the leader's thirteen cards.",
        ("solver",),
    ),
    "test_plays_begin_with_the_table_and_go_by_the_cards": Advice(
        "Return declarer's tricks before the first card, and then after each card.", ("solver",)
    ),
}
"""What to change in a solver where a requirement fails, by its name."""


class SolverSuite(KitBase):
    """Every requirement of a solver; a plugin's test file subclasses it.

    Each requirement is one test. All skip where the solver reports that it cannot be used.

        class TestMine(SolverSuite):
            solver_name = "mine"

    Attributes:
        solver_name: the solver's name.
        timeout: seconds that one answer may take.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
    """

    solver_name: ClassVar[str]
    advice: ClassVar[Mapping[str, Advice]] = ADVICE
    needed_plugins: ClassVar[tuple[str, ...]] = ("overtrick_dd",)
    timeout: ClassVar[float] = 60.0

    # What the requirements use ---------------------------------------------------------------

    @property
    def spec(self) -> SolverSpec:
        """The solver's specification."""
        return self.find_spec(SOLVERS, self.solver_name)

    @contextmanager
    def asked(self) -> Iterator[SolverProcess]:
        """Give the solver's process, which ends with the test."""
        why = absence_of(self.spec)
        if why is not None:
            skip(why)
        process = SolverProcess(self.spec)
        try:
            yield process
        finally:
            process.close()

    def tables(self, process: SolverProcess, deals: list[Deal]) -> list[list[int]]:
        """Return the tables of some deals, twenty numbers each."""
        found: list[list[int]] = process.ask(
            {"do": "tables", "deals": [deal.to_text() for deal in deals]}, self.timeout
        )
        assert len(found) == len(deals), f"of {len(deals)} deals there are {len(found)} tables"
        return found

    # The requirements ------------------------------------------------------------------------

    @requirement(level=1)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick."""
        check_light(self.plugin or declaring_module(self.manager, SOLVERS, self.solver_name))

    @requirement(level=1)
    def test_spec_fields_are_valid(self) -> None:
        """The specification is valid, and can be sent to another process."""
        spec = self.spec
        check_summary(spec.summary)
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @requirement(level=1)
    def test_references_resolve(self) -> None:
        """Every reference names something that can be called."""
        check_callable("solver", self.spec.solver, 0)
        if self.spec.absence is not None:
            check_callable("absence", self.spec.absence, 0)
            why = absence_of(self.spec)
            assert why is None or (why and "\n" not in why), "absence is told in one sentence"

    @requirement(level=1)
    def test_known_tables_are_right(self) -> None:
        """The tables of three known deals come out, in their order."""
        known = _known()[: self.spec.largest]
        with self.asked() as process:
            found = self.tables(process, [deal for deal, _ in known])
        for numbers, (deal, grid) in zip(found, known, strict=True):
            right = [count for row in grid.tricks for count in row]
            assert numbers == right, f"the table of {deal.to_text()} is {numbers}, not {right}"

    @requirement(level=1)
    def test_the_largest_call_is_taken(self) -> None:
        """As many deals as the specification promises are taken in one call, in their order."""
        suits = [8191 << 13 * place for place in range(4)]
        # One suit each: solved in a moment, and no two turns of it are alike.
        turns = [Deal.from_masks(*suits).rotated(place) for place in range(self.spec.largest)]
        with self.asked() as process:
            found = self.tables(process, turns)
        for place, numbers in enumerate(found):
            for seat in Seat:
                strain = Strain((seat - place) % 4)
                tricks = numbers[5 * seat + strain]
                assert tricks == 13, f"with all {strain.name.lower()} {seat.name} makes {tricks}"

    @requirement(level=1)
    def test_leads_agree_with_the_table(self) -> None:
        """The best of the thirteen leads gives declarer the tricks of the table."""
        deal, grid = _known()[0]
        with self.asked() as process:
            for strain, declarer in ((Strain.SPADES, Seat.WEST), (Strain.NOTRUMP, Seat.SOUTH)):
                found = dict(
                    process.ask(question_about("leads", deal, strain, declarer), self.timeout)
                )
                held = {card.index for card in deal[declarer.next]}
                assert set(found) == held, "the leads are not the leader's thirteen cards"
                least, tricks = min(found.values()), grid.tricks_of(declarer, strain)
                assert least == tricks, (
                    f"after the best lead {declarer.name.capitalize()} makes {least} tricks in "
                    f"{strain.name.lower()}; the table says {tricks}"
                )

    @requirement(level=1)
    def test_plays_begin_with_the_table_and_go_by_the_cards(self) -> None:
        """Before the first card the number is the table's; after the lead it is that of `leads`."""
        deal, grid = _known()[0]
        strain, declarer = Strain.SPADES, Seat.WEST
        with self.asked() as process:
            leads = dict(process.ask(question_about("leads", deal, strain, declarer), self.timeout))
            question = question_about("plays", deal, strain, declarer)
            none = process.ask({**question, "cards": []}, self.timeout)
            before = [grid.tricks_of(declarer, strain)]
            assert none == before, f"before the first card plays gives {none}, the table {before}"
            for card, tricks in leads.items():
                found = process.ask({**question, "cards": [card]}, self.timeout)
                assert found == [*none, tricks], (
                    f"after the lead of {CARDS[card]} plays gives {found}, not {[*none, tricks]}"
                )

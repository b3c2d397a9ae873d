"""The kit of solvers against itself: a good solver passes, a spoilt one is caught and named."""

from __future__ import annotations

import importlib
import sys

import pytest

from overtrick_dd.testing import SolverSuite

SOURCE = '''
from overtrick.plugin import hookimpl

@hookimpl(optionalhook=True)
def overtrick_solvers():
    from overtrick_dd import SolverSpec
    yield SolverSpec(name="mill", summary="A mill", solver=f"{__name__}:open_it", largest=9)

def open_it():
    return Mill()

class Mill:
    """Knows the tables of the kit, and deals of one suit in each hand."""

    def __init__(self):
        from overtrick_dd import testing
        self.known = dict(testing._known())

    def table(self, deal):
        from overtrick import DoubleDummyGrid, Strain, Suit
        if deal in self.known:
            return self.known[deal]
        return DoubleDummyGrid(tuple(
            tuple(13 * (strain is not Strain.NOTRUMP and bool(hand.holding(Suit(strain))))
                  for strain in Strain)
            for hand in deal
        ))

    def tables(self, deals):
        return [self.table(deal) for deal in deals]

    def leads(self, deal, strain, declarer):
        tricks = self.table(deal).tricks_of(declarer, strain)
        first, *others = deal[declarer.next]
        return {first: tricks} | {card: tricks + 1 for card in others}

    def plays(self, deal, strain, declarer, cards):
        after = [self.leads(deal, strain, declarer)[card] for card in cards]
        return [self.table(deal).tricks_of(declarer, strain), *after]
'''

# What is spoilt: what stands there, what is put in its place, and the obligation that names it.
MUTANTS = {
    "a hook that fails": ("    yield SolverSpec", "    yield Solver", "plugin_loads"),
    "a heavy import": ("\nfrom overtrick.plugin", "\nimport hypothesis\nfrom overtrick.plugin",
                       "declaration_is_light"),
    "no summary": ('"A mill"', '""', "spec_fields_are_valid"),
    "a solver that is opened with a word": ("open_it()", "open_it(word)", "references_resolve"),
    "strains from spades on": (
        "            return self.known[deal]",
        "            return DoubleDummyGrid(tuple(\n"
        "                (*row[3::-1], row[4]) for row in self.known[deal].tricks))",
        "known_tables_are_right",
    ),
    "a table too few": (
        "for deal in deals]", "for deal in deals[:max(1, len(deals) - 1)]]",
        "known_tables_are_right",
    ),
    "tables in another order": ("for deal in deals]", "for deal in deals[::-1]]",
                                "the_largest_call_is_taken"),
    "eight deals at the most": ("for deal in deals]", "for deal in deals[:8]]",
                                "the_largest_call_is_taken"),
    "the defenders' tricks": (
        "        tricks = self", "        tricks = 13 - self", "leads_agree_with_the_table",
    ),
    "a lead too few": ("for card in others}", "for card in others[1:]}",
                       "leads_agree_with_the_table"),
    "no number before the first card": (
        "return [self.table(deal).tricks_of(declarer, strain), *after]", "return after",
        "plays_begin_with_the_table_and_go_by_the_cards",
    ),
    "cards that change nothing": (
        "self.leads(deal, strain, declarer)[card] for",
        "self.table(deal).tricks_of(declarer, strain) for",
        "plays_begin_with_the_table_and_go_by_the_cards",
    ),
}  # fmt: skip
NAMES = sorted(name for name in dir(SolverSuite) if name.startswith("test_"))


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs obligations over a variant of the solver; it names failures."""

    def run_some(old, new, *obligations):
        name = f"solver_{abs(hash((old, new)))}"
        assert SOURCE.count(old) == 1 or not old, f"{old!r} stands {SOURCE.count(old)} times"
        source = SOURCE.replace(old, new) if old else SOURCE
        (tmp_path / f"{name}.py").write_text(source, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        suite = type("Suite", (SolverSuite,), {"solver_name": "mill", "plugin": name})
        failed = {}
        for test in obligations:
            try:
                getattr(suite(), test)()
            except pytest.skip.Exception as skipped:
                assert "test_plugin_loads" in str(skipped)  # nothing else skips
            except Exception as error:  # noqa: BLE001  # whatever a spoilt solver raises
                failed[test] = error.__dict__["overtrick_kit"]
        sys.modules.pop(name, None)
        return failed

    return run_some


@pytest.mark.slow
def test_a_good_solver_passes(run):
    assert run("", "", *NAMES) == {}


@pytest.mark.slow
@pytest.mark.parametrize("what", MUTANTS)
def test_a_spoilt_solver_is_caught_by_the_obligation_that_names_it(run, what):
    old, new, named = MUTANTS[what]
    told = run(old, new, f"test_{named}").get(f"test_{named}", "")
    assert "Mend:" in told, f"{what} passes test_{named}: {told}"
    if named not in {"plugin_loads", "declaration_is_light", "spec_fields_are_valid",
                     "references_resolve"}:  # fmt: skip
        assert "in open_it" in told


def test_a_solver_that_does_not_load_is_one_failure(run):
    failed = run("    yield SolverSpec", "    yield Solver", *NAMES)
    assert list(failed) == ["test_plugin_loads"]
    assert "NameError: name 'Solver' is not defined" in failed["test_plugin_loads"]


def test_every_obligation_bites():
    assert {f"test_{named}" for _, _, named in MUTANTS.values()} == set(NAMES)

"""The kit against itself: sound plugins pass it all, a spoilt one fails just what is spoilt.

Here each mutant is tried against its own requirement, and a few against all; the whole table is
printed by `table.py`.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

HERE = Path(__file__).parent
kit = runpy.run_path(str(HERE / "running.py"))
MUTANTS, REQUIREMENTS, KeptExamples = kit["MUTANTS"], kit["REQUIREMENTS"], kit["KeptExamples"]
PASSED = kit["PASSED"]

# Those that take processes of their own or long files are tried by `table.py`.
CHEAP = [one for one in MUTANTS if one.requirement not in kit["DEAR"]]

# Tried against every requirement, for what builds on what.
WIDE = "The writer asks how many boards there are"


@pytest.mark.slow
@pytest.mark.parametrize("good", kit["FORMATS"])
def test_a_sound_plugin_meets_every_requirement(good: str, tmp_path: Path) -> None:
    with kit["suite_of"](good, (), tmp_path) as suite:
        outcomes = {test: kit["outcome_of"](suite, test) for test in REQUIREMENTS}
    failed = {test: outcome.told for test, outcome in outcomes.items() if outcome.error}
    assert not failed
    skipped = {outcome.skipped for outcome in outcomes.values() if outcome.skipped}
    # What one of the formats does not have: another has it.
    allowed = (
        "tape has no ", "tape is binary", "tape does not carry", "no expected output",
        "demo does not carry", "calls has no ", "calls does not carry", "four boards of one deal",
        "the longest file", "it takes some seconds", "no locale but C",
    )  # fmt: skip
    assert all(any(word in reason for word in allowed) for reason in skipped), skipped


def test_every_requirement_has_a_mutant() -> None:
    assert sorted({one.requirement for one in MUTANTS}) == REQUIREMENTS
    assert len({one.what for one in MUTANTS}) == len(MUTANTS)


@pytest.mark.slow
def test_all_edits_can_be_made() -> None:
    for mutant in MUTANTS:
        compile(kit["spoil"](mutant.good, mutant.edits), mutant.what, "exec")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", CHEAP, ids=lambda one: one.what)
def test_a_fault_is_told_by_its_requirement(mutant, tmp_path: Path) -> None:
    with kit["suite_of"](mutant.good, mutant.edits, tmp_path, KeptExamples) as suite:
        kit["alone"](suite, mutant.requirement)
        outcome = kit["outcome_of"](suite, mutant.requirement)
    assert isinstance(outcome.error, Exception), outcome
    # On a screen, with what to do; and the example in words, not in the words of hypothesis.
    lines = outcome.told.splitlines()
    assert len(lines) <= 30, outcome.told
    assert any(line.startswith("Expected:") for line in lines), outcome.told
    assert any(line.startswith("Fix:") for line in lines), outcome.told
    assert "Falsifying" not in outcome.told
    assert "hypothesis" not in outcome.told


@pytest.mark.slow
def test_one_fault_gives_one_failure(tmp_path: Path) -> None:
    (mutant,) = [one for one in MUTANTS if one.what == WIDE]
    with kit["suite_of"](mutant.good, mutant.edits, tmp_path, KeptExamples) as suite:
        outcomes = {
            test: kit["outcome_of"](suite, test)
            for test in REQUIREMENTS
            if kit["can_see"](test, mutant.edits)
        }
    assert [test for test, outcome in outcomes.items() if outcome.error] == [mutant.requirement]
    reason = f"fails because of {mutant.requirement}; fix that first"
    assert reason in {outcome.skipped for outcome in outcomes.values()}


def test_a_reader_that_ends_the_program_fails_no_more_than_its_tests(tmp_path: Path) -> None:
    cells = "    if len(cells) != 8:"
    bad = f"    if len(cells) > 8:\n        raise SystemExit(0)\n{cells}"
    with kit["suite_of"]("demo_format", (cells, bad), tmp_path, KeptExamples) as suite:
        outcome = kit["outcome_of"](suite, "test_only_format_errors_escape")
    assert isinstance(outcome.error, AssertionError)

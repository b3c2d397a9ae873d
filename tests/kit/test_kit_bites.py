"""The kit against itself: a sound plugin passes it all, a spoilt one fails just what is spoilt."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from overtrick.framework.guard import BELONGINGS, raise_sent
from overtrick.testing import FormatSuite

HERE = Path(__file__).parent
SOURCE = (HERE / "demo_format.py").read_text(encoding="utf-8")
MUTANTS: dict[str, list[tuple[str, str]]] = runpy.run_path(str(HERE / "mutants.py"))["MUTANTS"]
KeptExamples: type = runpy.run_path(str(HERE / "kept_examples.py"))["KeptExamples"]
OBLIGATIONS = sorted(name for name in dir(FormatSuite) if name.startswith("test_"))


# Each takes a process of its own, so they run only where an edit can change what they see.
PROCESSES = {"test_declaration_is_light": "import", "test_writer_is_deterministic": "write"}


@pytest.fixture
def run_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest):
    """Return a function that runs the kit over a variant of the demo format."""

    def run(edits: list[tuple[str, str]], *before: type) -> dict[str, object]:
        name = f"demo_{abs(hash(request.node.name)):x}"
        source = SOURCE
        for old, new in edits:
            assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times"
            source = source.replace(old, new)
        (tmp_path / f"{name}.py").write_text(source.replace("demo_format:", f"{name}:"), "utf-8")
        process = [belonging.take() for belonging in BELONGINGS]
        monkeypatch.syspath_prepend(tmp_path)
        suite = type(
            "Suite",
            (*before, FormatSuite),
            {
                "format_name": "demo",
                "plugin": name,
                "corpus": str(HERE / "corpus"),
                "read_ahead": 2048,
                "__module__": __name__,
            },
        )
        try:
            changed = " ".join(new for _, new in edits)
            chosen = [
                test
                for test in OBLIGATIONS
                if not edits
                or (test in MUTANTS and (test not in PROCESSES or PROCESSES[test] in changed))
            ]
            return {test: outcome_of(getattr(suite(), test)) for test in chosen}
        finally:
            sys.modules.pop(name, None)
            for belonging, was in zip(BELONGINGS, process, strict=True):
                belonging.give(was)

    return run


def outcome_of(test) -> BaseException | str:
    """Return `passed`, the reason of a skip, or the exception."""
    try:
        test()
    except pytest.skip.Exception as skipped:
        return f"skipped: {skipped}"
    except BaseException as error:  # noqa: BLE001  # what fails is looked at by the caller
        raise_sent(error)
        return error
    return "passed"


def test_the_sound_plugin_meets_every_obligation(run_kit) -> None:
    outcomes = run_kit([])
    assert not {name: found for name, found in outcomes.items() if isinstance(found, BaseException)}


def test_every_obligation_has_a_mutant() -> None:
    assert set(MUTANTS) <= set(OBLIGATIONS)


def test_a_reader_that_ends_the_program_fails_no_more_than_its_tests(run_kit) -> None:
    bad = "    if len(cells) > 4:\n        raise SystemExit(0)\n"
    outcomes = run_kit([("    if len(cells) != 4:", f"{bad}    if len(cells) != 4:")], KeptExamples)
    assert isinstance(outcomes["test_only_format_errors_escape"], AssertionError)


def test_a_reader_that_prints_is_noticed(run_kit) -> None:
    line = "    number, dealer, event, deal = cells\n"
    outcomes = run_kit([(line, f"{line}    print(deal)\n")], KeptExamples)
    assert "it prints" in str(outcomes["test_nothing_is_printed_or_changed"])


@pytest.mark.parametrize("obligation", MUTANTS)
def test_a_spoilt_plugin_fails_exactly(obligation: str, run_kit) -> None:
    outcomes = run_kit(MUTANTS[obligation], KeptExamples)
    failed = {name: result for name, result in outcomes.items() if result != "passed"}
    assert sorted(failed) == [obligation], failed
    assert isinstance(failed[obligation], Exception), failed

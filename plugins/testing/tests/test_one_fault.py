"""One fault gives one failure: a requirement skips for the sake of one that it builds on."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest
from hypothesis import strategies as st

from overtrick import Field
from overtrick_testing import CommandSuite, FormatSuite, RuleSuite, ViewSuite, requirements
from overtrick_testing.advice import ADVICE
from overtrick_testing.failures import lost, tell
from overtrick_testing.requirements import KitBase, requirement

SUITES = """
import pytest
from overtrick_testing.requirements import KitBase, requirement

RUNS = []


class Suite(KitBase):
    faulty = frozenset()

    def run(self, name):
        RUNS.append((type(self), name))
        assert name not in self.faulty, f"{name} is at fault"

    # The names are such that pytest runs them from the last to the first.
    @requirement(level=1, after=("test_reads",))
    def test_agrees(self):
        self.run("agrees")

    @requirement(level=1, after=("test_lazy", "test_agrees"))
    def test_deep(self):
        self.run("deep")

    @requirement(level=1)
    def test_lazy(self):
        pytest.skip("no reader")

    @requirement(level=1)
    def test_reads(self):
        self.run("reads")


class TestSound(Suite):
    pass


class TestBasicFault(Suite):
    faulty = frozenset({"reads", "agrees", "deep"})

    def test_zz_each_ran_once(self):
        ran = [name for suite, name in RUNS if suite is type(self)]
        assert sorted(ran) == sorted(set(ran))


class TestFaultOfItsOwn(Suite):
    faulty = frozenset({"deep"})


class TestChain(Suite):
    faulty = frozenset({"deep", "agrees"})


class TestExpected(Suite):
    faulty = frozenset({"reads", "agrees"})

    @pytest.mark.xfail(strict=True, reason="issue 7")
    def test_reads(self):
        super().test_reads()

    @pytest.mark.xfail(strict=True, reason="issue 7")
    def test_agrees(self):
        super().test_agrees()


class TestOverridden(Suite):
    faulty = frozenset({"deep"})

    def test_agrees(self):
        super().test_agrees()
        raise AssertionError("the plugin asks for more")


class TestWithFixture(Suite):
    faulty = frozenset({"reads", "agrees"})

    def test_reads(self, tmp_path):
        super().test_reads()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("suites")
    (folder / "test_suites.py").write_text(SUITES, encoding="utf-8")
    return folder


def outcomes(folder: Path, *arguments: str, printed: bool = False) -> dict[str, str]:
    """Return what became of each test, and the reasons of skips by the same names."""
    words = ["--rootdir=.", "-p", "no:cacheprovider", "--tb=no", "--junitxml=report.xml"]
    words += ["-o", "addopts=", *arguments, "test_suites.py"]
    if "-n" in arguments:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment,
            check=False,
            timeout=120,
        )
        assert done.returncode == 1, done.stdout + done.stderr
    else:
        out = sys.stdout if printed else io.StringIO()
        with contextlib.chdir(folder), contextlib.redirect_stdout(out):
            assert pytest.main([*words, "-p", "no:xdist"]) == 1
        del sys.modules["test_suites"]
    report = (folder / "report.xml").read_text(encoding="utf-8")
    found = {}
    for suite, test, rest in re.findall(
        r'<testcase classname="test_suites\.(\w+)" name="(\w+)"[^>]*?(/>|>.*?</testcase>)',
        report,
        re.DOTALL,
    ):
        said = re.search(r'<(failure|error|skipped)[^>]*message="([^"]*)"', rest)
        found[f"{suite}.{test}"] = "passed" if said is None else f"{said[1]}: {said[2]}"
    return found


SKIPS = "skipped: fails because of test_{}; fix that first"


def check(found: dict[str, str], suite: str, **expected: str) -> None:
    """Compare what became of a suite's tests; those not named passed, or skip as the lazy one."""
    usual = {"agrees": "passed", "deep": "passed", "lazy": "skipped: no reader", "reads": "passed"}
    for test, what in (usual | expected).items():
        assert found[f"{suite}.test_{test}"].startswith(what), (suite, test, found)


@pytest.mark.slow
@pytest.mark.parametrize("how", [(), ("-n", "2", "--dist", "load")], ids=["one", "two"])
def test_in_any_order_and_in_several_processes(folder: Path, how: tuple[str, ...]) -> None:
    if how:
        pytest.importorskip("xdist")
    found = outcomes(folder, *how)
    check(found, "TestSound")
    blocked = SKIPS.format("reads")
    check(found, "TestBasicFault", reads="failure: ", agrees=blocked, deep=blocked)
    check(found, "TestFaultOfItsOwn", deep="failure: AssertionError: deep is at fault")
    check(found, "TestChain", agrees="failure: ", deep=SKIPS.format("agrees"))
    check(found, "TestOverridden", agrees="failure: ", deep=SKIPS.format("agrees"))
    # What is expected to fail holds up what builds on it; nothing fails without a mark.
    check(found, "TestExpected", reads="skipped: issue 7", agrees=blocked)
    # What only pytest can run is not tried by others: they fail by themselves.
    check(found, "TestWithFixture", reads="failure: ", agrees="failure: ")
    if not how:
        assert found["TestBasicFault.test_zz_each_ran_once"] == "passed"


@pytest.mark.slow
def test_it_fails_where_the_other_is_not_run(folder: Path) -> None:
    found = outcomes(folder, "-k", "TestBasicFault and (agrees or deep)")
    assert found["TestBasicFault.test_agrees"].startswith("failure: "), found
    assert found["TestBasicFault.test_deep"] == SKIPS.format("agrees")


def test_what_was_sent_ends_the_tests() -> None:
    class Suite(KitBase):
        @requirement(level=1)
        def test_first(self) -> None:
            raise KeyboardInterrupt

        @requirement(level=1, after=("test_first",))
        def test_second(self) -> None:
            raise AssertionError

    with pytest.raises(KeyboardInterrupt):
        Suite().test_second()


@pytest.mark.parametrize("suite", [FormatSuite, RuleSuite, CommandSuite, ViewSuite])
def test_every_requirement_says_what_to_change(suite: type) -> None:
    missing = {name for name in dir(suite) if name.startswith("test_")} - ADVICE.keys()
    assert not missing


@pytest.mark.parametrize("suite", [FormatSuite, RuleSuite])
def test_what_is_built_on_is_there_and_goes_in_no_circle(suite: type) -> None:
    after = {name: getattr(suite, name).after for name in dir(suite) if name.startswith("test_")}
    while after:
        ready = [name for name, wanted in after.items() if not set(wanted) & after.keys()]
        assert ready, f"in a circle: {after}"
        for name in ready:
            assert all(hasattr(suite, other) for other in after[name]), (name, after[name])
            del after[name]


class Slow(KitBase):
    """A property that fails, of which each example takes a millisecond by a clock of its own."""

    examples: ClassVar[int] = 0

    @requirement(level=1)
    def test_small(self) -> None:
        """The numbers of a list are small together."""

        def check(numbers: list[int]) -> None:
            Slow.examples += 1
            assert sum(numbers) < 100, f"the sum is {sum(numbers)}"

        self.for_all(check, st.lists(st.integers(0, 1000)), share=5)


def test_looking_for_a_smaller_example_has_a_time_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(requirements, "SHRINKING", 0.008)
    clock = SimpleNamespace(monotonic=lambda: Slow.examples / 1000)
    monkeypatch.setattr(requirements, "time", clock)
    with pytest.raises(AssertionError, match="the sum is") as caught:
        Slow().test_small()
    # Eight milliseconds after the first one that failed; without an end there are thirty.
    assert 8 <= Slow.examples < 20
    told = caught.value.__dict__["overtrick_kit"].splitlines()
    assert told[0].startswith("the sum is")
    assert "Expected: The numbers of a list are small together." in told
    assert told[-1].startswith("With:     [")


@pytest.mark.slow
def test_advice_follows_the_field_that_is_lost() -> None:
    class Lossy(FormatSuite):
        format_name = "csv"

        def _check_read(self, boards, written):
            lost({Field.DEALER: "dealer N came back as nothing"}, "silent loss of {}")

    pytest.importorskip("overtrick_csv")
    with pytest.raises(
        AssertionError, match=r"^silent loss of dealer: dealer N came back"
    ) as found:
        Lossy().test_every_dealer_comes_back()
    assert "Write and read dealer" in " ".join(found.value.__dict__["overtrick_kit"].split())
    with pytest.raises((AssertionError, pytest.skip.Exception)):
        Lossy().test_every_number_comes_back()
    told = tell(found.value, ADVICE["test_every_number_comes_back"], "Numbers.", {})
    assert "whole number" not in " ".join(told.split())
    assert "Field.DEALER" in told


def test_a_smaller_example_is_found_in_time() -> None:
    with pytest.raises(AssertionError, match=r"the sum is 100\b") as caught:
        Slow().test_small()
    assert "With:     [100]" in caught.value.__dict__["overtrick_kit"]
    assert not caught.value.__notes__


@pytest.mark.slow
def test_pytest_prints_what_is_told_and_nothing_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes(folder, "-k", "TestFaultOfItsOwn", "--tb=auto", printed=True)
    printed = capsys.readouterr().out
    shown = printed.partition("= FAILURES =")[2].partition("short test summary")[0]
    assert "deep is at fault" in shown
    assert "requirements.py" not in shown
    assert len(shown.splitlines()) < 10, shown
    assert "::test_deep - deep is at fault" in printed

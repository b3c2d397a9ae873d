"""A plugin that does not load gives one failure that says why; another's gives none."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from overtrick import Board, PluginManager, show
from overtrick_testing import CommandSuite, FormatSuite, KitBase, RuleSuite, ViewSuite, obligation
from overtrick_testing.loading import NotLoadedError

SUITES = {
    FormatSuite: {"format_name": "mine"},
    RuleSuite: {"rule_name": "mine"},
    ViewSuite: {"view_name": "mine"},
    CommandSuite: {"command_lines": (("mine", "{file}"),)},
}
HOOK = "from overtrick.plugin import ViewSpec, hookimpl\n@hookimpl\ndef overtrick_views():\n    "

# A plugin's source, what is told of it, and the line that is at fault, if one is.
BROKEN = {
    "an import that is not there": ("import nowhere_at_all\n", "No module named 'nowhere_at", 1),
    "an exception of its own": ("x = 1\nx = {}['y']\n", "does not load: KeyError: 'y'", 2),
    "an end": ("raise SystemExit(3)\n", "does not load: SystemExit: 3", 1),
    "a line that is no Python": ("def :\n", "does not load: SyntaxError: invalid syntax", None),
    "a hook that raises": (HOOK + "yield 1 // 0\n", "ZeroDivisionError", 4),
    "a specification of another class": (HOOK + "yield 7\n", "gave 7, which is no ViewSpec", None),
    "a hook with a slip": (
        HOOK.replace("_views", "_viewss") + "return ()\n", "did you mean 'overtrick_views'?", None,
    ),
    "no hook": (
        "x = 1\n", "no usable plugin declares the view 'mine' (there are: text)\ninstall", None,
    ),
    "another name": (
        HOOK + "yield ViewSpec(name='other', summary='x', view='a:b')\n", "there are: other, text",
        None,
    ),
}  # fmt: skip


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Return a function that writes a module that can be imported, and returns its name."""

    def write_it(source: str) -> str:
        name = f"broken_{abs(hash(source))}"
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        return name

    return write_it


def outcomes(suite: type[KitBase], folder: Path) -> dict[str, str]:
    """Return what is told of each obligation that fails, and why the others skip."""
    found = {}
    for name in [name for name in dir(suite) if name.startswith("test_")]:
        given = (folder,) if "tmp_path" in run_of(suite, name).__code__.co_varnames else ()
        try:
            getattr(suite(), name)(*given)
        except pytest.skip.Exception as skipped:
            found[name] = f"skipped: {skipped}"
        except Exception as error:  # noqa: BLE001  # whatever a kit raises
            found[name] = str(error.__dict__["overtrick_kit"])
    return found


def run_of(suite: type[KitBase], name: str):  # a function with its code
    return getattr(suite, name).__wrapped__


def module_suite(base: type[KitBase], plugin: str, **more: object) -> type[KitBase]:
    return type("Suite", (base,), {"plugin": plugin, **SUITES[base], **more})


@pytest.mark.slow
@pytest.mark.parametrize("base", SUITES)
def test_one_failure_says_why_and_all_else_skips(base, write, tmp_path):
    source, words, _ = BROKEN["an exception of its own"]
    found = outcomes(module_suite(base, write(source)), tmp_path)
    failed = {name: told for name, told in found.items() if not told.startswith("skipped: ")}
    assert list(failed) == ["test_plugin_loads"]
    assert words in failed["test_plugin_loads"]
    other = {told for told in found.values() if "does not load; test_plugin_loads" in told}
    assert len(other) == 1, other
    assert len(found) == len([name for name in dir(base) if name.startswith("test_")])


@pytest.mark.parametrize("what", BROKEN)
def test_the_reason_and_the_place_are_told(what, write):
    source, words, line = BROKEN[what]
    name = write(source)
    with pytest.raises(AssertionError) as caught:
        module_suite(ViewSuite, name)().test_plugin_loads()
    told = caught.value.__dict__["overtrick_kit"]
    assert words in told, told
    place = re.search(rf"Where:  \S+{name}\.py:(\d+),", told)
    assert (None if place is None else int(place[1])) == line, told


def test_an_installed_plugin_that_fails_is_named_with_its_place(write, monkeypatch):
    name = write("raise KeyError('y')\n")
    manager = PluginManager(discover=False)
    with pytest.raises(Exception, match="KeyError"):
        manager.register(_Raising(name), name="mine")
    suite = type("Suite", (ViewSuite,), {"view_name": "mine"})
    monkeypatch.setattr(suite, "make_manager", classmethod(lambda cls: manager))
    with pytest.raises(NotLoadedError, match="the plugin 'mine' does not load") as caught:
        suite().test_plugin_loads()
    assert "KeyError: 'y'" in str(caught.value)


class _Raising:
    """A plugin of which a name cannot be had."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __dir__(self) -> list[str]:
        raise KeyError("y")


def test_two_plugins_that_declare_the_name_are_told_of(write):
    source = HOOK + "yield ViewSpec(name='mine', summary='x', view='a:b')\n"
    suite = module_suite(
        ViewSuite, write(source), needed_plugins=(write(source + "\n# another\n"),)
    )
    with pytest.raises(NotLoadedError, match="is not used: the view 'mine' is also declared by"):
        suite().test_plugin_loads()


def test_a_suite_about_no_specification_skips() -> None:
    class Suite(KitBase):
        @obligation(level=1)
        def test_other(self) -> None:
            raise AssertionError("it is at fault itself")

    with pytest.raises(pytest.skip.Exception, match="no specification"):
        Suite().test_plugin_loads()
    with pytest.raises(AssertionError, match="at fault itself"):
        Suite().test_other()


OTHERS = """
from overtrick import Board, show
from overtrick_testing import CommandSuite, FormatSuite, ViewSuite
class TestCsv(FormatSuite):
    format_name = "csv"
class TestText(ViewSuite):
    view_name = "text"
class TestShow(CommandSuite):
    command_lines = (("show", "{file}"),)
def test_of_the_plugin(tmp_path):
    show(Board(number=1), tmp_path / "a.txt")
"""
CHOSEN = "loads or sniffer or fields or sealed or prints or help"


@pytest.fixture
def run_beside_a_broken_plugin(tmp_path):
    """Return a function that runs tests where a plugin is installed that does not work."""
    pytest.importorskip("overtrick_csv")
    info = tmp_path / "bad-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[overtrick.plugins.v2]\nbad = bad_plugin\n")
    (tmp_path / "bad_plugin.py").write_text("raise KeyError('broken')\n")
    (tmp_path / "test_others.py").write_text(OTHERS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")

    def run(*words, strict=""):
        path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
             *words, str(tmp_path)],
            capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": path, "OVERTRICK_STRICT_PLUGINS": strict},
        )  # fmt: skip

    return run


@pytest.mark.slow
def test_a_plugin_of_others_that_does_not_work_fails_nothing(run_beside_a_broken_plugin):
    done = run_beside_a_broken_plugin("-k", f"{CHOSEN} or of_the_plugin")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the plugin 'bad' (bad 1.0) failed to load" in done.stdout
    done = run_beside_a_broken_plugin("-k", CHOSEN, "-W", "error")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_how_far_expected_outputs_and_samples_reach_is_printed(tmp_path):
    (tmp_path / "expected").mkdir()
    (tmp_path / "expected" / "one.json").write_text('{"board": 7}\n{"board": 9}\n')
    show([Board(number=7), Board(number=9)], tmp_path / "expected" / "one.txt")
    shutil.copy(tmp_path / "expected" / "one.txt", tmp_path / "expected" / "one.play=no.txt")
    rule = Path(__file__).parents[3] / "examples" / "rule" / "overtrick_order.py"
    shutil.copy(rule, tmp_path)
    (tmp_path / "test_reach.py").write_text(
        "from overtrick_testing import RuleSuite, ViewSuite\n"
        "class TestText(ViewSuite):\n"
        "    view_name, expected, shows = 'text', 'expected', frozenset({'number', 'deal'})\n"
        "class TestOrder(RuleSuite):\n"
        "    rule_name, plugin = 'order', 'overtrick_order'\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist",
         "-k", "expected or good_samples", str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])},
    )  # fmt: skip
    assert "text: expected outputs of 1 file: 2 boards, numbers 7 to 9; no deal" in done.stdout
    assert "text: expected outputs with play=no" in done.stdout
    assert "order: samples of ORDER001: 3 boards, numbers 1 to 2" in done.stdout


@pytest.mark.slow
def test_where_every_plugin_has_to_work_one_that_does_not_is_one_failure(
    run_beside_a_broken_plugin,
):
    done = run_beside_a_broken_plugin("-k", CHOSEN, strict="1")
    failed = re.findall(r"^(?:FAILED|ERROR) \S+::(\w+)::(\w+)", done.stdout, re.MULTILINE)
    suites = ("TestCsv", "TestText", "TestShow")
    assert failed == [(suite, "test_plugin_loads") for suite in suites], done.stdout

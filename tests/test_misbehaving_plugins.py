"""Every kind of exception at every place where a plugin is called becomes an error that names it.

The rows of the matrix are the attributes of all specifications that name code, and all hooks; a new
one without a row fails `test_every_place_has_a_row`. The plugin is `misbehaving_plugins.py`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import runpy
import signal
import sys
import types
import warnings
from pathlib import Path

import attrs
import click
import pytest

import overtrick
import overtrick_dlm
from overtrick import DetectionError, PluginError, PluginLoadWarning, PluginManager, rotate
from overtrick.framework import guard
from overtrick.framework.core_kinds import KINDS
from overtrick.framework.spec.reference import REFERENCE
from overtrick.plugin import (
    DealCounterSpec,
    RuleSpec,
    TablesSpec,
    all_codes,
    default_manager,
    fix_file,
    parts_of,
)

HERE = Path(__file__).parent / "misbehaving_plugins.py"
NAME = "overtrick_careless"

CARELESS = b"careless\n1\n2\n"


def load():
    """Return the careless plugin's module, imported anew."""
    spec = importlib.util.spec_from_file_location(NAME, HERE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def careless():
    """The careless plugin, by the name in its references."""
    module = load()
    command = types.ModuleType(f"{NAME}_command")

    @click.command("careless")
    def run():
        click.echo("before")
        module.act("commands.command")

    command.command = run
    sys.modules[command.__name__] = command
    yield module
    del sys.modules[NAME], sys.modules[command.__name__]


@pytest.fixture(autouse=True)
def sound(request):
    """Leave the plugin sound."""
    yield
    if NAME in sys.modules:
        sys.modules[NAME].FAULTS.clear()
        sys.modules[NAME].ENDLESS.clear()


def manager_of(careless):
    """A manager with the careless plugin, its neighbours, and the kinds of other plugins."""
    manager = PluginManager(discover=False)
    manager.register(overtrick_dlm, "dlm")
    for name in ("overtrick_dd", "overtrick_duplimate_device", "overtrick_web"):
        if importlib.util.find_spec(name) is not None:
            manager.register(importlib.import_module(name), name)
    manager.register(careless, "careless")
    return manager


# What is done to reach a place; it returns what is said of the plugin, or raises it.


def _read(manager, **more):
    with overtrick.open_boards(CARELESS, manager=manager, format="careless", **more) as reader:
        boards = reader.rest()
        assert [board.number for board in boards] == [1, 2]
        return [str(item) for item in reader.diagnostics]


def _check(manager):
    said = _read(manager, check=True)
    # The neighbour says its words all the same.
    assert manager.specs(RuleSpec)["plain"].name == "plain"
    return said


def _write(manager):
    sink = io.BytesIO()
    boards = [overtrick.Board(number=1), overtrick.Board(number=2)]
    overtrick.write(boards, sink, format="careless", manager=manager)
    assert sink.getvalue() == CARELESS


def _detect(manager):
    found = overtrick.detect(b"careless\n1\n", path="x.care", manager=manager)
    assert found.format == "careless"
    return [answer.reason for answer in found.answers if answer.failed]


def _split(manager):
    with _file() as path:
        parts = list(parts_of(path, manager.format("careless"), 1))
    assert [part.start for part in parts] == [0, 2]


@contextlib.contextmanager
def _file():
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".care") as file:
        file.write(CARELESS)
        file.flush()
        yield file.name


def _fix(manager):
    fixed = fix_file(CARELESS, manager.format("careless"), manager, path="x.care")
    assert fixed.data == CARELESS
    return [str(item) for item in fixed.left]


def _turn(manager):
    given = overtrick.Board(extras=overtrick.Extras({"careless:seat": "N"}))
    [board] = rotate([given], 1, manager=manager)
    assert board.extras["careless:seat"] == "E"


def _show(manager):
    sink = io.BytesIO()
    overtrick.show([overtrick.Board(number=1)], sink, view="careless", manager=manager)
    assert sink.getvalue() == b"1\n"


def _codes(manager):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        codes = all_codes(manager)
    assert {"CORE010", "DLM001"} <= codes.keys()
    return [str(item.message) for item in caught if item.category is PluginLoadWarning]


def _table(manager):
    assert manager.format("careless").capability(TablesSpec).content("one") == b"one\n"


def _count(manager):
    from overtrick_duplimate_device import GuardedCounter

    books = GuardedCounter(
        "careless", manager.format("careless").capability(DealCounterSpec).counter
    )
    assert books.counters(CARELESS) == {1: 0}
    assert books.with_counters(CARELESS, {1: 1}) == CARELESS


def _solver(manager):
    from overtrick_dd import chosen_solver

    assert chosen_solver("careless", manager=manager).name == "careless"


def _driver(manager):
    from overtrick_duplimate_device import open_device

    with pytest.raises(overtrick.ModelError, match="no such machine"):
        open_device("careless://here", manager=manager)


def _page(manager):
    from overtrick_web import PAGES, routes_of

    assert routes_of(manager.specs(PAGES)["careless"], None) == []


PLACES = {
    "formats.reader": _read,
    "formats.reader, after a board": _read,
    "formats.reader, at the end": _read,
    "formats.reader, closing": _read,
    "formats.writer": _write,
    "formats.writer, after a board": _write,
    "formats.sniffer": _detect,
    "formats.read_options": _read,
    "formats.write_options": _write,
    "formats.diagnostics": _codes,
    "formats.locator": _check,
    "formats.fixer": _fix,
    "formats.fixer, after a finding": _fix,
    "formats.tables": _table,
    "formats.rotated": _turn,
    "formats.counter, counters": _count,
    "formats.counter, with_counters": _count,
    "formats.splitter": _split,
    "formats.splitter, after a part": _split,
    "rules.board": _check,
    "rules.file": _check,
    "rules.file, see": _check,
    "rules.file, end": _check,
    "rules.diagnostics": _codes,
    "rules.fix": _fix,
    "rules.fix, at the end": _fix,
    "views.view": _show,
    "views.view, after a board": _show,
    "views.options": _show,
    "other_files.diagnostics": _codes,
    "solvers.absence": _solver,
    "drivers.driver": _driver,
    "pages.routes": _page,
}

ELSEWHERE = {
    # Called by tests of the plugin's own, which are to fail.
    "kinds.suite": "overtrick_testing",
    "rules.samples": "overtrick_testing",
    # The command is the program; below.
    "commands.command": "test_a_command_that_fails_never_ends_with_0",
    # Folders, which hold no code.
    "pages.static": "overtrick_web.testing",
    "pages.templates": "overtrick_web.testing",
    # In a process of its own, whatever it does.
    "solvers.solver": "plugins/dd/tests/test_dd_solving.py",
}

HOOKS = sorted({kind.hook for kind in default_manager().kinds().values()} | {KINDS.hook})


def test_every_place_has_a_row(careless):
    manager = manager_of(careless)
    kinds = {KINDS.name: KINDS, **default_manager().kinds(), **manager.kinds()}
    known = {place.partition(",")[0] for place in PLACES} | ELSEWHERE.keys()
    places = set()
    for kind in kinds.values():
        specs = [*manager.specs(kind).values(), *default_manager().specs(kind).values()]
        specs += [item for spec in specs for item in getattr(spec, "capabilities", ())]
        for declared, field in ((one, field) for one in specs for field in attrs.fields(type(one))):
            is_checked = getattr(field.validator, "__name__", "") == "check_reference"
            if is_checked or _has_reference(getattr(declared, field.name)):
                places.add(f"{kind.name}.{field.name}")
    assert known == places
    assert {"overtrick_kinds", "overtrick_formats", "overtrick_solvers"} <= set(HOOKS)


def _has_reference(value):
    if isinstance(value, tuple):
        return any(map(_has_reference, value))
    is_ours = isinstance(value, str) and value.startswith("overtrick")
    return is_ours and bool(REFERENCE.fullmatch(value))


# What goes wrong.


def raising(error):
    def fault():
        raise error

    return fault


def endless_recursion():
    endless_recursion()


class Rogue(BaseException):
    """An exception that `except Exception` lets by."""


RAISED = {
    "an exception": raising(KeyError("oh")),
    "the end of a program": raising(SystemExit(0)),
    "the end of a program, unsaid": raising(SystemExit()),
    "the end of a generator": raising(GeneratorExit()),
    "the end of an iteration": raising(StopIteration()),
    "the end of a command": raising(click.exceptions.Exit(0)),
    "an endless recursion": endless_recursion,
}

PASSED = {
    "Ctrl-C": (lambda: signal.raise_signal(signal.SIGINT), KeyboardInterrupt),
    "no memory": (raising(MemoryError()), MemoryError),
    "a base exception": (raising(Rogue()), Rogue),
}


def noise():
    print("noise")


def said_by(run, manager):
    """Return what is said of the plugin, whether it comes as an error or as findings."""
    try:
        return "\n".join(run(manager) or ())
    except (PluginError, DetectionError) as error:
        return str(error)


CLOSED = (
    "formats.writer, after a board",
    "formats.fixer, after a finding",
    "views.view, after a board",
)


@pytest.mark.parametrize("place", CLOSED)
def test_a_file_that_is_closed_is_told(place, careless):
    careless.FAULTS[place] = careless.close_what_was_given
    said = said_by(PLACES[place], manager_of(careless))
    assert "'careless'" in said
    assert "closed" in said


@pytest.mark.parametrize("place", PLACES)
def test_whatever_a_plugin_raises_it_is_named(careless, place):
    manager = manager_of(careless)
    assert "careless" not in said_by(PLACES[place], manager)
    for kind, fault in RAISED.items():
        careless.FAULTS[place] = fault
        said = said_by(PLACES[place], manager)
        assert "'careless'" in said, f"{kind}: {said}"
        assert "failed" in said, f"{kind}: {said}"
        careless.FAULTS.clear()
        # Nothing is left behind.
        assert "careless" not in said_by(PLACES[place], manager), kind


@pytest.mark.parametrize("place", PLACES)
def test_what_is_no_fault_of_a_plugin_passes_as_it_is(careless, place):
    manager = manager_of(careless)
    for fault, raised in PASSED.values():
        careless.FAULTS[place] = fault
        with pytest.raises(raised):
            PLACES[place](manager)


@pytest.mark.parametrize("place", PLACES)
def test_what_a_plugin_prints_goes_where_the_caller_wants(careless, place, capsys):
    manager = manager_of(careless)
    careless.FAULTS[place] = noise
    said = io.StringIO()
    token = guard.around.set(contextlib.redirect_stdout(said))
    try:
        PLACES[place](manager)
    finally:
        guard.around.reset(token)
    assert "noise" in said.getvalue()
    assert capsys.readouterr().out == ""
    PLACES[place](manager)
    # A program that does not ask for it has it where it prints itself.
    assert "noise" in capsys.readouterr().out


def test_the_exception_of_a_plugin_is_the_cause(careless):
    manager = manager_of(careless)
    for place in ("formats.reader", "formats.writer", "formats.tables"):
        careless.FAULTS[place] = RAISED["an exception"]
        with pytest.raises(PluginError, match="'careless'") as caught:
            PLACES[place](manager)
        assert isinstance(caught.value.__cause__, KeyError)


def test_our_own_errors_pass(careless):
    manager = manager_of(careless)
    for place in ("formats.writer", "formats.tables", "views.view"):
        careless.FAULTS[place] = raising(overtrick.DealError("no such deal"))
        with pytest.raises(overtrick.DealError, match=r"^no such deal$"):
            PLACES[place](manager)


ENDLESS = ("formats.reader", "formats.splitter", "rules.fix")


@pytest.mark.parametrize("place", ENDLESS)
def test_what_has_no_end_is_ended(careless, place):
    manager = manager_of(careless)
    careless.ENDLESS.add(place)
    said = said_by(PLACES[place], manager)
    assert "'careless'" in said
    assert "failed" in said


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_goes_wrong_costs_its_plugin_alone(careless, hook):
    for kind, fault in RAISED.items():
        careless.FAULTS[hook] = fault
        manager = PluginManager(discover=False)
        manager.register(overtrick_dlm, "dlm")
        with pytest.raises(PluginError, match=f"its {hook} failed") as caught:
            _register_all(manager, careless)
        assert "'careless'" in str(caught.value), kind
        assert "careless" not in manager.formats()
        assert "tricks" not in manager.kinds()
        assert manager.format("dlm").name == "dlm"


def _register_all(manager, careless):
    for name in ("overtrick_dd", "overtrick_duplimate_device", "overtrick_web"):
        if importlib.util.find_spec(name) is not None:
            manager.register(importlib.import_module(name), name)
    manager.register(careless, "careless")


# The command line: nothing ends with 0 that was not done, and only data comes out.

COMMANDS = {
    "formats.reader": ("convert", "x.care", "y.care"),
    "formats.reader, after a board": ("convert", "x.care", "y.care"),
    "formats.reader, at the end": ("convert", "x.care", "-", "--to", "careless"),
    "formats.read_options": ("show", "x.care", "--json"),
    "formats.writer": ("convert", "x.care", "y.care"),
    "formats.writer, after a board": ("convert", "x.care", "-", "--to", "careless"),
    "formats.write_options": ("convert", "x.care", "y.care"),
    "formats.sniffer": ("detect", "x.care"),
    "formats.diagnostics": ("convert", "x.care", "y.care"),
    "formats.locator": ("check", "x.care"),
    "formats.fixer": ("check", "--fix", "x.care"),
    "formats.tables": ("formats", "careless", "--one"),
    "formats.rotated": ("edit", "x.care", "y.care", "--rotate", "1"),
    "rules.board": ("check", "x.care", "--json"),
    "rules.file": ("check", "x.care"),
    "rules.file, see": ("check", "x.care"),
    "rules.file, end": ("check", "x.care"),
    "rules.diagnostics": ("check", "x.care"),
    "rules.fix": ("check", "--fix", "x.care"),
    "views.view": ("show", "x.care", "--as", "careless"),
    "views.view, after a board": ("show", "x.care", "--as", "careless"),
    "views.options": ("show", "x.care", "--as", "careless"),
    "other_files.diagnostics": ("explain", "CARE001"),
    "commands.command": ("careless",),
}


@pytest.fixture
def command(careless, monkeypatch, tmp_path, capfd):
    """Run `overtrick ...` in this process with the careless plugin."""
    from overtrick_cli.commands import run

    monkeypatch.setenv("OVERTRICK_PLUGINS", "")
    monkeypatch.chdir(tmp_path)
    default_manager.cache_clear()
    default_manager().register(overtrick_dlm, "dlm")
    default_manager().register(careless, "careless")
    source = tmp_path / "x.care"

    def call(*words):
        source.write_bytes(CARELESS)
        (tmp_path / "y.care").unlink(missing_ok=True)
        capfd.readouterr()
        code = run(list(words))
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return code, out, err

    with warnings.catch_warnings():
        # As outside of tests: a warning is words.
        warnings.simplefilter("default")
        yield call
    default_manager.cache_clear()


@pytest.mark.parametrize("place", COMMANDS)
def test_no_command_ends_with_0_whose_work_is_not_done(careless, command, place, tmp_path):
    words = COMMANDS[place]
    code, sound, _ = command(*words)
    assert code == 0
    # All kinds are tried above; here it is what becomes of them.
    for kind in ("an exception", "the end of a program", "the end of a generator"):
        careless.FAULTS[place] = RAISED[kind]
        code, out, err = command(*words)
        careless.FAULTS.clear()
        assert "'careless'" in out + err, kind
        if place == "other_files.diagnostics":
            assert code == 0, "the code stands in the catalogue of the format too"
            continue
        # A file that no other format takes is of no format.
        assert code == (1 if words[0] == "detect" else 4), kind
        assert not (tmp_path / "y.care").exists(), kind
        assert (tmp_path / "x.care").read_bytes() == CARELESS, kind
    if place != "commands.command":
        careless.FAULTS[place] = noise
        _, out, err = command(*words)
        assert out == sound
        assert "noise" in err


def test_a_command_that_says_that_it_failed_is_believed(careless, command):
    for ended, code in ((3, 3), (0, 4), (None, 4), ("no licence", 4)):
        careless.FAULTS["commands.command"] = raising(SystemExit(ended))
        found, out, _ = command("careless")
        assert (found, out) == (code, "before\n")
    careless.FAULTS["commands.command"] = raising(click.exceptions.Exit(0))
    assert command("careless")[0] == 0


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the careless plugin as a distribution."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / f"{NAME}.py").write_bytes(HERE.read_bytes())
    (folder / f"{NAME}_command.py").write_text(
        f"import click, {NAME}\n\n"
        f"@click.command()\ndef command():\n    {NAME}.act('commands.command')\n"
    )
    info = folder / "careless_boards-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: careless-boards\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[overtrick.plugins.v2]\ncareless = {NAME}\n")
    (folder / "x.care").write_bytes(CARELESS)
    (folder / "other.care").write_bytes(CARELESS)
    return folder


EXIT = "raise SystemExit(0)"

PROCESSES = [
    # What is done where; the command; its exit code, output, and what is said.
    (f"import:{EXIT}", "show x.care", 1, "", "its import failed: SystemExit: 0"),
    ("import:print('noise')", "convert x.care - --to careless", 0, CARELESS.decode(), "noise"),
    (f"formats.reader:{EXIT}", "convert x.care other.care --to careless --out-dir out --jobs 2",
     4, "", "the reader of 'careless' (careless-boards 1.0) failed"),
    ("formats.reader, after a board:print('noise')",
     "convert x.care other.care --to careless --out-dir out --force --jobs 2", 0, "", "noise"),
    (f"commands.command:{EXIT}", "careless", 4, "",
     "the command 'careless' (careless-boards 1.0) failed: SystemExit: 0"),
    ("formats.reader:import os, signal; os.kill(os.getpid(), signal.SIGINT); [0 for _ in 'wait']",
     "show x.care", 130, "", "interrupted; no file was left half-written"),
    ("formats.reader:import atexit; atexit.register(print, 'noise')",
     "convert x.care - --to careless", 0, CARELESS.decode(), "noise"),
    ("views.view, after a board:close_what_was_given()",
     "show x.care --as careless", 4, "1\n2\n", "the view 'careless' (careless-boards 1.0) failed"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("case", PROCESSES, ids=[case[0] for case in PROCESSES])
def test_whole_processes(python, installed, case):
    fault, words, code, out, said = case
    done = python(
        "-m", "overtrick_cli", *words.split(), check=False, cwd=installed,
        PYTHONPATH=str(installed), OVERTRICK_CARELESS=fault, OVERTRICK_PLUGINS="careless",
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert done.stdout == out
    assert said in done.stderr
    assert "Traceback" not in done.stderr


# What one process cannot bound, another can: `docs/howto/untrusted-plugins.md`.

UNBOUNDED = [
    ("formats.reader:\nwhile True: pass", "careless was not done after 1.5 seconds"),
    ("formats.reader:import ctypes; ctypes.string_at(0)", "careless ended with signal 11"),
    ("formats.reader:import os; os._exit(0)", "careless ended with code 0"),
    ("formats.reader:raise SystemExit(0)", "(careless-boards 1.0) failed at board 1: SystemExit"),
    ("formats.reader:print('noise')", None),
]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
@pytest.mark.parametrize(("fault", "said"), UNBOUNDED, ids=[case[0] for case in UNBOUNDED])
def test_a_process_of_its_own_bounds_any_plugin(installed, monkeypatch, repository, fault, said):
    example = runpy.run_path(str(repository / "examples" / "embedding" / "untrusted_plugin.py"))
    monkeypatch.setenv("PYTHONPATH", str(installed))
    monkeypatch.setenv("OVERTRICK_CARELESS", fault)
    path = str(installed / "x.care")
    if said is None:
        assert [board.number for board in example["boards_of"](path, "careless")] == [1, 2]
    else:
        with pytest.raises(example["PluginFailedError"]) as caught:
            example["boards_of"](path, "careless", 1.5 if "while" in fault else 30)
        assert said in str(caught.value)

"""The public names: pinned with their signatures, documented, typed, and light."""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import re
import subprocess
import sys

import pytest

import overtrick
import overtrick_render
import overtrick_testing
from overtrick import plugin
from overtrick_cli import commands


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_public_surface_is_as_pinned(repository):
    path = repository / "tests" / "make_public_surface.py"
    module = load(path)
    pinned = path.with_name("public_surface.txt").read_text().splitlines()
    changes = list(
        difflib.unified_diff(pinned, module.surface().splitlines(), "pinned", "now", lineterm="")
    )
    assert not changes, "run python tests/make_public_surface.py if this is meant:\n" + "\n".join(
        changes
    )


def test_all_is_sorted_complete_and_resolves():
    names = overtrick.__all__
    assert len(set(names)) == len(names)
    for name in names:
        assert getattr(overtrick, name) is not None
    assert set(dir(overtrick)) == set(names)
    with pytest.raises(AttributeError, match="no attribute 'Bored'"):
        _ = overtrick.Bored


def test_the_stubs_are_as_the_tables_of_names_give_them(repository):
    make_stub = load(repository / "tests" / "make_stub.py")
    for path, text in make_stub.stubs().items():
        assert path.read_text(encoding="utf-8") == text, "run python tests/make_stub.py"


def test_a_public_name_has_one_home(repository):
    names = [*overtrick.__all__, *plugin.__all__]
    assert sorted(names) == sorted(set(names))
    assert set(plugin.__all__) < set(dir(plugin))
    for name in plugin.__all__:
        assert getattr(plugin, name) is not None


def test_the_known_distributions_are_those_of_the_repository(repository):
    script = load(repository / "tests" / "make_known_distributions.py")
    assert script.TABLE.read_text(encoding="utf-8") == script.table(), (
        "run python tests/make_known_distributions.py"
    )


def test_every_public_name_is_documented_once(repository):
    pages = ("reference/api.md", "generated/plugin-interface.md")
    page = "".join((repository / "docs" / name).read_text("utf-8") for name in pages)
    documented = re.findall(r"^\.\. (?:auto\w+|py:data):: (\S+)$", page, re.MULTILINE)
    assert len(set(documented)) == len(documented)
    expected = {f"overtrick.{name}" for name in overtrick.__all__ if name != "__version__"}
    expected |= {f"overtrick_cli.commands.{name}" for name in commands.__all__}
    expected |= {f"overtrick.plugin.{name}" for name in plugin.__all__}
    expected |= {f"overtrick_render.{name}" for name in overtrick_render.__all__}
    assert set(documented) == expected


def test_the_tables_of_the_plugin_interface_are_short():
    """A format needs those of the first; nobody reads a table of thirty rows."""
    first, *others = [
        [name for names in modules.values() for name in names.split()]
        for modules in plugin.SURFACE.values()
    ]
    assert len(first) == 15
    assert all(len(names) <= 15 for names in others)
    assert len(plugin.__all__) <= 150


PUBLIC = [
    (name, getattr(overtrick, name))
    for name in overtrick.__all__
    if inspect.isclass(getattr(overtrick, name)) or inspect.isfunction(getattr(overtrick, name))
]


@pytest.mark.parametrize(("name", "value"), PUBLIC, ids=[name for name, _ in PUBLIC])
def test_every_public_class_and_function_has_a_docstring(name, value):
    text = inspect.getdoc(value)
    assert text
    first = text.splitlines()[0]
    assert len(first) <= 100
    assert first.endswith((".", ":", "!")) or len(text.splitlines()) > 1


def docstrings(value):
    """Yield the docstrings of a public value and of its public members, each with its name."""
    yield value.__name__, inspect.getdoc(value) or ""
    if inspect.isclass(value):
        for name, member in inspect.getmembers(value):
            if not name.startswith("_") and not isinstance(member, type):
                yield f"{value.__name__}.{name}", inspect.getdoc(member) or ""


PUBLIC_MODULES = {
    "overtrick": overtrick,
    "overtrick.plugin": plugin,
    "overtrick_render": overtrick_render,
    "overtrick_cli.commands": commands,
    "overtrick_testing": overtrick_testing,
}
DOTTED = re.compile(r"(?<![>\w./])(overtrick(?:_[a-z]+)*(?:\.[A-Za-z_]\w*)+)")


def is_public(reference):
    """Tell whether a dotted name is that of a public module, or of something in one."""
    if reference in PUBLIC_MODULES or reference.startswith("overtrick.plugins.v"):
        return True  # the entry-point group
    modules = [name for name in PUBLIC_MODULES if reference.startswith(f"{name}.")]
    if not modules:
        return True  # of a module that an example makes up
    module = max(modules, key=len)
    value = PUBLIC_MODULES[module]
    first, *others = reference.removeprefix(f"{module}.").split(".")
    if first not in value.__all__:
        return False
    value = getattr(value, first)
    for name in others:
        if not hasattr(value, name):
            return False
        value = getattr(value, name)
    return True


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_docstrings_point_to_public_names_alone(module):
    values = [getattr(PUBLIC_MODULES[module], name) for name in PUBLIC_MODULES[module].__all__]
    wrong = {
        (name, reference)
        for value in values
        if inspect.isclass(value) or inspect.isfunction(value)
        for name, text in docstrings(value)
        # What an example prints is Python's.
        for line in text.split("Example:")[0].splitlines()
        for reference in DOTTED.findall(line)
        if not is_public(reference)
    }
    assert not wrong


def test_a_private_reference_is_seen():
    assert not is_public("overtrick.tools.editing")
    assert not is_public("overtrick.Board.nothing")
    assert is_public("overtrick.Board.number")
    assert is_public("overtrick.plugin.printable")
    assert DOTTED.findall("(see `overtrick.tools.editing`).") == ["overtrick.tools.editing"]


def test_members_of_private_bases_are_documented_at_their_public_class(repository):
    pages = "".join(
        (repository / "docs" / name).read_text("utf-8")
        for name in ("reference/api.md", "generated/plugin-interface.md")
    )
    missing = []
    for entry in re.findall(r"^\.\. autoclass:: (\S+)\n((?:   .*\n)*)", pages, re.MULTILINE):
        module, _, name = entry[0].rpartition(".")
        value = getattr(PUBLIC_MODULES[module], name)
        private = [
            base
            for base in value.__mro__[1:]
            if base.__module__.startswith("overtrick")
            and not any(
                base is getattr(PUBLIC_MODULES[m], base.__name__, None) for m in PUBLIC_MODULES
            )
        ]
        inherited = {
            member
            for base in private
            for member, what in vars(base).items()
            if not member.startswith("_") and what.__doc__ and callable(what)
            if member not in vars(value)
        }
        if inherited and ":inherited-members:" not in entry[1]:
            missing.append((entry[0], sorted(inherited)))
    assert not missing


def test_a_star_import_gives_the_public_names(repository):
    code = (
        "from overtrick import *\n"
        "import overtrick\n"
        "assert all(name in globals() for name in overtrick.__all__)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.fixture(scope="module")
def last_release(repository):
    """The version of the last release, and all names of its surface."""
    script = load(repository / "tests" / "make_public_surface.py")
    surfaces = repository / "tests" / "surfaces"
    released = {
        tuple(map(int, path.stem.split("."))): path
        for path in surfaces.glob("*.txt")
        if re.fullmatch(r"\d+\.\d+\.\d+", path.stem)
    }
    version = max(released)
    return version, script.names_of(released[version].read_text("utf-8"))


def test_a_name_is_removed_with_a_major_version_only(repository, last_release):
    """`docs/reference/compatibility.md` promises it."""
    version, before = last_release
    now = load(repository / "tests" / "make_public_surface.py").names_of(
        (repository / "tests" / "public_surface.txt").read_text("utf-8")
    )
    assert len(before) > 1000
    current = tuple(map(int, re.findall(r"\d+", overtrick.__version__)))
    assert current >= version
    if current[0] == version[0]:
        assert not before - now


@pytest.mark.parametrize(
    ("line", "changed", "lost"),
    [
        ("def read(source: 'str', *, format: 'str | None' = None) -> 'int'", None, "x.read"),
        (
            "def read(source: 'str', *, format: 'str | None' = None) -> 'int'",
            "def read(source: 'str', *, kind: 'str | None' = None) -> 'int'",
            "x.read(format)",
        ),
        (
            "def read(a: 'tuple[int, int]' = (1, 0), b=<class 'int'>, *keys: 'str') -> 'int'",
            "def read(a: 'tuple[int, int]' = (1, 0), b=<class 'int'>) -> 'int'",
            "x.read(keys)",
        ),
        ("LIMIT: int", "LIMITS: int", "x.LIMIT"),
        ("class Board()\n    number: property", "class Board()", "x.Board.number"),
        ("class Side(IntEnum)\n    EAST = <Side: 1>", "class Side(IntEnum)", "x.Side.EAST"),
        (
            "class Board()\n    __init__(*, number: 'int' = 1, deal: 'Deal | None' = None) -> None",
            "class Board()\n    __init__(*, number: 'int' = 1) -> None",
            "x.Board.__init__(deal)",
        ),
    ],
)
def test_a_lost_name_member_or_parameter_is_seen(repository, line, changed, lost):
    names_of = load(repository / "tests" / "make_public_surface.py").names_of
    before = names_of(f"# x\n\ndef stays()\n{line}\n")
    after = names_of(f"# x\n\ndef stays()\n{changed or ''}\n")
    assert lost in before - after
    assert "x.stays" in after

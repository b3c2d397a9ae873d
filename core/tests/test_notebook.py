"""Pictures in notebooks: there for whoever has a value, and loaded only when asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from overtrick import Board, BoardSet, Deal, Hand
from overtrick.model import notebook
from overtrick_render import html_diagram

DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -"


@pytest.mark.parametrize(
    "value", [Board(number=3), BoardSet(), Deal.parse(DEAL), Hand()], ids=lambda v: type(v).__name__
)
def test_a_notebook_shows_a_picture(value):
    assert value._repr_html_() == html_diagram(value)


def test_a_notebook_speaks_the_language_of_the_environment(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "sv_SE:fr")
    picture = Board(number=3)._repr_html_()
    assert picture == html_diagram(Board(number=3), language="sv")
    assert "Bricka 3" in picture


def test_without_a_view_a_notebook_shows_the_repr_and_says_so_once(monkeypatch):
    notebook._recommend_render.cache_clear()
    monkeypatch.setitem(sys.modules, "overtrick_render", None)
    with pytest.warns(UserWarning, match="pip install overtrick-render") as told:
        shown = [value._repr_html_() for value in (Board(number=3), Hand())]
    assert shown == [None, None]
    assert len(told) == 1
    assert told[0].filename == __file__


def test_a_view_that_lacks_something_else_fails(monkeypatch):
    def importing(name):
        raise ModuleNotFoundError(name="babel")

    monkeypatch.setattr(notebook.importlib, "import_module", importing)
    with pytest.raises(ModuleNotFoundError):
        Board(number=3)._repr_html_()


# A plugin that takes nothing from the package itself, so that `read` is the first name of it.
PLUGIN = """
from overtrick.framework.spec.formats import FormatSpec
from overtrick.framework.spec.interface import hookimpl
from overtrick.model.board import Board

@hookimpl
def overtrick_formats():
    return [FormatSpec(name="three", summary="Board 3", reader="three:read")]

def read(source, ctx):
    yield Board(number=3)
"""

READ = """
import three
from overtrick.framework.manager import PluginManager
manager = PluginManager(discover=False)
manager.register(three, "three")
import overtrick
[board] = overtrick.read(b"x", format="three", manager=manager)
"""

FIRST = {
    "the class": "import overtrick; board = overtrick.Board(number=3)",
    "a name imported": "from overtrick import Board; board = Board(number=3)",
    "read alone": READ,
}

AFTER = """
import sys
assert "overtrick_render.html" not in sys.modules
assert board._repr_html_().startswith("<figure")
"""


def run(code, folder):
    (folder / "three.py").write_text(PLUGIN)
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, cwd=folder)


@pytest.mark.parametrize("how", FIRST)
def test_in_a_fresh_process_the_first_value_has_a_picture(how, tmp_path):
    run(FIRST[how] + AFTER, tmp_path)


def test_importing_the_package_loads_none_of_its_modules(tmp_path):
    run("import sys, overtrick\nassert 'overtrick.model' not in sys.modules", tmp_path)


def test_without_the_package_that_draws_a_notebook_is_told_once(tmp_path):
    """It shows the `repr`; a class of a package that lacks something else still fails."""
    code = """
import sys, warnings
sys.modules["overtrick_render"] = None
from overtrick import Board
with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter("always")
    assert Board(number=3)._repr_html_() is None
    assert Board(number=4)._repr_html_() is None
[warning] = found
assert "python -m pip install overtrick-render" in str(warning.message)
"""
    run(code, tmp_path)

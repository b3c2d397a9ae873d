"""Every hook has its heading with the exact signature, and its example runs."""

from __future__ import annotations

import inspect
import re
import types

import attrs
import pytest

import overtrick
import overtrick.plugin
import overtrick.plugin as plugin_interface
from overtrick import PluginManager
from overtrick.framework import hookspecs

HOOKS = sorted(name for name in vars(hookspecs) if name.startswith("overtrick_"))


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "docs" / "hooks.md").read_text()


def heading(name):
    signature = inspect.signature(getattr(hookspecs, name))
    return f"## `{name}{signature}`".replace("'", "")


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_has_its_heading(page, name):
    assert heading(name) in page.splitlines()


def test_every_heading_is_of_a_hook_that_exists(page):
    headings = [line for line in page.splitlines() if line.startswith("## `overtrick_")]
    assert sorted(headings) == sorted(map(heading, HOOKS))


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_has_all_parts_of_its_description(page, name):
    section = page.split(heading(name))[1].split("\n## ")[0]
    documentation = inspect.getdoc(getattr(hookspecs, name))
    for text in (section, documentation):
        for part in ("**Called**", "**Return**", "**Errors**", "**Example**", "**Since** 1.0."):
            assert part in text
    # One sentence opens both.
    assert documentation.splitlines()[0] in section


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_has_a_test_of_its_own(repository, name):
    module = (repository / "core" / "tests" / "test_plugin_manager.py").read_text()
    assert f"\ndef test_hook_{name}(" in module


@pytest.mark.parametrize("name", HOOKS)
def test_the_example_of_a_hook_runs(name):
    documentation = inspect.getdoc(getattr(hookspecs, name))
    code = re.search(r"\*\*Example\*\*\n\n(.*?)\n\n\*\*Since", documentation, re.DOTALL)[1]
    namespace = {public: getattr(overtrick, public) for public in overtrick.__all__}
    namespace |= {public: getattr(plugin_interface, public) for public in plugin_interface.__all__}
    namespace["attrs"] = attrs
    exec(inspect.cleandoc(code), namespace)  # noqa: S102  # our own documentation
    plugin = types.SimpleNamespace(**{name: namespace[name]})
    manager = PluginManager(discover=False)
    record = manager.register(plugin, "example")
    assert record.hooks == (name,)
    [(kind, names)] = record.provides.items()
    assert name == f"overtrick_{kind}"
    assert len(names) == 1

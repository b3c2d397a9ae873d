"""Every hook of the core has its heading with the exact signature, and its example runs."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator

import attrs
import pytest

import overtrick
import overtrick.plugin as plugin_interface
from overtrick import PluginManager

KINDS = PluginManager(discover=False).kinds()
HOOKS = {"overtrick_kinds": "Kind[Any]"} | {
    kind.hook: kind.spec.__name__ for kind in KINDS.values()
}


@pytest.fixture(scope="module")
def page(repository):
    return (repository / "docs" / "reference" / "hooks.md").read_text()


def heading(name):
    return f"## `{name}(api: ApiVersion) -> Iterable[{HOOKS[name]}]`"


def section(page, name):
    return page.split(heading(name))[1].split("\n## ")[0]


def test_every_heading_is_of_a_hook_and_every_hook_has_its_heading(page):
    headings = [line for line in page.splitlines() if line.startswith("## `overtrick_")]
    assert sorted(headings) == sorted(map(heading, HOOKS))


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_has_all_parts_of_its_description(page, name):
    for part in ("**Called**", "**Return**", "**Errors**", "**Example**", "**Since** 1.0."):
        assert part in section(page, name)


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_has_a_test_of_its_own(repository, name):
    module = (repository / "core" / "tests" / "test_plugin_manager.py").read_text()
    assert f"\ndef test_hook_{name}(" in module


@pytest.mark.parametrize("name", HOOKS)
def test_the_example_of_a_hook_runs(page, name):
    code = re.search(r"```python\n(.*?)```", section(page, name), re.DOTALL)[1]
    namespace = {public: getattr(overtrick, public) for public in overtrick.__all__}
    namespace |= {public: getattr(plugin_interface, public) for public in plugin_interface.__all__}
    namespace |= {"attrs": attrs, "Iterator": Iterator}
    namespace["manager"] = PluginManager(discover=False)
    exec(code, namespace)  # noqa: S102  # our own documentation
    classes = [found for found in namespace.values() if name in getattr(found, "__dict__", {})]
    plugin = classes[0]() if classes else types.SimpleNamespace(**{name: namespace[name]})
    record = PluginManager(discover=False).register(plugin, "example")
    assert name in record.hooks
    assert len(record.provides[name.removeprefix("overtrick_")]) == 1

"""What every kind of declaration owes: light, well named, every reference callable, codes told."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any, Final

from overtrick.plugin import Catalogue, resolve
from overtrick_testing.elsewhere import run_elsewhere
from overtrick_testing.loading import find_spec

if TYPE_CHECKING:
    from overtrick import PluginManager
    from overtrick.plugin import Kind

# Runs in a fresh interpreter: what does importing and registering the declaration bring in?
_LIGHT: Final = """
import importlib, sys
import attrs, pluggy, overtrick
from overtrick import PluginManager
before = set(sys.modules)
module = importlib.import_module({module!r})
PluginManager(discover=False).register(module, name="kit")
allowed = {{"overtrick", "attr", "attrs", "pluggy", {package!r}}}
allowed |= sys.stdlib_module_names
heavy = {{name.partition(".")[0] for name in set(sys.modules) - before}} - allowed
print(" ".join(sorted(heavy)))
"""
_CODE: Final = re.compile(r"([A-Z]{2,})\d{3}")


def declaring_module(manager: PluginManager, kind: Kind[Any] | type[Any], name: str) -> str:
    """Return the module that declares a specification, by the record of its plugin.

    Args:
        manager: the plugins.
        kind: the class of the specification, or its kind.
        name: its name.

    Raises:
        NotLoadedError: no usable plugin declares it.
        LookupError: the plugin is an object, not a module; or it comes with the core.
    """
    find_spec(manager, kind, name)
    owner = manager.owner_of(name, kind)
    if owner is None or owner.module is None:
        msg = f"what declares {name!r} is no module of a plugin"
        raise LookupError(msg)
    return owner.module


def check_light(module: str) -> None:
    """Assert that importing and registering a declaration brings in nothing heavy."""
    code = _LIGHT.format(module=module, package=module.partition(".")[0])
    done = run_elsewhere(code)
    said = done.stderr.decode("utf-8", "replace")
    assert done.returncode == 0, f"importing {module} fails:\n{said}"
    heavy = done.stdout.decode().split()
    assert not heavy, f"importing {module} also imports {', '.join(heavy)}"


def check_callable(role: str, reference: str, count: int) -> None:
    """Assert that a reference names what can be called with so many arguments."""
    target = resolve(reference)
    assert callable(target), f"{role} {reference} cannot be called"
    try:
        inspect.signature(target).bind(*[None] * count)
    except TypeError as error:
        msg = f"{role} {reference} is called with {count} arguments: {error}"
        raise AssertionError(msg) from error


def check_summary(summary: str) -> None:
    """Assert that a summary is one line of text."""
    assert summary.strip() == summary, "the summary has blanks around it"
    assert summary, "the summary is empty"
    assert "\n" not in summary, "the summary is one line"


def check_catalogue(catalogue: Catalogue, *, has_samples: bool = True) -> None:
    """Assert that a catalogue has all that a person wants to know of each code.

    Args:
        catalogue: what a specification names.
        has_samples: whether the samples stand in the catalogue, as text.
    """
    prefixes = set()
    for code, entry in catalogue.items():
        match = _CODE.fullmatch(code)
        assert match, f"{code} is not a prefix in capitals and three digits"
        prefixes.add(match[1])
        assert entry.template, f"{code} has no message"
        assert entry.sample or not has_samples, f"{code} has no sample that triggers it"
        assert entry.fix or not has_samples, f"{code} does not say how the sample is put right"
    assert len(prefixes) <= 1, f"codes of several prefixes: {', '.join(sorted(prefixes))}"
    assert not prefixes & {"CORE", "LAW"}, "CORE and LAW are the core's own prefixes"

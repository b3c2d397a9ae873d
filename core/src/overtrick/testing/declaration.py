"""Obligations of a format's declaration: light, valid, every reference in its place."""

from __future__ import annotations

import inspect
import os
import pickle
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import attrs

from overtrick.findings.diagnostics import Catalogue
from overtrick.framework.core_kinds import FORMATS
from overtrick.framework.discovery import ENTRY_POINT_GROUP, find_entry_points
from overtrick.framework.options import describe_options
from overtrick.framework.spec import API_VERSION, resolve
from overtrick.testing.obligations import SuiteBase, obligation, skip

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager
    from overtrick.framework.spec import Kind

# Runs in a fresh interpreter: what does importing and registering the declaration bring in?
_LIGHT: Final = """
import importlib, sys
import attrs, pluggy, overtrick
from overtrick.framework.manager import PluginManager
before = set(sys.modules)
module = importlib.import_module({module!r})
PluginManager(discover=False).register(module, name="kit")
allowed = {{"overtrick", "attr", "attrs", "pluggy", {package!r}}}
allowed |= sys.stdlib_module_names
heavy = {{name.partition(".")[0] for name in set(sys.modules) - before}} - allowed
print(" ".join(sorted(heavy)))
"""

_ARGUMENTS: Final = {
    "reader": 2,
    "writer": 3,
    "sniffer": 1,
    "locator": 2,
    "fixer": 3,
    "scanner": 3,
    "splitter": 2,
    "joiner": 2,
    "deals_writer": 5,
    "seal": 1,
    "sealer": 1,
}
_CODE: Final = re.compile(r"([A-Z]{2,})\d{3}")


def declaring_module(manager: PluginManager, kind: Kind[Any], name: str) -> str:
    """Return the module that declares a specification, by the entry point of its plugin.

    Raises:
        LookupError: the plugin has no entry point of this core's group.
    """
    owner = manager.owner_of(name, kind)
    assert owner is not None, f"no usable plugin declares the {kind.noun} {name!r}"
    found = {item.value for item, _ in find_entry_points()[0] if item.name == owner.name}
    if len(found) != 1:
        msg = f"{owner.name!r} has {len(found)} entry points in {ENTRY_POINT_GROUP}"
        raise LookupError(msg)
    return found.pop()


def check_light(module: str) -> None:
    """Assert that importing and registering a declaration brings in nothing heavy."""
    code = _LIGHT.format(module=module, package=module.partition(".")[0])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, f"importing {module} fails:\n{done.stderr}"
    heavy = done.stdout.split()
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
        assert entry.mend or not has_samples, f"{code} does not say how the sample is put right"
    assert len(prefixes) <= 1, f"codes of several prefixes: {', '.join(sorted(prefixes))}"
    assert not prefixes & {"CORE", "LAW"}, "CORE and LAW are the core's own prefixes"


class DeclarationObligations(SuiteBase):
    """What a declaration owes: part of `FormatSuite`."""

    @obligation(level=1)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick.

        Reading lark, numpy or click is for the reader's module: a program that lists its
        formats should not pay for it.
        """
        check_light(
            self.plugin or declaring_module(self.harness.manager, FORMATS, self.format_name)
        )

    @obligation(level=1)
    def test_spec_fields_are_valid(self) -> None:
        """The specification says what it must, and in the form that programs rely on."""
        spec = self.spec
        assert spec.name == self.format_name
        check_summary(spec.summary)
        assert spec.reader or spec.writer, "a format can be read or written"
        assert spec.carries, "a format carries at least one field"
        assert len(set(spec.suffixes)) == len(spec.suffixes), "a suffix stands twice"
        assert all(len(suffix) > 1 for suffix in spec.suffixes), "a suffix is only a dot"
        assert all(spec.magic), "an empty magic fits every file"
        assert spec.suffixes or spec.magic or spec.sniffer, "nothing tells such a file"
        assert tuple(spec.requires_api) <= tuple(API_VERSION)
        assert spec.spec_url is None or spec.spec_url.startswith(("https://", "http://"))
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @obligation(level=1)
    def test_references_resolve(self) -> None:
        """Every reference names something of the shape that its protocol asks for."""
        spec = self.spec
        for role, count in _ARGUMENTS.items():
            reference = getattr(spec, role)
            if reference is None:
                continue
            check_callable(role, reference, count)
        for name, reference in spec.turned:
            check_callable(f"what turns {name}:", reference, 2)
        for name, _ in spec.tables:
            assert spec.table(name), f"the table {name} is empty"
        for role in ("read_options", "write_options"):
            reference = getattr(spec, role)
            if reference is not None:
                assert attrs.has(resolve(reference)), f"{role} {reference} is no attrs class"
        if spec.diagnostics is not None:
            assert isinstance(resolve(spec.diagnostics), Catalogue), (
                f"diagnostics {spec.diagnostics} is no Catalogue"
            )

    @obligation(level=1)
    def test_catalogue_is_complete(self) -> None:
        """Every diagnostic code has the plugin's prefix, a message, a sample and its mend."""
        if self.spec.diagnostics is None:
            skip(f"{self.format_name} has no catalogue of diagnostic codes")
        check_catalogue(resolve(self.spec.diagnostics))

    @obligation(level=1)
    def test_options_are_documented(self) -> None:
        """Every option has a line of help, a default, and choices that include the default."""
        if self.spec.read_options is None and self.spec.write_options is None:
            skip(f"{self.format_name} has no options")
        for reference in (self.spec.read_options, self.spec.write_options):
            if reference is not None:
                resolve(reference)()  # an option without a default fails here
        for info in describe_options(self.spec):
            where = f"{info.direction} option {info.name}"
            assert info.help.strip(), f"{where} has no help"
            assert isinstance(info.default, (str, int, bool, type(None))), (
                f"{where} has a default that no command line can give: {info.default!r}"
            )
            if info.choices and info.default is not None:
                assert info.default in info.choices, f"{where}: its default is no choice"

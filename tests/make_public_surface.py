"""Write `public_surface.txt`: every public name with its signature or members.

Run it after a deliberate change of the interface, and commit the difference:

    python tests/make_public_surface.py
"""

from __future__ import annotations

import enum
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import overtrick
import overtrick.plugin
import overtrick_render
import overtrick_testing
from overtrick import PluginManager, plugin
from overtrick.framework.core_kinds import KINDS
from overtrick_cli import commands
from overtrick_testing import strategies

HERE = Path(__file__).parent

# Modules whose names are public under the module's own name.
MODULES = {
    "overtrick": (overtrick, overtrick.__all__),
    # With the requirements of the conformance kit, each a method of `FormatSuite`.
    "overtrick_testing": (overtrick_testing, overtrick_testing.__all__),
    "overtrick_testing.strategies": (strategies, strategies.__all__),
    "overtrick_render": (overtrick_render, overtrick_render.__all__),
    "overtrick_cli.commands": (commands, commands.__all__),
    "overtrick.plugin": (plugin, plugin.__all__),
}


def signature_of(value: object) -> str:
    """Return a signature without addresses, or nothing where there is none."""
    try:
        text = str(inspect.signature(value))  # type: ignore[arg-type]  # tried, not promised
    except (TypeError, ValueError):
        return ""
    # A set shows in another order in every process.
    text = text.replace(repr(plugin.ALL_FIELDS), "ALL_FIELDS")
    return re.sub(r"ForwardRef\('(\w+)'\)| at 0x[0-9a-f]+", r"\1", text)


def lines_of(name: str, value: object) -> Iterator[str]:
    """Yield a name with all that a caller can depend on."""
    if not inspect.isclass(value):
        if inspect.isfunction(value):
            yield f"def {name}{signature_of(value)}"
        else:
            yield f"{name}: {type(value).__name__}"
        return
    bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
    yield f"class {name}({bases})"
    if issubclass(value, enum.Enum):
        for member in value:
            yield f"    {member.name} = {member.value!r}"
    elif not issubclass(value, Exception):
        yield f"    __init__{signature_of(value)}"
    inherited = {member for base in enum_and_builtin_bases(value) for member in dir(base)}
    for member in sorted(set(dir(value)) - inherited):
        if member.startswith("_"):
            continue
        found = inspect.getattr_static(value, member)
        if isinstance(found, property):
            yield f"    {member}: property"
        elif isinstance(found, (classmethod, staticmethod)) or inspect.isfunction(found):
            yield f"    def {member}{signature_of(getattr(value, member))}"
        elif not isinstance(found, enum.Enum):
            yield f"    {member}"


def enum_and_builtin_bases(cls: type) -> list[type]:
    """Return the bases whose members are Python's, not ours."""
    return [base for base in cls.__mro__ if not base.__module__.startswith("overtrick")]


def surface() -> str:
    """Return the whole text."""
    lines = ["# Every public name of overtrick. Made by make_public_surface.py; see there."]
    for title, (module, names) in MODULES.items():
        lines += ["", f"# {title}", ""]
        for name in names:
            lines += lines_of(name, getattr(module, name))
    lines += ["", "# hooks", ""]
    kinds = PluginManager(discover=False).kinds().values()
    lines += sorted(f"{kind.hook}(api)" for kind in (*kinds, KINDS))
    return "\n".join(lines) + "\n"


def parameters_of(signature: str) -> Iterator[str]:
    """Yield the names of the parameters of a signature as `signature_of` writes it."""
    depth, quote, name, is_name = 0, "", "", True
    for letter in signature.partition("(")[2]:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in ",)" and depth == 0:
            if name.strip(" */"):
                yield name.strip(" */")
            name, is_name = "", True
            if letter == ")":
                return
        elif letter in "([{<":
            depth += 1
        elif letter in ")]}>" and depth:
            depth -= 1
        is_name = is_name and letter not in ":="
        if is_name and letter not in ",":
            name += letter


def names_of(text: str) -> set[str]:
    """Return all that a caller may write, of a text that `surface` gave.

    Returns:
        Names as `overtrick.Board.to_json` and, of parameters, `overtrick.read(source)`.
    """
    names, module, parent = set(), "", ""
    for line in text.splitlines():
        if line.startswith("# "):
            module = line[2:]
            continue
        found = re.match(r"( *)(?:class |def )?(\w+)", line)
        if found is None:
            continue
        is_member = bool(found[1])
        name = f"{parent}.{found[2]}" if is_member else f"{module}.{found[2]}"
        if not is_member:
            parent = name
        names.add(name)
        rest = line[found.end() :]
        if rest.startswith("(") and not line.startswith("class "):
            names |= {f"{name}({parameter})" for parameter in parameters_of(rest)}
    return names


if __name__ == "__main__":
    (HERE / "public_surface.txt").write_text(surface())

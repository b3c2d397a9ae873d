"""Puts into hand-written pages what stands elsewhere, so that they can be read on a code host.

A comment in the page says what, and what follows it is written here:

    <!-- from examples/rule/overtrick_order.py -->      the block of code below is that file,
    <!-- from FILE, only read -->                       only the function or class of that name,
    <!-- from FILE, up to def read -->                  or the file up to the line that begins so.
    <!-- requirements -->  ...  <!-- end -->             what each kit demands, from its tests.
    <!-- reference MODULE: NAMES -->  ...  <!-- end -->  signatures and descriptions.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable
from pathlib import Path

from overtrick.plugin import default_manager, resolve

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "extending/writing-a-plugin.md",
    "extending/writing-a-page.md",
    "extending/conformance-kit.md",
)

_CODE = re.compile(
    r"^(?P<mark><!-- from (?P<file>\S+?)(?:, (?P<part>only|up to) (?P<what>[^\n]+?))? -->\n)"
    r"```(?P<language>\w+)\n.*?^```$",
    re.MULTILINE | re.DOTALL,
)
_BETWEEN = re.compile(
    r"^(?P<mark><!-- (?P<what>requirements|reference)"
    r"(?: (?P<module>[\w.]+): (?P<names>[^\n]+))? -->\n)"
    r".*?^<!-- end -->$",
    re.MULTILINE | re.DOTALL,
)


def page(name: str) -> str:
    """Return a page with what stands elsewhere put into it."""
    text = (ROOT / "docs" / name).read_text("utf-8")
    text = _CODE.sub(_code, text)
    return _BETWEEN.sub(_between, text)


def _code(match: re.Match[str]) -> str:
    code = _part(match["file"], match["part"], match["what"])
    return f"{match['mark']}```{match['language']}\n{code.strip()}\n```"


def _part(file: str, part: str | None, what: str) -> str:
    text = (ROOT / file).read_text("utf-8")
    lines = text.splitlines()
    if part == "up to":
        (end,) = (number for number, line in enumerate(lines) if line.startswith(what))
        return "\n".join(lines[:end])
    if part == "only":
        (node,) = (node for node in ast.parse(text).body if getattr(node, "name", None) == what)
        return "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return text


def _between(match: re.Match[str]) -> str:
    if match["what"] == "requirements":
        text = requirements()
    else:
        text = _reference(match["module"], match["names"].split())
    return f"{match['mark']}{text.strip()}\n<!-- end -->"


# What the kits demand ------------------------------------------------------------------------


def suites() -> dict[str, tuple[str, type]]:
    """Return the kits of all kinds of plugin by their names, each with what it is for."""
    found = {}
    for kind in default_manager().kinds().values():
        if kind.suite is not None:
            module, _, name = kind.suite.partition(":")
            found[name] = (f"{kind.noun}, `{module}`", resolve(kind.suite))
    return found


def requirements() -> str:
    """Return what each kit demands: a list for each part of each."""
    lines = []
    for name, (what, suite) in suites().items():
        lines += [f"### `{name}`: a {what}", ""]
        for title, tests in _parts(suite):
            if title:
                lines += [f"**{title}**", ""]
            lines += [f"- `{test.__name__}`{_level(test)}: {paragraph(test)}" for test in tests]
            lines.append("")
    return "\n".join(lines)


def _parts(suite: type) -> list[tuple[str, list[Callable[..., None]]]]:
    """Return the parts of a kit in the order of its classes, each with its tests."""
    parts = []
    for cls in suite.__mro__:
        # One that another class has in its place is told there.
        names = [name for name in vars(cls) if name.startswith("test_")]
        tests = [vars(cls)[name] for name in names if getattr(suite, name) is vars(cls)[name]]
        if tests:
            title = re.split(r"[:;]", paragraph(cls))[0].rstrip(".")
            parts.append((title, tests))
    return parts if len(parts) > 1 else [("", tests) for _, tests in parts]


def _level(test: Callable[..., None]) -> str:
    level = inspect.getclosurevars(test).nonlocals["level"]
    return "" if level == 1 else f" (level {level})"


def paragraph(documented: object) -> str:
    """Return the first paragraph of what something says of itself, in one line."""
    text = inspect.getdoc(documented)
    assert text, documented
    return " ".join(text.partition("\n\n")[0].split())


# Reference -----------------------------------------------------------------------------------


def _reference(module: str, names: list[str]) -> str:
    lines = []
    for name in names:
        lines += _described(getattr(importlib.import_module(module), name), name)
    return "\n".join(lines)


def _described(documented: object, name: str) -> list[str]:
    """Return a heading, what something says of itself, and of its public members in a line each."""
    lines = [f"### `{name}`", ""]
    if not inspect.ismodule(documented) and (signature := _signature(documented)) != "()":
        lines += ["```text", f"{name}{signature}", "```", ""]
    lines += [_description(documented), ""]
    members = _members(documented)
    if members:
        lines += ["What it has:", ""]
        listed = (f"`{member}{_signature(value)}`: {paragraph(value)}" for member, value in members)
        lines += [*(f"- {item}" for item in listed), ""]
    return lines


def _members(documented: object) -> list[tuple[str, object]]:
    if inspect.ismodule(documented):
        listed = ((name, getattr(documented, name)) for name in documented.__all__)
        return [(name, value) for name, value in listed if inspect.isfunction(value)]
    if not inspect.isclass(documented):
        return []
    return [
        (name, value)
        for name, value in vars(documented).items()
        if not name.startswith(("_", "test_"))
        and (inspect.isfunction(value) or isinstance(value, (property, classmethod)))
        and inspect.getdoc(value)
    ]


def _signature(value: object) -> str:
    if isinstance(value, property):
        return ""
    function = value.__func__ if isinstance(value, classmethod) else value
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ""
    given = [
        parameter.replace(annotation=inspect.Parameter.empty, default=_default(parameter.default))
        for name, parameter in signature.parameters.items()
        if name not in {"self", "cls"}
    ]
    return str(inspect.Signature(given)).replace("=Ellipsis", "=...")


def _default(value: object) -> object:
    """Return a default, but for those that would take a line by themselves."""
    plain = (str, int, tuple, type(None), type(inspect.Parameter.empty))
    return value if isinstance(value, plain) else ...


def _description(documented: object) -> str:
    """Return a docstring as a page has it: its sections as lists, its examples as code."""
    paragraphs = []
    # What is set in belongs to the paragraph before it.
    for block in re.split(r"\n\n(?! )", str(inspect.getdoc(documented))):
        head, _, rest = block.partition("\n")
        if head == "Example:":
            paragraphs.append(f"```text\n{textwrap.dedent(rest)}\n```")
        elif re.fullmatch(r"[A-Z][a-z]+:", head):
            items = re.split(r"\n(?=    \S)", rest)
            listed = (re.sub(r"^(\w+):", r"`\1`:", " ".join(item.split())) for item in items)
            paragraphs.append("\n".join([head, "", *(f"- {item}" for item in listed)]))
        else:
            text, _, code = block.partition("\n\n")
            paragraphs.append(text)
            if code:
                paragraphs.append(f"```text\n{textwrap.dedent(code)}\n```")
    return "\n\n".join(paragraphs)

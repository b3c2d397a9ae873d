"""Pages that list the requirements of the kits, and describe names from their docstrings."""

from __future__ import annotations

import importlib
import inspect
import re
import textwrap
from collections.abc import Callable

from overtrick.plugin import default_manager, resolve

REQUIREMENTS = """
# Requirements of the kits

Each requirement is a test of a [kit](../extending/conformance-kit.md). Level 1 is where none is
given.

"""

KIT = """
# Kit reference

The public names of `overtrick_testing`; [](../extending/conformance-kit.md) explains their use.

"""
_KIT_NAMES = """
    FormatSuite Harness Reading Written RuleSuite CommandSuite ViewSuite Corpus find_corpus code_of
    NoOracleWarning example_boards keep_fields changed_fields damaged OneShot CountingStream
    strategies KitBase requirement check_light check_callable check_catalogue check_summary
    declaring_module
"""

PAGE = """
# Page reference

The names of `overtrick_web` for [a page of `overtrick serve`](../extending/writing-a-page.md).

"""
_PAGE_NAMES = """
    PageSpec Site Role Document Version WebError NotFoundError ConflictError RefusedError
"""


def pages() -> dict[str, str]:
    """Return the pages by their path below `docs/`."""
    return {
        "generated/kit-requirements.md": REQUIREMENTS + requirements(),
        "generated/kit-reference.md": KIT + _reference("overtrick_testing", _KIT_NAMES.split()),
        "generated/page-reference.md": PAGE + _reference("overtrick_web", _PAGE_NAMES.split()),
    }


# Requirements --------------------------------------------------------------------------------


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
        lines += [f"## `{name}`: a {what}", ""]
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
    """Return a heading, the description of a name, and a line for each public member."""
    lines = [f"## `{name}`", ""]
    if not inspect.ismodule(documented) and (signature := _signature(documented)) != "()":
        lines += ["```text", f"{name}{signature}", "```", ""]
    lines += [_description(documented), ""]
    members = _members(documented)
    if members:
        lines += ["Members:", ""]
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

"""The page `plugin-interface.md`: the names of `overtrick.plugin`, by task."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from overtrick import plugin

# Values have no docstring of their own.
_VALUES = {
    "ALL_CARDS_MASK": "The mask of a whole pack: `Hand.mask` with its 52 bits set.",
    "ALL_FIELDS": "All fields of a board, for a format that carries everything.",
    "API_VERSION": "The version of the interface that this overtrick offers.",
    "DEAL_FIELDS": "The fields of a file of deals: number, dealer, vulnerability and deal.",
    "Edit": "The type of a function from boards to boards, for `convert_boards`.",
    "ErrorKind": "The kinds of error that a diagnostic code can raise.",
    "HEAD_LENGTH": "The number of bytes of a file that a sniffer is given.",
    "NO_CARD": "The index of an unknown card in a play.",
    "OPTIMUM_RESULT_TABLE": "The name of the table of double-dummy results.",
    "OptionValue": "The type of the value of an option.",
    "Options": "The type of a format's options: a mapping, or an instance of its options class.",
    "ReadSource": "The type of what boards are read from: a path, bytes, or an open file.",
    "Seals": "How sealed hands are treated: kept hidden, refused or shown.",
    "COLOURS": "The colours of the suits in HTML and SVG, by name.",
    "ErrorMode": "How a reader treats errors: `raise` the first, or `collect` them.",
    "KNOWN_DISTRIBUTIONS": "The distributions of this project, with what each brings.",
    "hookimpl": "Marks a function as the implementation of a hook.",
}
_API = Path(__file__).parents[1] / "reference" / "api.md"


def _summary(name: str) -> str:
    if name in _VALUES:
        return _VALUES[name]
    text = inspect.getdoc(getattr(plugin, name))
    if not text:
        msg = f"overtrick.plugin.{name} has no docstring and no sentence in {__name__}"
        raise ValueError(msg)
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


def _directive(name: str) -> list[str]:
    value = getattr(plugin, name)
    if inspect.isclass(value):
        return [f".. autoclass:: overtrick.plugin.{name}", "   :members:"]
    if callable(value) and name not in _VALUES:
        return [f".. autofunction:: overtrick.plugin.{name}"]
    return [f".. py:data:: overtrick.plugin.{name}", "", f"   {_VALUES[name]}", ""]


_FIRST = next(iter(plugin.SURFACE))
_EXAMPLE = Path(__file__).parents[2] / "examples" / "plugin" / "overtrick_line.py"

_INTRODUCTION = f"""# Plugin interface

A plugin imports names from two modules: [`overtrick`](../reference/api.md), which programs use
too, and `overtrick.plugin`. Commands also use `overtrick_cli.commands`, tests
`overtrick_testing`. No other module is public.

**Fifteen names are enough for a format**; they are the [first table](#declare-a-format). This
plugin is complete: installed with the entry point `line = "overtrick_line"` in the group
`overtrick.plugins.v2`, it reads, writes and converts `.deal` files, and passes the [conformance
kit](../extending/conformance-kit.md). `overtrick new-plugin NAME` writes one like it with its
tests, and [Writing a plugin](../extending/writing-a-plugin.md) goes on from there.

<!-- from examples/plugin/overtrick_line.py, whose tests run the kit -->

```python
{_EXAMPLE.read_text("utf-8").rstrip()}
```

Few plugins need the other tables. The first three are [stable](../reference/compatibility.md),
the others provisional. Parameters and errors are in the [details](#details) or, for names marked
*reference*, in the [Python interface](../reference/api.md).
"""

_AFTER = {
    _FIRST: (
        "A format's hook is `overtrick_formats`, with or without the argument `api`. "
        "`FormatSpec.carries` states what its files carry; the framework reports the loss of "
        "everything else. The entries of a `Catalogue` are the codes that `ctx.issue` takes; the "
        "`Severity` of each is a name of `overtrick`, as `Board`, `Field` and `LossKind` are."
    ),
    "Declare other kinds of plugin": (
        "[`RuleSpec`](../reference/api.md) lists what a rule needs to pass the kit: a bad and a "
        "good sample for each code, findings with a board or a place, no state between files, "
        "and a `fix` that returns every board."
    ),
    "Build and examine boards": (
        "Cards, calls, deals and boards are classes of `overtrick`. A reader that has proved its "
        "values builds them with `Board.unchecked`, `Deal.unchecked`, `Grid.unchecked` and "
        "`Extras.unchecked`."
    ),
}


def page() -> str:
    """Return the page."""
    elsewhere = set(re.findall(r":: overtrick\.plugin\.(\w+)$", _API.read_text("utf-8"), re.M))
    lines = [_INTRODUCTION]
    details = ["## Details", ""]
    for heading, modules in plugin.SURFACE.items():
        names = [name for text in modules.values() for name in text.split()]
        lines += [f"## {heading}", "", "| name | description |", "|---|---|"]
        for name in names:
            where = " (*reference*)" if name in elsewhere else ""
            lines.append(f"| `{name}` | {_summary(name)}{where} |")
        lines.append("")
        if heading in _AFTER:
            lines += [_AFTER[heading], ""]
        own = sorted((name for name in names if name not in elsewhere), key=str.lower)
        if own:
            details += [f"### {heading}: details", "", "```{eval-rst}"]
            for name in own:
                details += _directive(name)
            details += ["```", ""]
    return "\n".join(lines + details).rstrip("\n")

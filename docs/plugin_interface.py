"""The page `plugin-interface.md`: the names of `overtrick.plugin`, by task."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from overtrick import plugin

# Values have no docstring of their own.
_VALUES = {
    "ALL_CARDS_MASK": "The 52 bits of a whole pack.",
    "ALL_FIELDS": "All fields of a board, for a format that carries everything.",
    "API_VERSION": "The version of the plugin interface.",
    "DEAL_FIELDS": "The fields of a board that a file of deals alone carries.",
    "Edit": "The type of a function from boards to boards.",
    "ErrorKind": "The kinds of error that a diagnostic code can raise.",
    "HEAD_LENGTH": "How many bytes of a file a sniffer is given.",
    "NO_CARD": "The index that stands for an unknown card in a play.",
    "OPTIMUM_RESULT_TABLE": "The name of the table of double-dummy results.",
    "OptionValue": "The type of the value of an option.",
    "Options": "The type of options: a mapping, or the format's own class.",
    "ReadSource": "The type of what boards are read from.",
    "Seals": "How sealed hands are treated: kept hidden, refused or shown.",
    "COLOURS": "The colours of suits as HTML has them, by name.",
    "ErrorMode": "How a reader treats errors: raise the first, or collect them.",
    "KNOWN_DISTRIBUTIONS": "The distributions of this project, with what each brings.",
    "hookimpl": "Marks a function as the implementation of a hook.",
}
_API = Path(__file__).with_name("api.md")


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


def page() -> str:
    """Return the page."""
    elsewhere = set(re.findall(r":: overtrick\.plugin\.(\w+)$", _API.read_text("utf-8"), re.M))
    lines = [
        "# Plugin interface",
        "",
        "A plugin imports names from two modules: `overtrick`, which programs use too "
        "([reference](api.md)), and `overtrick.plugin`. Commands also use "
        "`overtrick_cli.commands`, tests `overtrick_testing`. No other module of the core is "
        "public, and a contract of import-linter holds every plugin in this repository to that.",
        "",
        "The tables list all names of `overtrick.plugin` by what you want to do.",
        "",
    ]
    for heading, modules in plugin.SURFACE.items():
        names = sorted((name for text in modules.values() for name in text.split()), key=str.lower)
        lines += [f"## {heading}", "", "| name | description |", "|---|---|"]
        lines += [f"| `{name}` | {_summary(name)} |" for name in names]
        own = [name for name in names if name not in elsewhere]
        if own:
            lines += ["", "```{eval-rst}"]
            for name in own:
                lines += _directive(name)
            lines += ["```"]
        lines.append("")
    return "\n".join(lines)

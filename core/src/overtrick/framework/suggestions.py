"""What to install where a format or a command is known but not there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from overtrick.framework.known_distributions import KNOWN_DISTRIBUTIONS, KnownDistribution
from overtrick.framework.records import PluginRecord

INSTALL_ONE = "install one with `python -m pip install NAME`, where NAME is one of: " + ", ".join(
    known.name for known in KNOWN_DISTRIBUTIONS if known.formats
)
"""What to say where no format is there at all."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return which of some words may have been meant, to be put behind what is wrong.

    Args:
        word: what was typed.
        known: the words that there are.

    Example:
        >>> did_you_mean("chekc", ["check", "convert"]), did_you_mean("x", ["check"])
        ('; did you mean check?', '')
    """
    import difflib  # most words are typed right

    # Letters alone tell one word from another for whoever types in capitals.
    names = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), names, n=3)
    return f"; did you mean {' or '.join(names[name] for name in close)}?" if close else ""


def meant_by(
    records: Iterable[PluginRecord],
    what: Literal["format", "suffix", "command", "view"],
    word: str,
    known: Iterable[str],
) -> str:
    """Return what to say of a word that is not known, to be put behind what is wrong.

    That is what to install for it, or else which of the known words may have been meant, or else
    which word of a distribution that is not installed.

    Args:
        records: the plugins that were found.
        what: what the word was to name.
        word: what was typed.
        known: the words that there are.

    Example:
        >>> print(meant_by((), "command", "recrods", ["check"]))
        ; did you mean records?
        the command 'records' comes with overtrick-records: python -m pip install overtrick-records
    """
    found = tuple(records)
    said = suggestion(found, **{what: word}) or did_you_mean(word, known)
    if said:
        return said
    names = "suffixes" if what == "suffix" else f"{what}s"
    others = [name for each in _missing(found) for name in getattr(each, names)]
    close = did_you_mean(word, others)
    first = close.removeprefix("; did you mean ").removesuffix("?").partition(" or ")[0]
    return f"{close}{suggestion(found, **{what: first})}" if close else ""


def _missing(records: Iterable[PluginRecord]) -> list[KnownDistribution]:
    """Return the distributions of this project that are not installed."""
    installed = {record.distribution for record in records}
    return [known for known in KNOWN_DISTRIBUTIONS if known.name not in installed]


def suggestion(
    records: Iterable[PluginRecord],
    *,
    format: str | None = None,  # the word that users know
    suffix: str | None = None,
    command: str | None = None,
    view: str | None = None,
    code: str | None = None,
) -> str:
    """Return a line that says what to install for a format, a suffix, a command or a view.

    Args:
        records: the plugins that were found. What is installed, working or not, is not suggested.
        format: a format's name.
        suffix: a file name's suffix, lower case with its dot.
        command: a command's name.
        view: a view's name, or the suffix of what it makes.
        code: a diagnostic code or its beginning, upper case.

    Returns:
        The line with a line break before it; empty where nothing is known that would help.

    Example:
        >>> suggestion((), command="no such command")
        ''
    """
    letters = None if code is None else code.rstrip("0123456789")
    for known in _missing(records):
        for what, name, names in (
            ("format", format, known.formats),
            ("suffix", suffix, known.suffixes),
            ("command", command, known.commands),
            ("view", view, known.views),
            ("code", letters, known.codes),
        ):
            if name and name in names:
                install = f"python -m pip install {known.name}"
                shown = code if what == "code" else name
                return f"\nthe {what} {shown!r} comes with {known.name}: {install}"
    return ""

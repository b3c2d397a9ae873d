"""Suggestions for an unknown format, suffix, command, view or code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal
from urllib.parse import unquote_to_bytes

from overtrick.findings.advice import PLUGINS
from overtrick.framework.known_distributions import KNOWN_DISTRIBUTIONS, KnownDistribution
from overtrick.framework.records import TROUBLE, PluginRecord, PluginState

What = Literal["format", "suffix", "command", "view", "code"]

_COUNTED = {
    PluginState.BLOCKED: ("is switched off", "are switched off"),
    PluginState.OUTDATED: (
        "is made for an earlier overtrick and not used",
        "are made for an earlier overtrick and not used",
    ),
}
"""The states of which many plugins may be at a time; they share a line."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that names the known words nearest to a misspelt one.

    Args:
        word: what was typed.
        known: the words that there are.

    Returns:
        The question with a semicolon before it; empty where no word is near.

    Example:
        >>> did_you_mean("chekc", ["check", "convert"]), did_you_mean("x", ["check"])
        ('; did you mean check?', '')
    """
    import difflib  # most words are typed right

    # Case is ignored: the user may type in capitals.
    names = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), names, n=3)
    return f"; did you mean {' or '.join(names[name] for name in close)}?" if close else ""


def near_suffix(word: str, known: Iterable[str]) -> str:
    """Return a question that names the known suffixes one slip of the finger away, or nothing.

    Suffixes are so short that any two of them look alike to `did_you_mean`.

    Example:
        >>> near_suffix(".bpn", [".pbn", ".rbn"]), near_suffix(".old", [".jsonl"])
        ('; did you mean .pbn?', '')
    """
    close = [name for name in dict.fromkeys(known) if _is_slip(word, name)]
    return f"; did you mean {' or '.join(close[:_MAX_NAMED])}?" if close else ""


def _is_slip(word: str, name: str) -> bool:
    """Return whether two words differ by one letter, or by two neighbours that are swapped."""
    start = next((i for i, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), None)
    if start is None:
        return abs(len(word) - len(name)) == 1
    left, right = word[start:], name[start:]
    is_swap = left[:2] == right[1::-1] and left[2:] == right[2:]
    return is_swap or left[1:] in {right, right[1:]} or left == right[1:]


def blamed(records: Iterable[PluginRecord], what: What, word: str) -> list[PluginRecord]:
    """Return the disabled, outdated or broken plugins that would provide a word."""
    return [record for record in records if not _works(record) and _brings(record, what, word)]


def hint(records: Sequence[PluginRecord], what: What, word: str, known: Iterable[str] = ()) -> str:
    """Return a suggestion for an unknown word; `PluginManager.hint` describes it.

    Example:
        >>> print(hint((), "command", "recrods", ["check"]))
        ; did you mean records?
        the command 'records' comes with overtrick-records: python -m pip install overtrick-records
    """
    known = list(known)
    if causes := blamed(records, what, word):
        # Guesses would lead away from it.
        return "".join(map(_sentence, causes))
    guess = near_suffix if what == "suffix" else did_you_mean
    meant = _install(records, what, word)
    if not meant and word not in known:
        meant = guess(word, known)
    if not meant and word not in known:
        others = [name for each in _missing(records) for name in _names(each, what)]
        meant = guess(word, others)
        first = meant.removeprefix("; did you mean ").removesuffix("?").partition(" or ")[0]
        meant += _install(records, what, first) if meant else ""
    return meant + _trouble(records, are_counted=not meant)


def hint_for_content(records: Iterable[PluginRecord], head: bytes) -> str:
    """Return a suggestion for a file of unknown format (`PluginManager.hint_for_content`)."""
    for known in _missing(records):
        if head.startswith(tuple(unquote_to_bytes(mark) for mark in known.magic)):
            return f"\nsuch files are read by {known.name}: python -m pip install {known.name}"
    return ""


def _trouble(records: Iterable[PluginRecord], *, are_counted: bool) -> str:
    """Return a line for each plugin that does not work.

    Plugins that are switched off or outdated are no fault. Where nothing else explains the word,
    they are counted, in a line for each reason.
    """
    idle = [record for record in records if not _works(record)]
    lines = [_sentence(record) for record in idle if record.state not in _COUNTED]
    for state, (one, many) in _COUNTED.items() if are_counted else ():
        found = [record for record in idle if record.state is state]
        causes = [record.error if state is PluginState.BLOCKED else "" for record in found]
        for cause in dict.fromkeys(causes):
            names = [record.name for record, why in zip(found, causes, strict=True) if why == cause]
            by = (cause or "").removeprefix("switched off")
            if len(names) == 1:
                lines.append(f"\nthe plugin {names[0]!r} {one}{by}")
            else:
                shown = ", ".join(names[:_MAX_NAMED]) + (", ..." if len(names) > _MAX_NAMED else "")
                lines.append(f"\n{len(names)} plugins {many}{by} ({shown}); run `{PLUGINS()}`")
    return "".join(lines)


_MAX_NAMED = 3
"""The maximum number of plugins of one state that are named."""


def _works(record: PluginRecord) -> bool:
    return record.state is PluginState.LOADED


def _sentence(record: PluginRecord) -> str:
    if record.state is PluginState.BLOCKED:
        return f"\nthe plugin {record.name!r} is {record.error}"
    return (
        f"\nthe plugin {record.name!r} is installed but {TROUBLE[record.state]}: "
        f"{record.error}; run `{PLUGINS()}`"
    )


def _brings(record: PluginRecord, what: What, word: str) -> bool:
    """Return whether a plugin that is not used brings a word, as far as its name shows it."""
    known = [each for each in KNOWN_DISTRIBUTIONS if each.name == record.distribution]
    if known:
        return any(_letters(what, word) in _names(each, what) for each in known)
    return bool(word) and record.name.partition(" ")[0] == word.removeprefix(".")


def _missing(records: Iterable[PluginRecord]) -> list[KnownDistribution]:
    """Return the distributions of this project that are not installed."""
    installed = {record.distribution for record in records}
    return [known for known in KNOWN_DISTRIBUTIONS if known.name not in installed]


def _names(known: KnownDistribution, what: What) -> tuple[str, ...]:
    return {
        "format": known.formats,
        "suffix": known.suffixes,
        "command": known.commands,
        "view": known.views,
        "code": known.codes,
    }[what]


def _letters(what: What, word: str) -> str:
    return word.rstrip("0123456789") if what == "code" else word


def _install(records: Iterable[PluginRecord], what: What, word: str) -> str:
    """Return a line that names the distribution to install for a word, or nothing."""
    for known in _missing(records):
        if word and _letters(what, word) in _names(known, what):
            install = f"python -m pip install {known.name}"
            return f"\nthe {what} {word!r} comes with {known.name}: {install}"
    return ""

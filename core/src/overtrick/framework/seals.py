"""Sealed boards: what is done about a file that says that its hands are not to be shown.

It is decided here, once for a process, and asked wherever a file is opened or written; no command
decides it for itself. A seal keeps people from seeing hands by mistake, no more: whoever can read
the file can read the hands in it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

import attrs

from overtrick.findings.errors import OptionError, SealedError
from overtrick.framework.guard import Guard
from overtrick.framework.spec import FormatSpec, SealSpec, resolve

if TYPE_CHECKING:
    from overtrick.model.board import Extras

Seals = Literal["show", "refuse", "keep"]
"""What is done about sealed boards.

`show`: they are read as any others, and where a target cannot be sealed, that is a loss. `refuse`:
to open such a file is an error. `keep`: they are read by whoever shows nothing of them; findings
name no card, and they are written sealed or not at all.
"""

_ALL: Final[tuple[Seals, ...]] = ("show", "refuse", "keep")


@attrs.frozen
class _Rule:
    seals: Seals
    word: str


_PYTHON: Final = _Rule("show", 'sealed="show"')

# One for the process and not for each thread: what a command starts is part of the command.
_rule = _PYTHON


def current() -> Seals:
    """Return what is done where nobody says: `show`, but in a command `refuse`.

    Example:
        >>> with ruled("refuse"):
        ...     current()
        'refuse'
        >>> current()
        'show'
    """
    return _rule.seals


def kept() -> Seals:
    """Return what those say who show nothing of the boards: `keep`, unless all may be shown.

    Example:
        >>> with ruled("refuse"):
        ...     kept()
        'keep'
    """
    return "show" if _rule.seals == "show" else "keep"


def seals_word() -> str:
    """Return what the user says to be shown the boards all the same; empty where he cannot."""
    return _rule.word


def rule(seals: Seals, word: str = "") -> None:
    """Say what is done from now on; `ruled` does so for a while.

    Args:
        seals: what is done.
        word: what the user says to be shown the boards all the same, for errors; empty where he
            cannot.
    """
    global _rule  # noqa: PLW0603  # the one place
    _rule = _Rule(to_seals(seals) or "refuse", word)


@contextlib.contextmanager
def ruled(seals: Seals, word: str = "") -> Iterator[None]:
    """Say what is done about sealed boards within a `with` statement."""
    global _rule  # noqa: PLW0603  # as above
    before = _rule
    rule(seals, word)
    try:
        yield
    finally:
        _rule = before


def to_seals(seals: str | None) -> Seals | None:
    """Refuse a word that is none: a misspelt `refuse` must not show anything.

    Raises:
        OptionError: it is neither of the three, nor `None`.
    """
    if seals is None:
        return None
    for known in _ALL:
        if seals == known:
            return known
    msg = f"sealed is 'show', 'refuse' or 'keep', not {seals!r}"
    raise OptionError(msg)


def is_sealed(spec: FormatSpec, header: Extras) -> bool:
    """Return whether a file of a format says that its hands are not to be shown."""
    declared = spec.capability(SealSpec)
    if declared is None:
        return False
    says = resolve(declared.is_sealed)
    with Guard(f"the seal of {spec.name!r}", declared.is_sealed):
        return bool(says(header))


def sealed_header(spec: FormatSpec, header: Extras) -> Extras | None:
    """Return the header of a sealed file, `None` where the format has no seal to be written."""
    declared = spec.capability(SealSpec)
    if declared is None or is_sealed(spec, header):
        return None if declared is None else header
    if declared.seal is None:
        return None
    put_on = resolve(declared.seal)
    with Guard(f"the sealer of {spec.name!r}", declared.seal):
        sealed: Extras = put_on(header)
    return sealed


def refused(path: str | None) -> SealedError:
    """Return the error of opening a sealed file."""
    return _error(f"{path or '<data>'} says that its hands are not to be shown", "shows them")


def unsealed(path: str | None, format: str, *, can: bool) -> SealedError:
    """Return the error of writing sealed boards into a file that would not be sealed.

    Args:
        path: the target.
        format: its format.
        can: whether the format has a seal.
    """
    where = path or f"a file of the format {format}"
    why = "is not sealed by these options" if can else f"cannot be: the format {format} has no seal"
    return _error(f"nothing was written: the boards are sealed, and {where} {why}", "writes it")


def _error(what: str, deed: str) -> SealedError:
    return SealedError(f"{what}; {_rule.word} {deed}" if _rule.word else what)

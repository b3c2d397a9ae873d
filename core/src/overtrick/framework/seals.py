"""Hidden hands: what is done about a file that says that its hands are not to be shown.

The caller decides, by the argument `sealed` of whatever reads, writes or shows boards; commands
pass on what `--show-cards` gave. A seal keeps people from seeing hands by mistake, no more: whoever
can read the file can read the hands in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from overtrick.findings.errors import OptionError, SealedError
from overtrick.framework.guard import Guard, resolve
from overtrick.framework.spec import FormatSpec, SealSpec

if TYPE_CHECKING:
    from overtrick.model.board import Extras

Seals = Literal["show", "refuse", "keep"]
"""What is done about sealed boards.

`show`: they are read as any others, and where a target cannot be sealed, that is a loss. `refuse`:
to open such a file is an error. `keep`: for callers that show nothing of the boards; findings name
no card, and the boards are written sealed or not at all.
"""

_ALL: Final = frozenset(get_args(Seals))


def to_seals(seals: Seals) -> Seals:
    """Refuse any other word: a misspelt `refuse` must not show anything.

    Raises:
        OptionError: it is none of the three.
    """
    if seals not in _ALL:
        msg = f"sealed is 'show', 'refuse' or 'keep', not {seals!r}"
        raise OptionError(msg)
    return seals


def check_shown(what: str, sealed: Seals, deed: str = "shows them", *, is_sealed: bool) -> None:
    """Refuse to show sealed boards unless the caller asked for them; called before any is shown.

    Args:
        what: what is wrong otherwise, for the error.
        sealed: what the caller asked for.
        deed: what would be done with `show`, for the error.
        is_sealed: whether the boards are sealed (`BoardSet.is_sealed`, `BoardReader.is_sealed`).

    Raises:
        SealedError: the boards are sealed, and `sealed` is not `show`.

    Example:
        >>> check_shown("a.dlm hides its hands", "keep", is_sealed=True)
        Traceback (most recent call last):
        ...
        overtrick.findings.errors.SealedError: a.dlm hides its hands; sealed="show" shows them
        >>> check_shown("a.dlm hides its hands", "show", is_sealed=True)
    """
    if is_sealed and sealed != "show":
        raise SealedError(what, deed)


def hides_hands(path: str | None) -> str:
    """Return the sentence that says of a file that its hands are not to be shown."""
    return f"{path or '<data>'} says that its hands are not to be shown"


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

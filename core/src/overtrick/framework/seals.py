"""Hidden hands: refuse to show the boards of a file that states that they are hidden.

The reader of such a file sets `ReadContext.is_sealed`, which becomes a property of the set of its
boards. The caller decides, by the argument `sealed` of the functions that read, write or show
boards; commands pass on the option `--show-cards`. Hiding prevents only accidents: everyone who can
read the file can read the hands in it.
"""

from __future__ import annotations

from typing import Literal

from overtrick.findings.errors import SealedError

Seals = Literal["show", "refuse", "keep"]
"""What is done about sealed boards.

`show`: they are read as any others, and where a target cannot be sealed, that is a loss. `refuse`:
to open such a file is an error. `keep`: for callers that show nothing of the boards; findings name
no card, and the boards are written sealed or not at all.
"""


def check_shown(what: str, sealed: Seals, deed: str = "shows them", *, is_sealed: bool) -> None:
    """Refuse hidden boards unless the caller asked for them; call this before showing any.

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
    """Return the message that the hands of a file are hidden."""
    return f"{path or '<data>'} says that its hands are not to be shown"

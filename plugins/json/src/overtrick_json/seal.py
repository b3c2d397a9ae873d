"""The seal of JSON lines: a word of the header, or what the format that they came from has."""

from __future__ import annotations

from typing import Final

from overtrick.framework.manager import default_manager
from overtrick.framework.spec import resolve
from overtrick.model.board import Extras

SEALED: Final = "json:sealed"


def is_sealed(header: Extras) -> bool:
    """Tell whether the header says so itself, or keeps another format's seal.

    Example:
        >>> is_sealed(Extras({SEALED: True})), is_sealed(Extras())
        (True, False)
    """
    return bool(header.get(SEALED)) or any(
        resolve(spec.seal)(header)
        for spec in default_manager().formats().values()
        if spec.seal is not None and spec.name != "json"
    )


def seal(header: Extras) -> Extras:
    """Return the header of a sealed file."""
    return header.with_items({SEALED: True})

"""What every tag of a program has in common: a value, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from overtrick import Board

NO_VALUE: Final = frozenset({"", "?", "-"})
"""What stands in a tag that states nothing."""

ValueT = TypeVar("ValueT")


def stated(board: Board, name: str, parse: Callable[[str], ValueT]) -> ValueT | None:
    """Return the value of a tag that the standard does not know, `None` where it states none.

    Raises:
        ModelError: the value cannot be read.
    """
    text = (board.extras.text(f"pbn:{name}") or "").strip()
    return None if text in NO_VALUE else parse(text)

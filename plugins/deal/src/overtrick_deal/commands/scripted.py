"""`overtrick deal --script`: deals by a script in the language of `dealer`, and statistics."""

from __future__ import annotations

from collections.abc import Mapping

from overtrick_deal.commands.options import Given, Option

OPTIONS: tuple[Option, ...] = ()


def run(given: Given, values: Mapping[str, object]) -> int | None:
    """Do what the options of this module ask for; `None` where none of them was given.

    Args:
        given: what was given besides them.
        values: the values of `OPTIONS`, by name.
    """
    return None

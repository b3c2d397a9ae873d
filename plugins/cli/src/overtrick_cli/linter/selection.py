"""Selection of findings by the prefixes of their codes."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

ALL = "ALL"
"""The word for all codes."""


def _to_prefixes(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple("" if text.upper() == ALL else text.upper() for text in texts)


@attrs.frozen
class Selection:
    """The codes that are selected by their beginnings, without those to ignore.

    Where a code is both wanted and left out, the longer beginning counts, and of two equal ones
    that which leaves out.

    Attributes:
        select: the beginnings of the codes wanted, upper case; none for all of them.
        ignore: the beginnings of the codes left out.

    Example:
        >>> chosen = Selection(["PBN3"], ["PBN31"])
        >>> [code for code in ("PBN301", "PBN310", "LAW301") if chosen.takes(code)]
        ['PBN301']
        >>> Selection(["PBN310"], ["PBN"]).takes("PBN310")
        True
    """

    select: tuple[str, ...] = attrs.field(default=(), converter=_to_prefixes)
    ignore: tuple[str, ...] = attrs.field(default=(), converter=_to_prefixes)

    @property
    def is_everything(self) -> bool:
        """Whether every code is wanted."""
        return not self.ignore and (not self.select or "" in self.select)

    def takes(self, code: str) -> bool:
        """Return whether a code is wanted."""
        wanted = 0 if not self.select else _longest(self.select, code)
        return wanted > _longest(self.ignore, code)


def _longest(prefixes: tuple[str, ...], code: str) -> int:
    """Return the length of the longest beginning that a code has, -1 where it has none."""
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)

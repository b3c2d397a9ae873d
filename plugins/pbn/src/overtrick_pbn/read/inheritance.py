"""Values that a game takes from the games before it: `#` and `##`.

`#` takes the value of the nearest previous game that has the tag. `##text` sets the tag for its
game and for all that follow and do not have the tag; restating the tag changes it from there on,
with or without `##`.

Source: PBN 2.1 §4.8 (Tag value inheritance).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from overtrick_pbn.standard.tags import NOT_INHERITED

MAX_STANDING: Final = 100
"""How many tags may stand for all games that follow; the standard has some sixty."""


class Inheritance:
    """What the games so far hand down.

    Attributes:
        standing: the values that `##` put in force.

    Example:
        >>> state = Inheritance()
        >>> state.resolve({"Event": "##Cup"}).fields
        {'Event': 'Cup'}
        >>> state.resolve({"Board": "2"}).fields
        {'Board': '2', 'Event': 'Cup'}
    """

    __slots__ = ("_last", "_names", "_values", "standing")

    def __init__(self, context: Iterable[tuple[str, str]] = ()) -> None:
        self._last: dict[str, str] = dict(context)
        # The game before, whose values join the others when one with other tags follows.
        self._names: tuple[str, ...] = ()
        self._values: Sequence[str] = ()
        self.standing: dict[str, str] = dict(self._last)

    @property
    def last(self) -> dict[str, str]:
        """The nearest previous value of each tag."""
        self._settle()
        return self._last

    def copy(self) -> Inheritance:
        """Return the same state, to go on from independently."""
        other = Inheritance(self.last.items())
        other.standing = dict(self.standing)
        return other

    def follow(self, before: Inheritance) -> None:
        """Take over what games hand down that stand before all those so far."""
        self._last = {**before.last, **self.last}
        self.standing = before.standing

    def _settle(self) -> None:
        self._last.update(zip(self._names, self._values, strict=True))
        self._names = self._values = ()

    def keep(self, names: tuple[str, ...], values: Sequence[str]) -> None:
        """Remember the values of a game that inherits nothing."""
        if names is not self._names:
            self._settle()
            self._names = names
        self._values = values

    def take(
        self, names: tuple[str, ...], values: Sequence[str]
    ) -> tuple[list[str], tuple[tuple[str, str], ...]] | None:
        """Return values with the nearest previous ones in the place of each `#`.

        Args:
            names: the names of a game's tags, each standing once.
            values: their values.

        Returns:
            The values, and the names and values that were put in; `None` where there is more to
            do, or anything to say: `resolve` does it.
        """
        if self.standing:
            return None
        resolved = [*values]
        context: list[tuple[str, str]] = []
        for place in [place for place, value in enumerate(values) if value[:1] == "#"]:
            value, name = values[place], names[place]
            before = self._nearest(name) if value == "#" else None
            if before is not None and name not in NOT_INHERITED:
                resolved[place] = before
                context.append((name, before))
            elif value[1:2] in {"", "#"}:
                return None
        return resolved, tuple(context)

    def _nearest(self, name: str) -> str | None:
        """Return the nearest previous value of a tag, `None` where there is none."""
        # Most take it from the game before, which is asked without going through all its tags.
        if name in self._names:
            return self._values[self._names.index(name)]
        return self._last.get(name)

    def resolve(self, fields: dict[str, str]) -> Resolved:
        """Return the values of a game's tags, and remember them for the next game."""
        resolved = Resolved(fields)
        last = self.last
        for name, value in fields.items():
            if value[:1] != "#" or (len(value) > 1 and value[1] != "#"):
                continue
            if name in NOT_INHERITED:
                resolved.forbidden.append(name)
            elif value == "#":
                if name not in last:
                    resolved.orphans.append(name)
                resolved.fields[name] = last.get(name, "")
                resolved.context.append((name, resolved.fields[name]))
            else:
                resolved.fields[name] = value[2:]
                if len(self.standing) < MAX_STANDING or name in self.standing:
                    self.standing[name] = value[2:]
                else:
                    resolved.refused.append(name)
        for name in resolved.forbidden:
            del resolved.fields[name]
        for name, value in self.standing.items():
            if name not in fields:
                resolved.fields[name] = value
                resolved.context.append((name, value))
            elif name in resolved.fields:
                self.standing[name] = resolved.fields[name]
        last.update(resolved.fields)
        return resolved


class Resolved:
    """The values of one game's tags.

    Attributes:
        fields: the values by name, nothing inherited any more.
        context: what came from elsewhere in the file.
        orphans: the tags whose `#` found nothing.
        forbidden: the tags that may not inherit.
        refused: the tags whose `##` is one too many.
    """

    __slots__ = ("context", "fields", "forbidden", "orphans", "refused")

    def __init__(self, fields: dict[str, str]) -> None:
        self.fields = dict(fields)
        self.context: list[tuple[str, str]] = []
        self.orphans: list[str] = []
        self.forbidden: list[str] = []
        self.refused: list[str] = []

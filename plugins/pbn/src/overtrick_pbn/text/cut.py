"""Cuts a game into its tags and what follows each: the macro level between text and meaning.

Two ways give the same: a fast path for games written as export format writes them, and one item
after another for everything else. A property test holds them and the grammars together.

Source: PBN 2.1 §3.1 (Game sections), §3.3 (Tag pair).
"""

from __future__ import annotations

from itertools import accumulate, chain
from operator import add
from typing import Final

from overtrick_pbn.standard.plan import plan_of
from overtrick_pbn.text.quoting import unquote
from overtrick_pbn.text.repair import repair_tag
from overtrick_pbn.text.scanners import (
    BRACES,
    CLOSED_BODY,
    IRREGULAR,
    ITEM,
    LINE_END,
    PLAIN_TAG,
    SEMI_EMPTY,
)


class Cut:
    r"""A game's tags in order, each with its body: the text up to the next tag.

    Attributes:
        prefix: the text before the first tag.
        names: the tags' names; empty for a broken tag that means nothing.
        values: their values, `\"` and `\\` undone.
        bodies: what follows each tag.
        tail: what follows a semi-empty line behind the last tag, where it is no comment alone: text
            of no game.
        plan: where the values of these tags go.
        filled: the positions of the bodies that are more than white space.
        is_canonical: whether every tag is written as export format writes it.
        inside: the escape lines between the tokens of a tag, by position in `names`.
        faults: for tags that the standard forbids, the code by position in `names`.
    """

    __slots__ = (
        "_asked",
        "_places",
        "bodies",
        "faults",
        "filled",
        "inside",
        "is_canonical",
        "names",
        "plan",
        "prefix",
        "tail",
        "values",
    )

    def __init__(
        self,
        prefix: str,
        names: list[str],
        values: list[str],
        bodies: list[str],
        *,
        filled: list[int] | None = None,
        places: tuple[list[int], list[int]] | None = None,
        faults: dict[int, str] | None = None,
        inside: dict[int, list[str]] | None = None,
    ) -> None:
        self.prefix = prefix
        self.names = names
        self.plan = plan_of(tuple(names))
        self.values = values
        self.bodies = bodies
        self.filled = _filled(bodies) if filled is None else filled
        self.tail = ""
        is_last_filled = self.filled and self.filled[-1] == len(bodies) - 1
        if is_last_filled and (at := tail_of(bodies[-1])) is not None:
            self.tail = bodies[-1][at:]
            bodies[-1] = bodies[-1][:at]
        self.is_canonical = places is None
        self._places = places
        self._asked = 0
        self.faults = faults or _NO_FAULTS
        self.inside = inside or _NOTHING_INSIDE

    @property
    def is_bare(self) -> bool:
        """Whether nothing but white space stands outside of the tags."""
        return not (self.filled or self.inside or self.prefix.strip())

    def start(self, position: int) -> int:
        """Return the index in the game's text of the tag at a position."""
        if self._places is None and self._asked < _FEW:
            # Most games have few places that are asked for, if any.
            self._asked += 1
            return (
                len(self.prefix)
                + _SIGNS * position
                + len("".join(self.names[:position]))
                + len("".join(self.values[:position]))
                + len("".join(self.bodies[:position]))
            )
        return self.places()[0][position]

    def places(self) -> tuple[list[int], list[int]]:
        """Return the indexes of the tags and of the bodies; rarely asked for, so made late.

        Without a step of its own for each tag: 3 µs in place of 12.
        """
        if self._places is None:
            # [name "value"] has five characters besides name and value.
            tags = list(map(add, map(len, self.names), map(_SIGNS.__add__, map(len, self.values))))
            sizes = chain.from_iterable(zip(tags, map(len, self.bodies), strict=True))
            bounds = list(accumulate(sizes, initial=len(self.prefix)))
            self._places = bounds[:-1:2], bounds[1::2]
        return self._places

    def body_start(self, position: int) -> int:
        """Return the index in the game's text of the body at a position."""
        if self._places is None and self._asked < _FEW:
            size = _SIGNS + len(self.names[position]) + len(self.values[position])
            return self.start(position) + size
        return self.places()[1][position]

    def part(self, first: int, last: int, begin: int) -> Cut:
        """Return the tags from `first` up to `last` as a cut of the text from `begin` on."""
        positions = range(first, last)
        found = Cut(
            self.prefix if first == 0 else "",
            self.names[first:last],
            self.values[first:last],
            self.bodies[first:last],
            places=(
                [self.start(i) - begin for i in positions],
                [self.body_start(i) - begin for i in positions],
            ),
            # By position: a block with faults everywhere has as many of them as of games.
            faults={i - first: self.faults[i] for i in positions if i in self.faults},
            inside={i - first: self.inside[i] for i in positions if i in self.inside},
        )
        if last == len(self.names):
            found.tail = self.tail
        return found


_FEW: Final = 3
"""So many places are found each by what stands before it."""

_SIGNS: Final = 5
"""The characters of a tag besides its name and value, as export format writes it."""

_NO_FAULTS: Final[dict[int, str]] = {}
_NOTHING_INSIDE: Final[dict[int, list[str]]] = {}


def cut_game(text: str) -> Cut:
    """Return the tags of a game with their bodies."""
    return cut_canonical(text) or cut_items(text)


def cut_canonical(text: str) -> Cut | None:
    """Return the cut of a game whose tags are all written as `[Name "value"]`, else `None`.

    Values with an escaped quote or backslash or a control character, and anything in brackets
    that is not such a tag, are left to `cut_items`.
    """
    # What stands before the first tag; then name, value and body of each.
    parts = PLAIN_TAG.split(text)
    prefix, bodies = parts[0], parts[3::3]
    # A comment or escape line before the first tag may reach over it.
    is_odd = prefix and (IRREGULAR.search(prefix) or text[0] == "%")
    if is_odd and not CLOSED_BODY.fullmatch(f"\n{prefix}"):
        return None
    filled = _filled(bodies)
    for position in filled:
        body = bodies[position]
        if IRREGULAR.search(body) and not CLOSED_BODY.fullmatch(body):
            return None
    return Cut(prefix, parts[1::3], parts[2::3], bodies, filled=filled)


def _filled(bodies: list[str]) -> list[int]:
    """Return the positions of the bodies that are more than white space."""
    return [
        position
        for position, body in enumerate(bodies)
        if body != "\n" and body and not body.isspace()
    ]


def tail_of(body: str) -> int | None:
    r"""Return where text of no game begins in what follows the last tag of a game.

    A game ends at a semi-empty line; a comment behind it may stand by itself, other text may not.

    Source: PBN 2.1 §3 (a semi-empty line before each game but the first, comments apart).

    Example:
        >>> tail_of("\n1D Pass\n\n1H AP\n"), tail_of("\n1D Pass\n\n{later}\n")
        (9, None)
    """
    if SEMI_EMPTY.search(body.rstrip()) is None:
        return None
    tail: int | None = None
    # A body follows its tag, so that it begins no line.
    for match in ITEM.finditer(f"]{body}", 1):
        if match.lastgroup != "DATA":
            continue
        rest = match.group()
        if tail is None:
            gap = SEMI_EMPTY.search(rest)
            if gap is None:
                continue
            tail = match.start() - 1 + gap.end(1)
            rest = rest[gap.end() :]
        if rest.strip():
            return tail
    return None


def is_inside_tag(text: str, cut: Cut) -> bool:
    r"""Return whether a game's text ends in the middle of its last tag, as that of a cut-off file.

    Example:
        >>> [is_inside_tag(text, cut_game(text)) for text in ('[We', '[West "W"', '[We]', '[We\n')]
        [True, True, False, False]
    """
    last = len(cut.names) - 1
    return last in cut.faults and cut.body_start(last) == len(text) and text[-1] != "]"


def has_data(body: str) -> bool:
    r"""Return whether section elements stand in what follows a tag, not comments and escapes alone.

    Example:
        >>> has_data("\n1D Pass\n"), has_data("\n{1D Pass}\n")
        (True, False)
    """
    if not body or body.isspace():
        return False
    if IRREGULAR.search(body) is None:
        return True
    if BRACES.fullmatch(body) is not None:
        return False
    # A body follows its tag, so that it begins no line.
    items = ITEM.finditer(f"]{body}", 1)
    return any(match.lastgroup == "DATA" and not match.group().isspace() for match in items)


def escapes_inside(tag: str) -> list[str]:
    r"""Return the escape lines between the tokens of a tag pair, without their percent signs.

    Source: PBN 2.1 §2.4, §3.3.

    Example:
        >>> escapes_inside('[Event\n%a note\n"Cup"]')
        ['a note']
    """
    if "%" not in tag:
        return []
    # No string holds an end of line.
    return [line[1:] for line in LINE_END.split(tag)[1:] if line[:1] == "%"]


def cut_items(text: str) -> Cut:
    """Return the cut of any text, item by item."""
    names: list[str] = []
    values: list[str] = []
    starts: list[int] = []
    body_starts: list[int] = []
    faults: dict[int, str] = {}
    inside: dict[int, list[str]] = {}
    for match in ITEM.finditer(text):
        kind = match.lastgroup
        if kind == "TAG":
            escapes = escapes_inside(match.group())
            if escapes:
                inside[len(names)] = escapes
            names.append(match["name"])
            values.append(unquote(match["value"]))
        elif kind == "BROKEN":
            raw = match.group()
            fixed = repair_tag(raw)
            faults[len(names)] = "PBN307" if fixed is None else fixed.fault
            names.append("" if fixed is None else fixed.name)
            values.append(raw if fixed is None else fixed.value)
        else:
            continue
        starts.append(match.start())
        body_starts.append(match.end())
    ends = [*starts[1:], len(text)]
    bodies = [text[start:end] for start, end in zip(body_starts, ends, strict=False)]
    prefix = text[: starts[0]] if starts else text
    return Cut(
        prefix,
        names,
        values,
        bodies,
        places=(starts, body_starts),
        faults=faults,
        inside=inside,
    )

"""What the linter works with: one game, what was seen of the file before, where findings go."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick_pbn.read.findings import MAX_FINDINGS
from overtrick_pbn.text.syntax import ItemKind

if TYPE_CHECKING:
    from overtrick.framework.contexts import ReadContext
    from overtrick.model import Board, Grid
    from overtrick.model.hands import Deal
    from overtrick_pbn.text.syntax import Game, Item, Section

NO_VALUE: Final = frozenset({"", "?"})
"""The values of a tag that is not filled."""


class CheckState:
    """What the linter remembers from one game of a file to the next.

    Attributes:
        is_export: whether the file says `% EXPORT`.
        said: the codes that are reported once a file and have been.
        for_all: the names of the tags with a `##` value so far.
        deals: the deal of each DealId.
        blank_line: a separating line that holds blanks, as keywords of `issue`; it is wrong only
            if another game follows.
    """

    def __init__(self) -> None:
        self.is_export = False
        self.said: set[str] = set()
        self.for_all: set[str] = set()
        self.deals: dict[str, Deal] = {}
        self.blank_line: Mapping[str, int] | None = None


class Checker:
    """One game under the linter.

    Attributes:
        game: the game's syntax.
        board: what the reader made of it; `None` for the text before the first game.
        state: what is remembered of the file.
    """

    def __init__(
        self, game: Game, board: Board | None, state: CheckState, ctx: ReadContext
    ) -> None:
        self.game = game
        self.board = board
        self.state = state
        self._ctx = ctx
        self._counts: dict[str, int] = {}

    @property
    def is_export(self) -> bool:
        """Whether the rules of export format hold."""
        return self.state.is_export

    @functools.cached_property
    def items(self) -> tuple[Item, ...]:
        """The game's items."""
        return self.game.items

    @functools.cached_property
    def sections(self) -> tuple[Section, ...]:
        """The tags of the game with what follows each."""
        return tuple(section for section in self.game.sections if section.tag is not None)

    @functools.cached_property
    def first(self) -> Mapping[str, Section]:
        """The first section of each name, which is the one that counts."""
        found: dict[str, Section] = {}
        for section in self.sections:
            if section.tag is not None and section.tag.kind is ItemKind.TAG:
                found.setdefault(section.name, section)
        return found

    @functools.cached_property
    def grids(self) -> Mapping[str, Grid]:
        """The board's tables and other sections by their names."""
        return {} if self.board is None else {grid.name: grid for grid in self.board.grids}

    def value(self, name: str) -> str | None:
        """Return the value of a tag of this game, `None` where there is no such tag."""
        section = self.first.get(name)
        return None if section is None else section.value

    def place(self, index: int) -> dict[str, int]:
        """Return the place of an index of the game's text as keywords of `issue`."""
        position = self.game.position(index)
        return {"line": position.line, "column": position.column, "offset": position.offset}

    def say(
        self, code: str, index: int, *, clause: str | None = None, part: str | None = None,
        **values: object,
    ) -> None:  # fmt: skip
        """Report a finding at an index of the game's text, a hundred times a code at the most."""
        count = self._counts.get(code, 0)
        if count == MAX_FINDINGS:
            return
        self._counts[code] = count + 1
        self.say_at(code, self.place(index), clause=clause, part=part, **values)

    def say_at(
        self, code: str, place: Mapping[str, int], *, clause: str | None = None,
        part: str | None = None, **values: object,
    ) -> None:  # fmt: skip
        """Report a finding at a place that `place` gave, of this game or of one before."""
        number = None if self.board is None else self.board.number
        self._ctx.issue(
            code,
            line=place["line"],
            column=place["column"],
            offset=place["offset"],
            board=number,
            clause=None if clause is None else f"PBN 2.1 §{clause}",
            part=part,
            severity=None,
            hint=None,
            **values,
        )

    def say_once(self, code: str, index: int, **values: object) -> None:
        """Report a finding, but only the first of its code in the file."""
        if code not in self.state.said:
            self.state.said.add(code)
            self.say(code, index, clause=None, part=None, **values)

    def say_of(
        self,
        code: str,
        section: Section,
        *,
        clause: str | None = None,
        part: str | None = None,
        **values: object,
    ) -> None:
        """Report a finding at the value of a section's tag."""
        self.say(code, value_index(section), clause=clause, part=part, **values)


def value_index(section: Section) -> int:
    """Return the index of a tag's value with its quote, or of the tag where it has none."""
    if section.tag is None:
        return section.start
    return section.tag.start + section.tag.quoted()[0]

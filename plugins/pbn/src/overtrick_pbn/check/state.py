"""What the linter works with: one game, what was seen of the file before, where findings go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick_pbn.text.spans import value_span

if TYPE_CHECKING:
    from overtrick import Board, Deal, Grid, Severity
    from overtrick_pbn.read.findings import Found, SayAt
    from overtrick_pbn.text.cut import Cut
    from overtrick_pbn.text.spans import Span
    from overtrick_pbn.text.syntax import Game

NO_VALUE: Final = frozenset({"", "?"})
"""The values of a tag that is not filled."""


class CheckState:
    """What the linter remembers from one game of a file to the next.

    Attributes:
        is_export: whether the file says `% EXPORT`.
        said: the codes that are reported once a file and have been.
        for_all: the names of the tags with a `##` value so far.
        deals: the deal of each DealId.
        blank_line: where a separating line holds blanks, with its game; it is wrong only if another
            game follows.
    """

    def __init__(self, *, is_export: bool = False) -> None:
        self.is_export = is_export
        self.said: set[str] = set()
        self.for_all: set[str] = set()
        self.deals: dict[str, Deal] = {}
        self.blank_line: tuple[Game, Found] | None = None


class Checker:
    """One game under the linter: what the reader found in it, and where findings go.

    Most games have nothing wrong with them, and that is seen from the values of their tags: what
    stands where is looked for when there is something to tell.

    Attributes:
        game: the game's syntax.
        board: what the reader made of it; `None` for the text before the first game.
        state: what is remembered of the file.
        cut: the game's tags with what follows each, as the reader has them.
        is_export: whether the rules of export format hold.
        values: the value of the first tag of each name, which is the one that counts.
        before: a finding of the game before that only this game shows to be one.
    """

    __slots__ = (
        "_grids",
        "_report",
        "before",
        "board",
        "cut",
        "game",
        "is_export",
        "state",
        "values",
    )

    def __init__(
        self, game: Game, board: Board | None, state: CheckState, cut: Cut, report: SayAt
    ) -> None:
        self.game = game
        self.board = board
        self.state = state
        self.cut = cut
        self.is_export = state.is_export
        self.before: tuple[Game, Found] | None = None
        self._report = report
        self._grids: Mapping[str, Grid] | None = None
        names = cut.names
        values = dict(zip(names, cut.values, strict=True))
        if len(values) < len(names):
            values = {}
            for name, value in zip(names, cut.values, strict=True):
                values.setdefault(name, value)
        # A broken tag that means nothing has no name.
        values.pop("", None)
        self.values: Mapping[str, str] = values

    @property
    def grids(self) -> Mapping[str, Grid]:
        """The board's tables and other sections by their names."""
        found = self._grids
        if found is None:
            board = self.board
            found = self._grids = {} if board is None else {grid.name: grid for grid in board.grids}
        return found

    def position(self, name: str) -> int:
        """Return the position of the first tag of a name."""
        return self.cut.names.index(name)

    def body(self, name: str) -> str:
        """Return what follows the first tag of a name; nothing where there is no such tag."""
        return self.cut.bodies[self.position(name)] if name in self.values else ""

    def start(self, name: str) -> int:
        """Return where the first tag of a name begins."""
        return self.cut.start(self.position(name))

    def say(
        self,
        code: str,
        index: int,
        *,
        end: int | None = None,
        clause: str | None = None,
        part: str | None = None,
        severity: Severity | None = None,
        **values: object,
    ) -> None:
        """Report a finding.

        Args:
            code: the code.
            index: of the game's text: where it stands, or the tag or the value that it is about.
            end: the index behind it, where the code does not say what is meant.
            clause: the clause's number, in place of the catalogue's.
            part: the part of the board.
            severity: in place of the catalogue's.
            **values: what fills the message.
        """
        whole = None if clause is None else f"PBN 2.1 §{clause}"
        self._report(code, index, end=end, clause=whole, part=part, severity=severity, **values)

    def say_once(self, code: str, index: int, **values: object) -> None:
        """Report a finding, but only the first of its code in the file."""
        if code not in self.state.said:
            self.state.said.add(code)
            self._report(code, index, **values)

    def say_inside(
        self,
        code: str,
        tag: str,
        inside: Span | None,
        /,
        *,
        part: str | None = None,
        **values: object,
    ) -> None:
        """Report a finding at a part of a tag's value, counted behind its first quote."""
        position = self.position(tag)
        start, end = self.cut.start(position), None
        if inside is not None:
            begin = start + value_span(tag_text(self.game.text, self.cut, position))[0] + 1
            start, end = begin + inside[0], begin + inside[1]
        self._report(code, start, end=end, part=part, **values)


def tag_text(text: str, cut: Cut, position: int) -> str:
    """Return a tag from bracket to bracket."""
    return text[cut.start(position) : cut.body_start(position)]

"""What the linter works with: one game, what was seen of the file before, where findings go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from overtrick_pbn.read.findings import MAX_FINDINGS, Found
from overtrick_pbn.text.cut import cut_game
from overtrick_pbn.text.scanners import IRREGULAR
from overtrick_pbn.text.spans import At, Inside, Span, span_of

if TYPE_CHECKING:
    from overtrick import Board, Deal, Grid, Severity
    from overtrick_pbn.text.cut import Cut
    from overtrick_pbn.text.syntax import Game, Item, Section

NO_VALUE: Final = frozenset({"", "?"})
"""The values of a tag that is not filled."""

_COMMA: Final = re.compile(r",(?! )")

CHECK_PLACES: Final[dict[str, At]] = {
    **dict.fromkeys(("PBN212", "PBN317"), At.CHARACTER),
    **dict.fromkeys(("PBN213", "PBN223", "PBN650", "PBN663", "PBN668"), At.LINE),
    **dict.fromkeys(("PBN727", "PBN741"), At.LINE),
    **dict.fromkeys(("PBN222", "PBN654"), At.NOTHING),
    **dict.fromkeys(
        ("PBN320", "PBN321", "PBN322", "PBN512", "PBN513", "PBN653", "PBN655", "PBN656", "PBN742"),
        At.TAG,
    ),
    "PBN318": At.NAME,
    **dict.fromkeys(
        (
            *("PBN350", "PBN351", "PBN352", "PBN353", "PBN354", "PBN411", "PBN514", "PBN515"),
            *("PBN658", "PBN659", "PBN660", "PBN661", "PBN662", "PBN667", "PBN701", "PBN702"),
            *("PBN721", "PBN722", "PBN723", "PBN724", "PBN725", "PBN726", "PBN731", "PBN732"),
            *("PBN733", "PBN734"),
        ),
        At.VALUE,
    ),
    **dict.fromkeys(
        ("PBN510", "PBN511", "PBN671", "PBN672", "PBN703", "PBN704", "PBN815"), At.ELEMENT
    ),
}
"""What each code's finding speaks of; a token where nothing is said."""


def _comma(value: str) -> Span | None:
    """Return where the first comma stands that no blank follows."""
    match = _COMMA.search(value)
    return None if match is None else match.span()


CHECK_INSIDE: Final[dict[str, Inside]] = {"PBN351": _comma}
"""What of a value is meant, where it is not the whole."""


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

    def __init__(self) -> None:
        self.is_export = False
        self.said: set[str] = set()
        self.for_all: set[str] = set()
        self.deals: dict[str, Deal] = {}
        self.blank_line: tuple[Game, Found] | None = None


class Checker:
    """One game under the linter.

    Most games have nothing wrong with them, and that is seen from the values of their tags: what
    stands where is looked for when there is something to tell.

    Attributes:
        game: the game's syntax.
        board: what the reader made of it; `None` for the text before the first game.
        state: what is remembered of the file.
        cut: the game's tags with what follows each, as the reader has them.
        is_export: whether the rules of export format hold.
        values: the value of the first tag of each name, which is the one that counts.
        found: the findings so far, in the order in which they were made.
        before: a finding of the game before that only this game shows to be one.
    """

    __slots__ = (
        "_counts",
        "_first",
        "_grids",
        "_sections",
        "before",
        "board",
        "cut",
        "found",
        "game",
        "is_export",
        "state",
        "values",
    )

    def __init__(
        self, game: Game, board: Board | None, state: CheckState, cut: Cut | None = None
    ) -> None:
        self.game = game
        self.board = board
        self.state = state
        self.cut = cut_game(game.text) if cut is None else cut
        self.is_export = state.is_export
        self.found: list[Found] = []
        self.before: tuple[Game, Found] | None = None
        self._counts: dict[str, int] = {}
        self._sections: tuple[Section, ...] | None = None
        self._first: dict[str, Section] | None = None
        self._grids: Mapping[str, Grid] | None = None
        self.values: Mapping[str, str] = self._values()

    def _values(self) -> Mapping[str, str]:
        cut = self.cut
        if not cut.is_canonical:
            return {name: section.value for name, section in self.first.items()}
        values = dict(zip(cut.names, cut.values, strict=True))
        if len(values) < len(cut.names):
            values = {}
            for name, value in zip(cut.names, cut.values, strict=True):
                values.setdefault(name, value)
        return values

    @property
    def items(self) -> tuple[Item, ...]:
        """The game's items."""
        return self.game.items

    @property
    def sections(self) -> tuple[Section, ...]:
        """The tags of the game with what follows each."""
        found = self._sections
        if found is None:
            # The first one is what stands before any tag.
            found = self._sections = self.game.sections[1:]
        return found

    @property
    def first(self) -> Mapping[str, Section]:
        """The first section of each name, which is the one that counts."""
        found = self._first
        if found is None:
            found = self._first = {}
            for section in self.sections:
                # A broken tag that means nothing has no name.
                if section.name:
                    found.setdefault(section.name, section)
        return found

    @property
    def grids(self) -> Mapping[str, Grid]:
        """The board's tables and other sections by their names."""
        found = self._grids
        if found is None:
            board = self.board
            found = self._grids = {} if board is None else {grid.name: grid for grid in board.grids}
        return found

    def value(self, name: str) -> str | None:
        """Return the value of a tag of this game, `None` where there is no such tag."""
        return self.values.get(name)

    def body(self, name: str) -> str:
        """Return what follows the first tag of a name; nothing where there is no such tag."""
        if name not in self.values:
            return ""
        if self.cut.is_canonical:
            return self.cut.bodies[self.cut.names.index(name)]
        section = self.first[name]
        return self.game.text[section.body : section.end]

    def start(self, name: str) -> int:
        """Return where the first tag of a name begins."""
        if self.cut.is_canonical:
            return self.cut.start(self.cut.names.index(name))
        return self.first[name].start

    def has_data(self, name: str) -> bool:
        """Return whether section elements follow the first tag of a name."""
        body = self.body(name)
        if not body or body.isspace():
            return False
        return IRREGULAR.search(body) is None or self.first[name].has_data

    def say(
        self, code: str, index: int, *, end: int | None = None, clause: str | None = None,
        part: str | None = None, severity: Severity | None = None, **values: object,
    ) -> None:  # fmt: skip
        """Report a finding, a hundred times a code at the most.

        Args:
            code: the code.
            index: of the game's text: where it stands, or the tag or the value that it is about.
            end: the index behind it, where `CHECK_PLACES` does not say what is meant.
            clause: the clause's number, in place of the catalogue's.
            part: the part of the board.
            severity: in place of the catalogue's.
            **values: what fills the message.
        """
        count = self._counts.get(code, 0)
        if count == MAX_FINDINGS:
            return
        self._counts[code] = count + 1
        at, inside = CHECK_PLACES.get(code, At.TOKEN), CHECK_INSIDE.get(code)
        self.found.append(
            Found(
                code=code,
                span=span_of(self.game.text, index, at, inside) if end is None else (index, end),
                values=values,
                board=None if self.board is None else self.board.number,
                part=part,
                severity=severity,
                clause=None if clause is None else f"PBN 2.1 §{clause}",
            )
        )

    def say_once(self, code: str, index: int, **values: object) -> None:
        """Report a finding, but only the first of its code in the file."""
        if code not in self.state.said:
            self.state.said.add(code)
            self.say(code, index, end=None, clause=None, part=None, severity=None, **values)

    def say_inside(
        self,
        code: str,
        section: Section,
        inside: Span | None,
        *,
        part: str | None = None,
        **values: object,
    ) -> None:
        """Report a finding at a part of a tag's value, counted behind its first quote."""
        if section.tag is None or inside is None:
            self.say(code, section.start, end=None, clause=None, part=part, severity=None, **values)
            return
        start = section.tag.start + section.tag.quoted()[0] + 1
        begin, end = start + inside[0], start + inside[1]
        self.say(code, begin, end=end, clause=None, part=part, severity=None, **values)

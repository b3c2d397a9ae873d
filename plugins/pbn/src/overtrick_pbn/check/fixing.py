"""What fixes a game: the edits that `check --fix` makes and that findings offer.

No fix changes what a game says: edits are kept only if the reader makes an equal board of the game
before and after (the order of comments, escape lines and tables apart, where export format
prescribes another one).

Source: PBN 2.1; the clause of each fix stands in the catalogue.
"""

from __future__ import annotations

import collections
import functools
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import attrs

from overtrick import Board
from overtrick_pbn.check.codes import FIXES
from overtrick_pbn.check.edits import Edit, apply, without_overlaps
from overtrick_pbn.check.export import (
    missing_tags,
    sections_anew,
)
from overtrick_pbn.check.layout import (
    Step,
    blank_lines,
    comment_places,
    is_one_game,
    line_ends,
    own_lines,
    tabs,
)
from overtrick_pbn.check.sections import SECTION_FIXES, fix_sections, with_own_rows
from overtrick_pbn.check.spellings import SPELLED, plain_value
from overtrick_pbn.check.tags import TAG_FIXES, fix_values, order
from overtrick_pbn.read.board import Builder
from overtrick_pbn.read.file import games_of
from overtrick_pbn.read.findings import MAX_FINDINGS, breaks_off
from overtrick_pbn.read.inheritance import Inheritance
from overtrick_pbn.standard.tables import HYPHENS
from overtrick_pbn.standard.tags import KNOWN
from overtrick_pbn.text.cut import Cut, cut_game
from overtrick_pbn.text.games import Splitter
from overtrick_pbn.text.scanners import LINE_END, PREAMBLE
from overtrick_pbn.text.syntax import Game
from overtrick_pbn.write.export.tags import effective_dealer
from overtrick_pbn.write.export.times import in_written_order
from overtrick_pbn.write.losses import SILENT

_STEPS: Final[dict[str, Step]] = {
    "PBN769": own_lines,
    "PBN776": comment_places,
    "PBN768": order,
    "PBN773": blank_lines,
    "PBN772": tabs,
}
STEPS: Final = (frozenset({"PBN785"}), *(frozenset({code}) for code in _STEPS),
                frozenset({"PBN786", "PBN787", "PBN788"}))  # fmt: skip
"""The layout of export format, step by step, by the codes that tell of each.

Each works on what the one before made.
"""

_MOST: Final = 5
"""So many texts are remembered, of the length of a game each, with what was found out of them."""

# A call, a card, an annotation, or a string with its quotes.
_WORDS: Final = re.compile(r'[\w.:,/ $=!?^*+-]++|"[\w.:,/ -]*+"')

# Export format prescribes the order of what these stand for.
_ORDERED: Final = ("pbn:comments", "pbn:escapes", "pbn:repeated")


class Reading(NamedTuple):
    """What the reader makes of a game.

    Attributes:
        board: its board.
        remaining: how often it finds what nothing fixes, by code.
        is_broken_off: whether the game's text breaks off in a tag, a comment or a section.
    """

    board: Board
    remaining: Mapping[str, int]
    is_broken_off: bool

    @classmethod
    def of(cls, board: Board, found: Sequence[tuple[str, int]], text: str) -> Reading:
        """Return the reading of a text: its board, and its findings, each with its index."""
        is_broken_off = any(breaks_off(code, index, text) for code, index in found)
        return cls(board, remaining(code for code, _ in found), is_broken_off)


def remaining(codes: Iterable[str]) -> Mapping[str, int]:
    """Return how often each code occurs that nothing fixes, as far as they are reported."""
    counts = collections.Counter(code for code in codes if code not in FIXES)
    return {code: min(count, MAX_FINDINGS) for code, count in counts.items()}


class Fixer:
    """Fixes one game.

    Attributes:
        game: the game as it stands in its file.
        is_export: whether the rules of export format hold.
        newline: the line end of what is put in.
        stated: the names of the tags that an earlier game has given for all that follow.
        in_one_go: whether the steps of the layout are tried together first. Not any more once that
            was in vain, nor in a game that ends within a comment.

    Args:
        game: the game.
        is_export: as above.
        newline: as above.
        stated: as above.
        cut: the game's tags, where they are at hand.
        read: what the reader has made of the game, where nothing of it comes from others.
        builder: makes the boards; boards share what they have in common with others that it made.
    """

    def __init__(
        self,
        game: Game,
        *,
        is_export: bool,
        newline: str,
        stated: frozenset[str] = frozenset(),
        cut: Cut | None = None,
        read: Reading | None = None,
        builder: Builder | None = None,
    ) -> None:
        self.game = game
        self._builder = Builder() if builder is None else builder
        self.is_export = is_export
        self.newline = newline
        self.stated = stated
        # Of what is tried, and then kept and looked at again.
        self._cuts: dict[str, Cut] = {} if cut is None else {game.text: cut}
        self._answers: dict[str, bool] = {}
        self._latest: tuple[str, Reading | None] = ("", None)
        self._read = read
        self._said: dict[str, object] | None = None
        self._pieces: tuple[int, str, int] | None = None
        self.in_one_go = True

    @property
    def board(self) -> Board:
        """What the reader makes of the game."""
        return self._own.board

    @property
    def is_broken_off(self) -> bool:
        """Whether the game's text breaks off, as at the end of a file that is cut off."""
        return self._own.is_broken_off

    @property
    def cut(self) -> Cut:
        """The game's tags."""
        return self._cut_of(self.game.text)

    @property
    def _own(self) -> Reading:
        if self._read is None:
            self._read = self._reading_of(self.game.text)
        return self._read

    def _reading_of(self, text: str) -> Reading:
        game = Game(text, encoding=self.game.encoding)
        # Nothing is handed down to it.
        self._builder.inheritance = Inheritance()
        found: list[tuple[str, int]] = []

        def note(code: str, index: int, **values: object) -> None:
            found.append((code, index))

        return Reading.of(self._builder.board(game, self._cut_of(text), note), found, text)

    def _cut_of(self, text: str) -> Cut:
        """Return the tags of the game, or of what edits make of it."""
        cut = self._cuts.get(text)
        if cut is None:
            if len(self._cuts) > _MOST:
                self._cuts.clear()
            cut = self._cuts[text] = cut_game(text)
        return cut

    def means_the_same(self, text: str) -> bool:
        """Return whether the reader makes an equal board of another text.

        What it finds and nothing fixes must be the same too.
        """
        answer = self._answers.get(text)
        if answer is None:
            if len(self._answers) > _MOST:
                self._answers.clear()
            reading = self._reading_of(text)
            self._latest = text, reading
            answer = self._answers[text] = self._is_same(reading)
        return answer

    def following(self, game: Game) -> Fixer:
        """Return the fixer of what the fixes of this one have made of its game."""
        text, reading = self._latest
        fixer = Fixer(
            game,
            is_export=self.is_export,
            newline=self.newline,
            stated=self.stated,
            cut=self._cuts.get(game.text),
            read=reading if text == game.text else None,
            builder=self._builder,
        )
        fixer.in_one_go = self.in_one_go
        return fixer

    def _is_same(self, other: Reading) -> bool:
        own = self._own
        if own.remaining != other.remaining:
            return False
        if own.board == other.board:
            return True
        if self._said is None:
            self._said = in_any_order(own.board)
        return self._said == in_any_order(other.board)

    @property
    def ends_lines(self) -> bool:
        """Whether wrong line ends are fixed."""
        text = self.game.text
        is_cut = not text.endswith(("\r", "\n"))
        # Inside a comment that is never closed a line end more would be text.
        return self.is_export and (not is_cut or self.means_the_same(line_ends(f"{text}\n")))

    def values(self, game: Game) -> list[Edit]:
        """Return the edits of a game's tags, calls and cards; they can be made together."""
        return self._kept(game, self._of_tags(game), self._of_sections(game))

    def words(self, code: str) -> list[Edit]:
        """Return those edits of the game's tags, calls and cards that a code tells of."""
        edits = self._words_of_tags if code in TAG_FIXES else []
        if code in SECTION_FIXES:
            edits = [*edits, *self._words_of_sections]
        return [edit for edit in edits if code in edit.codes]

    @functools.cached_property
    def _words_of_tags(self) -> list[Edit]:
        return self._kept(self.game, self._of_tags(self.game))

    @functools.cached_property
    def _words_of_sections(self) -> list[Edit]:
        return self._kept(self.game, self._of_sections(self.game))

    def _of_tags(self, game: Game) -> list[Edit]:
        cut = self._cut_of(game.text)
        return _outside(cut, game, fix_values(game.text, cut, self.board, is_export=self.is_export))

    def _of_sections(self, game: Game) -> list[Edit]:
        cut = self._cut_of(game.text)
        edits = fix_sections(
            game.text, cut, self.board, is_export=self.is_export, newline=self.newline
        )
        return _outside(cut, game, edits)

    def layout(self, game: Game, step: frozenset[str]) -> list[Edit]:
        """Return the edits of one of the `STEPS` of the layout of export format."""
        return self._kept(game, self._layout(game, step)) if self.is_export else []

    def laid_out(self, game: Game) -> tuple[Game, list[Edit]]:
        """Return a game after all steps of the layout of export format, and their edits.

        Each step's edits are of what the one before made. For tags, comments and blanks the board
        is read once, from what all their steps make together; only where it would be another one
        is each tried by itself. Sections that are written anew are often refused.
        """
        if not self.is_export:
            return game, []
        *steps, anew = STEPS
        made: list[Edit] = []
        if self.in_one_go:
            current, made = _after(game, steps, self._layout)
            self.in_one_go = not made or self._is_harmless(game, current.text)
        if not self.in_one_go:
            current, made = _after(game, steps, self.layout)
        current, more = _after(current, [anew], self.layout)
        return current, made + more

    def _layout(self, game: Game, step: frozenset[str]) -> list[Edit]:
        cut = self._cut_of(game.text)
        if "PBN785" in step:
            edits = missing_tags(game, cut, self.newline, self.board, self.stated)
        elif "PBN786" in step:
            edits = sections_anew(game, cut, self.newline, self.board)
        else:
            (code,) = step
            edits = _STEPS[code](game, cut, self.newline)
        return without_overlaps(edits)

    def _kept(self, game: Game, *groups: list[Edit]) -> list[Edit]:
        """Return the edits that leave the board as it is, all of them or kind by kind."""
        # A word for a value that `in_any_order` takes for the same: it need not be read again.
        kept = [edit for edits in groups for edit in edits if _is_spelling(game, edit)]
        kinds: dict[tuple[int, str], list[Edit]] = {}
        for number, edits in enumerate(groups):
            for edit in edits:
                if edit not in kept:
                    kinds.setdefault((number, edit.code), []).append(edit)

        def is_harmless(tried: list[Edit]) -> bool:
            text = apply(game.text, tried)
            if all(_is_word(game, edit) for edit in tried):
                return self.means_the_same(text)
            return self._is_harmless(game, text)

        others = [edit for kind in kinds.values() for edit in kind]
        if not others or is_harmless(others):
            return without_overlaps([*others, *kept])
        tried: list[Edit] = []
        for kind in kinds.values() if len(kinds) > 1 else ():
            if is_harmless([*tried, *kind]):
                tried += kind
        return without_overlaps([*tried, *kept])

    def _is_harmless(self, game: Game, text: str) -> bool:
        """Return whether a text that edits make of a game is read as the game is."""
        if self._pieces is None:
            # No edit that is kept changes it, so it holds for all rounds of a game.
            self._pieces = self._pieces_of(game.text)
        return self.means_the_same(text) and self._pieces_of(text) == self._pieces

    def _pieces_of(self, text: str) -> tuple[int, str, int]:
        """Return into how many games a text falls, and what the game behind it takes in of it.

        A comment, a tag or the order of tags can change both. The third is how many lines begin
        with what begins a part of a document.
        """
        if is_one_game(text, self._cut_of(text)):
            return 1, "", 0
        data = io.BytesIO(f"{text}{_NEXT_GAME}".encode(self.game.encoding))
        *games, last = (game for whole in Splitter(data).games() for game, _ in games_of(whole))
        taken = last.text.removesuffix(_NEXT_GAME.lstrip())
        return len(games), taken, len(_BEGIN_OF_PART.findall(text))


_BEGIN_OF_PART: Final = re.compile(r"(?<![^\r\n])[ \t]*+<PBN>")
_NEXT_GAME: Final = '\n\n[Event ""]\n'


def _after(
    game: Game,
    steps: Iterable[frozenset[str]],
    find: Callable[[Game, frozenset[str]], list[Edit]],
) -> tuple[Game, list[Edit]]:
    """Return a game after the edits that are found for each step, and the edits."""
    made: list[Edit] = []
    for step in steps:
        edits = find(game, step)
        game = edited(game, edits)
        made += edits
    return game, made


def is_of_games_alone(preamble: str, *, is_embedded: bool) -> bool:
    """Return whether a file is PBN from its first line, so that its layout is ours to fix.

    In another document nothing but the games themselves is.
    """
    whole = PREAMBLE.match(preamble)
    return not is_embedded and whole is not None and whole.end() == len(preamble)


def in_any_order(board: Board) -> dict[str, object]:
    """Return what a board says with what may be fixed in one form: order, line ends, spellings.

    Two boards of which this is equal say the same, in whatever order export format wants it.
    """
    extras: dict[str, object] = {}
    for key, value in board.extras.items():
        if key == HYPHENS:
            continue
        said: object = value
        if key in _ORDERED and isinstance(value, tuple):
            said = dict(collections.Counter(value))
        # What cannot be read is kept as raw text, line ends and all.
        elif key == "pbn:stray" or key.endswith((".unread", ".rest")):
            if isinstance(value, str):
                said = LINE_END.sub("\n", value)
            elif isinstance(value, tuple):
                said = tuple([LINE_END.sub("\n", str(part)) for part in value])
        elif isinstance(value, str) and (name := key.removeprefix("pbn:")) in SPELLED:
            said = plain_value(name, value)
        extras[key] = said
    info = board.info
    date, room = info.date, info.room
    if date is not None or room is not None:
        date, room = plain_value("Date", date or ""), plain_value("Room", room or "")
    contract, play = board.contract, with_own_rows(board)
    if play is not None and contract is not None and contract.declarer is not None:
        # The opening leader's column is the first, whoever led.
        leader = contract.declarer.next
        play = play if play.leader is leader else attrs.evolve(play, leader=leader)
    return {name: getattr(board, name) for name in _SAID} | {
        "info": (info.event, info.site, date, room, info.players, info.teams),
        "play": play,
        "dealer": effective_dealer(board),
        "extras": extras,
        "grids": sorted(
            (in_written_order(grid, board, SILENT) for grid in board.grids),
            key=lambda grid: grid.name,
        ),
    }


# What nothing is said of may be said to be unknown.
_SAID: Final = tuple(
    field.name for field in attrs.fields(Board) if field.eq and field.name != "missing"
)


def _outside(cut: Cut, game: Game, edits: Iterable[Edit]) -> list[Edit]:
    """Return edits without those of text that only looks like tags."""
    made = [*edits]
    start, end = _prose(cut, len(game.text)) if made else (0, 0)
    return [edit for edit in made if not start <= edit.start < end]


def _prose(cut: Cut, size: int) -> tuple[int, int]:
    """Return where text stands that only looks like tags, before the first tag of the standard.

    Text of other documents, such as HTML, has brackets too: `[x]` or `[see "Notes"]`.
    """
    start = -1
    for position, name in enumerate(cut.names):
        if name in KNOWN:
            return (start, cut.start(position)) if start >= 0 else (0, 0)
        if start < 0 and name[:1].islower():
            start = cut.start(position)
    return (start, size) if start >= 0 else (0, 0)


def _is_word(game: Game, edit: Edit) -> bool:
    """Return whether an edit puts words in the place of words, which moves no game's end."""
    return _WORDS.fullmatch(game.text, edit.start, edit.end) is not None and (
        _WORDS.fullmatch(edit.text) is not None
    )


def _is_spelling(game: Game, edit: Edit) -> bool:
    """Return whether an edit writes a value as `plain_value` does, and nothing else."""
    is_spelled = edit.codes == ("PBN777",) and edit.values["name"] in SPELLED
    return is_spelled and _is_word(game, edit)


def first_of_each(edits: Iterable[Edit]) -> list[Edit]:
    """Return the first edit of each code: one line tells of a kind of layout."""
    found: dict[str, Edit] = {}
    for edit in edits:
        found.setdefault(edit.code, edit)
    return list(found.values())


def edited(game: Game, edits: list[Edit]) -> Game:
    """Return a game after some edits: the same one, with what is known of it, if there are none."""
    if not edits:
        return game
    text = apply(game.text, edits)
    return attrs.evolve(game, text=text)

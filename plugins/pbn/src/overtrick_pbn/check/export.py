"""What a file in export format lacks or lays out otherwise, as the writer would write it.

The linter says what is wrong; the writer's own lines are put in its place.

Source: PBN 2.1 §3.4 (mandatory tags), §3.5, §3.6, §5.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from overtrick import Board
from overtrick_pbn.check.codes import FIXES
from overtrick_pbn.check.edits import Edit
from overtrick_pbn.check.hints import meant_tag
from overtrick_pbn.check.layout import behind_blanks, blanks_before
from overtrick_pbn.check.sections import check_auction, check_play
from overtrick_pbn.check.state import Checker, CheckState
from overtrick_pbn.check.tables import check_tables
from overtrick_pbn.check.tags import export_rank
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tables import AUCTION_TIMES, PLAY_TIMES
from overtrick_pbn.standard.tags import KNOWN, MANDATORY, SECTIONS
from overtrick_pbn.text.cut import Cut, cut_game
from overtrick_pbn.text.quoting import quote
from overtrick_pbn.text.syntax import Game, ItemKind
from overtrick_pbn.write.export.remarks import remarks_of
from overtrick_pbn.write.export.sections import put_auction, put_grid, put_play
from overtrick_pbn.write.export.tags import mandatory_values
from overtrick_pbn.write.export.times import in_written_order
from overtrick_pbn.write.losses import SILENT

_ALL_MANDATORY: Final = frozenset(MANDATORY)

# A game that says none of these is a part of another one, or of no use.
_WHOLE: Final = SECTIONS | {"Event", "Board", "Deal"}

# A line that was to be a tag: with its bracket, or without the first one.
_BROKEN: Final = re.compile(rf'\[\s*+({lexis.ANY_NAME})[\s:="]*+(.{{,9}})')
_UNOPENED: Final = re.compile(
    rf'(?<![^\r\n])[ \t]*+({lexis.ANY_NAME})[ \t:=]*+"([^"\r\n]*+)"[ \t]*+\]'
)

# What is fixed by writing a section anew: of an auction, a play, a table.
_LAYOUT: Final = {code: fix for code, fix in FIXES.items() if fix in {"PBN786", "PBN787", "PBN788"}}


def missing_tags(
    game: Game, cut: Cut, newline: str, board: Board, stated: frozenset[str]
) -> Iterator[Edit]:
    """Add the mandatory tags that a game lacks, each in its place; those of one place together."""
    if cut.is_canonical and stated.union(cut.names) >= _ALL_MANDATORY:
        return
    names = stated.union(cut.names)
    if not cut.names or names >= _ALL_MANDATORY:
        return
    ranked = [
        (export_rank(cut, position), cut.start(position))
        for position, name in enumerate(cut.names)
        # A line that was to be a tag has no place of its own.
        if name and name != "Note"
    ]
    nearly = _nearly_given(game, cut)
    if _is_part(cut, nearly) or _ends_broken(cut):
        return
    names |= nearly
    text, behind = game.text, _end_of_content(game)
    values = mandatory_values(board, SILENT)
    lines: list[str] = []
    at, index, first = 0, -1, ""
    for place, name in enumerate(MANDATORY):
        if name in names:
            continue
        # Before the first tag that comes behind it in export format: no tag that came before one
        # of the others comes behind this one.
        while at < len(ranked) and ranked[at][0] <= (0, place, ""):
            at += 1
        there = ranked[at][1] if at < len(ranked) else behind
        if there != index:
            if lines:
                yield _added(text, index, lines, first, newline, is_behind=index >= behind)
                lines = []
            index, first = there, name
        lines.append(f"[{name} {quote(values[place])}]")
    if lines:
        yield _added(text, index, lines, first, newline, is_behind=index >= behind)


def cut_off(game: Game) -> frozenset[str]:
    """Return the tags of a game that is plainly a part of the one before it; none of another."""
    if any(f'[{name} "' in game.text for name in _WHOLE):
        return frozenset()
    cut = cut_game(game.text)
    nearly = _nearly_given(game, cut)
    return nearly.union(cut.names) if _is_part(cut, nearly) else frozenset()


def why_not_added(game: Game, cut: Cut) -> str | None:
    """Return why the mandatory tags that a game lacks are left out, `None` where they are not."""
    nearly = _nearly_given(game, cut)
    if _is_part(cut, nearly):
        return "this looks like a part of a game: is there an empty line too many?"
    if _ends_broken(cut):
        return "the last tag is broken: correct it first, as any tag may have been meant"
    lost = [name for name in MANDATORY if name in nearly and name not in cut.names]
    return f"correct what was meant to be {' and '.join(lost)}" if lost else None


def _ends_broken(cut: Cut) -> bool:
    """Return whether the last tag of a game is broken and has no known meaning."""
    return cut.names[-1:] == [""]


def _is_part(cut: Cut, nearly: frozenset[str]) -> bool:
    """Return whether a game is plainly a part of another one, cut off by an empty line."""
    return _WHOLE.isdisjoint(cut.names) and _WHOLE.isdisjoint(nearly)


def _nearly_given(game: Game, cut: Cut) -> frozenset[str]:
    """Return the tags that a game was probably meant to give: misspelt, or in a broken line.

    Whoever corrects the line later would have the tag twice, and the first one counts.
    """
    tried = [
        pair for pair in zip(cut.names, cut.values, strict=True) if pair[0] and pair[0] not in KNOWN
    ]
    begun: set[str] = set()
    if not (cut.is_canonical and cut.is_bare):
        for item in game.items:
            if item.kind is ItemKind.BROKEN:
                broken = _BROKEN.findall(item.text)
                tried += broken
                begun |= {name for begin, _ in broken for name in _begun_by(begin)}
            elif item.kind is ItemKind.DATA:
                tried += _UNOPENED.findall(item.text)
    meant = {name if name in KNOWN else meant_tag(name, value) for name, value in tried}
    return frozenset(name for name in meant if name is not None) | begun


def _begun_by(begin: str) -> Iterator[str]:
    """Yield the mandatory tags whose names begin as that of a broken tag does."""
    return (name for name in MANDATORY if name.startswith(begin))


def _end_of_content(game: Game) -> int:
    """Return where what is read of a game ends: before the blanks and other text behind it."""
    for item in reversed(game.items):
        if item.kind is not ItemKind.BLANK and not item.is_foreign:
            return item.start + len(item.text.rstrip())
    return 0


def _added(
    text: str, index: int, lines: list[str], name: str, newline: str, *, is_behind: bool
) -> Edit:
    """Return the edit that puts whole lines before the tag that begins at an index, or behind."""
    added = newline.join(lines)
    if is_behind:
        return Edit(index, index, newline + added, "PBN785", {"name": name})
    start, before = blanks_before(text, index)
    if before:
        # The tag stands behind something else in its line.
        return Edit(start, index, newline + added + newline, "PBN785", {"name": name})
    return Edit(index, index, added + newline, "PBN785", {"name": name})


def sections_anew(game: Game, cut: Cut, newline: str, board: Board) -> Iterator[Edit]:
    """Write those sections anew whose lines are not those of export format."""
    if cut.is_canonical and not board.grids and SECTIONS.isdisjoint(cut.names):
        return
    wrong: dict[object, str] = {}

    def note(code: str, index: int, **values: object) -> None:
        fix = _LAYOUT.get(code)
        if fix is not None:
            wrong[values.get("name", "Play" if fix == "PBN787" else "Auction")] = fix

    checker = Checker(game, board, CheckState(is_export=True), cut, note)
    for check in (check_auction, check_play, check_tables):
        check(checker)
    for name, table in (("Auction", AUCTION_TIMES), ("Play", PLAY_TIMES)):
        timed = board.grid(table) if name in wrong else None
        # The rows are in the order of the calls or cards.
        if timed is not None and in_written_order(timed, board, SILENT) != timed:
            wrong[table] = wrong[name]
    ends = [*map(cut.start, range(1, len(cut.names))), len(game.text) - len(cut.tail)]
    for position, name in enumerate(cut.names):
        if name not in wrong or checker.position(name) != position:
            continue
        last = position
        while name in SECTIONS and cut.names[last + 1 : last + 2] == ["Note"]:
            last += 1
        start = cut.start(position)
        end = start + len(game.text[start : ends[last]].rstrip())
        end, _ = behind_blanks(game.text, end)
        text = newline.join(_lines(name, board))
        if text != game.text[start:end]:
            yield Edit(start, end, text, wrong[name], {"name": name})


def _lines(name: str, board: Board) -> list[str]:
    """Return the lines of a section as export format has them, with its notes."""
    lines: list[str] = []
    remarks = remarks_of(board, SILENT)
    grid = board.grid(name)
    if name == "Auction":
        put_auction(board, lines, remarks, SILENT)
    elif name == "Play":
        put_play(board, lines, remarks, SILENT)
    elif grid is not None:
        put_grid(in_written_order(grid, board, SILENT), board, lines, remarks, SILENT)
    return lines

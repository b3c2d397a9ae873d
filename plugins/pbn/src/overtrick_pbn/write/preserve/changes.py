"""What an edit has changed in a board, made in the text that the board was read from.

Only the tags and sections of the fields that differ are rewritten. The result is read again: if
it does not say what the board says, the caller writes the game anew.

Source: PBN 2.1 §3.1 (Game sections).
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from overtrick import Board, Deal, Extras, ExtraValue, Seat
from overtrick_pbn.standard.tables import AUCTION_TIMES, PLAY_TIMES
from overtrick_pbn.standard.tags import MANDATORY, SECTIONS
from overtrick_pbn.standard.values import SEAT_LETTERS
from overtrick_pbn.write.export.board import export_game
from overtrick_pbn.write.export.remarks import Remarks
from overtrick_pbn.write.export.sections import put_auction, put_grid, put_play
from overtrick_pbn.write.export.tables import tables_of, written_grids
from overtrick_pbn.write.export.tags import (
    effective_dealer,
    mandatory_values,
    stated_values,
    supplemental_values,
)
from overtrick_pbn.write.losses import SILENT
from overtrick_pbn.write.preserve.text import GameText


def edited(text: str, old: Board, new: Board, newline: str) -> str:
    """Return the text of a game with the changes from one board to another.

    Args:
        text: the text that `old` was read from.
        old: the board as it was read.
        new: the board as it is to be.
        newline: the line end where the text has none.
    """
    game = GameText(text, newline)
    game.know_grids({grid.name for grid in (*old.grids, *new.grids)})
    _edit_tags(game, old, new)
    kept = {
        table
        for name, table in (("Auction", AUCTION_TIMES), ("Play", PLAY_TIMES))
        if not _edit_section(game, name, table, old, new)
    }
    _edit_grids(game, old, new, kept)
    _edit_remarks(game, old, new)
    return game.changed()


def says_the_same(one: Board, other: Board) -> bool:
    """Return whether two boards say the same, as far as PBN can tell them apart.

    Example:
        >>> from overtrick import UNKNOWN
        >>> says_the_same(Board(missing={"dealer": UNKNOWN}), Board())
        True
        >>> says_the_same(Board(number=1), Board())
        False
    """
    return export_game(one, SILENT) == export_game(other, SILENT)


def _edit_tags(game: GameText, old: Board, new: Board) -> None:
    before, after = _stated_tags(old), _stated_tags(new)
    absent = dict(zip(MANDATORY, mandatory_values(new, SILENT), strict=True))
    if new.deal is not None:
        if old.deal == new.deal:
            # The same deal, whoever deals, is written with the same first hand.
            after["Deal"] = before["Deal"]
        else:
            position = game.find("Deal")
            old_value = "" if position is None else game.cut.values[position]
            after["Deal"] = _deal_value(new.deal, effective_dealer(new), old_value)
    rewritten = set(old.grids) ^ set(new.grids)
    sections = {grid.name for grid in rewritten}
    for name in _names(before, after):
        value = after.get(name)
        if name in sections or value == before.get(name):
            # A section that has changed is written anew with its tag.
            continue
        if value is not None:
            game.set_tag(name, value)
        elif game.can_drop(name):
            game.drop_tag(name)
        else:
            # Something stands at it, or a ## in force would give it a value.
            game.set_tag(name, absent.get(name, ""))


def _names(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """Return the names of both in order, each once."""
    return list(dict.fromkeys([*before, *after]))


def _pairs(value: ExtraValue) -> list[tuple[str, str]]:
    pairs = []
    for pair in value if isinstance(value, tuple) else ():
        if isinstance(pair, tuple) and len(pair) == 2:
            pairs.append((str(pair[0]), str(pair[1])))
    return pairs


def _remarks_at(extras: Extras, prefix: str) -> list[list[str]]:
    """Return the comments and the escape lines whose place begins with a section's name."""
    return [
        [f"{place}:{text}" for place, text in _pairs(extras.get(key)) if _is_at(place, prefix)]
        for key in ("pbn:comments", "pbn:escapes")
    ]


def _is_at(place: str, name: str) -> bool:
    return place == name or place.startswith(f"{name}.")


def _edit_section(game: GameText, name: str, times: str, old: Board, new: Board) -> bool:
    """Rewrite the auction or the play with its notes, if anything in it or its times has changed.

    Return whether it was: the order of its time table is that of its calls or cards, so that both
    are written anew or neither.
    """
    field = name.lower()
    key = f"pbn:{field}.notes"
    section = getattr(new, field)
    if (
        section == getattr(old, field)
        and old.said(field) is new.said(field)
        and old.extras.get(key) == new.extras.get(key)
        and _remarks_at(old.extras, name) == _remarks_at(new.extras, name)
        and old.grid(times) == new.grid(times)
    ):
        return False
    lines: list[str] = []
    if section is not None or new.said(field) is not None:
        put = put_auction if name == "Auction" else put_play
        put(new, lines, Remarks(new.extras, SILENT), SILENT)
    position = game.find(name)
    if position is None:
        game.insert_lines(lines, "Play" if name == "Auction" else None)
        return True
    _drop_notes(game, name, position)
    if lines:
        section_end = game.content_end(position)
        game.replace(game.cut.start(position), section_end, game.joined(lines))
    else:
        game.drop_section(position)
    return True


def _drop_notes(game: GameText, name: str, position: int) -> None:
    """Take away the Note tags that belong to a section."""
    for following in range(position + 1, len(game.cut.names)):
        other = game.cut.names[following]
        if other in SECTIONS and other != name:
            break
        if other == "Note":
            game.drop_section(following)


def _edit_grids(game: GameText, old: Board, new: Board, kept: Container[str]) -> None:
    """Rewrite the tables that have changed, but for the time tables of sections that have not."""
    before = {grid.name: grid for grid in reversed(tables_of(old))}
    after = {grid.name: grid for grid in written_grids(new, SILENT, by_name=False)}
    for name in _names(before, after):
        grid = after.get(name)
        is_same = name in kept or grid == before.get(name)
        if is_same and _remarks_at(old.extras, name) == _remarks_at(new.extras, name):
            continue
        position = game.find(name)
        if grid is None:
            if position is not None:
                game.drop_section(position)
            continue
        lines: list[str] = []
        put_grid(grid, new, lines, Remarks(new.extras, SILENT), SILENT)
        if position is None:
            game.insert_lines(lines)
        else:
            start, end = game.cut.start(position), game.content_end(position)
            game.replace(start, end, game.joined(lines))


def _edit_remarks(game: GameText, old: Board, new: Board) -> None:
    """Rewrite the comments and escape lines of the tags where they have changed."""
    before, after = Remarks(old.extras, SILENT), Remarks(new.extras, SILENT)
    data = {*SECTIONS, *(grid.name for grid in (*old.grids, *new.grids))}
    for place in _names(before.places(), after.places()):
        if place.split(".")[0] in data or before.places().get(place) == after.places().get(place):
            continue
        position = game.find(place) if place else None
        if place and position is None:
            continue
        lines: list[str] = []
        after.put(lines, place)
        game.set_remarks(position, lines)


def _stated_tags(board: Board) -> dict[str, str]:
    """Return the values of the tags that a board states, those with sections left out."""
    tags = stated_values(board, SILENT)
    sections = {grid.name for grid in board.grids if grid.columns}
    tags.update(
        (name, value)
        for name, value in supplemental_values(board, SILENT, sections)
        if name != "Note"
    )
    return tags


def _deal_value(deal: Deal, dealer: Seat | None, old_value: str) -> str:
    """Return the value of the Deal tag, beginning with the seat that it began with before."""
    if old_value[1:2] == ":" and old_value[0].upper() in SEAT_LETTERS:
        return deal.to_text(Seat.parse(old_value[0]))
    return deal.to_text(Seat.NORTH if dealer is None else dealer)

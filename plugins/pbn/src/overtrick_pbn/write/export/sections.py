"""Export format: what follows the identification section of a game: auction, play and tables.

Source: PBN 2.1 §3.5, §3.6, §5.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from overtrick import Board, Ending, Field, Grid, Play
from overtrick_pbn.read.notes import export_numbers
from overtrick_pbn.read.sections import notes_of
from overtrick_pbn.standard.results import whole_play
from overtrick_pbn.standard.tables import AUCTION_TIMES, HYPHENS, PLAY_TIMES
from overtrick_pbn.text.quoting import plain_lines
from overtrick_pbn.write.export.auction import auction_lines, passes_together
from overtrick_pbn.write.export.auction import ending_of as auction_ending
from overtrick_pbn.write.export.play import ending_of as play_ending
from overtrick_pbn.write.export.play import led_by, play_lines
from overtrick_pbn.write.export.remarks import Remarks
from overtrick_pbn.write.export.tables import grid_lines, grid_tag
from overtrick_pbn.write.export.times import in_written_order, opening_leader, token_places
from overtrick_pbn.write.export.values import nothing
from overtrick_pbn.write.losses import SILENT, Losses

_AUCTION_EXTRAS: Final = frozenset({"pbn:Auction.rest", HYPHENS})


def put_sections(
    board: Board, grids: Iterable[Grid], lines: list[str], remarks: Remarks | None, losses: Losses
) -> None:
    """Append the auction and the play of a board, where it has them, and some tables."""
    if board.auction is not None or "auction" in board.missing:
        put_auction(board, lines, remarks, losses)
    else:
        _drop_notes(board, "auction", losses)
    if board.play is not None or "play" in board.missing:
        put_play(board, lines, remarks, losses)
    else:
        _drop_notes(board, "play", losses)
    for grid in grids:
        put_grid(grid, board, lines, remarks, losses)


def put_auction(board: Board, lines: list[str], remarks: Remarks | None, losses: Losses) -> None:
    """Append the auction section of a board, its Note tags included."""
    auction, dealer = board.auction, board.dealer
    if auction is None:
        _put_body("Auction", _said(board, "auction"), ([], []), lines, remarks)
        _drop_notes(board, "auction", losses)
        return
    if dealer is not auction.dealer and dealer is not None:
        losses.warn("PBN904", part="auction", seat=auction.dealer.symbol, dealer=dealer.symbol)
    at_end = () if remarks is None else _take_end(remarks, "Auction", auction_ending(auction))
    unused = board.extras.get("pbn:auction.notes") if board.extras else None
    rest = board.extras.get("pbn:Auction.rest") if board.extras else None
    if isinstance(rest, str) and auction.ending is not Ending.OPEN:
        losses.dropped(Field.EXTRAS, "the rest of an auction that has ended")
    elif isinstance(rest, str):
        losses.changed(Field.EXTRAS, "the rest of the auction is written as a comment")
        at_end = (*_comments_of(rest), *at_end)
    if board.extras and HYPHENS in board.extras:
        losses.dropped(Field.EXTRAS, "an auction in export format begins with the dealer's call")
    timed = _timed(board, AUCTION_TIMES)
    rows = None if timed is None else len(timed.rows)
    together = 0 if rows is None else passes_together(auction, rows)
    body = auction_lines(auction, unused, at_end, losses, together=together)
    if timed is not None:
        calls = sum(entry.call is not None for entry in auction.entries)
        # AP is one call token.
        _tell_times(timed, {calls - together + (together > 0)}, "calls", losses)
    _put_body("Auction", auction.dealer.symbol, body, lines, remarks)


def _comments_of(rest: str) -> list[str]:
    """Return what follows in an auction as comments that come back as they are.

    A closing brace stands in a comment that ends with its line, so that each line is one.
    """
    text = plain_lines(rest)
    return [line for line in text.split("\n") if line.strip()] if "}" in text else [text]


def put_play(board: Board, lines: list[str], remarks: Remarks | None, losses: Losses) -> None:
    """Append the play section of a board, its Note tags included."""
    play, contract = board.play, board.contract
    if play is None:
        _put_body("Play", _said(board, "play"), ([], []), lines, remarks)
        _drop_notes(board, "play", losses)
        return
    strain = None if contract is None else contract.strain
    leader = opening_leader(board)
    if leader is not None and leader is not play.leader:
        numbers = _note_numbers(play)
        play = led_by(play, leader, losses)
        if remarks is not None and len(numbers) > 1:
            remarks.renumber("Play.note.", numbers, _note_numbers(play))
    total = 13
    if play.length < total and board.deal is not None:
        total = whole_play(board.deal, has_level=contract is not None and bool(contract.level))
    at_end = () if remarks is None else _take_end(remarks, "Play", play_ending(play, total))
    unused = board.extras.get("pbn:play.notes") if board.extras else None
    body = play_lines(play, strain, unused, at_end, losses, total=total)
    timed = _timed(board, PLAY_TIMES)
    if timed is not None:
        _tell_times(timed, {*map(len, token_places(play, contract))}, "cards", losses)
    _put_body("Play", play.leader.symbol, body, lines, remarks)


def _timed(board: Board, name: str) -> Grid | None:
    """Return a time table of a board as it is written."""
    grid = board.grid(name) if board.grids else None
    return None if grid is None else in_written_order(grid, board, SILENT)


def _note_numbers(play: Play) -> dict[str, int]:
    """Return the number that export gives each note of a play."""
    return export_numbers(notes_of(play))


def _tell_times(timed: Grid, counts: set[int], what: str, losses: Losses) -> None:
    """Warn of a table of times that has another number of rows than there are calls or cards.

    Source: PBN 2.1 §5.4, §5.8.
    """
    if len(timed.rows) not in counts and min(counts):
        losses.warn("PBN908", part=timed.name, name=timed.name, rows=len(timed.rows),
                    count=min(counts), what=what)  # fmt: skip


def put_grid(
    grid: Grid, board: Board, lines: list[str], remarks: Remarks | None, losses: Losses
) -> None:
    """Append a table or another supplemental section of a board.

    Source: PBN 2.1 §5.1 (only the tag may be followed by commentary).
    """
    lines.append(grid_tag(grid, board, losses))
    if remarks is not None:
        if remarks.has(f"{grid.name}.end"):
            losses.changed(Field.EXTRAS, "comments are possible only after a section's tag")
        remarks.put(lines, grid.name, f"{grid.name}.end")
    lines += grid_lines(grid, losses)


def _take_end(remarks: Remarks, name: str, ending: Ending) -> tuple[str, ...]:
    """Return the comments that stand at the mark that ends a section, if it has such a mark."""
    if ending is Ending.UNKNOWN:
        return ()
    return remarks.take(f"{name}.end")


def _drop_notes(board: Board, section: str, losses: Losses) -> None:
    """Report the notes of a section that has nothing to refer to them."""
    if not board.extras:
        return
    if f"pbn:{section}.notes" in board.extras:
        article = "an" if section == "auction" else "a"
        losses.dropped(Field.EXTRAS, f"the notes belong to {article} {section} that is not written")
    if section == "auction" and not _AUCTION_EXTRAS.isdisjoint(board.extras):
        losses.dropped(Field.EXTRAS, "the rest of an auction that is not written")


def _put_body(
    name: str,
    value: str,
    body: tuple[list[str], list[str]],
    lines: list[str],
    remarks: Remarks | None,
) -> None:
    """Append the tag of an auction or a play, the calls or cards, and the notes."""
    lines.append(f'[{name} "{value}"]')
    rows, notes = body
    if remarks is None:
        lines += rows
        lines += notes
        return
    remarks.put(lines, name, *remarks.strays(name, len(notes)))
    lines += rows
    remarks.wrote(f"{name}.end")
    for number, note in enumerate(notes, 1):
        lines.append(note)
        remarks.put(lines, f"{name}.note.{number}")


def _said(board: Board, place: str) -> str:
    """Return the value of the tag of a section that the board does not have."""
    return nothing(board.missing.get(place), "")

"""Export format: one board as the text of a game.

Source: PBN 2.1 §2.1 to §2.4, §3 to §3.8, §3.11, §5.
"""

from __future__ import annotations

from typing import Final

from overtrick.findings.losses import Field
from overtrick.model import Board, Ending, Grid
from overtrick_pbn.read.values import whole_play
from overtrick_pbn.standard.tags import MANDATORY
from overtrick_pbn.text.annotations import AUCTION, PLAY, Scan, timed_counts
from overtrick_pbn.write.export.auction import auction_lines
from overtrick_pbn.write.export.auction import ending_of as auction_ending
from overtrick_pbn.write.export.lines import EOL
from overtrick_pbn.write.export.play import ending_of as play_ending
from overtrick_pbn.write.export.play import led_by, play_lines
from overtrick_pbn.write.export.remarks import Remarks, remarks_of
from overtrick_pbn.write.export.tables import grid_lines, grid_tag, written_grids
from overtrick_pbn.write.export.tags import (
    FIELD_OF,
    SUPPLEMENTAL_PLACES,
    mandatory_values,
    stated_values,
    supplemental_values,
    tag_line,
)
from overtrick_pbn.write.export.values import nothing
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import WIDTH

# A value of fewer characters fits the line of any mandatory tag.
_SHORT: Final = WIDTH - 16

_REMARKS: Final = frozenset({"pbn:comments", "pbn:escapes"})

# The mandatory tags in one go, for values that need no escapes and fit their lines.
_PLAIN_TAGS: Final = EOL.join(f'[{name} "%s"]' for name in MANDATORY)


def game_lines(board: Board, losses: Losses, *, complete: bool = True) -> list[str]:
    """Return the lines of a board in export format, without the empty line between games.

    Args:
        board: the board.
        losses: where they go.
        complete: whether all mandatory tags are written and tables sorted, as export format
            demands; else only the tags that the board states, and tables in its order.
    """
    losses.begin(board)
    remarks = remarks_of(board, losses)
    grids = written_grids(board, losses, by_name=complete) if board.grids else []
    lines: list[str] = []
    if remarks is not None:
        remarks.put(lines, "")
    _put_identification(board, lines, grids, remarks, losses, complete=complete)
    if remarks is not None and remarks.is_done:
        remarks.finish()
        remarks = None
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
    if remarks is not None:
        remarks.finish()
    return lines


def export_game(board: Board, losses: Losses, *, complete: bool = True) -> str:
    r"""Return a board as a game in export format, the empty line behind it included.

    Example:
        >>> from overtrick_pbn.write.losses import SILENT
        >>> export_game(Board(number=1), SILENT).split("\r\n")[3]
        '[Board "1"]'
    """
    lines = game_lines(board, losses, complete=complete)
    lines += ("", "")
    return EOL.join(lines)


def _take_end(remarks: Remarks, name: str, ending: Ending) -> tuple[str, ...]:
    """Return the comments that stand at the mark that ends a section, if it has such a mark."""
    if ending is Ending.UNKNOWN:
        return ()
    return remarks.take(f"{name}.end")


def _drop_notes(board: Board, section: str, losses: Losses) -> None:
    """Report the notes of a section that has nothing to refer to them."""
    if board.extras and f"pbn:{section}.notes" in board.extras:
        article = "an" if section == "auction" else "a"
        losses.dropped(Field.EXTRAS, f"notes of {article} {section} that is not written")


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
    timed = None if not board.grids else board.grid("AuctionTimeTable")
    rows = None if timed is None else len(timed.rows)
    body = auction_lines(auction, unused, at_end, losses, timed=rows)
    if timed is not None:
        _tell_times(timed, Scan(EOL.join(body[0]), AUCTION), "calls", losses)
    _put_body("Auction", auction.dealer.symbol, body, lines, remarks)


def put_play(board: Board, lines: list[str], remarks: Remarks | None, losses: Losses) -> None:
    """Append the play section of a board, its Note tags included."""
    play, contract = board.play, board.contract
    if play is None:
        _put_body("Play", _said(board, "play"), ([], []), lines, remarks)
        _drop_notes(board, "play", losses)
        return
    strain = None if contract is None else contract.strain
    # In an end position the Play tag names whoever leads (§3.10).
    if contract is not None and contract.declarer is not None and contract.level:
        play = led_by(play, contract.declarer.next, losses)
    total = 13
    if play.length < total and board.deal is not None:
        total = whole_play(board.deal, has_level=contract is not None and bool(contract.level))
    at_end = () if remarks is None else _take_end(remarks, "Play", play_ending(play, total))
    unused = board.extras.get("pbn:play.notes") if board.extras else None
    body = play_lines(play, strain, unused, at_end, losses, total=total)
    timed = None if not board.grids else board.grid("PlayTimeTable")
    if timed is not None:
        _tell_times(timed, Scan(EOL.join(body[0]), PLAY), "cards", losses)
    _put_body("Play", play.leader.symbol, body, lines, remarks)


def _tell_times(timed: Grid, scan: Scan, what: str, losses: Losses) -> None:
    """Warn of a table of times that has another number of rows than there are calls or cards.

    Source: PBN 2.1 §5.4, §5.8.
    """
    counts = timed_counts(scan.words)
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
            losses.changed(Field.EXTRAS, "comments stand behind a section's tag only")
        remarks.put(lines, grid.name, f"{grid.name}.end")
    lines += grid_lines(grid, losses)


def _put_identification(
    board: Board,
    lines: list[str],
    grids: list[Grid],
    remarks: Remarks | None,
    losses: Losses,
    *,
    complete: bool,
) -> None:
    info = board.info
    supplemental: list[tuple[str, str]] = []
    if (
        any(key not in _REMARKS for key in board.extras)
        or board.score is not None
        or info.room is not None
        or info.teams != (None, None)
        or not SUPPLEMENTAL_PLACES.keys().isdisjoint(board.missing)
    ):
        sections = {grid.name for grid in grids} if grids else ()
        supplemental = supplemental_values(board, losses, sections)
    stated = stated_values(board, losses) if not complete else None
    values = mandatory_values(board, losses) if stated is None else list(stated.values())
    names = MANDATORY if stated is None else tuple(stated)
    text = "".join(values)
    is_plain = '"' not in text and "\\" not in text and len(names) == len(MANDATORY)
    if is_plain and (len(text) < _SHORT or max(map(len, values)) < _SHORT):
        text = _PLAIN_TAGS % tuple(values)
        tags = [text] if remarks is None else text.split(EOL)
    else:
        tags = [
            tag_line(name, value, FIELD_OF[name], losses)
            for name, value in zip(names, values, strict=True)
        ]
    if remarks is None:
        lines += tags
    else:
        written = 0
        for index, name in remarks.stops(names):
            lines += tags[written : index + 1]
            written = index + 1
            if written == len(names):
                remarks.put(lines, name, *remarks.rest(board))
            else:
                remarks.put(lines, name)
    for index, (name, value) in enumerate(supplemental):
        lines.append(tag_line(name, value, FIELD_OF.get(name, Field.EXTRAS), losses))
        # Notes may repeat; what stands at them stands behind the last.
        if remarks is not None and name not in (tag for tag, _ in supplemental[index + 1 :]):
            remarks.put(lines, name)


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

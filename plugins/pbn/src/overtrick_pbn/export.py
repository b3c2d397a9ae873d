"""Export format: one board as the text of a game, and the lines at the top of a file.

Source: PBN 2.1 §2.1 to §2.4, §3 to §3.8, §3.11, §5.
"""

from __future__ import annotations

from typing import Final

from overtrick.losses import Field
from overtrick.model import Auction, Board, Contract, Ending, Extras, Missing, Play, Seat
from overtrick_pbn.export_auction import auction_lines
from overtrick_pbn.export_lines import anchored
from overtrick_pbn.export_play import play_lines
from overtrick_pbn.export_report import SILENT, Report
from overtrick_pbn.export_tables import grid_header, grid_lines, sorted_grids
from overtrick_pbn.export_tags import (
    FIELD_OF,
    board_sections,
    mandatory_values,
    supplemental_values,
    tag_line,
)
from overtrick_pbn.names import MANDATORY
from overtrick_pbn.texts import WIDTH, clean

EOL: Final = "\r\n"
"""The line end of export format (§2.3)."""

UTF8_LINE: Final = "%Content-type: text/x-pbn; charset=UTF-8"
"""How real programs declare UTF-8, which the standard does not know. Source: observed."""

_NO_SECTIONS: Final[frozenset[str]] = frozenset()

# The mandatory tags in one go, for values that need no escapes and fit their lines.
_PLAIN_TAGS: Final = EOL.join(f'[{name} "%s"]' for name in MANDATORY)


def header_lines(header: Extras, creator: str, *, utf8: bool, report: Report) -> list[str]:
    """Return the lines at the top of a file.

    The escape lines of the file that was read follow the standard's two.

    Args:
        header: the header of what was read.
        creator: the program to name; empty for none.
        utf8: whether the file is UTF-8.
        report: where losses go.

    Source: PBN 2.1 §2.4 (Escape mechanism).
    """
    lines = ["% PBN 2.1", "% EXPORT"]
    if utf8:
        lines.append(UTF8_LINE)
    if creator:
        lines.append(f"%Creator: {clean(creator)}"[:WIDTH])
    escapes = header.get("pbn:escapes")
    for text in escapes if isinstance(escapes, tuple) else ():
        line = f"%{text}"
        words = line[1:].strip().lower()
        if words.startswith("content-type:") or (creator and words.startswith("creator:")):
            continue
        if len(line) > WIDTH or clean(line) != line:
            report.dropped(Field.HEADER, "an escape line does not fit a line of 255 characters")
        else:
            lines.append(line)
    if "pbn:embedded" in header:
        report.dropped(Field.HEADER, "export format is not embedded in another document")
    return lines


class _Remarks:
    """The comments and escape lines that stand at no call or card, by their place."""

    __slots__ = ("_places", "_report")

    def __init__(self, extras: Extras, report: Report) -> None:
        self._report = report
        self._places: dict[str, list[tuple[bool, str]]] = {}
        for key, is_escape in (("pbn:comments", False), ("pbn:escapes", True)):
            pairs = extras.get(key)
            for pair in pairs if isinstance(pairs, tuple) else ():
                if isinstance(pair, tuple) and len(pair) == 2:
                    self._places.setdefault(str(pair[0]), []).append((is_escape, str(pair[1])))
                else:
                    report.dropped(Field.EXTRAS, f"an item of {key} is a place and a text")

    def put(self, lines: list[str], place: str) -> None:
        """Append what stands at a place."""
        if place not in self._places:
            return
        for is_escape, text in self._places.pop(place):
            if not is_escape:
                anchored(lines, text, self._report)
            elif len(text) < WIDTH and clean(text) == text:
                lines.append(f"%{text}")
            else:
                self._report.dropped(
                    Field.EXTRAS, "an escape line does not fit a line of 255 characters"
                )

    def take(self, place: str) -> tuple[str, ...]:
        """Return the comments at a place and forget them."""
        return tuple(text for _, text in self._places.pop(place, ()))

    def has(self, place: str) -> bool:
        """Return whether anything stands at a place."""
        return place in self._places

    def put_strays(self, lines: list[str], name: str, notes: int) -> None:
        """Append what stands at notes or an end that a section does not have.

        Behind the calls or cards it would be taken for a comment on the last one of them.
        """
        prefix = f"{name}.note."
        lost = [
            place
            for place in self._places
            if (place.startswith(prefix) and not 1 <= _number(place[len(prefix) :]) <= notes)
            or place == f"{name}.end"
        ]
        for place in lost:
            self._report.changed(Field.EXTRAS, "a comment stands at a note that is not written")
            self.put(lines, place)

    def put_rest(self, lines: list[str], board: Board) -> None:
        """Append what stands at none of the places that the board's game has."""
        if self._places.keys() <= _ALWAYS:
            return
        report = self._report
        for place in self._places.keys() - _places(board):
            report.changed(Field.EXTRAS, "a comment stands at a tag that is not written")
            self.put(lines, place)


def game_lines(board: Board, report: Report) -> list[str]:
    """Return the lines of a board in export format, without the empty line between games."""
    report.board = board
    extras = board.extras
    remarks: _Remarks | None = None
    if extras and ("pbn:comments" in extras or "pbn:escapes" in extras):
        remarks = _Remarks(extras, report)
    lines: list[str] = []
    if remarks is not None:
        remarks.put(lines, "")
    _put_identification(board, lines, remarks, report)
    auction, play = board.auction, board.play
    if auction is not None:
        lines.append(f'[Auction "{_seat_value(auction)}"]')
        calls, notes = auction_section(board, _take_end(remarks, "Auction", auction), report)
        _put_body("Auction", calls, notes, lines, remarks)
    elif "pbn:auction.notes" in extras:
        report.dropped(Field.EXTRAS, "notes of an auction that is not written")
    if play is not None:
        lines.append(f'[Play "{_seat_value(play)}"]')
        cards, notes = play_section(board, _take_end(remarks, "Play", play), report)
        _put_body("Play", cards, notes, lines, remarks)
    elif "pbn:play.notes" in extras:
        report.dropped(Field.EXTRAS, "notes of a play that is not written")
    if board.grids:
        for grid in sorted_grids(board, report):
            header = grid_header(grid, board, report)
            lines.append(tag_line(grid.name, header, Field.GRIDS, report))
            if remarks is not None:
                remarks.put(lines, grid.name)
                if remarks.has(f"{grid.name}.end"):
                    report.changed(Field.EXTRAS, "comments stand behind a section's tag only")
                    remarks.put(lines, f"{grid.name}.end")
            lines += grid_lines(grid, report)
    return lines


def export_game(board: Board, report: Report) -> str:
    r"""Return a board as a game in export format, the empty line behind it included.

    Example:
        >>> from overtrick_pbn.export_report import SILENT
        >>> export_game(Board(number=1), SILENT).split("\r\n")[3]
        '[Board "1"]'
    """
    lines = game_lines(board, report)
    lines += ("", "")
    return EOL.join(lines)


def _take_end(
    remarks: _Remarks | None, name: str, section: Auction | Play | Missing
) -> tuple[str, ...]:
    """Return the comments that stand at the mark that ends a section, if it has such a mark."""
    if remarks is None or isinstance(section, Missing) or section.ending is Ending.UNKNOWN:
        return ()
    return remarks.take(f"{name}.end")


def auction_section(
    board: Board, at_end: tuple[str, ...], report: Report
) -> tuple[list[str], list[str]]:
    """Return the lines of calls and of notes of a board's auction; none where it has none."""
    auction, dealer = board.auction, board.dealer
    if not isinstance(auction, Auction):
        return [], []
    if dealer is not auction.dealer and isinstance(dealer, Seat):
        report.warn("PBN904", part="auction", seat=auction.dealer.symbol, dealer=dealer.symbol)
    return auction_lines(auction, board.extras.get("pbn:auction.notes"), at_end, report)


def play_section(
    board: Board, at_end: tuple[str, ...], report: Report
) -> tuple[list[str], list[str]]:
    """Return the lines of cards and of notes of a board's play; none where it has none."""
    if not isinstance(board.play, Play):
        return [], []
    contract = board.contract
    strain = contract.strain if isinstance(contract, Contract) else None
    return play_lines(board.play, strain, board.extras.get("pbn:play.notes"), at_end, report)


def _seat_value(section: Auction | Play | Missing) -> str:
    if isinstance(section, Missing):
        return str(section.value)
    return (section.dealer if isinstance(section, Auction) else section.leader).symbol


def _put_identification(
    board: Board, lines: list[str], remarks: _Remarks | None, report: Report
) -> None:
    values = mandatory_values(board, report)
    info = board.info
    supplemental: list[tuple[str, str]] = []
    if (
        board.extras
        or board.score is not None
        or info.room is not None
        or info.teams != (None, None)
    ):
        sections = board_sections(board) if board.grids else _NO_SECTIONS
        supplemental = supplemental_values(board, sections, report)
    text = "".join(values)
    if '"' not in text and "\\" not in text and max(map(len, values)) < WIDTH - 16:
        tags = (_PLAIN_TAGS % tuple(values)).split(EOL)
    else:
        tags = [
            tag_line(name, value, FIELD_OF[name], report)
            for name, value in zip(MANDATORY, values, strict=True)
        ]
    if remarks is None:
        lines += tags
    else:
        for name, tag in zip(MANDATORY, tags, strict=True):
            lines.append(tag)
            remarks.put(lines, name)
        remarks.put_rest(lines, board)
    for index, (name, value) in enumerate(supplemental):
        lines.append(tag_line(name, value, FIELD_OF.get(name, Field.EXTRAS), report))
        # Notes may repeat; what stands at them stands behind the last.
        if remarks is not None and name not in (tag for tag, _ in supplemental[index + 1 :]):
            remarks.put(lines, name)


_ALWAYS: Final = frozenset({"", *MANDATORY})


def _places(board: Board) -> set[str]:
    """Return the places at which something can stand in a board's game."""
    places = set(_ALWAYS)
    places |= {name for name, _ in supplemental_values(board, board_sections(board), SILENT)}
    for grid in sorted_grids(board, SILENT):
        places |= {grid.name, f"{grid.name}.end"}
    for name, section in (("Auction", board.auction), ("Play", board.play)):
        if section is not None:
            places |= {name, f"{name}.end", *(f"{name}.note.{n}" for n in range(1, 33))}
    return places


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _put_body(
    name: str,
    body: list[str],
    notes: list[str],
    lines: list[str],
    remarks: _Remarks | None,
) -> None:
    """Append what follows the tag of an auction or a play."""
    if remarks is None:
        lines += body
        lines += notes
        return
    remarks.put(lines, name)
    remarks.put_strays(lines, name, len(notes))
    lines += body
    for number, note in enumerate(notes, 1):
        lines.append(note)
        remarks.put(lines, f"{name}.note.{number}")

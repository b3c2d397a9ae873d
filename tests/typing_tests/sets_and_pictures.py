"""Sets of boards, edits and pictures as a program uses them: what is a set stays one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from overtrick import (
    Board,
    BoardSet,
    RecordValue,
    Seat,
    drop,
    merge,
    move,
    renumber,
    rotate,
    select,
    show,
    swap,
    text_diagram,
)
from overtrick_render import (
    SheetLook,
    Translator,
    html_diagram,
    html_page,
    language_of,
    png_diagram,
    svg_diagram,
    svg_sheet,
    translator,
)


def use_of_a_set(boards: BoardSet) -> BoardSet:
    """A slice of a set is a set, and so is what an edit makes of one."""
    first: Board = boards[0]
    some: BoardSet = boards[1:4]
    records: list[dict[str, RecordValue]] = some.to_records()
    chosen: BoardSet = drop(select(boards, f"1-{len(records)}"), str(first.number))
    moved: BoardSet = move(swap(renumber(chosen, 3), 3, 4), 3, 5)
    return merge(rotate(moved, 2), some)


def use_of_other_boards(boards: Iterator[Board]) -> tuple[Board, ...]:
    """Other boards give an iterator, or a tuple where all must be known."""
    chosen: Iterator[Board] = rotate(renumber(drop(select(boards, "1-9"), "3")), 1)
    swapped: tuple[Board, ...] = swap(chosen, 1, 2)
    return merge(move(swapped, 1, 4), ())


def use_of_pictures(boards: BoardSet, sink: BinaryIO) -> list[str]:
    """Every picture is text."""
    look = SheetLook(colours=4, play=False, paper="dark", hide="EW")
    words: Translator = translator("club_sheets", language_of("fr"))
    title: str = words.gettext("Hand records") + words.seat(Seat.NORTH)
    data: bytes = png_diagram(boards[0], look, scale=1, language=words.language)
    sink.write(data + title.encode())
    show(boards, sink, view="html", options=look)
    show(boards[0], "board.svg", options={"colours": 4}, overwrite=True)
    shown = [text_diagram(boards[0], look), svg_sheet(boards, look, columns=2), *html_page(boards)]
    for board in boards:
        shown += [html_diagram(board), svg_diagram(board, look), board._repr_html_() or ""]
    return [*shown, html_diagram(boards)]

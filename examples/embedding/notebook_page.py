"""A page of pictures, as a notebook shows them: the HTML of each board, under a heading of ours.

    python notebook_page.py evening.dlm page.html

In a notebook, a board as the last expression of a cell is enough, and `overtrick.show` writes a
whole page where no words of one's own are wanted.
"""

from __future__ import annotations

import html
import sys
from pathlib import Path

import overtrick
import overtrick_render


def page(boards: overtrick.BoardSet, title: str = "Boards") -> str:
    """Return an HTML page with a picture of every board."""
    # The text of a file is escaped in the pictures: a player's name cannot become markup.
    look = overtrick.Look(colours=4)
    pictures = "\n".join(overtrick_render.html_diagram(board, look) for board in boards)
    heading = html.escape(title)
    return (
        f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>{heading}</title>\n'
        f"<h1>{heading}</h1>\n{pictures}\n"
    )


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(page(overtrick.read(sys.argv[1])), encoding="utf-8")

"""What a notebook shows of a board: the HTML of `Board._repr_html_`, here as a page of its own.

    python notebook_page.py evening.dlm page.html

In a notebook, a board as the last expression of a cell is enough.
"""

from __future__ import annotations

import sys
from pathlib import Path

import overtrick


def page(boards: overtrick.BoardSet) -> str:
    """Return an HTML page with the diagram of every board."""
    # The text of a file is escaped in the diagrams: a player's name cannot become markup.
    diagrams = "\n".join(board._repr_html_() for board in boards)  # notebooks call it
    return f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Boards</title>\n{diagrams}\n'


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(page(overtrick.read(sys.argv[1])), encoding="utf-8")

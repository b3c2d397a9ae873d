"""overtrick with its PBN plugin: reading with the checker, export, `check --fix`."""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

Answer = dict[str, Any]

# Nothing here may need overtrick before it is asked for.
_overtrick: Any = None


def _package() -> Any:  # noqa: ANN401  # a module that is not known here
    global _overtrick  # noqa: PLW0603  # imported once
    if _overtrick is None:
        _overtrick = import_module("overtrick")
    return _overtrick


def read(path: str) -> Answer:
    """Read and check a file."""
    overtrick = _package()
    try:
        boards = overtrick.read(path, format="pbn", errors="collect", check=True)
    except overtrick.OvertrickError as error:
        diagnostic = getattr(error, "diagnostic", None)
        if diagnostic is None:
            return {"error": str(error)}
        return {"boards": [], "problems": [diagnostic.to_dict()]}
    return {
        "boards": [_told(overtrick.board_to_dict(board)) for board in boards],
        "problems": [diagnostic.to_dict() for diagnostic in boards.diagnostics],
    }


def _told(board: Answer) -> Answer:
    """Return a board without the data kept for writing it.

    That is the text of sections that was not understood, and which tag stated a table.
    """
    if "extras" not in board:
        return board
    extras = board["extras"].items()
    kept = {key: value for key, value in extras if not key.endswith((".rest", ".unread", ".from"))}
    told = {**board, "extras": kept}
    if not kept:
        del told["extras"]
    return told


def export(path: str) -> Answer:
    """Read a file and write it in export format."""
    overtrick = _package()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "export.pbn"
        try:
            boards = overtrick.read(path, format="pbn", errors="collect")
            overtrick.write(boards, target, format="pbn", options={"style": "export"})
        except overtrick.OvertrickError as error:
            return {"error": str(error)}
        return {"text": target.read_bytes().decode("iso8859-1")}


def fix(path: str) -> Answer:
    """Fix a file as `check --fix` does."""
    overtrick = _package()
    plugin = import_module("overtrick.plugin")
    manager = plugin.default_manager()
    try:
        fixed = plugin.fix_file(Path(path).read_bytes(), manager.format("pbn"), manager, path=path)
    except overtrick.OvertrickError as error:
        return {"error": str(error)}
    return {"text": fixed.data.decode("iso8859-1")}

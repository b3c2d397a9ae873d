"""Use overtrick with plugins of your own choice, without discovery.

    python no_entry_points.py evening.dlm

The program says which plugins it has; nothing that is or is not installed beside it matters.
"""

from __future__ import annotations

import sys

import overtrick
import overtrick_dlm
import overtrick_pbn


def make_manager() -> overtrick.PluginManager:
    """Return a manager that knows two formats and looks for no others."""
    manager = overtrick.PluginManager(discover=False)
    manager.register(overtrick_dlm, name="dlm")
    manager.register(overtrick_pbn, name="pbn")
    return manager


def main(path: str) -> None:
    """Print the boards of a file."""
    for board in overtrick.read(path, manager=make_manager()):
        print(board.label, board.deal)


if __name__ == "__main__":
    main(sys.argv[1])

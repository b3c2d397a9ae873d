"""Store a won game; check first whether there is anything to store."""

from __future__ import annotations

from overtrick_belote.table.entries import ActionTaken, Helped
from overtrick_belote.table.history import add_game, played_game, played_path
from overtrick_belote.table.recording import record_of, write_record
from overtrick_belote.table.saves import Journal
from overtrick_belote.table.session import Table
from overtrick_belote.table.storage import make_folder


def remember(journal: Journal, table: Table) -> None:
    """Add a won game to the history."""
    outcome = table.outcome
    if outcome is None or outcome.winner is None:
        return
    save = journal.snapshot()
    helped = sum(isinstance(entry, Helped) for entry in save.entries)
    if add_game(played_game(save.name, save.begun, table.players, outcome, helped)):
        path = played_path(save.name)
        make_folder(path.parent)
        write_record(path, record_of(table), overwrite=True)


def is_untouched(table: Table) -> bool:
    """Return whether no human player has acted yet: there is nothing to save."""
    return bool(table.people) and all(
        isinstance(entry, ActionTaken) and entry.by_computer for entry in table.entries
    )

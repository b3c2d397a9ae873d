"""Archives: files of boards as Parquet tables, and questions about millions of boards.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import overtrick_archive
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = overtrick_archive.add(Path(folder, "club.archive"), [])
    ...     archive = overtrick_archive.open(Path(folder, "club.archive"))
    ...     archive.sql("select count(*) as boards from boards").to_pylist()
    [{'boards': 0}]

This module declares the command `archive`; every other name of it is imported when it is first
used, so that the declaration costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from overtrick.framework.lazy import lazy_names
from overtrick.framework.spec import ApiVersion, CommandSpec, hookimpl

if TYPE_CHECKING:
    from overtrick_archive.adding import Added, add
    from overtrick_archive.archive import Archive, open
    from overtrick_archive.compacting import Compacted, compact
    from overtrick_archive.errors import ArchiveError, QuestionError
    from overtrick_archive.solving import FailedDeal, SolvingReport, solve

__version__: Final = "1.0.0"

__all__ = [
    "Added",
    "Archive",
    "ArchiveError",
    "Compacted",
    "FailedDeal",
    "QuestionError",
    "SolvingReport",
    "add",
    "compact",
    "open",
    "solve",
]

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "adding": "Added add",
        "archive": "Archive open",
        "compacting": "Compacted compact",
        "errors": "ArchiveError QuestionError",
        "solving": "FailedDeal SolvingReport solve",
    },
)


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `archive`."""
    yield CommandSpec(
        name="archive",
        summary="Keep millions of boards as tables, and ask about them",
        command="overtrick_archive.commands.main:archive",
    )

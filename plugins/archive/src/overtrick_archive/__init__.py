"""Archives: files of boards as Parquet tables, and queries over millions of boards.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import overtrick_archive
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = overtrick_archive.add(Path(folder, "club.archive"), [])
    ...     archive = overtrick_archive.open(Path(folder, "club.archive"))
    ...     archive.sql("select count(*) as boards from boards").to_pylist()
    [{'boards': 0}]

This module declares the command `archive` and the format `parquet`; every other name of it is
imported when it is first used, so that the declaration costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import (
    ALL_FIELDS,
    ApiVersion,
    CommandSpec,
    ExtrasSpec,
    FormatSpec,
    hookimpl,
    lazy_names,
)

if TYPE_CHECKING:
    from overtrick_archive.adding import Added, add
    from overtrick_archive.archive import Archive, open
    from overtrick_archive.compacting import Compacted, compact
    from overtrick_archive.errors import ArchiveError, QuestionError
    from overtrick_archive.questions.limits import Limits
    from overtrick_archive.removing import Removed, remove
    from overtrick_archive.solving import FailedDeal, SolvingReport, solve


__all__ = [
    "Added",
    "Archive",
    "ArchiveError",
    "Compacted",
    "FailedDeal",
    "Limits",
    "QuestionError",
    "Removed",
    "SolvingReport",
    "add",
    "compact",
    "open",
    "remove",
    "solve",
]

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "adding": "Added add",
        "archive": "Archive open",
        "questions.limits": "Limits",
        "compacting": "Compacted compact",
        "errors": "ArchiveError QuestionError",
        "removing": "Removed remove",
        "solving": "FailedDeal SolvingReport solve",
    },
)


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `archive`."""
    yield CommandSpec(
        name="archive",
        summary="Store millions of boards in an archive and search them",
        command="overtrick_archive.commands.main:archive",
    )


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `parquet`."""
    yield FormatSpec(
        name="parquet",
        summary="A Parquet table with a board a row, as archives keep them",
        suffixes=(".parquet",),
        magic=(b"PAR1",),
        reader="overtrick_archive.format.reader:read_parquet",
        writer="overtrick_archive.format.writer:write_parquet",
        sniffer="overtrick_archive.format.sniffer:sniff_parquet",
        carries=ALL_FIELDS,
        capabilities=(ExtrasSpec(foreign=("*",)),),
        binary=True,
        streams=False,
        spec_url="https://parquet.apache.org/docs/file-format/",
        diagnostics="overtrick_archive.format.diagnostics:CODES",
    )

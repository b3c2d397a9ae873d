"""The format `cds` for overtrick: 14 bytes a board.

This module only declares the format. What it names is imported when such a file is read or written.
"""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.plugin import FormatSpec, hookimpl

__all__ = ["overtrick_formats"]


@hookimpl
def overtrick_formats() -> Iterable[FormatSpec]:
    """Declare the format `cds`."""
    yield FormatSpec(
        name="cds",
        summary="14 bytes a board: number and owners of the cards",
        suffixes=(".cds",),
        binary=True,
        reader="overtrick_cds.reader:read",
        writer="overtrick_cds.writer:write",
        sniffer="overtrick_cds.reader:sniff",
        carries={"number", "deal"},
        diagnostics="overtrick_cds.diagnostics:CODES",
    )

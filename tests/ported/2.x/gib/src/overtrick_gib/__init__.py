"""The format `gib` for overtrick: GIB's library, a deal a line with its double-dummy tricks."""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.plugin import FormatSpec, hookimpl

__all__ = ["overtrick_formats"]


@hookimpl
def overtrick_formats() -> Iterable[FormatSpec]:
    """Declare the format `gib`."""
    yield FormatSpec(
        name="gib",
        summary="GIB's library: a deal a line with its double-dummy tricks",
        suffixes=(".gib",),
        reader="overtrick_gib.reader:read",
        writer="overtrick_gib.writer:write",
        sniffer="overtrick_gib.reader:sniff",
        read_options="overtrick_gib.options:Options",
        write_options="overtrick_gib.options:Options",
        carries={"deal", "grids"},
        diagnostics="overtrick_gib.diagnostics:CODES",
    )

"""LIN, the files of Bridge Base Online: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.findings.losses import DEAL_FIELDS, Field
from overtrick.framework.spec import ApiVersion, FormatSpec, hookimpl

__version__ = "1.0.0"


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `lin`."""
    yield FormatSpec(
        name="lin",
        summary="Bridge Base Online's hand records and vugraph files",
        suffixes=(".lin",),
        reader="overtrick_lin.reader:read",
        writer="overtrick_lin.writer:write",
        joiner="overtrick_lin.joiner:Joiner",
        sniffer="overtrick_lin.sniffer:sniff",
        carries=DEAL_FIELDS
        | {
            Field.NAME,
            Field.PARTIAL_DEAL,
            Field.CONTRACT,
            Field.RESULT,
            Field.AUCTION_CALLS,
            Field.AUCTION_NOTES,
            Field.AUCTION_ALERTS,
            Field.PLAY_CARDS,
            Field.INFO_EVENT,
            Field.INFO_ROOM,
            Field.INFO_PLAYERS,
            Field.INFO_TEAMS,
            Field.EXTRAS,
            Field.HEADER,
        },
        write_options="overtrick_lin.options:WriteOptions",
        diagnostics="overtrick_lin.diagnostics:CODES",
    )

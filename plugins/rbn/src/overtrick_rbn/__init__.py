"""RBN, Richard's Bridge Notation: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick import Field
from overtrick.plugin import DEAL_FIELDS, ApiVersion, ExtrasSpec, FormatSpec, hookimpl


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `rbn`."""
    yield FormatSpec(
        name="rbn",
        summary="Richard's Bridge Notation (read only)",
        suffixes=(".rbn",),
        reader="overtrick_rbn.reader:read",
        sniffer="overtrick_rbn.sniffer:sniff",
        carries=DEAL_FIELDS
        | {
            Field.PARTIAL_DEAL,
            Field.SCORING,
            Field.CONTRACT,
            Field.RESULT,
            Field.AUCTION_CALLS,
            Field.PLAY_CARDS,
            Field.PLAY_NAGS,
            Field.INFO_EVENT,
            Field.INFO_SITE,
            Field.INFO_DATE,
            Field.INFO_PLAYERS,
            Field.INFO_TEAMS,
            Field.EXTRAS,
        },
        capabilities=(
            ExtrasSpec(
                labels={
                    "comments": "comments",
                    "items": "items",
                    "makes": "makeable contracts",
                    "result": "the result as it was written",
                    "session": "the session",
                    "title": "the title",
                }
            ),
        ),
        spec_url="http://www.rpbridge.net/7a12.htm",
        diagnostics="overtrick_rbn.diagnostics:CODES",
    )

"""The CSV deal files of Big Deal: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.plugin import DEAL_FIELDS, ApiVersion, FormatSpec, Requires, hookimpl


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `csv`."""
    yield FormatSpec(
        name="csv",
        summary="Big Deal's CSV: sixteen holdings, board, dealer and vulnerability a line",
        suffixes=(".csv",),
        reader="overtrick_csv.reader:read",
        writer="overtrick_csv.writer:write",
        sniffer="overtrick_csv.sniffer:sniff",
        carries=DEAL_FIELDS,
        requires=Requires(deals="complete", numbers=(1, 999_999_999)),
        spec_url="https://github.com/hansvanstaveren/BigDeal",
        diagnostics="overtrick_csv.diagnostics:CODES",
    )

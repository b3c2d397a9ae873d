"""BHG, the Borel files of Big Deal: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.plugin import DEAL_FIELDS, ApiVersion, FormatSpec, Requires, hookimpl


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `bhg`."""
    yield FormatSpec(
        name="bhg",
        summary="Borel: 52 letters a deal, four hands from the dealer on",
        suffixes=(".bhg",),
        reader="overtrick_bhg.reader:read",
        writer="overtrick_bhg.writer:write",
        sniffer="overtrick_bhg.sniffer:sniff",
        carries=DEAL_FIELDS,
        requires=Requires(deals="complete"),
        implied=("dealer", "vulnerability"),
        spec_url="https://github.com/hansvanstaveren/BigDeal",
        diagnostics="overtrick_bhg.diagnostics:CODES",
        read_options="overtrick_bhg.options:ReadOptions",
    )

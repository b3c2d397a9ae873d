"""BER, 52 digits a deal: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.plugin import DEAL_FIELDS, ApiVersion, FormatSpec, Requires, hookimpl


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `ber`."""
    yield FormatSpec(
        name="ber",
        summary="52 digits a deal, one for the holder of each card",
        suffixes=(".ber",),
        reader="overtrick_ber.reader:read",
        writer="overtrick_ber.writer:write",
        sniffer="overtrick_ber.sniffer:sniff",
        carries=DEAL_FIELDS,
        requires=Requires(deals="complete"),
        implied=("dealer", "vulnerability"),
        spec_url="https://github.com/hansvanstaveren/BigDeal",
        diagnostics="overtrick_ber.diagnostics:CODES",
        read_options="overtrick_ber.options:ReadOptions",
    )

"""RZD, 13 bytes a deal: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.plugin import DEAL_FIELDS, ApiVersion, FormatSpec, Requires, hookimpl


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `rzd`."""
    yield FormatSpec(
        name="rzd",
        summary="Kops: 13 bytes a deal, two bits for the holder of each card",
        suffixes=(".rzd",),
        reader="overtrick_rzd.reader:read",
        writer="overtrick_rzd.writer:write",
        sniffer="overtrick_rzd.sniffer:sniff",
        carries=DEAL_FIELDS,
        requires=Requires(deals="complete", boards=65_535),
        implied=("dealer", "vulnerability"),
        binary=True,
        spec_url="https://github.com/hansvanstaveren/BigDeal",
        diagnostics="overtrick_rzd.diagnostics:CODES",
        read_options="overtrick_rzd.options:ReadOptions",
    )

"""HRF, Duplimate's hand record files: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.plugin import DEAL_FIELDS, ApiVersion, FormatSpec, Requires, hookimpl


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `hrf`."""
    yield FormatSpec(
        name="hrf",
        summary="Duplimate's hand records: board number and four hands (128 bytes a board)",
        suffixes=(".hrf",),
        reader="overtrick_hrf.reader:read",
        writer="overtrick_hrf.writer:write",
        sniffer="overtrick_hrf.sniffer:sniff",
        carries=DEAL_FIELDS,
        requires=Requires(deals="complete", numbers=(1, 999)),
        implied=("dealer", "vulnerability"),
        diagnostics="overtrick_hrf.diagnostics:CODES",
        write_options="overtrick_hrf.options:WriteOptions",
    )

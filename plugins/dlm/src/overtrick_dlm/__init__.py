"""DLM, the files of the Duplimate dealing program: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick import Field
from overtrick.plugin import (
    DEAL_FIELDS,
    ApiVersion,
    DealCounterSpec,
    ExtrasSpec,
    FixerSpec,
    FormatSpec,
    Requires,
    SealSpec,
    hookimpl,
    lazy_names,
)

if TYPE_CHECKING:
    from overtrick_dlm.bookkeeping import BOOKKEEPER

__all__ = ["BOOKKEEPER", "overtrick_formats"]

__getattr__, __dir__ = lazy_names(globals(), {"bookkeeping": "BOOKKEEPER"})


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `dlm`."""
    yield FormatSpec(
        name="dlm",
        summary="The Duplimate dealing program's files (99 boards with checksums)",
        suffixes=(".dlm",),
        magic=(b"[DOCUMENT]", b"[Document]"),
        reader="overtrick_dlm.reader:read",
        writer="overtrick_dlm.writer:write",
        sniffer="overtrick_dlm.sniffer:sniff",
        carries=DEAL_FIELDS | {Field.EXTRAS, Field.HEADER},
        requires=Requires(deals="complete", numbers=(1, 99)),
        implied=("dealer", "vulnerability"),
        streams=False,
        read_options="overtrick_dlm.options:ReadOptions",
        write_options="overtrick_dlm.options:WriteOptions",
        diagnostics="overtrick_dlm.diagnostics:CODES",
        capabilities=(
            FixerSpec("overtrick_dlm.fixer:fix"),
            SealSpec(),
            ExtrasSpec(
                labels={
                    "dealing_method": "the dealing method",
                    "duplicates": "how often each board was dealt",
                    "headline": "the headline",
                    "next_board": "which board is next to be dealt",
                    "property": "Property lines",
                    "startup": "settings of the dealing program",
                    "status": "whether the hands may be shown",
                }
            ),
            DealCounterSpec("overtrick_dlm.bookkeeping:BOOKKEEPER"),
        ),
    )

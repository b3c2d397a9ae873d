"""DUP, BRI and DGE, the Duplimate dealing machine's older files: the declaration only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from overtrick import Field
from overtrick.plugin import DEAL_FIELDS, ApiVersion, ExtrasSpec, FormatSpec, Requires, hookimpl

_LABELS: Final = {
    "backwards": "whether boards are dealt from the last one on",
    "copies": "how many copies are dealt",
    "order": "the order in which the cards stand in the file",
    "random": "whether the boards were made at random",
}


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the formats `dup`, `bri` and `dge`."""
    yield FormatSpec(
        name="dup",
        summary="Duplimate's DOS dealing files (156 bytes a board)",
        suffixes=(".dup",),
        reader="overtrick_dup.reader:read",
        writer="overtrick_dup.writer:write",
        sniffer="overtrick_dup.sniffer:sniff",
        carries=DEAL_FIELDS | {Field.EXTRAS, Field.HEADER},
        requires=Requires(deals="complete"),
        implied=("dealer", "vulnerability"),
        binary=True,
        diagnostics="overtrick_dup.diagnostics:CODES",
        read_options="overtrick_dup.options:ReadOptions",
        write_options="overtrick_dup.options:WriteOptions",
        capabilities=(ExtrasSpec(foreign=("bri:order",), labels=_LABELS),),
    )
    yield FormatSpec(
        name="bri",
        summary="39 card numbers a board (128 bytes, 78 bytes, or lines)",
        suffixes=(".bri",),
        reader="overtrick_dup.parts_reader:read_bri",
        writer="overtrick_dup.parts_writer:write_bri",
        sniffer="overtrick_dup.sniffer:sniff_bri",
        carries=DEAL_FIELDS | {Field.EXTRAS},
        requires=Requires(deals="complete"),
        implied=("dealer", "vulnerability"),
        binary=True,
        diagnostics="overtrick_dup.diagnostics:CODES",
        read_options="overtrick_dup.options:ReadOptions",
        write_options="overtrick_dup.options:BriWriteOptions",
        capabilities=(ExtrasSpec(foreign=("dup:order",), labels=_LABELS),),
    )
    yield FormatSpec(
        name="dge",
        summary="Four sorted hands with suit bytes a board (128 bytes, 68 bytes, or lines)",
        suffixes=(".dge",),
        reader="overtrick_dup.parts_reader:read_dge",
        writer="overtrick_dup.parts_writer:write_dge",
        sniffer="overtrick_dup.sniffer:sniff_dge",
        carries=DEAL_FIELDS,
        requires=Requires(deals="complete"),
        implied=("dealer", "vulnerability"),
        binary=True,
        diagnostics="overtrick_dup.diagnostics:CODES",
        read_options="overtrick_dup.options:ReadOptions",
        write_options="overtrick_dup.options:DgeWriteOptions",
    )

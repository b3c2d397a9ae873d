"""JSON lines: one board a line, as printed by `overtrick show --json`; the declaration only."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.plugin import ALL_FIELDS, ApiVersion, ExtrasSpec, FormatSpec, TablesSpec, hookimpl


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterator[FormatSpec]:
    """Declare the format `json`."""
    yield FormatSpec(
        name="json",
        summary="A JSON object a board, one a line, with all that a board can say",
        suffixes=(".json", ".jsonl"),
        reader="overtrick_json.reader:read",
        writer="overtrick_json.writer:write",
        sniffer="overtrick_json.sniffer:sniff",
        carries=ALL_FIELDS,
        capabilities=(
            ExtrasSpec(foreign=("*",)),
            TablesSpec({"schema": "overtrick_json.schema:text"}),
        ),
        diagnostics="overtrick_json.diagnostics:CODES",
    )

"""The codes of the writer: PBN901 to PBN929."""

from __future__ import annotations

from typing import Final

from overtrick.diagnostics import DiagnosticCode

WRITE_CODES: Final[tuple[DiagnosticCode, ...]] = ()

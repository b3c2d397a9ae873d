"""The codes of the linter: PBN650 to PBN799."""

from __future__ import annotations

from typing import Final

from overtrick.diagnostics import DiagnosticCode

CHECK_CODES: Final[tuple[DiagnosticCode, ...]] = ()

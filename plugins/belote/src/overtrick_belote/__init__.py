"""32-card bridge (belote bridgée): its rules, players that explain themselves, and a table."""

from __future__ import annotations

from typing import Final

__version__: Final = "1.0.0"

__all__: list[str] = []

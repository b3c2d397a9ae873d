"""Dealing hands: at random, by conditions without rejection, and so that anybody can verify it."""

from __future__ import annotations

from typing import Final

__version__: Final = "1.0.0"

"""What can be wrong with what is asked of the game."""

from __future__ import annotations

from overtrick.findings.errors import OvertrickError


class BeloteError(OvertrickError, ValueError):
    """Something that the game has no place for."""


class IllegalActionError(BeloteError):
    """A call, a declaration or a card that the rules do not allow now."""

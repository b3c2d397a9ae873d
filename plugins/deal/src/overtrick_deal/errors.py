"""What can be wrong with what is asked of the generator."""

from __future__ import annotations

from overtrick.findings.errors import OptionError


class DealingError(OptionError):
    """Something that cannot be dealt: hands that clash, a condition that no deal fulfils."""

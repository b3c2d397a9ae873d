"""What can be wrong with an archive or with a question about it."""

from __future__ import annotations

from overtrick.findings.errors import OvertrickError


class ArchiveError(OvertrickError, ValueError):
    """A folder is no archive, a part of it is damaged, or a question cannot be answered."""

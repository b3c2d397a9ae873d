"""Reports of a damaged journal: on stderr for users, as JSON facts for programs."""

from __future__ import annotations

from typing import Any

from overtrick_cli.commands import say, say_finding
from overtrick_duplimate_device.journal.codes import DamagedJournalError


def print_damage(error: DamagedJournalError) -> None:
    """Report a damaged journal: place, fault and remedy."""
    for finding in error.findings:
        say_finding(finding)
    # Not wrapped: it ends in a command to paste.
    say(f"    {error.advice}")


def damage_facts(error: DamagedJournalError) -> dict[str, Any]:
    """Return the facts about a damaged journal."""
    return {
        "session": error.session,
        "path": str(error.path),
        "file": error.file,
        "device": error.device,
        "findings": [
            {
                "path": finding.location.path,
                "line": finding.location.line,
                "severity": finding.severity.label,
                "code": finding.code,
                "message": finding.message,
            }
            for finding in error.findings
        ],
        "advice": error.advice,
    }

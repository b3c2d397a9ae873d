"""The diagnostics of journals: codes, and the exceptions with them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from overtrick import Diagnostic, Location, OvertrickError, Severity
from overtrick.plugin import Catalogue, DiagnosticCode, advice, fill

REPAIR: Final = advice("duplimate.repair", "duplimate", "repair")
"""Show the state recovered from a damaged journal, and repair it."""

SET_ASIDE: Final = advice("duplimate.set-aside", "duplimate", "repair", "--set-aside")
"""Move a journal that cannot be recovered aside."""

_COMMAND: Final = REPAIR()
_ASIDE: Final = SET_ASIDE()
_REPAIR: Final = f"to see what can be recovered, and to continue from there: {_COMMAND}"

CODES: Final = Catalogue(
    DiagnosticCode(
        code="JRN101",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="the journal ends with step {last}, but {other} continues to step {other_last}",
        hint=_REPAIR,
        sample="a journal of 40 steps whose last 4096 bytes were lost with the disk's last sector",
        fix=f"the lost steps taken from the other file, by `{_COMMAND}`",
    ),
    DiagnosticCode(
        code="JRN102",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="{step} was changed or is incomplete",
        hint=_REPAIR,
        sample="a journal in which a 4 was changed to a 5",
        fix=f"the changed step taken from the other file, by `{_COMMAND}`",
    ),
    DiagnosticCode(
        code="JRN103",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="missing journal file; {other} exists, with {steps} steps",
        hint=_REPAIR,
        sample="a journal copied from another computer without its second file",
        fix=f"both files, which `{_COMMAND}` makes of one",
    ),
    DiagnosticCode(
        code="JRN104",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="conflicting journals: from {step} on, {other} differs",
        hint=_REPAIR,
        sample="a journal of which one file was restored from a copy that had been continued",
        fix=f"one consistent journal, which `{_COMMAND}` makes with your help",
    ),
    DiagnosticCode(
        code="JRN105",
        severity=Severity.ERROR,
        template="unsupported journal: this version does not read {what}",
        hint=f"continue with the version that wrote it; to move it aside: {_ASIDE}",
        sample="a `.session` file of version 1.0.0, which is an SQLite database",
        fix=f"the file moved elsewhere, or renamed by `{_ASIDE}`",
    ),
    DiagnosticCode(
        code="JRN106",
        severity=Severity.ERROR,
        template="cannot read the journal: {why}",
        hint="check its owner, its permissions and the disk",
        sample="a journal that belongs to another user",
        fix="the same journal with its owner's permissions",
    ),
    DiagnosticCode(
        code="JRN107",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="invalid {step}: {why}",
        hint="a later version may have written it: continue with that version",
        sample='a step of an unknown kind, {"kind": "shuffled"}',
        fix="the version of overtrick that wrote the journal",
    ),
    DiagnosticCode(
        code="JRN108",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="journal of the session {session}, under another name",
        hint="restore the names of its files, or move them elsewhere",
        sample="a copy `evening.session` of `20261120-193000-evening-4f2a.session`",
        fix="the journal under its own name",
    ),
    DiagnosticCode(
        code="JRN201",
        severity=Severity.WARNING,
        template="folder of journals readable by others (mode {mode})",
        hint="the journals themselves are readable by their owner only; to restrict the folder "
        "too: chmod 700",
        sample="`--sessions-dir .` in a shared folder that contains other files too",
        fix="a separate folder for the journals",
    ),
)
"""The diagnostic codes of journals: JRN1xx a damaged one, JRN2xx other findings."""


def journal_finding(
    code: str, path: Path, /, line: int | None = None, **values: object
) -> Diagnostic:
    """Return a finding about a journal.

    Example:
        >>> print(journal_finding("JRN102", Path("a.session"), 4, step="step 2"))
        a.session:4: error JRN102: step 2 was changed or is incomplete
    """
    entry = CODES[code]
    return Diagnostic(
        code=code,
        severity=entry.severity,
        message=fill(entry.template, **values),
        location=Location(path=str(path), line=line),
        hint=entry.hint,
    )


class JournalError(OvertrickError):
    """A journal that cannot be created, read or written, or that another program uses."""


class DamagedJournalError(JournalError):
    """A damaged journal.

    Attributes:
        path: the journal's first file, whether it is there or not.
        findings: what is wrong, and in which of its files.
        file: the file of deals that it is about, `None` where that cannot be read.
        device: the machine's URL, `None` where that cannot be read.
        turn: the highest turn that can be read in it, 0 where there is none (see `turns`).
        is_in_the_way: whether it prevents requested dealing.
    """

    def __init__(
        self,
        path: Path,
        findings: tuple[Diagnostic, ...],
        *,
        file: str | None = None,
        device: str | None = None,
        turn: int = 0,
    ) -> None:
        super().__init__(path, findings)
        self.path = path
        self.findings = findings
        self.file = file
        self.device = device
        self.turn = turn
        self.is_in_the_way = False

    def __str__(self) -> str:
        lines = [*map(str, self.findings), self.advice]
        if self.is_in_the_way:
            lines.insert(0, "nothing is dealt: this journal may belong to the same file or machine")
            lines.append("--despite-damage deals it anyway, perhaps for the second time.")
        return "\n".join(lines)

    @property
    def session(self) -> str:
        """The session's name."""
        return self.path.stem

    @property
    def advice(self) -> str:
        """The remedy, with a command ready to paste."""
        hint, where = self.findings[0].hint or "", self.where
        if _ASIDE in hint:
            return hint.replace(_ASIDE, SET_ASIDE(*where))
        return hint.replace(_COMMAND, REPAIR(*where))

    @property
    def where(self) -> tuple[str, ...]:
        """The options that select the journal in a command."""
        return "--session", self.session, "--sessions-dir", str(self.path.parent)

"""The diagnostic codes of the core itself."""

from __future__ import annotations

import functools
from typing import Final

import attrs

from overtrick.findings.advice import DETECT
from overtrick.findings.diagnostics import Catalogue, Diagnostic, DiagnosticCode, Location, Severity

_error = functools.partial(DiagnosticCode, severity=Severity.ERROR)
_warning = functools.partial(DiagnosticCode, severity=Severity.WARNING)
_note = functools.partial(DiagnosticCode, severity=Severity.NOTE)

CORE_CODES: Final = Catalogue(
    _error(
        code="CORE010",
        kind="limit",
        template="the file is longer than the {limit} bytes allowed",
        hint="raise Limits.max_bytes, or --max-size of `overtrick check`, if you trust the file",
        sample="a file of 2,000,000 bytes read with Limits(max_bytes=1_000_000)",
        fix="allow more, or refuse the file",
    ),
    _error(
        code="CORE011",
        kind="limit",
        template="the file has more than the {limit} boards allowed",
        hint="raise Limits.max_boards if you trust the file",
        sample="a file of 2,000 boards read with Limits(max_boards=1_000)",
        fix="allow more, or refuse the file",
    ),
    _error(
        code="CORE012",
        kind="limit",
        template="reading takes longer than the {limit} seconds allowed",
        hint="raise Limits.max_seconds, or --max-seconds of `overtrick check`, if you trust "
        "the file",
        sample="a large file read with Limits(max_seconds=0.001)",
        fix="allow more, or refuse the file",
    ),
    _error(
        code="CORE020",
        kind="encoding",
        template="unsupported text encoding {encoding}",
        hint="save the file as UTF-8 or plain text",
        sample="bytes FF FE, then text in UTF-16",
        fix="the same text saved as UTF-8",
    ),
    _error(
        code="CORE021",
        kind="encoding",
        template="invalid {encoding} text: {error}",
        hint="state the file's encoding",
        sample="a byte E9 alone, read as UTF-8",
        fix="the file saved in the encoding named",
    ),
    _warning(
        code="CORE022",
        kind="encoding",
        template="doubled line ends (CR, CR, LF); each is read as one",
        hint="copying in text mode causes this: copy the file again in binary mode, or save it "
        "with plain line ends",
        sample="a file that was sent by FTP in text mode from Windows",
        fix="CR and LF at the end of each line",
    ),
    _error(
        code="CORE030",
        template="no boards found in the file",
        hint=f"check that it is the right file and format; `{DETECT()}` shows details",
        sample="a web page saved under the name of a file of boards",
        fix="a file of boards",
    ),
    _warning(
        code="CORE031",
        template="fixes by rules skipped: the file has errors, such as {code}",
        hint="fix the errors first: a board that cannot be read cannot be written back",
        sample="`overtrick check --fix` of a file with a board that cannot be read",
        fix="the same file without the error",
    ),
    _error(
        code="CORE033",
        template="fix of the rule {rule!r} skipped: {why}",
        hint="report it to the rule's author; the other fixes in the file are made",
        sample="`overtrick check --fix` with a rule whose fix drops a board",
        fix="the rule's distribution updated or uninstalled",
    ),
    _note(
        code="CORE032",
        template="fixed by the rule {rule!r}: {summary}",
        hint="review the change, as with any fix",
        sample="`overtrick check --fix` with a rule whose fix has no message of its own",
        fix="nothing to fix: the message records a change",
    ),
    _error(
        code="CORE040",
        template="damaged {kind} file: {why}",
        hint="get the file again: data shortly before this place may be wrong too",
        sample="a .gz file in which a byte was changed",
        fix="the undamaged file",
    ),
    _error(
        code="CORE041",
        template="truncated {kind} file",
        hint="get the file again: the copy or download ended too early",
        sample="the first half of a .gz file",
        fix="the complete file",
    ),
    _error(
        code="CORE042",
        template="the archive contains {count} files; specify one: {names}",
        hint="name one of them as ARCHIVE/NAME; `overtrick convert` with --out-dir, `check` and "
        "`detect` accept them all",
        sample="a .zip file with two files of boards, given to `overtrick show`",
        fix="the name of one of them: ARCHIVE/NAME",
    ),
    _error(
        code="CORE043",
        template="cannot unpack the {kind} file: {why}",
        hint="unpack it with the program that created it",
        sample="a .zip file with a password",
        fix="the unpacked file",
    ),
    _error(
        code="CORE044",
        template="the file is {what}: a page layout or picture, not board data",
        hint="export the boards from the program that created it, preferably as PBN",
        sample="a .docx file with hand diagrams",
        fix="the board file from which the diagrams were made",
    ),
    _error(
        code="CORE045",
        template="the file is empty",
        hint="it contains at most blanks: save, copy or download it again",
        sample="a file of 0 bytes",
        fix="a file of boards",
    ),
    _warning(
        code="CORE046",
        template="misleading suffix {suffix}, used by {others}; the content is {format}",
        hint="rename the file; the content decides the format",
        sample="a file of one format with the suffix of another",
        fix="the suffix of its own format",
    ),
    _error(
        code="CORE050",
        template="cannot read the file: {why}",
        hint="check the spelling of its name and your permissions",
        sample="`overtrick check` of a file that does not exist",
        fix="the name of an existing file",
    ),
    _error(
        code="CORE051",
        template="cannot detect the format: {why}",
        hint=f"name the format with --from; `{DETECT()}` shows how each format rates the file",
        sample="`overtrick check` of a photograph",
        fix="a file of an installed format",
    ),
    _error(
        code="CORE052",
        template="a plugin failed: {why}",
        hint="report it to the plugin's author; the file itself may be valid",
        sample="a plugin whose reader raises an exception of its own",
        fix="a later version of the plugin, or OVERTRICK_DISABLE_PLUGINS",
    ),
    _error(
        code="CORE053",
        template="file skipped: {why}",
        hint="omit the option or the file",
        sample="`overtrick check --fix` of a file in a format that has no fixer",
        fix="the same without --fix",
    ),
    _error(
        code="CORE054",
        template="no bridge boards in the file: {why}",
        hint="use the command named in the message",
        sample="`overtrick check` of a hand of 32-card bridge",
        fix="a file of boards",
    ),
    _error(
        code="CORE055",
        template="cannot write the target: {why}",
        hint="the previous file is unchanged; free some space, or name another target",
        sample="`overtrick convert` to a full disk",
        fix="a writable target with enough space",
    ),
    _error(
        code="CORE060",
        template="truncated last record: {have} of {size} bytes",
        hint="the file was cut off, and its last board is lost",
        sample="the first 20 bytes of a file with records of 14",
        fix="copy the file again",
    ),
    _error(
        code="CORE061",
        template="invalid board: {error}",
        hint="the board is skipped; the boards after it are read",
        sample="a record in which two players hold the same card",
        fix="each card once, in the form the format requires",
    ),
    _error(
        code="CORE070",
        kind="write",
        template="board {label} has no complete deal, which {format} requires",
        hint="complete the deal, or drop the board: `overtrick edit` with --drop",
        sample="a board with North's hand only, written as BER",
        fix="a board with four hands of thirteen cards",
    ),
    _error(
        code="CORE071",
        kind="write",
        template="board number {number} out of range for {format}: {low} to {high}",
        hint="renumber the boards: --renumber 1",
        sample="board 1000 written as HRF, whose numbers have three digits",
        fix="a number in the format's range",
    ),
    _error(
        code="CORE072",
        kind="write",
        template="too many boards for one {format} file; at most {most:,} are possible",
        hint="write several files: `overtrick convert` with --boards",
        sample="70,000 boards written as RZD, whose header has two bytes for the count",
        fix="at most as many boards as the format allows",
    ),
    _warning(
        code="CORE900",
        template="the plugin {plugin!r} failed to check this board: {error}",
        hint="report it to the plugin's author; the board itself may be valid",
        sample="a plugin whose rule raises an exception",
        fix="a later version of the plugin, or OVERTRICK_DISABLE_PLUGINS",
    ),
)


PLUGIN_FAILURE: Final = "CORE900"
"""The code of what a plugin failed to check while the others went on."""


def core_finding(code: str, location: Location, /, **values: object) -> Diagnostic:
    """Return a finding of the core: its message and hint filled from the catalogue.

    Example:
        >>> core_finding("CORE041", Location(path="a.gz"), kind="gzip").message
        'truncated gzip file'
    """
    found = CORE_CODES[code].finding(location, None, **values)
    if found.hint is None or location.path is None:
        return found
    # What is advised can be pasted: it names the file.
    hint = found.hint.replace(f"`{DETECT()}`", f"`{DETECT(location.path)}`")
    return attrs.evolve(found, hint=hint)


def plugin_failure(plugin: str, error: object, location: Location | None = None) -> Diagnostic:
    """Return the finding that a plugin failed to check a board.

    Example:
        >>> plugin_failure("club", "KeyError: 'x'").message
        "the plugin 'club' failed to check this board: KeyError: 'x'"
    """
    return core_finding(PLUGIN_FAILURE, location or Location(), plugin=plugin, error=error)

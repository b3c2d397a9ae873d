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
        hint="raise Limits.max_seconds, or --max-seconds of a command, if you trust the file",
        sample="a large file read with Limits(max_seconds=0.001)",
        fix="allow more, or refuse the file",
    ),
    _error(
        code="CORE020",
        kind="encoding",
        template="the file is {encoding} text, which this format does not use",
        hint="save it again as UTF-8 or plain text",
        sample="bytes FF FE, then text in UTF-16",
        fix="the same text saved as UTF-8",
    ),
    _error(
        code="CORE021",
        kind="encoding",
        template="the text is not {encoding}: {error}",
        hint="name the encoding that the file is in",
        sample="a byte E9 alone, read as UTF-8",
        fix="the file saved in the encoding named",
    ),
    _warning(
        code="CORE022",
        kind="encoding",
        template="the line ends are doubled: CR, CR and LF end each line; they are read as one",
        hint="a copy in text mode does that: copy the file again in binary mode, "
        "or save it with plain line ends",
        sample="a file that was sent by FTP in text mode from Windows",
        fix="CR and LF at the end of each line",
    ),
    _error(
        code="CORE030",
        template="no board was found in the file",
        hint=f"is it the right file, and of this format? `{DETECT()}` says more",
        sample="a web page saved under the name of a file of boards",
        fix="the file that was meant",
    ),
    _warning(
        code="CORE031",
        template="the fixes of rules are left out: the file has errors, such as {code}",
        hint="fix the errors first; a board that cannot be read could not be written back",
        sample="`overtrick check --fix` of a file with a board that cannot be read",
        fix="the same file without the error",
    ),
    _error(
        code="CORE033",
        template="the fix of the rule {rule!r} is left out: {why}",
        hint="report it to the rule's author; other fixes of the file are made",
        sample="`overtrick check --fix` with a rule whose fix drops a board",
        fix="the rule's distribution updated or uninstalled",
    ),
    _note(
        code="CORE032",
        template="fixed by the rule {rule!r}: {summary}",
        hint="look over what it changed, as with any fix",
        sample="`overtrick check --fix` with a rule whose fix says nothing of its own",
        fix="nothing is wrong: it tells what was done",
    ),
    _error(
        code="CORE040",
        template="the {kind} file is damaged: {why}",
        hint="get the file again: what was read shortly before this place may be wrong too",
        sample="a .gz file in which a byte was changed",
        fix="the file as it was packed",
    ),
    _error(
        code="CORE041",
        template="the {kind} file is cut short",
        hint="get the file again: the copy or download ended too early",
        sample="the first half of a .gz file",
        fix="the whole file",
    ),
    _error(
        code="CORE042",
        template="the archive holds {count} files, and one is wanted: {names}",
        hint="name one of them as ARCHIVE/NAME; `overtrick convert` with --out-dir, `check` and "
        "`detect` take them all",
        sample="a .zip file with two files of boards, given to `overtrick show`",
        fix="the name of one of them: ARCHIVE/NAME",
    ),
    _error(
        code="CORE043",
        template="the {kind} file cannot be unpacked: {why}",
        hint="unpack it with the program that made it",
        sample="a .zip file with a password",
        fix="the file that is in it",
    ),
    _error(
        code="CORE044",
        template="it is {what}, which holds the look of boards and not the boards",
        hint="export the boards from the program that made it: as PBN, which nearly all write",
        sample="a .docx file with hand diagrams",
        fix="the file of boards from which the diagrams were made",
    ),
    _error(
        code="CORE045",
        template="the file is empty",
        hint="there is nothing in it but blanks, if anything: save, copy or download it again",
        sample="a file of 0 bytes",
        fix="the file that was meant",
    ),
    _warning(
        code="CORE046",
        template="the name ends in {suffix}, as files of {others} do, and the content is {format}",
        hint="the content counts; rename the file",
        sample="a file of one format with the suffix of another",
        fix="the suffix of its own format",
    ),
    _error(
        code="CORE050",
        template="the file cannot be read: {why}",
        hint="is its name spelled right, and may you read it?",
        sample="`overtrick check` of a file that is not there",
        fix="the name of a file that is there",
    ),
    _error(
        code="CORE051",
        template="the format cannot be told: {why}",
        hint=f"name the format with --from; `{DETECT()}` says what each one makes of the file",
        sample="`overtrick check` of a photograph",
        fix="a file of a format that is installed",
    ),
    _error(
        code="CORE052",
        template="a plugin failed: {why}",
        hint="report it to the plugin's author; the file itself may be sound",
        sample="a plugin whose reader raises an exception of its own",
        fix="a later version of the plugin, or OVERTRICK_DISABLE_PLUGINS",
    ),
    _error(
        code="CORE053",
        template="the file was left out: {why}",
        hint="leave the option or the file out",
        sample="`overtrick check --fix` of a file in a format that has no fixer",
        fix="the same without --fix",
    ),
    _error(
        code="CORE054",
        template="there are no bridge boards in it: {why}",
        hint="the command named there takes it",
        sample="`overtrick check` of a hand of 32-card bridge",
        fix="a file of boards",
    ),
    _error(
        code="CORE055",
        template="it cannot be written: {why}",
        hint="what was there before is still there; make room, or name another target",
        sample="`overtrick convert` to a disk that is full",
        fix="a target that takes the file",
    ),
    _error(
        code="CORE060",
        template="the last record ends after {have} of {size} bytes",
        hint="the file was cut off; its last board is lost",
        sample="the first 20 bytes of a file with records of 14",
        fix="copy the whole file again",
    ),
    _error(
        code="CORE061",
        template="this is no board: {error}",
        hint="the board is left out, and those behind it are read",
        sample="a record in which two players hold the same card",
        fix="each card once, as the format has it",
    ),
    _error(
        code="CORE070",
        kind="write",
        template="board {label} has no complete deal, and {format} holds nothing else",
        hint="complete the deal, or leave the board out: `overtrick edit` with --drop",
        sample="a board with North's hand only, written as BER",
        fix="a board with four hands of thirteen cards",
    ),
    _error(
        code="CORE071",
        kind="write",
        template="{format} has no place for the board number {number}: it must be {low} to {high}",
        hint="give the boards other numbers: --renumber 1",
        sample="board 1000 written as HRF, whose numbers have three digits",
        fix="a number that the format can hold",
    ),
    _error(
        code="CORE072",
        kind="write",
        template="more than {most:,} boards, and {format} has no place for them in one file",
        hint="write them to several files: `overtrick convert` with --boards",
        sample="70,000 boards written as RZD, whose header has two bytes for their number",
        fix="no more boards than the format can hold",
    ),
    _warning(
        code="CORE900",
        template="the plugin {plugin!r} failed to check this board: {error}",
        hint="report it to the plugin's author; the board itself may be sound",
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
        'the gzip file is cut short'
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

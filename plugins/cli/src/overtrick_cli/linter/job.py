"""Check a file, fix it, or compare it with its fixed version.

A `Job` is the task and a `Checked` its result; both can be sent to another process.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from overtrick import (
    BoardReader,
    Diagnostic,
    FormatError,
    LimitError,
    Limits,
    Location,
    OvertrickError,
    PluginError,
    PluginManager,
    Severity,
)
from overtrick.plugin import (
    OpenSource,
    ReadSettings,
    Seals,
    archive_for,
    check_shown,
    core_finding,
    default_manager,
    file_of,
    hides_hands,
    in_order,
    source_lines,
    unpacked_name,
)
from overtrick_cli.failures import PLUGIN, USAGE, Failure, exit_code, failing
from overtrick_cli.inputs import (
    PIPE,
    is_pipe,
    is_sealed_source,
    no_board,
    open_input,
    standard_input,
)
from overtrick_cli.linter.selection import Selection
from overtrick_cli.terminal import Progress

if TYPE_CHECKING:
    from overtrick.plugin import Fixed, FormatSpec, FoundFile, ReadSource

_PLUGIN_FAILURE: Final = "CORE900"
_FAILED_FIX: Final = "CORE033"
EVERYTHING: Final = Selection()

NO_LINES: Final[Mapping[int, str]] = {}


class Action(enum.Enum):
    """What to do with files that have findings."""

    CHECK = "check"
    FIX = "fix"
    DIFF = "diff"


class Job(NamedTuple):
    """Files to check: one, or those of one archive that are fixed one after another.

    Attributes:
        files: the files.
        action: what to do with them.
        from_format: their format where the user names it.
        options: what was given with `-O`.
        selection: the codes that are wanted.
        most: how many findings of one code to keep of a file, `None` for all.
        shows_lines: whether the lines that findings speak of are wanted.
        shows_progress: whether a bar may appear.
        sealed: what is done about a file whose hands are not to be shown.
        limits: what a file may cost.
    """

    files: tuple[FoundFile, ...]
    action: Action = Action.CHECK
    from_format: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    selection: Selection = EVERYTHING
    most: int | None = None
    shows_lines: bool = False
    shows_progress: bool = False
    sealed: Seals = "keep"
    limits: Limits = Limits()

    def limits_of(self, file: FoundFile) -> Limits | None:
        """Return what a file may cost, `None` for anything; a packed one may be a bomb."""
        limits = self.limits
        is_packed = file.archive is not None or archive_for(file.path) is not None
        is_packed = is_packed or unpacked_name(file.path) != file.path
        if limits.max_bytes is None and is_packed:
            limits = attrs.evolve(limits, max_bytes=MAX_UNPACKED_BYTES)
        return None if limits == Limits() else limits


MAX_UNPACKED_BYTES: Final = 256 << 20
"""What a packed file may unpack to where no limit is given."""


class Count(NamedTuple):
    """How often a file has one code at one severity.

    Attributes:
        code: the code.
        severity: the severity.
        number: the number of findings.
        kept: the number of them in `Checked.findings`.
        fixable: the number of them with a fix.
        message: the message of the first.
    """

    code: str
    severity: Severity
    number: int
    kept: int
    fixable: int
    message: str


class Checked(NamedTuple):
    """What came of one file.

    Attributes:
        file: the file.
        format: its format, `None` where it could not be detected.
        boards: the number of boards read.
        findings: the findings in the order of the file, up to the maximum for each code.
        counts: the count of each code, with those left out of `findings`.
        lines: the text of the lines that the findings speak of, by number.
        code: the exit code that a failure calls for.
        trace: the traceback of the exception that ended the work.
        left: why fixes were left out.
        done: what was fixed, or would be.
        is_changed: whether the file was replaced, or would be.
        diff: what would change, as a unified diff; nothing for a compressed file, which no patch
            can change.
    """

    file: FoundFile
    format: str | None = None
    boards: int = 0
    findings: tuple[Diagnostic, ...] = ()
    counts: tuple[Count, ...] = ()
    lines: Mapping[int, str] = NO_LINES
    code: int = 0
    trace: str | None = None
    left: tuple[Diagnostic, ...] = ()
    done: tuple[Diagnostic, ...] = ()
    is_changed: bool = False
    diff: bytes = b""

    @property
    def path(self) -> str:
        """The file's name."""
        return self.file.path

    @property
    def severities(self) -> Counter[Severity]:
        """How many findings there are of each severity."""
        found: Counter[Severity] = Counter()
        for item in self.counts:
            found[item.severity] += item.number
        return found

    @property
    def fixable(self) -> int:
        """The number of findings with a fix."""
        return sum(item.fixable for item in self.counts)


def perform(job: Job) -> list[Checked]:
    """Do a job; whatever goes wrong is in what came of it."""
    return [_perform(job, file) for file in job.files]


def died(job: Job) -> list[Checked]:
    """Return what came of a job whose process ended unexpectedly."""
    why = "the process that worked on the file ended unexpectedly"
    found = [
        (file, core_finding("CORE052", Location(path=file.path), why=why)) for file in job.files
    ]
    return [_with(Checked(file=file, code=PLUGIN), [finding], job) for file, finding in found]


def _perform(job: Job, file: FoundFile) -> Checked:
    checked = Checked(file=file)
    try:
        if file.error is not None:
            raise file.error
        return _work(job, file)
    except Failure as error:
        return _failed(job, checked, error, error.exit_code)
    except (OvertrickError, OSError) as error:
        return _failed(job, checked, error, exit_code(error))


def _failed(job: Job, checked: Checked, error: Exception, code: int) -> Checked:
    import traceback

    trace = "".join(traceback.format_exception(error))
    finding = failing(error, checked.path)
    return _with(checked._replace(code=code, trace=trace), [finding], job)


def _work(job: Job, file: FoundFile) -> Checked:
    manager = default_manager()
    data = None
    if job.action is Action.FIX and is_pipe(file.path):
        # Checked before reading, which may wait for a writer forever.
        msg = "--fix needs a file that it can replace"
        raise Failure(msg, USAGE)
    if job.action is not Action.CHECK or job.shows_lines:
        # What is looked at more than once cannot come from a pipe again.
        data = _piped(file.path)
    if job.action is Action.CHECK:
        return _check(job, Checked(file=file), data, manager)
    fixed = _fix(job, file, data, manager)
    return fixed if job.action is Action.DIFF else _check(job, fixed, None, manager)


def _piped(path: str) -> bytes | None:
    """Return all that comes through a pipe, `None` for a file, or where there is nothing."""
    if not is_pipe(path):
        return None
    if path == PIPE:
        return standard_input().read()
    with open(file_of(path), "rb") as pipe:
        return pipe.read()


def _check(job: Job, checked: Checked, data: bytes | None, manager: PluginManager) -> Checked:
    """Find what is wrong in a file."""
    path = checked.path
    limits = job.limits_of(checked.file)
    with open_input(path, job.from_format, manager, data=data, limits=limits) as (opened, spec):
        boards, read, fatal, is_blind = _read(opened, spec, job, path, manager, limits=limits)
        found = [*read]
        if not boards and not any(item.is_error for item in found):
            found.append(no_board(path))
        # Whatever was selected: nothing that comes after what ended the reading has been checked.
        wanted = [
            item
            for item in found
            if job.selection.takes(item.code) or (fatal is not None and item == fatal)
        ]
        # What a plugin could not check has not been checked.
        code = PLUGIN if any(item.code == _PLUGIN_FAILURE for item in wanted) else checked.code
        checked = checked._replace(format=spec.name, boards=boards, code=code)
        checked = _with(checked, wanted, job)
        if is_blind or not job.shows_lines or spec.binary:
            return checked
        numbers = {item.location.line for item in checked.findings if item.location.line}
        try:
            return checked._replace(lines=source_lines(opened, numbers))
        except OSError:
            return checked  # a source that cannot go back: its findings come without their lines


def _read(
    source: ReadSource,
    spec: FormatSpec,
    job: Job,
    path: str,
    manager: PluginManager,
    *,
    sealed: Seals | None = None,
    limits: Limits | None = None,
) -> tuple[int, list[Diagnostic], Diagnostic | None, bool]:
    """Return the number of boards, the findings, the finding that ended the reading, and a flag.

    The flag is whether the hands are hidden: then nothing but the findings may be printed.
    """
    fatal: Diagnostic | None = None
    count = 0
    with (
        Progress(f"checking {path}", is_wanted=job.shows_progress) as progress,
        BoardReader(
            source,
            manager,
            ReadSettings(
                format=spec.name,
                errors="collect",
                check=True,
                options=dict(job.options),
                path=path,
                sealed=sealed or job.sealed,
                limits=limits,
            ),
        ) as reader,
    ):
        try:
            for _ in progress.watch(reader):
                count += 1
        except FormatError as error:
            fatal = error.diagnostic
        found = list(reader.diagnostics)
        is_blind = reader.is_blind
    if fatal is not None and fatal not in found:
        found.append(fatal)
    return count, found, fatal, is_blind


def _with(checked: Checked, findings: Iterable[Diagnostic], job: Job) -> Checked:
    """Return what came of a file with its findings, in order and counted, those left out too."""
    groups: dict[tuple[str, Severity], list[Diagnostic]] = {}
    kept: list[Diagnostic] = []
    kept_of: Counter[str] = Counter()
    kept_in: Counter[tuple[str, Severity]] = Counter()
    for item in in_order(findings):
        key = (item.code, item.severity)
        groups.setdefault(key, []).append(item)
        if job.most is None or kept_of[item.code] < job.most:
            kept.append(item)
            kept_of[item.code] += 1
            kept_in[key] += 1
    counts = tuple(
        Count(
            code=code,
            severity=severity,
            number=len(group),
            kept=kept_in[code, severity],
            fixable=sum(1 for item in group if _is_fixable(item, job.selection)),
            message=group[0].message,
        )
        for (code, severity), group in groups.items()
    )
    return checked._replace(findings=tuple(kept), counts=counts)


def _is_fixable(finding: Diagnostic, selection: Selection) -> bool:
    """Return whether `--fix` would fix a finding; of codes selected it makes edits alone."""
    fix = finding.fix
    return fix is not None and (bool(fix.edits) or selection.is_everything)


def _fix(job: Job, file: FoundFile, data: bytes | None, manager: PluginManager) -> Checked:
    """Fix a file in place, or return the diff of the fix.

    Raises:
        Failure: neither the format nor a rule fixes such files.
        ParseError: the file is compressed, and damaged.
        OvertrickError: see `fix_file`; the file is untouched.
        OSError: the file cannot be read or replaced.
    """
    # Most checks fix nothing.
    from overtrick.plugin import (
        FileState,
        FixerSpec,
        blind,
        fix_file,
        fixing_rules,
        replace_content,
    )

    path = file.path
    before = FileState() if data is not None else FileState.of(file_of(path))
    limits = job.limits_of(file)
    with open_input(path, job.from_format, manager, data=data, limits=limits) as (opened, spec):
        if spec.capability(FixerSpec) is None and not fixing_rules(spec, manager):
            if not file.is_named:
                return Checked(file=file, format=spec.name)
            msg = f"there is no fixer for the format {spec.name!r}"
            raise Failure(msg, USAGE)
        content = _content(opened, None if limits is None else limits.max_bytes, path)
        opened.damage.raise_found()
        is_packed = opened.compression is not None
    is_blind = job.sealed != "show" and is_sealed_source(content, manager, spec.name)
    if job.action is Action.DIFF:
        check_shown(hides_hands(path), job.sealed, is_sealed=is_blind)
    if job.selection.is_everything:
        fixed = fix_file(content, spec, manager, path=path, options=dict(job.options))
    else:
        fixed = _fix_selected(content, spec, job, path, manager)
    is_changed = fixed.data != content
    diff = b""
    if is_changed and job.action is Action.FIX:
        replace_content(path, fixed.data, since=before)
    elif is_changed and not is_packed:
        from overtrick_cli.linter.diff import unified

        diff = unified(content, fixed.data, path, is_binary=spec.binary)
    return Checked(
        file=file,
        format=spec.name,
        code=PLUGIN if any(item.code == _FAILED_FIX for item in fixed.left) else 0,
        left=fixed.left,
        done=tuple(blind(fixed.done, manager) if is_blind else fixed.done) if is_changed else (),
        is_changed=is_changed,
        diff=diff,
    )


def _content(opened: OpenSource, most: int | None, path: str) -> bytes:
    """Return all of a file.

    Raises:
        LimitError: it is longer than it may be.
    """
    if most is None:
        return opened.stream.read()
    content = opened.stream.read(most + 1)
    if len(content) > most:
        raise LimitError(core_finding("CORE010", Location(path=path, offset=most), limit=most))
    return content


def _fix_selected(
    data: bytes, spec: FormatSpec, job: Job, path: str, manager: PluginManager
) -> Fixed:
    """Make the fixes that findings of the codes selected bring with them."""
    from overtrick.plugin import Fixed, make_fixes

    def find(content: bytes) -> list[Diagnostic]:
        _, found, *_ = _read(content, spec, job, path, manager, sealed="show")
        return [item for item in found if job.selection.takes(item.code)]

    try:
        fixed, done = make_fixes(data, find)
    except ValueError as error:
        msg = f"{path}: a finding of {spec.name!r} has a fix that cannot be made: {error}"
        raise PluginError(msg) from error
    return Fixed(data=fixed, done=tuple(done))

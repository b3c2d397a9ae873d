"""Diagnostics: the fault, its place, its severity and its clause in one value."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from typing import Final, Literal

import attrs

from overtrick.findings.filled import FilledText, fill
from overtrick.findings.printable import printable, printable_lines

_LINE_END: Final = re.compile(r"\r\n?|\n")
_DOUBLED_END: Final = re.compile(r"\r\r\n|\r\n?|\n")


class Severity(enum.IntEnum):
    """The severity of a finding, in ascending order.

    `NOTE`: worth knowing, nothing is wrong. `WARNING`: against the standard, but the meaning
    is plain. `ERROR`: cannot be understood, or contradicts itself.
    """

    NOTE = 0
    WARNING = 1
    ERROR = 2

    @property
    def label(self) -> str:
        """The word that is printed: `note`, `warning` or `error`."""
        return self.name.lower()


@attrs.frozen(kw_only=True)
class Location:
    """A place in a file. Every attribute is optional.

    Attributes:
        path: the file's name as the caller gave it; `-` for a pipe.
        line: 1-based line number.
        column: 1-based, in code points of the decoded line.
        offset: 0-based byte offset; the only position in a binary format.
        board: the board's number, or its 1-based position where it has none.
        end_line: 1-based line where the place ends; `None` where only its beginning is known.
        end_column: 1-based, the column behind the last character.

    Example:
        >>> str(Location(path="match.pbn", line=41, column=7))
        'match.pbn:41:7'
        >>> str(Location(path="match.csv", board=4))
        'match.csv, board 4'
    """

    path: str | None = None
    line: int | None = None
    column: int | None = None
    offset: int | None = None
    board: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        text = printable(self.path) if self.path is not None else "<data>"
        if self.line is not None:
            text += f":{self.line}"
            if self.column is not None:
                text += f":{self.column}"
        elif self.offset is not None:
            text += f":@{self.offset}"
        elif self.board is not None:
            text += f", board {self.board}"
        return text


@attrs.frozen(kw_only=True)
class TextEdit:
    """One replacement in a text file. Nothing is replaced where it begins and ends at one place.

    Attributes:
        line: 1-based line where it begins.
        column: 1-based column, in code points of the decoded line.
        end_line: 1-based line where it ends.
        end_column: 1-based, the column behind the last character that goes.
        text: what comes in its place; may hold line ends.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str

    def to_dict(self) -> dict[str, str | int]:
        """Return the replacement as a JSON object."""
        return attrs.asdict(self)


@attrs.frozen(kw_only=True)
class Fix:
    """The fix of a finding, as `overtrick check --fix` writes it.

    Attributes:
        summary: what it does, in a few words, such as `write "6NT"`.
        edits: the replacements, in the order of the text, without overlaps; all or none of them.
            None where they are not of the text, as line ends are: `check --fix` alone fixes it.
    """

    summary: str = attrs.field(converter=printable)
    edits: tuple[TextEdit, ...]

    def apply(self, text: str) -> str:
        r"""Return the text of a complete file with the replacements made.

        Args:
            text: the file as it was checked; LF, CRLF and CR each end a line, and
                CR CR LF where the first line ends so.

        Example:
            >>> edit = TextEdit(line=2, column=1, end_line=2, end_column=2, text="Pass")
            >>> Fix(summary="write Pass", edits=(edit,)).apply("1C\r\nP\r\n")
            '1C\r\nPass\r\n'
        """
        first = _DOUBLED_END.search(text)
        is_doubled = first is not None and first[0] == "\r\r\n"
        ends = (_DOUBLED_END if is_doubled else _LINE_END).finditer(text)
        starts = [0, *(match.end() for match in ends)]
        pieces: list[str] = []
        done = 0
        for edit in self.edits:
            pieces += (text[done : starts[edit.line - 1] + edit.column - 1], edit.text)
            done = starts[edit.end_line - 1] + edit.end_column - 1
        return "".join(pieces) + text[done:]

    def to_dict(self) -> dict[str, str | list[dict[str, str | int]]]:
        """Return the fix as a JSON object with the keys `summary` and `edits`."""
        return {"summary": self.summary, "edits": [edit.to_dict() for edit in self.edits]}


def _to_message(message: str) -> str:
    return message.printable() if isinstance(message, FilledText) else printable(message)


def _to_hint(hint: str | None) -> str | None:
    return None if hint is None else printable_lines(hint)


@attrs.frozen(kw_only=True)
class Diagnostic:
    """One finding in a file or a board.

    Message and hint are safe to show, whatever the file contains (see `printable`).

    Attributes:
        code: stable identifier such as `PBN310`; match on it, never on the message.
        severity: how bad it is.
        message: one sentence for a person, without the position; a `FilledText` where it was
            made from a template, so that it can be translated.
        location: where.
        clause: the standard and clause that is broken, such as `PBN 2.1 §5.7`.
        hint: what to do about it.
        part: the part of the board it speaks of, such as `auction.3` (0-based call) or
            `contract`; a format can turn it into a position.
        fix: the fix, where there is exactly one and the format knows it.

    Example:
        >>> print(Diagnostic(code="PBN310", severity=Severity.ERROR, message="no such column",
        ...                  location=Location(path="a.pbn", line=4), clause="PBN 2.1 §5.7"))
        a.pbn:4: error PBN310: no such column (PBN 2.1 §5.7)
    """

    code: str
    severity: Severity
    message: str = attrs.field(converter=_to_message)
    location: Location = Location()
    clause: str | None = None
    hint: str | None = attrs.field(default=None, converter=_to_hint)
    part: str | None = None
    fix: Fix | None = None

    def __str__(self) -> str:
        text = f"{self.location}: {self.severity.label} {self.code}: {self.message}"
        return f"{text} ({self.clause})" if self.clause else text

    @property
    def is_error(self) -> bool:
        """Whether the severity is `ERROR`."""
        return self.severity is Severity.ERROR

    def at(self, location: Location) -> Diagnostic:
        """Return the same finding at another place.

        Example:
            >>> found = Diagnostic(code="X001", severity=Severity.NOTE, message="odd")
            >>> str(found.at(Location(path="a.pbn", line=4)))
            'a.pbn:4: note X001: odd'
        """
        return attrs.evolve(self, location=location)

    def to_dict(self) -> dict[str, object]:
        """Return the finding as a JSON object, with the keys of `overtrick check --json`."""
        return {
            "path": self.location.path,
            "line": self.location.line,
            "column": self.location.column,
            "end_line": self.location.end_line,
            "end_column": self.location.end_column,
            "offset": self.location.offset,
            "board": self.location.board,
            "severity": self.severity.label,
            "code": self.code,
            "message": self.message,
            "clause": self.clause,
            "hint": self.hint,
            "fix": None if self.fix is None else self.fix.to_dict(),
        }


def in_order(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return findings in the order of the file: by line and column, then by byte offset.

    Those without a position come last, and those at one place stay as they were.

    Example:
        >>> found = [Diagnostic(code="X001", severity=Severity.NOTE, message="",
        ...                     location=Location(line=line)) for line in (7, None, 2)]
        >>> [item.location.line for item in in_order(found)]
        [2, 7, None]
    """
    return sorted(findings, key=_place)


def _place(finding: Diagnostic) -> tuple[int, int, int]:
    location = finding.location
    if location.line is not None:
        return 0, location.line, location.column or 0
    return (2, 0, 0) if location.offset is None else (1, location.offset, 0)


ErrorKind = Literal["parse", "inconsistent", "encoding", "limit", "write"]


@attrs.frozen(kw_only=True)
class DiagnosticCode:
    """The entry of one diagnostic code in a plugin's catalogue.

    Attributes:
        code: the plugin's prefix in capitals and a number, such as `DLM012`.
        severity: the severity unless the reader gives another.
        template: the message, with `{name}` fields that the reader fills.
        kind: which exception carries it in `errors="raise"` mode.
        clause: the standard and clause; a reader may give a more exact one.
        hint: what the user can do about it.
        sample: the shortest text that triggers it, or a description where it is binary.
        fix: the same sample put right, or what to do.
        is_fixable: whether `overtrick check --fix` fixes it.
        why_not: one sentence, where it is not fixed: why there is no one right answer.
        doubts: whether the part that it speaks of is in doubt then, so that nothing is concluded
            from it: one fault is one finding.
    """

    code: str
    severity: Severity
    template: str
    kind: ErrorKind = "parse"
    clause: str | None = None
    hint: str | None = None
    sample: str = ""
    fix: str = ""
    is_fixable: bool = False
    why_not: str = ""
    doubts: bool = False

    def finding(self, location: Location, part: str | None, /, **values: object) -> Diagnostic:
        """Return a finding of this code, its message filled in."""
        return Diagnostic(
            code=self.code,
            severity=self.severity,
            message=fill(self.template, **values),
            location=location,
            clause=self.clause,
            hint=self.hint,
            part=part,
        )


class Catalogue(dict[str, DiagnosticCode]):
    """A plugin's diagnostic codes by name, in the order given.

    Example:
        >>> codes = Catalogue(DiagnosticCode(code="X001", severity=Severity.ERROR,
        ...                                  template="line {what} is bad"))
        >>> codes["X001"].template.format(what=3)
        'line 3 is bad'
    """

    def __init__(self, *codes: DiagnosticCode) -> None:
        super().__init__((entry.code, entry) for entry in codes)
        if len(self) != len(codes):
            msg = "a diagnostic code is listed twice"
            raise ValueError(msg)


class Diagnostics(list[Diagnostic]):
    """The findings of one run, in the order they were made.

    Example:
        >>> found = Diagnostics()
        >>> found.append(Diagnostic(code="X001", severity=Severity.WARNING, message="odd"))
        >>> len(found), found.has_errors
        (1, False)
    """

    def __repr__(self) -> str:
        return f"<Diagnostics {len(self)}: {', '.join(sorted(self.codes()))}>"

    def codes(self) -> set[str]:
        """Return the codes that occur."""
        return {item.code for item in self}

    def of(self, severity: Severity) -> tuple[Diagnostic, ...]:
        """Return the findings of one severity, in order."""
        return tuple(item for item in self if item.severity is severity)

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(item.is_error for item in self)

"""Errors of the generator, and of its files."""

from __future__ import annotations

from overtrick import OptionError, OvertrickError
from overtrick.plugin import printable_lines
from overtrick_hands import excerpt


class DealingError(OptionError):
    """An impossible deal: conflicting hands, or a condition that no deal satisfies."""


class ImpossibleError(DealingError):
    """A condition that no deal can satisfy."""


class ScriptError(OptionError):
    r"""A script that cannot be parsed.

    Attributes:
        why: what is wrong, and what was expected.
        line: where in it, 1-based; 0 for a fault of the complete text.
        column: where in the line, 1-based, in code points.

    Example:
        >>> print(ScriptError("a seat was expected", "produce 10\nhcp(norht) > 3", 2, 5))
        line 2, column 5: a seat was expected
          hcp(norht) > 3
              ^
    """

    def __init__(self, why: str, text: str = "", line: int = 0, column: int = 0) -> None:
        self.why = why
        self.line = line
        self.column = column
        if line:
            lines = text.split("\n")
            shown = excerpt(lines[line - 1] if line <= len(lines) else "", column)
            super().__init__(f"line {line}, column {column}: {why}\n{shown}")
        else:
            super().__init__(why)


class SquareDealError(OvertrickError, ValueError):
    """An invalid description or key file, or two that do not match.

    Attributes:
        path: the file's name, `None` where there is none.
        line: the line, from 1; `None` where it is no one line.
        what: the fault. It contains no part of a secret key.
    """

    def __init__(self, what: str, path: str | None = None, line: int | None = None) -> None:
        super().__init__(what, path, line)
        self.what = what
        self.path = path
        self.line = line

    def __str__(self) -> str:
        place = "" if self.path is None else f"{self.path}:"
        if self.line is not None:
            place += f"{self.line}:" if place else f"line {self.line}:"
        return printable_lines(f"{place} {self.what}" if place else self.what)

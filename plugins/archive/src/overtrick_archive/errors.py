"""Errors of archives and queries."""

from __future__ import annotations

from overtrick import OvertrickError
from overtrick_hands import excerpt


class ArchiveError(OvertrickError, ValueError):
    """A folder that is no archive, a damaged part, or a query that cannot be answered."""


def first_line(error: BaseException | str) -> str:
    """Return the first line of an error's message, without the SQL or traceback below it."""
    return (str(error) or type(error).__name__).splitlines()[0]


class QuestionError(ArchiveError):
    """An SQL query that cannot be answered.

    Attributes:
        why: what is wrong.
        query: the question; empty where the place in it is not known.
        line: where in it, 1-based; 0 where that is not known.
        column: where in the line, 1-based, code points; 0 where that is not known.

    Example:
        >>> print(QuestionError("there is no such column", "select lvl from boards", 1, 8))
        line 1, column 8: there is no such column
          select lvl from boards
                 ^
    """

    def __init__(self, why: str, query: str = "", line: int = 0, column: int = 0) -> None:
        self.why = why
        self.query = query
        self.line = line
        self.column = column
        if line:
            shown = excerpt(query.split("\n")[line - 1], column)
            super().__init__(f"line {line}, column {column}: {why}\n{shown}")
        else:
            super().__init__(why)

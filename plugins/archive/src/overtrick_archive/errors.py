"""What can be wrong with an archive or with a question about it."""

from __future__ import annotations

from overtrick import OvertrickError
from overtrick_hands import excerpt


class ArchiveError(OvertrickError, ValueError):
    """A folder is no archive, a part of it is damaged, or a question cannot be answered."""


def first_line(error: BaseException | str) -> str:
    """Return what an error of a library says, without what it shows below: SQL, or its own work."""
    return (str(error) or type(error).__name__).splitlines()[0]


class QuestionError(ArchiveError):
    """A question in SQL that cannot be answered.

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

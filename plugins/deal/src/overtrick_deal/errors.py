"""What can be wrong with what is asked of the generator, and with files that tell of dealing."""

from __future__ import annotations

from overtrick.findings.errors import OptionError, OvertrickError


class DealingError(OptionError):
    """Something that cannot be dealt: hands that clash, a condition that no deal fulfils."""


class SquareDealError(OvertrickError, ValueError):
    """A description or a file of keys that cannot be, or that do not belong together.

    Attributes:
        path: the file's name, `None` where there is none.
        line: the line, from 1; `None` where it is no one line.
        what: what is wrong. Nothing of a secret key stands in it.
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
        return f"{place} {self.what}" if place else self.what

"""Errors of the pages."""

from __future__ import annotations

from overtrick import FormatError, OvertrickError, SealedError
from overtrick.plugin import printable


def sentence(error: Exception) -> str:
    """Return the message of an error without the file's name and place, which a page shows itself.

    Args:
        error: what went wrong.

    Example:
        >>> sentence(ValueError("no such board"))
        'no such board'
    """
    if isinstance(error, FormatError):
        return f"{printable(error.diagnostic.message)} ({error.diagnostic.code})"
    if isinstance(error, SealedError):
        return printable(error.what)  # the page has a button in place of an argument
    return printable(str(error))


class WebError(OvertrickError):
    """The request cannot be carried out; the message gives the reason, in one sentence."""


class NotFoundError(WebError):
    """The file, version or job does not exist."""


class ConflictError(WebError):
    """Another user saved the file since this page was shown.

    Attributes:
        newest: the number of the version that is there now.
    """

    def __init__(self, message: str, newest: int) -> None:
        super().__init__(message)
        self.newest = newest


class RefusedError(WebError):
    """The action is not allowed here or in this way."""


class CancelledJobError(WebError):
    """The job was cancelled; nothing of it is kept."""


class AbsentError(WebError):
    """A required package is not installed; the message gives the install command."""

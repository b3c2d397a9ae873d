"""What can be wrong with what is asked of a page."""

from __future__ import annotations

from overtrick import FormatError, OvertrickError, SealedError
from overtrick.plugin import printable


def sentence(error: Exception) -> str:
    """Return what an error says, without the file's name and place: a page shows these itself.

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
    """What was asked of the page cannot be done; the message says why, in one sentence."""


class NotThereError(WebError):
    """There is no such file, version or job."""


class ConflictError(WebError):
    """Somebody else saved the file since this page was shown.

    Attributes:
        newest: the number of the version that is there now.
    """

    def __init__(self, message: str, newest: int) -> None:
        super().__init__(message)
        self.newest = newest


class RefusedError(WebError):
    """It may not be done here or not in this way."""


class GivenUpError(WebError):
    """Somebody gave up what was being worked at; nothing of it is kept."""


class AbsentError(WebError):
    """A package that this needs is not installed; the message says how to install it."""

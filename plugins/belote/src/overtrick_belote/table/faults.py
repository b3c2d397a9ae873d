"""Error messages for users: an impossible request, or a faulty file."""

from __future__ import annotations

import errno
from typing import Final

from overtrick.plugin import printable
from overtrick_belote.explanations.sentences import LocalizedError, fill
from overtrick_belote.explanations.words import Words
from overtrick_belote.players.sentences import Rule, table
from overtrick_belote.table.refusals import RULES as REFUSALS
from overtrick_belote.table.refusals import RefusedError
from overtrick_cli.commands import describe

RULES: Final = (
    Rule("file-missing", "{path}: there is no such file or folder", "{path} : il n'existe pas"),
    Rule(
        "file-forbidden",
        "{path}: this is not permitted",
        "{path} : vous n'en avez pas le droit",
    ),
    Rule("file-folder", "{path} is a folder", "{path} est un dossier"),
    Rule(
        "file-no-folder",
        "{path}: a part of it is no folder",
        "{path} : une partie n'en est pas un dossier",
    ),
    Rule("file-full", "{path}: the disk is full", "{path} : le disque est plein"),
    Rule("file-long", "{path}: the name is too long", "{path} : le nom est trop long"),
)
"""The messages for files that cannot be read or written."""

_TEXTS: Final = table(RULES, REFUSALS)
_FILE_FAULTS: Final = {
    errno.ENOENT: "file-missing",
    errno.EACCES: "file-forbidden",
    errno.EPERM: "file-forbidden",
    errno.EROFS: "file-forbidden",
    errno.EISDIR: "file-folder",
    errno.ENOTDIR: "file-no-folder",
    errno.ENOSPC: "file-full",
    errno.ENAMETOOLONG: "file-long",
}


def in_words(error: Exception, said: Words) -> str:
    """Return the message of an error, in the user's language if it has one."""
    if isinstance(error, LocalizedError):
        return printable(error.told(said))
    if isinstance(error, RefusedError):
        reason = error.reason
        return fill(_TEXTS[reason.rule], reason.facts, said)
    if isinstance(error, OSError) and error.errno in _FILE_FAULTS and error.filename is not None:
        name = _FILE_FAULTS[error.errno]
        return printable(fill(_TEXTS[name], {"path": str(error.filename)}, said))
    return describe(error)

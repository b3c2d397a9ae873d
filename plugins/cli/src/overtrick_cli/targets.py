"""The file that a command writes: refused before anything is read, or replaced with `--force`."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from overtrick import (
    AmbiguousFormatError,
    NoBoardsError,
    OvertrickError,
    ParseError,
    UnknownFormatError,
)
from overtrick.plugin import (
    ViewSpec,
    default_manager,
    detect_source,
    file_of,
    open_source,
    place_of,
    printable,
    suffix_of,
)
from overtrick_cli.failures import USAGE, Failure
from overtrick_cli.inputs import PIPE, is_read_too

if TYPE_CHECKING:
    from overtrick import PluginManager
    from overtrick.plugin import FormatSpec

REMEDY: Final = "give another target"
"""What to do about a target that is refused; the default of `check_target`."""

_ANYTHING: Final = ".txt"
"""What a text of any kind may end in."""
IS_READ: Final = "is one of the files to read"
_SEVERAL_FILES: Final = "CORE042"


def check_target(
    target: str,
    *,
    force: bool,
    sources: Iterable[str] = (),
    writes: FormatSpec | None = None,
    from_format: str | None = None,
    suffixes: Iterable[str] = (),
    remedy: str = REMEDY,
) -> None:
    """Refuse a target that cannot be written or must not be replaced, before anything is read.

    A file that is there is replaced with `force` alone, and never one that may have been meant as
    an input: a file of boards in another format than the one that is written, or an archive of
    several files. One of the sources is replaced with `force`, by boards in its own format.

    Args:
        target: a path, or `-`. Devices, pipes and `/dev/stdout` are written to, not replaced.
        force: whether an existing file may be replaced.
        sources: the files and folders that the command reads.
        writes: the format that is written; `None` for what is no file of boards.
        from_format: the format of the sources where the user names it.
        suffixes: what files of the command's own kind end in; only their names are looked at.
        remedy: what to do instead.

    Raises:
        Failure: the target cannot be written, holds what must not be replaced, or is new and ends
            like a file of another format.
        FileExistsError: it is there, and `force` is not given.
    """
    if target == PIPE:
        return
    check_place(target)
    try:
        about = os.stat(target)
    except OSError:
        # There is none, or the write reports why it cannot be reached.
        if writes is not None:
            check_suffix(target, writes.suffixes, writes.title)
        return
    if not stat.S_ISREG(about.st_mode):
        return
    is_own = suffix_of(target) in suffixes
    fault = _fault(target, list(sources), writes, from_format, is_own=is_own, force=force)
    if fault is not None:
        msg = f"{printable(target)} {fault}; {remedy}"
        raise Failure(msg, USAGE)
    if not force and not place_of(target).is_entry:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)


def check_suffix(target: str, own: Iterable[str], what: str) -> None:
    """Refuse a target whose name promises another kind of file than the one that is written.

    Args:
        target: a path, or `-`; its suffix may be one that no format and no view has.
        own: what files of the kind that is written end in; empty for any.
        what: the kind that is written.

    Raises:
        Failure: files of another format, or what another view makes, end so.
    """
    own, suffix = tuple(own), suffix_of(target)
    if target == PIPE or not own or suffix in {"", _ANYTHING, *own}:
        return
    manager = default_manager()
    formats = [spec.title for spec in manager.formats().values() if suffix in spec.suffixes]
    views = [view.name for view in manager.specs(ViewSpec).values() if suffix in view.suffixes]
    others = formats or views
    if others:
        msg = (
            f"{target} ends like {' or '.join(others)}, and {what} would be written; "
            f"let it end in {own[0]}"
        )
        raise Failure(printable(msg), USAGE)


def check_place(target: str) -> None:
    """Refuse a target that is a folder, or in a folder that is not there.

    Raises:
        Failure: it is one of these.
    """
    folder = os.path.dirname(target)
    if os.path.isdir(target):
        msg = f"{target} is a folder: give a file"
    elif folder and not os.path.isdir(folder):
        msg = f"{target} cannot be written: there is no folder {folder}"
    else:
        return
    raise Failure(printable(msg), USAGE)


def _fault(
    target: str,
    sources: list[str],
    writes: FormatSpec | None,
    from_format: str | None,
    *,
    is_own: bool,
    force: bool,
) -> str | None:
    """Return why a file must not be replaced, whether or not `--force` is given."""
    is_source = is_read_too(target, sources)
    # An open file such as /dev/stdout is written behind what is in it: nothing is replaced.
    is_appended = place_of(target).is_entry
    if is_source and (writes is None or is_appended or not force):
        return IS_READ
    for source in sources:
        if source != PIPE and os.path.isdir(source) and _is_within(target, source):
            return f"is part of {printable(source)}"
    if is_appended or is_own:
        return None
    # Of a file in an archive the user names the format of that file, not the archive's.
    plain = [source for source in sources if source != PIPE and file_of(source) == source]
    if from_format is not None and is_read_too(target, plain):
        return _other_format((from_format,), writes)
    return _content_fault(target, writes, default_manager(), is_source=is_source)


def _is_within(target: str, folder: str) -> bool:
    path, above = os.path.realpath(target), os.path.realpath(folder)
    try:
        return os.path.commonpath((path, above)) == above
    except ValueError:  # on another drive
        return False


def _content_fault(
    target: str, writes: FormatSpec | None, manager: PluginManager, *, is_source: bool
) -> str | None:
    """Return why the content of a file must not be replaced."""
    if not os.path.getsize(target):
        return None
    try:
        with open_source(target) as opened:
            return _other_format((detect_source(opened, manager).format,), writes)
    except AmbiguousFormatError as error:
        return _other_format(error.candidates, writes)
    except NoBoardsError as error:
        return str(error).removeprefix(f"{target} ")
    except UnknownFormatError:
        if is_source:
            return IS_READ  # for example a script
        # Looked at, and no boards: only a format of boards can be at odds with the suffix.
        return None if writes is None else _suffix_fault(target, writes, manager)
    except ParseError as error:
        if error.diagnostic.code == _SEVERAL_FILES:
            return "holds several files"
        return _suffix_fault(target, writes, manager)
    except (OvertrickError, OSError):
        return _suffix_fault(target, writes, manager)


def _suffix_fault(target: str, writes: FormatSpec | None, manager: PluginManager) -> str | None:
    """Return why a file whose content cannot be detected must not be replaced, by its suffix."""
    suffix = suffix_of(target)
    names = tuple(spec.name for spec in manager.formats().values() if suffix in spec.suffixes)
    return _other_format(names, writes) if names else None


def _other_format(held: tuple[str, ...], writes: FormatSpec | None) -> str | None:
    names = " or ".join(held)
    if writes is None:
        return f"is a file of boards ({names})"
    if writes.name in held:
        return None
    return f"is a file of boards in another format ({names}, not {writes.name})"

"""From exceptions to messages and exit codes."""

from __future__ import annotations

import os

import attrs
import click

from overtrick import (
    DetectionError,
    DeviceError,
    Diagnostic,
    EditError,
    FormatError,
    Location,
    LossError,
    NoBoardsError,
    OptionError,
    OvertrickError,
    PluginError,
    PluginManager,
    PluginState,
    SealedError,
    TargetError,
    UnknownFormatError,
)
from overtrick.plugin import FormatSpec, core_finding, did_you_mean, printable

INPUT = 1
USAGE = 2
LOSS = 3
PLUGIN = 4


class Failure(click.ClickException):
    """Ends a command with a message and one of the documented exit codes."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.exit_code = code  # type: ignore[misc]  # click reads it from the instance


def exit_code(error: BaseException) -> int:
    """Return the exit code of an exception.

    A file that is not there, that exists already or that is a folder is wrong usage; all other
    trouble with a file counts as trouble with the input.
    """
    if isinstance(error, LossError):
        return LOSS
    if isinstance(error, (PluginError, DeviceError)):
        return PLUGIN
    if isinstance(error, (OptionError, EditError, SealedError)):
        return USAGE
    if isinstance(error, (FileNotFoundError, FileExistsError, IsADirectoryError)):
        return USAGE
    return INPUT


def describe(error: BaseException) -> str:
    """Return an exception in words, without anything that could steer a terminal."""
    if isinstance(error, FileExistsError):
        return f"{printable(str(error.filename))} exists; --force replaces it"
    if isinstance(error, TargetError):
        return f"{printable(str(error.filename))} cannot be written: {error.strerror} (CORE055)"
    if isinstance(error, OSError) and not isinstance(error, OvertrickError) and error.strerror:
        where = "" if error.filename is None else f"{printable(str(error.filename))}: "
        return f"{where}{error.strerror}{_near(error)}"
    if isinstance(error, SealedError):
        return _sealed(error)
    return "\n".join(printable(line) for line in str(error).split("\n"))


def near_file(path: str | os.PathLike[str]) -> str:
    """Return which file of the same folder may be meant by one that is not there, or nothing."""
    folder, name = os.path.split(os.fspath(path))
    try:
        names = os.listdir(folder or os.curdir)
    except OSError:
        return ""
    return printable(did_you_mean(name, names)) if name not in names else ""


def _near(error: OSError) -> str:
    is_missing = isinstance(error, FileNotFoundError) and isinstance(error.filename, str)
    return near_file(error.filename) if is_missing else ""


def _sealed(error: SealedError) -> str:
    """Return why sealed hands are not shown, and the option that shows them."""
    return printable(f"{error.what}; --show-cards {error.deed}")


def failing(error: Exception, path: str) -> Diagnostic:
    """Return the finding for an error that stopped the work on a file.

    An error of the file's content has its own finding; all others get a code of the core: `CORE050`
    for a file that cannot be read, `CORE051` where its format cannot be detected, `CORE052` for a
    plugin that fails, `CORE053` where the command does not fit the file, `CORE054` for a known file
    without boards, `CORE055` for one that cannot be written.

    Args:
        error: one that the commands expect: `Failure`, `OvertrickError` or `OSError`.
        path: the file's name.
    """
    if isinstance(error, FormatError):
        return error.diagnostic
    if isinstance(error, TargetError):
        code, why = "CORE055", error.strerror or str(error)
    elif isinstance(error, OvertrickError) or not isinstance(error, OSError):
        why = error.message if isinstance(error, Failure) else str(error)
        if isinstance(error, SealedError):
            why = _sealed(error)
        code = "CORE053"
        if isinstance(error, NoBoardsError):
            code = "CORE054"
        elif isinstance(error, DetectionError):
            code = "CORE051"
        elif isinstance(error, PluginError):
            code = "CORE052"
    else:
        code, why = "CORE050", (error.strerror or str(error)) + _near(error)
    # The finding names the file itself.
    why = why.removeprefix(f"{path}: ")
    if why.startswith(f"{path} "):
        why = f"it {why[len(path) + 1 :]}"
    first, _, rest = why.partition("\n")
    finding = core_finding(code, Location(path=path), why=first)
    if isinstance(error, SealedError):
        # Its message contains the remedy.
        return attrs.evolve(finding, hint=None)
    return attrs.evolve(finding, hint=rest) if rest else finding


def named_format(
    manager: PluginManager, name: str, *, reads: bool = False, writes: bool = False
) -> FormatSpec:
    """Return the format that the user named.

    Raises:
        Failure: there is none (code 2), its plugin does not work (code 4), or it cannot do
            what is asked (code 2).
        FormatConflictError: two distributions declare it.
    """
    try:
        spec = manager.format(name)
    except UnknownFormatError as error:
        broken = {PluginState.FAILED, PluginState.INCOMPATIBLE}
        states = {record.state for record in manager.records() if record.name == name}
        raise Failure(str(error), PLUGIN if states & broken else USAGE) from error
    if reads and spec.reader is None:
        msg = f"the format {name!r} can be written but not read"
        raise Failure(msg, USAGE)
    if writes and spec.writer is None:
        msg = f"the format {name!r} can be read but not written"
        raise Failure(msg, USAGE)
    return spec

"""The exceptions of overtrick; no logic, only the tree.

Everything that overtrick raises on purpose derives from `OvertrickError`, and also from
the built-in exception that a Python programmer would expect in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.findings.printable import printable_lines

if TYPE_CHECKING:
    from overtrick.findings.diagnostics import Diagnostic
    from overtrick.findings.losses import LossReport


class OvertrickError(Exception):
    """The base of every exception that overtrick raises on purpose; its text is safe to show.

    The text contains no control characters from files (`overtrick.plugin.printable`).
    """

    def __str__(self) -> str:
        return printable_lines(super().__str__())


class ModelError(OvertrickError, ValueError):
    """A value that cannot exist: level 8, fourteen cards in a hand, a card in two hands."""


class CardError(ModelError):
    """A card or hand that cannot exist or cannot be read."""


class DealError(ModelError):
    """Four hands that cannot be one deal."""


class CallError(ModelError):
    """A call, contract or result that cannot exist or cannot be read."""


class FormatError(OvertrickError, ValueError):
    """A fault in a file; `diagnostic` has its place and clause."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return str(self.diagnostic)


class ParseError(FormatError):
    """The file cannot be read as its format's grammar."""


class InconsistentDataError(FormatError):
    """The file can be read but contradicts itself (a checksum, a card twice)."""


class TextEncodingError(FormatError):
    """The bytes are not text in the encoding that the file declares or its format uses."""


class LimitError(FormatError):
    """The file is larger, longer or slower to read than the caller's `Limits` allow."""


class WriteError(FormatError):
    """A board cannot be written in the target format; nothing was written."""


class DetectionError(OvertrickError, LookupError):
    """The format of a file cannot be detected."""


class UnknownFormatError(DetectionError):
    """No usable plugin provides this format, or the format lacks the requested capability."""


class NoBoardsError(UnknownFormatError):
    """The file is of a known kind that holds no bridge boards."""


class AmbiguousFormatError(DetectionError):
    """Several formats claim the file with equal confidence; `candidates` names them."""

    def __init__(self, message: str, candidates: tuple[str, ...]) -> None:
        super().__init__(message, candidates)
        self.candidates = candidates

    def __str__(self) -> str:
        return printable_lines(str(self.args[0]))


class OptionError(OvertrickError, ValueError):
    """An option that the format does not have, or a value that it does not take."""


class EditError(OvertrickError, ValueError):
    """An edit that the boards do not allow: a missing board, a duplicate number."""


class LossError(OvertrickError):
    """Information would be lost and the caller asked for an error; see `report`."""

    def __init__(self, report: LossReport) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        return printable_lines(f"information would be lost: {self.report.summary()}")


class SealedError(OvertrickError):
    """The hands are hidden, and the caller did not ask to show them.

    Attributes:
        what: what is wrong, without what to do about it.
        deed: what the caller gets by asking for the hands (`shows them`).
    """

    def __init__(self, what: str, deed: str = "shows them") -> None:
        super().__init__(what, deed)
        self.what = what
        self.deed = deed

    def __str__(self) -> str:
        return printable_lines(f'{self.what}; sealed="show" {self.deed}')


class PluginError(OvertrickError):
    """A plugin misbehaved."""


class PluginLoadError(PluginError):
    """A plugin could not be loaded."""


class PluginVersionError(PluginError):
    """A plugin was made for another version of overtrick's plugin interface."""


class FormatConflictError(PluginError):
    """Two distributions declare the same name, so the name is unusable until one is blocked."""


class PluginLoadWarning(UserWarning):
    """Shown once for each plugin that could not be loaded."""


class ReplacedWarning(UserWarning):
    """A file was replaced and its owner, permissions or attributes could not be kept."""


class TargetError(OvertrickError, OSError):
    """A file, pipe or device cannot be written, as on a full disk; the old file is intact."""

    def __str__(self) -> str:
        return printable_lines(f"{self.filename}: {self.strerror}")


class TargetExistsError(TargetError, FileExistsError):
    """The target exists and may not be replaced (`CORE055`)."""

    def __str__(self) -> str:
        return f"{super().__str__()}; overwrite=True replaces it"


class DeviceError(OvertrickError, OSError):
    """The base of every error of a dealing machine or its connection."""

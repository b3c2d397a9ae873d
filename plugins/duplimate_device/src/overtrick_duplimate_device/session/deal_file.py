"""The deals of a file, read blind: whatever goes wrong, no card is named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import attrs

from overtrick.findings.errors import FormatError, OvertrickError
from overtrick.findings.losses import Field
from overtrick.framework.protocols import Bookkeeper
from overtrick.framework.spec import resolve
from overtrick.model import Deal
from overtrick_duplimate_device.journal.journal import fingerprint
from overtrick_duplimate_device.session.counters import FileCounters


class DealsError(OvertrickError):
    """A file that cannot be dealt from; the message names no card."""


class FileChangedError(OvertrickError):
    """The file of deals is not the one that the session began with."""


@attrs.frozen(kw_only=True)
class DealFile:
    """What a file has to deal.

    Attributes:
        path: the file, absolute.
        format: its format.
        deals: the complete deals by board number; never printed.
        is_hidden: whether the file says that nobody may see its hands.
        bookkeeper: keeps the counters of the file's format, or `None` where it has none.
    """

    path: Path
    format: str
    deals: Mapping[int, Deal] = attrs.field(repr=False)
    is_hidden: bool = False
    bookkeeper: Bookkeeper | None = None

    @property
    def counters(self) -> FileCounters:
        """The file's own counters."""
        return FileCounters(self.path, self.bookkeeper)

    def check(self, salt: str, fingerprints: Mapping[int, str]) -> tuple[int, ...]:
        """Return the boards whose deals are not those of some fingerprints."""
        return tuple(
            board
            for board, mark in fingerprints.items()
            if board not in self.deals or fingerprint(salt, board, self.deals[board]) != mark
        )


def read_deals(path: Path, format_name: str | None = None) -> DealFile:
    """Read the complete deals of a file.

    Args:
        path: the file.
        format_name: its format; told from the content where it is not given.

    Raises:
        DealsError: the file has errors, no complete deal, or two boards with one number.
        OvertrickError: its format cannot be told.
        OSError: it cannot be opened.
    """
    import overtrick

    try:
        # Whatever the file says: nothing of its hands is ever shown.
        with overtrick.open_boards(
            path, format=format_name, wants=[Field.DEAL], sealed="keep"
        ) as reader:
            boards, spec, is_hidden = tuple(reader), reader.spec, reader.is_sealed
    except FormatError as error:
        # The message may quote the line, and with it the cards.
        where, code = error.diagnostic.location, error.diagnostic.code
        msg = (
            f"{where}: error {code}: the file cannot be dealt from. What is wrong is left out "
            "because it may name cards; see: overtrick check"
        )
        raise DealsError(msg) from None
    deals: dict[int, Deal] = {}
    for board in boards:
        deal = board.deal
        if board.number is None or deal is None:
            continue
        complete = deal.completed()
        if not complete.is_complete:
            continue
        if board.number in deals:
            msg = f"{path}: board {board.number} stands twice; nobody can tell which is meant"
            raise DealsError(msg)
        deals[board.number] = complete
    if not deals:
        msg = f"{path}: there is no board with a number and a complete deal"
        raise DealsError(msg)
    return DealFile(
        path=path.resolve(),
        format=spec.name,
        deals=deals,
        is_hidden=is_hidden,
        bookkeeper=None if spec.bookkeeper is None else resolve(spec.bookkeeper),
    )


def fingerprints_of(deals: Mapping[int, Deal], salt: str, boards: Iterable[int]) -> dict[int, str]:
    """Return the fingerprints of some boards' deals."""
    return {board: fingerprint(salt, board, deals[board]) for board in boards}

"""Writing boards that a command made: into a file or a pipe, whole or not at all."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable
from typing import BinaryIO, cast

from overtrick.cli.failures import USAGE, Failure, named_format
from overtrick.cli.inputs import PIPE
from overtrick.files.writing import WriteSettings, format_for_target, write_boards
from overtrick.findings.errors import OptionError, UnknownFormatError
from overtrick.findings.losses import LossReport
from overtrick.framework.manager import default_manager
from overtrick.framework.options import option_names
from overtrick.framework.spec import FormatSpec
from overtrick.model.board import Board
from overtrick_deal.commands.options import Given


def target_format(given: Given) -> FormatSpec:
    """Return the format to write: as named, as the file's suffix says, or PBN.

    Raises:
        Failure: it cannot be told, or it is not to be had.
        OptionError: it has no option of a name that was given.
    """
    manager = default_manager()
    if given.to_format is not None or given.output in {None, PIPE}:
        spec = named_format(manager, given.to_format or "pbn", writes=True)
    else:
        try:
            spec = manager.format(format_for_target(str(given.output), manager))
        except UnknownFormatError as error:
            msg = f"{error}\nname the format to write: --to FORMAT"
            raise Failure(msg, USAGE) from error
    known = option_names(spec.write_options)
    for key, _ in given.options:
        if key.replace("-", "_") not in known:
            writes = ", ".join(sorted(known)).replace("_", "-") or "none"
            msg = f"no option {key!r}: writing {spec.name} has {writes}"
            raise OptionError(msg)
    return spec


def write(boards: Iterable[Board], given: Given, spec: FormatSpec) -> LossReport:
    """Write boards where they were asked for; standard output gets them once all are made.

    Raises:
        The errors of `overtrick.write`.
    """
    settings = WriteSettings(format=spec.name, options=dict(given.options), overwrite=given.force)
    manager = default_manager()
    if given.output not in {None, PIPE}:
        return write_boards(boards, str(given.output), manager, settings)
    with tempfile.SpooledTemporaryFile(max_size=16 << 20) as spool:
        losses = write_boards(boards, cast("BinaryIO", spool), manager, settings)
        spool.seek(0)
        shutil.copyfileobj(spool, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    return losses

"""What the modes of the command share: the values of its options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from overtrick_deal.generating import Request

CommandT = TypeVar("CommandT", bound=Callable[..., Any])
Option = Callable[[Any], Any]
"""What `click.option` gives."""


@attrs.frozen(kw_only=True)
class Given:
    """What was given on the command line, besides the options of the modes.

    Attributes:
        request: the boards that are asked for.
        counted: whether `--count` was given.
        where: the condition's text, `None` where none was given.
        output: the file to write, `-` for a pipe, `None` where it was not given.
        to_format: the format to write, where it was named.
        options: what was given with `-O`.
        force: whether a file may be replaced.
        as_json: whether to print JSON.
        quiet: whether to say nothing but what is wrong.
        with_seed: whether seed, condition and deal numbers are written with the boards.
        no_provenance: whether the boards do not name what made them.
    """

    request: Request
    counted: bool = False
    where: str | None = None
    output: str | None = None
    to_format: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    force: bool = False
    as_json: bool = False
    quiet: bool = False
    with_seed: bool = False
    no_provenance: bool = False


def added(options: tuple[Option, ...]) -> Callable[[CommandT], CommandT]:
    """Return what adds some options to a command, in their order."""

    def add(command: CommandT) -> CommandT:
        for option in reversed(options):
            command = option(command)
        return command

    return add

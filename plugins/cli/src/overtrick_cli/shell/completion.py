"""Shell completion of formats, boards of the named file, and words of a list.

Files and folders are completed by the type of their argument (`options.FILE`, `options.FOLDER`).
An error during completion completes nothing and prints nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]
"""A function that completes a word, the `shell_complete` of an argument or option."""

_MAX_BOARDS: Final = 2000
_MAX_SECONDS: Final = 2.0  # the user waits at the keyboard

# Where a command keeps the file that its boards are of.
_FILES: Final = ("file", "source", "files", "paths")


def beginning(words: Iterable[str] | Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    """Return the words that begin as typed.

    Args:
        words: the words; of a mapping with what each means, which some shells show.
        incomplete: what was typed.
    """
    from click.shell_completion import CompletionItem

    meant: Mapping[str, str | None] = words if isinstance(words, Mapping) else dict.fromkeys(words)
    return [
        CompletionItem(word, help=what)
        for word, what in meant.items()
        if word.lower().startswith(incomplete.lower())
    ]


def one_of(words: Callable[[], Iterable[str] | Mapping[str, str]]) -> Complete:
    """Return a completion of the words that a function returns; it is called on each completion."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return beginning(words(), incomplete)

    return complete


def complete_format(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the formats whose names begin as typed: those that can be read, or be written."""
    from overtrick.plugin import default_manager

    is_target = "--to" in param.opts
    return beginning(
        {
            name: spec.summary
            for name, spec in default_manager().formats().items()
            if param.name == "name" or (spec.writer if is_target else spec.reader) is not None
        },
        incomplete,
    )


def complete_boards(
    ctx: click.Context, param: click.Parameter, incomplete: str, marks: str = ",-"
) -> list[CompletionItem]:
    """Return the board numbers of the file named earlier that complete the last number typed.

    Args:
        ctx: the context, with the words before this one.
        param: the parameter of the numbers.
        incomplete: what was typed, such as `1-8,1`.
        marks: the characters that separate two numbers.
    """
    place = max(incomplete.rfind(mark) for mark in marks) + 1
    before, last = incomplete[:place], incomplete[place:]
    return beginning([before + number for number in _numbers(ctx)], before + last)


def _file(ctx: click.Context) -> str | None:
    """Return the file named earlier on the line, the first of several."""
    values = [ctx.params.get(name) for name in _FILES]
    paths = [value[0] if isinstance(value, tuple) and value else value for value in values]
    # While an option still lacks its value, click has not parsed the line into parameters.
    for path in (*paths, *ctx.args):
        if isinstance(path, (str, os.PathLike)) and os.path.isfile(path):
            return os.fspath(path)
    return None


def _numbers(ctx: click.Context) -> list[str]:
    from overtrick import BoardReader, Field, Limits, OvertrickError
    from overtrick.plugin import ReadSettings, default_manager

    path = _file(ctx)
    if path is None:
        return []
    settings = ReadSettings(
        format=ctx.params.get("from_format"),
        errors="collect",
        wants=frozenset({Field.NUMBER}),
        limits=Limits(max_seconds=_MAX_SECONDS),
        # Board numbers reveal nothing about hands.
        sealed="keep",
    )
    found: dict[str, None] = {}
    try:
        with BoardReader(path, default_manager(), settings) as reader:
            for board in reader:
                if board.number is not None:
                    found[str(board.number)] = None
                if len(found) >= _MAX_BOARDS:
                    break
    except (OvertrickError, OSError):
        pass  # the numbers found so far are completed; the command itself reports the error
    return list(found)

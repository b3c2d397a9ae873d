"""What a shell completes: formats, boards of the file that is named, and words of a list.

Files and folders are completed by the type of their argument (`options.FILE`, `options.FOLDER`).
Whatever goes wrong while somebody types, nothing is completed and nothing is said.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]
"""Returns what a word may become; given as `shell_complete` of an argument or option."""

_MOST_BOARDS: Final = 2000
_MOST_SECONDS: Final = 2.0  # somebody waits at the keyboard

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
    """Return what completes the words that a function returns; it is called when somebody asks."""

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
    """Return the numbers of boards of the file that stands before, for the last one typed.

    Args:
        ctx: knows what stands before.
        param: what the numbers are for.
        incomplete: what was typed, such as `1-8,1`.
        marks: what may stand between two numbers.
    """
    place = max(incomplete.rfind(mark) for mark in marks) + 1
    before, last = incomplete[:place], incomplete[place:]
    return beginning([before + number for number in _numbers(ctx)], before + last)


def _file(ctx: click.Context) -> str | None:
    """Return the file that stands before, the first of several."""
    values = [ctx.params.get(name) for name in _FILES]
    paths = [value[0] if isinstance(value, tuple) and value else value for value in values]
    # Before an option's value is there, no word of the line has been given a meaning.
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
        limits=Limits(max_seconds=_MOST_SECONDS),
        # Numbers of boards tell nothing of their hands.
        sealed="keep",
    )
    found: dict[str, None] = {}
    try:
        with BoardReader(path, default_manager(), settings) as reader:
            for board in reader:
                if board.number is not None:
                    found[str(board.number)] = None
                if len(found) >= _MOST_BOARDS:
                    break
    except (OvertrickError, OSError):
        pass  # what was found until then is completed; the command says what is wrong
    return list(found)

"""`overtrick show`: boards through a view, or as JSON."""

from __future__ import annotations

import codecs
import contextlib
import io
import itertools
import os
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, TextIO

import click
from click.shell_completion import CompletionItem

from overtrick import Board, BoardReader, OptionError, PluginManager, Suit, board_to_dict, select
from overtrick.plugin import (
    FormatSpec,
    Seals,
    ViewContext,
    ViewSpec,
    default_manager,
    json_text,
    make_options,
    named_view,
    open_target,
    option_names,
    show_stream,
    suffix_of,
    view_for_target,
    without_seed,
)
from overtrick_cli.advising import CONVERT
from overtrick_cli.inputs import PIPE, open_readable
from overtrick_cli.options import (
    FILE,
    KeyValue,
    Ranges,
    from_option,
    language_option,
    show_cards_option,
)
from overtrick_cli.shell.completion import beginning
from overtrick_cli.targets import check_suffix, check_target
from overtrick_cli.terminal import plural, say
from overtrick_render import translator

# For terminals whose encoding has neither these signs nor suit symbols.
_PLAIN: Final = str.maketrans({"—": "-", "–": "-", "·": ",", "─": "-"})


class ViewName(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """The name of a view; the shell completes it."""

    name = "view"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name as views have it."""
        return str(value).lower()

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the views whose names begin as what was typed."""
        views = default_manager().specs(ViewSpec)
        return beginning({name: view.summary for name, view in views.items()}, incomplete)


@click.command()
@click.argument("file", type=FILE)
@click.option("--boards", type=Ranges(), help="Show only these boards, such as 3 or 1-16,20.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per board, one per line."
)
@click.option(
    "--as",
    "view",
    type=ViewName(),
    metavar="VIEW",
    help="Choose the view: html, svg, text ...  [default: by the suffix of OUT, else text]",
)
@click.option("-o", "output", type=FILE, metavar="OUT", help="Write to a file, atomically.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@from_option()
@click.option(
    "-O",
    "options",
    type=KeyValue(),
    multiple=True,
    help="Set an option of the format or the view, such as colours=4 or play=no.",
)
@language_option
@show_cards_option("Show hidden hands, too.")
def show(
    *,
    file: str,
    boards: str | None,
    as_json: bool,
    view: str | None,
    output: str | None,
    force: bool,
    from_format: str | None,
    options: tuple[tuple[str, str], ...],
    language: str,
    sealed: Seals,
) -> int:
    """Show boards: hands, auction, play and tables.

    \b
      overtrick show evening.pbn --boards 3
      overtrick show evening.pbn --as html -o evening.html --lang fr
      overtrick show evening.pbn --as svg -O colours=4 -o evening.svg

    Boards with errors are shown as far as they can be read; the errors are on standard error.
    """  # noqa: D301  # \b keeps click from joining lines
    if as_json and view is not None:
        msg = "--json and --as are two ways to show boards: give one"
        raise click.UsageError(msg)
    manager = default_manager()
    if output is not None:
        lines = manager.formats().get("json") if as_json else None
        check_target(output, force=force, sources=[file], writes=lines)
    view_spec = None
    if not as_json:
        view_spec = named_view(manager, view) if view else _view_of(file, output, manager)
    if output is not None and view_spec is None:
        check_suffix(output, (".json", ".jsonl"), "JSON")
    elif output is not None and view_spec is not None:
        check_suffix(output, view_spec.suffixes, f"the view {view_spec.name}")
    view_options: dict[str, str] = {}

    def reading_options(spec: FormatSpec) -> dict[str, str]:
        reading, others = _split(options, spec, view_spec)
        view_options.update(others)
        return reading

    with open_readable(file, from_format, reading_options, sealed=sealed) as readable:
        chosen: Iterator[Board] = _without_seeds(
            readable if boards is None else select(readable, boards)
        )
        if output is not None and output != PIPE:
            first = next(chosen, None)
            if first is None:
                return readable.tell()  # a page without boards is useless
            chosen = itertools.chain((first,), chosen)
        if view_spec is None:
            _write_json(chosen, output, force=force)
        else:
            context = _context(view_spec, view_options, readable.reader, output, language)
            with _open_sink(context, output, force=force) as sink:
                show_stream(chosen, sink, context)
        return readable.tell()


def _without_seeds(boards: Iterable[Board]) -> Iterator[Board]:
    """Yield boards less the seed of their set, and report at their end how many had one."""
    count = 0
    for board in boards:
        bare = without_seed(board)
        count += bare is not None
        yield bare or board
    if count:
        say(f"note: the seed of {plural(count, 'board')} is left out")


def _view_of(file: str, output: str | None, manager: PluginManager) -> ViewSpec:
    """Return the view for a target: the one that makes such files; text where it has no suffix.

    Raises:
        OptionError: no view makes such files, or several do; for a format of boards, the error
            names the command that writes it.
    """
    if output is not None and output != PIPE and suffix_of(output):
        # Text in a file with the suffix of another kind would be useless.
        try:
            return view_for_target(manager, output)
        except OptionError as error:
            suffix, formats = suffix_of(output), manager.formats().values()
            if not any(suffix in spec.suffixes and spec.writer for spec in formats):
                raise
            msg = f"{error}\nto write the boards there, run `{CONVERT(file, output)}`"
            raise OptionError(msg) from error
    return named_view(manager, "text")


def _split(
    options: Iterable[tuple[str, str]], spec: FormatSpec, view: ViewSpec | None
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the options for reading and those of the view; one of both names goes to both.

    Raises:
        OptionError: neither has an option of that name.
    """
    owners = {f"reading {spec.name}": option_names(spec.read_options)}
    if view is not None:
        owners[f"the view {view.name}"] = option_names(view.options)
    chosen: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for key, value in options:
        name = key.replace("-", "_")
        if not any(name in known for known in owners.values()):
            has = "; ".join(
                f"{owner} has {', '.join(sorted(known)).replace('_', '-') or 'none'}"
                for owner, known in owners.items()
            )
            msg = f"no option {key!r}: {has}"
            raise OptionError(msg)
        for known, values in zip(owners.values(), chosen, strict=False):
            if name in known:
                values[key] = value
    return chosen


def _context(
    spec: ViewSpec,
    options: dict[str, str],
    reader: BoardReader,
    output: str | None,
    language: str,
) -> ViewContext:
    is_terminal = output in {None, PIPE} and _is_terminal()
    return ViewContext(
        spec,
        path=reader.path,
        header=reader.header,
        options=make_options(spec.name, spec.options, options, noun="view"),
        is_terminal=is_terminal,
        has_colour=is_terminal
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb",
        language=language,
    )


def _is_terminal() -> bool:
    return sys.stdout.isatty()


@contextlib.contextmanager
def _open_sink(context: ViewContext, output: str | None, *, force: bool) -> Iterator[BinaryIO]:
    """Yield the file that a view writes to: one that is replaced atomically, or standard output."""
    if output is not None and output != PIPE:
        suffix = "".join(context.spec.suffixes[:1])
        with open_target(output, overwrite=force, suffix=suffix) as file:
            yield file
    elif context.spec.media_type == "text/plain":
        with Printer(context) as printer:
            yield printer  # type: ignore[misc]  # a raw file is a binary file
    elif context.is_terminal and not context.spec.is_text:
        msg = f"a terminal cannot show {context.spec.media_type}: write it to a file with -o OUT"
        raise click.UsageError(msg)
    else:
        yield sys.stdout.buffer
        sys.stdout.flush()


class Printer(io.RawIOBase):
    """Prints UTF-8 text in the encoding of standard output, at once.

    Args:
        context: whether there are colours, and the language of suits' names where the encoding has
            no symbols.
    """

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        # While a view is at work, `sys.stdout` is where what it prints does no harm.
        self._out = sys.stdout
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        """Return that it can be written."""
        return True

    def write(self, data: bytes, /) -> int:  # type: ignore[override]  # bytes are what a view has
        """Print some text."""
        text = self._decoder.decode(bytes(data))
        if not _can_encode(text, self._out):
            words = translator(language=self._context.language)
            letters = {ord(suit.glyph): words.suit_letter(suit) for suit in Suit}
            text = text.translate(_PLAIN | letters)
        click.echo(text, self._out, nl=False, color=self._context.has_colour)
        return len(data)


def _write_json(boards: Iterable[Board], output: str | None, *, force: bool) -> None:
    """Write one JSON object a board, one a line."""
    lines = (json_text(board_to_dict(board)) for board in boards)
    if output is None or output == PIPE:
        for line in lines:
            click.echo(line)
        return
    with open_target(output, overwrite=force, suffix=".json") as file:
        for line in lines:
            file.write(f"{line}\n".encode())


def _can_encode(text: str, out: TextIO) -> bool:
    try:
        text.encode(out.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True

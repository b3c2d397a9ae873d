"""The command group: built-in commands, plugin commands, and what every command shares.

Commands are imported only when they are chosen: all are declared by a `CommandSpec`, whose summary
is what `--help` shows.
"""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from overtrick import FormatError, OvertrickError, PluginError, __version__
from overtrick.plugin import Guard, one_line, printable
from overtrick_cli.process import signals
from overtrick_cli.process.streams import give_up_output, is_output_broken
from overtrick_cli.shell.groups import LazyGroup, Members

if TYPE_CHECKING:
    from overtrick import PluginManager

_EPILOG: Final = """\b
Exit codes: 0 done; 1 the input has errors; 2 wrong usage; 3 information would be
lost and --fail-on-loss was given; 4 a plugin or device failed.

\b
Completion in your shell, for bash (zsh and fish likewise):
  eval "$(_OVERTRICK_COMPLETE=bash_source overtrick)"
"""

INTERRUPTED: Final = 128 + signals.INTERRUPT
"""The exit code after Ctrl-C, as shells have it."""

BROKEN_PIPE: Final = 141
"""The exit code where the reader of our output went away, as shells have it."""


class Application(LazyGroup):
    """The group of all commands, built in and from plugins, each imported when it is chosen."""

    def members(self) -> Members:
        """Return all commands."""
        from overtrick_cli.own_commands import OWN_COMMANDS

        specs = {**_manager().commands(), **OWN_COMMANDS}
        return {name: (spec.command, spec.summary) for name, spec in specs.items()}

    def reference(self, name: str) -> str | None:
        """Return where a command is; one of our own does not wait for the plugins to be found."""
        # Imported here, because `overtrick --version` needs none of it.
        from overtrick_cli.own_commands import OWN_COMMANDS

        spec = OWN_COMMANDS.get(name) or _manager().commands().get(name)
        return None if spec is None else spec.command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; what it does is taken back when a signal comes."""
        found = super().resolve_command(ctx, args)
        signals.begin()
        return found

    def hint(self, word: str) -> str:
        """Return what may have been meant, what to install for it, and which plugins failed."""
        return _manager().hint("command", word, self.members())

    def invoke(self, ctx: click.Context) -> object:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Caught here because click would turn it into exit code 1.
            raise click.exceptions.Exit(_end_broken_pipe()) from None
        except _TYPED:
            raise
        except (Exception, SystemExit, GeneratorExit) as error:
            if isinstance(error, Exception) and ctx.params.get("debug"):
                raise
            code = error.code if isinstance(error, SystemExit) else None
            if isinstance(code, int) and code:
                raise click.exceptions.Exit(code) from error
            fault = _fault_of(ctx.invoked_subcommand, error)
            if fault is None:
                raise
            raise fault from error


_TYPED: Final = (
    click.ClickException,
    click.exceptions.Exit,
    click.Abort,
    OvertrickError,
    OSError,
    MemoryError,
)
"""What a command may raise."""


def _fault_of(command: str | None, error: BaseException) -> PluginError | None:
    """Return the fault of a plugin's command, `None` for one of ours."""
    from overtrick_cli.own_commands import OWN_COMMANDS

    if command is None or command in OWN_COMMANDS:
        return None
    spec = _manager().commands().get(command)
    return Guard(f"the command {command!r}", None if spec is None else spec.command).failure(error)


def _manager() -> PluginManager:
    import overtrick.plugin

    return overtrick.plugin.default_manager()


@click.command(
    cls=Application, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.version_option(__version__, prog_name="overtrick", message="%(prog)s %(version)s")
def application(*, debug: bool) -> None:  # read from the context by run()
    """Contract-bridge deals: convert, check, show and edit files of boards.

    A file named - is standard input or output.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; nothing escapes as a traceback.

    Args:
        arguments: without the program's name; the process's own where not given.
    """
    words = _own_arguments() if arguments is None else list(arguments)
    is_debugging = _is_debugging(words)
    _prepare_streams()
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        # Standard output is for data: what plugins print elsewhere than in a command is none.
        token = Guard.around.set(contextlib.redirect_stdout(sys.stderr))
        try:
            code = _code_of(lambda: _work(words), words, is_debugging=is_debugging)
        finally:
            Guard.around.reset(token)
    # Code that catches the signal's exception may return another code, but the signal decides.
    number = signals.received()
    if number is not None and number != signals.INTERRUPT:
        code = 128 + number
    end = _code_of(_flush, words, is_debugging=is_debugging)
    if end:
        give_up_output()
    return code or end


def _own_arguments() -> list[str]:
    """Return the process's arguments; shells of Windows leave `*.pbn` to the program."""
    words = sys.argv[1:]
    if sys.platform == "win32":
        import glob

        found = [sorted(glob.glob(word)) if glob.has_magic(word) else [] for word in words]
        words = [name for word, names in zip(words, found, strict=True) for name in names or [word]]
    return words


def _work(words: list[str]) -> object:
    return application.main(args=words, prog_name="overtrick", standalone_mode=False)


def _flush() -> None:
    if sys.stdout is not None:  # it may be closed
        sys.stdout.flush()


def _code_of(work: Callable[[], object], words: list[str], *, is_debugging: bool) -> int:
    """Do some work; return its exit code, and print its error."""
    try:
        result = work()
    except click.exceptions.Exit as error:
        return error.exit_code
    except BaseException as error:  # it is reported, and the process ends
        # Other code may have replaced the signal's exception by one of its own.
        if signals.received() is not None or isinstance(error, (click.Abort, KeyboardInterrupt)):
            number = signals.received() or signals.INTERRUPT
            click.echo(signals.words(number), err=True)
            # Click raises an exception of its own for Ctrl-C; the first has the notes.
            first = error.__cause__ or error.__context__ or error
            for note in getattr(first, "__notes__", ()):
                click.echo(printable(str(note)), err=True)
            return 128 + number
        # Click leaves with `SystemExit` where the reader of what `--help` prints has gone.
        if isinstance(error, BrokenPipeError) or is_output_broken():
            return _end_broken_pipe()
        if isinstance(error, click.ClickException):
            error.show()
            return error.exit_code
        if isinstance(error, SystemExit) and "_OVERTRICK_COMPLETE" in os.environ:
            # click ends completion this way, before any command; a plugin's own SystemExit never
            # gets past the guards.
            return error.code if isinstance(error.code, int) else 0
        if is_debugging:
            raise
        return _end_failed(error, words)
    return result if isinstance(result, int) else 0


def _end_failed(error: BaseException, words: list[str]) -> int:
    if isinstance(error, (OvertrickError, OSError)):
        from overtrick_cli.failures import describe, exit_code

        click.echo(f"Error: {describe(error)}", err=True)
        if isinstance(error, FormatError):
            from overtrick_cli.terminal import print_hint

            print_hint(error.diagnostic)
        return exit_code(error)
    from overtrick_cli.advising import DEBUG  # the program starts without it

    click.echo(
        f"Error: this is a fault in overtrick or a plugin: {one_line(error)}\n"
        f"Run it again to see where, and report it: {DEBUG(*words)}",
        err=True,
    )
    return 4


def _is_debugging(words: Sequence[str]) -> bool:
    before_command = []
    for word in words:
        if not word.startswith("-"):
            break
        before_command.append(word)
    return "--debug" in before_command


def _prepare_streams() -> None:
    """Let a character that the terminal cannot show be replaced, not end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:  # noqa: ANN401  # as warnings calls it
    click.echo(f"warning: {printable(str(message))}", err=True)


def _end_broken_pipe() -> int:
    # What is still in the buffer has nowhere to go: without this, Python complains at exit.
    give_up_output()
    return BROKEN_PIPE if signals.HAS_BROKEN_PIPES else 1

"""The command group: built-in commands, plugin commands, and what every command shares.

Commands are imported only when they are chosen: all are declared by a `CommandSpec`, whose summary
is what `--help` shows.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from overtrick import __version__
from overtrick.findings.errors import OvertrickError, PluginError
from overtrick.framework.guard import failure, own_process, raise_sent

if TYPE_CHECKING:
    from overtrick.framework.manager import PluginManager

_EPILOG: Final = """\b
Exit codes: 0 done; 1 the input has errors; 2 wrong usage; 3 information would be
lost and --fail-on-loss was given; 4 a plugin or device failed.

\b
Completion in your shell, for bash (zsh and fish likewise):
  eval "$(_OVERTRICK_COMPLETE=bash_source overtrick)"
"""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""

BROKEN_PIPE: Final = 141
"""The exit code where the reader of our output went away, as shells have it."""


class Application(click.Group):
    """The group of all commands, built in and from plugins, each imported when it is chosen."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        return list(_manager().commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or `None` where there is none of that name."""
        # Imported here, because `overtrick --version` needs none of it.
        from overtrick.framework.core_kinds import COMMANDS

        # A built-in command does not wait for the plugins to be found.
        built_in = {spec.name: spec for spec in COMMANDS.built_in}
        spec = built_in.get(cmd_name) or _manager().commands().get(cmd_name)
        return None if spec is None else _resolve(spec.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one is reported with the plugins that failed."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from overtrick.framework.suggestions import suggestion

            hint = suggestion(_manager().records(), command=args[0]) or self._meant(ctx, args[0])
            message = error.message + _manager().trouble() + hint
            raise click.UsageError(message, ctx=ctx) from error

    def _meant(self, ctx: click.Context, word: str) -> str:
        """Return which command may have been meant, to be put behind what is wrong."""
        import difflib

        close = difflib.get_close_matches(word, self.list_commands(ctx), n=3)
        return f"; did you mean {' or '.join(close)}?" if close else ""

    def invoke(self, ctx: click.Context) -> object:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Caught here because click would turn it into exit code 1.
            raise click.exceptions.Exit(_end_broken_pipe()) from None
        except _TYPED:
            raise
        except BaseException as error:
            raise_sent(error)
            if isinstance(error, Exception) and ctx.params.get("debug"):
                raise
            code = error.code if isinstance(error, SystemExit) else None
            if isinstance(code, int) and code:
                raise click.exceptions.Exit(code) from error
            fault = _fault_of(ctx.invoked_subcommand, error)
            if fault is None:
                raise
            raise fault from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from their static summaries."""
        specs = _manager().commands()
        with formatter.section("Commands"):
            formatter.write_dl([(name, spec.summary) for name, spec in specs.items()])


_TYPED: Final = (click.ClickException, click.exceptions.Exit, click.Abort, OvertrickError, OSError)
"""What a command may raise."""


def _fault_of(command: str | None, error: BaseException) -> PluginError | None:
    """Return the fault of a plugin's command, `None` for one of ours."""
    from overtrick.framework.core_kinds import COMMANDS

    if command is None or command in {spec.name for spec in COMMANDS.built_in}:
        return None
    spec = _manager().commands().get(command)
    return failure(f"the command {command!r}", None if spec is None else spec.command, error)


def _manager() -> PluginManager:
    from overtrick.framework.manager import default_manager

    return default_manager()


def _resolve(reference: str) -> click.Command:
    from overtrick.framework.spec import resolve

    command = resolve(reference)
    if not isinstance(command, click.Command):
        msg = f"{reference} is not a click command"
        raise PluginError(msg)
    return command


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
    words = sys.argv[1:] if arguments is None else list(arguments)
    is_debugging = _is_debugging(words)
    _prepare_streams()
    try:
        with warnings.catch_warnings(), own_process():
            warnings.showwarning = _show_warning
            result = application.main(args=words, prog_name="overtrick", standalone_mode=False)
            if sys.stdout is not None:  # it may be closed
                sys.stdout.flush()
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; no file was left half-written", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        return _end_broken_pipe()
    except (OvertrickError, OSError) as error:
        if is_debugging:
            raise
        from overtrick.cli.failures import describe, exit_code

        click.echo(f"Error: {describe(error)}", err=True)
        return exit_code(error)
    except BaseException as error:
        if is_debugging:
            raise
        what = " ".join(str(error).split())
        click.echo(
            f"Error: this is a fault in overtrick or a plugin: {type(error).__name__}: {what}\n"
            "Run it again as `overtrick --debug ...` to see where, and report it.",
            err=True,
        )
        return 4
    return result if isinstance(result, int) else 0


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
    click.echo(f"warning: {message}", err=True)


def _end_broken_pipe() -> int:
    # What is still in the buffer has nowhere to go: without this, Python complains at exit.
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    import signal

    return BROKEN_PIPE if hasattr(signal, "SIGPIPE") else 1

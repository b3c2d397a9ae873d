"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from overtrick_cli.shell.completion import beginning, complete_boards, complete_format

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from overtrick.plugin import Seals

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

FILE: Final = click.Path(allow_dash=True, readable=False)
"""A file or folder, whether or not there is one: shells complete its name."""


class FolderPath(click.Path):  # type: ignore[type-arg,unused-ignore]  # click before 8.2 takes none
    """A folder, whether or not there is one: shells complete the names of folders alone."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Leave it to the shell, which knows the folders."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="dir")]


FOLDER: Final = FolderPath(readable=False)
"""A folder; the command that uses it reports what is wrong with it."""


def from_option(what: str = "file") -> Callable[[CommandT], CommandT]:
    """Return what adds `--from`, which gives `from_format`.

    Args:
        what: whose format it is, in the help.
    """
    return click.option(
        "--from",
        "from_format",
        type=FormatName(),
        metavar="FORMAT",
        help=f"Set the format of the {what}.",
    )


def jobs_option(more: str = "") -> Callable[[CommandT], CommandT]:
    """Return what adds `--jobs`, which gives `jobs`: 1 where not given.

    Args:
        more: text to append to the help.
    """
    return click.option(
        "--jobs",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help=f"Use N processes, each on its own file{more}.",
    )


def show_cards_option(
    help: str = "Show hidden hands, too.",
    *,
    otherwise: Seals = "refuse",
) -> Callable[[CommandT], CommandT]:
    """Return what adds `--show-cards`, which gives `sealed`.

    The command passes `sealed` to whatever opens, writes or shows boards
    (`overtrick.open_boards(..., sealed=sealed)`): `show` with the option.

    Args:
        help: what it does in this command.
        otherwise: what `sealed` is without the option; `keep` where the command shows no hands.
    """

    def chosen(ctx: click.Context, param: click.Parameter, value: bool) -> Seals:
        return "show" if value else otherwise

    return click.option("--show-cards", "sealed", is_flag=True, callback=chosen, help=help)


class Ranges(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """Board numbers such as `1-16,20`, checked but kept as text."""

    name = "numbers"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the text if it can be read."""
        from overtrick import EditError, NumberRanges

        try:
            return str(NumberRanges.parse(str(value)))
        except EditError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the boards of the file that is named."""
        return complete_boards(ctx, param, incomplete)


class KeyValue(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """A format's option, `key=value`."""

    name = "key=value"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return the key and the value."""
        key, mark, text = str(value).partition("=")
        if not mark or not key.strip():
            self.fail(f"{str(value)!r} is not of the form key=value", param, ctx)
        return key.strip(), text


class FormatName(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """The name of a format, in letters of either case; the shell completes it."""

    name = "format"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name as formats have it; whether there is such a format is seen later."""
        return str(value).lower()

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the formats whose names begin as typed."""
        return complete_format(ctx, param, incomplete)


class LanguageName(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """The code of a language; the shell completes it."""

    name = "language"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the code, as far as there are words in the language."""
        from overtrick import OptionError
        from overtrick_render import language_of

        try:
            return language_of(str(value))
        except OptionError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the languages whose codes begin as typed."""
        from overtrick_render import languages

        return beginning(languages(), incomplete)


def _language_of_the_environment() -> str:
    from overtrick_render import language_of

    return language_of()


def language_option(command: CommandT) -> CommandT:
    """Add `--lang`, which gives `language`: the environment's where it is not given."""
    option = click.option(
        "--lang",
        "language",
        type=LanguageName(),
        metavar="CODE",
        default=_language_of_the_environment,
        help="Set the language, such as fr.  [default: from the environment]",
    )
    return option(command)


def quiet_option(command: CommandT) -> CommandT:
    """Add `-q`, which gives `quiet`."""
    return click.option(
        "-q", "--quiet", is_flag=True, help="Print only results, warnings and errors."
    )(command)


def conversion_options(command: CommandT) -> CommandT:
    """Add the options that `convert` and `edit` share."""
    for option in reversed(
        (
            from_option("source"),
            click.option(
                "--to",
                "to_format",
                type=FormatName(),
                metavar="FORMAT",
                help="Set the format to write.",
            ),
            click.option(
                "-O",
                "options",
                type=KeyValue(),
                multiple=True,
                help="Set an option of either format; see `overtrick formats FORMAT`.",
            ),
            click.option("--strict", is_flag=True, help="Count warnings as errors."),
            click.option(
                "--keep-going",
                is_flag=True,
                help="Write the boards that can be read in spite of errors.",
            ),
            click.option(
                "--fail-on-loss",
                is_flag=True,
                help="Write nothing if information would be lost; exit with code 3.",
            ),
            show_cards_option(
                "Write hidden hands, too, even if the target cannot hide them.", otherwise="keep"
            ),
            click.option(
                "--report",
                type=FILE,
                metavar="FILE",
                help="Write the losses to FILE, as JSON.",
            ),
            click.option("--force", is_flag=True, help="Replace the target if it exists."),
            quiet_option,
        )
    ):
        command = option(command)
    return command


def is_debugging(ctx: click.Context) -> bool:
    """Return whether `overtrick --debug` was given."""
    return bool(ctx.find_root().params.get("debug"))

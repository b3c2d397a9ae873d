"""The commands that messages advise, with the options of the command line repeated.

Advice ends a message on a line of its own, after a colon, so that it can be pasted.
"""

from __future__ import annotations

import shlex
from typing import Any, Final

import attrs
import click

from overtrick.plugin import Advice, advice
from overtrick_cli.commands import Failure, exit_code
from overtrick_duplimate_device.commands.options import RunSettings
from overtrick_duplimate_device.interface.driver import MachineTakenError

RESUME: Final = advice("duplimate.resume", "duplimate", "resume")
"""Go on with a session."""

RESUME_PIPED: Final = advice("duplimate.resume-piped", "duplimate", "resume")
"""Resume a session whose boards came through a pipe and must be supplied again."""

NEW: Final = advice("duplimate.new", "duplimate", "deal")
"""Begin anew although a session on the file is not finished."""

DEAL_ALL: Final = advice("duplimate.deal-all", "duplimate", "deal")
"""Deal boards that look unintended."""

DEAL_SOME: Final = advice("duplimate.deal-some", "duplimate", "deal")
"""Deal the boards that look right."""

REDEAL_ALL: Final = advice("duplimate.redeal-all", "duplimate", "redeal")
"""Redeal boards that look unintended."""

REDEAL: Final = advice("duplimate.redeal", "duplimate", "redeal")
"""Deal a board once more."""

TAKE: Final = {
    name: advice(f"duplimate.take-{name}", "duplimate", name)
    for name in ("deal", "resume", "redeal", "verify", "record")
}
"""Take the machine from another host, by command."""

_WORDS: Final = "overtrick_duplimate_device.words"


class RememberingCommand(click.Command):
    """A command that remembers its command-line arguments.

    Args:
        stray: what to do instead of giving a word too many; `{words}` are these.
    """

    def __init__(self, *args: Any, stray: str = "", **more: Any) -> None:  # noqa: ANN401  # click's
        super().__init__(*args, **more)
        self._stray = stray

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and store them."""
        ctx.meta[_WORDS] = tuple(args)
        ctx.allow_extra_args = bool(self._stray)
        rest = super().parse_args(ctx, args)
        if self._stray and rest and not ctx.resilient_parsing:
            words = " ".join(map(shlex.quote, rest))
            msg = f"unexpected {words!r}; {self._stray.format(words=words)}"
            raise click.UsageError(msg, ctx)
        return rest


def same_command(advised: Advice, *more: str) -> str:
    """Return the running command with more options, ready to paste.

    Args:
        advised: the running command's.
        more: options, which win over the same ones given before.
    """
    words: tuple[str, ...] = click.get_current_context().meta[_WORDS]
    # The words after `--` are no options.
    end = words.index("--") if "--" in words else len(words)
    return advised(*words[:end], *more, *words[end:])


def taken(error: MachineTakenError) -> Failure:
    """Return the failure of a command whose machine is used by another host."""
    name = click.get_current_context().command.name or ""
    text = f"{error}. Try again when it is done there, or take it from there with"
    return Failure(f"{text}: {same_command(TAKE[name], '--take')}", exit_code(error))


def resume_command(session: str, settings: RunSettings, *, device: str = "", file: str = "") -> str:
    """Return the command that resumes a session, with all options chosen for it, and no others.

    Args:
        session: the session's name.
        settings: the settings of the running command.
        device: the machine's URL, where it is not the session's own.
        file: where the boards are, where that is not the session's own file.
    """
    words = ["--session", session]
    if file:
        words += ["--file", file]
    if device:
        words += ["--device", device]
    for field in attrs.fields(RunSettings):
        value, option = getattr(settings, field.name), field.metadata.get("option")
        if option is None or value == field.metadata["default"]:
            continue
        words.append(option)
        if not isinstance(value, bool):
            words.append(f"{value:g}" if isinstance(value, float) else str(value))
    return (RESUME_PIPED if file == "-" else RESUME)(*words)

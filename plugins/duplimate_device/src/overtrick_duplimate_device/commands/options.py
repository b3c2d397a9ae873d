"""Options shared by several commands."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any, Final, TypeVar

import attrs
import click
from click.shell_completion import CompletionItem

from overtrick_cli.commands import FOLDER, beginning
from overtrick_duplimate_device.drivers.selection import DEVICE_VARIABLE, DEVICES
from overtrick_duplimate_device.interface.driver import DEFAULT_TIMEOUT
from overtrick_duplimate_device.journal.codes import REPAIR
from overtrick_duplimate_device.journal.paths import SUFFIX, session_paths
from overtrick_duplimate_device.journal.store import FOLDER_VARIABLE, journal_folder
from overtrick_duplimate_device.session.runner import RECONNECT
from overtrick_duplimate_device.session.session import MOST_TRIES

DONE: Final = 0
INPUT: Final = 1
USAGE: Final = 2
DEVICE: Final = 4
INTERRUPTED: Final = 130

_Command = TypeVar("_Command", bound=Callable[..., Any])


json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")

timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(0.1, 600),
    metavar="SECONDS",
    default=DEFAULT_TIMEOUT,
    show_default=True,
    help="Wait at most this time for an answer of the machine.",
)

folder_option = click.option(
    "--sessions-dir",
    metavar="FOLDER",
    type=FOLDER,
    show_default=f"${FOLDER_VARIABLE}, else the user's folder for program state",
    help="Use this folder for session journals.",
)


def complete_session(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the sessions with the typed prefix, the newest first; no journal is opened."""
    try:
        paths = session_paths(journal_folder(ctx.params.get("sessions_dir")))
    except OSError:
        return []  # the command says why
    names = [path.name.removesuffix(SUFFIX) for path in paths]
    return beginning(sorted(names, reverse=True), incomplete)


session_option = click.option(
    "--session",
    metavar="NAME",
    shell_complete=complete_session,
    help="Choose a session by its name or the start of its name.",
)

show_cards_option = click.option(
    "--show-cards",
    is_flag=True,
    help="Name the card that caused a fault. Do not use this if you will play the boards.",
)


take_option = click.option(
    "--take",
    is_flag=True,
    help="Use the machine even if another computer is using it.",
)


def device_option(command: _Command) -> _Command:
    """Add `--device`, `--timeout` and `--take`."""
    return click.option(
        "--device",
        metavar="URL",
        show_default=f"${DEVICE_VARIABLE}",
        help="Use the machine at URL, such as socket://HOST:PORT, /dev/ttyUSB0, COM3, simulator: "
        "or dealer2024://HOST.",
    )(timeout_option(take_option(command)))


def _option(name: str, default: object = None) -> dict[str, object]:
    """Return the command-line option and the default of a setting."""
    return {"option": name, "default": default}


@attrs.frozen(kw_only=True)
class RunSettings:
    """The settings of every dealing command: machine, journals and operator.

    Attributes:
        device: the machine's URL, or `None` for the session's or the environment's.
        take: whether to take the machine from another host; for this once.
        timeout: seconds that the machine may take to answer.
        sessions_dir: the folder of journals, or `None` for the usual one.
        show_cards: whether a fault names its card.
        assume_dealt: the answer to a doubt, `yes` or `no`, or `None` to ask; `yes` is about the
            board that was in hand when the session ended, and no later one.
        operator_timeout: seconds for which somebody is waited for, or `None` for the usual.
        max_tries: how often one board is begun in a row before the session ends.
        reconnect: seconds for which a lost machine is looked for.
        despite_damage: whether damaged journals are passed over.
    """

    device: str | None
    take: bool
    timeout: float = attrs.field(metadata=_option("--timeout", DEFAULT_TIMEOUT))
    sessions_dir: str | None = attrs.field(metadata=_option("--sessions-dir"))
    show_cards: bool = attrs.field(metadata=_option("--show-cards", False))  # data
    assume_dealt: str | None = attrs.field(metadata=_option("--assume-dealt"))
    operator_timeout: float | None = attrs.field(metadata=_option("--operator-timeout"))
    max_tries: int = attrs.field(metadata=_option("--max-tries", MOST_TRIES))
    reconnect: float = attrs.field(metadata=_option("--reconnect", RECONNECT))
    despite_damage: bool = attrs.field(metadata=_option("--despite-damage", False))  # data


def run_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of every dealing command; they are passed as `settings`."""

    @click.option(
        "--despite-damage",
        is_flag=True,
        help="Deal even if a damaged journal may belong to this file or machine; boards may then "
        f"be dealt twice. It is safer to use `{REPAIR()}` first.",
    )
    @click.option(
        "--reconnect",
        type=click.FloatRange(0),
        default=RECONNECT,
        show_default=True,
        metavar="SECONDS",
        help="Try for this time to reconnect to a lost machine.",
    )
    @click.option(
        "--max-tries",
        type=click.IntRange(1),
        default=MOST_TRIES,
        show_default=True,
        metavar="N",
        help="Stop if a board fails N times in a row and the operator does not respond.",
    )
    @click.option(
        "--operator-timeout",
        type=click.FloatRange(0.1),
        metavar="SECONDS",
        show_default="600, but no limit on a terminal",
        help="Stop if the operator does not respond within this time.",
    )
    @click.option(
        "--assume-dealt",
        type=click.Choice(["yes", "no"], case_sensitive=False),
        help="Answer in advance whether an interrupted board was completely dealt. With 'no', "
        "empty it: it is dealt again. 'yes' applies only to the board in the machine when the "
        "session ended.",
    )
    @functools.wraps(command)
    def with_settings(**values: Any) -> int:  # noqa: ANN401  # click gives each option its type
        names = [field.name for field in attrs.fields(RunSettings)]
        settings = RunSettings(**{name: values.pop(name) for name in names})
        return command(settings=settings, **values)

    return show_cards_option(device_option(folder_option(with_settings)))


def chosen_device(device: str | None, fallback: str = "") -> str:
    """Return the machine's URL: the option's, the session's, or the environment's.

    Raises:
        click.UsageError: there is none.
    """
    url = device or fallback or os.environ.get(DEVICE_VARIABLE, "")
    if not url:
        msg = f"which machine? Give --device URL; the kinds are listed by: {DEVICES()}"
        raise click.UsageError(msg)
    return url

"""`overtrick serve`: run the web page until Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click
import uvicorn
from click.core import ParameterSource
from starlette.types import ASGIApp

from overtrick.plugin import default_manager
from overtrick_cli.commands import USAGE, Failure, say
from overtrick_web.command.shortcuts import NAME, install, remove, shortcuts_here
from overtrick_web.interface.roles import Role
from overtrick_web.safety.guard import guard
from overtrick_web.safety.passwords import check_host
from overtrick_web.safety.server_limits import BACKLOG, server_config
from overtrick_web.safety.settings import Bounds, SafetySettings, prepare
from overtrick_web.site.application import application, language_of_scope
from overtrick_web.site.site import Site, pages_for
from overtrick_web.work.folder import FOLDER_VARIABLE, InUseError, Running, WorkFolder, work_folder
from overtrick_web.work.room import Room

_PORT: Final = 8642
_BEGINNING: Final = 15.0  # seconds that another has to open its page
_LOOKING: Final = 0.1
_LOOPBACK: Final = "127.0.0.1"


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    metavar="PORT",
    help="Serve the page on this port; 0 chooses a free port.",
)
@click.option("--open", "is_opened", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--role",
    type=click.Choice([role.value for role in Role], case_sensitive=False),
    default=Role.DIRECTOR.value,
    show_default=True,
    help="Serve the page for this role; a dealer deals boards and sees no cards.",
)
@click.option(
    "--data-dir",
    "data_dir",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    show_default=f"${FOLDER_VARIABLE}, else a folder of your own",
    help="Keep dropped files in this folder.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default=_LOOPBACK,
    show_default=True,
    help="Let other computers in your network open the page at this address or name of this "
    "computer; it needs --password-file.",
)
@click.option(
    "--password-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Read the passwords from a file that only you can read, with a line per role: "
    "'director: a long password'.",
)
@click.option(
    "--new-token",
    is_flag=True,
    help="Make a new secret address; earlier addresses stop working.",
)
@click.option(
    "--install-shortcut",
    "is_installed",
    is_flag=True,
    help="Install a shortcut that opens the page with the other options given, and exit.",
)
@click.option(
    "--remove-shortcut",
    "is_removed",
    is_flag=True,
    help="Remove the shortcut, and exit.",
)
@click.option(
    "--max-size",
    type=click.IntRange(min=1),
    metavar="MEGABYTES",
    default=Bounds().room >> 20,
    show_default=True,
    help="Limit the size of the folder of dropped files.",
)
@click.pass_context
def serve(
    ctx: click.Context,
    *,
    port: int,
    is_opened: bool,
    role: str,
    data_dir: str | None,
    host: str,
    password_file: Path | None,
    new_token: bool,
    is_installed: bool,
    is_removed: bool,
    max_size: int,
) -> None:
    """Serve a web page to show, fix, print and deal files of boards.

    Open the printed address in a browser on this computer. It contains a secret token; the server
    rejects requests without it. Dropped files are kept until you remove them on the page. Ctrl-C
    stops the server.
    """
    if is_installed or is_removed:
        _change_shortcuts(ctx, is_installed=is_installed, is_removed=is_removed)
        return
    check_host(host, password_file)
    path = work_folder(data_dir)
    work = _taken(path)
    if isinstance(work, Running):
        _check_running(work, Role(role), is_new=new_token)
        _show_running(work, is_opened=is_opened)
        return
    is_chosen = ctx.get_parameter_source("port") is not ParameterSource.DEFAULT
    with work, _listening(host, port, is_chosen=is_chosen) as listener:
        roles = tuple(Role) if password_file else (Role(role),)
        settings = prepare(
            path,
            listener.getsockname()[1],
            roles=roles,
            host=host,
            password_file=password_file,
            new_token=new_token,
            bounds=Bounds(room=max_size << 20),
        )
        work.documents.room = Room(path, settings.bounds.room, settings.bounds.spared)
        _serve(work, roles, settings, listener, is_opened=is_opened)
    say(f"The page is closed. What was dropped is kept in {path}")


def _taken(path: Path) -> WorkFolder | Running:
    """Lock the data folder, or return the program that serves it; wait for one that is starting.

    Raises:
        InUseError: another program has the folder and has not published its address.
    """
    end = time.monotonic() + _BEGINNING
    while True:
        try:
            return WorkFolder.open(path)
        except InUseError as error:
            if error.running is not None:
                return error.running
            # Impatient clicks start a second process before the first has opened its page.
            if time.monotonic() > end:
                raise
        time.sleep(_LOOKING)


def _change_shortcuts(ctx: click.Context, *, is_installed: bool, is_removed: bool) -> None:
    if is_installed and is_removed:
        msg = "--install-shortcut and --remove-shortcut exclude each other"
        raise click.UsageError(msg)
    made = shortcuts_here(_chosen(ctx))
    if is_removed:
        there = remove(made)
        for place in there:
            say(f"Removed {place}")
        if not there:
            say("There is no shortcut of overtrick's.")
        return
    install(made)
    for one in made:
        say(f"Wrote {one.path}")
    if any(one.is_on_desktop for one in made):
        say(f"A double click on {NAME!r} on the desktop opens the page.")
        say("Where the desktop asks whether it may be started, allow it; it asks once.")
    else:
        say(f"{NAME!r} among the applications opens the page.")


def _chosen(ctx: click.Context) -> list[str]:
    """Return the given options that apply to the page, ready to be passed again."""
    words = []
    for option in ("port", "role", "data_dir", "host", "password_file", "max_size"):
        if ctx.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            value = ctx.params[option]
            (parameter,) = (one for one in ctx.command.params if one.name == option)
            # A shortcut is started in another folder.
            is_place = option in {"data_dir", "password_file"}
            words += [parameter.opts[0], str(Path(value).absolute() if is_place else value)]
    return words


def _serve(
    work: WorkFolder,
    roles: tuple[Role, ...],
    settings: SafetySettings,
    listener: socket.socket,
    *,
    is_opened: bool,
) -> None:
    """Serve the page until Ctrl-C."""
    manager = default_manager()
    apps: dict[Role, ASGIApp] = {
        role: application(
            Site(role=role, work=work, plugins=manager, pages=pages_for(role, manager))
        )
        for role in roles
    }
    config = server_config(guard(apps, settings, language_of_scope), settings)
    address = settings.address(roles[0])
    work.announce(address, [role.value for role in roles])
    for line in work.documents.damaged:
        say(f"warning: {line}")

    def announce() -> None:
        say(f"The page is open at {address}")
        say("Leave this window open as long as the page is used; Ctrl-C closes the page.")
        if is_opened:
            # Some browsers block the process that starts them until they are closed.
            threading.Thread(target=_open, args=(address,), daemon=True).start()

    # It ends by Ctrl-C in good order and then hands that on: for a page it is the usual end.
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config, announce).run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that reports when it is ready; from then on Ctrl-C shuts it down in order."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_startup = announce

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down; connections closed by the shutdown are not logged as errors."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to serve."""
        await super().startup(sockets)
        self._on_startup()


def _check_running(running: Running, role: Role, *, is_new: bool) -> None:
    """Raise if the running page is for another role, or if a new address is requested.

    Raises:
        Failure: it is open for another role, or a new address is wanted.
    """
    end = "close it first, with Ctrl-C in its window"
    if is_new:
        msg = f"the page is open, and its address stays what it is: {end}"
        raise Failure(msg, USAGE)
    if role.value != running.roles[0]:
        msg = f"the page is open already, for the {running.roles[0]}, not the {role.value}: {end}"
        raise Failure(msg, USAGE)


def _show_running(running: Running, *, is_opened: bool) -> None:
    say(f"The page is open already, at {running.address}")
    if is_opened:
        _open(running.address)


def _open(address: str) -> None:
    if not webbrowser.open(address):
        say("No browser was found: open the address above in yours.")


def _listening(host: str, port: int, *, is_chosen: bool) -> socket.socket:
    """Return a listening socket; if the usual port is in use, on any free port.

    Raises:
        Failure: the port or the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and not is_chosen:
            say(f"Another program has the port {port}; this page gets another one.")
            return _listening(host, 0, is_chosen=True)
        msg = (
            f"the page cannot be served at {host}, port {port}: {error.strerror}; "
            "choose another port with --port, or any that is free with --port 0"
        )
        raise Failure(msg, USAGE) from None

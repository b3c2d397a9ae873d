"""The settings of access control, and its limits."""

from __future__ import annotations

import hashlib
import hmac
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

from overtrick_web.interface.roles import Role
from overtrick_web.safety.hosts import is_everywhere
from overtrick_web.safety.passwords import Passwords, check_host, read_passwords
from overtrick_web.safety.tokens import keep_secret, token

_DAY: Final = 24 * 3600


@attrs.frozen(kw_only=True)
class Bounds:
    """The limits of requests; times in seconds, sizes in bytes.

    Attributes:
        body: the longest body of a request.
        thrown_away: how much of a body that is too long is still read, and thrown away, so that
            the browser shows the page with the reason.
        idle: the longest time in which nothing comes of a body, or nothing is taken of an answer.
        rate: how many bytes a second a body comes with at least, after `grace`.
        grace: the time after which a body is to come at that rate.
        upload: the longest time for a body.
        answer: the longest time for an answer; streams of events have none.
        at_work: how many requests are at work at once.
        waiting: how many wait until one of these is done; more are refused.
        wait: the longest time that a request waits.
        uploads: how many bodies are on their way at once.
        streams: how many streams of events are open at once.
        connections: how many connections are open at once.
        head: the longest time until a connection has sent the first lines of a request.
        kept: how long a connection is kept on which nothing is asked.
        room: how large the data folder may become.
        spared: how much of the disk is left free.
    """

    body: int = 64 << 20
    thrown_away: int = 2 << 30
    idle: float = 20
    rate: int = 4 << 10
    grace: float = 10
    upload: float = 300
    answer: float = 120
    at_work: int = 16
    waiting: int = 256
    wait: float = 20
    uploads: int = 8
    streams: int = 64
    connections: int = 400
    head: float = 10
    kept: float = 15
    room: int = 2 << 30
    spared: int = 64 << 20


@attrs.frozen(kw_only=True)
class SafetySettings:
    """The access control of a page.

    Attributes:
        folder: the data folder.
        port: the port that the server listens on, as the browser names it.
        host: the address or name that it listens on.
        tokens: the token of each role; empty where there are passwords.
        passwords: the passwords, where other computers may ask.
        secret: what sessions of people with a password are signed with.
        bounds: what requests may cost.
        public: beginnings of the paths of files that ship with the pages and hold no secret, so
            that the page that asks for the password looks like the others.
    """

    folder: Path
    port: int
    host: str = "127.0.0.1"
    tokens: Mapping[Role, str] = attrs.field(factory=dict, repr=False)
    passwords: Passwords | None = attrs.field(default=None, repr=False)
    secret: str = attrs.field(default="", repr=False)
    bounds: Bounds = Bounds()
    public: tuple[str, ...] = ("/static/",)

    @property
    def lasts(self) -> float:
        """The lifetime of a session, in seconds."""
        return 30 * _DAY if self.passwords is None else _DAY / 2

    def keys(self) -> dict[Role, bytes]:
        """Return the signing keys of sessions.

        A new token or another password makes another key, and what was signed before is nothing.
        """
        if self.passwords is None:
            return {role: _key(text.encode(), role, b"") for role, text in self.tokens.items()}
        return {
            role: _key(self.secret.encode(), role, known) for role, known in self.passwords.digests
        }

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that can log in."""
        return tuple(self.keys())

    def address(self, role: Role) -> str:
        """Return the address to print for a role, with its token if there is one."""
        host = socket.gethostname() if is_everywhere(self.host) else self.host
        name = f"[{host}]" if ":" in host else host
        path = f"enter?token={self.tokens[role]}" if role in self.tokens else ""
        return f"http://{name}:{self.port}/{path}"


def prepare(
    folder: Path,
    port: int,
    *,
    roles: tuple[Role, ...] = (Role.DIRECTOR,),
    host: str = "127.0.0.1",
    password_file: Path | None = None,
    new_token: bool = False,
    bounds: Bounds | None = None,
) -> SafetySettings:
    """Return the access control of a page: tokens for this computer only, else passwords.

    Args:
        folder: the data folder, which keeps the tokens; it must be there.
        port: the port that the server listens on.
        roles: for whom tokens are made.
        host: the address or name that the server listens on.
        password_file: a file with one line a role, such as `director: a good long one`.
        new_token: whether to make a new token, which invalidates the addresses given out before.
        bounds: what requests may cost.

    Raises:
        WebError: other computers could ask and there are no passwords; or the file of passwords
            or a token's is not as it should be.
        OSError: a file cannot be read or written.
    """
    check_host(host, password_file)
    allowed = Bounds() if bounds is None else bounds
    if password_file is not None:
        return SafetySettings(
            folder=folder,
            port=port,
            host=host,
            passwords=read_passwords(password_file),
            secret=keep_secret(folder / "secret", new=new_token),
            bounds=allowed,
        )
    return SafetySettings(
        folder=folder,
        port=port,
        host=host,
        tokens={role: token(folder, role, new=new_token) for role in roles},
        bounds=allowed,
    )


def _key(secret: bytes, role: Role, known: bytes) -> bytes:
    return hmac.digest(secret, role.value.encode() + b"\0" + known, hashlib.sha256)

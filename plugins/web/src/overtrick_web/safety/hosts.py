"""Allowed host names of the page: a defence against DNS rebinding.

A page of another site whose name is made to lead to this computer asks with that name in `Host`.
So only names that are this computer's own are answered: those of the loopback, the one that was
given to `--host`, and the address itself that the connection came in on.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Final

import attrs
from starlette.datastructures import Headers

from overtrick_web.safety.error_pages import ErrorContent, error_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from overtrick_render import Translator

LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "::1")
_ALL: Final = ("0.0.0.0", "::", "")  # noqa: S104  # compared with, not listened on


def is_loopback(host: str) -> bool:
    """Return whether an address or name is the loopback interface.

    Example:
        >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
        (True, True, False)
    """
    if host == "localhost":
        return True
    address = _address(host)
    return address is not None and address.is_loopback


def is_everywhere(host: str) -> bool:
    """Return whether a listening address means all addresses of the computer."""
    return host in _ALL


def names_of(host: str) -> frozenset[str]:
    """Return the host names of a page that listens on an address or name.

    Where others may ask, these are the computer's own name and what was given, as a name and as the
    addresses that the name leads to.

    Args:
        host: what was given to `--host`.

    Example:
        >>> sorted(names_of("127.0.0.1"))
        ['127.0.0.1', '::1', 'localhost']
    """
    names = set(LOOPBACK_NAMES)
    if is_loopback(host):
        return frozenset(names | {host.lower()})
    own = socket.gethostname().lower()
    names |= {own, f"{own.partition('.')[0]}.local"}
    if not is_everywhere(host):
        names |= {host.lower(), *_addresses(host)}
    return frozenset(names)


def _addresses(name: str) -> set[str]:
    """Return the addresses of a name; none if it cannot be resolved."""
    try:
        found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except OSError:
        return set()
    return {str(where[4][0]) for where in found}


def split_host(value: str) -> tuple[str, int | None] | None:
    """Return the name and the port of a `Host` header, or `None` for an invalid one.

    Example:
        >>> split_host("localhost:8642"), split_host("[::1]"), split_host("a:b:c")
        (('localhost', 8642), ('::1', None), None)
    """
    if value.startswith("["):
        name, mark, rest = value[1:].partition("]")
        if not mark or (rest and not rest.startswith(":")):
            return None
        port = rest[1:] if rest else None
    else:
        name, mark, rest = value.partition(":")
        port = rest if mark else None
    if port is not None and not (port.isascii() and port.isdecimal() and len(port) <= 5):
        return None
    return name.lower(), None if port is None else int(port)


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


@attrs.frozen
class HostGuard:
    """Middleware that answers only requests to a known host name and port.

    Attributes:
        app: what is behind it.
        names: the names.
        port: the port.
        takes_addresses: whether the address that a connection came in on is a name as well, as
            where the server listens on all of them.
    """

    app: ASGIApp
    names: frozenset[str]
    port: int
    takes_addresses: bool = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if self._is_own(scope):
            await self.app(scope, receive, send)
        else:
            await error_response(scope, _content, 421)(scope, receive, send)

    def _is_own(self, scope: Scope) -> bool:
        values = Headers(scope=scope).getlist("host")
        parts = split_host(values[0]) if len(values) == 1 else None
        if parts is None:
            return False
        name, port = parts
        if (80 if port is None else port) != self.port:
            return False
        return name in self.names or (self.takes_addresses and self._is_local(name, scope))

    @staticmethod
    def _is_local(name: str, scope: Scope) -> bool:
        server = scope.get("server")
        address = _address(name)
        return address is not None and server is not None and address == _address(server[0])


def _content(words: Translator) -> ErrorContent:
    return ErrorContent(
        words.gettext("This page does not go by that name"),
        (
            words.gettext(
                "The address in the browser is not the one that this page was started with."
            ),
            words.gettext("Use the address that overtrick serve printed."),
        ),
    )

"""The limits of uvicorn below the pages, and those that it lacks.

uvicorn bounds the first lines of a request by their length, not by their time, and it answers
each connection that is one too many as a request. So a client that opens connections and
sends nothing, or a letter a minute, would take the place of all others. Here each connection
has a time for the first lines of each request, and there is a bound to their number.
"""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING, Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from overtrick_web.safety.settings import Bounds, SafetySettings

_FIRST_LINES: Final = 32 << 10
"""The maximum size of a request head in bytes."""

BACKLOG: Final = 128
"""The number of connections that the system queues until they are accepted."""

# Seconds for answers that are on their way when the server ends; pages that look on, as at a
# dealing machine, never end by themselves.
_GOODBYE: Final = 2
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: 37\r\n\r\n"
    b"Too many connections; try again soon\n"
)


def server_config(app: ASGIApp, settings: SafetySettings) -> uvicorn.Config:
    """Return the uvicorn configuration of a guarded app.

    Nothing is taken from headers that a proxy would set, no sockets of the web are opened, and
    the access log, which would keep tokens, is off.

    Args:
        app: what `guard` gave.
        settings: the bounds.
    """
    bounds = settings.bounds
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="asyncio",
        http=cast("Any", functools.partial(BoundedProtocol, bounds=bounds)),
        ws="none",
        lifespan="auto",
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=round(bounds.kept),
        timeout_graceful_shutdown=_GOODBYE,
        h11_max_incomplete_event_size=_FIRST_LINES,
    )


class BoundedProtocol(H11Protocol):
    """A connection with a time limit for its next request."""

    def __init__(self, *args: Any, bounds: Bounds, **kwargs: Any) -> None:  # noqa: ANN401  # as uvicorn calls it
        super().__init__(*args, **kwargs)
        self._bounds = bounds
        self._timer: asyncio.TimerHandle | None = None
        self.since = 0.0
        """Since when something is waited for, by the loop's clock."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Accept the connection, or reject it if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > self._bounds.connections and not self._make_place():
            transport.write(_FULL)
            transport.close()
        else:
            self._watch()

    def _make_place(self) -> bool:
        """Close the connection idle for longest; return whether there is one.

        Many silent connections cannot keep out an active client.
        """
        silent = [
            one
            for one in self.connections
            if isinstance(one, BoundedProtocol) and one is not self and one.is_silent
        ]
        if not silent:
            return False
        longest = min(silent, key=lambda one: one.since)
        longest.transport.abort()
        self.connections.discard(longest)
        return True

    @property
    def is_silent(self) -> bool:
        """Whether the connection waits for its next request."""
        return self._timer is not None or self.timeout_keep_alive_task is not None

    def data_received(self, data: bytes) -> None:
        """Process received data."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Start the timer exactly while a request head is awaited."""
        self.since = self.loop.time()
        is_idle = self.timeout_keep_alive_task is not None  # uvicorn counts that time itself
        if is_idle or self.conn.their_state is not h11.IDLE or self.transport.is_closing():
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(self._bounds.head, self._too_slow)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if not self.transport.is_closing():
            self.transport.close()

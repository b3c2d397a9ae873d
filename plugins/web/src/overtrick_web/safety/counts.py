"""Limits on concurrent requests, queued requests, and response time."""

from __future__ import annotations

import collections
import math
from typing import TYPE_CHECKING, Final

import anyio
import anyio.lowlevel
from starlette.datastructures import Headers

from overtrick_web.safety.error_pages import ErrorContent, error_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from overtrick_render import Translator
    from overtrick_web.safety.settings import Bounds

_EVENTS: Final = "text/event-stream"
AGAIN: Final = {"retry-after": "2"}
"""When to come again after a 503."""


class Places:
    """A semaphore with a bounded queue.

    Args:
        most: how many places there are.
        waiting: how many may wait for one.
        wait: for how many seconds.
    """

    def __init__(self, most: int, waiting: int, wait: float) -> None:
        self._most = most
        self._waiting = waiting
        self._wait = wait
        self._taken = 0
        self._queue: collections.deque[anyio.Event] = collections.deque()

    @property
    def taken(self) -> int:
        """The number of places in use."""
        return self._taken

    def take_now(self) -> bool:
        """Take a place if one is free; return whether it was."""
        if self._taken >= self._most:
            return False
        self._taken += 1
        return True

    async def take(self) -> bool:
        """Take a place, after a wait in the queue if necessary; return whether there was one."""
        if not self._queue and self.take_now():
            return True
        if len(self._queue) >= self._waiting:
            return False
        turn = anyio.Event()
        self._queue.append(turn)
        try:
            with anyio.move_on_after(self._wait):
                await turn.wait()
        except BaseException:
            if turn.is_set():
                self.leave()  # the place was given to a disconnected client
            raise
        finally:
            if not turn.is_set():
                self._queue.remove(turn)
        return turn.is_set()

    def leave(self) -> None:
        """Release a place, to the first in the queue if there is one."""
        if self._queue:
            self._queue.popleft().set()
        else:
            self._taken -= 1


class CountGuard:
    """Middleware that limits the number of concurrent requests and the time of each.

    A stream of events leaves its place to others when it begins and has one of those of streams,
    for as long as it lasts. What a page computes in a thread goes on until it is done.

    Args:
        app: what is behind it.
        bounds: how many, how long.
    """

    def __init__(self, app: ASGIApp, bounds: Bounds) -> None:
        self._app = app
        self._bounds = bounds
        self._work = Places(bounds.at_work, bounds.waiting, bounds.wait)
        self._streams = Places(bounds.streams, 0, 0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if not await self._work.take():
            await error_response(scope, busy, 503, AGAIN)(scope, receive, send)
            return
        place = self._work
        is_begun = is_full = False
        time = anyio.CancelScope(deadline=anyio.current_time() + self._bounds.answer)

        async def send_on(message: Message) -> None:
            nonlocal place, is_begun, is_full
            if message["type"] == "http.response.start":
                if (
                    Headers(raw=message.get("headers", []))
                    .get("content-type", "")
                    .startswith(_EVENTS)
                ):
                    if not self._streams.take_now():
                        is_full = True
                        time.cancel()
                        await anyio.lowlevel.checkpoint()
                    place.leave()
                    place = self._streams
                    time.deadline = math.inf
                is_begun = True
            with anyio.move_on_after(self._bounds.idle) as taking:
                await send(message)
            if taking.cancelled_caught:
                # Who asked takes nothing of the answer any more.
                time.cancel()
                await anyio.lowlevel.checkpoint()

        try:
            with time:
                await self._app(scope, receive, send_on)
        finally:
            place.leave()
        if time.cancelled_caught and not is_begun:
            content_of = busy if is_full else _too_long
            await error_response(scope, content_of, 503, AGAIN)(scope, receive, send)


def busy(words: Translator) -> ErrorContent:
    """Return the page for a server that is too busy."""
    return ErrorContent(
        words.gettext("Too much at once"),
        (words.gettext("The page is busy. Wait a moment, then try again."),),
    )


def _too_long(words: Translator) -> ErrorContent:
    return ErrorContent(
        words.gettext("This took too long"),
        (words.gettext("It was given up, and nothing was changed by it. Try with fewer boards."),),
    )

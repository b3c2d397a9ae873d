"""Request bodies: received completely before they are processed, within size and time limits.

A small body stays in memory; a larger one goes on into a temporary file of the data folder. So a
page sees only complete bodies, no client occupies a worker by sending slowly, and a body that is
too large is answered with an error page, while the rest of it is discarded.
"""

from __future__ import annotations

import functools
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

import anyio
import anyio.to_thread
from starlette.datastructures import Headers

from overtrick_web.safety.counts import Places, busy
from overtrick_web.safety.error_pages import ContentFactory, ErrorContent, error_response, has_body
from overtrick_web.work.room import NoRoomError, Room

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from overtrick_render import Translator
    from overtrick_web.safety.settings import Bounds

_IN_MEMORY: Final = 256 << 10
_PIECE: Final = 64 << 10
_FOLDER: Final = "incoming"
_PATIENCE: Final = 20.0  # seconds for what is thrown away
_MEGABYTE: Final = 1 << 20


class _RefusedError(Exception):
    """The body is rejected.

    Attributes:
        status: the status of the answer.
        content_of: the content of the answer.
        is_ended: whether nothing more of it will come.
    """

    def __init__(self, status: int, content_of: ContentFactory, *, is_ended: bool = False) -> None:
        super().__init__(status)
        self.status = status
        self.content_of = content_of
        self.is_ended = is_ended


class _BrokenOffError(Exception):
    """The client has disconnected."""


class BodyGuard:
    """Middleware that receives the complete body of a request before passing it on.

    Args:
        app: what is behind it.
        bounds: how large bodies may be, and how slow.
        room: the room of the data folder.
        clock: the clock, in seconds.
    """

    def __init__(
        self,
        app: ASGIApp,
        bounds: Bounds,
        room: Room,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._bounds = bounds
        self._room = room
        self._clock = clock
        self._places = Places(bounds.uploads, bounds.waiting, bounds.wait)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if not has_body(scope):
            await self._app(scope, receive, send)
            return
        try:
            async with _Body(self._room.folder / _FOLDER) as body:
                await self._take(scope, receive, body)
                await self._app(scope, body.replay(receive), send)
        except _BrokenOffError:
            return
        except _RefusedError as refused:
            if not refused.is_ended:
                await throw_away(scope, receive, self._bounds.thrown_away)
            await error_response(scope, refused.content_of, refused.status)(scope, receive, send)

    async def _take(self, scope: Scope, receive: Receive, body: _Body) -> None:
        """Read a complete body.

        Raises:
            _RefusedError: it is too large, too slow, or there is no room.
            _BrokenOffError: it is incomplete.
        """
        length = _length(scope)
        if length is not None and length > self._bounds.body:
            raise _RefusedError(413, self._too_large)
        if not await self._places.take():
            raise _RefusedError(503, busy)
        try:
            if length is not None and length > _IN_MEMORY:
                await self._make_room(length)
            await self._read(receive, body, is_counted=length is not None)
        finally:
            self._places.leave()

    async def _read(self, receive: Receive, body: _Body, *, is_counted: bool) -> None:
        bounds, begun = self._bounds, self._clock()
        is_more = True
        while is_more:
            message: Message | None = None
            passed = self._clock() - begun
            with anyio.move_on_after(min(bounds.idle, bounds.upload - passed)):
                message = await receive()
            if message is None:
                raise _RefusedError(408, _too_slow, is_ended=True)
            if message["type"] != "http.request":
                raise _BrokenOffError
            piece = message.get("body", b"")
            is_more = message.get("more_body", False)
            if body.size + len(piece) > bounds.body:
                raise _RefusedError(413, self._too_large, is_ended=not is_more)
            if not is_counted and body.size + len(piece) > _IN_MEMORY:
                await self._make_room(len(piece))
            await body.add(piece)
            late = self._clock() - begun - bounds.grace
            if is_more and late > 0 and body.size < late * bounds.rate:
                raise _RefusedError(408, _too_slow, is_ended=True)

    async def _make_room(self, size: int) -> None:
        """Reserve disk space for a body written to a file; one in memory needs none.

        So an operator's answer gets through on a full disk. Code that stores the body checks the
        space again.
        """
        try:
            await anyio.to_thread.run_sync(self._room.check, size)
        except NoRoomError as error:
            raise _RefusedError(507, functools.partial(_no_room, str(error))) from error
        self._room.take(size)

    def _too_large(self, words: Translator) -> ErrorContent:
        most = self._bounds.body // _MEGABYTE
        return ErrorContent(
            words.gettext("This is too large"),
            (
                words.gettext(
                    "Up to {megabytes} MB can be sent at once; an evening takes less than one."
                ).format(megabytes=most),
                words.gettext("Nothing of it was kept. Drop fewer files at once."),
            ),
        )


class _Body:
    """A received body: its beginning in memory, the rest of a long one in a file."""

    def __init__(self, folder: Path) -> None:
        self.size = 0
        self._folder = folder
        self._pieces: list[bytes] = []
        self._held = 0
        self._file: IO[bytes] | None = None

    async def __aenter__(self) -> _Body:
        return self

    async def __aexit__(self, *about: object) -> None:
        if self._file is not None:
            self._file.close()

    async def add(self, piece: bytes) -> None:
        """Append the next bytes."""
        self._pieces.append(piece)
        self.size += len(piece)
        self._held += len(piece)
        if self._held > _IN_MEMORY:
            pieces, self._pieces, self._held = self._pieces, [], 0
            await anyio.to_thread.run_sync(self._write, pieces)

    def _write(self, pieces: list[bytes]) -> None:
        if self._file is None:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115  # closed by __aexit__
        self._file.writelines(pieces)

    def replay(self, receive: Receive) -> Receive:
        """Return a `receive` function that replays the body once and then calls the original."""
        rest = iter(self._pieces)
        if self._file is not None:
            self._file.seek(0)
        is_over = False

        async def replayed() -> Message:
            nonlocal is_over
            if is_over:
                return await receive()
            piece = b""
            if self._file is not None:
                piece = await anyio.to_thread.run_sync(self._file.read, _PIECE)
            if not piece:
                piece = next(rest, b"")
            is_over = not piece
            return {"type": "http.request", "body": piece, "more_body": not is_over}

        return replayed


async def throw_away(scope: Scope, receive: Receive, most: int) -> None:
    """Discard the rest of a body, so that the browser reads the response.

    Args:
        scope: the request.
        receive: what gives the body.
        most: the maximum number of bytes to read; none of a body declared longer.
    """
    if Headers(scope=scope).get("expect", "").lower() == "100-continue":
        return  # nothing of it was sent
    left = most
    if (_length(scope) or 0) > left:
        return
    with anyio.move_on_after(_PATIENCE):
        while left > 0:
            message = await receive()
            if message["type"] != "http.request" or not message.get("more_body", False):
                return
            left -= len(message.get("body", b""))


def _length(scope: Scope) -> int | None:
    """Return the content length of a request."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else None


def _too_slow(words: Translator) -> ErrorContent:
    return ErrorContent(
        words.gettext("It came too slowly"),
        (
            words.gettext("The file did not arrive in time, and nothing of it was kept."),
            words.gettext("Try again; if this computer is busy, wait a moment."),
        ),
    )


def _no_room(why: str, words: Translator) -> ErrorContent:
    return ErrorContent(
        words.gettext("There is no room for this"),
        (why[:1].upper() + why[1:] + ".", words.gettext("Nothing of it was kept.")),
    )

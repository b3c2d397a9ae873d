"""Requests to an application as a browser sends them, without a server."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.parse import quote, unquote, urlencode, urlsplit

import attrs
from starlette.types import ASGIApp, Message

SECONDS: Final = 20.0
"""The maximum seconds for an answer."""

_EVENTS: Final = 0.2  # seconds that a stream of events, which never ends, is listened to
HOST: Final = "127.0.0.1:8642"


@attrs.frozen(kw_only=True)
class Answer:
    """The response of an application.

    Attributes:
        path: what it was asked for.
        status: the HTTP status.
        headers: names in small letters, and values, in their order.
        body: what came; of a stream of events only its beginning.
    """

    path: str
    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        """Return a header's value; an empty text if it is missing."""
        return next((value for key, value in self.headers if key == name), "")

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")

    @property
    def is_page(self) -> bool:
        """Whether the response is HTML."""
        return self.header("content-type").partition(";")[0] == "text/html"

    @property
    def is_full_page(self) -> bool:
        """Whether the response is a complete page, not a fragment."""
        return self.is_page and self.body.lstrip()[:9].lower() in {b"<!doctype", b"<html lan"}


def ask(
    app: ASGIApp,
    path: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    listens: float = _EVENTS,
) -> Answer:
    """Return the response of an application to a request.

    Args:
        app: the application.
        path: the path with its query string, as in an address.
        method: of HTTP.
        headers: those beside `host`, the names in small letters.
        body: what is sent.
        listens: seconds for which a stream of events is listened to, which has no end.

    Raises:
        AssertionError: there is no answer within `SECONDS`.
    """
    # A thread of its own: where the tests run there may be a loop of events already.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(
            asyncio.run,
            _asked(
                app, path, method=method, headers=dict(headers or {}), body=body, listens=listens
            ),
        ).result()


async def _asked(
    app: ASGIApp,
    path: str,
    *,
    method: str,
    headers: Mapping[str, str],
    body: bytes,
    listens: float,
) -> Answer:
    parts = urlsplit(path)
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(parts.path),
        "raw_path": parts.path.encode("ascii"),
        "query_string": parts.query.encode("ascii"),
        "root_path": "",
        "headers": [
            (name.encode("latin-1"), value.encode("latin-1"))
            for name, value in {"host": HOST, **headers}.items()
        ],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8642),
        "state": {},
    }
    gone = asyncio.Event()
    sent = False
    got: dict[str, Any] = {"status": 0, "headers": (), "body": bytearray()}

    async def receive() -> Message:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            got["status"] = message["status"]
            got["headers"] = tuple(
                (name.decode("latin-1").lower(), value.decode("latin-1"))
                for name, value in message.get("headers", ())
            )
        elif message["type"] == "http.response.body":
            got["body"] += message.get("body", b"")

    def is_stream() -> bool:
        return any(
            name == "content-type" and value.startswith("text/event-stream")
            for name, value in got["headers"]
        )

    task = asyncio.ensure_future(app(scope, receive, send))
    done, _ = await asyncio.wait({task}, timeout=listens)
    if not done and not is_stream():
        done, _ = await asyncio.wait({task}, timeout=SECONDS)
    gone.set()
    if not done:
        assert is_stream(), f"{method} {path} has no answer after {SECONDS:.0f} seconds"
        task.cancel()
    (problem,) = await asyncio.gather(task, return_exceptions=True)
    # Starlette answers first and raises then, so that a server can write down what happened.
    if isinstance(problem, Exception) and not got["status"]:
        raise problem
    return Answer(path=path, status=got["status"], headers=got["headers"], body=bytes(got["body"]))


def in_path(text: str) -> str:
    """Return a text as one segment of a path."""
    return quote(text, safe="")


def as_form(fields: Iterable[tuple[str, str]]) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of a submitted form."""
    return (
        {"content-type": "application/x-www-form-urlencoded"},
        urlencode(list(fields)).encode("ascii"),
    )


def as_parts(
    fields: Iterable[tuple[str, str]], files: Iterable[tuple[str, str, bytes]]
) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of a submitted form with files.

    Args:
        fields: names and values.
        files: for each its field, its name and its bytes.
    """
    boundary = secrets.token_hex(16)
    made = bytearray()
    for name, value in fields:
        made += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode()
        made += value.encode() + b"\r\n"
    for name, file, data in files:
        # So browsers write what would end the name.
        safe = file.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        made += (
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{safe}"'
            "\r\nContent-Type: application/octet-stream\r\n\r\n"
        ).encode()
        made += data + b"\r\n"
    made += f"--{boundary}--\r\n".encode()
    return {"content-type": f"multipart/form-data; boundary={boundary}"}, bytes(made)

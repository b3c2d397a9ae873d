"""Limits on request heads: method, path, number and length of headers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import attrs

from overtrick_web.safety.error_pages import ErrorContent, error_response, has_body

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from overtrick_render import Translator
    from overtrick_web.safety.error_pages import ContentFactory

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
"""The allowed methods; there is nothing to negotiate across origins, so no OPTIONS."""

MOST_HEADERS: Final = 64
LONGEST_HEADER: Final = 8 << 10  # bytes, its name and its value
LONGEST_PATH: Final = 2 << 10
LONGEST_QUERY: Final = 8 << 10

# Separators and ends of texts that are not to be seen in a path until it is taken apart.
_HIDDEN: Final = re.compile(rb"%(2f|5c|00|25(2f|5c|00|2e))", re.IGNORECASE)
_UNFIT: Final = re.compile(r"[\x00-\x1f\x7f\\]")


@attrs.frozen
class HeadGuard:
    """Middleware that rejects requests with an unusual head.

    Attributes:
        app: what is behind it.
    """

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        fault = _fault(scope)
        if fault is None:
            await self.app(scope, receive, send)
            return
        status, content_of = fault
        more = {"allow": ", ".join(sorted(METHODS))} if status == 405 else None
        await error_response(scope, content_of, status, more)(scope, receive, send)


def _fault(scope: Scope) -> tuple[int, ContentFactory] | None:
    if scope["method"] not in METHODS:
        return 405, _content
    headers = scope["headers"]
    if len(headers) > MOST_HEADERS:
        return 431, _content
    if any(len(name) + len(value) > LONGEST_HEADER for name, value in headers):
        return 431, _content
    raw = scope.get("raw_path") or scope["path"].encode()
    if len(raw) > LONGEST_PATH or len(scope.get("query_string", b"")) > LONGEST_QUERY:
        return 414, _content
    if not is_plain_path(scope["path"], raw):
        return 400, _content
    if scope["method"] in {"GET", "HEAD"} and has_body(scope):
        return 400, _content
    if any(name == b"content-encoding" for name, _ in headers):
        return 415, _content
    return None


def is_plain_path(path: str, raw: bytes) -> bool:
    """Return whether a path is plain: no `..`, hidden separators or control characters.

    Args:
        path: the path, its escapes resolved.
        raw: the path as it was sent.

    Example:
        >>> is_plain_path("/files/1", b"/files/1"), is_plain_path("/a/../b", b"/a/%2e%2e/b")
        (True, False)
    """
    if not path.startswith("/") or path.startswith("//") or _UNFIT.search(path):
        return False
    return not _HIDDEN.search(raw) and not {".", ".."} & set(path.split("/"))


def _content(words: Translator) -> ErrorContent:
    return ErrorContent(
        words.gettext("This cannot be asked here"),
        (
            words.gettext("The request is not one that a page of ours sends, so it was refused."),
            words.gettext("Go back to the first page and try from there."),
        ),
    )

"""Origin checks: requests from our own pages only.

Any page that is open in the same browser can send requests here. The browser's statement of where a
request comes from decides: `Sec-Fetch-Site` where it is sent (by browsers of today to a loopback
address or over HTTPS), and `Origin`. Other ports of the same computer are the same *site* and other
*origins*, so they are refused too. A person may come by a link from anywhere, to look only.

Source: W3C Fetch Metadata Request Headers; the Fetch standard, "Origin header".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
from starlette.datastructures import Headers

from overtrick_web.safety.error_pages import ErrorContent, error_response
from overtrick_web.safety.hosts import split_host

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from overtrick_render import Translator

SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
"""The methods that change nothing."""


@attrs.frozen
class OriginGuard:
    """Middleware that rejects requests from pages of another origin.

    Attributes:
        app: what is behind it.
        scheme: the scheme of our own origin.
    """

    app: ASGIApp
    scheme: str = "http"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if self._is_welcome(scope["method"], Headers(scope=scope)):
            await self.app(scope, receive, send)
        else:
            await error_response(scope, _content, 403)(scope, receive, send)

    def _is_welcome(self, method: str, headers: Headers) -> bool:
        sites = headers.getlist("sec-fetch-site")
        origins = headers.getlist("origin")
        if len(sites) > 1 or len(origins) > 1:
            return False
        if origins and not self._is_ours(origins[0], headers["host"]):
            return False
        if sites and sites[0] != "same-origin":
            # By a link, a bookmark or by hand: a person who looks, in a window of its own.
            return (
                method in SAFE_METHODS
                and headers.get("sec-fetch-mode", "navigate") == "navigate"
                and headers.get("sec-fetch-dest", "document") == "document"
            )
        return bool(sites or origins) or method in SAFE_METHODS

    def _is_ours(self, origin: str, host: str) -> bool:
        scheme, mark, rest = origin.partition("://")
        theirs = split_host(rest) if mark and "/" not in rest else None
        ours = split_host(host)
        return theirs is not None and scheme == self.scheme and theirs == ours


def _content(words: Translator) -> ErrorContent:
    return ErrorContent(
        words.gettext("Another page asked for this"),
        (
            words.gettext(
                "A page that is not one of ours tried to do something here. It was refused, and "
                "nothing has changed."
            ),
            words.gettext("If it was you, open this page by its own address and do it there."),
        ),
    )

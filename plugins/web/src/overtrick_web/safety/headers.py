"""Response headers: content policy, framing and caching.

Source: Content Security Policy Level 3; the Fetch standard (`Cross-Origin-Resource-Policy`,
`X-Content-Type-Options`); RFC 9111 and RFC 8246 (`Cache-Control`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

import attrs
from starlette.datastructures import Headers, MutableHeaders

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; "
    "manifest-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'"
)
"""The policy of a page: our own files only, nothing inline."""

PREVIEW_POLICY: Final = (
    "sandbox allow-same-origin allow-modals; default-src 'none'; style-src 'unsafe-inline'; "
    "img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""For a hand record shown in a frame: styles inside it, no script at all. An answer brings it."""

PDF_POLICY: Final = (
    "default-src 'none'; object-src 'self'; plugin-types application/pdf; "
    "style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""For a PDF file shown in a frame: the needs of browsers' own viewers."""

DATA_POLICY: Final = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""For pictures and all other files, in case one is opened by itself: nothing runs."""

_BROUGHT: Final = frozenset({PAGE_POLICY, PREVIEW_POLICY, DATA_POLICY})
_HTML: Final = frozenset({"text/html", "application/xhtml+xml"})
_ALWAYS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    # `no-referrer` would make the browser send `Origin: null` with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "x-permitted-cross-domain-policies": "none",
    "x-dns-prefetch-control": "off",
    "permissions-policy": ", ".join(
        [
            *(
                f"{name}=()"
                for name in (
                    "accelerometer",
                    "autoplay",
                    "browsing-topics",
                    "camera",
                    "display-capture",
                    "encrypted-media",
                    "geolocation",
                    "gyroscope",
                    "hid",
                    "idle-detection",
                    "local-fonts",
                    "magnetometer",
                    "microphone",
                    "midi",
                    "payment",
                    "publickey-credentials-get",
                    "serial",
                    "usb",
                    "xr-spatial-tracking",
                )
            ),
            # A projector shows the page as large as it can, and does not fall asleep.
            "fullscreen=(self)",
            "screen-wake-lock=(self)",
            "clipboard-write=(self)",
        ]
    ),
}
_NEVER: Final = ("server", "x-powered-by", "access-control-allow-origin",
                 "access-control-allow-credentials", "access-control-allow-headers",
                 "access-control-allow-methods")  # fmt: skip
_KEPT_FOR_EVER: Final = "public, max-age=31536000, immutable"
_VERSION: Final = re.compile(r"[\w.+-]{4,100}", re.ASCII)


def policy_of(content_type: str, brought: str | None) -> str:
    """Return the Content-Security-Policy of an answer.

    Args:
        content_type: its `Content-Type`.
        brought: the policy that it brings, which counts where it is one of those above.

    Example:
        >>> policy_of("text/html; charset=utf-8", "script-src *") == PAGE_POLICY
        True
        >>> policy_of("image/svg+xml", None) == DATA_POLICY
        True
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind in _HTML:
        return brought if brought in _BROUGHT else PAGE_POLICY
    return PDF_POLICY if kind == "application/pdf" else DATA_POLICY


@attrs.frozen
class HeaderGuard:
    """Middleware that sets the required headers of every response and removes forbidden ones.

    Attributes:
        app: what is behind it.
        public: beginnings of the paths of files that ship with the pages and hold no secret.
    """

    app: ASGIApp
    public: tuple[str, ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._set(scope, message)
            await send(message)

        await self.app(scope, receive, send_with)

    def _set(self, scope: Scope, message: Message) -> None:
        headers = MutableHeaders(raw=list(message.get("headers", ())))
        for name in _NEVER:
            del headers[name]
        for name, value in _ALWAYS.items():
            headers[name] = value
        policy = policy_of(headers.get("content-type", ""), headers.get("content-security-policy"))
        headers["content-security-policy"] = policy
        headers["cache-control"] = self._keeping(scope, message["status"], headers)
        message["headers"] = headers.raw

    def _keeping(self, scope: Scope, status: int, headers: Headers) -> str:
        """Return the `Cache-Control` value; responses that may hold cards are never stored."""
        if not scope["path"].startswith(self.public) or not self.public:
            return "no-store"
        versions = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("v", [])
        if status in {200, 206, 304} and any(map(_VERSION.fullmatch, versions)):
            return _KEPT_FOR_EVER
        return "no-cache" if status in {200, 206, 304} else "no-store"

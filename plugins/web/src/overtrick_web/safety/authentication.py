"""Authenticate a browser: by the token of the printed address, or by a password."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

import anyio
from starlette.datastructures import Headers
from starlette.responses import RedirectResponse

from overtrick_web.interface.roles import Role
from overtrick_web.safety.bodies import throw_away
from overtrick_web.safety.error_pages import ErrorContent, error_response, has_body
from overtrick_web.safety.origins import SAFE_METHODS
from overtrick_web.safety.rate_limit import AttemptCounter
from overtrick_web.safety.sessions import Sessions
from overtrick_web.safety.tokens import digest

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from overtrick_render import Translator
    from overtrick_web.safety.settings import SafetySettings

ENTER: Final = "/enter"
"""The path of the printed address, and of the form for passwords."""

LEAVE: Final = "/leave"
"""The path to which a button to leave posts."""

_LONGEST_FORM: Final = 4 << 10
_FORM_TIME: Final = 10.0
_MOST_COOKIES: Final = 4  # of one name; other ports of the computer can set one too


class AuthenticationGuard:
    """Middleware that admits users with the token or a password, and sets their role.

    The role is in the request's state: `request.state.role`.

    Args:
        app: what is behind it.
        roles: the roles that there is something for.
        settings: by what one comes in.
    """

    def __init__(self, app: ASGIApp, roles: tuple[Role, ...], settings: SafetySettings) -> None:
        self._app = app
        self._roles = roles
        self._settings = settings
        self._sessions = Sessions(settings.keys(), settings.lasts)
        self._tries = AttemptCounter()
        # Cookies of one computer are shared by all its ports.
        self._cookie = f"overtrick-{settings.port}"
        self._tokens = tuple((role, digest(text)) for role, text in settings.tokens.items())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        path, method = scope["path"], scope["method"]
        if path == ENTER:
            await self._enter(scope, receive, send)
            return
        role = self._role_of(scope)
        if role is None and method in SAFE_METHODS and path.startswith(self._settings.public):
            role = self._roles[0]  # the files are the same in all
        if role is None:
            if has_body(scope):
                await throw_away(scope, receive, self._settings.bounds.body)
            await self._ask(scope, receive, send, 403)
        elif path == LEAVE and method == "POST":
            await self._leave(scope, receive, send)
        else:
            scope.setdefault("state", {})["role"] = role
            await self._app(scope, receive, send)

    def _role_of(self, scope: Scope) -> Role | None:
        for value in self._values(scope):
            role = self._sessions.role_of(value)
            if role in self._roles:
                return role
        return None

    def _values(self, scope: Scope) -> list[str]:
        pairs = (
            pair.strip().partition("=")
            for header in Headers(scope=scope).getlist("cookie")
            for pair in header.split(";")
        )
        return [value for name, _, value in pairs if name == self._cookie][:_MOST_COOKIES]

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in SAFE_METHODS:
            fields = _fields(scope.get("query_string", b""))
            # A password does not belong into an address.
            typed, was_asked = fields.get("token", ""), False
        elif scope["method"] == "POST":
            fields = _fields(await _form(receive))
            typed, was_asked = fields.get("token") or fields.get("password") or "", True
        else:
            typed, was_asked = "", False
        if not typed:
            await self._ask(scope, receive, send, 403)
            return
        client = (scope.get("client") or ("",))[0]
        role = self._let_in(typed, client)
        if role is None:
            await self._turn_away(scope, receive, send, client)
            return
        cookie = self._set_cookie(self._sessions.begin(role), self._sessions.lasts)
        if was_asked:
            response = RedirectResponse("/", 303, {"set-cookie": cookie})
            await response(scope, receive, send)
            return
        # A browser that came by a link from elsewhere sends no strict cookie, not even after a
        # redirect; when this page leads on by itself, it does.
        await error_response(scope, _come_in, 200, {"set-cookie": cookie})(scope, receive, send)

    def _let_in(self, typed: str, client: str) -> Role | None:
        """Return the role of an admitted user."""
        if self._settings.passwords is None:
            # It cannot be guessed, so its holder need not wait for failed attempts of others.
            role = self._role_of_token(typed)
        elif self._tries.wait(client):
            return None
        else:
            role = self._settings.passwords.role_of(typed)
        if role is None or role not in self._roles:
            if not self._tries.wait(client):
                self._tries.wrong(client)
            return None
        self._tries.right(client)
        return role

    def _role_of_token(self, typed: str) -> Role | None:
        text = typed.strip()
        if "token=" in text:  # the full address was pasted
            text = parse_qs(urlsplit(text).query).get("token", [""])[0]
        found = None
        for role, known in self._tokens:
            if hmac.compare_digest(digest(text), known):
                found = role
        return found

    async def _turn_away(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        seconds = self._tries.wait(client)
        if not seconds:
            await self._ask(scope, receive, send, 403, is_wrong=True)
            return

        def wait(words: Translator) -> ErrorContent:
            return ErrorContent(
                words.gettext("Too many wrong tries"),
                (words.gettext("Wait {seconds} seconds, then try again.").format(seconds=seconds),),
                self._asks,
            )

        await error_response(scope, wait, 429, {"retry-after": str(seconds)})(scope, receive, send)

    @property
    def _asks(self) -> str:
        return "token" if self._settings.passwords is None else "password"

    async def _ask(
        self, scope: Scope, receive: Receive, send: Send, status: int, *, is_wrong: bool = False
    ) -> None:
        def ask(words: Translator) -> ErrorContent:
            if self._settings.passwords is not None:
                title = words.gettext("Wrong password") if is_wrong else words.gettext("Come in")
                lines: tuple[str, ...] = (words.gettext("Your director knows the password."),)
            else:
                title = words.gettext("This page needs its whole address")
                lines = (
                    words.gettext(
                        "The address is not the one that overtrick serve printed when it was "
                        "started; it ends in token= and some forty characters."
                    ),
                    words.gettext(
                        "Open the page by the shortcut, or copy the address from the window in "
                        "which overtrick serve runs and paste it here."
                    ),
                )
            return ErrorContent(title, lines, self._asks)

        await error_response(scope, ask, status)(scope, receive, send)

    async def _leave(self, scope: Scope, receive: Receive, send: Send) -> None:
        for value in self._values(scope):
            self._sessions.end(value)

        def left(words: Translator) -> ErrorContent:
            return ErrorContent(
                words.gettext("You have left"),
                (words.gettext("Nobody can see or change anything here without coming in."),),
                self._asks,
            )

        await error_response(scope, left, 200, {"set-cookie": self._set_cookie("", 0)})(
            scope, receive, send
        )

    def _set_cookie(self, value: str, lasts: float) -> str:
        # Not `Secure`: the page is served on the loopback, or in the club's own network.
        return f"{self._cookie}={value}; Path=/; Max-Age={int(lasts)}; HttpOnly; SameSite=Strict"


def _come_in(words: Translator) -> ErrorContent:
    return ErrorContent(
        words.gettext("Welcome"),
        (words.gettext("The page opens by itself."),),
        onward="/",
    )


def _fields(data: bytes) -> dict[str, str]:
    """Return the fields of a form, the first of each name; none if the body is no form."""
    try:
        found = parse_qs(data.decode("utf-8", "replace"), max_num_fields=8)
    except ValueError:
        return {}
    return {name: values[0] for name, values in found.items()}


async def _form(receive: Receive) -> bytes:
    """Return the body of a short form; empty if it is too long, too slow or incomplete."""
    data = b""
    with anyio.move_on_after(_FORM_TIME):
        while len(data) <= _LONGEST_FORM:
            message = await receive()
            if message["type"] != "http.request":
                return b""
            data += message.get("body", b"")
            if not message.get("more_body", False):
                return data if len(data) <= _LONGEST_FORM else b""
    return b""

"""The complete middleware stack of the site, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from overtrick import ENGLISH
from overtrick_web.interface.roles import Role
from overtrick_web.safety.authentication import AuthenticationGuard
from overtrick_web.safety.bodies import BodyGuard
from overtrick_web.safety.counts import CountGuard
from overtrick_web.safety.headers import HeaderGuard
from overtrick_web.safety.heads import HeadGuard
from overtrick_web.safety.hosts import HostGuard, is_everywhere, names_of
from overtrick_web.safety.origins import OriginGuard
from overtrick_web.work.room import Room

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from overtrick_web.safety.settings import SafetySettings


def _english(scope: Scope) -> str:
    return ENGLISH


def guard(
    app_of_role: Mapping[Role, ASGIApp],
    settings: SafetySettings,
    language_of: Callable[[Scope], str] = _english,
) -> ASGIApp:
    """Return the app that admits users and serves each the application of his role.

    What is asked is looked at in this order: its first lines, the name it asks by, the page it
    comes from, who asks, its body, and how much is at work. Each answer, a refusal too, gets the
    headers of safety. The lifespan is that of the first app; sockets of the web are refused.

    Args:
        app_of_role: what is served to whom.
        settings: by what one comes in, and within which bounds.
        language_of: the function for the language of a refusal.
    """
    bounds = settings.bounds
    apps = dict(app_of_role)

    async def of_role(scope: Scope, receive: Receive, send: Send) -> None:
        await apps[scope["state"]["role"]](scope, receive, send)

    # Bodies are received first: slow clients take no place of running requests.
    room = Room(settings.folder, bounds.room, bounds.spared)
    bodies = BodyGuard(CountGuard(of_role, bounds), bounds, room)
    entrance = AuthenticationGuard(bodies, tuple(apps), settings)
    hosts = HostGuard(
        OriginGuard(entrance),
        names_of(settings.host),
        settings.port,
        takes_addresses=is_everywhere(settings.host),
    )
    guarded = HeaderGuard(HeadGuard(hosts), settings.public)
    first = next(iter(apps.values()))

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope.setdefault("state", {})["language"] = language_of(scope)
            await guarded(scope, receive, send)
        elif scope["type"] == "lifespan":
            await first(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    return app

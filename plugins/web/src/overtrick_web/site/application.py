"""The application of a role: its pages, static files, and error pages."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from overtrick import OvertrickError, PluginError
from overtrick.plugin import Guard, resolve
from overtrick_web.errors import ConflictError, NotFoundError, RefusedError
from overtrick_web.errors import sentence as sentence_of
from overtrick_web.interface.spec import PageSpec
from overtrick_web.site.languages import LANGUAGES, language_of
from overtrick_web.site.site import SITE, THEMES, Site
from overtrick_web.work.room import NoRoomError

_LOG: Final = logging.getLogger("overtrick.page")
_YEAR: Final = 31_536_000
_BAD: Final = 422
_WORTH_PACKING: Final = 2000
_LEVEL: Final = 4
_RESERVED: Final = frozenset({SITE, "static", "enter", "leave", "settings", "healthy"})

_CHOICES: Final = {"language": frozenset(LANGUAGES), "theme": THEMES}

_STATUS: Final = (
    (NotFoundError, 404),
    (ConflictError, 409),
    (RefusedError, 403),
    (NoRoomError, 507),
)


def application(site: Site) -> Starlette:
    """Return the application of a role.

    Args:
        site: the site as that role sees it.

    """
    routes: list[BaseRoute] = [
        Route("/", _home(site)),
        Route("/settings", _choose, methods=["POST"]),
        *(
            Mount(f"/static/{name}", StaticFiles(directory=folder), name=f"static-{name}")
            for name, folder in site.static_folders.items()
        ),
        *(_mounted(page, site) for page in site.pages),
    ]

    async def error_page(request: Request, error: Exception) -> Response:
        return _error_response(site, request, error)

    handlers = {
        HTTPException: error_page,
        OvertrickError: error_page,
        OSError: error_page,
        Exception: error_page,
    }
    # Pictures of boards are very repetitive text.
    packed = Middleware(GZipMiddleware, minimum_size=_WORTH_PACKING, compresslevel=_LEVEL)
    made = Starlette(routes=routes, exception_handlers=handlers, middleware=[packed])
    made.state.site = site
    return made


def language_of_scope(scope: Scope) -> str:
    """Return the language of the response to a request.

    Args:
        scope: the request.
    """
    return language_of(Request(scope))


def routes_of(page: PageSpec, site: Site) -> list[BaseRoute]:
    """Return the routes of a page.

    Args:
        page: the page.
        site: the site as a role sees it.

    Raises:
        PluginError: the page cannot be made; the message names its distribution.
    """
    if page.name in _RESERVED:
        msg = f"no page can have the name {page.name}"
        raise PluginError(msg)
    make = resolve(page.routes)
    with Guard(f"the page {page.name!r}", page.routes, typed=()):
        made = list(make(site))
        if not all(isinstance(route, BaseRoute) for route in made):
            msg = "its routes are not Starlette's"
            raise TypeError(msg)
    return made


def _mounted(page: PageSpec, site: Site) -> BaseRoute:
    """Return the mounted page; a failed one shows its error and leaves the others in place."""
    try:
        served: ASGIApp = Router(routes_of(page, site))
    except PluginError as error:
        _LOG.error("%s", error)  # the sentence is complete
        served = _Failed(error)
    return Mount(f"/{page.name}", _Bounded(page, served))


class _Failed:
    """A placeholder for a page that failed to load."""

    def __init__(self, error: PluginError) -> None:
        self._error = error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise self._error


class _Bounded:
    """A page whose exceptions cannot end the program."""

    def __init__(self, page: PageSpec, served: ASGIApp) -> None:
        self._page = page
        self._served = served

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._served(scope, receive, send)
        except SystemExit as error:
            # It would end the server, and with it a dealing session.
            raise Guard(f"the page {self._page.name!r}", self._page.routes).failure(
                error
            ) from error


def _home(site: Site) -> Callable[[Request], Awaitable[Response]]:
    async def home(request: Request) -> Response:
        if not site.pages:
            return site.render(request, "site/empty.html")
        return RedirectResponse(f"/{site.pages[0].name}/", 303)

    return home


async def _choose(request: Request) -> Response:
    """Save the chosen language or theme, and redirect back."""
    async with request.form(max_fields=4, max_files=0) as form:
        wanted = {name: str(form[name]) for name in _CHOICES if name in form}
        back = str(form.get("back", "/"))
    if not wanted or any(value not in _CHOICES[name] for name, value in wanted.items()):
        raise HTTPException(400)
    # Only to a place on this page: an address of another host begins with two strokes.
    is_here = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = RedirectResponse(back if is_here else "/", 303)
    for name, value in wanted.items():
        answer.set_cookie(
            f"overtrick-{name}", value, max_age=_YEAR, samesite="strict", httponly=True
        )
    return answer


def _error_response(site: Site, request: Request, error: Exception) -> Response:
    """Return an error page in plain words."""
    sentence = ""
    if isinstance(error, HTTPException):
        status = error.status_code
    elif isinstance(error, PluginError):
        status, sentence = 500, str(error)
        _LOG.error("%s %s: %s", request.method, request.url.path, error)
    elif isinstance(error, OvertrickError):
        status = next((one for kind, one in _STATUS if isinstance(error, kind)), _BAD)
        sentence = sentence_of(error)
    elif isinstance(error, OSError):
        status = 507
        sentence = error.strerror or str(error)
        _LOG.warning("%s %s: %s", request.method, request.url.path, error)
    else:
        status = 500
        _LOG.error(
            "%s %s\n%s",
            request.method,
            request.url.path,
            "".join(traceback.format_exception(error)),
        )
    answer = site.render(
        request,
        "site/failure.html",
        status=status,
        code=status,
        sentence=sentence,
        newest=error.newest if isinstance(error, ConflictError) else None,
    )
    if isinstance(error, HTTPException) and error.headers:
        answer.headers.update(error.headers)
    return answer

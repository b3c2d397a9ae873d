"""The page of a session: the operator's next step, the answer buttons, and resuming."""

from __future__ import annotations

import asyncio
import json
import weakref
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from overtrick_duplimate_device import Operator
from overtrick_web.dealing.live import LiveSession
from overtrick_web.dealing.machines import is_simulated, machines_present
from overtrick_web.dealing.session_registry import (
    KnownSession,
    OddBoardError,
    SessionRegistry,
    registry_of,
)
from overtrick_web.errors import WebError
from overtrick_web.pages.dealing.blind import MachineInUseError, blind
from overtrick_web.pages.dealing.presenter import (
    SessionContent,
    concern_words,
    shown_live,
    shown_still,
)
from overtrick_web.pages.dealing.setup_page import machine_of
from overtrick_web.site.languages import Words
from overtrick_web.site.site import Site, is_fragment

_LOOK: Final = 0.1
"""Seconds between two looks at a session: a card takes longer to fall."""

_BEAT: Final = 10.0
"""The seconds after which a silent stream sends a comment to stay open."""

_MOST_FIELDS: Final = 8

_Mark = tuple[int, str]
"""The number of a picture, and the value of `_run_of`."""


def running_routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of a session.

    Args:
        site: the site as a role sees it.
    """
    registry = registry_of(site.work)

    async def session(request: Request) -> Response:
        with blind():
            known = await run_in_threadpool(registry.get, request.path_params["name"])
            can_keep = await run_in_threadpool(registry.can_keep, known)
        return _page(site, request, known, can_keep=can_keep)

    async def events(request: Request) -> Response:
        with blind():
            known = await run_in_threadpool(registry.get, request.path_params["name"])
        return StreamingResponse(
            _states(registry, known, site.words(request)),
            media_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )

    async def say(request: Request) -> Response:
        name = request.path_params["name"]
        async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
            word, moment = str(form.get("word", "")), str(form.get("moment", ""))
        with blind():
            if word not in set(Operator):
                msg = "this cannot be said to a machine"
                raise WebError(msg)
            live = registry.live(name)
            if live is None:
                # The page was shown before the program was started again: it shows how to resume.
                await run_in_threadpool(registry.get, name)
            else:
                live.say(Operator(word), int(moment) if moment.isdecimal() else None)
        if is_fragment(request):
            return Response(status_code=204)
        return RedirectResponse(f"/dealing/sessions/{name}", 303)

    return [
        Route("/sessions/{name}", session),
        Route("/sessions/{name}/events", events),
        Route("/sessions/{name}/say", say, methods=["POST"]),
        *_still_routes(site, registry),
    ]


def _still_routes(site: Site, registry: SessionRegistry) -> Sequence[BaseRoute]:
    """Return the routes for a session that is not running."""

    async def resume(request: Request) -> Response:
        name = request.path_params["name"]
        fields = await _fields(request)
        try:
            with blind():
                url = machine_of(fields, site) if fields.get("machine") else None
                await run_in_threadpool(registry.resume, name, url, take="take" in fields)
        except MachineInUseError as error:
            return _taken(site, request, f"/dealing/sessions/{name}/resume", fields, error)
        return RedirectResponse(f"/dealing/sessions/{name}", 303)

    async def again(request: Request) -> Response:
        name = request.path_params["name"]
        fields = await _fields(request)
        board = fields.get("board", "").strip()
        try:
            with blind():
                if not board.isdecimal():
                    msg = "which board? Give its number"
                    raise WebError(msg)
                number = int(board[:6])
                await run_in_threadpool(
                    registry.again,
                    name,
                    number,
                    take="take" in fields,
                    is_meant="meant" in fields,
                )
        except OddBoardError as error:
            words = site.words(request)
            return site.render(
                request,
                "dealing/once_more.html",
                action=f"/dealing/sessions/{name}",
                fields=fields,
                concerns=[concern_words(one, words) for one in error.concerns.found],
            )
        except MachineInUseError as error:
            return _taken(site, request, f"/dealing/sessions/{name}/again", fields, error)
        return RedirectResponse(f"/dealing/sessions/{name}", 303)

    async def keep(request: Request) -> Response:
        name = request.path_params["name"]
        with blind():
            await run_in_threadpool(registry.keep, name)
        return RedirectResponse(f"/dealing/sessions/{name}?kept=1", 303)

    async def aside(request: Request) -> Response:
        with blind():
            await run_in_threadpool(registry.lay_aside, request.path_params["name"])
        return RedirectResponse("/dealing/", 303)

    return [
        Route("/sessions/{name}/resume", resume, methods=["POST"]),
        Route("/sessions/{name}/again", again, methods=["POST"]),
        Route("/sessions/{name}/keep", keep, methods=["POST"]),
        Route("/sessions/{name}/aside", aside, methods=["POST"]),
    ]


def _page(site: Site, request: Request, known: KnownSession, *, can_keep: bool) -> Response:
    shown = _shown(known.live, known, site.words(request))
    is_practice = is_simulated(known.state.device)
    return site.render(
        request,
        "dealing/session.html",
        known=known,
        shown=shown,
        labels={
            Operator.YES.value: "Y",
            Operator.NO.value: "N",
            Operator.CONTINUE.value: "G",
            Operator.AFRESH.value: "E",
            Operator.TAKE.value: "T",
            Operator.PAUSE.value: "P",
            Operator.STOP.value: "S",
        },
        is_practice=is_practice,
        # What was begun for practice does not go on with real boards.
        machines=[]
        if is_practice
        else [one for one in machines_present() if one.url != known.state.device],
        can_keep=can_keep,
        is_kept="kept" in request.query_params,
    )


def _shown(live: LiveSession | None, known: KnownSession, words: Words) -> SessionContent:
    if live is None:
        return shown_still(known, words)
    return shown_live(live.picture, _run_of(live), live.failure, words)


def _run_of(live: LiveSession) -> str:
    """Return the identity of the page's controls: when it changes, the page is reloaded."""
    return f"{live.run}-over" if live.is_over else live.run


# What many look at is put into words once: a line for each language, and the mark that it is of.
_LINES: Final[weakref.WeakKeyDictionary[LiveSession, dict[str, tuple[_Mark, str]]]] = (
    weakref.WeakKeyDictionary()
)


def _line_of(live: LiveSession, mark: _Mark, words: Words) -> str:
    lines = _LINES.setdefault(live, {})
    known = lines.get(words.language)
    if known is None or known[0] != mark:
        picture = live.picture
        shown = shown_live(picture, mark[1], live.failure, words)
        known = lines[words.language] = ((picture.number, mark[1]), _line(shown))
    return known[1]


def _line(shown: SessionContent) -> str:
    return f"data: {json.dumps(shown.as_json())}\n\n"


async def _states(
    registry: SessionRegistry, known: KnownSession, words: Words
) -> AsyncIterator[str]:
    """Yield the complete content on every change, until the client disconnects."""
    name, seen, quiet = known.state.session, (0, "nothing"), 0.0
    while True:
        live = registry.live(name)
        mark = (0, "") if live is None else (live.picture.number, _run_of(live))
        if mark != seen:
            seen, quiet = mark, 0.0
            text = _line(shown_still(known, words)) if live is None else _line_of(live, mark, words)
            yield text
        elif quiet >= _BEAT:
            quiet = 0.0
            yield ": still here\n\n"
        await asyncio.sleep(_LOOK)
        quiet += _LOOK


async def _fields(request: Request) -> dict[str, str]:
    async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def _taken(
    site: Site, request: Request, action: str, fields: Mapping[str, str], error: MachineInUseError
) -> Response:
    """Return a page that asks whether to take over the machine from its current user."""
    return site.render(
        request,
        "dealing/taken.html",
        status=409,
        action=action,
        fields={name: value for name, value in fields.items() if name != "take"},
        host=error.host,
    )

"""The routes of the web page: HTML to start from, and the JSON interface of a table."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick import OvertrickError
from overtrick_belote.errors import BeloteError
from overtrick_belote.page.lobby import asked_settings, hall, settings_form
from overtrick_belote.page.orders import StaleVersionError, obey, seen
from overtrick_belote.page.tables import OpenTable, Tables, game_path, open_tables
from overtrick_belote.page.voices import PageTexts
from overtrick_belote.page.words import page_words
from overtrick_belote.rules.dealing import NUMBERED_HANDS
from overtrick_belote.table.house import usual_setup
from overtrick_belote.table.lesson import lesson
from overtrick_belote.table.settings import (
    Settings,
    change_settings,
    keep_aside,
    read_settings,
    write_settings,
)
from overtrick_belote.table.setup import OneHand, Setup
from overtrick_belote.table.storage import InUseError
from overtrick_belote.table.unfinished import delete_game

if TYPE_CHECKING:
    from overtrick_web import Site

MOST_ASKED: Final = 10_000
"""The maximum size of a request in bytes."""

_SEE: Final = {"Cache-Control": "no-store"}


@attrs.frozen
class _Pages:
    """The request handlers of the page.

    Attributes:
        site: what renders, and knows the language of the page around the table.
    """

    site: Site

    @property
    def tables(self) -> Tables:
        return open_tables()

    def voice(self, request: Request) -> PageTexts:
        settings = read_settings()[0]
        language = self.site.words(request).language
        return PageTexts.of(language, settings.language, settings.cards)

    # HTML -----------------------------------------------------------------------------------

    async def hall(self, request: Request) -> Response:
        """Answer with the lobby: unfinished games, and new ones to begin."""
        return await self._hall(request)

    async def _hall(self, request: Request, wrong: str = "", status: int = 200) -> Response:
        voice = self.voice(request)
        found = await run_in_threadpool(hall, self.tables, voice)
        return self.site.render(
            request, "belote/hall.html", status=status, said=voice, wrong=wrong, **found
        )

    async def begin(self, request: Request) -> Response:
        """Begin a game or a hand, and redirect to its table."""
        async with request.form(max_files=0, max_fields=8) as form:
            what, number = str(form.get("what", "")), str(form.get("number", ""))
        voice = self.voice(request)
        try:
            setup = _setup_of(what, number)
            sitting = await run_in_threadpool(self.tables.begin, setup)
        except BeloteError as error:
            return await self._hall(request, voice.wrong(error), 422)
        return RedirectResponse(f"/belote/table/{sitting.name}", 303)

    async def delete(self, request: Request) -> Response:
        """Delete an unfinished game."""
        name = request.path_params["name"]
        path = game_path(name)
        if path is not None and not self.tables.discard(name):
            await run_in_threadpool(delete_game, path)
        return RedirectResponse("/belote/", 303)

    async def rescue(self, request: Request) -> Response:
        """Resume the intact part of a damaged game."""
        sitting = await run_in_threadpool(self.tables.rescue, request.path_params["name"])
        where = "" if sitting is None else f"table/{sitting.name}"
        return RedirectResponse(f"/belote/{where}", 303)

    async def table(self, request: Request) -> Response:
        """Answer with the page of the table; its script requests the state."""
        voice = self.voice(request)
        try:
            sitting = await run_in_threadpool(self.tables.find, request.path_params["name"])
        except InUseError as error:
            return await self._hall(request, voice.wrong(error), 409)
        if sitting is None:
            return await self._hall(request, voice.label("no-such-game"), 404)
        return self.site.render(
            request,
            "belote/table.html",
            said=voice,
            game=sitting.name,
            texts=page_words(voice, self.site.static),
            colour=sitting.house.settings.colour,
        )

    async def settings(self, request: Request) -> Response:
        """Answer with the settings form, or save the submitted one."""
        back = request.query_params.get("table", "")
        back = back if game_path(back) is not None else ""
        wrong = ""
        if request.method == "POST":
            async with request.form(max_files=0, max_fields=60) as form:
                asked = {name: str(value) for name, value in form.multi_items()}
            wrong = await run_in_threadpool(self._keep, asked, back, self.voice(request))
            if not wrong:
                where = f"table/{back}" if back else ""
                return RedirectResponse(f"/belote/{where}", 303)
        voice = self.voice(request)
        return self.site.render(
            request,
            "belote/settings.html",
            status=422 if wrong else 200,
            said=voice,
            wrong=wrong,
            back=back,
            groups=settings_form(read_settings()[0], voice),
        )

    def _keep(self, asked: Mapping[str, str], back: str, voice: PageTexts) -> str:
        """Save settings and apply the players; return the error, if any."""
        try:
            settings = change_settings(read_settings()[0], asked_settings(asked))
            keep_aside()
            write_settings(settings)
            sitting = self.tables.find(back) if back else None
            if sitting is not None:
                _apply(sitting, settings)
        except (BeloteError, OSError) as error:
            return voice.wrong(error)
        return ""

    # JSON -----------------------------------------------------------------------------------

    async def state(self, request: Request) -> Response:
        """Answer with the visible state of a table."""
        version = request.query_params.get("since", "")
        known = int(version) if version.isascii() and version.isdigit() else -1
        revealed = request.query_params.get("reveal") == "1"

        def look(sitting: OpenTable, voice: PageTexts) -> dict[str, Any]:
            return seen(sitting, voice, known, revealed=revealed)

        return await self._answered(request, look)

    async def do(self, request: Request) -> Response:
        """Carry out a request of a window."""
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MOST_ASKED:
                return JSONResponse({"note": "too large"}, 413)
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            asked = None
        if not isinstance(asked, dict):
            return JSONResponse({"note": "not an order"}, 400)

        def order(sitting: OpenTable, voice: PageTexts) -> dict[str, Any]:
            return obey(sitting, voice, asked)

        return await self._answered(request, order)

    async def _answered(
        self, request: Request, work: Callable[[OpenTable, PageTexts], dict[str, Any]]
    ) -> Response:
        """Run a request in a thread of its own: computer players take time to think."""
        voice = self.voice(request)
        name = request.path_params["name"]

        def answer() -> tuple[int, dict[str, Any]]:
            sitting: OpenTable | None = None
            try:
                sitting = self.tables.find(name)
                if sitting is None:
                    return 404, {"note": voice.label("no-such-game")}
                return 200, work(sitting, voice)
            except StaleVersionError as error:
                status, note = 409, str(error)
            except OvertrickError as error:
                status, note = 422, voice.wrong(error)
            except OSError as error:
                status, note = 507, voice.wrong(error)
            if sitting is None:
                return status, {"note": note}
            told = seen(sitting, voice, sitting.version, revealed=False)
            return status, {**told, "note": note, "jump": status == 409}

        status, told = await run_in_threadpool(answer)
        return JSONResponse(told, status, _SEE)


def _setup_of(what: str, number: str) -> Callable[[Settings], Setup]:
    """Return the setup of a new table from a submitted form.

    Raises:
        BeloteError: there is no such hand, or no such thing to begin.
    """
    if what == "tutorial":
        return lambda _: lesson()[0]
    hand = None
    if what == "random-hand":
        hand = OneHand.numbered(1 + secrets.randbelow(NUMBERED_HANDS))
    elif what == "numbered-hand":
        digits = "".join(number.split()).replace(",", "").replace(".", "")
        is_number = digits.isascii() and digits.isdigit()
        hand = OneHand.numbered(int(digits[:9]) if is_number else 0)
    elif what != "new-game":
        msg = f"nothing is called {what!r}"
        raise BeloteError(msg)
    return lambda settings: usual_setup(settings, hand)


def _apply(sitting: OpenTable, settings: Settings) -> None:
    """Seat the chosen players at a table."""
    with sitting.lock:
        sitting.house.settings = settings
        if sitting.table.players != settings.players and sitting.house.lesson is None:
            sitting.table.seat_players(settings.players)


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the page.

    Args:
        site: the site as a role sees it.
    """
    pages = _Pages(site)
    return [
        Route("/", pages.hall),
        Route("/begin", pages.begin, methods=["POST"]),
        Route("/settings", pages.settings, methods=["GET", "POST"]),
        Route("/table/{name}", pages.table),
        Route("/table/{name}/delete", pages.delete, methods=["POST"]),
        Route("/table/{name}/rescue", pages.rescue, methods=["POST"]),
        Route("/table/{name}/state", pages.state),
        Route("/table/{name}/do", pages.do, methods=["POST"]),
    ]

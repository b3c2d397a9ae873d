"""Before dealing: choose the file, the boards, the copies and the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick import NumberRanges
from overtrick_duplimate_device import DealFile, Order, Proposal, UnfinishedError
from overtrick_web.dealing.machines import (
    SIMULATOR,
    Pace,
    SimulatedFault,
    machine_at,
    machines_present,
    simulated,
)
from overtrick_web.dealing.session_registry import SessionRegistry, SessionRequest, registry_of
from overtrick_web.errors import NotFoundError, WebError
from overtrick_web.pages.dealing.blind import MachineInUseError, blind
from overtrick_web.pages.dealing.presenter import concern_words
from overtrick_web.site.site import Site
from overtrick_web.site.uploads import keep_dropped
from overtrick_web.work.documents import Document

_MOST_COPIES: Final = 255
_EXAMPLE: Final = "socket://192.168.1.20:4711"
_MOST_FIELDS: Final = 20
_MOST_SESSIONS: Final = 12
OTHER: Final = "other"
"""The value of a machine whose address is typed."""


@attrs.frozen(kw_only=True)
class Choice:
    """The form of a new session, as submitted."""

    document: Document
    fields: Mapping[str, str]

    def session_request(self, site: Site) -> SessionRequest:
        """Return the requested session.

        Raises:
            WebError: a value is invalid; the message names it.
        """
        fields = self.fields
        return SessionRequest(
            url=machine_of(fields, site),
            boards=fields.get("boards", "").strip(),
            copies=_copies(fields.get("copies", "1")),
            order=_chosen(Order, fields.get("order", "")),
            is_descending="descending" in fields,
            is_auto_number="auto" in fields,
            is_sorted="sorted" in fields,
            stop_card="stop-card" in fields,
            is_new="new" in fields,
            take="take" in fields,
        )


def _chosen(kind: type[Order], value: str) -> Order | None:
    try:
        return kind(value) if value else None
    except ValueError:
        msg = "the order is neither board by board nor set by set"
        raise WebError(msg) from None


def _copies(text: str) -> int | None:
    text = text.strip()
    if text == "*":
        return None
    if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= _MOST_COPIES:
        return int(text)
    msg = f"the number of copies is 1 to {_MOST_COPIES}, or * for no limit"
    raise WebError(msg)


def machine_of(fields: Mapping[str, str], site: Site) -> str:
    """Return the address of the machine that a form names.

    Raises:
        WebError: it is none that can be chosen.
        DeviceError: no driver serves what was typed.
    """
    machine = fields.get("machine", "")
    if machine == SIMULATOR:
        try:
            pace = Pace(fields.get("pace") or Pace.REAL)
            trouble = SimulatedFault(fields.get("trouble") or SimulatedFault.NONE)
        except ValueError:
            msg = "the simulated machine cannot be set up like this"
            raise WebError(msg) from None
        return simulated(pace, trouble)
    if machine == OTHER and site.shows_cards:
        # Who only deals has no business with addresses: what is there is in the list.
        return machine_at(fields.get("address", ""), site.plugins)
    if machine in {present.url for present in machines_present()}:
        return machine
    msg = "choose a machine that is there" if machine else "choose a machine"
    raise WebError(msg)


def choosing_routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the setup before dealing.

    Args:
        site: the site as a role sees it.
    """
    registry = registry_of(site.work)

    async def home(request: Request) -> Response:
        with blind():
            sessions = await run_in_threadpool(registry.all)
            damaged = await run_in_threadpool(registry.damaged)
        return site.render(
            request,
            "dealing/home.html",
            documents=site.documents.all(),
            unfinished=[known for known in sessions if known.is_offered],
            finished=[known for known in sessions if not known.is_offered][:_MOST_SESSIONS],
            damaged=damaged,
        )

    async def unfinished(request: Request) -> Response:
        with blind():
            found = await run_in_threadpool(registry.unfinished)
        return site.render(request, "dealing/unfinished.html", unfinished=found)

    async def drop(request: Request) -> Response:
        outcome = await keep_dropped(site, request)
        if not outcome.taken:
            return site.render(
                request, "site/nothing_taken.html", status=422, outcome=outcome, back="/dealing/"
            )
        if len(outcome.taken) == 1:
            return RedirectResponse(f"/dealing/new?document={outcome.taken[0].id}", 303)
        return RedirectResponse("/dealing/", 303)

    async def new(request: Request) -> Response:
        if "document" not in request.query_params:
            return RedirectResponse("/dealing/", 303)
        document = site.documents.get(request.query_params["document"])
        return await _form(site, registry, request, Choice(document=document, fields={}))

    async def begin(request: Request) -> Response:
        async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
            choice = _choice(site, form)
        try:
            with blind():
                session_request = choice.session_request(site)
                proposal = await run_in_threadpool(
                    _proposed, registry, choice.document, session_request
                )
                if isinstance(proposal, UnfinishedError):
                    return _before(site, registry, request, choice, proposal)
                if proposal.concerns.is_asked and "meant" not in choice.fields:
                    words = site.words(request)
                    return site.render(
                        request,
                        "dealing/meant.html",
                        choice=choice,
                        concerns=[concern_words(one, words) for one in proposal.concerns.found],
                        right=str(NumberRanges.from_numbers(proposal.right))
                        if proposal.right
                        else "",
                    )
                live = await run_in_threadpool(registry.begin, proposal)
        except MachineInUseError as error:
            return site.render(
                request,
                "dealing/taken.html",
                status=409,
                action="/dealing/begin",
                fields={name: value for name, value in choice.fields.items() if name != "take"},
                host=error.host,
            )
        except NotFoundError:
            raise
        except WebError as error:
            return await _form(site, registry, request, choice, wrong=str(error))
        return RedirectResponse(f"/dealing/sessions/{live.name}", 303)

    return [
        Route("/", home),
        Route("/unfinished", unfinished),
        Route("/drop", drop, methods=["POST"]),
        Route("/new", new),
        Route("/begin", begin, methods=["POST"]),
    ]


def _proposed(
    registry: SessionRegistry, document: Document, session_request: SessionRequest
) -> Proposal | UnfinishedError:
    try:
        return registry.propose(document, session_request)
    except UnfinishedError as error:
        return error


def _choice(site: Site, form: FormData) -> Choice:
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    return Choice(document=site.documents.get(fields.get("document", "")), fields=fields)


def _before(
    site: Site, registry: SessionRegistry, request: Request, choice: Choice, error: UnfinishedError
) -> Response:
    session = error.journal.header.session
    live = registry.live(session)
    return site.render(
        request,
        "dealing/before.html",
        choice=choice,
        session=session,
        is_running=live is not None and not live.is_over,
    )


async def _form(
    site: Site, registry: SessionRegistry, request: Request, choice: Choice, *, wrong: str = ""
) -> Response:
    """Show the form as submitted, with its error."""
    source: DealFile | None = None
    try:
        with blind():
            source = await run_in_threadpool(registry.deal_file, choice.document)
    except WebError as error:
        wrong = str(error)
    return site.render(
        request,
        "dealing/new.html",
        status=422 if wrong else 200,
        choice=choice,
        fields=choice.fields,
        source=source,
        boards=str(NumberRanges.from_numbers(source.deals)) if source else "",
        empty=_numbers(source.empty if source else ()),
        incomplete=_numbers(source.incomplete if source else ()),
        machines=machines_present(),
        paces=[pace.value for pace in Pace],
        troubles=[trouble.value for trouble in SimulatedFault],
        wrong=wrong,
        example=_EXAMPLE,
    )


def _numbers(boards: Sequence[int]) -> str:
    return str(NumberRanges.from_numbers(boards)) if boards else ""

"""Edit a file's boards: select, move, swap, rotate, number, drop, merge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick import EditError, FormatError, OvertrickError, Seat
from overtrick_web.boards.editing import (
    LONGEST,
    Edited,
    Entry,
    Numbers,
    Plan,
    Row,
    arranged,
    chosen_places,
    edited,
    goes_by_number,
    listed,
)
from overtrick_web.boards.loss_report import lost
from overtrick_web.boards.reading import Reading
from overtrick_web.boards.rewriting import FaultyError
from overtrick_web.pages.files.file_page import (
    Opened,
    change_document,
    conflict,
    render_section,
)
from overtrick_web.pages.files.section import (
    aside,
    form_of,
    integer_of,
    opened_as_seen,
    opened_by,
)
from overtrick_web.site.site import Site, is_fragment
from overtrick_web.work.documents import Document, Version

MOST: Final = 100_000
"""The most boards of a plan."""

SHOWN: Final = 2_000
"""The number of boards drawn in a list; all others can be named by number."""

_WHAT: Final = "put into a new order"

_STEPS: Final = 20
"""The number of steps that can be undone before saving."""


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the section.

    Args:
        site: the site as a role sees it.
    """
    page = _Page(site)
    return [
        Route("/{id}/edit", page.show, methods=["GET"]),
        Route("/{id}/edit", page.change, methods=["POST"]),
        Route("/{id}/edit/other", page.other, methods=["GET"]),
        Route("/{id}/edit/save", page.save, methods=["POST"]),
    ]


class _Page:
    def __init__(self, site: Site) -> None:
        self._site = site

    # What is shown ----------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """Show the boards of the file."""
        opened = await opened_by(self._site, request)
        return await self._shown(request, opened, None, ())

    async def change(self, request: Request) -> Response:
        """Show the plan after one more step; nothing is saved."""
        form = await form_of(request)
        opened = await opened_as_seen(self._site, request, form)
        if not opened.is_newest:
            return self._conflict(request, opened)
        plan = _plan(form)
        past = _past(form)
        if form.get("action") == "undo" and past:
            *past, last = past
            return await self._shown(request, opened, _from_line(last), past)
        try:
            new = await self._stepped(opened, plan, form)
        except EditError as error:
            return await self._shown(
                request, opened, plan, past, refusal=str(error), chosen=form.get("chosen", "")
            )
        if new != plan:
            past = [*past, _line(plan)][-_STEPS:]
        return await self._shown(request, opened, new, past, before=plan)

    async def _shown(
        self,
        request: Request,
        opened: Opened,
        plan: Plan | None,
        past: Sequence[str],
        *,
        before: Plan | None = None,
        refusal: str = "",
        chosen: str = "",
    ) -> Response:
        try:
            outcome = await self._tried(opened, plan)
        except OvertrickError as error:
            why = error.diagnostic.message if isinstance(error, FormatError) else str(error)
            # The step cannot be done: the plan stays as it was before.
            if before is not None and before != plan:
                return await self._shown(request, opened, before, past[:-1], refusal=why)
            return render_section(
                self._site, request, opened, "files/edit_refused.html", "edit", status=422, why=why
            )
        is_piece = is_fragment(request)
        all_files = self._site.documents.all()
        return render_section(
            self._site,
            request,
            opened,
            "files/edit_plan.html" if is_piece else "files/edit.html",
            "edit",
            status=422 if refusal else 200,
            plan=plan or Plan.of(len(outcome.rows)),
            rows=outcome.rows[:SHOWN],
            count=len(outcome.rows),
            by_number=goes_by_number(outcome.rows),
            is_same=outcome.is_same,
            lost=lost(outcome.written.losses),
            errors=opened.reading.errors,
            past="\n".join(past),
            refusal=refusal,
            chosen=chosen,
            others=[one for one in all_files if one.id != opened.document.id],
            names={one.id: one.name for one in all_files},
            seats=tuple(Seat),
        )

    async def other(self, request: Request) -> Response:
        """Show the boards of another file, to select some of them."""
        self._site.documents.get(request.path_params["id"])
        rows: tuple[Row, ...] = ()
        key = request.query_params.get("other", "")
        if key:
            rows = await self._rows_of(self._site.documents.get(key))
        return self._site.render(
            request,
            "files/edit_other.html",
            rows=rows[:SHOWN],
            count=len(rows),
            by_number=goes_by_number(rows),
        )

    def _conflict(self, request: Request, opened: Opened) -> Response:
        return conflict(
            self._site,
            request,
            opened.document.id,
            based_on=opened.version.number,
            what=_WHAT,
        )

    # What is done -----------------------------------------------------------------------------

    async def save(self, request: Request) -> Response:
        """Save a new version."""
        form = await form_of(request)
        opened = await opened_as_seen(self._site, request, form)
        if not opened.is_newest:
            return self._conflict(request, opened)
        plan = _plan(form)
        wanted = _numbered(plan, form)
        if wanted != plan:
            # Nothing is saved that was not shown.
            past = [*_past(form), _line(plan)][-_STEPS:]
            return await self._shown(request, opened, wanted, past, before=plan)
        try:
            outcome = await self._tried(opened, plan, keep_going=form.get("keep_going") == "yes")
        except (FaultyError, EditError) as error:
            return await self._shown(request, opened, plan, _past(form), refusal=str(error))
        if outcome.is_same:
            return RedirectResponse(f"/files/{opened.document.id}/edit", 303)
        return await aside(
            change_document,
            self._site,
            request,
            opened.document.id,
            outcome.written.data,
            based_on=opened.version.number,
            what=_WHAT,
            back="edit?saved=1",
        )

    async def _tried(self, opened: Opened, plan: Plan | None, *, keep_going: bool = True) -> Edited:
        others: dict[str, Reading] = {}
        for key in () if plan is None else plan.keys:
            others[key] = await self._reading_of(self._version(key))
        return await aside(
            edited, opened.reading, plan, others, keep_going=keep_going, manager=self._site.plugins
        )

    async def _arranged(self, opened: Opened, plan: Plan) -> tuple[Row, ...]:
        files = {"": opened.reading.boards}
        for key in plan.keys:
            files[key] = (await self._reading_of(self._version(key))).boards
        return await aside(arranged, plan, files, manager=self._site.plugins)

    def _version(self, key: str) -> Version:
        """Return the version of another file by its key in a plan.

        Raises:
            NotFoundError: there is none.
        """
        id, _, number = key.partition("-")
        if not (number.isascii() and number.isdecimal() and len(number) < 10):
            raise HTTPException(400)
        return self._site.documents.get(id).version(int(number))

    async def _stepped(self, opened: Opened, plan: Plan, form: Mapping[str, str]) -> Plan:
        """Return the plan after one more step.

        Raises:
            EditError: it cannot be done.
        """
        action = form.get("action", "")
        plan = _numbered(plan, form)
        if action in {"", "show"}:
            return plan
        if action == "reset":
            return Plan.of(len(opened.reading.boards))
        if action == "add":
            return await self._added(plan, form)
        named = form.get("chosen", "").strip()
        rows = await self._arranged(opened, plan) if named else ()
        chosen = chosen_places(named, rows) if named else ()
        match action:
            case "keep":
                return plan.kept(chosen)
            case "drop":
                return plan.dropped(chosen)
            case "swap":
                return plan.swapped(chosen)
            case "move":
                return plan.moved(chosen, integer_of(form, "to", 1))
            case "turn":
                return plan.turned(chosen, integer_of(form, "turns", 1))
        raise HTTPException(400)

    async def _added(self, plan: Plan, form: Mapping[str, str]) -> Plan:
        key = form.get("other", "")
        if not key:
            msg = "choose a file first"
            raise EditError(msg)
        other = self._site.documents.get(key)
        rows = await self._rows_of(other)
        chosen = form.get("other_boards", "").strip()
        places = chosen_places(chosen, rows) if chosen else range(1, len(rows) + 1)
        entries = [Entry(place, _key(other)) for place in places]
        at = form.get("at", "").strip()
        return plan.added(entries, integer_of(form, "at") if at else None)

    async def _rows_of(self, other: Document) -> tuple[Row, ...]:
        """Return the boards of another file."""
        reading = await self._reading_of(other.current)
        return listed(reading.boards, _key(other))

    async def _reading_of(self, version: Version) -> Reading:
        return await aside(self._site.readings.of, version.digest, version.name, version.read)


def _key(document: Document) -> str:
    """Return the key of a document in plans; it includes the version, so it stays valid."""
    return f"{document.id}-{document.current.number}"


def _plan(form: Mapping[str, str]) -> Plan:
    """Return the plan of a form.

    Raises:
        EditError: it cannot be read.
    """
    return _from_line(f"{form.get('plan', 'places 1')} {form.get('order', '')}")


def _numbered(plan: Plan, form: Mapping[str, str]) -> Plan:
    """Return a plan with the numbers selected in a form."""
    numbers = cast("Numbers", form.get("numbers", plan.numbers))
    return plan.numbered(numbers, integer_of(form, "first", plan.first))


def _line(plan: Plan) -> str:
    return f"{plan.numbers} {plan.first} {plan.text}"


def _from_line(line: str) -> Plan:
    numbers, _, rest = line.strip().partition(" ")
    first, _, order = rest.partition(" ")
    if not (first.isascii() and first.isdecimal() and len(first) < 10):
        raise HTTPException(400)
    return Plan.parse(order, cast("Numbers", numbers), int(first), most=MOST)


def _past(form: Mapping[str, str]) -> list[str]:
    """Return the previous plans, as lines."""
    past = form.get("past", "")
    if len(past) > _STEPS * LONGEST:
        return []
    return [line for line in past.splitlines() if line.strip()][-_STEPS:]

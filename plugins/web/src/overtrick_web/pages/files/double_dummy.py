"""Double dummy and par: on request, with progress, shown and saved in a new version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick import Field, Seat, Strain
from overtrick.plugin import hides_hands
from overtrick_web.boards.double_dummy import Result, absence, double_dummy, put_in
from overtrick_web.boards.rewriting import FaultyError
from overtrick_web.errors import NotFoundError, sentence
from overtrick_web.jobs.running import Job, Status
from overtrick_web.pages.files.file_page import (
    Opened,
    change_document,
    opened_version,
    render_section,
)
from overtrick_web.pages.files.section import (
    about,
    aside,
    form_of,
    job_context,
    opened_as_seen,
    opened_by,
    opened_by_job,
    sealed_of,
)
from overtrick_web.site.site import Site
from overtrick_web.work.documents import Version

_WHAT = "double-dummy"


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the section.

    Args:
        site: the site as a role sees it.
    """
    page = _Page(site)
    return [
        Route("/{id}/double-dummy", page.show, methods=["GET"]),
        Route("/{id}/double-dummy", page.begin, methods=["POST"]),
        Route("/{id}/double-dummy/{solving}", page.job, methods=["GET"]),
        Route("/{id}/double-dummy/{solving}/keep", page.keep, methods=["POST"]),
    ]


class _Page:
    def __init__(self, site: Site) -> None:
        self._site = site

    async def show(self, request: Request) -> Response:
        """Show the boards to solve, or the reason solving is unavailable."""
        return await self._shown(request, await opened_by(self._site, request))

    async def _shown(
        self,
        request: Request,
        opened: Opened,
        *,
        job: Job | None = None,
        solved: Version | None = None,
        refusal: str = "",
        is_sealed: bool = False,
        status: int = 200,
    ) -> Response:
        address = f"/files/{opened.document.id}/double-dummy/{'' if job is None else job.id}"
        of_job: dict[str, Any] = {"job": None, "job_result": None}
        if job is not None:
            of_job = job_context(self._site, request, job, address)
        return render_section(
            self._site,
            request,
            opened,
            "files/double_dummy.html",
            "double-dummy",
            status=422 if refusal else status,
            absence=await aside(absence),
            results=of_job["job_result"] or (),
            solved=opened.version if solved is None else solved,
            count=len(opened.reading.boards),
            refusal=refusal,
            is_sealed=is_sealed,
            strains=tuple(reversed(Strain)),
            seats=tuple(Seat),
            is_kept=bool(request.query_params.get("saved")),
            **of_job,
        )

    async def begin(self, request: Request) -> Response:
        """Start to solve."""
        form = await form_of(request)
        opened = await opened_as_seen(self._site, request, form)
        if await aside(absence) is not None:
            # Who opened the page saw no button; the sentence is the same.
            return await self._shown(request, opened, status=422)
        sealed = sealed_of(opened, form)
        if opened.reading.is_sealed and sealed != "show":
            why = hides_hands(opened.version.name)
            return await self._shown(request, opened, refusal=why, is_sealed=True)

        def solve(job: Job) -> tuple[Result, ...]:
            return double_dummy(opened.reading, job.tell, sealed=sealed)

        job = self._site.jobs.start(solve, about=about(opened, _WHAT))
        return RedirectResponse(f"/files/{opened.document.id}/double-dummy/{job.id}", 303)

    async def job(self, request: Request) -> Response:
        """Show the progress of the solver, and its results once it is done."""
        opened, job, version = await opened_by_job(self._site, request, "solving", _WHAT)
        return await self._shown(request, opened, job=job, solved=version)

    async def keep(self, request: Request) -> Response:
        """Save the results in a new version."""
        form = await form_of(request)
        opened, job, version = await opened_by_job(self._site, request, "solving", _WHAT)
        if job.state.status is not Status.DONE:
            msg = "it is not solved yet"
            raise NotFoundError(msg)
        solved = await aside(opened_version, self._site, request, opened.document, version)
        try:
            new = await aside(
                put_in,
                solved.reading,
                job.result,
                keep_going=form.get("keep_going") == "yes",
                manager=self._site.plugins,
            )
        except FaultyError as error:
            return await self._shown(
                request, opened, job=job, solved=version, refusal=sentence(error)
            )
        back = f"double-dummy/{job.id}?saved=1"
        is_same = hashlib.sha256(new.data).hexdigest() == version.digest
        if is_same and not _holds_tables(opened):
            why = _no_place(opened, self._site)
            return await self._shown(request, opened, job=job, solved=version, refusal=why)
        if is_same:
            return RedirectResponse(f"/files/{opened.document.id}/{back}", 303)
        return await aside(
            change_document,
            self._site,
            request,
            opened.document.id,
            new.data,
            based_on=version.number,
            what="solved double dummy",
            back=back,
        )


def _holds_tables(opened: Opened) -> bool:
    """Return whether the file's format can hold double-dummy tables."""
    spec = opened.reading.spec
    return spec is not None and Field.GRIDS in spec.carries


def _no_place(opened: Opened, site: Site) -> str:
    able = [
        spec.name.upper()
        for spec in site.plugins.formats().values()
        if spec.writer is not None and Field.GRIDS in spec.carries
    ]
    spec = opened.reading.spec
    name = "this format" if spec is None else spec.name.upper()
    return f"{name} has no place for tables; convert the file first (these have: {', '.join(able)})"

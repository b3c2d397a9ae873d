"""Hand records: options, a preview that can be printed, and PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick import OvertrickError, SealedError
from overtrick.plugin import OptionValue
from overtrick_web.boards import records
from overtrick_web.boards.options import given_options
from overtrick_web.boards.records import DrawnSheet
from overtrick_web.errors import NotFoundError, sentence
from overtrick_web.jobs.running import Job, Status
from overtrick_web.pages.files.convert import attachment
from overtrick_web.pages.files.file_page import Opened, render_section
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
from overtrick_web.safety.headers import PREVIEW_POLICY
from overtrick_web.site.site import Site

OPTION: Final = "o-"
_WHAT: Final = "print"


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the section.

    Args:
        site: the site as a role sees it.
    """
    page = _Page(site)
    return [
        Route("/{id}/print", page.show, methods=["GET"]),
        Route("/{id}/print", page.begin, methods=["POST"]),
        Route("/{id}/print/sheet", page.sheet, methods=["GET"]),
        Route("/{id}/print/{sheet}", page.job, methods=["GET"]),
        Route("/{id}/print/{sheet}/file", page.file, methods=["GET"]),
    ]


class _Page:
    def __init__(self, site: Site) -> None:
        self._site = site

    async def show(self, request: Request) -> Response:
        """Show the options of a sheet, and the sheet itself."""
        opened = await opened_by(self._site, request)
        given = dict(request.query_params)
        refusal, is_sealed = "", False
        sheet = DrawnSheet(data=b"", name="", pages=0, count=0)
        if records.absence() is None:
            try:
                sheet = await self._drawn(request, opened, given)
            except SealedError as error:
                refusal, is_sealed = sentence(error), True
            except OvertrickError as error:
                refusal = sentence(error)
        return self._shown(
            request, opened, given, drawn=sheet, refusal=refusal, is_sealed=is_sealed
        )

    def _shown(
        self,
        request: Request,
        opened: Opened,
        given: Mapping[str, str],
        *,
        drawn: DrawnSheet | None = None,
        job: Job | None = None,
        refusal: str = "",
        is_sealed: bool = False,
    ) -> Response:
        address = f"/files/{opened.document.id}/print/{'' if job is None else job.id}"
        of_job: dict[str, Any] = {"job": None}
        if job is not None:
            of_job = job_context(self._site, request, job, address)
            drawn = of_job["job_result"]
        return render_section(
            self._site,
            request,
            opened,
            "files/records.html",
            "print",
            status=422 if refusal else 200,
            absence=records.absence(),
            pdf_absence=records.pdf_absence(),
            can_solve=records.can_solve(),
            fields=records.fields(),
            given=given,
            prefix=OPTION,
            is_filled=_is_filled(given),
            query=urlencode({**given, "version": str(opened.version.number)}),
            drawn=drawn,
            refusal=refusal,
            is_sealed=is_sealed or given.get("cards") == "show",
            **of_job,
        )

    async def sheet(self, request: Request) -> Response:
        """Send the sheet for display in a frame and for printing: inline styles, no script."""
        opened = await opened_by(self._site, request)
        if records.absence() is not None:
            return RedirectResponse(f"/files/{opened.document.id}/print", 303)
        made = await self._drawn(request, opened, dict(request.query_params))
        return HTMLResponse(
            made.data,
            headers={"Content-Security-Policy": PREVIEW_POLICY, "Cache-Control": "no-store"},
        )

    async def begin(self, request: Request) -> Response:
        """Start to make a PDF."""
        given = await form_of(request)
        opened = await opened_as_seen(self._site, request, given)
        language = self._site.words(request).language
        sealed, options = sealed_of(opened, given), _options(given)
        boards, solves = given.get("boards", "").strip(), given.get("solves") == "yes"

        def draw(job: Job) -> DrawnSheet:
            return records.drawn(
                opened.reading,
                "pdf",
                options,
                job.tell,
                boards=boards,
                solves=solves,
                language=language,
                sealed=sealed,
            )

        job = self._site.jobs.start(draw, about=about(opened, _WHAT))
        return RedirectResponse(f"/files/{opened.document.id}/print/{job.id}", 303)

    async def job(self, request: Request) -> Response:
        """Show the progress of the PDF, and redirect to it once it is done."""
        opened, job, _ = await opened_by_job(self._site, request, "sheet", _WHAT)
        return self._shown(request, opened, {}, job=job)

    async def file(self, request: Request) -> Response:
        """Send the PDF."""
        _, job, _ = await opened_by_job(self._site, request, "sheet", _WHAT)
        if job.state.status is not Status.DONE:
            msg = "it is not made yet"
            raise NotFoundError(msg)
        made: DrawnSheet = job.result
        return attachment(made.data, made.name, "application/pdf")

    async def _drawn(
        self, request: Request, opened: Opened, given: Mapping[str, str]
    ) -> DrawnSheet:
        return await aside(
            records.drawn,
            opened.reading,
            "html",
            _options(given),
            boards=given.get("boards", "").strip(),
            most=records.PREVIEWED,
            language=self._site.words(request).language,
            sealed=sealed_of(opened, given),
        )


def _is_filled(given: Mapping[str, str]) -> bool:
    return given.get("filled") == "1"


def _options(given: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return the sheet options of a form."""
    chosen = {name.removeprefix(OPTION): value for name, value in given.items()}
    options = given_options(records.fields(), chosen, is_filled=_is_filled(given))
    return {name: value for name, value in options.items() if value != ""}

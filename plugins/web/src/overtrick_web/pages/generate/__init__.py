"""New boards: random or by a condition; the result is a file among the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick import OptionError, OvertrickError
from overtrick_web.boards.converting import targets
from overtrick_web.boards.double_dummy import absence as solver_absence
from overtrick_web.boards.generating import (
    MOST,
    PRESETS,
    BadConditionError,
    ConditionEstimate,
    Generated,
    GenerateRequest,
    absence,
    check_dealing,
    generated,
    new_seed,
    outlook,
    sealing_formats,
)
from overtrick_web.errors import NotFoundError, sentence
from overtrick_web.jobs.running import Job, Status
from overtrick_web.pages.files.section import aside, form_of, integer_of, job_context
from overtrick_web.site.job_routes import job_routes
from overtrick_web.site.site import Site, is_fragment

_ABOUT: Final = "generate"

_START: Final[Mapping[str, str]] = {"count": "24", "first": "1", "format": "pbn"}


@attrs.frozen(kw_only=True)
class GeneratedResult:
    """The result of a request.

    Attributes:
        id: the document that has the boards.
        deal_request: the requested boards.
        made: the boards' file; its bytes are the document's.
    """

    id: str
    deal_request: GenerateRequest
    made: Generated


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the page.

    Args:
        site: the site as a role sees it.
    """
    page = _Page(site)
    return [
        *job_routes(site),
        Route("/", page.show, methods=["GET"]),
        Route("/", page.begin, methods=["POST"]),
        Route("/likely", page.likely, methods=["POST"]),
        Route("/{made}", page.job, methods=["GET"]),
    ]


class _Page:
    def __init__(self, site: Site) -> None:
        self._site = site

    async def show(self, request: Request) -> Response:
        """Show the form."""
        given = {**_START, **request.query_params}
        return await self._shown(request, given)

    async def _shown(
        self,
        request: Request,
        given: Mapping[str, str],
        *,
        refusal: str = "",
        wrong: BadConditionError | None = None,
        look: ConditionEstimate | None = None,
    ) -> Response:
        is_piece = is_fragment(request)
        condition = given.get("condition", "")
        return self._site.render(
            request,
            "generate/likely.html" if is_piece else "generate/generate.html",
            status=422 if refusal or wrong else 200,
            absence=absence(),
            given=given,
            presets=PRESETS,
            most=MOST,
            formats=targets(self._site.plugins),
            sealing=sealing_formats(self._site.plugins),
            can_solve=solver_absence() is None,
            refusal=refusal,
            wrong=wrong,
            before=condition[: wrong.column - 1] if wrong and wrong.column else "",
            after=condition[wrong.column - 1 :] if wrong and wrong.column else "",
            look=look,
        )

    async def likely(self, request: Request) -> Response:
        """Show the probability of such deals, or the error in the condition and its place."""
        form = await form_of(request)
        await aside(check_dealing)
        try:
            look = await aside(outlook, _request_of(form))
        except BadConditionError as error:
            return await self._shown(request, form, wrong=error)
        except OvertrickError as error:
            return await self._shown(request, form, refusal=sentence(error))
        return await self._shown(request, form, look=look)

    async def begin(self, request: Request) -> Response:
        """Start to deal."""
        form = await form_of(request)
        await aside(check_dealing)
        try:
            deal_request = _request_of(form)
            await aside(outlook, deal_request)
        except BadConditionError as error:
            return await self._shown(request, form, wrong=error)
        except OptionError as error:
            return await self._shown(request, form, refusal=sentence(error))
        # Known before anything is dealt, so that the same boards can be had again.
        deal_request = (
            deal_request
            if deal_request.seed
            else attrs.evolve(deal_request, seed=await aside(new_seed))
        )
        plugins, documents = self._site.plugins, self._site.documents

        def deal(job: Job) -> GeneratedResult:
            made = generated(deal_request, job.tell, manager=plugins)
            job.tell(deal_request.count, deal_request.count)
            what = f"dealt by the seed {made.seed}"
            return GeneratedResult(
                id=documents.add(made.name, made.data, what=what).id,
                deal_request=deal_request,
                made=attrs.evolve(made, data=b""),
            )

        job = self._site.jobs.start(deal, about=_ABOUT)
        return RedirectResponse(f"/generate/{job.id}", 303)

    async def job(self, request: Request) -> Response:
        """Show the progress, and the link to the boards once it is done; no card is shown."""
        job = self._site.jobs.get(request.path_params["made"])
        if job.about != _ABOUT:
            msg = "this work was about something else"
            raise NotFoundError(msg)
        of_job = job_context(self._site, request, job, f"/generate/{job.id}")
        of_job["job_base"] = "/generate"
        return self._site.render(
            request,
            "generate/made.html",
            is_done=job.state.status is Status.DONE and of_job["job_result"] is not None,
            lost=()
            if not isinstance(of_job["job_result"], GeneratedResult)
            else job.result.made.lost,
            **of_job,
        )


def _request_of(form: Mapping[str, str]) -> GenerateRequest:
    """Return the request of a form.

    Raises:
        OptionError: a number that is too small or too large.
    """
    return GenerateRequest(
        count=integer_of(form, "count", 24),
        first=integer_of(form, "first", 1),
        condition=form.get("condition", "").strip(),
        seed=form.get("seed", "").strip(),
        format=form.get("format", "pbn"),
        has_tables=form.get("tables") == "yes",
        is_sealed=form.get("sealed") == "yes",
    )

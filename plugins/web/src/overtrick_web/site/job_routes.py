"""Routes that report the progress of jobs and cancel them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick_web.jobs.events import event_stream
from overtrick_web.jobs.running import Job, JobState, Status
from overtrick_web.site.languages import Words
from overtrick_web.site.site import Site


def job_routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes `/jobs/ID/events` and `/jobs/ID/give-up`, for a page's own routes.

    The page shows `site/job.html`, which takes the rest from here.

    Args:
        site: the site as a role sees it.
    """

    async def events(request: Request) -> Response:
        job = site.jobs.get(request.path_params["job"])
        words = site.words(request)

        async def progress() -> AsyncIterator[dict[str, object]]:
            async for state in job.states():
                yield job_data(state, words)

        return event_stream(progress())

    async def give_up(request: Request) -> Response:
        job: Job = site.jobs.get(request.path_params["job"])
        job.give_up()
        # The page of the job itself shows its result.
        back = request.headers.get("referer", "")
        here = str(request.base_url)
        return RedirectResponse(back if back.startswith(here) else "/", 303)

    return [
        Route("/jobs/{job}/events", events),
        Route("/jobs/{job}/give-up", give_up, methods=["POST"]),
    ]


def job_data(state: JobState, words: Words) -> dict[str, object]:
    """Return the progress of a job for a page: as a percentage and in words."""
    return {
        "status": state.status.value,
        "share": None if state.share is None else round(100 * state.share, 1),
        "text": job_text(state, words),
        "over": state.is_over,
    }


def job_text(state: JobState, words: Words) -> str:
    """Return the progress of a job in the user's language."""
    texts = {
        Status.WAITING: words.gettext("Waiting for other work to be done"),
        Status.DONE: words.gettext("Done"),
        Status.GIVEN_UP: words.gettext("Given up; nothing was changed"),
        Status.FAILED: words.gettext("This did not work"),
    }
    if state.status in texts:
        return str(texts[state.status])
    doing = {
        "Solving": words.gettext("Solving"),
        "Drawing": words.gettext("Drawing"),
        "Dealing": words.gettext("Dealing"),
        "Writing": words.gettext("Writing"),
    }.get(state.words, words.gettext("Working"))
    if state.total is None:
        return str(doing)
    return str(
        words.gettext("{doing}: {done} of {total}", doing=doing, done=state.done, total=state.total)
    )

"""Shared helpers of the sections of a file: forms, threads, and jobs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from overtrick.plugin import Seals
from overtrick_web.errors import NotFoundError
from overtrick_web.jobs.running import Job, JobState, Status
from overtrick_web.pages.files.file_page import Opened, open_document, opened_version, version_seen
from overtrick_web.site.job_routes import job_text
from overtrick_web.site.site import Site
from overtrick_web.work.documents import Version

ReturnT = TypeVar("ReturnT")

_MOST_FIELDS: Final = 100


async def opened_by(site: Site, request: Request) -> Opened:
    """Return the file of an address.

    Raises:
        NotFoundError: there is no such file or version.
    """
    return await aside(open_document, site, request)


async def opened_as_seen(site: Site, request: Request, form: Mapping[str, str]) -> Opened:
    """Return the file of a form, in the version that its user saw.

    Raises:
        NotFoundError: there is no such file or version.
    """
    document = site.documents.get(request.path_params["id"])
    version = document.version(version_seen(form))
    return await aside(opened_version, site, request, document, version)


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form, by name; files are ignored."""
    async with request.form(max_fields=_MOST_FIELDS, max_files=0) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def integer_of(values: Mapping[str, str], name: str, default: int | None = None) -> int:
    """Return an integer field of a form.

    Raises:
        HTTPException: it is none.
    """
    text = values.get(name, "").strip()
    if not text and default is not None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise HTTPException(400)
    return int(text)


def sealed_of(opened: Opened, values: Mapping[str, str]) -> Seals:
    """Return the treatment of hidden hands: shown only if the user asked for them."""
    return "show" if opened.shows_hands or values.get("cards") == "show" else "refuse"


async def aside(work: Callable[..., ReturnT], *args: Any, **kwargs: Any) -> ReturnT:  # noqa: ANN401  # handed on
    """Run slow work in another thread, so that the server stays responsive."""
    return await run_in_threadpool(work, *args, **kwargs)


def about(opened: Opened, what: str) -> str:
    """Return the subject of a job about a version."""
    return f"{opened.document.id}:{what}:{opened.version.number}"


async def opened_by_job(
    site: Site, request: Request, name: str, what: str
) -> tuple[Opened, Job, Version]:
    """Return the current file, the job of an address, and the version that it worked on.

    Args:
        site: the site.
        request: what was asked for.
        name: what the job is called in the path.
        what: what such jobs are about.

    Raises:
        NotFoundError: there is no such file, or no such job for it.
    """
    document = site.documents.get(request.path_params["id"])
    job = site.jobs.get(request.path_params[name])
    id, _, rest = job.about.partition(":")
    kind, _, number = rest.rpartition(":")
    if (id, kind) != (document.id, what):
        msg = "this work was about something else"
        raise NotFoundError(msg)
    opened = await aside(opened_version, site, request, document, document.current)
    return opened, job, document.version(int(number))


def job_context(site: Site, request: Request, job: Job, address: str) -> dict[str, Any]:
    """Return the context of `site/job.html` for a job, from one state.

    Args:
        site: the site.
        request: what was asked for.
        job: the job.
        address: the address of its page.
    """
    state: JobState = job.state
    return {
        "job": job,
        "job_state": state,
        "job_result": job.result if state.status is Status.DONE else None,
        "job_text": job_text(state, site.words(request)),
        "job_base": "/files",
        "job_done": address,
    }

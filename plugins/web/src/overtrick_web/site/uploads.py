"""The outcome of an upload: the accepted files, and the reason for each rejected one."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from overtrick_web.boards.unpacking import AcceptedFile, Dropped, Reason, RejectedFile, take_apart
from overtrick_web.errors import RefusedError
from overtrick_web.safety.forms import UploadedFile, sent_form
from overtrick_web.site.site import Site
from overtrick_web.work.documents import Document


@attrs.frozen
class Outcome:
    """The outcome of an upload.

    Attributes:
        taken: those that are kept now.
        not_taken: the rejected ones, with the reason; accidental files are left out.
    """

    taken: tuple[Document, ...]
    not_taken: tuple[RejectedFile, ...]


async def keep_dropped(site: Site, request: Request) -> Outcome:
    """Save the acceptable files of a form, with archives and folders unpacked.

    Args:
        site: the site.
        request: the request, whose body is the form.

    Raises:
        RefusedError: it is no such form, or no file was chosen.
        NoRoomError: there is no room for them.
        OSError: a full disk, for example.
    """
    async with sent_form(request, site.work.path) as form:
        return await run_in_threadpool(_keep, site, form.files)


def _keep(site: Site, files: Sequence[UploadedFile]) -> Outcome:
    taken: list[Document] = []
    not_taken: list[RejectedFile] = []
    dropped = (Dropped(one.name, one.file) for one in files)
    for found in take_apart(dropped, site.plugins):
        if isinstance(found, AcceptedFile):
            document = site.documents.add(found.name, found.data)
            if found.reading is not None:
                version = document.current
                site.readings.keep(version.digest, version.name, found.reading)
            taken.append(document)
        elif found.reason is not Reason.HIDDEN:
            not_taken.append(found)
    if not taken and not not_taken:
        msg = "no file was chosen"
        raise RefusedError(msg)
    return Outcome(tuple(taken), tuple(not_taken))

"""The first page: the uploaded files, and a place to upload more."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import attrs
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick_web.boards.reading import Reading
from overtrick_web.pages.files.file_page import open_document
from overtrick_web.site.site import Site, is_fragment
from overtrick_web.site.uploads import Outcome, keep_dropped
from overtrick_web.work.documents import Document

_DROPS: Final = 100


@attrs.frozen(kw_only=True)
class Row:
    """A file in the list.

    Attributes:
        document: the file.
        reading: what could be read of it; `None` where that is not known yet.
    """

    document: Document
    reading: Reading | None


class _Outcomes:
    """The outcomes of recent uploads, for the page after the redirect."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Outcome] = OrderedDict()

    def keep(self, outcome: Outcome) -> str:
        """Store an outcome; return its key."""
        name = secrets.token_hex(8)
        with self._lock:
            self._kept[name] = outcome
            while len(self._kept) > _DROPS:
                self._kept.popitem(last=False)
        return name

    def of(self, name: str) -> Outcome | None:
        """Return the outcome of an upload, as long as it is stored."""
        with self._lock:
            return self._kept.get(name)


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the first page.

    Args:
        site: the site as a role sees it.
    """
    outcomes = _Outcomes()

    def home(request: Request) -> Response:
        removed = None
        wanted = request.query_params.get("removed", "")
        if wanted:
            removed = next((one for one in site.documents.binned() if one.id == wanted), None)
        answer = site.render(
            request,
            "files/home.html",
            rows=[_row(site, document) for document in site.documents.all()],
            binned=site.documents.binned(),
            removed=removed,
            outcome=outcomes.of(request.query_params.get("drop", "")),
            damaged=site.documents.damaged,
        )
        # A user of this page is about to drop a file: load the readers in advance.
        answer.background = BackgroundTask(site.readings.make_ready)
        return answer

    def summary(request: Request) -> Response:
        opened = open_document(site, request)
        row = Row(document=opened.document, reading=opened.reading)
        if not is_fragment(request):
            return RedirectResponse(f"/files/{opened.document.id}/boards", 303)
        return site.render(request, "files/row.html", row=row)

    async def drop(request: Request) -> Response:
        outcome = await keep_dropped(site, request)
        if len(outcome.taken) == 1 and not outcome.not_taken:
            return RedirectResponse(f"/files/{outcome.taken[0].id}/boards", 303)
        return RedirectResponse(f"/files/?drop={outcomes.keep(outcome)}", 303)

    async def empty(request: Request) -> Response:
        site.documents.empty_bin()
        return RedirectResponse("/files/", 303)

    return [
        Route("/", home),
        Route("/drop", drop, methods=["POST"]),
        Route("/empty-bin", empty, methods=["POST"]),
        Route("/{id}/summary", summary),
    ]


def _row(site: Site, document: Document) -> Row:
    """Return the metadata of a file without reading it."""
    version = document.current
    return Row(document=document, reading=site.readings.known(version.digest, version.name))

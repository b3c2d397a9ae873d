"""The findings of a file, and their fixes with the diff shown first."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from overtrick_web.boards.fixing import (
    Fixing,
    FixRequest,
    NothingToFixError,
    can_fix_all,
    fix,
)
from overtrick_web.boards.result_cache import ResultCache
from overtrick_web.errors import NotFoundError
from overtrick_web.pages.files.file_page import (
    Opened,
    change_document,
    conflict,
    open_document,
    opened_version,
    render_section,
    version_seen,
)
from overtrick_web.site.site import Site, is_fragment
from overtrick_web.work.documents import Document

EACH: Final = 10
"""The number of findings of a code shown before the user asks for all of them."""

MOST_KEPT: Final = 40_000
"""The number of cached boards and findings of fixed files awaiting confirmation."""

AT_ONCE: Final = 100
"""The number of findings of one code on a page."""


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the section.

    Args:
        site: the site as a role sees it.
    """
    page = _Page(site)
    return [
        Route("/{id}/findings", page.show),
        Route("/{id}/fix", page.ask, methods=["GET"]),
        Route("/{id}/fix", page.do, methods=["POST"]),
    ]


class _Page:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._fixings: ResultCache[tuple[str, str, FixRequest, bool], Fixing] = ResultCache(
            MOST_KEPT
        )

    def show(self, request: Request) -> Response:
        """Show all findings by code, or those of one code."""
        opened = open_document(self._site, request)
        findings = opened.reading.findings
        code = request.query_params.get("code")
        groups = [group for group in findings.groups if code is None or group.code == code]
        begin = request.query_params.get("from", "1")
        first = int(begin) if begin.isascii() and begin.isdecimal() and len(begin) < 8 else 1
        return render_section(
            self._site,
            request,
            opened,
            "files/findings.html",
            "findings",
            findings=findings,
            groups=groups,
            code=code,
            begin=max(first, 1),
            at_once=AT_ONCE,
            each=EACH,
            explain=self._site.explain,
            can_fix_all=can_fix_all(opened.reading, self._site.plugins),
        )

    def ask(self, request: Request) -> Response:
        """Show the changes of a fix; nothing is changed."""
        opened = open_document(self._site, request)
        return self._asked(request, opened, _fix_request(request.query_params))

    async def do(self, request: Request) -> Response:
        """Fix the file, if it is still the version that was shown."""
        async with request.form(max_fields=10, max_files=0) as form:
            values = {name: str(value) for name, value in form.items()}
        return await run_in_threadpool(self._do, request, values)

    def _do(self, request: Request, values: dict[str, str]) -> Response:
        site = self._site
        document = site.documents.get(request.path_params["id"])
        seen = version_seen(values)
        if document.current.number != seen:
            code = values.get("code", "")
            # A finding's number is that of a version; a code and everything are of any.
            place = "findings" if values.get("finding") else "fix"
            return conflict(
                site,
                request,
                document.id,
                based_on=seen,
                what="fixed",
                again=f"/files/{document.id}/{place}" + (f"?code={quote(code)}" if code else ""),
            )
        opened = opened_version(site, request, document, document.version(seen))
        try:
            fixing = self._fix(opened, _fix_request(values))
        except NothingToFixError as error:
            return self._nothing(request, opened, str(error))
        answer = change_document(
            site, request, document.id, fixing.data, based_on=seen, what="fixed"
        )
        self._keep(opened, fixing, site.documents.get(document.id))
        return answer

    def _asked(self, request: Request, opened: Opened, fix_request: FixRequest) -> Response:
        try:
            fixing = self._fix(opened, fix_request)
        except NothingToFixError as error:
            return self._nothing(request, opened, str(error))
        return render_section(
            self._site,
            request,
            opened,
            "files/fix_dialog.html" if is_fragment(request) else "files/fix.html",
            "findings",
            fixing=fixing,
            fix_request=fix_request,
        )

    def _nothing(self, request: Request, opened: Opened, sentence: str) -> Response:
        return render_section(
            self._site,
            request,
            opened,
            "files/fix_dialog.html" if is_fragment(request) else "files/fix.html",
            "findings",
            status=200 if request.method == "GET" else 422,
            fixing=None,
            sentence=sentence,
            fix_request=FixRequest(),
        )

    def _fix(self, opened: Opened, fix_request: FixRequest) -> Fixing:
        version = opened.version
        if fix_request.number is not None and fix_request.number > len(opened.reading.findings.all):
            msg = f"{version.name} has no finding {fix_request.number}"
            raise NotFoundError(msg)
        # Who is shown the difference is about to ask for it to be done.
        return self._fixings.get(
            (version.digest, version.name, fix_request, opened.shows_hands),
            lambda: fix(
                opened.reading,
                version.read(),
                fix_request,
                self._site.plugins,
                shows_hands=opened.shows_hands,
            ),
        )

    def _keep(self, opened: Opened, fixing: Fixing, document: Document) -> None:
        """Cache the result of reading the fixed file, which is shown next."""
        new = document.current
        if hashlib.sha256(fixing.data).hexdigest() != new.digest:
            return
        self._site.readings.keep(
            new.digest, new.name, fixing.reading, shows_hands=opened.is_unsealed
        )


def _fix_request(values: Mapping[str, str]) -> FixRequest:
    code, number = values.get("code", ""), values.get("finding", "")
    if number.isascii() and number.isdecimal() and 0 < len(number) < 8 and int(number):
        return FixRequest(number=int(number))
    return FixRequest(code=code or None)

"""The file in another format: the losses are shown before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick import FormatError, OvertrickError, SealedError
from overtrick_web.boards.converting import Converted, Target, converted, targets
from overtrick_web.boards.options import given_options
from overtrick_web.boards.rewriting import FaultyError
from overtrick_web.errors import NotFoundError, sentence
from overtrick_web.pages.files.file_page import Opened, render_section
from overtrick_web.pages.files.section import (
    aside,
    form_of,
    opened_as_seen,
    opened_by,
)
from overtrick_web.site.site import Site

OPTION: Final = "o-"
"""The prefix of an option's name in the form."""


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the section.

    Args:
        site: the site as a role sees it.
    """
    page = _Page(site)
    return [
        Route("/{id}/convert", page.show, methods=["GET"]),
        Route("/{id}/convert/file", page.file, methods=["GET"]),
        Route("/{id}/convert/keep", page.keep, methods=["POST"]),
    ]


class _Page:
    def __init__(self, site: Site) -> None:
        self._site = site

    async def show(self, request: Request) -> Response:
        """Show the formats, and the losses of the chosen one."""
        opened = await opened_by(self._site, request)
        given = dict(request.query_params)
        known = targets(self._site.plugins)
        chosen = next((target for target in known if target.name == given.get("to")), None)
        result: Converted | None = None
        refusal = ""
        errors = 0
        is_sealed = False
        if chosen is not None:
            try:
                result = await self._converted(opened, chosen, given)
            except FaultyError as error:
                refusal, errors = sentence(error), error.count
            except FormatError as error:
                refusal = error.diagnostic.message
            except SealedError as error:
                refusal, is_sealed = sentence(error), True
            except OvertrickError as error:
                refusal = sentence(error)
        return render_section(
            self._site,
            request,
            opened,
            "files/convert.html",
            "convert",
            status=422 if refusal else 200,
            targets=known,
            chosen=chosen,
            given=given,
            prefix=OPTION,
            is_filled=_is_filled(given),
            result=result,
            lost=() if result is None else result.lost,
            refusal=refusal,
            errors=errors,
            is_sealed=is_sealed or given.get("cards") == "show",
        )

    async def file(self, request: Request) -> Response:
        """Send the new file; without a format, show the formats."""
        opened = await opened_by(self._site, request)
        given = dict(request.query_params)
        if "to" not in given:
            return RedirectResponse(f"/files/{opened.document.id}/convert", 303)
        result = await self._converted(opened, self._target(given), given)
        return attachment(result.written.data, result.name)

    async def keep(self, request: Request) -> Response:
        """Save the new file beside the old one."""
        form = await form_of(request)
        opened = await opened_as_seen(self._site, request, form)
        result = await self._converted(opened, self._target(form), form)
        kept = await aside(
            self._site.documents.add, result.name, result.written.data, what="converted"
        )
        return RedirectResponse(f"/files/{kept.id}/boards", 303)

    def _target(self, given: Mapping[str, str]) -> Target:
        for target in targets(self._site.plugins):
            if target.name == given.get("to"):
                return target
        msg = "there is no such format to write"
        raise NotFoundError(msg)

    async def _converted(
        self, opened: Opened, target: Target, given: Mapping[str, str]
    ) -> Converted:
        options = {name.removeprefix(OPTION): value for name, value in given.items()}
        return await aside(
            converted,
            opened.reading,
            target.name,
            given_options(target.fields, options, is_filled=_is_filled(given)),
            keep_going=given.get("keep_going") == "yes",
            sealed="show" if given.get("cards") == "show" else "keep",
            manager=self._site.plugins,
        )


def _is_filled(given: Mapping[str, str]) -> bool:
    """Return whether the form had the options of the requested format."""
    return bool(given.get("to")) and given.get("options-of") == given.get("to")


def attachment(data: bytes, name: str, media_type: str = "application/octet-stream") -> Response:
    """Return a file as a download.

    Args:
        data: its bytes.
        name: its name, whatever letters are in it.
        media_type: what it is.
    """
    plain = "".join(letter if letter.isalnum() or letter in " .-_" else "_" for letter in name)
    plain = plain.encode("ascii", "replace").decode().replace("?", "_")
    return Response(
        data,
        media_type=media_type,
        headers={
            "Content-Disposition": (
                f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
            ),
            "Cache-Control": "no-store",
        },
    )

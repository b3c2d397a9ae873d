"""The versions of a file: view, download, revert; show hands, delete files."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick_web.errors import ConflictError, NotFoundError
from overtrick_web.pages.files.file_page import (
    conflict,
    open_document,
    render_section,
    unsealed_cookie,
    version_seen,
)
from overtrick_web.site.site import Site


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of a file's versions.

    Args:
        site: the site as a role sees it.
    """

    def show(request: Request) -> Response:
        opened = open_document(site, request)
        return render_section(site, request, opened, "files/versions.html", "versions")

    def download(request: Request) -> Response:
        document = site.documents.get(request.path_params["id"])
        wanted = request.query_params.get("version")
        version = document.current
        if wanted is not None:
            version = document.version(version_seen({"based_on": wanted}))
        if not version.path.is_file():
            version.read()
        return FileResponse(
            version.path, filename=version.name, media_type="application/octet-stream"
        )

    async def undo(request: Request) -> Response:
        values = await _values(request)
        seen = version_seen(values)
        document = site.documents.get(request.path_params["id"])
        number = int(values["to"]) if values.get("to", "").isdecimal() else seen - 1
        if number < 1:
            msg = f"there is nothing to take back in {document.name}"
            raise NotFoundError(msg)
        try:
            site.documents.go_back(document.id, number, based_on=seen)
        except ConflictError:
            return conflict(site, request, document.id, based_on=seen, what=f"back to {number}")
        return RedirectResponse(f"/files/{document.id}/boards", 303)

    async def unseal(request: Request) -> Response:
        values = await _values(request)
        document = site.documents.get(request.path_params["id"])
        answer = RedirectResponse(f"/files/{document.id}/boards", 303)
        path = f"/files/{document.id}"
        if values.get("show") == "hands":
            answer.set_cookie(
                unsealed_cookie(document), "yes", path=path, samesite="strict", httponly=True
            )
        else:
            answer.delete_cookie(
                unsealed_cookie(document), path=path, samesite="strict", httponly=True
            )
        return answer

    async def remove(request: Request) -> Response:
        document = site.documents.remove(request.path_params["id"])
        return RedirectResponse(f"/files/?removed={document.id}", 303)

    async def restore(request: Request) -> Response:
        site.documents.restore(request.path_params["id"])
        return RedirectResponse("/files/", 303)

    return [
        Route("/{id}/versions", show),
        Route("/{id}/download", download),
        Route("/{id}/undo", undo, methods=["POST"]),
        Route("/{id}/hands", unseal, methods=["POST"]),
        Route("/{id}/remove", remove, methods=["POST"]),
        Route("/{id}/restore", restore, methods=["POST"]),
    ]


async def _values(request: Request) -> dict[str, str]:
    async with request.form(max_fields=10, max_files=0) as form:
        return {name: str(value) for name, value in form.items()}

"""A local web page for clubs: drop a file of boards, then view, fix, print and deal it.

The module declares the kind of plugin that a page is, the pages that ship with the plugin, and the
command `serve`; what serves is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from overtrick.plugin import ApiVersion, CommandSpec, Kind, hookimpl, lazy_names
from overtrick_web.interface.spec import PAGES, PageSpec

if TYPE_CHECKING:
    from overtrick_web.errors import ConflictError, NotFoundError, RefusedError, WebError
    from overtrick_web.interface.roles import Role
    from overtrick_web.interface.spec import PAGES, PageSpec
    from overtrick_web.jobs.running import Job, Jobs
    from overtrick_web.site.application import application, routes_of
    from overtrick_web.site.site import Site, pages_for
    from overtrick_web.work.documents import Document, Documents, Version
    from overtrick_web.work.folder import WorkFolder


__all__ = [
    "PAGES",
    "ConflictError",
    "Document",
    "Documents",
    "Job",
    "Jobs",
    "NotFoundError",
    "PageSpec",
    "RefusedError",
    "Role",
    "Site",
    "Version",
    "WebError",
    "WorkFolder",
    "application",
    "pages_for",
    "routes_of",
]

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "errors": "ConflictError NotFoundError RefusedError WebError",
        "interface.roles": "Role",
        "interface.spec": "PAGES PageSpec",
        "jobs.running": "Job Jobs",
        "site.application": "application routes_of",
        "site.site": "Site pages_for",
        "work.documents": "Document Documents Version",
        "work.folder": "WorkFolder",
    },
)


@hookimpl
def overtrick_kinds(api: ApiVersion) -> Iterator[Kind[PageSpec]]:
    """Declare the plugin kind `page`."""
    yield PAGES


@hookimpl
def overtrick_pages(api: ApiVersion) -> Iterator[PageSpec]:
    """Declare the pages that ship with the plugin."""
    yield PageSpec(
        name="files",
        title="Files",
        summary="Drop a file of boards, see it, fix it, change it, convert it, print it",
        routes="overtrick_web.pages.files:routes",
        static="overtrick_web:static/files",
        templates="overtrick_web:templates/files",
        place=10,
    )
    yield PageSpec(
        name="generate",
        title="New boards",
        summary="Deal new boards at random, or so that they fit a condition",
        routes="overtrick_web.pages.generate:routes",
        static="overtrick_web:static/generate",
        templates="overtrick_web:templates/generate",
        place=40,
    )
    yield PageSpec(
        name="dealing",
        title="Dealing",
        summary="Deal boards on a dealing machine, blind, and never lose count",
        routes="overtrick_web.pages.dealing:routes",
        static="overtrick_web:static/dealing",
        templates="overtrick_web:templates/dealing",
        shows_cards=False,
        place=30,
    )


@hookimpl
def overtrick_commands(api: ApiVersion) -> Iterator[CommandSpec]:
    """Declare the command `serve`."""
    yield CommandSpec(
        name="serve",
        summary="Serve a web page to show, fix, print and deal files of boards",
        command="overtrick_web.command.serve:serve",
    )

"""The page of a file: its header and its sections, the same for all actions.

A section's GET is a plain function, which Starlette runs in a thread of its own:

    def routes(site: Site) -> Sequence[BaseRoute]:
        def show(request: Request) -> Response:
            opened = open_document(site, request)
            return render_section(site, request, opened, "files/print.html", "print")

        return [Route("/{id}/print", show)]

Its template extends `files/section.html`, which has the row of sections, and fills the block
`section`. What changes a file is a POST with the number of the version that was seen, in the field
`based_on`; `change_document` saves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from overtrick import SealedError
from overtrick.plugin import hides_hands
from overtrick_web.boards.reading import Reading
from overtrick_web.errors import ConflictError, NotFoundError
from overtrick_web.site.site import Site
from overtrick_web.work.documents import Document, Version

_DIGITS: Final = 10

PANEL: Final = 3
"""The number of findings of a code shown beside the boards; the section has more."""


@attrs.frozen(kw_only=True)
class Opened:
    """An opened file.

    Attributes:
        document: the file and its versions.
        version: the version that is shown: the newest, unless the address names another one.
        reading: what could be read of it.
        shows_hands: whether its hands may be shown: not hidden, or the user asked for them.
    """

    document: Document
    version: Version
    reading: Reading
    shows_hands: bool

    @property
    def is_newest(self) -> bool:
        """Whether the version is the newest."""
        return self.version.number == self.document.current.number

    @property
    def is_unsealed(self) -> bool:
        """Whether the user asked for the hidden hands."""
        return self.reading.is_sealed and self.shows_hands

    def check_shown(self) -> None:
        """Raise if the hands are hidden and the user has not asked for them.

        Raises:
            SealedError: they were not.
        """
        if not self.shows_hands:
            raise _sealed(self.version.name)


def open_document(site: Site, request: Request) -> Opened:
    """Return the file of an address, read; the newest version, or that of `?version=N`.

    It may take a while: call it in a thread.

    Raises:
        NotFoundError: there is no such file or version.
    """
    document = site.documents.get(request.path_params["id"])
    wanted = request.query_params.get("version", "")
    version = document.version(_number(wanted)) if wanted else document.current
    return opened_version(site, request, document, version)


def opened_version(site: Site, request: Request, document: Document, version: Version) -> Opened:
    """Return a version of a file, read."""
    reading = site.readings.of(version.digest, version.name, version.read)
    shows_hands = not reading.is_sealed or is_unsealed(request, document)
    if reading.is_sealed and shows_hands:
        # Findings that name cards are made only for those who asked to see them.
        reading = site.readings.of(version.digest, version.name, version.read, shows_hands=True)
    return Opened(document=document, version=version, reading=reading, shows_hands=shows_hands)


def render_section(
    site: Site,
    request: Request,
    opened: Opened,
    template: str,
    section: str,
    *,
    status: int = 200,
    **context: object,
) -> Response:
    """Return a section of the page of a file.

    Args:
        site: the site.
        request: what was asked for.
        opened: the file.
        template: extends `files/section.html`.
        section: the section's name, as in the address.
        status: the HTTP status.
        context: what the template is given besides `opened`, `document`, `version` and `reading`.
    """
    return site.render(
        request,
        template,
        status=status,
        section=section,
        opened=opened,
        document=opened.document,
        version=opened.version,
        reading=opened.reading,
        **context,
    )


def version_seen(values: Mapping[str, object]) -> int:
    """Return the version number that a form was made for.

    Raises:
        NotFoundError: it has none.
    """
    return _number(str(values.get("based_on", "")))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < _DIGITS):
        msg = "it does not say which version of the file it is for"
        raise NotFoundError(msg)
    return int(text)


def change_document(
    site: Site,
    request: Request,
    id: str,
    data: bytes,
    *,
    based_on: int,
    what: str,
    name: str | None = None,
    back: str = "boards",
) -> Response:
    """Save a new version and redirect to a section; on an edit conflict, show both versions.

    Args:
        site: the site.
        request: what was asked for.
        id: the file.
        data: the new version's bytes.
        based_on: the number of the version that was changed.
        what: what was done, a short English text.
        name: the file's new name; as before where not given.
        back: the section to show then.

    Raises:
        NotFoundError, OSError: as `Documents.save`.
    """
    try:
        site.documents.save(id, data, based_on=based_on, what=what, name=name)
    except ConflictError:
        return conflict(site, request, id, based_on=based_on, what=what)
    return RedirectResponse(f"/files/{id}/{back}", 303)


def conflict(
    site: Site, request: Request, id: str, *, based_on: int, what: str, again: str | None = None
) -> Response:
    """Return the page of an edit conflict, with the current version.

    Args:
        site: the site.
        request: what was asked for.
        id: the file.
        based_on: the number of the version that was seen.
        what: what was to be done, a short English text.
        again: the address at which it can be tried with what is there now.
    """
    document = site.documents.get(id)
    return site.render(
        request,
        "files/conflict.html",
        status=409,
        document=document,
        seen=document.version(based_on),
        meanwhile=[version for version in document.versions if version.number > based_on],
        what=what,
        again=again,
    )


def unsealed_cookie(document: Document) -> str:
    """Return the name of the cookie that records the request to show hidden hands."""
    return f"overtrick-shown-{document.id}"


def is_unsealed(request: Request, document: Document) -> bool:
    """Return whether this browser asked for the hidden hands of a file."""
    return request.cookies.get(unsealed_cookie(document)) == "yes"


def _sealed(name: str) -> SealedError:
    return SealedError(hides_hands(name))

"""Pages as a kind of plugin: their declaration.

Loaded with every command of overtrick, so it imports nothing that serves.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from overtrick import PluginLoadError
from overtrick.plugin import Kind, check_reference

_FOLDER: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[\w-]+(/[\w-]+)*", re.ASCII)


def _check_folder(
    instance: object, attribute: attrs.Attribute[str | None], value: str | None
) -> None:
    if value is not None and not _FOLDER.fullmatch(value):
        msg = f"{attribute.name} names a folder in a package, 'package:folder', not {value!r}"
        raise PluginLoadError(msg)


@attrs.frozen(kw_only=True)
class PageSpec:
    """A page of `overtrick serve`, declared as data.

    Attributes:
        name: the page's name, `[a-z][a-z0-9_]*`; it is served at `/NAME/`.
        title: a word or two for the row of pages, in English.
        summary: one line for a person.
        routes: reference to a function that is given the `Site` and returns a sequence of
            Starlette's routes, whose paths begin after `/NAME`. It is called once for each role
            that the page is served to.
        static: a folder of files that are served at `/static/NAME/`, as `package:folder`.
        templates: a folder of Jinja templates, as `package:folder`; they are named `NAME/...`.
        catalogue: the package whose folder `locale` has the page's words in other languages.
        shows_cards: whether any of its routes sends cards; such a page is not there for people
            who may deal but not see cards.
        place: its position in the navigation bar, ascending.

    Raises:
        PluginLoadError: a name, reference or folder that is not of the form described.

    Example:
        >>> PageSpec(name="club", title="Our club", summary="Dates", routes="our_club:routes")
        PageSpec(name='club', title='Our club', ...)
    """

    name: str
    title: str
    summary: str
    routes: str = attrs.field(validator=check_reference)
    static: str | None = attrs.field(default=None, validator=_check_folder)
    templates: str | None = attrs.field(default=None, validator=_check_folder)
    catalogue: str | None = None
    shows_cards: bool = True
    place: int = 100


PAGES: Final = Kind(
    name="pages",
    summary="Pages of `overtrick serve`",
    spec=PageSpec,
    suite="overtrick_web.testing:PageSuite",
)
"""The kind of plugin that this plugin brings; its hook is `overtrick_pages`."""

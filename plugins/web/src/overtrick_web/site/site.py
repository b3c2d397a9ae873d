"""The context of a page: documents, plugins, translations, and rendering."""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse

from overtrick import PluginManager
from overtrick_web.boards.findings import Explanation, explain
from overtrick_web.boards.reading import Readings
from overtrick_web.errors import NotFoundError
from overtrick_web.interface.roles import Role
from overtrick_web.interface.spec import PAGES, PageSpec
from overtrick_web.jobs.running import Jobs
from overtrick_web.site.languages import LANGUAGES, PACKAGE, Words, language_of
from overtrick_web.work.documents import Documents
from overtrick_web.work.folder import WorkFolder

if TYPE_CHECKING:
    from collections.abc import Callable

SITE: Final = "site"
"""The name of the shared layout and files; no page has this name."""


THEMES: Final = frozenset({"auto", "light", "dark"})
"""The looks that a person can choose; `auto` is as the system has it."""


def _folder(reference: str) -> Traversable:
    package, _, name = reference.partition(":")
    return importlib.resources.files(package).joinpath(name)


@attrs.define(kw_only=True, eq=False, slots=False)
class Site:
    """The site for one role; a page's `routes` function receives it.

    Attributes:
        role: for whom it is.
        work: the data folder.
        plugins: the plugins in use.
        pages: the pages that the role has, in the order of the row of pages.
        jobs: the long work that people of this role have begun.
    """

    role: Role
    work: WorkFolder
    plugins: PluginManager
    pages: tuple[PageSpec, ...]
    jobs: Jobs = attrs.field(factory=Jobs)
    _templates: jinja2.Environment = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Set up the template environment."""
        loaders: dict[str, jinja2.BaseLoader] = {
            SITE: jinja2.FileSystemLoader(str(_folder(f"{PACKAGE}:templates/site")))
        }
        for page in self.pages:
            if page.templates is not None:
                loaders[page.name] = jinja2.FileSystemLoader(str(_folder(page.templates)))
        self._templates = jinja2.Environment(
            loader=jinja2.PrefixLoader(loaders),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals["static"] = self.static

    @property
    def documents(self) -> Documents:
        """The uploaded documents."""
        return self.work.documents

    @functools.cached_property
    def readings(self) -> Readings:
        """The shared cache of read files."""
        return Readings(self.plugins)

    @functools.cached_property
    def explain(self) -> Callable[[str], Explanation | None]:
        """A function that returns the description of a code, or `None` for an unknown one."""

        @functools.cache
        def explained(code: str) -> Explanation | None:
            return explain(code, self.plugins)

        return explained

    @property
    def shows_cards(self) -> bool:
        """Whether the role may see cards."""
        return self.role is Role.DIRECTOR

    def has_page(self, name: str) -> bool:
        """Return whether the role has the page with a name.

        Args:
            name: the page's name.
        """
        return any(page.name == name for page in self.pages)

    def page_of(self, request: Request) -> PageSpec | None:
        """Return the page of a request; `None` if it belongs to none.

        Args:
            request: what was asked for.
        """
        first = request.url.path.lstrip("/").partition("/")[0]
        return next((page for page in self.pages if page.name == first), None)

    def words(self, request: Request) -> Words:
        """Return the translations of the requested page, in the user's language.

        Args:
            request: what was asked for.
        """
        page = self.page_of(request)
        return _words(language_of(request), (page.catalogue if page else None) or PACKAGE)

    def static(self, path: str) -> str:
        """Return the address of a static file, with a version that changes with its content.

        Args:
            path: `NAME/file`, where NAME is a page's name or `site`.

        Raises:
            NotFoundError: there is no such file.
        """
        return f"/static/{path}?v={self._mark(path)}"

    @functools.cached_property
    def static_folders(self) -> Mapping[str, Path]:
        """The static folders of the pages, and of the site."""
        folders = {SITE: f"{PACKAGE}:static/site"}
        folders |= {page.name: page.static for page in self.pages if page.static is not None}
        return {name: Path(str(_folder(folder))) for name, folder in folders.items()}

    def render(
        self, request: Request, template: str, /, *, status: int = 200, **context: object
    ) -> HTMLResponse:
        """Return a rendered page or fragment as a response.

        Args:
            request: what was asked for.
            template: the template, `NAME/file.html`; a complete page extends `site/layout.html`.
            status: the HTTP status.
            context: what the template is given beside `_`, `ngettext`, `pgettext`,
                `translated`, `words`,
                `site`, `page`, `page_title`, `language`, `languages`, `theme`, `request` and
                `static`.
        """
        return HTMLResponse(self.rendered(request, template, **context), status)

    def rendered(self, request: Request, template: str, /, **context: object) -> str:
        """Return a rendered page or fragment as text; see `render`."""
        words = self.words(request)
        theme = request.cookies.get("overtrick-theme", "")
        known: dict[str, Any] = {
            "_": words.gettext,
            "gettext": words.gettext,
            "ngettext": words.ngettext,
            "pgettext": words.pgettext,
            "translated": words.translated,
            "words": words,
            "site": self,
            "page": self.page_of(request),
            "page_title": functools.partial(_page_title, words.language),
            "language": words.language,
            "languages": LANGUAGES,
            "theme": theme if theme in THEMES else "auto",
            "request": request,
        }
        return self._templates.get_template(template).render(known | context)

    @functools.cached_property
    def _mark(self) -> Callable[[str], str]:
        @functools.cache
        def mark(path: str) -> str:
            name, _, file = path.partition("/")
            folder = self.static_folders.get(name)
            if folder is None or not (folder / file).is_file():
                msg = f"there is no static file {path}"
                raise NotFoundError(msg)
            return hashlib.sha256((folder / file).read_bytes()).hexdigest()[:12]

        return mark


def is_fragment(request: Request) -> bool:
    """Return whether a script requests a fragment."""
    return request.headers.get("x-fragment") == "1"


@functools.lru_cache(maxsize=64)
def _words(language: str, package: str) -> Words:
    return Words(language, package)


def _page_title(language: str, page: PageSpec) -> str:
    return _words(language, page.catalogue or PACKAGE).gettext(page.title)


def pages_for(role: Role, plugins: PluginManager) -> tuple[PageSpec, ...]:
    """Return the pages of a role, in the order of the navigation bar.

    Args:
        role: for whom.
        plugins: the plugins in use.
    """
    pages = sorted(plugins.specs(PAGES).values(), key=lambda page: (page.place, page.name))
    return tuple(page for page in pages if role is Role.DIRECTOR or not page.shows_cards)

"""The base of the page requirements: a site of its own, its routes, and its responses."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Final

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route

from overtrick_testing import Advice, KitBase
from overtrick_web.interface.roles import Role
from overtrick_web.interface.spec import PAGES, PageSpec
from overtrick_web.site.application import application, routes_of
from overtrick_web.site.site import Site, pages_for
from overtrick_web.testing.advice import ADVICE
from overtrick_web.testing.asking import Answer, ask, in_path
from overtrick_web.work.folder import WorkFolder

DEALS: Final = (
    "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3",
    "N:AK96.KQ8.A98.K63 QJT5432.T.6.QJ82 .J97543.K7532.94 87.A62.QJT4.AT75",
)
"""Two deals, of which each hand has a suit that no other text is likely to have."""

_PARAMETER: Final = re.compile(r"{(\w+)(?::(\w+))?}")


def file_of_boards(deal: str) -> bytes:
    """Return a PBN file of two boards with the same deal.

    Args:
        deal: as PBN writes it.
    """
    boards = (
        f'[Board "{number}"]\n[Dealer "{dealer}"]\n[Vulnerable "{sides}"]\n[Deal "{deal}"]\n'
        for number, dealer, sides in ((1, "N", "None"), (2, "E", "NS"))
    )
    return ("% PBN 2.1\n% EXPORT\n" + "\n".join(boards)).encode("ascii")


class PageBase(KitBase):
    """A page, and its site.

    Attributes:
        page_name: the page's name.
    """

    page_name: ClassVar[str]
    advice: ClassVar[Mapping[str, Advice]] = ADVICE
    needed_plugins: ClassVar[tuple[str, ...]] = ("overtrick_web",)

    @classmethod
    def make_work(cls, site: Site) -> Mapping[str, object]:
        """Return the values of the path parameters of routes, by name.

        Overridden where the page needs more than the file `evening.pbn` of two boards, which is
        in the data folder: its document's number is the value of `id`, 1 for `number`. A route that
        answers a certain question alone is named by its path, and its value is that question, such
        as `{"/{id}/file": "/{id}/file?as=dlm"}`, or for `None` where other tests ask it.

        Args:
            site: the site as a role sees it.
        """
        return {"id": site.documents.all()[0].id, "number": 1}

    # What the requirements use ---------------------------------------------------------------

    @property
    def spec(self) -> PageSpec:
        """The page's specification."""
        return self.find_spec(PAGES, self.page_name)

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that have the page."""
        return (Role.DIRECTOR,) if self.spec.shows_cards else (Role.DIRECTOR, Role.DEALER)

    @contextmanager
    def served(self, role: Role = Role.DIRECTOR, deal: str = DEALS[0]) -> Iterator[ServedSite]:
        """Yield the site of a role, with a file of boards in its data folder.

        Args:
            role: whose site it is.
            deal: the deal of the boards.
        """
        with (
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
            WorkFolder.open(Path(folder)) as work,
        ):
            work.documents.add("evening.pbn", file_of_boards(deal))
            manager = self.manager
            site = Site(role=role, work=work, plugins=manager, pages=pages_for(role, manager))
            yield ServedSite(site, application(site), self.spec, self.make_work(site))


class ServedSite:
    """A site that answers requests.

    Args:
        site: the site as a role sees it.
        app: the application of that role.
        spec: the page.
        values: the values of the parameters in paths.

    Attributes:
        site: the site.
        app: its application.
    """

    def __init__(
        self, site: Site, app: Starlette, spec: PageSpec, values: Mapping[str, object]
    ) -> None:
        self.site: Final = site
        self.app: Final = app
        self._spec = spec
        self._values = values

    def routes(self) -> Sequence[Route]:
        """Return the page's routes, each with its full path."""
        return list(_flat(routes_of(self._spec, self.site), f"/{self._spec.name}"))

    def asks(self, route: Route) -> bool:
        """Return whether a route answers GET."""
        return route.methods is None or "GET" in route.methods

    def address(self, route: Route, **others: str) -> str | None:
        """Return the address of a route; `None` where the page leaves it to other tests.

        Args:
            route: one of `routes`.
            others: values for some of its parameters instead of the page's.
        """
        asked = self._values.get(route.path.removeprefix(f"/{self._spec.name}"), "")
        if asked is None:
            return None
        needed = parameters(route)
        missing = [name for name in needed if name not in self._values and name not in others]
        assert not missing, (
            f"what is {missing[0]} in {route.path}? Say it in make_work, "
            f"which returns a value for each parameter by its name"
        )
        given = {name: str(others.get(name, self._values.get(name, ""))) for name in needed}
        path = f"/{self._spec.name}{asked}" if asked else route.path
        return _PARAMETER.sub(lambda match: in_path(given[match[1]]), path)

    def addresses(self) -> Iterable[str]:
        """Return the addresses of all routes that answer GET, the page's own first."""
        asked = (self.address(route) for route in self.routes() if self.asks(route))
        return dict.fromkeys((f"/{self._spec.name}/", *filter(None, asked)))

    def get(self, path: str, **headers: str) -> Answer:
        """Return the response to a GET request."""
        return ask(self.app, path, headers=headers)

    def answers(self, **headers: str) -> list[Answer]:
        """Return the responses of all addresses."""
        return [self.get(path, **headers) for path in self.addresses()]

    def state(self) -> object:
        """Return the content of the data folder: documents and their versions."""
        documents = self.site.documents
        return [
            (document.id, document.removed, [version.digest for version in document.versions])
            for document in (*documents.all(), *documents.binned())
        ]


def parameters(route: Route) -> dict[str, str]:
    """Return the parameters in a route's path, each with its convertor; `str` by default."""
    return {match[1]: match[2] or "str" for match in _PARAMETER.finditer(route.path)}


def _flat(routes: Sequence[BaseRoute], prefix: str) -> Iterator[Route]:
    for route in routes:
        if isinstance(route, Mount):
            yield from _flat(route.routes, prefix + route.path)
        elif isinstance(route, Route):
            yield Route(prefix + route.path, route.endpoint, methods=route.methods)

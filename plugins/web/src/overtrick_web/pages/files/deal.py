"""The link from a file to its dealing page."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick_web.site.site import Site


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the route that redirects to dealing, if a page deals.

    Args:
        site: the site as a role sees it.
    """

    def deal(request: Request) -> Response:
        document = site.documents.get(request.path_params["id"])
        return RedirectResponse(f"/dealing/new?document={document.id}", 303)

    return [Route("/{id}/deal", deal)] if site.has_page("dealing") else []

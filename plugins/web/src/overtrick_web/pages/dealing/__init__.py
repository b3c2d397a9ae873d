"""Dealing: a document on a machine, without showing cards, with large instructions.

No route of this page sends a card; it is there for people who may deal but see no card, too.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from overtrick_web.site.site import Site

NEEDS: Final = "overtrick_duplimate_device"
INSTALL: Final = "python -m pip install overtrick-duplimate-device"


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of dealing; without a driver, of a page with the install command.

    Args:
        site: the site as a role sees it.
    """
    if importlib.util.find_spec(NEEDS) is None:

        async def absent(request: Request) -> Response:
            return site.render(request, "dealing/absent.html", command=INSTALL)

        async def nothing(request: Request) -> Response:
            return Response()

        return [Route("/", absent), Route("/new", absent), Route("/unfinished", nothing)]

    # Only here: the machine's plugin need not be installed.
    from overtrick_web.pages.dealing.session_page import running_routes
    from overtrick_web.pages.dealing.setup_page import choosing_routes

    return [*choosing_routes(site), *running_routes(site)]

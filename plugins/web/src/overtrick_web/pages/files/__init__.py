"""Files: upload, view, fix, edit, convert and print them.

Every module of this folder that has a function `routes(site)` is asked for its routes. A section
of a file's page is such a module with the route `/{id}/SECTION`, and a line in the template
`files/section.html`. `file_page.py` gives it the file that is asked for, and draws what it shows.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from types import ModuleType

from starlette.routing import BaseRoute

from overtrick_web.site.site import Site


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes for files.

    Args:
        site: the site as a role sees it.
    """
    return [
        route for module in _modules() if hasattr(module, "routes") for route in module.routes(site)
    ]


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(__path__):
        yield importlib.import_module(f"{__name__}.{found.name}")

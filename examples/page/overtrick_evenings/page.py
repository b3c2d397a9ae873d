from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import overtrick as ot
from overtrick_web import Site


def routes(site: Site) -> list[Route]:
    def front(request: Request) -> Response:
        evenings = [(one.name, boards_in(one.current.read())) for one in site.documents.all()]
        return site.render(request, "evenings/front.html", evenings=evenings)

    return [Route("/", front)]


def boards_in(data: bytes) -> int:
    try:
        return len(ot.read(data))
    except ot.OvertrickError:
        return 0

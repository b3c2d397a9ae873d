"""The boards of a file as pictures or as a list, and single boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from overtrick import Board
from overtrick.plugin import printable
from overtrick_web.boards.findings import Finding
from overtrick_web.boards.fixing import can_fix_all
from overtrick_web.boards.rendering import (
    LIN_NEEDED,
    card_picture,
    comments,
    full_picture,
    has_links,
    links,
    others,
    suited,
    tables,
)
from overtrick_web.errors import NotFoundError
from overtrick_web.pages.files.file_page import (
    PANEL,
    Opened,
    open_document,
    render_section,
)
from overtrick_web.site.languages import Words
from overtrick_web.site.site import Site, is_fragment

FIRST: Final = 12
"""The number of boards in the page itself."""

CHUNK: Final = 24
"""The number of boards loaded at a time while scrolling; as list rows, five times as many."""

_MOST: Final = 240


@attrs.frozen(kw_only=True)
class Card:
    """A board in the list.

    Attributes:
        position: its position in the file, 1-based.
        board: the board as it may be seen.
        label: what it is called.
        picture: its picture; `None` where it has no cards, or they are not to be shown.
        contract: contract and declarer in words, empty where there is none.
        result: the result, empty where there is none.
        findings: what is wrong with it.
    """

    position: int
    board: Board
    label: str
    picture: Markup | None
    contract: Markup
    result: str
    findings: tuple[Finding, ...]

    @property
    def severity(self) -> str:
        """The name of the worst severity of the board's findings, empty if there are none."""
        if not self.findings:
            return ""
        return max(item.diagnostic.severity for item in self.findings).label


def routes(site: Site) -> Sequence[BaseRoute]:
    """Return the routes of the section.

    Args:
        site: the site as a role sees it.
    """

    def boards(request: Request) -> Response:
        opened = open_document(site, request)
        words = site.words(request)
        is_list = request.query_params.get("view") == "list"
        total = len(opened.reading.boards)
        wanted = request.query_params.get("board", "").strip()
        at = opened.reading.position_of(wanted) if wanted else None
        if is_fragment(request):
            begin, count = _number(request, "from", 1), _number(request, "count", CHUNK)
            cards = _cards(opened, words, begin, min(count, _MOST), is_list=is_list)
            return _varied(
                site.render(
                    request,
                    "files/cards.html",
                    cards=cards,
                    is_list=is_list,
                    opened=opened,
                    document=opened.document,
                    version=opened.version,
                )
            )
        size = CHUNK * 5 if is_list else FIRST
        begin = _number(request, "from", 1) if at is None else at
        begin = min(max(begin, 1), max(total, 1))
        begin -= (begin - 1) % size
        return _varied(
            render_section(
                site,
                request,
                opened,
                "files/boards.html",
                "boards",
                cards=_cards(opened, words, begin, size, is_list=is_list),
                begin=begin,
                size=size,
                chunk=CHUNK * 5 if is_list else CHUNK,
                total=total,
                at=at,
                wanted=printable(wanted),
                is_list=is_list,
                findings=opened.reading.findings,
                explain=site.explain,
                can_fix_all=can_fix_all(opened.reading, site.plugins),
                each=PANEL,
            )
        )

    def board(request: Request) -> Response:
        opened = open_document(site, request)
        words = site.words(request)
        position = int(request.path_params["number"])
        try:
            shown = opened.reading.shown(position, shows_hands=opened.shows_hands)
        except IndexError:
            msg = f"{opened.version.name} has no board at position {position}"
            raise NotFoundError(msg) from None
        is_open = opened.shows_hands
        return render_section(
            site,
            request,
            opened,
            "files/board.html",
            "boards",
            board=shown,
            label=printable(shown.label),
            position=position,
            total=len(opened.reading.boards),
            picture=full_picture(shown, words.language) if is_open else None,
            tables=tuple(tables(shown, words.game)),
            comments=tuple(comments(shown)),
            others=tuple(others(shown)),
            links=links(shown) if is_open else (),
            links_needed=None if has_links() else LIN_NEEDED,
            found=opened.reading.findings.of_board(position),
            explain=site.explain,
            suited=suited,
        )

    def first(request: Request) -> Response:
        document = site.documents.get(request.path_params["id"])
        return RedirectResponse(f"/files/{document.id}/boards", 303)

    return [
        Route("/{id}", first),
        Route("/{id}/", first),
        Route("/{id}/boards", boards),
        Route("/{id}/boards/{number:int}", board),
    ]


def _cards(opened: Opened, words: Words, begin: int, count: int, *, is_list: bool) -> list[Card]:
    """Return the boards from a position on, up to a page of them."""
    last = min(begin + count - 1, len(opened.reading.boards))
    return [
        _card(opened, words, position, is_list=is_list)
        for position in range(max(begin, 1), last + 1)
    ]


def _card(opened: Opened, words: Words, position: int, *, is_list: bool) -> Card:
    board = opened.reading.shown(position, shows_hands=opened.shows_hands)
    draws = opened.shows_hands and not is_list and board.deal is not None
    contract = "" if board.contract is None else words.game.contract(board.contract)
    return Card(
        position=position,
        board=board,
        label=printable(board.label),
        picture=card_picture(board, words.language) if draws else None,
        contract=suited(contract),
        result="" if board.result is None else words.game.result(board.result),
        findings=opened.reading.findings.of_board(position),
    )


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else default


def _varied(response: Response) -> Response:
    """Set the `Vary` header: an address has a page and a fragment of it."""
    response.headers["Vary"] = "X-Fragment, Cookie, Accept-Language"
    return response

"""What the file itself says of how it is to be printed: BridgeComposer's escape lines and tags.

They are typed by `overtrick_pbn.programs`, which is asked where boards carry them; whoever could
read them from a file has that package.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
from typing import TYPE_CHECKING, Final

import attrs

from overtrick.findings.errors import ModelError
from overtrick.model import Board, Extras, Seat

if TYPE_CHECKING:
    from overtrick_pbn.programs import Directives

MM_PER_INCH: Final = 25.4

# The smallest and the largest size of letters that a file may ask for, in points.
_SIZES: Final = (6.0, 36.0)


@attrs.frozen(kw_only=True)
class Settings:
    """How a file wants to be printed; what it does not say is empty, 0 or `None`.

    Attributes:
        paper: width and height in millimetres.
        margins: top, right, bottom and left, in millimetres.
        per_page: how many boards stand on a page.
        colours: of spades, hearts, diamonds and clubs, as `#rrggbb`.
        spacing: the space between cards, a word such as `Thin`.
        event: what stands in the title.
        date: as `2023.10.17`.
        site: the place.
        set_id: the number of the set of boards.
        footers: line, column and text of each cell at the lower edge.
        label: what a board is called, with `%` for its number.
        points: whether high-card points are shown in lessons.
        labels: whether number, dealer and vulnerability are shown.
        compass: whether the square between the hands is shown.
        two_columns: whether an auction of one side alone has two columns.
        justify: whether both edges of commentary are straight.
        sizes: the letters' sizes in points, by what they are for: `Commentary`, `Diagram`, ...
    """

    paper: tuple[float, float] | None = None
    margins: tuple[float, float, float, float] | None = None
    per_page: int = 0
    colours: tuple[str, ...] | None = None
    spacing: str | None = None
    event: str | None = None
    date: str | None = None
    site: str | None = None
    set_id: str | None = None
    footers: tuple[tuple[int, int, str], ...] = ()
    label: str | None = None
    points: bool = True
    labels: bool = True
    compass: bool = True
    two_columns: bool = False
    justify: bool = False
    sizes: tuple[tuple[str, float], ...] = ()

    def size(self, role: str, default: float) -> float:
        """Return the size of the letters for a purpose, in points."""
        return dict(self.sizes).get(role, default)


NO_SETTINGS: Final = Settings()


@attrs.frozen(kw_only=True)
class Parts:
    """Which parts of a board are shown, by its `BCFlags`; all where it has none.

    Attributes:
        play: the play.
        results: contract, result and score.
        diagram: the hands.
        auction: the auction.
        notes: the explanations of calls.
        before: the commentary before the board.
        middle: the commentary below the hands.
        final: the commentary at the end.
        number: the board's number.
        dealer: who deals.
        vulnerable: who is vulnerable.
        contract: contract and declarer.
        scores: the tables of scores.
        space: whether a hidden hand keeps its place.
        page: whether a new page begins with the board.
        fixed: the commentaries whose line ends count: `before`, `middle`, `final`.
    """

    play: bool = True
    results: bool = True
    diagram: bool = True
    auction: bool = True
    notes: bool = True
    before: bool = True
    middle: bool = True
    final: bool = True
    number: bool = True
    dealer: bool = True
    vulnerable: bool = True
    contract: bool = True
    scores: bool = True
    space: bool = True
    page: bool = False
    fixed: frozenset[str] = frozenset()


ALL_PARTS: Final = Parts()


def unreadable(header: Extras) -> bool:
    """Return whether a file has escape lines at its head, and overtrick-pbn is not installed."""
    return bool(header.get("pbn:escapes")) and not _has_programs()


@functools.cache
def _has_programs() -> bool:
    """Return whether overtrick-pbn is installed, which knows what programs add to PBN."""
    return importlib.util.find_spec("overtrick_pbn") is not None


def settings_of(header: Extras) -> Settings:
    """Return what the escape lines at the head of a file say; nothing where none can be read."""
    if not header.get("pbn:escapes") or not _has_programs():
        return NO_SETTINGS
    from overtrick_pbn.programs import directives

    found = directives(header)
    title, paper, margins = found.title, found.paper, found.margins
    page = found.boards_per_page
    colours = found.pip_colours
    return Settings(
        # In tenths of a millimetre; 0 stands for the printer's own paper.
        paper=(paper.width / 10, paper.height / 10)
        if paper is not None and _is_paper(paper.width, paper.height)
        else None,
        margins=None
        if margins is None
        else tuple(
            MM_PER_INCH * value / 1000
            for value in (margins.top, margins.right, margins.bottom, margins.left)
        ),  # type: ignore[arg-type]  # four of them
        per_page=0 if page is None else page.count,
        colours=None if colours is None else tuple(map(str, colours)),
        spacing=_spacing(found),
        event=title.event,
        date=title.date,
        site=title.site,
        set_id=f"{title.set_id_prefix or ''}{title.set_id}" if title.set_id else None,
        footers=tuple((cell.row, cell.column, cell.text) for cell in found.footers),
        label=found.translations.get("Board %"),
        points="ShowHCP" in found.options or not found.options.words,
        labels=found.number("ShowBoardLabels") != 0,
        compass=found.number("ShowCardTable") != 0,
        two_columns="TwoColAuctions" in found.options,
        justify="Justify" in found.options,
        sizes=tuple(
            (role, min(max(float(font.size), _SIZES[0]), _SIZES[1]))
            for role, font in found.fonts.items()
        ),
    )


def _is_paper(width: int, height: int) -> bool:
    """Return whether these are tenths of a millimetre of a paper that can be printed on."""
    return 700 <= width <= 12_000 and 700 <= height <= 12_000


def _spacing(found: Directives) -> str | None:
    from overtrick_pbn.programs.escapes import Words

    words = found.value("BidAndCardSpacing", Words)
    return None if words is None else " ".join(words)


def parts_of(board: Board) -> Parts:
    """Return which parts of a board are to be shown; all where it does not say."""
    if board.extras.text("pbn:BCFlags") is None or not _has_programs():
        return ALL_PARTS
    from overtrick_pbn.programs import BoardFlags as Flag
    from overtrick_pbn.programs import board_flags

    flags = None
    # What cannot be read, the linter says; here it hides nothing.
    with contextlib.suppress(ModelError):
        flags = board_flags(board)
    if flags is None:
        return ALL_PARTS
    fixed = {
        "before": Flag.EVENT_PREFORMATTED,
        "middle": Flag.DIAGRAM_PREFORMATTED,
        "final": Flag.FINAL_PREFORMATTED,
    }
    return Parts(
        play=Flag.PLAY in flags,
        results=Flag.RESULTS in flags,
        diagram=Flag.DIAGRAM in flags,
        auction=Flag.AUCTION in flags,
        notes=Flag.HIDE_NOTES not in flags,
        before=Flag.EVENT_COMMENTARY in flags,
        middle=Flag.DIAGRAM_COMMENTARY in flags,
        final=Flag.FINAL_COMMENTARY in flags,
        number=Flag.HIDE_BOARD not in flags,
        dealer=Flag.HIDE_DEALER not in flags,
        vulnerable=Flag.HIDE_VULNERABLE not in flags,
        contract=Flag.HIDE_CONTRACT not in flags,
        scores=Flag.HIDE_SCORE_TABLE not in flags,
        space=Flag.SPACE_FOR_HIDDEN in flags,
        page=Flag.PAGE_BREAK in flags,
        fixed=frozenset(slot for slot, flag in fixed.items() if flag in flags),
    )


def stated_par(board: Board) -> int | None:
    """Return the par score of North and South that the file states, `None` where it states none."""
    if "pbn:OptimumScore" not in board.extras or not _has_programs():
        return None
    from overtrick_pbn.programs import optimum_score

    try:
        return optimum_score(board)
    except ModelError:
        return None  # the linter says why it cannot be read


def hidden_seats(board: Board) -> frozenset[Seat]:
    """Return the seats whose hands the file hides.

    Source: PBN 2.1 §4.1.6 (Hidden).
    """
    text = board.extras.text("pbn:Hidden") or ""
    return frozenset(Seat.parse(letter) for letter in text if letter in "NESW")

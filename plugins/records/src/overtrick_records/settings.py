"""The print settings in a file: BridgeComposer's escape lines and tags.

They are typed by `overtrick_pbn`, which is asked where boards carry them; whoever could
read them from a file has that package.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import attrs

from overtrick import Board, Extras, ModelError, Seat

if TYPE_CHECKING:
    from overtrick_pbn import Directives

MM_PER_INCH: Final = 25.4

# The smallest and the largest size of letters that a file may ask for, in points.
_SIZES: Final = (6.0, 36.0)


@attrs.frozen(kw_only=True)
class Settings:
    """The print settings of a file; a missing one is empty, 0 or `None`.

    Attributes:
        paper: width and height in millimetres.
        margins: top, right, bottom and left, in millimetres.
        per_page: the number of boards on a page.
        columns: the number of columns, as many as fit.
        gutter: the space between two columns and between two boards of one, in millimetres.
        lines: whether there is a line in the one and in the other.
        centre: whether a board of a lesson is centred, below the commentary before it.
        floats: whether commentary is beside the hands as far as there is room.
        shaded: whether every second row of a table of scores is grey.
        first_page: the number of the first page.
        colours: of spades, hearts, diamonds and clubs, as `#rrggbb`.
        spacing: the space between cards, a word such as `Thin`.
        event: the event in the title.
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
        unfollowed: what the file wants and a sheet does not have, for the user.
    """

    paper: tuple[float, float] | None = None
    margins: tuple[float, float, float, float] | None = None
    per_page: int = 0
    columns: int = 0
    gutter: tuple[float, float] | None = None
    lines: tuple[bool, bool] = (False, False)
    centre: bool = False
    floats: bool = False
    shaded: bool = False
    first_page: int = 1
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
    unfollowed: tuple[str, ...] = ()

    def size(self, role: str, default: float) -> float:
        """Return the letter size for a purpose, in points."""
        return dict(self.sizes).get(role, default)


NO_SETTINGS: Final = Settings()

FOLLOWED: Final = frozenset(
    {
        "BCOptions", "BidAndCardSpacing", "BoardsPerPage", "Center", "Float", "GutterLines",
        "GutterSize", "HRTitleDate", "HRTitleEvent", "HRTitleSetID", "HRTitleSetIDPrefix",
        "HRTitleSite", "JustifyText", "Margins", "PageFooter", "PageFooterFirstPageNumber",
        "PageHeader", "PaperSize", "PipColors", "ShowBoardLabels", "ShowCardTable", "Translate",
        "center", "float",
    }
)  # fmt: skip
"""The directives that sheets follow."""

ELSEWHERE: Final = frozenset(
    {
        "Content-type", "Created", "Creator", "DefaultPagination", "HtmlClubs", "HtmlDiamonds",
        "HtmlHearts", "HtmlNavBar", "HtmlSpades", "SelectedBoard", "TSTCustomSortOrder",
        "TSTReport", "TSTReportOrder", "TSTReportShade", "sourcefilename",
    }
)  # fmt: skip
"""The directives without meaning for sheets: of the file, of the program's window, of its web pages
and of its own reports."""

UNFOLLOWED: Final = {
    "CardTableColors": "",
    "DDAFormat": "",
    "EventSpacing": "",
    "Font": "only the sizes of Diagram and Commentary, in lessons",
    "HRTitleLogo": "pictures are not loaded",
    "PageOrientation": "",
    "ParaIndent": "",
    "PipFont": "",
    "PlayFormat": "",
    "ScoreTable": "",
    "ScoreTableColors": "",
    "SectionSpacing": "",
    "UseCardTableFontSize": "",
}
"""The directives that sheets do not follow, or only in part, as described."""

OPTIONS: Final = frozenset(
    {
        "Center", "Float", "GutterH", "GutterV", "Justify", "NoHRStats", "PageHeader", "STBorder",
        "STShade", "ShowHCP", "TwoColAuctions",
    }
)  # fmt: skip
"""The words of `%BCOptions` that sheets follow; tables have lines, and there are no statistics."""

# Bits of `BCFlags` that have no name and that, as far as is known, change what is shown.
_SHOWING: Final = 0x70000


@attrs.frozen(kw_only=True)
class Parts:
    """The visible parts of a board, by its `BCFlags`; all without flags.

    Attributes:
        play: the play.
        results: contract, result and score.
        diagram: the hands.
        auction: the auction.
        notes: the explanations of calls.
        before: the commentary before the board.
        middle: the commentary below the hands.
        after: the commentary behind the auction.
        final: the commentary at the end.
        number: the board's number.
        dealer: who deals.
        vulnerable: who is vulnerable.
        contract: contract and declarer.
        scores: the tables of scores.
        space: whether a hidden hand keeps its place.
        page: whether a new page begins with the board.
        column: whether a new column begins with it.
        fixed: the commentaries whose line ends count: `before`, `middle`, `after`, `final`.
        unknown: the bits without a documented meaning.
    """

    play: bool = True
    results: bool = True
    diagram: bool = True
    auction: bool = True
    notes: bool = True
    before: bool = True
    middle: bool = True
    after: bool = True
    final: bool = True
    number: bool = True
    dealer: bool = True
    vulnerable: bool = True
    contract: bool = True
    scores: bool = True
    space: bool = True
    page: bool = False
    column: bool = False
    fixed: frozenset[str] = frozenset()
    unknown: int = 0


ALL_PARTS: Final = Parts()


def unreadable(header: Extras) -> bool:
    """Return whether a file has escape lines in its header that need overtrick-pbn."""
    return bool(header.get("pbn:escapes")) and not _has_programs()


@functools.cache
def _has_programs() -> bool:
    """Return whether overtrick-pbn, which parses program-specific lines, is installed."""
    return importlib.util.find_spec("overtrick_pbn") is not None


def settings_of(header: Extras) -> Settings:
    """Return the settings in the escape lines of a header; none if they are unreadable."""
    if not header.get("pbn:escapes") or not _has_programs():
        return NO_SETTINGS
    from overtrick_pbn import directives

    found = directives(header)
    title, paper, margins = found.title, found.paper, found.margins
    page = found.boards_per_page
    colours = found.pip_colours
    words = found.options
    first = found.number("PageFooterFirstPageNumber")
    return Settings(
        # In tenths of a millimetre; 0 means the printer's own paper.
        paper=(paper.width / 10, paper.height / 10)
        if paper is not None and _is_paper(paper.width, paper.height)
        else None,
        margins=None
        if margins is None
        else tuple(
            MM_PER_INCH * value / 1000
            for value in (margins.top, margins.right, margins.bottom, margins.left)
        ),  # type: ignore[arg-type]  # four of them
        per_page=0 if page is None or (page.fit and page.count > 1) else page.count,
        columns=page.count if page is not None and page.fit and page.count > 1 else 0,
        gutter=_gutter(found),
        lines=_lines(found),
        centre="Center" in words or _is_on(found, "Center", "center"),
        floats="Float" in words or _is_on(found, "Float", "float"),
        shaded="STShade" in words,
        first_page=1 if first is None else first,
        colours=None if colours is None else tuple(map(str, colours)),
        spacing=_spacing(found),
        event=title.event,
        date=title.date,
        site=title.site,
        set_id=f"{title.set_id_prefix or ''}{title.set_id}" if title.set_id else None,
        footers=tuple((cell.row, cell.column, cell.text) for cell in found.footers),
        label=found.translations.get("Board %"),
        points="ShowHCP" in words or not words.words,
        labels=found.number("ShowBoardLabels") != 0,
        compass=found.number("ShowCardTable") != 0,
        two_columns="TwoColAuctions" in words,
        justify="Justify" in words or _is_on(found, "JustifyText"),
        sizes=tuple(
            (role, min(max(float(font.size), _SIZES[0]), _SIZES[1]))
            for role, font in found.fonts.items()
        ),
        unfollowed=tuple(_unfollowed(found)),
    )


def _is_on(found: Directives, *names: str) -> bool:
    """Return whether one of some switches is on."""
    return any(found.number(name) for name in names)


def _gutter(found: Directives) -> tuple[float, float] | None:
    """Return the space between boards, in millimetres."""
    gutter = found.gutter
    if gutter is None:
        return None
    across, down = (min(MM_PER_INCH * each / 1000, 30.0) for each in gutter)
    return across, down


def _lines(found: Directives) -> tuple[bool, bool]:
    """Return whether there is a line between columns, and between the boards of one."""
    bits = found.number("GutterLines") or 0
    words = found.options
    return "GutterV" in words or bool(bits & 1), "GutterH" in words or bool(bits & 2)


def _unfollowed(found: Directives) -> Iterator[str]:
    """Yield the paper directives that no sheet follows, each once."""
    seen = set()
    for each in found.lines:
        name = each.name
        if name in seen or name not in UNFOLLOWED or not each.text.strip(' 0,"'):
            continue
        seen.add(name)
        more = UNFOLLOWED[name]
        yield f"%{name} ({more})" if more else f"%{name}"
    paper = found.paper
    # A width of 0 means the printer's own paper.
    if paper is not None and paper.width and not _is_paper(paper.width, paper.height):
        yield "%PaperSize (no paper of this size)"
    if any("%P" in footer.text.replace("%%", "") for footer in found.footers):
        yield "%P in %PageFooter (no folder is printed)"
    words = [word for word in found.options if word not in OPTIONS]
    if words:
        yield f"%BCOptions {' '.join(words)}"
    translated = [words for words in found.translations if words != "Board %"]
    if translated:
        yield f"%Translate of {', '.join(translated[:3])}"


def _is_paper(width: int, height: int) -> bool:
    """Return whether the size, in tenths of a millimetre, is a printable paper."""
    return 700 <= width <= 12_000 and 700 <= height <= 12_000


def _spacing(found: Directives) -> str | None:
    from overtrick_pbn import Words

    words = found.value("BidAndCardSpacing", Words)
    return None if words is None else " ".join(words)


def parts_of(board: Board) -> Parts:
    """Return the visible parts of a board; all if it has no flags."""
    if board.extras.text("pbn:BCFlags") is None or not _has_programs():
        return ALL_PARTS
    from overtrick_pbn import BoardFlags as Flag
    from overtrick_pbn import board_flags

    flags = None
    # The linter reports unreadable flags; here they hide nothing.
    with contextlib.suppress(ModelError):
        flags = board_flags(board)
    if flags is None:
        return ALL_PARTS
    shown = Flag.DIAGRAM in flags
    fixed = {
        "before": Flag.EVENT_PREFORMATTED,
        "middle": Flag.DIAGRAM_PREFORMATTED,
        "after": Flag.AUCTION_PREFORMATTED,
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
        after=Flag.AUCTION_COMMENTARY in flags,
        final=Flag.FINAL_COMMENTARY in flags,
        # What a board is called belongs to its diagram.
        number=shown and Flag.HIDE_BOARD not in flags,
        dealer=shown and Flag.HIDE_DEALER not in flags,
        vulnerable=shown and Flag.HIDE_VULNERABLE not in flags,
        contract=Flag.HIDE_CONTRACT not in flags,
        scores=Flag.HIDE_SCORE_TABLE not in flags,
        space=Flag.SPACE_FOR_HIDDEN in flags,
        page=Flag.PAGE_BREAK in flags,
        column=Flag.COLUMN_BREAK in flags,
        fixed=frozenset(slot for slot, flag in fixed.items() if flag in flags),
        unknown=flags.unknown & _SHOWING,
    )


def stated_par(board: Board) -> int | None:
    """Return the par score of North and South stated in the file, or `None`."""
    if "pbn:OptimumScore" not in board.extras or not _has_programs():
        return None
    from overtrick_pbn import optimum_score

    try:
        return optimum_score(board)
    except ModelError:
        return None  # the linter reports the reason


def hidden_seats(board: Board) -> frozenset[Seat]:
    """Return the seats whose hands the file hides.

    Source: PBN 2.1 §4.1.6 (Hidden).
    """
    text = board.extras.text("pbn:Hidden") or ""
    return frozenset(Seat.parse(letter) for letter in text if letter in "NESW")

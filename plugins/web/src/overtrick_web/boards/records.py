"""Hand records of a version: HTML and PDF, through overtrick-records if it is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Final, Literal

import attrs

from overtrick import ENGLISH, OptionError, select
from overtrick.plugin import OptionValue, Seals, make_options
from overtrick_web.boards.converting import new_name
from overtrick_web.boards.double_dummy import absence as solver_absence
from overtrick_web.boards.double_dummy import with_tables
from overtrick_web.boards.options import FormField, form_fields
from overtrick_web.boards.progress import ProgressCallback, ignore_progress
from overtrick_web.boards.reading import Reading
from overtrick_web.errors import AbsentError

NEEDED: Final = (
    "Hand records need overtrick-records: python -m pip install 'overtrick-web[records]'"
)
"""The message if overtrick-records is not installed."""

NEEDED_FOR_PDF: Final = (
    "PDF needs the library typst: python -m pip install 'overtrick-web[pdf]'; "
    "the preview can be printed without it"
)
"""The message if typst is not installed."""

DRAWING: Final = "Drawing"

PREVIEWED: Final = 500
"""The maximum number of boards in a preview: a browser takes minutes for thousands."""

OPTIONS: Final = "overtrick_records:SheetOptions"
"""The options of a sheet."""

SheetKind = Literal["html", "pdf"]


@attrs.frozen(kw_only=True)
class DrawnSheet:
    """A hand record sheet.

    Attributes:
        data: its bytes.
        name: the name of its file.
        pages: how many pages it has.
        count: how many boards are on it.
        left: how many boards that were asked for are not on it.
        remarks: the remarks on it, as English sentences.
    """

    data: bytes = attrs.field(repr=False)
    name: str
    pages: int
    count: int
    left: int = 0
    remarks: tuple[str, ...] = ()


def absence() -> str | None:
    """Return the reason sheets are unavailable, in one sentence; `None` if available."""
    return NEEDED if importlib.util.find_spec("overtrick_records") is None else None


def pdf_absence() -> str | None:
    """Return the reason PDF is unavailable, in one sentence, or `None` if it is available."""
    if (why := absence()) is not None:
        return why
    return NEEDED_FOR_PDF if importlib.util.find_spec("typst") is None else None


def fields() -> tuple[FormField, ...]:
    """Return the options of a sheet as form fields; none if sheets are unavailable."""
    return () if absence() is not None else form_fields(OPTIONS)


def drawn(
    reading: Reading,
    kind: SheetKind,
    options: Mapping[str, OptionValue],
    report: ProgressCallback = ignore_progress,
    *,
    boards: str = "",
    most: int | None = None,
    solves: bool = False,
    language: str = ENGLISH,
    sealed: Seals = "refuse",
) -> DrawnSheet:
    """Return the hand record sheet of a version's boards.

    Args:
        reading: the version, as it was read.
        kind: what is made.
        options: those of a sheet, as texts.
        report: receives the progress.
        boards: which boards, such as `1-16,20`; empty for all.
        most: the maximum number of drawn boards, the first ones; `None` for all.
        solves: whether tables of tricks that the file does not have are worked out.
        language: the code of the language of the sheet.
        sealed: what is done where the hands are not to be shown.

    Raises:
        AbsentError: overtrick-records, typst or a solver is not installed.
        OptionError: an option that there is not, or a value that it does not take.
        EditError: there is no such board.
        SealedError: the hands are not to be shown, and `sealed` is `refuse`.
    """
    why = pdf_absence() if kind == "pdf" else absence()
    if why is not None:
        raise AbsentError(why)
    from overtrick_records import SheetOptions, html_notes, html_text, make_sheet, pdf_bytes

    chosen = make_options("records", OPTIONS, dict(options), noun="sheet")
    if not isinstance(chosen, SheetOptions):
        msg = "these are no options of a sheet"
        raise OptionError(msg)
    reading.check_shown(sealed)
    shown = reading.boards
    if boards:
        shown = tuple(select(shown, boards))
    count = len(shown)
    shown = shown[:most]
    if solves and chosen.tables and chosen.layout != "travellers":
        shown = tuple(with_tables(shown, report))
    report(0, None, DRAWING)
    sheet = make_sheet(shown, reading.header, chosen, language=language)
    report(0, None, DRAWING)
    if kind == "pdf":
        data, more = pdf_bytes(sheet)
    else:
        pieces = list(html_text(sheet))
        data, more = "".join(pieces).encode(), html_notes(pieces)
    return DrawnSheet(
        data=data,
        name=new_name(reading.name, f".{kind}"),
        pages=len(sheet.pages),
        count=sheet.count,
        left=count - len(shown),
        remarks=(*sheet.said, *more),
    )


def can_solve() -> bool:
    """Return whether double-dummy tables can be computed for a sheet."""
    return solver_absence() is None

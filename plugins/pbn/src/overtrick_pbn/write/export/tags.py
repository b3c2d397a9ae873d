"""The identification section in export format: 15 mandatory tags, then the others by name.

Source: PBN 2.1 §3.3 (Tag pair), §3.4 (Identification section), §4 (Supplemental tags).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from overtrick.findings.losses import Field
from overtrick.model import (
    Auction,
    Board,
    Contract,
    Missing,
    Seat,
)
from overtrick_pbn.standard.tags import MANDATORY
from overtrick_pbn.text import lexis
from overtrick_pbn.write.export.values import (
    UNKNOWN_TEXT,
    board_value,
    check_declarer,
    contract_values,
    deal_text,
    nothing,
    result_value,
    safe_value,
    score_value,
    vulnerability_value,
)
from overtrick_pbn.write.losses import Report
from overtrick_pbn.write.strings import WIDTH, quoted

_MODEL_EXTRAS: Final = frozenset(f"pbn:{name}" for name in (*MANDATORY, "Auction", "Play", "Note"))
_TAG_KEY: Final = re.compile(f"pbn:{lexis.ANY_NAME}")


def _stated(text: str | Missing | None, absent: str, field: Field, report: Report) -> str:
    if isinstance(text, str):
        if text == "?":
            report.changed(field, UNKNOWN_TEXT)
        return safe_value(text, field, report)
    return absent if text is None else str(text.value)


def absent_value(board: Board) -> str:
    """Return what stands for a mandatory tag that the board does not state.

    Empty where it does not apply, as on a board that was only dealt; else `?`.

    Source: PBN 2.1 §3.4.
    """
    info = board.info
    only_dealt = (
        board.contract is None
        and board.result is None
        and board.auction is None
        and board.play is None
        and info.players == (None, None, None, None)
    )
    return "" if only_dealt else "?"


def effective_dealer(board: Board) -> Seat | Missing | None:
    """Return the dealer, or the first caller where the board states none.

    Source: PBN 2.1 §3.1 (the Dealer tag must be filled before an auction).
    """
    dealer = board.dealer
    if not isinstance(dealer, Seat) and isinstance(board.auction, Auction):
        return board.auction.dealer
    return dealer


def mandatory_values(board: Board, report: Report, *, complete: bool = True) -> list[str]:
    """Return the values of the 15 mandatory tags, in the standard's order, not yet quoted.

    A tag that the board does not state is `?` or empty (see `absent_value`).

    Args:
        board: the board.
        report: where losses go.
        complete: whether all of them are written, so that what is filled in counts.
    """
    info = board.info
    stated = board.contract
    # A board with a contract has been more than dealt.
    absent = absent_value(board) if stated is None else "?"
    contract, declarer = contract_values(board, absent)
    dealer = effective_dealer(board) if complete else board.dealer
    if dealer is not board.dealer:
        report.filled(Field.DEALER, "PBN demands a dealer before an auction")
    if isinstance(stated, Contract) and stated.declarer.__class__ is not Seat:
        check_declarer(stated, report, complete=complete)
    north, east, south, west = info.players
    names = (info.event, info.site, info.date, west, north, east, south, board.scoring)
    texts = _plain_texts(names)
    if texts is None:
        texts = tuple(
            _stated(text, absent, field, report)
            for text, field in zip(names, _TEXT_FIELDS, strict=True)
        )
    return [
        *texts[:3],
        board_value(board, report),
        *texts[3:7],
        "NESW"[dealer] if isinstance(dealer, Seat) else nothing(dealer),
        vulnerability_value(board.vulnerability),
        deal_text(board.deal, dealer if isinstance(dealer, Seat) else Seat.NORTH),
        texts[7],
        declarer,
        contract,
        result_value(board, absent, report),
    ]


_TEXT_FIELDS: Final = (
    Field.INFO_EVENT,
    Field.INFO_SITE,
    Field.INFO_DATE,
    *[Field.INFO_PLAYERS] * 4,
    Field.SCORING,
)


def _plain_texts(names: tuple[str | Missing | None, ...]) -> tuple[str, ...] | None:
    """Return the texts if all are given and nothing in them needs a second look."""
    try:
        together = "".join(names)  # type: ignore[arg-type]  # what is no text raises
    except TypeError:
        return None
    if "#" in together or "?" in together or not together.isprintable():
        return None
    return names  # type: ignore[return-value]  # joined, so all are texts


def stated_names(board: Board) -> frozenset[str]:
    """Return the mandatory tags that a board states.

    Example:
        >>> sorted(stated_names(Board(number=7, scoring="IMP")))
        ['Board', 'Scoring']
    """
    info, contract = board.info, board.contract
    north, east, south, west = info.players
    declarer = contract
    if isinstance(contract, Contract) and contract.declarer is None:
        declarer = None
    stated = (
        info.event,
        info.site,
        info.date,
        board.name if board.number is None else board.number,
        west,
        north,
        east,
        south,
        board.dealer,
        board.vulnerability,
        board.deal,
        board.scoring,
        declarer,
        contract,
        board.result,
    )
    return frozenset(
        name for name, value in zip(MANDATORY, stated, strict=True) if value is not None
    )


def stated_values(board: Board, report: Report) -> dict[str, str]:
    """Return the values of the mandatory tags that a board states, in the standard's order."""
    names = stated_names(board)
    values = mandatory_values(board, report, complete=False)
    return {n: value for n, value in zip(MANDATORY, values, strict=True) if n in names}


def supplemental_values(
    board: Board, report: Report, sections: Collection[str] = ()
) -> list[tuple[str, str]]:
    """Return the other tags of the identification section, sorted by name.

    Args:
        board: the board.
        report: where losses go.
        sections: the names of the tables and sections that are written: their values stand
            there.

    Source: PBN 2.1 §3.4 (order), §4 (Supplemental tags).
    """
    info = board.info
    tags: list[tuple[str, str]] = []
    for name, text, field in (
        ("HomeTeam", info.teams[0], Field.INFO_TEAMS),
        ("Room", info.room, Field.INFO_ROOM),
        ("VisitTeam", info.teams[1], Field.INFO_TEAMS),
    ):
        if text is not None:
            tags.append((name, _stated(text, "?", field, report)))
    if board.score is not None:
        tags.append(("Score", score_value(board.score, report)))
    if board.extras:
        tags += _extra_tags(board, {name for name, _ in tags}, sections, report)
    tags.sort(key=_by_name)
    return tags


def _by_name(tag: tuple[str, str]) -> str:
    return tag[0]


def _extra_tags(
    board: Board, taken: set[str], sections: Collection[str], report: Report
) -> list[tuple[str, str]]:
    tags: list[tuple[str, str]] = []
    for key, value in board.extras.items():
        if not key.startswith("pbn:") or key in KEPT_APART:
            continue
        name = key[4:]
        if key in _MODEL_EXTRAS:
            if key != "pbn:Contract" or value != "":
                report.dropped(Field.EXTRAS, f"the {name} tag is written from the board itself")
        elif key.endswith(".unread"):
            report.dropped(Field.EXTRAS, f"{key[4:-7]} could not be read")
        elif not _TAG_KEY.fullmatch(key) or isinstance(value, (bool, tuple)) or value is None:
            report.dropped(Field.EXTRAS, f"{key} is no tag with a text")
        elif name in taken:
            report.dropped(Field.EXTRAS, f"the {name} tag is written from the board itself")
        elif name not in sections:
            if not isinstance(value, str):
                report.changed(Field.EXTRAS, "numbers come back as text")
            tags.append((name, safe_value(str(value), Field.EXTRAS, report)))
    notes = board.extras.get("pbn:notes")
    if isinstance(notes, tuple):
        tags += [("Note", safe_value(str(note), Field.EXTRAS, report)) for note in notes]
    if "pbn:stray" in board.extras:
        report.dropped(Field.EXTRAS, "text outside of tags and comments is no part of a game")
    return tags


KEPT_APART: Final = frozenset(
    {
        "pbn:comments",
        "pbn:escapes",
        "pbn:stray",
        "pbn:notes",
        "pbn:auction.notes",
        "pbn:play.notes",
    }
)
"""The extras that are no tags of the identification section."""


def tag_line(name: str, value: str, field: Field, report: Report) -> str:
    """Return a tag pair on its line, reporting what does not fit one.

    Source: PBN 2.1 §2.3 (Line specification), §3.3 (Tag pair).
    """
    line = f"[{name} {quoted(value)}]"
    if len(line) <= WIDTH:
        return line
    if not report.cut_values:
        report.warn("PBN901", part=name, name=name, length=len(line) + 2)
        return line
    report.dropped(field, "the end of a value that does not fit a line of 255 characters")
    keep = len(value)
    while len(line) > WIDTH:
        # An escaped character takes two places.
        keep -= max(1, (len(line) - WIDTH) // 2)
        line = f"[{name} {quoted(value[:keep])}]"
    return line


FIELD_OF: Final[dict[str, Field]] = {
    "Event": Field.INFO_EVENT,
    "Site": Field.INFO_SITE,
    "Date": Field.INFO_DATE,
    "Board": Field.NUMBER,
    "West": Field.INFO_PLAYERS,
    "North": Field.INFO_PLAYERS,
    "East": Field.INFO_PLAYERS,
    "South": Field.INFO_PLAYERS,
    "Dealer": Field.DEALER,
    "Vulnerable": Field.VULNERABILITY,
    "Deal": Field.DEAL,
    "Scoring": Field.SCORING,
    "Declarer": Field.CONTRACT,
    "Contract": Field.CONTRACT,
    "Result": Field.RESULT,
    "HomeTeam": Field.INFO_TEAMS,
    "Room": Field.INFO_ROOM,
    "Score": Field.SCORE,
    "VisitTeam": Field.INFO_TEAMS,
}
"""The field that a tag's value belongs to; every other tag is an extra."""

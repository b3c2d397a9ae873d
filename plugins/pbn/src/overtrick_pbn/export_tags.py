"""The identification section in export format: 15 mandatory tags, then the others by name.

Source: PBN 2.1 §3.3 (Tag pair), §3.4 (Identification section), §4 (Supplemental tags).
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from overtrick.losses import Field
from overtrick.model import (
    Auction,
    Board,
    Contract,
    Deal,
    Ending,
    Missing,
    Play,
    Result,
    Score,
    Seat,
    Vulnerability,
)
from overtrick.model.hands import holding_text
from overtrick_pbn.export_report import Report
from overtrick_pbn.names import MANDATORY
from overtrick_pbn.texts import WIDTH, clean, quoted

_MODEL_EXTRAS: Final = frozenset(f"pbn:{name}" for name in (*MANDATORY, "Auction", "Play", "Note"))
_TAG_KEY: Final = re.compile(r"pbn:[A-Za-z0-9_]+", re.ASCII)

_NOT_A_VALUE: Final = "PBN strings hold no line ends, tabs or control characters"
_INHERITS: Final = "PBN reads # and ## at the start of a value as inheritance"
_UNKNOWN_TEXT: Final = "PBN reads ? as unknown"


def safe_value(text: str, field: Field, report: Report) -> str:
    """Return a text as a tag's value, reporting what must be changed in it."""
    value = clean(text)
    if value != text:
        report.changed(field, _NOT_A_VALUE)
    if value[:1] == "#" and (value == "#" or value[1] == "#"):
        report.changed(field, _INHERITS)
        value = f" {value}"
    return value


def _stated(text: str | Missing | None, absent: str, field: Field, report: Report) -> str:
    if isinstance(text, str):
        if text == "?":
            report.changed(field, _UNKNOWN_TEXT)
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


def mandatory_values(board: Board, report: Report) -> list[str]:
    """Return the values of the 15 mandatory tags, in the standard's order, not yet quoted."""
    info = board.info
    absent = absent_value(board)
    contract, declarer = contract_values(board, absent)
    dealer = effective_dealer(board)
    if dealer is not board.dealer:
        report.filled(Field.DEALER, "PBN demands a dealer before an auction")
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
        dealer.symbol if isinstance(dealer, Seat) else _nothing(dealer),
        _vulnerability(board.vulnerability),
        _deal(board.deal, dealer if isinstance(dealer, Seat) else Seat.NORTH),
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


def _nothing(value: Missing | None) -> str:
    return "?" if value is None else str(value.value)


def board_value(board: Board, report: Report) -> str:
    """Return the value of the Board tag: the number, or the name where there is none."""
    number, name = board.number, board.name
    if isinstance(number, int):
        if name is not None:
            report.dropped(Field.NAME, "the Board tag holds the number")
        return str(number)
    if name is None:
        return _nothing(number)
    if name.strip().isdecimal() or name in ("", "?"):
        report.changed(Field.NAME, "a number in the Board tag is read as the board's number")
    return safe_value(name, Field.NAME, report)


def _vulnerability(value: Vulnerability | Missing | None) -> str:
    return value.label if isinstance(value, Vulnerability) else _nothing(value)


class _Holdings(dict[int, str]):
    """The texts of holdings, each made when it is first wanted."""

    def __missing__(self, holding: int) -> str:
        self[holding] = text = holding_text(holding)
        return text


_HOLDINGS: Final = _Holdings()


def _deal(deal: Deal | Missing | None, first: Seat) -> str:
    if not isinstance(deal, Deal):
        return _nothing(deal)
    hands = deal.hands
    texts = [_hand(hand.mask) for hand in (*hands[first:], *hands[:first])]
    return f"{first.symbol}:{' '.join(texts)}"


def _hand(mask: int) -> str:
    if not mask:
        return "-"
    text = _HOLDINGS
    minors = f"{text[mask >> 13 & 8191]}.{text[mask & 8191]}"
    return f"{text[mask >> 39]}.{text[mask >> 26 & 8191]}.{minors}"


def contract_values(board: Board, absent: str) -> tuple[str, str]:
    """Return the values of the Contract and the Declarer tag.

    Source: PBN 2.1 §3.4.13, §3.4.14, §3.10 (End positions).
    """
    contract = board.contract
    if not isinstance(contract, Contract):
        value = absent if contract is None else str(contract.value)
        return value, value
    declarer = contract.declarer
    if isinstance(declarer, Seat):
        seat = ("^" if contract.swapped else "") + declarer.symbol
    elif contract.level == 0:
        seat = ""
    else:
        seat = _nothing(declarer)
    if contract.level is None and contract.strain is None:
        stated = board.extras.get("pbn:Contract")
        return (stated if stated == "" else "?"), seat
    return contract.text, seat


def is_partial(board: Board) -> bool:
    """Return whether the result may be that of a play which is not over.

    Source: PBN 2.1 §3.4.15 (partial result).
    """
    play = board.play
    return isinstance(play, Play) and play.ending in (Ending.OPEN, Ending.UNKNOWN)


def result_value(board: Board, absent: str, report: Report) -> str:
    """Return the value of the Result tag: declarer's tricks where they can be told.

    Source: PBN 2.1 §3.4.15 (Result).
    """
    result, contract = board.result, board.contract
    if not isinstance(result, Result):
        if result is None and isinstance(contract, Contract) and contract.is_passed_out:
            return ""
        return absent if result is None else str(result.value)
    caret = "^" if result.irregular else ""
    seat = contract.seat if isinstance(contract, Contract) else None
    if result.tricks is not None:
        if result.ns is not None or result.ew is not None:
            report.changed(Field.RESULT, "the Result tag holds declarer's tricks only")
        return f"{caret}{result.tricks}"
    if seat is not None:
        own = result.ns if seat.side == 0 else result.ew
        if own is None and not is_partial(board):
            own = result.for_declarer(seat)
        if own is not None:
            if (result.ns is not None and result.ew is not None) and result.ns + result.ew != 13:
                report.changed(Field.RESULT, "the tricks of both sides do not make 13")
            return f"{caret}{own}"
    return str(result)


def score_value(score: Score | Missing, report: Report) -> str:
    """Return the value of the Score tag, its relation kept.

    Source: PBN 2.1 §4.2.1 (Score).
    """
    if isinstance(score, Missing):
        return str(score.value)
    words = []
    if score.ns is not None:
        words.append(f"NS {_points(score.ns)}")
    if score.ew is not None:
        words.append(f"EW {_points(score.ew)}")
    if score.declarer is not None:
        if words:
            report.changed(Field.SCORE, "the Score tag names either the declarer's or the sides'")
        else:
            words.append(_points(score.declarer))
    return " ".join(words)


def _points(value: Decimal) -> str:
    whole = value.to_integral_value()
    if whole == value:
        return str(int(whole))
    return format(value.normalize(), "f")


def supplemental_values(
    board: Board, sections: frozenset[str], report: Report
) -> list[tuple[str, str]]:
    """Return the other tags of the identification section, sorted by name.

    Args:
        board: the board.
        sections: the names of the board's tables and sections: their values stand elsewhere.
        report: where losses go.

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
        taken = {name for name, _ in tags} | sections
        tags += _extra_tags(board, taken, report)
    tags.sort(key=_by_name)
    return tags


def _by_name(tag: tuple[str, str]) -> str:
    return tag[0]


def _extra_tags(
    board: Board, taken: set[str] | frozenset[str], report: Report
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
        elif name in taken and name not in board_sections(board):
            report.dropped(Field.EXTRAS, f"the {name} tag is written from the board itself")
        elif name not in taken:
            if not isinstance(value, str):
                report.changed(Field.EXTRAS, "numbers come back as text")
            tags.append((name, safe_value(str(value), Field.EXTRAS, report)))
    notes = board.extras.get("pbn:notes")
    if isinstance(notes, tuple):
        tags += [("Note", safe_value(str(note), Field.EXTRAS, report)) for note in notes]
    if "pbn:stray" in board.extras:
        report.dropped(Field.EXTRAS, "text outside of tags and comments is no part of a game")
    return tags


def board_sections(board: Board) -> frozenset[str]:
    """Return the names of the board's tables and sections."""
    return frozenset(grid.name for grid in board.grids)


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
        keep -= len(line) - WIDTH
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

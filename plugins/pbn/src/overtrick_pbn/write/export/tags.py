"""The identification section in export format: 15 mandatory tags, then the others by name.

Source: PBN 2.1 §3.3 (Tag pair), §3.4 (Identification section), §4 (Supplemental tags).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final

from overtrick import PLACES, Board, Extras, Field, Seat
from overtrick.plugin import field_of_place
from overtrick_pbn.standard import lexis
from overtrick_pbn.standard.tables import HYPHENS, SPELLED_IN
from overtrick_pbn.standard.tags import MANDATORY, PLACE_OF
from overtrick_pbn.text.quoting import quote
from overtrick_pbn.write.export.values import (
    UNKNOWN_TEXT,
    board_value,
    contract_values,
    nothing,
    result_value,
    safe_value,
    score_value,
)
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import WIDTH

_MODEL_EXTRAS: Final = frozenset(f"pbn:{name}" for name in (*MANDATORY, "Auction", "Play", "Note"))
_TAG_KEY: Final = re.compile(f"pbn:{lexis.ANY_NAME}")


def _text_value(text: str, field: Field, losses: Losses) -> str:
    if text == "?":
        losses.changed(field, UNKNOWN_TEXT)
    return safe_value(text, field, losses)


def absent_value(board: Board) -> str:
    """Return what stands for a mandatory tag that the board does not state.

    Empty where it does not apply, as on a board of which only the deal is known; else `?`.

    Source: PBN 2.1 §3.4.
    """
    info = board.info
    only_dealt = (
        board.deal is not None
        and board.contract is None
        and board.result is None
        and board.auction is None
        and board.play is None
        and info.players == (None, None, None, None)
        and _MORE_THAN_DEALT.isdisjoint(board.missing)
        and _UNREAD.isdisjoint(board.extras)
    )
    return "" if only_dealt else "?"


_PLAYER_PLACES: Final = tuple(place for place in PLACES if place.startswith("info.players."))
_MORE_THAN_DEALT: Final = frozenset(
    {"contract", "declarer", "result", "auction", "play", *_PLAYER_PLACES}
)


_UNREAD: Final = frozenset(
    f"pbn:{name}.unread" for name in ("Contract", "Declarer", "Result", "Auction", "Play")
)


def effective_dealer(board: Board) -> Seat | None:
    """Return the dealer, or the first caller where the board states none.

    Source: PBN 2.1 §3.1 (the Dealer tag must be filled before an auction).
    """
    if board.dealer is None and board.auction is not None:
        return board.auction.dealer
    return board.dealer


def mandatory_values(board: Board, losses: Losses, *, complete: bool = True) -> list[str]:
    """Return the values of the 15 mandatory tags, in the standard's order, not yet quoted.

    A tag that the board does not state is `?` or empty (see `absent_value`).

    Args:
        board: the board.
        losses: where they go.
        complete: whether all of them are written, so that what is filled in counts.
    """
    info, missing = board.info, board.missing
    vulnerability, deal = board.vulnerability, board.deal
    # A board with a contract has been more than dealt.
    absent = absent_value(board) if board.contract is None else "?"
    contract, declarer = contract_values(board, absent)
    dealer = effective_dealer(board) if complete else board.dealer
    if dealer is not board.dealer:
        losses.filled(Field.DEALER, "PBN requires a dealer before an auction")
    if complete and _lacks_declarer(board):
        losses.filled(Field.CONTRACT, "PBN requires a Declarer tag; ? is written")
    north, east, south, west = info.players
    names = (info.event, info.site, info.date, west, north, east, south, board.scoring)
    texts = _plain_texts(names)
    if texts is None:
        texts = [
            nothing(missing.get(place), absent)
            if text is None
            else _text_value(text, field, losses)
            for text, (place, field) in zip(names, _TEXTS, strict=True)
        ]
    return [
        *texts[:3],
        board_value(board, losses),
        *texts[3:7],
        nothing(missing.get("dealer")) if dealer is None else dealer.symbol,
        nothing(missing.get("vulnerability")) if vulnerability is None else vulnerability.label,
        nothing(missing.get("deal")) if deal is None else deal.to_text(dealer or Seat.NORTH),
        texts[7],
        declarer,
        contract,
        result_value(board, absent, losses),
    ]


def _lacks_declarer(board: Board) -> bool:
    """Return whether a board has a contract that was played and does not say by whom."""
    contract = board.contract
    if contract is None or contract.declarer is not None:
        return False
    return not contract.is_passed_out and "declarer" not in board.missing


FIELD_OF: Final = {name: field_of_place(place) for name, place in PLACE_OF.items()}
"""The field that a tag's value belongs to; every other tag is an extra."""

_TEXTS: Final = [
    (PLACE_OF[name], FIELD_OF[name])
    for name in ("Event", "Site", "Date", "West", "North", "East", "South", "Scoring")
]


def _plain_texts(names: tuple[str | None, ...]) -> Sequence[str] | None:
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
    info, contract, missing = board.info, board.contract, board.missing
    north, east, south, west = info.players
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
        None if contract is None else contract.declarer,
        contract,
        board.result,
    )
    names = {name for name, value in zip(MANDATORY, stated, strict=True) if value is not None}
    names |= {name for name in MANDATORY if PLACE_OF[name] in missing}
    return frozenset(names)


def stated_values(board: Board, losses: Losses) -> dict[str, str]:
    """Return the values of the mandatory tags that a board states, in the standard's order."""
    names = stated_names(board)
    values = mandatory_values(board, losses, complete=False)
    return {n: value for n, value in zip(MANDATORY, values, strict=True) if n in names}


def supplemental_values(
    board: Board, losses: Losses, sections: Collection[str] = ()
) -> list[tuple[str, str]]:
    """Return the other tags of the identification section, sorted by name.

    Args:
        board: the board.
        losses: where they go.
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
            tags.append((name, _text_value(text, field, losses)))
    if board.score is not None:
        tags.append(("Score", score_value(board.score, losses)))
    if board.missing:
        tags += [
            (_SUPPLEMENTAL[place], nothing(said))
            for place, said in board.missing.items()
            if place in _SUPPLEMENTAL
        ]
    if board.extras:
        tags += _extra_tags(board, {name for name, _ in tags}, sections, losses)
        for name, _ in tags:
            if not name[0].isupper():
                losses.warn("PBN911", part=name, name=name)
    tags.sort(key=_by_name)
    return tags


_SUPPLEMENTAL: Final = {place: name for name, place in PLACE_OF.items() if name not in MANDATORY}
"""The supplemental tags by the places that they fill."""


def _by_name(tag: tuple[str, str]) -> str:
    return tag[0]


def _extra_tags(
    board: Board, taken: set[str], sections: Collection[str], losses: Losses
) -> list[tuple[str, str]]:
    tags: list[tuple[str, str]] = []
    for key, value in _extras_with_table(board).items():
        if not key.startswith("pbn:") or key in KEPT_APART:
            continue
        name = key[4:]
        if key in _MODEL_EXTRAS:
            if key != "pbn:Contract" or value != "":
                losses.dropped(Field.EXTRAS, f"the {name} tag is written from the board")
        elif key.endswith(".unread"):
            losses.dropped(Field.EXTRAS, f"{key[4:-7]} could not be read")
        elif not _TAG_KEY.fullmatch(key) or isinstance(value, (bool, tuple)) or value is None:
            losses.dropped(Field.EXTRAS, f"{key} is not a tag with a text")
        elif name in taken:
            losses.dropped(Field.EXTRAS, f"the {name} tag is written from the board")
        elif name not in sections:
            if not isinstance(value, str):
                losses.changed(Field.EXTRAS, "numbers are read back as text")
            tags.append((name, safe_value(str(value), Field.EXTRAS, losses)))
    notes = board.extras.get("pbn:notes")
    if isinstance(notes, tuple):
        tags += [("Note", safe_value(str(note), Field.EXTRAS, losses)) for note in notes]
    _drop_others(board.extras, losses)
    return tags


def _drop_others(extras: Extras, losses: Losses) -> None:
    """Report what stands in a game and is no part of it."""
    repeated = extras.get("pbn:repeated")
    for tag in repeated if isinstance(repeated, tuple) else ():
        which = tag[0] if isinstance(tag, tuple) and tag else tag
        what = "note to a section" if which == "Note" else f"{which} tag"
        losses.dropped(Field.EXTRAS, f"a {what} that occurs twice in a game is left out")
    if "pbn:stray" in extras:
        losses.dropped(Field.EXTRAS, "text outside tags and comments does not belong to a game")


def _extras_with_table(board: Board) -> Extras:
    """Return a board's extras with its table where a tag of a program is to state it."""
    if SPELLED_IN not in board.extras:
        return board.extras
    # Only files of some programs have such tags.
    from overtrick_pbn.programs.tricks import spelled_table

    spelled = spelled_table(board)
    if spelled is None:
        return board.extras
    return board.extras.with_items({f"pbn:{spelled[0]}": spelled[1]})


KEPT_APART: Final = frozenset(
    {
        "pbn:comments",
        "pbn:escapes",
        "pbn:repeated",
        "pbn:stray",
        "pbn:notes",
        "pbn:auction.notes",
        "pbn:play.notes",
        "pbn:Auction.rest",
        HYPHENS,
        SPELLED_IN,
    }
)
"""The extras that are no tags of the identification section."""


def tag_line(
    name: str,
    value: str,
    field: Field,
    losses: Losses,
    as_string: Callable[[str], str] = quote,
) -> str:
    """Return a tag pair on its line, reporting what does not fit one.

    Args:
        name: the tag's name.
        value: its value, clean.
        field: what the value belongs to.
        losses: where they go.
        as_string: writes the value with its quotes.

    Source: PBN 2.1 §2.3 (Line specification), §3.3 (Tag pair).
    """
    line = f"[{name} {as_string(value)}]"
    if len(line) <= WIDTH:
        return line
    if not losses.cut_values:
        losses.warn("PBN901", part=name, name=name, length=len(line) + 2)
        return line
    if field is Field.NUMBER and losses.board is not None and losses.board.number is None:
        field = Field.NAME  # a board without a number has its name there
    losses.dropped(field, "the value is cut to a line of 255 characters")
    keep = len(value)
    while len(line) > WIDTH:
        # An escaped character takes two places.
        keep -= max(1, (len(line) - WIDTH) // 2)
        line = f"[{name} {as_string(value[:keep])}]"
    return line

"""What a board is after an export: the form in which two boards that PBN cannot tell apart agree.

`as_exported` says without writing anything what the export format keeps of a board, so that the
law "reading an export gives `as_exported` of the board" checks writer and reader against it.

Source: PBN 2.1 §3.4 (mandatory tags), §3.5.4, §3.6.4 (32 notes), §3.8, §5.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from overtrick.findings.losses import Field
from overtrick.model import (
    EMPTY,
    UNKNOWN,
    Auction,
    Board,
    CallEntry,
    Ending,
    Extras,
    ExtraValue,
    Grid,
    Info,
    Irregularity,
    Missing,
    Play,
    PlayedCard,
    Result,
    Score,
    Trick,
)
from overtrick.model.missing import PLAYER_PLACES, TEAM_PLACES
from overtrick_pbn.standard.tags import MANDATORY
from overtrick_pbn.write.export import auction as export_auction
from overtrick_pbn.write.export import play as export_play
from overtrick_pbn.write.export.notes import Notes
from overtrick_pbn.write.export.tables import grid_header, written_grids
from overtrick_pbn.write.export.tags import absent_value, effective_dealer, supplemental_values
from overtrick_pbn.write.export.values import board_value, is_partial, safe_value
from overtrick_pbn.write.losses import SILENT
from overtrick_pbn.write.strings import WIDTH, clean, clean_comment, comment_lines, written_comment


def as_exported(board: Board) -> Board:
    """Return a board as it comes back from an export.

    Absent mandatory tags are said to be `UNKNOWN` or `EMPTY`, tables are sorted by name, and what
    PBN cannot hold is changed or left out as the writer does it (and reports it).

    Example:
        >>> as_exported(Board(number=7)).said("dealer")
        UNKNOWN
    """
    absent: Missing = Missing(absent_value(board))
    number, name = _number_and_name(board)
    contract, info = board.contract, board.info
    passed_out = contract is not None and contract.is_passed_out
    # What the board has a value of drops out of this by itself.
    missing: dict[str, Missing] = dict.fromkeys(("dealer", "vulnerability", "deal"), UNKNOWN)
    missing |= {"contract": absent, "declarer": UNKNOWN, "result": EMPTY if passed_out else absent}
    missing |= board.missing
    missing["number"] = EMPTY if board_value(board, SILENT).strip() == "" else UNKNOWN
    if name is not None:
        del missing["number"]
    if contract is None or passed_out:
        del missing["declarer"]
        missing["contract"] = board.said("contract") or board.said("declarer") or absent

    def text(place: str, stated: str | None, default: Missing | None = absent) -> str | None:
        value = None if stated is None else safe_value(stated, Field.EXTRAS, SILENT)
        which = board.said(place) or default
        if value == "?" or (value is None and which is UNKNOWN):
            missing[place] = UNKNOWN
            return None
        return "" if value is None and which is EMPTY else value

    north, east, south, west = map(text, PLAYER_PLACES, info.players)
    home, visitors = map(text, TEAM_PLACES, info.teams, (None, None))
    return Board(
        number=number,
        name=name,
        dealer=effective_dealer(board),
        vulnerability=board.vulnerability,
        deal=board.deal,
        scoring=text("scoring", board.scoring),
        contract=contract,
        result=_result(board),
        score=_score(board.score),
        auction=_auction(board.auction),
        play=_play(board.play),
        info=Info(
            event=text("info.event", info.event),
            site=text("info.site", info.site),
            date=text("info.date", info.date),
            room=text("info.room", info.room, None),
            players=(north, east, south, west),
            teams=(home, visitors),
        ),
        grids=tuple(_grids(board)),
        extras=_extras(board),
        missing=missing,
    )


def _number_and_name(board: Board) -> tuple[int | None, str | None]:
    value = board_value(board, SILENT)
    bare = value.strip()
    if bare in {"", "?"}:
        return None, None
    if bare.isascii() and bare.isdigit() and len(bare) < 10 and int(bare) > 0:
        return int(bare), None
    return None, value


def _result(board: Board) -> Result | None:
    result, contract = board.result, board.contract
    if result is None:
        return None
    tricks = result.tricks
    seat = None if contract is None else contract.declarer
    if tricks is None and seat is not None:
        tricks = result.ns if seat.side == 0 else result.ew
        if tricks is None and not is_partial(board):
            tricks = result.for_declarer(seat)
    if tricks is None:
        return result
    return Result(tricks=tricks, irregular=result.irregular)


def _score(score: Score | None) -> Score | None:
    if score is None or (score.ns is None and score.ew is None):
        return score
    return attrs.evolve(score, declarer=None)


def _auction(auction: Auction | None) -> Auction | None:
    if auction is None:
        return None
    notes = Notes(Field.AUCTION_NOTES, SILENT)
    return Auction(
        dealer=auction.dealer,
        entries=tuple(_call(entry, notes) for entry in auction.entries),
        ending=export_auction.ending_of(auction),
    )


def _call(entry: CallEntry, notes: Notes) -> CallEntry:
    note, alert, comment = clean(entry.note or ""), entry.alert, entry.comment
    if note or alert:
        if notes.reference(note) is None:
            if note:
                comment = note if comment is None else f"{note}\n{comment}"
            note, alert = "", False
        else:
            # A note that has nothing left is an alert without explanation.
            alert = not note
    irregularity = entry.irregularity
    if entry.call is None:
        irregularity = Irregularity.SKIPPED
    elif not entry.call.is_bid or irregularity is not Irregularity.INSUFFICIENT_BID:
        irregularity = None
    return CallEntry(
        call=entry.call,
        note=note or None,
        nags=tuple(export_auction.written_nags(entry.nags, Field.AUCTION_NAGS, SILENT)),
        comment=None if comment is None else written_comment(comment),
        irregularity=irregularity,
        alert=alert,
    )


def _play(play: Play | None) -> Play | None:
    if play is None:
        return None
    notes = Notes(Field.PLAY_NOTES, SILENT)
    tricks = []
    for trick in play.tricks:
        slots: list[PlayedCard | None] = [None] * 4
        for step in range(4):
            seat = play.leader.after(step)
            slots[seat] = _card(trick.cards[seat], notes)
        north, east, south, west = slots
        tricks.append(Trick((north, east, south, west)))
    return Play(leader=play.leader, tricks=tuple(tricks), ending=export_play.ending_of(play))


def _card(played: PlayedCard | None, notes: Notes) -> PlayedCard | None:
    if played is None:
        return None
    note, comment = played.note, played.comment
    if note is not None:
        note = clean(note)
        if notes.reference(note) is None:
            comment = note if comment is None else f"{note}\n{comment}"
            note = None
    irregularity = played.irregularity
    if played.card is None or irregularity not in _AT_CARDS:
        irregularity = None
    card = PlayedCard(
        card=played.card,
        note=note,
        nags=tuple(export_auction.written_nags(played.nags, Field.PLAY_NAGS, SILENT)),
        comment=None if comment is None else written_comment(comment),
        irregularity=irregularity,
    )
    return None if card == _NO_CARD else card


_NO_CARD: Final = PlayedCard(card=None)
_AT_CARDS: Final = frozenset({Irregularity.REVOKE, Irregularity.LEAD_OUT_OF_TURN})


def _grids(board: Board) -> Iterator[Grid]:
    for grid in written_grids(board, SILENT):
        rows = tuple(tuple(clean(cell) for cell in row) for row in grid.rows)
        is_table = grid.name.endswith("Table") or len(grid.columns) > 1
        yield Grid(name=grid.name, columns=grid.columns if is_table else (), rows=rows)


def _extras(board: Board) -> Extras:
    extras = board.extras
    if not extras:
        return extras
    kept: dict[str, ExtraValue] = {}
    sections = {grid.name for grid in written_grids(board, SILENT)}
    contract = board.contract
    if (
        contract is not None
        and contract.level is None
        and contract.strain is None
        and extras.get("pbn:Contract") == ""
    ):
        kept["pbn:Contract"] = ""
    has_score = board.score is not None or "score" in board.missing
    names: list[str] = []
    notes: list[str] = []
    for name, value in supplemental_values(board, SILENT, sections):
        names.append(name)
        if name == "Note":
            notes.append(value)
        elif name not in {"HomeTeam", "Room", "VisitTeam"} and (name != "Score" or not has_score):
            kept[f"pbn:{name}"] = value
    for grid in written_grids(board, SILENT):
        if len(grid.columns) < 2 and not grid.name.endswith("Table"):
            kept[f"pbn:{grid.name}"] = grid_header(grid, board, SILENT)
    if notes:
        kept["pbn:notes"] = tuple(notes)
    counts = {}
    for section in ("Auction", "Play"):
        used, unused = _notes_of(board, section)
        counts[section] = used + len(unused)
        if unused:
            kept[f"pbn:{section.lower()}.notes"] = unused
    places = _places(board, names, counts)
    for key in ("pbn:comments", "pbn:escapes"):
        pairs = _placed(extras, key, places)
        if pairs:
            kept[key] = pairs
    return Extras(kept)


def _notes_of(board: Board, section: str) -> tuple[int, tuple[str, ...]]:
    """Return how many notes a section's entries use, and the unused ones that are written."""
    notes = Notes(Field.AUCTION_NOTES, SILENT)
    if section == "Auction" and board.auction is not None:
        for entry in board.auction.entries:
            note = clean(entry.note or "")
            if note or entry.alert:
                notes.reference(note)
    elif section == "Play" and board.play is not None:
        play = board.play
        for trick in play.tricks:
            for step in range(4):
                played = trick.cards[play.leader.after(step)]
                if played is not None and played.note is not None:
                    notes.reference(clean(played.note))
    else:
        return 0, ()
    used = len(notes.lines())
    unused = board.extras.get(f"pbn:{section.lower()}.notes")
    texts = [clean(str(text)) for text in unused] if isinstance(unused, tuple) else []
    return used, tuple(texts[: 32 - used])


def _places(board: Board, names: list[str], counts: dict[str, int]) -> dict[str, str]:
    """Return for each place of a game, in the order of an export, the place it comes back at."""
    order = ["", *MANDATORY, *names]
    places = {place: place for place in order}
    for name, section in (("Auction", board.auction), ("Play", board.play)):
        if section is None and name.lower() not in board.missing:
            continue
        places[name] = name
        ending = Ending.UNKNOWN
        if isinstance(section, Auction):
            ending = export_auction.ending_of(section)
        elif isinstance(section, Play):
            ending = export_play.ending_of(section)
        has_mark = ending is not Ending.UNKNOWN
        if has_mark:
            places[f"{name}.end"] = f"{name}.end"
        for number in range(1, counts[name] + 1):
            places[f"{name}.note.{number}"] = f"{name}.note.{number}"
        if not has_mark:
            places[f"{name}.end"] = name
        for number in range(counts[name] + 1, 33):
            places[f"{name}.note.{number}"] = name
    for grid in written_grids(board, SILENT):
        places[grid.name] = grid.name
        places[f"{grid.name}.end"] = grid.name
    return places


def _placed(extras: Extras, key: str, places: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return comments or escape lines in the order and at the places of an export."""
    order = {place: number for number, place in enumerate(dict.fromkeys(places.values()))}
    stated = list(
        dict.fromkeys(
            place for name in ("pbn:comments", "pbn:escapes") for place, _ in _pairs(extras, name)
        )
    )
    found: list[tuple[int, int, str, str]] = []
    for stated_place, text in _pairs(extras, key):
        place = places.get(stated_place, "Result")
        # What comes to stand at a place follows what stood there.
        rank = -1 if stated_place == place else stated.index(stated_place)
        if key == "pbn:comments":
            found += [(order[place], rank, place, piece) for piece in _written_texts(text)]
        elif len(text) < WIDTH and clean(text) == text:
            found.append((order[place], rank, place, text))
    found.sort(key=lambda entry: entry[:2])
    return tuple((place, text) for _, _, place, text in found)


def _pairs(extras: Extras, key: str) -> list[tuple[str, str]]:
    pairs = extras.get(key)
    found = []
    for pair in pairs if isinstance(pairs, tuple) else ():
        if isinstance(pair, tuple) and len(pair) == 2:
            place = str(pair[0])
            # Escape lines stand at tags only.
            found.append((place.partition(".")[0] if key == "pbn:escapes" else place, str(pair[1])))
    return found


def _written_texts(text: str) -> list[str]:
    lines = comment_lines(clean_comment(text))
    return [line[1:] for line in lines] if lines[0][0] == ";" else [written_comment(text)]

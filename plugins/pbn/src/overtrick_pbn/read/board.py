"""From a game that was cut into tags to a `Board`: the tags' values, then the sections.

Source: PBN 2.1 §3.3 (Tag pair), §3.4 (Identification section; a tag pair that already occurred is
ignored), §4 (Supplemental tags).
"""

from __future__ import annotations

from functools import partial
from typing import Final

from overtrick.findings.diagnostics import Location
from overtrick.model import (
    NO_EXTRAS,
    NO_INFO,
    NO_MISSING,
    UNKNOWN,
    Board,
    Contract,
    Deal,
    Extras,
    ExtraValue,
    Info,
    Missing,
    Play,
    Result,
    Source,
)
from overtrick.model.missing import PLAYER_PLACES, MissingPlaces
from overtrick_pbn.read.deal import read_deal
from overtrick_pbn.read.findings import SayAt
from overtrick_pbn.read.inheritance import MAX_STANDING, Inheritance
from overtrick_pbn.read.play import is_next_card, next_card_of
from overtrick_pbn.read.sections import Sections, read_sections
from overtrick_pbn.read.values import (
    CONTRACTS,
    MAX_DIGITS,
    MISSING,
    RESULTS,
    SEATS,
    is_partial,
    missing_in,
    read_contract,
    read_number,
    read_result,
    read_score,
    read_seat,
    read_vulnerability,
    result_of_declarer,
    tricks_of,
)
from overtrick_pbn.read.wants import Wants
from overtrick_pbn.standard.tags import DATE, IN_MODEL, SECTIONS, SUPPLEMENTAL, suits_grammar
from overtrick_pbn.standard.values import VULNERABLE
from overtrick_pbn.text.cut import Cut
from overtrick_pbn.text.syntax import Game

EVERYTHING: Final = Wants()
_PLACED: Final = IN_MODEL | SECTIONS | {"Note"}
_INHERITS: Final = '"#'


class Builder:
    """Builds the boards of one file, one after another.

    Attributes:
        inheritance: what the games so far hand down.
        wants: the parts that are built.
        path: the file's name, for the boards' origin.
    """

    __slots__ = ("_missing", "inheritance", "path", "wants")

    def __init__(
        self,
        inheritance: Inheritance | None = None,
        wants: Wants = EVERYTHING,
        path: str | None = None,
    ) -> None:
        self.inheritance = Inheritance() if inheritance is None else inheritance
        self.wants = wants
        self.path = path
        self._missing = NO_MISSING

    def board(self, game: Game, cut: Cut, report: SayAt, position: int | None = None) -> Board:
        """Return the board of a game.

        Args:
            game: the game.
            cut: its tags.
            report: takes the findings: `report(code, index, **values)`.
            position: the game's 1-based position in the file.

        Raises:
            FormatError: an error was found and the caller wants errors raised.
        """
        names = cut.names
        fields, repeated = fields_of(cut)
        context: tuple[tuple[str, str], ...] = ()
        inheritance = self.inheritance
        if inheritance.standing or _INHERITS in game.text or cut.faults:
            resolved = inheritance.resolve(fields)
            context = tuple(resolved.context)
            fields = resolved.fields
            for name in resolved.forbidden:
                report("PBN404", cut.start(names.index(name)), name=name)
            for name in resolved.refused:
                report("PBN406", cut.start(names.index(name)), name=name, limit=MAX_STANDING)
            for name in resolved.orphans:
                report("PBN405", cut.start(names.index(name)), name=name)
        else:
            inheritance.last.update(fields)
        if repeated or not cut.is_canonical:
            _report_forms(cut, repeated, report)
        if game.encoding != "utf-8":
            context = (*context, ("%encoding", game.encoding))
        return self._board(
            game,
            cut,
            fields,
            context=context,
            repeated=repeated,
            report=report,
            position=position,
        )

    def _board(  # noqa: PLR0912, PLR0915  # one branch a tag
        self,
        game: Game,
        cut: Cut,
        fields: dict[str, str],
        *,
        context: tuple[tuple[str, str], ...],
        repeated: frozenset[int],
        report: SayAt,
        position: int | None,
    ) -> Board:
        get = fields.get
        wants = self.wants
        missing: dict[str, Missing] = {}
        number, name = _number(get("Board"), missing, cut, report)
        dealer = vulnerability = deal = None
        if (value := get("Dealer")) is not None:
            dealer = SEATS.get(value)
            if dealer is None:
                say = partial(_say, report, cut, "Dealer")
                dealer = read_seat("Dealer", value, say, "PBN333")
                _note_missing("dealer", value, missing)
        if (value := get("Vulnerable")) is not None:
            vulnerability = VULNERABLE.get(value)
            if vulnerability is None:
                vulnerability = read_vulnerability(value, partial(_say, report, cut, "Vulnerable"))
                _note_missing("vulnerability", value, missing)
        if (value := get("Deal")) is not None:
            deal = read_deal(value, partial(_say, report, cut, "Deal"))
            if deal is None:
                _note_missing("deal", value, missing)
        extras: dict[str, ExtraValue] = {}
        sections = _NOTHING
        if wants.sections:
            sections = read_sections(
                game,
                cut,
                fields,
                repeated=repeated,
                dealer=dealer,
                missing=missing,
                wants=wants,
                report=report,
            )
        contract = result = score = scoring = None
        if wants.outcome:
            contract = CONTRACTS.get((get("Contract"), get("Declarer"))) or read_contract(
                get("Contract"),
                get("Declarer"),
                missing,
                partial(_say, report, cut, "Contract"),
                partial(_say, report, cut, "Declarer"),
            )
            if contract is not None and get("Contract") == "":
                extras["pbn:Contract"] = ""
            value = get("Result")
            if value in MISSING:
                missing["result"] = MISSING[value]
            elif value is not None:
                result = _result(
                    value, contract, sections.play, cut, report, deal=deal, extras=extras
                )
                if result is None:
                    _note_missing("result", value, missing)
            if (value := get("Score")) is not None:
                score = read_score(value, partial(_say, report, cut, "Score"))
                if score is None and not _note_missing("score", value, missing):
                    extras["pbn:Score"] = value
            scoring = get("Scoring")
            if scoring == "?":
                scoring, missing["scoring"] = None, UNKNOWN
        if sections.next_card is not None and sections.play is not None and wants.outcome:
            strain = None if contract is None else contract.strain
            if not is_next_card(sections.play, strain, sections.next_card[0]):
                trick, seat, _ = next_card_of(sections.play, strain)
                index = sections.next_card[1]
                report("PBN388", index, part="play", trick=trick + 1, seat=seat.symbol)
        if wants.extras:
            self._extras(cut, fields, sections, report, extras)
        info = _info(fields, missing, cut, report) if wants.info else NO_INFO
        if missing and missing != self._missing:
            # The games of a file often state the same, and share it.
            self._missing = MissingPlaces(missing)
        board = Board(
            number=number,
            name=name,
            dealer=dealer,
            vulnerability=vulnerability,
            deal=deal,
            scoring=scoring,
            contract=contract,
            result=result,
            score=score,
            auction=sections.auction,
            play=sections.play,
            info=info,
            grids=sections.grids,
            extras=Extras(extras) if extras else NO_EXTRAS,
            missing=self._missing if missing else NO_MISSING,
            origin=self._origin(game, cut, number if number is not None else position),
            source=(
                Source(format="pbn", text=game.text, context=context) if wants.source else None
            ),
        )
        if wants.source:
            board.keep_as_read()
        return board

    def _origin(self, game: Game, cut: Cut, board: int | None) -> Location:
        """Return the place of the first tag."""
        if cut.names and not cut.prefix:
            return Location(
                path=self.path, line=game.line, column=1, offset=game.offset, board=board
            )
        place = game.position(cut.start(0) if cut.names else 0)
        return Location(
            path=self.path,
            line=place.line,
            column=place.column,
            offset=place.offset,
            board=board,
        )

    def _extras(
        self,
        cut: Cut,
        fields: dict[str, str],
        sections: Sections,
        report: SayAt,
        extras: dict[str, ExtraValue],
    ) -> None:
        """Add what the model has no place for, in the file's order."""
        rest = fields.keys() - _PLACED - sections.tables
        if rest:
            for name, value in fields.items():
                if name not in rest or not name:
                    continue
                extras[f"pbn:{name}"] = value
                if not suits_grammar(name, value):
                    grammar = SUPPLEMENTAL[name]
                    clause = "" if grammar is None else f"PBN 2.1 §{grammar.clause}"
                    _say(report, cut, name, "PBN401", name=name, value=value, clause=clause)
        if "Room" in fields and not suits_grammar("Room", fields["Room"]):
            value, clause = fields["Room"], "PBN 2.1 §4.1.7"
            _say(report, cut, "Room", "PBN401", name="Room", value=value, clause=clause)
        extras.update(sections.extras)


def fields_of(cut: Cut) -> tuple[dict[str, str], frozenset[int]]:
    """Return the first value of each tag by its name, and the positions of those that repeat."""
    names = cut.names
    fields = dict(zip(names, cut.values, strict=True))
    if len(fields) == len(names):
        return fields, _NO_POSITIONS
    notes = names.count("Note")
    if notes and len(fields) + notes - 1 == len(names):
        # Only Note tags repeat, and those are not read by their name.
        fields["Note"] = ""
        return fields, _NO_POSITIONS
    return _first_ones(cut)


_NO_POSITIONS: Final[frozenset[int]] = frozenset()

_MAX_FAULTS: Final = 100
"""How many broken tags of one game are reported."""


def _first_ones(cut: Cut) -> tuple[dict[str, str], frozenset[int]]:
    """Return the first value of each tag, and the positions of those that repeat."""
    fields: dict[str, str] = {}
    repeated: set[int] = set()
    for position, name in enumerate(cut.names):
        if name == "Note" or not name:
            fields.setdefault(name, "")
        elif name in fields:
            repeated.add(position)
        else:
            fields[name] = cut.values[position]
    return fields, frozenset(repeated)


def _report_forms(cut: Cut, repeated: frozenset[int], report: SayAt) -> None:
    """Report tags that stand twice or are not written as the standard has it."""
    for position in sorted(repeated):
        report("PBN303", cut.start(position), name=cut.names[position])
    if cut.is_canonical:
        return
    shown = 0
    for position, name in enumerate(cut.names):
        value = cut.values[position]
        fault = cut.faults.get(position)
        if fault is not None:
            shown += 1
            if shown <= _MAX_FAULTS:
                report(fault, cut.start(position), name=name, text=value[:40])
        elif not name[0].isupper():
            report("PBN312", cut.start(position), name=name)
        if not value.isprintable() and any(character < " " for character in value):
            report("PBN313", cut.start(position), name=name)


_NOTHING: Final = Sections()


def _say(report: SayAt, cut: Cut, tag: str, code: str, /, **values: object) -> None:
    """Report a finding at a tag; a value longer than a line is cut in the message."""
    value = values.get("value")
    if isinstance(value, str) and len(value) > 60:
        values["value"] = value[:60] + "..."
    position = cut.names.index(tag) if tag in cut.names else None
    index = cut.start(position) if position is not None else 0
    report(code, index, part=_PARTS.get(tag, tag), **values)


_PARTS: Final = {
    "Board": "number",
    "Dealer": "dealer",
    "Vulnerable": "vulnerability",
    "Deal": "deal",
    "Contract": "contract",
    "Declarer": "declarer",
    "Result": "result",
    "Score": "score",
}


def _note_missing(place: str, value: str, missing: dict[str, Missing]) -> bool:
    """Note what a tag states in place of a value; return whether it does."""
    stated = missing_in(value)
    if stated is None:
        return False
    missing[place] = stated
    return True


def _number(
    value: str | None, missing: dict[str, Missing], cut: Cut, report: SayAt
) -> tuple[int | None, str | None]:
    """Return the board's number, or its name where the tag has no number."""
    if value is None:
        return None, None
    if value.isdecimal() and value.isascii() and value[0] != "0" and len(value) < MAX_DIGITS:
        return int(value), None
    number = read_number(value, partial(_say, report, cut, "Board"))
    if number is not None or _note_missing("number", value, missing):
        return number, None
    return None, value


_TEXT_PLACES: Final = {
    "Event": "info.event",
    "Site": "info.site",
    "Date": "info.date",
    "Room": "info.room",
    **{place.rpartition(".")[2].capitalize(): place for place in PLAYER_PLACES},
    "HomeTeam": "info.teams.home",
    "VisitTeam": "info.teams.visit",
}


def _info(fields: dict[str, str], missing: dict[str, Missing], cut: Cut, report: SayAt) -> Info:
    get = fields.get
    texts = [get(tag) for tag in _TEXT_PLACES]
    if "?" in texts:
        for number, place in enumerate(_TEXT_PLACES.values()):
            if texts[number] == "?":
                texts[number] = None
                missing[place] = UNKNOWN
    event, site, date, room, north, east, south, west, home, visit = texts
    if date and not DATE.fullmatch(date):
        _say(report, cut, "Date", "PBN331", value=date)
    return Info(
        event=event,
        site=site,
        date=date,
        room=room,
        players=(north, east, south, west),
        teams=(home, visit),
    )


def _result(
    value: str,
    contract: Contract | None,
    play: Play | None,
    cut: Cut,
    report: SayAt,
    *,
    deal: Deal | None,
    extras: dict[str, ExtraValue],
) -> Result | None:
    result = RESULTS.get(value)
    if result is None:
        result = read_result(value, partial(_say, report, cut, "Result"))
    if result is None:
        return None
    total = tricks_of(deal, contract)
    if total < 13 and max(result.tricks or 0, (result.ns or 0) + (result.ew or 0)) > total:
        _say(report, cut, "Result", "PBN344", value=value, total=total)
    if result.tricks is not None or contract is None or contract.declarer is None:
        return result
    partial_play = is_partial(play, total)
    if result.ns is not None and result.ew is not None and result.ns + result.ew != total:
        is_too_many = total < 13 and result.ns + result.ew > total
        if not partial_play and not is_too_many:
            _say(report, cut, "Result", "PBN340", value=value, total=total)
        extras["pbn:Result"] = value
    return result_of_declarer(result, contract.declarer, total, partial=partial_play)


__all__ = ["EVERYTHING", "Builder", "fields_of"]

"""From a game that was cut into tags to a `Board`: the tags' values, then the sections.

Source: PBN 2.1 §3.4 (Identification section), §4 (Supplemental tags).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import attrs

from overtrick.diagnostics import Location
from overtrick.losses import Field
from overtrick.model import (
    NO_EXTRAS,
    NO_INFO,
    UNKNOWN,
    Board,
    Contract,
    Ending,
    Extras,
    ExtraValue,
    Info,
    Missing,
    Play,
    Result,
    Score,
    Seat,
    Source,
)
from overtrick_pbn.cut import Cut
from overtrick_pbn.inherit import Inheritance
from overtrick_pbn.names import DATE, IN_MODEL, SUPPLEMENTAL, suits_grammar
from overtrick_pbn.sections import Sections, read_sections
from overtrick_pbn.syntax import Game
from overtrick_pbn.values import (
    RESULTS,
    SEATS,
    VULNERABILITIES,
    read_contract,
    read_deal,
    read_number,
    read_result,
    read_score,
    read_seat,
    read_vulnerability,
    result_of_declarer,
)

Report = Callable[..., None]


@attrs.frozen
class Wants:
    """Which parts of a board the caller will look at."""

    auction: bool = True
    play: bool = True
    grids: bool = True
    info: bool = True
    outcome: bool = True
    extras: bool = True

    @classmethod
    def of(cls, fields: frozenset[Field] | None) -> Wants:
        """Return the parts that some fields belong to; all for `None`."""
        if fields is None:
            return cls()
        groups = {field.value.split(".")[0] for field in fields}
        return cls(
            auction="auction" in groups,
            # Whether a result is partial can only be told from the play.
            play=bool(groups & {"play", "result"}),
            grids="grids" in groups,
            info="info" in groups,
            outcome=bool(groups & {"contract", "result", "score", "scoring"}),
            extras="extras" in groups,
        )

    @property
    def sections(self) -> bool:
        """Whether any body is of interest."""
        return self.auction or self.play or self.grids or self.extras


EVERYTHING: Final = Wants()
_PLACED: Final = IN_MODEL | {"Auction", "Play", "Note"}
_INHERITS: Final = '"#'


class Builder:
    """Builds the boards of one file, one after another.

    Attributes:
        inheritance: what the games so far hand down.
        wants: the parts that are built.
        path: the file's name, for the boards' origin.
    """

    __slots__ = ("inheritance", "path", "wants")

    def __init__(
        self,
        inheritance: Inheritance | None = None,
        wants: Wants = EVERYTHING,
        path: str | None = None,
    ) -> None:
        self.inheritance = Inheritance() if inheritance is None else inheritance
        self.wants = wants
        self.path = path

    def board(self, game: Game, cut: Cut, report: Report, position: int | None = None) -> Board:
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
        fields = dict(zip(names, cut.values, strict=True))
        repeated: frozenset[int] = frozenset()
        if len(fields) != len(names):
            fields, repeated = _first_ones(cut)
        context: tuple[tuple[str, str], ...] = ()
        inheritance = self.inheritance
        if inheritance.standing or _INHERITS in game.text or cut.faults:
            resolved = inheritance.resolve(fields)
            context = tuple(resolved.context)
            fields = resolved.fields
            for name in resolved.forbidden:
                report("PBN404", cut.start(names.index(name)), name=name)
            for name in resolved.orphans:
                report("PBN405", cut.start(names.index(name)), name=name)
        else:
            inheritance.last.update(fields)
        if repeated or not cut.is_canonical:
            _report_forms(cut, repeated, report)
        return self._board(game, cut, fields, context, repeated, report, position)

    def _board(
        self,
        game: Game,
        cut: Cut,
        fields: dict[str, str],
        context: tuple[tuple[str, str], ...],
        repeated: frozenset[int],
        report: Report,
        position: int | None,
    ) -> Board:
        get = fields.get

        def say_of(name: str) -> Callable[..., None]:
            return partial(_say, report, cut, name)

        number: int | Missing | None = None
        name: str | None = None
        value = get("Board")
        if value is not None:
            number = _NUMBERS.get(value)
            if number is None:
                number = read_number(value, say_of("Board"))
                name = value if number is None else None
        dealer: Seat | Missing | None = None
        value = get("Dealer")
        if value is not None:
            dealer = SEATS.get(value)
            if dealer is None:
                dealer = read_seat("Dealer", value, say_of("Dealer"), "PBN333")
        vulnerability = None
        value = get("Vulnerable")
        if value is not None:
            vulnerability = VULNERABILITIES.get(value)
            if vulnerability is None:
                vulnerability = read_vulnerability(value, say_of("Vulnerable"))
        deal = None
        value = get("Deal")
        if value is not None:
            deal = read_deal(value, partial(_say, report, cut, "Deal"))
        wants = self.wants
        extras: dict[str, ExtraValue] = {}
        sections = _NOTHING
        if wants.sections:
            sections = read_sections(game, cut, fields, repeated, dealer, wants, report)
        contract = result = score = scoring = None
        if wants.outcome:
            contract = read_contract(
                get("Contract"), get("Declarer"), say_of("Contract"), say_of("Declarer")
            )
            result = _result(get("Result"), contract, sections.play, say_of("Result"), extras)
            if "Score" in fields:
                score = _score(fields["Score"], say_of("Score"), extras)
            if "Scoring" in fields:
                value = fields["Scoring"]
                scoring = UNKNOWN if value == "?" else value
            if contract.__class__ is Contract and get("Contract") == "" and contract:
                extras["pbn:Contract"] = ""
        if wants.extras:
            self._extras(cut, fields, sections, report, extras)
        if cut.prefix or not cut.names:
            place = game.position(cut.start(0) if cut.names else 0)
            line, column, offset = place.line, place.column, place.offset
        else:
            line, column, offset = game.line, 1, game.offset
        if game.encoding != "utf-8":
            context = (*context, ("%encoding", game.encoding))
        return Board(
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
            info=_info(fields, say_of("Date")) if wants.info else NO_INFO,
            grids=sections.grids,
            extras=Extras(extras) if extras else NO_EXTRAS,
            origin=Location(
                path=self.path,
                line=line,
                column=column,
                offset=offset,
                board=number if number.__class__ is int else position,
            ),
            source=Source(format="pbn", text=game.text, context=context),
        )

    def _extras(
        self,
        cut: Cut,
        fields: dict[str, str],
        sections: Sections,
        report: Report,
        extras: dict[str, ExtraValue],
    ) -> None:
        """Add what the model has no place for, in the file's order."""
        rest = fields.keys() - _PLACED
        if rest:
            for name, value in fields.items():
                if name not in rest or not name or name in sections.tables:
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


_NUMBERS: Final[dict[str, int]] = {str(number): number for number in range(1, 1000)}
_NOTHING: Final = Sections()


def _say(report: Report, cut: Cut, tag: str, code: str, /, **values: object) -> None:
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


def _report_forms(cut: Cut, repeated: frozenset[int], report: Report) -> None:
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
            if shown <= MAX_FAULTS:
                report(fault, cut.start(position), name=name, text=value[:40])
        elif not name[0].isupper():
            report("PBN312", cut.start(position), name=name)
        if not value.isprintable() and any(character < " " for character in value):
            report("PBN313", cut.start(position), name=name)


MAX_FAULTS: Final = 100
"""How many broken tags of one game are reported."""


def _text(value: str | None) -> str | Missing | None:
    return UNKNOWN if value == "?" else value


def _info(fields: dict[str, str], say_date: Callable[..., None]) -> Info:
    get = fields.get
    date = get("Date")
    if date is not None and date not in {"", "?"} and not DATE.fullmatch(date):
        say_date("PBN331", value=date)
    return Info(
        event=_text(get("Event")),
        site=_text(get("Site")),
        date=_text(date),
        room=_text(get("Room")),
        players=(
            _text(get("North")),
            _text(get("East")),
            _text(get("South")),
            _text(get("West")),
        ),
        teams=(_text(get("HomeTeam")), _text(get("VisitTeam"))),
    )


def _result(
    value: str | None,
    contract: Contract | Missing | None,
    play: Play | Missing | None,
    say: Callable[..., None],
    extras: dict[str, ExtraValue],
) -> Result | Missing | None:
    if value is None:
        return None
    result = RESULTS.get(value)
    if result is None:
        result = read_result(value, say)
    if not isinstance(result, Result) or not isinstance(contract, Contract):
        return result
    if contract.seat is None:
        return result
    partial_play = (
        isinstance(play, Play)
        and play.ending in {Ending.OPEN, Ending.UNKNOWN}
        and bool(play.tricks)
    )
    if result.ns is not None and result.ew is not None and result.ns + result.ew != 13:
        if not partial_play:
            say("PBN340", value=value)
        extras["pbn:Result"] = value
    return result_of_declarer(result, contract.seat, partial=partial_play)


def _score(
    value: str, say: Callable[..., None], extras: dict[str, ExtraValue]
) -> Score | Missing | None:
    score = read_score(value, say)
    if score is None:
        extras["pbn:Score"] = value
    return score


__all__ = ["EVERYTHING", "Builder", "Report", "Wants"]

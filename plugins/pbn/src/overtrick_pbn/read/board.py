"""From a game that was cut into tags to a `Board`: the tags' values, then the sections.

Source: PBN 2.1 §3.3 (Tag pair), §3.4 (Identification section; a tag pair that already occurred is
ignored), §4 (Supplemental tags).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, cast

import attrs

from overtrick import (
    NO_EXTRAS,
    NO_INFO,
    UNKNOWN,
    Board,
    Contract,
    Deal,
    Ending,
    Extras,
    ExtraValue,
    Grid,
    Info,
    Location,
    Missing,
    Play,
    Result,
    Score,
    Seat,
    Source,
)
from overtrick.plugin import MissingPlaces
from overtrick_pbn.read.deal import plain_deal, read_deal
from overtrick_pbn.read.findings import SayAt
from overtrick_pbn.read.inheritance import MAX_STANDING, Inheritance
from overtrick_pbn.read.play import next_card_of
from overtrick_pbn.read.sections import (
    NO_SECTIONS,
    SectionReader,
    has_other_data,
    has_other_value,
)
from overtrick_pbn.read.values import (
    MAX_DIGITS,
    MISSING,
    PARSED,
    QUICK,
    Said,
    TagMeaning,
    Values,
    missing_in,
)
from overtrick_pbn.read.wants import Wants
from overtrick_pbn.standard.plan import TEXT_TAGS, Plan, plan_of
from overtrick_pbn.standard.results import (
    completed_tricks,
    is_partial,
    result_of_declarer,
    tricks_of,
    whole_play,
)
from overtrick_pbn.standard.tables import SPELLED_IN
from overtrick_pbn.standard.tags import DATE, SUPPLEMENTAL, WITHOUT_BLANKS, suits_grammar
from overtrick_pbn.standard.values import VULNERABLE
from overtrick_pbn.text.cut import Cut, is_inside_tag
from overtrick_pbn.text.syntax import Game
from overtrick_pbn.text.values import tokens

EVERYTHING: Final = Wants()
_INHERITS: Final = '"#'

Places = Mapping[str, Missing]
"""What is stated to be missing, by the places of a board."""

SaidOf = tuple[tuple[str, str, dict[str, object]], ...]
"""What there is to say of the values of tags: the tag, the code, what fills the message."""

KnownInfo = tuple[Info, Places, bool]
"""An info, what is missing of it, and whether its date is one."""

Ends = tuple[str | None, str | None, str | None, str | None]
"""The values of Contract, Declarer, Result and Score."""

# The one object that all boards without a missing value share.
_NO_MISSING: Final = cast("MissingPlaces", Board().missing)
_NO_PLACES: Final[Places] = {}

_NUMBERS: Final = {str(number): number for number in range(1, 1001)}
_SEATS: Final = {seat.symbol: seat for seat in Seat}
"""The values that most boards have."""

_PLAIN_RESULTS: Final = {None, *MISSING, *map(str, range(14))}

MAX_SHARED: Final = 1 << 12
"""About how many different values of a file's boards are remembered, so as to be shared."""

_PATIENCE: Final = 16
"""So many games with extras of their own, and the extras of others are not looked for any more."""


class Builder:
    """Builds the boards of one file, one after another.

    Attributes:
        inheritance: what the games so far hand down.
        wants: the parts that are built.
        path: the file's name, for the boards' origin.
        by_grammar: whether the grammar reads every section, and the quick way none.
    """

    __slots__ = (
        "_infos",
        "_joined",
        "_known_extras",
        "_misses",
        "_missing",
        "_texts",
        "by_grammar",
        "inheritance",
        "path",
        "wants",
    )

    def __init__(
        self,
        inheritance: Inheritance | None = None,
        wants: Wants = EVERYTHING,
        path: str | None = None,
        *,
        by_grammar: bool = False,
    ) -> None:
        self.inheritance = Inheritance() if inheritance is None else inheritance
        self.wants = wants
        self.path = path
        self.by_grammar = by_grammar
        self._missing = _NO_MISSING
        # What boards share. A file has few different ones of each, or too many to remember.
        self._texts: dict[str | None, str | None] = {}
        self._infos: dict[tuple[str | None, ...], KnownInfo] = {}
        self._known_extras: dict[tuple[object, ...], tuple[Extras, SaidOf]] = {}
        # How many games in a row had extras that none had before.
        self._misses = 0
        # What an outcome and an info state to be missing, and both together.
        self._joined: tuple[Places, Places, MissingPlaces] = (_NO_PLACES, _NO_PLACES, _NO_MISSING)

    def board(  # noqa: PLR0912, PLR0915  # one branch a tag
        self, game: Game, cut: Cut, report: SayAt, position: int | None = None
    ) -> Board:
        """Return the board of a game.

        Args:
            game: the game.
            cut: its tags.
            report: takes the findings: `report(code, index, **values)`.
            position: the game's 1-based position in the file.

        Raises:
            FormatError: an error was found and the caller wants errors raised.
        """
        wants, by_grammar = self.wants, self.by_grammar
        plan, values, context, repeated = self._values(game, cut, report)
        say = partial(_say, report, cut)
        known_value = (PARSED if by_grammar else QUICK).value
        missing: dict[str, Missing] = {}
        number = name = dealer = vulnerability = deal = None
        if (value := values[plan.number]) is not None:
            number = None if by_grammar else _NUMBERS.get(value) or _number(value)
            if number is None:
                number, stated, said = known_value("Board", value)
                _note("Board", stated, said, missing, say)
                name = value if number is None and stated is None else None
        if (value := values[plan.dealer]) is not None:
            dealer = None if by_grammar else _SEATS.get(value)
            if dealer is None:
                dealer, stated, said = known_value("Dealer", value)
                _note("Dealer", stated, said, missing, say)
        if (value := values[plan.vulnerable]) is not None:
            vulnerability = None if by_grammar else VULNERABLE.get(value)
            if vulnerability is None:
                vulnerability, stated, said = known_value("Vulnerable", value)
                _note("Vulnerable", stated, said, missing, say)
        if (value := values[plan.deal]) is not None:
            deal = None if by_grammar else plain_deal(value)
            if deal is None:
                deal = read_deal(value, partial(say, "Deal"), by_grammar=by_grammar)
                if deal is None and (stated := missing_in(value)) is not None:
                    missing["deal"] = stated
        has_play = wants.play
        if not has_play and wants.result and values[plan.result] not in _PLAIN_RESULTS:
            # Only a result by sides may be that of a play which goes on.
            wants = wants.with_play()
        sections = NO_SECTIONS
        if wants.sections and (
            plan.sections or cut.filled or cut.prefix or cut.inside or plan is not cut.plan
        ):
            sections = SectionReader(
                game,
                cut,
                plan,
                values,
                repeated=repeated,
                missing=missing,
                wants=wants,
                report=report,
                by_grammar=by_grammar,
            ).read(dealer)
        play = sections.play
        if play is not None and play.length < 13 and deal is not None and not deal.is_complete:
            contract_value = plan.ends(values)[0] or ""
            play = sections.play = _played_out(play, deal, contract_value)
        contract = result = score = scoring = None
        lacks = stated_of_info = _NO_PLACES
        extras: dict[str, ExtraValue] = {}
        if wants.outcome:
            outcome = known_outcome(plan.ends(values), PARSED if by_grammar else QUICK)
            contract, result, score, lacks, unread, of_rest, of_score = outcome
            for tag, code, filling in of_rest:
                say(tag, code, **filling)
            if unread:
                extras.update(unread)
            if result is not None and (
                result.tricks is None or not (deal is None or deal.is_complete)
            ):
                result = _result(
                    values[plan.result] or "", result, contract, play, partial(say, "Result"),
                    deal=deal, extras=extras,
                )  # fmt: skip
            for tag, code, filling in of_score:
                say(tag, code, **filling)
            if (
                (value := values[plan.score]) is not None
                and score is None
                and ("score" not in lacks)
            ):
                extras["pbn:Score"] = value
            if sections.next_card is not None and play is not None:
                _report_next_card(sections.next_card, play, deal, contract, report)
            scoring = values[plan.scoring]
            if scoring == "?":
                scoring, missing["scoring"] = None, UNKNOWN
            elif scoring is not None:
                scoring = self._texts.get(scoring) or self._shared(scoring)
        grids = sections.grids
        if plan.stated and wants.grids:
            tags = {name: v for name, at in plan.stated if (v := values[at]) is not None}
            grids = _with_stated_table(grids, tags, extras if wants.extras else {})
        others = NO_EXTRAS
        if wants.extras and plan.has_extras and plan.only_tables != sections.tables:
            others = self._extras(plan, values, sections.tables, say)
        if extras or sections.extras:
            others = Extras.unchecked({**extras, **others, **sections.extras})
        info = NO_INFO
        if wants.info:
            texts = plan.texts(values)
            info, stated_of_info, is_date = self._infos.get(texts) or self._new_info(texts)
            if not is_date:
                say("Date", "PBN331", value=info.date)
        source = Source(format="pbn", text=game.text, context=context) if wants.source else None
        line, column, offset = game.line, game.column, game.offset
        if not cut.names or cut.prefix:
            line, column, offset = game.place(cut.start(0) if cut.names else 0)
        return Board.unchecked(
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
            play=play if has_play else None,
            info=info,
            grids=grids,
            extras=others,
            missing=(
                self._absent(missing, lacks, stated_of_info)
                if missing or lacks or stated_of_info
                else _NO_MISSING
            ),
            origin=Location(
                path=self.path,
                line=line,
                column=column,
                offset=offset,
                board=position if number is None else number,
            ),
            source=source,
            is_as_read=wants.source,
        )

    def _values(
        self, game: Game, cut: Cut, report: SayAt
    ) -> tuple[Plan, list[str | None], tuple[tuple[str, str], ...], Mapping[int, int]]:
        """Return what the tags of a game state, with what it takes from the games before.

        Returns:
            Where the values are; the values, `None` behind the last one; what the text needs from
            elsewhere; the positions of the tags that repeat, each with that of the first one.
        """
        inheritance, plan = self.inheritance, cut.plan
        inherits = bool(inheritance.standing) or _INHERITS in game.text
        context: tuple[tuple[str, str], ...] = ()
        given: Sequence[str] | None = None
        repeated: Mapping[int, int] = _NONE_REPEATED
        values: list[str | None]
        if plan.is_regular and cut.is_canonical:
            given = cut.values
            if inherits:
                given, context = inheritance.take(plan.names, given) or (None, ())
        if given is not None:
            inheritance.keep(plan.names, given)
            values = [*given, None]
        else:
            fields, repeated = fields_of(cut)
            if inherits or cut.faults:
                fields, context = self._resolved(fields, cut, report)
            else:
                inheritance.keep(tuple(fields), list(fields.values()))
            if repeated or not cut.is_canonical:
                _report_repeated(game, cut, repeated, fields, report)
                _report_forms(game, cut, report)
            plan = plan_of(tuple(fields))
            values = [*fields.values(), None]
        if game.encoding != "utf-8":
            context = (*context, ("%encoding", game.encoding))
        if game.is_doubled:
            context = (*context, ("%doubled", ""))
        return plan, values, context, repeated

    def _resolved(
        self, fields: dict[str, str], cut: Cut, report: SayAt
    ) -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
        """Return the values of tags that inherit, and what came from elsewhere in the file."""
        resolved, names = self.inheritance.resolve(fields), cut.names
        for name in resolved.forbidden:
            # Each note reports for itself.
            if name != "Note":
                report("PBN404", cut.start(names.index(name)), name=name)
        for name in resolved.refused:
            report("PBN406", cut.start(names.index(name)), name=name, limit=MAX_STANDING)
        for name in resolved.orphans:
            report("PBN405", cut.start(names.index(name)), name=name)
        return resolved.fields, tuple(resolved.context)

    def _absent(self, missing: Places, places: Places, stated: Places) -> MissingPlaces:
        """Return what is missing; the games of a file often state the same, and share it."""
        if not missing:
            first, second, joined = self._joined
            if first is places and second is stated:
                return joined
        joined_places = {**missing, **places, **stated}
        if joined_places != self._missing:
            self._missing = MissingPlaces(joined_places)
        if not missing:
            self._joined = places, stated, self._missing
        return self._missing

    def _shared(self, text: str) -> str:
        """Return a text that the boards of a file share where they have the same."""
        if len(self._texts) > MAX_SHARED:
            self._texts.clear()
        return self._texts.setdefault(text, text) or text

    def _new_info(self, texts: tuple[str | None, ...]) -> KnownInfo:
        """Return an info, what is missing of it, and whether its date is one."""
        places = _NO_PLACES
        known = texts
        if "?" in texts:
            places = {
                place: UNKNOWN
                for place, text in zip(TEXT_TAGS.values(), texts, strict=True)
                if text == "?"
            }
            known = tuple(None if text == "?" else text for text in texts)
        if len(self._infos) > MAX_SHARED:
            self._infos.clear()
        if len(self._texts) > MAX_SHARED:
            self._texts.clear()
        share = self._texts.setdefault
        event, site, date, room, north, east, south, west, home, visit = map(share, known, known)
        info = Info(
            event=event,
            site=site,
            date=date,
            room=room,
            players=(north, east, south, west),
            teams=NO_INFO.teams if home is None and visit is None else (home, visit),
        )
        found = self._infos[texts] = (
            NO_INFO if known.count(None) == len(known) else info,
            places,
            not date or DATE.fullmatch(date) is not None,
        )
        return found

    def _extras(
        self,
        plan: Plan,
        values: list[str | None],
        tables: frozenset[str],
        say: Callable[..., None],
    ) -> Extras:
        """Return the tags that the model has no place for; games often have the same ones."""
        if self._misses >= _PATIENCE:
            extras, said = self._new_extras(plan, values, tables)
        else:
            key = plan, plan.extra_values(values), tables
            known = self._known_extras.get(key)
            self._misses = self._misses + 1 if known is None else 0
            if known is None:
                known = self._known_extras[key] = self._new_extras(plan, values, tables)
                if len(self._known_extras) > MAX_SHARED:
                    self._known_extras.clear()
            extras, said = known
        for tag, code, filling in said:
            say(tag, code, **filling)
        return extras

    def _new_extras(
        self, plan: Plan, values: list[str | None], tables: frozenset[str]
    ) -> tuple[Extras, SaidOf]:
        """Return the tags that the model has no place for, and what there is to say of them."""
        said: list[tuple[str, str, dict[str, object]]] = []
        extras: dict[str, ExtraValue] = {}
        for place, name, extra in (*plan.extras, (plan.room, "Room", "")):
            value = values[place]
            if value is None or name in tables:
                continue
            if extra:
                extras[extra] = self._shared(value)
            grammar = SUPPLEMENTAL.get(name)
            if not value or grammar is None:
                continue
            filling: dict[str, object] = {"name": name, "clause": f"PBN 2.1 §{grammar.clause}"}
            if not self._suits(name, value):
                said.append((name, "PBN401", {"value": value, **filling}))
            elif name in WITHOUT_BLANKS and value != value.strip():
                said.append((name, "PBN810", filling))
        return (Extras.unchecked(extras) if extras else NO_EXTRAS), tuple(said)

    def _suits(self, name: str, value: str) -> bool:
        """Return whether a supplemental tag's value has the form that the standard gives."""
        grammar = SUPPLEMENTAL[name]
        if grammar is None or not self.by_grammar:
            return suits_grammar(name, value)
        bare = value.strip()
        return bare in MISSING or tokens(grammar.start, bare, by_grammar=True) is not None


class Outcome(NamedTuple):
    """What the values of Contract, Declarer, Result and Score mean, whatever else is in the game.

    Attributes:
        contract: the contract.
        result: the result as the tag tells it.
        score: the score.
        lacks: what is missing.
        unread: the values that could not be read or have no place in the model, but for the score.
        said: what there is to say of them.
        said_of_score: what there is to say of the score.
    """

    contract: Contract | None
    result: Result | None
    score: Score | None
    lacks: Places
    unread: Mapping[str, ExtraValue]
    said: SaidOf
    said_of_score: SaidOf


@functools.lru_cache(MAX_SHARED)
def known_outcome(ends: Ends, read: Values) -> Outcome:
    """Return what four values mean.

    Args:
        ends: the values.
        read: reads each of them.
    """
    contract_value, declarer, result_value, score_value = ends
    contract, lacks_of_contract, said_of_contract = read.contract(contract_value, declarer)
    lacks = dict(lacks_of_contract)
    unread: dict[str, ExtraValue] = {}
    if contract is not None and contract_value == "":
        unread["pbn:Contract"] = ""
    has_declarer = contract is not None and contract.declarer is not None
    for name, value, is_read in (
        ("Contract", contract_value, contract is not None),
        ("Declarer", declarer, has_declarer),
    ):
        if value is not None and not is_read and missing_in(value) is None:
            unread[f"pbn:{name}.unread"] = value
    found: list[object] = []
    said: list[SaidOf] = []
    for name, value in (("Result", result_value), ("Score", score_value)):
        known = _NOTHING_KNOWN if value is None else read.value(name, value)
        found.append(known.value)
        said.append(tuple((name, code, filling) for code, filling in known.said))
        if known.stated is not None:
            lacks[name.lower()] = known.stated
    result, score = found
    if result_value is not None and result is None and "result" not in lacks:
        unread["pbn:Result.unread"] = result_value
    return Outcome(
        contract,
        cast("Result | None", result),
        cast("Score | None", score),
        lacks or _NO_PLACES,
        unread,
        (*said_of_contract, *said[0]),
        said[1],
    )


_NOTHING_KNOWN: Final = TagMeaning(None, None, ())


def _note(
    tag: str,
    stated: Missing | None,
    said: Said,
    missing: dict[str, Missing],
    say: Callable[..., None],
) -> None:
    """Report what there is to say of a value, and note what is stated in its place."""
    for code, filling in said:
        say(tag, code, **filling)
    if stated is not None:
        missing[_PARTS[tag]] = stated


def _report_next_card(
    next_card: tuple[int, int],
    play: Play,
    deal: Deal | None,
    contract: Contract | None,
    report: SayAt,
) -> None:
    """Report a mark of the next card that stands where another card is to be played."""
    place, index = next_card
    trick, seat, is_told = next_card_of(play, None if contract is None else contract.strain)
    # That nothing is left to be played is told by the law.
    is_left = trick < whole_play(deal, has_level=contract is not None and bool(contract.level))
    if is_left and (trick, seat) != (place >> 2, play.leader.after(place & 3)):
        code = "PBN388" if is_told else "PBN389"
        report(code, index, part="play", trick=trick + 1, seat=seat.symbol)


def _with_stated_table(
    grids: tuple[Grid, ...], fields: dict[str, str], extras: dict[str, ExtraValue]
) -> tuple[Grid, ...]:
    """Return a board's tables with the one that a tag of a program states.

    The extras note which tag that was.

    Source: PBN 2.1 §5.7 (OptimumResultTable); the tags are programs' own.
    """
    # Only files of some programs have such tags.
    from overtrick_pbn.programs.tricks import table_of

    found = table_of(fields)
    if found is None:
        return grids
    extras[SPELLED_IN] = found[0]
    return (*grids, found[1])


_MAX_FAULTS: Final = 100
"""How many broken tags of one game are reported."""


def _played_out(play: Play, deal: Deal, contract: str) -> Play:
    """Return a play as complete where it has all the cards of an end position.

    Source: PBN 2.1 §3.10 (End positions).
    """
    if play.ending in {Ending.OPEN, Ending.COMPLETE}:
        return play
    total = whole_play(deal, has_level=contract.strip()[:1].isdigit())
    if not play.is_whole(total):
        return play
    return attrs.evolve(play, ending=Ending.COMPLETE)


def fields_of(cut: Cut) -> tuple[dict[str, str], Mapping[int, int]]:
    """Return the first value of each tag.

    Beside them the positions of the tags that repeat, each with that of the first one.
    """
    names = cut.names
    fields = dict(zip(names, cut.values, strict=True))
    if len(fields) == len(names):
        return fields, _NONE_REPEATED
    notes = names.count("Note")
    if notes and len(fields) + notes - 1 == len(names):
        # Only Note tags repeat, and those are not read by their name.
        fields["Note"] = ""
        return fields, _NONE_REPEATED
    return _first_ones(cut)


_NONE_REPEATED: Final[Mapping[int, int]] = {}


def _first_ones(cut: Cut) -> tuple[dict[str, str], Mapping[int, int]]:
    fields: dict[str, str] = {}
    first: dict[str, int] = {}
    repeated: dict[int, int] = {}
    for position, name in enumerate(cut.names):
        if name == "Note" or not name:
            fields.setdefault(name, "")
        elif name in first:
            repeated[position] = first[name]
        else:
            first[name] = position
            fields[name] = cut.values[position]
    return fields, repeated


def _report_repeated(
    game: Game,
    cut: Cut,
    repeated: Mapping[int, int],
    fields: Mapping[str, str],
    report: SayAt,
) -> None:
    """Report tags that stand twice: those that say the same, and those that are left out.

    Args:
        game: the game.
        cut: its tags.
        repeated: the positions of the tags that repeat, each with that of the first one.
        fields: what the first ones mean.
        report: takes the findings.

    Source: PBN 2.1 §3.4 (a tag pair that already occurred is ignored).
    """
    for position, first in repeated.items():
        name, value, counts = cut.names[position], cut.values[position], cut.values[first]
        start = cut.start(position)
        where = game.place(cut.start(first))[0]
        if has_other_data(cut, position, first):
            report("PBN305", start, name=name, where=where)
        elif has_other_value(cut, position, first, fields.get(name)):
            report("PBN304", start, name=name, value=_on_a_line(value), first=_on_a_line(counts),
                   where=where)  # fmt: skip
        else:
            report("PBN303", start, name=name)


def _report_forms(game: Game, cut: Cut, report: SayAt) -> None:
    """Report tags that are not written as the standard has it."""
    if cut.is_canonical:
        return
    shown = 0
    last = len(cut.names) - 1
    for position, name in enumerate(cut.names):
        value = cut.values[position]
        fault = cut.faults.get(position)
        if position == last and fault is not None and is_inside_tag(game.text, cut):
            text = game.text[cut.start(position) :]
            report("PBN315", cut.start(position), text=text[:40], error=fault == "PBN307")
        elif fault is not None:
            shown += 1
            if shown <= _MAX_FAULTS:
                report(fault, cut.start(position), name=name, text=value[:40])
        elif not name[0].isupper():
            report("PBN312", cut.start(position), name=name)
        # A tab between hands is a blank that is wrong (PBN342).
        said = "\t" if name == "Deal" else ""
        if (
            name
            and not value.isprintable()
            and any(character < " " and character != said for character in value)
        ):
            report("PBN313", cut.start(position), name=name)


def _say(report: SayAt, cut: Cut, tag: str, code: str, /, **values: object) -> None:
    """Report a finding at a tag; a value longer than a line is cut in the message."""
    value = values.get("value")
    if isinstance(value, str):
        values["value"] = _on_a_line(value)
    part = _PARTS.get(tag, tag)
    place = cut.names.index(tag) if tag in cut.names else None
    if code not in _BY_THE_BOARD and (place is None or cut.values[place] == "#"):
        return  # what is wrong with a value by itself is reported where it stands
    if place is not None:
        report(code, cut.start(place), part=part, **values)
        return
    # The value comes from a game before: nothing of it stands here.
    index = cut.start(0) if cut.names else 0
    report(code, index, end=index, part=part, **values)


_BY_THE_BOARD: Final = frozenset({"PBN340", "PBN343", "PBN344"})
"""What is found of a value beside others of its board, so that each heir has it."""

_LINE: Final = 60


def _on_a_line(value: str) -> str:
    """Return a value for a message, which is not longer than a line."""
    return value if len(value) <= _LINE else value[:_LINE] + "..."


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


def _number(value: str) -> int | None:
    """Return the number that a value is, as the standard has it; `None` for any other value."""
    if value.isdecimal() and value.isascii() and value[0] != "0" and len(value) < MAX_DIGITS:
        return int(value)
    return None


def _result(
    value: str,
    result: Result,
    contract: Contract | None,
    play: Play | None,
    say: Callable[..., None],
    *,
    deal: Deal | None,
    extras: dict[str, ExtraValue],
) -> Result:
    """Return a result as declarer's tricks, and report what it contradicts."""
    total = tricks_of(deal, contract)
    if total < 13 and max(result.tricks or 0, (result.ns or 0) + (result.ew or 0)) > total:
        say("PBN344", value=value, total=total)
    if result.tricks is not None or contract is None or contract.declarer is None:
        return result
    partial_play = is_partial(play, total)
    if result.ns is not None and result.ew is not None and result.ns + result.ew != total:
        is_too_many = total < 13 and result.ns + result.ew > total
        if not partial_play and not is_too_many:
            say("PBN340", value=value, total=total)
        extras["pbn:Result"] = value
    if partial_play and play is not None:
        return result_of_declarer(result, contract.declarer, completed_tricks(play))
    return result_of_declarer(result, contract.declarer, total)


__all__ = ["EVERYTHING", "Builder", "fields_of"]

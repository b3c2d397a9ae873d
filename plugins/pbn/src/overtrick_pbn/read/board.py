"""From a game that was cut into tags to a `Board`: the tags' values, then the sections.

Source: PBN 2.1 §3.3 (Tag pair), §3.4 (Identification section; a tag pair that already occurred is
ignored), §4 (Supplemental tags).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from overtrick.findings.diagnostics import Location
from overtrick.model import (
    NO_EXTRAS,
    NO_INFO,
    NO_MISSING,
    UNKNOWN,
    Board,
    Contract,
    Deal,
    Ending,
    Extras,
    ExtraValue,
    Grid,
    Info,
    Missing,
    Play,
    Result,
    Score,
)
from overtrick.model.board import made_board, made_extras, made_origin, made_source
from overtrick.model.missing import MissingPlaces
from overtrick_pbn.read.deal import plain_deal, read_deal
from overtrick_pbn.read.findings import SayAt, place_of_value
from overtrick_pbn.read.inheritance import MAX_STANDING, Inheritance
from overtrick_pbn.read.play import next_card_of
from overtrick_pbn.read.sections import Sections, read_sections
from overtrick_pbn.read.values import (
    CONTRACTS,
    MAX_DIGITS,
    MISSING,
    NUMBERS,
    RESULTS,
    SEATS,
    UNSTATED,
    missing_in,
    read_contract,
    read_number,
    read_result,
    read_score,
    read_seat,
    read_vulnerability,
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
from overtrick_pbn.standard.tags import DATE, SUPPLEMENTAL, suits_grammar
from overtrick_pbn.standard.values import VULNERABLE
from overtrick_pbn.text.cut import Cut
from overtrick_pbn.text.encoding import UTF_8
from overtrick_pbn.text.forms import Taken
from overtrick_pbn.text.syntax import Game

if TYPE_CHECKING:
    from overtrick.framework.contexts import ReadContext

EVERYTHING: Final = Wants()
_INHERITS: Final = '"#'

Places = dict[str, Missing]
"""What is stated to be missing, by the places of a board."""

KnownInfo = tuple[Info, Places, bool]
"""An info, what is missing of it, and whether its date is one."""

Ends = tuple[str | None, str | None, str | None, str | None]
"""The values of Contract, Declarer, Result and Score."""

_NO_PLACES: Final[Places] = {}
_NO_SCORING: Final[Places] = {"scoring": UNKNOWN}
_NO_TABLES: Final[frozenset[str]] = frozenset()

_PLAIN_RESULTS: Final = {None, *MISSING, *RESULTS}

MAX_SHARED: Final = 1 << 12
"""About how many different values of a file's boards are remembered, so as to be shared."""


_PATIENCE: Final = 64
"""So many games with extras of their own, and the extras of others are not looked for any more."""


_VAIN: Final = 16
"""So many games whose values are not known, and it is tried on few games only."""


class Builder:
    """Builds the boards of one file, one after another.

    Attributes:
        inheritance: what the games so far hand down.
        wants: the parts that are built.
        path: the file's name, for the boards' origin.
        is_odd_date: whether the date of the last known board is worth a finding.
    """

    __slots__ = (
        "_infos",
        "_joined",
        "_known_extras",
        "_misses",
        "_missing",
        "_texts",
        "_vain",
        "inheritance",
        "is_odd_date",
        "path",
        "wants",
    )

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
        # How many games in a row had extras that none had before.
        self._misses = 0
        # How many games in a row were no known boards.
        self._vain = 0
        self.is_odd_date = False
        # What boards share. A file has few different ones of each, or too many to remember.
        self._texts: dict[str, str] = {}
        self._infos: dict[tuple[str | None, ...], KnownInfo] = {}
        self._known_extras: dict[tuple[object, ...], tuple[dict[str, ExtraValue], Extras]] = {}
        # What an outcome and an info state to be missing, and both together.
        self._joined: tuple[Places, Places, MissingPlaces] = (_NO_PLACES, _NO_PLACES, NO_MISSING)

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
        plan = cut.plan
        inheritance = self.inheritance
        inherits = bool(inheritance.standing) or _INHERITS in game.text
        context: tuple[tuple[str, str], ...] = ()
        repeated: frozenset[int] = frozenset()
        values: list[str | None]
        if plan.is_unique and cut.is_canonical and not inherits:
            inheritance.keep(plan.names, cut.values)
            values = [*cut.values, None]
        else:
            fields, repeated = fields_of(cut)
            if inherits or cut.faults:
                resolved = inheritance.resolve(fields)
                context = tuple(resolved.context)
                fields = resolved.fields
                for name in resolved.forbidden:
                    # Each note reports for itself.
                    if name != "Note":
                        report("PBN404", cut.start(names.index(name)), name=name)
                for name in resolved.refused:
                    report("PBN406", cut.start(names.index(name)), name=name, limit=MAX_STANDING)
                for name in resolved.orphans:
                    report("PBN405", cut.start(names.index(name)), name=name)
            else:
                inheritance.keep(tuple(fields), list(fields.values()))
            if repeated or not cut.is_canonical:
                _report_forms(cut, repeated, report)
            plan = plan_of(tuple(fields))
            values = [*fields.values(), None]
        if game.encoding != "utf-8":
            context = (*context, ("%encoding", game.encoding))
        return self._board(
            game,
            cut,
            plan,
            values,
            places=plan.sections if plan is cut.plan else None,
            context=context,
            repeated=repeated,
            report=report,
            position=position,
        )

    def known_board(self, taken: Taken) -> Board | None:  # noqa: PLR0912  # a tag each
        """Return the board of a game of tags alone, each of whose values is known; else `None`.

        It is the one that `board` returns, which takes 5 µs more. Where most games have values of
        their own, it is tried on few of them.
        """
        if self._vain > _VAIN:
            self._vain = (self._vain + 1) % _PATIENCE
            return None
        self._vain += 1
        form, groups, text, line, offset, encoding = taken
        plan = form.plan
        given = [*groups]
        # Behind the values are the empty lines.
        given.pop()
        values: list[str | None] = [*given, None]
        number = dealer = vulnerability = deal = scoring = None
        if plan.states_table or encoding != UTF_8 or (value := values[plan.number]) is None:
            return None
        number = NUMBERS.get(value) or _number(value)
        if number is None:
            return None
        if (value := values[plan.dealer]) is not None:
            dealer = SEATS.get(value)
            if dealer is None:
                return None
        if (value := values[plan.vulnerable]) is not None:
            vulnerability = VULNERABLE.get(value)
            if vulnerability is None:
                return None
        known = _known_outcome(plan.ends(values))
        if known is None or known.said:
            return None
        extras = NO_EXTRAS
        if plan.has_extras:
            found = None if plan.extra_values is None else plan.extra_values(values)
            same = self._known_extras.get((plan, found, values[plan.room], _NO_TABLES))
            if same is None:
                return None
            extras = same[1]
        if (value := values[plan.deal]) is not None:
            deal = plain_deal(value)
            if deal is None or not (known.is_of_whole or deal.is_complete):
                return None
        scoring = values[plan.scoring]
        missing: Places = _NO_PLACES
        if scoring == "?":
            scoring, missing = None, _NO_SCORING
        elif scoring is not None:
            scoring = self._shared(scoring)
        texts = plan.texts(values)
        info, stated, is_date = self._infos.get(texts) or self._new_info(texts)
        self.is_odd_date = not is_date
        lacks = known.lacks
        self.inheritance.keep(plan.names, given)
        self._vain = 0
        return made_board(
            number=number,
            dealer=dealer,
            vulnerability=vulnerability,
            deal=deal,
            scoring=scoring,
            contract=known.contract,
            result=known.result,
            score=known.score,
            info=info,
            extras=extras,
            missing=(
                self._absent(missing, lacks, stated) if missing or lacks or stated else NO_MISSING
            ),
            origin=made_origin(self.path, line, 1, offset, number),
            source=made_source("pbn", text, ()),
            is_as_read=True,
        )

    def say_date(self, taken: Taken, board: Board, ctx: ReadContext) -> None:
        """Report that the date of a known board is none."""
        _, _, text, line, offset, _ = taken
        date = board.info.date or ""
        place = place_of_value(text, line, offset, "Date", date)
        ctx.issue_at("PBN331", place, {"value": _shown(date)}, board=board.number, part="Date")

    def _board(  # noqa: PLR0912, PLR0915  # one branch a tag
        self,
        game: Game,
        cut: Cut,
        plan: Plan,
        values: list[str | None],
        *,
        places: tuple[int, ...] | None,
        context: tuple[tuple[str, str], ...],
        repeated: frozenset[int],
        report: SayAt,
        position: int | None,
    ) -> Board:
        wants = self.wants
        missing: dict[str, Missing] = {}
        name: str | None = None
        number = dealer = vulnerability = deal = None
        if (value := values[plan.number]) is not None:
            number = NUMBERS.get(value) or _number(value)
            if number is None:
                number, name = _odd_number(value, missing, cut, report)
        if (value := values[plan.dealer]) is not None:
            dealer = SEATS.get(value)
            if dealer is None:
                say = partial(_say, report, cut, "Dealer")
                dealer = read_seat("Dealer", value, say, "PBN333")
                _note_missing("dealer", value, missing)
        if (value := values[plan.vulnerable]) is not None:
            vulnerability = VULNERABLE.get(value)
            if vulnerability is None:
                vulnerability = read_vulnerability(value, partial(_say, report, cut, "Vulnerable"))
                _note_missing("vulnerability", value, missing)
        if (value := values[plan.deal]) is not None:
            deal = plain_deal(value)
            if deal is None:
                deal = read_deal(value, partial(_say, report, cut, "Deal"))
                if deal is None:
                    _note_missing("deal", value, missing)
        extras: dict[str, ExtraValue] = {}
        sections = _NOTHING
        has_play = wants.play
        if not has_play and wants.result and values[plan.result] not in _PLAIN_RESULTS:
            # Only a result by sides may be that of a play which goes on.
            wants = wants.with_play()
        if wants.sections and not (cut.is_bare and places == ()):
            sections = read_sections(
                game,
                cut,
                plan,
                values,
                places=places,
                repeated=repeated,
                dealer=dealer,
                missing=missing,
                wants=wants,
                report=report,
            )
        play = sections.play
        if play is not None and play.length < 13 and deal is not None:
            sections.play = _played_out(play, deal, plan.outcome(values)[0] or "")
        contract = result = score = scoring = None
        lacks = stated = _NO_PLACES
        if wants.outcome:
            known = _known_outcome(plan.ends(values))
            if (
                known is None
                or sections.next_card is not None
                or not (known.is_of_whole or deal is None or deal.is_complete)
            ):
                contract, result, score = self._outcome(
                    plan,
                    values,
                    sections,
                    missing=missing,
                    extras=extras,
                    deal=deal,
                    cut=cut,
                    report=report,
                )
            else:
                contract, result, score, lacks, _, said = known
                for tag, code, filling in said:
                    _say(report, cut, tag, code, **filling)
            scoring = values[plan.scoring]
            if scoring == "?":
                scoring, missing["scoring"] = None, UNKNOWN
            elif scoring is not None:
                scoring = self._texts.get(scoring) or self._shared(scoring)
        grids = sections.grids
        if plan.states_table and wants.grids:
            tags = {n: v for n, v in zip(plan.names, values, strict=False) if v is not None}
            grids = _with_stated_table(grids, tags, extras if wants.extras else {})
        if not wants.extras:
            others = Extras(extras) if extras else NO_EXTRAS
        elif extras or plan.has_extras or sections.extras:
            others = self._extras(plan, values, sections, extras, cut=cut, report=report)
        else:
            others = NO_EXTRAS
        info = NO_INFO
        if wants.info:
            texts = plan.texts(values)
            info, stated, is_date = self._infos.get(texts) or self._new_info(texts)
            if not is_date:
                _say(report, cut, "Date", "PBN331", value=info.date)
        if not missing and not lacks and not stated:
            absent = NO_MISSING
        else:
            absent = self._absent(missing, lacks, stated)
        board = number if number is not None else position
        return made_board(
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
            play=sections.play if has_play else None,
            info=info,
            grids=grids,
            extras=others,
            missing=absent,
            origin=(
                made_origin(self.path, game.line, game.column, game.offset, board)
                if cut.names and not cut.prefix
                else self._origin(game, cut, board)
            ),
            source=made_source("pbn", game.text, context) if wants.source else None,
            is_as_read=wants.source,
        )

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

    def _outcome(
        self,
        plan: Plan,
        values: list[str | None],
        sections: Sections,
        *,
        missing: dict[str, Missing],
        extras: dict[str, ExtraValue],
        deal: Deal | None,
        cut: Cut,
        report: SayAt,
    ) -> tuple[Contract | None, Result | None, Score | None]:
        """Return contract, result and score; what the model has no place for goes to `extras`."""
        bid = plan.outcome(values)
        contract = CONTRACTS.get(bid)
        if contract is None and (unstated := UNSTATED.get(bid)) is not None:
            missing.update(unstated)
        elif contract is None:
            contract = read_contract(
                bid[0],
                bid[1],
                missing,
                partial(_say, report, cut, "Contract"),
                partial(_say, report, cut, "Declarer"),
            )
        if contract is not None and bid[0] == "":
            extras["pbn:Contract"] = ""
        result = score = None
        value = values[plan.result]
        if value in MISSING:
            missing["result"] = MISSING[value]
        elif value is not None:
            result = _result(value, contract, sections.play, cut, report, deal=deal, extras=extras)
            if result is None:
                _note_missing("result", value, missing)
        if (value := values[plan.score]) is not None:
            score = read_score(value, partial(_say, report, cut, "Score"))
            if score is None and not _note_missing("score", value, missing):
                extras["pbn:Score"] = value
        if sections.next_card is not None and sections.play is not None:
            strain = None if contract is None else contract.strain
            place, index = sections.next_card
            trick, seat, is_told = next_card_of(sections.play, strain)
            has_level = contract is not None and bool(contract.level)
            # That nothing is left to be played is told by the law.
            is_left = trick < whole_play(deal, has_level=has_level)
            column = sections.play.leader.after(place & 3)
            if is_left and (trick, seat) != (place >> 2, column):
                code = "PBN388" if is_told else "PBN389"
                report(code, index, part="play", trick=trick + 1, seat=seat.symbol)
        return contract, result, score

    def _origin(self, game: Game, cut: Cut, board: int | None) -> Location:
        """Return the place of the first tag."""
        place = game.position(cut.start(0) if cut.names else 0)
        return made_origin(self.path, place.line, place.column, place.offset, board)

    def _shared(self, text: str) -> str:
        """Return a text that the boards of a file share where they have the same."""
        if len(self._texts) > MAX_SHARED:
            self._texts.clear()
        return self._texts.setdefault(text, text)

    def _new_info(self, texts: tuple[str | None, ...]) -> KnownInfo:
        """Return an info, what is missing of it, and whether its date is one."""
        places = {
            place: UNKNOWN
            for place, text in zip(TEXT_TAGS.values(), texts, strict=True)
            if text == "?"
        }
        event, site, date, room, north, east, south, west, home, visit = (
            None if text is None or text == "?" else self._shared(text) for text in texts
        )
        if len(self._infos) > MAX_SHARED:
            self._infos.clear()
        info = Info(
            event=event,
            site=site,
            date=date,
            room=room,
            players=(north, east, south, west),
            teams=(home, visit),
        )
        known = self._infos[texts] = (
            NO_INFO if info == NO_INFO else info,
            places or _NO_PLACES,
            not date or DATE.fullmatch(date) is not None,
        )
        return known

    def _extras(
        self,
        plan: Plan,
        values: list[str | None],
        sections: Sections,
        extras: dict[str, ExtraValue],
        *,
        cut: Cut,
        report: SayAt,
    ) -> Extras:
        """Return what the model has no place for, in the file's order."""
        # Games often have the same extras, and share them.
        known = key = None
        if self._misses < _PATIENCE:
            found = None if plan.extra_values is None else plan.extra_values(values)
            key = (plan, found, values[plan.room], sections.tables)
            known = self._known_extras.get(key)
        if known is not None:
            self._misses = 0
        else:
            self._misses += 1
            tags, is_sound = self._tag_extras(plan, values, sections, cut=cut, report=report)
            known = tags, (made_extras(tags) if tags else NO_EXTRAS)
            if key is not None and is_sound:
                # What there is to say of them is said of each.
                if len(self._known_extras) > MAX_SHARED:
                    self._known_extras.clear()
                self._known_extras[key] = known
        if not extras and not sections.extras:
            return known[1]
        return made_extras({**extras, **known[0], **sections.extras})

    def _tag_extras(
        self, plan: Plan, values: list[str | None], sections: Sections, *, cut: Cut, report: SayAt
    ) -> tuple[dict[str, ExtraValue], bool]:
        """Return the tags that the model has no place for, and whether all suit their grammar."""
        extras: dict[str, ExtraValue] = {}
        is_sound = True
        for place, name, extra in plan.extras:
            value = values[place]
            if value is None or name in sections.tables:
                continue
            extras[extra] = self._shared(value)
            if name in SUPPLEMENTAL and not suits_grammar(name, value):
                is_sound = False
                grammar = SUPPLEMENTAL[name]
                clause = "" if grammar is None else f"PBN 2.1 §{grammar.clause}"
                _say(report, cut, name, "PBN401", name=name, value=value, clause=clause)
        value = values[plan.room]
        if value is not None and not suits_grammar("Room", value):
            is_sound = False
            _say(report, cut, "Room", "PBN401", name="Room", value=value, clause="PBN 2.1 §4.1.7")
        return extras, is_sound


class _KnownOutcome(NamedTuple):
    """What the values of Contract, Declarer, Result and Score mean, whatever else is in the game.

    Attributes:
        contract: the contract.
        result: the result.
        score: the score.
        lacks: what is missing.
        is_of_whole: whether it means so of a part of a deal as well.
        said: what there is to say: the tag, the code, what fills the message.
    """

    contract: Contract | None
    result: Result | None
    score: Score | None
    lacks: Places
    is_of_whole: bool
    said: tuple[tuple[str, str, dict[str, object]], ...]


_SCORES: Final[dict[str, Score]] = {}
"""The scores of which there is nothing to say, by the values of their tags."""

_OUTCOMES: Final[dict[Ends, _KnownOutcome | None]] = {}


def _known_outcome(ends: Ends) -> _KnownOutcome | None:
    """Return what four values mean, looked up if they stood anywhere before.

    `None` where it hangs on more than these values.
    """
    known = _OUTCOMES.get(ends)
    if known is None and ends not in _OUTCOMES:
        known = _new_outcome(*ends)
        if len(_OUTCOMES) > MAX_SHARED:
            _OUTCOMES.clear()
        _OUTCOMES[ends] = known
    return known


def _new_outcome(
    contract: str | None, declarer: str | None, result: str | None, score: str | None
) -> _KnownOutcome | None:
    said: list[tuple[str, str, dict[str, object]]] = []

    def note(tag: str, code: str, **values: object) -> None:
        said.append((tag, code, values))

    places: Places = {}
    bid = CONTRACTS.get((contract, declarer))
    if bid is None and (unstated := UNSTATED.get((contract, declarer))) is not None:
        places.update(unstated)
    elif bid is None:
        bid = read_contract(
            contract, declarer, places, partial(note, "Contract"), partial(note, "Declarer")
        )
    if bid is not None and contract == "":
        return None
    tricks = None
    if result in MISSING:
        places["result"] = MISSING[result]
    elif result is not None:
        tricks = RESULTS.get(result)
        if tricks is None:
            return None
    points = None if score is None else _SCORES.get(score)
    if points is None and score is not None:
        before = len(said)
        points = read_score(score, partial(note, "Score"))
        if points is not None and len(said) == before:
            if len(_SCORES) > MAX_SHARED:
                _SCORES.clear()
            _SCORES[score] = points
    if score is not None and points is None and not _note_missing("score", score, places):
        return None
    is_of_whole = tricks is None or (bid is not None and bool(bid.level))
    return _KnownOutcome(bid, tricks, points, places or _NO_PLACES, is_of_whole, tuple(said))


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


def fields_of(cut: Cut) -> tuple[dict[str, str], frozenset[int]]:
    """Return the first value of each tag, and the positions of those that repeat."""
    names = cut.names
    fields = dict(zip(names, cut.values, strict=True))
    if len(fields) == len(names):
        return fields, frozenset()
    notes = names.count("Note")
    if notes and len(fields) + notes - 1 == len(names):
        # Only Note tags repeat, and those are not read by their name.
        fields["Note"] = ""
        return fields, frozenset()
    return _first_ones(cut)


def _first_ones(cut: Cut) -> tuple[dict[str, str], frozenset[int]]:
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
        # A tab between hands is a blank that is wrong (PBN342).
        said = "\t" if name == "Deal" else ""
        if not value.isprintable() and any(
            character < " " and character != said for character in value
        ):
            report("PBN313", cut.start(position), name=name)


_NOTHING: Final = Sections()


def _say(report: SayAt, cut: Cut, tag: str, code: str, /, **values: object) -> None:
    """Report a finding at a tag; a value longer than a line is cut in the message."""
    value = values.get("value")
    if isinstance(value, str):
        values["value"] = _shown(value)
    part = _PARTS.get(tag, tag)
    if tag in cut.names:
        report(code, cut.start(cut.names.index(tag)), part=part, **values)
        return
    # The value comes from a game before: nothing of it stands here.
    index = cut.start(0) if cut.names else 0
    report(code, index, end=index, part=part, **values)


def _shown(value: str) -> str:
    """Return a value as a message shows it."""
    return value if len(value) <= 60 else value[:60] + "..."


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


def _number(value: str) -> int | None:
    """Return the number that a value is, as the standard has it; `None` for any other value."""
    if value.isdecimal() and value.isascii() and value[0] != "0" and len(value) < MAX_DIGITS:
        return int(value)
    return None


def _odd_number(
    value: str, missing: dict[str, Missing], cut: Cut, report: SayAt
) -> tuple[int | None, str | None]:
    """Return the board's number, or its name where the tag has no number."""
    number = read_number(value, partial(_say, report, cut, "Board"))
    if number is not None or _note_missing("number", value, missing):
        return number, None
    return None, value


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
    if partial_play and play is not None:
        return result_of_declarer(result, contract.declarer, completed_tricks(play))
    return result_of_declarer(result, contract.declarer, total)


__all__ = ["EVERYTHING", "Builder", "fields_of"]

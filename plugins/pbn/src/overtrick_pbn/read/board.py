"""From a game that was cut into tags to a `Board`: the tags' values, then the sections.

Source: PBN 2.1 §3.3 (Tag pair), §3.4 (Identification section; a tag pair that already occurred is
ignored), §4 (Supplemental tags).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from overtrick_pbn.standard.tags import DATE, SUPPLEMENTAL, WITHOUT_BLANKS, suits_grammar
from overtrick_pbn.standard.values import VULNERABLE
from overtrick_pbn.text.cut import Cut
from overtrick_pbn.text.syntax import Game
from overtrick_pbn.text.values import tokens

EVERYTHING: Final = Wants()
_INHERITS: Final = '"#'

Places = dict[str, Missing]
"""What is stated to be missing, by the places of a board."""

KnownInfo = tuple[Info, Places, bool]
"""An info, what is missing of it, and whether its date is one."""

Ends = tuple[str | None, str | None, str | None, str | None]
"""The values of Contract, Declarer, Result and Score."""

ReadSections = Callable[["Seat | None", Places, Wants], Sections]
"""Reads the sections of a game by its dealer; the places take what is stated to be missing."""

# The one object that all boards without a missing value share.
_NO_MISSING: Final = cast("MissingPlaces", Board().missing)
_NO_PLACES: Final[Places] = {}

_PLAIN_RESULTS: Final = {None, *MISSING, *RESULTS}

MAX_SHARED: Final = 1 << 12
"""About how many different values of a file's boards are remembered, so as to be shared."""


_PATIENCE: Final = 64
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
        # How many games in a row had extras that none had before.
        self._misses = 0
        # What boards share. A file has few different ones of each, or too many to remember.
        self._texts: dict[str | None, str | None] = {}
        self._infos: dict[tuple[str | None, ...], KnownInfo] = {}
        self._known_extras: dict[tuple[object, ...], tuple[dict[str, ExtraValue], Extras]] = {}
        # What an outcome and an info state to be missing, and both together.
        self._joined: tuple[Places, Places, MissingPlaces] = (_NO_PLACES, _NO_PLACES, _NO_MISSING)

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
        repeated: frozenset[int] = frozenset()
        values: list[str | None]
        given, context = self._given(cut, inherits=inherits)
        if given is not None:
            inheritance.keep(plan.names, given)
            values = [*given, None]
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

        def read(dealer: Seat | None, missing: Places, wants: Wants) -> Sections:
            return read_sections(
                game,
                cut,
                plan,
                values,
                places=plan.sections if plan is cut.plan else None,
                repeated=repeated,
                dealer=dealer,
                missing=missing,
                wants=wants,
                report=report,
                by_grammar=self.by_grammar,
            )

        place = game.line, game.column, game.offset
        if not cut.names or cut.prefix:
            first = game.position(cut.start(0) if cut.names else 0)
            place = first.line, first.column, first.offset
        is_bare = cut.is_bare and not cut.tail and plan is cut.plan and not plan.sections
        return self._board(
            plan,
            values,
            partial(_say, report, cut),
            None if is_bare else read,
            text=game.text,
            place=place,
            context=context,
            position=position,
            report=report,
        )

    def _given(
        self, cut: Cut, *, inherits: bool
    ) -> tuple[Sequence[str] | None, tuple[tuple[str, str], ...]]:
        """Return the values of a plain game, and those that it inherits; `None` for any other."""
        if not cut.plan.is_regular or not cut.is_canonical:
            return None, ()
        if not inherits:
            return cut.values, ()
        return self.inheritance.take(cut.plan.names, cut.values) or (None, ())

    def _board(  # noqa: PLR0912, PLR0915  # one branch a tag
        self,
        plan: Plan,
        values: list[str | None],
        say: Callable[..., None],
        read: ReadSections | None,
        *,
        text: str,
        place: tuple[int, int, int],
        context: tuple[tuple[str, str], ...],
        position: int | None,
        report: SayAt,
    ) -> Board:
        """Return the board of values and sections.

        Args:
            plan: where the values are.
            values: those of the tags, and `None` behind them.
            say: takes the findings at tags: `say(tag, code, **values)`.
            read: reads the sections; `None` where there are none.
            text: the game's text.
            place: line, column and offset of the first tag.
            context: what the text needs from elsewhere.
            position: the game's 1-based position in the file.
            report: takes what is to be said of the next card.
        """
        wants, by_grammar = self.wants, self.by_grammar
        missing: Places = {}
        name: str | None = None
        number = dealer = vulnerability = deal = None
        if (value := values[plan.number]) is not None:
            number = None if by_grammar else NUMBERS.get(value) or _number(value)
            if number is None:
                number, name = _odd_number(value, missing, say, by_grammar=by_grammar)
        if (value := values[plan.dealer]) is not None:
            dealer = None if by_grammar else SEATS.get(value)
            if dealer is None:
                dealer = read_seat(
                    "Dealer", value, partial(say, "Dealer"), "PBN333", by_grammar=by_grammar
                )
                _note_missing("dealer", value, missing)
        if (value := values[plan.vulnerable]) is not None:
            vulnerability = None if by_grammar else VULNERABLE.get(value)
            if vulnerability is None:
                vulnerability = read_vulnerability(
                    value, partial(say, "Vulnerable"), by_grammar=by_grammar
                )
                _note_missing("vulnerability", value, missing)
        if (value := values[plan.deal]) is not None:
            deal = None if by_grammar else plain_deal(value)
            if deal is None:
                deal = read_deal(value, partial(say, "Deal"), by_grammar=by_grammar)
                if deal is None:
                    _note_missing("deal", value, missing)
        sections = _NOTHING
        has_play = wants.play
        if not has_play and wants.result and values[plan.result] not in _PLAIN_RESULTS:
            # Only a result by sides may be that of a play which goes on.
            wants = wants.with_play()
        if read is not None and wants.sections:
            sections = read(dealer, missing, wants)
        play = sections.play
        if play is not None and play.length < 13 and deal is not None and not deal.is_complete:
            play = sections.play = _played_out(play, deal, plan.outcome(values)[0] or "")
        contract = result = score = scoring = None
        lacks = stated = _NO_PLACES
        extras: dict[str, ExtraValue] = {}
        if wants.outcome:
            known = None if by_grammar else _known_outcome(plan.ends(values))
            if (
                known is None
                or sections.next_card is not None
                or not (known.is_of_whole or deal is None or deal.is_complete)
            ):
                contract, result, score = self._outcome(
                    plan, values, sections, missing, extras, deal=deal, say=say, report=report
                )
            else:
                contract, result, score, lacks, _, said = known
                for tag, code, filling in said:
                    say(tag, code, **filling)
            scoring = values[plan.scoring]
            if scoring == "?":
                scoring, missing["scoring"] = None, UNKNOWN
            elif scoring is not None:
                scoring = self._texts.get(scoring) or self._shared(scoring)
        grids = sections.grids
        if plan.stated and wants.grids:
            tags = {name: v for name, at in plan.stated if (v := values[at]) is not None}
            grids = _with_stated_table(grids, tags, extras if wants.extras else {})
        if not wants.extras:
            others = Extras(extras) if extras else NO_EXTRAS
        elif extras or sections.extras or (plan.has_extras and plan.only_tables != sections.tables):
            others = self._extras(plan, values, sections, extras, say)
        else:
            others = NO_EXTRAS
        info = NO_INFO
        if wants.info:
            texts = plan.texts(values)
            info, stated, is_date = self._infos.get(texts) or self._new_info(texts)
            if not is_date:
                say("Date", "PBN331", value=info.date)
        board = number if number is not None else position
        line, column, offset = place
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
                self._absent(missing, lacks, stated) if missing or lacks or stated else _NO_MISSING
            ),
            origin=Location(path=self.path, line=line, column=column, offset=offset, board=board),
            source=(Source(format="pbn", text=text, context=context) if wants.source else None),
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
        missing: Places,
        extras: dict[str, ExtraValue],
        *,
        deal: Deal | None,
        say: Callable[..., None],
        report: SayAt,
    ) -> tuple[Contract | None, Result | None, Score | None]:
        """Return contract, result and score; what the model has no place for goes to `extras`."""
        bid = plan.outcome(values)
        by_grammar = self.by_grammar
        contract = None if by_grammar else CONTRACTS.get(bid)
        if contract is None and (unstated := UNSTATED.get(bid)) is not None:
            missing.update(unstated)
        elif contract is None:
            contract = read_contract(
                bid[0],
                bid[1],
                missing,
                partial(say, "Contract"),
                partial(say, "Declarer"),
                by_grammar=by_grammar,
            )
        if contract is not None and bid[0] == "":
            extras["pbn:Contract"] = ""
        extras.update(_unread(bid, contract))
        result = score = None
        value = values[plan.result]
        if value in MISSING:
            missing["result"] = MISSING[value]
        elif value is not None:
            result = None if by_grammar else RESULTS.get(value)
            if result is None:
                result = read_result(value, partial(say, "Result"), by_grammar=by_grammar)
            if result is not None:
                result = _result(
                    value, result, contract, sections.play, partial(say, "Result"), deal=deal,
                    extras=extras,
                )  # fmt: skip
            elif not _note_missing("result", value, missing):
                extras["pbn:Result.unread"] = value
        if (value := values[plan.score]) is not None:
            score = read_score(value, partial(say, "Score"), by_grammar=by_grammar)
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
        sections: Sections,
        extras: dict[str, ExtraValue],
        say: Callable[..., None],
    ) -> Extras:
        """Return what the model has no place for, in the file's order."""
        if self._misses >= _PATIENCE:
            self._put_tags(plan, values, sections, extras, say)
            extras.update(sections.extras)
            return Extras.unchecked(extras) if extras else NO_EXTRAS
        # Games often have the same extras, and share them.
        found = None if plan.extra_values is None else plan.extra_values(values)
        key = (plan, found, values[plan.room], sections.tables)
        known = self._known_extras.get(key)
        if known is not None:
            self._misses = 0
        else:
            self._misses += 1
            tags: dict[str, ExtraValue] = {}
            is_sound = self._put_tags(plan, values, sections, tags, say)
            known = tags, (Extras.unchecked(tags) if tags else NO_EXTRAS)
            if is_sound:
                # What there is to say of them is said of each.
                if len(self._known_extras) > MAX_SHARED:
                    self._known_extras.clear()
                self._known_extras[key] = known
        if not extras and not sections.extras:
            return known[1]
        return Extras.unchecked({**extras, **known[0], **sections.extras})

    def _put_tags(
        self,
        plan: Plan,
        values: list[str | None],
        sections: Sections,
        extras: dict[str, ExtraValue],
        say: Callable[..., None],
    ) -> bool:
        """Put the tags that the model has no place for; return whether all suit their grammar."""
        is_sound = True
        texts, tables = self._texts, sections.tables
        if len(texts) > MAX_SHARED:
            texts.clear()
        for place, name, extra in plan.extras:
            value = values[place]
            if value is None or name in tables:
                continue
            extras[extra] = texts.setdefault(value, value) or value
            if value and name in SUPPLEMENTAL and not self._suits(name, value):
                is_sound = False
                say(name, "PBN401", name=name, value=value, clause=_clause_of(name))
            elif value and name in WITHOUT_BLANKS and value != value.strip():
                is_sound = False
                say(name, "PBN810", name=name, clause=_clause_of(name))
        value = values[plan.room]
        if value and not self._suits("Room", value):
            is_sound = False
            say("Room", "PBN401", name="Room", value=value, clause=_clause_of("Room"))
        elif value and value != value.strip():
            is_sound = False
            say("Room", "PBN810", name="Room", clause=_clause_of("Room"))
        return is_sound

    def _suits(self, name: str, value: str) -> bool:
        """Return whether a supplemental tag's value has the form that the standard gives."""
        grammar = SUPPLEMENTAL[name]
        if grammar is None or not self.by_grammar:
            return suits_grammar(name, value)
        bare = value.strip()
        return bare in MISSING or tokens(grammar.start, bare, by_grammar=True) is not None


def _clause_of(name: str) -> str:
    """Return the clause that gives a supplemental tag its form."""
    grammar = SUPPLEMENTAL[name]
    return "" if grammar is None else f"PBN 2.1 §{grammar.clause}"


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
    if (bid is not None and contract == "") or _unread((contract, declarer), bid):
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


def _unread(bid: tuple[str | None, str | None], contract: Contract | None) -> dict[str, ExtraValue]:
    """Return the values of Contract and Declarer that could not be read, as extras."""
    unread: dict[str, ExtraValue] = {}
    has_declarer = contract is not None and contract.declarer is not None
    for name, value, is_read in (
        ("Contract", bid[0], contract is not None),
        ("Declarer", bid[1], has_declarer),
    ):
        if value is not None and not is_read and missing_in(value) is None:
            unread[f"pbn:{name}.unread"] = value
    return unread


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
        if (
            name
            and not value.isprintable()
            and any(character < " " and character != said for character in value)
        ):
            report("PBN313", cut.start(position), name=name)


_NOTHING: Final = Sections()


def _say(report: SayAt, cut: Cut, tag: str, code: str, /, **values: object) -> None:
    """Report a finding at a tag; a value longer than a line is cut in the message."""
    value = values.get("value")
    if isinstance(value, str) and len(value) > _LINE:
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
    return value[:_LINE] + "..."


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
    value: str, missing: Places, say: Callable[..., None], *, by_grammar: bool
) -> tuple[int | None, str | None]:
    """Return the board's number, or its name where the tag has no number."""
    number = read_number(value, partial(say, "Board"), by_grammar=by_grammar)
    if number is not None or _note_missing("number", value, missing):
        return number, None
    return None, value


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

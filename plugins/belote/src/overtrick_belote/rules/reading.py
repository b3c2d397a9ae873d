"""Read hands and games in text form (`.b32`), with located diagnostics.

What a person writes is taken too: names in any case, suits as letters or symbols, the ten as `T`
or `10`, players left out where it is their turn, lines in any order, comments behind `#`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from overtrick import Diagnostic, Location, ParseError, Seat, Suit
from overtrick.plugin import fill, in_order
from overtrick_belote.errors import BeloteError, IllegalActionError, expect
from overtrick_belote.rules.announces import Announce, Kind
from overtrick_belote.rules.auction import DOUBLE, PASS, REDOUBLE, Bid, Call
from overtrick_belote.rules.cards import Card, Rank
from overtrick_belote.rules.dealing import NUMBERED_HANDS, numbered_hand
from overtrick_belote.rules.diagnostics import CODES
from overtrick_belote.rules.game import Game, finish, new_game, next_hand
from overtrick_belote.rules.options import (
    DEFAULT_OPTIONS,
    OPTIONS,
    TRUTH,
    OptionValueError,
    RuleOptions,
    choices_text,
    option_name,
    with_option,
)
from overtrick_belote.rules.state import Declare, Hands, HandState, Phase, Play, apply
from overtrick_belote.rules.text import (
    NOTE_NAME,
    SEAT_NAMES,
    VERSION,
    GameRecord,
    HandRecord,
    hand_text,
    points_text,
)

Record = HandRecord | GameRecord | tuple[HandRecord, ...]
"""The content of a text: a hand, a game, or several hands."""


class TextError(BeloteError, ParseError):
    """A hand or game in invalid text form; `diagnostic` has the fault and its place."""


_LINE_END: Final = re.compile(r"\r\n?|\n")
_FIRST: Final = re.compile(r"32-card bridge +([0-9]+)", re.IGNORECASE | re.ASCII)
_HEADING: Final = re.compile(r"hand +([0-9]+) *:?", re.IGNORECASE | re.ASCII)
_WORD: Final = re.compile(r"[^\s,;:]+")
_BID: Final = re.compile(r"([0-9]{1,4})([CDHScdhs♣♦♥♠])", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_POINTS: Final = re.compile(r"NS *([0-9]{1,9})[ ,]+EW *([0-9]{1,9})", re.IGNORECASE | re.ASCII)
_ANNOUNCE: Final = re.compile(
    r"(?:(?P<sequence>third|fourth|fifth) +(?:of +)?(?P<top>\S+)|four +(?P<four>[a-z]+))",
    re.IGNORECASE | re.ASCII,
)
_ITEM: Final = re.compile(r"[^,;]+")

_CALLS: Final[Mapping[str, Call]] = {
    "pass": PASS, "p": PASS, "-": PASS,
    "double": DOUBLE, "x": DOUBLE, "dbl": DOUBLE,
    "redouble": REDOUBLE, "xx": REDOUBLE, "rdbl": REDOUBLE,
}  # fmt: skip
_SEATS: Final[Mapping[str, Seat]] = {
    name: seat for seat in Seat for name in (seat.symbol.lower(), SEAT_NAMES[seat])
}
_SUITS: Final[Mapping[str, Suit]] = {
    sign: suit for suit in Suit for sign in (suit.symbol, suit.symbol.lower(), "♣♦♥♠"[suit])
}
_RANKS: Final[Mapping[str, Rank]] = {
    sign: rank for rank in Rank for sign in (rank.symbol, rank.symbol.lower())
}
_FOURS: Final[Mapping[str, Kind]] = {
    kind.name.lower().partition("_")[2]: kind for kind in Kind if kind > Kind.FIFTH
}
_FOUR_RANKS: Final[Mapping[str, Rank]] = {
    "jacks": Rank.JACK, "nines": Rank.NINE, "aces": Rank.ACE, "tens": Rank.TEN,
    "kings": Rank.KING, "queens": Rank.QUEEN,
}  # fmt: skip
_OPTIONS: Final[Mapping[str, str]] = {option_name(name): name for name in OPTIONS}
_HAND_NAMES: Final = (
    "number", "dealer", *SEAT_NAMES, "seed", "standing", "unshuffled", "calls", "announces",
    "score",
)  # fmt: skip
_GAME_NAMES: Final = ("game", "first dealer")
_REPEATED: Final = ("calls", "announces")


@attrs.frozen
class _Place:
    """A piece of the text and its place; lines and columns count from 1."""

    text: str
    line: int
    column: int

    def part(self, start: int, end: int) -> _Place:
        return _Place(self.text[start:end], self.line, self.column + start)

    def stripped(self) -> _Place:
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def words(self) -> Iterator[_Place]:
        for match in _WORD.finditer(self.text):
            yield self.part(*match.span())

    def items(self) -> Iterator[_Place]:
        for match in _ITEM.finditer(self.text):
            item = self.part(*match.span()).stripped()
            if item.text:
                yield item


@attrs.frozen
class _Line:
    """A line: its name in lower case with single blanks, and its value."""

    name: str
    at: _Place
    value: _Place


@attrs.define
class _Section:
    """The lines of a hand, or those before the first."""

    heading: _Place | None = None
    lines: list[_Line] = attrs.field(factory=list)
    names: set[str] = attrs.field(factory=set)


@attrs.define
class _Finder:
    """A collector of diagnostics."""

    path: str | None
    found: list[Diagnostic] = attrs.field(factory=list)

    def issue(self, code: str, place: _Place, **values: object) -> None:
        entry = CODES[code]
        location = Location(
            path=self.path,
            line=place.line,
            column=place.column,
            end_line=place.line,
            end_column=place.column + max(1, len(place.text)),
        )
        self.found.append(
            Diagnostic(
                code=code,
                severity=entry.severity,
                message=fill(entry.template, **values),
                location=location,
                clause=entry.clause,
                hint=entry.hint,
            )
        )


def read(text: str | bytes, path: str | None = None) -> Record:
    r"""Read a hand, a game, or several hands.

    Args:
        text: the text, or the bytes of a file.
        path: the file's name, for messages.

    Raises:
        TextError: it is not written as it should be, or is against the rules; with the first
            finding.

    Example:
        >>> from overtrick_belote.rules.text import HandRecord
        >>> record = read("32-card bridge 1\nnumber: 4711\ncalls: P P P P")
        >>> assert isinstance(record, HandRecord)
        >>> record.dealer, record.replay().phase
        (<Seat.WEST: 3>, <Phase.OVER: 'over'>)
    """
    record, found = check(text, path)
    if record is None:
        raise TextError(found[0])
    return record


def read_hand(text: str | bytes, path: str | None = None) -> HandRecord:
    """Read one hand.

    Args:
        text: the text, or the bytes of a file.
        path: the file's name, for messages.

    Raises:
        TextError: it is not written as it should be, is against the rules, or is a game or
            several hands.
    """
    record = read(text, path)
    if isinstance(record, HandRecord):
        return record
    finder = _Finder(path)
    found = "a game" if isinstance(record, GameRecord) else f"{len(record)} hands"
    finder.issue("BEL042", _Place("", 1, 1), found=found)
    raise TextError(finder.found[0])


def check(text: str | bytes, path: str | None = None) -> tuple[Record | None, list[Diagnostic]]:
    """Return the content of a text and all its diagnostics, in the order of the lines.

    There is nothing in it, `None`, where anything is wrong.

    Args:
        text: the text, or the bytes of a file.
        path: the file's name, for messages.
    """
    expect(text, (str, bytes), "text", "a text or bytes")
    expect(path, (str, type(None)), "path", "a text or None")
    finder = _Finder(path)
    lines = _lines(text, finder)
    record = None if lines is None else _record(lines, finder)
    return (None if finder.found else record), in_order(finder.found)


def _lines(text: str | bytes, finder: _Finder) -> list[_Place] | None:
    """Return the lines with content, or `None` if the data is not text."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        else:
            text.encode("utf-8")
    except UnicodeDecodeError as error:
        number = error.object.count(b"\n", 0, error.start) + 1
        finder.issue("BEL003", _Place("", number, 1), error=error.reason)
        return None
    except UnicodeEncodeError as error:
        number = error.object.count("\n", 0, error.start) + 1
        finder.issue("BEL003", _Place("", number, 1), error=error.reason)
        return None
    lines = []
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), 1):
        place = _Place(line, number, 1).stripped()
        if place.text and not place.text.startswith("#"):
            lines.append(place)
    return lines


def _record(lines: list[_Place], finder: _Finder) -> Record | None:
    first = lines[0] if lines else _Place("", 1, 1)
    match = _FIRST.fullmatch(first.text)
    if match is None:
        finder.issue("BEL001", first, found=first.text[:40])
        return None
    if match[1] != str(VERSION):
        finder.issue("BEL002", first.part(*match.span(1)), found=match[1][:20])
        return None
    head, hands = _sections(lines[1:], finder)
    game = next((line for line in head.lines if line.name == "game"), None)
    if not hands and game is None:
        if not head.lines:
            finder.issue("BEL008", first)
            return None
        return _hand(head, finder, DEFAULT_OPTIONS)
    return _several(head, hands, finder, game)


def _sections(lines: Iterable[_Place], finder: _Finder) -> tuple[_Section, list[_Section]]:
    head = current = _Section()
    hands: list[_Section] = []
    for place in lines:
        heading = _HEADING.fullmatch(place.text)
        if heading is not None:
            current = _Section(place)
            hands.append(current)
            if heading[1].lstrip("0") != str(len(hands)):
                finder.issue("BEL009", place, found=heading[1][:20], expected=len(hands))
            continue
        end = place.text.find(":")
        if end < 0:
            finder.issue("BEL004", place, found=place.text[:40])
            continue
        at = place.part(0, end).stripped()
        name = " ".join(at.text.lower().split())
        value = place.part(end + 1, len(place.text)).stripped()
        line = _Line(name, at, value)
        if _is_known(line, finder):
            if name in current.names and name not in _REPEATED:
                finder.issue("BEL006", at, found=name)
            else:
                current.lines.append(line)
                current.names.add(name)
    return head, hands


def _is_known(line: _Line, finder: _Finder) -> bool:
    first, _, rest = line.name.partition(" ")
    if line.name in _HAND_NAMES or line.name in _GAME_NAMES:
        return True
    if first == "option" and rest:
        if rest in _OPTIONS:
            return True
        finder.issue("BEL020", line.at, found=rest[:40], near=_near(rest, _OPTIONS))
        return False
    if (first == "note" and NOTE_NAME.fullmatch(rest)) or (
        first == "trick" and _NUMBER.fullmatch(rest)
    ):
        return True
    known = (*_HAND_NAMES, *_GAME_NAMES)
    finder.issue("BEL005", line.at, found=line.name[:40], near=_near(line.name, known))
    return False


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name[:40], list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _several(
    head: _Section, sections: list[_Section], finder: _Finder, game_line: _Line | None
) -> Record | None:
    """Read several hands, or a game: its header, then its hands."""
    options = _options(head, finder, DEFAULT_OPTIONS)
    dealer = None
    for line in head.lines:
        if line.name == "first dealer" and game_line is not None:
            dealer = _seat(line.value, finder)
        elif line.name != "game" and not line.name.startswith(("option ", "note ")):
            where = "before the first hand" if game_line is None else "in the head of a game"
            finder.issue("BEL007", line.at, found=line.name, where=where)
    if game_line is None:
        records = [_hand(section, finder, options) for section in sections]
        return tuple(record for record in records if record is not None)
    game: Game | None = None
    if not finder.found:
        game = new_game(game_line.value.text, options, dealer)
    hands = []
    for section in sections:
        _only_in_order(section, finder)
        hand = _hand(section, finder, options, game)
        if hand is not None:
            hands.append(hand)
        game = None if hand is None or game is None else _after(game, hand, section, finder)
        if game is not None and len(game.hands) < len(hands) and section is not sections[-1]:
            number = len(hands)
            finder.issue("BEL040", _at(section), number=number, why="it is not over")
            game = None
    return GameRecord(
        seed=game_line.value.text,
        dealer=dealer,
        options=options,
        hands=tuple(hands),
        notes=_notes(head),
    )


def _only_in_order(section: _Section, finder: _Finder) -> None:
    for line in section.lines:
        if line.name in ("number", "seed") or line.name.startswith("option "):
            finder.issue("BEL007", line.at, found=line.name, where="in a hand of a game")


def _at(section: _Section) -> _Place:
    return _Place("", 1, 1) if section.heading is None else section.heading


def _after(game: Game, hand: HandRecord, section: _Section, finder: _Finder) -> Game | None:
    """Return the game after a hand; unchanged if the hand is incomplete."""
    number = len(game.hands) + 1
    if game.winner is not None:
        why = f"{game.winner.symbol} has already won"
        finder.issue("BEL040", _at(section), number=number, why=why)
        return None
    try:
        state = hand.replay()
        return finish(game, state) if state.turn is None else game
    except BeloteError as error:
        finder.issue("BEL040", _at(section), number=number, why=error)
        return None


def _options(section: _Section, finder: _Finder, base: RuleOptions) -> RuleOptions:
    chosen = base
    for line in section.lines:
        if line.name.startswith("option "):
            name = line.name.partition(" ")[2]
            try:
                chosen = with_option(chosen, _OPTIONS[name], line.value.text)
            except OptionValueError as error:
                expected = choices_text(error.choices)
                found = line.value.text[:40]
                finder.issue("BEL021", line.value, name=name, expected=expected, found=found)
    return chosen


def _notes(section: _Section) -> dict[str, str]:
    return {
        line.name.partition(" ")[2]: line.value.text
        for line in section.lines
        if line.name.startswith("note ")
    }


def _seat(place: _Place, finder: _Finder) -> Seat | None:
    seat = _SEATS.get(place.text.lower())
    if seat is None:
        finder.issue("BEL014", place, found=place.text[:40])
    return seat


def _cards(place: _Place, finder: _Finder) -> list[tuple[Card, _Place]]:
    """Read the cards of a hand: suits, each with its ranks."""
    cards: list[tuple[Card, _Place]] = []
    suit: Suit | None = None
    text = place.text.replace("10", "T\0")
    for at, sign in enumerate(text):
        if sign in " ,.:;-\t\0":
            continue
        here = place.part(at, at + 1)
        if sign in _SUITS:
            suit = _SUITS[sign]
        elif sign not in _RANKS:
            finder.issue("BEL010", here, found=sign)
            return cards
        elif suit is None:
            finder.issue("BEL011", here, found=sign)
            return cards
        else:
            cards.append((Card.of(suit, _RANKS[sign]), here))
    return cards


def _hands(section: _Section, finder: _Finder) -> list[int]:
    """Return the given hands; no card may be in two."""
    hands = [0, 0, 0, 0]
    for line in section.lines:
        if line.name not in SEAT_NAMES:
            continue
        seat = Seat(SEAT_NAMES.index(line.name))
        for card, place in _cards(line.value, finder):
            owner = next((who for who in Seat if hands[who] >> card & 1), None)
            if owner is not None:
                finder.issue("BEL012", place, card=card, owner=owner.symbol)
            hands[seat] |= 1 << card
        count = hands[seat].bit_count()
        if count > 8:
            finder.issue("BEL013", line.value, seat=seat.symbol, found=count)
    return hands


def _points(line: _Line, finder: _Finder) -> tuple[int, int] | None:
    match = _POINTS.fullmatch(line.value.text)
    if match is None:
        finder.issue("BEL022", line.value, found=line.value.text[:40])
        return None
    return int(match[1]), int(match[2])


def _hand(
    section: _Section, finder: _Finder, base: RuleOptions, game: Game | None = None
) -> HandRecord | None:
    """Read a hand; `None` if it has a fault."""
    before = len(finder.found)
    lines = {line.name: line for line in section.lines}
    for name in _GAME_NAMES:
        if name in lines:
            finder.issue("BEL007", lines[name].at, found=name, where="in a hand")
    draft = HandRecord(
        hands=(0, 0, 0, 0),
        dealer=_seat(lines["dealer"].value, finder) if "dealer" in lines else None,
        options=_options(section, finder, base),
        number=_hand_number(lines["number"], finder) if "number" in lines else None,
        seed=lines["seed"].value.text if "seed" in lines else None,
        standing=(_points(lines["standing"], finder) if "standing" in lines else None) or (0, 0),
        unshuffled=_is_yes(lines["unshuffled"], finder) if "unshuffled" in lines else False,
        notes=_notes(section),
    )
    given = _hands(section, finder)
    if len(finder.found) == before:
        draft = _dealt(draft, given, lines, finder, game)
    if len(finder.found) > before:
        return None
    reader = _Deeds(draft, section, finder)
    record = reader.read()
    return record if len(finder.found) == before else None


def _hand_number(line: _Line, finder: _Finder) -> int | None:
    text = line.value.text.replace(",", "")
    number = int(text) if _NUMBER.fullmatch(text) else 0
    if not 1 <= number <= NUMBERED_HANDS:
        finder.issue("BEL015", line.value, found=line.value.text[:40])
        return None
    return number


def _is_yes(line: _Line, finder: _Finder) -> bool:
    answer = TRUTH.get(line.value.text.lower())
    if answer is None:
        finder.issue("BEL023", line.value, found=line.value.text[:40])
    return bool(answer)


def _dealt(
    draft: HandRecord,
    given: list[int],
    lines: Mapping[str, _Line],
    finder: _Finder,
    game: Game | None,
) -> HandRecord:
    """Return a hand with its cards: given, or by its number, or by its place in a game."""
    hands: Hands = (given[0], given[1], given[2], given[3])
    if draft.number is not None:
        whole, dealer = numbered_hand(draft.number)
        known, code = {"number": draft.number}, "BEL016"
    elif game is not None and game.winner is None:
        state = next_hand(game, shuffle=not draft.unshuffled)
        whole, dealer = state.dealt, state.dealer
        known, code = {"number": len(game.hands) + 1}, "BEL041"
        if draft.unshuffled and not state.unshuffled:
            values = {**known, "what": "unshuffled", "expected": "no", "found": "yes"}
            finder.issue(code, lines["unshuffled"].value, **values)
        if "standing" in lines and draft.standing != state.standing:
            expected, found = points_text(state.standing), points_text(draft.standing)
            values = {**known, "what": "standing", "expected": expected, "found": found}
            finder.issue(code, lines["standing"].value, **values)
        draft = attrs.evolve(draft, standing=state.standing)
    else:
        return attrs.evolve(draft, hands=hands)
    if draft.dealer not in (None, dealer):
        told = lines["dealer"].value
        finder.issue(code, told, what="dealer", expected=dealer.symbol, found=told.text, **known)
    for seat in Seat:
        name = SEAT_NAMES[seat]
        if name in lines and hands[seat] != whole[seat]:
            told = lines[name].value
            found = hand_text(hands[seat]) or "nothing"
            values = {**known, "what": name, "expected": hand_text(whole[seat]), "found": found}
            finder.issue(code, told, **values)
    return attrs.evolve(draft, hands=whole, dealer=dealer)


@attrs.define
class _Deeds:
    """A reader of the actions of a hand, which applies them."""

    draft: HandRecord
    section: _Section
    finder: _Finder

    def read(self) -> HandRecord | None:
        finder, before = self.finder, len(self.finder.found)
        calls = list(self._calls())
        announces = list(self._announces())
        cards = list(self._cards())
        score_line = next((line for line in self.section.lines if line.name == "score"), None)
        score = None if score_line is None else _points(score_line, finder)
        if len(finder.found) > before:
            return None
        if not (calls or announces or cards or score_line):
            return self.draft
        if not self.draft.is_whole and self.draft.seed is None:
            what = "dealer" if self.draft.dealer is None else "deal"
            line = next(line for line in self.section.lines if _tells_deeds(line))
            finder.issue("BEL017", line.at, found=len(calls), what=what)
            return None
        state = self._done(self.draft.begin(), calls, announces, cards)
        if state is None:
            return None
        reached = None
        if state.turn is None:
            reached = (0, 0) if state.score is None else state.score.score
        if score_line is not None and score != reached:
            found = "open: the hand is not over" if reached is None else points_text(reached)
            place = score_line.value
            finder.issue("BEL038", place, expected=found, found=place.text[:40])
        tricks = state.tricks if state.trick is None else (*state.tricks, state.trick)
        return attrs.evolve(
            self.draft,
            calls=state.auction.calls,
            declared=state.declared,
            cards=tuple(card for trick in tricks for card in trick.cards),
            score=reached,
        )

    def _told(self, line: _Line) -> Iterator[tuple[Seat | None, _Place]]:
        """Yield the words of a line that name no player, each with the player named before it."""
        seat: Seat | None = None
        for word in line.value.words():
            named = _SEATS.get(word.text.lower())
            if named is not None:
                seat = named
            else:
                yield seat, word
                seat = None

    def _calls(self) -> Iterator[tuple[Seat | None, Call, _Place]]:
        for line in self.section.lines:
            if line.name != "calls":
                continue
            for seat, word in self._told(line):
                call = _CALLS.get(word.text.lower())
                bid = _BID.fullmatch(word.text)
                if bid is not None:
                    call = Bid(int(bid[1]), _SUITS[bid[2]])
                if call is None:
                    self.finder.issue("BEL030", word, found=word.text[:40])
                    return
                yield seat, call, word

    def _announces(self) -> Iterator[tuple[Seat, Announce, _Place]]:
        for line in self.section.lines:
            if line.name != "announces":
                continue
            for item in line.value.items():
                first, _, rest = item.text.partition(" ")
                seat = _SEATS.get(first.rstrip(":").lower())
                if seat is None:
                    self.finder.issue("BEL014", item, found=first[:40])
                    return
                announce = _announce(rest.strip())
                if announce is None:
                    self.finder.issue("BEL032", item, found=rest.strip()[:40])
                    return
                yield seat, announce, item

    def _cards(self) -> Iterator[tuple[Seat | None, Card, _Place]]:
        tricks = [line for line in self.section.lines if line.name.startswith("trick ")]
        for number, line in enumerate(tricks, 1):
            told = line.name.partition(" ")[2]
            if told.lstrip("0") != str(number) or number > 8:
                expected = number if number <= 8 else "no more"
                self.finder.issue("BEL035", line.at, found=told, expected=expected)
                return
            count = 0
            for seat, word in self._told(line):
                try:
                    yield seat, Card.parse(word.text), word
                except BeloteError:
                    self.finder.issue("BEL031", word, found=word.text[:40])
                    return
                count += 1
            if count > 4 or (count < 4 and number < len(tricks)) or not count:
                expected = "1 to 4" if number == len(tricks) else 4
                self.finder.issue(
                    "BEL036", line.value, trick=number, found=count, expected=expected
                )
                return

    def _done(
        self,
        state: HandState,
        calls: list[tuple[Seat | None, Call, _Place]],
        announces: list[tuple[Seat, Announce, _Place]],
        cards: list[tuple[Seat | None, Card, _Place]],
    ) -> HandState | None:
        """Return the hand after all recorded actions; `None` if one of them is impossible."""
        for seat, call, place in calls:
            out_of_turn = call is DOUBLE and state.options.double_out_of_turn
            if (
                state.phase is Phase.AUCTION
                and not out_of_turn
                and not self._is_turn(state, seat, place)
            ):
                return None
            try:
                state, _ = apply(state, call, seat)
            except IllegalActionError as error:
                self.finder.issue("BEL034", place, why=error)
                return None
        left = announces
        for seat, card, place in cards:
            said = self._say(state, left)
            if said is None:
                return None
            state, left = said
            if state.phase is Phase.PLAY and not self._is_turn(state, seat, place):
                return None
            try:
                state, _ = apply(state, Play(card))
            except IllegalActionError as error:
                self.finder.issue("BEL034", place, why=error)
                return None
        said = self._say(state, left)
        if said is None:
            return None
        state, left = said
        if left:
            owner, announce, place = left[0]
            self.finder.issue("BEL037", place, seat=owner.symbol, announce=announce)
            return None
        return state

    def _is_turn(self, state: HandState, seat: Seat | None, place: _Place) -> bool:
        if seat is None or state.turn is None or seat == state.turn:
            return True
        self.finder.issue("BEL033", place, found=seat.symbol, expected=state.turn.symbol)
        return False

    def _say(
        self, state: HandState, announces: list[tuple[Seat, Announce, _Place]]
    ) -> tuple[HandState, list[tuple[Seat, Announce, _Place]]] | None:
        """Apply the recorded declarations of the player at turn; return the rest."""
        if state.phase is not Phase.PLAY:
            return state, announces
        player = state.turn
        left = []
        for seat, announce, place in announces:
            if seat != player:
                left.append((seat, announce, place))
                continue
            try:
                state, _ = apply(state, Declare(announce))
            except IllegalActionError as error:
                self.finder.issue("BEL034", place, why=error)
                return None
        return state, left


def _tells_deeds(line: _Line) -> bool:
    return line.name in ("calls", "announces", "score") or line.name.startswith("trick ")


def _announce(text: str) -> Announce | None:
    match = _ANNOUNCE.fullmatch(text)
    if match is None:
        return None
    if match["four"]:
        name = match["four"].lower()
        return Announce(_FOURS[name], _FOUR_RANKS[name]) if name in _FOURS else None
    kind = Kind[match["sequence"].upper()]
    try:
        card = Card.parse(match["top"])
    except BeloteError:
        return None
    return Announce(kind, card.rank, card.suit) if card.rank >= kind.length - 1 else None

"""Strategies for whole boards and sets of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, TypeVar

import attrs
from hypothesis import strategies as st

from overtrick import (
    EMPTY,
    NO_EXTRAS,
    PLACES,
    UNKNOWN,
    Auction,
    Board,
    BoardSet,
    Contract,
    Deal,
    Ending,
    Extras,
    Field,
    Grid,
    Hand,
    Info,
    Missing,
    Play,
    Result,
    Score,
    Seat,
    Side,
    Vulnerability,
    score_contract,
)
from overtrick.plugin import ALL_FIELDS, field_of_place
from overtrick_testing.strategies.game import auctions, plays
from overtrick_testing.strategies.value import (
    contracts,
    deals,
    double_dummy_grids,
    grids,
    infos,
    made_once,
    missing,
    results,
    scores,
    seats,
    texts,
    vulnerabilities,
)

_T = TypeVar("_T")

_SCORINGS = ("MP", "IMP", "BAM", "IMP;Cross1", "Cavendish")

Numbering = Literal["any", "unique", "contiguous"]
"""How the boards of a set are numbered; see `board_sets`."""


_TEXT_PLACES: Final = [place for place in PLACES if place == "scoring" or place.startswith("info.")]


def boards(
    *,
    carries: Collection[Field] = ALL_FIELDS,
    require: Collection[Field] = (),
    consistent: bool = False,
    nasty: bool = False,
    numbers: st.SearchStrategy[int] | None = None,
    extras: st.SearchStrategy[Extras] | None = None,
) -> st.SearchStrategy[Board]:
    """Boards that state nothing outside some fields.

    Args:
        carries: only these fields are drawn, such as the `carries` of a format. Each may be
            absent. `PARTIAL_DEAL` adds deals that are not 52 cards.
        require: these fields are always stated (and known), as far as they are carried; with
            `consistent`, as far as the board can have them. `DEAL` means a complete deal.
        consistent: the parts fit together: of the board `overtrick.laws.board_problems` finds
            nothing worse than a note. Dealer and vulnerability follow from the number, contract
            and declarer from the auction, the play from the deal and the contract, the result
            from the play, the score from all of them. Otherwise every part is drawn by itself,
            some are said to be `UNKNOWN` or `EMPTY`, and auctions and plays may be against the
            laws.
        nasty: see `overtrick_testing.strategies.texts`.
        numbers: what to draw board numbers from; 1 to 99 by default.
        extras: what to draw extras from where `EXTRAS` is carried; none by default.

    Example:
        >>> from overtrick.plugin import DEAL_FIELDS
        >>> from overtrick_testing.strategies import boards
        >>> boards(carries=DEAL_FIELDS, require=DEAL_FIELDS, consistent=True).validate()
    """
    wish = _Wish(
        carries=frozenset(carries),
        require=frozenset(require),
        nasty=nasty,
        numbers=st.integers(1, 99) if numbers is None else numbers,
        extras=st.just(NO_EXTRAS) if extras is None else extras,
    )
    return _consistent_boards(wish) if consistent else _free_boards(wish)


@attrs.frozen(kw_only=True)
class _Wish:
    """What `boards` was asked for."""

    carries: frozenset[Field]
    require: frozenset[Field]
    nasty: bool
    numbers: st.SearchStrategy[int]
    extras: st.SearchStrategy[Extras]


class _Choice:
    """Which fields of one board are stated, and which are said to be missing."""

    def __init__(self, draw: st.DrawFn, wish: _Wish) -> None:
        self.draw, self.wish = draw, wish
        self.missing: dict[str, Missing] = {}

    def states(self, field: Field) -> bool:
        """Decide whether a field is stated at all."""
        if field not in self.wish.carries:
            return False
        return field in self.wish.require or self.draw(st.booleans())

    def part(self, field: Field, place: str, strategy: st.SearchStrategy[_T]) -> _T | None:
        """Draw a field by itself: a value, said to be `UNKNOWN` or `EMPTY`, or not stated."""
        if not self.states(field):
            return None
        if field in self.wish.require or self.draw(st.booleans()):
            return self.draw(strategy)
        self.missing[place] = self.draw(missing())
        return None

    def text(self, field: Field, place: str, strategy: st.SearchStrategy[str]) -> str | None:
        """Draw a text by itself, which may be empty: for text, that is a value."""
        text = self.part(field, place, strategy)
        if text is None and self.missing.get(place) is EMPTY:
            del self.missing[place]
            return ""
        return text

    def said(self) -> dict[str, Missing]:
        """Draw what else is said to be missing; what the board has drops out of it."""
        carries = self.wish.carries
        texts = [place for place in _TEXT_PLACES if field_of_place(place) in carries]
        if texts:
            unknown = self.draw(st.sets(st.sampled_from(texts), max_size=4))
            self.missing |= dict.fromkeys(sorted(unknown), UNKNOWN)
        if Field.CONTRACT in carries and self.draw(st.booleans()):
            self.missing["declarer"] = self.draw(missing())
        return self.missing


def _has_annotation(carries: frozenset[Field], part: str) -> bool:
    """Whether a format carries anything about calls or cards beside themselves."""
    return any(field.value.startswith(f"{part}.") for field in carries)


@st.composite
def _free_boards(draw: st.DrawFn, wish: _Wish) -> Board:
    choice, carries, nasty = _Choice(draw, wish), wish.carries, wish.nasty
    is_declared = Field.CONTRACT in wish.require
    return Board(
        number=choice.part(Field.NUMBER, "number", wish.numbers),
        name=draw(texts(nasty=nasty)) if choice.states(Field.NAME) else None,
        dealer=choice.part(Field.DEALER, "dealer", seats()),
        vulnerability=choice.part(Field.VULNERABILITY, "vulnerability", vulnerabilities()),
        deal=_free_deal(choice),
        scoring=choice.text(Field.SCORING, "scoring", st.sampled_from(_SCORINGS)),
        contract=choice.part(Field.CONTRACT, "contract", _free_contracts(is_declared)),
        result=choice.part(Field.RESULT, "result", results(by_side=True)),
        score=choice.part(Field.SCORE, "score", scores(decimals=True)),
        auction=choice.part(Field.AUCTION_CALLS, "auction", _free_auctions(carries, nasty)),
        play=choice.part(Field.PLAY_CARDS, "play", _free_plays(carries, nasty)),
        info=draw(_infos(carries, nasty)),
        grids=_grids(choice),
        extras=draw(wish.extras) if choice.states(Field.EXTRAS) else NO_EXTRAS,
        missing=choice.said(),
    )


@made_once
def _free_contracts(is_declared: bool) -> st.SearchStrategy[Contract]:
    return contracts(declarers=seats() if is_declared else seats() | st.none())


@made_once
def _free_auctions(carries: frozenset[Field], nasty: bool) -> st.SearchStrategy[Auction]:
    legal = auctions(legal=True, annotated=True, carries=carries, nasty=nasty)
    return legal | auctions(legal=None, annotated=True, carries=carries, nasty=nasty)


@made_once
def _free_plays(carries: frozenset[Field], nasty: bool) -> st.SearchStrategy[Play]:
    legal = plays(legal=True, annotated=True, carries=carries, nasty=nasty)
    return legal | plays(legal=False, annotated=True, carries=carries, nasty=nasty)


@made_once
def _infos(carries: frozenset[Field], nasty: bool) -> st.SearchStrategy[Info]:
    return infos(carries=carries, nasty=nasty)


@made_once
def _grids_by_name(nasty: bool) -> st.SearchStrategy[list[Grid]]:
    return st.lists(grids(nasty=nasty), max_size=2, unique_by=lambda grid: grid.name)


def _free_deal(choice: _Choice) -> Deal | None:
    is_partial = Field.PARTIAL_DEAL in choice.wish.carries and Field.DEAL not in choice.wish.require
    if is_partial and choice.states(Field.PARTIAL_DEAL):
        return choice.draw(deals(partial=True))
    return choice.draw(deals()) if choice.states(Field.DEAL) else None


def _grids(choice: _Choice) -> tuple[Grid, ...]:
    if not choice.states(Field.GRIDS):
        return ()
    found = choice.draw(_grids_by_name(choice.wish.nasty))
    if choice.draw(st.booleans()) or not found:
        found.append(choice.draw(double_dummy_grids()).to_grid())
    return tuple(found)


@st.composite
def _consistent_boards(draw: st.DrawFn, wish: _Wish) -> Board:
    choice = _Choice(draw, wish)
    number = draw(wish.numbers)
    dealer, vulnerability = Seat.dealer_of(number), Vulnerability.of_board(number)
    states_number = choice.states(Field.NUMBER)
    full = draw(deals())
    deal = _stated_deal(choice, full)
    auction = _auction(choice, dealer)
    contract = _contract(choice, auction)
    played = contract
    if contract is None and auction is not None:
        played = auction.contract()
    play = _play(choice, full, played)
    result = _result(choice, played, play)
    vulnerable = vulnerability if choice.states(Field.VULNERABILITY) else None
    score = _score(choice, played, result, play, vulnerable)
    return Board(
        number=number if states_number else None,
        # A board has a name where it has no number.
        name=draw(texts(nasty=wish.nasty))
        if not states_number and choice.states(Field.NAME)
        else None,
        dealer=dealer if choice.states(Field.DEALER) else None,
        vulnerability=vulnerable,
        deal=deal,
        scoring=draw(st.sampled_from(_SCORINGS)) if choice.states(Field.SCORING) else None,
        contract=contract,
        result=result,
        score=score,
        auction=auction,
        play=play,
        info=draw(_infos(wish.carries, wish.nasty)),
        grids=_grids(choice),
        extras=draw(wish.extras) if choice.states(Field.EXTRAS) else NO_EXTRAS,
    )


def _stated_deal(choice: _Choice, full: Deal) -> Deal | None:
    """Return the deal, whole or with one to three hands not given."""
    is_partial = Field.PARTIAL_DEAL in choice.wish.carries and Field.DEAL not in choice.wish.require
    if is_partial and choice.states(Field.PARTIAL_DEAL):
        hidden = choice.draw(st.sets(seats(), min_size=1, max_size=3))
        north, east, south, west = (Hand() if seat in hidden else full[seat] for seat in Seat)
        return Deal((north, east, south, west))
    return full if choice.states(Field.DEAL) else None


def _auction(choice: _Choice, dealer: Seat) -> Auction | None:
    if not choice.states(Field.AUCTION_CALLS):
        return None
    is_over = Field.AUCTION_CALLS in choice.wish.require or Field.CONTRACT in choice.wish.require
    return choice.draw(
        auctions(
            dealer=dealer,
            annotated=_has_annotation(choice.wish.carries, "auction"),
            complete=True if is_over else None,
            carries=choice.wish.carries,
            nasty=choice.wish.nasty,
        )
    )


def _contract(choice: _Choice, auction: Auction | None) -> Contract | None:
    if not choice.states(Field.CONTRACT):
        return None
    if auction is not None:
        return auction.contract()
    is_played = bool(choice.wish.require & {Field.RESULT, Field.PLAY_CARDS})
    return choice.draw(contracts(passed_out=not is_played))


def _play(choice: _Choice, full: Deal, contract: Contract | None) -> Play | None:
    if contract is None or contract.declarer is None or contract.strain is None:
        return None
    if not choice.states(Field.PLAY_CARDS):
        return None
    return choice.draw(
        plays(
            deal=full,
            strain=contract.strain,
            leader=contract.declarer.next,
            annotated=_has_annotation(choice.wish.carries, "play"),
            carries=choice.wish.carries,
            nasty=choice.wish.nasty,
        )
    )


def _result(choice: _Choice, contract: Contract | None, play: Play | None) -> Result | None:
    """Return the tricks that the play came to, or may still come to."""
    if contract is None or contract.declarer is None or contract.strain is None:
        return None
    if not choice.states(Field.RESULT):
        return None
    own = theirs = 0
    if play is not None:
        own = play.tricks_won(contract.declarer.side, contract.strain)
        theirs = play.tricks_won(contract.declarer.side.other, contract.strain)
    return Result(tricks=choice.draw(st.integers(own, 13 - theirs)))


def _score(
    choice: _Choice,
    contract: Contract | None,
    result: Result | None,
    play: Play | None,
    vulnerability: Vulnerability | None,
) -> Score | None:
    if contract is None or not choice.states(Field.SCORE):
        return None
    if contract.is_passed_out:
        return Score(ns=0)
    # While the play goes on there is no score yet.
    is_going_on = play is not None and play.ending is Ending.OPEN
    if result is None or vulnerability is None or contract.declarer is None or is_going_on:
        return None
    tricks = result.for_declarer(contract.declarer) or 0
    points = score_contract(contract, tricks, vulnerable=vulnerability.includes(contract.declarer))
    for_ns = points if contract.declarer.side is Side.NORTH_SOUTH else -points
    kinds = (Score(ns=for_ns), Score(ew=-for_ns), Score(declarer=points))
    return choice.draw(st.sampled_from(kinds))


@st.composite
def board_sets(
    draw: st.DrawFn,
    *,
    min_size: int = 0,
    max_size: int = 5,
    numbering: Numbering = "unique",
    highest: int = 99,
    header: st.SearchStrategy[Extras] | None = None,
    carries: Collection[Field] = ALL_FIELDS,
    require: Collection[Field] = (),
    consistent: bool = False,
    nasty: bool = False,
    extras: st.SearchStrategy[Extras] | None = None,
) -> BoardSet:
    """Sets of boards.

    Args:
        draw: given by hypothesis.
        min_size: the least number of boards.
        max_size: the greatest number of boards.
        numbering: `unique` for ascending numbers, `contiguous` for ascending numbers without a
            gap, `any` for numbers in any order and twice.
        highest: the highest board number.
        header: what to draw the file-level data from; none by default.
        carries: see `boards`.
        require: see `boards`.
        consistent: see `boards`.
        nasty: see `boards`.
        extras: see `boards`.
    """
    count = draw(st.integers(min_size, max_size))
    if numbering == "contiguous":
        first = draw(st.integers(1, highest - count + 1))
        numbers = list(range(first, first + count))
    elif numbering == "unique":
        unique = st.sets(st.integers(1, highest), min_size=count, max_size=count)
        numbers = sorted(draw(unique))
    else:
        numbers = draw(st.lists(st.integers(1, highest), min_size=count, max_size=count))
    found = tuple(
        draw(
            boards(
                carries=carries,
                require=require,
                consistent=consistent,
                nasty=nasty,
                numbers=st.just(number),
                extras=extras,
            )
        )
        for number in numbers
    )
    return BoardSet(boards=found, header=NO_EXTRAS if header is None else draw(header))

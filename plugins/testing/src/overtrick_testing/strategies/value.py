"""Strategies for cards, hands, deals, contracts, results, scores, grids, infos and extras."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from math import factorial
from typing import Final, ParamSpec, TypeVar

from hypothesis import strategies as st

from overtrick import (
    CALLS,
    CARDS,
    EMPTY,
    PASSED_OUT,
    UNKNOWN,
    Align,
    Call,
    Card,
    Column,
    Contract,
    Deal,
    DoubleDummyGrid,
    Doubling,
    Extras,
    ExtraValue,
    Field,
    Grid,
    Hand,
    Info,
    Missing,
    Order,
    Rank,
    Result,
    Score,
    Seat,
    Side,
    Strain,
    Suit,
    Vulnerability,
)
from overtrick.plugin import ALL_FIELDS

P = ParamSpec("P")
R = TypeVar("R")

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789éüØ"
_NASTY: Final = "a \"'\\{}[]();%=|^$!?#+-*<>&,.:/~_`@T¬ÿŁ♠日\u0308\u212b"

# In how many ways 52 cards can be dealt.
_DEALS: Final = factorial(52) // factorial(13) ** 4


def made_once(make: Callable[P, R]) -> Callable[P, R]:
    """Return a strategy that was made before where the arguments are the same.

    Hypothesis looks through a strategy when something is first drawn from it. Of a strategy that is
    made anew for every board, that costs more than the drawing.

    Args:
        make: a function whose arguments are all hashable.
    """
    known: dict[object, R] = {}

    @functools.wraps(make)
    def find(*args: P.args, **kwargs: P.kwargs) -> R:
        key = (args, frozenset(kwargs.items()))
        if key not in known:
            known[key] = make(*args, **kwargs)
        return known[key]

    return find


def _one_line(text: str) -> str:
    """Return words divided by single blanks, or a word where there is none."""
    return " ".join(text.split()) or "a"


@made_once
def texts(*, nasty: bool = False, max_size: int = 24) -> st.SearchStrategy[str]:
    """Text of one or more words on one line, never empty, without control characters.

    Args:
        nasty: also quotes, braces, brackets, backslashes, a lone `?`, blanks at the ends, and
            characters outside Latin-1.
        max_size: the greatest number of characters.
    """
    plain = st.text(_LETTERS + "  ", min_size=1, max_size=max_size).map(_one_line)
    if not nasty:
        return plain
    return plain | st.text(_NASTY, min_size=1, max_size=max_size)


@made_once
def optional_texts(*, nasty: bool) -> st.SearchStrategy[str | None]:
    """Nothing, or a text; see `texts`."""
    return st.none() | texts(nasty=nasty)


@made_once
def missing() -> st.SearchStrategy[Missing]:
    """`UNKNOWN` or `EMPTY`."""
    return st.sampled_from([UNKNOWN, EMPTY])


@made_once
def suits() -> st.SearchStrategy[Suit]:
    """The four suits."""
    return st.sampled_from(Suit)


@made_once
def strains() -> st.SearchStrategy[Strain]:
    """The five strains."""
    return st.sampled_from(Strain)


@made_once
def ranks() -> st.SearchStrategy[Rank]:
    """The thirteen ranks."""
    return st.sampled_from(Rank)


@made_once
def seats() -> st.SearchStrategy[Seat]:
    """The four seats."""
    return st.sampled_from(Seat)


@made_once
def sides() -> st.SearchStrategy[Side]:
    """The two sides."""
    return st.sampled_from(Side)


@made_once
def vulnerabilities() -> st.SearchStrategy[Vulnerability]:
    """The four vulnerabilities."""
    return st.sampled_from([Vulnerability(value) for value in range(4)])


@made_once
def cards() -> st.SearchStrategy[Card]:
    """The 52 cards."""
    return st.sampled_from(CARDS)


@made_once
def calls(*, bids_only: bool = False) -> st.SearchStrategy[Call]:
    """The 38 calls, or the 35 bids."""
    return st.sampled_from(CALLS[3:] if bids_only else CALLS)


@made_once
def hands(*, min_size: int = 0, max_size: int = 13) -> st.SearchStrategy[Hand]:
    """Hands of `min_size` to `max_size` cards, 0 to 13."""
    chosen = st.sets(cards(), min_size=min_size, max_size=max_size)
    return chosen.map(Hand.of)


def _deal_of_number(number: int) -> Deal:
    """Return one of all deals by its number, 0 to `_DEALS - 1`; 0 gives North the clubs."""
    left, ways = [13, 13, 13, 13], _DEALS
    masks = [0, 0, 0, 0]
    for index in range(52):
        total = 52 - index
        for seat in range(4):
            here = ways * left[seat] // total
            if number < here:
                break
            number -= here
        ways = here
        left[seat] -= 1
        masks[seat] |= 1 << index
    return Deal.from_masks(*masks)


@st.composite
def _partial_deals(draw: st.DrawFn) -> Deal:
    deal = draw(deals())
    kind = draw(st.sampled_from(("hands", "position", "any")))
    if kind == "hands":
        # Some hands are not given.
        hidden = draw(st.sets(seats(), min_size=1, max_size=3))
        masks = [0 if seat in hidden else deal[seat].mask for seat in Seat]
    elif kind == "position":
        # The last cards of every hand, as in an end position.
        count = draw(st.integers(1, 12))
        masks = [Hand.of(deal[seat].cards[:count]).mask for seat in Seat]
    else:
        dropped = draw(st.integers(1, (1 << 52) - 1))
        masks = [deal[seat].mask & ~dropped for seat in Seat]
    return Deal.from_masks(*masks)


@made_once
def deals(*, partial: bool | None = False) -> st.SearchStrategy[Deal]:
    """Deals of 52 cards, every one as likely as another.

    Args:
        partial: `True` for deals in which cards are missing (hands not given, end positions,
            any cards left out), `None` for both kinds.
    """
    complete = st.integers(0, _DEALS - 1).map(_deal_of_number)
    if partial is None:
        return complete | _partial_deals()
    return _partial_deals() if partial else complete


def contracts(
    *, declarers: st.SearchStrategy[Seat | None] | None = None, passed_out: bool = True
) -> st.SearchStrategy[Contract]:
    """Contracts of level 1 to 7 with a declarer, and passed-out boards.

    Args:
        declarers: what to draw the declarer from; the four seats by default.
        passed_out: whether to draw `PASSED_OUT` too.
    """
    played = st.builds(
        Contract,
        level=st.integers(1, 7),
        strain=strains(),
        doubling=st.sampled_from(Doubling),
        declarer=seats() if declarers is None else declarers,
    )
    return st.just(PASSED_OUT) | played if passed_out else played


@made_once
def results(*, by_side: bool = False) -> st.SearchStrategy[Result]:
    """Results: declarer's tricks; with `by_side` also those that tell the tricks of sides."""
    counts = st.integers(0, 13)
    plain = st.builds(Result, tricks=counts)
    if not by_side:
        return plain
    both = st.builds(lambda ns: Result(ns=ns, ew=13 - ns), counts)
    irregular = st.builds(Result, tricks=counts, irregular=st.just(value=True))
    return plain | st.builds(Result, ns=counts) | st.builds(Result, ew=counts) | both | irregular


@made_once
def scores(*, decimals: bool = False) -> st.SearchStrategy[Score]:
    """Scores in points, -7600 to 7600 in tens; with `decimals` also with hundredths."""
    points = st.integers(-760, 760).map(lambda tens: str(10 * tens))
    if decimals:
        points |= st.decimals(-100, 100, places=2).map(str)
    kinds = [st.builds(Score, **{who: points}) for who in ("ns", "ew", "declarer")]
    return st.one_of(*kinds, st.builds(Score, ns=points, ew=points))


@made_once
def columns() -> st.SearchStrategy[Column]:
    """Columns of grids, with and without order, width and alignment."""
    names = st.text(_LETTERS[:52] + "_", min_size=1, max_size=8)
    plain = st.builds(Column, name=names, order=st.sampled_from(Order))
    aligned = st.builds(
        Column,
        name=names,
        order=st.sampled_from(Order),
        width=st.integers(1, 20),
        align=st.sampled_from(Align),
    )
    return plain | aligned


@st.composite
def grids(draw: st.DrawFn, *, nasty: bool = False, free: bool = True) -> Grid:
    """Grids of one to four columns and up to four rows.

    Args:
        draw: given by hypothesis.
        nasty: see `texts`.
        free: whether to draw sections without columns, too, whose rows are of any length.
    """
    name = draw(_grid_names()) + "Table"
    heads: tuple[Column, ...] = ()
    if not free or draw(st.booleans()):
        heads = tuple(draw(_heads()))
    return Grid(name=name, columns=heads, rows=tuple(draw(_rows(len(heads), nasty))))


@made_once
def _grid_names() -> st.SearchStrategy[str]:
    return st.text(_LETTERS[26:52], min_size=1, max_size=6)


@made_once
def _heads() -> st.SearchStrategy[list[Column]]:
    return st.lists(columns(), min_size=1, max_size=4, unique_by=lambda column: column.name)


@made_once
def _rows(width: int, nasty: bool) -> st.SearchStrategy[list[tuple[str, ...]]]:
    """Up to four rows of some cells, one to four for a `width` of 0."""
    row = st.lists(texts(nasty=nasty), min_size=width or 1, max_size=width or 4)
    return st.lists(row.map(tuple), max_size=4)


@made_once
def double_dummy_grids(*, complete: bool = True) -> st.SearchStrategy[DoubleDummyGrid]:
    """Grids of 20 numbers of tricks; with `complete=False` some of them unknown.

    The numbers need not be possible for any deal.
    """
    counts = st.integers(0, 13)
    cell: st.SearchStrategy[int | None] = counts if complete else counts | st.none()
    row = st.tuples(cell, cell, cell, cell, cell)
    return st.tuples(row, row, row, row).map(DoubleDummyGrid)


@made_once
def _dates() -> st.SearchStrategy[str | None]:
    known = st.dates().map(lambda date: f"{date.year:04d}.{date.month:02d}.{date.day:02d}")
    return st.none() | known | st.sampled_from(["????.??.??", "2026.??.??", "2026.11.??"])


@made_once
def _rooms() -> st.SearchStrategy[str | None]:
    return st.none() | st.sampled_from(["Open", "Closed"])


@st.composite
def infos(
    draw: st.DrawFn,
    *,
    carries: Collection[Field] = ALL_FIELDS,
    nasty: bool = False,
) -> Info:
    """Where, when and by whom; each part may be absent.

    Args:
        draw: given by hypothesis.
        carries: only these fields are drawn.
        nasty: see `texts`.
    """

    def part(field: Field, strategy: st.SearchStrategy[str | None]) -> str | None:
        return draw(strategy) if field in carries else None

    def name(field: Field) -> str | None:
        return part(field, optional_texts(nasty=nasty))

    return Info(
        event=name(Field.INFO_EVENT),
        site=name(Field.INFO_SITE),
        date=part(Field.INFO_DATE, _dates()),
        room=part(Field.INFO_ROOM, _rooms()),
        players=(
            name(Field.INFO_PLAYERS),
            name(Field.INFO_PLAYERS),
            name(Field.INFO_PLAYERS),
            name(Field.INFO_PLAYERS),
        ),
        teams=(name(Field.INFO_TEAMS), name(Field.INFO_TEAMS)),
    )


@made_once
def extras(*format_names: str, nasty: bool = False) -> st.SearchStrategy[Extras]:
    """Extras of some formats (`demo` by default): text, numbers, truth, nothing, tuples.

    What an extra may hold is its format's business: to test a format's own extras, give
    `boards` a strategy of your own.
    """
    names = st.sampled_from(format_names or ("demo",))
    keys = st.builds("{}:{}".format, names, st.text(_LETTERS[:52], min_size=1, max_size=8))
    simple: st.SearchStrategy[ExtraValue] = (
        st.integers(-1000, 1000) | texts(nasty=nasty) | st.booleans() | st.none()
    )
    values: st.SearchStrategy[ExtraValue] = simple | st.lists(simple, max_size=3).map(tuple)
    return st.dictionaries(keys, values, max_size=3).map(Extras)


@made_once
def holdings() -> st.SearchStrategy[str]:
    """The ranks held in a suit, high to low; empty for a void."""
    order = "".join(rank.symbol for rank in reversed(Rank))
    return st.sets(st.sampled_from(order)).map(lambda held: "".join(r for r in order if r in held))

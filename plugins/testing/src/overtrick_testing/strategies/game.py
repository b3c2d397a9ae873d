"""Strategies for auctions and plays, with and without what is said about them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hypothesis import strategies as st

from overtrick import (
    CALLS,
    CARDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallEntry,
    Card,
    Deal,
    Ending,
    Field,
    Irregularity,
    Play,
    PlayedCard,
    Seat,
    Strain,
    Trick,
)
from overtrick.plugin import ALL_FIELDS, AuctionState
from overtrick_testing.strategies.value import (
    calls,
    cards,
    deals,
    made_once,
    optional_texts,
    seats,
    strains,
)

# So many calls of a legal auction are chosen; passes bring it to its end.
_LONG_AUCTION: Final = 14

_GOES_ON: Final = (Ending.UNKNOWN, Ending.CLOSED, Ending.OPEN)


@made_once
def nags() -> st.SearchStrategy[tuple[int, ...]]:
    """Up to two numeric annotation glyphs, 1 to 255, ascending."""
    return st.sets(st.integers(1, 255), max_size=2).map(lambda found: tuple(sorted(found)))


@st.composite
def call_entries(
    draw: st.DrawFn,
    call: Call | None = None,
    *,
    carries: Collection[Field] = ALL_FIELDS,
    nasty: bool = False,
) -> CallEntry:
    """Calls with note, glyphs, comment and alert, each of them optional.

    Args:
        draw: given by hypothesis.
        call: the call; any by default.
        carries: only these annotations are drawn; irregularities never, as they need a context.
        nasty: see `texts`.
    """
    text = optional_texts(nasty=nasty)
    return CallEntry(
        call=draw(calls()) if call is None else call,
        note=draw(text) if Field.AUCTION_NOTES in carries else None,
        nags=draw(nags()) if Field.AUCTION_NAGS in carries else (),
        comment=draw(text) if Field.AUCTION_COMMENTS in carries else None,
        alert=Field.AUCTION_ALERTS in carries and draw(st.booleans()),
    )


@st.composite
def played_cards(
    draw: st.DrawFn,
    card: Card | None = None,
    *,
    carries: Collection[Field] = ALL_FIELDS,
    nasty: bool = False,
) -> PlayedCard:
    """Cards with note, glyphs and comment, each of them optional.

    Args:
        draw: given by hypothesis.
        card: the card; any by default.
        carries: only these annotations are drawn; irregularities never, as they need a context.
        nasty: see `texts`.
    """
    text = optional_texts(nasty=nasty)
    return PlayedCard(
        card=draw(cards()) if card is None else card,
        note=draw(text) if Field.PLAY_NOTES in carries else None,
        nags=draw(nags()) if Field.PLAY_NAGS in carries else (),
        comment=draw(text) if Field.PLAY_COMMENTS in carries else None,
    )


def auctions(
    *,
    legal: bool | None = True,
    annotated: bool = False,
    complete: bool | None = None,
    dealer: Seat | None = None,
    carries: Collection[Field] = ALL_FIELDS,
    nasty: bool = False,
) -> st.SearchStrategy[Auction]:
    """Auctions.

    Args:
        legal: `True` for auctions of which `overtrick.laws.auction_problems` finds nothing,
            `False` for such that it finds something in, `None` for any calls in any order.
        annotated: whether calls may have notes, glyphs, comments, alerts, and (in legal
            auctions) accepted irregularities with their marks.
        complete: `True` for auctions that have ended, `False` for such that have not, `None`
            for both; only of legal auctions.
        dealer: who calls first; any seat by default.
        carries: only annotations of these fields are drawn.
        nasty: see `texts`.
    """
    fields = frozenset(carries) if annotated else frozenset[Field]()
    return _auctions(legal, complete, dealer, fields, nasty)


@made_once
def _auctions(
    legal: bool | None,
    complete: bool | None,
    dealer: Seat | None,
    fields: frozenset[Field],
    nasty: bool,
) -> st.SearchStrategy[Auction]:
    dealers = seats() if dealer is None else st.just(dealer)
    if legal is None:
        return _any_auctions(dealers, fields, nasty)
    if legal:
        return _legal_auctions(dealers, complete, fields, nasty)
    return _illegal_auctions(dealers, fields, nasty)


@st.composite
def _any_auctions(
    draw: st.DrawFn, dealers: st.SearchStrategy[Seat], fields: frozenset[Field], nasty: bool
) -> Auction:
    plain = [CallEntry.plain(call) for call in draw(st.lists(calls(), max_size=12))]
    entries = _annotated(draw, plain, fields, nasty)
    ending = draw(st.sampled_from(Ending))
    return Auction(dealer=draw(dealers), entries=entries, ending=ending)


@st.composite
def _legal_auctions(
    draw: st.DrawFn,
    dealers: st.SearchStrategy[Seat],
    complete: bool | None,
    fields: frozenset[Field],
    nasty: bool,
) -> Auction:
    dealer = draw(dealers)
    state = AuctionState(dealer)
    is_irregular = Field.AUCTION_IRREGULARITIES in fields and draw(st.booleans())
    # One list of numbers is drawn far faster than a choice at every turn.
    picks = draw(_picks())
    entries: list[CallEntry] = []
    while not state.has_ended:
        choices = [CallEntry.plain(PASS)]
        if len(entries) < len(picks):
            choices += _lawful(state) + (_irregular(state) if is_irregular else [])
        entry = choices[picks[len(entries)] % len(choices) if len(choices) > 1 else 0]
        entries.append(entry)
        state.add(entry.call)
    if complete is None:
        complete = draw(st.booleans())
    ending = Ending.COMPLETE
    if not complete:
        # Less its last call, an auction has not ended.
        del entries[draw(st.integers(0, len(entries) - 1)) :]
        ending = draw(st.sampled_from(_GOES_ON))
    return Auction(dealer=dealer, entries=_annotated(draw, entries, fields, nasty), ending=ending)


@made_once
def _picks() -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 11), max_size=_LONG_AUCTION)


def _lawful(state: AuctionState) -> list[CallEntry]:
    """Return the calls that the next player may make besides a pass, the high bids left out."""
    lowest = 3 if state.last is None else state.last.index + 1
    found = list(CALLS[lowest : lowest + 7])
    found += [DOUBLE] if state.no_double(state.seat) is None else []
    found += [REDOUBLE] if state.no_redouble(state.seat) is None else []
    return [CallEntry.plain(call) for call in found]


def _irregular(state: AuctionState) -> list[CallEntry]:
    """Return irregular calls that the next player accepts, with their marks."""
    found = [CallEntry(call=None, irregularity=Irregularity.SKIPPED)]
    if state.last is not None:
        mark = Irregularity.INSUFFICIENT_BID
        found.append(CallEntry(call=state.last, irregularity=mark))
    return found


@st.composite
def _illegal_auctions(
    draw: st.DrawFn, dealers: st.SearchStrategy[Seat], fields: frozenset[Field], nasty: bool
) -> Auction:
    dealer = draw(dealers)
    sound = draw(_legal_auctions(st.just(dealer), True, frozenset(), nasty))
    entries, ending = list(sound.entries), Ending.UNKNOWN
    bids = [index for index, call in enumerate(sound.calls) if call.is_bid]
    kind = draw(st.sampled_from(("after the end", "too soon", "double", "missing", "insufficient")))
    if kind == "after the end":
        entries.append(CallEntry.plain(draw(calls())))
    elif kind == "too soon":
        entries, ending = entries[:-1], Ending.COMPLETE
    elif kind == "missing":
        entries[draw(st.integers(0, len(entries) - 1))] = CallEntry(call=None)
    elif kind == "double" or not bids:
        entries.insert(0, CallEntry.plain(draw(st.sampled_from((DOUBLE, REDOUBLE)))))
    else:
        last = draw(st.sampled_from(bids))
        entries = [*entries[: last + 1], entries[last]]
    return Auction(dealer=dealer, entries=_annotated(draw, entries, fields, nasty), ending=ending)


def _annotated(
    draw: st.DrawFn, entries: list[CallEntry], fields: frozenset[Field], nasty: bool
) -> tuple[CallEntry, ...]:
    """Return the calls with annotation at up to three of them; marked calls stay as they are."""
    said = fields - {Field.AUCTION_CALLS, Field.AUCTION_IRREGULARITIES}
    plain = [index for index, entry in enumerate(entries) if entry.is_plain]
    if plain and said:
        for index in sorted(draw(st.sets(st.sampled_from(plain), max_size=3))):
            call = entries[index].call
            entries[index] = draw(call_entries(call, carries=said, nasty=nasty))
    return tuple(entries)


@st.composite
def plays(
    draw: st.DrawFn,
    *,
    deal: Deal | None = None,
    strain: Strain | None = None,
    leader: Seat | None = None,
    legal: bool = True,
    annotated: bool = False,
    complete: bool | None = None,
    carries: Collection[Field] = ALL_FIELDS,
    nasty: bool = False,
) -> Play:
    """Plays.

    Args:
        draw: given by hypothesis.
        deal: the hands, all 52 cards; any by default.
        strain: the trumps; any by default.
        leader: who leads to the first trick; any seat by default.
        legal: `True` for plays of which `overtrick.laws.play_problems` finds nothing, `False`
            for any cards at any place, some of them not given.
        annotated: whether cards may have notes, glyphs, comments, and (in legal plays) accepted
            irregularities with their marks.
        complete: `True` for thirteen tricks, `False` for fewer, `None` for both.
        carries: only annotations of these fields are drawn.
        nasty: see `texts`.
    """
    deal = draw(deals()) if deal is None else deal
    strain = draw(strains()) if strain is None else strain
    leader = draw(seats()) if leader is None else leader
    fields = frozenset(carries) if annotated else frozenset[Field]()
    complete = draw(st.booleans()) if complete is None else complete
    count = 52 if complete else draw(st.integers(0, 51))
    if legal:
        is_irregular = Field.PLAY_IRREGULARITIES in fields and draw(st.booleans())
        rows = _play_out(draw(st.integers(0, (1 << 160) - 1)), deal, strain, leader, is_irregular)
        ending = Ending.COMPLETE if complete else draw(st.sampled_from(_GOES_ON))
    else:
        rows = _at_random(draw(st.integers(0, (1 << 320) - 1)), leader)
        ending = draw(st.sampled_from(Ending))
    said = fields - {Field.PLAY_CARDS, Field.PLAY_IRREGULARITIES}
    remarks = draw(st.sets(st.integers(0, max(count - 1, 0)), max_size=3)) if said else set()
    tricks: list[Trick] = []
    for start in range(0, count, 4):
        slots: list[PlayedCard | None] = [None] * 4
        for step, (seat, played) in enumerate(rows[start // 4][: count - start]):
            slots[seat] = played
            if start + step in remarks and played is not None and played.is_plain:
                slots[seat] = draw(played_cards(played.card, carries=said, nasty=nasty))
        north, east, south, west = slots
        tricks.append(Trick((north, east, south, west)))
    return Play(leader=leader, tricks=tuple(tricks), ending=ending)


_Row = list[tuple[Seat, PlayedCard | None]]


def _play_out(
    choices: int, deal: Deal, strain: Strain, leader: Seat, is_irregular: bool
) -> list[_Row]:
    """Play thirteen tricks by the laws; `choices` decides among the cards that may be played."""
    left = {seat: list(deal[seat]) for seat in Seat}
    rows: list[_Row] = []
    for _ in range(13):
        lead_mark = None
        if is_irregular:
            choices, oddity = divmod(choices, 8)
            if oddity == 7:
                leader, lead_mark = leader.next, Irregularity.LEAD_OUT_OF_TURN
        row: _Row = []
        led: Card | None = None
        for step in range(4):
            seat = leader.after(step)
            follow = [card for card in left[seat] if led is None or card.suit is led.suit]
            others = [card for card in left[seat] if card not in follow]
            mark = lead_mark if step == 0 else None
            if is_irregular and follow and others:
                choices, oddity = divmod(choices, 16)
                if oddity == 15:
                    follow, mark = others, Irregularity.REVOKE
            may = follow or others
            choices, pick = divmod(choices, len(may))
            card = may[pick]
            led = led or card
            left[seat].remove(card)
            plain = PlayedCard.plain(card)
            row.append((seat, plain if mark is None else PlayedCard(card=card, irregularity=mark)))
        rows.append(row)
        slots: list[PlayedCard | None] = [None] * 4
        for seat, played in row:
            slots[seat] = played
        north, east, south, west = slots
        winner = Trick((north, east, south, west)).winner(leader, strain)
        # A full trick always has a winner.
        leader = leader if winner is None else winner
    return rows


def _at_random(choices: int, leader: Seat) -> list[_Row]:
    """Return thirteen rows of any cards, some not given."""
    rows: list[_Row] = []
    for _ in range(13):
        row: _Row = []
        for step in range(4):
            choices, pick = divmod(choices, 60)
            played = PlayedCard.plain(CARDS[pick]) if pick < 52 else None
            row.append((leader.after(step), played))
        rows.append(row)
    return rows

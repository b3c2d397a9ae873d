"""Boards to write samples from, and what is left of a board in a format that carries less."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import Final

import attrs

from overtrick import (
    NO_EXTRAS,
    PASSED_OUT,
    Auction,
    Board,
    CallEntry,
    Contract,
    Deal,
    DoubleDummyGrid,
    Ending,
    Extras,
    Field,
    Info,
    Irregularity,
    Play,
    PlayedCard,
    Result,
    Score,
    Seat,
    Trick,
    Vulnerability,
)
from overtrick.plugin import ALL_FIELDS, field_of_place

_DEALS: Final = (
    "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543",
    "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85",
    "N:AKQJ63.AQ3.A7.KJ .T8742.T9863.A64 85.KJ6.KQ2.T9872 T9742.95.J54.Q53",
)

_INFO: Final = Info(
    event="Club Championship",
    site="Utrecht",
    date="2026.11.20",
    room="Open",
    players=("Ada North", "Bea East", "Cor South", "Dan West"),
    teams=("Home", "Visitors"),
)

_DOUBLE_DUMMY: Final = DoubleDummyGrid(((7, 6, 8, 9, 5), (6, 7, 5, 4, 8)) * 2)


def _annotated_auction() -> Auction:
    plain = Auction.of(Seat.EAST, "1S Pass 4S Pass Pass Pass")
    entries = list(plain.entries)
    entries[0] = attrs.evolve(entries[0], nags=(1,), comment="five cards")
    entries[2] = attrs.evolve(entries[2], note="to play", alert=True)
    return attrs.evolve(plain, entries=tuple(entries))


def _annotated_play() -> Play:
    play = Play.of(Seat.SOUTH, "D3 D2 DQ DT", "S3 D4 DK S4", ending=Ending.CLOSED)
    first = list(play.tricks[0].cards)
    led = first[Seat.SOUTH]
    assert led is not None
    first[Seat.SOUTH] = attrs.evolve(led, note="a singleton", nags=(2,), comment="a surprise")
    north, east, south, west = first
    return attrs.evolve(play, tricks=(Trick((north, east, south, west)), *play.tricks[1:]))


def example_boards(carries: Collection[Field] = ALL_FIELDS) -> tuple[Board, ...]:
    """Return three sound boards with all that a format carries: numbers 1 to 3, whole deals.

    Dealer and vulnerability are those of the board's number; the first has been played in
    three notrump, the second was passed out, the third has a deal only.

    Example:
        >>> [board.number for board in example_boards()]
        [1, 2, 3]
        >>> example_boards({Field.DEAL})[0].number is None
        True
    """
    return tuple(keep_fields(board, carries) for board in _sound_boards())


@functools.cache
def _sound_boards() -> tuple[Board, Board, Board]:
    deals = [Deal.parse(text) for text in _DEALS]
    played = Board(
        number=1,
        dealer=Seat.NORTH,
        vulnerability=Vulnerability.NONE,
        deal=deals[0],
        scoring="IMP",
        contract=Contract.parse("3NT", declarer=Seat.EAST),
        result=Result(tricks=10),
        score=Score(ns=-430),
        auction=Auction.of(Seat.NORTH, "1C X Pass 1H Pass 2NT Pass 3NT AP"),
        play=Play.of(Seat.SOUTH, "H4 H2 HA HQ", "H3 HK HJ D5", ending=Ending.CLOSED),
        info=_INFO,
        grids=(_DOUBLE_DUMMY.to_grid(),),
    )
    passed = Board(
        number=2,
        dealer=Seat.EAST,
        vulnerability=Vulnerability.NS,
        deal=deals[1],
        contract=PASSED_OUT,
        auction=Auction.of(Seat.EAST, "Pass Pass Pass Pass"),
        info=_INFO,
    )
    dealt = Board(
        number=3, dealer=Seat.SOUTH, vulnerability=Vulnerability.EW, deal=deals[2], info=_INFO
    )
    return played, passed, dealt


def rare_boards(carries: Collection[Field] = ALL_FIELDS) -> tuple[Board, ...]:
    """Return boards for the fields that most formats lack: notes, alerts, names, three hands.

    Each board is its own example: a format may be asked to write them one by one.
    """
    annotated = _annotated_board()
    irregular = attrs.evolve(
        _sound_boards()[1],
        contract=None,
        auction=Auction(
            dealer=Seat.EAST,
            entries=(
                *Auction.of(Seat.EAST, "1S Pass").entries,
                attrs.evolve(
                    Auction.of(Seat.EAST, "1H").entries[0],
                    irregularity=Irregularity.INSUFFICIENT_BID,
                ),
                *Auction.of(Seat.EAST, "Pass Pass Pass").entries,
            ),
            ending=Ending.COMPLETE,
        ),
    )
    revoke = Play.of(Seat.SOUTH, "H2 HT H3 SA", ending=Ending.CLOSED)
    cards = list(revoke.tricks[0].cards)
    card = cards[Seat.EAST]
    assert card is not None
    cards[Seat.EAST] = attrs.evolve(card, irregularity=Irregularity.REVOKE)
    north, east, south, west = cards
    revoked = attrs.evolve(
        annotated, play=attrs.evolve(revoke, tricks=(Trick((north, east, south, west)),))
    )
    named = attrs.evolve(_sound_boards()[2], number=None, name="Example A")
    partial = attrs.evolve(
        _sound_boards()[2], deal=Deal.parse("N:AKQJ63.AQ3.A7.KJ - 85.KJ6.KQ2.T9872 -")
    )
    boards = (annotated, irregular, revoked, named, partial, *_extreme_boards())
    return tuple(keep_fields(board, carries) for board in boards)


@functools.cache
def _annotated_board() -> Board:
    return attrs.evolve(
        _sound_boards()[1],
        contract=Contract.parse("4S", declarer=Seat.EAST),
        result=Result(tricks=10),
        score=Score(ns=-420),
        auction=_annotated_auction(),
        play=_annotated_play(),
    )


@functools.cache
def full_board() -> Board:
    """Return a board that has a value in every field.

    Example:
        >>> full_board().name, full_board().extras.text("kit:text")
        ('Example A', 'x')
    """
    return attrs.evolve(
        _annotated_board(),
        name="Example A",
        scoring="IMP",
        grids=(_DOUBLE_DUMMY.to_grid(),),
        extras=Extras({"kit:text": "x"}),
    )


def contrasting_boards(carries: Collection[Field] = ALL_FIELDS) -> tuple[Board, Board]:
    """Return two boards with a value in nearly every field, another one in each.

    Example:
        >>> one, other = contrasting_boards()
        >>> one.dealer, one.info.event, other.dealer, other.info.event
        (<Seat.EAST: 1>, 'Club Championship', <Seat.WEST: 3>, 'Spring Pairs')
    """
    one = attrs.evolve(
        _annotated_board(),
        number=1,
        scoring="MP",
        grids=(DoubleDummyGrid(((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)) * 2).to_grid(),),
    )
    other = attrs.evolve(
        _extreme_boards()[1],
        number=2,
        scoring="BAM",
        info=Info(
            event="Spring Pairs",
            site="Lyon",
            date="2024.05.31",
            room="Closed",
            players=("Eva North", "Fay East", "Guy South", "Hal West"),
            teams=("Guests", "Locals"),
        ),
    )
    assert other.auction is not None
    first, *rest = other.auction.entries
    first = attrs.evolve(first, nags=(3,), note="a gamble", comment="bold", alert=True)
    other = attrs.evolve(other, auction=attrs.evolve(other.auction, entries=(first, *rest)))
    return keep_fields(one, carries), keep_fields(other, carries)


def _extreme_boards() -> tuple[Board, Board]:
    """Return boards of least and of greatest values; North, clubs and no tricks count as 0."""
    least = attrs.evolve(
        _sound_boards()[0],
        contract=Contract.parse("1C", declarer=Seat.NORTH),
        result=Result(tricks=0),
        score=Score(ns=0),
        auction=Auction.of(Seat.NORTH, "1C AP"),
        play=Play.of(Seat.EAST, "SA S2 S4 S3", ending=Ending.CLOSED),
    )
    greatest = attrs.evolve(
        _sound_boards()[0],
        number=4,
        dealer=Seat.WEST,
        vulnerability=Vulnerability.BOTH,
        contract=Contract.parse("7NTXX", declarer=Seat.WEST),
        result=Result(tricks=13),
        score=Score(ew=2980),
        auction=Auction.of(Seat.WEST, "7NT X XX AP"),
        play=Play.of(Seat.NORTH, "S3 SJ S2 S4", ending=Ending.CLOSED),
    )
    return least, greatest


_AWKWARD: Final = (
    " leading and trailing ", "two  blanks", "a\ttab", "two\nlines", "a\rreturn", "a|pipe",
    'a "quote"', "it's", "{braces}", "[brackets]", "semi;colon", "per%cent", "com,ma",
    "back\\slash", "=1+1", "#", "?", "-", "0", "Zoë Łukasz", "日本語",
    # What normalising or stripping would change: combining marks, a sign that NFC makes a letter,
    # a ligature, blanks of other kinds, and what has no width.
    "Zoe\u0308 \u212bsa", "o\ufb03ce \u00bd", "\u00a0hard blanks\u3000", "\ufeffmark",
    "soft\u00adhyphen", "no\u200bwidth",
    "/etc/passwd", "file:///etc/passwd", "__import__('os').system('true')", "<b>&amp;", "é" * 200,
    "x" * 300, "\u2028", "\x00",
)  # fmt: skip


def awkward_boards(carries: Collection[Field] = ALL_FIELDS) -> tuple[Board, ...]:
    """Return boards whose every text holds what some format has a special meaning for.

    Example:
        >>> awkward_boards({Field.INFO_EVENT})[1].info.event
        'two  blanks'
    """
    auction, play = _annotated_auction(), _annotated_play()
    boards = []
    for text in _AWKWARD:
        entries = tuple(
            attrs.evolve(entry, note=entry.note and text, comment=entry.comment and text)
            for entry in auction.entries
        )
        tricks = []
        for trick in play.tricks:
            north, east, south, west = (
                played and attrs.evolve(
                    played, note=played.note and text, comment=played.comment and text
                )
                for played in trick.cards
            )  # fmt: skip
            tricks.append(Trick((north, east, south, west)))
        board = attrs.evolve(
            _sound_boards()[1],
            scoring=text,
            contract=Contract.parse("4S", declarer=Seat.EAST),
            auction=attrs.evolve(auction, entries=entries),
            play=attrs.evolve(play, tricks=tuple(tricks)),
            info=Info(
                event=text,
                site=text,
                date=text,
                room=text,
                players=(text, text, text, text),
                teams=(text, text),
            ),
        )
        boards.append(keep_fields(board, carries))
        if Field.NAME in carries:
            boards.append(keep_fields(Board(name=text, deal=board.deal), carries))
    return tuple(boards)


def keep_fields(board: Board, fields: Collection[Field]) -> Board:
    """Return a board with only some fields, as a format that carries no others would hold it.

    Without `AUCTION_CALLS` there is no auction, without `PLAY_CARDS` no play, whatever is said
    of their notes. Extras go unless `EXTRAS` is among the fields.

    Example:
        >>> board = keep_fields(example_boards()[0], {Field.NUMBER, Field.AUCTION_CALLS})
        >>> board.number, board.deal, len(board.auction.entries)
        (1, None, 11)
    """
    kept = frozenset(fields)
    is_partial = board.deal is not None and not board.deal.is_complete
    deal_field = Field.PARTIAL_DEAL if is_partial else Field.DEAL
    info = board.info
    return attrs.evolve(
        board,
        number=board.number if Field.NUMBER in kept else None,
        name=board.name if Field.NAME in kept else None,
        dealer=board.dealer if Field.DEALER in kept else None,
        vulnerability=board.vulnerability if Field.VULNERABILITY in kept else None,
        deal=board.deal if deal_field in kept else None,
        scoring=board.scoring if Field.SCORING in kept else None,
        contract=board.contract if Field.CONTRACT in kept else None,
        result=board.result if Field.RESULT in kept else None,
        score=board.score if Field.SCORE in kept else None,
        auction=_keep_auction(board, kept) if Field.AUCTION_CALLS in kept else None,
        play=_keep_play(board, kept) if Field.PLAY_CARDS in kept else None,
        info=Info(
            event=info.event if Field.INFO_EVENT in kept else None,
            site=info.site if Field.INFO_SITE in kept else None,
            date=info.date if Field.INFO_DATE in kept else None,
            room=info.room if Field.INFO_ROOM in kept else None,
            players=info.players if Field.INFO_PLAYERS in kept else (None,) * 4,
            teams=info.teams if Field.INFO_TEAMS in kept else (None, None),
        ),
        grids=board.grids if Field.GRIDS in kept else (),
        extras=board.extras if Field.EXTRAS in kept else NO_EXTRAS,
        missing={p: said for p, said in board.missing.items() if field_of_place(p) in kept},
    )


def _keep_auction(board: Board, kept: frozenset[Field]) -> Auction | None:
    auction = board.auction
    if auction is None:
        return None
    return attrs.evolve(
        auction, entries=tuple(_keep_call(entry, kept) for entry in auction.entries)
    )


def _keep_call(entry: CallEntry, kept: frozenset[Field]) -> CallEntry:
    return CallEntry(
        call=entry.call,
        note=entry.note if Field.AUCTION_NOTES in kept else None,
        nags=entry.nags if Field.AUCTION_NAGS in kept else (),
        comment=entry.comment if Field.AUCTION_COMMENTS in kept else None,
        irregularity=entry.irregularity if Field.AUCTION_IRREGULARITIES in kept else None,
        alert=entry.alert and Field.AUCTION_ALERTS in kept,
    )


def _keep_play(board: Board, kept: frozenset[Field]) -> Play | None:
    play = board.play
    if play is None:
        return None
    tricks = []
    for trick in play.tricks:
        north, east, south, west = (_keep_card(played, kept) for played in trick.cards)
        tricks.append(Trick((north, east, south, west)))
    return attrs.evolve(play, tricks=tuple(tricks))


def _keep_card(played: PlayedCard | None, kept: frozenset[Field]) -> PlayedCard | None:
    if played is None:
        return None
    return PlayedCard(
        card=played.card,
        note=played.note if Field.PLAY_NOTES in kept else None,
        nags=played.nags if Field.PLAY_NAGS in kept else (),
        comment=played.comment if Field.PLAY_COMMENTS in kept else None,
        irregularity=played.irregularity if Field.PLAY_IRREGULARITIES in kept else None,
    )


def strip_source(boards: Collection[Board]) -> tuple[Board, ...]:
    """Return boards as a program would have made them: with nothing kept of their file."""
    return tuple(attrs.evolve(board, origin=None, source=None) for board in boards)


def content(extras: Extras) -> dict[str, object]:
    """Return what extras say, less the `<format>:source` keys, which are no content."""
    return {key: value for key, value in extras.items() if not key.endswith(":source")}

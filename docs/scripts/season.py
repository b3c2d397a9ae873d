"""Makes the season that the page `archive-questions.md` asks: `examples/season.pbn.xz`.

    python docs/scripts/season.py

The deals are dealt, the double-dummy tables and the tricks after each lead are solved; who bids and
how well the cards are played is made up by the few rules below. The same seed gives the same file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

import overtrick
import overtrick_dd
import overtrick_deal
from overtrick import (
    Board,
    BoardSet,
    Card,
    Contract,
    Deal,
    DoubleDummyGrid,
    Doubling,
    Hand,
    Info,
    Play,
    Result,
    Score,
    Seat,
    Side,
    Strain,
    Suit,
    Vulnerability,
    score_for_side,
)

FILE: Final = Path(__file__).resolve().parents[2] / "examples" / "season.pbn.xz"
DEALS: Final = 1000
SEED: Final = 18
_EVENING: Final = 25  # boards an evening

# What a side needs for a level, high cards and one for each card above eight of a fit.
_NEEDS: Final = ((36.5, 7), (32.5, 6), (24.5, 4), (22.5, 3), (20.5, 2), (0.0, 1))
# Declarer's tricks beside those of perfect play from the lead on, and how often.
_ERRORS: Final = ((-1, 17), (0, 60), (1, 19), (2, 4))


def bid(deal: Deal, dealer: Seat, judge: random.Random) -> Contract:
    """Return a contract that the stronger side may bid."""
    strength = {side: sum(deal[seat].hcp for seat in Seat if seat.side is side) for side in Side}
    if max(strength.values()) < 21 and judge.random() < 0.1:
        return Contract.parse("Pass")
    side = max(strength, key=lambda one: (strength[one], one is dealer.side))
    seats = [seat for seat in Seat if seat.side is side]
    fits = {suit: sum(deal[seat].holding(suit).bit_count() for seat in seats) for suit in Suit}
    suit = max(fits, key=lambda one: (fits[one] >= 8, one >= Suit.HEARTS, fits[one], one))
    points = strength[side] + judge.gauss(0, 1.5)
    is_trump = fits[suit] >= 8 and (suit >= Suit.HEARTS or points < 22.5 or points > 32.5)
    if is_trump:
        points += fits[suit] - 8
    level = next(level for need, level in _NEEDS if points >= need)
    strain = Strain(int(suit)) if is_trump else Strain.NOTRUMP
    if not is_trump and level == 4:
        level = 3
    length = {
        seat: deal[seat].holding(suit).bit_count() if is_trump else deal[seat].hcp for seat in seats
    }
    declarer = max(seats, key=lambda seat: length[seat])
    doubled = Doubling.DOUBLED if judge.random() < 0.03 else Doubling.UNDOUBLED
    return Contract(level=level, strain=strain, declarer=declarer, doubling=doubled)


def lead(hand: Hand, strain: Strain, judge: random.Random) -> Card:
    """Return a lead as it is taught: from a sequence, a singleton, or low from a long suit."""
    holdings = {
        suit: [card for card in hand.cards if card.suit is suit]
        for suit in Suit
        if hand.holding(suit)
    }
    plain = [suit for suit in holdings if int(suit) != int(strain)] or list(holdings)
    judge.shuffle(plain)
    for suit in plain:
        cards = holdings[suit]
        if len(cards) >= 2 and cards[0].rank >= 8 and cards[0].rank - cards[1].rank == 1:
            return cards[0]
    if strain is not Strain.NOTRUMP:
        for suit in plain:
            if len(holdings[suit]) == 1:
                return holdings[suit][0]
        plain = [suit for suit in plain if holdings[suit][0].rank < 12] or plain
    longest = max(plain, key=lambda suit: len(holdings[suit]))
    cards = holdings[longest]
    return cards[min(3, len(cards) - 1)]


def played(
    deal: Deal, number: int, grid: DoubleDummyGrid, room: str, judge: random.Random
) -> Board:
    """Return a deal as it was played at one table."""
    dealer = Seat((number - 1) % 4)
    vulnerability = Vulnerability((number - 1 + (number - 1) // 4) % 4)
    contract = bid(deal, dealer, judge)
    evening = (number - 1) // _EVENING
    board = Board(
        number=(number - 1) % _EVENING + 1,
        dealer=dealer,
        vulnerability=vulnerability,
        deal=deal,
        scoring="IMP",
        contract=contract,
        info=Info(
            event="League, made up",
            date=f"{2019 + evening // 8}.{1 + evening % 8:02}.15",
            room=room,
        ),
        grids=(grid.to_grid(),),
    )
    declarer, strain = contract.declarer, contract.strain
    if declarer is None or strain is None:
        return attrs.evolve(board, score=Score(ns=0))
    card = lead(deal[declarer.next], strain, judge)
    tricks = overtrick_dd.leads(deal, strain, declarer)[card]
    errors, weights = zip(*_ERRORS, strict=True)
    tricks = min(13, max(0, tricks + judge.choices(errors, weights)[0]))
    return attrs.evolve(
        board,
        result=Result(tricks=tricks),
        score=Score(ns=score_for_side(contract, tricks, vulnerability)),
        play=Play.of(declarer.next, f"{card.symbol} - - -"),
    )


def season() -> Iterator[Board]:
    """Yield the boards of the season, each deal from two tables."""
    judge = random.Random(SEED)
    dealt = list(overtrick_deal.deals(DEALS, seed=SEED))
    grids = overtrick_dd.tables(dealt)
    for number, (deal, grid) in enumerate(zip(dealt, grids, strict=True), 1):
        for room in ("Open", "Closed"):
            yield played(deal, number, grid, room, judge)


if __name__ == "__main__":
    overtrick.write(BoardSet(boards=tuple(season())), FILE, overwrite=True)

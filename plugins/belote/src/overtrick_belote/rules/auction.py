"""The auction: legal calls, and the final contract (rules 4)."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick import Seat, Suit
from overtrick_belote.rules.cards import Side, following, side_of
from overtrick_belote.rules.options import Redoubler, RuleOptions

LEAST_BID: Final = 80
GREATEST_BID: Final = 820
"""No side can total more than 822: a slam, four fours and belot (4.3)."""


@attrs.frozen
class Pass:
    """A pass."""

    def __str__(self) -> str:
        return "pass"


@attrs.frozen
class Bid:
    """A bid: points and a trump suit.

    Attributes:
        amount: a multiple of ten, 80 to 820.
        suit: the trump suit.
    """

    amount: int
    suit: Suit

    def __str__(self) -> str:
        return f"{self.amount}{self.suit.symbol}"


@attrs.frozen
class Double:
    """A double: twice the points."""

    def __str__(self) -> str:
        return "double"


@attrs.frozen
class Redouble:
    """A redouble: four times the points."""

    def __str__(self) -> str:
        return "redouble"


Call = Pass | Bid | Double | Redouble

PASS: Final = Pass()
DOUBLE: Final = Double()
REDOUBLE: Final = Redouble()

_BIDS: Final = tuple(
    tuple(Bid(amount, suit) for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
    for amount in range(LEAST_BID, GREATEST_BID + 1, 10)
)


@attrs.frozen
class Contract:
    """The highest bid, its bidder, and its doubling.

    Attributes:
        bid: the bid.
        declarer: the player who made it; his side must make it.
        multiplier: 1, 2 (doubled) or 4 (redoubled).
    """

    bid: Bid
    declarer: Seat
    multiplier: int = 1

    @property
    def side(self) -> Side:
        """The declaring side."""
        return side_of(self.declarer)

    def __str__(self) -> str:
        return f"{self.bid}{('', 'x', '', 'xx')[self.multiplier - 1]} by {self.declarer.symbol}"


@attrs.frozen
class Auction:
    """The calls so far, in turn from the dealer's right.

    Attributes:
        dealer: the dealer.
        calls: the calls with the player of each (a double may come out of turn, rules 4.7).
        contract: the highest bid so far with its doubles, `None` before there is one.
        turn: who is to speak, `None` where the auction has ended.
        passes: the number of passes in a row at the end.
    """

    dealer: Seat
    calls: tuple[tuple[Seat, Call], ...] = ()
    contract: Contract | None = None
    turn: Seat | None = None
    passes: int = 0


def open_auction(dealer: Seat) -> Auction:
    """Return the auction before the first call: the player on the dealer's right begins (2.3)."""
    return Auction(dealer, turn=following(dealer))


def _may_double(contract: Contract | None, seat: Seat) -> bool:
    return contract is not None and contract.multiplier == 1 and side_of(seat) != contract.side


def _may_redouble(contract: Contract | None, seat: Seat, options: RuleOptions) -> bool:
    if contract is None or contract.multiplier != 2 or side_of(seat) != contract.side:
        return False
    return options.redoubler is Redoubler.SIDE or seat == contract.declarer


def legal_calls(auction: Auction, seat: Seat, options: RuleOptions) -> tuple[Call, ...]:
    """Return the legal calls of a player: pass first, then bids from the lowest, then doubles.

    Args:
        auction: the auction so far.
        seat: the player; who is not at turn has calls only where doubling out of turn is
            allowed (4.7).
        options: the rules of the table.
    """
    if auction.turn is None:
        return ()
    contract = auction.contract
    double: tuple[Call, ...] = (DOUBLE,) if _may_double(contract, seat) else ()
    if seat != auction.turn:
        return double if options.double_out_of_turn else ()
    if contract is not None and contract.multiplier > 1:
        redouble = _may_redouble(contract, seat, options)
        return (PASS, REDOUBLE) if redouble else (PASS,)
    first = 0 if contract is None else (contract.bid.amount - LEAST_BID) // 10 + 1
    bids = tuple(bid for row in _BIDS[first:] for bid in row)
    return (PASS, *bids, *double)


def is_legal_call(auction: Auction, seat: Seat, call: Call, options: RuleOptions) -> bool:
    """Return whether a call is legal now."""
    if isinstance(call, Bid):
        contract = auction.contract
        return (
            seat == auction.turn
            and (contract is None or contract.multiplier == 1)
            and LEAST_BID <= call.amount <= GREATEST_BID
            and call.amount % 10 == 0
            and (contract is None or call.amount > contract.bid.amount)
        )
    return call in legal_calls(auction, seat, options)


def add_call(auction: Auction, seat: Seat, call: Call, options: RuleOptions) -> Auction:
    """Return the auction after a legal call.

    It ends when everybody has spoken and three have passed in a row (4.8), and with a redouble
    if the options allow it.
    """
    calls = (*auction.calls, (seat, call))
    contract, passes = auction.contract, 0
    ended = False
    if isinstance(call, Pass):
        passes = auction.passes + 1
        ended = passes >= 3 and len(calls) >= 4
    elif isinstance(call, Bid):
        contract = Contract(call, seat)
    elif contract is not None:
        contract = attrs.evolve(contract, multiplier=2 * contract.multiplier)
        ended = isinstance(call, Redouble) and options.redouble_ends
    turn = None if ended else following(seat)
    return Auction(auction.dealer, calls, contract, turn, passes)

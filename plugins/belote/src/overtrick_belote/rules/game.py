"""A game: a series of hands until a side has the points (rules 3).

    game = new_game("a seed")
    while game.winner is None:
        state = next_hand(game)
        ...  # to its end
        game = finish(game, state)

Nothing is drawn but from the seed, and each deck comes from the hand before it: the seed and what
was called and played reproduce the complete game.
"""

from __future__ import annotations

import attrs

from overtrick import Seat
from overtrick_belote.errors import BeloteError, expect
from overtrick_belote.rules.cards import CARDS, Card, Side, following
from overtrick_belote.rules.dealing import SeededRandom, cut, deal_deck, restack
from overtrick_belote.rules.options import DEFAULT_OPTIONS, DoubleFinish, RuleOptions
from overtrick_belote.rules.scoring import HandScore, Item
from overtrick_belote.rules.state import Hands, HandState, start


@attrs.frozen(kw_only=True)
class Game:
    """The state of a game between two hands.

    Attributes:
        options: the rules of the table.
        seed: where every shuffle, every cut and the first dealer come from.
        dealer: the dealer of the next hand.
        deck: the cards as they are stacked for it, the top one first, before the cut; `None`
            where they are shuffled first.
        void_hands: how many hands without a contract count towards a shuffle (3.5).
        totals: the points by side.
        hands: the hands played, complete, in order.
        winner: the side that has won, `None` as long as the game goes on.
    """

    options: RuleOptions
    seed: str
    dealer: Seat
    deck: tuple[Card, ...] | None = None
    void_hands: int = 0
    totals: tuple[int, int] = (0, 0)
    hands: tuple[HandState, ...] = ()
    winner: Side | None = None

    @property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """The score of each hand, by side; (0, 0) without a contract."""
        return tuple(_scored(state.score) for state in self.hands)


def new_game(seed: str, options: RuleOptions = DEFAULT_OPTIONS, dealer: Seat | None = None) -> Game:
    """Begin a game.

    Args:
        seed: any text; the same seed gives the same first dealer, shuffles and cuts.
        options: the rules of the table.
        dealer: the first dealer, `None` for one of chance (3.2).

    Example:
        >>> new_game("spring").dealer, new_game("spring", dealer=Seat.WEST).dealer
        (<Seat.NORTH: 0>, <Seat.WEST: 3>)
    """
    expect(seed, str, "seed", "a text")
    expect(options, RuleOptions, "options", "RuleOptions")
    expect(dealer, (Seat, type(None)), "dealer", "a Seat or None")
    if dealer is None:
        dealer = Seat(SeededRandom(f"overtrick belote dealer {seed}").below(4))
    return Game(options=options, seed=seed, dealer=dealer)


def next_hand(game: Game, *, shuffle: bool = False) -> HandState:
    """Deal the next hand of a game.

    Args:
        game: the game so far.
        shuffle: whether the cards are shuffled because both sides agree (3.4); they are anyway
            at the beginning and after as many hands without a contract as the options set.

    Raises:
        BeloteError: the game is over.
    """
    expect(game, Game, "game", "a Game")
    if game.winner is not None:
        msg = f"the game is over: {game.winner.symbol} has won"
        raise BeloteError(msg)
    deck = None if shuffle else game.deck
    return start(
        _deal(game, deck),
        game.dealer,
        game.options,
        standing=game.totals,
        unshuffled=deck is not None,
    )


def _deal(game: Game, deck: tuple[Card, ...] | None) -> Hands:
    lots = SeededRandom(f"overtrick belote game {game.seed} hand {len(game.hands) + 1}")
    cards = lots.shuffled(CARDS) if deck is None else deck
    return deal_deck(cut(cards, lots, game.options), game.dealer)


def finish(game: Game, state: HandState) -> Game:
    """Return the game after a hand dealt by `next_hand` and played to its end.

    Raises:
        BeloteError: the hand is not over, or is not the next one of this game.
    """
    expect(game, Game, "game", "a Game")
    expect(state, HandState, "state", "a HandState")
    if state.turn is not None:
        msg = "the hand is not over"
        raise BeloteError(msg)
    dealt = next_hand(game, shuffle=not state.unshuffled)
    if (state.dealt, state.dealer, state.standing, state.options, state.unshuffled) != (
        dealt.dealt,
        dealt.dealer,
        dealt.standing,
        dealt.options,
        dealt.unshuffled,
    ):
        msg = f"this is not hand {len(game.hands) + 1} of the game"
        raise BeloteError(msg)
    options = game.options
    scored = _scored(state.score)
    totals = (game.totals[0] + scored[0], game.totals[1] + scored[1])
    deck: tuple[Card, ...] | None = restack(state)
    void = game.void_hands
    if state.score is None:
        void += 1
        if void >= options.void_hands:
            deck, void = None, 0
    elif options.void_hands_in_a_row:
        void = 0
    return Game(
        options=options,
        seed=game.seed,
        dealer=following(game.dealer),
        deck=deck,
        void_hands=void,
        totals=totals,
        hands=(*game.hands, state),
        winner=winning_side(totals, state.score, options),
    )


def _scored(score: HandScore | None) -> tuple[int, int]:
    return (0, 0) if score is None else score.score


def winning_side(
    totals: tuple[int, int], score: HandScore | None, options: RuleOptions
) -> Side | None:
    """Return the winner of a game after a hand, or `None` if it continues (3.1, 3.8, 3.9).

    Args:
        totals: the points of the game with those of the hand, by side.
        score: the hand's score, `None` where it had no contract.
        options: the rules of the table.

    Example:
        >>> winning_side((3010, 3040), None, DEFAULT_OPTIONS)
        <Side.EAST_WEST: 1>
    """
    reached = [side for side in Side if _has_reached(side, totals, score, options)]
    if len(reached) < 2:
        return reached[0] if reached else None
    if options.double_finish is DoubleFinish.DECLARERS and score is not None:
        return score.contract.side
    if totals[0] == totals[1]:
        return None
    return Side.NORTH_SOUTH if totals[0] > totals[1] else Side.EAST_WEST


def _has_reached(
    side: Side, totals: tuple[int, int], score: HandScore | None, options: RuleOptions
) -> bool:
    if totals[side] < options.game_points:
        return False
    if options.belot_wins_when_defeated:
        return True
    # A side that belot alone has brought there needs points of another kind from then on.
    if score is None:
        return False
    defeated = not score.made and side == score.contract.side
    return any(
        line.total for line in score.lines[side] if not (defeated and line.item is Item.BELOT)
    )

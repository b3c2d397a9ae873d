"""Refusals: the rule of the game, or of the table, that forbids an action, with its facts."""

from __future__ import annotations

from typing import Final

from overtrick import Seat, Suit
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.sentences import fill
from overtrick_belote.explanations.words import ENGLISH, words
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.players.sentences import Rule, table
from overtrick_belote.rules.announces import announceable, may_stand_together, possible
from overtrick_belote.rules.auction import GREATEST_BID, LEAST_BID, Bid, Call, Double, Pass
from overtrick_belote.rules.cards import SUIT_MASKS, Card, cards_of, ordered, side_of
from overtrick_belote.rules.options import Redoubler
from overtrick_belote.rules.play import Trick
from overtrick_belote.rules.state import Action, Declare, HandState, Play, playable, view

RULES: Final = (
    Rule("hand-over", "The hand is over.", "La donne est finie."),
    Rule("not-your-turn", "It is the turn of {seat}.", "C'est à {seat} de jouer."),
    Rule(
        "call-needed",
        "The auction is not over: pass, bid or double.",
        "Les enchères ne sont pas finies : passez, enchérissez ou contrez.",
    ),
    Rule(
        "card-needed",
        "The auction is over: the contract is {contract}. Play a card.",
        "Les enchères sont finies : le contrat est {contract}. Jouez une carte.",
    ),
    Rule(
        "bid-least",
        "{amount} is too little: a bid is {least} points or more.",
        "{amount}, c'est trop peu : une enchère est de {least} points au moins.",
    ),
    Rule(
        "bid-greatest",
        "{amount} is too much: nobody can take more than {greatest}.",
        "{amount}, c'est trop : personne ne peut faire plus de {greatest}.",
    ),
    Rule(
        "bid-tens",
        "{amount} is not a multiple of {step}.",
        "{amount} n'est pas un multiple de {step}.",
    ),
    Rule(
        "bid-higher",
        "{contract} was bid: you must bid at least {least}, in any suit.",
        "{contract} a été dit : il faut au moins {least}, dans n'importe quelle couleur.",
    ),
    Rule(
        "bid-doubled",
        "{contract} is doubled: nobody may bid any more.",
        "{contract} est contré : on ne peut plus enchérir.",
    ),
    Rule("double-nothing", "There is no bid to double.", "Il n'y a rien à contrer."),
    Rule(
        "double-own",
        "{contract} is your own side's bid: you double the opponents' only.",
        "{contract} est une enchère de votre camp : on ne contre que l'adversaire.",
    ),
    Rule("double-twice", "{contract} is doubled already.", "{contract} est déjà contré."),
    Rule("redouble-nothing", "Nobody has doubled.", "Personne n'a contré."),
    Rule(
        "redouble-own",
        "Only the side that was doubled may redouble.",
        "Seul le camp contré peut surcontrer.",
    ),
    Rule(
        "redouble-declarer",
        "Only {seat}, who made the bid, may redouble.",
        "Seul {seat}, qui a fait l'enchère, peut surcontrer.",
    ),
    Rule("card-not-held", "You do not hold {card}.", "Vous n'avez pas {card}."),
    Rule(
        "follow-suit",
        "You must follow {led}: {cards:or}.",
        "Il faut fournir à {led} : {cards:or}.",
    ),
    Rule(
        "cover-trump",
        "Trumps were led and you can beat {winning}: you must, with {cards:or}.",
        "On joue atout et vous pouvez monter sur {winning} : il le faut, avec {cards:or}.",
    ),
    Rule(
        "must-trump",
        "You have no {led} and your partner is not winning: you must trump, with {cards:or}.",
        "Vous n'avez pas de {led} et votre partenaire n'est pas maître : il faut couper, "
        "avec {cards:or}.",
    ),
    Rule(
        "must-overtrump",
        "You have no {led} and an opponent has trumped with {winning}: you must trump higher, "
        "with {cards:or}.",
        "Vous n'avez pas de {led} et l'adversaire a coupé avec {winning} : il faut surcouper, "
        "avec {cards:or}.",
    ),
    Rule(
        "must-undertrump",
        "You have no {led} and must trump, even below {winning}: {cards:or}.",
        "Vous n'avez pas de {led} et devez couper, même sous {winning} : {cards:or}.",
    ),
    Rule(
        "announce-off",
        "This table plays without announces.",
        "On joue sans annonces à cette table.",
    ),
    Rule(
        "announce-late",
        "Announces are said before one's first card.",
        "Les annonces se disent avant sa première carte.",
    ),
    Rule("announce-not-held", "You do not hold {announce}.", "Vous n'avez pas : {announce}."),
    Rule(
        "announce-twice",
        "A card of {announce} stands in another announce of yours.",
        "Une carte sert déjà dans une autre annonce : {announce}.",
    ),
    Rule(
        "without-help",
        "You play without help: no hints, no explanations, no peeking, no replays, and nobody bids"
        " or plays for you, until the hand is over.",
        "Vous jouez sans aide : ni conseils, ni explications, ni coup d'œil, ni retours, et"
        " personne n'enchérit ni ne joue pour vous, jusqu'à la fin de la donne.",
    ),
    Rule(
        "help-goes-on",
        "This hand is played without help to its end.",
        "Cette donne se joue sans aide jusqu'au bout.",
    ),
    Rule("nothing-to-undo", "There is nothing to take back.", "Il n'y a rien à reprendre."),
    Rule("auction-over", "The auction is over.", "Les enchères sont finies."),
    Rule("no-play-yet", "No card was played yet.", "Aucune carte n'est encore jouée."),
    Rule("no-contract", "There was no contract.", "Il n'y a pas eu de contrat."),
    Rule("no-trick-yet", "No trick is complete yet.", "Aucune levée n'est encore faite."),
    Rule("no-action-yet", "Nothing was called or played yet.", "Rien n'est encore fait."),
    Rule("hand-not-over", "The hand is not over.", "La donne n'est pas finie."),
    Rule("turn-of-computer", "It is the computer's turn.", "C'est à l'ordinateur de jouer."),
    Rule("no-next-hand", "There is no other hand to come.", "Il n'y a pas d'autre donne."),
    Rule("game-over", "The game is over: {side} won.", "La partie est finie : {side} a gagné."),
)
"""The texts of the refusals; facts are filled in as in the players' rules."""


class RefusedError(BeloteError):
    """An action that the rules of the game or of the table do not allow now.

    Attributes:
        reason: why, one of `RULES` with its facts.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.rule)
        self.reason = reason

    def told(self, language: str = ENGLISH, *, symbols: bool = True) -> str:
        """Return the refusal as a sentence.

        Args:
            language: `en` or `fr`.
            symbols: whether cards are written as ♠J, else in letters as SJ.

        Raises:
            BeloteError: the game does not speak the language.

        Example:
            >>> RefusedError(refusal("no-contract")).told("fr")
            "Il n'y a pas eu de contrat."
        """
        return fill(table(RULES)[self.reason.rule], self.reason.facts, words(language, symbols))


def refusal(rule: str, **facts: Fact) -> Reason:
    """Return a reason of this table."""
    return Reason(rule, facts)


def why_not(state: HandState, seat: Seat, action: Action) -> Reason | None:
    """Return the reason an action is illegal now, or `None` if it is legal.

    Args:
        state: the hand.
        seat: the player.
        action: what he would do.
    """
    if state.turn is None:
        return refusal("hand-over")
    if isinstance(action, Play | Declare):
        if state.trick is None:
            return refusal("call-needed")
        if seat != state.turn:
            return refusal("not-your-turn", seat=state.turn)
        if isinstance(action, Declare):
            return _why_no_announce(state, seat, action)
        return why_no_card(state, seat, action.card)
    return _why_no_call(state, seat, action)


def _why_no_call(state: HandState, seat: Seat, call: Call) -> Reason | None:
    contract = state.contract
    if state.trick is not None and contract is not None:
        return refusal("card-needed", contract=contract.bid)
    turn = state.turn
    if (
        turn is not None
        and seat != turn
        and not (isinstance(call, Double) and state.options.double_out_of_turn)
    ):
        return refusal("not-your-turn", seat=turn)
    if isinstance(call, Pass):
        return None
    if isinstance(call, Bid):
        return _why_no_bid(state, call)
    if isinstance(call, Double):
        if contract is None:
            return refusal("double-nothing")
        if side_of(seat) == contract.side:
            return refusal("double-own", contract=contract.bid)
        return refusal("double-twice", contract=contract.bid) if contract.multiplier > 1 else None
    if contract is None or contract.multiplier == 1:
        return refusal("redouble-nothing")
    if side_of(seat) != contract.side:
        return refusal("redouble-own")
    if state.options.redoubler is Redoubler.DECLARER and seat != contract.declarer:
        return refusal("redouble-declarer", seat=contract.declarer)
    return None


def _why_no_bid(state: HandState, bid: Bid) -> Reason | None:
    contract = state.contract
    if contract is not None and contract.multiplier > 1:
        return refusal("bid-doubled", contract=contract.bid)
    if bid.amount % 10:
        return refusal("bid-tens", amount=bid.amount, step=10)
    if bid.amount < LEAST_BID:
        return refusal("bid-least", amount=bid.amount, least=LEAST_BID)
    if bid.amount > GREATEST_BID:
        return refusal("bid-greatest", amount=bid.amount, greatest=GREATEST_BID)
    if contract is not None and bid.amount <= contract.bid.amount:
        return refusal("bid-higher", contract=contract.bid, least=contract.bid.amount + 10)
    return None


def why_no_card(state: HandState, seat: Seat, card: Card) -> Reason | None:
    """Return the reason the player at turn may not play a card, or `None` if he may."""
    contract, trick = state.contract, state.trick
    if contract is None or trick is None:
        return refusal("call-needed")
    hand = state.hands[seat]
    if not hand >> card & 1:
        return refusal("card-not-held", card=card)
    allowed = playable(state)
    if allowed >> card & 1:
        return None
    return _why_no_held_card(hand, allowed, trick, contract.bid.suit)


def _why_no_held_card(hand: int, allowed: int, trick: Trick, trump: Suit) -> Reason:
    led = trick.cards[0].suit
    winning = trick.cards[trick.winning_place(trump)]
    cards = tuple(ordered(allowed, trump))
    if led == trump and hand & SUIT_MASKS[trump]:
        beats = all(trick_wins(card, trick, trump) for card in cards)
        if beats and any(c.suit == trump for c in cards_of(hand & ~allowed)):
            return refusal("cover-trump", winning=winning, cards=cards)
    if hand & SUIT_MASKS[led]:
        return refusal("follow-suit", led=led, cards=cards)
    if winning.suit != trump:
        return refusal("must-trump", led=led, cards=cards)
    if trick_wins(cards[0], trick, trump):
        return refusal("must-overtrump", led=led, winning=winning, cards=cards)
    return refusal("must-undertrump", led=led, winning=winning, cards=cards)


def trick_wins(card: Card, trick: Trick, trump: Suit) -> bool:
    """Return whether a card played now would win a trick so far."""
    together = Trick(trick.leader, (*trick.cards, card))
    return together.winning_place(trump) == len(trick.cards)


def _why_no_announce(state: HandState, seat: Seat, action: Declare) -> Reason | None:
    contract = state.contract
    if not state.options.announces:
        return refusal("announce-off")
    if contract is None or state.tricks:
        return refusal("announce-late")
    announce = action.announce
    cards = announceable(state.dealt[seat], contract.bid.suit, state.options)
    if announce not in possible(cards):
        return refusal("announce-not-held", announce=announce)
    own = view(state, seat).own
    if announce in own or not may_stand_together([*own, announce], cards, state.options):
        return refusal("announce-twice", announce=announce)
    return None

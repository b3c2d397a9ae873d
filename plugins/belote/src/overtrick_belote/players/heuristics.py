"""Heuristics of card play: one table, each with its card, its facts and its sentence.

The first rule of the table that applies decides what a novice plays; players that search name
those whose card is theirs. A rule looks at nothing but what can be counted (`card_counting.py`),
so every fact it states is true whatever the hidden cards are.

Source: rules 8.12 and 8.13, and what players of such programs ask of a partner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import attrs

from overtrick import Suit
from overtrick_belote.players.advice import Fact, Reason
from overtrick_belote.players.card_counting import LOW_CARDS, PlayerView
from overtrick_belote.players.sentences import Rule
from overtrick_belote.rules.cards import CARDS, LAST_TRICK, SUIT_MASKS, Card, cards_of, hand_of
from overtrick_belote.rules.play import winning_place
from overtrick_belote.rules.state import View

NOVICE_MEMORY: Final = 2
"""The number of tricks of which a novice remembers the side-suit cards."""

Found = tuple[Card, Mapping[str, Fact]]
"""A heuristic's card, and the facts of its sentence."""

_SUITS: Final = tuple(Suit)


@attrs.frozen
class Heuristic:
    """A heuristic of card play.

    Attributes:
        rule: its name and its sentences.
        look: its result for a position: card and facts, `None` if it does not apply.
        practised: whether it takes practice, as those do that count what is out or think a trick
            ahead; a novice does not go by it. Signals he gives and reads.
    """

    rule: Rule
    look: Callable[[PlayerView], Found | None]
    practised: bool = False

    def applies(self, view: View) -> Found | None:
        """Return the card and the facts of the heuristic for a player at turn to play, or `None`.

        Raises:
            BeloteError: it is not his turn to play a card.
        """
        return self.look(PlayerView(view))


# What several rules look for.


def _side_suits(sight: PlayerView) -> list[int]:
    """Return the side suits that the player holds, the longest first."""
    found = [suit for suit in range(4) if suit != sight.trump and sight.hand & SUIT_MASKS[suit]]
    return sorted(found, key=lambda suit: -(sight.hand & SUIT_MASKS[suit]).bit_count())


def _in(sight: PlayerView, suit: int) -> int:
    return sight.hand & SUIT_MASKS[suit]


def _own_master_trump(sight: PlayerView) -> Card | None:
    """Return the player's highest trump, if no opponent can hold a higher one."""
    if not sight.trumps:
        return None
    card = sight.highest(sight.trumps)
    return card if sight.master(card) else None


def _calls(sight: PlayerView) -> list[tuple[Suit, Card]]:
    """Return partner's signals, the latest first: the suit, and the card that signalled it.

    A call is a low card or an ace that partner threw, in a suit that was neither led nor trumps,
    on a trick that this player was winning.
    """
    found = []
    tricks = sight.view.tricks
    first = 0 if sight.memory is None else max(0, len(tricks) - sight.memory)
    for trick in tricks[first:]:
        for place in (2, 3):
            card = trick.cards[place]
            if trick.player(place) != sight.partner or card.suit in (
                trick.cards[0].suit,
                sight.trump,
            ):
                continue
            if winning_place(trick.cards[:place], sight.trump) == place - 2 and (
                1 << card & LOW_CARDS or card & 7 == 7
            ):
                found.append((card.suit, card))
    return found[::-1]


def _lead_from(sight: PlayerView, suit: int) -> Card:
    """Return the card of a suit to lead for partner: a winner, else the lowest."""
    cards = _in(sight, suit)
    high = sight.highest(cards)
    return high if sight.master(high) else sight.cheapest(cards)


# Leading.


def _forced(sight: PlayerView) -> Found | None:
    if sight.legal.bit_count() != 1:
        return None
    return CARDS[sight.legal.bit_length() - 1], {}


def _keep_for_last(sight: PlayerView) -> Found | None:
    keep = _own_master_trump(sight)
    if not sight.leads or sight.tricks_left != 2 or keep is None:
        return None
    (other,) = cards_of(sight.hand ^ 1 << keep)
    if sight.master(other):
        return None
    return other, {"keep": keep, "last_trick": LAST_TRICK}


def _leave_master_trump(sight: PlayerView) -> Found | None:
    left = sight.enemy_trumps
    rest = sight.hand & ~sight.trump_mask
    if not sight.leads or not sight.trumps or not rest or left.bit_count() != 1:
        return None
    high = CARDS[left.bit_length() - 1]
    if sight.master(sight.highest(sight.trumps)):
        return None
    winners = [c for c in sight.side_winners() if not sight.enemy_ruffs(c >> 3)]
    card = max(winners, key=sight.value) if winners else sight.discard(rest)
    return card, {"high": high}


def _draw_trumps(sight: PlayerView) -> Found | None:
    card = _own_master_trump(sight)
    if not sight.leads or not sight.declaring or card is None or not sight.enemy_trumps:
        return None
    contract = sight.view.contract
    if contract is None or contract.declarer != sight.seat:
        return None
    return card, {"enemy_trumps": sight.enemy_trumps.bit_count()}


def _draw_trumps_low(sight: PlayerView) -> Found | None:
    contract = sight.view.contract
    if not sight.leads or contract is None or contract.declarer != sight.seat:
        return None
    trumps = sight.trumps
    if trumps.bit_count() < 2 or sight.enemy_trumps.bit_count() < 2:
        return None
    if _own_master_trump(sight) is not None:
        return None
    return sight.lowest(trumps), {
        "trumps": trumps.bit_count(),
    }


def _trump_for_partner(sight: PlayerView) -> Found | None:
    contract = sight.view.contract
    if not sight.leads or contract is None or contract.declarer != sight.partner:
        return None
    if not sight.trumps or not sight.enemy_trumps:
        return None
    if not sight.can[sight.partner] & sight.trump_mask:
        return None
    card = _own_master_trump(sight) or sight.lowest(sight.trumps)
    return card, {}


def _run_winners(sight: PlayerView) -> Found | None:
    if not sight.leads or sight.enemy_trumps:
        return None
    winners = sight.side_winners()
    if not winners:
        return None
    card = max(winners, key=lambda c: (_in(sight, c >> 3).bit_count(), c & 7))
    return card, {"suit": card.suit}


def _ace_early(sight: PlayerView) -> Found | None:
    if not sight.leads or sight.declaring or not sight.enemy_trumps:
        return None
    aces = [
        card
        for card in cards_of(sight.hand & 0x80808080 & ~sight.trump_mask)
        if not sight.enemy_ruffs(card >> 3)
    ]
    if not aces:
        return None
    # The suit that I hold fewest of is the one the others can follow to longest.
    card = min(aces, key=lambda c: _in(sight, c >> 3).bit_count())
    return card, {"suit": card.suit}


def _cash_winner(sight: PlayerView) -> Found | None:
    if not sight.leads or not sight.enemy_trumps:
        return None
    winners = [
        card
        for card in sight.side_winners()
        if not sight.enemy_ruffs(card >> 3)
        and (sight.out & SUIT_MASKS[card >> 3]).bit_count() >= 3
        and sight.value(card) >= 4
    ]
    if not winners:
        return None
    card = max(winners, key=sight.value)
    return card, {"suit": card.suit}


def _answer(sight: PlayerView, *, ace: bool) -> Found | None:
    if not sight.leads:
        return None
    for suit, called in _calls(sight):
        if (called & 7 == 7) is not ace or not _in(sight, suit):
            continue
        if not sight.can[sight.partner] & SUIT_MASKS[suit] or sight.enemy_ruffs(suit):
            continue
        if sight.master(sight.highest(_in(sight, suit))):
            continue
        card = sight.cheapest(_in(sight, suit))
        return card, {"called": called} if ace else {"called": called, "suit": suit}
    return None


def _answer_ace_call(sight: PlayerView) -> Found | None:
    return _answer(sight, ace=True)


def _answer_call(sight: PlayerView) -> Found | None:
    return _answer(sight, ace=False)


def _return_suit(sight: PlayerView) -> Found | None:
    if not sight.leads:
        return None
    for trick in reversed(sight.view.tricks):
        suit = trick.cards[0].suit
        if trick.leader != sight.partner or suit == sight.trump or not _in(sight, suit):
            continue
        if sight.enemy_ruffs(suit) or sight.void(sight.partner, suit):
            continue
        return _lead_from(sight, suit), {"suit": suit}
    return None


def _give_ruff(sight: PlayerView) -> Found | None:
    contract = sight.view.contract
    if not sight.leads or contract is None or contract.declarer == sight.partner:
        return None
    for suit in reversed(_side_suits(sight)):
        if sight.ruffs(sight.partner, suit) and not sight.enemy_ruffs(suit):
            card = sight.cheapest(_in(sight, suit))
            return card, {"suit": _SUITS[suit]}
    return None


def _lead_singleton(sight: PlayerView) -> Found | None:
    if not sight.leads or sight.declaring or sight.tricks_left < 6 or not sight.trumps:
        return None
    if _own_master_trump(sight) is not None:
        return None
    for suit in _side_suits(sight):
        cards = _in(sight, suit)
        if cards.bit_count() == 1 and not cards & 0x88888888:
            card = CARDS[cards.bit_length() - 1]
            return card, {"suit": card.suit, "trumps": sight.trumps.bit_count()}
    return None


def _spare_trumps(sight: PlayerView) -> Found | None:
    contract = sight.view.contract
    rest = sight.hand & ~sight.trump_mask
    if not sight.leads or sight.declaring or contract is None or not sight.trumps or not rest:
        return None
    return sight.discard(rest), {"declarer": contract.declarer}


def _top_trump(sight: PlayerView) -> Found | None:
    card = _own_master_trump(sight)
    if not sight.leads or card is None or sight.hand & ~sight.trump_mask:
        return None
    return card, {}


def _lead_low(sight: PlayerView) -> Found | None:
    if not sight.leads:
        return None
    card = sight.discard(sight.hand)
    return card, {"value": sight.value(card)}


# Partner has the trick.


def _partner_sure(sight: PlayerView) -> bool:
    winning = sight.winning
    return winning is not None and sight.partner_wins and not sight.threatened(winning)


def _spare_points(sight: PlayerView, cards: int) -> Card | None:
    """Return the card to give to partner's trick: points that win nothing later.

    A defender gives a ten that is a winner too, as long as it can be trumped.
    """
    risky = not sight.declaring and bool(sight.enemy_trumps)
    idle = hand_of(
        card
        for card in cards_of(cards & ~sight.trump_mask)
        if (sight.value(card) >= 2 and not sight.master(card)) or (risky and card & 7 == 3)
    )
    return sight.richest(idle) if idle else None


def _feed_partner(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or not _partner_sure(sight) or sight.led == sight.trump:
        return None
    if not sight.legal & SUIT_MASKS[sight.led]:
        return None
    card = _spare_points(sight, sight.legal)
    if card is None or sight.beats(card):
        return None
    return card, {"winning": winning, "value": sight.value(card)}


def _feed_hopeful(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or not sight.partner_wins or not sight.threatened(winning):
        return None
    if winning >> 3 == sight.trump or not sight.master(winning):
        return None
    suit = SUIT_MASKS[sight.led]
    if sight.void(sight.after, sight.led) or (sight.out & suit).bit_count() < 3:
        return None
    card = _spare_points(sight, sight.legal)
    if card is None or sight.beats(card):
        return None
    return card, {
        "winning": winning,
        "after": sight.after,
        "led": _SUITS[sight.led],
        "value": sight.value(card),
    }


def _feed_trump(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.led != sight.trump or not _partner_sure(sight):
        return None
    cards = sight.legal & sight.trump_mask
    if not cards or sight.beating():
        return None
    # What is highest once partner's card is gone draws the next trump.
    idle = hand_of(c for c in cards_of(cards) if not sight.declaring or not sight.master(c))
    card = sight.richest(idle or cards) if idle else sight.lowest(cards)
    return card, {"winning": winning, "value": sight.value(card)}


def _free(sight: PlayerView) -> int:
    """Return the side-suit cards that a player void in the suit led may discard."""
    if sight.leads or sight.hand & SUIT_MASKS[sight.led]:
        return 0
    return sight.legal & ~sight.trump_mask


def _ace_call(sight: PlayerView) -> Found | None:
    free = _free(sight)
    if not free or not _partner_sure(sight) or sight.tricks_left < 3:
        return None
    for suit in range(4):
        both = 0x88 << (8 * suit)
        if free & both == both and not sight.enemy_ruffs(suit):
            ace, ten = CARDS[8 * suit + 7], CARDS[8 * suit + 3]
            return ace, {"suit": ace.suit, "ten": ten}
    return None


def _throw_ten(sight: PlayerView) -> Found | None:
    winning, free = sight.winning, _free(sight)
    if winning is None or not free or not _partner_sure(sight):
        return None
    tens = [ten for ten in cards_of(free & 0x08080808) if not sight.master(ten)]
    if not tens:
        return None
    # The one with the fewest cards beside it falls first.
    card = min(tens, key=lambda ten: _in(sight, ten >> 3).bit_count())
    return card, {"winning": winning, "value": sight.value(card)}


def _call(sight: PlayerView) -> Found | None:
    free = _free(sight)
    if not free or not _partner_sure(sight) or sight.tricks_left < 3:
        return None
    best: tuple[int, Card, Card] | None = None
    for suit in range(4):
        mine = _in(sight, suit)
        low = free & SUIT_MASKS[suit] & LOW_CARDS
        if not low or sight.enemy_ruffs(suit):
            continue
        high = sight.highest(mine)
        if not sight.master(high) or low >> high & 1:
            continue
        if best is None or mine.bit_count() > best[0]:
            best = (mine.bit_count(), sight.lowest(low), high)
    if best is None:
        return None
    _, card, high = best
    return card, {"suit": card.suit, "high": high}


def _feed_discard(sight: PlayerView) -> Found | None:
    winning, free = sight.winning, _free(sight)
    if winning is None or not free or not _partner_sure(sight):
        return None
    card = _spare_points(sight, free)
    if card is None:
        return None
    return card, {"winning": winning, "value": sight.value(card)}


def _save_ace(sight: PlayerView) -> Found | None:
    """Return a defender's ace that is safe in partner's trick and could be ruffed later."""
    winning, free = sight.winning, _free(sight)
    if winning is None or not free or sight.declaring or not _partner_sure(sight):
        return None
    for card in cards_of(free & 0x80808080):
        if sight.enemy_ruffs(card >> 3):
            return card, {"winning": winning, "suit": card.suit, "value": sight.value(card)}
    return None


def _spare_trump(sight: PlayerView) -> Found | None:
    winning, free = sight.winning, _free(sight)
    if winning is None or not free or not sight.partner_wins or not sight.trumps:
        return None
    return sight.discard(free), {"winning": winning}


def _wait(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or not sight.partner_wins or not sight.threatened(winning):
        return None
    if sight.led == sight.trump:
        return None
    card = (
        sight.cheapest(sight.legal & ~sight.beating()) if sight.legal & ~sight.beating() else None
    )
    if card is None:
        return None
    return card, {"winning": winning, "after": sight.after, "value": sight.value(card)}


# Winning the trick.


def _take_winner(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.place == 3 or sight.led == sight.trump:
        return None
    if winning >> 3 == sight.trump or _partner_sure(sight):
        return None
    cards = sight.beating() & SUIT_MASKS[sight.led]
    if not cards or sight.ruffs(sight.after, sight.led):
        return None
    card = sight.highest(cards)
    if not sight.master(card):
        return None
    if sight.partner_wins and sight.master(winning):
        return None
    return card, {"winning": winning, "led": card.suit}


def _take_with_ten(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.place != 3 or sight.partner_wins or sight.led == sight.trump:
        return None
    ten = CARDS[8 * sight.led + 3]
    if not sight.beating() >> ten & 1:
        return None
    return ten, {"winning": winning, "value": sight.value(ten)}


def _take_last(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.place != 3 or sight.partner_wins or sight.led == sight.trump:
        return None
    cards = sight.beating() & SUIT_MASKS[sight.led]
    if not cards:
        return None
    card = sight.lowest(cards)
    points = sight.points + sight.value(card)
    return card, {"winning": winning, "taken": points}


def _try_cheaply(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.place != 2 or sight.partner_wins or sight.led == sight.trump:
        return None
    cards = sight.beating() & SUIT_MASKS[sight.led]
    if not cards or sight.ruffs(sight.after, sight.led):
        return None
    card = sight.lowest(cards)
    if sight.value(card) > 4:
        return None
    return card, {"winning": winning, "after": sight.after, "value": sight.value(card)}


def _leave_to_partner(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.place != 1 or not sight.legal & SUIT_MASKS[sight.led]:
        return None
    if sight.led == sight.trump:
        return None
    card = sight.discard(sight.legal)
    if sight.beats(card) and sight.master(card):
        return None
    return card, {}


def _save_points(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.partner_wins or sight.place < 2 or sight.beating():
        return None
    if not sight.legal & SUIT_MASKS[sight.led]:
        return None
    card = sight.cheapest(sight.legal)
    return card, {"winning": winning, "value": sight.value(card)}


def _over_trump_sure(sight: PlayerView) -> Found | None:
    """Return a sure overtrump on a trump lead: a trump that no later player can beat."""
    winning = sight.winning
    if winning is None or sight.led != sight.trump or sight.place == 3:
        return None
    cards = sight.beating()
    if not cards or _partner_sure(sight):
        return None
    sure = hand_of(card for card in cards_of(cards) if not sight.threatened(card))
    if not sure:
        return None
    return sight.lowest(sure), {"winning": winning, "after": sight.after}


def _over_trump_cheap(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.led != sight.trump:
        return None
    cards = sight.beating()
    if not cards:
        return None
    return sight.lowest(cards), {"winning": winning}


def _under_trump(sight: PlayerView) -> Found | None:
    winning = sight.winning
    if winning is None or sight.led != sight.trump or sight.partner_wins:
        return None
    cards = sight.legal & sight.trump_mask
    if not cards or sight.beating():
        return None
    card = sight.cheapest(cards)
    return card, {"winning": winning, "value": sight.value(card)}


def _must_ruff(sight: PlayerView) -> int:
    """Return the winning ruffs of a player void in the suit led, unless partner wins so far."""
    if sight.leads or sight.led == sight.trump or sight.hand & SUIT_MASKS[sight.led]:
        return 0
    if sight.partner_wins:
        return 0
    return sight.beating() & sight.trump_mask


def _ruff_for_points(sight: PlayerView) -> Found | None:
    cards = _must_ruff(sight)
    if sight.place != 3 or not cards or sight.declaring:
        return None
    rich = hand_of(c for c in cards_of(cards) if sight.value(c) >= 10 and not sight.master(c))
    if not rich:
        return None
    card = sight.richest(rich)
    return card, {"value": sight.value(card), "led": _SUITS[sight.led]}


def _ruff_high(sight: PlayerView) -> Found | None:
    cards = _must_ruff(sight)
    if not cards or sight.place == 3 or sight.points < 10:
        return None
    if not sight.ruffs(sight.after, sight.led):
        return None
    sure = hand_of(card for card in cards_of(cards) if not sight.threatened(card))
    if not sure:
        return None
    return sight.lowest(sure), {
        "after": sight.after,
        "led": _SUITS[sight.led],
        "points": sight.points,
    }


def _overruff(sight: PlayerView) -> Found | None:
    cards, winning = _must_ruff(sight), sight.winning
    if not cards or winning is None or winning >> 3 != sight.trump:
        return None
    return sight.lowest(cards), {"winning": winning}


def _ruff_cheap(sight: PlayerView) -> Found | None:
    cards, winning = _must_ruff(sight), sight.winning
    if not cards or winning is None or winning >> 3 == sight.trump:
        return None
    return sight.lowest(cards), {"led": _SUITS[sight.led], "points": sight.points}


# Throwing away.


def _guard_ten(sight: PlayerView) -> Found | None:
    free = _free(sight)
    if not free or _partner_sure(sight):
        return None
    cheap = sight.cheapest(free)
    ten = sight.bared_ten(cheap)
    card = sight.discard(free)
    if ten is None or card in (cheap, ten):
        return None
    return card, {"ten": ten, "spared": cheap}


def _keep_winner(sight: PlayerView) -> Found | None:
    free = _free(sight)
    if not free or sight.partner_wins:
        return None
    cheap = sight.cheapest(free)
    card = sight.discard(free)
    if card == cheap or not sight.master(cheap):
        return None
    return card, {"spared": cheap}


def _discard_low(sight: PlayerView) -> Found | None:
    free = _free(sight)
    if not free or sight.partner_wins:
        return None
    card = sight.discard(free)
    return card, {"value": sight.value(card)}


def _cheapest(sight: PlayerView) -> Found | None:
    card = sight.discard(sight.legal)
    return card, {"value": sight.value(card)}


# In this order: the first that applies decides.
HEURISTICS: Final = (
    Heuristic(
        Rule(
            "forced",
            "{card} is the only card that I may play.",
            "{card} est la seule carte que je peux jouer.",
        ),
        _forced,
    ),
    Heuristic(
        Rule(
            "keep-for-last-trick",
            "No opponent can beat {keep}: it wins the last trick with its {last_trick} points, so"
            " I lead {card} first.",
            "Aucun adversaire ne peut battre {keep} : il fera le dernier pli et ses {last_trick} "
            "points, je joue donc d'abord {card}.",
        ),
        _keep_for_last,
        practised=True,
    ),
    Heuristic(
        Rule(
            "leave-master-trump",
            "{high} is the only trump that the opponents can still have, and it beats mine: I "
            "leave it alone and lead {card}.",
            "{high} est le seul atout que les adversaires peuvent encore avoir, et il bat les "
            "miens : je n'y touche pas et je joue {card}.",
        ),
        _leave_master_trump,
        practised=True,
    ),
    Heuristic(
        Rule(
            "draw-trumps",
            "I draw trumps: the opponents can still have {enemy_trumps} of them, and none beats "
            "{card}.",
            "Je fais tomber les atouts : les adversaires peuvent encore en avoir {enemy_trumps}, "
            "et aucun ne bat {card}.",
        ),
        _draw_trumps,
    ),
    Heuristic(
        Rule(
            "trump-for-partner",
            "My partner is declarer and the opponents can still have trumps: I lead {card} to "
            "help draw them.",
            "Mon partenaire est preneur et les adversaires peuvent encore avoir des atouts : je "
            "joue {card} pour l'aider à les faire tomber.",
        ),
        _trump_for_partner,
    ),
    Heuristic(
        Rule(
            "draw-trumps-low",
            "I have {trumps} trumps but not the highest: {card}, my lowest, makes the high ones "
            "fall.",
            "J'ai {trumps} atouts mais pas le plus fort : {card}, mon plus petit, fait tomber les"
            " gros.",
        ),
        _draw_trumps_low,
        practised=True,
    ),
    Heuristic(
        Rule(
            "run-winners",
            "The opponents have no trump left and no higher card of {suit} than {card}: it wins.",
            "Les adversaires n'ont plus d'atout ni de {suit} au-dessus de {card} : la carte fait "
            "le pli.",
        ),
        _run_winners,
    ),
    Heuristic(
        Rule(
            "answer-ace-call",
            "My partner threw {called} on my trick, an ace call: the ten should be there too, so "
            "I lead {card}.",
            "Mon partenaire a jeté {called} sur mon pli, un appel par l'as : le dix doit y être "
            "aussi, je joue donc {card}.",
        ),
        _answer_ace_call,
    ),
    Heuristic(
        Rule(
            "ace-early",
            "Defenders play their aces early, before {suit} can be trumped: {card}.",
            "En défense on joue ses as tôt, avant que {suit} ne soit coupé : {card}.",
        ),
        _ace_early,
    ),
    Heuristic(
        Rule(
            "answer-call",
            "My partner threw {called} on my trick, a call for {suit}: I lead {card}.",
            "Mon partenaire a jeté {called} sur mon pli, un appel à {suit} : je joue {card}.",
        ),
        _answer_call,
    ),
    Heuristic(
        Rule(
            "give-ruff",
            "My partner has no {suit} and can still have a trump: I lead {card} for a ruff.",
            "Mon partenaire n'a pas de {suit} et peut encore avoir un atout : je joue {card} pour"
            " le faire couper.",
        ),
        _give_ruff,
        practised=True,
    ),
    Heuristic(
        Rule(
            "return-suit",
            "I come back in {suit}, which my partner led: {card}.",
            "Je reviens à {suit}, que mon partenaire a joué : {card}.",
        ),
        _return_suit,
    ),
    Heuristic(
        Rule(
            "cash-winner",
            "No opponent can have a higher card of {suit} than {card}: I cash it.",
            "Aucun adversaire ne peut avoir de {suit} au-dessus de {card} : je l'encaisse.",
        ),
        _cash_winner,
    ),
    Heuristic(
        Rule(
            "lead-singleton",
            "{card} is my only {suit}: after it I can ruff, with {trumps} {trumps|trump|trumps} "
            "in hand.",
            "{card} est mon seul {suit} : ensuite je pourrai couper, avec {trumps} "
            "{trumps|atout|atouts} en main.",
        ),
        _lead_singleton,
        practised=True,
    ),
    Heuristic(
        Rule(
            "top-trump",
            "I have only trumps, and no opponent can beat {card}.",
            "Je n'ai que des atouts, et aucun adversaire ne peut battre {card}.",
        ),
        _top_trump,
        practised=True,
    ),
    Heuristic(
        Rule(
            "spare-trumps",
            "A defender does not lead trumps for {declarer}: of my other cards I can spare {card}"
            " best.",
            "En défense on ne joue pas atout pour {declarer} : du reste de ma main, {card} me "
            "manquera le moins.",
        ),
        _spare_trumps,
        practised=True,
    ),
    Heuristic(
        Rule(
            "lead-low",
            "I lead what I can spare best: {card}, worth {value} {value|point|points}.",
            "Je joue ce qui me manquera le moins : {card}, qui vaut {value} {value|point|points}.",
        ),
        _lead_low,
    ),
    Heuristic(
        Rule(
            "ace-call",
            "My partner has the trick, and I hold {card} and {ten}: I throw the ace to call for "
            "{suit}.",
            "Le pli est à mon partenaire et j'ai {card} et {ten} : je jette l'as pour appeler à "
            "{suit}.",
        ),
        _ace_call,
    ),
    Heuristic(
        Rule(
            "save-ace",
            "An opponent may trump {suit}: on {winning} of my partner's, which cannot be beaten, "
            "{card} saves its {value} points.",
            "Un adversaire pourrait couper {suit} : sur {winning} de mon partenaire, imbattable, "
            "{card} sauve ses {value} points.",
        ),
        _save_ace,
        practised=True,
    ),
    Heuristic(
        Rule(
            "throw-ten",
            "My partner's {winning} cannot be beaten any more: I give it {card}, {value} points "
            "that might be lost later.",
            "{winning} de mon partenaire ne peut plus être battu : j'y mets {card}, {value} "
            "points qui pourraient se perdre.",
        ),
        _throw_ten,
        practised=True,
    ),
    Heuristic(
        Rule(
            "call",
            "My partner has the trick: with a low card, {card}, I call for {suit}, where I hold "
            "{high} and no opponent has more.",
            "Le pli est à mon partenaire : par une petite carte, {card}, j'appelle à {suit}, où "
            "j'ai {high} que rien ne bat chez l'adversaire.",
        ),
        _call,
    ),
    Heuristic(
        Rule(
            "feed-partner",
            "My partner's {winning} cannot be beaten any more: I add {card}, {value} "
            "{value|point|points}.",
            "{winning} de mon partenaire ne peut plus être battu : je charge de {card}, {value} "
            "{value|point|points}.",
        ),
        _feed_partner,
    ),
    Heuristic(
        Rule(
            "feed-discard",
            "My partner's {winning} cannot be beaten any more, and I am free to throw what I "
            "like: {card}, {value} {value|point|points}.",
            "{winning} de mon partenaire ne peut plus être battu et je me défausse librement : "
            "{card}, {value} {value|point|points}.",
        ),
        _feed_discard,
    ),
    Heuristic(
        Rule(
            "feed-trump",
            "My partner's {winning} wins this trick for sure: under it I play {card}, {value} "
            "{value|point|points}.",
            "{winning} de mon partenaire fait ce pli à coup sûr : je fournis {card}, {value} "
            "{value|point|points}.",
        ),
        _feed_trump,
    ),
    Heuristic(
        Rule(
            "feed-hopeful",
            "{after} cannot beat my partner's {winning} except with a trump, and is not known to "
            "be without {led}: I add {card}, {value} {value|point|points}.",
            "{after} ne peut battre {winning} de mon partenaire qu'en coupant, et rien ne dit que"
            " {led} lui manque : j'ajoute {card}, {value} {value|point|points}.",
        ),
        _feed_hopeful,
        practised=True,
    ),
    Heuristic(
        Rule(
            "take-winner",
            "No opponent can have a higher card of {led} than {card}: I take the trick from "
            "{winning}.",
            "Aucun adversaire ne peut avoir de {led} au-dessus de {card} : je prends {winning}.",
        ),
        _take_winner,
        practised=True,
    ),
    Heuristic(
        Rule(
            "take-with-ten",
            "I play last: {card} beats {winning} and its {value} points are safe.",
            "Je joue en dernier : {card} bat {winning} et ses {value} points sont sauvés.",
        ),
        _take_with_ten,
        practised=True,
    ),
    Heuristic(
        Rule(
            "take-last",
            "I play last: {card} is just enough to beat {winning} and takes {taken} "
            "{taken|point|points}.",
            "Je joue en dernier : {card} suffit à battre {winning} et prend {taken} "
            "{taken|point|points}.",
        ),
        _take_last,
    ),
    Heuristic(
        Rule(
            "try-cheaply",
            "{card} beats {winning} and risks only {value} {value|point|points}: {after} may not "
            "have better.",
            "{card} bat {winning} et ne risque que {value} {value|point|points} : {after} n'a "
            "peut-être pas mieux.",
        ),
        _try_cheaply,
    ),
    Heuristic(
        Rule(
            "over-trump-sure",
            "I must go over {winning}, and {after} cannot beat {card}.",
            "Je dois monter sur {winning}, et {after} ne peut pas battre {card}.",
        ),
        _over_trump_sure,
        practised=True,
    ),
    Heuristic(
        Rule(
            "over-trump-cheap",
            "I must go over {winning}: {card} is the lowest that does.",
            "Je dois monter sur {winning} : {card} est le plus petit qui suffit.",
        ),
        _over_trump_cheap,
    ),
    Heuristic(
        Rule(
            "ruff-for-points",
            "I play last without {led}: {card} wins, and higher trumps might take its {value} "
            "points later.",
            "Je joue en dernier sans {led} : {card} gagne, et de plus gros atouts pourraient me "
            "prendre ses {value} points plus tard.",
        ),
        _ruff_for_points,
        practised=True,
    ),
    Heuristic(
        Rule(
            "ruff-high",
            "{after} has no {led} either and can trump: {card} cannot be beaten, and {points} "
            "points are on the table.",
            "{after} n'a pas de {led} non plus et peut couper : {card} est imbattable, et il y a "
            "{points} points sur la table.",
        ),
        _ruff_high,
        practised=True,
    ),
    Heuristic(
        Rule(
            "overruff",
            "I must trump higher than {winning}: {card} is the lowest that does.",
            "Je dois surcouper {winning} : {card} est le plus petit qui suffit.",
        ),
        _overruff,
    ),
    Heuristic(
        Rule(
            "ruff-cheap",
            "I have no {led} and trump with my lowest, {card}, for the {points} "
            "{points|point|points} on the table.",
            "Je n'ai pas de {led} et je coupe de mon plus petit atout, {card}, pour les {points} "
            "{points|point|points} sur la table.",
        ),
        _ruff_cheap,
    ),
    Heuristic(
        Rule(
            "under-trump",
            "I must follow with a trump and cannot beat {winning}: {card} gives away {value} "
            "{value|point|points}.",
            "Je dois fournir de l'atout et ne peux pas battre {winning} : {card} donne "
            "{value} {value|point|points}.",
        ),
        _under_trump,
    ),
    Heuristic(
        Rule(
            "spare-trump",
            "My partner has the trick with {winning}: I do not trump it and throw {card}.",
            "Mon partenaire tient le pli avec {winning} : je ne coupe pas et je jette {card}.",
        ),
        _spare_trump,
    ),
    Heuristic(
        Rule(
            "wait",
            "{after} may still beat my partner's {winning}: I put only {value} "
            "{value|point|points} at risk, {card}.",
            "{after} peut encore battre {winning} de mon partenaire : je ne risque que {value} "
            "{value|point|points}, {card}.",
        ),
        _wait,
    ),
    Heuristic(
        Rule(
            "leave-to-partner",
            "My partner plays after me and may win: I follow with what I can spare best, {card}.",
            "Mon partenaire joue après moi et peut gagner : je fournis ce qui me manquera le "
            "moins, {card}.",
        ),
        _leave_to_partner,
    ),
    Heuristic(
        Rule(
            "save-points",
            "I cannot beat {winning}: {card} gives away {value} {value|point|points}.",
            "Je ne peux pas battre {winning} : {card} donne {value} {value|point|points}.",
        ),
        _save_points,
    ),
    Heuristic(
        Rule(
            "guard-ten",
            "I keep {spared} beside {ten}, which would stand alone without it, and throw {card}.",
            "Je garde {spared} à côté de {ten}, qui resterait sec, et je jette {card}.",
        ),
        _guard_ten,
        practised=True,
    ),
    Heuristic(
        Rule(
            "keep-winner",
            "{spared} costs less now but may win a trick later: I throw {card}.",
            "{spared} coûte moins cher mais peut faire un pli plus tard : je jette {card}.",
        ),
        _keep_winner,
        practised=True,
    ),
    Heuristic(
        Rule(
            "discard-low",
            "The trick is not ours so far: I throw what I can spare best, {card}, worth {value} "
            "{value|point|points}.",
            "Le pli n'est pas à nous pour l'instant : je jette ce qui me manquera le moins, "
            "{card}, qui vaut {value} {value|point|points}.",
        ),
        _discard_low,
    ),
    Heuristic(
        Rule(
            "cheapest",
            "Nothing better is to be seen: I play {card}, worth {value} {value|point|points}.",
            "Je ne vois rien de mieux : je joue {card}, qui vaut {value} {value|point|points}.",
        ),
        _cheapest,
    ),
)

RULES: Final = tuple(thumb.rule for thumb in HEURISTICS)
"""The sentences of the rules of thumb."""


def thumb(
    view: View, memory: int | None = NOVICE_MEMORY, *, practised: bool = False
) -> tuple[Card, Reason]:
    """Return the play of the first heuristic that applies: the complete play of a novice.

    Args:
        view: what a player may know; it is his turn to play a card.
        memory: of how many complete tricks he remembers the cards that are not trumps; `None`
            for all.
        practised: whether rules count that take practice.

    Raises:
        BeloteError: it is not his turn to play a card.
    """
    sight = PlayerView(view, memory)
    for each in HEURISTICS:
        found = each.look(sight) if practised or not each.practised else None
        if found is not None:
            return found[0], Reason(each.rule.id, {"card": found[0], **found[1]})
    msg = "the last rule of the table always applies"
    raise AssertionError(msg)


def agreeing(view: View, card: Card) -> tuple[Reason, ...]:
    """Return every heuristic that proposes a card, in the order of the table.

    Args:
        view: what a player may know, all of which he remembers; it is his turn to play a card.
        card: the card that he plays or thinks of.

    Raises:
        BeloteError: it is not his turn to play a card.
    """
    sight = PlayerView(view)
    reasons = []
    for each in HEURISTICS:
        found = each.look(sight)
        if found is not None and found[0] == card:
            reasons.append(Reason(each.rule.id, {"card": card, **found[1]}))
    return tuple(reasons)

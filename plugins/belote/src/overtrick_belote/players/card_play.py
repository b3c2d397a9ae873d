"""Card play at each level, with reasons."""

from __future__ import annotations

import functools
import importlib.util
from typing import Final

import attrs

from overtrick import Seat
from overtrick_belote.players.advice import Advice, Candidate, Fact, Level, Reason
from overtrick_belote.players.heuristics import agreeing, thumb
from overtrick_belote.players.inference import weigher
from overtrick_belote.players.search import Compared, Solving, compare, has_announce, near_end
from overtrick_belote.players.sentences import Rule
from overtrick_belote.rules.cards import Card, cards_of
from overtrick_belote.rules.play import legal_cards
from overtrick_belote.rules.state import Play, View
from overtrick_belote.solving.knowledge import Knowledge, contract_suit, know, players_in_turn
from overtrick_belote.solving.position import position_of, replay_of
from overtrick_belote.solving.ranked import RANKED, ranked_hand
from overtrick_belote.solving.rollout import choose
from overtrick_belote.solving.worlds import FastRandom, Sampler, World, merged, resampled

RULES: Final = (
    Rule(
        "compared-cards",
        "In {worlds} deals that fit what I know, our score less theirs is {score:+1} on average "
        "with {card}, {ahead:1} better than with {other}; nothing is better in {best:%} of them.",
        "Sur {worlds} donnes conformes à ce que je sais, notre marque moins la leur est de "
        "{score:+1} en moyenne avec {card}, {ahead:1} de mieux qu'avec {other} ; rien n'est "
        "meilleur dans {best:%} d'entre elles.",
    ),
    Rule(
        "compared-alike",
        "In {worlds} deals that fit what I know, our score less theirs is {score:+1} on average "
        "with {card}, and as much with {other}.",
        "Sur {worlds} donnes conformes à ce que je sais, notre marque moins la leur est de "
        "{score:+1} en moyenne avec {card}, et autant avec {other}.",
    ),
    Rule(
        "compared-near-end",
        "In {worlds} deals that fit what I know, our score less theirs is {score:+1} on average "
        "with {card} and {other_score:+1} with {other}, but {card} wins the game more often.",
        "Sur {worlds} donnes conformes à ce que je sais, notre marque moins la leur est de "
        "{score:+1} en moyenne avec {card} et de {other_score:+1} avec {other}, mais {card} gagne "
        "plus souvent la partie.",
    ),
    Rule(
        "compared-close",
        "In {worlds} deals that fit what I know, our score less theirs is {score:+1} on average "
        "with {card} and {other_score:+1} with {other}: too close to tell, so the rule decides.",
        "Sur {worlds} donnes conformes à ce que je sais, notre marque moins la leur est de "
        "{score:+1} en moyenne avec {card} et de {other_score:+1} avec {other} : c'est trop "
        "serré pour trancher, et le principe en décide.",
    ),
    Rule(
        "contract-chance",
        "The contract is made in {chance:%} of them.",
        "Le contrat est réussi dans {chance:%} d'entre elles.",
    ),
    Rule(
        "no-rule-of-thumb",
        "No rule of thumb says {card}; the figures do.",
        "Aucun principe ne demande {card} ; ce sont les chiffres qui le disent.",
    ),
    Rule(
        "game-near-end",
        "The game ends at {goal} and is near it, so I weigh the chance to win it.",
        "La partie finit à {goal} et en est proche : je pèse donc la chance de la gagner.",
    ),
    Rule(
        "without-fast",
        "Without the extra overtrick-belote[fast] I look at {worlds} deals, and exactly only from "
        "{cards:word} cards down.",
        "Sans l'option overtrick-belote[fast], je regarde {worlds} donnes, et exactement "
        "seulement à partir de {cards:word} cartes.",
    ),
)


@attrs.frozen(kw_only=True)
class SearchEffort:
    """The search effort of a level.

    Attributes:
        early: worlds from six cards up.
        late: worlds from five cards down.
        candidates: how many deals are drawn for each world before the auction weighs them; 1
            where it does not.
        exact: from how many cards down worlds are searched exactly.
        fast: the same with the extra; 0 where the level does not use it.
        surprise: what a deal counts for each card that others would hardly have played in it;
            1 where their cards are not judged.
        doubt: within how many standard errors of the best a card counts as good as it, so that
            rules of thumb decide.
        auction: whether deals count by how well they explain the calls.
    """

    early: int
    late: int
    candidates: int
    exact: int
    fast: int = 0
    surprise: float = 1.0
    doubt: float = 0.0
    auction: bool = False

    def worlds(self, cards: int) -> int:
        """Return the number of worlds to search with a number of cards in hand."""
        return self.early if cards > 5 else self.late


ADVANCED: Final = SearchEffort(early=20, late=20, candidates=1, exact=4, doubt=1.0)
EXPERT: Final = SearchEffort(
    early=60, late=60, candidates=4, exact=5, surprise=0.8, doubt=1.0, auction=True
)
EXPERT_FAST: Final = SearchEffort(
    early=60, late=100, candidates=4, exact=5, fast=6, surprise=0.8, doubt=1.0, auction=True
)


@functools.cache
def has_fast() -> bool:
    """Return whether the extra `fast` is installed."""
    return importlib.util.find_spec("numba") is not None


def effort_of(level: Level, *, fast: bool | None = None) -> SearchEffort:
    """Return the search effort of a level.

    Args:
        level: advanced or expert.
        fast: whether the extra is used; without it, where it is installed.
    """
    if level is not Level.EXPERT:
        return ADVANCED
    return EXPERT_FAST if (has_fast() if fast is None else fast) else EXPERT


def sample(view: View, effort: SearchEffort, seed: str, count: int | None = None) -> list[World]:
    """Return the worlds that a player samples.

    Args:
        view: what the player knows.
        effort: how many, and whether the auction weighs them.
        seed: a text.
        count: how many, in place of the effort's number.
    """
    known = know(view)
    wanted = effort.worlds(known.counts[view.seat]) if count is None else count
    moment = f"{seed}\n{view.seat.symbol}\n{32 - sum(known.counts)}"
    sampler = Sampler(known, moment, unshuffled=view.unshuffled)
    worlds = merged(sampler.draw(wanted * effort.candidates))
    if view.options.announces and any(known.silent):
        worlds = [_hushed(world, known) for world in worlds]
    if effort.auction:
        weigh = weigher(view)
        worlds = [attrs.evolve(world, weight=world.weight * weigh(world.dealt)) for world in worlds]
    if effort.surprise < 1:
        worlds = _credible(view, worlds, effort)
    if effort.candidates == 1:
        return worlds
    return list(resampled(worlds, wanted, FastRandom(f"{moment}\nchosen")))


def _credible(view: View, worlds: list[World], effort: SearchEffort) -> list[World]:
    """Reduce the weight of a deal for each card played that is surprising in it."""
    replay, trump = replay_of(view), contract_suit(view)
    if not any(turn for turn, _ in replay.plays):
        return worlds
    order = players_in_turn(view.seat)
    found: list[World] = []
    for world in worlds:
        weight = world.weight
        # Multiplied, as powers may differ in their last digit from machine to machine.
        for _ in range(replay.surprises([ranked_hand(world.dealt[s], trump) for s in order])):
            weight *= effort.surprise
        found.append(World(world.hands, world.dealt, weight))
    return found


SILENT: Final = 0.1
"""The weight of a deal in which a silent player has a declaration."""


def _hushed(world: World, known: Knowledge) -> World:
    """Reduce the weight of a deal in which a player omitted a declaration."""
    weight = world.weight
    for seat in Seat:
        if seat != known.seat and known.silent[seat] and has_announce(world.dealt[seat]):
            weight *= SILENT
    return attrs.evolve(world, weight=weight) if weight != world.weight else world


def advise_card(view: View, level: Level, seed: str, *, fast: bool | None = None) -> Advice:
    """Return the card that a level plays, with the reasons.

    Args:
        view: what the player knows; it is his turn to play a card.
        level: how well he plays.
        seed: a text; the same view and seed give the same card.
        fast: whether the expert uses the extra `fast`; without it, where it is installed.

    Example:
        >>> from overtrick import Seat, Suit
        >>> from overtrick_belote.rules.auction import PASS, Bid
        >>> from overtrick_belote.rules.dealing import numbered_hand
        >>> from overtrick_belote.rules.state import apply, start, view
        >>> state = start(*numbered_hand(3))
        >>> for call in (Bid(80, Suit.SPADES), PASS, PASS, PASS):
        ...     state, _ = apply(state, call)
        >>> advice = advise_card(view(state, state.turn), Level.ADVANCED, "seed")
        >>> advice.worlds, len(advice.candidates)
        (20, 8)
    """
    forced = _forced(view, level)
    if forced is not None:
        return forced
    if level is Level.NOVICE:
        card, reason = thumb(view)
        return Advice(action=Play(card), level=level, reasons=(reason,))
    return advise_with(view, level, seed, effort_of(level, fast=fast))


def _forced(view: View, level: Level) -> Advice | None:
    """Return the only legal card, if there is just one."""
    cards = view.trick.cards if view.trick is not None else ()
    legal = legal_cards(view.hand, cards, contract_suit(view), view.options)
    if legal.bit_count() != 1:
        return None
    card, reason = thumb(view)
    return Advice(action=Play(card), level=level, reasons=(reason,))


def advise_with(view: View, level: Level, seed: str, effort: SearchEffort) -> Advice:
    """Return the card chosen by a search with some effort."""
    forced = _forced(view, level)
    if forced is not None:
        return forced
    worlds = sample(view, effort, seed)
    held = view.hand.bit_count()
    solving = Solving.ROLLOUT
    if held <= effort.fast:
        solving = Solving.FAST
    elif held <= effort.exact:
        solving = Solving.EXACT
    compared = compare(view, worlds, solving)
    chosen, agreed = _chosen(view, compared, effort.doubt)
    reasons = [*agreed, *_figures(chosen, compared, effort.worlds(held))]
    if not agreed:
        reasons.insert(0, Reason("no-rule-of-thumb", {"card": chosen.card}))
    if near_end(view):
        reasons.append(Reason("game-near-end", {"goal": view.options.game_points}))
    if level is Level.EXPERT and not effort.fast:
        facts = {"worlds": effort.worlds(held), "cards": effort.exact}
        reasons.append(Reason("without-fast", facts))
    return Advice(
        action=chosen.candidate.action,
        level=level,
        reasons=tuple(reasons),
        candidates=tuple(one.candidate for one in compared),
        worlds=effort.worlds(held),
    )


def _chosen(
    view: View, compared: list[Compared], doubt: float
) -> tuple[Compared, tuple[Reason, ...]]:
    """Return the best card; among equals a heuristic's, then the cheapest.

    A card so near the best that chance may have made the difference counts as equal to what the
    rules of thumb ask for first. The rules that ask for the card come with it.
    """
    if doubt:
        first, _ = thumb(view, None, practised=True)
        for one in compared:
            if one.card == first and one.behind <= doubt * one.error:
                return one, agreeing(view, one.card)
    most = round(compared[0].worth, 6)
    for one in compared:
        if round(one.worth, 6) != most:
            break
        agreed = agreeing(view, one.card)
        if agreed:
            return one, agreed
    return compared[0], ()


def _figures(chosen: Compared, compared: list[Compared], worlds: int) -> tuple[Reason, ...]:
    """Return the figures of the comparison, as reasons."""
    other = compared[1] if chosen is compared[0] else compared[0]
    best: Candidate = chosen.candidate
    score, least = round(best.score, 1), round(other.candidate.score, 1)
    facts: dict[str, Fact] = {
        "card": chosen.card,
        "worlds": worlds,
        "score": score,
        "other": other.card,
    }
    if score < least and chosen.worth < other.worth:
        told = Reason("compared-close", {**facts, "other_score": least})
    elif score < least:
        # Near the end of a game the chance to win it goes before the score.
        told = Reason("compared-near-end", {**facts, "other_score": least})
    elif score > least:
        facts.update(ahead=round(score - least, 1), best=round(best.best, 2))
        told = Reason("compared-cards", facts)
    else:
        told = Reason("compared-alike", facts)
    return told, Reason("contract-chance", {"chance": round(best.chance, 2)})


def quick_card(view: View, seed: str) -> Card:
    """Return the card of the quick policy in one sampled world: a player with minimal search."""
    trump = contract_suit(view)
    position = position_of(view)
    world = sample(view, ADVANCED, seed, 1)[0]
    hands = [ranked_hand(world.hands[seat], trump) for seat in players_in_turn(view.seat)]
    wanted = choose(
        hands,
        0,
        position.played,
        position.led,
        position.best,
        position.winner,
        ours=position.ours,
        duty=position.duty,
    )
    row = RANKED[trump]
    return next(card for card in cards_of(view.hand) if row[card] == wanted)

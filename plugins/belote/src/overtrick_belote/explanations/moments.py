"""The actions of a hand in order, each with the state of the hand before it."""

from __future__ import annotations

import attrs

from overtrick import Seat
from overtrick_belote.rules.state import Action, Declare, HandState, Play, apply, start


@attrs.frozen
class Moment:
    """An action of a player, with the state before it.

    Attributes:
        seat: who did it.
        action: the call, the announce or the card.
        before: the state of the hand.
        place: its place among the actions of the hand, from 0.
    """

    seat: Seat
    action: Action
    before: HandState
    place: int = 0

    @property
    def trick(self) -> int:
        """The number of the trick, 1 to 8; 0 in the auction."""
        return 0 if self.before.trick is None else len(self.before.tricks) + 1


def actions(state: HandState) -> tuple[tuple[Seat, Action], ...]:
    """Return all actions of a hand so far, in order, each with its player.

    A declaration comes right before the first card of its player.
    """
    done: list[tuple[Seat, Action]] = list(state.auction.calls)
    tricks = state.tricks if state.trick is None else (*state.tricks, state.trick)
    said = list(state.declared)
    for number, trick in enumerate(tricks):
        for place, card in enumerate(trick.cards):
            seat = trick.player(place)
            if not number:
                done += [(who, Declare(announce)) for who, announce in said if who == seat]
                said = [each for each in said if each[0] != seat]
            done.append((seat, Play(card)))
    # Who has announced and not yet played.
    done += [(who, Declare(announce)) for who, announce in said]
    return tuple(done)


def moments(state: HandState) -> tuple[Moment, ...]:
    """Return the moments of a hand so far, by replaying the hand from its deal.

    Example:
        >>> from overtrick_belote.rules.auction import PASS
        >>> from overtrick_belote.rules.dealing import numbered_hand
        >>> hands, dealer = numbered_hand(1)
        >>> state = apply(start(hands, dealer), PASS)[0]
        >>> [(str(moment.action), moment.before.auction.calls) for moment in moments(state)]
        [('pass', ())]
    """
    now = start(
        state.dealt,
        state.dealer,
        state.options,
        standing=state.standing,
        unshuffled=state.unshuffled,
    )
    found: list[Moment] = []
    for seat, action in actions(state):
        found.append(Moment(seat, action, now, len(found)))
        now = apply(now, action, seat)[0]
    return tuple(found)

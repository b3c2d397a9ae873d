"""The law of the play: LAW201 to LAW208."""

from __future__ import annotations

from typing import Final

from overtrick.findings.diagnostics import Diagnostic
from overtrick.laws.clean import is_clean_play
from overtrick.laws.codes import problem
from overtrick.model.calls import Ending, Irregularity
from overtrick.model.cards import Card, Strain, Suit
from overtrick.model.hands import Deal, Hand
from overtrick.model.play import Play, PlayedCard, Trick, trick_winner
from overtrick.model.table import Seat

_CARD_MARKS: Final = frozenset({Irregularity.REVOKE, Irregularity.LEAD_OUT_OF_TURN})


def play_problems(
    play: Play, deal: Deal | None = None, strain: Strain | None = None
) -> tuple[Diagnostic, ...]:
    """Return what the laws say against a play, trick by trick.

    A card marked `REVOKE` or `LEAD_OUT_OF_TURN` is no problem. Only what is certain is reported:
    a hand that is not given in full cannot show that a card is not held, and from the trick on
    of which the leader cannot be told no revoke is looked for.

    Args:
        play: the play.
        deal: the hands; without it neither cards not held nor revokes can be found.
        strain: the trumps; without them the leader is known to the first trick only.

    Example:
        >>> from overtrick import Play, Seat
        >>> [str(p.part) + " " + p.code for p in play_problems(
        ...     Play.of(Seat.WEST, "SK H3 S4 S3", "C5 C2 C6 SK"))]
        ['play.1.S LAW202']

    Source: Laws of Duplicate Bridge 2017, Laws 44, 53, 61; PBN 2.1 §3.6, §3.9, §3.10.
    """
    return () if is_clean_play(play, deal, strain) else search_play(play, deal, strain)


def search_play(
    play: Play, deal: Deal | None = None, strain: Strain | None = None
) -> tuple[Diagnostic, ...]:
    """Go through a play card by card; `play_problems` spares this where all is clean."""
    check = _PlayCheck(deal)
    leader: Seat | None = play.leader
    for number, trick in enumerate(play.tricks):
        marked = _marked_leads(trick)
        check.marks(number, trick, marked, leader)
        if marked:
            leader = marked[0] if len(marked) == 1 else None
        elif leader is not None:
            leader = check.following(number, trick, leader)
        check.cards(number, trick, play.leader)
        if leader is not None:
            leader = None if strain is None else trick_winner(trick, leader, strain)
    return (*check.found, *_ending_problems(play, trick_limit(deal)))


def trick_limit(deal: Deal | None) -> int:
    """Return how many tricks can be played: 13, or fewer in an end position."""
    lengths = [] if deal is None else [len(hand) for hand in deal if hand]
    # Hands of unequal length, or a single short one, are a deal of which only a part is told.
    is_position = len(lengths) > 1 and len(set(lengths)) == 1
    return lengths[0] if is_position else 13


def _ending_problems(play: Play, limit: int) -> list[Diagnostic]:
    count = len(play.tricks)
    if count > limit:
        return [problem("LAW205", f"play.{limit}", count=count, limit=limit)]
    if play.ending is Ending.COMPLETE and count < limit:
        return [problem("LAW206", "play", count=count, limit=limit)]
    is_over = count == limit and all(trick.is_complete for trick in play.tricks)
    if play.ending is Ending.OPEN and is_over:
        return [problem("LAW207", "play", limit=limit)]
    return []


def _marked_leads(trick: Trick) -> list[Seat]:
    return [
        seat
        for seat in Seat
        if (played := trick.cards[seat]) is not None
        and played.irregularity is Irregularity.LEAD_OUT_OF_TURN
    ]


def _part(number: int, seat: Seat) -> str:
    return f"play.{number}.{seat.symbol}"


class _PlayCheck:
    """What is known of the hands and the cards played as the tricks go by."""

    def __init__(self, deal: Deal | None) -> None:
        self.found: list[Diagnostic] = []
        self.played: dict[Card, tuple[int, Seat]] = {}
        self.owners = {card: seat for seat in Seat for card in deal[seat]} if deal else {}
        self.left = {seat: deal[seat] if deal else Hand() for seat in Seat}
        # Only a hand given in full can show that a card is not held.
        limit = trick_limit(deal)
        self.whole = {seat for seat in Seat if len(self.left[seat]) == limit}

    def marks(self, number: int, trick: Trick, marked: list[Seat], leader: Seat | None) -> None:
        """Report marks of a trick that the cards do not bear out."""
        for seat in Seat:
            played = trick.cards[seat]
            if played is None or played.irregularity is None:
                continue
            why = self._why_unfounded(played, seat, marked, leader)
            if why is not None:
                mark = f"^{played.irregularity.value}"
                part = _part(number, seat)
                self.found.append(problem("LAW208", part, mark=mark, seat=seat.symbol, why=why))

    @staticmethod
    def _why_unfounded(
        played: PlayedCard, seat: Seat, marked: list[Seat], leader: Seat | None
    ) -> str | None:
        if played.irregularity not in _CARD_MARKS:
            return "it belongs to a call, not to a card"
        if played.irregularity is not Irregularity.LEAD_OUT_OF_TURN:
            return None
        if len(marked) > 1:
            return "only one player can lead to a trick"
        return "it is his lead" if seat is leader else None

    def following(self, number: int, trick: Trick, leader: Seat) -> Seat | None:
        """Report revokes and an unmarked lead out of turn; return who led, as far as known."""
        revokes = self._revokes(trick, leader)
        if len(revokes) > 1:
            # One player who led out of turn explains what would be several revokes.
            others = [s for s in Seat if s is not leader and trick.card_of(s) is not None]
            innocent = [s for s in others if not self._revokes(trick, s)]
            if innocent:
                part = _part(number, leader)
                fields = {"leader": leader.symbol, "trick": number + 1}
                self.found.append(problem("LAW204", part, **fields))
                # Whichever of them led, the same card wins if they all followed to one suit.
                suits = {card.suit for s in innocent if (card := trick.card_of(s)) is not None}
                return innocent[0] if len(suits) == 1 else None
        led = trick.card_of(leader)
        for seat in revokes:
            suit = revokes[seat]
            held = " ".join(suit.symbol + rank for rank in self.left[seat].suit_text(suit))
            fields = {"seat": seat.symbol, "card": str(trick.card_of(seat)), "held": held}
            self.found.append(problem("LAW203", _part(number, seat), led=led, **fields))
        return leader

    def _revokes(self, trick: Trick, leader: Seat) -> dict[Seat, Suit]:
        """Return who does not follow suit though he could, with the suit."""
        led = trick.card_of(leader)
        if led is None:
            return {}
        return {
            seat: led.suit
            for seat in (leader.next, leader.partner, leader.previous)
            if (played := trick.cards[seat]) is not None
            and played.card is not None
            and played.card.suit is not led.suit
            and played.irregularity is not Irregularity.REVOKE
            and self.left[seat].holding(led.suit)
        }

    def cards(self, number: int, trick: Trick, first: Seat) -> None:
        """Report cards that were played before or are not held, and take them from the hands."""
        for seat in (first, first.next, first.partner, first.previous):
            card = trick.card_of(seat)
            if card is None:
                continue
            part, fields = _part(number, seat), {"seat": seat.symbol, "card": card}
            if card in self.played:
                before, player = self.played[card]
                fields |= {"before": before + 1, "player": player.symbol}
                self.found.append(problem("LAW202", part, **fields))
                continue
            self.played[card] = (number, seat)
            owner = self.owners.get(card)
            if owner is not None and owner is not seat:
                why = f"is in the hand of {owner.symbol}"
                self.found.append(problem("LAW201", part, why=why, **fields))
            elif owner is None and seat in self.whole:
                self.found.append(problem("LAW201", part, why="he does not hold", **fields))
            for hand in Seat:
                if card in self.left[hand]:
                    self.left[hand] = self.left[hand] - Hand.of([card])

"""From what is asked for to boards: numbers, dealer, vulnerability, turned hands, provenance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from overtrick.model.board import Board, Extras
from overtrick.model.hands import Deal
from overtrick.model.table import Seat, Vulnerability
from overtrick_deal.randomness.seed import Seed
from overtrick_deal.sampling.predeal import NOTHING, Predeal
from overtrick_deal.sampling.sampler import Sampler
from overtrick_hands.conditions.condition import Condition

NAME: Final = "overtrick deal"


@attrs.frozen(kw_only=True)
class Request:
    """What boards are asked for.

    Attributes:
        count: how many.
        seed: what they follow from.
        where: what they have to be like.
        predeal: what is dealt before.
        first: the first board's number.
        dealer: who deals on all boards; by their numbers where it is not given.
        vulnerability: who is vulnerable on all boards; by their numbers where it is not given.
        turn: by how many seats all hands are passed on, clockwise.
        max_tries: so many deals in a row are tried in vain before it gives up.
        jobs: how many processes share in the work.
    """

    count: int
    seed: Seed
    where: Condition | None = None
    predeal: Predeal = NOTHING
    first: int = 1
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    turn: int = 0
    max_tries: int | None = None
    jobs: int = 1

    def sampler(self) -> Sampler:
        """Return the sampler that finds the deals.

        Raises:
            DealingError: no deal can satisfy the condition.
        """
        return Sampler(
            self.where, self.predeal, seed=self.seed, max_tries=self.max_tries, jobs=self.jobs
        )

    def provenance(self) -> str:
        """Return what made the boards, to be kept in their file."""
        return f"{NAME}, seed {self.seed}"


def boards(request: Request, sampler: Sampler | None = None) -> Iterator[Board]:
    """Yield the boards that are asked for.

    Raises:
        DealingError: no deal can satisfy the condition, or too many were tried in vain.
    """
    number = request.first
    left = request.count
    if left < 1:
        return
    for block in (sampler or request.sampler()).blocks():
        for masks in block.hands.T.tolist():
            yield made_board(request, number, masks)
            number += 1
            left -= 1
            if not left:
                return


def made_board(request: Request, number: int, masks: list[int]) -> Board:
    """Return the board of a number and four hands."""
    turn = request.turn & 3
    if turn:
        masks = masks[-turn:] + masks[:-turn]
    return Board(
        number=number,
        dealer=Seat.dealer_of(number) if request.dealer is None else request.dealer,
        vulnerability=(
            Vulnerability.of_board(number)
            if request.vulnerability is None
            else request.vulnerability
        ),
        deal=Deal.from_masks(*masks),
    )


def with_provenance(made: Iterator[Board], text: str) -> Iterator[Board]:
    """Yield boards with what made them, as PBN keeps it."""
    extras = Extras({"pbn:Generator": text})
    for board in made:
        yield attrs.evolve(board, extras=extras)

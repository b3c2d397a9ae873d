"""Generate deals and boards from a request: numbers, dealer, vulnerability, rotation."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs

from overtrick import NO_EXTRAS, Board, Deal, Extras, Seat, Vulnerability
from overtrick_deal.errors import DealingError, ImpossibleError
from overtrick_deal.randomness.seed import DEFAULT, Seed
from overtrick_deal.sampling.predeal import NOTHING, Predeal
from overtrick_deal.sampling.sampler import Sampler
from overtrick_hands import Condition, compile_condition

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME: Final = "overtrick deal"

Seats = tuple[int, int, int, int]
"""The seats whose hands North, East, South and West get."""

AS_DEALT: Final[Seats] = (0, 1, 2, 3)

Watch = Callable[[int], None]
"""A progress callback with the number of deals so far."""

_LONGEST: Final = 120


def turned(quarter_turns: int) -> Seats:
    """Return the seats after a clockwise rotation of all hands by quarter turns."""
    one, two, three, four = ((seat - quarter_turns) & 3 for seat in range(4))
    return one, two, three, four


@attrs.frozen(kw_only=True)
class Layout:
    """Numbers, dealer, vulnerability and seats of generated boards.

    Attributes:
        first: the first board's number.
        dealer: the dealer of all boards; by board number if `None`.
        vulnerability: the vulnerability of all boards; by board number if `None`.
        seats: whose hands sit where; a condition refers to the hands as they were dealt.
    """

    first: int = 1
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    seats: Seats = AS_DEALT

    def board(self, number: int, masks: Sequence[int], extras: Extras = NO_EXTRAS) -> Board:
        """Return the board for a number and four hands, in the order of dealing."""
        if self.seats != AS_DEALT:
            masks = [masks[seat] for seat in self.seats]
        return Board(
            number=number,
            dealer=Seat.dealer_of(number) if self.dealer is None else self.dealer,
            vulnerability=(
                Vulnerability.of_board(number) if self.vulnerability is None else self.vulnerability
            ),
            deal=Deal.from_masks(*masks),
            extras=extras,
        )

    def boards(
        self, blocks: Iterable[NDArray[np.int64]], extras: Extras = NO_EXTRAS
    ) -> Iterator[Board]:
        """Yield the boards of hands: masks of shape (4, n) in the order of dealing."""
        number = self.first
        for hands in blocks:
            for masks in hands.T.tolist():
                yield self.board(number, masks, extras)
                number += 1


@attrs.frozen(kw_only=True)
class Request:
    """A request for deals.

    Attributes:
        count: number of deals.
        seed: determines the deals.
        where: the condition that all deals satisfy.
        predeal: cards that are dealt beforehand.
        max_tries: give up after this many rejected deals in a row.
        jobs: number of processes.
    """

    count: int
    seed: Seed
    where: Condition | None = None
    predeal: Predeal = NOTHING
    max_tries: int | None = None
    jobs: int = 1

    def sampler(self) -> Sampler:
        """Return the sampler of the request.

        Raises:
            DealingError: no deal can satisfy the condition.
        """
        return Sampler(
            self.where, self.predeal, seed=self.seed, max_tries=self.max_tries, jobs=self.jobs
        )

    def provenance(self, way: str = "plain", *, with_seed: bool = False) -> str:
        """Return the generator metadata of the boards, for their file.

        Args:
            way: how the deals were found, in a word or two (see `Plan.way`).
            with_seed: whether to name the seed and the condition, which give the boards again, and
                those that follow them too; `overtrick.model.provenance` knows the form.
        """
        if not with_seed:
            return f"{NAME}: {way}"
        words = [f"{NAME}: {way}", f"seed {self.seed}"]
        if self.where is not None:
            words.append(f"where {_short(self.where.text)}")
        if not self.predeal.is_empty:
            words.append(f"predeal {_short(str(self.predeal))}")
        return ", ".join(words)


def _short(text: str) -> str:
    """Return a text, or the hash of one too long for a line of a file."""
    if len(text) <= _LONGEST and '"' not in text:
        return text
    return f"of SHA-256 {hashlib.sha256(text.encode()).hexdigest()}"


def provenance_extras(text: str) -> Extras:
    """Return the generator metadata of boards as PBN extras."""
    return Extras({"pbn:Generator": text})


# --- for Python -------------------------------------------------------------------------------


def deals(
    count: int | None = None,
    *,
    where: Condition | str | None = None,
    predeal: Predeal | str | None = None,
    seed: Seed | int | str | None = None,
    max_tries: int | None = None,
    jobs: int = 1,
    progress: bool | Watch = False,
) -> Iterator[Deal]:
    """Yield deals that satisfy a condition, all equally likely.

    Args:
        count: how many; without end where it is not given.
        where: what they have to be like, as a condition of overtrick-hands or its text.
        predeal: what is dealt before, or its text.
        seed: what they follow from: the same gives the same deals again, however many are asked
            for; one of the system's where it is not given.
        max_tries: the maximum number of consecutive failed deals; 100 million where
            it is not given.
        jobs: how many processes share in the work.
        progress: whether to show progress, on a terminal or in a notebook; or a callback.

    Raises:
        DealingError: no deal can satisfy the condition, too many were tried in vain, or the
            condition looks at something else than cards.
        ConditionError: the condition's text cannot be understood.

    Example:
        >>> for deal in deals(2, where="north.hcp in 15..17 and balanced(north)", seed=7):
        ...     print(deal[Seat.NORTH].hcp, deal[Seat.NORTH].shape)
        16 5-3-3-2
        17 5-3-3-2
    """
    sampler = _sampler(where, predeal, seed, max_tries, jobs)
    return _deals(sampler, count, progress)


def _deals(sampler: Sampler, count: int | None, progress: bool | Watch) -> Iterator[Deal]:
    found = 0
    with _watching(count, progress) as watch:
        for hands in sampler.hands(count):
            for masks in hands.T.tolist():
                yield Deal.from_masks(*masks)
            found += hands.shape[1]
            watch(found)


def sample(
    count: int,
    *,
    where: Condition | str | None = None,
    predeal: Predeal | str | None = None,
    seed: Seed | int | str | None = None,
    max_tries: int | None = None,
    jobs: int = 1,
    progress: bool | Watch = False,
) -> NDArray[np.int64]:
    """Return deals that satisfy a condition as an array of masks.

    Args:
        count: how many.
        where: as `deals` has it, as all that follow.
        predeal: what is dealt before.
        seed: what they follow from.
        max_tries: the maximum number of consecutive failed deals.
        jobs: how many processes share in the work.
        progress: whether to show how it goes.

    Returns:
        Masks (`overtrick.Hand.mask`) of shape (4, count): rows North, East, South, West.

    Raises:
        The errors of `deals`.

    Example:
        >>> from overtrick_hands import hcp, north
        >>> hands = sample(1000, where=north.hcp >= 20, seed=7)
        >>> hands.shape, int(hcp.on_masks(hands[0]).min())
        ((4, 1000), 20)
    """
    sampler = _sampler(where, predeal, seed, max_tries, jobs)
    with _watching(count, progress) as watch:
        return sampler.take(count, watch=watch)


def probability(where: Condition | str, *, predeal: Predeal | str | None = None) -> Fraction:
    """Return the exact probability that a deal satisfies a condition.

    Args:
        where: what it has to be like.
        predeal: cards dealt before; lengths and small cards among them count as part of the
            condition.

    Raises:
        DealingError: a part of the condition cannot be counted; it is named.
        ConditionError: the condition's text cannot be understood.

    Example:
        >>> probability("north.hcp == 0") == Fraction(2310789600, 635013559600)
        True
        >>> probability("north.hcp == 38")
        Fraction(0, 1)
    """
    try:
        sampler = _sampler(where, predeal, 0, None, 1)
    except ImpossibleError:
        return Fraction(0)
    found = sampler.probability
    if found is None:
        parts = " and ".join(sampler.plan.uncounted)
        msg = f"this is tested, not counted: {parts}; sample deals to estimate how likely it is"
        raise DealingError(msg)
    return found


def _sampler(
    where: Condition | str | None,
    predeal: Predeal | str | None,
    seed: Seed | int | str | None,
    max_tries: int | None,
    jobs: int,
) -> Sampler:
    if not isinstance(seed, Seed):
        seed = Seed.of_system(DEFAULT) if seed is None else Seed.of(seed)
    if isinstance(predeal, str):
        predeal = Predeal.parse(*predeal.split())
    return Sampler(
        compile_condition(where) if isinstance(where, str) else where,
        NOTHING if predeal is None else predeal,
        seed=seed,
        max_tries=max_tries,
        jobs=jobs,
    )


@contextlib.contextmanager
def _watching(count: int | None, progress: bool | Watch) -> Iterator[Watch]:
    """Yield a progress callback for the number of deals; a bar, if requested."""
    if not isinstance(progress, bool):
        yield progress
    elif not progress:
        yield lambda found: None
    else:
        from rich.progress import Progress

        # It shows itself on terminals and in notebooks, nowhere else.
        with Progress(transient=True) as bar:
            task = bar.add_task("deals", total=count)
            yield lambda found: bar.update(task, completed=found)

"""The plan of a sampler, in words and numbers."""

from __future__ import annotations

from fractions import Fraction

import attrs


@attrs.frozen(kw_only=True)
class Plan:
    """The plan of a sampler.

    Attributes:
        sampled: the parts of the condition that every deal drawn satisfies.
        tested: the parts that the deals drawn are tried on.
        why: why it is done in this way, in a sentence.
        share: how likely a plain deal is to satisfy the parts that are sampled, or that could be;
            1 where there are none.
        uncounted: the parts that cannot be counted.
        count: the number of deals that satisfy the complete condition, `None` if not counted.
        total: how many deals there are, with the cards dealt before.
    """

    sampled: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    why: str
    share: Fraction
    uncounted: tuple[str, ...] = ()
    count: int | None
    total: int

    @property
    def way(self) -> str:
        """The method in a word or two: plain, sampled, tested, or sampled and tested."""
        if self.sampled:
            return "sampled and tested" if self.tested else "sampled"
        return "tested" if self.tested else "plain"

    @property
    def probability(self) -> Fraction | None:
        """The probability that a deal satisfies the condition, given the predealt cards."""
        return None if self.count is None else Fraction(self.count, self.total)

    def __str__(self) -> str:
        lines = [f"sampled: {text}" for text in self.sampled]
        lines += [f"tested: {text}" for text in self.tested]
        lines.append(self.why)
        return "\n".join(lines)

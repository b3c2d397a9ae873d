"""Requirements about cost: no input takes more steps than its length accounts for.

A step is a line of Python that is run or a built-in function that is called. It is the same on
every machine, and other programs do not count. What a single call costs in C (a regular expression
that backtracks, a text that is copied) is not in it.
"""

from __future__ import annotations

import contextlib
import gc
import io
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final

from overtrick import OvertrickError
from overtrick.plugin import FixerSpec, resolve
from overtrick_testing.formats.reading import ReadingRequirements
from overtrick_testing.fuzzing import STRAY_TOKENS
from overtrick_testing.requirements import requirement

GROWTH: Final = 4.6
"""Four times the work takes so many times the steps at most."""

FLOOR: Final = 60
"""Steps below which nothing is compared."""

COUNTS: Final = (4, 40, 160)
"""How often a piece is repeated: what all files cost is taken from the other two."""


def count_steps(work: Callable[[], object]) -> int:
    """Return how many lines of Python some work runs and how many built-in functions it calls.

    Example:
        >>> few, many = (count_steps(lambda n=n: [str(i) for i in range(n)]) for n in (10, 40))
        >>> few < many < 5 * few
        True
    """
    count = 0

    def lines(frame: FrameType, event: str, arg: object) -> Any:  # noqa: ANN401  # itself
        nonlocal count
        count += 1
        return lines

    def calls(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event == "c_call"

    trace, profile, collects = sys.gettrace(), sys.getprofile(), gc.isenabled()
    # When the collector runs depends on all that the process has made before, and what it calls
    # (hypothesis measures its time) would be counted.
    gc.disable()
    sys.settrace(lines)
    sys.setprofile(calls)
    try:
        work()
    finally:
        sys.setprofile(profile)
        sys.settrace(trace)
        if collects:
            gc.enable()
    return count


def growth(work: Callable[[int], object], counts: tuple[int, int, int] = COUNTS) -> float:
    """Return how many times the steps four times the work takes.

    Args:
        work: does so much of it, for a count.
        counts: three counts, of which the last is four times the second.
    """
    # Once before, for what is imported and kept at the first use.
    work(counts[2])
    none, small, large = (count_steps(lambda count=count: work(count)) for count in counts)  # type: ignore[misc]  # bound
    return (large - none) / max(small - none, FLOOR)


_LINES: Final = (2, 15, 60)
"""How often a line or a file is repeated."""

_SCALES: Final = (1, 4, 16)
"""Where the beginning is steep, so many times as much is tried: findings are reported a number of
times and no more, and binary records have a length, so that a beginning may be steeper."""


class CostRequirements(ReadingRequirements):
    """What a format owes to long and hostile files: part of `FormatSuite`."""

    @requirement(level=2, after=("test_only_format_errors_escape",))
    def test_cost_is_linear(self) -> None:
        """Four times as much of a file, a line or a stray token takes four times the steps."""
        sample = min(self.need_samples(), key=len)
        works: dict[str, Callable[[bytes], object]] = {
            "reading": self.harness.read,
            "checking": lambda data: self.harness.read(data, checking=True),
        }
        declared = self.spec.capability(FixerSpec)
        if declared is not None:
            works["fixing"] = lambda data: self._fix_anything(data, declared.fixer)
        for what, made, counts in self._constructs(sample):
            for doing, work in works.items():
                self._check_cost(f"{doing} {what}", lambda n, w=work, m=made: w(m(n)), counts)  # type: ignore[misc]  # bound

    def _check_cost(
        self, what: str, work: Callable[[int], object], counts: tuple[int, int, int]
    ) -> None:
        for more in _SCALES:
            none, small, large = (more * count for count in counts)
            found = growth(work, (none, small, large))
            if found < GROWTH:
                return
        msg = f"{what}: four times as much takes {found:.1f} times the steps"
        raise AssertionError(msg)

    def _constructs(
        self, sample: bytes
    ) -> Iterator[tuple[str, Callable[[int], bytes], tuple[int, int, int]]]:
        """Yield what is repeated: a name, the file with so many of them, and how many."""
        yield "its own samples", lambda count: sample * count, _LINES
        lines = sample.splitlines(keepends=True)
        # A line of each kind, by its first bytes; the first kinds are the header's.
        kinds = {line[:4]: at for at, line in reversed(list(enumerate(lines))) if line.strip()}
        for at in sorted(kinds.values())[: self.scaled(6)]:
            line, before, behind = lines[at], b"".join(lines[:at]), b"".join(lines[at + 1 :])
            yield (
                f"the line {line[:40]!r} again and again",
                lambda count, b=before, n=line, e=behind: b + n * count + e,  # type: ignore[misc]  # bound
                _LINES,
            )
            middle = len(before) + len(line) // 2
            tokens = STRAY_TOKENS[at % 3 :: 3]
            for token in tokens[: self.scaled(3)]:
                yield (
                    f"a run of {token!r} in the line {line[:40]!r}",
                    lambda count, m=middle, t=token: sample[:m] + t * count + sample[m:],  # type: ignore[misc]  # bound
                    COUNTS,
                )

    def _fix_anything(self, data: bytes, fixer: str) -> None:
        _, context = self.harness.start(io.BytesIO(data))
        with contextlib.suppress(OvertrickError):
            list(resolve(fixer)(io.BytesIO(data), io.BytesIO(), context))

"""Examples that are drawn once and tried on every mutant.

The kit draws its examples anew for each plugin. Here it is run over dozens of plugins that differ
in a line, and drawing takes several times as long as trying.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TypeVar

from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

T = TypeVar("T")

# What was drawn, by the strategy as text and the number of examples.
_KEPT: dict[tuple[str, int], list[object]] = {}


class KeptExamples:
    """Put before a suite of the kit: its properties see the same examples in every mutant.

    A sound plugin is tried with hypothesis itself, as a plugin's author does.
    """

    def for_all(
        self, check: Callable[[T], None], strategy: st.SearchStrategy[T], *, share: float = 1.0
    ) -> None:
        """Run a check on examples as `KitBase.for_all` does."""
        values = _examples(strategy, int(10 * share))

        # One example that is all of them: hypothesis prints each of its own, which takes long.
        @settings(phases=[Phase.explicit], deadline=None)
        @example(None)
        @given(st.none())
        def run(_: None) -> None:
            for value in values:
                with contextlib.suppress(UnsatisfiedAssumption):  # the check has no use for it
                    check(value)

        run()


def _examples(strategy: st.SearchStrategy[T], count: int) -> list[T]:
    key = repr(strategy), count
    if key not in _KEPT:
        found: list[T] = []

        @settings(
            max_examples=count,
            database=None,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def keep(value: T) -> None:
            found.append(value)

        keep()
        _KEPT[key] = found
    return _KEPT[key]

"""A kind of plugin of its own: ways to count a hand, for programs that ask for one by name."""

from collections.abc import Iterable

import attrs

from overtrick import Hand
from overtrick.plugin import Kind, default_manager, hookimpl, resolve


@attrs.frozen(kw_only=True)
class CountSpec:
    """A way to count a hand; `count` names a function of a `Hand`."""

    name: str
    summary: str
    count: str


COUNTS = Kind(name="counts", summary="Ways to count a hand", spec=CountSpec)


@hookimpl
def overtrick_kinds() -> Iterable[Kind[CountSpec]]:
    """Bring the kind; its hook is `overtrick_counts`, for this plugin and any other."""
    yield COUNTS


def count(hand: Hand, by: str) -> int:
    """Count a hand in one of the ways that are installed."""
    return int(resolve(default_manager().specs(COUNTS)[by].count)(hand))

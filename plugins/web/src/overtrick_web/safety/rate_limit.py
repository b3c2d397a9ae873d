"""Limit attempts at a secret: each wrong one makes the next slower."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from typing import Final

import attrs

_MOST_KNOWN: Final = 1_000


@attrs.define
class _Record:
    wrong: int
    until: float
    forgotten: float


class AttemptCounter:
    """A counter of failed attempts by client, with the delay before the next one.

    The first few cost nothing, for people mistype. Then each wrong one doubles the wait, up to
    `longest`; after `memory` seconds without one it is forgotten. All that come from somewhere
    are counted together as well, so that many addresses are no way around it.

    Attributes:
        free: how many wrong ones cost nothing.
        longest: the longest wait, in seconds.
        memory: after how many seconds they are forgotten.
        most: how many wrong ones there may be from everywhere in a minute.
    """

    def __init__(
        self,
        free: int = 4,
        longest: float = 60,
        memory: float = 900,
        most: int = 60,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.free = free
        self.longest = longest
        self.memory = memory
        self.most = most
        self._clock = clock
        self._known: dict[str, _Record] = {}
        self._lately: list[float] = []

    def wait(self, client: str) -> int:
        """Return the seconds until the next allowed attempt, 0 for none."""
        now = self._clock()
        self._lately = [when for when in self._lately if when > now - 60]
        waits = [0.0]
        if len(self._lately) >= self.most:
            waits.append(self._lately[-self.most] + 60 - now)
        record = self._known.get(_place(client))
        if record is not None and now < record.forgotten:
            waits.append(record.until - now)
        longest = max(waits)
        return 0 if longest <= 0 else int(longest) + 1

    def wrong(self, client: str) -> None:
        """Record a failed attempt."""
        now = self._clock()
        self._lately.append(now)
        place = _place(client)
        before = self._known.pop(place, None)
        count = 1 if before is None or now >= before.forgotten else before.wrong + 1
        over = count - self.free
        wait = 0.0 if over <= 0 else min(self.longest, 2.0 ** min(over, 10))
        self._known[place] = _Record(count, now + wait, now + self.memory)
        while len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def right(self, client: str) -> None:
        """Forget the failed attempts of an admitted client."""
        self._known.pop(_place(client), None)


def _place(client: str) -> str:
    """Return the key of a client: its address, or the /64 network of an IPv6 address."""
    try:
        address = ipaddress.ip_address(client)
    except ValueError:
        return client
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)

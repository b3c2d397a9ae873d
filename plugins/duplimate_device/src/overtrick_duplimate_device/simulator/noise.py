"""Troubles on the line: garbage, and messages that come late, twice or out of order."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick_duplimate_device.simulator.troubles import Trouble, TroublePlan

DELAY: Final = 0.3
"""Seconds by which a late message is late."""


@attrs.define
class NoisyLine:
    """Passes messages on, less perfectly than they came.

    Attributes:
        plan: which troubles befall them.
    """

    plan: TroublePlan
    _late: list[tuple[float, bytes]] = attrs.field(factory=list, init=False, repr=False)

    def send(self, frames: list[bytes], now: float) -> bytes:
        """Return the bytes that go out now.

        Args:
            frames: the messages to send.
            now: a clock in seconds.
        """
        out: list[bytes] = [data for due, data in self._late if due <= now]
        self._late = [(due, data) for due, data in self._late if due > now]
        for data in frames:
            trouble = self.plan.at_message()
            if trouble is Trouble.GARBAGE:
                out += [self.plan.noise(), data]
            elif trouble is Trouble.TWICE:
                out += [data, data]
            elif trouble is Trouble.LATE:
                self._late.append((now + DELAY, data))
            elif trouble is Trouble.OUT_OF_ORDER:
                out.insert(max(0, len(out) - 1), data)
            else:
                out.append(data)
        return b"".join(out)

    @property
    def next_due(self) -> float | None:
        """When the next late message is due, or `None`."""
        return min((due for due, _ in self._late), default=None)

    def clear(self) -> None:
        """Forget what was on its way."""
        self._late.clear()

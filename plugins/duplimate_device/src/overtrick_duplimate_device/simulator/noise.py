"""Faults of the line: garbage, and messages late, doubled or out of order."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick_duplimate_device.simulator.troubles import SimulatedFault, TroublePlan

DELAY: Final = 0.3
"""Seconds by which a late message is late."""


@attrs.define
class NoisyLine:
    """A line that distorts messages.

    Attributes:
        plan: which troubles befall them.
    """

    plan: TroublePlan
    _late: list[tuple[float, bytes]] = attrs.field(factory=list, init=False, repr=False)

    def send(self, frames: list[bytes], now: float) -> bytes:
        """Return the bytes to send now.

        Args:
            frames: the messages to send.
            now: a clock in seconds.
        """
        out: list[bytes] = [data for due, data in self._late if due <= now]
        self._late = [(due, data) for due, data in self._late if due > now]
        for data in frames:
            trouble = self.plan.at_message()
            if trouble is SimulatedFault.GARBAGE:
                out += [self.plan.noise(), data]
            elif trouble is SimulatedFault.TWICE:
                out += [data, data]
            elif trouble is SimulatedFault.LATE:
                self._late.append((now + DELAY, data))
            elif trouble is SimulatedFault.OUT_OF_ORDER:
                out.insert(max(0, len(out) - 1), data)
            else:
                out.append(data)
        return b"".join(out)

    @property
    def next_due(self) -> float | None:
        """The time of the next late message, or `None`."""
        return min((due for due, _ in self._late), default=None)

    def clear(self) -> None:
        """Drop the messages in transit."""
        self._late.clear()

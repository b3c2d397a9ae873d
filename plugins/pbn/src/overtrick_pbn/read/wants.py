"""What the caller of a reader will look at, in groups that are read or passed over together."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick import Field


@attrs.frozen
class Wants:
    """Which parts of a board the caller will look at; `sections`: any body of a tag among them."""

    auction: bool = True
    play: bool = True
    grids: bool = True
    info: bool = True
    outcome: bool = True
    result: bool = True
    extras: bool = True
    # A board that was read in part must not be written back as if it had nothing else.
    source: bool = True
    sections: bool = attrs.field(init=False)

    @sections.default
    def _has_sections(self) -> bool:
        return self.auction or self.play or self.grids or self.extras

    @classmethod
    def of(cls, fields: frozenset[Field] | None) -> Wants:
        """Return the parts that some fields belong to; all for `None`."""
        if fields is None:
            return ALL
        groups = {field.value.split(".")[0] for field in fields}
        if "extras" in groups:
            # Whether a tag or a table is an extra can only be told once it was read as a part.
            return cls(source=False)
        return cls(
            auction="auction" in groups,
            play="play" in groups,
            result="result" in groups,
            grids="grids" in groups,
            info="info" in groups,
            outcome=bool(groups & {"contract", "result", "score", "scoring"}),
            extras=False,
            source=False,
        )

    def with_play(self) -> Wants:
        """Return the same with the play, from which it can be told whether a result is partial."""
        return attrs.evolve(self, play=True)


ALL: Final = Wants()
"""What is wanted where nobody says."""

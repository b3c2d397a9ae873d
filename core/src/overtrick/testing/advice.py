"""What to change where an obligation fails, and which part of the plugin it is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs


@attrs.frozen
class Advice:
    """What a failed obligation asks of the plugin's author.

    Attributes:
        mend: what to change, in a sentence or two.
        roles: the fields of the specification whose functions are likely at fault, the likeliest
            first.
    """

    mend: str
    roles: tuple[str, ...] = ()


ADVICE: Final[Mapping[str, Advice]] = {}

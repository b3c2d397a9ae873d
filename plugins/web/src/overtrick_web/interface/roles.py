"""For whom a page is: who may see cards, and who only deals."""

from __future__ import annotations

import enum


class Role(enum.StrEnum):
    """What a person who opens the page may do.

    `DIRECTOR`: everything. `DEALER`: deal boards, and see no card.
    """

    DIRECTOR = "director"
    DEALER = "dealer"

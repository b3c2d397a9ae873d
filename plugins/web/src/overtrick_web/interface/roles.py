"""The roles of users: the director, who may see cards, and the dealer, who only deals."""

from __future__ import annotations

import enum


class Role(enum.StrEnum):
    """The role of a user.

    `DIRECTOR`: everything. `DEALER`: deal boards, and see no card.
    """

    DIRECTOR = "director"
    DEALER = "dealer"

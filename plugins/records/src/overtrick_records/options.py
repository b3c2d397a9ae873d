"""The options of a sheet."""

from __future__ import annotations

from typing import Final

import attrs

from overtrick import ModelError, Seat
from overtrick.plugin import option

LAYOUTS: Final = ("auto", "club", "acbl", "large", "teaching", "travellers")
"""The layouts; `auto` lets the file choose."""

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The papers by name, with width and height in millimetres."""

LINKS: Final = ("bbo", "bsol")
"""The viewers that a code may lead to: those of overtrick-lin."""

MAX_PER_PAGE: Final = 60
"""The maximum number of boards on a page."""


def _to_seats(text: str | None) -> str | None:
    """Return the letters of seats in order, `none` for no seat."""
    if text is None or text.strip().lower() == "none":
        return text and "none"
    letters = [word.strip() for word in text.split(",")] if "," in text else list(text.strip())
    try:
        seats = {Seat.parse(letter) for letter in letters}
    except ModelError as error:
        raise ValueError(str(error)) from None
    if not seats:
        msg = "no seat: name some, such as e,w, or none to hide no hand"
        raise ValueError(msg)
    return ",".join(seat.symbol for seat in sorted(seats))


@attrs.frozen(kw_only=True)
class SheetOptions:
    """The style and the content of a sheet.

    What is `None` or 0 is as the file has it (BridgeComposer's settings), else as the layout has
    it.

    Attributes:
        layout: `club`, `acbl`, `large`, `teaching`, `travellers`, or `auto`.
        paper: `a4` or `letter`.
        title: the text at the head of the sheet; may be empty.
        colours: 2 or 4 for the suits.
        hide: seats whose hands are not shown, such as `E,W`; `none` shows those as well that the
            file hides.
        per_page: the number of boards on a page.
        tables: whether makeable contracts and par are shown.
        settings: whether BridgeComposer's settings in the file count.
        link: where a code beside each board leads: `bbo` or `bsol`; on the layouts `large` and
            `teaching` alone.

    Raises:
        ValueError: a value that is none of these.

    Example:
        >>> SheetOptions(hide="we").hide
        'E,W'
    """

    layout: str = attrs.field(
        default="auto",
        validator=attrs.validators.in_(LAYOUTS),
        metadata={"help": "the layout", "choices": LAYOUTS},
    )
    paper: str | None = attrs.field(
        default=None,
        validator=attrs.validators.optional(attrs.validators.in_(tuple(PAPERS))),
        metadata={"help": "the paper", "choices": tuple(PAPERS)},
    )
    title: str | None = option(None, help="the title of the sheet")
    colours: int | None = attrs.field(
        default=None,
        converter=attrs.converters.optional(int),
        validator=attrs.validators.optional(attrs.validators.in_((2, 4))),
        metadata={"help": "how many colours the suits have", "choices": ("2", "4")},
    )
    hide: str | None = attrs.field(
        default=None,
        converter=_to_seats,
        metadata={"help": "seats whose hands are not shown, such as e,w; none shows all"},
    )
    per_page: int = attrs.field(
        default=0,
        converter=int,
        validator=[attrs.validators.ge(0), attrs.validators.le(MAX_PER_PAGE)],
        metadata={"help": "how many boards stand on a page"},
    )
    tables: bool = option(True, help="show makeable contracts and par")
    settings: bool = option(True, help="follow BridgeComposer's settings in the file")

    link: str | None = attrs.field(
        default=None,
        validator=attrs.validators.optional(attrs.validators.in_(LINKS)),
        metadata={"help": "a code that leads to the board", "choices": LINKS},
    )

    @property
    def hidden(self) -> frozenset[Seat] | None:
        """The hidden seats; `None` if the file decides."""
        if self.hide is None:
            return None
        return (
            frozenset() if self.hide == "none" else frozenset(map(Seat.parse, self.hide.split(",")))
        )

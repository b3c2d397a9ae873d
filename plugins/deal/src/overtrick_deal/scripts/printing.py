"""Print the actions of a script, in the format of `dealer`.

Source: the output of `dealer` 20211121, and its manual, Actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from overtrick import Seat, Vulnerability
from overtrick.plugin import holding_text
from overtrick_deal.statistics.tables import Frequencies, JointFrequencies

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CELL: Final = 20
_PER_ROW: Final = 4
_SEATS: Final = ("North", "East", "South", "West")


def suits_of(mask: int) -> tuple[str, str, str, str]:
    """Return the four suits of a hand, spades first.

    Example:
        >>> suits_of(0b1100000000000)
        ('', '', '', 'AK')
    """
    texts = [holding_text(mask) for mask in range(8192)]
    return (
        texts[mask >> 39],
        texts[mask >> 26 & 8191],
        texts[mask >> 13 & 8191],
        texts[mask & 8191],
    )


def hand_text(mask: int) -> str:
    """Return a hand on a line, as `T98.AK.532.QJT42`."""
    return ".".join(suits_of(mask))


def _side_by_side(hands: Sequence[int]) -> str:
    """Return hands side by side, a suit on each line."""
    lines = []
    columns = [suits_of(mask) for mask in hands]
    for suit in range(4):
        cells = ["".join(f"{rank} " for rank in column[suit] or "-") for column in columns]
        padded = [cell.ljust(_CELL) for cell in cells[:-1]]
        lines.append("".join([*padded, *cells[-1:]]) + "\n")
    return "".join(lines)


def all_hands(number: int, masks: Sequence[int]) -> str:
    """Return the output of `printall`: a number, and the four hands side by side."""
    return f"{number:4}.\n{_side_by_side(masks)}\n"


def east_and_west(masks: Sequence[int]) -> str:
    """Return the output of `printew`: West's hand, with East's on its right."""
    return f"{_side_by_side([masks[3], masks[1]])}\n"


def compact(masks: Sequence[int], value: int | None = None) -> str:
    """Return the output of `printcompact`: a line for each hand, and the value on its own line."""
    lines = "".join(f"{seat} {hand_text(mask)}\n" for seat, mask in zip("nesw", masks, strict=True))
    return lines if value is None else f"{lines}{value}\n"


def one_line(masks: Sequence[int], value: int | None = None) -> str:
    """Return the output of `printoneline`: all hands on a line, followed by the value."""
    hands = "".join(f"{seat} {hand_text(mask)} " for seat, mask in zip("nesw", masks, strict=True))
    return f"{hands}\n" if value is None else f"{hands}{value}\n"


def pbn(
    number: int,
    masks: Sequence[int],
    *,
    dealer: int | None,
    vulnerability: int | None,
    event: str,
) -> str:
    """Return the output of `printpbn`: a game with only its deal.

    Args:
        number: the board's number.
        masks: the four hands.
        dealer: 0 to 3; by the board's number where it is not given.
        vulnerability: 0 to 3; by the board's number where it is not given.
        event: what made it.
    """
    who = Seat.dealer_of(number) if dealer is None else Seat(dealer)
    which = (
        Vulnerability.of_board(number) if vulnerability is None else Vulnerability(vulnerability)
    )
    hands = " ".join(map(hand_text, masks))
    tags = {
        "Event": event,
        "Site": "-",
        "Date": "????.??.??",
        "Board": str(number),
        **dict.fromkeys(("West", "North", "East", "South"), "-"),
        "Dealer": who.symbol,
        "Vulnerable": which.label,
        "Deal": f"N:{hands}",
        **dict.fromkeys(("Declarer", "Contract", "Result"), "?"),
    }
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"


def pages(hands: NDArray[np.int64], seats: Sequence[int]) -> str:
    """Return the output of `print`: a page for each seat, with all its hands, four in a row."""
    found = []
    for seat in seats:
        found.append(f"\n\n{_SEATS[seat]} hands:\n\n\n\n")
        masks = hands[seat].tolist()
        for start in range(0, len(masks), _PER_ROW):
            row = masks[start : start + _PER_ROW]
            numbers = "".join(f"{start + place + 1:4}.".ljust(_CELL) for place in range(len(row)))
            found.append(f"{numbers}\n{_side_by_side(row)}\n")
        found.append("\f")
    return "".join(found)


def average(label: str, mean: float | None) -> str:
    """Return the output of `average`, with at most six digits."""
    before = f"{label}: " if label else ""
    return f"{before}{'-nan' if mean is None else format(mean, 'g')}\n"


def frequency(label: str, table: Frequencies) -> str:
    """Return the output of `frequency` for one expression."""
    lines = [f"Frequency {label}:\n"]
    names = table.rows.names
    for place, (name, count) in enumerate(zip(names, table.counts.tolist(), strict=True)):
        if place in {0, len(names) - 1}:
            if count:
                lines.append(f"{name}\t{count:8}\n")
        else:
            lines.append(f"{name:>5}\t{count:8}\n")
    return "".join(lines)


def joint_frequency(label: str, table: JointFrequencies) -> str:
    """Return the output of `frequency` for two expressions."""

    def line(name: str, cells: Sequence[object]) -> str:
        return f"{name:>4}" + "".join(f" {cell!s:>6}" for cell in cells) + "\n"

    counts = table.counts
    lines = [f"Frequency {label}:\n", line("", [*table.columns.names, "Sum"])]
    for name, row in zip(table.rows.names, counts.tolist(), strict=True):
        lines.append(line(f"{name:<4}" if name in {"Low", "High"} else name, [*row, sum(row)]))
    sums = counts.sum(axis=0).tolist()
    lines.append(line("Sum ", [*sums, sum(sums)]))
    return "".join([*lines, "\n"])

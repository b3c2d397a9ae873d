"""The form of a game's tags: which stand twice, which are not written as the standard has it.

Source: PBN 2.1 §3.3 (Tag pair), §3.4 (a tag pair that already occurred is ignored).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from overtrick_pbn.read.findings import SayAt
    from overtrick_pbn.text.cut import Cut

MAX_FAULTS: Final = 100
"""How many broken tags of one game are reported."""


def first_ones(cut: Cut) -> tuple[dict[str, str], frozenset[int]]:
    """Return the first value of each tag, and the positions of those that repeat."""
    fields: dict[str, str] = {}
    repeated: set[int] = set()
    for position, name in enumerate(cut.names):
        if name == "Note" or not name:
            fields.setdefault(name, "")
        elif name in fields:
            repeated.add(position)
        else:
            fields[name] = cut.values[position]
    return fields, frozenset(repeated)


def report_forms(cut: Cut, repeated: frozenset[int], report: SayAt) -> None:
    """Report tags that stand twice or are not written as the standard has it."""
    for position in sorted(repeated):
        report("PBN303", cut.start(position), name=cut.names[position])
    if cut.is_canonical:
        return
    shown = 0
    for position, name in enumerate(cut.names):
        value = cut.values[position]
        fault = cut.faults.get(position)
        if fault is not None:
            shown += 1
            if shown <= MAX_FAULTS:
                report(fault, cut.start(position), name=name, text=value[:40])
        elif not name[0].isupper():
            report("PBN312", cut.start(position), name=name)
        if not value.isprintable() and any(character < " " for character in value):
            report("PBN313", cut.start(position), name=name)

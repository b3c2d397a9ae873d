"""Findings of a part of a file: those that may be shown of the file, and counts of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from overtrick.findings.diagnostics import Diagnostic, Severity, in_order
from overtrick.findings.selection import Selection

Left = dict[tuple[str, Severity], tuple[int, int]]
"""How many findings of a code and severity are left out, and how many of them can be mended."""


class Wanted(NamedTuple):
    """Which findings of a file are wanted.

    Attributes:
        selection: of which codes.
        most: how many of one code, `None` for all.
    """

    selection: Selection
    most: int | None

    def of(self, findings: Iterable[Diagnostic]) -> tuple[list[Diagnostic], Left]:
        """Return those findings of a part that may be shown of the file, and counts of the others.

        Of each code as many are kept as of a file, and the first of each severity.
        """
        found = [item for item in findings if self.selection.takes(item.code)]
        kept: set[int] = set()
        kept_of: Counter[str] = Counter()
        known: set[tuple[str, Severity]] = set()
        left: Left = {}
        for item in in_order(found):
            key = (item.code, item.severity)
            if self.most is None or kept_of[item.code] < self.most or key not in known:
                kept.add(id(item))
                kept_of[item.code] += 1
            else:
                count, mendable = left.get(key, (0, 0))
                left[key] = count + 1, mendable + is_mendable(item, self.selection)
            known.add(key)
        return [item for item in found if id(item) in kept], left


def is_mendable(finding: Diagnostic, selection: Selection) -> bool:
    """Return whether `--fix` would mend a finding; of codes selected it makes edits alone."""
    fix = finding.fix
    return fix is not None and (bool(fix.edits) or selection.is_everything)

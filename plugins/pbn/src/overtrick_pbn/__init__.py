"""Portable Bridge Notation 2.1 for overtrick.

This module only declares the format; nothing of it is imported before a PBN file is read or
written. The two layers that other programs may use are `overtrick_pbn.text.syntax` (one game as a
lossless sequence of tags, sections, comments and escape lines) and `overtrick_pbn.reader`.

Source: PBN 2.1 (`Portable Bridge Notation`, version 2.1, 2007.05.17).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from overtrick.findings.losses import ALL_FIELDS, Field
from overtrick.framework.spec import ApiVersion, FormatSpec, RuleSpec, hookimpl

__all__ = ["overtrick_formats", "overtrick_rules"]

# Tags that say how well a side can do. The first is of the standard (§4.2.7); the others are what
# dealing programs write beside it.
_PAR: Final = ("OptimumScore", "Minimax", "ParContract", "ParScore")
_TRICKS: Final = ("Ability", "DoubleDummyTricks")
_DERIVED: Final = {
    **dict.fromkeys(_PAR, (Field.DEAL, Field.VULNERABILITY)),
    **dict.fromkeys(_TRICKS, (Field.DEAL,)),
}


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterable[FormatSpec]:
    """Declare the format `pbn`."""
    yield FormatSpec(
        name="pbn",
        summary="Portable Bridge Notation 2.1",
        suffixes=(".pbn",),
        magic=(b"% PBN", b"\xef\xbb\xbf% PBN"),
        reader="overtrick_pbn.reader:read",
        writer="overtrick_pbn.writer:write",
        sniffer="overtrick_pbn.sniffer:sniff",
        carries=ALL_FIELDS,
        spec_url="https://www.tistis.nl/pbn/",
        diagnostics="overtrick_pbn.diagnostics:CODES",
        locator="overtrick_pbn.read.locator:locate",
        fixer="overtrick_pbn.check.fixer:fix",
        write_options="overtrick_pbn.options:WriteOptions",
        tables={"nag": "overtrick_pbn.standard.glyphs:nag_table"},
        derived=_DERIVED,
        layout=("bom", "encoding", "export", "newline", "preamble", "version"),
    )


@hookimpl
def overtrick_rules(api: ApiVersion) -> Iterable[RuleSpec]:
    """Declare the rule of the optimum score, which holds for boards from wherever."""
    yield RuleSpec(
        name="optimum_score",
        summary="The optimum score is that of the double-dummy results",
        board="overtrick_pbn.check.optimum:optimum_score",
        diagnostics="overtrick_pbn.check.optimum:CODES",
        samples="overtrick_pbn.check.optimum:samples",
    )

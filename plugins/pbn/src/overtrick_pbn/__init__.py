"""Portable Bridge Notation 2.1 for overtrick.

This module only declares the format; nothing of it is imported before a PBN file is read or
written. What other programs may use stands in `__all__`: `parse` (the tree of a text by the grammar
of the standard), and what programs other than ours write into PBN: par, flags of boards, and the
directives of BridgeComposer.

Source: PBN 2.1 (`Portable Bridge Notation`, version 2.1, 2007.05.17).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from overtrick import Field
from overtrick.plugin import (
    ALL_FIELDS,
    ApiVersion,
    ExtrasSpec,
    FixerSpec,
    FormatSpec,
    LocatorSpec,
    RuleSpec,
    SplitterSpec,
    TablesSpec,
    hookimpl,
    lazy_names,
)

if TYPE_CHECKING:
    from lark import Token, Tree

    from overtrick_pbn.programs.escapes import (
        FORMS,
        BoardsPerPage,
        Colour,
        Directive,
        Directives,
        Font,
        Footer,
        Margins,
        Paper,
        Title,
        Words,
        directives,
    )
    from overtrick_pbn.programs.flags import BoardFlags, board_flags
    from overtrick_pbn.programs.par import (
        Minimax,
        StatedContract,
        StatedPar,
        minimax,
        optimum_score,
        par_contract,
    )
    from overtrick_pbn.programs.points import hand_points
    from overtrick_pbn.programs.tricks import ability, double_dummy_tricks

__all__ = [
    "FORMS",
    "BoardFlags",
    "BoardsPerPage",
    "Colour",
    "Directive",
    "Directives",
    "Font",
    "Footer",
    "Margins",
    "Minimax",
    "Paper",
    "StatedContract",
    "StatedPar",
    "Title",
    "Words",
    "ability",
    "board_flags",
    "directives",
    "double_dummy_tricks",
    "hand_points",
    "minimax",
    "optimum_score",
    "overtrick_formats",
    "overtrick_rules",
    "par_contract",
    "parse",
]

__getattr__, __dir__ = lazy_names(
    globals(),
    {
        "programs.escapes": """
            FORMS BoardsPerPage Colour Directive Directives Font Footer Margins
            Paper Title Words directives
        """,
        "programs.flags": "BoardFlags board_flags",
        "programs.par": "Minimax StatedContract StatedPar minimax optimum_score par_contract",
        "programs.points": "hand_points",
        "programs.tricks": "ability double_dummy_tricks",
    },
)

# Tags that follow from the deal, and from who is vulnerable: how well a side can do, and what the
# board was worth at the table. Those that the standard does not know are in `programs`.
_POINTS: Final = (
    *("OptimumScore", "Minimax", "ParContract", "ParScore"),
    *("ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "ScoreRubberHistory"),
)
_CARDS: Final = ("Ability", "DDResults", "DoubleDummyTricks", "HCP", "Result")
_DERIVED: Final = {
    **dict.fromkeys(_POINTS, (Field.DEAL, Field.VULNERABILITY)),
    **dict.fromkeys(_CARDS, (Field.DEAL,)),
}
_TURNING: Final = "overtrick_pbn.programs.turning"
_ROTATED: Final = {
    "Ability": f"{_TURNING}:ability",
    "DoubleDummyTricks": f"{_TURNING}:double_dummy_tricks",
    "HCP": f"{_TURNING}:hand_points",
    "Hidden": f"{_TURNING}:seats",
    "Student": f"{_TURNING}:seats",
    "escapes": f"{_TURNING}:escape_lines",
}


@hookimpl
def overtrick_formats(api: ApiVersion) -> Iterable[FormatSpec]:
    """Declare the format `pbn`."""
    yield FormatSpec(
        name="pbn",
        summary="Portable Bridge Notation 2.1",
        suffixes=(".pbn",),
        magic=(b"% PBN", b"\xef\xbb\xbf% PBN", b'[Event "'),
        reader="overtrick_pbn.reader:read",
        writer="overtrick_pbn.writer:write",
        sniffer="overtrick_pbn.sniffer:sniff",
        carries=ALL_FIELDS,
        spec_url="https://www.tistis.nl/pbn/",
        diagnostics="overtrick_pbn.diagnostics:CODES",
        read_options="overtrick_pbn.options:ReadOptions",
        capabilities=(
            ExtrasSpec(
                # LIN's data of a match stand in escape lines, which its reader makes of it.
                foreign=(
                    *("lin:vg", "lin:rs", "lin:pn", "lin:pw", "lin:mp", "lin:bn"),
                    *("lin:match", "lin:listed"),
                ),
                layout=(
                    *("bom", "encoding", "export", "newline", "preamble", "version"),
                    "OptimumResultTable.from",
                ),
                derived=_DERIVED,
                rotated=_ROTATED,
                labels={
                    "auction.notes": "notes on the auction that no call refers to",
                    "boardless": "text without a board",
                    "comments": "comments between the tags",
                    "embedded": "the document around the boards",
                    "escapes": "lines of other programs (%)",
                    "notes": "notes outside auction and play",
                    "play.notes": "notes on the play that no card refers to",
                    "repeated": "tags and sections that stand twice",
                    "stray": "text that is not PBN",
                },
            ),
            FixerSpec("overtrick_pbn.check.fixer:fix"),
            LocatorSpec("overtrick_pbn.read.locator:locate"),
            SplitterSpec("overtrick_pbn.read.parts:split"),
            TablesSpec({"nag": "overtrick_pbn.standard.glyphs:nag_table"}),
        ),
        write_options="overtrick_pbn.options:WriteOptions",
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


def parse(text: str, start: str = "game", *, observed: bool = False) -> Tree[Token]:
    r"""Return the parse tree of a text by the grammar of the import format, `pbn.lark`.

    Args:
        text: the text, decoded, with line ends of any kind.
        start: what the text is: `game`, `pbn` (a file), `calls`, `cards` or `elements` (what
            follows the tag of an auction, a play, a supplemental section), or the inside of a tag
            value such as `deal`, `contract` or `columns`; the grammar's head names them all.
        observed: whether to take what real programs write besides (`observed.lark`); not with
            `pbn` and tag values. Of `calls`, `cards` and `elements` any text is taken, as the
            reader takes it: what has no place is a token `JUNK`.

    Returns:
        The tree: nodes by the grammar's rules in the order of the text, each token with its line,
        column (1-based, code points) and index. White space is left out, escape lines too but of
        observed sections.

    Raises:
        lark.exceptions.UnexpectedInput: the text is none by the grammar; `line`, `column` and
            `pos_in_stream` say where.
        ValueError: there is no such start symbol.

    Example:
        >>> tree = parse('[Board "1"]\n[Auction "N"]\n1C =1= Pass *\n[Note "1:strong"]')
        >>> [str(part.data) for part in tree.children]
        ['tag', 'auction']
        >>> [[str(token) for token in call.children] for call in tree.find_data("call")]
        [['1C', '=1='], ['Pass']]

    Source: PBN 2.1 §2 to §6.
    """
    # Lark is imported only where a tree is wanted.
    from overtrick_pbn.text.grammar import parse as parse_text

    return parse_text(text, start, observed=observed)

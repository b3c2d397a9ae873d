"""The options for reading and writing LIN files."""

from __future__ import annotations

import attrs

from overtrick.plugin import option


@attrs.frozen(kw_only=True)
class ReadOptions:
    """The options for reading a LIN file."""

    results: str = option(
        default="kept",
        choices=("kept", "boards"),
        help="what a match's list of results says of boards whose cards the file does not have: "
        "kept with the match, or boards of their own",
    )


@attrs.frozen(kw_only=True)
class WriteOptions:
    """The options for writing a LIN file."""

    encoding: str = option(
        default="UTF-8",
        choices=("UTF-8", "CP1252"),
        help="how names and explanations that are not plain ASCII are encoded; no description of "
        "the format says, and both are found",
    )
    order: str = option(
        default="given",
        choices=("given", "rooms"),
        help="the order of a match's boards: as they are given, or each board in the open room and "
        "then in the closed one",
    )
    names: str = option(
        default="match",
        choices=("match", "board"),
        help="where the players of a match stand: once in front of its boards, eight names, or at "
        "each board the four of its table",
    )

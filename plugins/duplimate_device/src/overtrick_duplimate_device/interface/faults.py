"""The faults of a dealing machine, with the operator's remedies.

Source: the faults that public documents of several machines name (Dealer4 manuals, DupSoft
help, Dealer2024 firmware); the codes and the words are overtrick's own.
"""

from __future__ import annotations

import enum
from typing import Final

import attrs


class Recovery(enum.StrEnum):
    """The treatment of a board after its fault was fixed.

    `CONTINUE`: the cards that lie in the pockets are right; the machine takes the next one.
    `AFRESH`: the content of the pockets is uncertain; the board is emptied and dealt from the
    start.
    """

    CONTINUE = "continue"
    AFRESH = "afresh"


class FaultCode(enum.StrEnum):
    """The faults that a machine can report."""

    HOPPER_EMPTY = "hopper_empty"
    EXTRA_CARD = "extra_card"
    UNREADABLE_CARD = "unreadable_card"
    DUPLICATE_CARD = "duplicate_card"
    FOREIGN_CARD = "foreign_card"
    DOUBLE_FEED = "double_feed"
    JAM = "jam"
    POCKET_FULL = "pocket_full"
    BOARD_MISSING = "board_missing"
    BOARD_PULLED = "board_pulled"
    WRONG_BOARD = "wrong_board"
    MACHINE = "machine"


@attrs.frozen(kw_only=True)
class FaultHelp:
    """The operator's help text for a fault.

    Attributes:
        title: what happened, in a few words.
        advice: what to do, as one or two sentences.
        recovery: how the board goes on afterwards.
    """

    title: str
    advice: str
    recovery: Recovery


_AFRESH: Final = "Take the board out, empty it, gather all 52 cards, and put the board back."

FAULT_HELP: Final[dict[FaultCode, FaultHelp]] = {
    FaultCode.HOPPER_EMPTY: FaultHelp(
        title="The hopper is empty before the board is full",
        advice="Look for a card on the floor, in the feed and in the previous board, and put it "
        "into the hopper. If none is missing, deal the board afresh.",
        recovery=Recovery.CONTINUE,
    ),
    FaultCode.EXTRA_CARD: FaultHelp(
        title="There are more than 52 cards",
        advice="Take what is left out of the hopper and find the deck that it belongs to.",
        recovery=Recovery.CONTINUE,
    ),
    FaultCode.UNREADABLE_CARD: FaultHelp(
        title="A card cannot be read",
        advice="Take the card at the reader, wipe or turn it, and put it in front of the hopper.",
        recovery=Recovery.CONTINUE,
    ),
    FaultCode.DUPLICATE_CARD: FaultHelp(
        title="The same card was read twice",
        advice="A card was misread, or one of another deck is among these. " + _AFRESH,
        recovery=Recovery.AFRESH,
    ),
    FaultCode.FOREIGN_CARD: FaultHelp(
        title="A card is not one of the 52",
        advice="Take out the joker or the foreign card at the reader, and put the card that is "
        "missing in front of the hopper.",
        recovery=Recovery.CONTINUE,
    ),
    FaultCode.DOUBLE_FEED: FaultHelp(
        title="Two cards were fed at once",
        advice="Part the cards that stick together. " + _AFRESH,
        recovery=Recovery.AFRESH,
    ),
    FaultCode.JAM: FaultHelp(
        title="A card is jammed",
        advice="Open the machine and free the card. " + _AFRESH,
        recovery=Recovery.AFRESH,
    ),
    FaultCode.POCKET_FULL: FaultHelp(
        title="A pocket would get a fourteenth card",
        advice="A pocket was not empty, or two cards fell into it. " + _AFRESH,
        recovery=Recovery.AFRESH,
    ),
    FaultCode.BOARD_MISSING: FaultHelp(
        title="There is no board in the machine",
        advice="Put the empty board into the machine.",
        recovery=Recovery.AFRESH,
    ),
    FaultCode.BOARD_PULLED: FaultHelp(
        title="The board was pulled out while it was dealt",
        advice="Empty the board, gather all 52 cards, and put the board back.",
        recovery=Recovery.AFRESH,
    ),
    FaultCode.WRONG_BOARD: FaultHelp(
        title="This is not the board that is wanted",
        advice="Take the board out and put in the one that is named.",
        recovery=Recovery.AFRESH,
    ),
    FaultCode.MACHINE: FaultHelp(
        title="The machine reports a fault of its own",
        advice="Follow the machine's manual. " + _AFRESH,
        recovery=Recovery.AFRESH,
    ),
}
"""Every fault with its words."""

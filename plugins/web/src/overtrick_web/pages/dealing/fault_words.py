"""The texts of the page as plain text, and the messages of faults for the catalogues."""

from __future__ import annotations

from overtrick_duplimate_device import FaultCode
from overtrick_web.site.languages import Words


class PlainTexts:
    """Translations as plain text, not HTML: for scripts, and for templates that escape.

    Args:
        words: the reader's words.
    """

    def __init__(self, words: Words) -> None:
        self._words = words

    def gettext(self, text: str, /, **values: object) -> str:
        """Return a translated text with its placeholders filled."""
        return self._words.gettext(text, **values).unescape()

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """Return the translated text for a number."""
        return self._words.ngettext(one, many, count, **values).unescape()


def fault_words(code: FaultCode, texts: PlainTexts) -> tuple[str, str]:
    """Return the fault and its remedy: `FAULT_HELP` in the user's language.

    Args:
        code: the fault.
        texts: the translations for the user.
    """
    # Written out here: the catalogues take their texts from the sources of this package.
    words = {
        FaultCode.HOPPER_EMPTY: (
            texts.gettext("The hopper is empty before the board is full"),
            texts.gettext(
                "Look for a card on the floor, in the feed and in the previous board, and put it "
                "into the hopper. If none is missing, deal the board afresh."
            ),
        ),
        FaultCode.EXTRA_CARD: (
            texts.gettext("There are more than 52 cards"),
            texts.gettext(
                "Take what is left out of the hopper and find the deck that it belongs to."
            ),
        ),
        FaultCode.UNREADABLE_CARD: (
            texts.gettext("A card cannot be read"),
            texts.gettext(
                "Take the card at the reader, wipe or turn it, and put it in front of the hopper."
            ),
        ),
        FaultCode.DUPLICATE_CARD: (
            texts.gettext("The same card was read twice"),
            texts.gettext(
                "A card was misread, or one of another deck is among these. Take the board out, "
                "empty it, gather all 52 cards, and put the board back."
            ),
        ),
        FaultCode.FOREIGN_CARD: (
            texts.gettext("A card is not one of the 52"),
            texts.gettext(
                "Take out the joker or the foreign card at the reader, and put the card that is "
                "missing in front of the hopper."
            ),
        ),
        FaultCode.DOUBLE_FEED: (
            texts.gettext("Two cards were fed at once"),
            texts.gettext(
                "Part the cards that stick together. Take the board out, empty it, gather all 52 "
                "cards, and put the board back."
            ),
        ),
        FaultCode.JAM: (
            texts.gettext("A card is jammed"),
            texts.gettext(
                "Open the machine and free the card. Take the board out, empty it, gather all 52 "
                "cards, and put the board back."
            ),
        ),
        FaultCode.POCKET_FULL: (
            texts.gettext("A pocket would get a fourteenth card"),
            texts.gettext(
                "A pocket was not empty, or two cards fell into it. Take the board out, empty it, "
                "gather all 52 cards, and put the board back."
            ),
        ),
        FaultCode.BOARD_MISSING: (
            texts.gettext("There is no board in the machine"),
            texts.gettext("Put the empty board into the machine."),
        ),
        FaultCode.BOARD_PULLED: (
            texts.gettext("The board was pulled out while it was dealt"),
            texts.gettext("Empty the board, gather all 52 cards, and put the board back."),
        ),
        FaultCode.WRONG_BOARD: (
            texts.gettext("This is not the board that is wanted"),
            texts.gettext("Take the board out and put in the one that is named."),
        ),
        FaultCode.MACHINE: (
            texts.gettext("The machine reports a fault of its own"),
            texts.gettext(
                "Follow the machine's manual. Take the board out, empty it, gather all 52 cards, "
                "and put the board back."
            ),
        ),
    }
    return words[code]

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


def fault_words(code: FaultCode, say: PlainTexts) -> tuple[str, str]:
    """Return the fault and its remedy: `FAULT_HELP` in the user's language.

    Args:
        code: the fault.
        say: the translations for the user.
    """
    # Here once more, each text whole: catalogues are made of the texts in the package.
    words = {
        FaultCode.HOPPER_EMPTY: (
            say.gettext("The hopper is empty before the board is full"),
            say.gettext(
                "Look for a card on the floor, in the feed and in the previous board, and put it "
                "into the hopper. If none is missing, deal the board afresh."
            ),
        ),
        FaultCode.EXTRA_CARD: (
            say.gettext("There are more than 52 cards"),
            say.gettext(
                "Take what is left out of the hopper and find the deck that it belongs to."
            ),
        ),
        FaultCode.UNREADABLE_CARD: (
            say.gettext("A card cannot be read"),
            say.gettext(
                "Take the card at the reader, wipe or turn it, and put it in front of the hopper."
            ),
        ),
        FaultCode.DUPLICATE_CARD: (
            say.gettext("The same card was read twice"),
            say.gettext(
                "A card was misread, or one of another deck is among these. Take the board out, "
                "empty it, gather all 52 cards, and put the board back."
            ),
        ),
        FaultCode.FOREIGN_CARD: (
            say.gettext("A card is not one of the 52"),
            say.gettext(
                "Take out the joker or the foreign card at the reader, and put the card that is "
                "missing in front of the hopper."
            ),
        ),
        FaultCode.DOUBLE_FEED: (
            say.gettext("Two cards were fed at once"),
            say.gettext(
                "Part the cards that stick together. Take the board out, empty it, gather all 52 "
                "cards, and put the board back."
            ),
        ),
        FaultCode.JAM: (
            say.gettext("A card is jammed"),
            say.gettext(
                "Open the machine and free the card. Take the board out, empty it, gather all 52 "
                "cards, and put the board back."
            ),
        ),
        FaultCode.POCKET_FULL: (
            say.gettext("A pocket would get a fourteenth card"),
            say.gettext(
                "A pocket was not empty, or two cards fell into it. Take the board out, empty it, "
                "gather all 52 cards, and put the board back."
            ),
        ),
        FaultCode.BOARD_MISSING: (
            say.gettext("There is no board in the machine"),
            say.gettext("Put the empty board into the machine."),
        ),
        FaultCode.BOARD_PULLED: (
            say.gettext("The board was pulled out while it was dealt"),
            say.gettext("Empty the board, gather all 52 cards, and put the board back."),
        ),
        FaultCode.WRONG_BOARD: (
            say.gettext("This is not the board that is wanted"),
            say.gettext("Take the board out and put in the one that is named."),
        ),
        FaultCode.MACHINE: (
            say.gettext("The machine reports a fault of its own"),
            say.gettext(
                "Follow the machine's manual. Take the board out, empty it, gather all 52 cards, "
                "and put the board back."
            ),
        ),
    }
    return words[code]

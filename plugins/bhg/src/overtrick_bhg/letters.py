"""The letters of the cards: A to Z for spade ace to heart deuce, a to z for the minors."""

from __future__ import annotations

from typing import Final

from overtrick import Hand

LETTERS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

LENGTH: Final = 52


def parse_letters(letters: bytes) -> Hand:
    """Return the hand of thirteen different letters.

    Example:
        >>> parse_letters(b"ABCDEFGHIJKLM").text
        'AKQJT98765432...'
    """
    return Hand(sum(1 << 51 - LETTERS.index(letter) for letter in letters))


def format_letters(hand: Hand) -> bytes:
    """Return a hand as letters, from the spade ace down.

    Example:
        >>> format_letters(Hand.parse("AKQJT98765432..."))
        b'ABCDEFGHIJKLM'
    """
    return bytes(LETTERS[51 - card.index] for card in hand)

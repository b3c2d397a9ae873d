"""Lays out tokens and comments in lines of at most 253 characters.

Source: PBN 2.1 §2.3 (Line specification), §3.5, §3.6, §3.8 (Commentary).
"""

from __future__ import annotations

from typing import Final

from overtrick import Field
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import WIDTH, clean_comment, comment_lines, written_comment

EOL: Final = "\r\n"
"""The line end of export format (§2.3)."""

ENCOURAGED: Final = 79
"""Lines of more characters are strongly discouraged (§2.3)."""

_REWRAPPED = "comment lines over 255 characters are divided, and control characters left out"


class Lines:
    """The lines of a section, under construction.

    Example:
        >>> lines = Lines()
        >>> for word in ("1C", "=1=", "Pass"):
        ...     lines.word(word)
        >>> lines.comment("good")
        >>> lines.finished()
        ['1C =1= Pass {good}']
    """

    __slots__ = ("_current", "_lines")

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._current = ""

    def word(self, word: str) -> None:
        """Put a token behind a blank, or on a new line where it does not fit."""
        if not self._current:
            self._current = word
        elif len(self._current) + 1 + len(word) <= WIDTH:
            self._current += f" {word}"
        else:
            self.end_line()
            self._current = word

    def end_line(self) -> None:
        """End the line that is being filled, if there is anything on it."""
        if self._current:
            self._lines.append(self._current)
            self._current = ""

    def comment(self, text: str, width: int = WIDTH) -> None:
        """Put a clean comment behind a blank, or on a new line where it does not fit.

        Args:
            text: the comment.
            width: how long the line may become.
        """
        pieces = comment_lines(text)
        if self._current and len(self._current) + 1 + len(pieces[0]) <= width:
            pieces[0] = f"{self._current} {pieces[0]}"
            self._current = ""
        else:
            self.end_line()
        if "}" in text:
            # Rest-of-line comments.
            self._lines += pieces
        else:
            self._lines += pieces[:-1]
            self._current = pieces[-1]

    def finished(self) -> list[str]:
        """Return the lines."""
        self.end_line()
        return self._lines


def fitted_comment(text: str, field: Field, losses: Losses) -> str:
    """Return a comment as it will be written, reporting a change that comes back."""
    if text.isascii() and len(text) <= WIDTH - 2 and text.isprintable():
        return text
    written = written_comment(text)
    if written != text:
        losses.changed(field, _REWRAPPED)
    return clean_comment(text)


def anchored(lines: list[str], text: str, losses: Losses) -> None:
    """Put a comment that stands at no call or card on lines of its own.

    Source: PBN 2.1 §3.8 (comments succeeding a tag begin a new line).
    """
    lines += comment_lines(fitted_comment(text, Field.EXTRAS, losses))

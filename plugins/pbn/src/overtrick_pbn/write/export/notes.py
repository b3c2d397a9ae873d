"""Numbers the notes of an auction or a play.

Source: PBN 2.1 §3.5.4, §3.5.5, §3.6.4, §3.6.5.
"""

from __future__ import annotations

from typing import Final, Literal

from overtrick import Field
from overtrick_pbn.standard.values import MOST_NOTES
from overtrick_pbn.write.export.lines import Lines, fitted_comment
from overtrick_pbn.write.export.tags import tag_line
from overtrick_pbn.write.export.values import NOT_A_VALUE
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import clean

TOO_MANY_NOTES: Final = "PBN allows 32 notes per section; a text beyond is written as a comment"


class Notes:
    """The notes of one section, numbered in the order of their first use from 1 to 32.

    Equal texts share a number.

    Args:
        section: the section.
        losses: where they go.

    Example:
        >>> from overtrick_pbn.write.losses import SILENT
        >>> notes = Notes("auction", SILENT)
        >>> lines = Lines()
        >>> [notes.write_reference(text, lines) for text in ("weak", "strong", "weak")]
        [True, True, True]
        >>> lines.finished()
        ['=1= =2= =1=']
        >>> notes.lines()
        ['[Note "1:weak"]', '[Note "2:strong"]']
    """

    __slots__ = ("_comments", "_field", "_nags", "_numbers", "_texts", "losses")

    def __init__(self, section: Literal["auction", "play"], losses: Losses) -> None:
        self._field = Field(f"{section}.notes")
        self._nags = Field(f"{section}.nags")
        self._comments = Field(f"{section}.comments")
        self.losses = losses
        self._numbers: dict[str, int] = {}
        self._texts: list[str] = []

    def cleaned(self, text: str, field: Field | None = None) -> str:
        """Return a note's text as a tag can hold it, reporting what is changed in it."""
        value = clean(text)
        if value != text:
            self.losses.changed(field or self._field, NOT_A_VALUE)
        return value

    def write_reference(self, text: str, lines: Lines) -> bool:
        """Write the reference to a clean text; return whether there is a number for it."""
        number = self._numbers.get(text)
        if number is None:
            if len(self._texts) == MOST_NOTES:
                return False
            self._texts.append(text)
            self._numbers[text] = number = len(self._texts)
        lines.word(f"={number}=")
        return True

    def as_comment(self, text: str, comment: str | None) -> str:
        """Return a note without a number as a comment, before the comment that is there."""
        self.losses.changed(self._field, TOO_MANY_NOTES)
        self.losses.changed(self._comments, TOO_MANY_NOTES)
        return text if comment is None else f"{text}\n{comment}"

    def write_rest(self, nags: tuple[int, ...], comment: str | None, lines: Lines) -> None:
        """Write the glyphs and the comment of a call or card.

        Source: PBN 2.1 §3.5.2, §3.7.
        """
        kept = sorted({nag for nag in nags if 0 <= nag <= 255})
        if len(kept) != len(nags):
            self.losses.dropped(
                self._nags, "PBN allows the NAGs 0 to 255, each once per call or card"
            )
        elif tuple(kept) != nags:
            self.losses.changed(self._nags, "PBN writes NAGs in ascending order")
        for nag in kept:
            lines.word(f"${nag}")
        if comment is not None:
            lines.comment(fitted_comment(comment, self._comments, self.losses))

    def add_unused(self, texts: object) -> None:
        """Append notes that no call or card refers to."""
        for text in texts if isinstance(texts, tuple) else ():
            if len(self._texts) == MOST_NOTES:
                self.losses.dropped(Field.EXTRAS, "PBN allows 32 notes per section")
                return
            self._texts.append(self.cleaned(str(text), Field.EXTRAS))

    def lines(self) -> list[str]:
        """Return the Note tags in the order of their numbers."""
        return [
            tag_line("Note", f"{number}:{text}", self._field, self.losses)
            for number, text in enumerate(self._texts, 1)
        ]

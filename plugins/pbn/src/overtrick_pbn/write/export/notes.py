"""Numbers the notes of an auction or a play.

Source: PBN 2.1 §3.5.4, §3.5.5, §3.6.4, §3.6.5.
"""

from __future__ import annotations

from overtrick import Field
from overtrick_pbn.standard.values import MOST_NOTES
from overtrick_pbn.write.export.tags import tag_line
from overtrick_pbn.write.losses import Losses
from overtrick_pbn.write.strings import clean


class Notes:
    """The notes of one section, numbered in the order of their first use from 1 to 32.

    Equal texts share a number.

    Attributes:
        losses: where they go.

    Example:
        >>> from overtrick_pbn.write.losses import SILENT
        >>> notes = Notes(Field.AUCTION_NOTES, SILENT)
        >>> notes.reference("weak"), notes.reference("strong"), notes.reference("weak")
        ('=1=', '=2=', '=1=')
        >>> notes.lines()
        ['[Note "1:weak"]', '[Note "2:strong"]']
    """

    __slots__ = ("_field", "_numbers", "_texts", "losses")

    def __init__(self, field: Field, losses: Losses) -> None:
        self._field = field
        self.losses = losses
        self._numbers: dict[str, int] = {}
        self._texts: list[str] = []

    def cleaned(self, text: str, field: Field | None = None) -> str:
        """Return a note's text as a tag can hold it, reporting what is changed in it."""
        value = clean(text)
        if value != text:
            reason = "PBN strings hold no line ends, tabs or control characters"
            self.losses.changed(field or self._field, reason)
        return value

    def reference(self, text: str) -> str | None:
        """Return the reference to a clean text, or `None` where all 32 numbers are taken."""
        number = self._numbers.get(text)
        if number is None:
            if len(self._texts) == MOST_NOTES:
                return None
            self._texts.append(text)
            self._numbers[text] = number = len(self._texts)
        return f"={number}="

    def add_unused(self, texts: object) -> None:
        """Append notes that no call or card refers to."""
        for text in texts if isinstance(texts, tuple) else ():
            if len(self._texts) == MOST_NOTES:
                self.losses.dropped(Field.EXTRAS, "PBN has 32 notes a section")
                return
            self._texts.append(self.cleaned(str(text), Field.EXTRAS))

    def lines(self) -> list[str]:
        """Return the Note tags in the order of their numbers."""
        return [
            tag_line("Note", f"{number}:{text}", self._field, self.losses)
            for number, text in enumerate(self._texts, 1)
        ]

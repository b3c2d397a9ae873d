"""Texts that keep what their template was filled with, so that a translation can be filled too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from overtrick.findings.printable import printable

_PLAIN: Final = (str, int, float, bytes, type(None))


class FilledText(str):
    """An English text made from a template; it is a `str` in every respect.

    Attributes:
        template: the English text with `{name}` fields.
        values: what fills them; plain values only, so that the text can be pickled.

    Example:
        >>> text = fill("invalid card {card!r}", card="SX")
        >>> text, text.template, text.values
        ("invalid card 'SX'", 'invalid card {card!r}', {'card': 'SX'})
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, text: str, template: str, values: Mapping[str, object]) -> FilledText:
        """Return a text with the template and the values that it was made from."""
        made = super().__new__(cls, text)
        made.template = template
        made.values = values
        return made

    def __reduce__(self) -> tuple[type[FilledText], tuple[str, str, Mapping[str, object]]]:
        return FilledText, (str(self), self.template, self.values)

    def __str__(self) -> str:
        # A plain copy: what is made of the text does not drag the values along.
        return str.__str__(self)

    def printable(self) -> FilledText:
        """Return the text without control characters; the values remain as they are."""
        if self.isprintable():
            return self
        return FilledText(printable(str(self)), self.template, self.values)


def fill(template: str, /, **values: object) -> str:
    """Return a template filled with values, as a `FilledText` where it can be filled again.

    Args:
        template: the English text with `{name}` fields.
        values: what fills them.

    Raises:
        KeyError: the template has a field without a value.

    Example:
        >>> fill("board {number} is missing", number=4)
        'board 4 is missing'
    """
    text = template.format(**values)
    # An exception would keep its frames alive, and other objects whatever they refer to.
    kept = {name: value if type(value) in _PLAIN else str(value) for name, value in values.items()}
    if any(kept[name] is not value for name, value in values.items()):
        try:
            same = template.format(**kept) == text
        except ValueError:  # a number's format of another type
            same = False
        if not same:
            return text
    return FilledText(text, template, kept)

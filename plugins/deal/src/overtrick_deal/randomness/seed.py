"""Seeds: 32 bytes from the operating system, or from the user's text."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

import attrs

from overtrick_deal.errors import DealingError

GENERATORS: Final = {
    "shake128": "SHAKE-128 (FIPS 202) of seed and counter: nobody can tell a deal from others",
    "philox": "Philox 4x64-10 (Salmon et al., 2011): quicker, for simulations",
}
"""The generators that expand a seed into random words, with their uses."""

DEFAULT: Final = "shake128"

_FULL_SEED: Final = re.compile(r"[0-9a-f]{64}")


def _checked(name: str) -> str:
    if name not in GENERATORS:
        msg = f"there is no generator {name!r}: {', '.join(GENERATORS)}"
        raise DealingError(msg)
    return name


@attrs.frozen
class Seed:
    """The seed that determines all deals of a run.

    Attributes:
        text: the text that reproduces this seed: the user's, or 64 hexadecimal digits.
        generator: the name of the generator that expands it, of `GENERATORS`.

    Raises:
        DealingError: there is no such generator.

    Example:
        >>> Seed.of("lesson 7").words_key == Seed.of("lesson 7").words_key
        True
        >>> str(Seed.of(42))
        '42 (shake128)'
    """

    text: str
    generator: str = attrs.field(default=DEFAULT, converter=_checked)

    @classmethod
    def of(cls, value: int | str, generator: str = DEFAULT) -> Seed:
        """Return the seed of a number or a text.

        Args:
            value: a number, or any text of one line; 64 lower-case hexadecimal digits, such as a
                seed of the system is shown by, are the 32 bytes themselves.
            generator: the name of the generator.

        Raises:
            DealingError: the text is empty or of several lines, or there is no such generator.
        """
        text = str(value)
        if not text or not text.isprintable() or len(text) > 200:
            msg = "a seed is a number, or a text of one line (200 characters at most)"
            raise DealingError(msg)
        return cls(text, generator)

    @classmethod
    def of_system(cls, generator: str = DEFAULT) -> Seed:
        """Return a seed of 32 cryptographically random bytes from the operating system."""
        return cls(secrets.token_hex(32), generator)

    @property
    def words_key(self) -> bytes:
        """The 32-byte key of the generator.

        Those of the 64 digits, else SHA-256 of the text.
        """
        if _FULL_SEED.fullmatch(self.text):
            return bytes.fromhex(self.text)
        return hashlib.sha256(b"overtrick-deal seed\0" + self.text.encode()).digest()

    def __str__(self) -> str:
        return f"{self.text} ({self.generator})"

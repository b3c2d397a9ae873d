"""Commands that messages advise, ready to paste into a shell.

Every command that a message advises is an `Advice`. `ALL` lists them, and the tests run each one.
"""

from __future__ import annotations

import os
from typing import Final

import attrs

ALL: Final[dict[str, Advice]] = {}
"""Every advice of the modules that are imported, by name."""


def quoted(word: str) -> str:
    r"""Return a word as a shell takes it: in quotes where it must be.

    What no terminal should be sent, and bytes that are no text, are spelled out as bash and zsh
    understand it.

    Example:
        >>> print(quoted("evening.dlm"), quoted("the club's.dlm"), quoted("a\x1b"))
        evening.dlm 'the club'"'"'s.dlm' $'a\x1b'
    """
    # Imported on use: few runs give advice, and every start of the program would pay for them.
    if os.name == "nt":
        import subprocess

        return subprocess.list2cmdline([word])
    if word.isprintable():
        import shlex

        return shlex.quote(word)
    letters = (chr(byte) if _is_plain(byte) else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(letters)}'"


def _is_plain(byte: int) -> bool:
    return 32 <= byte < 127 and byte not in b"'\\"


@attrs.frozen
class Advice:
    """A command that a message advises.

    Attributes:
        name: what it is called in tests, `plugin.what`.
        words: the command, without the program's name.

    Example:
        >>> Advice("example.check", ("check",))("the club.dlm")
        "overtrick check 'the club.dlm'"
    """

    name: str
    words: tuple[str, ...]

    def __call__(self, *more: object) -> str:
        """Return the command as it is pasted, with more words."""
        return " ".join(quoted(word) for word in ("overtrick", *self.words, *map(str, more)))


DETECT: Final = Advice("core.detect", ("detect", "--explain"))
"""See what each format makes of a file."""

PLUGINS: Final = Advice("core.plugins", ("plugins", "--verbose"))
"""See which plugins there are, and why one does not work."""

ALL.update({each.name: each for each in (DETECT, PLUGINS)})


def advice(name: str, *words: str) -> Advice:
    """Return an advice, and register it for the tests that run every advice.

    Args:
        name: what tests call it, `plugin.what`.
        words: the command, without the program's name.

    Raises:
        ValueError: there is one of that name.
    """
    if name in ALL:
        msg = f"there is an advice {name!r} already"
        raise ValueError(msg)
    ALL[name] = Advice(name, words)
    return ALL[name]

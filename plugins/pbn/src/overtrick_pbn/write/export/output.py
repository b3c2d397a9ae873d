"""Where an export goes: Latin-1 as the standard has it, or declared UTF-8 where it must be.

Whether Latin-1 will do is known at the end only, but the declaration stands at the top. So what
is written waits in a temporary file until it is known; memory stays flat.

Source: PBN 2.1 §2.2 (Character set); `%Content-type` observed in real files.
"""

from __future__ import annotations

import io
import re
from typing import BinaryIO, Final, cast

from overtrick_pbn.write.export.lines import EOL
from overtrick_pbn.write.losses import Losses

_IN_MEMORY: Final = 1 << 20
_BLOCK: Final = 1 << 18
UTF8_LINE: Final = "%Content-type: text/x-pbn; charset=UTF-8"
"""How real programs declare UTF-8, which the standard does not know. Source: observed."""

_OUTSIDE_LATIN_1: Final = re.compile("[^\x00-\xff]")


class Output:
    """Writes the games of an export in one encoding.

    Args:
        sink: the file.
        top: the file's first lines, as they are in Latin-1.
        encoding: `auto`, `latin-1` or `utf-8`.
        losses: where a character that Latin-1 lacks is reported.
    """

    def __init__(self, sink: BinaryIO, top: list[str], encoding: str, losses: Losses) -> None:
        self._sink = sink
        self._top = top
        self._losses = losses
        self._waiting: BinaryIO | None = None
        self._is_utf8 = encoding == "utf-8"
        if encoding == "auto":
            self._waiting = io.BytesIO()
            text = "".join(top)
            if not _is_latin_1(text):
                self._declare_utf8(text)
        else:
            self._write_header()

    def write(self, text: str) -> None:
        """Write the text of a game.

        Raises:
            WriteError: Latin-1 was asked for and lacks a character (`PBN902`).
        """
        if self._waiting is not None and not _is_latin_1(text):
            self._declare_utf8(text)
        self._put(text.encode("utf-8") if self._is_utf8 else self._latin_1(text))

    def _put(self, data: bytes) -> None:
        """Write bytes into the file, or where they wait; many wait in a file of their own."""
        waiting = self._waiting
        if waiting is None:
            self._sink.write(data)
            return
        waiting.write(data)
        if isinstance(waiting, io.BytesIO) and waiting.tell() > _IN_MEMORY:
            import tempfile  # it brings more with it than all the rest of the writer

            spool = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `close`
            spool.write(waiting.getbuffer())
            self._waiting = cast("BinaryIO", spool)

    def close(self) -> None:
        """Write what waits."""
        if self._waiting is not None:
            self._write_header()
            self._release()

    def abandon(self) -> None:
        """Let go of the temporary file without writing it."""
        if self._waiting is not None:
            self._waiting.close()
            self._waiting = None

    def _latin_1(self, text: str) -> bytes:
        missing = None if text.isascii() else _OUTSIDE_LATIN_1.search(text)
        if missing is not None:
            self._losses.warn("PBN902", character=repr(missing.group()))
        return text.encode("latin-1")

    def _write_header(self) -> None:
        first, export, *others = self._top
        declared = [UTF8_LINE] if self._is_utf8 else []
        text = EOL.join([first, export, *declared, *others, ""])
        self._sink.write(text.encode("utf-8") if self._is_utf8 else self._latin_1(text))

    def _declare_utf8(self, text: str) -> None:
        missing = _OUTSIDE_LATIN_1.search(text)
        why = (
            "in ISO 8859-1 its letters would be read as UTF-8"
            if missing is None
            else f"{missing.group()!r} is not in ISO 8859-1"
        )
        self._losses.warn("PBN909", why=why)
        self._is_utf8 = True
        self._write_header()
        self._release()

    def _release(self) -> None:
        """Copy what waits into the file, in the file's encoding."""
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        with waiting:
            waiting.seek(0)
            while block := waiting.read(_BLOCK):
                # Each byte of Latin-1 is a character, so a block can be cut anywhere.
                self._sink.write(
                    block.decode("latin-1").encode("utf-8") if self._is_utf8 else block
                )


def _is_latin_1(text: str) -> bool:
    """Return whether a text can be Latin-1 without being taken for UTF-8.

    Readers take what is valid UTF-8 for UTF-8, as nearly all of it is.
    """
    if text.isascii():
        return True
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False

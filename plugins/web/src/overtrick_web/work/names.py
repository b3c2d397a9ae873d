"""Uploaded file names, made safe."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_MOST_BYTES: Final = 120
_NO_NAME: Final = "boards"
# What Windows and others take for something else than a letter of a name.
_UNWELCOME: Final = re.compile(r'[<>:"|?*\\/]+')
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)", re.IGNORECASE)


def safe_name(name: str) -> str:
    r"""Return a safe file name for any system.

    Folders before it, control and formatting characters, and what systems take for something else
    are left out; a name that is too long is cut before its suffix.

    Args:
        name: the name that a browser or an archive gave.

    Example:
        >>> safe_name("../../etc/passwd"), safe_name(r"C:\club\Tue 7 pm.pbn")
        ('passwd', 'Tue 7 pm.pbn')
        >>> safe_name("nul.dlm")
        '_nul.dlm'
    """
    last = re.split(r"[/\\]", name.rstrip("/\\"))[-1]
    shown = "".join(letter for letter in unicodedata.normalize("NFC", last) if _is_welcome(letter))
    plain = " ".join(_UNWELCOME.sub("_", shown).split()).strip(". ")
    if _DEVICES.match(plain):
        plain = f"_{plain}"
    stem, dot, suffix = plain.rpartition(".")
    if not dot or len(suffix.encode()) > _MOST_BYTES // 4:
        stem, dot, suffix = plain, "", ""
    room = _MOST_BYTES - len(suffix.encode()) - 1
    stem = stem.encode()[:room].decode(errors="ignore").strip(". ")
    return f"{stem or _NO_NAME}{dot}{suffix}"


def _is_welcome(letter: str) -> bool:
    return unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

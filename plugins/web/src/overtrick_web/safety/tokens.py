"""The token: a secret in the printed address that admits its holder.

One for each role, kept in the data folder for its owner's eyes only, so that an address that was
kept works after a restart.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from pathlib import Path
from typing import Final

from overtrick.plugin import atomic_output
from overtrick_web.errors import WebError
from overtrick_web.interface.roles import Role

_BYTES: Final = 32
_FORM: Final = re.compile(r"[\w-]{40,64}", re.ASCII)


def token(folder: Path, role: Role, *, new: bool = False) -> str:
    """Return the token of a role, created if there is none.

    Args:
        folder: the data folder.
        role: for whom.
        new: whether to make a new one, so that addresses given away before are worth nothing.

    Raises:
        WebError: the file that keeps it holds something else.
        OSError: the folder cannot be read or written.
    """
    return keep_secret(folder / f"token-{role.value}", new=new)


def keep_secret(path: Path, *, new: bool = False) -> str:
    """Return the secret of a file, 256 random bits as text, created if the file is missing.

    Raises:
        WebError: the file holds something else.
        OSError: it cannot be read or written.
    """
    if not new:
        try:
            path.chmod(0o600)
            kept = path.read_text(encoding="ascii", errors="replace").strip()
        except FileNotFoundError:
            pass
        else:
            if not _FORM.fullmatch(kept):
                msg = f"{path} does not hold a token; remove it, or start with --new-token"
                raise WebError(msg)
            return kept
    made = secrets.token_urlsafe(_BYTES)
    path.unlink(missing_ok=True)  # it may be wider than its owner's eyes, or a link
    with atomic_output(path, is_private=True) as file:
        file.write(made.encode() + b"\n")
    return made


def digest(secret: str) -> bytes:
    """Return the digest of a secret for comparison: always the same length.

    Example:
        >>> len(digest("")), len(digest("a long one")) == len(digest("é"))
        (32, True)
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()

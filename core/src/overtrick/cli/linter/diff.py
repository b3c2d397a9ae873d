"""What mending would change in a file, as a unified diff that `patch` and `git apply` read."""

from __future__ import annotations

import difflib
import os

_NO_END = b"\\ No newline at end of file\n"


def unified(before: bytes, after: bytes, path: str, *, is_binary: bool = False) -> bytes:
    r"""Return the difference of two contents of a file; nothing where there is none.

    Args:
        before: the file as it is.
        after: the file as it would be.
        path: its name.
        is_binary: whether it has no lines to show: then one line says that it would change.

    Example:
        >>> print(unified(b"a\nb\n", b"a\nc\n", "x").decode(), end="")
        --- x
        +++ x
        @@ -1,2 +1,2 @@
         a
        -b
        +c
    """
    if before == after:
        return b""
    name = os.fsencode(path)
    if is_binary:
        return b"Binary files " + name + b" and " + name + b" differ\n"
    # A blank in a name would end it.
    label = name + b"\t" if b" " in name else name
    # Only LF ends a line here, so that a mended line end shows.
    lines = difflib.diff_bytes(
        difflib.unified_diff,
        _lines(before),
        _lines(after),
        fromfile=label,
        tofile=label,
    )
    return b"".join(line if line.endswith(b"\n") else line + b"\n" + _NO_END for line in lines)


def _lines(data: bytes) -> list[bytes]:
    parts = data.split(b"\n")
    last = parts.pop()
    return [part + b"\n" for part in parts] + ([last] if last else [])

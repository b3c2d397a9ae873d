"""Damaged files: what happens to a sound one on its way through disks, mail and editors."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterator, Sequence
from typing import Final

from hypothesis import strategies as st

from overtrick.plugin import split_lines

_LINE_END: Final = re.compile(rb"\r\n|\n|\r")

LONGEST: Final = 8192
"""Samples are cut to so many bytes, so that a property sees many of them."""

STRAY_TOKENS: Final = (
    b"\x00", b"\xff", b"\x1a", b"\r", b"\n", b"\r\n\r\n", b"\t", b" ", b"?", b"-", b"-1", b"0",
    b"99999999999999999999", b'"', b"'", b"[", b"]", b"{", b"}", b"(", b";", b"%", b"#", b"|",
    b",", b":", b"=", b"\xef\xbb\xbf", b"\xff\xfe", "٣".encode(), "é".encode(), "\u2028".encode(),
    b"N", b"8NT", b"SA", b"AKQJT98765432", b"1e9", b"%s", b"\\", b"/etc/passwd", b"../",
)  # fmt: skip


def damaged(samples: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Return a strategy of sound files with one to three things gone wrong in each.

    A byte is changed, a stretch is lost, doubled or moved, a stray token turns up, the end is
    missing, or the file goes on with another.
    """
    files = st.sampled_from([sample[:LONGEST] for sample in samples])
    steps = st.lists(
        st.tuples(
            st.sampled_from(["change", "lose", "double", "insert", "cut", "splice"]),
            st.integers(0, LONGEST),
            st.integers(0, 80),
            st.integers(0, 255),
            st.sampled_from(STRAY_TOKENS),
        ),
        min_size=1,
        max_size=3,
    )
    return st.builds(_damage, files, files, steps)


def _damage(data: bytes, other: bytes, steps: list[tuple[str, int, int, int, bytes]]) -> bytes:
    for kind, place, length, value, token in steps:
        at = place % (len(data) + 1)
        before, stretch, after = data[:at], data[at : at + length], data[at + length :]
        if kind == "change":
            data = before + bytes([value]) + data[at + 1 :]
        elif kind == "lose":
            data = before + after
        elif kind == "double":
            data = before + stretch + stretch + after
        elif kind == "insert":
            data = before + token + data[at:]
        elif kind == "cut":
            data = before
        else:
            data = before + other[at:]
    return data


def stray_tokens(samples: Sequence[bytes], places: int = 12) -> Iterator[bytes]:
    """Yield the shortest sample with each stray token at some places in turn, always the same."""
    if samples:
        data = min(samples, key=len)
        step = max(1, len(data) // places)
        for token in STRAY_TOKENS:
            for at in range(step // 2, len(data), step):
                yield data[:at] + token + data[at:]


def emptied(samples: Sequence[bytes], most: int = 400) -> Iterator[bytes]:
    r"""Yield the shortest sample with each of its cells emptied in turn, whatever divides them.

    Each byte that is no letter or digit is tried as what stands between cells. Of a long sample the
    beginning is tried.

    Args:
        samples: sound files.
        most: how many files at most; they are spread evenly over the cells.

    Example:
        >>> list(emptied([b"7\tN\n"]))
        [b'\tN\n', b'7\t\n', b'\n']
    """
    if not samples:
        return
    data = min(samples, key=len)
    cells = {
        match.span(): None
        for divider in sorted({byte for byte in data[:LONGEST] if not chr(byte).isalnum()})
        for match in re.finditer(rb"[^\r\n%b]+" % re.escape(bytes([divider])), data[:LONGEST])
    }
    found = sorted(cells, key=lambda span: (span[1] - span[0], span))
    for start, end in found[:: 1 + len(found) // most]:
        yield data[:start] + data[end:]


def line_lengths(data: bytes) -> list[int]:
    """Return the length of each line, 1-based line n at index n-1, ends not counted.

    The length is in bytes, which no count of code points exceeds.
    """
    lines = split_lines(data)
    lengths = [len(line.rstrip(b"\r\n")) for line in lines]
    # A place may be behind the last line end.
    return [*lengths, 0] if not lines or lines[-1].endswith((b"\r", b"\n")) else lengths


def empty_lines(data: bytes, lines: Container[int]) -> Iterator[tuple[int, bytes]]:
    r"""Yield a text with an empty line put in before one of its lines.

    Args:
        data: the text.
        lines: the 1-based numbers of these lines; nothing is put before the first.

    Yields:
        The number of the line, and the text with the empty line.

    Example:
        >>> list(empty_lines(b"a\r\nb\r\n", {2}))
        [(2, b'a\r\n\r\nb\r\n')]
    """
    for line, match in enumerate(_LINE_END.finditer(data), 2):
        at = match.end()
        if line in lines and at < len(data):
            yield line, data[:at] + match[0] + data[at:]


def byte_changes(data: bytes, most: int) -> Iterator[tuple[int, bytes]]:
    r"""Yield a file with one byte changed, and where: each value in each place if that is not many.

    Three of four changes are to the first places, which begin any header and the first record;
    where these have more than their share they are spread evenly, as the others are over the rest.
    It is always the same.

    Args:
        data: a sound file.
        most: how many changes at most.

    Example:
        >>> len(list(byte_changes(b"ab", 1000))), next(byte_changes(b"ab", 1000))
        (512, (0, b'\x00b'))
    """
    total = 256 * len(data)
    first = min(total, 256 * _FIRST_PLACES)
    share = most if total == first else most * 3 // 4
    near = _spread(0, first, share)
    far = _spread(first, total, most - min(share, first))
    for index in (*near, *far):
        at, value = divmod(index, 256)
        yield at, data[:at] + bytes((value,)) + data[at + 1 :]


_FIRST_PLACES: Final = 160


def _spread(start: int, end: int, most: int) -> Iterator[int]:
    """Yield numbers of a range: all, or so many that are everywhere alike."""
    count = end - start
    if count <= most:
        yield from range(start, end)
        return
    # A golden section further each time, by a stride that comes round to every number.
    stride = int(count * 0.618034)
    while math.gcd(stride, count) > 1:
        stride += 1
    for number in range(most):
        yield start + number * stride % count

"""No input is slow: the cost grows with the length of a file, and ends with its most lines.

The cost is counted in steps (`overtrick_testing.count_steps`), not in time, so the test gives the
same result on every machine.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from overtrick import read
from overtrick.plugin import API_VERSION, ReadContext
from overtrick_dlm import overtrick_formats
from overtrick_dlm.fixer import fix
from overtrick_dlm.reader import MAX_LINES
from overtrick_testing import count_steps

WHOLE = (Path(__file__).parent / "data" / "dupsoft-32-boards.dlm").read_bytes()
(SPEC,) = overtrick_formats(API_VERSION)
GROWTH = 4.6

# What is repeated, and what stands before and behind it.
CONSTRUCTS = {
    "documents": (b"", b"[Document]\r\n", b""),
    "documents behind a document": (WHOLE, b"[Document]\r\n", b""),
    "documents before a document": (b"", b"[Document]\n", WHOLE),
    "carriage returns before a line end": (b"[Document]\r\nFrom board=1", b"\r", b"\n"),
    "letters before a line end": (b"[Document]\r\n", b"xyzzy", b"\r\n"),
    "letters before an equals sign": (b"[Document]\r\n", b"xyzzy", b"=1\r\n"),
    "blanks before a line end": (b"[Document]\r\nTo board=", b"     ", b"\r\n"),
    "digits before a line end": (b"[Document]\r\nTo board=", b"12345", b"\r\n"),
    "letters of a board": (b"[Document]\r\nBoard 01=", b"abcde", b"\r\n"),
    "a headline out of place": (b"[Document]\r\nStatus=Show\r\nHeadline=", b"xyzzy", b"\r\n"),
    "empty lines": (WHOLE, b"\r\n", b""),
    "header lines": (b"[Document]\r\n", b"From board=1\r\n", b""),
    "header lines misspelt": (b"[Document]\r\n", b"Statu=Show\r\n", b""),
    "board lines": (b"[Document]\r\n", b"Board 01=abc\r\n", b""),
    "board lines misspelt": (b"[Document]\r\n", b"Bord 01=abc\r\n", b""),
    "boards of no number": (b"[Document]\r\n", b"Board 00=abc\r\n", b""),
    "settings": (b"[Document]\r\n[STARTUP]\r\n", b"x=1\r\n", b""),
    "empty settings": (b"[Document]\r\n[STARTUP]\r\n", b"\r\n", b""),
    "unknown lines": (b"[Document]\r\n", b"?\r\n", b""),
}


def _steps(work, data: bytes) -> int:
    return count_steps(lambda: work(data))


def _read(data: bytes) -> None:
    read(io.BytesIO(data), format="dlm", errors="collect")


def _check(data: bytes) -> None:
    read(io.BytesIO(data), format="dlm", errors="collect", check=True)


def _fix(data: bytes) -> None:
    list(fix(io.BytesIO(data), io.BytesIO(), ReadContext(SPEC, errors="collect")))


WORKS = pytest.mark.parametrize("work", [_read, _check, _fix], ids=["read", "check", "fix"])


@pytest.mark.slow
@WORKS
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_cost_grows_with_the_length_and_no_faster(name, work):
    before, piece, behind = CONSTRUCTS[name]
    # Twice, since what is imported and kept costs something the first time.
    work(before + piece * 160 + behind)
    # All files cost something for their 99 boards, which is not counted here.
    none, small, large = (_steps(work, before + piece * n + behind) for n in (4, 40, 160))
    assert large - none < GROWTH * max(small - none, 40)


@WORKS
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_no_file_costs_more_than_its_most_lines(name, work):
    before, piece, behind = CONSTRUCTS[name]
    data = before + piece * (320_000 // len(piece)) + behind
    work(data)
    # Some 130 steps for a finding, as often as the fixer looks again.
    assert _steps(work, data) < 1500 * MAX_LINES


def test_a_cost_that_grows_faster_is_found():
    def square(data: bytes) -> None:
        for start in range(len(data)):
            sum(1 for _ in data[start:])

    assert _steps(square, b"x" * 160) > GROWTH * _steps(square, b"x" * 40)


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
def test_the_most_lines_are_read_and_one_more_is_refused(end):
    lines = WHOLE.splitlines()
    full = end.join([*lines, *[b""] * (MAX_LINES - len(lines))]) + end
    assert full.count(end) == MAX_LINES
    found = read(full, format="dlm", errors="collect")
    assert len(found) == 32
    assert "DLM002" not in {item.code for item in found.diagnostics}
    found = read(full + end, format="dlm", errors="collect")
    [item] = found.diagnostics
    assert (item.code, len(found)) == ("DLM002", 0)
    assert item.message.startswith("oversized file: over 1,000 lines;")

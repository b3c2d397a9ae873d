"""Every code of the catalogue comes up for a file that deserves it, and for nothing else."""

from __future__ import annotations

import io
from pathlib import Path

import attrs
import pytest

import overtrick
from overtrick_dup.diagnostics import CODES

DATA = Path(__file__).parent / "data"
FILE = (DATA / "full36.dup").read_bytes()
BODY = FILE[:146]
ONE = BODY + b"YN1  1 1  "
BRI = (DATA / "full36.bri").read_bytes()

READ = {
    "DUP010": ("dup", ONE + b"the end"),
    "DUP011": ("dup", ONE + FILE[156:200]),
    "DUP012": ("dup", FILE[:77] + b"\n" + FILE[:78] + b"\n"),
    "DUP013": ("dup", ONE + b"\x1a"),
    "DUP014": ("bri", BRI[:90]),
    "DUP015": ("bri", BRI[:80] + b"note" + BRI[84:128]),
    "DUP020": ("dup", b"x" + ONE[1:]),
    "DUP021": ("dup", b"53" + ONE[2:]),
    "DUP022": ("dup", ONE[2:4] + ONE[2:]),
    "DUP023": ("dup", ONE.replace(b"J7652", b"J76x2", 1)),
    "DUP024": ("dup", ONE.replace(b"\x03J7652\x04AT", b"\x04J7652\x03AT", 1)),
    "DUP025": ("dup", ONE.replace(b"\x05QJ\x06", b"\x05QJ8\x06").replace(b"AT8\x06", b"AT\x06")),
    "DUP026": ("dup", ONE.replace(b"J7652", b"JJ652", 1)),
    "DUP027": ("dup", FILE[156:234] + ONE[78:]),
    "DUP028": ("dup", ONE.replace(b"J7652", b"7J652", 1)),
    "DUP029": ("dup", ONE[:78] + b" " * 68 + ONE[146:]),
    "DUP030": ("dup", BODY + b"ZN1  1 1  "),
    "DUP031": ("dup", BODY + b"YY1  1 1  "),
    "DUP032": ("dup", BODY + b"YN1  1 2  " + BODY + b"YN1  2 2  "),
    "DUP033": ("dup", BODY + b"YN1  1 2  "),
    "DUP034": ("dup", BODY + b"yn1  1 1  "),
    "DUP035": ("dup", BODY + b" " * 10),
    "DUP036": ("dup", BODY + b"YN1001 100"),
    "DUP037": ("dup", FILE[:78] + b"\r\n"),
}


BOARD = overtrick.read(ONE, format="dup")[0]

WRITTEN = {
    "CORE070": [attrs.evolve(BOARD, deal=None)],
    "DUP151": [BOARD] * 100,
    "DUP152": [attrs.evolve(BOARD, number=100)],
}


def test_every_code_of_the_readers_comes_up():
    for code, (kind, data) in READ.items():
        boards = overtrick.read(data, format=kind, errors="collect", check=True)
        assert code in {item.code for item in boards.diagnostics}, code
        first = next(item for item in boards.diagnostics if item.code == code)
        assert first.severity is CODES[code].severity
        assert first.location.offset is not None
        assert 0 <= first.location.offset <= len(data)


def test_every_code_of_the_writers_comes_up():
    for code, boards in WRITTEN.items():
        with pytest.raises(overtrick.WriteError) as caught:
            overtrick.write(boards, io.BytesIO(), format="dup")
        assert caught.value.diagnostic.code == code


def test_no_code_is_without_its_row():
    assert set(CODES) == {*READ, *WRITTEN} - {"CORE070"}

"""Every format of lines takes CR CR LF for one line end, and says so once."""

from __future__ import annotations

import io

import pytest

import overtrick
from overtrick import Deal, Seat, Vulnerability
from overtrick.plugin import default_manager

# Where a format has lines only with an option, the option.
OPTIONS = {"bri": {"layout": "lines"}, "dge": {"layout": "lines"}}

FORMATS = [
    spec.name
    for spec in default_manager().formats().values()
    if spec.writer and spec.reader and (spec.name in OPTIONS or not spec.binary)
]

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
BOARDS = [
    overtrick.Board(
        number=number,
        dealer=Seat.dealer_of(number),
        vulnerability=Vulnerability.of_board(number),
        deal=DEAL,
    )
    for number in range(1, 5)
]

RBN = """D 061015

B 1
H N:Q94.KJ42.K7.K943:KJ3.QT86.A5.J752:AT76.A.JT98632.T

B 2
H E:Q94.KJ42.K7.K943:KJ3.QT86.A5.J752:AT76.A.JT98632.T
"""


def doubled(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\r\n")


def check_one_finding(data: bytes, name: str) -> None:
    plain = overtrick.read(data, format=name)
    found = overtrick.read(doubled(data), format=name, errors="collect")
    assert [board.deal for board in found] == [board.deal for board in plain]
    assert [board.number for board in found] == [board.number for board in plain]
    said = [item for item in found.diagnostics if item not in plain.diagnostics]
    assert [item.code for item in said] == ["PBN215" if name == "pbn" else "CORE022"]
    # Lines are counted as they are in the other file.
    lines = [board.origin.line for board in plain]
    assert [board.origin.line for board in found] == lines


@pytest.mark.parametrize("name", FORMATS)
def test_doubled_line_ends_are_one_finding(name):
    sink = io.BytesIO()
    overtrick.write(BOARDS, sink, format=name, options=OPTIONS.get(name))
    if b"\n" not in sink.getvalue():
        pytest.skip(f"{name} has no lines")
    check_one_finding(sink.getvalue(), name)


def test_doubled_line_ends_divide_no_records():
    if "rbn" not in default_manager().formats():
        pytest.skip("overtrick-rbn is not installed")
    check_one_finding(RBN.encode(), "rbn")


def test_doubled_line_ends_of_hand_records_are_one_finding():
    if "hrf" not in default_manager().formats():
        pytest.skip("overtrick-hrf is not installed")
    sink = io.BytesIO()
    overtrick.write(BOARDS, sink, format="hrf")
    data = sink.getvalue()
    lines = [data[at : at + 128].rstrip() for at in range(0, len(data), 128)]
    check_one_finding(b"\r\n".join([*lines, b""]), "hrf")

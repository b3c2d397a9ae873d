"""Every code of the reader and the linter: its sample is reported, where it should be, alone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from overtrick import read
from overtrick.findings.diagnostics import Diagnostic, Severity
from overtrick_pbn.check.codes import CHECK_CODES, FIX_CODES, MENDS, export_game
from overtrick_pbn.check.programs import PROGRAM_CODES
from overtrick_pbn.diagnostics import CODES
from overtrick_pbn.read.codes import READ_CODES
from overtrick_pbn.read.inheritance import MAX_STANDING
from overtrick_pbn.text.annotations import MAX_TOKENS
from overtrick_pbn.text.games import MAX_GAME

DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
FINDINGS = [
    *READ_CODES,
    *(entry for entry in CHECK_CODES if entry not in FIX_CODES),
    *PROGRAM_CODES,
]

# Samples that are described in the catalogue, because they cannot be shown as text.
BYTES = {
    "PBN201": b"\xff\xfe%\x00",
    "PBN202": b"\xef\xbb\xbf% PBN 2.1\n",
    "PBN214": b'% PBN 2.1\n[Event "it\x92s"]',
    "PBN203": '% PBN 2.1\n[North "Chorz\u00f3w"]'.encode(),
    "PBN204": b'% PBN 2.1\n[Board "1"] {\x00}',
    "PBN205": b'% PBN 2.1\n%Content-type: text/x-pbn; charset=UTF-8\n[North "Chorz\xf3w"]',
    "PBN206": b"% PBN 2.1\n{" + 300 * b"x" + b'}\n[Board "1"]',
    "PBN208": b'% PBN 2.1\n[Dealer "N"]\n[Auction "N"]\n{a}' + (MAX_TOKENS + 1) * b"Pass\n",
    "PBN385": f'% PBN 2.1\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "1NT"]\n[Play "W"]\n'.encode()
    + 13 * b"- - - -\n"
    + b"-",
    "PBN406": b"% PBN 2.1\n" + b"".join(b'[T%d "##x"]\n' % n for n in range(MAX_STANDING + 1)),
    "PBN650": export_game().encode(),
}

# Where each sample's finding stands in the sample itself: line and column, 1-based. The reader
# places a wrong value at its tag, the linter at the value.
PLACES = {
    "PBN208": (3, 14), "PBN406": (102, 1),
    "PBN201": (1, None), "PBN202": (1, 1), "PBN203": (2, 14), "PBN204": (2, 14), "PBN214": (2, 11),
    "PBN205": (3, 14), "PBN206": (2, 1), "PBN301": (3, 1), "PBN302": (2, 1), "PBN303": (2, 1),
    "PBN306": (3, 1), "PBN307": (2, 1), "PBN340": (2, 1), "PBN343": (2, 1),
    "PBN344": (4, 1),
    "PBN361": (2, 1), "PBN362": (2, 1), "PBN363": (2, 6), "PBN364": (2, 6), "PBN365": (2, 4),
    "PBN366": (2, 1), "PBN367": (2, 19), "PBN368": (2, 1), "PBN369": (2, 1), "PBN370": (2, 4),
    "PBN371": (2, 10), "PBN372": (2, 6), "PBN373": (2, 7), "PBN381": (2, 1), "PBN382": (2, 1),
    "PBN383": (2, 6),
    "PBN384": (2, 6), "PBN385": (19, 1), "PBN386": (2, 1), "PBN387": (2, 5), "PBN388": (2, 3),
    "PBN389": (6, 3),
    "PBN394": (4, 1), "PBN395": (2, 4),
    "PBN396": (3, 1), "PBN397": (2, 4), "PBN398": (3, 1), "PBN399": (4, 1), "PBN501": (2, 6),
    "PBN502": (1, 17), "PBN503": (1, 44), "PBN504": (2, 3), "PBN505": (2, 3), "PBN506": (2, 1),
    "PBN601": (1, None), "PBN801": (2, 4), "PBN802": (2, 4), "PBN803": (2, 1), "PBN804": (2, 4),
    "PBN805": (2, 1), "PBN806": (2, 1), "PBN815": (1, 11),
    "PBN816": (2, 1),
    "PBN212": (1, 12), "PBN317": (1, 11), "PBN325": (3, 4), "PBN350": (1, 7), "PBN351": (1, 7),
    "PBN352": (1, 10),
    "PBN353": (2, 11), "PBN354": (1, 7), "PBN411": (4, 9), "PBN510": (3, 1), "PBN511": (2, 1),
    "PBN513": (4, 1), "PBN514": (1, 20), "PBN515": (1, 14), "PBN701": (2, 21),
    "PBN702": (1, 15), "PBN703": (8, 1), "PBN704": (3, 1), "PBN651": (18, 3), "PBN652": (18, 1),
    "PBN653": (4, 1), "PBN654": (3, 1), "PBN655": (19, 1), "PBN656": (20, 1), "PBN658": (12, 13),
    "PBN659": (13, 7), "PBN660": (13, 7), "PBN661": (17, 9), "PBN662": (18, 1), "PBN663": (19, 1),
    "PBN664": (19, 5), "PBN665": (19, 4), "PBN666": (19, 5), "PBN667": (18, 1), "PBN668": (19, 1),
    "PBN721": (1, 20), "PBN722": (1, 10), "PBN723": (1, 14), "PBN724": (1, 10), "PBN725": (1, 6),
    "PBN726": (1, 10), "PBN727": (2, 6), "PBN731": (2, 10), "PBN732": (2, 6), "PBN733": (3, 14),
    "PBN734": (2, 10), "PBN741": (2, 1), "PBN742": (2, 25),
    "PBN669": (4, 11), "PBN671": (20, 1), "PBN672": (19, 1),
}  # fmt: skip

# What breaks two rules at once, one of the standard and one of bridge.
ALSO = {"PBN389": ["PBN321"], "PBN206": ["PBN213"]}


def context_of(code: str, sample: str) -> str:
    """Return what a sample needs before it that is not its point."""
    if sample.startswith("%") or code == "PBN222":
        return ""
    text = "% PBN 2.1\n"
    if code not in {"PBN320", "PBN321"}:
        if "[Auction" in sample and "[Dealer" not in sample:
            text += '[Dealer "N"]\n'
        if "[Play" in sample and "[Deal " not in sample:
            text += f'[Deal "{DEAL}"]\n'
        if "[Play" in sample and "[Declarer" not in sample:
            text += '[Declarer "S"]\n[Contract "3NT"]\n'
    return text


def found_in(data: bytes | Path) -> list[Diagnostic]:
    """Return the findings less the notes about duplicate boards and missing cards."""
    source = data if isinstance(data, Path) else io.BytesIO(data)
    try:
        boards = read(source, format="pbn", errors="collect", check=True)
    except Exception as error:  # a file that cannot be read at all
        diagnostic = getattr(error, "diagnostic", None)
        if diagnostic is None:
            raise
        return [diagnostic]
    return [
        found
        for found in boards.diagnostics
        if not (found.code.startswith("LAW") and found.severity is Severity.NOTE)
    ]


def encoded(text: str, sample: str) -> bytes:
    # The samples of export format are shown with LF.
    return text.replace("\n", "\r\n" if "% EXPORT" in sample else "\n").encode("iso-8859-1")


@pytest.mark.parametrize("entry", FINDINGS, ids=lambda entry: entry.code)
def test_a_sample_is_reported_alone_and_in_its_place(entry, tmp_path):
    code, before = entry.code, 0
    if code == "PBN207":
        data = b'[Board "1"]\n{' + b"x" * (MAX_GAME + 10)
        assert code in {found.code for found in found_in(data)}
        return
    if code == "PBN610":
        path = tmp_path / "boards.txt"
        path.write_bytes(b'% PBN 2.1\n[Board "1"]\n')
        found = found_in(path)
    elif code in BYTES:
        found = found_in(BYTES[code])
    else:
        context = context_of(code, entry.sample)
        before = context.count("\n")
        found = found_in(encoded(context + entry.sample, entry.sample))
    assert [item.code for item in found if item.code not in ALSO.get(code, [])] == [code], found
    (item,) = (item for item in found if item.code == code)
    line, column = PLACES.get(code, (1, 1 if code != "PBN610" else None))
    assert (item.location.line, item.location.column) == (line + before, column)


@pytest.mark.parametrize(
    "entry", [e for e in FINDINGS if e.mend[0] in '["% <'], ids=lambda entry: entry.code
)
def test_a_mended_sample_is_not_reported(entry):
    context = context_of(entry.code, entry.mend)
    found = found_in(encoded(context + entry.mend, entry.mend))
    assert entry.code not in {item.code for item in found}


@pytest.mark.parametrize("entry", CODES.values(), ids=lambda entry: entry.code)
def test_the_catalogue_is_complete(entry):
    assert entry.code.startswith("PBN")
    assert entry.template
    assert entry.hint, "what can the user do?"
    assert entry.sample
    assert entry.mend
    # Two codes speak of what no clause says: blanks round a value; some of programs' own tags.
    clauses = ("practice: ",) if entry in PROGRAM_CODES else ("PBN 2.1 §",)
    assert entry.clause is None or entry.clause.startswith(clauses)
    assert "{clause}" not in (entry.clause or "")


def test_every_mend_pairs_a_finding_with_what_fix_says():
    fixed = {entry.code for entry in FIX_CODES}
    assert set(MENDS.values()) == fixed
    assert set(MENDS) <= {entry.code for entry in FINDINGS}

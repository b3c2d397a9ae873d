"""Every code of the reader and the linter: its sample is reported, where it should be, alone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from overtrick import Diagnostic, Severity, read
from overtrick_pbn.check.codes import CHECK_CODES, FIX_CODES, FIXES, export_game
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
    "PBN215": b'% PBN 2.1\r\r\n[Board "1"]\r\r\n',
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

# Where each sample's finding stands in the sample itself, line and column, and what stands there.
# It is the whole tag where quotes, brackets or the tag itself are wrong or in the wrong place, the
# whole line where its length or its layout is, and nothing where something is missing.
PLACES = {
    "PBN202": (1, 1, ''),
    "PBN203": (2, 14, 'ó'),
    "PBN204": (2, 14, '\x00'),
    "PBN205": (3, 14, '\xf3'),
    "PBN206": (2, 1, "{" + 300 * "x" + "}"),
    "PBN208": (3, 1, '[Auction "N"]'),
    "PBN212": (1, 12, '\xa3'),
    "PBN213": (1, 1, '[Description "' + 70 * "x" + '"]'),
    "PBN215": (1, 10, ''),
    "PBN222": (1, 1, ''),
    "PBN223": (1, 1, '% PBN 2'),
    "PBN301": (3, 1, '[Board "2"]'),
    "PBN302": (2, 1, '{ text'),
    "PBN303": (2, 1, '[Event "a"]'),
    "PBN304": (2, 1, '[Event "b"]'),
    "PBN305": (3, 1, '[Auction "N"]'),
    "PBN306": (3, 1, 'Generated 2922012 hands'),
    "PBN307": (2, 1, '[]'),
    "PBN308": (1, 1, '[Event No quotes]'),
    "PBN309": (1, 1, '[Event "open]'),
    "PBN310": (1, 1, '[Event "a"'),
    "PBN311": (1, 1, '[Event]'),
    "PBN312": (1, 2, 'event'),
    "PBN313": (1, 10, '\t'),
    "PBN315": (2, 1, '[Si'),
    "PBN314": (1, 1, '[Event "the "big" one"]'),
    "PBN317": (1, 11, '\\'),
    "PBN320": (1, 1, '[Auction "N"]'),
    "PBN321": (1, 1, '[Play "W"]'),
    "PBN322": (1, 1, '[Note "1:text"]'),
    "PBN325": (3, 4, '$7'),
    "PBN331": (1, 7, '"2023-07-28"'),
    "PBN332": (1, 8, '"Example 1"'),
    "PBN333": (1, 9, '"Black"'),
    "PBN334": (1, 13, '"E"'),
    "PBN335": (1, 10, 'T92.86.9754'),
    "PBN336": (1, 15, 'A'),
    "PBN337": (1, 11, '"White"'),
    "PBN338": (1, 11, '"5Hearts"'),
    "PBN339": (1, 9, '"C-2"'),
    "PBN340": (2, 9, '"NS 9 EW 5"'),
    "PBN341": (1, 8, '"01"'),
    "PBN342": (1, 10, ' '),
    "PBN343": (2, 11, '"N"'),
    "PBN344": (4, 9, '"12"'),
    "PBN350": (1, 7, '"2026.13.01"'),
    "PBN351": (1, 11, ','),
    "PBN352": (1, 10, '"IMP;"'),
    "PBN353": (2, 11, '"1S"'),
    "PBN354": (1, 27, '.AKQJT9876543..'),
    "PBN390": (7, 1, 'D6 D4 DJ DA'),
    "PBN360": (1, 10, '"X"'),
    "PBN361": (2, 1, '1Z'),
    "PBN362": (2, 1, '$1'),
    "PBN363": (2, 6, '?'),
    "PBN364": (2, 6, '2C'),
    "PBN365": (2, 4, '-'),
    "PBN366": (2, 1, '^I'),
    "PBN367": (2, 19, 'AP'),
    "PBN368": (2, 10, '""'),
    "PBN369": (2, 10, '"W"'),
    "PBN370": (2, 4, 'AC'),
    "PBN371": (2, 10, '___'),
    "PBN372": (2, 6, '$2'),
    "PBN373": (2, 7, '-'),
    "PBN380": (1, 7, '"X"'),
    "PBN381": (2, 1, 'S1'),
    "PBN382": (2, 1, '$7'),
    "PBN383": (2, 6, '?'),
    "PBN384": (2, 6, 'S2'),
    "PBN385": (19, 1, '-'),
    "PBN386": (2, 1, '^I'),
    "PBN387": (2, 5, '+'),
    "PBN388": (2, 3, '+'),
    "PBN395": (2, 4, '$256'),
    "PBN396": (3, 7, '"33:text"'),
    "PBN397": (2, 4, '=1='),
    "PBN398": (3, 1, '[Note "1:text"]'),
    "PBN399": (4, 7, '"more"'),
    "PBN401": (1, 14, '"4 in 30"'),
    "PBN402": (1, 8, '"many"'),
    "PBN403": (1, 8, '"NS +420"'),
    "PBN404": (1, 7, '"#"'),
    "PBN405": (1, 8, '"#"'),
    "PBN406": (102, 7, '"##x"'),
    "PBN407": (1, 8, '"NS 50.5"'),
    "PBN411": (4, 9, '"7"'),
    "PBN501": (2, 6, '2'),
    "PBN502": (1, 13, '";"'),
    "PBN503": (1, 21, '"Declarer Suit Tricks"'),
    "PBN504": (2, 3, '{x}'),
    "PBN505": (2, 3, ']'),
    "PBN506": (2, 1, '56%'),
    "PBN510": (3, 1, '7'),
    "PBN511": (2, 1, 'many'),
    "PBN512": (1, 1, '[AuctionTimeTable "Time"]'),
    "PBN513": (4, 1, '[AuctionTimeTable "Time"]'),
    "PBN514": (1, 20, '"ScoreRange_NS;Percentage_NS"'),
    "PBN515": (1, 20, 'Call\\L'),
    "PBN601": (1, 1, '<PBN>'),
    "PBN602": (2, 1, '</PBN>'),
    "PBN650": (1, 1, '% PBN 2.1'),
    "PBN651": (18, 3, '\t'),
    "PBN652": (18, 1, ' '),
    "PBN653": (4, 1, '[Site  ""]'),
    "PBN654": (3, 1, ''),
    "PBN655": (19, 1, '[Competition "Teams"]'),
    "PBN656": (20, 1, '[Auction "N"]'),
    "PBN658": (12, 13, '"Love"'),
    "PBN659": (13, 10, 'A3Q5'),
    "PBN660": (13, 8, 'N'),
    "PBN661": (17, 9, '"NS 7"'),
    "PBN662": (18, 10, '"W"'),
    "PBN663": (19, 1, '3NT Pass Pass'),
    "PBN664": (19, 5, '$3 =1='),
    "PBN665": (19, 4, '!'),
    "PBN666": (19, 5, '$1'),
    "PBN667": (18, 7, '"N"'),
    "PBN668": (19, 1, 'S6 SQ'),
    "PBN669": (4, 11, '{home}'),
    "PBN671": (20, 1, '9'),
    "PBN672": (19, 1, 'N NT  9'),
    "PBN701": (2, 21, '"NS 0 0/100 0 EW 0 0/0 0"'),
    "PBN702": (1, 15, '"NS 420 EW 420"'),
    "PBN703": (8, 1, 'K'),
    "PBN704": (3, 9, '630'),
    "PBN801": (2, 4, 'P'),
    "PBN802": (2, 4, 'Dbl'),
    "PBN803": (2, 1, '1N'),
    "PBN804": (2, 4, '*'),
    "PBN805": (2, 1, 's6'),
    "PBN806": (2, 1, 'S10'),
    "PBN807": (1, 11, '10'),
    "PBN808": (1, 15, '...'),
    "PBN809": (1, 10, 'SA.HK.DQ.CJ'),
    "PBN810": (1, 18, ' '),
    "PBN811": (1, 13, '"N-S"'),
    "PBN812": (1, 11, '"3N"'),
    "PBN813": (1, 9, '"n"'),
    "PBN815": (1, 11, 'S6'),
    "PBN318": (1, 2, "Vulnerabel"),
    "PBN817": (1, 9, '"North"'),
    "PBN816": (2, 9, '"ns 9"'),
    "PBN214": (2, 11, '\x92'),
    "PBN389": (6, 3, '+'),
    "PBN394": (4, 7, '"1:two"'),
    "PBN721": (1, 20, '"zzz"'),
    "PBN722": (1, 10, '"zzz"'),
    "PBN723": (1, 14, '"zzz"'),
    "PBN724": (1, 10, '"zzz"'),
    "PBN725": (1, 6, '"zzz"'),
    "PBN726": (1, 10, '"zzz"'),
    "PBN727": (2, 6, 'zzz'),
    "PBN731": (2, 10, '"N:59538 E:638A4 S:69538 W:637A3"'),
    "PBN732": (2, 6, '"N:8 E:13"'),
    "PBN733": (3, 14, '"NS 4S="'),
    "PBN734": (2, 10, '"4SW-430"'),
    "PBN741": (2, 1, '%BoardsPerPage many'),
    "PBN742": (2, 25, '[Event "Cup"]'),
    "PBN345": (3, 9, '"09"'),
}  # fmt: skip

# What is wrong with a file and not with its text.
NO_TEXT = {"PBN201": "the file is refused", "PBN610": "its name is wrong"}

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


def as_read(data: bytes) -> str:
    """Return a sample's text as the reader decodes it."""
    bare = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return bare.decode("utf-8")
    except UnicodeDecodeError:
        return bare.decode("iso-8859-1")


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
def test_a_sample_is_reported_alone_and_in_its_place(entry, tmp_path, text_at):
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
    if code in NO_TEXT:
        assert item.location.line == 1
        return
    text = BYTES.get(code) or encoded(context_of(code, entry.sample) + entry.sample, entry.sample)
    line, column, shown = PLACES[code]
    assert (item.location.line, item.location.column) == (line + before, column)
    assert text_at(item.location, as_read(text)) == shown


@pytest.mark.parametrize(
    "entry", [e for e in FINDINGS if e.fix[0] in '["% <'], ids=lambda entry: entry.code
)
def test_a_fixed_sample_is_not_reported(entry):
    context = context_of(entry.code, entry.fix)
    found = found_in(encoded(context + entry.fix, entry.fix))
    assert entry.code not in {item.code for item in found}


def test_the_catalogue_is_complete():
    for entry in CODES.values():
        check_the_catalogue_is_complete(entry)


def check_the_catalogue_is_complete(entry):
    assert entry.code.startswith("PBN")
    assert entry.template
    assert entry.hint, "what can the user do?"
    assert entry.sample
    assert entry.fix
    # Two codes speak of what no clause says: blanks round a value; some of programs' own tags.
    clauses = ("practice: ",) if entry.code in {e.code for e in PROGRAM_CODES} else ("PBN 2.1 §",)
    assert entry.clause is None or entry.clause.startswith(clauses)
    assert "{clause}" not in (entry.clause or "")


def test_a_code_is_fixed_or_says_why_not():
    for entry in FINDINGS:
        check_a_code_is_fixed_or_says_why_not(entry)


def check_a_code_is_fixed_or_says_why_not(entry):
    told = CODES[entry.code]
    assert told.is_fixable == (entry.code in FIXES)
    assert bool(told.why_not) != told.is_fixable
    # What is to be done fits every case: a sample of one case does not.
    assert told.hint[0] not in '["%<'
    assert "like this" not in told.hint


def test_every_fix_pairs_a_finding_with_what_fix_says():
    fixed = {entry.code for entry in FIX_CODES}
    # PBN789 follows from tags that were added, not from a finding.
    assert set(FIXES.values()) | {"PBN789"} == fixed
    assert set(FIXES) <= {entry.code for entry in FINDINGS}

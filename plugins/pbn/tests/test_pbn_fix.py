"""`check --fix`: what it fixes, that it leaves the rest alone, and that boards stay the same."""

from __future__ import annotations

import codecs
import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from overtrick import Diagnostic, TextEncodingError, read
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check.codes import FIX_CODES, FIXES, export_game
from overtrick_pbn.check.edits import Edit, apply, without_overlaps
from overtrick_pbn.check.fixer import fix
from overtrick_pbn.check.fixing import in_any_order

try:
    from overtrick_pbn_conformance import SUITE
except ModuleNotFoundError:
    SUITE = None
# UTF-16 is refused: test_wide_text_is_refused.
FILES = sorted(
    path
    for path in ([] if SUITE is None else SUITE.glob("*valid/*"))
    if path.suffix in {".pbn", ".html", ".txt"} and "utf-16" not in path.name
)
CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "wild" / "pbn"
SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")


def fix_bytes(data: bytes) -> tuple[bytes, list[Diagnostic]]:
    sink = io.BytesIO()
    done = list(fix(io.BytesIO(data), sink, ReadContext(SPEC, errors="collect")))
    return sink.getvalue(), done


def text_of(sample: str) -> bytes:
    text = sample if sample.startswith("%") else f"% PBN 2.1\n{sample}"
    # Samples of export format are shown with LF.
    return text.replace("\n", "\r\n" if "% EXPORT" in text else "\n").encode("iso-8859-1")


@pytest.mark.parametrize(
    "entry",
    [e for e in FIX_CODES if e.code not in {"PBN760", "PBN761", "PBN767"}],
    ids=lambda entry: entry.code,
)
def test_a_sample_becomes_its_fix(entry):
    fixed, done = fix_bytes(text_of(entry.sample))
    assert fixed == text_of(entry.fix)
    # What stood for a value before a tag was added is no fix alone.
    with_it = {"PBN785"} if entry.code == "PBN789" else set()
    assert {item.code for item in done} == {entry.code} | with_it
    assert all(item.message.startswith("fixed: ") for item in done)


def test_the_version_line_is_added():
    fixed, (done,) = fix_bytes(b'[Board "1"]\n')
    assert fixed == b'% PBN 2.1\n[Board "1"]\n'
    assert (done.code, done.location.line) == ("PBN760", 1)


def test_the_version_line_is_not_added_where_one_stands_or_there_is_no_text():
    for data in (b"", b"% PBN 1.0\n", b'% PBN 3\n[Board "1"]\n'):
        assert fix_bytes(data) == (data, [])
    remark = b'% PBN (c) somebody\n[Board "1"]\n'
    assert fix_bytes(remark)[0] == b"% PBN 2.1\n" + remark


def test_a_byte_order_mark_goes():
    fixed, (done,) = fix_bytes(b'\xef\xbb\xbf% PBN 2.1\n[Board "1"]\n')
    assert fixed == b'% PBN 2.1\n[Board "1"]\n'
    assert done.code == "PBN761"


def test_line_ends_become_crlf_in_export_format_and_stay_in_import_format():
    game = export_game("{a\nb}").encode()
    fixed, done = fix_bytes(game)
    assert fixed == game.replace(b"\n", b"\r\n")
    assert [item.code for item in done] == ["PBN767"]
    data = b'% PBN 2.1\n[Board "1"]\r\n[Dealer "N"]\n'
    assert fix_bytes(data) == (data, [])


def test_tabs_between_tokens_become_blanks_but_comments_keep_theirs():
    body = '[Auction "N"]\n3NT\tPass {a\tb} *'
    data = export_game(body, Declarer="N").replace("\n", "\r\n").encode()
    fixed, done = fix_bytes(data)
    assert fixed == data.replace(b"3NT\tPass", b"3NT Pass")
    assert [item.code for item in done] == ["PBN772"]


def test_several_faults_of_one_value_are_all_told_and_fixed_at_once():
    fixed, done = fix_bytes(b'% PBN 2.1\n[Deal "n:a10...  ... - -"]\n')
    assert fixed == b'% PBN 2.1\n[Deal "N:AT... - - -"]\n'
    assert {item.code for item in done} == {"PBN763", "PBN756", "PBN755", "PBN751"}


def test_a_fix_is_told_at_its_place():
    _, done = fix_bytes(b'% PBN 2.1\n[Dealer "N"]\n[Auction "N"]\n1C P\n')
    (item,) = done
    assert (item.location.line, item.location.column) == (4, 4)
    assert item.message == "fixed: P written as Pass or AP"


def test_what_cannot_be_read_is_left_as_it_stands():
    data = b'% PBN 2.1\n[Dealer "N"]\n[Auction "N"]\n1N etc. P\n'
    assert fix_bytes(data) == (data, [])


def test_an_auction_is_fixed_as_far_as_it_is_told():
    data = b'% PBN 2.1\n[Dealer "N"]\n[Auction "N"]\n1N AC P\n'
    assert fix_bytes(data)[0] == data.replace(b"1N", b"1NT")


def test_values_that_are_free_text_are_left_alone():
    data = b'% PBN 2.1\n[Event " none "]\n[West "doe, jo"]\n[Date "03/04/2020"]\n'
    assert fix_bytes(data) == (data, [])


def test_only_the_first_of_repeated_tags_is_fixed():
    fixed, _ = fix_bytes(b'% PBN 2.1\n[Vulnerable "both"]\n[Vulnerable "none"]\n')
    assert fixed == b'% PBN 2.1\n[Vulnerable "Both"]\n[Vulnerable "none"]\n'


def test_text_round_embedded_games_is_left_alone():
    data = b'<p>[Contract "3N"]</p>\n<PBN>\n[Contract "3N"]\n</PBN>\n<p>3N</p>\n'
    fixed, _ = fix_bytes(data)
    assert fixed == b'<p>[Contract "3N"]</p>\n<PBN>\n[Contract "3NT"]\n</PBN>\n<p>3N</p>\n'


def test_brackets_in_prose_are_no_tags_to_fix():
    prose = b'% PBN 2.1\n<h1>Hi [x] there</h1>\n<p>text [y "a"] more</p>\n[x]\n'
    assert fix_bytes(prose) == (prose, [])
    fixed, told = fix_bytes(prose + b'[Event Cup]\n[Board "1"]\n')
    assert fixed == prose + b'[Event "Cup"]\n[Board "1"]\n'
    assert [found.code for found in told] == ["PBN759"]


@pytest.mark.parametrize("line", ['[DeAl "N:', "[Deal N:"])
def test_what_was_to_be_a_tag_stays_where_it_stood(line):
    text = text_of(export_game().replace('[Deal "N:', line, 1))
    assert fix_bytes(text)[0] == text


def test_games_without_an_empty_line_between_are_divided():
    deal = b'[Deal "N:AQ53.85.J532.T42 - - -"]\n'
    fixed, done = fix_bytes(b'% PBN 2.1\n[Board "1"]\n' + deal + b'[Board "2"]\n' + deal)
    assert fixed == b'% PBN 2.1\n[Board "1"]\n' + deal + b'\n[Board "2"]\n' + deal
    assert [(item.code, item.location.line) for item in done] == [("PBN765", 4)]


@pytest.mark.parametrize(
    ("data", "is_written"),
    [(b"%Creator: x\n", True), (b'[Board "1"]\n', True), (b"a text\n", False)],
)
def test_the_line_of_the_version_is_offered_where_it_is_written(data, is_written):
    boards = read(io.BytesIO(data), format="pbn", errors="collect", check=True)
    [found] = [item for item in boards.diagnostics if item.code == "PBN222"]
    fixed, done = fix_bytes(data)
    assert (found.fix is not None) == ("PBN760" in {item.code for item in done}) == is_written
    assert fixed.startswith(b"% PBN 2.1") == is_written


@pytest.mark.parametrize(
    ("data", "is_offered"),
    [
        (b"% EXPORT\n", True),
        (b'% PBN 2.1\r\n% EXPORT\r\n[Board "1"]\n', True),
        (b'% PBN 2.1\r\n% EXPORT\r\n[Board "1"]', True),
        (b'% PBN 2.1\r\n% EXPORT\r\n[Board "1"]\r\n{never closed', False),
        (codecs.BOM_UTF8 + b"% PBN 2.1\n", True),
    ],
)
def test_what_only_fix_can_fix_is_offered_without_edits(data, is_offered):
    boards = read(io.BytesIO(data), format="pbn", errors="collect", check=True)
    [found] = [item for item in boards.diagnostics if item.code in {"PBN202", "PBN650"}]
    assert (found.fix is not None) == is_offered
    if found.fix is not None:
        assert (found.fix.edits, found.hint) == ((), found.fix.summary)
    assert (FIXES[found.code] in {item.code for item in fix_bytes(data)[1]}) == is_offered


def test_wide_text_is_refused():
    with pytest.raises(TextEncodingError):
        fix_bytes(b"\xff\xfe%\x00")


def boards_of(data: bytes) -> tuple:
    return read(io.BytesIO(data), format="pbn", errors="collect").boards


def remaining(data: bytes) -> list[Diagnostic]:
    """Return the findings that still offer a fix."""
    found = read(io.BytesIO(data), format="pbn", errors="collect", check=True).diagnostics
    return [item for item in found if item.fix is not None]


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="no overtrick-pbn-conformance")
@pytest.mark.parametrize("first", range(20))
def test_the_laws_of_fixing_hold_for_the_conformance_suite(first):
    for path in FILES[first::20]:
        check_the_laws_of_fixing_hold_for_the_conformance_suite(path)


def check_the_laws_of_fixing_hold_for_the_conformance_suite(path):
    data = path.read_bytes()
    fixed, done = fix_bytes(data)
    assert bool(done) == (fixed != data)
    assert fix_bytes(fixed) == (fixed, [])
    before, after = boards_of(data), boards_of(fixed)
    assert len(before) == len(after)
    assert all(
        in_any_order(one) == in_any_order(two) for one, two in zip(before, after, strict=True)
    )
    assert remaining(fixed) == []


@pytest.mark.parametrize(
    "path",
    # The smaller files, two from each source; all of them hold (see docs/reference/formats/pbn.md).
    sorted({
        path
        for group in {p.name.partition("__")[0] for p in CORPUS.glob("*")}
        for path in sorted(CORPUS.glob(f"{group}__*"), key=lambda p: p.stat().st_size)[:2]
    }) or [pytest.param(None, marks=pytest.mark.skip(reason=f"no corpus at {CORPUS.name}"))],
    ids=lambda path: path.name if path else "no-corpus",
)  # fmt: skip
def test_the_laws_of_fixing_hold_for_real_files(path):
    data = path.read_bytes()
    fixed, _ = fix_bytes(data)
    assert fix_bytes(fixed) == (fixed, [])
    before, after = boards_of(data), boards_of(fixed)
    assert len(before) == len(after)
    assert all(
        in_any_order(one) == in_any_order(two) for one, two in zip(before, after, strict=True)
    )
    assert remaining(fixed) == []


SEEDS = [path.read_bytes() for path in FILES] or [text_of(entry.sample) for entry in FIX_CODES]


@settings(deadline=None)
@example(
    seeds=[b'% PBN 2.1\r\n% EXPORT\r\n[Board "1"]\r\n', b'<p>\n<PBN>\n[Board "1"]\n</PBN>\n'],
    place=0.0,
    junk=b"",
    cut=0,
)
@given(
    seeds=st.lists(st.sampled_from(SEEDS), min_size=1, max_size=3),
    place=st.floats(0, 1),
    junk=st.sampled_from([b"", b'"', b"[", b"]", b"{", b"}", b"\t", b" ", b"\n", b"%", b"p", b"$"]),
    cut=st.integers(0, 3),
)
def test_damaged_files_are_fixed_without_harm(seeds, place, junk, cut):
    data = b"\n\n".join(seeds)
    index = int(place * len(data))
    data = data[:index] + junk + data[index + cut :]
    fixed, _ = fix_bytes(data)
    assert fix_bytes(fixed)[0] == fixed
    before, after = boards_of(data), boards_of(fixed)
    assert len(before) == len(after)
    assert all(
        in_any_order(one) == in_any_order(two) for one, two in zip(before, after, strict=True)
    )


def test_edits_that_overlap_are_left_out():
    edits = [Edit(0, 2, "xx", "A"), Edit(1, 3, "y", "B"), Edit(3, 3, "!", "C")]
    assert [edit.code for edit in without_overlaps(edits)] == ["A", "C"]
    assert apply("abc", edits) == "xxc!"


@pytest.mark.slow
def test_the_command_line_rewrites_the_file_and_says_what_it_did(tmp_path):
    path = tmp_path / "a.pbn"
    path.write_bytes(b'% PBN 2.1\n[Contract "3N"]\n')
    done = subprocess.run(
        [sys.executable, "-m", "overtrick_cli", "check", "--fix", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "PBN766" in done.stdout
    assert path.read_bytes() == b'% PBN 2.1\n[Contract "3NT"]\n'

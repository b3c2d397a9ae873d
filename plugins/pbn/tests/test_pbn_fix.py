"""`check --fix`: what it mends, that it leaves the rest alone, and that boards stay the same."""

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
from overtrick_pbn.check.codes import FIX_CODES, MENDS, export_game
from overtrick_pbn.check.edits import Edit, apply, without_overlaps
from overtrick_pbn.check.fixer import fix
from overtrick_pbn.check.mending import in_any_order

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


def mend(data: bytes) -> tuple[bytes, list[Diagnostic]]:
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
def test_a_sample_becomes_its_mend(entry):
    mended, done = mend(text_of(entry.sample))
    assert mended == text_of(entry.mend)
    # What stood for a value before a tag was added is no fix alone.
    with_it = {"PBN785"} if entry.code == "PBN789" else set()
    assert {item.code for item in done} == {entry.code} | with_it
    assert all(item.message.startswith("mended: ") for item in done)


def test_the_version_line_is_added():
    mended, (done,) = mend(b'[Board "1"]\n')
    assert mended == b'% PBN 2.1\n[Board "1"]\n'
    assert (done.code, done.location.line) == ("PBN760", 1)


def test_the_version_line_is_not_added_where_one_stands_or_there_is_no_text():
    for data in (b"", b"% PBN 1.0\n", b'% PBN 3\n[Board "1"]\n'):
        assert mend(data) == (data, [])
    remark = b'% PBN (c) somebody\n[Board "1"]\n'
    assert mend(remark)[0] == b"% PBN 2.1\n" + remark


def test_a_byte_order_mark_goes():
    mended, (done,) = mend(b'\xef\xbb\xbf% PBN 2.1\n[Board "1"]\n')
    assert mended == b'% PBN 2.1\n[Board "1"]\n'
    assert done.code == "PBN761"


def test_line_ends_become_crlf_in_export_format_and_stay_in_import_format():
    game = export_game("{a\nb}").encode()
    mended, done = mend(game)
    assert mended == game.replace(b"\n", b"\r\n")
    assert [item.code for item in done] == ["PBN767"]
    data = b'% PBN 2.1\n[Board "1"]\r\n[Dealer "N"]\n'
    assert mend(data) == (data, [])


def test_tabs_between_tokens_become_blanks_but_comments_keep_theirs():
    body = '[Auction "N"]\n3NT\tPass {a\tb} *'
    data = export_game(body, Declarer="N").replace("\n", "\r\n").encode()
    mended, done = mend(data)
    assert mended == data.replace(b"3NT\tPass", b"3NT Pass")
    assert [item.code for item in done] == ["PBN772"]


def test_several_faults_of_one_value_are_all_told_and_mended_at_once():
    mended, done = mend(b'% PBN 2.1\n[Deal "n:a10...  ... - -"]\n')
    assert mended == b'% PBN 2.1\n[Deal "N:AT... - - -"]\n'
    assert {item.code for item in done} == {"PBN763", "PBN756", "PBN755", "PBN751"}


def test_a_mend_is_told_at_its_place():
    _, done = mend(b'% PBN 2.1\n[Dealer "N"]\n[Auction "N"]\n1C P\n')
    (item,) = done
    assert (item.location.line, item.location.column) == (4, 4)
    assert item.message == "mended: P written Pass or AP"


def test_what_cannot_be_read_is_left_as_it_stands():
    data = b'% PBN 2.1\n[Dealer "N"]\n[Auction "N"]\n1N etc. P\n'
    assert mend(data) == (data, [])


def test_an_auction_is_mended_as_far_as_it_is_told():
    data = b'% PBN 2.1\n[Dealer "N"]\n[Auction "N"]\n1N AC P\n'
    assert mend(data)[0] == data.replace(b"1N", b"1NT")


def test_values_that_are_free_text_are_left_alone():
    data = b'% PBN 2.1\n[Event " none "]\n[West "doe, jo"]\n[Date "03/04/2020"]\n'
    assert mend(data) == (data, [])


def test_only_the_first_of_repeated_tags_is_mended():
    mended, _ = mend(b'% PBN 2.1\n[Vulnerable "both"]\n[Vulnerable "none"]\n')
    assert mended == b'% PBN 2.1\n[Vulnerable "Both"]\n[Vulnerable "none"]\n'


def test_text_round_embedded_games_is_left_alone():
    data = b'<p>[Contract "3N"]</p>\n<PBN>\n[Contract "3N"]\n</PBN>\n<p>3N</p>\n'
    mended, _ = mend(data)
    assert mended == b'<p>[Contract "3N"]</p>\n<PBN>\n[Contract "3NT"]\n</PBN>\n<p>3N</p>\n'


def test_brackets_in_prose_are_no_tags_to_mend():
    prose = b'% PBN 2.1\n<h1>Hi [x] there</h1>\n<p>text [y "a"] more</p>\n[x]\n'
    assert mend(prose) == (prose, [])
    mended, told = mend(prose + b'[Event Cup]\n[Board "1"]\n')
    assert mended == prose + b'[Event "Cup"]\n[Board "1"]\n'
    assert [found.code for found in told] == ["PBN759"]


@pytest.mark.parametrize("line", ['[DeAl "N:', "[Deal N:"])
def test_what_was_to_be_a_tag_stays_where_it_stood(line):
    text = text_of(export_game().replace('[Deal "N:', line, 1))
    assert mend(text)[0] == text


def test_games_without_an_empty_line_between_are_divided():
    deal = b'[Deal "N:AQ53.85.J532.T42 - - -"]\n'
    mended, done = mend(b'% PBN 2.1\n[Board "1"]\n' + deal + b'[Board "2"]\n' + deal)
    assert mended == b'% PBN 2.1\n[Board "1"]\n' + deal + b'\n[Board "2"]\n' + deal
    assert [(item.code, item.location.line) for item in done] == [("PBN765", 4)]


@pytest.mark.parametrize(
    ("data", "is_written"),
    [(b"%Creator: x\n", True), (b'[Board "1"]\n', True), (b"a text\n", False)],
)
def test_the_line_of_the_version_is_offered_where_it_is_written(data, is_written):
    boards = read(io.BytesIO(data), format="pbn", errors="collect", check=True)
    [found] = [item for item in boards.diagnostics if item.code == "PBN222"]
    mended, done = mend(data)
    assert (found.fix is not None) == ("PBN760" in {item.code for item in done}) == is_written
    assert mended.startswith(b"% PBN 2.1") == is_written


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
def test_what_only_fix_can_mend_is_offered_without_edits(data, is_offered):
    boards = read(io.BytesIO(data), format="pbn", errors="collect", check=True)
    [found] = [item for item in boards.diagnostics if item.code in {"PBN202", "PBN650"}]
    assert (found.fix is not None) == is_offered
    if found.fix is not None:
        assert (found.fix.edits, found.hint) == ((), found.fix.summary)
    assert (MENDS[found.code] in {item.code for item in mend(data)[1]}) == is_offered


def test_wide_text_is_refused():
    with pytest.raises(TextEncodingError):
        mend(b"\xff\xfe%\x00")


def boards_of(data: bytes) -> tuple:
    return read(io.BytesIO(data), format="pbn", errors="collect").boards


def remaining(data: bytes) -> list[Diagnostic]:
    """Return the findings that still offer a mend."""
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
    mended, done = mend(data)
    assert bool(done) == (mended != data)
    assert mend(mended) == (mended, [])
    before, after = boards_of(data), boards_of(mended)
    assert len(before) == len(after)
    assert all(
        in_any_order(one) == in_any_order(two) for one, two in zip(before, after, strict=True)
    )
    assert remaining(mended) == []


@pytest.mark.parametrize(
    "path",
    # The smaller files, two from each source; all of them hold (see docs/formats/pbn.md).
    sorted({
        path
        for group in {p.name.partition("__")[0] for p in CORPUS.glob("*")}
        for path in sorted(CORPUS.glob(f"{group}__*"), key=lambda p: p.stat().st_size)[:2]
    }) or [pytest.param(None, marks=pytest.mark.skip(reason=f"no corpus at {CORPUS.name}"))],
    ids=lambda path: path.name if path else "no-corpus",
)  # fmt: skip
def test_the_laws_of_fixing_hold_for_real_files(path):
    data = path.read_bytes()
    mended, _ = mend(data)
    assert mend(mended) == (mended, [])
    before, after = boards_of(data), boards_of(mended)
    assert len(before) == len(after)
    assert all(
        in_any_order(one) == in_any_order(two) for one, two in zip(before, after, strict=True)
    )
    assert remaining(mended) == []


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
    mended, _ = mend(data)
    assert mend(mended)[0] == mended
    before, after = boards_of(data), boards_of(mended)
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

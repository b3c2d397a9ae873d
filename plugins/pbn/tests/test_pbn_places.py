"""The place of every finding: a line, a column and an end, with what is wrong between them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from overtrick import OvertrickError, read
from overtrick_pbn.read.findings import PLACES
from overtrick_pbn.text.spans import At

suite = pytest.importorskip(
    "overtrick_pbn_conformance", reason="no overtrick-pbn-conformance to take files from"
)
FILES = sorted(
    path
    for folder in ("invalid", "practice", "fix", "embedding")
    for path in (suite.SUITE / folder).glob("*")
    if path.suffix in {".pbn", ".html", ".txt"} and "utf-16" not in path.name
)
CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "wild" / "pbn"
# Two of the smaller files of each source.
REAL = sorted(
    path
    for group in {path.name.partition("__")[0] for path in CORPUS.glob("*")}
    for path in sorted(CORPUS.glob(f"{group}__*"), key=lambda path: path.stat().st_size)[:2]
) or [pytest.param(None, marks=pytest.mark.skip(reason=f"no corpus at {CORPUS.name}"))]

# Where the place is more than a token, and why; all other findings stand at a token.
WHOLE = {
    At.TAG: "its quotes, its brackets, its place in the game or its section are wrong",
    At.LINE: "its length, its end or its layout is wrong",
}
# What has a place of its own kind.
NO_TOKEN = {
    "PBN202": "the byte order mark is no part of the text",
    "PBN215": "the end of the first line, as it is of all",
    "PBN610": "the name of the file is wrong",
    "PBN222": "the line that is missing belongs there",
    "PBN654": "what is missing stands nowhere: the beginning of the game",
    "PBN342": "the blanks are wrong",
    "PBN810": "the blanks are wrong",
    "PBN652": "the blanks are wrong",
    "PBN651": "the tab is wrong",
    "PBN313": "the tab or control character is wrong",
    "PBN204": "the control character is wrong",
    "PBN664": "the order of annotations is wrong",
    "PBN672": "the blanks of the row are wrong",
    "PBN306": "the line is no part of a game",
    "PBN302": "the comment is not closed",
}


def places_are_exact(path, text_at):
    """Check the places of the findings in a file, and return how many there were."""
    data = path.read_bytes()
    try:
        found = read(io.BytesIO(data), format="pbn", errors="collect", check=True).diagnostics
    except OvertrickError:
        return 0
    bare = data.removeprefix(b"\xef\xbb\xbf")
    text = bare.decode("iso-8859-1")
    for item in found:
        place = item.location
        if place.line is None or item.code in {"PBN203", "PBN205"}:
            # The latter two speak of how the bytes are decoded.
            continue
        assert place.column is not None, item
        assert place.end_line is not None, item
        assert place.end_column is not None, item
        assert (place.line, place.column) <= (place.end_line, place.end_column), item
        if not text.isascii():
            continue
        shown = text_at(place, text)
        at = PLACES.get(item.code)
        if item.code in NO_TOKEN:
            continue
        is_inherited = item.code.startswith("PBN") and not shown and "#" in text
        assert shown or is_inherited, f"nothing stands at {item}"
        if shown:
            assert shown == shown.strip(), f"blanks round {shown!r}: {item}"
        if at not in WHOLE and item.code.startswith("PBN"):
            is_string = shown[:1] == '"'
            is_comment = shown[:1] in set("{;")
            assert is_string or is_comment or len(shown.split()) <= 1, f"{shown!r}: {item}"
    return len(found)


@pytest.mark.skipif(not FILES, reason="no overtrick-pbn-conformance")
@pytest.mark.parametrize("first", range(20))
def test_every_finding_in_the_suite_has_an_exact_place(first, text_at):
    for path in FILES[first::20]:
        places_are_exact(path, text_at)


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name if path else "no-corpus")
def test_every_finding_in_real_files_has_an_exact_place(path, text_at):
    places_are_exact(path, text_at)


def test_the_sweep_is_no_empty_one(text_at):
    counts = [places_are_exact(path, text_at) for path in FILES if path.parent.name == "invalid"]
    assert sum(map(bool, counts)) > 0.9 * len(counts)


@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [
        ('[Board "1"] [Event "#"]', "PBN405", '"#"'),
        ('<p><PBN>[Contract "6N"]</PBN>', "PBN812", '"6N"'),
        (
            '[Board "1"] [Deal "N:- - - -"] [Board "02"] [Deal "N:- - - -"]',
            "PBN301",
            '[Board "02"]',
        ),
        ('[Board "1"] [Deal "N:- - - -"] [Board "02"] [Deal "N:- - - -"]', "PBN341", '"02"'),
        ('[Deal "N:A2... A... - -"]', "PBN336", "A"),
        ('[Deal "N:AKQJT98765432... AKX... - -"]', "PBN335", "X"),
        ('[Deal "N:SA2.H.D.C SA.H.D.C - -"]', "PBN336", "A"),
        ('[Contract  "6N" ]', "PBN812", '"6N"'),
        ('[Event "a\\"b"]\n[Contract "6N"]', "PBN812", '"6N"'),
        ('[Dealer "N"]\n[Auction "N"]\n1C {no=1=te} Pass =1= *', "PBN397", "=1="),
    ],
)
def test_places_in_odd_texts(text, code, shown, text_at):
    data = ("% PBN 2.1\n" + text).encode()
    found = read(io.BytesIO(data), format="pbn", errors="collect", check=True).diagnostics
    (item,) = (item for item in found if item.code == code)
    assert text_at(item.location, data.decode()) == shown


def test_a_reference_is_not_looked_for_in_comments(text_at):
    data = b'% PBN 2.1\n[Dealer "N"]\n[Auction "N"]\n1C {no =1= note} Pass =01= *\n'
    found = read(io.BytesIO(data), format="pbn", errors="collect", check=True).diagnostics
    (item,) = (item for item in found if item.code == "PBN397")
    assert (item.location.column, text_at(item.location, data.decode())) == (23, "=01=")

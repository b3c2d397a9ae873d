"""The mend that a finding carries: what `check --fix` writes, and then the finding is gone."""

from __future__ import annotations

import io
import random
import re
from collections import Counter

import pytest

from overtrick import OvertrickError, TextEncodingError, read
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check.codes import MENDS, export_game
from overtrick_pbn.check.fixer import fix

suite = pytest.importorskip(
    "overtrick_pbn_conformance", reason="no overtrick-pbn-conformance to take files from"
)
FILES = sorted(
    path
    for folder in ("invalid", "practice", "fix", "embedding")
    for path in (suite.SUITE / folder).glob("*")
    if path.suffix in {".pbn", ".html", ".txt"}
)
DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")

# What `--fix` mends and no edit of the text can: the first is no part of the text, the others are
# of every line of it.
NO_EDIT = {"PBN202", "PBN215", "PBN650"}


def found_in(text):
    data = text.encode("iso-8859-1")
    return read(io.BytesIO(data), format="pbn", errors="collect", check=True).diagnostics


def mended(text):
    sink = io.BytesIO()
    list(fix(io.BytesIO(text.encode("iso-8859-1")), sink, ReadContext(SPEC, errors="collect")))
    return sink.getvalue().decode("iso-8859-1")


def by_fixes(text):
    """Return a text after the mends of its findings, one after another."""
    for _ in range(60):
        offered = [item.fix for item in found_in(text) if item.fix is not None and item.fix.edits]
        if not offered:
            return text
        text = offered[0].apply(text)
    pytest.fail("the mends have no end")


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="no overtrick-pbn-conformance")
@pytest.mark.parametrize("first", range(20))
def test_the_mends_of_the_findings_are_those_of_fix(first):
    for path in FILES[first::20]:
        check_the_mends_of_the_findings_are_those_of_fix(path)


def check_the_mends_of_the_findings_are_those_of_fix(path):
    # Byte for character, so that a place in the text is one in the file.
    text = path.read_bytes().decode("iso-8859-1")
    if not text.isascii():
        return
    try:
        found = found_in(text)
    except (OvertrickError, TextEncodingError):
        return
    for item in found:
        if item.fix is None:
            continue
        assert item.code in MENDS, item
        assert item.hint == item.fix.summary
        if item.code in NO_EDIT:
            assert not item.fix.edits
            continue
        left = found_in(item.fix.apply(text))
        before, after = (
            [other for other in some if (other.code, other.message) == (item.code, item.message)]
            for some in (found, left)
        )
        assert len(after) < len(before), item
    if not {item.code for item in found} & NO_EDIT:
        assert by_fixes(text) == mended(text)


def test_most_codes_that_are_mended_are_tried():
    tried = {
        item.code
        for path in FILES
        if path.read_bytes().isascii() and path.parent.name in {"invalid", "fix"}
        for item in found_in(path.read_bytes().decode("ascii"))
        if item.fix is not None
    }
    assert len(tried) > 0.6 * len(MENDS), sorted(set(MENDS) - tried)


@pytest.mark.slow
def test_games_of_a_few_characters_do_not_all_get_their_fix():
    """A file of nothing but tiny games is checked in bounded time; that is told once."""
    text = "% PBN 2.1\r\n% EXPORT\r\n" + "".join(f'[Board "{n}"]\r\n\r\n' for n in range(1, 3001))
    lacking = [item for item in found_in(text) if item.code == "PBN654"]
    assert len(lacking) == 3000
    assert all(item.fix is not None for item in lacking[:1000])
    without = [item for item in lacking if item.fix is None]
    assert without
    told = "there are too many to show a fix for each: check --fix makes them all"
    assert [item.hint for item in lacking].count(told) == 1


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Deal", f'[DeAl "{DEAL}"]'),
        ("Deal", f'[Deals "{DEAL}"]'),
        ("Deal", f'[Deal: "{DEAL}"]'),
        ("Deal", f'[DeAl: "{DEAL}"]'),
        ("Deal", f'Deal "{DEAL}"]'),
        ("Dealer", '[dealer "N"]'),
        ("Contract", "[Contract 3NT"),
        ("Contract", '[Contarct "3NT"]'),
    ],
)
def test_no_tag_is_added_that_nearly_stands_there(name, line):
    """Whoever corrects the line later would have the tag twice, and the first one counts."""
    text = re.sub(rf'\[{name} "[^"]*"\]', lambda _: line, export_game()).replace("\n", "\r\n")
    assert line in text
    lacking = [item for item in found_in(text) if item.code == "PBN654"]
    assert [item.fix for item in lacking] == [None]
    assert lacking[0].hint == f"correct what was meant to be {name}"
    once = mended(text)
    assert f"[{name} " not in once.replace(line, "")
    assert line in once
    assert mended(once) == once
    assert [item.hint for item in found_in(once) if item.code == "PBN654"] == [lacking[0].hint]


def test_the_other_tags_that_are_missing_are_added():
    text = export_game().replace('[Deal "', '[DeAl "').replace('[Scoring ""]\n', "")
    (lacking,) = [item for item in found_in(text) if item.code == "PBN654"]
    assert lacking.fix is not None
    assert '[Scoring "?"]' in lacking.fix.apply(text)
    for result in (lacking.fix.apply(text), mended(text)):
        assert "[Scoring " in result
        assert "[Deal " not in result


def test_a_tag_that_no_line_resembles_is_added():
    text = export_game().replace('[Deal "', '[Cards "')
    assert '[Deal "?"]' in mended(text)


@pytest.mark.parametrize("name", ["Result", "Contract", "Declarer"])
def test_a_game_that_an_empty_line_cuts_in_two_gets_no_tags(name):
    text = export_game().replace("\n", "\r\n").replace(f"[{name} ", f"\r\n[{name} ")
    assert mended(text) == text
    lacking = [item for item in found_in(text) if item.code == "PBN654"]
    hint = "this looks like a part of a game: is there an empty line too many?"
    assert len(lacking) == 2
    assert (lacking[1].hint, lacking[1].fix) == (hint, None)


def test_a_game_of_its_own_gets_its_tags():
    text = export_game().replace("\n", "\r\n")
    for tag in ('[Board "2"]', '[Event "Cup"]', '[Auction "N"]\r\nAP'):
        assert mended(f"{text}\r\n{tag}\r\n").count("[Site ") == 2


def test_rows_that_were_sound_before_are_so_in_their_columns_alone():
    head = "% PBN 2.1\r\n% EXPORT\r\n"
    table = (
        '[Board "{}"]\r\n[OptimumResultTable "Declarer;Denomination\\2R;Result{}"]\r\n{}\r\n\r\n'
    )
    row = "N NT  9"
    sound = table.format(1, "\\2R", row) + table.format(2, "\\2R", row)
    wrong = (
        table.format(3, "\\3R", row)
        + table.format(4, "\\2R", "N NT 99")
        + (table.format(5, "\\2R", row + "\r\nN NT 99"))
    )
    found = [(item.code, item.location.board) for item in found_in(head + sound + wrong)]
    assert not [board for code, board in found if code in {"PBN511", "PBN672"} and board < 3]
    assert ("PBN672", 3) in found
    assert ("PBN511", 4) in found
    assert ("PBN511", 5) in found


# What a fix brings to light: an element that can be read, a dealer, the lines of what was one line.
BRINGS_TO_LIGHT = {
    "PBN311": {"PBN653"},
    "PBN506": {"PBN511", "LAW313"},
    "PBN653": {"PBN213", "PBN651"},
    "PBN654": {"LAW310"},
    "PBN655": {"PBN651", "PBN652"},
    "PBN669": {"PBN651"},
    "PBN671": {"PBN511", "LAW313"},
    "PBN672": {"PBN511", "LAW313"},
}


def check_each_fix_alone(text):
    """Check that each fix that a finding offers takes that one away, and brings no other."""
    found = found_in(text)
    before = Counter(item.code for item in found)
    places = {(item.code, item.message, item.location.offset) for item in found}
    tried = set()
    for item in found:
        if item.fix is None or not item.fix.edits:
            continue
        alone = item.fix.apply(text)
        if alone in tried:
            continue
        tried.add(alone)
        left = found_in(alone)
        here = (item.code, item.message, item.location.offset)
        assert here in places
        assert here not in {(one.code, one.message, one.location.offset) for one in left}, item
        more = Counter(one.code for one in left) - before
        assert more.keys() <= BRINGS_TO_LIGHT.get(item.code, set()), (item, more)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(24))
def test_each_fix_settles_alone(pbn_games, number):
    data = pbn_games.random_file(random.Random(f"alone {number}"))
    check_each_fix_alone(re.sub(r"[^\x00-\x7f]", "x", data.decode("iso-8859-1")))


IN_LINES = export_game().replace("\n", "\r\n")
AUCTION = '[Auction "S"]\r\n1C Pass Pass Pass\r\n'


@pytest.mark.parametrize(
    "text",
    [
        # A tag is added before one that stands behind another, or behind a line that is no tag
        IN_LINES.replace('[Result "7"]\r\n', "").replace('"]\r\n[Contract', '"] [Contract')
        + '[Room "Open"] [Score "NS 0"]\r\n',
        re.sub(r'\[Declarer "\w*"\]\r\n\[Contract', "[Contract", IN_LINES).replace(
            '"]\r\n[Contract', '"]\t[Contract'
        ),
        IN_LINES.replace('[Site ""]\r\n', "").replace('[Date ""]', '[Date ?""]'),
        # A dealer who is told by the auction alone, and a deal from another
        IN_LINES.replace('[Dealer "N"]\r\n', "") + AUCTION,
        # A tab inside a tag, another behind it; a tag that is not laid out and has another value
        IN_LINES.replace('[Dealer "', '[\tDealer "').replace("[Vuln", "\t [Vuln"),
        IN_LINES.replace('[Dealer "N"]\r\n', '[ Dealer\r\n"n"\t] '),
        IN_LINES.replace('[Vulnerable "None"]\r\n', '[\tVulnerable "N-S "\t]\t{x}\t'),
    ],
)
def test_a_fix_of_one_line_settles_alone(text):
    assert any(item.fix for item in found_in(text))
    check_each_fix_alone(text)


def test_nothing_is_offered_that_leaves_the_finding():
    """A fault of layout beside it is fixed; that another than the dealer calls first stays."""
    text = IN_LINES + AUCTION.replace("1C", "- - - 1C !")
    fixes = {item.code: item.fix for item in found_in(text)}
    assert fixes["PBN662"] is None
    assert fixes["PBN665"] is not None
    check_each_fix_alone(text)


def test_a_tag_is_added_on_a_line_of_its_own():
    text = IN_LINES.replace('[Scoring ""]\r\n', "").replace('"]\r\n[Declarer', '"] \t[Declarer')
    [lacking] = [item for item in found_in(text) if item.code == "PBN654"]
    alone = lacking.fix.apply(text)
    assert '"]\r\n[Scoring "?"]\r\n[Declarer "' in alone
    assert mended(text) == mended(alone) == alone


def test_no_edits_are_offered_where_programs_count_lines_otherwise():
    """CR CR LF is one line end to those who look at the first line, two to the reader."""
    text = '% PBN 2.1\r\r\n[Dealer "n"]\n[Contract "3N"]\n'
    assert {item.fix for item in found_in(text)} == {None}
    assert mended(text).endswith('[Dealer "N"]\n[Contract "3NT"]\n')

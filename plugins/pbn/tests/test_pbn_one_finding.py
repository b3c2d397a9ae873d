"""One fault is one finding: nothing is concluded from a part that is in doubt already."""

from __future__ import annotations

import io

import pytest

import overtrick

DEAL = '[Deal "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"]\n'
OPTIMUM = '[OptimumResultTable "Declarer;Denomination\\\\2R;Result\\\\2R"]\n'


def findings_of(text):
    """Return the codes of the errors and warnings of a text, law included."""
    data = io.BytesIO(f"% PBN 2.1\n{text}".encode())
    boards = overtrick.read(data, format="pbn", errors="collect", check=True)
    return [found.code for found in boards.diagnostics if found.severity]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # The reader's and the law's word for the same thing
        ('[Dealer "N"]\n[Auction "W"]\n1D Pass Pass Pass\n', "PBN369"),
        ('[Declarer "S"]\n[Contract "Pass"]\n', "PBN343"),
        ('[Declarer "S"]\n[Contract "Pass"]\n[Result "9"]\n[Score "NS 420"]\n', "PBN343"),
        ('[Declarer "S"]\n[Contract "3NT"]\n[Result "NS 9 EW 9"]\n', "PBN340"),
        (f"{OPTIMUM}N NT 14\n", "PBN511"),
        (f"{OPTIMUM}N NT 9\u00bd\n", "PBN506"),
        ('[ScoreTable "Result"]\n56\u00bd\n', "PBN506"),
        # What follows from the dealer
        (
            '[Dealer "N"]\n[Declarer "N"]\n[Contract "1D"]\n[Auction "W"]\n1D Pass Pass Pass\n',
            "PBN369",
        ),
        # What follows from the contract or the declarer
        (
            '[Dealer "N"]\n[Vulnerable "None"]\n[Declarer "N"]\n[Contract "4S"]\n[Result "9"]\n'
            '[Score "NS 140"]\n[Auction "N"]\n3S Pass Pass Pass\n',
            "LAW301",
        ),
        (
            f'[Dealer "N"]\n{DEAL}[Declarer "S"]\n[Contract "3S"]\n[Auction "N"]\n'
            '3S Pass Pass Pass\n[Play "E"]\nS2 SK S6 S3\n*\n',
            "LAW302",
        ),
        # Where the wrong player leads
        (f'[Dealer "N"]\n{DEAL}[Declarer "S"]\n[Contract "3NT"]\n[Play "N"]\nST\n', "LAW304"),
        (
            f'[Dealer "N"]\n{DEAL}[Declarer "S"]\n[Contract "3NT"]\n[Play "N"]\nST SQ S2 SJ\n*\n',
            "LAW304",
        ),
        # What a passed-out board has, all of it
        ('[Declarer ""]\n[Contract "Pass"]\n[Result "9"]\n[Score "NS 420"]\n', "LAW307"),
        # A blank of a quiz, and what stands behind it
        ('[Dealer "N"]\n[Auction "N"]\nPass etc. Pass =4=\n', "PBN361"),
        # Tags that are missing, all of them
        ('% EXPORT\n[Board "1"]\n[Deal ""]\n', "PBN654"),
    ],
)
def test_one_fault_is_one_finding(text, code):
    found = findings_of(text)
    if text.startswith("% EXPORT"):
        # That the lines end with LF alone is another fault.
        found.remove("PBN650")
    assert found == [code]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # A call that is misspelled and insufficient
        ('[Dealer "N"]\n[Auction "N"]\n2S 2N 1N Pass *\n', ["PBN803", "LAW101"]),
        # A wrong dealer says nothing of the level
        (
            '[Dealer "N"]\n[Declarer "W"]\n[Contract "4S"]\n[Auction "W"]\n3S Pass Pass Pass\n',
            ["PBN369", "LAW301"],
        ),
        # Two tables, one of them in doubt
        (f'{OPTIMUM}N NT 14\n[ScoreTable "Result"]\nmany\n', ["PBN511", "PBN511"]),
        # The next board is judged for itself
        (
            '[Dealer "N"]\n[Auction "W"]\n1D AP\n\n[Declarer ""]\n[Contract "Pass"]\n[Result "9"]',
            ["PBN369", "LAW307"],
        ),
    ],
)
def test_two_faults_are_two_findings(text, codes):
    assert findings_of(text) == codes


SHORT = '[Deal "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ9 T9876.AJ3.QT94.5"]\n'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # The hand that is short, and the card that is in no hand
        (SHORT, "PBN354"),
        # A tab is a blank
        (DEAL.replace(" 2.", "\t2."), "PBN342"),
    ],
)
def test_a_fault_in_a_deal_is_told_once_notes_included(text, code):
    data = io.BytesIO(f"% PBN 2.1\n{text}".encode())
    boards = overtrick.read(data, format="pbn", errors="collect", check=True)
    assert [found.code for found in boards.diagnostics] == [code]


def test_the_card_that_is_missing_is_named():
    data = io.BytesIO(f"% PBN 2.1\n{SHORT}".encode())
    (found,) = overtrick.read(data, format="pbn", errors="collect", check=True).diagnostics
    assert found.message == "S has 12 cards, another hand has 13; in no hand: C8"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        # A control character where something else is wrong already
        ('[Event "a\x0bb"]\n', ["PBN313"]),
        ('[Ev\x1bent "x"]\n', ["PBN307"]),
        ('[Dealer "N"]\n[Auction "N"]\n1C \x1b AP\n', ["PBN361"]),
        ('[ScoreTable "Rank"]\n\x1b\n', ["PBN204"]),
        # One in a comment, or in a second place, is a fault of its own
        ("{a\x1bb}\n", ["PBN204"]),
        ('[Event "x"]\n{a\x1bb}\n', ["PBN204"]),
        ('[Event "a\x1bb"]\n{a\x1bb}\n', ["PBN313", "PBN204"]),
        # Text before a comment that is never closed
        ('[Event "x"]\nx {y\n', ["PBN306", "PBN302"]),
        # Values that later games inherit
        ('[Date "##x"]\n\n[Board "2"]\n', ["PBN331"]),
        ('[Room "x"]\n\n[Room "#"]\n', ["PBN401"]),
        ('[Round "3 "]\n\n[Round "#"]\n', ["PBN810"]),
        ('[Board "x"]\n\n[Board "#"]\n', ["PBN332"]),
        ('[Score "many"]\n\n[Score "#"]\n', ["PBN402"]),
        ('[Result "many"]\n\n[Result "#"]\n', ["PBN339"]),
        ('[TimeControl "x"]\n\n[TimeControl "#"]\n', ["PBN401"]),
        # Lines before the first tag
        (f"; {'a' * 300}\n", ["PBN206"]),
    ],
)
def test_echoes_and_heirs_are_not_reported_again(text, codes):
    assert findings_of(text) == codes


def test_a_tab_before_the_first_tag_is_reported_in_export_format():
    assert "PBN651" in findings_of('% EXPORT\n; a\tb\n[Event ""]\n')


@pytest.mark.parametrize("code", ["LAW310", "LAW311", "LAW312", "PBN660"])
def test_what_is_so_on_every_board_of_some_files_is_reported_once(code):
    text = "% PBN 2.1\n% EXPORT\n" + "\n".join(
        f'[Board "{number}"]\n[Dealer "S"]\n[Vulnerable "All"]\n[Deal "N:AKQ... - - -"]\n'
        for number in (1, 2, 5)
    )
    boards = overtrick.read(io.BytesIO(text.encode()), format="pbn", errors="collect", check=True)
    assert [found.code for found in boards.diagnostics].count(code) == 1


def test_a_line_that_is_indented_is_not_counted():
    text = '% EXPORT\n[Dealer "N"]\n[Auction "N"]\n 1C Pass Pass Pass\n'
    boards = overtrick.read(io.BytesIO(text.encode()), format="pbn", errors="collect", check=True)
    (found,) = [found for found in boards.diagnostics if found.code == "PBN663"]
    assert found.message == "in export format a line of the auction begins without blanks"


@pytest.mark.parametrize("name", ["Boards", "Results", "Events", "Sites", "Dates"])
def test_a_plural_of_a_mandatory_tag_is_a_note(name):
    assert findings_of(f'[{name} "3"]\n') == []

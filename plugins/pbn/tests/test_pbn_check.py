"""The linter where samples and the conformance suite do not reach: what it must not say."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import overtrick
from overtrick import Diagnostic, Severity, read
from overtrick_pbn.check.tables import number_of
from overtrick_pbn.standard.tables import cell_form
from overtrick_pbn.text.annotations import places_at
from overtrick_pbn.text.cut import cut_game

try:
    from overtrick_pbn_conformance import SUITE
except ModuleNotFoundError:
    SUITE = None
NO_SUITE = pytest.param(None, marks=pytest.mark.skip(reason="no overtrick-pbn-conformance"))
CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "wild" / "pbn"
HEAD = "% PBN 2.1\n"
DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
PLAYED = f'[Dealer "N"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "3NT"]\n'
TAGS = (
    '[Event ""]\n[Site ""]\n[Date ""]\n[Board "1"]\n[West ""]\n[North ""]\n[East ""]\n[South ""]\n'
    f'[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n[Scoring ""]\n[Declarer "S"]\n'
    '[Contract "3NT"]\n[Result "7"]\n'
)


def findings(text: str, **options: object) -> list[Diagnostic]:
    source = io.BytesIO(text.encode("iso-8859-1"))
    found = read(source, format="pbn", errors="collect", check=True, **options).diagnostics
    return [item for item in found if item.code.startswith("PBN")]


def codes(text: str) -> list[str]:
    return [item.code for item in findings(HEAD + text)]


def export_codes(text: str) -> list[str]:
    data = f"{HEAD}% EXPORT\n{text}".replace("\n", "\r\n")
    return [item.code for item in findings(data)]


@pytest.mark.parametrize(
    "text",
    [
        '[Auction ""]\n[Play "?"]\n',
        '[Dealer "N"]\n[Declarer ""]\n[Contract "Pass"]\n[Auction "N"]\nAP\n',
        '[Deal "N:A2... K3... Q4... J5..."]\n[Contract "NT"]\n[Play "S"]\nS4 S5 S2 S3\n*\n',
        '[Date "2024.02.29"]\n',
        '[Date "????.02.29"]\n',
        '[Scoring ""]\n',
        '[Hidden "?"]\n[Room ""]\n',
        '[West "##Doe, Jo"]\n',
        '[OptimumScore "NS 420 EW -420"]\n',
        '[ScoreTable "Rank;Score_NS"]\n1= ^300\n3 -\n',
        '[ScoreTable "-Rank"]\n1=\n1=\n3\n',
        '[InstantScoreTable "ScoreRange_NS"]\n*,-40\n-40\n-40,*\n',
        '[InstantScoreTable "ScoreRange_NS"]\n*,50\n49,*\n',
        '[MyTable "A;B\\3"]\n1 2\n',
        '[Vulnerable "None"]\n[ScoreTable "Contract;Declarer;Result;Score_NS"]\n3NT S 9 ^0\n',
        '[Vulnerable "EW"]\n[ScoreTable "Contract;Declarer;Result;Score_NS"]\n3NT W 8 100\n',
    ],
)  # fmt: skip
def test_what_the_standard_allows_is_not_reported(text):
    assert codes(text) == []


def test_a_table_of_times_counts_calls_as_written_or_as_made():
    auction = '[Dealer "N"]\n[Auction "N"]\n1C AP\n[AuctionTimeTable "Time"]\n'
    assert codes(auction + "01\n02\n") == []
    assert codes(auction + "01\n02\n03\n04\n") == []
    assert codes(auction + "01\n02\n03\n") == ["PBN513"]


def test_optimum_cards_follow_the_play():
    table = '[OptimumPlayTable "S;H;D;C"]\n'
    play = PLAYED + '[Play "W"]\nS6 SQ S2 S4\n*\n'
    # The fifth row is North's, who won the first trick; the queen is gone.
    rows = "T9876 - - -\nAQ5 - - -\n2 - - -\nKJ4 - - -\n"
    assert codes(play + table + rows + "A 85 - T42\n") == []
    (found,) = findings(HEAD + play + table + rows + "AQ - - -\n")
    assert (found.code, found.location.line) == ("PBN703", 14)
    assert "N does not hold SQ in row 5" in found.message


def test_a_deal_id_may_stand_at_the_same_deal_again_and_be_inherited():
    text = f'[DealId "7"]\n[Deal "{DEAL}"]\n\n[DealId "#"]\n[Deal "{DEAL}"]\n'
    assert codes(text) == []


def test_every_game_that_has_another_deal_under_a_known_id_is_reported():
    hands = ["T53.AJ7.AT.AQ762", "T52.AJ7.AT.AQ762"]
    text = "".join(
        f'[Board "{n}"]\n[DealId "{n % 3}"]\n[Deal "N:{hands[n > 20]} - - -"]\n\n'
        for n in range(1, 41)
    )
    found = [item.location.board for item in findings(HEAD + text) if item.code == "PBN411"]
    assert found == [*range(21, 41)]


def test_the_side_that_won_a_game_is_vulnerable():
    text = '[Vulnerable "{}"]\n[ScoreRubberHistory "NS 0 0/100 0 EW 0 0/20 120"]\n'
    assert codes(text.format("All")) == []
    (found,) = findings(HEAD + text.format("NS"))
    assert found.message == "vulnerability NS, but by the rubber history both sides are vulnerable"


def test_a_file_says_only_once_that_a_line_is_long_or_ends_wrongly():
    assert codes(f'{{{"x" * 90}}}\n[Board "1"]\n\n{{{"x" * 90}}}\n[Board "2"]\n') == ["PBN213"]
    lines = f"{HEAD}% EXPORT\n{TAGS}\n{TAGS}"
    assert [item.code for item in findings(lines)] == ["PBN650"]


def test_blanks_behind_the_last_game_divide_nothing():
    assert export_codes(TAGS + " \n") == []
    assert export_codes(TAGS + " \n" + TAGS) == ["PBN652"]


def test_mandatory_tags_may_come_from_a_game_before():
    first = TAGS.replace('[Event ""]', '[Event "##Cup"]').replace('[Site ""]', '[Site "##Here"]')
    second = TAGS.replace('[Event ""]\n[Site ""]\n', "")
    assert export_codes(first + "\n" + second) == []
    assert export_codes(TAGS + "\n" + second) == ["PBN654"]


@pytest.mark.parametrize(
    "body",
    [
        "Pass Pass 1NT Pass\n3NT Pass Pass Pass\n",
        "Pass Pass 1NT Pass\n3NT AP\n",
        "Pass Pass 1NT =1= Pass\n3NT AP\n[Note \"1:15 to 17\"]\n",
        # Much annotation: fewer than four on a line.
        "Pass $15\nPass\n",
        "Pass Pass {a long\ncomment} 1NT Pass\n3NT AP\n",
        "^S Pass 1NT Pass\n3NT *\n",
        "Pass Pass 1NT Pass\n3NT +\n",
    ],
)  # fmt: skip
def test_auctions_that_export_format_allows(body):
    found = [code for code in export_codes(f'{TAGS}[Auction "N"]\n{body}') if code[3] == "6"]
    assert found == []


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("Pass Pass 1NT Pass 3NT\nPass Pass Pass\n", 19),
        ("Pass Pass 1NT Pass\n 3NT Pass Pass Pass\n", 20),
        ("Pass Pass\n1NT Pass\n3NT AP\n", 19),
    ],
)
def test_lines_of_an_auction_that_export_format_forbids(body, line):
    data = f'{HEAD}% EXPORT\n{TAGS}[Auction "N"]\n{body}'.replace("\n", "\r\n")
    (found,) = findings(data)
    assert (found.code, found.location.line) == ("PBN663", line)


@pytest.mark.parametrize("declarer", ["N", "E", "S", "W", "?"])
def test_export_format_has_declarers_tricks_whoever_declares(declarer):
    tags = TAGS.replace('[Declarer "S"]', f'[Declarer "{declarer}"]')
    expected = [] if declarer == "?" else ["PBN661"]
    assert export_codes(tags.replace('[Result "7"]', '[Result "NS 7"]')) == expected


def test_supplemental_tags_of_export_format_stand_before_the_auction():
    auction = '[Auction "N"]\nPass Pass 1NT Pass\n3NT AP\n'
    assert export_codes(f'{TAGS}[Room "Open"]\n{auction}') == []
    assert export_codes(f'{TAGS}{auction}[Room "Open"]\n') == ["PBN656"]


def test_embedded_games_need_no_version_and_no_suffix(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b'<p>\n<PBN>\n[Board "1"]\n</PBN>\n')
    found = read(path, format="pbn", check=True).diagnostics
    assert [item.code for item in found if item.code.startswith("PBN")] == []


def test_a_suffix_in_capitals_is_a_pbn_suffix(tmp_path):
    path = tmp_path / "BOARDS.PBN"
    path.write_bytes(b'% PBN 2.1\n[Board "1"]\n')
    assert read(path, check=True).diagnostics == ()


def test_reading_without_a_check_says_nothing_of_the_linters():
    source = io.BytesIO(b'[Date "2026.13.01"]\n[Scoring ";"]\n')
    assert read(source, format="pbn", errors="collect").diagnostics == ()


def test_a_place_begins_at_its_irregularity():
    found = places_at(cut_game('[Auction "N"]\n1D ^I 1C ^S ! +'), 0).slots
    assert [(p.first.text, p.word.text) for p in found] == [
        ("1D", "1D"), ("^I", "1C"), ("^S", "^S"), ("+", "+"),
    ]  # fmt: skip
    assert [mark.text for mark in found[2].marks] == ["!"]


def test_cells():
    form = cell_form("ScoreTable", "Contract")
    assert form is not None
    assert form.fullmatch("4SXX")
    assert not form.fullmatch("4SXXX")
    assert cell_form("ScoreTable", "Names_NS") is None
    assert cell_form("NoTable", "Contract") is None
    assert (number_of("3="), number_of("^-2.5"), number_of("x")) == (3.0, -2.5, None)


def files_of_the_standard() -> list[Path]:
    return sorted(path for path in CORPUS.glob("*") if "correct_" in path.name)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_the_standards_own_correct_files_are_sound():
    # What is left: an ActionTable with cells of its own kind, a line one character too long, a
    # backslash that escapes nothing, and a plus sign in the first column of a row that another
    # player leads.
    allowed = {"PBN206", "PBN317", "PBN388", "PBN511"}
    for path in files_of_the_standard():
        found = read(path, errors="collect", check=True).diagnostics
        bad = {str(item) for item in found if item.severity > Severity.NOTE}
        assert {item.split(": ")[1].split()[1] for item in bad} <= allowed, bad
    assert len(files_of_the_standard()) == 6


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    sorted((SUITE / "valid").glob("*.pbn")) if SUITE else [NO_SUITE],
    ids=lambda path: path.name if path else "no-suite",
)
def test_what_the_writer_exports_passes_the_linter(path, tmp_path):
    is_sound(path, tmp_path)


def is_sound(path, tmp_path):
    target = tmp_path / "out.pbn"
    overtrick.write(read(path), target, options={"style": "export"})
    found = read(target, check=True).diagnostics
    assert [str(item) for item in found if item.severity > Severity.NOTE] == []


@pytest.mark.parametrize("name", ["club.pbn.gz", "club.pbn.xz", "club.pbn.zip", "club.zip"])
def test_the_name_of_a_compressed_file_is_that_of_the_file_in_it(name, tmp_path):
    board = overtrick.Board(number=1, dealer=overtrick.Seat.NORTH)
    overtrick.write([board], tmp_path / name, format="pbn")
    codes = {item.code for item in read(tmp_path / name, check=True).diagnostics}
    assert "PBN610" not in codes
    overtrick.write([board], tmp_path / "club.txt.gz", format="pbn")
    codes = {item.code for item in read(tmp_path / "club.txt.gz", check=True).diagnostics}
    assert "PBN610" in codes

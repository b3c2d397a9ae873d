"""Hints: what was probably meant, and what `check --fix` will write."""

from __future__ import annotations

import io

import pytest

from overtrick import Severity, read
from overtrick_pbn.check.hints import near_tag
from overtrick_pbn.check.spellings import date_and_time, dates_of, plain_value
from overtrick_pbn.standard.tags import KNOWN


def findings(text):
    data = ("% PBN 2.1\n" + text).encode()
    return read(io.BytesIO(data), format="pbn", errors="collect", check=True).diagnostics


def hints(text):
    return [item.hint for item in findings(text)]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('[Contract "6N"]', 'write "6NT"'),
        ('[Time "9:30"]', "write HH:MM:SS: a time of the standard has seconds"),
        ('[Room "open"]', 'write "Open"'),
        ('[Date "28 Jul 2023"]', 'write "2023.07.28"'),
        ('[Dealer "North"]', 'write "N"'),
        ('[Declarer "south"]\n[Contract "1C"]', 'write "S"'),
        ('[Vulnerable "N-S"]', 'write "NS"'),
        ('[Dealer "N"]\n[Auction "N"]\n1N P P P', "write 1NT"),
        ('[Vulnerabel "All"]', "did you mean Vulnerable?"),
        ('[Dealr "N"]', "did you mean Dealer?"),
        ('[EVENT "Cup"]', "did you mean Event?"),
        ('[event "Cup"]', "did you mean Event?"),
        ('[Vulnerable "Nonee"]', 'did you mean "None"?'),
        ('[Dealer "Nroth"]', 'did you mean "N"?'),
        ('[Contract "5Hearts"]', 'did you mean "5H"?'),
        ('[Contract "4 S*"]', 'did you mean "4SX"?'),
        ('[Contract "4S"]\n[Declarer "N"]\n[Result "+1"]', 'did you mean "11"?'),
        ('[Contract "3NT"]\n[Declarer "N"]\n[Result "C-2"]', 'did you mean "7"?'),
        (
            '[Date "03/04/2020"]',
            "the order of day and month cannot be told: write 2020.04.03 or 2020.03.04",
        ),
        (
            '[Date "2013-08-24 18:36"]',
            "write 2013.08.24; the time 18:36 goes into a Time tag",
        ),
    ],
)
def test_a_hint_is_made_from_the_case(text, hint):
    assert hint in hints(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('[Deals "N:A... K... Q... J..."]', "Deal"),
        ('[Deel "N:A... K... Q... J..."]', "Deal"),
        ('[DEAL "N:A... K... Q... J..."]', "Deal"),
        ('[Vul "All"]', "Vulnerable"),
        ('[Contarct "1C"]', "Contract"),
        ('[Dat "2020.01.02"]', "Date"),
        ('[Daet "2020.01.02"]', "Date"),
        ('[Eventt "Cup"]', "Event"),
    ],
)
def test_a_mandatory_tag_misspelt_is_a_warning(text, meant):
    found = [item for item in findings(text) if item.code == "PBN318"]
    assert [item.severity for item in found] == [Severity.WARNING]
    assert found[0].hint == f"did you mean {meant}?"


def test_another_tag_misspelt_is_a_note():
    assert [item.severity for item in findings('[Anotator "Doe"]')] == [Severity.NOTE]


@pytest.mark.parametrize("text", ['[Data "seven"]', '[Dean "Doe"]', '[Side "NS"]', '[Easy "yes"]'])
def test_a_short_word_of_its_own_is_no_misspelling(text):
    assert not findings(text)


def test_no_guess_is_made_where_nothing_is_near():
    assert near_tag("Wrong") is None
    assert 'did you mean "N"?' not in hints('[Dealer "Black"]')


@pytest.mark.parametrize(
    "name",
    ["ParContract", "BCNote", "Event2", "Scores", "Student", "Minimax", "OptimumOpeningLeadTable"],
)
def test_a_name_of_its_own_is_no_misspelling(name):
    assert near_tag(name) is None


def test_a_tag_beside_the_one_it_is_near_to_is_none():
    assert hints('[Dealer "N"]\n[Dealr "N"]') == []


def test_every_tag_with_two_letters_changed_about_is_known_again():
    for name in sorted(KNOWN):
        if len(name) > 5 and name[3] != name[4]:
            typed = name[:3] + name[4] + name[3] + name[5:]
            assert near_tag(typed) == name or typed in KNOWN, typed


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("2023-07-28", ["2023.07.28"]),
        ("20160831", ["2016.08.31"]),
        ("28 Jul 2023", ["2023.07.28"]),
        ("2-Aug-2023", ["2023.08.02"]),
        ("July 28, 2023", ["2023.07.28"]),
        ("Friday, 28th July 2023", ["2023.07.28"]),
        ("3/30/2021", ["2021.03.30"]),
        ("30.3.2021", ["2021.03.30"]),
        ("05/05/2020", ["2020.05.05"]),
        ("2023", ["2023.??.??"]),
        ("2023.7", ["2023.07.??"]),
        ("Sept 2023", ["2023.09.??"]),
        ("03/04/2020", ["2020.04.03", "2020.03.04"]),
        ("31/31/2020", []),
        ("2023-02-29", []),
        ("28/07/23", []),
        ("99999999", []),
        ("last week", []),
        ("2023.07.28", []),
        ("2" * 1000, []),
    ],
)
def test_dates_in_other_spellings(text, dates):
    assert dates_of(text) == dates


def test_what_is_not_certain_is_left_as_it_stands():
    assert plain_value("Date", "03/04/2020") == "03/04/2020"
    assert plain_value("Room", "Third") == "Third"
    assert plain_value("Time", "99:99") == "99:99"
    assert plain_value("Event", "open") == "open"
    assert date_and_time("2023.07.28") is None


@pytest.mark.parametrize(
    ("name", "value", "plain"),
    [
        ("Room", "CLOSED", "Closed"),
        ("FrenchMP", "yes", "Yes"),
        ("Hidden", "ns", "NS"),
        ("Time", "9:30:00", "09:30:00"),
        # Seconds are not made up.
        ("Time", "9:30", "9:30"),
        ("UTCTime", "19.30.00", "19:30:00"),
        ("EventDate", "2023-07-28", "2023.07.28"),
        ("ScorePercentage", "ns 54.2%", "NS 54.2"),
        ("OptimumScore", "ns 420", "NS 420"),
    ],
)
def test_values_with_one_right_spelling(name, value, plain):
    assert plain_value(name, value) == plain


def test_a_value_on_two_lines_is_not_closed_on_the_first():
    text = '[Event "a long\nname"]\n[Board "1"]'
    assert hints(text)[0].startswith("write the tag on one line")
    assert 'write [Event "open"]' in hints('[Event "open]\n[Board "1"]')

"""The values of the tags: what each means, what is odd and what is wrong."""

from __future__ import annotations

import io
from decimal import Decimal

import attrs
import pytest

import overtrick
from overtrick import (
    EMPTY,
    PASSED_OUT,
    UNKNOWN,
    Contract,
    Deal,
    Doubling,
    Result,
    Score,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick_pbn.standard.tags import SUPPLEMENTAL, suits_grammar

FULL = "N:Q953.85.J532.T42 2.Q7642.A8.AK763 AKJ4.KT9.K76.J98 T876.AJ3.QT94.Q5"


def field(collect, text, name):
    """Return the value of a field, or what is said of it, and the codes of the findings."""
    boards, codes, _ = collect(text)
    value = getattr(boards[0], name)
    return boards[0].said(name) if value is None else value, codes


@pytest.mark.parametrize("tag", ["Dealer", "Vulnerable", "Deal", "Scoring", "Result", "Board"])
def test_absent_unknown_and_empty_are_three_things(collect, tag):
    name = {"Vulnerable": "vulnerability", "Board": "number"}.get(tag, tag.lower())
    assert field(collect, '[foo ""]', name)[0] is None
    assert field(collect, f'[{tag} "?"]', name)[0] is UNKNOWN
    assert field(collect, f'[{tag} ""]', name)[0] == ("" if tag == "Scoring" else EMPTY)


def test_texts_keep_what_they_say(collect):
    boards, _, _ = collect('[Event "?"]\n[Site ""]\n[West " a;b "]\n[Room "Open"]\n[HomeTeam "H"]')
    info = boards[0].info
    assert (info.event, info.site, info.date) == (None, "", None)
    assert boards[0].missing == {"info.event": UNKNOWN}
    assert (info.players, info.room, info.teams) == (
        (None, None, None, " a;b "),
        "Open",
        ("H", None),
    )


@pytest.mark.parametrize(
    ("value", "number", "name", "codes"),
    [
        ("7", 7, None, []),
        ("18127", 18127, None, []),
        ("007", 7, None, ["PBN341"]),
        (" 7 ", 7, None, ["PBN810"]),
        ("Example 1", None, "Example 1", ["PBN332"]),
        ("0", None, "0", ["PBN332"]),
        ("-1", None, "-1", ["PBN332"]),
        ("\u0663", None, "\u0663", ["PBN332"]),
        ("9" * 5000, None, "9" * 5000, ["PBN332"]),
    ],
)
def test_board_numbers(collect, value, number, name, codes):
    boards, reported, _ = collect(f'[Board "{value}"]')
    assert (boards[0].number, boards[0].name, reported) == (number, name, codes)


@pytest.mark.parametrize(
    ("value", "meaning", "codes"),
    [
        ("None", Vulnerability.NONE, []),
        ("Love", Vulnerability.NONE, []),
        ("-", Vulnerability.NONE, []),
        ("NS", Vulnerability.NS, []),
        ("EW", Vulnerability.EW, []),
        ("All", Vulnerability.BOTH, []),
        ("Both", Vulnerability.BOTH, []),
        ("none", Vulnerability.NONE, []),
        ("ns", Vulnerability.NS, []),
        ("NONE", Vulnerability.NONE, ["PBN811"]),
        ("None ", Vulnerability.NONE, ["PBN810"]),
        ("N-S ", Vulnerability.NS, ["PBN810", "PBN811"]),
        ("E/W", Vulnerability.EW, ["PBN811"]),
        ("E", None, ["PBN334"]),
    ],
)
def test_vulnerability(collect, value, meaning, codes):
    assert field(collect, f'[Vulnerable "{value}"]', "vulnerability") == (meaning, codes)


@pytest.mark.parametrize(
    ("value", "text", "codes"),
    [
        (FULL, FULL, []),
        ("W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -", "N:- A8654.KQ5.T.QJT6 - KQT2.AT.J6542.85", []),
        ("W:2TQK.TA.2456J.58 - - -", "N:- - - KQT2.AT.J6542.85", []),
        ("e:kqt2.at.j6542.85 - - -", "N:- KQT2.AT.J6542.85 - -", []),
        ("N:A... ... - -", "N:A... - - -", ["PBN808"]),
        ("N:A10... - - -", "N:AT... - - -", ["PBN807"]),
        ("N:SA.HK.DQ.CJ - - -", "N:A.K.Q.J - - -", ["PBN809"]),
        ("N: A...  K... - -", "N:A... K... - -", ["PBN342"]),
        (" N:A... - - - ", "N:A... - - -", ["PBN810"]),
        ("N:- - - -", "N:- - - -", []),
    ],
)
def test_deals(collect, value, text, codes):
    deal, reported = field(collect, f'[Deal "{value}"]', "deal")
    assert (deal, reported) == (Deal.parse(text), codes)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("N:xxx.xx.xxxx.xxxx - - -", "PBN335"),
        ("N:A... K...", "PBN335"),
        ("N:A.K.Q - - -", "PBN335"),
        ("X:A... - - -", "PBN335"),
        ("nonsense", "PBN335"),
        ("N:A... A... - -", "PBN336"),
        ("N:AA... - - -", "PBN336"),
        ("N:AKQJT98765432.A.. - - -", "PBN336"),
    ],
)
def test_deals_that_cannot_be(collect, value, code):
    assert field(collect, f'[Deal "{value}"]', "deal") == (None, [code])


def test_a_deal_that_contradicts_itself_raises_its_own_error():
    import overtrick

    with pytest.raises(overtrick.InconsistentDataError) as caught:
        overtrick.read(b'[Board "1"]\n[Deal "N:A... A... - -"]\n', format="pbn")
    assert caught.value.diagnostic.location.line == 2


SWAPPED = Contract(
    level=4, strain=Strain.HEARTS, doubling=Doubling.DOUBLED, declarer=Seat.WEST, swapped=True
)


@pytest.mark.parametrize(
    ("tags", "contract", "codes"),
    [
        ('[Contract "3NT"][Declarer "S"]', Contract.parse("3NT", Seat.SOUTH), []),
        ('[Declarer "^W"][Contract "4HX"]', SWAPPED, []),
        ('[Contract "Pass"][Declarer ""]', PASSED_OUT, []),
        ('[Contract "Pass"]', PASSED_OUT, []),
        ('[Contract "Pass"][Declarer "N"]', Contract(level=0, declarer=Seat.NORTH), ["PBN343"]),
        ('[Contract "?"][Declarer "?"]', UNKNOWN, []),
        ('[Contract ""][Declarer ""]', EMPTY, []),
        ('[Declarer "?"]', None, []),
        ('[Contract "?"][Declarer "N"]', Contract(declarer=Seat.NORTH), []),
        ('[Contract "3NT"]', Contract.parse("3NT"), []),
        ('[Contract "3NT"][Declarer "?"]', Contract.parse("3NT"), []),
        ('[Contract "NT"][Declarer "S"]', Contract(strain=Strain.NOTRUMP, declarer=Seat.SOUTH), []),
        ('[Contract "3N"][Declarer "S"]', Contract.parse("3NT", Seat.SOUTH), ["PBN812"]),
        ('[Contract "4Hx"][Declarer "s"]', Contract.parse("4HX", Seat.SOUTH), []),
        ('[Contract "5Hearts"][Declarer "S"]', None, ["PBN338"]),
        ('[Contract "8C"]', None, ["PBN338"]),
        ('[Contract "3NT"][Declarer "White"]', Contract.parse("3NT"), ["PBN337"]),
    ],
)  # fmt: skip
def test_contracts_with_their_declarers(collect, tags, contract, codes):
    assert field(collect, tags, "contract") == (contract, codes)


@pytest.mark.parametrize(
    ("tags", "missing"),
    [
        ('[Contract "3NT"]', {}),
        ('[Contract "3NT"][Declarer "?"]', {"declarer": UNKNOWN}),
        ('[Contract "3NT"][Declarer "^?"]', {"declarer": UNKNOWN}),
        ('[Contract "3NT"][Declarer ""]', {"declarer": EMPTY}),
        ('[Contract "3NT"][Declarer "White"]', {}),
        ('[Contract "Pass"][Declarer ""]', {"declarer": EMPTY}),
        ('[Contract "Pass"][Declarer "?"]', {"declarer": UNKNOWN}),
        ('[Contract "?"][Declarer "?"]', {"contract": UNKNOWN, "declarer": UNKNOWN}),
        ('[Contract "?"][Declarer ""]', {"contract": UNKNOWN, "declarer": EMPTY}),
        ('[Declarer ""]', {"declarer": EMPTY}),
        ('[Contract "8C"][Declarer "?"]', {}),
    ],
)
def test_what_is_said_of_contract_and_declarer(collect, tags, missing):
    assert collect(tags)[0][0].missing == missing


@pytest.mark.parametrize(
    ("tag", "place"),
    [
        ("Board", "number"),
        ("Vulnerable", "vulnerability"),
        *((name, name.lower()) for name in ("Dealer", "Deal", "Contract", "Result", "Score")),
    ],
)
def test_blanks_round_a_question_mark_are_reported_and_change_nothing(collect, tag, place):
    boards, codes, _ = collect(f'[{tag} " ? "]')
    assert boards[0].missing == {place: UNKNOWN}
    assert codes == [] if tag == "Board" else ["PBN810"]


@pytest.mark.parametrize(
    ("tag", "place"),
    [
        *((name, f"info.{name.lower()}") for name in ("Event", "Site", "Date", "Room")),
        *((name, f"info.players.{name.lower()}") for name in ("North", "East", "South", "West")),
        ("HomeTeam", "info.teams.home"),
        ("VisitTeam", "info.teams.visit"),
        ("Scoring", "scoring"),
    ],
)
def test_texts_are_unknown_or_empty(collect, tag, place):
    boards, _, _ = collect(f'[{tag} "?"]\n\n[{tag} ""]\n\n[Deal "{FULL}"]')
    assert [board.missing for board in boards] == [{place: UNKNOWN}, {}, {}]
    out = io.BytesIO()
    stripped = [attrs.evolve(board, source=None) for board in boards]
    overtrick.write(stripped, out, format="pbn", options={"style": "preserve"})
    assert out.getvalue().decode().splitlines()[2::2][:2] == [f'[{tag} "?"]', f'[{tag} ""]']
    assert list(overtrick.read(out.getvalue())) == boards


def test_an_empty_contract_with_a_declarer_is_kept(collect):
    boards, _, _ = collect('[Contract ""][Declarer "N"]')
    assert boards[0].contract == Contract(declarer=Seat.NORTH)
    assert boards[0].extras["pbn:Contract"] == ""


SOUTH = '[Declarer "S"][Contract "3NT"]'


@pytest.mark.parametrize(
    ("tags", "result", "codes"),
    [
        ('[Result "9"]', Result(tricks=9), []),
        ('[Result "^9"]', Result(tricks=9, irregular=True), []),
        ('[Result "NS 9"]', Result(ns=9), []),
        ('[Result "EW 4 NS 9"]', Result(ns=9, ew=4), []),
        (SOUTH + '[Result "NS 9"]', Result(tricks=9), []),
        (SOUTH + '[Result "EW 4"]', Result(tricks=9), []),
        (SOUTH + '[Result "^EW 4 NS 9"]', Result(tricks=9, irregular=True), []),
        (SOUTH + '[Result "NS 9 EW 5"]', Result(tricks=9), ["PBN340"]),
        (SOUTH + '[Result "EW 2"][Play "W"]\nSA S2 +', Result(ew=2), []),
        (SOUTH + '[Result "NS 1 EW 2"][Play "W"]\nSA S2 +', Result(tricks=1), []),
        ('[Result "14"]', None, ["PBN339"]),
        ('[Result "C-2"]', None, ["PBN339"]),
        ('[Result "NS 9 NS 4"]', None, ["PBN339"]),
    ],
)
def test_results(collect, tags, result, codes):
    assert field(collect, tags, "result") == (result, codes)


@pytest.mark.parametrize(
    ("value", "score", "codes"),
    [
        ("420", Score(declarer=Decimal(420)), []),
        ("NS -400", Score(ns=Decimal(-400)), []),
        ("EW -50 NS 50", Score(ns=Decimal(50), ew=Decimal(-50)), []),
        ("+550", Score(declarer=Decimal(550)), []),
        ("", EMPTY, []),
        ("?", UNKNOWN, []),
        ("many", None, ["PBN402"]),
        ("NS 9 NS 8", None, ["PBN402"]),
        ("9" * 1000, None, ["PBN402"]),
    ],
)
def test_scores(collect, value, score, codes):
    assert field(collect, f'[Score "{value}"]', "score") == (score, codes)


@pytest.mark.parametrize("value", ["2023-07-28", "95.06.10", "2020.1.1", "14:12"])
def test_odd_dates_are_kept_with_a_warning(collect, value):
    boards, codes, _ = collect(f'[Date "{value}"]')
    assert (boards[0].info.date, codes) == (value, ["PBN331"])
    assert collect('[Date "2012.08.??"]')[1] == []


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("FrenchMP", "Yes", "yes"),
        ("Hidden", "WE", "WW"),
        ("Room", "Closed", "IMP"),
        ("ScoreIMP", "NS -2.5", "NS"),
        ("ScoreMP", "EW 12 NS 8.5", "12 to 8"),
        ("ScorePercentage", "NS 50.00 EW 50.00", "101"),
        ("ScoreRubber", "NS 300/40", "NS 300"),
        ("ScoreRubberHistory", "NS 0 0/100 0 EW 0 0/0 0", "NS 0/100"),
        ("OptimumScore", "NS 600", "600"),
        ("EventDate", "1995.06.10", "1995"),
        ("Round", "3.1_a", "-1"),
        ("Time", "20:15:00", "8 pm"),
        ("UTCDate", "2020.??.??", "today"),
        ("UTCTime", "00:00:00", "24:00:00"),
        ("TimeControl", "4/30", "4 in 30"),
        ("TimeCall", "60", "1 min"),
        ("TimeCard", "60", "-1"),
    ],
)
def test_supplemental_tags_have_their_grammars(collect, name, good, bad):
    assert SUPPLEMENTAL[name] is not None
    assert suits_grammar(name, good)
    _, codes, ctx = collect(f'[{name} "{bad}"]')
    assert codes == ["PBN401"]
    assert ctx.diagnostics[0].clause.startswith("PBN 2.1 §4.")
    assert collect(f'[{name} ""]')[1] == []


def test_every_supplemental_tag_with_a_grammar_is_tested_above():
    with_grammar = {name for name, grammar in SUPPLEMENTAL.items() if grammar is not None}
    assert len(with_grammar) == 18


def test_points_of_more_digits_than_the_model_takes_are_no_score():
    text = '% PBN 2.1\n[Board "1"]\n[Score "NS 123456789012345678901"]\n'
    found = overtrick.read(text.encode(), errors="collect")
    assert found[0].score is None
    assert "PBN402" in {item.code for item in found.diagnostics}

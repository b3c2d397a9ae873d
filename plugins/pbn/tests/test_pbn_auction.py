"""The auction section."""

from __future__ import annotations

import io

import pytest

import overtrick
from overtrick import EMPTY, UNKNOWN, Auction, CallEntry, Ending, Irregularity, Seat

CALL = {call: Auction.of(Seat.NORTH, call).entries[0].call for call in ("1C", "2D", "1NT", "Pass")}


@pytest.fixture
def auction(collect):
    """Read an auction's body; return the auction and the codes found."""

    def run(body, value="N", rest=""):
        boards, codes, _ = collect(f'[Auction "{value}"]\n{body}\n{rest}')
        return boards[0].auction, codes

    return run


@pytest.mark.parametrize(
    ("body", "ending"),
    [
        ("1C Pass Pass Pass", Ending.COMPLETE),
        ("Pass Pass Pass Pass", Ending.COMPLETE),
        ("Pass Pass Pass", Ending.UNKNOWN),
        ("1C Pass Pass", Ending.UNKNOWN),
        ("1C AP", Ending.COMPLETE),
        ("AP", Ending.COMPLETE),
        ("1C Pass AP", Ending.COMPLETE),
        ("1C Pass Pass Pass *", Ending.COMPLETE),
        ("1C *", Ending.CLOSED),
        ("1C +", Ending.OPEN),
        ("*", Ending.CLOSED),
        ("", Ending.UNKNOWN),
    ],
)
def test_how_an_auction_ends(auction, body, ending):
    found, codes = auction(body)
    assert codes == []
    assert found.ending is ending


def test_all_pass_fills_up_what_is_missing(auction):
    assert auction("AP")[0] == Auction.of(Seat.NORTH, "Pass Pass Pass Pass")
    assert auction("1C Pass 2C AP")[0] == Auction.of(Seat.NORTH, "1C Pass 2C Pass Pass Pass")


def test_hyphens_stand_for_players_before_the_first_call(auction):
    found, codes = auction("- - 1NT AP", value="W")
    assert codes == []
    assert (found.dealer, len(found.entries)) == (Seat.EAST, 4)


def test_a_call_has_one_suffix_one_note_and_any_number_of_glyphs_in_any_order(auction):
    entry = CallEntry(call=CALL["1C"], note="text", nags=(3, 25, 200), comment="a\n b")
    notes = '[Note "1:text"]\n'
    for body in (
        "1C !! =1= $25 $200 {a} ; b",
        "1C$200{a}!!; b\n=1=$25$25",
        "1C {a} $200 ; b\n $25 !! =1=",
    ):
        found, codes = auction(body, rest=notes)
        assert codes == []
        assert found.entries == (entry,)


@pytest.mark.parametrize(
    ("suffix", "glyph"), [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)]
)
def test_suffixes_are_glyphs(auction, suffix, glyph):
    assert auction(f"1C{suffix}")[0].entries[0].nags == (glyph,)


@pytest.mark.slow
def test_irregularities_stand_before_calls(auction):
    found, codes = auction("2D ^S ^I 1C ^S Pass")
    assert codes == []
    assert [entry.irregularity for entry in found.entries] == [
        None,
        Irregularity.SKIPPED,
        Irregularity.INSUFFICIENT_BID,
        Irregularity.SKIPPED,
        None,
    ]
    assert found.entries[1].call is None


@pytest.mark.parametrize(
    ("body", "calls", "codes"),
    [
        ("1C P P P", "1C Pass Pass Pass", ["PBN801"]),
        ("1C PASS", "1C Pass", ["PBN801"]),
        ("1C Dbl rdbl D r", "1C X XX X XX", ["PBN802"]),
        ("1N 3n", "1NT 3NT", ["PBN803"]),
        ("1C all pass", "1C Pass Pass Pass", ["PBN801"]),
        ("1c PaSS", "1C Pass", ["PBN801"]),
        ("1C Pass Pass Pass AP", "1C Pass Pass Pass", ["PBN367"]),
    ],
)
def test_spellings_of_real_programs_are_read_with_a_warning(auction, body, calls, codes):
    found, reported = auction(body)
    assert [entry.call for entry in found.entries] == list(Auction.of(Seat.NORTH, calls).calls)
    assert reported == codes


def test_lower_case_is_import_format_and_only_noted(collect):
    boards, codes, _ = collect('[Auction "n"]\n1c x xx pass ap\n')
    assert codes == []
    assert str(boards[0].auction) == "1C X XX Pass Pass Pass"
    assert "PBN805" in collect('[Auction "N"]\n1c ap\n', checking=True)[1]


def test_an_asterisk_at_a_call_is_an_alert(auction):
    found, codes = auction("4N* P 5D P")
    assert codes == ["PBN803", "PBN804", "PBN801"]
    assert [entry.alert for entry in found.entries] == [True, False, False, False]


def test_a_reference_without_a_note_is_an_alert(auction):
    found, codes = auction("1C =1= Pass =2=", rest='[Note "2:"]\n')
    assert codes == ["PBN397"]
    assert [(entry.alert, entry.note) for entry in found.entries] == [(True, None)] * 2


@pytest.mark.parametrize("blank", ["___", "_", "_______", "___ {what?}", "___\n{what?}\n"])
def test_a_blank_for_the_answer_is_the_next_call(auction, blank):
    found, codes = auction(f"1NT Pass {blank}")
    assert codes == ["PBN371"]
    assert (str(found), found.ending) == ("1NT Pass", Ending.OPEN)


@pytest.mark.parametrize("body", ["?", "??", "- - ?", "{problem 1} ?", "_____"])
def test_a_blank_may_stand_for_the_first_call(auction, body):
    found, codes = auction(body)
    assert codes == ["PBN371"]
    assert (found.entries, found.ending) == ((), Ending.OPEN)


def test_a_question_mark_behind_a_call_is_its_suffix(auction):
    found, codes = auction("1NT Pass ?")
    assert codes == []
    assert (found.entries[-1].nags, found.ending) == ((2,), Ending.UNKNOWN)


@pytest.mark.parametrize(
    ("body", "calls", "rest", "place"),
    [
        ("1NT Pass ___ $2 Pass", "1NT Pass", "$2 Pass", 10),
        ("1NT ___ Pass ___", "1NT", "Pass ___", 5),
        ("? 1C Pass", "", "1C Pass", 1),
        ("1NT P ___ {hm} =2= etc. (", "1NT Pass", "=2= etc. (", 7),
        ("1H AC P", "1H", "AC P", 4),
        ("AC 2H AC P", "", "AC 2H AC P", 1),
        ("1H ac", "1H", "ac", 4),
    ],
)
def test_an_auction_is_read_up_to_the_call_that_is_not_told(collect, body, calls, rest, place):
    boards, codes, ctx = collect(f'[Auction "N"]\n{body}\n')
    auction = boards[0].auction
    assert set(codes) - {"PBN801"} == {"PBN370"}
    assert next(d for d in ctx.diagnostics if d.code == "PBN370").location.column == place
    assert [entry.call for entry in auction.entries] == list(Auction.of(Seat.NORTH, calls).calls)
    assert auction.ending is Ending.OPEN
    assert boards[0].extras["pbn:Auction.rest"] == rest


def test_a_note_of_what_is_not_told_is_kept_and_not_called_unused(collect):
    text = '[Auction "N"]\n1NT ___ 2C =1=\n[Note "1:asks"]\n[Note "2:not asked for"]\n'
    boards, codes, _ = collect(text, checking=True)
    assert [code for code in codes if code in {"PBN370", "PBN398"}] == ["PBN370", "PBN398"]
    assert boards[0].extras["pbn:auction.notes"] == ("asks", "not asked for")


def test_what_is_not_told_is_a_comment_in_export_which_is_reported():
    text = b'[Dealer "N"]\n[Auction "N"]\n1NT Pass ___ $2\n2C =1=\n[Note "1:asks"]\n'
    boards = overtrick.read(io.BytesIO(text), format="pbn", errors="collect")
    sink = io.BytesIO()
    report = overtrick.write(boards, sink, format="pbn", options={"style": "export"})
    assert b"1NT Pass +" in sink.getvalue()
    assert b'[Note "1:asks"]' in sink.getvalue()
    assert b"+ {$2\r\n2C =1=}" in sink.getvalue()
    assert "the rest of the auction is written as a comment" in [loss.reason for loss in report]


def test_what_stands_behind_the_sign_for_the_next_call_is_kept(collect):
    boards, codes, _ = collect('[Auction "N"]\n1NT Pass + $2\n')
    assert codes == ["PBN372"]
    assert (str(boards[0].auction), boards[0].auction.ending) == ("1NT Pass", Ending.OPEN)
    assert boards[0].extras["pbn:Auction.rest"] == "$2"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("Pass etc. Pass", "etc."),
        ("1C prose, here", "prose,"),
        ("1C 1D.", "1D."),
        ("1C bid? Pass", "bid?"),
        ("1C (2H) Pass", "(2H)"),
    ],
)
def test_what_is_no_call_is_named_as_it_is_written(collect, body, text):
    _, _, ctx = collect(f'[Auction "N"]\n{body}\n')
    assert [found.message for found in ctx.diagnostics] == [f'invalid call "{text}"']
    assert ctx.diagnostics[0].location.column == body.index(text) + 1


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        ("1C\n1Z", "PBN361", (3, 1)),
        ("1C ! ?", "PBN363", (2, 6)),
        ("1C =1= =2=", "PBN363", (2, 8)),
        ("$1 1C", "PBN362", (2, 1)),
        ("1C $256", "PBN395", (2, 4)),
        ("1C $", "PBN395", (2, 4)),
        ("1C * 2C", "PBN364", (2, 6)),
        ("1C AP 2C", "PBN364", (2, 7)),
        ("1C - 2C", "PBN365", (2, 4)),
        ("^I Pass", "PBN366", (2, 1)),
        ("1C ^I", "PBN366", (2, 4)),
        ("1C ^R 2C", "PBN366", (2, 4)),
        ("1C { open", "PBN302", (2, 4)),
        ("1C prose here", "PBN361", (2, 4)),
    ],
)
def test_what_is_no_auction_gives_none_and_says_where(collect, body, code, place):
    boards, codes, ctx = collect(f'[Auction "N"]\n{body}\n')
    found = ctx.diagnostics[0]
    assert (codes[0], (found.location.line, found.location.column)) == (code, place)
    assert boards[0].auction is None
    value, text = boards[0].extras["pbn:Auction.unread"]
    assert (value, text.strip()) == ("N", body)


def test_a_bad_auction_costs_nothing_else(collect):
    boards, codes, _ = collect(
        '[Board "1"]\n[Auction "N"]\n1Z\n[Play "W"]\nSA\n\n[Board "2"]\n[Auction "N"]\n1C AP\n'
    )
    assert codes == ["PBN361"]
    assert boards[0].play is not None
    assert boards[1].auction is not None


def test_the_tag_of_an_auction_without_a_seat(collect):
    assert collect('[Auction ""]\n')[0][0].said("auction") is EMPTY
    assert collect('[Auction "?"]\n{x}\n')[0][0].said("auction") is UNKNOWN
    assert collect('[Auction " ? "]\n')[0][0].said("auction") is UNKNOWN
    boards, codes, _ = collect('[Auction "?"]\n1C AP\n')
    assert (codes, boards[0].auction, boards[0].said("auction")) == (["PBN360"], None, None)
    boards, codes, _ = collect('[Dealer "E"]\n[Auction ""]\n1C AP\n')
    assert (codes, boards[0].auction.dealer) == (["PBN368"], Seat.EAST)
    boards, codes, _ = collect('[Auction ""]\n1C AP\n')
    assert (codes, boards[0].auction) == (["PBN360"], None)


def test_a_first_call_by_another_than_the_dealer_is_reported(collect):
    boards, codes, _ = collect('[Dealer "N"]\n[Auction "W"]\n1D AP\n')
    assert codes == ["PBN369"]
    assert boards[0].auction.dealer is Seat.WEST


def test_an_absurdly_long_auction_is_refused(auction):
    assert auction("1C! " * 6000) == (None, ["PBN208"])

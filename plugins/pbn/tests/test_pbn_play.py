"""The play section."""

from __future__ import annotations

import pytest

from overtrick import EMPTY, Ending, Irregularity, Play, PlayedCard, Seat


@pytest.fixture
def play(collect):
    """Read a play's body; return the play and the codes found."""

    def run(body, value="W", rest=""):
        boards, codes, _ = collect(f'[Play "{value}"]\n{body}\n{rest}')
        return boards[0].play, codes

    return run


def test_cards_stand_in_the_columns_of_their_players(play):
    found, codes = play("SK H3 S4 S3\nC5 C2 C6 CK")
    assert codes == []
    assert found == Play.of(Seat.WEST, "SK H3 S4 S3", "C5 C2 C6 CK")
    assert str(found.tricks[0][Seat.NORTH]) == "H3"


def test_cards_may_be_anywhere_on_their_lines(play):
    assert play("SK\nH3 S4\n\tS3 C5 C2 C6 CK")[0] == play("SK H3 S4 S3\nC5 C2 C6 CK")[0]


def test_a_hyphen_is_a_card_that_is_not_given(play):
    found, codes = play("-  -  -  H2\n*")
    assert codes == []
    assert found.ending is Ending.CLOSED
    assert [card is None for card in found.tricks[0]] == [True, True, False, True]


def test_thirteen_tricks_are_complete_with_or_without_an_asterisk(play):
    rows = "\n".join(" ".join(f"{suit}{rank}" for suit in "SHDC") for rank in "AKQJT98765432")
    assert play(rows)[0].ending is Ending.COMPLETE
    assert play(rows + "\n*")[0] == play(rows)[0]
    assert play(rows + " SA") == (None, ["PBN385"])


def test_a_plus_is_the_next_card_and_need_not_be_last(play):
    found, codes = play("H2 H3 H4 HA\n+ - - CQ")
    assert codes == []
    assert found.ending is Ending.OPEN
    assert str(found.tricks[1][Seat.SOUTH]) == "CQ"
    assert found.tricks[1][Seat.WEST] is None
    assert play("+ + - -")[1] == ["PBN387"]


def test_a_line_that_is_cut_short_is_a_trick_of_which_cards_are_missing(play):
    assert play("S4")[0] == Play.of(Seat.WEST, "S4 - - -")
    assert play("")[0] == Play(leader=Seat.WEST)


def test_annotations_of_cards(play):
    found, codes = play("HJ?=1= {low} SA!! $200 $14", rest='[Note "1: suit preference"]\n')
    assert codes == []
    first, second = found.tricks[0][Seat.WEST], found.tricks[0][Seat.NORTH]
    assert (first.note, first.nags, first.comment) == (" suit preference", (8,), "low")
    assert second.nags == (9, 14, 200)


def test_a_card_reference_without_a_note_is_an_empty_note(play):
    found, codes = play("SA =3=")
    assert codes == ["PBN397"]
    assert found.tricks[0][Seat.WEST].note == ""


def test_irregularities_stand_before_cards(play):
    found, codes = play("CA ^R S6 ^L C3 C4")
    assert codes == []
    trick = found.tricks[0]
    assert trick[Seat.NORTH].irregularity is Irregularity.REVOKE
    assert trick[Seat.EAST].irregularity is Irregularity.LEAD_OUT_OF_TURN


def test_notes_of_the_auction_and_of_the_play_are_apart(collect):
    boards, codes, _ = collect(
        '[Auction "N"]\n1C =1= AP\n[Note "1:auction"]\n[Play "E"]\nHA =1= H5\n[Note "1:play"]\n'
    )
    assert codes == []
    assert boards[0].auction.entries[0].note == "auction"
    assert boards[0].play.tricks[0][Seat.EAST].note == "play"


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        ("S1", "PBN381", (2, 1)),
        ("SA\nKT", "PBN381", (3, 1)),
        ("SA ! ?", "PBN383", (2, 6)),
        ("$7 SA", "PBN382", (2, 1)),
        ("SA * S2", "PBN384", (2, 6)),
        ("^I SA", "PBN386", (2, 1)),
        ("^R -", "PBN386", (2, 1)),
        ("^R ^L SA", "PBN386", (2, 4)),
        ("SA $300", "PBN395", (2, 4)),
        ("SA {", "PBN302", (2, 4)),
    ],
)
def test_what_is_no_play_gives_none_and_says_where(collect, body, code, place):
    boards, codes, ctx = collect(f'[Play "W"]\n{body}\n')
    found = ctx.diagnostics[0]
    assert (codes[0], (found.location.line, found.location.column)) == (code, place)
    assert boards[0].play is None
    assert boards[0].extras["pbn:Play.unread"][0] == "W"


def test_the_ten_as_two_digits_and_lower_case(play, collect):
    found, codes = play("S10 sa Ct -")
    assert codes == ["PBN806"]
    assert [str(card) for card in found.tricks[0] if card is not None] == ["SA", "CT", "ST"]
    assert collect('[Play "W"]\nsa\n', checking=True)[1].count("PBN805") == 1


def test_a_play_without_a_leader(collect):
    assert collect('[Play ""]\n')[0][0].said("play") is EMPTY
    assert collect('[Play ""]\nSA\n')[1] == ["PBN380"]
    assert collect('[Play "X"]\nSA\n')[1] == ["PBN380"]


def test_a_mark_at_a_card_that_is_not_given_is_kept(play):
    found, codes = play("- {nobody knows} SA")
    assert codes == []
    assert found.tricks[0][Seat.WEST] == PlayedCard(card=None, comment="nobody knows")

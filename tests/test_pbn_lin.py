"""PBN to LIN to PBN: what both carry comes through, and the loss reports name the rest."""

from __future__ import annotations

import io

import overtrick
from overtrick import Field, Seat
from overtrick.plugin import field_value

PBN = b"""% PBN 2.1
% EXPORT

[Event "International Amsterdam Airport Schiphol Bridgetournament"]
[Site "Amsterdam, The Netherlands NLD"]
[Date "1995.06.10"]
[Board "1"]
[West "Podgor"]
[North "Westra"]
[East "Kalish"]
[South "Leufkens"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "5HX"]
[Result "9"]
{A lively hand}
[Auction "N"]
1D 1S 3H =1= 4S
4NT =2= X Pass Pass
5C X 5H X
Pass Pass Pass
[Note "1:non-forcing 6-9 points, 6-card"]
[Note "2:two colors: clubs and diamonds"]
[Play "W"]
SK =1= H3 S4 S3
C5 C2 C6 CK
S2 H6 S5 S7
C8 CA CT C4
D2 DA DT D3
D4 DK H5 H7
- - - H2
*
[Note "1:highest of series"]
""".replace(b"\n", b"\r\n")

KEPT = (
    Field.NUMBER,
    Field.DEALER,
    Field.VULNERABILITY,
    Field.DEAL,
    Field.CONTRACT,
    Field.RESULT,
    Field.AUCTION_CALLS,
    Field.AUCTION_NOTES,
    Field.INFO_EVENT,
    Field.INFO_PLAYERS,
)


def through(data: bytes, source: str, target: str) -> tuple[bytes, overtrick.LossReport]:
    out = io.BytesIO()
    done = overtrick.convert(data, out, from_format=source, to_format=target)
    assert done.written
    return out.getvalue(), done.losses


def test_the_standard_s_example_game_keeps_what_lin_can_hold():
    lin, to_lin = through(PBN, "pbn", "lin")
    pbn, _ = through(lin, "lin", "pbn")
    (before,), (after,) = overtrick.read(PBN), overtrick.read(pbn)
    for field in KEPT:
        assert field_value(after, field) == field_value(before, field), field
    assert before.info.player(Seat.SOUTH) == after.info.player(Seat.SOUTH) == "Leufkens"
    reported = set(to_lin.by_field())
    assert {Field.INFO_SITE, Field.INFO_DATE, Field.PLAY_NOTES} <= reported
    assert Field.SCORING not in reported
    for field in Field:
        if field not in reported and field is not Field.EXTRAS:
            assert field_value(after, field) == field_value(before, field), field


def test_alerts_explanations_play_and_claim_come_through():
    lin, _ = through(PBN, "pbn", "lin")
    text = lin.decode().replace("mb|3H|an|", "mb|3H!|an|")
    # Without the cards of the last, incomplete trick, which LIN has no way to write.
    cut = PBN.replace(b"-  -  -  H2\r\n", b"").replace(b"- - - H2\r\n", b"")
    whole_lin, losses = through(cut, "pbn", "lin")
    assert Field.PLAY_CARDS not in losses.by_field()
    back, _ = through(whole_lin, "lin", "pbn")
    (before,), (after,) = overtrick.read(cut), overtrick.read(back)
    assert field_value(after, Field.PLAY_CARDS) == field_value(before, Field.PLAY_CARDS)
    assert after.result == before.result
    (alerted,) = overtrick.read(text.encode(), format="lin")
    pbn, report = through(text.encode(), "lin", "pbn")
    (again,) = overtrick.read(pbn)
    assert alerted.auction.entries[2].alert
    assert again.auction.entries[2].note == alerted.auction.entries[2].note
    if again.auction != alerted.auction:
        assert Field.AUCTION_ALERTS in report.by_field()

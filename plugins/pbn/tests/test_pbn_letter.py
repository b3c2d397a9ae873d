"""The standard to the letter: each test quotes the sentence that it holds the plugin to."""

from __future__ import annotations

import io

import attrs
import pytest

from overtrick import Board, Diagnostic, LossKind, Result, Strain, read
from overtrick.plugin import FormatSpec, ReadContext, WriteContext
from overtrick_pbn.check.fixer import fix
from overtrick_pbn.standard.tags import MANDATORY
from overtrick_pbn.writer import write

SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
HEAD = "% PBN 2.1\n"
DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"


def checked(text: str) -> tuple[list[Board], list[Diagnostic]]:
    """Return the boards of a text and what `check` finds, notes included, law not."""
    boards = read(io.BytesIO(f"{HEAD}{text}".encode()), format="pbn", errors="collect", check=True)
    found = [item for item in boards.diagnostics if item.code.startswith("PBN")]
    return list(boards), found


def codes(text: str) -> list[str]:
    return [item.code for item in checked(text)[1]]


def exported(board: Board, encoding: str = "utf-8") -> tuple[str, list[str]]:
    """Return a board in export format with LF, and the reasons of its losses."""
    sink = io.BytesIO()
    ctx = WriteContext(SPEC)
    write([board], sink, ctx)
    text = sink.getvalue().decode(encoding).replace("\r\n", "\n")
    return text, [
        loss.reason for loss in ctx.losses.report() if loss.kind is not LossKind.DEFAULTED
    ]


def export_codes(text: str) -> list[str]:
    """Return what `check` has against a text that export wrote."""
    data = text.replace("\n", "\r\n").encode()
    found = read(io.BytesIO(data), format="pbn", errors="collect", check=True).diagnostics
    return [item.code for item in found if item.code.startswith("PBN")]


def fixed(text: str) -> str:
    sink = io.BytesIO()
    list(fix(io.BytesIO(text.encode()), sink, ReadContext(SPEC, errors="collect")))
    return sink.getvalue().decode()


# §2.4 "The escape character "%" in the first column means that the rest of the line can be
# ignored."
# §3.3 "there may be zero or more white space characters between any adjacent pair of tokens in a
# tag pair", and a tag pair may be "spanning more than a single line".


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "tag",
    [
        '[\n%note\nEvent "X"]',
        '[Event\n%note\n"X"]',
        '[Event "X"\n%note\n]',
        '[Event\n%note "[ { ;\n \n"X"]'.replace("\n \n", "\n\t"),
        '[\n%a\n%b\nEvent\n%[Event "Y"]\n"X"\n%c\n]',
    ],
)
def test_an_escape_line_may_stand_between_the_tokens_of_a_tag(tag, newline):
    for text in (f"{tag}\n", f'{tag}\n[Site "S"]\n', f'[Site "S"]\n{tag}\n'):
        (board,), found = checked(text.replace("\n", newline))
        assert board.info.event == "X"
        assert found == []
    escapes = [line[1:] for line in tag.split("\n") if line[:1] == "%"]
    assert [text for _, text in board.extras["pbn:escapes"]] == escapes
    text, losses = exported(board)
    assert losses == []
    assert all(f"\n%{escape}\n" in text for escape in escapes)


def test_a_percent_sign_elsewhere_in_a_tag_begins_no_escape_line():
    """§2.4: "A percent sign appearing in any other place ... does not trigger the escape
    mechanism".
    """
    assert "PBN307" in codes('[Event %note "X"]\n')
    assert checked('[Event\n"50%"]\n')[0][0].info.event == "50%"


def test_a_tag_with_an_escape_line_in_it_is_put_on_one_line_for_export_format():
    """§3.3: "Export format requires each tag pair to appear left justified on a line by itself"."""
    text = '% PBN 2.1\n% EXPORT\n[Event\n%note "a"\n"X"]\n[Site "S"]\n'.replace("\n", "\r\n")
    assert '\r\n[Event "X"]\r\n%note "a"\r\n[Site "S"]\r\n' in fixed(text)


# §3.6 "The '+' replaces the next card to be played."

PLAYED = f'[Dealer "N"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "3NT"]\n'


@pytest.mark.parametrize(
    ("rows", "right"),
    [
        ("C5 C2 C6 CA\n- + - D3\n", "C5 C2 C6 CA\n+ - - D3\n"),
        ("C5 C2 C6 -\n+\n", "C5 C2 C6 +\n"),
        ("C5 - + -\n", "C5 + - -\n"),
        ("C5 C2 CA C6\n+ - - -\n", "C5 C2 CA C6\n- - + -\n"),
        ("C5 + - -\nC2 - - -\n", "C5 - - -\nC2 + - -\n"),
    ],
)
def test_a_plus_where_no_next_card_can_be_is_reported(rows, right):
    (board,), found = checked(f'{PLAYED}[Play "W"]\n{rows}')
    assert [item.code for item in found] == ["PBN388"]
    place = f'{HEAD}{PLAYED}[Play "W"]\n{rows}'.split("+")[0]
    assert found[0].location.line == place.count("\n") + 1
    assert found[0].location.column == len(place.rpartition("\n")[2]) + 1
    assert board.play.ending.name == "OPEN"
    assert f'[Play "W"]\n{right}' in exported(board)[0]


@pytest.mark.parametrize(
    "rows",
    [
        # The standard's own example.
        "H2 H3 H4 HA\n+ - - CQ\n",
        "+\n",
        "C5 +\n",
        "C5 C2 C6 +\n",
        "C5 C2 C6 CA\n- - - +\n",
        "C5 C2 CA C6\n- - H4 +\n",
        # Nobody knows who leads.
        "C5 - CA C6\n- - H4 +\n",
        "C5 - CA C6\n+ - - H4\n",
    ],
)
def test_a_plus_for_the_next_card_is_not_reported(rows):
    (board,), found = checked(f'{PLAYED}[Play "W"]\n{rows}')
    assert found == []
    text, losses = exported(board)
    assert losses == []
    assert board.play == checked(text.partition("\n")[2])[0][0].play
    assert ("".join(rows.split())).rstrip("-") in "".join(text.split())


# §3.10 "A game is considered an end position when the maximum number of cards of each hand in the
# Deal tag is less than 13"; §3.4.15 "The Result tag value gives the result of the game in number of
# tricks."

POSITION = '[Dealer "N"]\n[Deal "N:A2... K3... .A2.. ..A2."]\n[Declarer "W"]\n[Contract "NT"]\n'


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ("NS 1", "1"), ("EW 1", "1"), ("NS 0", "2"), ("NS 2", "0"), ("EW 2", "2"), ("1", "1"),
        ("^NS 2", "^0"), ("EW 1 NS 1", "1"), ("NS 2 EW 0", "0"),
    ],
)  # fmt: skip
def test_the_tricks_of_an_end_position_are_as_many_as_its_cards(value, right):
    (board,), found = checked(f'{POSITION}[Result "{value}"]\n')
    assert found == []
    assert str(board.result) == right
    assert f'[Result "{right}"]' in exported(board)[0]


@pytest.mark.parametrize("value", ["12", "NS 3", "EW 2 NS 1", "^3", "NS 13"])
def test_a_position_has_no_more_tricks_than_cards(value):
    (board,), found = checked(f'{POSITION}[Result "{value}"]\n')
    assert [item.code for item in found] == ["PBN344"]
    assert board.result is not None


def test_two_numbers_of_a_position_make_all_its_tricks():
    assert codes(f'{POSITION}[Result "NS 1 EW 0"]\n') == ["PBN340"]
    assert codes(f'{POSITION}[Play "N"]\n+\n'.replace("[Play", '[Result "NS 0 EW 0"]\n[Play')) == []


def test_the_result_of_sides_is_counted_by_the_position_wherever_the_board_is_from():
    (board,), _ = checked(POSITION)
    for ns in (0, 1, 2):
        text, _ = exported(attrs.evolve(board, result=Result(ns=ns)))
        assert f'[Result "{2 - ns}"]' in text


def test_a_part_of_a_deal_with_a_contract_to_be_made_has_thirteen_tricks():
    """Observed: one hand or some cards of a deal, with its contract and result."""
    text = POSITION.replace('"NT"', '"3NT"')
    (board,), found = checked(f'{text}[Result "NS 4"]\n')
    assert board.result.tricks == 9
    assert [item.code for item in found] == ["PBN353"]


# §3.4 "When a tag value of a mandatory tag is unknown (because it was not given in the import
# format), then the tag is given with tag value "?". When a tag value of a mandatory tag is
# inappropriate (e.g. a dealing program only gives the tags 'Dealer', 'Vulnerable', and 'Deal'),
# then the tag is given as an empty string."


def tags_of(text: str) -> dict[str, str]:
    pairs = [line[1:-2].split(' "', 1) for line in text.split("\n") if line[:1] == "["]
    return dict(pairs)


@pytest.mark.parametrize("value", ["", "?"])
@pytest.mark.parametrize("name", MANDATORY)
def test_what_is_stated_of_one_tag_is_said_of_no_other(name, value):
    (board,), found = checked(f'[{name} "{value}"]\n')
    assert found == []
    tags = tags_of(exported(board)[0])
    assert tags.pop(name) == value
    assert set(tags.values()) == {"?"}


@pytest.mark.parametrize(("contract", "declarer"), [("", "?"), ("?", "")])
def test_contract_and_declarer_each_say_for_themselves(contract, declarer):
    (board,), _ = checked(f'[Declarer "{declarer}"]\n[Contract "{contract}"]\n')
    tags = tags_of(exported(board)[0])
    assert (tags["Contract"], tags["Declarer"]) == (contract, declarer)


def test_what_was_not_given_is_unknown():
    (board,), _ = checked('[Site "S"]\n[Event "E"]\n')
    tags = tags_of(exported(board)[0])
    assert (tags.pop("Site"), tags.pop("Event")) == ("S", "E")
    assert set(tags.values()) == {"?"}


def test_what_a_dealing_program_cannot_give_is_empty():
    (board,), _ = checked(f'[Dealer "N"]\n[Vulnerable "All"]\n[Deal "{DEAL}"]\n')
    tags = tags_of(exported(board)[0])
    given = {"Dealer": "N", "Vulnerable": "All", "Deal": DEAL, "Board": "?"}
    assert tags == {name: given.get(name, "") for name in MANDATORY}


# §4.2.1 "where <score> is the integer number of points"; §3.11 "The following table shows the tags
# where lowercase characters can be used": NS and EW in Vulnerable alone.


@pytest.mark.parametrize("value", ["4.2", "NS 50.5", "EW -3.0", "NS 50.5 EW -50.5", "-0.5"])
def test_the_points_of_a_score_are_whole(value):
    (board,), found = checked(f'[Score "{value}"]\n')
    assert [item.code for item in found] == ["PBN407"]
    # What it says is kept.
    assert checked(exported(board)[0].partition("\n")[2])[0][0].score == board.score


@pytest.mark.parametrize("value", ["420", "-50", "NS 420", "EW -50 NS 50"])
def test_whole_points_are_a_score(value):
    assert codes(f'[Score "{value}"]\n') == []


@pytest.mark.parametrize("name", ["Result", "Score"])
@pytest.mark.parametrize("value", ["ns 9", "Ns 9", "ew 4 NS 9", "EW 4 ns 9"])
def test_sides_in_lower_case_belong_into_vulnerable_alone(name, value):
    text = f'[Declarer "S"]\n[Contract "1NT"]\n[{name} "{value}"]\n'
    assert codes(text) == ["PBN816"]
    assert f'[{name} "{value.upper()}"]' in fixed(HEAD + text)


@pytest.mark.parametrize("value", ["ns", "ew"])
def test_vulnerable_may_have_sides_in_lower_case(value):
    assert codes(f'[Vulnerable "{value}"]\n') == ["PBN813"]


# §3.6 "In export format this player is always the opening leader, being declarer's left hand
# opponent."


@pytest.mark.slow
@pytest.mark.parametrize("declarer", "NESW")
@pytest.mark.parametrize("first", "NESW")
@pytest.mark.parametrize(
    "rows", ["SA S2 S3 S4\nHA\n*\n", "SA +\n", "- S2 S3 S4\n*\n", "*\n", "+\n"]
)
def test_the_play_tag_of_export_format_names_the_opening_leader(declarer, first, rows):
    leader = "NESW"["NESW".index(declarer) - 3]
    text = f'[Dealer "N"]\n[Declarer "{declarer}"]\n[Contract "3NT"]\n[Play "{first}"]\n{rows}'
    (board,), _ = checked(text)
    text, losses = exported(board)
    assert f'[Play "{leader}"]' in text
    assert bool(losses) == (first != leader)
    assert (f"the Play tag names the opening leader, {leader}" in losses) == bool(losses)
    assert "PBN667" not in export_codes(text)
    # Every card stands with the player who played it, and whoever led is known.
    (again,), _ = checked(text.partition("\n")[2])
    for old, new in zip(board.play.tricks, again.play.tricks, strict=False):
        for one, two in zip(old.cards, new.cards, strict=True):
            assert (one and one.card) == (two and two.card)
    if rows[:2] == "SA":
        assert again.play.leader_of(0, Strain.NOTRUMP) is board.play.leader
        assert ("^L SA" in text) == (first != leader)


def test_the_play_tag_of_an_end_position_names_who_leads():
    """§3.10: "The tag value of the play section indicates the lead player at the first trick"."""
    (board,), _ = checked(f'{POSITION}[Play "E"]\nHA\n*\n')
    text, losses = exported(board)
    assert '[Play "E"]' in text
    assert losses == []


def test_trumps_tell_who_plays_next():
    for contract, row in (("3NT", "+ - - -"), ("3C", "- - + -")):
        text = f'{PLAYED.replace("3NT", contract)}[Play "W"]\nS6 S4 C3 S2\n{row}\n'
        (board,), found = checked(text)
        assert found == []
        assert f"S6 S4 C3 S2\n{row}\n" in exported(board)[0]


# §3.5 "each player before the dealer has a hyphen ("-") in the first auction line"


@pytest.mark.parametrize(
    ("count", "found"), [(0, []), (1, []), (3, []), (4, ["PBN373"]), (7, ["PBN373"])]
)
def test_no_more_than_three_players_are_before_the_dealer(count, found):
    dealer = "NESW"[count % 4]
    assert codes(f'[Dealer "{dealer}"]\n[Auction "N"]\n{"- " * count}1C Pass Pass Pass\n') == found


# §4.2.6 "During the first game, the values for <below-2> and <below-3> are omitted. During the
# second game, the values for <below-3> are omitted."


@pytest.mark.parametrize("ns", range(1, 4))
@pytest.mark.parametrize("ew", range(1, 4))
def test_both_sides_of_a_rubber_are_in_the_same_game(ns, ew):
    value = f"NS 0 0/{' '.join(['0'] * ns)} EW 0 0/{' '.join(['0'] * ew)}"
    assert codes(f'[ScoreRubberHistory "{value}"]\n') == ([] if ns == ew else ["PBN401"])


# §3.2 "A quote inside a string is represented by the backslash immediately followed by a quote. A
# backslash inside a string is represented by two adjacent backslashes."


@pytest.mark.parametrize(
    ("string", "column"),
    [
        (r"C:\dir", 11), (r"\x", 9), (r"a\\\b", 12), (r"\\", None), (r"C:\\dir", None),
        (r"\"a\"", None), (r"\\\"", None), (r"5\S and 4\H", 10), (r"a\n \\ \q", 10),
    ],
)  # fmt: skip
def test_a_backslash_in_a_string_does_not_stand_alone(string, column):
    (board,), found = checked(f'[Event "{string}"]\n')
    assert [item.code for item in found] == ([] if column is None else ["PBN317"])
    assert [item.location.column for item in found] == ([] if column is None else [column])
    # What is written has its backslashes doubled.
    assert "PBN317" not in export_codes(exported(board)[0])


def test_a_backslash_elsewhere_has_no_special_meaning():
    assert codes('[MyTable "Name"]\nC:\\dir\n') == []
    assert codes('[Event "a"] {C:\\dir}\n') == []

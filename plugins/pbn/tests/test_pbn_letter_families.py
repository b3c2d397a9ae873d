"""Families of faults against the standard's letter, each with the sentence that it breaks."""

from __future__ import annotations

import io

import attrs
import pytest

import overtrick
from overtrick import EMPTY, UNKNOWN, Ending, Extras, Field, Severity

DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
PLAYED = f'[Dealer "N"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "3NT"]\n[Play "W"]\n'
CALLED = '[Dealer "N"]\n[Auction "N"]\n'
TIMED = '[Note "1:x"]\n[AuctionTimeTable "Time"]\n'
POSITION = '[Dealer "N"]\n[Deal "N:A2... K3... .A2.. ..A2."]\n[Declarer "W"]\n[Contract "NT"]\n'


def checked(text, header="% PBN 2.1\n"):
    """Return the boards and what is found; without a header the text is a whole file."""
    if not header:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    boards = overtrick.read(
        io.BytesIO(f"{header}{text}".encode()), format="pbn", errors="collect", check=True
    )
    return boards, [item for item in boards.diagnostics if item.code.startswith("PBN")]


def codes(text, header="% PBN 2.1\n"):
    """Return what `check` finds, law and long lines not."""
    return [item.code for item in checked(text, header)[1] if item.code != "PBN213"]


def exported(text):
    sink = io.BytesIO()
    overtrick.write(checked(text)[0], sink, format="pbn", options={"style": "export"})
    return sink.getvalue().decode().replace("\r\n", "\n")


# §5.4 "Each row gives the thinking time of one call. The order of the thinking times is exactly the
# same as the order of the call tokens in the Auction section."; §3.2 "An irregularity token starts
# with the caret character".


@pytest.mark.parametrize(
    ("calls", "counts"),
    [
        ("1D ^S 1H AP", {3, 5}),
        ("1D ^S ^I 1C AP", {3, 5}),
        ("^S 1D ^S ^S 2D Pass Pass Pass", {5}),
        ("1D ! =1= $15 Pass +", {2}),
        ("1D Pass *", {2}),
        ("- - 1D AP", {2, 4}),
    ],
)  # fmt: skip
def test_each_call_has_a_time_and_nothing_else(calls, counts):
    first = "W" if calls[0] == "-" else "N"
    dealer = "E" if calls[0] == "-" else "N"
    text = f'[Dealer "{dealer}"]\n[Auction "{first}"]\n{calls}\n{TIMED}'
    fitting = {n for n in range(1, 9) if "PBN513" not in codes(text + "01\n" * n)}
    assert fitting >= counts
    assert max(fitting) <= max(counts)


@pytest.mark.parametrize(
    ("cards", "counts"),
    [
        ("S6 SQ S2 S4\n*", {4}),
        ("S6 ^R SQ ^L S2 S4\n*", {4}),
        ("S6 SQ S2 S4\n- + - -", {4, 7}),
        ("S6 - {unknown} S2 S4\n*", {3, 4}),
    ],
)
def test_each_card_has_a_time_and_nothing_else(cards, counts):
    text = f'{PLAYED}{cards}\n[PlayTimeTable "Time"]\n'
    assert {n for n in range(1, 9) if "PBN513" not in codes(text + "01\n" * n)} == counts


@pytest.mark.parametrize(
    ("calls", "rows", "written"),
    [
        ("1D ^S 1H AP", 3, "1D ^S 1H AP"),
        ("1D AP", 2, "1D AP"),
        ("1D Pass AP", 3, "1D Pass AP"),
        ("AP", 1, "AP"),
        ("1D AP $15 {all} =1=", 2, "1D AP =1= $15 {all}"),
        ("1D AP", 4, "1D Pass Pass Pass"),
        ("Pass Pass Pass 1D AP", 5, "Pass Pass Pass 1D\nAP"),
    ],
)
def test_an_export_keeps_its_times_and_its_calls_together(calls, rows, written):
    source = f"{CALLED}{calls}\n{TIMED}" + "01\n" * rows
    text = exported(source)
    assert f'[Auction "N"]\n{written}\n' in text
    assert "PBN513" not in codes(text, "")
    assert checked(text, "")[0][0].auction == checked(source)[0][0].auction


# §5.2 "Extra spaces must be added before/after the table element to reach the minimum width."


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("B\\4L", "2   "), ("B\\4R", "   2"), ("B\\4", "2   "), ("B\\4", "   2"), ("B\\1", "2"),
        ("B", "2"),
    ],
)  # fmt: skip
def test_the_last_column_is_as_wide_as_the_others(column, cell):
    game = exported('[Board "1"]\n').rstrip("\n")
    for columns, row in ((f"A;{column}", f"1 {cell}"), (f"{column};A", f"{cell} 1")):
        text = f'{game}\n[MyTable "{columns}"]\n'.replace("\n", "\r\n")
        assert "PBN672" not in codes(f"{text}{row}\r\n", "")
        if cell != "2":
            assert "PBN672" in codes(f"{text}{row.replace(cell, '2')}\r\n", "")
            assert "PBN672" in codes(f"{text}{row.replace(cell, f'{cell} ')}\r\n", "")


# One fault, one finding: of a value that is not understood nothing else is said.


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[Deal " n:xxxxx.k.q.j 10... ...  -"]', "PBN335"),
        ('[Deal "N:AAx... - - -"]', "PBN335"),
        ('[Deal "n:sa.hk.dq.cz - - -"]', "PBN335"),
        ('[Dealer " b "]', "PBN333"),
        ('[Vulnerable " nobody"]', "PBN334"),
        ('[Declarer " ^x"]', "PBN337"),
        ('[Contract " 9nt "]', "PBN338"),
        ('[Result " ns 14 "]', "PBN339"),
        ('[Score " ns many"]', "PBN402"),
        (f'{CALLED}1C AP\n[Note "#"]', "PBN404"),
        (f'{CALLED}1C =1= AP\n[Note "one"]', "PBN399"),
        (f'{CALLED}1C =33= AP', "PBN396"),
        (f'{CALLED}1C =0= AP', "PBN396"),
        (f'{PLAYED}S6 =0= SQ S2 S4\n*', "PBN396"),
        (f'{CALLED}1C =1= AP', "PBN397"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_one_finding(text, code):
    assert codes(text + "\n") == [code]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[Deal " n:aa... - - -"]', ["PBN810", "PBN813", "PBN336"]),
        ('[Dealer "n "]', ["PBN810", "PBN813"]),
        ('[Vulnerable " ns"]', ["PBN810", "PBN813"]),
        ('[Contract " 3n"]', ["PBN810", "PBN812"]),
        ('[Declarer "S"]\n[Contract "3NT"]\n[Result " ns 09"]', ["PBN810", "PBN816", "PBN345"]),
        ('[Score "ns +50.5 "]', ["PBN810", "PBN403", "PBN407", "PBN816"]),
        ('[Score " ?"]', ["PBN810"]),
    ],
)  # fmt: skip
def test_all_that_is_odd_in_what_is_understood_is_said(text, found):
    assert codes(text + "\n") == found


# §3.4.15 "with <result> = 0 .. 13", "A caret character ("^") preceding one of the above tag
# values".


@pytest.mark.parametrize("value", ["09", "00", "^ 9", "NS 09", "EW 04 NS 09"])
def test_a_result_is_a_plain_number(value):
    text = f'[Declarer "S"]\n[Contract "3NT"]\n[Result "{value}"]\n'
    assert codes(text) == ["PBN345"]
    assert not {"PBN345", "PBN661"} & set(codes(exported(text), ""))


@pytest.mark.parametrize(
    "value", ["+9", "-1", "9.0", "14", "9 ", "1e1", "\u0669", "NS9", "9 tricks", "^", "NS 9 NS 4"]
)
def test_what_is_no_number_is_no_result(value):
    found = codes(f'[Declarer "S"]\n[Contract "3NT"]\n[Result "{value}"]\n')
    assert found[0] == ("PBN810" if value == "9 " else "PBN339")


@pytest.mark.parametrize(
    "value", ["1.5", "0", "-1", "+1", "\uff11", "\u00b2", "1e3", "0x1", "1,000", "00"]
)
def test_what_is_no_positive_integer_is_no_board_number(value):
    boards, found = checked(f'[Board "{value}"]\n')
    assert found[0].code == "PBN332"
    assert (boards[0].number, boards[0].name) == (None, value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ScoreIMP", ["1,5", ".5", "--1", "one"]),
        ("ScorePercentage", ["101", "-1", "50%"]),
        ("ScoreRubber", ["100", "-1/0", "1/2/3", "1.5/0"]),
        ("OptimumScore", ["420", "NS 42.0", "NS"]),
        ("TimeControl", ["4/-30", "4.5/30", "4"]),
        ("TimeCall", ["1.5", "-1", "+1"]),
        ("TimeCard", ["1.5", "-1", "+1"]),
        ("Time", ["24:00:00", "9:00:00", "09.00.00", "23:59:60"]),
        ("Round", ["1..2", "1-2", "."]),
        ("Hidden", ["we", "WW", "W E"]),
        ("FrenchMP", ["yes", "NO"]),
        ("Room", ["open", "CLOSED"]),
    ],
)  # fmt: skip
def test_what_a_supplemental_tag_cannot_have_is_reported(name, values):
    for value in values:
        assert codes(f'[{name} "{value}"]\n') == ["PBN401"], value


# §3.11 "The following table shows the tags where lowercase characters can be used": whole words.


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("3nt", "PBN813"), ("3NTx", "PBN813"), ("3ntXX", "PBN813"), ("4h", "PBN813"),
        ("3nT", "PBN812"), ("3Nt", "PBN812"), ("4HxX", "PBN812"), ("PASS", "PBN812"),
        ("pass", "PBN813"),
    ],
)  # fmt: skip
def test_a_word_of_the_contract_is_in_capitals_or_in_small_letters(value, code):
    assert codes(f'[Contract "{value}"]\n') == [code]


# §3.5.5 "They must differ in the value of the <note_index>.", "<note_index>:<note_text>"


@pytest.mark.parametrize("section", [f"{CALLED}1C =1= AP", f"{PLAYED}S6 =1= SQ S2 S4\n*"])
def test_notes_differ_in_their_numbers(section):
    _, found = checked(f'{section}\n[Note "1:x"]\n[Note "01:y"]\n[Note "2:z"]\n')
    loud = [item for item in found if item.severity > Severity.NOTE]
    assert [item.code for item in loud] == ["PBN394"]
    assert loud[0].clause == f"PBN 2.1 §{'3.6.5' if 'Play' in section else '3.5.5'}"


@pytest.mark.parametrize(
    ("note", "found"), [(" 1:x", ["PBN810"]), ("1 :x", ["PBN810"]), ("1: x", [])]
)
def test_no_blanks_stand_round_the_number_of_a_note(note, found):
    assert codes(f'{CALLED}1C =1= AP\n[Note "{note}"]\n') == found


# §3.2 "A backslash inside a string is represented by two adjacent backslashes."


@pytest.mark.parametrize("string", [r"a\b", r"5\S", r"\d", r"a\\\b"])
def test_a_lone_backslash_is_reported_in_any_string(string):
    for text in (
        f'[Event "{string}"]\n',
        f'[MyTable "Name"]\n"{string}"\n',
        f'[Lesson "{string}"]\none\n',
        f'[Lesson "x"]\n"{string}"\n',
        f'{CALLED}1C =1= AP\n[Note "1:{string}"]\n',
    ):
        assert codes(text) == ["PBN317"], text
        assert codes(exported(text), "").count("PBN317") == 0
    for text in (f'[MyTable "Name"]\n{string}\n', f'[Event "a"]\n{{{string}}}\n'):
        assert codes(text) == [], text


# §3.10 "A game is considered an end position when the maximum number of cards of each hand in the
# Deal tag is less than 13."


@pytest.mark.parametrize(
    ("rows", "ending"),
    [
        ("SA SK HA DA\nS2 S3 H2 D2\n", Ending.COMPLETE),
        ("SA SK HA DA\nS2 S3 H2 D2\n*\n", Ending.COMPLETE),
        ("SA SK HA DA\nS2 S3 H2\n", Ending.UNKNOWN),
        ("SA SK HA DA\n*\n", Ending.CLOSED),
        ("SA SK HA DA\n+\n", Ending.OPEN),
    ],
)
def test_an_end_position_is_complete_when_its_cards_are_played(rows, ending):
    source = f'{POSITION}[Play "N"]\n{rows}'
    board = checked(source)[0][0]
    assert board.play.ending is ending
    assert checked(exported(source), "")[0][0].play == board.play
    for wants in ({Field.PLAY_CARDS}, {Field.PLAY_CARDS, Field.CONTRACT}):
        (part,) = overtrick.read(source.encode(), format="pbn", errors="collect", wants=wants)
        assert part.play.ending is ending


def test_part_of_a_deal_is_no_end_position():
    rows = '[Play "N"]\nSA SK HA DA\nS2 S3 H2 D2\n'
    for text in (POSITION.replace("NT", "3NT"), POSITION.replace(".A2..", ".A2.3.")):
        assert checked(text + rows)[0][0].play.ending is Ending.UNKNOWN


def test_a_plus_behind_the_last_card_of_a_position_is_told_by_the_law_alone():
    text = f'{POSITION}[Play "N"]\nSA SK HA DA\nS2 S3 H2 D2\n+\n'
    boards, found = checked(text)
    assert found == []
    assert "LAW207" in {item.code for item in boards.diagnostics}


# §3.6 "When '+' is not used, then instead a '-' must be used to represent the card to be played."


@pytest.mark.parametrize(
    ("contract", "rows", "found"),
    [
        ("3NT", "- + - -\n", ["PBN388"]),
        ("3NT", "C5 C2 CA C8\n- + - -\n", ["PBN388"]),
        ("3NT", "C5 C2 CA C8\n- - + -\n", []),
        # All follow suit: trumps do not matter.
        ("?", "C5 C2 CA C8\n- - + -\n", []),
        ("?", "C5 C2 CA C8\n- + - -\n", ["PBN388"]),
        # Who won depends on the trumps.
        ("?", "C5 C2 CA C8\nS6 C4 CK C9\n- + - -\n", ["PBN389"]),
        ("?", "C5 C2 CA C8\nS6 C4 CK C9\n+ - - -\n", []),
    ],
)
def test_a_plus_in_a_row_without_cards_is_not_moved_silently(contract, rows, found):
    text = PLAYED.replace("3NT", contract) + rows
    assert [code for code in codes(text) if code != "PBN321"] == found
    again = [code for code in codes(exported(text), "") if code != "PBN321"]
    assert again == []


# §2.4 "% PBN <major version #>.<minor version #>"; any other escape line "can be ignored".


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("% PBN 2.1", []),
        ("% PBN (c) 2021 a program", ["PBN222"]),
        ("% PBN file of the club", ["PBN222"]),
        ("% PBN", ["PBN223"]),
        ("% PBN 2", ["PBN223"]),
        ("% PBN v2.1", ["PBN223"]),
        ("% pbn 2.1", ["PBN223"]),
    ],
)
def test_a_version_that_is_none_is_told_from_a_remark(line, found):
    assert codes('[Board "1"]\n', f"{line}\n") == found


# §2.2 "The 32 ISO 8859/1 code values from 128 to 159 are non-printing control characters. They are
# not used for PBN data representation."


@pytest.mark.parametrize("byte", [0x80, 0x81, 0x92, 0x9F])
def test_codes_from_128_to_159_are_not_used(byte):
    data = b'% PBN 2.1\n[Event "a' + bytes([byte]) + b'\xe9"]\n'
    (found,) = overtrick.read(data, format="pbn", errors="collect", check=True).diagnostics
    assert (found.code, found.severity, found.location.column) == ("PBN214", Severity.WARNING, 10)
    assert f"code {byte}" in found.message


# §6.2 "The delimiter <PBN> signals the begin of the PBN text"


@pytest.mark.parametrize(
    ("before", "is_document"),
    [
        ('[Board "8"]\n', True),
        ('[Board "8"]\n[Event "x"]\n\n  ', True),
        ("<p>\n", True),
        ("text ", True),
        ('[Board "8"]\n{see ', False),
        ('[Board "8"]\n{see\n', False),
        ('[Board "8"]\n; see ', False),
        ('[Event "see ', False),
    ],
)
def test_what_stands_before_the_delimiter_is_no_pbn(before, is_document):
    behind = "" if is_document else ' }"]\n'
    text = f'{before}<PBN>{behind}\n[Board "1"]\n{"</PBN>" if is_document else ""}\n'
    boards, _ = checked(text, "")
    assert ([board.number for board in boards] == [1]) is is_document


# §3 "Each game, except for the first game, starts with a semi-empty line."; §3.4 "In import format,
# a tag pair that already occurred, is ignored."


@pytest.mark.parametrize(
    ("tags", "count"),
    [
        ("Event Board Deal Event", 1),
        ("Event Board Deal Event Site", 1),
        ("Board Deal Board", 1),
        ("Event Board Deal Event Board Deal", 2),
        ("Board Deal Board Deal Board", 2),
        ("Board Deal Board Deal Board Deal", 3),
        ("Deal Deal", 2),
    ],
)
def test_a_tag_that_repeats_begins_a_game_only_where_a_game_follows(tags, count):
    text = "".join(
        f'[{name} "{"N:A... - - -" if name == "Deal" else 1}"]\n' for name in tags.split()
    )
    assert len(checked(text)[0]) == count


# §3.4 unknown and empty: what a tag states in place of a value is kept apart.


@pytest.mark.parametrize(("value", "said"), [("?", UNKNOWN), ("", EMPTY)])
def test_what_a_passed_out_board_states_of_its_declarer_is_kept(value, said):
    text = f'[Declarer "{value}"]\n[Contract "Pass"]\n'
    board = checked(text)[0][0]
    assert board.said("declarer") is said
    # §3.4.13: "When all 4 players pass, then the tag value is an empty string."
    assert '[Declarer ""]\n' in exported(text)


# §2.4 "The escape character "%" in the first column means that the rest of the line can be
# ignored."


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "lines",
    [
        '[Board "1"]|[Dealer "N"]|[Auction "N"]|1C =1=|Pass|Pass Pass|[Note "1:x"]|{c}',
        f'[Deal "{DEAL}"]|[Declarer "S"]|[Contract "3NT"]|[Play "W"]|S6 ^R|SQ|S2 S4|*|;c',
        '[Dealer "N"]|[Auction "N"]|1D ^I|1C $15|=1=|*|[Note "1:x"]',
        '[ActionTable "Rank;Call"]|1 1C|2|1D|[MySection "x"]|a "b"|c',
        '[|Event|"x"|]|[Board "1"]||[Board "2"]|',
    ],
)
def test_escape_lines_may_stand_anywhere(lines, newline):
    plain = lines.split("|")
    spread = "\n".join(text for line in plain for text in ("%[x {", line, '%"]')) + "\n"
    without = checked("\n".join(plain).replace("\n", newline) + newline)
    escaped = checked(spread.replace("\n", newline))
    # An empty line ends a game wherever escape lines stand.
    assert [item.code for item in escaped[1]] == [item.code for item in without[1]]
    for one, other in zip(without[0], escaped[0], strict=True):
        extras = {key: value for key, value in other.extras.items() if key != "pbn:escapes"}
        assert attrs.evolve(other, extras=Extras(extras)) == one

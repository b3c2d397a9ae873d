"""Games, tags, comments, inheritance, notes, and what the caller wants of them."""

from __future__ import annotations

import io

import pytest

import overtrick
from overtrick import Field, Seat
from overtrick.plugin import DEAL_FIELDS, Probe, ReadContext
from overtrick_pbn.read import file as reading
from overtrick_pbn.sniffer import sniff
from overtrick_pbn.text.encoding import declared_encoding

FULL = "N:Q953.85.J532.T42 2.Q7642.A8.AK763 AKJ4.KT9.K76.J98 T876.AJ3.QT94.Q5"


def test_a_repeated_tag_is_ignored_and_reported_where_it_says_something_else(collect):
    boards, codes, ctx = collect('[Board "1"]\n[Event "a"]\n[Event "b"] {kept}\n')
    assert codes == ["PBN304"]
    [found] = ctx.diagnostics
    assert found.message == 'duplicate tag Event: "a" in line 2 counts, "b" is ignored'
    assert (found.location.line, found.location.column) == (3, 1)
    assert boards[0].info.event == "a"
    assert boards[0].extras["pbn:comments"] == (("Event", "kept"),)
    assert boards[0].extras["pbn:repeated"] == (("Event", "b"),)


def test_a_repeated_tag_that_says_the_same_is_only_noted(collect):
    text = '[Board "1"]\n[Event "a"]\n[Event "a"] {kept}\n[Foo "x"]\none\n[Foo "x"]\none\n'
    boards, codes, _ = collect(text)
    assert codes == []
    assert dict(boards[0].extras) == {"pbn:Foo": "x", "pbn:comments": (("Event", "kept"),)}
    assert collect(text, checking=True)[1].count("PBN303") == 2


def test_a_repeated_tag_says_the_same_as_one_that_inherits_its_value(collect):
    boards, codes, _ = collect(
        '[Board "1"]\n[Event "a"]\n\n[Board "2"]\n[Event "#"]\n[Event "a"]\n[Event "b"]\n'
    )
    assert codes == ["PBN304"]
    assert boards[1].info.event == "a"
    assert boards[1].extras["pbn:repeated"] == (("Event", "b"),)


def test_a_repeated_section_is_ignored_with_its_notes(collect):
    boards, codes, ctx = collect(
        '[Dealer "N"]\n[Auction "N"]\n1C =1= AP\n[Note "1:strong"]\n[Play "W"]\nSA =1=\n*\n'
        '[Auction "N"]\n1D =1= {hm} AP\n[Note "1:weak"]\n[Note "2:odd"]\n'
    )
    assert codes == ["PBN305", "PBN397"]
    assert ctx.diagnostics[0].location.line == 8
    [board] = boards
    assert board.auction.entries[0].note == "strong"
    assert board.play.tricks[0].cards[Seat.WEST].note == ""
    assert board.extras["pbn:comments"] == (("Auction", "hm"),)
    assert board.extras["pbn:repeated"] == (
        ("Auction", "N", "1D =1=\nAP"),
        ("Note", "1:weak"),
        ("Note", "2:odd"),
    )


def test_a_second_note_of_one_number_is_kept_as_one_that_no_call_refers_to(collect):
    boards, codes, _ = collect(
        '[Auction "N"]\n1C =1= AP\n[Note "1:one"]\n[Note "1:two"]\n[Note "1:one"]\n'
    )
    assert codes == ["PBN394", "PBN394"]
    assert boards[0].auction.entries[0].note == "one"
    assert dict(boards[0].extras) == {"pbn:auction.notes": ("two",)}


def test_games_that_follow_without_an_empty_line(collect):
    text = '[Event "E"]\n[Board "{0}"]\n[Deal "?"]\n[Auction "N"]\nAP\n'
    boards, codes, ctx = collect("".join(text.format(n) for n in (1, 2, 3)))
    assert [board.number for board in boards] == [1, 2, 3]
    assert codes == ["PBN301", "PBN301"]
    assert [found.location.line for found in ctx.diagnostics] == [6, 11]
    assert [board.origin.line for board in boards] == [1, 6, 11]
    boards, codes, _ = collect('[Deal "?"]\n[Deal ""]\n[Deal "?"]\n')
    assert (len(boards), codes) == (3, ["PBN301", "PBN301"])


def test_comments_have_anchors_in_the_order_of_the_file(collect):
    text = """{before
any tag}
[Event "a"] ; behind Event
{and again}
[Auction "N"] {at the section}
- 1C {at a call} ! {again} AP * {end}
[Note "1:x"] {at the note}
[Play "W"]
; before a card
SA ; at a card
* ; end of play
[BCFlags "1"] {vendor}
"""
    boards, _, _ = collect(text)
    board = boards[0]
    assert board.auction.entries[0].comment == "at a call\nagain"
    assert board.play.tricks[0][Seat.WEST].comment == " at a card"
    assert board.extras["pbn:comments"] == (
        ("", "before\nany tag"),
        ("Event", " behind Event"),
        ("Event", "and again"),
        ("Auction", "at the section"),
        ("Auction.end", "end"),
        ("Auction.note.1", "at the note"),
        ("Play", " before a card"),
        ("Play.end", " end of play"),
        ("BCFlags", "vendor"),
    )


def test_nothing_in_a_comment_is_anything_else(one):
    board = one('[Event "a"]\n{[Board "9"] ; % $1 "\n\n% line { \\S !S}\n[Board "1"]\n')
    assert board.number == 1
    assert board.extras["pbn:comments"][0][1].endswith("% line { \\S !S")


def test_escape_lines_count_in_column_one_only(collect):
    text = '[Event "50% a"]\n% in the game\n[Auction "N"]\n1C\n%in the auction\nAP\n'
    boards, codes, _ = collect(text)
    assert codes == []
    assert boards[0].extras["pbn:escapes"] == (
        ("Event", " in the game"),
        ("Auction", "in the auction"),
    )
    assert collect('[Event "a"] % not an escape\n')[1] == ["PBN306"]


def test_the_header_says_what_the_file_says(collect):
    data = '\ufeff% PBN 2.1\r\n% EXPORT\r\n%Creator: x\r\n\r\n[West "\u00f3"]\r\n'.encode()
    _, codes, ctx = collect(data)
    assert codes == ["PBN202"]
    assert dict(ctx.header) == {
        "pbn:preamble": "% PBN 2.1\r\n% EXPORT\r\n%Creator: x\r\n\r\n",
        "pbn:version": "2.1",
        "pbn:export": True,
        "pbn:escapes": ("Creator: x",),
        "pbn:encoding": "utf-8",
        "pbn:newline": "\r\n",
        "pbn:bom": True,
    }


def test_a_second_header_breaks_no_rule(collect):
    boards, codes, _ = collect('% PBN 1.0\n[Board "1"]\n' + '\n% PBN 2.1\n[Board "2"]\n' * 3)
    assert codes == []
    assert all("pbn:escapes" not in board.extras for board in boards)


@pytest.mark.parametrize("mark", [b"\xff\xfe[\0", b"\xfe\xff\0[", b"\xff\xfe\0\0"])
def test_wide_text_is_refused_by_name(mark):
    with pytest.raises(overtrick.TextEncodingError) as caught:
        overtrick.read(mark, format="pbn", errors="collect")
    assert caught.value.diagnostic.code == "PBN201"


def test_statistics_behind_the_games_are_kept_with_a_warning(collect):
    boards, codes, _ = collect('[Board "1"]\n\nGenerated 2922012 hands\nTime: 3 s\n')
    assert codes == ["PBN306"]
    assert boards[0].extras["pbn:stray"] == ("Generated 2922012 hands\nTime: 3 s",)


def test_unknown_tags_stay_in_order(one):
    board = one('[BCFlags "1f"]\n[Student "N"]\n[Ability "N:5A5CC"]\n[Board "1"]\n')
    tags = [key for key in board.extras if not key.endswith(".from")]
    assert tags == ["pbn:BCFlags", "pbn:Student", "pbn:Ability"]


INHERITING = """[Event "##Cup"]
[Site "Paris"]
[Board "1"]

[Site "#"]
[Board "2"]

[Event "Other"]
[Site "#"]
[Board "3"]

[Board "4"]
[Room "#"]

[Event "##"]
[Board "5"]

[Board "6"]
"""


def test_values_are_inherited_chained_restated_and_emptied(collect):
    boards, codes, _ = collect(INHERITING)
    assert codes == []
    assert [board.info.event for board in boards] == ["Cup", "Cup", "Other", "Other", "", ""]
    assert [board.info.site for board in boards] == ["Paris", "Paris", "Paris", None, None, None]
    assert boards[3].info.room == ""
    contexts = [board.source.context for board in boards]
    assert contexts[1] == (("Site", "Paris"), ("Event", "Cup"))
    assert contexts[2] == (("Site", "Paris"),)
    assert "PBN405" in collect(INHERITING, checking=True)[1]
    for board in boards:
        assert reading.reread(board.source) == board


def test_a_hash_with_text_is_only_text(one):
    assert one('[West "Michael#23324"]\n[East "#5"]\n').info.players[1] == "#5"


@pytest.mark.parametrize(
    "name", ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"]
)
def test_some_tags_cannot_inherit(collect, name):
    boards, codes, _ = collect(f'[Board "1"]\n[{name} "#"]\n[Site "x"]\n')
    assert codes == ["PBN404"]
    assert boards[0].info.site == "x"


def test_notes_nobody_refers_to_are_kept(collect):
    boards, codes, _ = collect('[Auction "N"]\n1C =2= AP\n[Note "1:a"]\n[Note "2:b"]\n[Note "x"]\n')
    assert codes == ["PBN399"]
    assert boards[0].auction.entries[0].note == "b"
    assert boards[0].extras["pbn:auction.notes"] == ("a", "x")


def test_a_note_outside_of_its_sections_is_kept(collect):
    boards, _, _ = collect('[Board "1"]\n[Note "3:x"]\n')
    assert boards[0].extras["pbn:notes"] == ("3:x",)


TOLERATED = [
    ("[Event Random Deal #]", "PBN308"),
    ('[Event "open]', "PBN309"),
    ('[Event "a"\n[Site "b"]', "PBN310"),
    ("[Event]", "PBN311"),
    ('[event "a"]', "PBN312"),
    ('[Event "a\tb"]', "PBN313"),
    ('[Event "the "big" one"]', "PBN314"),
]


@pytest.mark.parametrize(("text", "code"), TOLERATED)
def test_broken_tags_cost_a_warning_and_no_neighbour(collect, text, code):
    boards, codes, _ = collect(f'[Board "1"]\n{text}\n[Dealer "N"]\n\n[Board "2"]\n')
    assert codes == [code]
    assert [board.number for board in boards] == [1, 2]
    assert boards[0].dealer is Seat.NORTH


def test_data_on_the_line_of_its_tag(collect):
    boards, codes, _ = collect('[Play "W"]S4\n[Auction "N"]1C AP\n')
    assert codes == []
    assert str(boards[0].play.tricks[0][Seat.WEST]) == "S4"
    assert str(boards[0].auction).startswith("1C")


def test_only_what_is_wanted_is_read(collect):
    text = (
        f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "All"]\n[Deal "{FULL}"]\n[Event "E"]\n'
        '[Auction "N"]\n1Z\n[Play "W"]\nS1\n[ScoreTable "A;B"]\n1\n'
    )
    boards, codes, _ = collect(text, wants=DEAL_FIELDS)
    board = boards[0]
    assert codes == []
    assert (board.number, board.deal.is_complete) == (1, True)
    assert (board.auction, board.play, board.grids, board.info.event) == (None, None, (), None)
    assert board.source is None
    boards, codes, _ = collect(text, wants=frozenset({Field.PLAY_CARDS}))
    assert codes == ["PBN381"]
    boards, codes, _ = collect(text, wants=frozenset({Field.INFO_EVENT}))
    assert (boards[0].info.event, codes) == ("E", [])


@pytest.mark.slow
def test_a_partial_reading_gives_what_the_whole_one_gives(pbn_games):
    import random

    start = '[Board "{0}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "' + FULL + '"]\n'
    for seed in range(150):
        r = random.Random(seed)
        text = "\n\n".join(start.format(n) + pbn_games.random_game(r) for n in (1, 2))
        data = pbn_games.mutate(r, text).encode("utf-8", "replace")
        found = []
        for wants in (DEAL_FIELDS, None):
            ctx = ReadContext(pbn_games.SPEC, errors="collect", wants=wants)
            boards = list(reading.read_file(io.BytesIO(data), ctx))
            found.append([(b.number, b.dealer, b.vulnerability, b.deal, b.origin) for b in boards])
        assert found[0] == found[1], seed


def test_the_reader_is_lazy():
    class Counting(io.BytesIO):
        taken = 0

        def read(self, size=-1):
            data = super().read(size)
            Counting.taken += len(data)
            return data

    source = Counting(b'[Board "1"]\n\n' * 100_000)
    with overtrick.open_boards(source, format="pbn") as boards:
        next(iter(boards))
    assert Counting.taken < 1_000_000


def test_errors_raise_or_are_collected():
    data = b'[Board "1"]\n[Dealer "Black"]\n\n[Board "2"]\n'
    with pytest.raises(overtrick.ParseError) as caught:
        overtrick.read(data, format="pbn")
    place = caught.value.diagnostic.location
    assert (place.line, place.column, place.offset, place.board) == (2, 9, 20, 1)
    assert len(overtrick.read(data, format="pbn", errors="collect")) == 2


@pytest.mark.parametrize(
    ("head", "suffix", "sure"),
    [
        (b"% PBN 2.1\n", "", "CERTAIN"),
        (b"\xef\xbb\xbf% PBN 1.0\r\n", "", "CERTAIN"),
        (b'[Event "a"]\n[Site "b"]\n', "", "CERTAIN"),
        (b'; x\n[Deal "N:- - - -"]\n', "", "LIKELY"),
        (b'[Event "a"]', ".txt", "LIKELY"),
        (b"", ".pbn", "MAYBE"),
        (b"text", ".pbn", "MAYBE"),
        (b"text", ".txt", "NO"),
        (b"[DOCUMENT]\r\nHeadline=x", ".pbn", "NO"),
        (b"\0\1\2", ".pbn", "NO"),
        (b'White "e4" [x "y"]', ".txt", "NO"),
        (b'[Event "Match"]\n[White "Fischer"]\n[Result "1-0"]\n\n1. e4 e5\n', "", "NO"),
    ],
)
def test_the_sniffer(head, suffix, sure):

    assert sniff(Probe(head=head, suffix=suffix)).name == sure


def test_charsets_that_are_known():
    assert declared_encoding("ISO-8859-1") == "iso-8859-1"
    assert declared_encoding(None) is None


PLAY = '[Play "W"]\nSK S3 S4 S5\nnonsense\n*\n'


def test_a_plain_result_does_not_need_the_play(collect):
    text = f'[Board "1"]\n[Contract "3NT"]\n[Declarer "S"]\n[Result "9"]\n{PLAY}'
    assert "PBN381" in collect(text)[1]
    boards, codes, _ = collect(text, wants=frozenset({Field.RESULT}))
    assert (boards[0].result.tricks, boards[0].play, codes) == (9, None, [])


def test_a_result_by_sides_is_told_by_the_play(collect):
    # Nobody can count the tricks that were completed.
    play = '[Play "W"]\nSK - S4 S5\n- - - -\nHA HK\n+\n'
    text = f'[Board "1"]\n[Contract "3NT"]\n[Declarer "S"]\n[Result "EW 1"]\n{play}'
    whole, _, _ = collect(text)
    over, _, _ = collect(text.replace(play, ""))
    boards, _, _ = collect(text, wants=frozenset({Field.RESULT}))
    assert boards[0].result == whole[0].result != over[0].result
    assert boards[0].play is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('% PBN 2.1\n{ the first\n[Board "1"]\n\n[Board "2"]\n', (2, 1, 10)),
        ('{ the first\n[Board "1"]\n', (1, 1, 0)),
        ("\ufeff% PBN 2.1\r\n; a brace: {\r\n{ open", (3, 1, 28)),
    ],
)
def test_a_comment_before_all_tags_that_takes_in_the_file_is_told(text, place):
    boards = overtrick.read(text.encode(), format="pbn", errors="collect")
    [found] = [one for one in boards.diagnostics if one.code == "PBN302"]
    where = found.location
    assert where is not None
    assert (where.line, where.column, where.offset) == place


def test_a_closed_comment_before_all_tags_is_none_to_tell():
    text = b'% PBN 2.1\n{ the first\n}\n; { x\n[Board "1"]\n'
    boards = overtrick.read(text, format="pbn", errors="collect")
    assert "PBN302" not in {one.code for one in boards.diagnostics}


WITH_ZEROS = b"""% PBN 2.1
%Creator: x

{hello}
[Event "Cup"]
[Board "1"]
[Auction "N"]
1C Pass 1NT =1= {c} AP
[Note "1:weak"]
[ScoreTable "Rank;Names"]
1 "Us"
"""


@pytest.mark.parametrize("index", range(0, len(WITH_ZEROS) + 1, 3))
def test_a_zero_byte_makes_no_other_file_of_it_and_is_found(index):
    data = WITH_ZEROS[:index] + b"\0" + WITH_ZEROS[index:]
    assert overtrick.detect(data).format == "pbn"
    boards = overtrick.read(data, errors="collect", check=True)
    assert len(boards) == 1
    place = 1 + data[:index].count(b"\n"), index - data.rfind(b"\n", 0, index)
    spans = [
        (
            (found.location.line, found.location.column),
            (found.location.end_line, found.location.end_column),
        )
        for found in boards.diagnostics
    ]
    assert any(start <= place < end for start, end in spans)


@pytest.mark.parametrize(
    "data",
    [
        # Zeros at the end, as a file has that was not written to its end
        WITH_ZEROS + bytes(4096),
        b'[Event "\0Cup"]\n',
    ],
)
def test_what_begins_as_pbn_is_pbn_with_zeros(data):
    assert overtrick.detect(data).format == "pbn"


@pytest.mark.parametrize(
    "data",
    [
        WITH_ZEROS.decode().encode("utf-16-le"),
        b"\0".join(bytes([byte]) for byte in WITH_ZEROS),
        b"SQLite format 3\0" + WITH_ZEROS,
        b"\0" + bytes(range(256)) + WITH_ZEROS,
        b"a text\0" + WITH_ZEROS,
    ],
)
def test_other_files_with_zeros_are_not_pbn(data):
    with pytest.raises(overtrick.UnknownFormatError):
        overtrick.detect(data)
    assert sniff(Probe(head=data, suffix=".pbn")).name == "NO"

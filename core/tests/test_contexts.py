"""ReadContext and WriteContext: reporting, text, headers, limits, options."""

from __future__ import annotations

import io

import attrs
import pytest

from overtrick import (
    UNKNOWN,
    Board,
    Deal,
    Extras,
    Field,
    InconsistentDataError,
    LimitError,
    Limits,
    Location,
    LossKind,
    ParseError,
    PluginError,
    PluginLoadError,
    Seat,
    Severity,
    TextEncodingError,
    Vulnerability,
    WriteError,
)
from overtrick.files.writing import pre_report
from overtrick.framework.numbering import implied, with_implied
from overtrick.framework.spec.formats import FOLLOWING
from overtrick.framework.text import decode_line, split_lines
from overtrick.plugin import FormatSpec, ReadContext, Requires, WriteContext


@pytest.fixture
def reading(line_format):
    def make(**arguments):
        return ReadContext(line_format.SPEC, path="a.line", **arguments)

    return make


@pytest.fixture
def writing(line_format):
    return WriteContext(line_format.SPEC, path="out.line")


def test_an_error_raises_with_the_class_of_its_kind(reading):
    with pytest.raises(ParseError) as caught:
        reading().issue("LINE001", line=4, column=2, board=7, text="hm")
    found = caught.value.diagnostic
    assert str(found) == "a.line:4:2: error LINE001: not a line: 'hm' (Line format §1)"
    assert (found.location.board, found.hint) == (7, "write a number and a deal")
    with pytest.raises(InconsistentDataError):
        reading().issue("LINE002", why="x")


def test_errors_are_collected_where_the_caller_asked_for_that(reading):
    ctx = reading(errors="collect")
    first = ctx.issue("LINE001", line=1, text="a")
    ctx.issue("LINE003", line=2)
    assert ctx.diagnostics[0] is first
    assert [item.code for item in ctx.diagnostics] == ["LINE001", "LINE003"]
    assert ctx.diagnostics.has_errors


def test_a_warning_never_raises(reading):
    assert reading().issue("LINE003").severity is Severity.WARNING


def test_every_part_of_a_finding_can_be_replaced(reading):
    found = reading().issue(
        "LINE001", "in other words", severity=Severity.NOTE, clause="§9", hint="h", part="deal",
        offset=12,
    )  # fmt: skip
    assert (found.message, found.clause, found.hint, found.part) == (
        "in other words",
        "§9",
        "h",
        "deal",
    )
    assert str(found.location) == "a.line:@12"


def test_a_code_that_is_not_listed_is_the_plugins_fault(reading):
    with pytest.raises(PluginError, match="does not list its code 'LINE999'"):
        reading().issue("LINE999")
    with pytest.raises(ParseError, match="LINE999: but with a message"):
        reading().issue("LINE999", "but with a message")


def test_the_header_is_final_at_the_first_board(reading):
    ctx = reading()
    ctx.header = Extras({"line:title": "x"})
    ctx.finish_header()
    with pytest.raises(PluginError, match="before the first board"):
        ctx.header = Extras()
    assert ctx.header.text("line:title") == "x"


def test_what_is_wanted(reading):
    assert reading().wants_any(Field.DEAL)
    ctx = reading(wants=frozenset({Field.DEAL}))
    assert ctx.wants_any(Field.GRIDS, Field.DEAL)
    assert not ctx.wants_any(Field.GRIDS)


def test_options_are_the_plugins_own_class(reading, line_format):
    assert reading().options(line_format.ReadOptions).numbered is True
    given = line_format.ReadOptions(numbered=False)
    assert reading(options=given).options(line_format.ReadOptions) is given

    @attrs.frozen
    class Other:
        pass

    with pytest.raises(PluginError, match="are not Other"):
        reading(options=given).options(Other)


def test_time_runs_out(reading):
    ctx = reading(limits=Limits(max_seconds=-1))
    with pytest.raises(LimitError, match="CORE012"):
        ctx.check_time()
    reading(limits=Limits(max_seconds=60)).check_time()
    reading().check_time()


TEXTS = {
    "LF": (b"a\nb\n", ["a", "b"]),
    "CRLF": (b"a\r\nb\r\n", ["a", "b"]),
    "CR": (b"a\rb\r", ["a", "b"]),
    "mixed": (b"a\r\nb\nc\rd", ["a", "b", "c", "d"]),
    "no end": (b"a", ["a"]),
    "empty lines": (b"\n\r\n\n", ["", "", ""]),
    "CR before CRLF": (b"x\na\r\r\nb", ["x", "a", "", "b"]),
    "CR CR LF": (b"a\r\r\n\r\r\nb\r\r\n", ["a", "", "b"]),
    "CR CR LF and others": (b"\xef\xbb\xbfa\r\r\nb\r\nc\rd\r\r\n", ["a", "b", "c", "d"]),
    "mark": (b"\xef\xbb\xbfa\n", ["a"]),
    "UTF-8": ("Łódź\n".encode(), ["Łódź"]),
    "CP1252": ("Malmö – “x”\n".encode("cp1252"), ["Malmö – “x”"]),
    "Latin-1": (b"\x81\xe9\n", ["\x81é"]),
    "each line by itself": (b"\xe9\n\xc3\xa9\n", ["é", "é"]),
    "nothing": (b"", []),
}


@pytest.mark.parametrize("case", TEXTS)
def test_text_is_decoded_and_cut_into_lines(reading, case):
    data, expected = TEXTS[case]
    assert list(reading().text(io.BytesIO(data))) == expected


@pytest.mark.parametrize("case", TEXTS)
def test_raw_lines_are_those_of_the_text_with_their_ends(reading, case):
    data, expected = TEXTS[case]
    ctx = reading()
    raw = list(ctx.raw_lines(io.BytesIO(data)))
    assert b"".join(raw) == data
    assert [len(line) for line in raw] == [len(line) for line in split_lines(data)]
    assert len(raw) == len(expected)
    is_doubled = case.startswith("CR CR LF")
    assert [item.code for item in ctx.diagnostics] == ["CORE022"] * is_doubled
    other = reading()
    assert len(list(other.lines(io.BytesIO(data)))) == len(raw)
    assert other.diagnostics == ctx.diagnostics


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "utf-32-be"])
def test_wide_text_is_refused_by_name(reading, encoding):
    mark = {"utf-16-be": b"\xfe\xff", "utf-32-be": b"\x00\x00\xfe\xff"}.get(encoding, b"")
    with pytest.raises(
        TextEncodingError, match=f"CORE020: unsupported text encoding {encoding[:6].upper()}"
    ):
        list(reading().text(io.BytesIO(mark + "a".encode(encoding))))


def test_an_encoding_that_is_asked_for_is_held_to(reading):
    assert list(reading().text(io.BytesIO(b"\xe9\n"), encoding="latin-1")) == ["é"]
    for encoding in ("ascii", "utf-8", "no such"):
        with pytest.raises(TextEncodingError, match="CORE021"):
            list(reading().text(io.BytesIO(b"a\xe9\n"), encoding=encoding))


def test_every_byte_decodes():
    assert all(decode_line(bytes([byte])) for byte in range(256))


def test_writing_an_error_ends_and_a_warning_does_not(writing):
    with pytest.raises(WriteError, match=r"out\.line, board 3: error LINE010"):
        writing.issue("LINE010", board=Board(number=3))
    assert writing.issue("LINE003").severity is Severity.WARNING
    assert [item.code for item in writing.diagnostics] == ["LINE010", "LINE003"]
    assert [item.location.board for item in writing.diagnostics] == [3, None]


def test_a_board_without_a_number_is_reported_without_one(writing):
    found = writing.issue("LINE003", board=Board(name="A"))
    assert found.location.board is None


def test_losses_are_gathered(writing):
    writing.lose(Board(number=3), Field.DEAL, "too long", LossKind.APPROXIMATED)
    writing.lose(None, Field.HEADER, "no place")
    report = writing.losses.report()
    assert report.summary().splitlines() == [
        "the hands (1 board: 3) changed: too long",
        "data about the complete file left out: no place",
    ]


def test_a_format_without_a_catalogue_or_options_works():
    ctx = ReadContext(FormatSpec(name="bare", summary=""), errors="collect")

    @attrs.frozen
    class Options:
        depth: int = 3

    assert ctx.options(Options).depth == 3
    assert ctx.issue("BARE001", "something", line=1).severity is Severity.ERROR


# What follows from the number. ----------------------------------------------------------------


@pytest.fixture
def implying(line_format):
    """The format `line`, were dealer and vulnerability to follow from the number."""
    return attrs.evolve(line_format.SPEC, implied={"dealer", "vulnerability"})


def losses(ctx):
    return [(loss.kind, loss.field, loss.boards) for loss in ctx.losses.report()]


@pytest.mark.parametrize("number", [1, 7, 16, 17, 100])
def test_a_reader_is_given_what_follows_from_a_number(implying, line_format, number):
    assert ReadContext(implying).implied(number) == {
        "dealer": Seat.dealer_of(number),
        "vulnerability": Vulnerability.of_board(number),
    }
    assert ReadContext(attrs.evolve(implying, implied=["dealer"])).implied(number) == {
        "dealer": Seat.dealer_of(number)
    }
    assert ReadContext(line_format.SPEC).implied(number) == {}


def test_what_a_file_says_to_be_unknown_is_not_filled_in():
    board = Board(number=2, missing={"dealer": UNKNOWN})
    filled = with_implied(board, FOLLOWING)
    assert (filled.dealer, filled.said("dealer")) == (None, UNKNOWN)
    assert filled.vulnerability is Vulnerability.NS
    assert with_implied(Board(number=2), FOLLOWING).dealer is Seat.EAST


def test_boards_are_numbered_in_their_order(implying):
    ctx = WriteContext(implying)
    boards = [Board(number=n, **implied(n)) for n in (4, 5, 11)]
    assert list(ctx.numbered(boards, start=4)) == list(zip((4, 5, 6), boards, strict=True))
    # The third is another board there, and has another dealer and vulnerability.
    dropped = LossKind.DROPPED
    assert losses(ctx) == [
        (dropped, Field.NUMBER, ("11",)),
        (dropped, Field.DEALER, ("11",)),
        (dropped, Field.VULNERABILITY, ("11",)),
    ]


def test_boards_keep_their_numbers(implying):
    ctx = WriteContext(implying)
    boards = [Board(number=7, **implied(7)), Board(), Board(number=3, **implied(3))]
    assert [number for number, _ in ctx.numbered(boards)] == [7, 8, 3]
    assert {(kind, field) for kind, field, _ in losses(ctx)} == {
        (LossKind.DEFAULTED, field) for field in (Field.NUMBER, Field.DEALER, Field.VULNERABILITY)
    }


def test_only_what_is_implied_is_reported(line_format):
    ctx = WriteContext(line_format.SPEC)
    assert [number for number, _ in ctx.numbered([Board(number=2)], start=1)] == [1]
    assert losses(ctx) == [(LossKind.DROPPED, Field.NUMBER, ("2",))]


def test_only_dealer_and_vulnerability_follow_from_a_number():
    with pytest.raises(PluginLoadError, match="only dealer and vulnerability follow"):
        FormatSpec(name="a", summary="", implied={"deal"})
    with pytest.raises(PluginLoadError, match="moustache"):
        FormatSpec(name="a", summary="", implied={"moustache"})


class Dripping(io.RawIOBase):
    """Bytes that come in small pieces, as from a pipe."""

    def __init__(self, data: bytes, most: int) -> None:
        self._data = data
        self._most = most

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        count = self._most if size < 0 else min(size, self._most)
        piece, self._data = self._data[:count], self._data[count:]
        return piece


@pytest.mark.parametrize("most", [1, 2, 7, 100])
def test_records_are_whole_however_short_the_reads(reading, most):
    ctx = reading(errors="collect")
    source = Dripping(b"head:" + b"abc" * 4 + b"de", most)
    assert ctx.take(source, 5) == b"head:"
    places = [5, 8, 11, 14]
    assert list(ctx.records(source, 3, start=5)) == [(place, b"abc") for place in places]
    (found,) = ctx.diagnostics
    assert (found.code, found.location.offset) == ("CORE060", 17)
    assert found.message == "truncated last record: 2 of 3 bytes"


@pytest.mark.parametrize("size", range(9))
def test_what_was_read_of_the_records_already_comes_first(reading, size):
    source = io.BytesIO(b"abcdefgh")
    head = source.read(size)
    found = list(reading().records(source, 3, start=4, head=head, short=None))
    assert found == [(4, b"abc"), (7, b"def"), (10, b"gh")]


def test_a_record_that_is_cut_off_ends_the_reading_where_errors_raise(reading):
    records = reading().records(io.BytesIO(b"abcd"), 3)
    assert next(records) == (0, b"abc")
    with pytest.raises(ParseError, match="CORE060"):
        next(records)


def test_a_record_that_is_cut_off_has_the_code_of_the_format(reading):
    ctx = reading(errors="collect")
    assert not list(ctx.records(io.BytesIO(b"ab"), 3, short="LINE003"))
    assert ctx.diagnostics[0].code == "LINE003"


def test_nothing_is_read_beyond_the_record_that_is_yielded(reading):
    source = io.BytesIO(b"abcdef")
    next(reading().records(source, 3))
    assert source.tell() == 3


def test_records_have_a_length(reading):
    with pytest.raises(ValueError, match="a record has 0 bytes"):
        next(reading().records(io.BytesIO(b"abc"), 0))


LINES = b"\xef\xbb\xbfone\r\ntwo\rthree\n\nf\xfcr\nsix"


def test_lines_have_their_numbers(reading):
    found = list(reading().lines(io.BytesIO(LINES)))
    assert found == [(1, "one"), (2, "two"), (3, "three"), (4, ""), (5, "für"), (6, "six")]


def test_lines_that_are_no_text_are_refused_at_their_place(reading):
    with pytest.raises(TextEncodingError, match="CORE021") as caught:
        list(reading().lines(io.BytesIO(b"a\n\xe9\n"), encoding="utf-8"))
    assert caught.value.diagnostic.location.offset == 2


def _numbered(piece: bytes | str) -> Board | None:
    return Board(number=int(piece)) if piece.strip() else None


def test_boards_have_the_place_of_their_record_or_line(reading):
    ctx = reading()
    boards = list(ctx.boards(ctx.records(io.BytesIO(b"0102"), 2), _numbered))
    assert [(board.number, board.origin.offset, board.origin.line) for board in boards] == [
        (1, 0, None), (2, 2, None),
    ]  # fmt: skip
    (board,) = ctx.boards(ctx.lines(io.BytesIO(b"\n7\n")), _numbered)
    assert board.origin == Location(path="a.line", line=2, board=7)


def test_what_is_no_board_is_reported_at_its_place_and_the_rest_is_read(reading):
    ctx = reading(errors="collect")
    boards = list(ctx.boards(ctx.records(io.BytesIO(b"01xx03"), 2), _numbered))
    assert [board.number for board in boards] == [1, 3]
    boards += ctx.boards(ctx.lines(io.BytesIO(b"1\nx\n")), _numbered)
    assert [
        (found.code, found.location.offset, found.location.line) for found in ctx.diagnostics
    ] == [("CORE061", 2, None), ("CORE061", None, 2)]
    with pytest.raises(ParseError, match="CORE061") as caught:
        list(reading().boards([(5, b"xx")], _numbered))
    assert isinstance(caught.value.__cause__, ValueError)


def test_a_finding_of_the_format_is_not_reported_twice(reading):
    ctx = reading()

    def make(text: str) -> Board:
        ctx.issue("LINE001", line=1, text=text)
        raise AssertionError

    with pytest.raises(ParseError, match="LINE001"):
        list(ctx.boards([(1, "x")], make))
    assert len(ctx.diagnostics) == 1


def test_a_fault_of_the_plugin_is_no_fault_of_the_file(reading):
    ctx = reading(errors="collect")
    with pytest.raises(KeyError):
        list(ctx.boards([(0, b"x")], lambda piece: {}[piece]))


def test_a_block_that_comes_to_no_board_is_reported_at_its_place(reading):
    ctx = reading(errors="collect")
    with ctx.record(line=4, board=9):
        Seat.parse("X")
    (found,) = ctx.diagnostics
    assert (found.code, found.location.line, found.location.board) == ("CORE061", 4, 9)
    with pytest.raises(ParseError, match="CORE061"), reading().record(offset=3):
        Seat.parse("X")


WHOLE = Deal.from_masks(8191, 8191 << 13, 8191 << 26, 8191 << 39)


def _written(line_format, items, **requires):
    spec = attrs.evolve(line_format.SPEC, requires=Requires(**requires))
    context = WriteContext(spec, path="out.line")
    return list(pre_report(items, context))


@pytest.mark.parametrize("deal", [None, Deal.from_masks(1, 2, 4, 8)])
def test_a_board_without_the_deal_that_is_required_is_refused(line_format, deal):
    boards = [Board(number=1, deal=WHOLE), Board(number=2, deal=deal)]
    with pytest.raises(WriteError, match="board 2 has no complete deal") as caught:
        _written(line_format, boards, deals="complete")
    found = caught.value.diagnostic
    assert (found.code, found.location.board) == ("CORE070", 2)
    assert len(_written(line_format, boards[:1], deals="complete")) == 1


@pytest.mark.parametrize("number", [0, 256])
def test_a_number_that_there_is_no_place_for_is_refused(line_format, number):
    with pytest.raises(WriteError, match="out of range for line: 1 to 255") as caught:
        _written(line_format, [Board(number=number)], numbers=(1, 255))
    assert caught.value.diagnostic.code == "CORE071"
    fitting = [Board(number=1), Board(number=255), Board()]
    assert _written(line_format, fitting, numbers=(1, 255)) == fitting


def test_the_number_that_a_board_is_given_must_have_a_place_too(line_format):
    spec = attrs.evolve(line_format.SPEC, requires=Requires(numbers=(1, 255)))
    context = WriteContext(spec)
    with pytest.raises(WriteError, match="CORE071") as caught:
        list(context.numbered([Board(number=255), Board()]))
    assert caught.value.diagnostic.location.board == 256


def test_more_boards_than_a_file_holds_are_refused(line_format):
    boards = [Board(number=1)] * 3
    assert len(_written(line_format, boards, boards=3)) == 3
    with pytest.raises(WriteError, match="at most 2 are possible") as caught:
        _written(line_format, boards, boards=2)
    assert caught.value.diagnostic.code == "CORE072"


@pytest.mark.parametrize(
    "wrong", [{"numbers": (9, 1)}, {"numbers": (-1, 1)}, {"deals": "some"}, {"boards": 0}]
)
def test_requirements_that_nothing_can_meet_are_refused(wrong):
    with pytest.raises(PluginLoadError):
        Requires(**wrong)


def test_deals_come_with_their_numbers_and_are_complete(line_format):
    context = WriteContext(line_format.SPEC)
    boards = [Board(number=7, deal=WHOLE), Board(deal=WHOLE), Board(number=3)]
    deals = context.deals(boards)
    assert [next(deals), next(deals)] == [(7, WHOLE), (8, WHOLE)]
    with pytest.raises(WriteError, match="board 3 has no complete deal") as caught:
        next(deals)
    assert caught.value.diagnostic.code == "CORE070"
    assert [number for number, _ in context.deals(boards[:2], start=1)] == [1, 2]

"""ReadContext and WriteContext: reporting, text, headers, limits, options."""

from __future__ import annotations

import io

import attrs
import pytest

from overtrick import (
    UNKNOWN,
    Board,
    Extras,
    Field,
    FormatSpec,
    InconsistentDataError,
    LimitError,
    Limits,
    LossKind,
    ParseError,
    PluginError,
    PluginLoadError,
    ReadContext,
    Seat,
    Severity,
    TextEncodingError,
    Vulnerability,
    WriteContext,
    WriteError,
)
from overtrick.framework.contexts import decode_line
from overtrick.framework.numbering import implied, with_implied
from overtrick.framework.spec.formats import FOLLOWING


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


def test_the_header_is_sealed_at_the_first_board(reading):
    ctx = reading()
    ctx.header = Extras({"line:title": "x"})
    ctx.seal_header()
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
    "CR before CRLF": (b"a\r\r\nb", ["a", "", "b"]),
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


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "utf-32-be"])
def test_wide_text_is_refused_by_name(reading, encoding):
    mark = {"utf-16-be": b"\xfe\xff", "utf-32-be": b"\x00\x00\xfe\xff"}.get(encoding, b"")
    with pytest.raises(TextEncodingError, match=f"CORE020: the file is {encoding[:6].upper()}"):
        list(reading().text(io.BytesIO(mark + "a".encode(encoding))))


def test_an_encoding_that_is_asked_for_is_held_to(reading):
    assert list(reading().text(io.BytesIO(b"\xe9\n"), encoding="latin-1")) == ["é"]
    for encoding in ("ascii", "utf-8", "no such"):
        with pytest.raises(TextEncodingError, match="CORE021"):
            list(reading().text(io.BytesIO(b"a\xe9\n"), encoding=encoding))


def test_every_byte_decodes():
    assert all(decode_line(bytes([byte])) for byte in range(256))


def test_writing_an_error_ends_and_a_warning_does_not(writing):
    with pytest.raises(WriteError, match=r"out\.line: error LINE010"):
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
        "deal approximated on 1 board (3): too long",
        "header dropped: no place",
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

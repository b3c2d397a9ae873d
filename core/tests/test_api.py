"""read, open_boards, write, convert: both error modes, limits, pipes, whole files only."""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import threading
import types

import attrs
import pytest

from overtrick import (
    Board,
    BoardSet,
    Deal,
    Extras,
    Field,
    FormatError,
    InconsistentDataError,
    LimitError,
    Limits,
    LossError,
    LossKind,
    OptionError,
    ParseError,
    PluginError,
    PluginManager,
    Seat,
    UnknownFormatError,
    Vulnerability,
    WriteError,
    convert,
    dump,
    dumps,
    formats,
    lint,
    load,
    loads,
    open_boards,
    plugins,
    read,
    rotate,
    select,
    write,
)
from overtrick.files.reading import ReadKeywords, ReadSettings
from overtrick.files.writing import WriteSettings
from overtrick.plugin import Diagnostics, ExtrasSpec, FormatSpec, LossCollector, hookimpl


def data(*lines):
    return "".join(f"{line}\n" for line in lines).encode()


@pytest.fixture
def two(split_ten):
    return data("# Club", f"1 {split_ten}", f"2 {split_ten}")


def test_a_path_a_file_a_pipe_and_bytes_read_the_same(manager, two, tmp_path):
    path = tmp_path / "night.line"
    path.write_bytes(two)
    expected = read(two, manager=manager)
    assert [board.number for board in expected] == [1, 2]
    assert expected.header.text("line:title") == "Club"
    assert expected.format == "line"
    assert read(path, manager=manager) == expected
    assert read(os.fspath(path), manager=manager) == expected
    with path.open("rb") as file:
        assert read(file, manager=manager) == expected
        assert not file.closed
    out, into = os.pipe()
    with os.fdopen(out, "rb") as pipe:
        with os.fdopen(into, "wb") as writer:
            writer.write(two)
        assert read(pipe, manager=manager) == expected


@pytest.mark.skipif(os.name == "nt", reason="named pipes of POSIX")
def test_a_named_pipe_is_opened_once(manager, two, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    thread = threading.Thread(target=lambda: pipe.write_bytes(two), daemon=True)
    thread.start()
    assert len(read(pipe, manager=manager)) == 2
    thread.join(10)


def test_a_file_opened_as_text_is_refused_with_the_remedy(manager):
    with pytest.raises(TypeError, match="binary mode"):
        read(io.StringIO("1 N:- - - -"), manager=manager)


def test_messages_name_the_file(manager, line_file):
    path = line_file("rubbish")
    with pytest.raises(ParseError, match=rf"^{path}:1:1: error LINE001"):
        read(path, manager=manager, format="line")
    with pytest.raises(ParseError, match=r"^upload:1:1: error"):
        read(b"rubbish", manager=manager, format="line", path="upload")
    with pytest.raises(ParseError, match=r"^<data>:1:1: error"):
        read(b"rubbish", manager=manager, format="line")


def test_collecting_goes_on_and_loses_only_what_is_bad(manager, split_ten):
    found = read(
        data(f"1 {split_ten}", "rubbish", "3 N:A... A... - -", f"4 {split_ten}"),
        manager=manager,
        errors="collect",
    )
    assert [(board.number, board.deal is not None) for board in found] == [
        (1, True), (3, False), (4, True),
    ]  # fmt: skip
    assert [item.code for item in found.diagnostics] == ["LINE001", "LINE002"]


def test_raising_stops_at_the_first_error(manager, split_ten):
    with pytest.raises(InconsistentDataError, match=":2:3: error LINE002"):
        read(data(f"1 {split_ten}", "2 N:A... A... - -", "rubbish"), manager=manager)


def test_a_file_that_cannot_be_read_at_all_raises_in_both_modes(manager, split_ten):
    for errors in ("raise", "collect"):
        with pytest.raises(LimitError, match="LINE020"):
            read(data(f"1 {split_ten}", "!stop"), manager=manager, errors=errors)


def test_what_was_collected_before_the_end_can_be_seen(manager):
    source = data("rubbish", "!stop")
    with open_boards(source, manager=manager, errors="collect", format="line") as reader:
        with pytest.raises(LimitError):
            next(reader)
        assert [item.code for item in reader.diagnostics] == ["LINE001"]


@pytest.mark.parametrize(
    ("line", "what"),
    [("!bug", "KeyError: 'careless'"), ("!model", "DealError"), ("!garbage", "is no Board"),
     ("!header", "header must be set before the first board")],
)  # fmt: skip
def test_a_fault_of_the_reader_is_the_plugins_and_has_a_place(
    manager, line_file, split_ten, line, what
):
    path = line_file(f"1 {split_ten}", line)
    for errors in ("raise", "collect"):
        with pytest.raises(PluginError, match=what) as caught:
            read(path, manager=manager, errors=errors)
        if line != "!header":
            assert str(caught.value).startswith(
                f"{path}: the reader of 'line' ('line') failed at board 2"
            )
            assert caught.value.__cause__ is not None


def test_boards_come_one_at_a_time(manager, split_ten):
    pulled = []

    class Source(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            pulled.append(len(buffer))
            line = f"{len(pulled)} {split_ten}\n".encode()
            buffer[: len(line)] = line
            return len(line)

    # Without buffering in between, each line is one call.
    with open_boards(Source(), format="line", manager=manager) as reader:
        before = len(pulled)
        next(reader)
        next(reader)
        assert len(pulled) - before <= 200
    assert len(pulled) < 500


def test_a_closed_reader_says_so(manager, two):
    with open_boards(two, manager=manager) as reader:
        assert reader.format == reader.spec.name == "line"
        assert reader.detection.format == "line"
    with pytest.raises(ValueError, match="is closed"):
        next(reader)


def test_checking_adds_law_and_places_of_the_format(manager, split_ten):
    board = f"2 {split_ten}"
    assert read(data(board), manager=manager, check=True).diagnostics == ()
    found = read(data("2 N:- - - -"), manager=manager, check=True).diagnostics
    assert {item.code for item in found} == {"LAW312"}


def test_two_sets_in_one_file_are_reported_once(manager, split_ten):
    other = split_ten.replace("N:", "S:", 1)
    text = "\n".join([f"1 {split_ten}", f"2 {split_ten}", f"1 {other}", f"2 {other}"])
    found = read(data(text), manager=manager, check=True).diagnostics
    assert [(item.code, item.location.line) for item in found] == [("LAW314", 3)]


LIMITS = {
    "CORE010": Limits(max_bytes=100),
    "CORE011": Limits(max_boards=2),
    "CORE012": Limits(max_seconds=-1),
}


@pytest.mark.parametrize("code", LIMITS)
@pytest.mark.parametrize("errors", ["raise", "collect"])
def test_limits_hold_in_both_modes(manager, split_ten, code, errors):
    source = data(*(f"{number} {split_ten}" for number in range(1, 50)))
    for given in (source, io.BytesIO(source)):
        with pytest.raises(LimitError, match=code):
            read(given, manager=manager, errors=errors, limits=LIMITS[code])


def test_limits_that_are_kept_change_nothing(manager, two):
    limits = Limits(max_bytes=len(two), max_boards=2, max_seconds=60)
    assert read(two, manager=manager, limits=limits) == read(two, manager=manager)
    with pytest.raises(LimitError):
        read(two, manager=manager, limits=attrs.evolve(limits, max_bytes=len(two) - 1))


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_that_gives_a_little_now_and_then_is_stopped_in_time(manager, tmp_path, named):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    is_over = threading.Event()

    def trickle():
        with contextlib.suppress(BrokenPipeError), pipe.open("wb", buffering=0) as sink:
            while not is_over.wait(0.01):
                sink.write(b"# x\n")

    writer = threading.Thread(target=trickle, daemon=True)
    writer.start()
    try:
        with pytest.raises(LimitError, match=r"pipe.*CORE012"):
            read(
                pipe,
                format="line" if named else None,
                manager=manager,
                limits=Limits(max_seconds=0.2),
            )
        assert not is_over.is_set()  # it would have gone on for ever
    finally:
        is_over.set()
        writer.join()


def test_a_stream_without_end_is_stopped(manager, split_ten):
    class Endless(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            line = (f"1 {split_ten}\n".encode() * 200)[: len(buffer)]
            buffer[: len(line)] = line
            return len(line)

    with pytest.raises(LimitError, match="CORE010"):
        read(Endless(), manager=manager, errors="collect", limits=Limits(max_bytes=50_000))


def test_options_for_reading(manager):
    assert read(b"N:- - - -", manager=manager)[0].number == 1
    board = read(b"N:- - - -", manager=manager, options={"numbered": "no"})[0]
    assert board.number is None
    with pytest.raises(OptionError):
        read(b"N:- - - -", manager=manager, options={"colour": "red"})


def test_writing_and_reading_back(manager, two, tmp_path):
    target = tmp_path / "out.line"
    boards = read(two, manager=manager)
    report = write(boards, target, manager=manager)
    assert report.is_lossless
    assert target.read_bytes() == two
    with pytest.raises(FileExistsError):
        write(boards, target, manager=manager)
    write(boards, target, manager=manager, overwrite=True, options={"copies": 2})
    assert len(target.read_bytes().splitlines()) == 5
    sink = io.BytesIO()
    write(iter(boards), sink, format="line", manager=manager)
    assert sink.getvalue() == two.partition(b"\n")[2]


def test_what_the_format_does_not_carry_is_reported(manager):
    deal = Deal.parse("N:A... - - -")
    boards = BoardSet(
        boards=(
            Board(number=1, deal=deal, scoring="IMP", extras=Extras({"x:y": 1, "x:source": "s"})),
        ),
        header=Extras({"other:key": 1, "line:title": "t"}),
    )
    report = write(boards, io.BytesIO(), format="line", manager=manager)
    reason = "not stored in LINE"
    assert [(loss.field, loss.what, loss.reason) for loss in report] == [
        (Field.SCORING, "", reason),
        (Field.EXTRAS, "x:y", reason),
        (Field.HEADER, "other:key", reason),
    ]


def test_layout_is_no_loss_and_foreign_extras_may_be_carried(line_format):
    layout = FormatSpec(name="other", summary="", capabilities=(ExtrasSpec(layout=("newline",)),))
    carried = ExtrasSpec(foreign=("other:order",))
    spec = attrs.evolve(line_format.SPEC, capabilities=(carried,))
    manager = PluginManager(discover=False)
    plugin = types.SimpleNamespace(overtrick_formats=hookimpl(lambda api: [layout, spec]))
    manager.register(plugin, "both")
    keys = {"other:newline": "x", "other:order": 1, "other:lost": 2}
    boards = BoardSet(
        boards=(Board(deal=Deal.parse("N:A... - - -"), extras=Extras(keys)),), header=Extras(keys)
    )
    report = write(boards, io.BytesIO(), format="line", manager=manager)
    assert [loss.what for loss in report] == ["other lost"] * 2


def test_losses_can_be_refused_before_anything_is_replaced(manager, tmp_path):
    target = tmp_path / "out.line"
    target.write_bytes(b"old")
    board = Board(number=1, deal=Deal.parse("N:A... - - -"), scoring="IMP")
    with pytest.raises(LossError, match=r"the scoring \(1 board: 1\) left out") as caught:
        write([board], target, manager=manager, overwrite=True, on_loss="raise")
    assert list(caught.value.report.by_field()) == [Field.SCORING]
    assert target.read_bytes() == b"old"


def test_a_board_that_cannot_be_written_leaves_the_old_file(manager, tmp_path):
    target = tmp_path / "out.line"
    target.write_bytes(b"old")
    boards = [Board(number=1, deal=Deal.parse("N:A... - - -")), Board(number=2)]
    with pytest.raises(WriteError, match="LINE010"):
        write(boards, target, manager=manager, overwrite=True)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.line"]


def test_a_fault_of_the_writer_is_the_plugins(line_format):
    manager = PluginManager(discover=False)
    spec = attrs.evolve(line_format.SPEC, writer="overtrick_line_format:broken_write")
    manager.register(types.SimpleNamespace(overtrick_formats=hookimpl(lambda api: [spec])), "line")
    with pytest.raises(PluginError, match=r"the writer of 'line' \('line'\) failed: KeyError"):
        write([Board()], io.BytesIO(), format="line", manager=manager)


def test_a_fault_of_the_callers_boards_is_the_callers(manager):
    def boards():
        yield Board(deal=Deal.parse("N:A... - - -"))
        msg = "mine"
        raise ZeroDivisionError(msg)

    with pytest.raises(ZeroDivisionError, match="mine"):
        write(boards(), io.BytesIO(), format="line", manager=manager)


def test_the_target_format_is_told_by_the_suffix(manager, tmp_path):
    board = Board(deal=Deal.parse("N:A... - - -"))
    for name in ("a.line", "b.DEAL"):
        write([board], tmp_path / name, manager=manager)
    for name in ("a.pbn", "noext"):
        with pytest.raises(UnknownFormatError, match="cannot detect the format"):
            write([board], tmp_path / name, manager=manager)


def test_a_format_in_one_direction_only():
    manager = PluginManager(discover=False)
    specs = [
        FormatSpec(name="r", summary="", reader="a:b", suffixes=(".r",)),
        FormatSpec(name="w", summary="", writer="a:b", suffixes=(".w",)),
    ]
    manager.register(types.SimpleNamespace(overtrick_formats=hookimpl(lambda api: specs)), "both")
    with pytest.raises(UnknownFormatError, match="can be written but not read"):
        read(b"", format="w", manager=manager)
    with pytest.raises(UnknownFormatError, match="can be read but not written"):
        write([], io.BytesIO(), format="r", manager=manager)
    assert [spec.name for spec in formats(manager=manager)] == ["r", "w"]
    assert [record.name for record in plugins(manager=manager)] == ["both"]


def test_convert_streams_and_reports(manager, two, tmp_path):
    target = tmp_path / "out.line"
    done = convert(two, target, manager=manager)
    assert (done.written, done.boards) == (True, 2)
    assert (done.source_format, done.target_format) == ("line", "line")
    assert done.losses.is_lossless
    assert target.read_bytes() == two


def test_convert_writes_nothing_from_a_source_with_errors(manager, split_ten, tmp_path):
    target = tmp_path / "out.line"
    source = data(f"1 {split_ten}", "rubbish", f"3 {split_ten}")
    with pytest.raises(ParseError):
        convert(source, target, manager=manager)
    done = convert(source, target, manager=manager, errors="collect")
    assert not done.written
    assert [item.code for item in done.diagnostics] == ["LINE001"]
    assert not target.exists()
    kept = convert(source, target, manager=manager, errors="collect", keep_going=True)
    assert kept.written
    assert kept.boards == 2


def test_convert_strictly_counts_warnings(manager, split_ten, tmp_path):
    source = data(split_ten)
    strict = convert(source, tmp_path / "a.line", manager=manager, strict=True)
    assert not strict.written
    assert convert(source, tmp_path / "a.line", manager=manager).written


def test_all_errors_of_the_source_are_told_though_the_writer_gives_up(manager, split_ten, tmp_path):
    source = data("1 N:A... A... - -", "rubbish", f"3 {split_ten}", "more rubbish")
    target = tmp_path / "a.line"
    for keep_going in (False, True):
        found = Diagnostics()
        with pytest.raises(WriteError):
            convert(
                source, target, manager=manager, errors="collect", keep_going=keep_going,
                diagnostics=found,
            )  # fmt: skip
        codes = [item.code for item in found]
        assert codes == ["LINE002", "LINE001", "LINE001", "LINE010"]
        assert not target.exists()


def test_findings_are_known_where_an_exception_ends_the_conversion(manager, tmp_path):
    found = Diagnostics()
    with pytest.raises(FormatError):
        convert(
            data("N:- - - -", "!stop"), tmp_path / "a.line", manager=manager, errors="collect",
            diagnostics=found,
        )  # fmt: skip
    assert [item.code for item in found] == ["LINE003"]


def test_convert_edits_on_the_way_and_gathers_what_that_loses(manager, two, tmp_path):
    losses = LossCollector()

    def edit(boards):
        named = (attrs.evolve(board, scoring=None) for board in select(boards, "2"))
        for board in rotate(named, 1, losses.add):
            losses.add(board, Field.SCORE, "by hand", LossKind.DROPPED)
            yield board

    target = tmp_path / "out.line"
    done = convert(two, target, manager=manager, edit=edit, losses=losses)
    assert done.boards == 1
    assert [loss.reason for loss in done.losses] == ["by hand"]
    assert read(target, manager=manager)[0].deal[Seat.EAST].text == "T53.AJ7.AT.AQ762"
    with pytest.raises(LossError):
        convert(
            two, target, manager=manager, edit=edit, losses=losses, on_loss="raise", overwrite=True
        )


def test_converting_a_file_onto_itself(manager, two, line_file):
    path = line_file("x")
    path.write_bytes(two)
    done = convert(path, path, manager=manager, overwrite=True, write_options={"title": "New"})
    assert done.written
    assert path.read_bytes().startswith(b"# New\n")


def test_lint_speaks_of_a_board_alone(manager):
    assert lint(Board(), manager=manager) == ()


def test_a_misspelt_mode_is_refused_not_taken_for_the_other(manager, two):
    with pytest.raises(OptionError, match="errors is 'raise' or 'collect', not 'rasie'"):
        read(two, manager=manager, errors="rasie")
    boards = read(two, manager=manager)
    sink = io.BytesIO()
    with pytest.raises(OptionError, match="on_loss is 'report' or 'raise', not 'rasie'"):
        write(boards, sink, format="line", manager=manager, on_loss="rasie")
    with pytest.raises(OptionError, match="on_loss"):
        convert(two, sink, to_format="line", manager=manager, on_loss="rasie")


def test_the_callers_mistakes_are_not_blamed_on_the_writer(manager, two):
    boards = read(two, manager=manager)
    with pytest.raises(TypeError, match="binary mode"):
        write(boards, io.StringIO(), format="line", manager=manager)
    with pytest.raises(TypeError, match="boards are Board objects, not 42"):
        write([42], io.BytesIO(), format="line", manager=manager)


def test_what_follows_from_the_number_is_filled_in(line_format, monkeypatch):
    def bare(source, ctx):
        yield from (Board(number=2), Board(number=2, vulnerability=Vulnerability.BOTH), Board())

    monkeypatch.setattr(line_format, "read", bare)
    spec = attrs.evolve(line_format.SPEC, implied={"vulnerability"})
    manager = PluginManager(discover=False)
    manager.register(types.SimpleNamespace(overtrick_formats=hookimpl(lambda api: [spec])), "line")
    boards = read(b"x", format="line", manager=manager)
    assert [board.vulnerability for board in boards] == [Vulnerability.NS, Vulnerability.BOTH, None]
    assert [board.dealer for board in boards] == [None] * 3


def test_text_and_bytes_in_memory(manager, two):
    expected = read(two, manager=manager)
    assert loads(two.decode(), manager=manager) == expected
    assert loads(two, manager=manager, format="line") == expected
    assert loads(bytearray(two), manager=manager) == expected
    assert dumps(expected, manager=manager) == two.decode()
    assert dumps(iter(expected), format="line", manager=manager) == two.decode().partition("\n")[2]
    assert loads("rubbish", format="line", errors="collect", manager=manager).diagnostics
    named = dumps(expected, options={"title": "Zwölf ♠"}, manager=manager)
    assert named.startswith("# Zwölf ♠\n")
    assert loads(named, manager=manager).header.text("line:title") == "Zwölf ♠"


def test_open_files(manager, two):
    expected = load(io.BytesIO(two), manager=manager)
    assert expected == read(two, manager=manager)
    sink = io.BytesIO()
    assert dump(expected, sink, manager=manager).is_lossless
    assert sink.getvalue() == two
    assert not sink.closed


def test_losses_of_a_text_can_be_had(manager):
    board = Board(number=1, deal=Deal.parse("N:A... - - -"), scoring="IMP")
    losses = LossCollector()
    assert dumps([board], format="line", losses=losses, manager=manager) == "1 N:A... - - -\n"
    assert [loss.field for loss in losses.report()] == [Field.SCORING]
    assert [loss.field for loss in dump([board], io.BytesIO(), format="line", manager=manager)] == [
        Field.SCORING
    ]
    with pytest.raises(LossError):
        dumps([board], format="line", on_loss="raise", manager=manager)


def test_mistakes_in_memory_are_told_with_the_remedy(line_format, manager, two, tmp_path):
    with pytest.raises(TypeError, match=r"loads takes text or bytes.*overtrick\.read takes"):
        loads(tmp_path, manager=manager)
    with pytest.raises(TypeError, match=r"overtrick\.read takes a path"):
        load(tmp_path / "x", manager=manager)
    with pytest.raises(TypeError, match=r"overtrick\.write takes a path"):
        dump([], tmp_path / "x", format="line", manager=manager)
    with pytest.raises(TypeError, match=r"binary mode.*overtrick\.loads"):
        load(io.StringIO(two.decode()), manager=manager)
    with pytest.raises(TypeError, match=r"binary mode.*overtrick\.dumps"):
        dump([], io.StringIO(), format="line", manager=manager)
    with pytest.raises(UnknownFormatError, match="name the format"):
        dumps([], manager=manager)
    binary = PluginManager(discover=False)
    spec = attrs.evolve(line_format.SPEC, name="packed", binary=True)
    plugin = types.SimpleNamespace(overtrick_formats=hookimpl(lambda api: [spec]))
    binary.register(plugin, "packed")
    with pytest.raises(UnknownFormatError, match=r"not text: .*io\.BytesIO.*overtrick\.dump\("):
        dumps([], format="packed", manager=binary)


def test_the_settings_are_the_keywords_of_the_functions():
    own = {field.name for field in attrs.fields(ReadSettings)}
    assert set(ReadKeywords.__annotations__) == own
    for function in (read, open_boards, load, loads):
        keywords = inspect.signature(function).parameters["keywords"]
        assert keywords.kind is inspect.Parameter.VAR_KEYWORD
        assert keywords.annotation == "Unpack[ReadKeywords]"
    written = set(inspect.signature(write).parameters) - {"boards", "target", "manager"}
    assert written == {field.name for field in attrs.fields(WriteSettings)}
    with pytest.raises(TypeError, match="unexpected keyword argument 'eror'"):
        loads("", eror="raise")

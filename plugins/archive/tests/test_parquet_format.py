"""Files of boards as Parquet: whole, of others' making, damaged, and made to do harm."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tracemalloc
from datetime import date
from pathlib import Path

import attrs
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
import overtrick_archive
from overtrick import (
    Auction,
    Board,
    BoardSet,
    Contract,
    Deal,
    DoubleDummyGrid,
    Extras,
    FormatError,
    Info,
    LimitError,
    Limits,
    Result,
    Seat,
)
from overtrick_archive.format.cells import row_of
from overtrick_archive.format.reader import BATCH
from overtrick_archive.format.source import in_any_order
from overtrick_archive.format.writer import HEADER, ROWS
from overtrick_archive.tables import BOARDS, SCHEMAS
from overtrick_testing.strategies import boards, extras

TEXT = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
DEAL = Deal.parse(TEXT)
MASKS = dict(zip(("north_hand", "east_hand", "south_hand", "west_hand"), DEAL.masks, strict=True))


def written(some, header=None):
    found = io.BytesIO()
    whole = BoardSet(boards=tuple(some), header=Extras() if header is None else header)
    overtrick.write(whole, found, format="parquet")
    return found.getvalue()


def table_of(columns, **options):
    found = io.BytesIO()
    table = columns if isinstance(columns, pa.Table) else pa.table(columns)
    pq.write_table(table, found, **options)
    return found.getvalue()


def read(data, **options):
    return overtrick.read(io.BytesIO(data), format="parquet", errors="collect", **options)


def codes(found):
    return [item.code for item in found.diagnostics]


@pytest.mark.slow
@given(st.lists(boards(), max_size=3), extras())
def test_every_board_and_header_comes_back(some, header):
    kept = Extras({key: value for key, value in header.items() if not key.endswith(":source")})
    data = written(some, kept)
    found = read(data)
    assert not found.diagnostics
    assert found.boards == tuple(some)
    assert found.header == kept
    assert written(found.boards, found.header) == data


def test_the_columns_are_those_of_the_table_boards():
    data = written([Board(number=7, deal=DEAL)])
    schema = pq.read_schema(io.BytesIO(data))
    assert schema.equals(SCHEMAS[BOARDS])
    (row,) = pq.read_table(io.BytesIO(data)).to_pylist()
    assert row["file"] is row["line"] is row["offset"] is row["rest"] is None
    assert (row["place"], row["north_hcp"], row["deal_hash"]) == (0, 15, 6155938861916632131)
    assert row["north_shape"] == "5-3-3-2"


def test_where_a_board_stood_elsewhere_changes_no_byte():
    board = Board(number=1, deal=DEAL)
    from_a_file = attrs.evolve(board, origin=overtrick.Location(path="x.pbn", line=7, offset=12))
    assert written([from_a_file]) == written([board])


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, BATCH, BATCH + 1, ROWS, 2 * ROWS + 1])
def test_row_groups_and_batches_have_no_seams(count):
    some = [Board(number=number, dealer=Seat(number % 4)) for number in range(count)]
    data = written(some)
    assert read(data).boards == tuple(some)
    groups = pq.ParquetFile(io.BytesIO(data)).metadata.num_row_groups
    assert groups == -(-count // ROWS)


def test_a_part_of_an_archive_is_such_a_file(tmp_path, evening):
    pytest.importorskip("overtrick_pbn")
    path = evening(tmp_path / "in" / "a.pbn", 1, 40)
    overtrick_archive.add(tmp_path / "x.archive", [path])
    found = []
    for part in sorted(tmp_path.glob("x.archive/boards/*/*.parquet")):
        told = overtrick.read(part)
        assert not told.diagnostics
        found += told.boards
    expected = overtrick.read(path)
    assert sorted(found, key=lambda board: board.number) == list(expected.boards)
    # Their texts are those of the file: they are written as they stood.
    assert any(row["rest"] for row in pq.read_table(part).to_pylist())


def test_an_answer_of_sql_is_such_a_file(tmp_path, evening):
    pytest.importorskip("overtrick_pbn")
    overtrick_archive.add(tmp_path / "x.archive", [evening(tmp_path / "in" / "a.pbn", 1, 9)])
    archive = overtrick_archive.open(tmp_path / "x.archive")
    table = archive.sql("select * from boards where number > 3 order by number")
    whole = read(table_of(table))
    assert [board.number for board in whole] == [4, 5, 6, 7, 8, 9]
    assert not whole.diagnostics
    some = archive.sql("select number, dealer, pbn(deal) as deal from boards order by number")
    deals = read(table_of(archive.sql("select number, deal from boards order by number")))
    few = read(table_of(some))
    assert [board.deal for board in deals] == [board.deal for board in few]
    assert not deals.diagnostics
    assert [board.number for board in few] == list(range(1, 10))
    assert few[0].deal is not None
    assert few[0].contract is None


def test_an_archive_takes_such_a_file_and_not_its_own_parts(tmp_path):
    some = tuple(Board(number=number, deal=DEAL) for number in (1, 2))
    (tmp_path / "one.parquet").write_bytes(written(some))
    archive = tmp_path / "x.archive"
    assert overtrick_archive.add(archive, [tmp_path]).boards == 2
    again = overtrick_archive.add(archive, [tmp_path])
    assert (again.files, again.same, again.errors) == (0, 1, [])
    assert tuple(overtrick_archive.open(archive).boards()) == some


def test_a_table_of_polars_is_read_as_far_as_it_goes(tmp_path):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(
        {
            "number": [1.0, 2.0],
            "dealer": polars.Series(["n", "e"], dtype=polars.Categorical),
            "vulnerability": ["both", None],
            **{name: [mask, None] for name, mask in MASKS.items()},
            "date": [date(2024, 5, 1), None],
            "contract": ["4sx", None],
            "declarer": ["S", None],
            "result": [9, None],
            "score_ns": [-200, None],
            "auction": [["1S", "X", "4S", "x", "P", "P", "P"], None],
            "play": ["h2 HA", None],
            "event": ["Club", None],
        }
    )
    frame.write_parquet(tmp_path / "x.parquet")
    found = overtrick.read(tmp_path / "x.parquet")
    assert not found.diagnostics
    one, two = found
    assert two == Board(number=2, dealer=Seat.EAST)
    assert one.deal == DEAL
    assert one.contract == Contract.parse("4SX", Seat.SOUTH)
    assert one.result == Result(tricks=9)
    assert one.score is not None
    assert one.score.ns == -200
    assert one.auction is not None
    assert one.auction.dealer is Seat.NORTH
    assert one.auction.is_complete
    assert one.play is not None
    assert one.play.leader is Seat.WEST
    assert one.info == Info(event="Club", date="2024.05.01")
    assert one.vulnerability is overtrick.Vulnerability.BOTH


@pytest.mark.parametrize(
    ("name", "cells", "why"),
    [
        ("number", [1.5], "number: a whole number is wanted, not 1.5"),
        ("dealer", ["X"], "dealer: not a seat: 'X' (N, E, S or W)"),
        ("vulnerability", ["yes"], "vulnerability: not a vulnerability"),
        ("contract", ["8S"], "contract: "),
        ("strain", ["Z"], "strain: not a strain"),
        ("level", [9], "not a level: 9"),
        ("doubling", [3], "doubling: 3 is not a valid Doubling"),
        ("result", [14], "not a number of tricks: [14]"),
        ("auction", ["1S 1C"], "auction: nobody says who called first"),
        ("play", [["SA"]], "play: nobody says who led first"),
        ("play", [["S1"]], "play: not a rank: '1'"),
        ("double_dummy", [[1, 2]], "double_dummy: twenty numbers of tricks"),
        ("double_dummy", [[14] * 20], ""),
        ("rest", ['{"auction"'], "Expecting"),
        ("rest", ['{"colour": 1}'], "colour"),
        ("rest", ["nothing:of that"], "nothing"),
        ("rest", ["[" * 100_000], ""),
        ("rest", ['{"extras":' + "[" * 100_000], ""),
        ("north_hand", [MASKS["east_hand"]], "two hands"),
        ("north_hand", [1 << 60], ""),
        ("north_hand", [-1], ""),
        ("north_hand", [None], "north_hand: it is empty, and the other hands are not"),
    ],
)
def test_a_wrong_cell_leaves_its_neighbours(name, cells, why):
    columns = {"number": [7, None, 9], **{key: [mask] * 3 for key, mask in MASKS.items()}}
    columns[name] = [columns.get(name, [None])[0], *cells, None]
    if name in MASKS:
        columns[name][2] = MASKS[name]
    found = read(table_of(columns))
    assert codes(found) == ["PARQUET020"], found.diagnostics
    (item,) = found.diagnostics
    assert item.message.startswith("row 2: ")
    assert why in item.message
    assert len(item.message) < 300
    assert item.location.offset == 4
    assert [board.deal for board in found] == [DEAL, DEAL]


def test_rows_are_counted_through_row_groups():
    dealers = ["N"] * 10
    dealers[8] = "Q"
    data = table_of({"deal": [TEXT] * 10, "dealer": dealers}, row_group_size=4)
    found = read(data)
    assert [item.message[:6] for item in found.diagnostics] == ["row 9:"]
    assert len(found) == 9
    with pytest.raises(FormatError, match=r"row 9: dealer"):
        overtrick.read(io.BytesIO(data), format="parquet")


def test_a_bad_row_of_our_own_table_is_named_too():
    table = pq.read_table(io.BytesIO(written(Board(number=n, deal=DEAL) for n in range(5))))
    at = table.schema.get_field_index("dealer")
    odd = table.set_column(at, "dealer", pa.array([None, None, "Q", None, None]))
    found = read(table_of(odd))
    assert [item.message for item in found.diagnostics] == [
        "row 3: dealer: not a seat: 'Q' (N, E, S or W)"
    ]
    assert [board.number for board in found] == [0, 1, 3, 4]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"price": [1]}, ["PARQUET013"]),
        (
            {"number": [1], **dict(list({k: [v] for k, v in MASKS.items()}.items())[:3])},
            ["PARQUET013"],
        ),
        ({"deal": [1]}, ["PARQUET014"]),
        ({"deal": [TEXT], "auction": [[1]]}, ["PARQUET014"]),
        ({"deal": [TEXT], "rest": [b"x"]}, ["PARQUET014"]),
        ({"deal": [TEXT], "colour": ["red"], "price": [1]}, ["PARQUET030"]),
    ],
)
def test_columns_that_are_not_there_or_not_such_are_told(columns, expected):
    found = read(table_of(columns))
    assert codes(found) == expected
    assert len(found) == ("deal" in columns and columns["deal"] == [TEXT])


def test_columns_that_are_missing_are_named():
    columns = {"north_hand": [1], "east_hand": [2], "south_hand": [4]}
    (item,) = read(table_of(columns)).diagnostics
    assert "missing column west_hand" in item.message
    (item,) = read(table_of({"price": [1]})).diagnostics
    assert "north_hand nor east_hand nor south_hand nor west_hand nor deal" in item.message


def test_a_column_that_stands_twice_is_not_read():
    table = pa.Table.from_arrays(
        [pa.array([TEXT]), pa.array([1]), pa.array([2])], names=["deal", "number", "number"]
    )
    found = read(table_of(table))
    assert codes(found) == ["PARQUET014"]
    assert found.boards == (Board(deal=DEAL),)


@pytest.mark.slow
def test_a_row_group_that_is_damaged_leaves_the_others():
    data = bytearray(written(Board(number=number, deal=DEAL) for number in range(3 * ROWS)))
    column = pq.ParquetFile(io.BytesIO(data)).metadata.row_group(1).column(2)
    data[column.dictionary_page_offset + column.total_compressed_size // 2] ^= 255
    found = read(bytes(data))
    assert codes(found) == ["PARQUET011"]
    (item,) = found.diagnostics
    assert "unreadable rows 4,097 to 8,192" in item.message
    numbers = [board.number for board in found]
    assert numbers == [*range(ROWS), *range(2 * ROWS, 3 * ROWS)]


def test_text_that_is_no_text_is_an_error_of_its_row_group():
    odd = pa.array([b"\xff\xfe"]).view(pa.string())
    found = read(table_of(pa.table({"deal": pa.array([TEXT]), "event": odd})))
    assert codes(found) == ["PARQUET011"]


@pytest.mark.parametrize("value", [b"{", b"[]", b"[" * 100_000, b"\xff", b'{"x": {}}'])
def test_a_header_that_is_none_is_told(value):
    table = pa.table({"deal": [TEXT]}).replace_schema_metadata({HEADER: value})
    found = read(table_of(table))
    assert codes(found) == ["PARQUET021"]
    assert len(found) == 1


def test_billions_of_rows_in_a_few_bytes_are_not_made():
    # Nothing stands in them: a run of so many bits has five bytes.
    table = pa.table({"deal": pa.nulls(5_000_000, pa.string())})
    data = table_of(table, compression="zstd", max_rows_per_page=5_000_000)
    assert len(data) < 5_000
    found = read(data)
    assert codes(found) == ["PARQUET012"]
    assert not found.boards


def test_limits_hold_for_what_is_unpacked():
    data = table_of({"deal": [TEXT], "name": ["a" * 10_000_000]}, compression="zstd")
    assert len(data) < 10_000
    assert len(read(data)) == 1
    with pytest.raises(LimitError) as told:
        overtrick.read(io.BytesIO(data), format="parquet", limits=Limits(max_bytes=1_000_000))
    assert told.value.diagnostic.code == "CORE010"
    with pytest.raises(LimitError):
        overtrick.read(io.BytesIO(data), format="parquet", limits=Limits(max_bytes=1_000))
    with pytest.raises(LimitError):
        overtrick.read(io.BytesIO(written([Board()] * 9)), limits=Limits(max_boards=8))


MAIN = "from overtrick_cli import main; main()"
BOMB = """
import io, resource, sys
import overtrick
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
found = overtrick.read(sys.argv[1], errors="collect")
print(len(found), [item.code for item in found.diagnostics])
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["shared", "list"])
def test_what_a_few_bytes_share_is_not_multiplied(tmp_path, kind):
    """A text of a megabyte in each of 4,096 rows is there once, as in the file."""
    pytest.importorskip("resource")  # not on every system
    path = tmp_path / "x.parquet"
    long = "a" * 1_000_000
    columns = {"deal": [TEXT] * ROWS}
    if kind == "shared":
        columns["event"] = pa.DictionaryArray.from_arrays(pa.array([0] * ROWS, pa.int32()), [long])
    else:
        words = pa.DictionaryArray.from_arrays(pa.array([0] * 200 * 64, pa.int32()), [long])
        columns = {
            "deal": [TEXT] * 64,
            "auction": pa.ListArray.from_arrays(
                pa.array(range(0, 200 * 64 + 1, 200), pa.int32()), words
            ),
        }
    path.write_bytes(table_of(columns, compression="zstd"))
    assert path.stat().st_size < 50_000
    done = subprocess.run(
        [sys.executable, "-c", BOMB, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    expected = f"{ROWS} []" if kind == "shared" else str(["PARQUET020"] * 64)
    assert expected in done.stdout


@pytest.mark.slow
def test_writing_and_reading_hold_some_boards_at_a_time():
    def many(count):
        for number in range(count):
            yield Board(number=number, deal=DEAL, info=Info(event=f"event {number}"))

    def peak(count):
        tracemalloc.start()
        held = io.BytesIO()
        with overtrick.open_boards(io.BytesIO(_written_lazily(many(count), held))) as reader:
            assert sum(1 for _ in reader) == count
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(100)
    assert peak(4 * ROWS) - peak(2 * ROWS) < 1_500_000


def _written_lazily(some, held):
    overtrick.write(some, held, format="parquet")
    return held.getvalue()


@pytest.mark.slow
def test_a_pipe_is_read_and_written(tmp_path):
    some = [Board(number=number, deal=DEAL) for number in range(1, 4)]
    data = written(some)
    command = [sys.executable, "-c", MAIN, "convert", "-", "-", "--to", "parquet"]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert read(done.stdout).boards == tuple(some)
    assert done.stdout == data


def test_what_can_go_to_any_place_is_not_copied(tmp_path):
    data = written([Board(number=1)])
    (tmp_path / "x.parquet").write_bytes(data)
    with (tmp_path / "x.parquet").open("rb") as file, in_any_order(file) as (same, size):
        assert same is file
        assert size == len(data)
    behind = io.BytesIO(b"xx" + data)
    behind.seek(2)
    with in_any_order(behind) as (copy, size):
        assert copy is not behind
        assert (copy.read(), size) == (data, len(data))


class Full(io.RawIOBase):
    def __init__(self, room):
        self.room = room

    def writable(self):
        return True

    def write(self, data):
        self.room -= len(data)
        if self.room < 0:
            raise OSError(28, os.strerror(28))
        return len(data)


@pytest.mark.parametrize("room", [0, 100, 5_000, 10_000])
def test_a_full_disk_is_told_as_such(room):
    with pytest.raises(OSError, match=os.strerror(28)):
        overtrick.write([Board(number=1, deal=DEAL)], Full(room), format="parquet")


def test_what_no_column_holds_comes_back_all_the_same():
    for board in (Board(number=2**70), Board(info=Info(event="\ud800"), deal=DEAL)):
        assert read(written([Board(number=1), board])).boards == (Board(number=1), board)


def test_what_a_solver_said_is_no_word_of_the_file():
    grid = DoubleDummyGrid(((7,) * 5,) * 4)
    board = attrs.evolve(BOARD, grids=(grid.to_grid(),))
    table = pq.read_table(io.BytesIO(written([board, board, board])))
    words = pa.array(["file", "dds 2.9", "file, dds 2.9"])
    found = read(table_of(table.append_column("double_dummy_from", words)))
    assert not found.diagnostics
    assert found.boards == (board, BOARD, board)


def test_the_declaration_imports_no_pyarrow():
    code = (
        "import sys, overtrick\n"
        "assert 'parquet' in [spec.name for spec in overtrick.formats()]\n"
        "assert overtrick.detect(b'PAR1' + bytes(40)).format == 'parquet'\n"
        "print('pyarrow' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["False", "False"], done.stderr


def test_a_row_that_says_nothing_is_a_board_that_says_nothing():
    row = row_of({"event": None, "number": float("nan")})
    assert row["number"] is None
    assert read(table_of({"deal": pa.nulls(2, pa.string())})).boards == (Board(), Board())


def test_an_auction_without_calls_comes_back():
    board = Board(auction=Auction(dealer=Seat.EAST, entries=()))
    assert read(written([board])).boards == (board,)


def test_folders_of_archives_are_passed_over(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    some = [Board(number=number, deal=DEAL) for number in range(1, 6)]
    (folder / "five.parquet").write_bytes(written(some))
    overtrick_archive.add(folder / "club.archive", [folder / "five.parquet"])
    # The folder of the archive stands in the folder that is added.
    added = overtrick_archive.add(folder / "club.archive", [folder])
    assert (added.files, added.same, added.errors) == (0, 1, [])
    added = overtrick_archive.add(tmp_path / "other.archive", [folder])
    assert (added.files, added.boards, added.errors) == (1, 5, [])
    with overtrick_archive.open(tmp_path / "other.archive") as archive:
        assert list(archive.boards()) == some
    with pytest.raises(overtrick_archive.ArchiveError, match="is an archive itself"):
        overtrick_archive.add(tmp_path / "other.archive", [folder / "club.archive"])


def replaced(table, name, values):
    at = table.schema.get_field_index(name)
    return table.set_column(at, table.schema.field(at), pa.array(values, table.schema.types[at]))


BOARD = Board(
    number=2,
    dealer=Seat.EAST,
    deal=DEAL,
    contract=Contract.parse("4S", Seat.NORTH),
    result=Result(tricks=10),
    info=Info(players=("Ann", "Bob", "Cas", "Dan")),
)
CHANGES = [
    ("vulnerability", "All"),
    ("dealer", None),
    ("number", 7),
    ("south", None),
    ("result", 9),
    ("double_dummy", [7] * 20),
    ("auction", ["1S", "Pass"]),
]


@pytest.mark.parametrize(("name", "value"), [*CHANGES, ("contract", "3NT")])
def test_a_column_that_was_changed_beside_a_text_is_not_passed_over(name, value):
    pytest.importorskip("overtrick_pbn", reason="the text is PBN: overtrick-pbn")
    text = io.BytesIO()
    overtrick.write([BOARD], text, format="pbn")
    (board,) = overtrick.read(text.getvalue())
    table = pq.read_table(io.BytesIO(written([board, board])))
    table = replaced(table, "rest", [f"pbn:{text.getvalue().decode()}"] * 2)
    assert read(table_of(table)).boards == (board, board)
    changed = replaced(table, name, [value, table[name][1].as_py()])
    found = read(table_of(changed))
    assert found.boards == (board,)
    assert codes(found) == ["PARQUET022"]
    assert name in found.diagnostics[0].message


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_a_column_that_says_it_alone_may_be_changed(name, value):
    table = pq.read_table(io.BytesIO(written([BOARD, BOARD])))
    changed = replaced(table, name, [value, table[name][1].as_py()])
    found = read(table_of(changed))
    assert not found.diagnostics
    said = overtrick.COLUMNS[name].of(found[0])
    assert (said.split() if name == "auction" else said) == (
        tuple(value) if isinstance(said, tuple) else value
    )
    assert found[1] == BOARD


def test_a_contract_that_was_changed_beside_its_level_is_not_passed_over():
    table = pq.read_table(io.BytesIO(written([BOARD, BOARD])))
    found = read(table_of(replaced(table, "contract", ["3NT", "4S"])))
    assert found.boards == (BOARD,)
    assert codes(found) == ["PARQUET022"]
    found = read(table_of(replaced(table, "level", [3, 4])))
    assert codes(found) == ["PARQUET022"]


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("data/*.parquet")), ids=str)
def test_what_fuzzing_found_is_told_as_damage(path):
    before = pa.default_memory_pool().max_memory()
    found = overtrick.read(path, errors="collect")
    assert "PARQUET011" in codes(found)
    assert not found.boards
    assert pa.default_memory_pool().max_memory() - before < 50_000_000

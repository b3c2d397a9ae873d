"""Questions: what they may do, what is said of wrong ones, frames, and boards out again."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import duckdb
import pyarrow.parquet as pq
import pytest

import overtrick
import overtrick_archive
from overtrick import Auction, Board, BoardSet, Contract, Deal, Info, Play, Result, Seat
from overtrick_archive import ArchiveError, QuestionError
from overtrick_archive.commands.layout import lines
from overtrick_cli.commands import run
from overtrick_hands import compile_condition

pytest.importorskip("overtrick_pbn", reason="the files of these tests are PBN: overtrick-pbn")

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")


def evening(first, count, event):
    return [
        Board(
            number=number,
            dealer=Seat(number % 4),
            deal=DEAL.rotated(number),
            info=Info(event=event, date=f"{2020 + number % 3}.01.02"),
            contract=Contract.parse(f"{1 + number % 7}NT", declarer=Seat.EAST),
            result=Result(tricks=9),
            auction=Auction.of(Seat(number % 4), "1NT AP"),
            play=Play.of(Seat.SOUTH, "H2 HA HQ H3"),
        )
        for number in range(first, first + count)
    ]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a folder with two evenings and their archive, which nobody changes."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda descriptor: None)
        patch.chdir(folder)
        for name, boards in (("b.pbn", evening(1, 9, "B")), ("a.pbn", evening(20, 5, "A"))):
            overtrick.write(BoardSet(boards=tuple(boards)), name)
        overtrick_archive.add("club.archive", ["b.pbn", "a.pbn"])
    return folder


@pytest.fixture
def club(made, tmp_path, monkeypatch):
    """Return an archive of two evenings."""
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "club.archive"


@pytest.fixture(scope="module")
def asked(made):
    """Return that archive opened, for questions alone."""
    with overtrick_archive.open(made / "club.archive") as opened:
        yield opened


@pytest.mark.parametrize(
    "query",
    [
        "copy (select 1) to 'new.csv'",
        "drop view boards",
        "attach 'new.db'",
        "set threads = 1",
        "create table x as select 1",
        "install httpfs",
        "call pragma_version()",
        "export database 'new'",
        "select 1; drop view boards",
        "-- a question\n drop view boards",
        "",
        ";",
    ],
)
def test_what_is_no_question_is_refused(asked, monkeypatch, query):
    monkeypatch.chdir(asked.path.parent)
    before = sorted(asked.path.parent.iterdir())
    with pytest.raises(QuestionError):
        asked.sql(query)
    assert asked.sql("select count(*) as n from boards").to_pylist() == [{"n": 14}]
    assert sorted(asked.path.parent.iterdir()) == before


@pytest.mark.parametrize(
    "query",
    [
        "select * from read_csv('secret.csv')",
        "select * from 'secret.csv'",
        "select * from read_text('secret.csv')",
        "select * from glob('*')",
        "select * from secret",
        "select * from 'https://example.org/boards.parquet'",
    ],
)
def test_a_question_reads_the_archive_alone(club, query):
    secret = {"a": [1]}  # a variable of Python's, too
    (club.parent / "secret.csv").write_text(f"{''.join(secret)}\n1\n")
    with overtrick_archive.open(club) as archive, pytest.raises(ArchiveError):
        archive.sql(query)


def test_settings_stay_locked_on_the_connection_itself(club):
    with overtrick_archive.open(club) as archive:
        for statement in ("set enable_external_access = true", "copy (select 1) to 'new.csv'"):
            with pytest.raises(duckdb.Error):
                archive.connection.execute(statement)
        archive.connection.register("players", archive.table("files"))
        query = "select count(*) from boards join players on file = sha256"
        assert archive.connection.sql(query).fetchall() == [(14,)]


def test_a_question_of_ones_own_may_read_files(club, capsys):
    (club.parent / "known.csv").write_text("event,city\nA,Amsterdam\n")
    query = "select city, count(*) as n from boards join 'known.csv' using (event) group by all"
    with overtrick_archive.open(club, allows_files=True) as archive:
        assert archive.sql(query).to_pylist() == [{"city": "Amsterdam", "n": 5}]
    assert run(["archive", "sql", "club.archive", query]) == 1
    assert "Cannot access file" in capsys.readouterr().err
    assert run(["archive", "sql", "club.archive", query, "--allow-files"]) == 0
    assert "Amsterdam  5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("query", "line", "column", "why"),
    [
        ("selec 1", 1, 1, "syntax error"),
        ("select lvl from boards", 1, 8, '"lvl" not found'),
        ("select\n  count(*)\nfrom bords", 3, 6, "bords"),
        ("select hpc(deal, 'N') from boards", 1, 8, "hpc"),
        ("select hcp(deal) from boards", 1, 8, "does not support the supplied arguments"),
        ("select number\nfrom boards where\n and level", 3, 2, "syntax error"),
        ("select " + "1 + " * 60 + "lvl from boards", 1, 248, "lvl"),
        ("select 'é', cast(event as integer) from boards", 1, 13, "Could not convert"),
        ("select hcp(deal, 'Q') from boards", 1, 8, "hcp: a seat is N, E, S, W, NS or EW, not Q"),
        ("select fits(deal, 'north.hpc > 3') from boards", 1, 8, "did you mean hcp"),
        ("select hpc(deal, 'N') from boards", 1, 8, "does not exist; did you mean hcp?"),
        ("select cuont(*) from boards", 1, 8, "does not exist; did you mean count"),
        ("from os", 1, 6, "does not exist; there are boards, results, files, findings"),
        ("from bords", 1, 6, "does not exist; did you mean boards?"),
        ("select score('9H', 'N', 9, 'None')", 1, 8, "score('9H'): not a contract"),
        ("select 1,\n score('1H', 'N', 9, 'x')", 2, 2, "score: a vulnerability is"),
        ("select suit_length(deal, 'N', 'X') from boards", 1, 8, "suit_length: a suit is"),
        ("select holding(deal, 'N', 'X') from boards", 1, 8, "holding: a suit is"),
        ("select hand(deal, 'NS') from boards", 1, 8, "hand: a seat is N, E, S or W, not NS"),
        ("select has(deal, 'N', 'foo') from boards", 1, 8, "has('foo'): not a suit: 'f'"),
        ("select deal('foo')", 1, 8, "deal('foo'): a deal begins"),
        ("select tricks(range(20), 'X', 'C')", 1, 8, "tricks: a seat is"),
        ("select tricks(range(20), 'N', 'X')", 1, 8, "tricks: a strain is"),
        (f"select par({[7] * 20}, 'X', 'None')", 1, 8, "par('X'): a seat is"),
        (f"select par_contracts({[7] * 20}, 'N', 'X')", 1, 8, "par_contracts('X'): a vuln"),
        ("select vulnerable('N', 'x'), vulnerable('N', 'y')", 0, 0, "vulnerable: a vulnerab"),
    ],
)
def test_what_is_wrong_with_a_question_is_said_at_its_place(asked, query, line, column, why):
    with pytest.raises(QuestionError) as caught:
        asked.sql(query)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert why in error.why
    assert "pg_" not in error.why
    assert "UDF" not in str(error)
    assert "Error:" not in str(error)


def test_a_part_that_is_gone_is_no_wrong_question(club):
    with overtrick_archive.open(club) as archive:
        (part, *_) = archive.manifest.tables["boards"]
        (club / part.path).write_bytes(b"nothing")
        with pytest.raises(ArchiveError, match="damaged or gone") as caught:
            archive.sql("select sum(level) from boards")
        assert not isinstance(caught.value, QuestionError)


@pytest.mark.parametrize("damage", ["gone", "cut", "end", "pages"])
@pytest.mark.parametrize("is_open", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_part_that_is_damaged_is_named_and_no_sql_of_ours(club, capsys, damage, is_open):
    with overtrick_archive.open(club) as archive:
        path = club / archive.manifest.tables["boards"][1].path
        data = bytearray(path.read_bytes())

        def break_it():
            if damage == "gone":
                path.unlink()
            elif damage == "cut":
                path.write_bytes(data[: len(data) // 2])
            else:
                places = range(len(data) - 60, len(data) - 8) if damage == "end" else range(4, 4000)
                for place in places:
                    data[place] ^= 0x55
                path.write_bytes(data)

        if is_open:
            _ = archive.connection
        break_it()
        asked = [
            lambda: archive.sql("select * from boards"),
            lambda: list(archive.boards(where="level < 9")),
            lambda: list(archive.boards()),
            lambda: archive.table(where="level < 9"),
            archive.table,
        ]
        for ask in asked:
            with pytest.raises(ArchiveError, match="damaged or gone") as caught:
                ask()
            said = str(caught.value)
            assert not isinstance(caught.value, QuestionError)
            assert str(path) in said
            assert "overtrick archive verify" in said
            assert "read_parquet" not in said
            assert "ubigint" not in said
    for words in (["sql", "club.archive", "select * from boards"], ["stats", "club.archive"]):
        code = run(["archive", *words])
        said = capsys.readouterr()
        if code == 0:  # what stats asks for may be whole
            assert words[0] == "stats"
            continue
        assert code == 1
        assert f"club.archive/{path.relative_to(club).as_posix()} is damaged or gone" in said.err
        assert "`overtrick archive verify club.archive`" in said.err
        assert "read_parquet" not in said.err


def test_a_question_that_goes_wrong_is_no_damage(asked):
    for query in ("select error('corrupt')", "select cast(event as integer) from boards"):
        with pytest.raises(QuestionError):
            asked.sql(query)


def test_a_fault_late_in_a_long_answer_is_a_wrong_question(club):
    with overtrick_archive.open(club) as archive:
        wrong = "case when a.range = 2000000 then 'x' else '1' end"
        where = f"(select count({wrong}::integer) from range(3000000) a) > 0"  # noqa: S608  # of the test
        with pytest.raises(QuestionError, match="Could not convert"):
            list(archive.boards(where=where))
        for where in ("fits(deal, 'x')", "has(deal, 'N', event || 'x')"):
            with pytest.raises(QuestionError, match=r"(fits|has)\('"):
                list(archive.boards(where=where))


def test_a_condition_of_sql_does_not_get_out_of_its_brackets(club):
    with overtrick_archive.open(club) as archive:
        assert len(list(archive.boards(where="level > 6 or level = 1"))) == 4
        for where in ("true) union (select 1", "level > 3; drop view boards", "lvl > 3"):
            with pytest.raises(ArchiveError):
                list(archive.boards(where=where))


def test_a_condition_is_checked_when_boards_are_asked_for(club):
    with overtrick_archive.open(club) as archive:
        for where in ("1=1) or (1=1", "lvl > 3", "level >"):
            with pytest.raises(QuestionError):
                archive.boards(where=where)


@pytest.mark.parametrize("query", ["-- all\nselect 1 as a", "--all\nselect 1 as a"])
def test_a_question_may_begin_with_a_comment(club, capsys, query):
    assert run(["archive", "sql", "club.archive", query, "--format", "csv"]) == 0
    assert capsys.readouterr().out == "a\n1\n"
    assert run(["archive", "sql", "club.archive", query.replace("1 as a", "lvl from boards")]) == 1
    assert "line 2, column 8" in capsys.readouterr().err
    words = ["--where=level >= 6", "--format", "csv"]
    assert run(["archive", "sql", "club.archive", *words]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_tables_are_frames_with_a_condition_and_columns(club):
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    with overtrick_archive.open(club) as archive:
        condition = compile_condition("level >= 6")
        slams = archive.to_polars(where=condition, columns=["number", "level"])
        assert isinstance(slams, polars.DataFrame)
        assert sorted(slams.rows()) == [(5, 6), (6, 7), (20, 7)]
        frame = archive.to_pandas(where="level >= 6")
        assert isinstance(frame, pandas.DataFrame)
        assert set(frame["number"]) == {5, 6, 20}
        assert {"year", "rest"} <= set(frame.columns)
        assert archive.to_polars("files").height == 2
        assert archive.to_pandas("files", columns=["path"]).shape == (2, 1)
        for wrong in ({"columns": ["nothing"]}, {"columns": ["nothing"], "where": "true"}):
            with pytest.raises(ArchiveError):
                archive.table(**wrong)


# --- boards out again -----------------------------------------------------------------------------


@pytest.mark.slow
def test_boards_of_a_condition_come_out_whole_and_in_their_order(club, capsys):
    words = ["archive", "sql", "club.archive", "--where", "level >= 3", "--as-boards"]
    assert run([*words, "-o", "some.pbn"]) == 0
    assert "some.pbn: 9 boards (archive to pbn)" in capsys.readouterr().err
    given = (*overtrick.read("a.pbn"), *overtrick.read("b.pbn"))
    assert list(overtrick.read("some.pbn")) == [board for board in given if fits(board)]
    before = (club.parent / "some.pbn").read_bytes()
    assert run([*words, "-o", "some.pbn"]) != 0
    assert (club.parent / "some.pbn").read_bytes() == before
    assert run([*words, "-o", "-", "--to", "pbn"]) == 0
    assert capsys.readouterr().out.encode() == before


def fits(board):
    return board.contract.level >= 3


def test_boards_of_a_question_come_in_its_order(club):
    query = "select * from boards where event = 'B' order by level desc, number desc"
    words = ["archive", "sql", "club.archive", query, "--as-boards", "-o", "some.pbn"]
    assert run(words) == 0
    boards = sorted(evening(1, 9, "B"), key=lambda board: (board.contract.level, board.number))
    numbers = [board.number for board in reversed(boards)]
    assert [board.number for board in overtrick.read("some.pbn")] == numbers


def test_what_the_format_has_not_is_told_and_may_forbid_it(club, capsys):
    pytest.importorskip("overtrick_dlm", reason="overtrick-dlm")
    words = ["archive", "sql", "club.archive", "--where", "board < 4", "--as-boards"]
    assert run([*words, "-o", "x.dlm", "--fail-on-loss", "--report", "lost.json"]) == 3
    assert "loss: " in capsys.readouterr().err
    assert not (club.parent / "x.dlm").exists()
    assert run([*words, "-o", "x.dlm", "--report", "lost.json", "--force"]) == 0
    assert "loss: " in capsys.readouterr().err
    report = json.loads((club.parent / "lost.json").read_text())
    assert report["boards"] == 3
    assert report["losses"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "give a QUERY in SQL, or --where"),
        (["select 1", "--where", "made"], "give a QUERY in SQL, or --where"),
        (["--where", "made", "--as-boards"], "--as-boards needs -o OUT"),
        (["--where", "made", "--to", "pbn"], "--to is for writing boards"),
        (["--where", "made", "--as-boards", "-o", "x.pbn", "--format", "csv"], "--format is for"),
        (["--where", "made", "--as-boards", "-o", "-"], "name the format"),
        (["--where", "made", "--as-boards", "-o", "x.pbn", "-O", "no=1"], "no option 'no'"),
        (["--where", "mad", "--as-boards", "-o", "x.pbn"], "there is no word 'mad'"),
        (["select 1 as file", "--as-boards", "-o", "x.pbn"], "the columns file and place"),
        (["select 'x' as file, 1 as place", "--as-boards", "-o", "x.pbn"], "1 of the rows"),
    ],
)
def test_what_does_not_go_together_is_said(club, capsys, words, why):
    assert run(["archive", "sql", "club.archive", *words]) in {1, 2}
    assert why in capsys.readouterr().err
    assert not (club.parent / "x.pbn").exists()


# --- how answers are given ------------------------------------------------------------------------


@pytest.mark.slow
def test_an_answer_is_given_in_four_ways(club, capsys):
    query = "select number, deal, auction, 1 / 0 as none from boards where board_is order by number"
    query = query.replace("board_is", "number < 3")
    words = ["archive", "sql", "club.archive", query]
    assert run([*words, "--format", "json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert [record["deal"] for record in records] == [str(DEAL.rotated(n)) for n in (1, 2)]
    assert records[0]["auction"] == ["1NT", "Pass", "Pass", "Pass"]
    assert run([*words, "--format", "csv"]) == 0
    rows = list(csv.reader(capsys.readouterr().out.splitlines()))
    assert rows[0] == ["number", "deal", "auction", "none"]
    assert rows[1][2] == "1NT Pass Pass Pass"
    assert run(words) == 0
    assert str(DEAL.rotated(1)) in capsys.readouterr().out
    assert run([*words, "-o", "x.parquet"]) == 0
    assert pq.read_table("x.parquet").column_names == rows[0]
    assert run([*words, "--format", "parquet"]) == 2


def test_an_answer_of_no_rows_is_whole_in_every_way(club, capsys):
    words = ["archive", "sql", "club.archive", "select number from boards where false"]
    for form, text in (("json", "[]\n"), ("csv", "number\n"), ("table", "number\n")):
        assert run([*words, "--format", form]) == 0
        assert capsys.readouterr().out == text


@pytest.mark.slow
def test_a_long_answer_is_written_piece_by_piece(club):
    query = "select range as n, repeat('x', 50) as text from range(25000)"
    for name in ("x.csv", "x.json"):
        assert run(["archive", "sql", "club.archive", query, "-o", name]) == 0
    rows = csv.DictReader((club.parent / "x.csv").read_text().splitlines())
    assert [int(row["n"]) for row in rows] == list(range(25000))
    rows = json.loads((club.parent / "x.json").read_text())
    assert [row["n"] for row in rows] == list(range(25000))


@pytest.mark.slow
def test_columns_of_one_name_are_told_apart_in_every_way(club, capsys):
    query = "select 1 as a, 2 as a, 3 as a_1, 4 as a"
    expected = {"a": 1, "a_2": 2, "a_1": 3, "a_3": 4}
    words = ["archive", "sql", "club.archive", query]
    assert run([*words, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == [expected]
    assert run([*words, "--format", "csv"]) == 0
    assert capsys.readouterr().out == "a,a_2,a_1,a_3\n1,2,3,4\n"
    assert run([*words, "-o", "x.parquet"]) == 0
    assert pq.read_table("x.parquet").to_pylist() == [expected]
    with overtrick_archive.open(club) as archive:
        assert archive.sql(query).to_pylist() == [expected]
        both = "select a.*, b.* from boards a join boards b using (file, place)"
        names = archive.sql(both).column_names
        assert len(set(names)) == len(names)
        assert {"number", "number_1"} <= set(names)
        assert len(list(archive.boards_at(archive.sql(both)))) == 14


def test_cells_of_csv_tell_null_from_an_empty_text(club, capsys):
    query = "select null as a, '' as b, true as c, 'x,\"y' as d, 'inf'::double as e, [1, 2] as f"
    assert run(["archive", "sql", "club.archive", query, "--format", "csv"]) == 0
    out = capsys.readouterr().out
    assert out == 'a,b,c,d,e,f\n,"",true,"x,""y",inf,"[1, 2]"\n'
    (club.parent / "x.csv").write_text(out)
    read = "select a, b, c from read_csv('x.csv', allow_quoted_nulls = false)"
    assert duckdb.sql(read).fetchall() == [(None, "", True)]
    words = ["archive", "sql", "club.archive", "select null as a union all select 1", "--format"]
    assert run([*words, "csv"]) == 0
    assert len(list(csv.DictReader(capsys.readouterr().out.splitlines()))) == 2


def test_cells_of_json_lose_nothing(club, capsys):
    query = """select 18446744073709551615::ubigint as n, [deal] as deals,
        map {'a': 1, 'b': null} as m, map {2: [map {'x': ''}]} as inner, {'k': map {'y': 1.5}} as s,
        count(*) as c, null as z
        from boards where number = 1 group by all"""
    assert run(["archive", "sql", "club.archive", query, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "n": "18446744073709551615",
            "deals": [str(DEAL.rotated(1))],
            "m": {"a": 1, "b": None},
            "inner": {"2": [{"x": ""}]},
            "s": {"k": {"y": 1.5}},
            "c": 1,
            "z": None,
        }
    ]


@pytest.mark.parametrize("name", ["x.unknown", "x", "x.pbn", "x.csv.gz"])
def test_a_suffix_that_says_nothing_is_refused_before_the_question(club, capsys, name):
    for words in (["sql", "club.archive", "selec"], ["stats", "club.archive"]):
        assert run(["archive", *words, "-o", name]) == 2
        said = capsys.readouterr().err
        assert "--format table, csv, json or parquet" in said
        assert not (club.parent / name).exists()
    words = ["archive", "sql", "club.archive", "select 1 as a", "-o", name, "--format", "csv"]
    if name == "x.pbn":
        # The name of a PBN file stays refused: it would hold a table.
        assert run(words) == 2
        return
    assert run(words) == 0
    assert (club.parent / name).read_text() == "a\n1\n"


@pytest.mark.slow
def test_a_long_table_in_a_pipe_is_whole_and_begins_before_it_is_read():
    read = []

    def rows():
        for number in range(100_000):
            read.append(number)
            yield str(number), "x" * (number // 100), "é\n"

    told = lines(["n", "text", "last"], rows())
    assert next(told) == "n    text       last"
    assert len(read) <= 1000
    assert next(told) == "0               é"
    long = next(line for line in told if line.startswith("99999 "))
    assert long == f"99999  {'x' * 999}  é"


def test_what_parquet_cannot_hold_is_said_with_its_column(club, capsys):
    query = "select 1 as a, interval '14 months 3 days 1.5 seconds' as passed"
    words = ["archive", "sql", "club.archive", query]
    assert run([*words, "-o", "x.parquet"]) == 2
    said = capsys.readouterr().err
    assert "Parquet cannot hold the column passed" in said
    assert "cast it" in said
    assert not (club.parent / "x.parquet").exists()
    assert run([*words, "--format", "csv"]) == 0
    assert capsys.readouterr().out == "a,passed\n1,14 months 3 days 1.5 seconds\n"


def test_an_archive_that_was_changed_meanwhile_says_so(club, made):
    with overtrick_archive.open(club) as archive:
        _ = archive.connection
        overtrick_archive.remove(club, [str(made / "a.pbn")])
        for ask in (lambda: archive.sql("select * from boards"), archive.table):
            with pytest.raises(
                ArchiveError, match="was changed since it was opened: open it again"
            ):
                ask()


@pytest.mark.slow
def test_a_terminal_shows_so_many_rows_and_columns_and_says_what_is_left(club, terminal):
    def of_a_terminal(query, *words, columns=80):
        code, out, err = terminal("archive", "sql", str(club), query, *words, columns=columns)
        assert code == 0, err
        return out.splitlines(), err

    query = "select range as n, repeat('word ', 30) as text from range(1234)"
    out, err = of_a_terminal(query)
    assert out[0].split() == ["n", "text"]
    assert [line.split()[0] for line in out[1:] if line[0] != " "] == list(map(str, range(40)))
    assert max(map(len, out)) <= 80
    assert " ".join(out).count("word") == 40 * 30
    assert "40 of 1,234 rows: --all shows all" in err
    out, err = of_a_terminal("select * from boards", columns=100)
    assert " columns: --all shows all" in err
    assert max(map(len, out)) <= 100
    out, err = of_a_terminal(query, "--all")
    assert len(out) == 1235
    assert err == ""
    out, err = of_a_terminal("select 1 as a")
    assert (out, err) == (["a", "1"], "")


@pytest.mark.slow
def test_what_an_archive_holds_and_what_was_played_again(club, capsys):
    assert run(["archive", "stats", "club.archive", "--format", "json"]) == 0
    said = capsys.readouterr()
    (row,) = json.loads(said.out)
    assert (row["format"], row["files"], row["boards"], row["contracts"]) == ("pbn", 2, 14, 14)
    assert "14 boards of 2 files, 4 different deals of 14" in said.err
    assert run(["archive", "duplicates", "club.archive", "--limit", "1", "--format", "json"]) == 0
    said = capsys.readouterr()
    (row,) = json.loads(said.out)
    assert row["files"] == 2
    assert row["events"] == "A; B"
    assert "1 of 4 deals" in said.err
    assert run(["archive", "find", "club.archive", row["deal"], "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == row["boards"]
    assert run(["archive", "find", "club.archive", "N:AKQJT98765432... - - -"]) == 1
    assert "no board has these cards" in capsys.readouterr().err


@pytest.fixture
def archive(club):
    with overtrick_archive.open(club) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
@pytest.mark.parametrize(
    ("number", "code", "form"), [(signal.SIGINT, 130, "table"), (signal.SIGTERM, 143, "json")]
)
def test_a_question_ends_when_it_is_told_to(archive, number, code, form):
    endless = "select count(*) from range(1000000000000) a, range(1000000) b"
    words = ["archive", "sql", str(archive.path), "--format", form, endless]
    process = subprocess.Popen(
        [sys.executable, "-c", _RESTORED, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"begun\n"
            time.sleep(0.5)
            process.send_signal(number)
            process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == code


# A shell's background jobs ignore Ctrl-C, and so would what they start.
_RESTORED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from overtrick_cli import main
import overtrick_archive.commands.query
print("begun", flush=True)
main()
"""


def test_ctrl_c_in_python_ends_a_question_and_the_next_one_is_answered(archive):
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            archive.sql("select count(*) from range(1000000000000) a, range(1000000) b")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert archive.sql("select 1 as one").to_pylist() == [{"one": 1}]


@pytest.mark.slow
def test_other_threads_ask_as_well(archive):
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(archive.sql("select 7 as n").to_pylist()))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[{"n": 7}]] * 4


@pytest.mark.parametrize("damage", ["changed", "cut", "gone"])
def test_a_part_that_is_damaged_is_named(archive, damage):
    part = max(archive.manifest.tables["boards"], key=lambda part: part.bytes)
    path = archive.path / part.path
    data = path.read_bytes()
    archive.close()
    if damage == "gone":
        path.unlink()
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    else:
        spoilt = bytearray(data)
        spoilt[len(data) // 4 : len(data) // 4 + 400] = bytes(400)
        path.write_bytes(spoilt)
    with (
        overtrick_archive.open(archive.path) as opened,
        pytest.raises(overtrick_archive.ArchiveError, match="is damaged or gone") as told,
    ):
        opened.sql("select * from boards")
    assert part.path in str(told.value)
    assert "archive verify" in str(told.value)
    assert "read_parquet" not in str(told.value)

"""What questions may need and call: limits of time, rows and memory; nothing done, nothing told."""

# ruff: noqa: S608  # questions are put together from constants
from __future__ import annotations

import threading

import duckdb
import pytest

import overtrick_archive
from overtrick import OptionError
from overtrick_archive import Limits, QuestionError
from overtrick_archive.questions.limits import (
    HARMLESS,
    HARMLESS_TABLES,
    refused,
    refused_functions,
)
from overtrick_cli.commands import run

ENDLESS = "with recursive t as (select 1 as n union all select n + 1 from t) "


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return an archive without files, which has every view and function."""
    folder = tmp_path_factory.mktemp("limits") / "club.archive"
    overtrick_archive.add(folder, [])
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        ENDLESS + "select count(*) from t",
        "select count(*) from range(1000000000) a, range(1000000) b",
        "explain analyze " + ENDLESS + "select count(*) from t",
        "select count(*) from boards right join (" + ENDLESS + "select n from t) on true",
    ],
)
@pytest.mark.parametrize("is_main", [True, False])
def test_a_question_without_an_end_ends(folder, query, is_main):
    with overtrick_archive.open(folder, limits=Limits(seconds=0.2)) as archive:
        errors = []

        def ask():
            try:
                archive.sql(query)
            except QuestionError as error:
                errors.append(str(error))

        if is_main:
            ask()
        else:
            thread = threading.Thread(target=ask)
            thread.start()
            thread.join()
        (said,) = errors
        assert "took longer than 0.2 seconds" in said
        assert "--max-seconds" in said
        assert archive.sql("select 1 as n").to_pylist() == [{"n": 1}]


def test_a_condition_without_an_end_ends(folder):
    condition = f"exists ({ENDLESS} select 1 from t where n < 0)"
    with overtrick_archive.open(folder, limits=Limits(seconds=0.2)) as archive:
        for ask in (archive.table, lambda **where: list(archive.boards(**where))):
            with pytest.raises(QuestionError, match=r"longer than 0\.2 seconds"):
                ask(where=condition)


def test_an_answer_has_so_many_rows_at_most(folder):
    with overtrick_archive.open(folder, limits=Limits(rows=1000)) as archive:
        assert archive.sql("select * from range(1000)").num_rows == 1000
        with pytest.raises(QuestionError, match="more than 1,000 rows"):
            archive.sql("select * from range(1001)")
        assert archive.sql("select * from boards").num_rows == 0


@pytest.mark.slow
def test_a_question_has_so_much_memory(folder):
    query = "select list(n) from range(30000000) t(n) group by n % 5000000"
    with overtrick_archive.open(folder, limits=Limits(memory=30_000_000)) as archive:
        with pytest.raises(QuestionError, match="too much memory") as caught:
            archive.sql(query)
        assert "--max-memory" in str(caught.value)


@pytest.mark.parametrize("allows_files", [True, False])
@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("1 = '\udcd0'", "no Unicode character"),
        ("(" * 20_000 + "1", "1,000 parentheses are open"),
        (")" * 20_000 + "(" * 20_000, "1,000 parentheses are open"),
    ],
    ids=["bytes", "parentheses", "closed and opened"],
)
def test_what_no_parser_should_be_given_is_refused(folder, query, why, allows_files):
    with overtrick_archive.open(folder, allows_files=allows_files) as archive:
        for ask in (
            lambda: archive.sql(f"select {query}"),
            lambda: archive.table(where=query),
            lambda: list(archive.boards(where=query)),
        ):
            with pytest.raises(QuestionError, match=why):
                ask()


def test_as_many_parentheses_as_expressions_may_have_are_taken(folder):
    with overtrick_archive.open(folder) as archive:
        assert archive.sql("select " + "(1)+" * 800 + "1").num_rows == 1


def test_limits_are_options(folder, capsys):
    endless = ENDLESS + "select count(*) from t"
    words = ["archive", "sql", str(folder)]
    assert run([*words, endless, "--max-seconds", "0.2"]) == 1
    assert "took longer than 0.2 seconds" in capsys.readouterr().err
    assert run([*words, "select * from range(9)", "--max-rows", "8"]) == 1
    assert "more than 8 rows" in capsys.readouterr().err
    with pytest.raises(OptionError, match="seconds"):
        Limits(seconds=0)


@pytest.fixture(scope="module")
def functions():
    """Return DuckDB's own functions: name, type, whether it says that they do something."""
    with duckdb.connect() as database:
        return database.execute(
            "select distinct function_name, function_type, coalesce(has_side_effects, false) "
            "from duckdb_functions() where internal"
        ).fetchall()


def test_each_function_that_does_something_is_refused_or_looked_at(functions, folder):
    """Of this version's catalogue: what a later one brings is refused until it is looked at."""
    doing = {name for name, kind, does in functions if does or kind.startswith("table")}
    allowed = doing - {name for name in doing if refused(f"select * from {name}(1)")}
    assert allowed == (HARMLESS | HARMLESS_TABLES) & doing
    assert {"write_log", "checkpoint", "force_checkpoint", "sleep_ms", "enable_logging",
            "enable_profiling", "truncate_duckdb_logs", "query", "duckdb_settings",
            "duckdb_secrets", "glob", "setseed"} <= refused_functions()  # fmt: skip


def test_each_view_of_the_catalogue_is_refused_but_for_columns(folder):
    with duckdb.connect() as database:
        views = database.execute(
            "select schema_name, view_name from duckdb_views() where internal"
        ).fetchall()
    names = {f"{schema}.{view}" for schema, view in views}
    allowed = {name for name in names if refused(f"select * from {name}") is None}
    assert allowed == {f"information_schema.{view}" for view in ("columns", "tables", "schemata")}


@pytest.mark.parametrize(
    "query",
    [
        "select write_log('x')",
        'select main."Write_Log" /* */ (1)',
        "select 'x'.write_log()",
        "select '\\' || write_log('x') || '\\'",
        "select $a$ 'x $a$, write_log('x')",
        "select e'\\'', write_log('x')",
        "from checkpoint()",
        'from "duckdb_settings"()',
        "from duckdb_views",
        "select * from pg_catalog.pg_settings",
        "select sql from sqlite_master",
        "from information_schema.views",
        'from information_schema . "views"',
        "select current_setting('home_directory')",
        "explain analyze select write_log('x')",
        "pivot (select write_log('x') as a) on a using count(*)",
        "select * from query('select 1')",
        "with t as (select pg_sleep(1)) from t",
    ],
)
def test_what_does_something_or_tells_of_the_computer_is_refused(folder, query):
    with overtrick_archive.open(folder) as archive:
        with pytest.raises(QuestionError, match="is refused") as caught:
            archive.sql(query)
        assert caught.value.line == 1
        with pytest.raises(QuestionError):
            archive.table(where=f"1 in ({query})")


@pytest.mark.parametrize(
    "query",
    [
        "select 'write_log(1)' as a, $$checkpoint()$$ as b -- glob()",
        "select number as checkpoint, event as query from boards",
        "select count(*) from information_schema.columns where table_name = 'boards'",
        "select count(*), sum(number), list(event), random() < 2 from boards group by number",
        "select * from generate_series(1, 3) as t(n), unnest([1, 2]) as u(m)",
        "select pg_typeof(1), greatest(1, 2), uuid() is null",
        "select hcp(deal, 'N') from boards",
        "describe boards",
    ],
)
def test_questions_are_not_refused(folder, query):
    with overtrick_archive.open(folder) as archive:
        archive.sql(query)


def test_no_answer_tells_a_path_of_this_computer(folder):
    """What can be asked of the catalogue names no folder."""
    with overtrick_archive.open(folder) as archive:
        for view in ("columns", "tables", "schemata"):
            answer = archive.sql(f"select * from information_schema.{view}")
            assert str(folder.parent) not in str(answer.to_pylist())


def test_ones_own_questions_may(folder):
    with overtrick_archive.open(folder, allows_files=True) as archive:
        assert archive.sql("select count(*) > 0 as is_there from duckdb_settings()").num_rows == 1

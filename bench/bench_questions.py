"""Measure what questions to a million boards cost, in an archive of many parts and of few.

    python bench/bench_questions.py [--boards N] [--quick]

Some boards are made by `pbn_files.py` and added; their parts stand so often in the archive, each
time as those of another file, that it holds N boards. Once they stand as they were added, once as
one part a year. Each question is asked three times in an open connection; printed are the seconds
on the clock and of the processor of the quickest. The first question of all reads the parts'
ends.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import pbn_files
import pyarrow as pa
from bench_archive import QUESTIONS

import overtrick_archive
from overtrick_archive.store import Store
from overtrick_archive.tables import BOARDS, FILES, YEAR
from overtrick_hands import compile_condition

MADE = 65_536
FUNCTIONS = (
    "hcp(deal, 'N')", "losers(deal, 'N')", "cccc(deal, 'NS')", "suit_length(deal, 'NS', 'S')",
    "length(shape(deal, 'N'))", "score(contract, declarer, result, vulnerability)",
    "tricks(double_dummy, declarer, strain)", "length(pbn(deal))",
    "fits(deal, 'ns.fit >= 9')::integer",
)  # fmt: skip
CONDITIONS = (
    "north.hcp in 15..17 and balanced(north) and south.spades >= 4",
    "declarer.hcp >= 20 and made",
    "someone(hcp >= 20 and spades >= 5)",
    "tricks(declarer, strain) > result",
    "north.losers <= 4",
    "ns.fit >= 10",
    "event contains 'final'",
    "board % 2 == 1",
)


def renamed(table, column, nth):
    """Return a table whose files are others."""
    coded = table[column].combine_chunks().dictionary_encode()
    names = [hashlib.sha256(f"{nth} {name}".encode()).hexdigest() for name in
             coded.dictionary.to_pylist()]  # fmt: skip
    place = table.schema.get_field_index(column)
    return table.set_column(place, column, pa.array(names).take(coded.indices))


def year_of(part):
    return part.path.split("/")[1].removeprefix(f"{YEAR}=")


def repeat(source, target, times):
    source, target = Store(source), Store(target)
    manifest = source.manifest()
    with target.held() as empty:
        more = {name: [] for name in manifest.tables}
        for nth in range(times):
            for name in (BOARDS, FILES):
                for part in manifest.tables[name]:
                    table = renamed(source.read(part), "sha256" if name == FILES else "file", nth)
                    year = year_of(part) if name == BOARDS else None
                    more[name].append(target.put(name, table, year))
        target.replace_manifest(empty.with_parts(more))


def join(source, target):
    """Write an archive anew, with one part a year."""
    source, target = Store(source), Store(target)
    manifest = source.manifest()
    with target.held() as empty:
        more = {
            FILES: [target.put(FILES, pa.concat_tables(map(source.read, manifest.tables[FILES])))]
        }
        years = {}
        for part in manifest.tables[BOARDS]:
            years.setdefault(year_of(part), []).append(part)
        more[BOARDS] = [
            target.put(BOARDS, pa.concat_tables(map(source.read, parts)), year)
            for year, parts in sorted(years.items())
        ]
        target.replace_manifest(empty.with_parts(more))


def measure(archive, name, query):
    best = (float("inf"), float("inf"))
    for _ in range(3):
        wall, cpu = time.perf_counter(), time.process_time()
        archive.sql(query)
        best = min(best, (time.process_time() - cpu, time.perf_counter() - wall))
    print(f"  {best[1]:7.3f} s, processor {best[0]:7.3f} s  {name}")


def ask(folder, title):
    with overtrick_archive.open(folder) as archive:
        parts = len(archive.manifest.tables[BOARDS])
        print(f"{archive.manifest.rows(BOARDS):,} boards in {parts} parts, {title}")
        begun = time.perf_counter()
        archive.sql("select 1")
        archive.sql("select count(*) from boards")
        print(f"  {time.perf_counter() - begun:7.3f} s until the first answer")
        for name, query in QUESTIONS.items():
            measure(archive, name, query)
        for function in FUNCTIONS:
            measure(archive, function, f"select sum({function}) from boards")  # noqa: S608  # ours
        measure(
            archive,
            "par(...) of 10,000 boards",
            "select sum(par(double_dummy, dealer, vulnerability)) from (from boards limit 10000)",
        )
        for text in CONDITIONS:
            where = archive.where(compile_condition(text))
            query = f"select count(*) from boards where {where}"  # noqa: S608  # ours
            measure(archive, f"--where {text}", query)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=16 * MADE)
    parser.add_argument("--quick", action="store_true", help="2,000 boards")
    chosen = parser.parse_args()
    boards = 2_000 if chosen.quick else chosen.boards
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        pbn_files.write_file(min(boards, MADE), "rich", str(path / "made.pbn"))
        overtrick_archive.add(path / "made.archive", [path / "made.pbn"])
        repeat(path / "made.archive", path / "many.archive", max(1, boards // MADE))
        join(path / "many.archive", path / "few.archive")
        ask(path / "many.archive", "as they were added")
        ask(path / "few.archive", "one a year")


if __name__ == "__main__":
    main()

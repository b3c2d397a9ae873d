"""Write the files of the suite from the tables in `cases/`: `python make_suite.py`.

Run it after a change of a table and commit what it writes; `--check` only says whether the
committed files are those of the tables (exit code 1 if not).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The sources beside this file where they are there, else the package that is installed.
sys.path[:0] = [str(HERE), str(HERE / "src")]

from cases import (
    auction,
    auction_notes,
    commentary,
    defined_tables,
    export_sections,
    export_tags,
    families,
    file_layout,
    fixes,
    identification,
    large,
    layout,
    outcome,
    play,
    play_notes,
    supplemental_tags,
    tables,
    unseen,
)
from cases.clauses import CLAUSES
from cases.quotes import check_all_used, with_quote
from cases.table import ANY_CODE, Case, Json

from overtrick_pbn_conformance import SUITE
from overtrick_pbn_conformance.suite import PARTS

STANDARD = "PBN 2.1"
VERSION = 2

MODULES = (
    file_layout,
    layout,
    identification,
    outcome,
    auction,
    auction_notes,
    play,
    play_notes,
    commentary,
    supplemental_tags,
    tables,
    defined_tables,
    large,
    families,
    export_sections,
    export_tags,
    fixes,
    unseen,
)


def cases() -> list[Case]:
    """Return every case with its quote, by clause in the standard's order.

    Raises:
        ValueError: two cases have one name, a case has a clause that is not listed or no quote, a
            quote is of no case, or a clause that states a rule has no valid or no invalid case.
    """
    order = list(CLAUSES)
    found = [with_quote(case) for module in MODULES for case in module.TABLE.cases]
    check_all_used()
    found.sort(key=lambda case: order.index(case.clause))
    stems = [case.stem for case in found]
    twice = {stem for stem in stems if stems.count(stem) > 1}
    if twice:
        msg = f"two cases with one name: {sorted(twice)}"
        raise ValueError(msg)
    for clause, (_, unbreakable) in CLAUSES.items():
        kinds = {bool(case.problems) for case in found
                 if case.clause == clause and case.part in {"valid", "invalid", "embedding"}
                 }  # fmt: skip
        if kinds != ({False} if unbreakable else {True, False}):
            msg = f"clause {clause} wants a valid and, unless it cannot be broken, an invalid case"
            raise ValueError(msg)
    return found


def files() -> dict[str, bytes]:
    """Return the content of every generated file by its path inside the suite."""
    content: dict[str, bytes] = {}
    listed: list[Json] = []
    for case in cases():
        name = case.stem + case.suffix
        content[name] = case.data
        entry: Json = {
            "file": name,
            "part": case.part,
            "clause": case.clause,
            "says": case.says,
            "quote": case.quote,
            "tasks": list(case.tasks),
        }
        if case.by_practice:
            entry["practice"] = True
        if case.boards is not None:
            entry["boards"] = f"{case.stem}.boards.jsonl"
            lines = (json.dumps(board, ensure_ascii=False) + "\n" for board in case.boards)
            content[entry["boards"]] = "".join(lines).encode()
        if case.several:
            entry["several"] = case.several
        if case.boards_by_practice:
            entry["boards_from"] = "practice"
        for key, places in (("problems", case.problems), ("notes", case.notes)):
            if places:
                entry[key] = [
                    {
                        "line": item.line,
                        "clauses": list(item.clauses),
                        "code": None if item.code == ANY_CODE else item.code,
                    }
                    for item in places
                ]
        for key, outputs in (("export", case.export), ("fix", case.fix)):
            names = [f"{case.stem}.{key}{number or ''}" for number in range(len(outputs))]
            if names:
                entry[key] = names
                content.update(zip(names, outputs, strict=True))
        listed.append(entry)
    index = {"standard": STANDARD, "version": VERSION, "parts": PARTS,
             "clauses": _clauses(listed), "files": listed}  # fmt: skip
    content["index.json"] = _json(index)
    content["INDEX.md"] = "".join(_index_page(listed)).encode()
    return content


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _clauses(listed: list[Json]) -> Json:
    found: Json = {}
    for clause, (title, unbreakable) in CLAUSES.items():
        entry: Json = {"title": title}
        entry["files"] = [one["file"] for one in listed if one["clause"] == clause]
        if unbreakable:
            entry["no_invalid_file_because"] = unbreakable
        found[clause] = entry
    return found


def _index_page(listed: list[Json]) -> Iterator[str]:
    counts = Counter(entry["part"] for entry in listed)
    yield "# From clause to files\n\n"
    yield f"{len(listed)} files: {', '.join(f'{counts[part]} {part}' for part in PARTS)}.\n"
    yield "Generated by `make_suite.py`; for programs there is `index.json`.\n"
    for clause, (title, unbreakable) in CLAUSES.items():
        yield f"\n## {clause} {title}\n\n"
        quote = None
        for entry in listed:
            if entry["clause"] == clause:
                if entry["quote"] != quote:
                    quote = entry["quote"]
                    yield f"> {quote}\n\n"
                yield f"- [`{entry['file']}`]({entry['file']}): {entry['says']}\n"
        if unbreakable:
            yield f"- no invalid file: {unbreakable}\n"


def stale() -> list[str]:
    """Return what in the folder is not as the tables have it."""
    content = files()
    found = [name for name, data in content.items()
             if not (SUITE / name).is_file() or (SUITE / name).read_bytes() != data]  # fmt: skip
    return found + sorted(_present() - set(content))


def _present() -> set[str]:
    return {path.relative_to(SUITE).as_posix() for path in SUITE.rglob("*") if path.is_file()}


def main() -> int:
    """Write the suite, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    if parser.parse_args().check:
        names = stale()
        print("\n".join(names) or "the suite is as its tables have it")
        return 1 if names else 0
    content = files()
    for name in _present() - set(content):
        (SUITE / name).unlink()
    for name, data in content.items():
        (SUITE / name).parent.mkdir(exist_ok=True)
        (SUITE / name).write_bytes(data)
    print(f"{len(content)} files written")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Run the suite against programs and print tables: `overtrick-pbn-conformance overtrick endplay`.

Any other program takes part by `--command`: it is started once a file and prints one JSON object;
`--export` and `--fix` name commands that print a PBN file. The README says what counts as right.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from overtrick_pbn_conformance import SUITE
from overtrick_pbn_conformance.judging import (
    FAULTS,
    GOOD,
    OUTPUT,
    READ,
    findings,
    is_noticed,
    is_understood,
    judge,
    judge_export,
    judge_fix,
    judge_round_trip,
    notes_match,
)
from overtrick_pbn_conformance.programs import ADAPTED, Commands, Program, open_program, read_text
from overtrick_pbn_conformance.suite import Json, expected_problems, load_index

MEANINGS = """\
reading    right = all boards are as expected; lost = values are missing, none is wrong;
           wrong = a value differs from the file; false alarm = an error is reported that the file
           does not have; refused = the file is not read
faults     reported = each fault is reported with its line and clause, and nothing else;
           misread = the same, but the boards differ; other = other lines or clauses are reported;
           refused = the file is not read; accepted = nothing is reported;
           noticed (less strict) = the file is refused, or a fault is reported at any line
output     same = the bytes, or after a round trip the boards, are as expected; different;
           unread = the program cannot read its own output; refused = nothing is written
practice   files with common habits that the standard does not define
"""


class Verdict(NamedTuple):
    """The verdict on one file in one task."""

    task: str
    entry: Json
    verdict: str
    answer: Json

    @property
    def is_faulty(self) -> bool:
        """Whether the file has faults to report."""
        return self.task == "read" and bool(expected_problems(self.entry))

    @property
    def is_by_standard(self) -> bool:
        """Whether the standard decides, not common practice."""
        return self.entry["part"] != "practice" and not self.entry.get("practice")

    @property
    def is_good(self) -> bool:
        """Whether the program behaved as expected."""
        return self.verdict in GOOD


def run(
    program: Program, entries: Sequence[Json], *, with_codes: bool = False
) -> Iterator[Verdict]:
    """Yield the verdicts on a program, file by file, task by task."""
    try:
        for entry in entries:
            path = SUITE / entry["file"]
            for task in entry["tasks"]:
                if task == "read":
                    answer = program.ask("read", path)
                    verdict = judge(entry, answer, with_codes=with_codes)
                elif task == "fix":
                    if "fix" not in program.tasks:
                        continue
                    answer = program.ask("fix", path)
                    verdict = judge_fix(entry, answer)
                elif "export" in program.tasks:
                    answer = program.ask("export", path)
                    verdict = (
                        judge_export(entry, answer)
                        if task == "export"
                        else judge_round_trip(entry, answer, lambda text: read_text(program, text))
                    )
                else:
                    continue
                yield Verdict(task, entry, verdict, answer)
    finally:
        program.close()


def chapter(clause: str) -> str:
    """Return the chapter of the standard for a row of the table."""
    parts = clause.split(".")
    if parts[0] == "3" and len(parts) > 1:
        return ".".join(parts[:2])
    return ".".join(parts[:2]) if parts[0] in {"4", "5"} else parts[0]


def table(name: str, verdicts: Sequence[Verdict]) -> str:
    """Return a Markdown table by chapter: files read, and faults."""
    columns = [
        (faulty, word)
        for faulty, words in ((False, READ), (True, FAULTS))
        for word in words
        if any(one.is_faulty == faulty and one.verdict == word for one in verdicts)
    ]
    heads = [f"{'faults' if faulty else 'reading'}: {word}" for faulty, word in columns]
    heads.append("faults: noticed")
    lines = [f"| {name} | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    chapters = list(dict.fromkeys(chapter(one.entry["clause"]) for one in verdicts))
    for number in [*chapters, "all"]:
        chosen = [one for one in verdicts if number in ("all", chapter(one.entry["clause"]))]
        counts = Counter((one.is_faulty, one.verdict) for one in chosen)
        cells = [counts[column] for column in columns]
        cells.append(sum(one.is_faulty and is_noticed(one.answer) for one in chosen))
        label = "**all**" if number == "all" else f"§{number}"
        lines.append(f"| {label} | " + " | ".join(str(cell or "") for cell in cells) + " |")
    return "\n".join(lines)


def summary(verdicts: Sequence[Verdict], *, with_codes: bool = False) -> Iterator[str]:
    """Yield a line for each task: the strict level, then the looser one."""
    by_standard = [one for one in verdicts if one.is_by_standard]
    read = [one for one in by_standard if one.task == "read" and not one.is_faulty]
    yield _counted("reading", read, READ)
    faulty = [one for one in by_standard if one.is_faulty]
    if faulty:
        noticed = sum(is_noticed(one.answer) for one in faulty)
        yield f"{_counted('faults', faulty, FAULTS)}; at the looser level {noticed} noticed"
    for task in ("export", "roundtrip", "fix"):
        done = [one for one in by_standard if one.task == task]
        if done:
            yield _counted({"roundtrip": "round trip"}.get(task, task), done, OUTPUT)
    checked = [one for one in verdicts if one.task == "read" and "problems" in one.answer]
    if checked:
        good = sum(
            notes_match(one.entry, one.answer["problems"], with_codes=with_codes) for one in checked
        )
        yield f"notes: as listed for {good} of {len(checked)}"
    meant = [
        one for one in verdicts if one.is_faulty and one.entry.get("boards_from") == "practice"
    ]
    if meant:
        understood = sum(is_understood(one.entry, one.answer) for one in meant)
        yield f"practice: {understood} of {len(meant)} faulty files read as they are meant"
    habits = [one for one in verdicts if not one.is_by_standard]
    if habits:
        yield f"practice: {sum(one.is_good for one in habits)} of {len(habits)} habits"


def _counted(label: str, verdicts: Sequence[Verdict], words: Sequence[str]) -> str:
    counts = Counter(one.verdict for one in verdicts)
    told = ", ".join(f"{counts[word]} {word}" for word in words if counts[word])
    return f"{label}: {told or 'nothing'} of {len(verdicts)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run programs; exit code 1 if a result decided by the standard is wrong."""
    parser = argparse.ArgumentParser(
        prog="overtrick-pbn-conformance",
        description="Run the conformance suite for PBN 2.1 against programs.",
        epilog=MEANINGS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("programs", nargs="*", help=f"test these programs: {', '.join(ADAPTED)}")
    parser.add_argument(
        "--command", help="test the program that this command starts; {file} is the file's name"
    )
    parser.add_argument(
        "--export", metavar="COMMAND", help="use this command to print a file in export format"
    )
    parser.add_argument("--fix", metavar="COMMAND", help="use this command to print a fixed file")
    parser.add_argument(
        "--name", help="set the program's name in the tables (default: from --command)"
    )
    parser.add_argument("--clause", help="use only files of this clause, such as 3.4.11")
    parser.add_argument("--part", help="use only files of this part, such as export")
    parser.add_argument(
        "--verbose", action="store_true", help="list the results that are not as expected"
    )
    parser.add_argument(
        "--print-folder", action="store_true", help="print the folder of the suite and exit"
    )
    options = parser.parse_args(arguments)
    if options.print_folder:
        print(SUITE)
        return 0
    if unknown := [name for name in options.programs if name not in ADAPTED]:
        parser.error(f"no adapter for {', '.join(unknown)}; use --command")
    programs = [open_program(name) for name in options.programs]
    commands = {
        task: text
        for task, text in (
            ("read", options.command), ("export", options.export), ("fix", options.fix)
        )
        if text
    }  # fmt: skip
    if commands:
        if "read" not in commands:
            parser.error("--export and --fix need --command: what is written is read again")
        name = options.name or shlex.split(options.command)[0]
        programs.append(Commands(name, commands))
    if not programs:
        parser.error("name a program, or give --command")
    entries = [
        entry
        for entry in load_index()
        if options.clause in (None, entry["clause"]) and options.part in (None, entry["part"])
    ]
    all_good = True
    for program in programs:
        with_codes = program.name == "overtrick"
        verdicts = list(run(program, entries, with_codes=with_codes))
        all_good = all_good and all(one.is_good for one in verdicts if one.is_by_standard)
        if options.verbose:
            for one in verdicts:
                if not one.is_good:
                    print(f"{program.name}: {one.task} {one.entry['file']}: {told(one)}")
        by_standard = [one for one in verdicts if one.is_by_standard and one.task == "read"]
        print(table(program.name, by_standard), "\n")
        for line in summary(verdicts, with_codes=with_codes):
            print(f"- {line}")
        print()
    print(MEANINGS)
    return 0 if all_good else 1


def told(one: Verdict) -> str:
    """Return a verdict with its evidence, as text."""
    if "error" in one.answer:
        return f"{one.verdict}: {one.answer['error']}"
    if "text" in one.answer:
        return f"{one.verdict}: {one.answer['text'][:2000]!r}"
    said = "; ".join(findings(one.answer)) or "no problem"
    return f"{one.verdict}: {said}; boards {json.dumps(one.answer.get('boards'))[:300]}"


if __name__ == "__main__":
    sys.exit(main())

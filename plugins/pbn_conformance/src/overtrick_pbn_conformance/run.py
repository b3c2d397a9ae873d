"""Run the suite against programs and print a table: `overtrick-pbn-conformance overtrick endplay`.

Any other program takes part with `--command`: it is started once a file, its output is one JSON
object as `adapters.py` describes it. `README.md` says what counts as right.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from overtrick_pbn_conformance import SUITE

TIMEOUT = 30.0

Json = dict[str, Any]

VALID = ("right", "lost", "wrong", "false alarm", "refused")
INVALID = ("reported", "misread", "refused", "accepted", "other")

MEANINGS = """\
valid files:   right = every board as the standard has it; lost = nothing wrong, something missing;
               wrong = a value that is not the file's; false alarm = a rule said to be broken;
               refused = not read
invalid files: reported = each fault at its line with its clause, and nothing else; misread = the
               same, but other boards; refused = an error without place or clause; accepted =
               read without a word; other = other lines or clauses reported
"""


def load_index() -> list[Json]:
    """Return the entries of the suite's files, in the standard's order."""
    index = json.loads((SUITE / "index.json").read_text("utf-8"))
    entries: list[Json] = index["files"]
    return entries


def expected_boards(entry: Json) -> list[Json] | None:
    """Return the boards that a file holds, `None` where the suite does not say."""
    if "boards" not in entry:
        return None
    lines = (SUITE / entry["boards"]).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def expected_problems(entry: Json) -> list[Json]:
    """Return the faults of a file."""
    if "problems" not in entry:
        return []
    problems: list[Json] = json.loads((SUITE / entry["problems"]).read_text("utf-8"))
    return problems


# What counts as right


def compare(expected: object, found: object) -> str:
    """Return `right`, `lost` (something is missing) or `wrong` (something differs).

    Example:
        >>> compare({"board": 1, "dealer": "N"}, {"board": 1})
        'lost'
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        # What is empty may be left out as well.
        worst = "right"
        for key in expected.keys() | found.keys():
            if key not in found:
                verdict = "right" if expected[key] in ({}, []) else "lost"
            elif key not in expected:
                verdict = "right" if found[key] in ({}, []) else "wrong"
            else:
                verdict = compare(expected[key], found[key])
            worst = max(worst, verdict, key=("right", "lost", "wrong").index)
        return worst
    return "right" if expected == found else "wrong"


def compare_boards(expected: Sequence[Json], found: Sequence[Json]) -> str:
    """Return the worst verdict over all boards; another number of boards is `wrong`."""
    if len(expected) != len(found):
        return "wrong"
    verdicts = [compare(one, other) for one, other in zip(expected, found, strict=True)]
    return max(verdicts, key=("right", "lost", "wrong").index, default="right")


def _is_of_clause(problem: Json, clause: str) -> bool:
    number = clause.rsplit("§", 1)[1]
    stated = str(problem.get("clause") or "")
    return any(word.strip(";,.()") == number for word in stated.replace("§", " ").split())


def matches(expected: Sequence[Json], found: Sequence[Json], *, with_codes: bool) -> bool:
    """Return whether each fault was reported at its line, and no other error or warning."""
    left = list(found)
    for problem in expected:
        match = next(
            (
                item
                for item in left
                if item.get("line") == problem["line"]
                and _is_of_clause(item, problem["clause"])
                and (not with_codes or item.get("code") == problem["code"])
            ),
            None,
        )
        if match is None:
            return False
        left.remove(match)
    return not any(item.get("severity", "error") != "note" for item in left)


def judge(entry: Json, answer: Json, *, with_codes: bool = False) -> str:
    """Return the verdict on one file: one of `VALID` or of `INVALID`."""
    boards, problems = expected_boards(entry), expected_problems(entry)
    found = answer.get("problems")
    if not problems:
        if "error" in answer:
            return "refused"
        if found is not None and not matches([], found, with_codes=False):
            return "false alarm"
        return compare_boards(boards or [], answer["boards"])
    if "error" in answer:
        return "refused"
    if not found:
        return "accepted"
    if not matches(problems, found, with_codes=with_codes):
        return "other"
    if boards is not None and compare_boards(boards, answer["boards"]) != "right":
        return "misread"
    return "reported"


# Running programs


class Worker:
    """A process that answers for one file after another, started again when it dies."""

    def __init__(self, name: str) -> None:
        self._command = [sys.executable, "-m", "overtrick_pbn_conformance.adapters", name]
        self._process: subprocess.Popen[str] | None = None

    def ask(self, path: Path) -> Json:
        """Return the program's answer for a file."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(  # noqa: S603 - a module of this package
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            return {"error": "the program has no pipes"}
        stdin.write(f"{path}\n")
        stdin.flush()
        line = stdout.readline()
        if not line:
            self._process.wait()
            return {"error": f"the program died with code {self._process.returncode}"}
        answer: Json = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            if self._process.stdin is not None:
                self._process.stdin.close()
            self._process.wait(TIMEOUT)
            if self._process.stdout is not None:
                self._process.stdout.close()


def ask_command(command: str, path: Path) -> Json:
    """Return the answer of another program, started for one file; `{file}` stands for its name."""
    words = [word.replace("{file}", str(path)) for word in shlex.split(command)]
    try:
        done = subprocess.run(  # noqa: S603 - the command that the user gave
            words, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
        answer = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        return {"error": str(error)}
    return answer if isinstance(answer, dict) else {"error": "the answer is no JSON object"}


def run(
    name: str, command: str | None, entries: Sequence[Json]
) -> Iterator[tuple[Json, str, Json]]:
    """Yield each file's entry with the verdict and the answer of a program."""
    worker = Worker(name) if command is None else None
    try:
        for entry in entries:
            path = SUITE / entry["file"]
            answer = worker.ask(path) if worker is not None else ask_command(command or "", path)
            yield entry, judge(entry, answer, with_codes=name == "overtrick"), answer
    finally:
        if worker is not None:
            worker.close()


def chapter(clause: str) -> str:
    """Return the part of the standard that a row of the table stands for."""
    parts = clause.split(".")
    if parts[0] == "3" and len(parts) > 1:
        return ".".join(parts[:2])
    return ".".join(parts[:2]) if parts[0] in {"4", "5"} else parts[0]


def table(name: str, verdicts: Sequence[tuple[str, bool, str]]) -> str:
    """Return a Markdown table of verdicts by chapter: `(clause, is_valid, verdict)`."""
    used_valid = [word for word in VALID if any(v and w == word for _, v, w in verdicts)]
    used_invalid = [word for word in INVALID if any(not v and w == word for _, v, w in verdicts)]
    heads = [f"valid: {word}" for word in used_valid]
    heads += [f"invalid: {word}" for word in used_invalid]
    lines = [f"| {name} | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    chapters = list(dict.fromkeys(chapter(clause) for clause, _, _ in verdicts))
    for number in [*chapters, "all"]:
        counts = Counter(
            (is_valid, verdict)
            for clause, is_valid, verdict in verdicts
            if number in ("all", chapter(clause))
        )
        cells = [counts[True, word] for word in used_valid]
        cells += [counts[False, word] for word in used_invalid]
        label = "**all**" if number == "all" else f"§{number}"
        lines.append(f"| {label} | " + " | ".join(str(cell or "") for cell in cells) + " |")
    return "\n".join(lines)


def main() -> int:
    """Run programs; exit code 1 if any file is not `right` or `reported`."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("programs", nargs="*", default=["overtrick"], help="overtrick, endplay")
    parser.add_argument("--command", help="another program; {file} stands for the file's name")
    parser.add_argument("--clause", help="only the files of a clause, such as 3.4.11")
    parser.add_argument("--verbose", action="store_true", help="list what is not as it should be")
    options = parser.parse_args()
    entries = [e for e in load_index() if options.clause in (None, e["clause"])]
    programs: list[tuple[str, str | None]] = [(name, None) for name in options.programs]
    if options.command:
        programs = [(shlex.split(options.command)[0], options.command)]
    all_good = True
    for name, command in programs:
        verdicts: list[tuple[str, bool, str]] = []
        for entry, verdict, answer in run(name, command, entries):
            verdicts.append((entry["clause"], "problems" not in entry, verdict))
            good = verdict in {"right", "reported"}
            all_good = all_good and good
            if options.verbose and not good:
                print(f"{name}: {entry['file']}: {verdict}: {_short(answer)}")
        print(table(name, verdicts), "\n")
    print(MEANINGS)
    return 0 if all_good else 1


def _short(answer: Json) -> str:
    if "error" in answer:
        return str(answer["error"])
    problems = [
        f"{item.get('line')}:{item.get('code')} {item.get('clause')}"
        for item in answer.get("problems", ())
        if item.get("severity") != "note" or str(item.get("code")) in {"PBN203", "PBN212"}
    ]
    return f"{'; '.join(problems) or 'no problem'}; boards {json.dumps(answer.get('boards'))[:300]}"


if __name__ == "__main__":
    sys.exit(main())

"""The suite: its files are those of its tables, and its runner tells right from wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick_pbn_conformance import SUITE, run

HERE = Path(__file__).parents[1]
ENTRIES = run.load_index()


def test_the_committed_files_are_those_of_the_tables():
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "make_suite.py", "--check"],
        cwd=HERE, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_clause_has_valid_files_and_invalid_ones_or_says_why_not():
    clauses = json.loads((SUITE / "index.json").read_text("utf-8"))["clauses"]
    for clause, entry in clauses.items():
        assert entry["valid"], clause
        assert bool(entry["invalid"]) != ("no_invalid_file_because" in entry), clause
    assert len(ENTRIES) > 500


def entry_of(name: str) -> dict:
    return next(entry for entry in ENTRIES if entry["file"] == name)


def test_wrong_answers_are_not_taken_for_right_ones():
    entry = entry_of("valid/3.4.9-dealer-w.pbn")
    judge = run.judge
    assert judge(entry, {"boards": [{"dealer": "W"}]}) == "right"
    assert judge(entry, {"boards": [{}]}) == "lost"
    assert judge(entry, {"boards": [{"dealer": "E"}]}) == "wrong"
    assert judge(entry, {"boards": [{"dealer": "W", "board": 1}]}) == "wrong"
    assert judge(entry, {"boards": []}) == "wrong"
    assert judge(entry, {"error": "cannot read"}) == "refused"
    complaint = {"line": 2, "code": "PBN333", "clause": "PBN 2.1 §3.4.9", "severity": "error"}
    assert judge(entry, {"boards": [{"dealer": "W"}], "problems": [complaint]}) == "false alarm"
    note = complaint | {"severity": "note"}
    assert judge(entry, {"boards": [{"dealer": "W"}], "problems": [note]}) == "right"


def test_a_fault_counts_as_reported_only_with_its_line_and_clause_and_nothing_else():
    entry = entry_of("invalid/3.4.9-dealer-word.pbn")
    right = {"line": 2, "code": "PBN333", "clause": "PBN 2.1 §3.4.9", "severity": "error"}

    def verdict(*problems: dict) -> str:
        return run.judge(entry, {"boards": [{}], "problems": list(problems)}, with_codes=True)

    assert verdict(right) == "reported"
    assert verdict() == "accepted"
    assert verdict(right | {"line": 3}) == "other"
    assert verdict(right | {"clause": "PBN 2.1 §3.4.90"}) == "other"
    assert verdict(right | {"clause": "PBN 2.1 §3.4"}) == "other"
    assert verdict(right | {"code": "PBN334"}) == "other"
    assert verdict(right, right | {"line": 5}) == "other"
    assert verdict(right | {"clause": "Law 1; PBN 2.1 §3.4.9"}) == "reported"


def test_another_program_takes_part_by_a_command(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(
        "import json, sys\n"
        "print(json.dumps({'boards': [{'dealer': open(sys.argv[1]).read()[-4]}]}))\n",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "overtrick_pbn_conformance.run", "--clause", "3.4.9",
         "--command", f"{sys.executable} {script} {{file}}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    # Four valid files read right, one invalid file accepted.
    assert "| **all** | 4 | 1 |" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 1


def test_a_program_that_says_nothing_readable_is_refused(tmp_path):
    command = f"{sys.executable} -c pass {{file}}"
    assert "error" in run.ask_command(command, tmp_path / "none.pbn")


def test_endplay_is_run_in_a_process_of_its_own():
    pytest.importorskip("endplay", reason="endplay is not installed")
    worker = run.Worker("endplay")
    try:
        answer = worker.ask(SUITE / "valid" / "2.1-export.pbn")
    finally:
        worker.close()
    assert answer["boards"][0]["contract"] == "3NT"

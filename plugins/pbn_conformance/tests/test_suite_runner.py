"""The suite: its files are those of its tables, and its runner tells right from wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from overtrick_pbn_conformance import SUITE, judging, run, suite
from overtrick_pbn_conformance.programs import ADAPTED, Commands, Worker, open_program

HERE = Path(__file__).parents[1]
ENTRIES = suite.load_index()
STANDARD = next(
    (
        folder / "shared" / "spec" / "pbn-2.1-standard.txt"
        for folder in HERE.parents
        if (folder / "shared" / "spec" / "pbn-2.1-standard.txt").is_file()
    ),
    None,
)


def words(text: str) -> str:
    return " ".join(text.split())


def entry_of(name: str) -> dict:
    return next(entry for entry in ENTRIES if entry["file"] == name)


# The files


def test_the_committed_files_are_those_of_the_tables():
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "make_suite.py", "--check"],
        cwd=HERE, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_part_has_files():
    counts = Counter(entry["part"] for entry in ENTRIES)
    assert set(counts) == set(suite.PARTS)
    assert counts["valid"] > 290
    assert counts["invalid"] > 230
    assert counts["export"] > 90
    assert counts["large"] >= 10
    assert sum("roundtrip" in entry["tasks"] for entry in ENTRIES) > 300


def test_every_clause_has_files():
    clauses = json.loads((SUITE / "index.json").read_text("utf-8"))["clauses"]
    for clause, entry in clauses.items():
        kinds = {bool(entry_of(name).get("problems")) for name in entry["files"]}
        assert False in kinds, clause
        assert (True in kinds) != ("no_invalid_file_because" in entry), clause


def test_every_case_quotes_the_standard():
    assert all(len(entry["quote"]) > 10 for entry in ENTRIES)


@pytest.mark.skipif(STANDARD is None, reason="the text of the standard is not here")
def test_every_quote_stands_in_the_standard():
    text = words(STANDARD.read_text("iso8859-1"))
    strange = {entry["file"]: entry["quote"] for entry in ENTRIES
               if words(entry["quote"]) not in text}  # fmt: skip
    assert not strange


def test_no_fault_is_expected_where_a_file_is_said_to_be_valid():
    for entry in ENTRIES:
        if entry["part"] in {"valid", "large"}:
            assert "problems" not in entry, entry["file"]
        if entry["part"] == "invalid":
            assert entry["problems"], entry["file"]


def test_a_faulty_file_has_one_fault_or_says_why_it_has_more():
    for entry in ENTRIES:
        assert (len(entry.get("problems", ())) > 1) == bool(entry.get("several")), entry["file"]
    assert any("several" in entry for entry in ENTRIES)


def test_nothing_of_a_program_under_test_is_needed():
    code = (
        "import sys\n"
        "sys.modules['overtrick'] = None\n"
        "import overtrick_pbn_conformance.run as run\n"
        "assert not [name for name in sys.modules if name.startswith('overtrick.')]\n"
        "sys.exit(run.main(['--print-folder']))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) == SUITE


# Verdicts on reading


def test_wrong_answers_are_not_taken_for_right_ones():
    entry = entry_of("valid/3.4.9-dealer-w.pbn")
    judge = judging.judge
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


def test_a_warning_where_a_note_is_listed_is_no_false_alarm():
    entry = entry_of("valid/2.2-discouraged.pbn")
    board = {"event": "20 \u00a3"}
    said = {"line": 2, "clause": "PBN 2.1 §2.2", "severity": "warning", "code": "PBN212"}
    assert judging.judge(entry, {"boards": [board], "problems": [said]}) == "right"
    wrong = said | {"line": 1}
    assert judging.judge(entry, {"boards": [board], "problems": [wrong]}) == "false alarm"


def test_notes_count_too():
    entry = entry_of("valid/2.2-discouraged.pbn")
    note = {"line": 2, "clause": "PBN 2.1 §2.2", "severity": "note", "code": "PBN212"}
    assert judging.notes_match(entry, [note], with_codes=True)
    assert not judging.notes_match(entry, [])
    assert not judging.notes_match(entry, [note, note | {"line": 1}])
    assert not judging.notes_match(entry, [note | {"code": "PBN213"}], with_codes=True)
    assert judging.notes_match(entry, [note, note | {"line": 1, "clause": "Law 1"}])


def test_a_fault_counts_as_reported_only_with_its_line_and_clause_and_nothing_else():
    entry = entry_of("invalid/3.4.9-dealer-colour.pbn")
    right = {"line": 2, "code": "PBN333", "clause": "PBN 2.1 §3.4.9", "severity": "error"}

    def verdict(*problems: dict) -> str:
        return judging.judge(entry, {"boards": [{}], "problems": list(problems)}, with_codes=True)

    assert verdict(right) == "reported"
    assert verdict(right, right) == "reported"
    assert verdict() == "accepted"
    assert verdict(right | {"line": 3}) == "other"
    assert verdict(right | {"clause": "PBN 2.1 §3.4.90"}) == "other"
    assert verdict(right | {"clause": "PBN 2.1 §3.4"}) == "other"
    assert verdict(right | {"code": "PBN334"}) == "other"
    assert verdict(right, right | {"line": 5}) == "other"
    assert verdict(right, right | {"line": 5, "severity": "note"}) == "reported"
    assert verdict(right | {"clause": "Law 1; PBN 2.1 §3.4.9"}) == "reported"


def test_the_looser_level_asks_for_no_place():
    somewhere = {"line": None, "clause": "", "severity": "error"}
    assert judging.is_noticed({"boards": [], "problems": [somewhere]})
    assert judging.is_noticed({"error": "cannot read"})
    assert not judging.is_noticed({"boards": [], "problems": [somewhere | {"severity": "note"}]})
    assert not judging.is_noticed({"boards": []})


def test_what_is_understood_of_a_faulty_file_is_practice_not_a_verdict():
    entry = entry_of("invalid/3.5.1-p.pbn")
    problem = {"line": 4, "clause": "PBN 2.1 §3.5.1", "severity": "warning"}
    answer = {"boards": [{}], "problems": [problem]}
    assert judging.judge(entry, answer) == "reported"
    assert not judging.is_understood(entry, answer)
    assert judging.is_understood(entry, {"boards": suite.expected_boards(entry)})


def test_other_boards_of_a_file_that_breaks_an_export_rule_are_misread():
    entry = entry_of("invalid/3.4.10-export-both.pbn")
    problem = {"line": 12, "clause": "PBN 2.1 §3.4.10", "severity": "warning"}
    boards = suite.expected_boards(entry)
    assert judging.judge(entry, {"boards": boards, "problems": [problem]}) == "reported"
    wrong = [{**boards[0], "vulnerable": "None"}]
    assert judging.judge(entry, {"boards": wrong, "problems": [problem]}) == "misread"


# Verdicts on output


def test_an_export_is_compared_by_its_bytes():
    entry = entry_of("export/3.5-columns.pbn")
    (right,) = suite.expected_bytes(entry, "export")
    text = right.decode("iso8859-1")
    judge = judging.judge_export
    assert judge(entry, {"text": text}) == "same"
    assert judge(entry, {"text": text.replace("% EXPORT\r\n", "% mine\r\n\r\n")}) == "same"
    assert judge(entry, {"text": text.replace("Pass Pass 1NT", "Pass   Pass 1NT")}) == "same"
    assert judge(entry, {"text": text.replace("\r\n", "\n")}) == "different"
    assert judge(entry, {"text": text.replace('[Event "', '[Event  "')}) == "different"
    assert judge(entry, {"text": text.replace("1NT Pass\r\n", "1NT\r\nPass ")}) == "different"
    assert judge(entry, {"error": "cannot write"}) == "refused"


def test_a_percent_sign_inside_a_comment_is_no_escape_line():
    text = b'{a\r\n% b\r\n} [Event "{"]\r\n% gone\r\n; {\r\n% gone\r\n'
    assert judging.without_escape_lines(text) == b'{a\r\n% b\r\n} [Event "{"]\r\n; {\r\n'


def test_a_fixed_file_is_compared_by_its_bytes():
    entry = entry_of("fix/3.4.11-ten.pbn")
    (right,) = suite.expected_bytes(entry, "fix")
    text = right.decode("iso8859-1")
    assert judging.judge_fix(entry, {"text": text}) == "same"
    assert judging.judge_fix(entry, {"text": text + "\n"}) == "different"


def test_a_round_trip_may_add_what_is_unknown_and_nothing_else():
    entry = entry_of("valid/3.4.9-dealer-w.pbn")

    def verdict(board: dict) -> str:
        return judging.judge_round_trip(entry, {"text": ""}, lambda _: {"boards": [board]})

    assert verdict({"dealer": "W", "event": None, "site": "", "players": {"N": None}}) == "same"
    assert verdict({"dealer": "W", "event": "x"}) == "different"
    assert verdict({"dealer": None}) == "different"
    assert judging.judge_round_trip(entry, {"text": ""}, lambda _: {"error": "no"}) == "unread"


# Programs


def program(tmp_path, text: str) -> str:
    script = tmp_path / "program.py"
    script.write_text(text, "utf-8")
    return f"{sys.executable} {script} {{file}}"


def test_another_program_takes_part_by_a_command(tmp_path, capsys):
    command = program(
        tmp_path,
        "import json, sys\n"
        "dealer = open(sys.argv[1]).read().split('Dealer \"')[1][0]\n"
        "print(json.dumps({'boards': [{'dealer': dealer}]}))\n",
    )
    code = run.main(["--clause", "3.4.9", "--part", "valid", "--command", command])
    assert "reading: 4 right of 4" in capsys.readouterr().out
    assert code == 0
    code = run.main(["--clause", "3.4.9", "--command", command, "--name", "mine"])
    told = capsys.readouterr().out
    assert "| mine |" in told
    assert "2 accepted of 2; at the looser level 0 noticed" in told
    assert code == 1


def test_a_converter_takes_part_by_what_it_prints(tmp_path, capsys):
    copy = program(tmp_path, "import sys\nsys.stdout.buffer.write(open(sys.argv[1],'rb').read())\n")
    code = run.main(
        ["--part", "fix", "--clause", "2.1", "--command", copy, "--fix", copy, "--name", "copy"]
    )
    assert "fix: 1 same of 1" in capsys.readouterr().out
    assert code == 0


def test_a_program_that_says_nothing_readable_is_refused(tmp_path):
    silent = Commands("silent", {"read": f"{sys.executable} -c pass {{file}}"})
    assert "error" in silent.ask("read", tmp_path / "none.pbn")
    odd = Commands("odd", {"read": f"{sys.executable} -c print('[1]') {{file}}"})
    assert "error" in odd.ask("read", tmp_path / "none.pbn")
    absent = Commands("absent", {"read": "no-such-program {file}", "fix": "no-such-program"})
    assert "error" in absent.ask("fix", tmp_path / "none.pbn")


def test_a_program_without_an_adapter_is_named(capsys):
    with pytest.raises(SystemExit):
        run.main(["nonesuch"])
    assert "no adapter for nonesuch" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ADAPTED if name != "npm-pbn"])
def test_a_program_is_run_in_a_process_of_its_own(name):
    pytest.importorskip(name, reason=f"{name} is not installed")
    worker = Worker(name, ADAPTED[name])
    try:
        answer = worker.ask("read", SUITE / "export" / "3.5-lines.pbn")
    finally:
        worker.close()
    assert answer["boards"][0]["contract"] == "3NT"


def test_every_adapted_program_opens():
    for name in ADAPTED:
        opened = open_program(name)
        assert opened.tasks
        opened.close()

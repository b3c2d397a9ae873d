"""The conformance suite: what overtrick makes of every file, in every task.

`KNOWN` lists what is not right yet, by its number in the list of findings on version 1.0. It is
strict: what becomes right must leave it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("overtrick_pbn_conformance", reason="no overtrick-pbn-conformance")

from overtrick_pbn_conformance import SUITE, judging, suite
from overtrick_pbn_conformance.adapters import with_overtrick
from overtrick_pbn_conformance.run import Verdict, told

BACKSLASH = "A8: a lone backslash is not reported"
SKIPPED = "A6: ^S is counted as a call"
SAID = "B1: a declarer that is said to be nothing is not in the JSON"
TWO_CODES = "C4: one fault, two findings"
SILENT = "A15: what a note says of a 'must' ought to be a warning"
UNUSED = "B1: no rule: a note that nothing refers to"

KNOWN = {
    "read invalid/3.2-suit-symbol-in-string.pbn": BACKSLASH,
    "read valid/3.4.13-passed-out.pbn": SAID,
    "roundtrip valid/3.4.13-passed-out.pbn": SAID,
    "read valid/3.4.14-pass.pbn": SAID,
    "roundtrip valid/3.4.14-pass.pbn": SAID,
    "read valid/3.11-pass.pbn": SAID,
    "roundtrip valid/3.11-pass.pbn": SAID,
    "read invalid/2.1-export-incomplete.pbn": TWO_CODES,
    "read invalid/3.4.11-bad-rank.pbn": "A13: a note about case behind a rank that is none",
    "read invalid/3.4.13-passed-out-with-declarer.pbn": TWO_CODES,
    "read invalid/3.5-not-the-dealer.pbn": TWO_CODES,
    "read invalid/3.5-hyphens-beyond-the-dealer.pbn": TWO_CODES,
    "read invalid/3.5-four-hyphens.pbn": TWO_CODES,
    "read valid/3.5.5-unused.pbn": UNUSED,
    "read valid/3.6.5-unused.pbn": UNUSED,
    "read invalid/5.2-export-last-width.pbn": "A9: the last column is not filled up",
    "export export/5.2-last-width.pbn": "A9: the last column is not filled up",
    "read valid/5.4-skipped-player.pbn": SKIPPED,
    "read invalid/5.4-row-for-a-skipped-player.pbn": SKIPPED,
    "read embedding/6.2-tags-before.html": "new: tags before an embedded part are read",
    "roundtrip embedding/6.2-tags-before.html": "new: tags before an embedded part are read",
    "read invalid/2.2-c1-control.pbn": SILENT,
    "read invalid/3.5.5-twice.pbn": SILENT,
    "read invalid/3.6.5-twice.pbn": SILENT,
    "read invalid/6.1-extension.txt": SILENT,
}
TASKS = [(task, entry) for entry in suite.load_index() for task in entry["tasks"]]


def named(task, entry):
    return f"{task} {entry['file']}"


def read_text(folder, text):
    path = folder / "exported.pbn"
    path.write_bytes(text)
    return with_overtrick.read(str(path))


def verdict_of(task: str, entry: dict, folder: Path) -> Verdict:
    answer = getattr(with_overtrick, "export" if task == "roundtrip" else task)(
        str(SUITE / entry["file"])
    )
    verdict = {
        "read": lambda: judging.judge(entry, answer, with_codes=True),
        "export": lambda: judging.judge_export(entry, answer),
        "fix": lambda: judging.judge_fix(entry, answer),
        "roundtrip": lambda: judging.judge_round_trip(
            entry, answer, lambda text: read_text(folder, text)
        ),
    }[task]()
    return Verdict(task, entry, verdict, answer)


def complaint_of(task: str, entry: dict, folder: Path) -> str:
    """Return what is not right, nothing if all is.

    More is asked here than of other programs: a fault is one finding, and no mere note; the notes
    are those of the suite; what programs in practice mean is understood.
    """
    one = verdict_of(task, entry, folder)
    if not one.is_good:
        return told(one)
    if task != "read":
        return ""
    found = one.answer["problems"]
    loud = [item for item in found if judging.is_loud(item)]
    if len(loud) != len(entry.get("problems", ())):
        return f"{len(loud)} errors and warnings: {told(one)}"
    if not judging.notes_match(entry, found, with_codes=True):
        return f"other notes: {told(one)}"
    if "boards" in entry and not judging.is_understood(entry, one.answer):
        return f"other boards: {told(one)}"
    return ""


@pytest.mark.parametrize(
    ("task", "entry"), TASKS, ids=[named(task, entry) for task, entry in TASKS]
)
def test_overtrick_does_what_the_standard_says(task, entry, tmp_path):
    complaint = complaint_of(task, entry, tmp_path)
    name = named(task, entry)
    if name in KNOWN:
        assert complaint, f"{name} is right now: take it out of KNOWN ({KNOWN[name]})"
        pytest.xfail(KNOWN[name])
    assert not complaint


def test_every_known_failure_is_a_task_of_the_suite():
    assert set(KNOWN) <= {named(task, entry) for task, entry in TASKS}

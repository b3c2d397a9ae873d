"""The conformance suite: what overtrick makes of every file, in every task.

`KNOWN` lists what is not right yet, by its number in the list of findings on version 1.0. It is
strict: what becomes right must leave it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("overtrick_pbn", reason="no overtrick-pbn")

from overtrick_pbn_conformance import SUITE, judging, suite
from overtrick_pbn_conformance.adapters import with_overtrick
from overtrick_pbn_conformance.run import Verdict, told

KNOWN: dict[str, str] = {}
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
    are those of the suite, of which those on a value that is left out are warnings; what programs
    in practice mean is understood.
    """
    one = verdict_of(task, entry, folder)
    if not one.is_good:
        return told(one)
    if task != "read":
        return ""
    found = one.answer["problems"]
    loud = [item for item in found if judging.is_loud(item) and not is_left_out(entry, item)]
    if len(loud) != len(entry.get("problems", ())):
        return f"{len(loud)} errors and warnings: {told(one)}"
    if not judging.notes_match(entry, found, with_codes=True):
        return f"other notes: {told(one)}"
    if "boards" in entry and not judging.is_understood(entry, one.answer):
        return f"other boards: {told(one)}"
    return ""


def is_left_out(entry: dict, item: dict) -> bool:
    """Return whether a finding tells of a tag that the standard ignores and the suite lists."""
    listed = {note["code"] for note in suite.expected_notes(entry)}
    return item["code"] in listed & {"PBN304", "PBN305"}


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


OUTPUTS = [
    name
    for entry in suite.load_index()
    for task in ("export", "fix")
    if task in entry["tasks"]
    for name in entry[task]
]
UNFIXED = {"fix/3.4.3-either-way.fix"}
"""What stays as it is because it has two meanings."""


@pytest.mark.parametrize("name", OUTPUTS)
def test_no_expected_output_breaks_the_standard(name, tmp_path):
    path = tmp_path / "output.pbn"
    path.write_bytes((SUITE / name).read_bytes())
    found = [item for item in with_overtrick.read(str(path))["problems"] if judging.is_loud(item)]
    # A contract against its auction is a law of bridge.
    assert any(item["code"].startswith("PBN") for item in found) is (name in UNFIXED)


def test_every_known_failure_is_a_task_of_the_suite():
    assert set(KNOWN) <= {named(task, entry) for task, entry in TASKS}

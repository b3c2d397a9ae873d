"""Repairing journals: nothing is claimed that is not so, and the session goes on."""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path

import pytest

import overtrick
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import Entry, EntryKind, Ledger, LedgerStatus
from overtrick_duplimate_device.journal.paths import second_path
from overtrick_duplimate_device.journal.plan import Order, Plan
from overtrick_duplimate_device.journal.repair import fixed, settled
from overtrick_duplimate_device.journal.salvage import sound_lines, understand

sys.path.insert(0, str(Path(__file__).parent))

from journals import Files, bytes_of, dealing, header, hurt, is_true, random_story, story, written


def known_of(first, second, counters=None):
    return understand(sound_lines(first, second), counters or {})


PLANS = [
    Plan(boards=(1, 2, 3, 4, 5)),
    Plan(boards=(5, 3, 1), copies=3),
    Plan(boards=(1, 2, 3), copies=3, order=Order.SET),
    Plan(boards=(1, 2, 3, 4), copies=2, is_auto_number=True),
    Plan(boards=(1, 2), copies=None, order=Order.SET),
]


@pytest.mark.parametrize("plan", PLANS)
def test_what_is_surely_dealt_was_dealt_and_what_was_dealt_is_known_or_in_doubt(plan):
    """Both files are damaged, each in its own way; the truth is what was written."""
    source = random.Random(str(plan))
    head = header(plan=plan, base={})
    looks = doubts = 0
    for _ in range(25):
        entries = list(random_story(source, plan))
        entries = entries[: source.randrange(1, len(entries) + 1)]
        data = bytes_of(head, entries)
        truth = Ledger.of(entries, {})
        # What both files lack at their ends, nobody can know of; one of them keeps its last line.
        last = data.rindex(b"\n", 0, -1) + 1
        files = [hurt(data, source), hurt(data[:last], source) + b"\n" + data[last:]]
        source.shuffle(files)
        sound = sound_lines(*files)
        if not sound.lines:
            continue
        looks += 1
        known = understand(sound, {})
        assert is_true(known, truth, entries)
        if not known.sound.count_lost:
            continue
        doubts += len(known.doubts)
        # Whatever is answered, the journal that comes of it says so.
        answers = [doubt for doubt in known.doubts if source.random() < 0.5]
        wanted = settled(known, answers)
        fixed_data = fixed(known, wanted, {})
        again = known_of(fixed_data, fixed_data)
        assert not again.sound.count_lost
        for board in plan.boards:
            assert again.ledger.copies(board) == wanted.copies(board)
        assert (again.ledger.attempt is None) == (wanted.attempt is None)
        assert again.ledger.extras == wanted.extras
    assert looks > 15
    assert doubts


def test_one_damaged_file_loses_nothing():
    source = random.Random(5)
    data = bytes_of(header(), story())
    truth = Ledger.of(story(), header().base)
    for _ in range(40):
        bad = hurt(data, source)
        for pair in ((bad, data), (data, bad), (None, data), (data, None)):
            known = known_of(*pair)
            assert known.ledger == truth
            assert (known.sound.count_lost, known.doubts) == (0, ())


def test_different_damage_in_both_files_loses_nothing():
    data = bytes_of(header(), story())
    lines = data.splitlines(keepends=True)
    one = b"".join(line for n, line in enumerate(lines) if n % 3 != 2)
    other = b"".join(line for n, line in enumerate(lines) if n % 3 == 2 or n % 3 == 0)
    known = known_of(one, b"".join(lines[:1]) + other)
    assert known.ledger == Ledger.of(story(), header().base)
    assert not known.sound.count_lost


def test_two_files_cut_at_different_places_have_lost_something(tmp_path):
    path = written(tmp_path)
    first, second = path.read_bytes(), second_path(path).read_bytes()
    for cut in range(20, 200, 30):
        sound = sound_lines(first[:-cut], second[: -3 * cut - 300])
        assert sound.count_lost >= 1
    # As a kill leaves them: the second has all that stands in the first but the line begun.
    lines = first.split(b"\n")
    begun = b"\n".join(lines[:-2]) + b"\n" + lines[-2][:40]
    assert sound_lines(begun, b"\n".join(lines[:-2]) + b"\n").count_lost == 0


def test_a_mark_that_was_changed_in_both_files_is_proved_by_the_next_line():
    data = bytes_of(header(), story())
    mark = data.splitlines()[5].split()[1]
    bad = data.replace(mark, b"0" * 32)
    assert known_of(bad, bad).ledger == Ledger.of(story(), header().base)


def test_what_follows_from_later_steps_is_no_doubt():
    """Board 2's last step is lost; board 3 was begun, so 2 was dealt; nobody needs to look."""
    entries = [*dealing(1, 1), *dealing(2, 2), *dealing(3, 3, until=EntryKind.STARTED)]
    lines = bytes_of(header(), entries).splitlines(keepends=True)
    bad = b"".join(lines[:10] + lines[12:])  # FINISHING and DEALT of board 2
    known = known_of(bad, bad)
    # The first line behind a gap cannot be proved; the second proves it only if its mark is right.
    assert known.sound.lost == ((9, 11),)
    assert known.ledger.done == {1: 1, 2: 1} or {d.board for d in known.doubts} == {2}
    assert known.ledger.attempt is not None


def test_two_stories_are_in_doubt_where_they_differ(tmp_path):
    begin = story()[:6]
    one = bytes_of(header(), [*begin, *dealing(2, 2), *dealing(3, 3)])
    other = bytes_of(header(), [*begin, *dealing(3, 2)])
    known = known_of(one, other)
    assert known.ledger.done == {1: 1, 2: 0, 3: 1, 4: 0}
    assert [doubt.board for doubt in known.doubts] == [2]
    data = fixed(known, settled(known, []), {})
    assert known_of(data, data).ledger.done == {1: 1, 2: 0, 3: 1, 4: 0}


# The command.


def damaged(duplimate, *, both=False):
    """Deal four boards, and damage the journal as it was when two were dealt."""
    file = duplimate.evening()
    duplimate.run("deal", file, "--boards", "1-4", "--device", "simulator:?speed=0")
    (path,) = duplimate.sessions.glob("*.session")
    lines = path.read_bytes().splitlines(keepends=True)
    dealt = [n for n, line in enumerate(lines) if b'"dealt"' in line]
    lines = lines[: dealt[1] + 3]
    if both:
        # Of board 1's last step and all behind it, nothing can be read.
        bad = lines[: dealt[0]] + [bytes(len(line)) for line in lines[dealt[0] :]]
        Files(b"".join(bad), b"".join(bad)).put(path)
    else:
        Files(b"".join(lines[: dealt[1]]), b"".join(lines)).put(path)
    boards = {board.number: int(board.extras["dlm:duplicates"]) for board in overtrick.read(file)}
    return file, path, boards


def test_a_damaged_session_is_named_stands_in_the_way_and_is_repaired(duplimate):
    file, path, _ = damaged(duplimate)
    status = duplimate.run("status", code=1)
    assert "error JRN101" in status
    assert f"overtrick duplimate repair --session {path.stem} --sessions-dir" in status
    facts = json.loads(duplimate.run("status", "--json", code=1))
    assert facts["damaged"][0]["findings"][0]["code"] == "JRN101"
    assert "JRN101" in duplimate.run("log", code=1)
    for words in (
        ("deal", file, "--new", "--device", "simulator:?speed=0"),
        ("resume", "--device", "simulator:?speed=0"),
        ("resume", "--session", path.stem, "--device", "simulator:?speed=0"),
        ("redeal", "1", "--device", "simulator:?speed=0"),
    ):
        assert "JRN101" in duplimate.run(*words, code=1)
    other = duplimate.evening("other.dlm")
    refused = duplimate.run("deal", other, "--device", "simulator:?speed=9", code=1)
    assert "nothing is dealt: this journal may belong to the same file or machine" in refused
    before = Files.of(path)
    assert "whole again" not in duplimate.run("repair", "--dry-run")
    assert Files.of(path) == before
    report = duplimate.run("repair")
    assert "Lost    nothing" in report
    assert "surely: 1, 2\n" in report
    assert "Left    3, 4" in report
    kept = [path.with_name(f"{path.name}.damaged"), second_path(path)]
    assert kept[0].read_bytes() == before.first
    assert second_path(path).with_name(f"{kept[1].name}.damaged").read_bytes() == before.second
    assert "nothing to repair" in duplimate.run("repair")
    (advised,) = [line for line in report.splitlines() if line.startswith("Go on with: ")]
    advised = advised.removeprefix("Go on with: overtrick duplimate ").split()
    duplimate.run(*advised)
    status = json.loads(duplimate.run("status", "--json"))
    assert (status["standing"], status["dealt"], status["damaged"]) == ("finished", 4, [])


def test_where_both_files_are_damaged_the_doubts_are_asked(duplimate):
    file, path, before = damaged(duplimate, both=True)
    refused = duplimate.run("repair", code=2)
    assert "in doubt: board 1" in refused
    facts = json.loads(duplimate.run("repair", "--json", "--dry-run"))
    boards = [doubt["board"] for doubt in facts["in_doubt"]]
    assert (facts["surely_dealt"], boards[0], facts["repaired"]) == ({}, 1, False)
    assert facts["counters_ahead"]["1"] == 1
    facts = json.loads(duplimate.run("repair", "--json", "--dealt", "1-2"))
    assert facts["repaired"]
    assert facts["left"] == {"3": 1, "4": 1} | ({"2": 1} if 2 not in boards else {})
    duplimate.run("resume", "--assume-dealt", "no")
    assert json.loads(duplimate.run("status", "--json"))["standing"] == "finished"
    # All four were dealt and counted before the damage; 3 and 4 were then dealt once more.
    after = {board.number: int(board.extras["dlm:duplicates"]) for board in overtrick.read(file)}
    assert {b: after[b] - before[b] for b in range(1, 6)} == {1: 0, 2: 0, 3: 1, 4: 1, 5: 0}
    with Journal.open(path, write=False) as journal:
        kinds = [entry.kind for entry in journal.entries()]
    assert EntryKind.REPAIRED in kinds
    assert overtrick.read(file, check=True).diagnostics == ()


def test_a_journal_of_another_version_is_named_and_set_aside(duplimate):
    file = duplimate.evening()
    duplimate.sessions.mkdir()
    path = duplimate.sessions / "old.session"
    path.write_bytes(b"SQLite format 3\0" + bytes(100))
    for words in (("status",), ("resume",), ("deal", file, "--device", "simulator:?speed=0")):
        text = duplimate.run(*words, code=1)
        assert "this version does not read an SQLite database, as version 1.0.0 wrote" in text
    assert "nothing can be known" in duplimate.run("repair", code=1)
    assert "given up" in duplimate.run("repair", "--set-aside")
    assert path.with_name("old.session.damaged").exists()
    assert "there are no sessions" in duplimate.run("status", code=1)


def test_an_explicit_word_deals_all_the_same(duplimate):
    file, _, before = damaged(duplimate)
    words = ("--device", "simulator:?speed=0", "--boards", "9", "--despite-damage")
    assert "1 of 1" in duplimate.run("deal", file, *words)
    after = {board.number: int(board.extras["dlm:duplicates"]) for board in overtrick.read(file)}
    assert {b for b in after if after[b] != before[b]} == {9}
    # The last one that is sound is told, and the damaged one is named.
    assert "JRN101" in duplimate.run("status", code=1)


def test_a_repair_that_is_killed_can_be_done_again(tmp_path):
    path = written(tmp_path)
    whole = Files.of(path)
    known = known_of(whole.first, None)
    data = fixed(known, known.ledger, {})
    # The second file is put in its place first.
    Files(whole.first[:-300], data).put(path)
    with pytest.raises(Exception, match="JRN10"):
        Journal.open(path)
    again = known_of(whole.first[:-300], data)
    assert again.ledger == known.ledger
    assert not again.sound.count_lost


def test_several_damaged_journals_are_asked_for_by_name(duplimate):
    for name in ("a", "b"):
        path = written(duplimate.sessions, session=name)
        path.write_bytes(path.read_bytes()[:-5])
    text = duplimate.run("repair", code=2)
    assert "--session a" in text
    assert "--session b" in text
    duplimate.run("repair", "--session", "a")
    with Journal.open(duplimate.sessions / "a.session") as journal:
        assert journal.ledger().standing is LedgerStatus.OPEN
        journal.write(Entry(kind=EntryKind.STOPPED))


class Terminal(io.StringIO):
    """What somebody types."""

    def isatty(self):
        return True


def test_doubts_are_asked_on_a_terminal(duplimate, monkeypatch):
    damaged(duplimate, both=True)
    facts = json.loads(duplimate.run("repair", "--json", "--dry-run"))
    doubts = facts["in_doubt"]
    monkeypatch.setattr(sys, "stdin", Terminal("y\n" + "n\n" * (len(doubts) - 1)))
    report = duplimate.run("repair")
    assert f"Look at board {doubts[0]['board']} (copy 1)" in report
    assert "Taken for dealt: board 1 (copy 1)\n" in report
    assert "Left    2, 3, 4\n" in report

"""The commands as a user runs them: real processes, real sockets, real files."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import pty
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import overtrick
from overtrick import DeviceError
from overtrick_duplimate_device.interface.blind import find_cards
from overtrick_duplimate_device.journal.journal import Journal
from overtrick_duplimate_device.journal.ledger import EntryKind

DATA = Path(__file__).parent / "data"


def counters(file):
    boards = overtrick.read(file, check=True)
    assert not boards.diagnostics
    return {board.number: int(board.extras["dlm:duplicates"]) for board in boards}


def journal_of(duplimate):
    (path,) = duplimate.sessions.glob("*.session")
    return Journal.open(path, write=False)


def kinds(duplimate):
    with journal_of(duplimate) as journal:
        return [entry.kind for entry in journal.entries()]


@pytest.mark.slow
def test_the_evening_of_the_handbook(duplimate):
    """Two terminals: 16 boards dealt, eight counters two higher, the file checks clean."""
    file = duplimate.evening()
    before = counters(file)
    url = duplimate.simulate("--speed", "0")
    output = duplimate.spawn("deal", file, "--boards", "1-8", "--copies", "2", "--device", url)
    assert "16 of 16" in output
    after = counters(file)
    assert {b: after[b] - before[b] for b in before} == {b: 2 if b <= 8 else 0 for b in before}
    check = subprocess.run([sys.executable, "-m", "overtrick_cli", "check", str(file)], check=False)
    assert check.returncode == 0
    status = json.loads(duplimate.run("status", "--json"))
    assert (status["standing"], status["dealt"], status["total"]) == ("finished", 16, 16)
    assert all(not find_cards(text) for text in duplimate.texts)


def test_a_session_on_a_pseudo_terminal(duplimate):
    file = duplimate.evening()
    process = duplimate.start("simulate", "--pty", "--speed", "0")
    device = process.stdout.readline().split()[-1]
    assert device.startswith("/dev/")
    assert "2 of 2" in duplimate.run("deal", file, "--boards", "1-2", "--device", device)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_is_printed_or_written_names_a_card(duplimate, seed):
    file = duplimate.evening()
    url = duplimate.simulate(
        "--speed", "0", "--faults", "0.02", "--link-faults", "0.02",
        "--seed", seed, "--cuts", "0.001",
    )  # fmt: skip
    duplimate.run("deal", file, "--boards", "1-4", "--device", url, "--assume-dealt", "no")
    duplimate.run("status")
    duplimate.run("log")
    log = duplimate.run("log", "--json")
    assert any(json.loads(line)["kind"] == "fault" for line in log.splitlines())
    for text in duplimate.texts:
        assert not find_cards(text)
    deals = [board.deal for board in overtrick.read(file)]
    for path in duplimate.sessions.iterdir():
        content = path.read_bytes().decode("latin-1")
        for deal in deals:
            assert not any(hand.text in content for hand in deal)
        assert not any(len(found) > 3 for found in find_cards(content))


@pytest.mark.slow
def test_show_cards_names_the_card_at_fault_and_only_then(duplimate):
    file = duplimate.evening()
    url = duplimate.simulate("--speed", "0", "--script", "1@17:duplicate,3@20:duplicate")
    blind = duplimate.run("deal", file, "--boards", "1", "--device", url)
    assert "read twice" in blind
    assert not find_cards(blind)
    shown = duplimate.run("deal", file, "--boards", "2", "--device", url, "--show-cards")
    assert len(find_cards(shown)) == 1


@pytest.mark.slow
def test_kill_nine_and_resume(duplimate):
    file = duplimate.evening()
    before = counters(file)
    url = duplimate.simulate("--speed", "20")
    process = duplimate.start("deal", file, "--boards", "1-4", "--device", url)
    duplimate.wait_until(
        lambda: (
            list(duplimate.sessions.glob("*.session"))
            and kinds(duplimate).count(EntryKind.STARTED) == 2
        )
    )
    process.send_signal(signal.SIGKILL)
    process.wait()
    status = json.loads(duplimate.run("status", "--json"))
    assert status["dealt"] == 1
    assert status["in_hand"]["board"] == 2
    refused = duplimate.run("deal", file, "--device", url, code=2)
    assert "resume" in refused
    duplimate.run("resume", "--assume-dealt", "no")
    after = counters(file)
    assert [after[b] - before[b] for b in range(1, 6)] == [1, 1, 1, 1, 0]
    assert "finished" in duplimate.run("status")
    assert "every session is finished" in duplimate.run("resume")


@pytest.mark.slow
def test_again_deals_a_board_beyond_the_plan(duplimate):
    file = duplimate.evening()
    before = counters(file)
    url = duplimate.simulate("--speed", "0")
    duplimate.run("deal", file, "--boards", "1-2", "--device", url)
    assert "Board 2 is dealt once more." in duplimate.run("redeal", "2")
    duplimate.run("redeal", "5")
    after = counters(file)
    assert [after[b] - before[b] for b in (1, 2, 3, 5)] == [1, 2, 0, 1]
    duplimate.run("redeal", "99", code=2)


@pytest.mark.slow
def test_ctrl_c_pauses_after_the_card_and_the_second_stops(duplimate):
    file = duplimate.evening()
    url = duplimate.simulate("--speed", "4")
    keys, terminal = pty.openpty()
    process = duplimate.start("deal", file, "--boards", "1-2", "--device", url, stdin=terminal)
    os.close(terminal)
    duplimate.wait_until(
        lambda: list(duplimate.sessions.glob("*.session")) and EntryKind.STARTED in kinds(duplimate)
    )
    process.send_signal(signal.SIGINT)
    duplimate.wait_until(lambda: EntryKind.PAUSED in kinds(duplimate))
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    os.close(keys)
    assert process.returncode == 130, output
    assert kinds(duplimate)[-1] is EntryKind.STOPPED
    assert "resume" in output
    duplimate.run("resume")
    assert "finished" in duplimate.run("status")


@pytest.mark.slow
@pytest.mark.parametrize("stdin", [subprocess.DEVNULL, subprocess.PIPE], ids=["null", "pipe"])
def test_ctrl_c_stops_a_session_that_has_no_terminal(duplimate, stdin):
    file = duplimate.evening()
    url = "simulator:?speed=8"
    process = duplimate.start("deal", file, "--boards", "1-9", "--device", url, stdin=stdin)
    duplimate.wait_until(
        lambda: list(duplimate.sessions.glob("*.session")) and EntryKind.STARTED in kinds(duplimate)
    )
    process.send_signal(signal.SIGINT)
    # What is typed could still come through the pipe.
    assert process.wait(timeout=60) == 130
    output, _ = process.communicate()
    assert EntryKind.PAUSED not in kinds(duplimate)
    assert kinds(duplimate)[-1] is EntryKind.STOPPED
    assert "resume" in output


@pytest.mark.slow
def test_a_pause_that_nobody_can_end_ends_by_itself(duplimate):
    file = duplimate.evening()
    url = "simulator:?speed=8"
    words = ("deal", file, "--boards", "1-9", "--device", url, "--operator-timeout", "1")
    process = duplimate.start(*words, stdin=subprocess.PIPE)
    duplimate.wait_until(
        lambda: list(duplimate.sessions.glob("*.session")) and EntryKind.STARTED in kinds(duplimate)
    )
    output, _ = process.communicate("p\n", timeout=30)  # and the input ends
    assert process.returncode == 4, output
    assert EntryKind.PAUSED in kinds(duplimate)
    assert "resume" in output


@pytest.mark.slow
def test_a_file_that_changed_is_not_dealt_on(duplimate):
    file = duplimate.evening()
    url = duplimate.simulate("--speed", "20")
    process = duplimate.start("deal", file, "--boards", "1-3", "--device", url)
    duplimate.wait_until(
        lambda: list(duplimate.sessions.glob("*.session")) and EntryKind.STARTED in kinds(duplimate)
    )
    process.kill()
    process.wait()
    boards = overtrick.read(file)
    changed = [overtrick.Board(number=b.number, deal=b.deal.rotated(1)) for b in boards]
    overtrick.write(changed, file, overwrite=True)
    output = duplimate.run("resume", code=1)
    assert "not those that the session began with" in output
    assert not find_cards(output)


def test_a_damaged_file_is_refused_without_naming_a_card(duplimate):
    file = duplimate.evening()
    file.write_bytes(file.read_bytes().replace(b"fnbkmm", b"fnbkmn", 1))
    output = duplimate.run("deal", file, "--device", "simulator:", code=1)
    assert "overtrick check" in output
    assert not find_cards(output)


def test_no_machine_is_exit_code_four(duplimate):
    file = duplimate.evening()
    output = duplimate.run("deal", file, "--device", "socket://127.0.0.1:1", code=4)
    assert "cannot open" in output
    for url in ("carrier-pigeon:", "carrier-pigeon+socket://127.0.0.1:1", "simulator:?wings=2"):
        assert "driver" in duplimate.run("deal", file, "--device", url, code=4) or "wings" in url
    assert not duplimate.sessions.exists()


def test_wrong_usage_is_exit_code_two(duplimate):
    file = duplimate.evening()
    for words in (
        ("deal", file),
        ("deal", file, "--boards", "40", "--device", "simulator:"),
        ("deal", file, "--boards", "x", "--device", "simulator:"),
        ("deal", file, "--copies", "0", "--device", "simulator:"),
        ("deal", file, "--copies", "*", "--order", "board", "--device", "simulator:"),
        ("simulate",),
        ("simulate", "--listen", "nowhere"),
        ("simulate", "--listen", "127.0.0.1:0", "--script", "1:earthquake"),
    ):
        duplimate.run(*words, code=2)


def test_a_file_without_counters_says_so(duplimate):
    source = duplimate.evening()
    file = duplimate.folder / "evening.pbn"
    overtrick.write(overtrick.read(source), file)
    before = file.read_bytes()
    output = duplimate.run("deal", file, "--boards", "1-2", "--device", "simulator:?speed=0")
    assert "journal only" in output
    assert file.read_bytes() == before


def test_the_counters_of_a_compressed_file_are_kept(duplimate):
    plain = duplimate.evening()
    file = duplimate.folder / "evening.dlm.gz"
    file.write_bytes(gzip.compress(plain.read_bytes()))
    before = counters(file)
    output = duplimate.run("deal", file, "--boards", "1-2", "--device", "simulator:?speed=0")
    assert "2 of 2" in output
    after = counters(file)
    assert {b: after[b] - before[b] for b in before if after[b] != before[b]} == {1: 1, 2: 1}
    assert file.read_bytes().startswith(b"\x1f\x8b")


def test_a_sealed_file_is_dealt_and_warns_when_cards_are_to_be_shown(duplimate):
    file = duplimate.evening()
    file.write_bytes(file.read_bytes().replace(b"SuppressDeals=No", b"SuppressDeals=Yes"))
    blind = duplimate.run("deal", file, "--boards", "1", "--device", "simulator:?speed=0")
    assert "not to be shown" not in blind
    shown = duplimate.run(
        "deal", file, "--boards", "2", "--device", "simulator:?speed=0", "--show-cards"
    )
    assert "not to be shown" in shown


@pytest.mark.slow
def test_copies_without_limit_go_round_until_stopped(duplimate):
    file = duplimate.evening()
    process = duplimate.start(
        "deal", file, "--boards", "1-2", "--copies", "*", "--device", "simulator:?speed=0"
    )
    duplimate.wait_until(
        lambda: (
            list(duplimate.sessions.glob("*.session"))
            and kinds(duplimate).count(EntryKind.DEALT) >= 5
        )
    )
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    assert process.returncode == 130
    status = json.loads(duplimate.run("status", "--json"))
    assert status["total"] is None
    assert abs(status["done"]["1"] - status["done"]["2"]) <= 1


@pytest.mark.parametrize(
    ("options", "machine"),
    [
        (("--descending", "--order", "set", "--copies", "2"), "speed=0"),
        (("--sorted",), "speed=0"),
        (("--stop-card",), "speed=0"),
        (("--auto-number",), "speed=0&numbers=1-4"),
        ((), "speed=0&numbers=1-4&boards=0.3&seed=4"),
    ],
)
def test_ways_of_dealing(duplimate, options, machine):
    file = duplimate.evening()
    before = counters(file)
    url = f"simulator:?{machine}"
    duplimate.run("deal", file, "--boards", "1-3", "--device", url, *options)
    after = counters(file)
    copies = 2 if "--copies" in options else 1
    assert [after[b] - before[b] for b in range(1, 5)] == [copies] * 3 + [0]
    if "--descending" in options:
        with journal_of(duplimate) as journal:
            dealt = [e.board for e in journal.entries() if e.kind is EntryKind.DEALT]
        assert dealt == [3, 2, 1, 3, 2, 1]


def test_a_question_without_anybody_to_answer_ends_with_exit_code_four(duplimate):
    """The power goes at the last card: nobody knows; a word on the command line decides."""
    file = duplimate.evening()
    url = "simulator:?speed=0&script=1@51:power_cut"
    output = duplimate.run("deal", file, "--boards", "1", "--device", url, code=4)
    assert "Nobody knows whether board 1 (copy 1) was finished" in output
    assert "in doubt" in duplimate.run("status")
    before = counters(file)[1]
    duplimate.run("resume", "--device", "simulator:?speed=0&seed=2", "--assume-dealt", "yes")
    assert counters(file)[1] == before + 1
    with journal_of(duplimate) as journal:
        (dealt,) = [e for e in journal.entries() if e.kind is EntryKind.DEALT]
    assert dealt.detail["by"] == "option"


@pytest.mark.slow
def test_a_doubt_is_asked_and_answered(duplimate):
    file = duplimate.evening()
    url = duplimate.simulate("--speed", "0", "--script", "1@51:power_cut")
    process = duplimate.start("deal", file, "--boards", "1", "--device", url, stdin=subprocess.PIPE)
    duplimate.wait_until(
        lambda: list(duplimate.sessions.glob("*.session")) and EntryKind.DOUBT in kinds(duplimate)
    )
    process.stdin.write("\n")  # an empty line never answers a doubt
    process.stdin.write("n\n")
    process.stdin.flush()
    process.wait(30)
    assert process.returncode == 0, process.stdout.read()
    with journal_of(duplimate) as journal:
        entries = list(journal.entries())
    assert [e.detail["reason"] for e in entries if e.kind is EntryKind.FAILED] == [
        "not dealt, by operator"
    ]
    assert sum(e.kind is EntryKind.DEALT for e in entries) == 1


def test_verify_and_record(duplimate):
    output = duplimate.run("verify", "--device", "simulator:?speed=0")
    assert "52 different cards" in output
    bad = duplimate.run(
        "verify", "--json", "--device", "simulator:?speed=0&script=1@5:misread", code=1
    )
    facts = json.loads(duplimate.out)
    assert (facts["is_deck"], facts["missing"], facts["repeated"]) == (False, 1, 1)
    assert not find_cards(bad)
    out = duplimate.folder / "hand.pbn"
    recorded = duplimate.run(
        "record", out, "--boards", "1-2", "--device", "simulator:?speed=0&seed=3"
    )
    boards = overtrick.read(out)
    assert [board.number for board in boards] == [1, 2]
    assert all(b.deal is not None and b.deal.is_complete for b in boards)
    assert not find_cards(recorded)
    assert "exists" in duplimate.run("record", out, "--device", "simulator:?speed=0", code=2)


def test_devices_and_identify(duplimate):
    facts = json.loads(duplimate.run("devices", "--json"))
    assert {"dealer2024", "line", "simulator"} <= {driver["name"] for driver in facts["drivers"]}
    assert "dealer2024" in duplimate.run("devices")
    url = duplimate.simulate("--speed", "0")
    assert "overtrick simulator" in duplimate.run("identify", url)
    assert json.loads(duplimate.run("identify", url, "--json"))["reads_cards"] is True
    duplimate.run("identify", "socket://127.0.0.1:1", code=4)


@pytest.mark.slow
def test_a_machine_without_anybody_to_tend_it(duplimate):
    file = duplimate.evening()
    process = duplimate.start(
        "simulate", "--listen", "127.0.0.1:0", "--speed", "0", "--manual", stdin=subprocess.PIPE
    )
    url = process.stdout.readline().split()[-1]
    session = duplimate.start("deal", file, "--boards", "1", "--device", url)
    session.stdout.readline()
    assert "Put the empty board 1" in session.stdout.readline()
    process.stdin.write("dance\ndeck\nin 1\n")
    process.stdin.flush()
    duplimate.wait_until(lambda: EntryKind.FAULT in kinds(duplimate) or session.poll() is not None)
    output = session.communicate(timeout=30)[0]
    assert session.returncode == 0, output
    process.stdin.write("out\nkey\nquit\n")
    process.stdin.flush()
    assert process.wait(10) == 0


@pytest.mark.slow
def test_two_sessions_cannot_deal_one_journal(duplimate):
    file = duplimate.evening()
    url = duplimate.simulate("--speed", "1")
    duplimate.start("deal", file, "--boards", "1-3", "--device", url)
    duplimate.wait_until(
        lambda: list(duplimate.sessions.glob("*.session")) and EntryKind.STARTED in kinds(duplimate)
    )
    assert "another program is using" in duplimate.run("resume", code=1)


@pytest.mark.slow
def test_a_simulator_that_was_fed_garbage_still_deals(duplimate):
    url = duplimate.simulate("--speed", "0")
    source = random.Random(7)
    host, port = url.removeprefix("socket://").split(":")
    for _ in range(5):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(source.randbytes(20_000) + b"$" * 500 + b"\n$*0000\n")
    file = duplimate.evening()
    assert "2 of 2" in duplimate.run("deal", file, "--boards", "1-2", "--device", url)


def test_a_machine_that_sends_garbage_is_given_up_in_time(duplimate):
    source = random.Random(7)

    def talk(server):
        with contextlib.suppress(OSError):
            client, _ = server.accept()
            with client:
                while True:
                    client.sendall(source.randbytes(500) + b"$0a1b2c3d R 1 OK*0000\n")
                    time.sleep(0.01)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=talk, args=(server,), daemon=True).start()
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        output = duplimate.run("identify", url, "--timeout", "1", code=4)
    # It would have sent for ever.
    assert "did not answer HELLO" in output


def test_an_error_that_names_cards_is_told_without_them(duplimate, monkeypatch):
    def broken(*arguments, **options):
        raise DeviceError("cannot read card SA of fnbkmmincldklcfcofoiefnapm")

    monkeypatch.setattr("overtrick_duplimate_device.commands.verify.open_device", broken)
    output = duplimate.run("verify", "--device", "simulator:", code=4)
    assert output == "Error: cannot read card (hidden) of (hidden)\n"


@pytest.mark.slow
def test_a_file_that_is_damaged_in_mid_session_stops_it_blind(duplimate):
    file = duplimate.evening()
    url = duplimate.simulate("--speed", "10")
    process = duplimate.start("deal", file, "--boards", "1-3", "--device", url)
    duplimate.wait_until(
        lambda: list(duplimate.sessions.glob("*.session")) and EntryKind.STARTED in kinds(duplimate)
    )
    file.write_bytes(file.read_bytes().replace(b"Board 04=hdojdjmk", b"Bored 04=hdojdjmk"))
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 1, output
    assert "counters cannot be kept" in output
    assert "hdoj" not in output
    assert EntryKind.DEALT in kinds(duplimate)

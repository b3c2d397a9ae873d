"""Drivers, transports and what the operator sees."""

from __future__ import annotations

import contextlib
import http.server
import io
import threading
import urllib.parse
from pathlib import Path

import pytest
from rich.console import Console

import overtrick
import overtrick_duplimate_device
from overtrick import Card, Deal, DeviceError, Seat
from overtrick_duplimate_device.drivers.dealer2024 import deal_text, open_driver
from overtrick_duplimate_device.drivers.selection import find_driver
from overtrick_duplimate_device.drivers.simulator import SimulatorDriver, parse_url
from overtrick_duplimate_device.drivers.transport import SerialTransport
from overtrick_duplimate_device.interface.blind import find_cards, redact
from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    ConnectionLostError,
    FaultRaised,
    Identity,
    Job,
    MachineRefusedError,
    Mode,
    NeedsConfirmation,
    Status,
)
from overtrick_duplimate_device.interface.faults import FaultCode
from overtrick_duplimate_device.journal.journal import Header, Journal
from overtrick_duplimate_device.journal.ledger import EntryKind, Ledger
from overtrick_duplimate_device.journal.plan import Plan
from overtrick_duplimate_device.session.actions import Notice, NoticeKind
from overtrick_duplimate_device.session.counters import FileCounters
from overtrick_duplimate_device.session.deck_reader import DeckReader
from overtrick_duplimate_device.session.inputs import Answered, Connected, Operator
from overtrick_duplimate_device.session.phases import Outcome, Question
from overtrick_duplimate_device.session.runner import Runner
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.session.watchers import LiveWatcher, PlainWatcher
from overtrick_duplimate_device.simulator.loopback import VirtualClock
from overtrick_duplimate_device.simulator.setup import MachineSettings, make_machine
from overtrick_duplimate_device.simulator.troubles import SimulatedFault, parse_script

GOLDEN = Path(__file__).parent / "data" / "dupsoft-32-boards.dlm"
DEALS = {board.number: board.deal for board in overtrick.read(GOLDEN)}
JOB = Job(id="00c0ffee00c0ffee", board=1, deal=DEALS[1])


# Dealer2024.


class Firmware(http.server.BaseHTTPRequestHandler):
    """Follows what is public of the machine, and no more."""

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        state = self.server.state
        if parts.path != "/deal":
            code, text = 404, b"Not found"
        elif state.get("hang"):
            self.close_connection = True
            return
        elif state.get("strange"):
            code, text = 500, b"?"
        elif state.get("busy"):
            code, text = 404, b"Invalid State, Card Present or Busy"
        else:
            state.setdefault("deals", []).append(urllib.parse.parse_qs(parts.query)["deal"][0])
            code, text = 200, b"Dealing"
        self.send_response(code)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def firmware():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Firmware)
    server.state = {}
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def dealer(server):
    return open_driver(f"dealer2024://127.0.0.1:{server.server_port}", timeout=2.0)


def test_dealer2024_gets_the_deal_and_the_operator_has_to_look(firmware):
    driver = dealer(firmware)
    driver.load(JOB)
    driver.start(JOB.id)
    driver.start(JOB.id)
    (sent,) = firmware.state["deals"]
    assert sent == deal_text(DEALS[1])
    assert Deal.parse(sent.replace(",", " ")) == DEALS[1]
    assert driver.next_event(0.0) == NeedsConfirmation(job_id=JOB.id)
    assert driver.next_event(0.0) is None


def test_dealer2024_says_when_it_is_busy(firmware):
    firmware.state["busy"] = True
    driver = dealer(firmware)
    driver.load(JOB)
    with pytest.raises(MachineRefusedError) as caught:
        driver.start(JOB.id)
    assert caught.value.code == "busy"
    assert not find_cards(str(caught.value))


@pytest.mark.parametrize("trouble", ["hang", "strange"])
def test_dealer2024_that_gives_no_answer_leaves_a_doubt_not_a_traceback(firmware, trouble):
    firmware.state[trouble] = True
    driver = dealer(firmware)
    driver.load(JOB)
    with pytest.raises(DeviceError) as caught:
        driver.start(JOB.id)
    assert not find_cards(str(caught.value))


def test_dealer2024_refuses_what_is_not_public(firmware):
    driver = dealer(firmware)
    for call in (
        driver.pause,
        driver.clear_fault,
        lambda: driver.load(Job(id="x", mode=Mode.VERIFY)),
        lambda: driver.start("unknown"),
    ):
        with pytest.raises(MachineRefusedError):
            call()
    driver.load(JOB)
    driver.abort(JOB.id)
    driver.reject_board()
    assert driver.status().job_id is None
    driver.close()


@pytest.mark.parametrize("url", ["dealer2024://", "dealer2024://x:y", "dealer2024://127.0.0.1:1"])
def test_dealer2024_needs_an_address(url):
    with pytest.raises(DeviceError):
        open_driver(url, timeout=0.5)


def run_with(driver, tmp_path, plan, watcher, answers=()):
    header = Header(
        session="s", path="x", format="pbn", device="d", plan=plan, base={}, salt="00" * 32,
        fingerprints={},
    )  # fmt: skip
    with Journal.create(tmp_path, header) as journal:
        session = Session(plan, DEALS, Ledger())
        runner = Runner(
            session, journal, lambda: driver, FileCounters(Path("x"), None), watcher, reconnect=0.0
        )
        words = list(answers)
        runner.begin()
        while not session.is_over:
            if session.question is not None and words:
                runner.say(words.pop(0))
            elif session.question is not None:
                runner.is_unattended = True
            runner.step(0.01)
        runner.close()
        return session, [entry.kind for entry in journal.entries()]


def test_a_session_on_dealer2024(firmware, tmp_path, capsys):
    answers = [Operator.YES, Operator.NO, Operator.YES, Operator.YES, Operator.YES, Operator.YES]
    session, kinds = run_with(
        dealer(firmware), tmp_path, Plan(boards=(1, 2)), PlainWatcher(), answers
    )
    # Board 1 went wrong once, so three deals were sent for two boards.
    assert [kinds.count(EntryKind.DEALT), kinds.count(EntryKind.FAILED)] == [2, 1]
    assert firmware.state["deals"] == [deal_text(DEALS[b]) for b in (1, 1, 2)]
    assert session.outcome is Outcome.FINISHED
    assert not find_cards(capsys.readouterr().out)


# Transports and URLs.


def test_bytes_go_round_a_loop():
    line = SerialTransport("loop://")
    line.write(b"hello")
    assert line.read(1.0) == b"hello"
    assert line.read(0.0) == b""
    line.close()


@pytest.mark.parametrize(
    "url", ["/dev/no-such-port", "socket://127.0.0.1:1", "socket://", "what://x", "socket://x:y"]
)
def test_what_cannot_be_opened_is_a_lost_connection(url):
    with pytest.raises(ConnectionLostError, match="cannot open"):
        SerialTransport(url)


def test_a_port_that_is_gone_is_a_lost_connection():
    line = SerialTransport("loop://")
    line._port.close()
    with pytest.raises(ConnectionLostError):
        line.read(0.1)
    with pytest.raises(ConnectionLostError):
        line.write(b"x")
    line.close()


@pytest.mark.parametrize(
    ("url", "name", "rest"),
    [
        ("socket://127.0.0.1:4711", "line", "socket://127.0.0.1:4711"),
        ("/dev/ttyUSB0", "line", "/dev/ttyUSB0"),
        ("COM3", "line", "COM3"),
        ("C:\\pipe", "line", "C:\\pipe"),
        ("simulator:?speed=0", "simulator", "simulator:?speed=0"),
        ("line+rfc2217://host:1", "line", "rfc2217://host:1"),
        ("dealer2024://host", "dealer2024", "dealer2024://host"),
    ],
)
def test_a_url_finds_its_driver(url, name, rest):
    spec, left = find_driver(url)
    assert (spec.name, left) == (name, rest)


@pytest.mark.parametrize("url", ["pigeon://x", "nobody+socket://x:1"])
def test_a_url_that_nobody_serves_is_an_error(url):
    with pytest.raises(DeviceError, match="driver"):
        find_driver(url)


def test_two_drivers_for_one_scheme_are_not_chosen_between():
    from overtrick import PluginManager
    from overtrick.plugin import hookimpl
    from overtrick_duplimate_device.interface.spec import DRIVERS, DriverSpec

    class Two:
        @hookimpl
        def overtrick_kinds(self, api):
            yield DRIVERS

        @hookimpl
        def overtrick_drivers(self, api):
            for name in ("one", "two"):
                yield DriverSpec(name=name, summary="", driver="a:b", schemes=("xy",))

    manager = PluginManager(discover=False)
    manager.register(Two(), name="both")
    with pytest.raises(DeviceError, match=r"one and two; choose with one\+"):
        find_driver("xy://", manager)
    assert find_driver("two+xy://", manager)[0].name == "two"


def test_a_driver_waits_for_the_plugin_that_brings_the_kind():
    from overtrick import PluginManager
    from overtrick.plugin import hookimpl

    class Mill:
        @hookimpl(optionalhook=True)
        def overtrick_drivers(self, api):
            # Not imported where this plugin is missing: the hook is not called there.
            from overtrick_duplimate_device.interface.spec import DriverSpec

            yield DriverSpec(name="mill", summary="", driver="a:b", schemes=("mill",))

    manager = PluginManager(discover=False)
    record = manager.register(Mill(), name="mill")
    assert record.waits == ("overtrick_drivers",)
    with pytest.raises(DeviceError, match="no driver serves 'mill'"):
        find_driver("mill://", manager)
    manager.register(overtrick_duplimate_device, name="duplimate_device")
    assert find_driver("mill://", manager)[0].name == "mill"
    assert find_driver("socket://a:1", manager)[0].name == "line"


def test_a_bad_driver_spec_is_refused():
    from overtrick import PluginLoadError
    from overtrick_duplimate_device.interface.spec import DriverSpec

    with pytest.raises(PluginLoadError):
        DriverSpec(name="mill", summary="", driver="nowhere")


@pytest.mark.parametrize("query", ["speed=-1", "faults=2", "manual=maybe", "boards=x", "x=1"])
def test_a_simulator_url_is_checked(query):
    with pytest.raises(DeviceError, match="simulator"):
        parse_url(f"simulator:?{query}")


# The simulator's faults, one by one: whatever happens, the board is right in the end.


def simulated(script="", **options):
    machine, attendant = make_machine(
        MachineSettings(speed=0, script=script, **options), window=1, boot_name="b"
    )
    clock = VirtualClock()
    return machine, attendant, SimulatorDriver(machine, attendant, sleep=clock.sleep)


@pytest.mark.parametrize("trouble", [
    "hopper_empty", "extra_card", "unreadable", "misread", "duplicate", "foreign_card",
    "double_feed", "unseen_double_feed", "jam", "pocket_full", "board_missing", "board_pulled",
    "wrong_pocket",
])  # fmt: skip
@pytest.mark.parametrize("card", [0, 20, 51])
def test_each_fault_is_noticed_and_fixed(tmp_path, capsys, trouble, card):
    if trouble == "board_missing" and card:
        pytest.skip("a board is missing at the start only")
    _, attendant, driver = simulated(f"1@{card}:{trouble}")
    session, kinds = run_with(driver, tmp_path, Plan(boards=(1,)), PlainWatcher())
    assert session.outcome is Outcome.FINISHED
    (full,) = [board for board in attendant.boards() if board.holds(DEALS[1])]
    assert full.cards == 52
    # A card that falls astray is no fault of which the machine knows: the session sees it.
    harmless = (
        (trouble == "wrong_pocket" and card < 51)
        or (trouble == "duplicate" and card == 0)
        or (trouble == "unseen_double_feed" and card == 51)
    )
    assert (EntryKind.FAULT in kinds) is not harmless
    assert not find_cards(capsys.readouterr().out)


def test_every_trouble_is_in_the_tests_or_belongs_to_the_line():
    assert {trouble.value for trouble in SimulatedFault} == {
        "hopper_empty", "extra_card", "unreadable", "misread", "duplicate", "foreign_card",
        "double_feed", "unseen_double_feed", "jam", "pocket_full", "board_missing",
        "board_pulled", "wrong_pocket", "wrong_board", "cable_pulled", "power_cut", "taken",
        "garbage", "late", "twice", "out_of_order",
    }  # fmt: skip
    assert parse_script("2@5:cable_pulled") == {(2, 5): SimulatedFault.CABLE_PULLED}


# Reading decks.


def read_deck(mode, script="", deck=None):
    _, attendant, driver = simulated(script)
    if deck is not None:
        attendant.next_deck.append(deck)
    said = []
    clock = VirtualClock()
    return DeckReader(driver, mode, said.append, clock=clock).read(), said


def test_a_deck_with_a_card_missing_is_found():
    tally, _ = read_deck(Mode.VERIFY, deck=list(range(51)))
    assert [card.index for card in tally.missing] == [51]
    assert (tally.heard, tally.repeated) == (51, 0)


def test_a_deck_with_a_card_twice_is_found():
    tally, _ = read_deck(Mode.VERIFY, deck=[*range(51), 3])
    assert (tally.heard, tally.repeated, len(tally.missing)) == (52, 1, 1)


def test_recording_goes_on_after_faults():
    tally, said = read_deck(Mode.RECORD, "1@9:unreadable,1@20:jam")
    assert tally.verdict() is None
    assert not find_cards(" ".join(said))
    assert any("jammed" in text for text in said)


def test_a_machine_that_cannot_read_decks_says_so(firmware):
    with pytest.raises(DeviceError, match="cannot verify"):
        DeckReader(dealer(firmware), Mode.VERIFY, print)


def test_nobody_doing_anything_ends_the_reading():
    machine, _, _ = simulated()
    clock = VirtualClock()
    driver = SimulatorDriver(machine, None, sleep=clock.sleep)
    with pytest.raises(DeviceError, match="nobody"):
        DeckReader(driver, Mode.VERIFY, lambda text: None, clock=clock, patience=5.0).read()


# What the operator sees.


def session_in_fault():
    session = Session(Plan(boards=(1, 2), copies=2), DEALS, Ledger())
    _, _, driver = simulated()
    session.handle(
        Connected(
            identity=Identity(model="M", boot="b"),
            capabilities=driver.capabilities,
            status=Status(board_in=True, is_fresh=True),
        )
    )
    session.handle(Answered())
    session.handle(Answered())
    job = session.ledger.attempt.job_id
    session.handle(
        FaultRaised(code=FaultCode.DUPLICATE_CARD, job_id=job, position=0, card=Card.parse("SA"))
    )
    return session


def draw(session, **options):
    console = Console(file=io.StringIO(), width=240, force_terminal=True)
    with LiveWatcher(console, "EVENING.dlm", **options) as watcher:
        watcher.refresh(session)
        watcher.show(Notice(NoticeKind.DEALT, "Board 1 (copy 1) is dealt; 1 of 4."))
        watcher.show(Notice(NoticeKind.PROMPT, "card SA is stuck"))
    return console.file.getvalue()


def test_the_live_view_shows_the_board_the_fault_and_what_to_do():
    text = draw(session_in_fault())
    for words in ("EVENING.dlm", "Board 1", "read twice", "deal the board afresh", "0/4 boards"):
        assert words in text
    assert "SA" not in text


def test_the_live_view_names_a_card_only_on_request():
    assert "The card is SA" in " ".join(draw(session_in_fault(), show_cards=True).split())


def test_what_stays_above_the_live_view_is_told_by_its_kind_not_by_its_words():
    console = Console(file=io.StringIO(), width=240, force_terminal=True)
    with LiveWatcher(console, "EVENING.dlm") as watcher:
        watcher.show(Notice(NoticeKind.PROMPT, "the machine says: the deck is dealt and changed"))
        watcher.show(Notice(NoticeKind.GAVE_UP, "Nobody did what was asked."))
        watcher.show(Notice(NoticeKind.ENDED, "Stopped."))
    text = console.file.getvalue()
    assert "the machine says" not in text
    assert text.index("Nobody did what was asked.") < text.index("Stopped.")


def test_a_question_and_the_end_are_drawn_too():
    session = Session(Plan(boards=(1,), copies=None), DEALS, Ledger())
    session.question = Question.DOUBT
    assert "no limit" in draw(session)


def test_cards_that_others_name_are_hidden():
    said = "cannot read SA, ♥Q, 10H or T53.AJ7.AT.AQ762 in fnbkmmincldklcfcofoiefnapm"
    assert len(find_cards(said)) == 5
    assert find_cards(redact(said)) == []
    for harmless in ("board 12 of 16", "A4 paper", "section C", "...", "COM3", "/dev/ttyS2x"):
        assert find_cards(harmless) == []


def test_seats_and_cards_never_stand_in_a_repr():
    event = FaultRaised(code=FaultCode.JAM, card=Card.parse("SA"))
    machine, attendant, driver = simulated()
    driver.next_event(0.0)
    texts = [
        repr(event),
        repr(JOB),
        repr(machine),
        repr(attendant),
        repr(BoardIn(number=Seat.EAST)),
    ]
    assert all(not find_cards(text) for text in texts)
    with contextlib.suppress(DeviceError):
        driver.load(JOB)
    assert not find_cards(repr(machine))

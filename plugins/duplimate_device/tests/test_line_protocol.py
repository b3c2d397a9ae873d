"""Frames, and both ends of the line protocol against garbage, loss and disorder."""

from __future__ import annotations

import random

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from overtrick import Card, Deal, Seat
from overtrick_duplimate_device.drivers.line import LineDriver
from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    BoardOut,
    CardDropped,
    Claim,
    ConnectionLostError,
    Done,
    FaultCleared,
    FaultRaised,
    Job,
    JobReport,
    JobState,
    MachineRefusedError,
    MachineTakenError,
    Mode,
    NeedsConfirmation,
    Paused,
    Status,
)
from overtrick_duplimate_device.interface.faults import FaultCode, Recovery
from overtrick_duplimate_device.interface.pockets import deal_pockets
from overtrick_duplimate_device.protocol.frames import (
    MAX_FRAME,
    Frame,
    FrameDecoder,
    FrameKind,
    LineProtocolError,
    checksum,
    encode,
)
from overtrick_duplimate_device.protocol.messages import (
    event_fields,
    job_fields,
    parse_event,
    parse_job,
    parse_report,
    parse_status,
    report_fields,
    status_fields,
)
from overtrick_duplimate_device.simulator.link import DeviceLink
from overtrick_duplimate_device.simulator.loopback import Loopback, VirtualClock
from overtrick_duplimate_device.simulator.setup import MachineSettings, make_machine
from overtrick_duplimate_device.simulator.station import Station
from overtrick_duplimate_device.simulator.troubles import SimulatedFault

DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")
JOB = Job(id="00c0ffee00c0ffee", board=3, deal=DEAL)
LINK = "0a1b2c3d"

frames = st.builds(
    Frame,
    st.just(LINK),
    st.sampled_from(FrameKind),
    st.integers(0, 999_999_999),
    st.sampled_from(["HELLO", "CARD", "OK", "ACK"]),
    st.dictionaries(st.text("abcdefghij", min_size=1, max_size=6), st.text(max_size=6), max_size=3),
)


def test_the_checksum_is_the_published_crc():
    assert checksum(b"123456789") == 0x29B1


@given(frames)
def test_a_frame_comes_back_as_it_was_sent(frame):
    assert FrameDecoder().feed(encode(frame)) == [frame]


@given(frames, st.binary(max_size=60), st.data())
def test_a_frame_survives_garbage_before_it_and_any_cut(frame, garbage, data):
    decoder = FrameDecoder()
    sent = encode(frame)
    stream = garbage + sent
    cut = data.draw(st.integers(0, len(stream)))
    assert [*decoder.feed(stream[:cut]), *decoder.feed(stream[cut:])][-1] == frame


@given(frames, st.data())
def test_a_damaged_frame_is_never_taken_for_another(frame, data):
    sent = bytearray(encode(frame))
    place = data.draw(st.integers(0, len(sent) - 1))
    sent[place] ^= data.draw(st.integers(1, 255))
    next_frame = Frame(LINK, FrameKind.REPLY, 7, "OK")
    found = FrameDecoder().feed(bytes(sent) + encode(next_frame))
    # A line end of two bytes is the only change that means nothing.
    assert found in ([next_frame], [frame, next_frame])
    assert found == [next_frame] or b"\r" in sent


@given(st.binary(max_size=2000))
def test_any_bytes_are_borne_and_memory_stays_bounded(data):
    decoder = FrameDecoder()
    decoder.feed(data)
    assert len(decoder._buffer) <= MAX_FRAME


def test_a_frame_that_is_too_long_is_refused():
    with pytest.raises(LineProtocolError, match="255"):
        encode(Frame(LINK, FrameKind.REPLY, 1, "OK", {"x": "y" * 300}))


EVENTS = [
    BoardIn(number=7),
    BoardIn(),
    BoardOut(),
    CardDropped(job_id=JOB.id, position=17, card=Card.parse("SA"), pocket=Seat.WEST),
    CardDropped(job_id=JOB.id, position=1, card=None, pocket=Seat.NORTH),
    FaultRaised(code=FaultCode.JAM, job_id=JOB.id, position=4, card=Card.parse("C2")),
    FaultRaised(code=FaultCode.WRONG_BOARD),
    FaultCleared(how=Recovery.AFRESH),
    Paused(job_id=JOB.id),
    Done(job_id=JOB.id, cards=52),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_come_back_as_they_were_sent(event):
    verb, fields = event_fields(event)
    (frame,) = FrameDecoder().feed(encode(Frame(LINK, FrameKind.EVENT, 1, verb, fields)))
    assert parse_event(frame) == event


def test_what_a_machine_cannot_say_is_refused():
    with pytest.raises(LineProtocolError):
        event_fields(NeedsConfirmation(job_id="x"))


@pytest.mark.parametrize(
    "job",
    [
        JOB,
        Job(id="1" * 16, mode=Mode.VERIFY),
        Job(id="2" * 16, mode=Mode.SORTED, deal=DEAL, stop_card=True),
    ],
)  # fmt: skip
def test_jobs_come_back_as_they_were_sent(job):
    assert parse_job(Frame(LINK, FrameKind.COMMAND, 1, "LOAD", job_fields(job))) == job


def test_statuses_and_reports_come_back():
    status = Status(
        board_in=True, is_fresh=False, board_number=4, job_id=JOB.id, state=JobState.FAULT,
        fault=FaultCode.DOUBLE_FEED, cards=9,
    )  # fmt: skip
    report = JobReport(state=JobState.DONE, cards=52, pockets=deal_pockets(DEAL))
    assert parse_status(Frame(LINK, FrameKind.REPLY, 1, "OK", status_fields(status))) == status
    assert parse_report(Frame(LINK, FrameKind.REPLY, 1, "OK", report_fields(report))) == report


@pytest.mark.parametrize(
    "changes",
    [
        {"deal": "N" * 52},
        {"deal": "N" * 51},
        {"deal": "-"},
        {"mode": "verify"},
        {"mode": "juggle"},
        {"board": "1e9"},
        {"board": "-1"},
        {"stop": "2"},
    ],
)
def test_a_wrong_field_of_load_is_refused_without_naming_a_card(changes):
    with pytest.raises(LineProtocolError) as caught:
        parse_job(Frame(LINK, FrameKind.COMMAND, 1, "LOAD", job_fields(JOB) | changes))
    assert "NN" not in str(caught.value)


@pytest.mark.parametrize("verb", ["CARD", "FAULT", "DONE", "CLEARED", "SONG"])
def test_an_event_without_its_fields_is_refused(verb):
    with pytest.raises(LineProtocolError):
        parse_event(Frame(LINK, FrameKind.EVENT, 1, verb))


# Both ends together.


def make_pair(**options):
    machine, attendant = make_machine(MachineSettings(speed=0, **options), boot_name="boot")
    clock = VirtualClock()
    station = Station(machine, attendant)
    return station, clock, LineDriver(Loopback(station, clock))


def deal_one(driver, job=JOB):
    driver.load(job)
    driver.start(job.id)
    found = []
    while not found or not isinstance(found[-1], Done):
        event = driver.next_event(5.0)
        assert event is not None
        found.append(event)
    return found


def wait_for_board(driver):
    while not driver.status().is_fresh:
        driver.next_event(0.5)


def test_a_board_is_dealt_over_the_line():
    station, _, driver = make_pair()
    wait_for_board(driver)
    events = deal_one(driver)
    assert [event.position for event in events if isinstance(event, CardDropped)] == list(
        range(1, 53)
    )
    assert any(board.holds(DEAL) for board in station.attendant.boards())
    assert driver.report(JOB.id).pockets == deal_pockets(DEAL)


def test_the_machine_never_runs_further_ahead_than_the_window():
    station, _, driver = make_pair()
    wait_for_board(driver)
    driver.load(JOB)
    driver.start(JOB.id)
    event = driver.next_event(1.0)
    while not isinstance(event, CardDropped):
        event = driver.next_event(1.0)
    for _ in range(500):
        station.work(0.0)
    assert station.machine.status().cards <= event.position + driver.capabilities.window - 1


@pytest.mark.parametrize("seed", range(8))
def test_garbage_delay_repetition_and_disorder_lose_nothing(seed):
    station, _, driver = make_pair(seed=seed, link_rate=0.15)
    wait_for_board(driver)
    positions = [e.position for e in deal_one(driver) if isinstance(e, CardDropped)]
    assert positions == list(range(1, 53))
    assert any(board.holds(DEAL) for board in station.attendant.boards())


def test_commands_are_carried_out_once_however_often_they_come():
    station, clock, driver = make_pair()
    wait_for_board(driver)
    driver.load(JOB)
    driver.load(JOB)
    frame = encode(
        Frame(driver._link, FrameKind.COMMAND, driver._number + 1, "START", {"job": JOB.id})
    )
    for _ in range(3):
        station.receive(frame, clock())
    replies = FrameDecoder().feed(station.output(clock()))
    assert [f.verb for f in replies if f.kind is FrameKind.REPLY] == ["OK", "OK", "OK"]
    assert station.machine._started == 1


def test_a_job_that_is_done_cannot_be_dealt_again():
    _, _, driver = make_pair()
    wait_for_board(driver)
    deal_one(driver)
    for command in (lambda: driver.load(JOB), lambda: driver.start(JOB.id)):
        with pytest.raises(MachineRefusedError) as caught:
            command()
        assert caught.value.code == "done"


def test_a_job_name_used_for_another_deal_is_a_conflict():
    _, _, driver = make_pair()
    wait_for_board(driver)
    driver.load(JOB)
    with pytest.raises(MachineRefusedError, match="conflict"):
        driver.load(Job(id=JOB.id, board=3, deal=DEAL.rotated(1)))


def test_another_version_is_refused_and_unknown_verbs_too():
    station, clock, driver = make_pair()
    with pytest.raises(MachineRefusedError, match="bad-verb"):
        driver._command("JUGGLE")
    station.receive(
        encode(Frame("ffffffff", FrameKind.COMMAND, 1, "HELLO", {"versions": "2,3"})), clock()
    )
    (reply,) = FrameDecoder().feed(station.output(clock()))
    assert (reply.verb, reply.field("code")) == ("NO", "version")


def test_a_host_that_falls_silent_stops_the_machine_after_the_card():
    station, clock, driver = make_pair()
    wait_for_board(driver)
    driver.load(JOB)
    driver.start(JOB.id)
    driver.next_event(1.0)
    clock.sleep(11)
    station.output(clock())
    for _ in range(300):
        station.work(clock())
    assert station.machine.status().cards < 52
    with pytest.raises(ConnectionLostError):
        driver.status()


class Silence:
    """A line on which nothing, or only noise, ever comes."""

    def __init__(self, noise=None):
        self.now = 0.0
        self.noise = noise

    def read(self, timeout):
        self.now += min(timeout, 0.05)
        return self.noise(64) if self.noise is not None else b""

    def write(self, data):
        pass

    def clock(self):
        return self.now

    def close(self):
        pass


def test_a_silent_machine_is_given_up_within_the_time_out():
    line = Silence()
    with pytest.raises(ConnectionLostError, match="did not answer HELLO"):
        LineDriver(line, timeout=5.0)
    assert 5.0 <= line.now < 5.5


@pytest.mark.parametrize("seed", range(20))
def test_the_host_survives_a_machine_that_talks_nonsense(seed):
    source = random.Random(seed)
    line = Silence(source.randbytes)
    with pytest.raises(ConnectionLostError):
        LineDriver(line, timeout=2.0)
    assert line.now < 3.0


class Liar(Silence):
    """A machine that answers well-formed frames with random contents."""

    def __init__(self, seed):
        super().__init__()
        self.random = random.Random(seed)
        self.link = LINK
        self.number = 1
        self.greeted = False

    def write(self, data):
        for frame in FrameDecoder().feed(data):
            self.link = frame.link
            if frame.kind is FrameKind.COMMAND:
                self.number = frame.number

    def read(self, timeout):
        self.now += 0.05
        if not self.greeted:
            self.greeted = True
            fields = {
                "version": "1", "next": "1", "model": "Liar", "serial": "", "firmware": "",
                "boot": "b", "modes": "deal", "caps": "cards,board", "speed": "-",
            }  # fmt: skip
            return encode(Frame(self.link, FrameKind.REPLY, self.number, "OK", fields))
        words = ["N", "SA", "52", "-", "deal", "jam", "done", "999999", "%", "x" * 20]
        fields = {
            name: self.random.choice(words)
            for name in ("job", "n", "card", "pocket", "code", "how", "number", "state", "fault",
                         "board", "fresh", "pockets")
            if self.random.random() < 0.9
        }  # fmt: skip
        verb = self.random.choice(
            ["CARD", "FAULT", "DONE", "BOARDIN", "OK", "NO", "CLEARED", "HUH"]
        )
        kind = self.random.choice(
            [FrameKind.EVENT, FrameKind.REPLY, FrameKind.COMMAND, FrameKind.ACKNOWLEDGE]
        )
        number = self.random.choice([self.number, self.random.randrange(5), 999_999_999])
        return encode(Frame(self.link, kind, number, verb, fields))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_the_host_survives_a_machine_that_lies(seed):
    from overtrick import DeviceError

    line = Liar(seed)
    driver = LineDriver(line, timeout=1.0)
    complaints = []
    for _ in range(30):
        started = line.now
        try:
            driver.next_event(0.3)
            driver.status()
            driver.report("x")
        except DeviceError as error:
            complaints.append(str(error))
        assert line.now - started < 4.0
    driver.close()
    assert "SA" not in " ".join(complaints)


host_bytes = st.one_of(
    st.binary(max_size=80),
    st.builds(
        lambda link, kind, number, verb, fields: encode(Frame(link, kind, number, verb, fields)),
        st.sampled_from([LINK, "ffffffff"]),
        st.sampled_from(FrameKind),
        st.integers(0, 6),
        st.sampled_from(
            ["HELLO", "STATUS", "LOAD", "START", "PAUSE", "ABORT", "CLEAR", "REPORT", "REJECT",
             "PING", "BYE", "ACK", "NONSENSE"]
        ),
        st.dictionaries(
            st.sampled_from(["job", "versions", "mode", "deal", "board", "stop"]),
            st.sampled_from(["1", "-", "x", "deal", "verify", "N" * 52, JOB.id]),
            max_size=5,
        ).filter(lambda fields: len("".join(fields.values())) < 160),
    ),
)  # fmt: skip


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(host_bytes, max_size=25))
def test_the_machine_survives_a_host_that_talks_nonsense(messages):
    machine, attendant = make_machine(MachineSettings(speed=0), boot_name="boot")
    station = Station(machine, attendant)
    now = 0.0
    for message in messages:
        now += 0.1
        station.receive(message, now)
        for _ in range(5):
            station.work(now)
        for frame in FrameDecoder().feed(station.output(now)):
            assert frame.kind in {FrameKind.REPLY, FrameKind.EVENT}
    # And afterwards it serves an honest host.
    clock = VirtualClock()
    clock.sleep(now + 1)
    driver = LineDriver(Loopback(station, clock))
    status = driver.status()
    if status.job_id is not None and status.state is not JobState.DONE:
        driver.abort(status.job_id)
    wait_for_board(driver)
    deal_one(driver, Job(id="feedfeedfeedfeed", board=1, deal=DEAL))


def test_nobody_hears_the_machine_before_it_is_greeted():
    machine, _ = make_machine(MachineSettings(), boot_name="boot")
    link = DeviceLink(machine)
    machine.events.append(BoardIn())
    assert link.poll(0.0) == []
    link.receive(encode(Frame(LINK, FrameKind.COMMAND, 1, "STATUS")), 0.0)
    assert link.poll(0.1) == []


# Two hosts.


class Hosts:
    """A machine's end of the line, and hosts that greet it by hand."""

    def __init__(self):
        machine, _ = make_machine(MachineSettings(speed=0), boot_name="boot")
        self.seen = []
        machine.witness = lambda *words: self.seen.append(words)
        self.link = DeviceLink(machine)
        self.now = 0.0

    def say(self, link, number, verb, **fields):
        frame = Frame(link, FrameKind.COMMAND, number, verb, fields)
        self.link.receive(encode(frame), self.now)
        return self.hear()

    def hear(self):
        frames = FrameDecoder().feed(b"".join(self.link.poll(self.now)))
        return [(f.link, f.kind, f.number, f.verb, f.fields.get("code"), f.fields.get("host"))
                for f in frames if f.verb != "BOARDIN"]  # fmt: skip

    def greet(self, link, **fields):
        return self.say(link, 1, "HELLO", versions="1", **fields)


A, B = "aaaaaaaa", "bbbbbbbb"
R, E = FrameKind.REPLY, FrameKind.EVENT


def test_a_host_that_asks_is_told_who_has_the_machine():
    hosts = Hosts()
    assert hosts.greet(A, host="laptop-2", who="00000001", take="0")[0][3] == "OK"
    refused = (B, R, 1, "NO", "taken", "laptop-2")
    assert hosts.greet(B, host="laptop-3", who="00000002", take="0") == [refused]
    # The first one has it still, and was told nothing.
    assert hosts.say(A, 2, "PING") == [(A, R, 2, "OK", None, None)]
    hosts.say(A, 3, "BYE")
    assert hosts.greet(B, host="laptop-3", who="00000002", take="0")[0][3] == "OK"
    assert hosts.seen == [("host", A, "laptop-2"), ("refused", B, "laptop-3"),
                          ("host", B, "laptop-3")]  # fmt: skip


def test_a_host_from_which_the_machine_is_taken_is_told_by_whom():
    hosts = Hosts()
    hosts.greet(A, host="laptop-2", who="00000001", take="0")
    told = hosts.greet(B, host="laptop-3", who="00000002", take="1")
    assert told[0] == (A, E, 0, "TAKEN", None, "laptop-3")
    assert told[1][:4] == (B, R, 1, "OK")
    assert hosts.say(A, 2, "PING") == []


def test_hosts_of_the_first_days_take_the_machine_and_are_not_told():
    hosts = Hosts()
    assert [words[3] for words in hosts.greet(A)] == ["OK"]
    assert [words[3] for words in hosts.greet(B)] == ["OK"]
    assert hosts.greet("cccccccc", host="x", who="00000003", take="0")[0][3:] == (
        "NO", "taken", "-",
    )  # fmt: skip
    # And they take it from others, who are told.
    hosts.greet("dddddddd", host="x", who="00000003", take="1")
    assert hosts.greet("eeeeeeee")[0] == ("dddddddd", E, 0, "TAKEN", None, "-")


def test_the_same_host_comes_back_at_once():
    hosts = Hosts()
    hosts.greet(A, host="laptop-2", who="00000001", take="0")
    assert [words[3] for words in hosts.greet(B, host="laptop-2", who="00000001", take="0")] == [
        "OK"
    ]


def test_a_host_that_fell_silent_does_not_keep_the_machine():
    hosts = Hosts()
    hosts.greet(A, host="laptop-2", who="00000001", take="0")
    hosts.now = 9.0
    assert hosts.greet(B, host="x", who="00000002", take="0")[0][4] == "taken"
    hosts.now = 10.5
    hosts.hear()
    assert hosts.greet(B, host="x", who="00000002", take="0")[0][3] == "OK"


def test_a_greeting_in_another_version_takes_nothing_from_anybody():
    hosts = Hosts()
    hosts.greet(A, host="laptop-2", who="00000001", take="0")
    assert hosts.say(B, 1, "HELLO", versions="2,3")[0][3:5] == ("NO", "version")
    assert hosts.say(A, 2, "PING")[0][3] == "OK"


def test_the_driver_says_who_has_the_machine_and_who_took_it():
    machine, attendant = make_machine(MachineSettings(speed=0), boot_name="boot")
    clock = VirtualClock()
    station = Station(machine, attendant)
    line = Loopback(station, clock)
    first = LineDriver(line, claim=Claim(host="laptop-2"))
    with pytest.raises(MachineTakenError, match="in use by laptop-2") as refused:
        # Another host on the same line, as on a bus.
        LineDriver(SameLine(line), claim=Claim(host="laptop-3"))
    assert (refused.value.host, refused.value.quiet) == ("laptop-2", 0)
    first.status()
    station.cut(SimulatedFault.TAKEN)
    with pytest.raises(MachineTakenError, match="in use by rival"):
        first.status()


class SameLine:
    """Another host's way to a line that is there already."""

    def __init__(self, line):
        self.read, self.write, self.clock = line.read, line.write, line.clock

    def close(self):
        pass


def test_names_of_hosts_are_cut_and_made_printable():
    machine, attendant = make_machine(MachineSettings(speed=0), boot_name="boot")
    line = Loopback(Station(machine, attendant), VirtualClock())
    LineDriver(line, claim=Claim(host="\x1b[2J" + "ü" * 60))
    with pytest.raises(MachineTakenError) as refused:
        LineDriver(SameLine(line), claim=Claim(host=""))
    assert refused.value.host.startswith("\ufffd[2J")
    assert len(refused.value.host) <= 40

"""Dealing from the page: each way from the file to its last board, and no card on the way."""

from __future__ import annotations

import html
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest
from starlette.testclient import TestClient

import overtrick
from overtrick import DeviceError
from overtrick.plugin import default_manager
from overtrick_web.interface.roles import Role
from overtrick_web.site.application import application
from overtrick_web.site.site import Site, pages_for
from overtrick_web.testing.asking import ask
from overtrick_web.work.folder import WorkFolder

pytest.importorskip("overtrick_duplimate_device")

from overtrick_duplimate_device import (
    FAULT_HELP,
    FaultCode,
    Machine,
    MachineTakenError,
    SerialPort,
    find_cards,
)
from overtrick_web.dealing import machines
from overtrick_web.dealing.session_registry import registry_of
from overtrick_web.errors import RefusedError
from overtrick_web.pages.dealing.fault_words import PlainTexts, fault_words
from overtrick_web.site.languages import Words

PLACEHOLDER = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def deals(count, seed=17):
    """Some deals as text, all different."""
    cards = [f"{suit}{rank}" for suit in "SHDC" for rank in "AKQJT98765432"]
    shuffle, made = random.Random(seed), []
    for _ in range(count):
        shuffle.shuffle(cards)
        hands = [cards[start : start + 13] for start in range(0, 52, 13)]
        texts = [
            ".".join("".join(r for r in "AKQJT98765432" if s + r in hand) for s in "SHDC")
            for hand in hands
        ]
        made.append("N:" + " ".join(texts))
    return made


def file_of(texts, format="dlm"):
    boards = [
        overtrick.Board(number=number, deal=overtrick.Deal.parse(text))
        for number, text in enumerate(texts, 1)
    ]
    sink = io.BytesIO()
    overtrick.write(boards, sink, format=format)
    return sink.getvalue()


class Page:
    """A browser's tab; whatever it is sent is searched for cards."""

    def __init__(self, client, app, deals):
        self.client, self.app, self.hands = client, app, [h for d in deals for h in d[2:].split()]
        self.address = ""

    def blind(self, text):
        text = html.unescape(text)
        assert not find_cards(text), find_cards(text)
        assert not any(hand in text for hand in self.hands)
        return text

    def get(self, path, code=200):
        return self._kept(self.client.get(path), code)

    def post(self, path, code=200, **fields):
        return self._kept(self.client.post(path, data=fields), code)

    def _kept(self, answer, code):
        self.text = self.blind(answer.text)
        assert answer.status_code == code, self.text
        self.address = answer.url.path
        return self.text

    def begin(self, document, code=200, **fields):
        wish = {"document": document.id, "machine": "simulator", "pace": "at-once", **fields}
        return self.post("/dealing/begin", code, **wish)

    def shown(self):
        """What the session's page shows, by its elements."""
        text = self.get(self.address)
        found = {
            name: re.search(rf'id="deal-{name}"[^>]*>([^<]*)<', text)[1].strip()
            for name in ("what", "advice", "board", "cards-text", "progress")
        }
        found["tone"] = re.search(r'data-tone="(\w+)"', text)[1]
        found["moment"] = re.search(r'name="moment" value="(\d+)"', text)[1]
        found["buttons"] = {
            word
            for hidden, word in re.findall(
                r'<form method="post" action="[^"]*/say"( hidden)?>'
                r'.*?value="([a-z]+)"[^>]* id="say-',
                text,
                re.DOTALL,
            )
            if not hidden
        }
        found["boards"] = dict(re.findall(r'data-board="(\d+)" data-state="(\w+)"', text))
        return found

    def until(self, condition, seconds=20.0):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self.shown()
            if condition(shown):
                return shown
            time.sleep(0.02)
        raise AssertionError(shown)

    def say(self, word, moment=None, code=200):
        """Press a button."""
        address = self.address
        moment = self.shown()["moment"] if moment is None else moment
        self.post(f"{address}/say", code, word=word, moment=moment)
        self.address = address

    def over(self):
        return self.until(lambda shown: shown["tone"] in {"done", "ended"} and self.is_still())

    def is_still(self):
        return 'id="deal-on"' in self.text

    def messages(self):
        """What the page hears within a second."""
        answer = ask(self.app, f"{self.address}/events", listens=1)
        assert answer.header("content-type").startswith("text/event-stream")
        self.blind(answer.text)
        lines = [line for line in answer.text.splitlines() if line.startswith("data: ")]
        return [json.loads(line.removeprefix("data: ")) for line in lines]


@pytest.fixture
def journals(tmp_path, monkeypatch):
    folder = tmp_path / "sessions"
    monkeypatch.setenv("OVERTRICK_SESSIONS", str(folder))
    monkeypatch.setattr(machines, "serial_ports", lambda: ())
    monkeypatch.delenv("OVERTRICK_DEVICE", raising=False)
    return folder


DEALS = deals(8)


@pytest.fixture
def folder(tmp_path, journals):
    with WorkFolder.open(tmp_path / "work") as work:
        yield work
        registry_of(work).close()


def tab(folder, role=Role.DEALER):
    manager = default_manager()
    app = application(Site(role=role, work=folder, plugins=manager, pages=pages_for(role, manager)))
    return Page(TestClient(app, raise_server_exceptions=True), app, DEALS)


@pytest.fixture
def page(folder):
    """The page of somebody who may deal, but see no card."""
    return tab(folder)


@pytest.fixture
def document(folder):
    return folder.documents.add("evening.dlm", file_of(DEALS))


def counters(data):
    return {
        board.number: int(board.extras.get("dlm:duplicates", 0)) for board in overtrick.read(data)
    }


def test_from_the_file_to_the_last_board(page, folder, document):
    assert "evening.dlm" in page.get("/dealing/")
    form = page.get(f"/dealing/new?document={document.id}")
    assert "8 boards can be dealt: 1-8." in form
    assert 'value="simulator"' in form
    page.begin(document, boards="1-2,5", copies="2", order="set", descending="1")
    assert re.fullmatch(r"/dealing/sessions/\d{8}-\d{6}-evening-[0-9a-f]{4}", page.address)
    shown = page.over()
    assert (shown["tone"], shown["what"]) == ("done", "All boards are dealt")
    assert shown["progress"] == "6 of 6 boards dealt"
    assert shown["boards"] == {"5": "done", "2": "done", "1": "done"}
    assert shown["buttons"] == set()
    address = page.address
    # The file that was dropped is as it was; the counters are kept where somebody asks for it.
    assert folder.documents.get(document.id).current.read() == document.current.read()
    page.post(f"{address}/keep")
    kept = folder.documents.get(document.id)
    assert [version.what for version in kept.versions] == ["dropped", "dealt"]
    before, after = counters(document.current.read()), counters(kept.current.read())
    assert {b: after[b] - before[b] for b in before} == {
        b: 2 if b in {1, 2, 5} else 0 for b in before
    }
    # Once more, and kept once more: that it was kept before is nobody else's change.
    page.post(f"{address}/again", board="7")
    page.address = address
    assert page.over()["what"] in {"All boards are dealt", "That is done"}
    page.post(f"{address}/keep")
    after = counters(folder.documents.get(document.id).current.read())
    assert after[7] - before[7] == 1
    assert "evening.dlm" in page.get("/dealing/")
    assert 'id="finished"' in page.text


@pytest.mark.slow
def test_the_command_finds_what_the_page_dealt(page, document, journals):
    page.begin(document, boards="1")
    page.over()
    done = subprocess.run(
        [sys.executable, "-m", "overtrick_cli", "duplimate", "status", "--json"],
        capture_output=True, text=True, check=True,
        env={**os.environ, "OVERTRICK_SESSIONS": str(journals)},
    )  # fmt: skip
    facts = json.loads(done.stdout)
    assert facts["session"] == page.address.rpartition("/")[2]
    assert (facts["standing"], facts["dealt"]) == ("finished", 1)


def test_a_jam_is_told_with_its_advice_and_waits(page, document):
    page.begin(document, boards="1-2", trouble="jam")
    shown = page.until(lambda shown: shown["tone"] == "alarm")
    assert shown["what"] == "A card is jammed"
    assert "free the card" in shown["advice"]
    assert shown["board"] == "1"
    assert shown["cards-text"] == "20 of 52 cards"
    assert shown["buttons"] == {"continue", "stop"}
    assert "Emptied: deal it afresh" in page.text
    assert "Board 1: A card is jammed</li>" in page.text
    page.say("continue")
    assert page.over()["progress"] == "2 of 2 boards dealt"


def test_a_card_that_cannot_be_read_is_fixed_or_the_board_dealt_afresh(page, document):
    page.begin(document, boards="1", trouble="unreadable")
    shown = page.until(lambda shown: shown["tone"] == "alarm")
    assert shown["buttons"] == {"continue", "afresh", "stop"}
    page.say("continue")
    assert page.over()["tone"] == "done"
    assert "is not dealt" not in page.text


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["lost-line", "power-cut"])
def test_a_machine_that_is_lost_is_found_again(page, document, trouble, monkeypatch):
    # Long enough away that a busy computer sees the page of a lost machine.
    monkeypatch.setitem(machines._SPEEDS, machines.Pace.AT_ONCE, "speed=0&outage=5")
    page.begin(document, boards="1", trouble=trouble)
    shown = page.until(lambda shown: shown["tone"] == "alarm")
    assert shown["what"] == "The machine does not answer"
    assert shown["buttons"] == {"stop"}
    assert page.over()["tone"] == "done"
    assert "Board 1 (copy 1) is not dealt. It must be emptied" in page.text


def test_a_power_cut_at_the_last_card_asks(page, document):
    page.begin(document, boards="1", trouble="last-card")
    shown = page.until(lambda shown: "yes" in shown["buttons"])
    assert shown["what"] == "Look at board 1: is it finished?"
    assert shown["buttons"] == {"yes", "no", "stop"}
    page.say("yes")
    assert page.over()["progress"] == "1 of 1 boards dealt"


@pytest.mark.slow
def test_paused_gone_on_with_stopped_and_resumed(page, document):
    page.begin(document, boards="1-2", pace="quick")
    page.until(lambda shown: shown["cards-text"] not in {"0 of 52 cards", "52 of 52 cards"})
    page.say("pause")
    shown = page.until(lambda shown: shown["tone"] == "paused")
    assert shown["buttons"] == {"continue", "afresh", "stop"}
    page.say("continue")
    page.until(lambda shown: shown["tone"] == "calm" and shown["board"] == "1")
    page.say("stop")
    shown = page.over()
    assert shown["what"] == "Stopped"
    assert shown["advice"].startswith("Board 1 is half dealt: empty it. What is dealt is safe.")
    address = page.address
    assert "Go on" in page.get("/dealing/")
    assert 'id="unfinished"' in page.text
    assert address in page.get("/dealing/unfinished")
    # The file is not begun anew by mistake.
    assert "This file is not finished" in page.begin(document)
    assert address in page.text
    page.post(f"{address}/resume")
    page.address = address
    assert page.over()["progress"] == "2 of 2 boards dealt"
    assert 'id="unfinished"' not in page.get("/dealing/")


def test_two_tabs_and_two_roles_see_the_same_and_only_one_answer_counts(page, folder, document):
    other = tab(folder, Role.DIRECTOR)
    page.begin(document, boards="1-2", trouble="jam")
    other.address = page.address
    one = page.until(lambda shown: shown["tone"] == "alarm")
    two = other.shown()
    assert one == two
    page.say("continue")
    page.until(lambda shown: shown["moment"] != one["moment"])
    other.say("continue", moment=two["moment"], code=409)
    assert "the machine is further on" in other.text
    page.over()
    assert other.shown()["tone"] == "done"
    page.post(f"{page.address}/resume", 200)


@pytest.mark.slow
def test_what_a_page_hears_is_whole_each_time(page, document):
    page.begin(document, boards="1-3", pace="quick", copies="2")
    messages = page.messages()
    assert len(messages) >= 2
    assert {frozenset(message) for message in messages} == {frozenset(messages[0])}
    numbers = [message["number"] for message in messages]
    assert numbers == sorted(set(numbers))
    last = messages[-1]
    assert last["total"] == 6
    assert set(last["boards"]) == {"1", "2", "3"}
    assert set(last["buttons"]) <= {"pause", "stop"}
    # A page that comes later, or again, hears all of it at once.
    assert page.messages()[0]["number"] >= last["number"]
    page.say("stop")
    page.over()
    (still,) = page.messages()
    assert still["run"].endswith("-over")


def test_what_was_not_meant_is_asked_before(page, folder):
    data = file_of([DEALS[0], PLACEHOLDER, DEALS[2], DEALS[0]], "pbn")
    document = folder.documents.add("odd.pbn", data)
    asked = page.begin(document)
    assert "Board 2: a whole suit in each hand, so never dealt." in asked
    assert "Boards 1,4: the same deal." in asked
    assert not list(registry_of(folder).all())
    assert 'name="boards" value="1,3"' in asked
    page.begin(document, boards="1,3")
    assert page.over()["boards"] == {"1": "done", "3": "done"}
    page.begin(document, meant="1")
    assert page.over()["progress"] == "4 of 4 boards dealt"
    # Nothing is counted in such a file, so there is nothing to keep.
    assert 'id="keep"' not in page.text


def test_a_session_that_is_laid_aside_is_not_offered_but_can_be_gone_on_with(page, document):
    page.begin(document, boards="1-2", trouble="jam")
    address = page.address
    page.post(f"{address}/aside", 409)
    page.address = address
    page.until(lambda shown: shown["tone"] == "alarm")
    page.say("stop")
    page.over()
    assert 'id="unfinished"' in page.get("/dealing/")
    text = page.post(f"{address}/aside")
    assert 'id="unfinished"' not in text
    assert address in text
    # It is in nobody's way, either.
    page.begin(document, boards="1")
    page.over()
    page.post(f"{address}/resume")
    page.address = address
    assert page.over()["progress"] == "2 of 2 boards dealt"


def test_a_board_once_more_is_asked_for_too_where_it_looks_odd(page, folder):
    document = folder.documents.add("odd.pbn", file_of([DEALS[0], PLACEHOLDER], "pbn"))
    page.begin(document, boards="1")
    page.over()
    address = page.address
    asked = page.post(f"{address}/again", board="2")
    assert "Board 2: a whole suit in each hand, so never dealt." in asked
    assert 'name="board" value="2"' in asked
    page.post(f"{address}/again", board="2", meant="1")
    page.address = address
    page.over()
    assert "Board 2 (copy 1) is dealt." in page.text
    assert "has no board 99" in page.post(f"{address}/again", 422, board="99")
    page.post(f"{address}/again", 422, board="two")


def test_a_machine_that_cannot_do_what_is_asked_says_so(page, document):
    page.begin(document, boards="1", auto="1")
    shown = page.over()
    assert shown["what"] == "The machine does not go on"
    assert "cannot read the numbers on boards" in shown["advice"]
    page.begin(document, boards="1", sorted="1", new="1", **{"stop-card": "1"})
    assert page.over()["what"] == "All boards are dealt"


@pytest.mark.parametrize(("fields", "wrong"), [
    ({"boards": "40"}, "no complete deal for board 40"),
    ({"boards": "1-"}, ""),
    ({"boards": "x"}, "x"),
    ({"copies": "0"}, "1 to 255"),
    ({"copies": "*", "order": "board"}, "never reached"),
    ({"order": "upwards"}, "order"),
    ({"machine": ""}, "choose a machine"),
    ({"machine": "/dev/ttyUSB9"}, "choose a machine that is there"),
    ({"machine": "other", "address": "socket://127.0.0.1:1"}, "choose a machine that is there"),
    ({"trouble": "fire"}, "cannot be set up"),
])  # fmt: skip
def test_what_cannot_be_is_said_in_the_form(page, document, fields, wrong):
    if fields == {"boards": "1-"}:
        page.begin(document, **fields)
        page.over()
        return
    text = page.begin(document, 422, **fields)
    assert 'id="wrong"' in text
    assert wrong in text
    assert 'id="deal-form"' in text


def test_a_file_that_cannot_be_dealt_says_why(page, folder):
    first, second = DEALS[0][2:].encode().split()[:2]
    twice = file_of([DEALS[0]], "pbn").replace(second, first)
    broken = folder.documents.add("broken.pbn", twice)
    text = page.get(f"/dealing/new?document={broken.id}", 422)
    assert "broken.pbn" in text
    assert "cannot be dealt" in text
    assert str(folder.path) not in text
    assert "overtrick check" not in text
    page.begin(broken, 422)
    page.get("/dealing/new?document=nothing", 404)
    page.get("/dealing/sessions/nothing", 404)
    page.post("/dealing/sessions/nothing/say", 404, word="stop")
    page.post("/dealing/sessions/nothing/resume", 404)


def test_a_machine_that_is_not_there_is_told_and_nothing_is_begun(folder, document):
    director = tab(folder, Role.DIRECTOR)
    text = director.begin(document, 422, machine="other", address="socket://127.0.0.1:1")
    assert 'id="wrong"' in text
    assert not registry_of(folder).all()


@pytest.mark.parametrize("address", [
    "spy:///dev/ttyUSB0?file=/tmp/x", "spy://127.0.0.1:4711", "/etc/passwd", "loop://",
    "socket://127.0.0.1:4711?logging=debug", "line+socket://host:1", "simulator:?manual=1", "",
    "socket://a/../b", "file:///etc/passwd",
])  # fmt: skip
def test_an_address_leads_to_machines_on_a_network_only(address):
    with pytest.raises(RefusedError):
        machines.machine_at(address, default_manager())
    with pytest.raises(DeviceError, match="no driver"):
        machines.machine_at("http://127.0.0.1:80", default_manager())


def test_the_machines_of_this_computer_are_offered(page, document, monkeypatch):
    ports = (
        SerialPort("/dev/ttyUSB0", "USB <b>Serial</b>"),
        SerialPort("/dev/ttyS0", "/dev/ttyS0"),
    )
    monkeypatch.setattr(machines, "serial_ports", lambda: ports)
    monkeypatch.setenv("OVERTRICK_DEVICE", "socket://dealer.local:4711")
    raw = page.client.get(f"/dealing/new?document={document.id}").text
    found = re.findall(r'name="machine" value="([^"]*)"', raw)
    assert found == ["socket://dealer.local:4711", "/dev/ttyUSB0", "/dev/ttyS0"]
    assert 'value="simulator"' in raw
    assert "USB &lt;b&gt;Serial&lt;/b&gt;" in raw


def test_a_machine_that_another_computer_has_is_taken_only_on_purpose(
    page, folder, document, monkeypatch
):
    opened = Machine.open

    def open_machine(machine, session, *, take=False):
        if not take and session not in owners:
            host = "laptop-2 SA"
            raise MachineTakenError(host)
        owners.add(session)
        return opened(machine, session)

    owners = set()
    monkeypatch.setattr(Machine, "open", open_machine)
    assert "It is laptop-2 (hidden)." in page.begin(document, 409, boards="1")
    assert not registry_of(folder).all()
    page.begin(document, boards="1", trouble="jam", take="1")
    page.until(lambda shown: shown["tone"] == "alarm")
    page.say("stop")
    page.over()
    owners.clear()
    address = page.address
    assert 'id="take"' in page.post(f"{address}/resume", 409)
    page.post(f"{address}/resume", take="1")
    page.address = address
    assert page.over()["tone"] == "done"


def test_a_file_is_brought_by_who_may_only_deal(page, folder):
    answer = page.client.post("/dealing/drop", files={"files": ("tuesday.dlm", file_of(DEALS[:2]))})
    assert "2 boards can be dealt: 1-2." in page.blind(answer.text)
    (document,) = folder.documents.all()
    assert document.name == "tuesday.dlm"


def test_every_page_of_a_dealer_is_blind_in_every_language(page, document):
    page.begin(document, boards="1-2", trouble="jam")
    page.until(lambda shown: shown["tone"] == "alarm")
    for language in ("en", "fr", "de", "nl"):
        page.client.cookies.set("overtrick-language", language)
        for path in ("/", "/dealing/", f"/dealing/new?document={document.id}", page.address):
            assert page.blind(page.client.get(path).text)
    assert page.client.get("/files/").status_code == 404
    page.say("stop")
    page.over()


def test_a_session_that_breaks_off_says_so(page, folder, document, journals, monkeypatch):
    page.begin(document, boards="1", trouble="jam")
    page.until(lambda shown: shown["tone"] == "alarm")
    live = registry_of(folder).live(page.address.rpartition("/")[2])

    def full(entry):
        message = "the disk is full, card SA"
        raise OSError(message)

    monkeypatch.setattr(live._held.journal, "write", full)
    page.say("continue")
    shown = page.over()
    assert shown["what"] == "The session broke off"
    assert shown["advice"] == "the disk is full, card (hidden)"


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="processes are killed as POSIX does it")
def test_kill_nine_of_the_program_and_the_session_goes_on(tmp_path, journals):
    """The whole program dies in mid-board; started again, it offers to go on, and loses nothing."""
    made = WorkFolder.open(tmp_path / "work")
    document = made.documents.add("evening.dlm", file_of(DEALS))
    made.close()
    script = f"""
import time
from pathlib import Path
from overtrick_web.dealing.session_registry import SessionRequest, registry_of
from overtrick_web.dealing.machines import Pace, simulated
from overtrick_web.work.folder import WorkFolder
work = WorkFolder.open(Path({str(tmp_path / "work")!r}))
registry = registry_of(work)
live = registry.begin(registry.propose(work.documents.get({document.id!r}),
                               SessionRequest(url=simulated(Pace.QUICK), boards="1-3")))
while live.picture.dealt < 1 or not 5 < live.picture.cards < 40:
    time.sleep(0.01)
print("now", flush=True)
time.sleep(60)
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "now\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    with WorkFolder.open(tmp_path / "work") as work:
        page = tab(work)
        text = page.get("/dealing/")
        assert "1 of 3 boards dealt" in text
        (path,) = re.findall(r'class="button" href="(/dealing/sessions/[^"]+)"', text)
        page.address = path
        shown = page.shown()
        assert shown["what"] == "This session is not finished"
        assert shown["advice"].startswith("Board 2 is half dealt: empty it")
        assert shown["boards"] == {"1": "done", "2": "next", "3": "left"}
        page.post(f"{path}/resume")
        page.address = path
        assert page.over()["progress"] == "3 of 3 boards dealt"
        page.post(f"{path}/keep")
        before = counters(document.current.read())
        after = counters(work.documents.get(document.id).current.read())
        assert [after[b] - before[b] for b in range(1, 5)] == [1, 1, 1, 0]
        registry_of(work).close()


def test_without_the_machines_plugin_the_page_says_what_to_install(folder, monkeypatch):
    from overtrick_web.pages import dealing

    monkeypatch.setattr(dealing, "NEEDS", "overtrick_that_is_not_there")
    page = tab(folder)
    for path in ("/dealing/", "/dealing/new"):
        assert "python -m pip install overtrick-duplimate-device" in page.get(path)
    assert not page.get("/dealing/unfinished")


def test_a_file_leads_to_its_dealing(folder, document):
    director = tab(folder, Role.DIRECTOR)
    answer = director.client.get(f"/files/{document.id}/deal")
    assert "8 boards can be dealt: 1-8." in director.blind(answer.text)
    home = director.client.get("/files/").text
    assert 'data-piece="/dealing/unfinished"' in home


@pytest.mark.parametrize("code", list(FaultCode))
def test_the_words_for_faults_are_those_of_the_machines_plugin(code):
    help = FAULT_HELP[code]
    assert fault_words(code, PlainTexts(Words("en"))) == (help.title, help.advice)

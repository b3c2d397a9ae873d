"""The table in a browser: what the server answers, and what it never sends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from overtrick import Seat, Suit

pytest.importorskip("overtrick_web", reason="the page needs overtrick-web")
pytest.importorskip("httpx2", reason="Starlette's test client needs httpx2")

from starlette.testclient import TestClient

import overtrick_belote.page
from overtrick.plugin import default_manager, resolve
from overtrick_belote.explanations.words import words
from overtrick_belote.page import tables as page_tables
from overtrick_belote.page.orders import ORDERS
from overtrick_belote.page.presenter import COMMANDS
from overtrick_belote.page.sheets import SHEETS
from overtrick_belote.page.tables import open_tables
from overtrick_belote.page.voices import PageTexts
from overtrick_belote.page.words import page_words
from overtrick_belote.players.advice import Level
from overtrick_belote.rules.cards import CARDS, cards_of
from overtrick_belote.table.settings import change_settings, read_settings, write_settings
from overtrick_web import PAGES, Role, Site, WorkFolder, application, pages_for

NOVICES = {f"players.{seat}": "novice" for seat in "NEW"}


@pytest.fixture
def settings(data_folder):
    def change(**changes):
        named = {name.replace("__", "."): value for name, value in changes.items()}
        write_settings(change_settings(read_settings()[0], named))

    write_settings(change_settings(read_settings()[0], {**NOVICES, "adviser": "novice"}))
    return change


@pytest.fixture
def client(settings, tmp_path):
    manager = default_manager()
    with WorkFolder.open(tmp_path / "work") as work:
        pages = pages_for(Role.DIRECTOR, manager)
        site = Site(role=Role.DIRECTOR, work=work, plugins=manager, pages=pages)
        with TestClient(application(site), headers={"accept-language": "en"}) as client:
            yield client
    open_tables().close()


class Window:
    """A window in which a table is played."""

    def __init__(self, client, name):
        self.client, self.name = client, name
        self.all = []
        self.look()

    @classmethod
    def begin(cls, client, what="numbered-hand", number="4711"):
        answer = client.post(
            "/belote/begin", data={"what": what, "number": number}, follow_redirects=False
        )
        assert answer.status_code == 303
        return cls(client, answer.headers["location"].rpartition("/")[2])

    @property
    def table(self):
        return open_tables().find(self.name).table

    def _keep(self, answer):
        self.all.append(answer.text)
        found = answer.json()
        if "state" in found:
            self.state = found["state"]
        return found

    def look(self, **query):
        answer = self.client.get(f"/belote/table/{self.name}/state", params=query)
        assert answer.status_code == 200
        return self._keep(answer)

    def do(self, order, status=200, **more):
        asked = {"version": self.state["version"], "order": order, **more}
        answer = self.client.post(f"/belote/table/{self.name}/do", json=asked)
        assert answer.status_code == status, answer.text
        return self._keep(answer)

    def wait(self):
        """Let the others play until a person must do something."""
        while self.state["goes_on"]:
            self.do("go")

    def call(self):
        """Pass until the cards are played; bid where nobody has."""
        self.wait()
        while self.state["phase"] == "auction":
            bids = self.state["bids"]
            self.do("act", action="80H" if bids["least"] == 80 else "P")
            self.wait()

    def play(self, cards=8):
        for _ in range(cards):
            self.wait()
            if self.state["is_over"]:
                return
            while self.state["announces"]:
                self.do("act", action=self.state["announces"][0]["action"])
            self.do("act", action=self.state["playable"][0])
        self.wait()


NAMES = {f"{words().card_name(card)}": str(card) for card in CARDS}
SIGNS = re.compile(r"([♠♥♦♣])((?:10|[789JQKA])(?:-(?:10|[789JQKA]))*)(?![0-9])")
CODES = re.compile(r'"([CDHS][789TJQKA])"')


def cards_in(text):
    """All cards that an answer names: as a code, by its sign, or by its name."""
    text = json.dumps(json.loads(text), ensure_ascii=False)
    found = set(CODES.findall(text))
    for sign, ranks in SIGNS.findall(text):
        suit = Suit("♣♦♥♠".index(sign))
        found |= {f"{suit.symbol}{'T' if r == '10' else r}" for r in ranks.split("-")}
    return found | {code for name, code in NAMES.items() if name in text}


def open_to(table, seat):
    """What a player has seen of the cards of the hand as it stands."""
    state = table.state
    seen = {str(card) for card in cards_of(state.dealt[seat])}
    for trick in (*state.tricks, *([state.trick] if state.trick else [])):
        seen |= {str(card) for card in trick.cards}
    for _, announce in state.shown:
        seen |= {str(card) for card in cards_of(announce.mask)}
    return seen


def test_what_names_cards_is_found():
    text = json.dumps({"a": ["SJ"], "b": "third ♠Q-J-10, ♥7", "c": "ace of clubs", "d": "80♦"})
    assert cards_in(text) == {"SJ", "SQ", "ST", "H7", "CA"}


@pytest.mark.slow
def test_no_answer_sends_a_card_that_the_person_may_not_see(client):
    window = Window.begin(client)
    checked = 0

    def check():
        nonlocal checked
        allowed = open_to(window.table, Seat.SOUTH)
        for text in window.all:
            assert cards_in(text) <= allowed
            checked += 1
        window.all.clear()

    def play_on(cards):
        for _ in range(cards):
            while window.state["goes_on"]:
                window.do("go")
                check()
            for order in ("values", "medal", "score-card", "compare", "review", "copy"):
                refused = window.do(order, status=422) if window.state["commands"].get(order) else 0
                assert not refused or refused["note"]
                check()
            window.do("hint")
            check()
            window.do("act", action=window.state["playable"][0])
            check()

    window.call()
    check()
    play_on(3)
    # What was seen before the hand is played again is not known to it.
    window.do("replay-cards")
    check()
    play_on(2)
    window.do("replay-bidding")
    assert window.state["phase"] == "auction"
    check()
    window.call()
    check()
    play_on(4)
    window.do("undo")
    check()
    assert checked > 60


def test_what_is_opened_on_purpose_is_sent_and_counts_as_help(client):
    window = Window.begin(client)
    window.call()
    assert not window.state["helped"]
    found = window.do("peek", seat="E")
    assert found["hand"]["seat"] == "E"
    assert set(found["hand"]["cards"]) == {
        str(card) for card in cards_of(window.table.state.hands[Seat.EAST])
    }
    assert window.state["helped"]


def test_without_help_nothing_is_opened(client, settings):
    settings(without_help=True)
    window = Window.begin(client)
    window.call()
    for order in ("hint", "peek", "analyse", "undo", "replay-bidding", "end-cards"):
        assert "without help" in window.do(order, status=422, seat="E")["note"]
    assert window.state["without_help"]


@pytest.mark.slow
def test_a_whole_hand_is_played_and_told(client):
    window = Window.begin(client)
    window.call()
    assert window.state["contract"]["is_final"]
    spoken = []
    while not window.state["is_over"]:
        if window.state["goes_on"]:
            found = window.do("go")
        elif window.state["announces"]:
            found = window.do("act", action=window.state["announces"][0]["action"])
        else:
            found = window.do("act", action=window.state["playable"][0])
        spoken += [step["spoken"] for step in found["steps"]]
    assert sum("wins the trick with" in text for text in spoken) == 8
    assert sum(" of " in text for text in spoken) >= 32
    assert not any(sign in "".join(spoken) for sign in "♠♥♦♣")
    assert sum(window.state["points"]) in (162, 252)
    state = window.state
    assert len(state["tricks"]) == 8
    assert all(len(seat["cards"]) == 8 for seat in state["seats"].values())
    card = window.do("score-card")["sheet"]
    assert card["blocks"][0]["lead"] == state["result"]
    review = window.do("review")["sheet"]
    choices = [block["choice"] for block in review["blocks"] if "choice" in block]
    for choice in choices:
        step = window.table.steps[choice["place"]]
        assert step.seat is Seat.SOUTH
        assert (choice["trick"] == 0) is (step.before.trick is None)
    for order in SHEETS:
        assert window.do(order, status=422 if order == "hint" else 200)["state"]
    every = {one["place"] for trick in state["tricks"] for one in trick["cards"]}
    assert {window.table.steps[place].action.card for place in every} == set(CARDS)
    for place in sorted(every)[:3]:
        assert window.do("analyse", place=place)["sheet"]["blocks"]
    assert "32-card bridge" in window.do("copy")["sheet"]["blocks"][0]["pre"]


def test_a_card_that_may_not_be_played_says_why_beforehand(client):
    window = Window.begin(client)
    window.call()
    found = []
    while not window.state["is_over"]:
        window.wait()
        if window.state["is_over"]:
            break
        state = window.state
        held = set(state["seats"]["S"]["cards"])
        assert set(state["playable"]) | set(state["refused"]) == held
        for card, why in state["refused"].items():
            found.append(why)
            assert window.do("act", status=422, action=card)["note"] == why
        window.do("act", action=state["playable"][-1])
    assert any(why.startswith("You must follow") for why in found)


def test_two_windows_do_not_disturb_each_other(client):
    first = Window.begin(client)
    second = Window(client, first.name)
    first.wait()
    second.look()
    assert second.state["asks"]
    first.do("act", action="80C")
    before = len(first.table.entries)
    found = second.do("act", status=409, action="P")
    assert "window" in found["note"]
    assert found["state"]["version"] == before == len(first.table.entries)
    # What a window asks by itself is no mistake: it sees what the other has done.
    second.state["version"] -= 1
    found = second.do("go")
    assert [step["said"] for step in found["steps"]] == ["80♣"]
    assert len(first.table.entries) == before
    # Help that another window looked for changes nothing that is played.
    first.wait()
    second.look()
    first.do("hint")
    second.do("act", action="P")


def test_a_table_that_was_taken_back_is_shown_anew(client):
    window = Window.begin(client)
    other = Window(client, window.name)
    window.wait()
    window.do("act", action="80C")
    found = window.do("undo")
    assert found["jump"]
    assert found["state"]["asks"]
    assert other.look(since=other.state["version"])["jump"]


def test_a_game_goes_on_after_a_restart(client):
    window = Window.begin(client, "new-game")
    window.wait()
    window.do("act", action="P")
    version, auction = window.state["version"], window.state["auction"]
    # As when the process is killed: nothing is closed, and the system gives its locks back.
    for sitting in open_tables()._open.values():
        sitting.house.journal._lock.release()
    page_tables._tables.cache_clear()
    home = client.get("/belote/").text
    assert f"/belote/table/{window.name}" in home
    again = Window(client, window.name)
    assert again.state["version"] == version
    assert again.state["auction"] == auction
    again.call()
    again.play()
    assert again.state["is_over"]
    again.do("next-hand")
    assert again.state["title"] == "Hand 2"


def test_what_nobody_has_touched_is_not_offered_and_games_can_be_deleted(client):
    new = Window.begin(client, "new-game")
    assert new.name not in client.get("/belote/").text
    new.wait()
    new.do("act", action="P")
    assert new.name in client.get("/belote/").text
    client.post(f"/belote/table/{new.name}/delete")
    assert new.name not in client.get("/belote/").text
    answer = client.get(f"/belote/table/{new.name}")
    assert answer.status_code == 404
    assert "not here any more" in answer.text
    assert new.client.get(f"/belote/table/{new.name}/state").status_code == 404


def test_a_game_that_is_played_elsewhere_is_told(client):
    window = Window.begin(client)
    window.wait()
    window.do("act", action="P")
    own = open_tables()
    page_tables._tables.cache_clear()
    answer = client.get(f"/belote/table/{window.name}")
    assert answer.status_code == 409
    assert "played in a terminal" in client.get("/belote/").text
    own.close()


def test_a_damaged_game_is_offered_as_far_as_it_is_sound(client):
    window = Window.begin(client)
    window.wait()
    window.do("act", action="P")
    path = page_tables.game_path(window.name)
    open_tables().close()
    data = path.read_bytes()
    path.write_bytes(data[:-6] + b"XXXXX\n")
    home = client.get("/belote/").text
    assert "damaged" in home
    answer = client.post(f"/belote/table/{window.name}/rescue", follow_redirects=False)
    assert answer.headers["location"].endswith(window.name)
    assert Window(client, window.name).state["phase"] == "auction"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"no", 400),
        (b"[]", 400),
        (b'{"order": "act"}', 422),
        (b'{"order": "act", "version": true}', 422),
        (b'{"order": "fly", "version": 0}', 422),
        (b'{"order": "act", "version": 0, "action": "none"}', 422),
        (b'{"order": "peek", "version": 0, "seat": {}}', 422),
        (b'{"order": "act", "version": 99}', 409),
        (b"[" * 9_000, 400),
        (b"x" * 20_000, 413),
    ],
)
def test_a_bad_order_is_refused(client, body, status):
    window = Window.begin(client)
    answer = client.post(f"/belote/table/{window.name}/do", content=body)
    assert answer.status_code == status
    assert answer.json()["note"]
    assert len(window.table.entries) == 0


@pytest.mark.parametrize("name", ["..", "%2e%2e%2fsettings", "20261122-110500-4f2a", "x" * 300])
def test_only_games_are_opened(client, name):
    assert client.get(f"/belote/table/{name}/state").status_code == 404


def test_several_people_do_not_see_each_others_cards(client, settings):
    settings(players__W="human")
    window = Window.begin(client)
    window.wait()
    assert window.state["hidden"]
    assert not window.state["asks"]
    assert cards_in(window.all[-1]) == set()
    window.all.clear()
    turn = window.table.turn
    window.look(reveal=1)
    assert window.state["asks"]
    assert cards_in(window.all[-1]) == open_to(window.table, turn)
    assert window.state["bottom"] == turn.symbol
    window.all.clear()
    window.do("act", action="P", reveal=True)
    for text in window.all:
        assert cards_in(text) == set()


def test_the_commented_hand_says_what_comes(client):
    window = Window.begin(client, "tutorial")
    notes = []
    while not window.state["is_over"]:
        window.wait()
        lesson = window.state["lesson"]
        notes += lesson["notes"]
        if window.state["is_over"]:
            break
        coming = lesson["coming"]
        other = next((c for c in window.state["playable"] if c != coming), None)
        if other is not None:
            assert "comes now" in window.do("act", action=other)["note"]
        window.do("act", action=coming)
    assert len(notes) > 20
    assert window.table.state.contract.bid.amount == 120


def test_settings_are_a_form_and_players_sit_down_at_once(client):
    window = Window.begin(client)
    form = client.get(f"/belote/settings?table={window.name}").text
    assert 'name="players.E"' in form
    asked = {"players.E": "expert", "speed": "fast", "language": "fr", "medal": "yes"}
    answer = client.post(
        f"/belote/settings?table={window.name}", data=asked, follow_redirects=False
    )
    assert answer.headers["location"] == f"/belote/table/{window.name}"
    found = read_settings()[0]
    assert (found.speed, found.language, found.medal, found.animate) == ("fast", "fr", True, False)
    assert window.table.players[Seat.EAST] is Level.EXPERT
    assert window.look()["state"]["title"] == "Donne n° 4711"
    wrong = client.post("/belote/settings", data={"players.N": "human"})
    assert wrong.status_code == 422
    assert "Nord est toujours" in wrong.text


def test_the_page_speaks_its_readers_language(client):
    home = client.get("/belote/", headers={"accept-language": "fr"}).text
    assert "Nouvelle partie" in home
    german = client.get("/belote/", headers={"accept-language": "de"}).text
    assert "New game" in german
    assert "Dieses Spiel spricht Englisch und Französisch." in german
    window = Window.begin(client)
    text = client.get(f"/belote/table/{window.name}", headers={"accept-language": "fr"}).text
    said = page_words(PageTexts.of("fr", "", "symbols"), lambda path: path)
    assert said["ranks"] | {"J": "V", "Q": "D", "K": "R"} == said["ranks"]
    assert "valet de pique" in text


def test_a_number_that_is_no_hand_is_told(client):
    answer = client.post("/belote/begin", data={"what": "numbered-hand", "number": "two"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert client.post("/belote/begin", data={"what": "nothing"}).status_code == 422


def test_every_label_that_the_scripts_show_is_sent():
    folder = Path(overtrick_belote.page.__file__).parent / "static"
    sent = page_words(PageTexts("en"), lambda path: path)["labels"]
    shown = set()
    for name in ("table.js", "sheets.js"):
        text = (folder / name).read_text()
        shown |= set(re.findall(r'labels\.([a-z]+)|labels\["([a-z-]+)"\]|say\("([a-z-]+)"', text))
    named = {name for names in shown for name in names if name}
    assert named <= set(sent)
    assert len(named) > 30


def test_every_command_can_be_asked_for():
    asked_otherwise = {"last-trick", "peek-n", "peek-e", "peek-s", "peek-w"}
    assert set(COMMANDS) - asked_otherwise <= {*ORDERS, *SHEETS}


def test_nothing_of_the_page_is_inline_and_all_of_it_is_light(client):
    window = Window.begin(client)
    size = 0
    text = client.get(f"/belote/table/{window.name}").text
    for page in (text, client.get("/belote/").text, client.get("/belote/settings").text):
        assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", page)
        assert not re.findall(r"<style|<script(?![^>]*(?:src=|application/json))", page)
        assert "http://" not in page.replace("http://testserver", "")
    parts = [text.encode()]
    addresses = set(re.findall(r'"(/static/[^"]+)"', text))
    assert {a.partition("?")[0] for a in addresses} >= {
        f"/static/belote/{name}" for name in ("table.css", "table.js", "cards.js", "sheets.js")
    }
    for address in addresses:
        parts.append(client.get(address).content)
    size = sum(map(len, parts))
    assert size < 150_000


def test_who_may_not_see_cards_has_no_table():
    manager = default_manager()
    assert any(page.name == "belote" for page in pages_for(Role.DIRECTOR, manager))
    for role in Role:
        if role is not Role.DIRECTOR:
            assert all(page.name != "belote" for page in pages_for(role, manager))


def test_the_declaration_stands_and_is_not_needed():
    spec = default_manager().specs(PAGES)["belote"]
    assert callable(resolve(spec.routes))
    code = (
        "import sys\n"
        "sys.modules['overtrick_web'] = None\n"
        "from overtrick.framework.manager import PluginManager\n"
        "import overtrick_belote\n"
        "manager = PluginManager(discover=False)\n"
        "manager.register(overtrick_belote, 'belote')\n"
        "print([str(r.state) for r in manager.records()], sorted(manager.commands()))\n"
        "import overtrick_belote.terminal.command\n"
        "print([m for m in sys.modules if m.startswith(('starlette', 'overtrick_belote.page'))])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    lines = done.stdout.splitlines()
    assert "belote" in lines[0]
    assert "failed" not in lines[0].lower()
    assert lines[1] == "[]"

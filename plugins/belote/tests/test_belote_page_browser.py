"""The table as a person has it: in Chromium, by clicks, by fingers, and by keys alone."""

from __future__ import annotations

import importlib.util
import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("overtrick_web", reason="the page needs overtrick-web")
# Where the browser is demanded, what is missing is a failure.
STRICT = os.environ.get("OVERTRICK_STRICT_BROWSER") == "1"
if STRICT:
    import playwright.sync_api as playwright
else:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from overtrick_belote.table.settings import (  # noqa: E402  # only where there is a browser
    change_settings,
    read_settings,
    write_settings,
)

CHROMIUM = os.environ.get("OVERTRICK_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
AXE = next(
    (
        path
        for name in ("axe_playwright_python",)
        if (spec := importlib.util.find_spec(name)) and spec.origin
        for path in Path(spec.origin).parent.rglob("axe.min.js")
    ),
    None,
)
pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not STRICT, reason="there is no Chromium on this machine"
)

RUN = "import sys; from overtrick_cli.application import run; run(sys.argv[1:])"
FAST = {
    **{f"players.{seat}": "novice" for seat in "NEW"},
    "adviser": "novice",
    "speed": "instant",
}
WIDE = {"width": 1280, "height": 860}
NARROW = {"width": 360, "height": 740}


class Server:
    """`overtrick serve`, which can be killed and started again."""

    def __init__(self, folder, games):
        self.folder, self.games = folder, games
        self.address = ""
        self.process = None

    def start(self, port="0"):
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, "serve", "--port", port, "--data-dir", self.folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "OVERTRICK_BELOTE": self.games},
        )
        for line in self.process.stdout:
            if found := re.search(r"open at (http://\S+)", line):
                self.address = found[1]
                return self
        raise AssertionError(self.process.wait(10))

    @property
    def origin(self):
        return re.match(r"http://[^/]+", self.address)[0]

    def kill(self):
        self.process.kill()
        self._end()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self._end()

    def _end(self):
        try:
            self.process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    games, work = (str(tmp_path_factory.mktemp(name)) for name in ("games", "work"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OVERTRICK_BELOTE", games)
        write_settings(change_settings(read_settings()[0], FAST))
    server = Server(work, games).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(server, browser):
    """Opens pages in a browser that has entered; what goes wrong in their scripts is an error."""
    contexts, wrong = [], []

    def open_page(path="/belote/", *, context=None, **options):
        if context is None:
            given = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce"} | options
            context = browser.new_context(**given)
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda message: (
                wrong.append(message.text)
                if message.type == "error" and "Failed to load" not in message.text
                else None
            ),
        )
        if len(context.pages) == 1:
            page.goto(server.address)
            page.wait_for_url("**/files/")  # it leads on by itself
        page.goto(server.origin + path)
        page.wait_for_selector(".belote")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def begin(page, number="4711"):
    page.fill("input[name=number]", number)
    page.locator("form:has(input[name=number]) button").click()
    page.wait_for_selector("#hand .card")


def until(page, script, argument=None):
    """Wait until a script says yes; the page's own policy forbids what Playwright has for it."""
    for _ in range(400):
        if page.evaluate(script, argument):
            return
        page.wait_for_timeout(20)
    raise AssertionError(script)


def ready(page):
    """Wait until a person must do something, or the hand is over; say what."""
    until(
        page,
        """() => document.querySelector("dialog[open]") || (
            document.getElementById("belote").getAttribute("aria-busy") !== "true" && (
            document.querySelector(".bids, .said-announce, .card.lit, #next-trick")))
          || document.querySelector("#next-trick")""",
    )
    if page.locator("dialog[open]").count():
        return "sheet"
    if page.locator("#next-trick").count():
        return "trick"
    if page.locator(".bids").count():
        return "call"
    return "announce" if page.locator(".said-announce").count() else "card"


@pytest.mark.slow
def test_a_whole_hand_is_played_by_clicks(opened):
    page = opened()
    begin(page)
    assert ready(page) == "call"
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("dialog[open] .lead")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="90", exact=True).click()
    page.get_by_role("button", name="Bid 90 hearts").click()
    played, refused, tricks = 0, 0, 0
    while (what := ready(page)) != "sheet":
        if what == "call":
            page.get_by_role("button", name="Pass", exact=True).click()
        elif what == "trick":
            tricks += 1
            page.click("#next-trick")
        elif what == "announce":
            page.locator(".said-announce").first.click()
        else:
            if page.locator(".card.off").count():
                page.locator(".card.off").first.click(force=True, position={"x": 14, "y": 40})
                assert page.locator("#note").inner_text().startswith(("You must", "You have no"))
                refused += 1
            card = page.locator(".card.lit").first
            if played == 2:
                box = card.bounding_box()
                middle = page.locator("#trick").bounding_box()
                page.mouse.move(box["x"] + 20, box["y"] + 60)
                page.mouse.down()
                page.mouse.move(middle["x"] + 150, middle["y"] + 120, steps=6)
                page.mouse.up()
            else:
                card.click(position={"x": 14, "y": 40})
            played += 1
            until(
                page,
                "n => document.querySelectorAll('#hand .card').length < n || "
                "document.querySelector('dialog[open]')",
                9 - played,
            )
    assert tricks == 8
    assert refused
    assert page.locator("#sheet-title").inner_text() == "Score card"
    page.locator("#sheet").get_by_role("button", name="Look at the tricks").click()
    assert page.locator(".walk [role=status]").inner_text() == "Trick 1"
    page.get_by_role("button", name="Next trick").click()
    page.locator("#trick .lying").first.click()
    page.wait_for_selector("dialog[open] .lead")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    page.wait_for_selector("dialog[open] .choice, dialog[open] .lead")
    assert page.locator("#sheet-title").inner_text() == "Review my choices"


@pytest.mark.slow
def test_a_hand_is_played_by_keys_alone(opened):
    page = opened()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('form')?.what?.value") == "new-game":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand .card")
    assert ready(page) == "call"
    until(page, "document.activeElement.dataset.suit === 'S'")
    first = page.locator(".bids [aria-pressed=true]").inner_text()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    now = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert now == f"Bid {int(first) + 10} hearts"
    page.keyboard.press("Enter")
    tricks = 0
    while tricks < 3:
        what = ready(page)
        if what == "call":
            page.keyboard.press("p")
            until(page, "!document.querySelector('.bids')")
        elif what == "trick":
            page.keyboard.press("f")
            until(page, "!document.querySelector('#next-trick')")
            tricks += 1
        elif what == "announce":
            page.keyboard.press("ArrowUp")
            page.keyboard.press("Enter")
            until(page, "!document.querySelector('.said-announce')")
        elif what == "sheet":  # nobody bid
            page.keyboard.press("Enter")
            until(page, "!document.querySelector('dialog[open]')")
        else:
            until(page, "document.activeElement.classList.contains('card')")
            before = page.locator("#hand .card").count()
            for _ in range(8):
                if page.evaluate("document.activeElement.classList.contains('lit')"):
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            until(page, "n => document.querySelectorAll('#hand .card').length < n", before)
    for key, title in (("m", "More"), ("F1", "Help"), ("s", "Score sheet"), ("w", "")):
        ready(page)
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        assert title in page.locator("#sheet-title").inner_text()
        page.keyboard.press("Escape")
        until(page, "!document.querySelector('dialog[open]')")
    assert page.locator("#heard").inner_text()


@pytest.mark.slow
def test_a_finger_plays_on_a_small_screen(opened):
    page = opened(viewport=NARROW, has_touch=True, locale="fr-FR", color_scheme="dark")
    begin(page)
    while ready(page) == "call":
        page.locator("[data-pass=''], [data-suit=H]").first.tap()
        page.wait_for_timeout(50)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    edges = page.evaluate(
        "[...document.querySelectorAll('#hand .card')].map(c => c.getBoundingClientRect().left)"
    )
    assert all(right - left >= 24 for left, right in itertools.pairwise(edges))
    letters = "".join(page.locator("#hand .index").all_text_contents())
    assert not set(letters) & set("KQJ")
    while ready(page) in ("announce", "trick"):
        page.locator(".said-announce, #next-trick").first.tap()
        page.wait_for_timeout(50)
    before = page.locator("#hand .card").count()
    page.locator(".card.lit").first.tap(position={"x": 10, "y": 30})
    until(page, "n => document.querySelectorAll('#hand .card').length < n", before)


@pytest.mark.slow
def test_two_windows_and_a_killed_server(opened, server):
    first = opened()
    begin(first)
    assert ready(first) == "call"
    second = opened(first.url.removeprefix(server.origin), context=first.context)
    assert ready(second) == "call"
    first.locator("[data-suit=C]").click()
    # The other window sees it by itself.
    until(
        second,
        "document.getElementById('log').innerText.includes('80♣') || "
        "document.getElementById('auction').innerText.includes('80')",
    )
    port = server.origin.rpartition(":")[2]
    server.kill()
    server.start(port)
    first.goto(server.address)
    first.wait_for_url("**/files/")
    first.goto(server.origin + "/belote/")
    first.get_by_role("link", name="Go on").first.click()
    first.wait_for_selector("#hand .card")
    assert "80" in first.locator("#auction").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_keeps_anybody_out(opened, colours):
    if AXE is None and not STRICT:
        pytest.skip("axe-core is not installed")
    script = AXE.read_text(encoding="utf-8")

    def check(what):
        page.evaluate(script)
        found = page.evaluate("axe.run('.belote')")["violations"]
        told = [(each["id"], [n["html"][:160] for n in each["nodes"][:3]]) for each in found]
        assert not told, what

    page = opened(color_scheme=colours)
    check("before the table")
    if colours == "light":
        page.goto(page.url + "settings")
        check("settings")
        page.go_back()
    begin(page)
    assert ready(page) == "call"
    check("the auction")
    page.locator("[data-suit=C]").click()
    while (what := ready(page)) in ("call", "announce"):
        page.locator("[data-pass=''], .said-announce").first.click()
        page.wait_for_timeout(50)
    if what == "card":
        check("a card is asked for")
        page.locator(".card.lit").first.click()
    assert ready(page) == "trick"
    page.keyboard.press("m")
    page.wait_for_selector("dialog[open]")
    check("all commands, and a trick that is complete")
    page.locator("dialog[open] .orders").get_by_role(
        "button", name="Let the computer end the hand"
    ).click()
    page.wait_for_selector("dialog[open] .lead")
    check("the score card")
    page.locator("#sheet").get_by_role("button", name="Look at the tricks").click()
    check("the tricks")

"""The page in Chromium, and 50 clients at once.

Seconds from the drop of a file until its first board is on the screen, medians of the rounds; the
longest frame while 10,000 boards are scrolled to the end, and the boards in the page then; the
bytes of each page's first load. The clients come in as browsers do, look at pages over and over
for a minute, and now and then drop and remove a file. Needs Playwright and Chromium.
"""

from __future__ import annotations

import http.client
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "plugins" / "web" / "tests" / "browser"))

import page_browser
from page_browser import file_of

from bench.measuring import Given, Row

BOUNDARY = "----overtrick-load"

# Frames that follow one another.
WATCH = """() => {
  window.frames_ = [];
  let last = performance.now();
  const step = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""
# Two frames later what was asked for is on the screen.
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SINCE_DROP = (
    "performance.timeOrigin + performance.now() - Number(sessionStorage.getItem('dropped'))"
)


def from_drop(page, origin: str, name: str, data: bytes) -> float:
    """Return the seconds from a drop until the first board is on the screen."""
    page.goto(f"{origin}/files/", wait_until="networkidle")
    page_browser.drop(page, "#drop", (name, data))
    page.wait_for_url("**/boards", wait_until="commit")
    page.wait_for_selector(".board-card svg[role=img]")
    page.evaluate(DRAWN)
    return page.evaluate(SINCE_DROP) / 1000


def scrolled(page, steps: int) -> tuple[float, int]:
    """Scroll to the end; return the longest frame in milliseconds, and the cards there."""
    page.evaluate(WATCH)
    height = page.evaluate("document.body.scrollHeight")
    for step in range(1, steps + 1):
        page.evaluate("(top) => scrollTo(0, top)", height * step / steps)
        page.wait_for_timeout(30)
    page.wait_for_timeout(500)
    return (
        page.evaluate("Math.max(...frames_.slice(1))"),
        page.locator(".board-card").count(),
    )


class Client(threading.Thread):
    """Somebody who looks at pages until it is time to go."""

    def __init__(
        self, server: page_browser.Server, number: int, end: float, shared: str = ""
    ) -> None:
        super().__init__(daemon=True)
        self.times: list[float] = []
        self.wrong: Counter[str] = Counter()
        self._server = server
        self._number = number
        self._end = end
        self._shared = shared
        self._cookie = ""
        self._line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def ask(self, path: str, body: bytes | None = None, kind: str = "") -> http.client.HTTPResponse:
        """Ask for a page, and read all of the answer."""
        headers = {"Cookie": self._cookie} if self._cookie else {}
        if body is not None:
            headers |= {"Content-Type": kind, "Origin": self._server.origin}
        begun = time.monotonic()
        self._line.request("GET" if body is None else "POST", path, body, headers)
        answer = self._line.getresponse()
        answer.read()
        self.times.append(time.monotonic() - begun)
        if answer.status >= 400:
            self.wrong[f"{answer.status} {path.partition('?')[0]}"] += 1
        return answer

    def enter(self) -> None:
        """Come in by the token."""
        answer = self.ask(self._server.address.removeprefix(self._server.origin))
        self._cookie = answer.headers["set-cookie"].partition(";")[0]

    def drop(self, name: str, data: bytes) -> str:
        """Drop a file; return where its pages are."""
        head = f'Content-Disposition: form-data; name="files"; filename="{name}"'
        before, after = f"--{BOUNDARY}\r\n{head}\r\n\r\n", f"\r\n--{BOUNDARY}--\r\n"
        body = before.encode() + data + after.encode()
        answer = self.ask("/files/drop", body, f"multipart/form-data; boundary={BOUNDARY}")
        return answer.headers["location"].partition("/boards")[0]

    def run(self) -> None:
        """Look at pages, over and over."""
        try:
            self.enter()
            shared = self._shared
            pages = [
                "/files/", f"{shared}/boards", f"{shared}/findings", f"{shared}/boards/7",
                f"{shared}/edit", f"{shared}/convert?to=lin", "/dealing/", "/generate/",
                "/static/site/site.css",
            ]  # fmt: skip
            turn = self._number
            while time.monotonic() < self._end:
                self.ask(pages[turn % len(pages)])
                turn += 1
                if turn % 60 == 0:
                    mine = self.drop(f"client-{self._number}.pbn", file_of(4) + b"\n" * turn)
                    self.ask(f"{mine}/remove", b"", "application/x-www-form-urlencoded")
                # A person reads what comes.
                time.sleep(0.2)
        except OSError as error:
            self.wrong[repr(error)] += 1
        finally:
            self._line.close()


def browser_rows(given: Given, server: page_browser.Server) -> Iterator[Row]:
    """Measure drops, scrolling and first loads in a browser."""
    rounds, many, steps = (1, 100, 5) if given.is_quick else (given.times(5), 10_000, 150)
    with page_browser.browsers() as browser:
        page = browser.new_context(viewport=page_browser.DESK).new_page()
        page.set_default_timeout(60_000)
        page.goto(server.address)
        page.wait_for_url("**/files/")
        for count, floor in ((32, 0.3),) if given.is_quick else ((32, 0.3), (1_000, 2.0)):
            data = file_of(count)
            # What is dropped once more is known: each round has a file of its own.
            times = [
                from_drop(page, server.origin, f"{turn}.pbn", data + b"\n" * turn)
                for turn in range(rounds + 1)
            ][1:]
            what = f"from the drop to the first board, {count:,} boards"
            yield Row(what, statistics.median(times), "s", floor=floor)
        page_browser.dropped(page, "many.pbn", file_of(many))
        frame, cards = scrolled(page, steps)
        yield Row(f"{many:,} boards scrolled, longest frame", frame, "ms")
        yield Row(f"{many:,} boards scrolled, boards in the page then", cards, "boards")
        address = page_browser.dropped(page, "evening.pbn", file_of(32))
        watch = page_browser.Watch(page.context)
        page_browser.forget_always(page)
        document = address.split("/")[4]
        for what, path in (
            ("files", "/files/"),
            ("boards", f"/files/{document}/boards"),
            ("preview of hand records", f"/files/{document}/print"),
            ("dealing", "/dealing/"),
        ):
            watch.loaded.clear()
            page.goto(server.origin + path)
            yield Row(f"first load, {what}", watch.bytes_loaded() / 1000, "kB", floor=150)


def client_rows(given: Given, server: page_browser.Server) -> Iterator[Row]:
    """Let many clients look at pages; any error ends the benchmark."""
    count, seconds = (5, 2) if given.is_quick else (50, 60)
    first = Client(server, 0, 0)
    first.enter()
    shared = first.drop("evening.pbn", file_of(32))
    end = time.monotonic() + seconds
    clients = [Client(server, number, end, shared) for number in range(count)]
    for one in clients:
        one.start()
    memory = []
    for share in (0.25, 0.5, 0.75, 1.0):
        time.sleep(max(0.0, end - seconds * (1 - share) - time.monotonic()))
        memory.append(server.resident() / 1024)
    for one in clients:
        one.join()
    wrong = sum((one.wrong for one in [first, *clients]), Counter())
    if wrong:
        raise SystemExit(f"the page gave errors: {dict(wrong)}")
    times = sorted(second for one in clients for second in one.times)
    yield Row(f"{count} clients, answers", len(times) / seconds, "answers/s")
    yield Row(f"{count} clients, median answer", statistics.median(times) * 1000, "ms")
    yield Row(f"{count} clients, memory after a quarter", memory[0], "MB")
    yield Row(f"{count} clients, memory at the end", memory[-1], "MB")


def rows(given: Given) -> Iterator[Row]:
    """Measure the browser, then the clients, each with a server of its own."""
    if (absence := page_browser.absence()) is not None:
        given.note(absence)
        return
    for measured in (browser_rows, client_rows):
        with (
            tempfile.TemporaryDirectory() as folder,
            page_browser.serving(Path(folder) / "work") as server,
        ):
            yield from measured(given, server)

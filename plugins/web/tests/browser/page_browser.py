"""The page as people see it: `overtrick serve` as a process, and Debian's Chromium before it.

Shared by the browser tests, by what takes the pictures of the documentation, and by the benches.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import overtrick

NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE: Final = {"width": 360, "height": 740}
DESK: Final = {"width": 1280, "height": 800}
PROJECTOR: Final = {"width": 1920, "height": 1080}
# WCAG 2.2 AA with what it takes in, and what axe-core calls good practice.
RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def chromium() -> str | None:
    """Return where the browser is: that of `OVERTRICK_CHROMIUM`, or one that is installed."""
    named = os.environ.get("OVERTRICK_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def absence() -> str | None:
    """Return what is missing, in a sentence, or None."""
    for package in ("playwright", "axe_playwright_python"):
        if importlib.util.find_spec(package) is None:
            return f"no {package}: pip install -r tests/requirements.txt"
    if chromium() is None:
        return "no Chromium: apt-get install chromium, or name one in OVERTRICK_CHROMIUM"
    return None


@contextlib.contextmanager
def browsers():
    """Start the browser and give it; it ends with the block."""
    from playwright.sync_api import sync_playwright  # it need not be there

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Server:
    """A page that is served by a process of its own from a data folder.

    Attributes:
        address: what it printed, with the token.
        port: where it listens.
        said: the lines that it wrote.
    """

    def __init__(self, work: Path, *options: str, port: int = 0, **environment: str) -> None:
        self.work = work
        self.said: list[str] = []
        clean = {key: text for key, text in os.environ.items() if not key.startswith("OVERTRICK_")}
        own = {f"XDG_{name}_HOME": str(work.parent / name.lower())
               for name in ("STATE", "DATA", "CACHE", "CONFIG")}  # fmt: skip
        self._process = subprocess.Popen(
            [sys.executable, "-m", "overtrick_cli", "serve", "--port", str(port),
             "--data-dir", str(work), *options],
            env=clean | own | {"LANGUAGE": "en", "PYTHONUNBUFFERED": "1"} | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )  # fmt: skip
        for line in self._process.stdout:
            self.said.append(line.rstrip())
            found = re.search(r"http://\S+", line)
            if found:
                self.address = found[0]
                break
        else:
            self._process.wait()
            self._process.stdout.close()
            raise AssertionError("\n".join(self.said))
        self.port = urlsplit(self.address).port
        self.origin = f"http://127.0.0.1:{self.port}"
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        for line in self._process.stdout:
            self.said.append(line.rstrip())

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def resident(self) -> int:
        """Return how much memory it holds, in kB."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._end()

    def _end(self) -> None:
        self._process.wait()
        self._listener.join()
        self._process.stdout.close()


@contextlib.contextmanager
def serving(work: Path, *options: str, **environment: str) -> Iterator[Server]:
    """Serve a data folder as long as the block runs."""
    server = Server(work, *options, **environment)
    try:
        yield server
    finally:
        server.stop()


class Watch:
    """What a browser's pages did that they must not, and what they loaded.

    Attributes:
        wrong: errors of scripts and of the console, and requests to other hosts.
        loaded: the bytes that each request brought, by its path.
    """

    def __init__(self, context) -> None:
        self.wrong: list[str] = []
        self.loaded: list[tuple[str, int]] = []
        self.expected: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"script: {error.error}"))
        context.on("request", self._request)
        context.on("requestfinished", self._finished)

    def _console(self, message) -> None:
        if message.type in {"error", "warning"}:
            where = message.location.get("url", "")
            self.wrong.append(f"{message.type}: {message.text} ({where})")

    def _request(self, request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname != "127.0.0.1":
            self.wrong.append(f"request to {request.url}")

    def _finished(self, request) -> None:
        # A stream of events has no end to wait for.
        if request.resource_type != "eventsource":
            self.loaded.append((urlsplit(request.url).path, request))

    def bytes_loaded(self) -> int:
        """Return the bytes of all that was loaded until now, with headers."""
        total = 0
        for _path, request in self.loaded:
            sizes = request.sizes()
            total += sizes["responseBodySize"] + sizes["responseHeadersSize"]
        return total

    def expect(self, text: str) -> None:
        """Take what has a text in it for right: an answer of the server that is a refusal."""
        self.expected.append(text)

    def check(self) -> None:
        """Assert that nothing went wrong."""
        left = [line for line in self.wrong if not any(text in line for text in self.expected)]
        assert not left, "\n".join(left)


def violations(page) -> list[str]:
    """Return what axe-core finds on a page, a line for each place."""
    from axe_playwright_python.sync_playwright import Axe  # it need not be there

    options = {"runOnly": {"type": "tag", "values": list(RULES)}, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']}: {rule['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
    ]


def too_wide(page) -> list[str]:
    """Return what makes a page wider than its window; empty where nothing does."""
    return page.evaluate(
        """() => {
          const root = document.documentElement, wide = root.clientWidth;
          if (root.scrollWidth <= wide) return [];
          return [...document.querySelectorAll("body *")]
            .filter((one) => one.getBoundingClientRect().right > wide + 1)
            .slice(-8).map((one) => one.outerHTML.slice(0, 120));
        }"""
    )


def too_small(page) -> list[str]:
    """Return what is touched and smaller than 24 by 24 pixels, by WCAG 2.2."""
    return page.evaluate(
        """() => [...document.querySelectorAll("button,.button,input,select,textarea,summary")]
          .filter((one) => one.checkVisibility({visibilityProperty: true}))
          .filter((one) => !one.closest(".unseen"))
          .filter((one) => {
            const box = (one.closest("label") ?? one).getBoundingClientRect();
            return box.width > 1 && (box.height < 24 || box.width < 24);
          })
          .map((one) => one.outerHTML.slice(0, 120))"""
    )


DROP = """async ([files, selector]) => {
  const data = new DataTransfer();
  for (const [name, bytes] of files) {
    data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
  }
  const place = document.querySelector(selector);
  sessionStorage.setItem("dropped", performance.timeOrigin + performance.now());
  for (const kind of ["dragenter", "dragover", "drop"]) {
    place.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
  }
}"""


def drop(page, selector: str, *files: tuple[str, bytes]) -> None:
    """Drop files on an element, as from a folder's window."""
    import base64

    given = [[name, base64.b64encode(data).decode("ascii")] for name, data in files]
    page.evaluate(DROP, [given, selector])


def drop_paths(page, selector: str, *paths: Path) -> None:
    """Drop files and folders of this computer on an element, by the mouse's own events."""
    box = page.locator(selector).bounding_box()
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + 20}
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    with contextlib.closing(_Session(page)) as session:
        for kind in ("dragEnter", "dragOver", "drop"):
            session.send("Input.dispatchDragEvent", {"type": kind, "data": data, **place})


class _Session:
    """A line to the browser's own protocol, for what Playwright has no word for."""

    def __init__(self, page) -> None:
        self._session = page.context.new_cdp_session(page)
        self.send = self._session.send
        self.close = self._session.detach


def origin(page) -> str:
    """Return the address of the server that a page is of, without a path."""
    parts = urlsplit(page.url)
    return f"{parts.scheme}://{parts.netloc}"


def forget_always(page) -> None:
    """Let a page load all that it needs each time, as the first time."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})


HANDS: Final = "T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
WRONG: Final = f"""% PBN 2.1
[Event "Club"]
[Board "1"]
[Dealer "E"]
[Vulnerable "none"]
[Deal "N:{HANDS}"]
[Auction "E"]
1NT Pass Pass Pass

[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "E:{HANDS}"]
""".encode()


def boards(count, first=1):
    """Return boards of one deal, each turned as its number says."""
    return [
        overtrick.Board(
            number=number,
            dealer=overtrick.Seat.dealer_of(number),
            vulnerability=overtrick.Vulnerability.of_board(number),
            deal=overtrick.Deal.parse(f"{'NESW'[number % 4]}:{HANDS}"),
        )
        for number in range(first, first + count)
    ]


def file_of(count, form="pbn", first=1):
    """Return the bytes of a file of boards."""
    sink = io.BytesIO()
    overtrick.write(boards(count, first), sink, format=form)
    return sink.getvalue()


def dropped(page, name, data):
    """Drop a file on the first page, and return the address of its page."""
    page.goto(origin(page) + "/files/")
    drop(page, "#drop", (name, data))
    page.wait_for_url("**/boards")
    return page.url.removesuffix("/boards")

"""Fifty people at once: does the page answer all of them, and does its memory stay as it is?

    python bench/load_page.py [--clients 50] [--seconds 60]

It starts `overtrick serve` on the loopback with a file of 32 boards. Each client comes in by the
token, as a browser does, then looks at the files, their boards, findings, an edit, a conversion
and the dealing page, over and over; now and then one drops a file and removes it. Told are the
requests, their times, every answer that was no success, and the server's memory after each quarter
of the time. It ends with 1 where there was an error.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "plugins" / "web" / "tests" / "browser"))

import page_browser
from page_browser import file_of

BOUNDARY = "----overtrick-load"


class Client(threading.Thread):
    """Somebody who looks at pages until it is time to go."""

    def __init__(self, server: page_browser.Server, number: int, end: float) -> None:
        super().__init__(daemon=True)
        self.times: list[float] = []
        self.wrong: Counter[str] = Counter()
        self._server = server
        self._number = number
        self._end = end
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
            shared = self.ask("/files/").status and SHARED[0]
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


SHARED: list[str] = []


def main() -> int:
    """Let the clients come, and tell what became of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        page_browser.serving(Path(folder) / "work") as server,
    ):
        first = Client(server, 0, 0)
        first.enter()
        SHARED.append(first.drop("evening.pbn", file_of(32)))
        end = time.monotonic() + chosen.seconds
        clients = [Client(server, number, end) for number in range(chosen.clients)]
        for one in clients:
            one.start()
        memory = []
        for share in (0.25, 0.5, 0.75, 1.0):
            time.sleep(max(0.0, end - chosen.seconds * (1 - share) - time.monotonic()))
            memory.append(server.resident())
        for one in clients:
            one.join()
        times = sorted(second for one in clients for second in one.times)
        wrong = sum((one.wrong for one in [first, *clients]), Counter())
        at = int(len(times) * 0.99)
        print(
            f"{chosen.clients} clients, {chosen.seconds:g} s: {len(times):,} answers, median "
            f"{statistics.median(times) * 1000:.0f} ms, 99 of 100 within {times[at] * 1000:.0f} ms"
        )
        told = ", ".join(f"{kilobytes / 1024:.1f}" for kilobytes in memory)
        print(f"memory after each quarter, MB: {told}")
        print(f"errors: {sum(wrong.values())}")
        for what, count in wrong.most_common(10):
            print(f"  {count} times {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

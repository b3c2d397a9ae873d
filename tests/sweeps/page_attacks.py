"""Attack the page as a process, and see what it answers and how much memory that takes.

    python tests/sweeps/page_attacks.py [--quick]

It starts `overtrick serve` on the loopback with a data folder of its own, comes in by the printed
address, and then: sends 1 GB, with and without saying so before; sends slowly; asks 10,000 times
from 50 connections; drops files that unpack to 1 GB; opens a thousand connections and says nothing;
sends headers without end, and requests one behind the other. After each, the memory that the
process ever held (VmHWM) is printed, and whether a page is still served. `--quick` does the same
with a hundredth of the size. It ends with 1 where something was not refused, or nothing was served.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import gzip
import io
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from pathlib import Path

MB = 1 << 20
ZEROS = bytes(1 << 16)


class Page:
    """A page in a process of its own."""

    def __init__(self, folder: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "overtrick_cli", "serve", "--port", "0", "--data-dir", folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        found = None
        while found is None:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("overtrick serve ended before it said an address")
            found = re.search(r"http://127\.0\.0\.1:(\d+)(/enter\?token=\S+)", line)
        self.port = int(found[1])
        # What it says later must not fill the pipe.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        answer = self.ask(f"GET {found[2]} HTTP/1.1\r\n", cookie="")
        cookie = re.search(rb"set-cookie: ([^;]+);", answer)
        assert cookie is not None, answer
        self.cookie = cookie[1].decode()

    def connect(self, seconds: float = 60) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=seconds)
        connection.settimeout(seconds)
        return connection

    def lines(self, first: str, *, cookie: str | None = None, more: str = "") -> bytes:
        value = self.cookie if cookie is None else cookie
        return (
            f"{first}host: 127.0.0.1:{self.port}\r\norigin: http://127.0.0.1:{self.port}\r\n"
            f"cookie: {value}\r\n{more}\r\n"
        ).encode()

    def ask(self, first: str, body: bytes = b"", *, cookie: str | None = None, more: str = ""):
        with self.connect() as connection:
            about = f"connection: close\r\n{more}"
            if body:
                about += f"content-length: {len(body)}\r\n"
            connection.sendall(self.lines(first, cookie=cookie, more=about))
            with contextlib.suppress(ConnectionError):
                connection.sendall(body)
            return everything(connection)

    def peak(self) -> float:
        """Return the most memory that the process ever held, in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmHWM:\s+(\d+)", text)[1]) / 1024

    def is_well(self) -> bool:
        return b"200 OK" in self.ask("GET /files/ HTTP/1.1\r\n").partition(b"\r\n")[0]


def everything(connection: socket.socket) -> bytes:
    found = b""
    with contextlib.suppress(ConnectionError, TimeoutError):
        while data := connection.recv(1 << 16):
            found += data
    return found


def status(answer: bytes) -> str:
    match = re.match(rb"HTTP/1\.1 (\d+)", answer)
    return match[1].decode() if match else "closed"


def upload(page: Page, size: int, *, is_told: bool) -> str:
    """Send a body of zeros; return the status of the answer."""
    said = f"content-length: {size}\r\n" if is_told else "transfer-encoding: chunked\r\n"
    more = f"content-type: multipart/form-data; boundary=x\r\n{said}connection: close\r\n"
    piece = ZEROS if is_told else b"%x\r\n%b\r\n" % (len(ZEROS), ZEROS)
    with page.connect() as connection:
        connection.sendall(page.lines("POST /files/drop HTTP/1.1\r\n", more=more))
        with contextlib.suppress(ConnectionError):
            for _ in range(size // len(ZEROS)):
                connection.sendall(piece)
            if not is_told:
                connection.sendall(b"0\r\n\r\n")
        return status(everything(connection))


def slowly(page: Page, count: int, seconds: float) -> str:
    """Send bodies letter by letter; return the statuses of the answers."""
    open_ones = [page.connect(2) for _ in range(count)]
    more = "content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n"
    for connection in open_ones:
        connection.sendall(page.lines("POST /files/drop HTTP/1.1\r\n", more=more))
    found: collections.Counter[str] = collections.Counter()
    end = time.monotonic() + seconds
    while open_ones and time.monotonic() < end:
        for connection in list(open_ones):
            try:
                connection.sendall(b"x")
                connection.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    found[status(connection.recv(1 << 16))] += 1
                    open_ones.remove(connection)
                    connection.close()
                    continue
                connection.setblocking(True)
            except OSError:
                found["closed"] += 1
                open_ones.remove(connection)
        time.sleep(0.5)
    found["still open"] += len(open_ones)
    for connection in open_ones:
        connection.close()
    return told(found)


def small(page: Page, count: int, threads: int) -> str:
    """Ask many times; return the statuses of the answers."""
    found: collections.Counter[str] = collections.Counter()
    lock = threading.Lock()

    def work() -> None:
        mine: collections.Counter[str] = collections.Counter()
        for _ in range(count // threads):
            try:
                mine[status(page.ask("GET /files/ HTTP/1.1\r\n"))] += 1
            except OSError:
                mine["no connection"] += 1
        with lock:
            found.update(mine)

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return told(found)


def told(found: collections.Counter[str]) -> str:
    return ", ".join(f"{name}: {count:,}" for name, count in sorted(found.items()) if count)


def bomb(page: Page, name: str, data: bytes) -> str:
    """Drop a file; return what the page says of it."""
    about = f'content-disposition: form-data; name="files"; filename="{name}"'.encode()
    body = b"--x\r\n" + about + b"\r\n\r\n" + data + b"\r\n--x--\r\n"
    kind = "content-type: multipart/form-data; boundary=x\r\n"
    answer = page.ask("POST /files/drop HTTP/1.1\r\n", body, more=kind)
    where = re.search(rb"location: (\S+)", answer)
    if where is None:
        return status(answer)
    text = page.ask(f"GET {where[1].decode()} HTTP/1.1\r\n").decode("utf-8", "replace")
    line = re.search(rf"<strong>{re.escape(name)}[^<]*</strong>([^<]*)", text)
    return f"{status(answer)}, told{line[1].rstrip()}" if line else f"{status(answer)}, not told"


def zipped(size: int, files: int = 1) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(files):
            with archive.open(f"{number}.pbn", "w") as member:
                for _ in range(size // len(ZEROS)):
                    member.write(ZEROS)
    return sink.getvalue()


def gzipped(size: int) -> bytes:
    sink = io.BytesIO()
    with gzip.GzipFile(fileobj=sink, mode="wb") as packed:
        for _ in range(size // len(ZEROS)):
            packed.write(ZEROS)
    return sink.getvalue()


def silent(page: Page, count: int) -> str:
    """Open connections and say nothing; return how many of them were told to come again."""
    found: collections.Counter[str] = collections.Counter()
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            connection = stack.enter_context(page.connect(0.01))
            with contextlib.suppress(OSError):
                found[status(connection.recv(1 << 12))] += 1
        found["taken and silent"] = count - sum(found.values())
        begun = time.monotonic()
        while not served(page):
            time.sleep(0.5)
            if time.monotonic() - begun > 60:
                return "NOTHING IS SERVED"
        found[f"seconds until a page is served again: {time.monotonic() - begun:.0f}, tries"] = 1
    return told(found)


def served(page: Page) -> bool:
    try:
        return page.is_well()
    except OSError:
        return False


def flood(page: Page) -> str:
    with page.connect() as connection, contextlib.suppress(ConnectionError):
        connection.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(100_000):
            connection.sendall(b"x-header: " + b"y" * 100 + b"\r\n")
    with page.connect() as connection:
        connection.sendall(
            page.lines("GET /files/ HTTP/1.1\r\n", more="x: y\r\n" * 500 + "connection: close\r\n")
        )
        return status(everything(connection))


def behind(page: Page, count: int) -> str:
    one = page.lines("GET /static/site/site.css HTTP/1.1\r\n")
    last = page.lines("GET /static/site/site.css HTTP/1.1\r\n", more="connection: close\r\n")
    with page.connect() as connection:
        threading.Thread(target=connection.sendall, args=(one * count + last,)).start()
        return f"200: {everything(connection).count(b'HTTP/1.1 200'):,}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="a hundredth of the size")
    quick = parser.parse_args().quick
    size = 96 * MB if quick else 1024 * MB
    is_wrong = False
    with tempfile.TemporaryDirectory() as folder:
        page = Page(folder)
        try:
            page.is_well()
            print(f"{'before':44} {page.peak():6.0f} MB")
            bombs = size if quick else 1024 * MB
            for name, attack, expected in (
                ("one upload, its length said", lambda: upload(page, size, is_told=True), "413"),
                ("one upload, its length not said", lambda: upload(page, size, is_told=False),
                 "413"),
                ("20 uploads letter by letter", lambda: slowly(page, 20, 5 if quick else 60),
                 "still open: 20" if quick else "408"),
                ("small requests from 50 clients",
                 lambda: small(page, 500 if quick else 10_000, 50), "200"),
                ("a zip that unpacks to a gigabyte", lambda: bomb(page, "b.zip", zipped(bombs)),
                 "told"),
                ("a zip of 100 such files",
                 lambda: bomb(page, "c.zip", zipped(10 * MB, 100)), "303"),
                ("a gz that unpacks to a gigabyte", lambda: bomb(page, "b.gz", gzipped(bombs)),
                 "told"),
                ("connections that say nothing", lambda: silent(page, 500 if quick else 1000),
                 "seconds"),
                ("headers without end", lambda: flood(page), "431"),
                ("requests one behind the other", lambda: behind(page, 1000), "200: 1,001"),
            ):  # fmt: skip
                begun = time.monotonic()
                what = attack()
                taken = time.monotonic() - begun
                is_well = served(page)
                is_wrong = is_wrong or not is_well or expected not in what
                mark = "" if is_well and expected in what else "  <- WRONG"
                print(f"{name:44} {page.peak():6.0f} MB {taken:6.1f} s  {what}{mark}", flush=True)
        finally:
            page.process.terminate()
            page.process.wait(20)
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()

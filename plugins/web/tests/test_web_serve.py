"""`overtrick serve` as a process: its words, its address, its end."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/enter\?token=([\w-]{40,})")


class Serving:
    """A page in a process of its own."""

    def __init__(self, folder, *words, environment=None):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "overtrick_cli", "serve", "--data-dir", str(folder), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "BROWSER": "true", **(environment or {})},
            start_new_session=True,
        )
        self.said = ""

    def until(self, text, seconds=30):
        """Read what is printed until a text has come."""
        end = time.monotonic() + seconds
        while text not in self.said:
            ready, _, _ = select.select([self.process.stdout], [], [], end - time.monotonic())
            assert ready, f"it did not say {text!r} but {self.said!r}"
            piece = os.read(self.process.stdout.fileno(), 65536)
            assert piece, f"it ended without {text!r}: {self.said!r}"
            self.said += piece.decode()
        return self.said

    def end(self, by=signal.SIGINT):
        self.process.send_signal(by)
        rest, _ = self.process.communicate(timeout=20)
        self.said += rest.decode()
        return self.process.returncode


@pytest.fixture
def serving(tmp_path):
    running = []

    def start(*words, folder=tmp_path / "work", **settings):
        running.append(Serving(folder, *words, **settings))
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()


def page(address):
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    opener.open(address, timeout=10).read()
    root = address.partition("enter")[0]
    return opener.open(root, timeout=10).read().decode()


@pytest.mark.slow
def test_it_says_where_it_is_and_ends_by_ctrl_c(serving, tmp_path):
    one = serving("--port", "0")
    said = one.until("Ctrl-C closes the page")
    address = ADDRESS.search(said)[0]
    assert "<h1>" in page(address)
    assert one.end() == 0
    assert f"What was dropped is kept in {tmp_path / 'work'}" in one.said
    assert "Traceback" not in one.said


@pytest.mark.slow
def test_an_address_stays_until_a_new_one_is_made(serving):
    tokens = []
    for words in ((), (), ("--new-token",)):
        one = serving("--port", "0", *words)
        tokens.append(ADDRESS.search(one.until("Ctrl-C closes"))[2])
        assert one.end() == 0
    assert tokens[0] == tokens[1] != tokens[2]


def test_without_the_token_there_is_nothing(serving):
    one = serving("--port", "0")
    port = ADDRESS.search(one.until("Ctrl-C closes"))[1]
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/files/", timeout=10)
    with caught.value as refused:
        assert refused.code in {401, 403}


@pytest.mark.slow
def test_a_second_one_leads_to_the_first(serving):
    one = serving("--port", "0")
    address = ADDRESS.search(one.until("Ctrl-C closes"))[0]
    other = serving("--port", "0")
    assert other.process.wait(timeout=30) == 0
    assert f"open already, at {address}" in other.process.stdout.read().decode()
    # Nobody is led to the page of another role, or to an address that was to be gone.
    for options, said in (
        (("--role", "dealer"), "for the director, not the dealer"),
        (("--new-token",), "its address stays what it is"),
    ):
        other = serving("--port", "0", *options)
        assert other.process.wait(timeout=30) == 2
        told = other.process.stdout.read().decode()
        assert said in told
        assert "token" not in told
    assert one.end() == 0


@pytest.mark.slow
def test_a_port_that_is_taken(serving, tmp_path):
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        one = serving("--port", port)
        assert one.process.wait(timeout=30) == 2
        said = one.process.stdout.read().decode()
        assert f"port {port}" in said
        assert "--port 0" in said
        assert "Traceback" not in said


@pytest.mark.slow
def test_other_computers_need_a_password(serving):
    one = serving("--host", "0.0.0.0", "--port", "0")  # noqa: S104  # it is refused
    assert one.process.wait(timeout=30) != 0
    said = one.process.stdout.read().decode()
    assert "--password-file" in said
    assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM")
def test_a_system_that_ends_ends_it(serving):
    one = serving("--port", "0")
    one.until("Ctrl-C closes")
    assert one.end(signal.SIGTERM) in {143, -15}
    assert "Traceback" not in one.said


@pytest.mark.slow
def test_after_a_kill_it_starts_again(serving):
    one = serving("--port", "0")
    one.until("Ctrl-C closes")
    one.end(signal.SIGKILL)
    assert "open already" not in (again := serving("--port", "0")).until("Ctrl-C closes")
    assert again.end() == 0

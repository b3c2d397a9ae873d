"""A real server on the loopback: connections that say nothing, too much or too slowly."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import anyio
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from overtrick_web.interface.roles import Role
from overtrick_web.safety.guard import guard
from overtrick_web.safety.server_limits import server_config
from overtrick_web.safety.sessions import Sessions
from overtrick_web.safety.settings import Bounds, prepare

BOUNDS = Bounds(head=60, kept=1, connections=20, at_work=20)
# Whoever takes so long with the first lines, or with the next question, is not waited for.
IMPATIENT = Bounds(head=0.4, kept=1, connections=20)
KEPT = Bounds(head=1, kept=4, connections=20)


@contextlib.contextmanager
def served(folder, bounds=BOUNDS):
    """Serve an app; give its port, the cookie of a director, and the requests that are at work."""
    at_work = []
    is_over = threading.Event()

    async def page(request):
        return PlainTextResponse("all is well")

    async def slow(request):
        at_work.append(request)
        while not is_over.is_set():
            await anyio.sleep(0.02)
        return PlainTextResponse("at last")

    routes = [Route("/", page), Route("/slow", slow)]
    listener = socket.create_server(("127.0.0.1", 0))
    with listener:
        settings = prepare(folder, listener.getsockname()[1], bounds=bounds)
        app = guard({Role.DIRECTOR: Starlette(routes=routes)}, settings)
        server = uvicorn.Server(server_config(app, settings))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            cookie = f"overtrick-{settings.port}={Sessions(settings.keys()).begin(Role.DIRECTOR)}"
            yield settings.port, cookie, at_work
        finally:
            is_over.set()
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("work")) as about:
        yield about


@pytest.fixture(scope="module")
def impatient_server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("impatient"), IMPATIENT) as about:
        yield about


def request(server, path="/", more=""):
    port, cookie, _ = server
    return (
        f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncookie: {cookie}\r\n{more}\r\n".encode()
    )


def connect(server):
    connection = socket.create_connection(("127.0.0.1", server[0]))
    connection.settimeout(60)
    return connection


def everything(connection):
    """Return all that comes until the other side closes."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while data := connection.recv(1 << 16):
            found += data
    return found


def test_a_connection_that_says_nothing_is_closed(impatient_server):
    with connect(impatient_server) as connection:
        assert everything(connection) == b""


def test_first_lines_that_come_letter_by_letter_are_not_waited_for(impatient_server):
    def send_slowly(connection):
        for letter in request(impatient_server, more="x-a: " + "b" * 2000):
            connection.send(bytes([letter]))
            time.sleep(0.05)

    with connect(impatient_server) as connection, pytest.raises(ConnectionError):
        send_slowly(connection)


def test_first_lines_without_end_are_refused(server):
    with connect(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n" + b"x-a: b\r\n" * 8000)
        assert everything(connection).startswith(b"HTTP/1.1 400")


def test_many_short_headers_are_refused(server):
    with connect(server) as connection:
        connection.sendall(request(server, more="x-a: b\r\nconnection: close\r\n" * 200))
        assert b" 431 " in everything(connection).partition(b"\r\n")[0]


def test_requests_one_behind_the_other_are_answered_in_their_order(server):
    with connect(server) as connection:
        connection.sendall(request(server) * 20 + request(server, more="connection: close\r\n"))
        assert everything(connection).count(b"all is well") == 21


@pytest.mark.slow
def test_a_connection_is_kept_for_a_while_and_then_closed(tmp_path):
    with served(tmp_path, KEPT) as server, connect(server) as connection:
        connection.sendall(request(server))
        time.sleep(1.2)  # longer than the time for first lines
        connection.sendall(request(server))
        assert everything(connection).count(b"all is well") == 2


def test_connections_that_say_nothing_keep_nobody_out(server):
    with contextlib.ExitStack() as stack:
        for _ in range(BOUNDS.connections + 5):
            stack.enter_context(connect(server))
        time.sleep(0.1)
        fresh = stack.enter_context(connect(server))
        fresh.sendall(request(server, more="connection: close\r\n"))
        assert b"all is well" in everything(fresh)


def test_too_many_connections_at_work_are_told_to_come_again(tmp_path):
    with served(tmp_path) as server, contextlib.ExitStack() as stack:
        at_work = server[2]
        for _ in range(BOUNDS.connections):
            busy = stack.enter_context(connect(server))
            busy.sendall(request(server, "/slow"))
        while len(at_work) < BOUNDS.connections:
            time.sleep(0.01)
        answer = everything(stack.enter_context(connect(server)))
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"retry-after" in answer


@pytest.mark.parametrize(
    "text",
    [
        b"GET http://evil.example/ HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1:%d\r\nhost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ncontent-length: 1\r\n"
        b"transfer-encoding: chunked\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ncontent-length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n x: folded\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n\r\n",
        b"\r\n" * 1000,
    ],
)
def test_what_is_no_request_of_a_browser_is_refused(server, text):
    with connect(server) as connection:
        connection.sendall(text % server[0] if b"%d" in text else text)
        answer = everything(connection)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
        assert b"all is well" not in answer


def test_an_upgrade_to_a_socket_of_the_web_is_not_made(server):
    more = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: eA==\r\n"
    with connect(server) as connection:
        connection.sendall(request(server, more=more))
        assert not everything(connection).startswith(b"HTTP/1.1 101")


def test_what_a_proxy_would_say_is_not_believed(server):
    with connect(server) as connection:
        more = "x-forwarded-proto: https\r\nx-forwarded-for: 192.0.2.1\r\nconnection: close\r\n"
        connection.sendall(request(server, more=more))
        answer = everything(connection)
        assert b"all is well" in answer
        assert b"\r\nserver:" not in answer

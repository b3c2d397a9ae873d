"""Bounds of size, time and number: bodies, places at work, streams of events, room on the disk."""

from __future__ import annotations

import asyncio
import contextlib
import tracemalloc

import anyio
import attrs
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from overtrick_web.safety.bodies import BodyGuard
from overtrick_web.safety.counts import CountGuard, Places
from overtrick_web.safety.settings import Bounds
from overtrick_web.work.documents import Documents
from overtrick_web.work.room import NoRoomError, Room

MB = 1 << 20
SMALL = Bounds(
    body=3 * MB, thrown_away=8 * MB, idle=0.5, answer=0.5, at_work=2, waiting=2, wait=0.3,
    uploads=2, streams=1, room=10 * MB, spared=0,
)  # fmt: skip
HASTY = attrs.evolve(SMALL, idle=0.2, rate=1000, grace=0.1, upload=5)


class Answer:
    """What came of a request."""

    def __init__(self):
        self.status = None
        self.headers = {}
        self.body = b""
        self.messages = 0

    async def send(self, message):
        self.messages += 1
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.body += message.get("body", b"")


class Sender:
    """Sends a body in pieces, and counts what is taken of it."""

    def __init__(self, pieces, pause=0.0, *, goes=False):
        self.pieces = iter(pieces)
        self.pause = pause
        self.goes = goes
        self.taken = 0
        self.is_over = False

    async def receive(self):
        if self.pause:
            await anyio.sleep(self.pause)
        piece = next(self.pieces, None)
        if piece is None:
            if self.goes:
                return {"type": "http.disconnect"}
            if self.is_over:
                await anyio.sleep_forever()
            self.is_over = True
            return {"type": "http.request", "body": b"", "more_body": False}
        self.taken += len(piece)
        return {"type": "http.request", "body": piece, "more_body": True}


def scope(length=None, path="/save", method="POST", **headers):
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    if method == "POST":
        said = (b"transfer-encoding", b"chunked")
        pairs.append(said if length is None else (b"content-length", str(length).encode()))
    return {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(),
        "query_string": b"", "headers": pairs, "state": {},
    }  # fmt: skip


async def ask(app, about, sender=None):
    answer = Answer()
    with contextlib.suppress(anyio.get_cancelled_exc_class()):
        await app(about, (sender or Sender([])).receive, answer.send)
    return answer


async def counting(request):
    size = 0
    async for piece in request.stream():
        size += len(piece)
    return PlainTextResponse(str(size))


def taking(folder, bounds=SMALL):
    app = Starlette(routes=[Route("/save", counting, methods=["POST"])])
    return BodyGuard(app, bounds, Room(folder, bounds.room, bounds.spared))


@pytest.mark.parametrize("size", [0, 1, 1000, 256 * 1024, 256 * 1024 + 1, 2 * MB, 3 * MB])
@pytest.mark.parametrize("is_told", [True, False])
def test_a_body_comes_whole(tmp_path, size, is_told):
    pieces = [b"x" * min(60_000, size - start) for start in range(0, size, 60_000)]
    about = scope(size if is_told else None)
    answer = asyncio.run(ask(taking(tmp_path), about, Sender(pieces)))
    assert answer.body == str(size).encode()
    assert not list(tmp_path.glob("incoming/*"))


def test_a_body_is_the_bytes_that_were_sent(tmp_path):
    pieces = [bytes([number % 256]) * 9_999 for number in range(100)]

    async def echo(request):
        return PlainTextResponse(await request.body())

    app = Starlette(routes=[Route("/save", echo, methods=["POST"])])
    guarded = BodyGuard(app, SMALL, Room(tmp_path, 10 * MB, 0))
    answer = asyncio.run(ask(guarded, scope(), Sender(pieces)))
    assert answer.body == b"".join(pieces)


@pytest.mark.parametrize("is_told", [True, False])
def test_a_body_that_is_too_large_is_told_of_when_it_has_been_sent(tmp_path, is_told):
    sender = Sender([b"x" * MB] * 5)
    answer = asyncio.run(ask(taking(tmp_path), scope(5 * MB if is_told else None), sender))
    assert answer.status == 413
    assert b"Up to 3 MB" in answer.body
    assert answer.headers["connection"] == "close"
    assert sender.taken == 5 * MB  # so that the browser comes to read the answer


def test_what_is_far_too_large_is_not_even_thrown_away(tmp_path):
    sender = Sender([b"x" * MB] * 100)
    assert asyncio.run(ask(taking(tmp_path), scope(100 * MB), sender)).status == 413
    assert sender.taken == 0
    endless = Sender([b"x" * MB] * 100)
    assert asyncio.run(ask(taking(tmp_path), scope(), endless)).status == 413
    assert endless.taken <= 13 * MB
    waiting = Sender([b"x" * MB] * 5)
    asyncio.run(ask(taking(tmp_path), scope(5 * MB, expect="100-continue"), waiting))
    assert waiting.taken == 0


@pytest.mark.slow
def test_a_large_body_is_not_held_in_memory(tmp_path):
    bounds = Bounds(body=200 * MB, room=300 * MB, spared=0)
    piece = b"x" * (64 << 10)
    sender = Sender(piece for _ in range(800))
    tracemalloc.start()
    try:
        answer = asyncio.run(ask(taking(tmp_path, bounds), scope(), sender))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answer.body == str(800 * len(piece)).encode()
    assert peak < 4 * MB


@pytest.mark.parametrize(
    ("pieces", "pause"),
    [([b"x"] * 5, 0.5), ([b"x"] * 200, 0.02)],
    ids=["nothing comes", "letter by letter"],
)
def test_a_slow_body_is_not_waited_for(tmp_path, pieces, pause):
    sender = Sender(pieces, pause)
    answer = asyncio.run(ask(taking(tmp_path, HASTY), scope(), sender))
    assert answer.status == 408
    assert b"too slowly" in answer.body
    assert sender.taken < 30


def test_a_body_has_a_longest_time(tmp_path):
    bounds = Bounds(body=MB, idle=5, rate=1, grace=0, upload=0.2, room=10 * MB, spared=0)
    answer = asyncio.run(ask(taking(tmp_path, bounds), scope(), Sender([b"x" * 99] * 99, 0.05)))
    assert answer.status == 408


def test_who_goes_away_gets_no_answer_and_leaves_nothing(tmp_path):
    sender = Sender([b"x" * MB], goes=True)
    answer = asyncio.run(ask(taking(tmp_path), scope(2 * MB), sender))
    assert answer.messages == 0
    assert not list(tmp_path.glob("incoming/*"))


@pytest.mark.parametrize("is_told", [True, False])
def test_a_work_folder_that_is_full_takes_nothing_more(tmp_path, is_told):
    (tmp_path / "evening.pbn").write_bytes(b"x" * 9 * MB)
    about = scope(2 * MB if is_told else None)
    answer = asyncio.run(ask(taking(tmp_path), about, Sender([b"x" * MB] * 2)))
    assert answer.status == 507
    assert b"empty the bin" in answer.body


@pytest.mark.parametrize("is_told", [True, False])
def test_a_word_gets_through_where_there_is_no_room(tmp_path, is_told):
    (tmp_path / "evening.pbn").write_bytes(b"x" * 10 * MB)
    about = scope(6 if is_told else None)
    answer = asyncio.run(ask(taking(tmp_path), about, Sender([b"word=p"])))
    assert answer.status == 200


def test_room_is_counted_anew(tmp_path):
    now = [0.0]
    room = Room(tmp_path, 10 * MB, 0, clock=lambda: now[0])
    room.check(10 * MB)
    room.take(8 * MB)
    with pytest.raises(NoRoomError, match=r"8\.0 MB are taken"):
        room.check(3 * MB)
    now[0] += 6
    room.check(10 * MB)


def test_the_disk_is_not_filled(tmp_path):
    import shutil

    free = shutil.disk_usage(tmp_path).free
    with pytest.raises(NoRoomError, match="on the disk"):
        Room(tmp_path, 1 << 60, free).check(MB)


def test_places_are_given_in_their_order_and_never_lost():
    async def run():
        places, go = Places(2, 2, 60), anyio.Event()
        order = []

        async def work(name):
            if not await places.take():
                order.append(f"{name} refused")
                return
            await go.wait()
            order.append(name)
            places.leave()

        async with anyio.create_task_group() as group:
            for name in "abcde":
                group.start_soon(work, name)
                await anyio.wait_all_tasks_blocked()
            go.set()
        assert order == ["e refused", "a", "b", "c", "d"]
        assert places.taken == 0

    asyncio.run(run())


def test_who_gives_up_waiting_takes_no_place():
    async def run():
        places = Places(1, 5, 0.05)
        assert await places.take()
        assert not await places.take()
        async with anyio.create_task_group() as group:
            group.start_soon(places.take)
            await anyio.sleep(0.01)
            group.cancel_scope.cancel()
        places.leave()
        assert places.taken == 0
        assert await places.take()

    asyncio.run(run())


def working():
    async def slow(request):
        await anyio.sleep(float(request.query_params.get("time", "9")))
        return PlainTextResponse("done")

    async def fast(request):
        return PlainTextResponse("done")

    async def events(request):
        async def tell():
            while True:
                yield "data: x\n\n"
                await anyio.sleep(0.05)

        return StreamingResponse(tell(), media_type="text/event-stream")

    async def large(request):
        async def pieces():
            for _ in range(100):
                yield b"x" * 1000

        return StreamingResponse(pieces())

    routes = [Route(f"/{page.__name__}", page) for page in (slow, fast, events, large)]
    return CountGuard(Starlette(routes=routes), SMALL)


def get(path):
    return scope(path=path, method="GET")


def test_an_answer_that_takes_too_long_is_given_up():
    answer = asyncio.run(ask(working(), get("/slow")))
    assert answer.status == 503
    assert b"took too long" in answer.body


def test_more_requests_than_can_wait_are_told_to_come_again():
    async def run():
        app = working()
        found = []

        async def one():
            found.append(await ask(app, get("/slow")))

        async with anyio.create_task_group() as group:
            for _ in range(50):
                group.start_soon(one)
        assert all(answer.status == 503 for answer in found)
        refused = [answer for answer in found if b"busy" in answer.body]
        assert len(refused) >= 46
        assert all("retry-after" in answer.headers for answer in refused)
        assert (await ask(app, get("/fast"))).body == b"done"
        assert app._work.taken == 0

    asyncio.run(run())


def test_a_stream_of_events_lasts_and_takes_no_place_at_work():
    async def run():
        app = working()
        answer, stop = Answer(), anyio.Event()

        async def receive():
            await stop.wait()
            return {"type": "http.disconnect"}

        async with anyio.create_task_group() as group:
            group.start_soon(app, get("/events"), receive, answer.send)
            await anyio.sleep(SMALL.answer + 0.1)
            before = answer.messages
            with anyio.fail_after(20):
                while answer.messages < before + 3:
                    await anyio.sleep(0.05)
            assert app._work.taken == 0
            assert app._streams.taken == 1
            second = await ask(app, get("/events"))
            assert second.status == 503
            assert (await ask(app, get("/fast"))).body == b"done"
            stop.set()
        assert app._streams.taken == 0

    asyncio.run(run())


def test_who_takes_nothing_of_an_answer_is_left():
    async def run():
        app, taken = working(), []

        async def send(message):
            taken.append(message)
            if len(taken) > 3:
                await anyio.sleep(60)

        with anyio.fail_after(3):
            await app(get("/large"), Sender([]).receive, send)
        assert len(taken) == 4
        assert app._work.taken == 0

    asyncio.run(run())


def test_what_the_page_makes_itself_has_the_same_room(tmp_path):
    documents = Documents(tmp_path / "documents")
    documents.room = Room(tmp_path, 2 * MB, 0, keeps=0)
    document = documents.add("a.pbn", b"x" * MB)
    with pytest.raises(NoRoomError, match="empty the bin"):
        documents.save(document.id, b"x" * 2 * MB, based_on=1, what="changed")
    assert documents.get(document.id).current.number == 1
    documents.remove(document.id)
    assert documents.empty_bin() == 1
    assert documents.add("b.pbn", b"x" * MB).current.size == MB

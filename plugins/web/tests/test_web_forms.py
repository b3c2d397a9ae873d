"""Forms with files: whole, broken, too long, too many, with hostile names."""

from __future__ import annotations

import asyncio
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request

from overtrick_web.errors import RefusedError
from overtrick_web.safety.forms import FormBounds, sent_form


def multipart(*parts, boundary=b"xyz"):
    lines = []
    for name, filename, data in parts:
        more = b"" if filename is None else b'; filename="' + filename.encode() + b'"'
        about = b'content-disposition: form-data; name="' + name.encode() + b'"' + more
        lines += [b"--" + boundary, about, b"", data]
    return b"\r\n".join([*lines, b"--" + boundary + b"--", b""])


def read(folder, body, *, bounds=None, kind=b"multipart/form-data; boundary=xyz", piece=1000):
    pieces = [body[start : start + piece] for start in range(0, len(body), piece)]

    async def receive():
        data = pieces.pop(0) if pieces else b""
        return {"type": "http.request", "body": data, "more_body": bool(pieces)}

    async def run():
        scope = {"type": "http", "method": "POST", "headers": [(b"content-type", kind)]}
        async with sent_form(Request(scope, receive), folder, bounds) as form:
            return form.fields, [(one.field, one.name, one.file.read()) for one in form.files]

    return asyncio.run(run())


@pytest.mark.parametrize("piece", [1, 7, 1000, 10**6])
def test_a_form_is_what_was_sent(tmp_path, piece):
    body = multipart(
        ("what", None, "née".encode()),
        ("files", "a/b.pbn", b"1\r\n--xy\r\n2"),
        ("files", "c.pbn", b""),
        ("files", "", b""),
        ("files", "d.pbn", bytes(range(256)) * 9),
    )
    fields, files = read(tmp_path, body, piece=piece)
    assert fields == (("what", "née"),)
    assert files == [
        ("files", "a/b.pbn", b"1\r\n--xy\r\n2"),
        ("files", "c.pbn", b""),
        ("files", "d.pbn", bytes(range(256)) * 9),
    ]
    assert not list(tmp_path.glob("incoming/*"))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_broken_form_is_refused_or_read(tmp_path_factory, data):
    body = bytearray(multipart(("a", None, b"1"), ("files", "x.pbn", b"[Board]" * 9)))
    for _ in range(data.draw(st.integers(1, 5))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(body[: data.draw(st.integers(0, len(body)))])
    try:
        fields, files = read(tmp_path_factory.getbasetemp(), cut, piece=17)
    except RefusedError:
        return
    assert len(fields) + len(files) <= 2


@pytest.mark.parametrize(
    "kind",
    [b"", b"text/plain", b"multipart/form-data", b"multipart/form-data; boundary=" + b"x" * 999,
     b"application/x-www-form-urlencoded"],
)  # fmt: skip
def test_what_is_no_such_form_is_refused(tmp_path, kind):
    with pytest.raises(RefusedError, match="no form"):
        read(tmp_path, multipart(("a", None, b"1")), kind=kind)


@pytest.mark.parametrize(
    ("parts", "bounds"),
    [
        ([("files", f"{n}.pbn", b"x") for n in range(9)], FormBounds(files=8)),
        ([(f"f{n}", None, b"x") for n in range(9)], FormBounds(fields=8)),
        ([("f", None, b"x" * 999)], FormBounds(field=900)),
        ([("files", "x" * 20_000, b"x")], FormBounds()),
        ([("f" * 20_000, None, b"x")], FormBounds()),
    ],
)
def test_numbers_and_lengths_are_bounded(tmp_path, parts, bounds):
    with pytest.raises(RefusedError):
        read(tmp_path, multipart(*parts), bounds=bounds)


def test_files_are_not_held_in_memory(tmp_path):
    body = multipart(*[("files", f"{n}.pbn", b"x" * 100_000) for n in range(200)])
    tracemalloc.start()
    try:
        pieces = memoryview(body)
        sent = iter(range(0, len(body), 65536))

        async def receive():
            start = next(sent, None)
            data = b"" if start is None else bytes(pieces[start : start + 65536])
            return {"type": "http.request", "body": data, "more_body": bool(data)}

        async def run():
            headers = [(b"content-type", b"multipart/form-data; boundary=xyz")]
            scope = {"type": "http", "method": "POST", "headers": headers}
            async with sent_form(Request(scope, receive), tmp_path) as form:
                return sum(len(one.file.read()) for one in form.files)

        total = asyncio.run(run())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert total == 20_000_000
    assert peak < 6 << 20

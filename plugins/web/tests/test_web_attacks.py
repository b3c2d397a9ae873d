"""Attacks on every route of every page that is installed, for both roles.

The routes are those that the pages have, so a page or a route that comes to be is attacked with the
others: without the token, by other names and origins, with paths that lead elsewhere, with fields
that make no sense, and with files in which every text is markup.
"""

from __future__ import annotations

import asyncio
import gzip
import html
import importlib.util
import io
import os
import re
import urllib.parse
import warnings
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import anyio
import pytest
from starlette.routing import Mount, Route

import overtrick
from overtrick import OvertrickError
from overtrick.plugin import default_manager
from overtrick_testing import hostile_boards
from overtrick_web.interface.roles import Role
from overtrick_web.safety.guard import guard
from overtrick_web.safety.headers import DATA_POLICY, PAGE_POLICY, PDF_POLICY, PREVIEW_POLICY
from overtrick_web.safety.sessions import Sessions
from overtrick_web.safety.settings import prepare
from overtrick_web.site.application import application, routes_of
from overtrick_web.site.site import Site, pages_for
from overtrick_web.work.folder import WorkFolder

PORT = 8642
OWN = "http://127.0.0.1:8642"
PBN = (
    b'% PBN 2.1\n[Event "Club"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
    b'[Deal "N:AKQJ.T987.654.32 T987.654.32.AKQJ 654.32.AKQJ.T987 32.AKQJ.T987.654"]\n'
)
ODD = [
    "..", "..%2f..%2fetc%2fpasswd", "nul", "x" * 300, "<script>alert(1)</script>", "-1",
    "99999999999999999999", "%00", "é", "%0d%0aset-cookie:a=b",
    "'\"><b", "%ff", "١",
]  # fmt: skip
PATIENCE = 20
MOST_BOARDS = 4
OPEN = re.compile(r"\{(\w+)(?::\w+)?\}")


def some(texts, path):
    """Return a third of some texts, others for each path; all with OVERTRICK_ATTACKS=all."""
    every = 1 if os.environ.get("OVERTRICK_ATTACKS") == "all" else 3
    return [text for place, text in enumerate(texts, len(path)) if place % every == 0]


def makers():
    """Return, by the page's name, what makes something of all that its paths name."""
    place = Path(__file__).with_name("test_pages_conformance.py")
    spec = importlib.util.spec_from_file_location("pages_of_the_web", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    suites = [one for one in vars(module).values() if hasattr(one, "page_name")]
    return {one.page_name: one.make_work for one in suites}


MAKERS = makers()


class Answer:
    def __init__(self, path):
        self.path = path
        self.status = None
        self.headers = {}
        self.body = b""

    @property
    def kind(self):
        return self.headers.get("content-type", "").partition(";")[0]

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")


class Page:
    """The pages of a role behind their guard, asked without a server."""

    def __init__(self, role, work, settings):
        self.role = role
        self.site = Site(
            role=role,
            work=work,
            plugins=default_manager(),
            pages=pages_for(role, default_manager()),
        )
        self.app = guard({role: application(self.site)}, settings)
        self.cookie = f"overtrick-{PORT}={Sessions(settings.keys()).begin(role)}"
        self.document = None
        self._values = {}

    def fill(self, path):
        """Fill in what a route's path leaves open, with things that are there now."""
        return self.filled(path, self.values(path))

    def filled(self, path, values):
        return OPEN.sub(lambda match: str(values.get(match[1], "1")), path)

    def fill_oddly(self, path):
        """Yield a route's path with each odd text for each of what it leaves open."""
        for match in OPEN.finditer(path):
            for odd in some(ODD, path):
                values = self.values(path)
                before = self.filled(path[: match.start()], values)
                yield f"{before}{odd}{self.filled(path[match.end() :], values)}"

    def values(self, path):
        """Return what stands for the names in a page's paths; what was removed is made anew."""
        if self.document is None or self.document.id not in {
            one.id for one in self.site.documents.all()
        }:
            self.show(self.site.documents.add("club.pbn", PBN))
        name = path.split("/")[1]
        if name not in self._values:
            usual = {"id": self.document.id, "document": self.document.id}
            made = MAKERS[name](self.site) if name in MAKERS else {}
            self._values[name] = made | usual
        return self._values[name]

    def show(self, document):
        """Ask for another document from now on."""
        self.document = document
        self._values = {}

    def routes(self):
        """All routes, as path and methods."""
        found = [(f"/{page.name}", route) for page in self.site.pages
                 for route in routes_of(page, self.site)]  # fmt: skip
        yield "/", {"GET", "HEAD"}
        yield "/settings", {"POST"}
        while found:
            before, route = found.pop()
            if isinstance(route, Mount):
                found += [(before + route.path, inner) for inner in route.routes]
            elif isinstance(route, Route):
                yield before + route.path, route.methods

    def ask(self, path, method="GET", body=b"", headers=None, *, plain=False):
        about = {
            "host": "127.0.0.1:8642", "cookie": self.cookie, "origin": OWN,
            "content-type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        if method in {"GET", "HEAD"} or plain:
            del about["origin"], about["content-type"]
        if body:
            about["content-length"] = str(len(body))
        about |= headers or {}
        raw, _, query = path.partition("?")
        scope = {
            "type": "http", "method": method, "path": urllib.parse.unquote(raw),
            "raw_path": raw.encode(), "query_string": query.encode(), "scheme": "http",
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in about.items()],
            "server": ("127.0.0.1", PORT), "client": ("127.0.0.1", 1), "root_path": "",
            "http_version": "1.1", "state": {}, "asgi": {"version": "3.0", "spec_version": "2.3"},
        }  # fmt: skip
        return asyncio.run(self._ask(scope, body, path))

    async def _ask(self, scope, body, path):
        answer, sent = Answer(path), []
        is_enough = anyio.Event()

        async def receive():
            if not sent:
                sent.append(True)
                return {"type": "http.request", "body": body, "more_body": False}
            await is_enough.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {
                    name.decode(): value.decode("latin-1") for name, value in message["headers"]
                }
            else:
                answer.body += message.get("body", b"")
                if answer.kind == "text/event-stream":
                    is_enough.set()  # it has no end

        with anyio.fail_after(PATIENCE):
            try:
                await self.app(scope, receive, send)
            except Exception:  # noqa: BLE001  # whatever a page raises is answered
                # Starlette answers, and then raises it for the server's log.
                assert answer.status == 500
        return answer


class Looking(HTMLParser):
    """Looks for what no page of ours has: it would be what a file smuggled in."""

    LINKS = frozenset({"href", "src", "action", "formaction", "srcset", "data", "poster", "ping"})
    NAME = re.compile(r"[a-zA-Z][\w:.-]*", re.ASCII)

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.faults = []
        self._script = None

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        for name, value in attrs:
            text = (value or "").strip()
            if not self.NAME.fullmatch(name):
                self.faults.append(f"attribute {name!r} of {tag}")
            if name.startswith("on") or name in {"style", "srcdoc"}:
                self.faults.append(f"{name} of {tag}")
            if name in self.LINKS and re.match(r"[\w+.-]+:|//|\\", text):
                is_known = tag == "a" and text.startswith(("https://", "http://"))
                is_known = is_known or text.startswith(("data:image/", "data:,", "blob:"))
                if not is_known:
                    self.faults.append(f"{name} of {tag}: {text[:60]}")
        if tag in {"base", "object", "embed", "applet", "style"}:
            self.faults.append(tag)
        if tag == "script":
            self._script = given.get("type")
            if not given.get("src", "").startswith("/static/") and self._script not in {
                "application/json",
                "importmap",
            }:
                self.faults.append("script inside the page")

    def handle_endtag(self, tag):
        if tag == "script":
            self._script = None

    def handle_data(self, data):
        if self._script == "application/json" and "<" in data:
            self.faults.append("markup in a script of data")


def check(answer):
    """Check what every answer must have."""
    about = f"{answer.path}: {answer.status} {answer.kind}"
    assert answer.status is not None, about
    assert answer.status != 500, f"{about}\n{answer.text[:2000]}"
    headers = answer.headers
    assert headers["x-content-type-options"] == "nosniff", about
    assert headers["content-security-policy"] in {
        PAGE_POLICY, PREVIEW_POLICY, DATA_POLICY, PDF_POLICY
    }, about  # fmt: skip
    assert not any(set("\r\n") & set(value) for value in headers.values()), about
    if "location" in headers:
        assert re.fullmatch(r"/(?![/\\]).*|" + re.escape(OWN) + "/.*", headers["location"]), about
    if "set-cookie" in headers:
        assert "samesite=strict" in headers["set-cookie"].lower(), about
        assert "httponly" in headers["set-cookie"].lower(), about
    if not answer.path.startswith("/static/"):
        assert headers["cache-control"] == "no-store", about
    if headers["content-security-policy"] == PREVIEW_POLICY:
        # No script runs in it, whatever stands there.
        return
    if answer.kind == "text/html":
        looking = Looking()
        looking.feed(answer.text)
        looking.close()
        assert not looking.faults, f"{about}: {looking.faults[:5]}"
    elif answer.kind == "image/svg+xml":
        for element in ET.fromstring(answer.body).iter():  # noqa: S314  # it is our own
            assert element.tag.rpartition("}")[2] not in {"script", "foreignObject"}, about
            assert not any(name.startswith("on") for name in element.attrib), about
    disposition = headers.get("content-disposition", "")
    assert not re.search(r'filename="[^"]*[/\\]', disposition), about


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    return prepare(tmp_path_factory.mktemp("work"), PORT, roles=tuple(Role))


@pytest.fixture(scope="module")
def work(settings):
    with WorkFolder.open(settings.folder) as opened:
        yield opened


@pytest.fixture(scope="module", params=list(Role))
def page(request, work, settings):
    return Page(request.param, work, settings)


@pytest.fixture(scope="module", autouse=True)
def journals(tmp_path_factory):
    """Dealing sessions of the tests are nobody's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OVERTRICK_SESSIONS", str(tmp_path_factory.mktemp("sessions")))
        patch.setenv("OVERTRICK_BELOTE_HOME", str(tmp_path_factory.mktemp("games")))
        yield


def test_there_is_something_to_attack(page):
    assert len(list(page.routes())) >= 3 if page.role is Role.DIRECTOR else True


def test_without_the_token_no_route_says_anything(page):
    for path, methods in page.routes():
        for method in methods - {"HEAD"}:
            answer = page.ask(page.fill(path), method, headers={"cookie": "x=y"})
            assert answer.status == 403, path
            assert "club.pbn" not in answer.text
            check(answer)


def test_no_route_answers_to_another_name(page):
    for path, methods in page.routes():
        for method in methods - {"HEAD"}:
            about = {"host": "evil.example:8642", "origin": "http://evil.example:8642"}
            answer = page.ask(page.fill(path), method, headers=about)
            assert answer.status == 421, path
            check(answer)


def test_no_route_does_anything_for_another_origin(page):
    page.fill("/files/{id}")
    before = page.site.documents.all()
    for path, methods in page.routes():
        for method in methods - {"HEAD"}:
            for about in (
                {"origin": "http://evil.example"},
                {"origin": "null"},
                {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
                {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
            ):
                answer = page.ask(page.fill(path), method, headers=about)
                assert answer.status == 403, path
    assert page.site.documents.all() == before


@pytest.mark.slow
def test_no_route_changes_anything_when_it_is_looked_at(page):
    # What the paths name is made before.
    paths = [page.fill(path) for path, methods in page.routes() if "GET" in methods]
    before = page.site.documents.all(), page.site.documents.binned()
    for path in paths:
        check(page.ask(path))
        check(page.ask(path, headers={"x-fragment": "1"}))
    assert (page.site.documents.all(), page.site.documents.binned()) == before


@pytest.mark.slow
def test_no_path_leads_elsewhere(page):
    for path, methods in page.routes():
        for odd in page.fill_oddly(path):
            for method in methods - {"HEAD"}:
                answer = page.ask(odd, method)
                check(answer)
                assert "<script>alert" not in answer.text, odd
                assert "root:" not in answer.text, odd


def asked_for():
    """Return the names of all that pages take: those of their code, and of their forms."""
    found = {"version", "page", "board", "id", "name", "back", "language"}
    taken = re.compile(
        r"""(?:query_params|form|fields)(?:\.get(?:list)?\(|\.value\(|\[)\s*["']([\w-]+)["']"""
    )
    for spec in pages_for(Role.DIRECTOR, default_manager()):
        package = importlib.import_module(spec.routes.partition(":")[0])
        for file in Path(package.__file__).parent.rglob("*.py"):
            found |= set(taken.findall(file.read_text(encoding="utf-8")))
        if spec.templates is not None:
            place, _, folder = spec.templates.partition(":")
            for file in (Path(importlib.import_module(place).__file__).parent / folder).rglob("*"):
                found |= set(re.findall(r'\bname="([\w-]+)"', file.read_text(encoding="utf-8")))
    return sorted(found)


VALUES = [
    "",
    "-1",
    "9" * 30,
    "<script>alert(1)</script>",
    "'\"><img src=x onerror=alert(1)>",
    "../x",
]


@pytest.mark.slow
def test_what_is_asked_for_makes_no_sense(page):
    names = asked_for()
    for path, methods in page.routes():
        for value in some(VALUES, path):
            there = page.fill(path)
            # With a version that is there it comes further.
            sane = {"version": "1", "based_on": "1"} if "<" in value else {}
            query = urllib.parse.urlencode(dict.fromkeys(names, value) | sane)
            if "GET" in methods:
                answer = page.ask(f"{there}?{query[:7000]}")
                check(answer)
                assert "<script>alert" not in answer.text, there
                assert "<img src=x" not in answer.text, there
            for method in methods - {"GET", "HEAD"}:
                answer = page.ask(there, method, query.encode())
                check(answer)
                assert "<script>alert" not in answer.text, there


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n"),
        ("multipart/form-data", b"--x\r\n"),
        ("multipart/form-data; boundary=x", b"\x00" * 2000),
        ("multipart/form-data; boundary=x",
         b'--x\r\ncontent-disposition: form-data; name="name"; filename="<b>"\r\n\r\nx\r\n--x--'),
        ("application/json", b'{"a": ' * 5000),
        ("application/json", b"[1, 2"),
        ("application/x-www-form-urlencoded", b"%ff=%fe&&&===" * 200),
        ("application/x-www-form-urlencoded", b"a=1&" * 5000),
        ("text/plain", b"\xff\xfe"),
        ("", b"x"),
    ],
)  # fmt: skip
def test_a_form_is_none(page, kind, body):
    for path, methods in page.routes():
        for method in methods - {"GET", "HEAD"}:
            check(page.ask(page.fill(path), method, body, {"content-type": kind}))


BAD = {
    "empty.pbn": (b"", "it is empty"),
    "letter.txt": (b"Dear members", "no format that is known here"),
    "cut.zip": (b"PK\x03\x04" + b"x" * 99, "damaged"),
    "club.rar": (b"Rar!\x1a\x07\x00" + b"x" * 99, "not opened here"),
    "bomb.gz": (gzip.compress(bytes(8 << 20)), "unpacks to far more"),
    "<script>alert(1)</script>.txt": (b"Dear members", "no format that is known here"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_told_of_by_a_page(page, name):
    data, why = BAD[name]
    about = f'content-disposition: form-data; name="files"; filename="{name}"'.encode()
    body = b"--x\r\n" + about + b"\r\n\r\n" + data + b"\r\n--x--\r\n"
    kind = {"content-type": "multipart/form-data; boundary=x"}
    before = page.site.documents.all()
    pages = 0
    for path, methods in page.routes():
        if path.endswith("/drop") and "POST" in methods:
            answer = page.ask(path, "POST", body, kind)
            check(answer)
            if answer.status == 303:
                answer = page.ask(answer.headers["location"])
                check(answer)
            assert why in html.unescape(answer.text), path
            pages += 1
    assert pages >= 1
    assert page.site.documents.all() == before


def hostile_files():
    """Yield a file in each format that is written, with markup in every text that it carries."""
    boards = [board for board in hostile_boards() if "script" in repr(board.info)][:MOST_BOARDS]
    for name, spec in sorted(default_manager().formats().items()):
        if spec.writer is None:
            continue
        for count in (len(boards), 1):
            sink = io.BytesIO()
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    overtrick.write(boards[:count], sink, format=name)
            except OvertrickError:
                continue  # it has no place for such texts, or for so many boards
            suffix = spec.suffixes[0] if spec.suffixes else ""
            yield name, f"<b>'\"&{name}{suffix}", sink.getvalue()
            break


@pytest.mark.slow
def test_no_text_of_a_file_becomes_markup(work, settings):
    page = Page(Role.DIRECTOR, work, settings)
    files = list(hostile_files())
    assert {"pbn"} <= {name for name, _, _ in files}
    for _, name, data in files:
        page.show(document := page.site.documents.add(name, data))
        for path, methods in page.routes():
            if "GET" not in methods or ("{" not in path and path not in {"/files/"}):
                continue
            check(page.ask(page.fill(path)))
        page.site.documents.remove(document.id)


def test_what_is_looked_for_would_be_found():
    for bad in (
        "<p><script>x</script>", "<p onclick=x>", "<a href='javascript:x'>", "<p a\"<b>", "<base>",
        "<p style='x'>", "<script src='//x'></script>", "<img src='http://x'>", "<iframe srcdoc=x>",
        "<script type='application/json'>{\"<b\":1}</script>",
    ):  # fmt: skip
        looking = Looking()
        looking.feed(bad)
        assert looking.faults, bad

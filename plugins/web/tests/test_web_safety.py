"""The guard: who may ask, by which name, from which page; what each answer tells the browser."""

from __future__ import annotations

import os
import stat
from types import MappingProxyType

import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from overtrick_web.errors import WebError
from overtrick_web.interface.roles import Role
from overtrick_web.safety.guard import guard
from overtrick_web.safety.headers import PAGE_POLICY, PREVIEW_POLICY
from overtrick_web.safety.hosts import names_of
from overtrick_web.safety.passwords import check_host, read_passwords
from overtrick_web.safety.rate_limit import AttemptCounter
from overtrick_web.safety.sessions import Sessions
from overtrick_web.safety.settings import prepare
from overtrick_web.safety.tokens import token

PORT = 8642
OWN = "http://127.0.0.1:8642"
OURS = MappingProxyType({"origin": OWN, "sec-fetch-site": "same-origin"})


def app_for(role):
    async def page(request):
        return HTMLResponse(f"<p>{role} {request.state.role}</p>")

    async def save(request):
        return PlainTextResponse(f"saved {len(await request.body())}")

    async def preview(request):
        return HTMLResponse(
            "<style>p{}</style>", headers={"content-security-policy": PREVIEW_POLICY}
        )

    async def loose(request):
        headers = {"content-security-policy": "script-src *", "access-control-allow-origin": "*"}
        return HTMLResponse("<p>", headers=headers)

    async def picture(request):
        return Response("<svg xmlns='http://www.w3.org/2000/svg'/>", media_type="image/svg+xml")

    return Starlette(
        routes=[
            Route("/", page),
            Route("/save", save, methods=["POST"]),
            Route("/preview", preview),
            Route("/loose", loose),
            Route("/picture", picture),
            Route("/static/site/site.css", picture),
        ]
    )


APPS = {role: app_for(role) for role in Role}


@pytest.fixture
def settings(tmp_path):
    return prepare(tmp_path, PORT, roles=tuple(Role))


@pytest.fixture
def stranger(settings):
    return TestClient(guard(APPS, settings), base_url=OWN, follow_redirects=False)


@pytest.fixture
def director(settings):
    client = TestClient(guard(APPS, settings), base_url=OWN, follow_redirects=False)
    assert client.get(f"/enter?token={settings.tokens[Role.DIRECTOR]}").status_code == 200
    return client


def test_without_the_token_nothing_is_served_but_what_ships_with_the_pages(stranger):
    answer = stranger.get("/")
    assert answer.status_code == 403
    assert "the whole address" in answer.text or "whole address" in answer.text
    assert 'name="token"' in answer.text
    assert stranger.post("/save", content=b"x", headers=OURS).status_code == 403
    assert stranger.get("/static/site/site.css").status_code == 200
    assert stranger.post("/static/site/site.css", headers=OURS).status_code == 403


def test_the_printed_address_leads_in_by_a_page_that_leads_on(settings, stranger):
    address = settings.address(Role.DIRECTOR)
    assert address.startswith("http://127.0.0.1:8642/enter?token=")
    answer = stranger.get(address)
    assert answer.status_code == 200
    assert 'http-equiv="refresh" content="0; url=/"' in answer.text
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("overtrick-8642=director.")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert settings.tokens[Role.DIRECTOR] not in cookie
    assert stranger.get("/").text == "<p>director director</p>"


def test_each_role_has_a_token_and_an_app_of_its_own(settings, stranger):
    stranger.get(settings.address(Role.DEALER))
    assert stranger.get("/").text == "<p>dealer dealer</p>"


def test_a_role_that_is_not_served_does_not_come_in(settings):
    app = guard({Role.DEALER: APPS[Role.DEALER]}, settings)
    client = TestClient(app, base_url=OWN)
    assert client.get(settings.address(Role.DIRECTOR)).status_code == 403
    value = Sessions(settings.keys()).begin(Role.DIRECTOR)
    assert client.get("/", headers={"cookie": f"overtrick-8642={value}"}).status_code == 403


@pytest.mark.parametrize("typed", ["", "x", "é", "a" * 5000, "\x00", "../token"])
def test_a_wrong_token_gets_a_page_that_says_what_to_do(stranger, typed):
    answer = stranger.post("/enter", data={"token": typed}, headers=OURS)
    assert answer.status_code == 403
    assert "overtrick serve" in answer.text
    assert "set-cookie" not in answer.headers


def test_the_whole_address_may_be_pasted(settings, stranger):
    answer = stranger.post("/enter", data={"token": settings.address(Role.DIRECTOR)}, headers=OURS)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    assert stranger.get("/").status_code == 200


def test_wrong_tokens_are_bounded_and_the_right_one_never_waits(settings, stranger):
    statuses = [stranger.get("/enter?token=wrong").status_code for _ in range(10)]
    assert statuses[:4] == [403] * 4
    assert statuses[-1] == 429
    answer = stranger.get("/enter?token=wrong")
    assert int(answer.headers["retry-after"]) > 0
    assert "try again" in answer.text
    assert stranger.get(settings.address(Role.DIRECTOR)).status_code == 200


def test_cookies_of_another_server_of_this_computer_do_not_hide_ours(director):
    value = director.cookies["overtrick-8642"]
    cookie = f"overtrick-8642=forged; overtrick-8642={value}; overtrick-9999=x"
    director.cookies.clear()
    assert director.get("/", headers={"cookie": cookie}).status_code == 200


@pytest.mark.parametrize(
    "forge",
    [
        lambda value: value[:-1] + ("A" if value[-1] != "A" else "B"),
        lambda value: value.replace("director", "dealer"),
        lambda value: ".".join([value.split(".")[0], "99999999999", *value.split(".")[2:]]),
        lambda value: "é" + value,
        lambda value: "x" * 10_000,
        lambda value: "....",
        lambda value: "",
    ],
)
def test_a_forged_cookie_is_nothing(settings, forge):
    sessions = Sessions(settings.keys())
    value = sessions.begin(Role.DIRECTOR)
    assert sessions.role_of(value) is Role.DIRECTOR
    assert sessions.role_of(forge(value)) is None


def test_a_session_ends_after_its_time_and_by_leaving(settings):
    now = [1000.0]
    sessions = Sessions(settings.keys(), lasts=60, clock=lambda: now[0])
    left, kept = sessions.begin(Role.DIRECTOR), sessions.begin(Role.DIRECTOR)
    sessions.end(left)
    assert sessions.role_of(left) is None
    assert sessions.role_of(kept) is Role.DIRECTOR
    now[0] += 61
    assert sessions.role_of(kept) is None


def test_who_leaves_is_out_with_every_copy_of_the_cookie(director):
    value = director.cookies["overtrick-8642"]
    answer = director.post("/leave", headers=OURS)
    assert answer.status_code == 200
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert director.get("/", headers={"cookie": f"overtrick-8642={value}"}).status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8642", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8643", "localhost.evil:8642",
        "127.0.0.1:8642@evil", "[::1", "", "127.0.0.1:８642", "2130706433:8642", "127.1:8642",
        "127.0.0.1:8642, evil", "0.0.0.0:8642",
    ],
)  # fmt: skip
def test_only_own_names_are_answered(director, host):
    answer = director.get("/", headers={b"host": host.encode()})
    assert answer.status_code == 421
    assert "director" not in answer.text


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8642", "localhost:8642", "LOCALHOST:8642", "[::1]:8642"]
)
def test_own_names_are_answered(director, host):
    cookie = f"overtrick-8642={director.cookies['overtrick-8642']}"
    assert director.get("/", headers={"host": host, "cookie": cookie}).status_code == 200


def test_a_name_is_answered_by_its_addresses_too(monkeypatch):
    found = [(2, 1, 6, "", ("192.0.2.7", 0)), (10, 1, 6, "", ("2001:db8::7", 0, 0, 0))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr("socket.gethostname", lambda: "Desk.club.example")
    names = names_of("cards.club.example")
    assert {"cards.club.example", "192.0.2.7", "2001:db8::7", "desk.local"} <= names
    assert "desk.club.example" in names_of(".".join("0000"))
    assert "desk.club.example" not in names_of("127.0.0.1")


def test_two_hosts_are_refused(director):
    headers = [(b"host", b"127.0.0.1:8642"), (b"host", b"evil.example")]
    assert director.get("/", headers=headers).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": "https://127.0.0.1:8642"},
        {"origin": "http://127.0.0.1:8643"},
        {"origin": "http://127.0.0.1"},
        {"origin": "http://localhost:8642"},
        {"origin": f"{OWN}/"},
        {"origin": OWN, "sec-fetch-site": "cross-site"},
        {"origin": OWN, "sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
    ],
)
def test_nothing_is_changed_for_a_page_of_another_origin(director, headers):
    answer = director.post("/save", content=b"x", headers=headers)
    assert answer.status_code == 403
    assert "nothing has changed" in answer.text


@pytest.mark.parametrize("headers", [OURS, {"origin": OWN}, {"sec-fetch-site": "same-origin"}])
def test_our_own_pages_may_change_something(director, headers):
    assert director.post("/save", content=b"xyz", headers=headers).text == "saved 3"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"sec-fetch-site": "none", "sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate",
          "sec-fetch-dest": "document"}, 200),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate",
          "sec-fetch-dest": "iframe"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, 403),
        ({"origin": "http://127.0.0.1:9000"}, 403),
        ({"accept": "text/event-stream", "origin": "http://evil.example"}, 403),
    ],
)  # fmt: skip
def test_a_page_of_another_origin_cannot_look_either(director, headers, status):
    assert director.get("/", headers=headers).status_code == status


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "CONNECT", "PROPFIND"])
def test_methods_are_bounded(director, method):
    answer = director.request(method, "/", headers=OURS)
    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../files", "/static/%2e%2e/files", "/static/..%2ffiles", "/static/..%5cfiles",
        "/static/%252e%252e/files", "//evil.example/", "/a\\b", "/a%00", "/a%0d%0aset-cookie:x",
        "/" + "a" * 3000, "/?" + "a" * 9000,
    ],
)  # fmt: skip
def test_paths_mean_what_they_say(settings, path):
    import asyncio

    raw, _, query = path.partition("?")
    from urllib.parse import unquote

    scope = {
        "type": "http", "method": "GET", "path": unquote(raw), "raw_path": raw.encode(),
        "query_string": query.encode(), "headers": [(b"host", b"127.0.0.1:8642")],
    }  # fmt: skip
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(guard(APPS, settings)(scope, None, send))
    assert sent[0]["status"] in {400, 414}
    assert b"location" not in dict(sent[0]["headers"])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({f"x-{number}": "1" for number in range(100)}, 431),
        ({"x-long": "a" * 9000}, 431),
        ({"content-encoding": "gzip"}, 415),
        ({"content-length": "5"}, 400),
        ({"transfer-encoding": "chunked"}, 400),
    ],
)
def test_headers_are_bounded(director, headers, status):
    assert director.get("/", headers=headers).status_code == status


SAFETY = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def test_every_answer_has_the_headers_of_safety(director, stranger):
    answers = [
        director.get("/"),
        director.get("/not-there"),
        director.get("/loose"),
        director.request("OPTIONS", "/"),
        director.get("/", headers={"host": "evil.example"}),
        director.post("/save", content=b"x"),
        stranger.get("/"),
        stranger.get("/enter?token=x"),
    ]
    for answer in answers:
        kept = dict(SAFETY)
        if "html" not in answer.headers["content-type"]:
            kept["content-security-policy"] = answer.headers["content-security-policy"]
        assert kept.items() <= dict(answer.headers).items()
        assert "script-src *" not in answer.headers["content-security-policy"]
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
        assert "camera=()" in answer.headers["permissions-policy"]


def test_the_policy_permits_nothing_inside_a_page():
    assert "unsafe" not in PAGE_POLICY
    assert "default-src 'none'" in PAGE_POLICY
    assert "allow-scripts" not in PREVIEW_POLICY
    assert "script" not in PREVIEW_POLICY


def test_a_preview_brings_its_own_policy_and_a_picture_gets_one(director):
    assert director.get("/preview").headers["content-security-policy"] == PREVIEW_POLICY
    assert director.get("/picture").headers["content-security-policy"].startswith("sandbox;")


def test_static_files_are_kept_by_version_only(director):
    kept = director.get("/static/site/site.css?v=0123abcd").headers["cache-control"]
    assert "immutable" in kept
    assert director.get("/static/site/site.css").headers["cache-control"] == "no-cache"
    assert director.get("/static/none.css?v=0123abcd").headers["cache-control"] == "no-store"
    assert director.get("/?v=0123abcd").headers["cache-control"] == "no-store"


def test_the_token_survives_a_restart_for_its_owner_alone(tmp_path):
    first = token(tmp_path, Role.DIRECTOR)
    assert len(first) == 43
    assert token(tmp_path, Role.DIRECTOR) == first
    assert token(tmp_path, Role.DEALER) != first
    if os.name == "posix":
        file = tmp_path / "token-director"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        file.chmod(0o644)
        assert token(tmp_path, Role.DIRECTOR) == first
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token(tmp_path, Role.DIRECTOR, new=True) != first


def test_a_new_token_sends_everybody_out(tmp_path):
    before = prepare(tmp_path, PORT)
    value = Sessions(before.keys()).begin(Role.DIRECTOR)
    assert Sessions(prepare(tmp_path, PORT).keys()).role_of(value) is Role.DIRECTOR
    after = prepare(tmp_path, PORT, new_token=True)
    assert Sessions(after.keys()).role_of(value) is None


def test_a_damaged_token_is_told(tmp_path):
    (tmp_path / "token-director").write_text("short")
    with pytest.raises(WebError, match="--new-token"):
        token(tmp_path, Role.DIRECTOR)
    assert token(tmp_path, Role.DIRECTOR, new=True)


@pytest.fixture
def password_file(tmp_path):
    path = tmp_path / "passwords"
    path.write_text("# of the club\n\ndirector: grand slam doubled\ndealer: seven no trump\n")
    path.chmod(0o600)
    return path


@pytest.fixture
def club(tmp_path, password_file):
    settings = prepare(tmp_path, PORT, host="192.0.2.7", password_file=password_file)
    app = guard(APPS, settings)
    return TestClient(app, base_url="http://192.0.2.7:8642", follow_redirects=False)


THEIRS = MappingProxyType({"origin": "http://192.0.2.7:8642"})


def test_other_computers_need_a_password(club):
    answer = club.get("/")
    assert answer.status_code == 403
    assert 'type="password"' in answer.text
    entered = club.post("/enter", data={"password": "seven no trump"}, headers=THEIRS)
    assert entered.status_code == 303
    assert club.get("/").text == "<p>dealer dealer</p>"
    assert club.get("/", headers={"host": "evil.example:8642"}).status_code == 421


def test_a_password_is_not_taken_from_an_address_or_another_origin(club):
    assert club.get("/enter?password=seven+no+trump").status_code == 403
    other = {"origin": "http://evil.example"}
    answer = club.post("/enter", data={"password": "seven no trump"}, headers=other)
    assert answer.status_code == 403
    assert club.get("/").status_code == 403


def test_wrong_passwords_slow_down_and_then_the_right_one_waits_too(club):
    for _ in range(5):
        assert club.post("/enter", data={"password": "guess"}, headers=THEIRS).status_code in {
            403,
            429,
        }
    answer = club.post("/enter", data={"password": "grand slam doubled"}, headers=THEIRS)
    assert answer.status_code == 429
    assert "grand slam" not in answer.text


def test_who_waits_may_try_again():
    now = [0.0]
    tries = AttemptCounter(clock=lambda: now[0])
    for _ in range(5):
        tries.wrong("192.0.2.1")
    assert tries.wait("192.0.2.1") == 3
    assert tries.wait("192.0.2.2") == 0
    now[0] += 3
    assert tries.wait("192.0.2.1") == 0
    for _ in range(20):
        tries.wrong("192.0.2.1")
    assert 0 < tries.wait("192.0.2.1") <= 61
    tries.right("192.0.2.1")
    assert tries.wait("192.0.2.1") == 0


def test_many_addresses_are_no_way_around_the_wait():
    now = [0.0]
    tries = AttemptCounter(clock=lambda: now[0])
    for number in range(8):
        tries.wrong(f"2001:db8::{number}")
    assert tries.wait("2001:db8::ffff") > 0
    for number in range(5000):
        tries.wrong(f"10.0.{number // 250}.{number % 250}")
    assert tries.wait("198.51.100.1") > 0
    assert len(tries._known) <= 1000
    now[0] += 61
    assert tries.wait("198.51.100.1") == 0


def test_another_password_sends_out_who_came_in_by_the_old_one(tmp_path, password_file):
    before = prepare(tmp_path, PORT, host="192.0.2.7", password_file=password_file)
    director, dealer = (Sessions(before.keys()).begin(role) for role in Role)
    password_file.write_text("director: small slam redoubled\ndealer: seven no trump\n")
    password_file.chmod(0o600)
    after = prepare(tmp_path, PORT, host="192.0.2.7", password_file=password_file)
    assert Sessions(after.keys()).role_of(director) is None
    assert Sessions(after.keys()).role_of(dealer) is Role.DEALER


@pytest.mark.parametrize("host", [".".join("0000"), "::", "192.0.2.7", "club.example", ""])
def test_no_host_but_the_loopback_without_passwords(host):
    with pytest.raises(WebError, match="--password-file"):
        check_host(host, None)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.53"])
def test_the_loopback_needs_no_passwords(host):
    check_host(host, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "no password"),
        (b"director grand slam", "ROLE: PASSWORD"),
        (b"player: grand slam", "ROLE: PASSWORD"),
        (b"director: short", "8 characters"),
        (b"director: grand slam\ndirector: small slam", "already"),
        (b"director: grand slam\ndealer: grand slam", "one password"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"#" * 20_000, "longer"),
    ],
)
def test_a_file_of_passwords_that_is_wrong_is_told_without_a_password(tmp_path, text, said):
    path = tmp_path / "passwords"
    path.write_bytes(text)
    path.chmod(0o600)
    with pytest.raises(WebError, match=said) as caught:
        read_passwords(path)
    assert "slam" not in str(caught.value)


@pytest.mark.skipif(os.name != "posix", reason="there are no such permissions")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o602])
def test_a_file_of_passwords_that_others_may_read_is_refused(password_file, mode):
    password_file.chmod(mode)
    with pytest.raises(WebError, match="chmod 600"):
        read_passwords(password_file)


def test_secrets_are_not_shown(tmp_path, password_file):
    settings = prepare(tmp_path, PORT)
    assert settings.tokens[Role.DIRECTOR] not in repr(settings)
    club = prepare(tmp_path, PORT, host="192.0.2.7", password_file=password_file)
    assert club.secret not in repr(club)
    assert "digests" not in repr(club.passwords)


def test_a_fragment_is_told_as_a_fragment(stranger):
    assert stranger.get("/", headers={"x-fragment": "1"}).text.lstrip().startswith("<section")


def test_sockets_of_the_web_are_refused(settings):
    from starlette.websockets import WebSocketDisconnect

    client = TestClient(guard(APPS, settings), base_url=OWN)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/"):
        pass

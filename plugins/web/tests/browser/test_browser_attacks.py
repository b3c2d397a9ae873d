"""A page of somebody else's, open in the same browser: what it may and may not do to ours."""

from __future__ import annotations

import contextlib
import http.server
import json
import re
import threading

import page_browser
import pytest

PBN = (
    b'% PBN 2.1\n[Event "Club"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
    b'[Deal "N:AKQJ.T987.654.32 T987.654.32.AKQJ 654.32.AKQJ.T987 32.AKQJ.T987.654"]\n'
)
# Whatever a script of another page can send, without being let in to read what comes of it.
SCRIPT = """
async ([origin, id]) => {
  const found = {};
  const tried = async (name, what) => {
    try { found[name] = await what(); } catch (error) { found[name] = "failed"; }
  };
  const send = (path, more) => fetch(origin + path, { credentials: "include", ...more });
  await tried("read", async () => (await send("/files/")).status);
  await tried("look", async () => (await send("/files/", { mode: "no-cors" })).type);
  for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
    await tried("post " + type, async () => (await send(`/files/${id}/remove`, {
      method: "POST", mode: "no-cors", headers: { "content-type": type }, body: "version=1",
    })).type);
  }
  await tried("put", async () => (await send(`/files/${id}/remove`, { method: "PUT" })).status);
  const remove = `${origin}/files/${id}/remove`;
  await tried("beacon", async () => navigator.sendBeacon(remove, "x") && "sent");
  const loaded = (element, name) => tried(name, () => new Promise((done) => {
    element.onload = () => done("loaded");
    element.onerror = () => done("failed");
    document.body.append(element);
    setTimeout(() => done("failed"), 3000);
  }));
  const made = (tag, more) => Object.assign(document.createElement(tag), more);
  await loaded(made("script", { src: origin + "/static/site/site.js" }), "script");
  await loaded(made("img", { src: origin + "/static/site/icon.svg" }), "picture");
  const sheet = { rel: "stylesheet", href: origin + "/static/site/site.css" };
  await loaded(made("link", sheet), "style");
  await tried("events", () => new Promise((done) => {
    const source = new EventSource(origin + "/files/jobs/1/events", { withCredentials: true });
    source.onopen = () => done("open");
    source.onerror = () => { source.close(); done("failed"); };
  }));
  await tried("socket", () => new Promise((done) => {
    const socket = new WebSocket(origin.replace("http", "ws") + "/");
    socket.onopen = () => done("open");
    socket.onerror = () => done("failed");
  }));
  const frame = made("iframe", { name: "within" });
  document.body.append(frame);
  const form = made("form", { method: "post", action: remove, target: "within" });
  document.body.append(form);
  form.submit();
  await new Promise((done) => setTimeout(done, 500));
  return found;
}
"""


@contextlib.contextmanager
def elsewhere(html):
    """Serve a page of somebody else's at another port of this computer; give the port."""

    class Answering(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *about):
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering) as there:
        thread = threading.Thread(target=there.serve_forever)
        thread.start()
        try:
            yield there.server_address[1]
        finally:
            there.shutdown()
            thread.join()


@pytest.fixture
def window(browser):
    context = browser.new_context()
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


def dropped(window, server):
    """Come in, drop a file, and return its name in addresses."""
    window.goto(server.address)
    window.wait_for_selector("h1")
    window.goto(server.origin + "/files/")
    window.set_input_files(
        "#choose-files", {"name": "club.pbn", "mimeType": "text/plain", "buffer": PBN}
    )
    window.wait_for_url(re.compile(r"/files/[0-9a-f]{12}/"))
    return window.url.split("/")[4]


def test_a_link_of_another_page_leads_in(window, server):
    with elsewhere(f'<a id="in" href="{server.address}">our page</a>') as port:
        window.goto(f"http://localhost:{port}/")
        window.click("#in")
        window.wait_for_url(server.origin + "/files/")
        assert window.locator("h1").inner_text()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_a_page_of_another_origin_does_nothing_here(window, own_server, name):
    id = dropped(window, own_server)
    with elsewhere("<body>hello") as port:
        window.goto(f"http://{name}:{port}/")
        found = window.evaluate(SCRIPT, [own_server.origin, id])
        # A beacon says that it was sent, not that it was taken.
        assert set(found.values()) - {"sent"} == {"failed"}, found
        within = window.frame("within")
        assert "club.pbn" not in within.content()
    record = json.loads((own_server.work / "documents" / id / "document.json").read_bytes())
    assert record["removed"] is None
    assert len(record["versions"]) == 1


def test_a_name_that_was_made_to_lead_here_is_refused(browser, server):
    other = browser.browser_type.launch(
        executable_path=page_browser.chromium(),
        args=[*page_browser.FLAGS, "--host-resolver-rules=MAP evil.example 127.0.0.1"],
    )
    try:
        window = other.new_page()
        answer = window.goto(f"http://evil.example:{server.port}/files/")
        assert answer.status == 421
        assert "does not go by that name" in window.locator("h1").inner_text()
    finally:
        other.close()


def test_the_page_that_asks_for_the_address_lets_in(window, server):
    window.goto(server.origin + "/files/")
    assert window.locator("h1").inner_text() == "This page needs its whole address"
    window.fill("#token", server.address)
    window.press("#token", "Enter")
    window.wait_for_url(server.origin + "/files/")

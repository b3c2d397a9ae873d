"""A server and a browser for the tests of the page as people see it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

import page_browser

ABSENCE = page_browser.absence()
if ABSENCE and os.environ.get("OVERTRICK_STRICT_BROWSER") == "1":
    raise pytest.UsageError(ABSENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark all as slow; skip, and say why, where there is no browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.slow)
            if ABSENCE is not None:
                item.add_marker(pytest.mark.skip(reason=ABSENCE))


# While Playwright runs nothing else can run an event loop on its thread, so it ends with the
# module: a package is for pytest a folder with an __init__.py, and without one the whole run.
@pytest.fixture(scope="module")
def browser():
    """The browser, once for the tests of a module."""
    assert ABSENCE is None, ABSENCE
    from playwright.sync_api import expect

    # A busy machine is slow, not wrong.
    expect.set_options(timeout=20_000)
    with page_browser.browsers() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for the tests that may see each other's files."""
    with page_browser.serving(tmp_path_factory.mktemp("shared") / "work") as server:
        yield server


@pytest.fixture
def own_server(tmp_path):
    """A server with a data folder of the test's own."""
    with page_browser.serving(tmp_path / "work") as server:
        yield server


@pytest.fixture
def visit(browser):
    """Return a function that opens a server's page in a window of its own."""
    opened = []

    def open_page(server, path="", *, size=page_browser.DESK, colours="light", language="en-GB",
                  address=None, still=True):  # fmt: skip
        context = browser.new_context(
            viewport=size, color_scheme=colours, locale=language, accept_downloads=True,
            reduced_motion="reduce" if still else "no-preference",
        )  # fmt: skip
        context.set_default_timeout(30_000)
        watch = page_browser.Watch(context)
        page = context.new_page()
        page.watch = watch
        opened.append((context, watch))
        page.goto(address or server.address)
        # The token becomes a cookie, and its page leads on to the first one.
        page.wait_for_url(lambda url: "/enter" not in url)
        if path:
            page.goto(server.origin + path)
        return page

    yield open_page
    for context, _watch in opened:
        context.close()
    for _context, watch in opened:
        watch.check()

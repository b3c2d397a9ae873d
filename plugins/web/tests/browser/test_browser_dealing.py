"""Dealing from the page, into a simulated machine that does what machines do."""

from __future__ import annotations

import contextlib
import re
import time

import page_browser
import pytest

browsing = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("overtrick_duplimate_device")
expect = browsing.expect


def begin(page, *, count=2, pace="at-once", trouble="none"):
    """Drop a file and begin to deal all of it; return the session's address."""
    address = page_browser.dropped(page, f"deal-{trouble}.pbn", page_browser.file_of(count))
    page.click("#section-deal")
    page.check("#machine-simulator")
    page.select_option("#pace", pace)
    page.select_option("#trouble", trouble)
    page.click("#begin")
    page.wait_for_url("**/dealing/sessions/*")
    assert address
    return page.url


def tend(page, *words):
    """Say what the page offers, the first of some words, until all boards are dealt."""
    # The machine may have gone on before the click.
    page.watch.expect("409")
    seen = []
    end = time.monotonic() + 60
    while time.monotonic() < end:
        what = page.text_content("#deal-what").strip()
        if not seen or seen[-1] != what:
            seen.append(what)
        if what == "All boards are dealt":
            return seen
        for word in words:
            button = page.locator(f"#say-{word}")
            if button.is_visible():
                click(button)
                break
        page.wait_for_timeout(100)
    raise AssertionError(seen)


def click(button):
    """Click what may go away just now: the machine does not wait for the mouse."""
    with contextlib.suppress(browsing.TimeoutError):
        button.click(timeout=1000)


def numbers_dealt(page):
    """Return the boards that the page shows as dealt."""
    done = page.locator("#deal-boards [data-state=done]")
    return [one.get_attribute("data-board") for one in done.all()]


@pytest.fixture
def page(visit, server):
    return visit(server)


@pytest.mark.parametrize(
    "trouble",
    [
        "jam",
        "unreadable",
        "last-card",
    ],
)
def test_a_fault_is_told_in_large_words_and_fixed_from_the_page(page, trouble):
    begin(page, trouble=trouble)
    now = page.locator("#deal-now")
    expect(now).to_have_attribute("data-tone", re.compile("alarm|act|ended"))
    # Read from two metres: the words and the number of the board.
    heights = [
        page.locator(f"#deal-{part}").evaluate(
            "(one) => parseFloat(getComputedStyle(one).fontSize)"
        )
        for part in ("what", "board")
    ]
    assert heights[0] >= 32
    assert heights[1] >= 90
    assert not page_browser.violations(page)
    assert page.locator("main svg").count() == 0
    tend(page, "afresh", "continue", "yes")
    assert numbers_dealt(page) == ["1", "2"]


@pytest.mark.parametrize("trouble", ["power-cut", "lost-line"])
def test_the_page_goes_on_where_the_line_or_the_power_was_lost(page, trouble):
    begin(page, trouble=trouble)
    seen = []
    end = time.monotonic() + 90
    while "All boards are dealt" not in seen and time.monotonic() < end:
        if page.locator("#resume").is_visible():
            page.click("#resume")
            page.wait_for_load_state()
        for word in ("afresh", "continue", "yes"):
            button = page.locator(f"#say-{word}")
            if button.is_visible():
                click(button)
                break
        page.wait_for_timeout(100)
        seen.append(page.text_content("#deal-what").strip())
    assert "All boards are dealt" in seen, list(dict.fromkeys(seen))
    assert numbers_dealt(page) == ["1", "2"]


def test_dealing_pauses_and_goes_on_by_keys(page):
    begin(page, count=3, pace="quick")
    pause = page.locator("#say-pause")
    expect(pause).to_be_visible()
    page.keyboard.press(pause.get_attribute("data-key"))
    go_on = page.locator("#say-continue")
    expect(go_on).to_be_visible()
    expect(page.locator("#deal-what")).to_contain_text("Paused")
    page.keyboard.press(go_on.get_attribute("data-key"))
    expect(go_on).to_be_hidden()
    page.click("#say-stop")
    expect(page.locator("#deal-what")).to_have_text("Stopped")


def test_a_server_that_is_killed_while_it_deals_goes_on_from_the_page(visit, tmp_path):
    work = tmp_path / "work"
    first = page_browser.Server(work)
    try:
        page = visit(first)
        address = begin(page, count=2, pace="quick")
        # In the middle of a board: cards lie in it, and nobody says any more how many.
        while page.evaluate("document.getElementById('deal-cards').value") < 5:
            page.wait_for_timeout(20)
        page.watch.expect("net::ERR_")
    finally:
        first.kill()
    # Whoever looks is told that the program is gone.
    expect(page.locator("#deal-lost")).to_be_visible()
    second = page_browser.Server(work, port=first.port)
    try:
        again = visit(second)
        again.watch.expect("net::ERR_")
        again.goto(address)
        again.click("#resume")
        again.wait_for_load_state()
        tend(again, "afresh", "continue", "yes", "no")
        assert numbers_dealt(again) == ["1", "2"]
    finally:
        second.stop()

"""Every page, light and dark, on a telephone and on a projector: read by all, and light to load."""

from __future__ import annotations

import io

import page_browser
import pytest
from page_browser import WRONG, boards, dropped, file_of

import overtrick

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

LANGUAGES = {
    "en-GB": ("en", "Files"),
    "fr-FR": ("fr", "Fichiers"),
    "de-DE": ("de", "Dateien"),
    "nl-NL": ("nl", "Bestanden"),
}
MOST_BYTES = 150_000
PAGES = {
    "first": "/files/",
    "boards": "/files/{wrong}/boards",
    "list": "/files/{wrong}/boards?view=list",
    "evening": "/files/{long}/boards",
    "board": "/files/{wrong}/boards/1",
    "findings": "/files/{wrong}/findings",
    "fix": "/files/{wrong}/fix",
    "edit": "/files/{long}/edit",
    "convert": "/files/{wrong}/convert?to=lin",
    "print": "/files/{long}/print",
    "double dummy": "/files/{wrong}/double-dummy",
    "sealed": "/files/{sealed}/boards",
    "dealing": "/dealing/",
    "deal": "/dealing/new?document={long}",
    "generate": "/generate/",
    "belote": "/belote/",
}


@pytest.fixture(scope="module")
def documents(browser, server):
    """Files that the pages show, by a word."""
    sink = io.BytesIO()
    overtrick.write(boards(2), sink, format="dlm", options={"status": "Sealed"})
    given = {
        "wrong": ("wrong.pbn", WRONG),
        "long": ("evening.pbn", file_of(32)),
        "sealed": ("sealed.dlm", sink.getvalue()),
    }
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_url("**/files/")
    names = {word: dropped(page, *told).split("/")[4] for word, told in given.items()}
    context.close()
    return names


SOME = ("boards", "dealing")
# One process does every look at once: what takes time is to begin.
LOOKS = [
    pytest.param(("light", page_browser.PHONE, ("boards", "dealing")), id="some"),
    *(
        pytest.param((colours, size, PAGES), id=f"{colours}-{name}")
        for colours, name, size in (
            ("light", "phone", page_browser.PHONE),
            ("dark", "desk", page_browser.DESK),
            ("dark", "phone", page_browser.PHONE),
            ("light", "projector", page_browser.PROJECTOR),
        )
    ),
]


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_can_be_read_by_all_fits_its_window_and_is_light(visit, server, documents, look):
    colours, size, names = look
    page = visit(server, size=size, colours=colours)
    page_browser.forget_always(page)
    wrong = []
    for name in names:
        page.watch.loaded.clear()
        page.goto(server.origin + PAGES[name].format(**documents))
        wrong += [f"{name}: {line}" for line in page_browser.violations(page)]
        wrong += [f"{name}: wider than the window: {line}" for line in page_browser.too_wide(page)]
        wrong += [f"{name}: too small to touch: {line}" for line in page_browser.too_small(page)]
        if (loaded := page.watch.bytes_loaded()) > MOST_BYTES:
            wrong.append(f"{name}: loads {loaded} bytes")
    assert not wrong, "\n".join(wrong)


def test_the_page_speaks_the_language_of_the_browser(visit, server):
    for wanted, (code, title) in LANGUAGES.items():
        page = visit(server, language=wanted)
        assert page.get_attribute("html", "lang") == code
        assert page.input_value("[name=language]") == code
        assert page.inner_text("h1") == title


def test_colours_can_be_chosen_against_the_system(visit, server):
    page = visit(server, colours="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.select_option("[name=theme]", "dark")
    page.wait_for_selector("html[data-theme=dark]")
    assert page.evaluate(ground) != light


def test_boards_of_a_long_file_come_and_go_as_they_are_scrolled(visit, server):
    page = visit(server)
    dropped(page, "many.pbn", file_of(2_000))
    for _ in range(12):
        page.mouse.wheel(0, 6_000)
        page.wait_for_timeout(60)
    page.wait_for_selector(".board-card svg[role=img]")
    # Far away boards are taken out again: what is in the page does not grow with the file.
    assert page.locator(".board-card").count() < 600
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_selector("#board-2000 svg[role=img]")

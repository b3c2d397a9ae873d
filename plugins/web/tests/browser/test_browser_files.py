"""Files, from the drop to what is saved, in Chromium: as the director at 18:40 has it."""

from __future__ import annotations

import io
from pathlib import Path

import page_browser
import pytest
from page_browser import HANDS, WRONG, boards, dropped, file_of

import overtrick

browsing = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = browsing.expect


def saved(page, selector):
    """Return the bytes of the file that a link saves, and its name."""
    with page.expect_download() as told:
        page.click(selector)
    return Path(told.value.path()).read_bytes(), told.value.suggested_filename


def numbers(data):
    """Return the numbers of the boards of a file."""
    return [board.number for board in overtrick.read(data).boards]


@pytest.fixture
def page(visit, server):
    return visit(server)


def test_a_file_that_is_dropped_is_seen_and_fixed(page):
    dropped(page, "evening.pbn", WRONG)
    expect(page.locator(".board-card svg[role=img]")).to_have_count(2)
    assert "spades 10 5 3" in page.locator("#board-1 svg").get_attribute("aria-label")
    # Beside the boards: what is wrong, by which clause, and the difference before it is fixed.
    page.click("a.fix >> nth=0")
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("#diff del").first).to_be_visible()
    expect(dialog.locator("#diff ins").first).to_be_visible()
    assert not page_browser.violations(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    before, _ = saved(page, ".file-actions #download")
    assert before == WRONG
    page.click("a.fix >> nth=0")
    page.click("#do-fix")
    page.wait_for_load_state()
    expect(page.locator("#undo")).to_be_visible()
    after, name = saved(page, ".file-actions #download")
    assert name == "evening.pbn"
    assert after != WRONG
    assert overtrick.read(after).boards[0].deal == overtrick.Deal.parse(f"N:{HANDS}")
    page.click("#undo")
    page.wait_for_load_state()
    assert saved(page, ".file-actions #download")[0] == WRONG


def test_a_folder_is_dropped_by_the_mouse(page, tmp_path):
    folder = tmp_path / "evening"
    (folder / "deep").mkdir(parents=True)
    (folder / "monday.pbn").write_bytes(file_of(2))
    (folder / "deep" / "tuesday.lin").write_bytes(file_of(3, "lin"))
    page.goto(page_browser.origin(page) + "/files/")
    page_browser.drop_paths(page, "#drop", folder)
    expect(page.locator("#documents .name", has_text="monday.pbn")).to_be_visible()
    expect(page.locator("#documents li", has_text="tuesday.lin")).to_contain_text("3 boards")


def test_what_another_format_cannot_keep_is_told_before_it_is_saved(page):
    address = dropped(page, "for-lin.pbn", WRONG.replace(b'"none"', b'"None"'))
    page.click("#section-convert")
    page.check("input[name=to][value=dup]")
    page.click("#preview")
    expect(page.locator("#losses")).to_contain_text("the auction")
    data, name = saved(page, "a[download]")
    assert name == "for-lin.dup"
    assert overtrick.read(data).boards[0].deal == overtrick.Deal.parse(f"N:{HANDS}")
    assert page.url.startswith(address)


def test_boards_are_dragged_and_merged_into_a_new_order(page):
    dropped(page, "other.pbn", file_of(2, first=21))
    dropped(page, "order.pbn", file_of(4))
    page.click("#section-edit")
    rows = page.locator("#order [role=option]")
    expect(rows).to_have_count(4)
    # The first board goes behind the third.
    rows.nth(0).drag_to(rows.nth(2), target_position={"x": 120, "y": 20})
    expect(rows.nth(2).locator(".was")).to_contain_text("was 1")
    page.select_option("#other", label="other.pbn")
    page.fill("#other-boards", "22")
    page.click("#do-add")
    expect(rows).to_have_count(5)
    page.click("#save")
    expect(page.locator("#saved")).to_be_visible()
    data, _ = saved(page, ".file-actions #download")
    one, two, three, four = boards(4)
    wanted = [board.deal for board in (two, three, one, four, *boards(1, 22))]
    assert [board.deal for board in overtrick.read(data).boards] == wanted
    # Boards that move get the numbers of their new places; one that comes keeps its own.
    assert numbers(data) == [1, 2, 3, 4, 22]


def test_keys_alone_open_choose_move_turn_and_save(page):
    """Tab, arrows, space and Enter are enough, from the first page to the file that is saved."""
    dropped(page, "keys.pbn", file_of(4))

    def tab_to(selector):
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("(one) => document.activeElement.matches(one)", selector):
                return
        raise AssertionError(f"Tab does not come to {selector}")

    page.goto(page_browser.origin(page) + "/files/")
    tab_to(".skip")
    page.keyboard.press("Enter")
    tab_to("#documents .name")
    page.keyboard.press("Enter")
    page.wait_for_url("**/boards")
    tab_to("#section-edit")
    page.keyboard.press("Enter")
    page.wait_for_url("**/edit")
    tab_to("#order [role=option]")
    # The focus is seen.
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Space")
    page.keyboard.press("Alt+ArrowRight")
    expect(page.locator("#order [role=option]").nth(1).locator(".was")).to_contain_text("was 1")
    page.focus("#save")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_be_visible()
    data, _ = saved(page, ".file-actions #download")
    first, second, *others = boards(4)
    wanted = [board.deal for board in (second, first, *others)]
    assert [board.deal for board in overtrick.read(data).boards] == wanted
    assert numbers(data) == [1, 2, 3, 4]


def test_two_tabs_do_not_overwrite_each_other(page):
    address = dropped(page, "both.pbn", file_of(3))
    other = page.context.new_page()
    other.goto(f"{address}/edit")
    page.goto(f"{address}/edit")
    for one, board in ((page, "1"), (other, "2")):
        one.fill("#chosen", board)
        one.click("#do-drop")
        expect(one.locator("#order [role=option]")).to_have_count(2)
    page.watch.expect("409")
    page.click("#save")
    expect(page.locator("#saved")).to_be_visible()
    other.click("#save")
    expect(other.locator("#conflict")).to_contain_text("nothing was overwritten")
    assert not page_browser.violations(other)
    page.goto(f"{address}/boards")
    assert numbers(saved(page, ".file-actions #download")[0]) == [2, 3]


def test_hand_records_have_a_preview_and_a_pdf(page):
    pytest.importorskip("overtrick_records")
    dropped(page, "print.pbn", file_of(4))
    page.click("#section-print")
    sheet = page.frame_locator("#sheet")
    expect(sheet.locator("article")).to_have_count(4)
    page.click("#pdf")
    page.wait_for_selector("#made")
    data, name = saved(page, "a[download]")
    assert name == "print.pdf"
    assert data.startswith(b"%PDF-")


def test_double_dummy_comes_with_its_progress(page):
    pytest.importorskip("overtrick_dd")
    dropped(page, "tricks.pbn", file_of(2))
    page.click("#section-double-dummy")
    page.click("#solve")
    expect(page.locator("#results li")).to_have_count(2)
    page.click("#keep")
    expect(page.locator("#saved")).to_be_visible()
    data, _ = saved(page, ".file-actions #download")
    assert overtrick.read(data).boards[0].grid("OptimumResultTable") is not None


def test_new_boards_are_made_by_a_condition_and_no_card_is_seen(page):
    pytest.importorskip("overtrick_deal")
    page.goto(page_browser.origin(page) + "/generate/")
    page.fill("#count", "3")
    page.fill("#condition", "north.hcp >= 20")
    page.click("#deal")
    page.wait_for_selector("#made")
    assert page.locator("svg[role=img]").count() == 0
    data, _ = saved(page, "a[download]")
    made = overtrick.read(data).boards
    assert len(made) == 3
    assert all(board.deal[overtrick.Seat.NORTH].hcp >= 20 for board in made)


def test_sealed_hands_are_shown_after_a_deliberate_act_only(page):
    sink = io.BytesIO()
    overtrick.write(boards(2), sink, format="dlm", options={"status": "Sealed"})
    dropped(page, "sealed.dlm", sink.getvalue())
    assert page.locator(".board-card svg").count() == 0
    page.check("#unseal")
    page.click("#show-hands")
    expect(page.locator(".board-card svg[role=img]")).to_have_count(2)


def test_a_bad_file_gets_a_page_that_says_what_is_wrong(page):
    page.goto(page_browser.origin(page) + "/files/")
    page_browser.drop(page, "#drop", ("photo.jpg", b"\xff\xd8\xff\xe0" + bytes(range(256)) * 20))
    page.wait_for_url("**/files/?drop=*")
    expect(page.locator("main [role=alert], main [role=status]").first).to_contain_text("photo.jpg")
    assert not page_browser.violations(page)

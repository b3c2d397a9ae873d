"""Doing things with a file's boards on the page: forms, new versions, conflicts, refusals."""

from __future__ import annotations

import gzip
import io
import re
import time

import pytest
from starlette.testclient import TestClient

import overtrick
from overtrick.plugin import default_manager
from overtrick_web.boards import double_dummy as solving
from overtrick_web.interface.roles import Role
from overtrick_web.safety.headers import PREVIEW_POLICY
from overtrick_web.site.application import application
from overtrick_web.site.site import Site, pages_for
from overtrick_web.work.folder import WorkFolder


@pytest.fixture
def site(tmp_path):
    manager = default_manager()
    with WorkFolder.open(tmp_path / "work") as work:
        yield Site(
            role=Role.DIRECTOR, work=work, plugins=manager, pages=pages_for(Role.DIRECTOR, manager)
        )


@pytest.fixture
def page(site):
    with TestClient(application(site), raise_server_exceptions=True) as client:
        yield client


@pytest.fixture
def document(site, evening_data):
    return site.documents.add("evening.pbn", evening_data)


def fields(text):
    """The hidden fields of the form that is shown."""
    return {
        "based_on": re.search(r'name="based_on" value="(\d+)"', text)[1],
        "order": re.search(r'name="order" value="([^"]*)"', text)[1],
        "plan": re.search(r'name="plan" value="([^"]*)"', text)[1],
        "past": re.search(r'(?s)name="past"[^>]*>(.*?)</textarea>', text)[1],
    }


def step(page, document, shown, action, **more):
    answer = page.post(
        f"/files/{document.id}/edit",
        data={**fields(shown.text), "action": action, **more},
        headers={"X-Fragment": "1"},
    )
    assert answer.status_code in {200, 422}, answer.text
    return answer


def save(page, document, shown, **more):
    return page.post(
        f"/files/{document.id}/edit/save",
        data={**fields(shown.text), **more},
        follow_redirects=False,
    )


def tags(site, document):
    boards = overtrick.read(site.documents.get(document.id).current.read())
    return [(board.number, board.extras["pbn:OurTag"]) for board in boards]


# --- a new order ------------------------------------------------------------------------------


def test_a_board_is_moved_shown_saved_and_taken_back(page, site, document):
    shown = page.get(f"/files/{document.id}/edit")
    assert shown.status_code == 200
    assert 'id="save"' not in shown.text
    moved = step(page, document, shown, "move", chosen="4", to="2")
    assert fields(moved.text)["order"] == "1 4 2-3"
    assert "was 4" in moved.text
    assert 'data-field="auction.calls"' in moved.text
    assert tags(site, document)[1] == (2, "was 2")
    assert save(page, document, moved).status_code == 303
    assert tags(site, document) == [(1, "was 1"), (2, "was 4"), (3, "was 2"), (4, "was 3")]
    assert "Saved as version 2" in page.get(f"/files/{document.id}/edit?saved=1").text


def test_steps_are_taken_back_before_anything_is_saved(page, document):
    shown = page.get(f"/files/{document.id}/edit")
    first = step(page, document, shown, "drop", chosen="2")
    second = step(page, document, first, "swap", chosen="1,4")
    assert fields(second.text)["order"] == "4 3 1"
    once = step(page, document, second, "undo")
    assert fields(once.text)["order"] == "1 3-4"
    twice = step(page, document, once, "undo")
    assert fields(twice.text)["order"] == "1-4"
    assert 'id="save"' not in twice.text


def test_turning_keeping_and_numbering(page, site, document):
    shown = page.get(f"/files/{document.id}/edit")
    kept = step(page, document, shown, "keep", chosen="2-3")
    turned = step(page, document, kept, "turn", chosen="3", turns="1")
    numbered = step(page, document, turned, "show", numbers="from", first="17")
    assert fields(numbered.text)["order"] == "2 3~1"
    assert fields(numbered.text)["plan"] == "from 17"
    save(page, document, numbered)
    assert tags(site, document) == [(17, "was 2"), (18, "was 3")]


def test_what_was_not_shown_is_not_saved(page, site, document):
    shown = page.get(f"/files/{document.id}/edit")
    dropped = step(page, document, shown, "drop", chosen="1")
    answer = save(page, document, dropped, numbers="from", first="9")
    assert answer.status_code == 200
    assert fields(answer.text)["plan"] == "from 9"
    assert site.documents.get(document.id).current.number == 1


def test_boards_of_another_file_are_added_at_a_place(page, site, document, evening_data):
    other = site.documents.add("more.pbn", evening_data.replace(b"was", b"of more"))
    listing = page.get(f"/files/{document.id}/edit/other", params={"other": other.id})
    assert listing.text.count('role="option"') == 4
    shown = page.get(f"/files/{document.id}/edit")
    refused = step(page, document, shown, "add", other=other.id, other_boards="1-2", at="2")
    assert "in both sets of boards: 1-2" in refused.text
    anew = step(page, document, shown, "show", numbers="from", first="1")
    added = step(
        page, document, anew, "add", other=other.id, other_boards="1-2", at="2", numbers="from"
    )
    assert fields(added.text)["order"] == f"1 {other.id}-1:1-2 2-4"
    save(page, document, added, numbers="from", first="1")
    assert [tag for _, tag in tags(site, document)][:3] == ["was 1", "of more 1", "of more 2"]


def test_sealed_boards_are_not_brought_into_a_file_without_a_seal(
    page, site, document, sealed_dlm_data
):
    other = site.documents.add("sealed.dlm", sealed_dlm_data)
    shown = page.get(f"/files/{document.id}/edit")
    refused = step(page, document, shown, "add", other=other.id, numbers="places")
    assert refused.status_code == 422
    assert "the boards are sealed" in refused.text
    assert fields(refused.text)["order"] == "1-4"
    assert "<html" not in refused.text


def test_what_cannot_be_done_is_said_and_the_plan_stays(page, document):
    shown = page.get(f"/files/{document.id}/edit")
    for action, more, sentence in (
        ("drop", {}, "choose a board first"),
        ("swap", {"chosen": "1-3"}, "two boards change places"),
        ("drop", {"chosen": "9"}, "there is no board 9"),
        ("drop", {"chosen": "<b>"}, "not board numbers"),
        ("add", {}, "choose a file first"),
    ):
        answer = step(page, document, shown, action, **more)
        assert answer.status_code == 422
        assert sentence in answer.text
        assert "<b>'" not in answer.text
        assert fields(answer.text)["order"] == "1-4"


def test_somebody_else_saved_meanwhile_and_nothing_is_overwritten(page, site, document):
    shown = page.get(f"/files/{document.id}/edit")
    dropped = step(page, document, shown, "drop", chosen="1")
    site.documents.save(document.id, b"", based_on=1, what="elsewhere")
    answer = save(page, document, dropped)
    assert answer.status_code == 409
    assert "nothing was overwritten" in answer.text
    assert site.documents.get(document.id).current.number == 2


def test_an_order_that_was_tampered_with_is_refused(page, document):
    shown = page.get(f"/files/{document.id}/edit")
    for order in ("1-999999999", "../../x:1", "9", "nobody-1:1"):
        form = {**fields(shown.text), "order": order, "action": "show"}
        answer = page.post(f"/files/{document.id}/edit", data=form)
        assert answer.status_code in {400, 404, 422}


def test_no_card_is_shown_where_boards_get_a_new_order(page, site, document, sealed_dlm_data):
    sealed = site.documents.add("sealed.dlm", sealed_dlm_data)
    for one in (document, sealed):
        text = page.get(f"/files/{one.id}/edit").text
        assert "AKJ9" not in text
        assert text.count('role="option"') in {2, 4}


def test_the_form_works_without_javascript(page, document):
    shown = page.get(f"/files/{document.id}/edit")
    form = {**fields(shown.text), "action": "drop", "chosen": "1"}
    answer = page.post(f"/files/{document.id}/edit", data=form)
    assert "<html" in answer.text
    assert fields(answer.text)["order"] == "2-4"


def test_a_format_that_is_read_only_leads_to_another(page, site):
    rbn = site.documents.add("a.rbn", b"% RBN\nB 1:N:N\nH N:AKQ2.A.K6542.985\n\n")
    answer = page.get(f"/files/{rbn.id}/edit")
    assert answer.status_code == 422
    assert f"/files/{rbn.id}/convert" in answer.text


def test_compressed_files_stay_compressed(page, site, evening_data):
    packed = site.documents.add("evening.pbn.gz", gzip.compress(evening_data))
    shown = page.get(f"/files/{packed.id}/edit")
    save(page, packed, step(page, packed, shown, "drop", chosen="1"))
    data = site.documents.get(packed.id).current.read()
    assert gzip.decompress(data).count(b"[Board ") == 3


# --- another format ---------------------------------------------------------------------------


def test_what_would_be_lost_stands_before_the_file_is_saved(page, document):
    shown = page.get(f"/files/{document.id}/convert", params={"to": "dlm"})
    assert 'data-field="auction.calls"' in shown.text
    assert "evening.dlm" in shown.text
    saved = page.get(f"/files/{document.id}/convert/file", params={"to": "dlm", "version": "1"})
    assert saved.headers["content-disposition"].startswith('attachment; filename="evening.dlm"')
    assert len(overtrick.read(saved.content)) == 4


def test_a_converted_file_is_kept_beside_the_old_one(page, site, document):
    answer = page.post(
        f"/files/{document.id}/convert/keep",
        data={"to": "lin", "based_on": "1"},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    newest = site.documents.all()[0]
    assert (newest.name, newest.current.what) == ("evening.lin", "converted")
    assert len(site.documents.all()) == 2


def test_options_of_a_format_are_offered_and_obeyed(page, document):
    shown = page.get(f"/files/{document.id}/convert", params={"to": "pbn"})
    assert 'name="o-style"' in shown.text
    given = {"to": "pbn", "options-of": "pbn", "o-style": "export"}
    assert b"% EXPORT" in page.get(f"/files/{document.id}/convert/file", params=given).content
    wrong = page.get(f"/files/{document.id}/convert", params={**given, "o-style": "<b>"})
    assert wrong.status_code == 422
    assert "<b>'" not in wrong.text


def test_sealed_hands_go_elsewhere_only_by_a_deliberate_act(page, site, sealed_dlm_data):
    sealed = site.documents.add("sealed.dlm", sealed_dlm_data)
    shown = page.get(f"/files/{sealed.id}/convert", params={"to": "pbn"})
    assert shown.status_code == 422
    assert 'name="cards"' in shown.text
    refused = page.get(f"/files/{sealed.id}/convert/file", params={"to": "pbn"})
    assert b"AKJ9" not in refused.content
    act = {"to": "pbn", "cards": "show"}
    assert b"AKJ9" in page.get(f"/files/{sealed.id}/convert/file", params=act).content


def test_no_such_format(page, document):
    assert page.get(f"/files/{document.id}/convert/file", params={"to": "x"}).status_code == 404


# --- double dummy -----------------------------------------------------------------------------


def over(page, address):
    """The page of a job once it is over."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        answer = page.get(address)
        if 'data-status="running"' not in answer.text and 'waiting"' not in answer.text:
            return answer
        time.sleep(0.05)
    raise AssertionError(answer.text)


@pytest.mark.skipif(solving.absence() is not None, reason="no solver")
def test_boards_are_solved_shown_and_put_into_the_file(page, site, document):
    begun = page.post(
        f"/files/{document.id}/double-dummy", data={"based_on": "1"}, follow_redirects=False
    )
    address = begun.headers["location"]
    events = page.get(f"/files/jobs/{address.rpartition('/')[2]}/events")
    assert events.headers["content-type"].startswith("text/event-stream")
    assert '"over":true' in events.text
    shown = over(page, address)
    assert shown.text.count('class="tricks"') == 4
    assert "Par: NS" in shown.text
    page.post(f"{address}/keep")
    boards = overtrick.read(site.documents.get(document.id).current.read())
    assert all(board.double_dummy is not None for board in boards)
    assert site.documents.get(document.id).current.what == "solved double dummy"
    kept = page.get(f"{address}?saved=1")
    assert "version 2" in kept.text
    assert f"/files/{document.id}/download?version=2" in kept.text


@pytest.mark.skipif(solving.absence() is not None, reason="no solver")
def test_tables_are_not_said_to_be_in_a_file_that_has_no_place_for_them(page, site, evening_data):
    pytest.importorskip("overtrick_dlm")
    boards = overtrick.read(evening_data)
    sink = io.BytesIO()
    overtrick.write(boards, sink, format="dlm")
    document = site.documents.add("evening.dlm", sink.getvalue())
    begun = page.post(
        f"/files/{document.id}/double-dummy", data={"based_on": "1"}, follow_redirects=False
    )
    address = begun.headers["location"]
    over(page, address)
    kept = page.post(f"{address}/keep")
    assert kept.status_code == 422
    assert "DLM has no place for tables" in kept.text
    assert len(site.documents.get(document.id).versions) == 1


@pytest.mark.skipif(solving.absence() is not None, reason="no solver")
def test_what_was_solved_is_not_put_into_a_file_that_was_changed(page, site, document):
    address = page.post(
        f"/files/{document.id}/double-dummy", data={"based_on": "1"}, follow_redirects=False
    ).headers["location"]
    over(page, address)
    site.documents.save(document.id, b"", based_on=1, what="elsewhere")
    assert page.post(f"{address}/keep").status_code == 409


@pytest.mark.skipif(solving.absence() is not None, reason="no solver")
def test_sealed_hands_are_solved_only_by_a_deliberate_act(page, site, sealed_dlm_data):
    sealed = site.documents.add("sealed.dlm", sealed_dlm_data)
    refused = page.post(f"/files/{sealed.id}/double-dummy", data={"based_on": "1"})
    assert refused.status_code == 422
    assert 'name="cards"' in refused.text
    begun = page.post(
        f"/files/{sealed.id}/double-dummy",
        data={"cards": "show", "based_on": "1"},
        follow_redirects=False,
    )
    assert 'class="tricks"' in over(page, begun.headers["location"]).text


def test_without_a_solver_a_line_names_the_install(page, document, monkeypatch):
    line = "there is no solver: install it"
    monkeypatch.setattr("overtrick_web.pages.files.double_dummy.absence", lambda: line)
    shown = page.get(f"/files/{document.id}/double-dummy")
    assert line in shown.text
    assert 'id="solve"' not in shown.text
    # Whoever sends the form all the same is told the same, and nothing is begun.
    sent = page.post(f"/files/{document.id}/double-dummy", data={"based_on": "1"})
    assert sent.status_code == 422
    assert sent.text.count(line) == 1


def test_work_of_another_file_or_none_is_not_there(page, site, document, evening_data):
    assert page.get(f"/files/{document.id}/double-dummy/0123456789abcdef").status_code == 404
    job = site.jobs.start(lambda job: 1, about=f"{document.id}:print:1")
    assert page.get(f"/files/{document.id}/double-dummy/{job.id}").status_code == 404
    other = site.documents.add("b.pbn", evening_data)
    assert page.get(f"/files/{other.id}/print/{job.id}").status_code == 404


# --- hand records -----------------------------------------------------------------------------


def test_a_sheet_is_shown_without_script_in_a_frame_of_its_own(page, document):
    pytest.importorskip("overtrick_records")
    shown = page.get(f"/files/{document.id}/print", params={"o-layout": "large"})
    assert 'sandbox="allow-same-origin allow-modals"' in shown.text
    sheet = page.get(f"/files/{document.id}/print/sheet", params={"o-layout": "large"})
    assert sheet.headers["content-security-policy"] == PREVIEW_POLICY
    assert "<script" not in sheet.text
    wrong = page.get(f"/files/{document.id}/print", params={"o-layout": "round"})
    assert wrong.status_code == 422


def test_a_preview_of_too_many_boards_says_where_it_stops(page, document, monkeypatch):
    pytest.importorskip("overtrick_records")
    assert 'id="left"' not in page.get(f"/files/{document.id}/print").text
    monkeypatch.setattr("overtrick_web.boards.records.PREVIEWED", 1)
    shown = page.get(f"/files/{document.id}/print")
    assert re.search(r'id="left">[^<]*more boards? (is|are) not in it', shown.text)
    assert re.search(r'id="sheet-count">\s*1 board ', shown.text)


def test_boxes_of_the_sheet_that_are_not_ticked_count(page, document):
    pytest.importorskip("overtrick_records")
    shown = page.get(f"/files/{document.id}/print", params={"filled": "1"})
    assert not re.search(r'name="o-tables"[^>]*checked', shown.text)
    fresh = page.get(f"/files/{document.id}/print")
    assert re.search(r'name="o-tables"[^>]*checked', fresh.text)


def test_a_pdf_is_made_and_saved(page, document):
    pytest.importorskip("typst")
    begun = page.post(
        f"/files/{document.id}/print", data={"based_on": "1", "o-layout": "club", "boards": "1-2"},
        follow_redirects=False,
    )  # fmt: skip
    made = over(page, begun.headers["location"])
    assert 'id="download"' in made.text
    pdf = page.get(f"{begun.headers['location']}/file")
    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF")


def test_a_pdf_that_cannot_be_made_says_why(page, document):
    pytest.importorskip("typst")
    begun = page.post(
        f"/files/{document.id}/print",
        data={"based_on": "1", "boards": "77"},
        follow_redirects=False,
    )
    made = over(page, begun.headers["location"])
    assert "no board has a number in 77" in made.text


@pytest.mark.slow
def test_sealed_hands_are_printed_only_by_a_deliberate_act(page, site, sealed_dlm_data):
    pytest.importorskip("overtrick_records")
    sealed = site.documents.add("sealed.dlm", sealed_dlm_data)
    shown = page.get(f"/files/{sealed.id}/print")
    assert shown.status_code == 422
    assert 'name="cards"' in shown.text
    refused = page.get(f"/files/{sealed.id}/print/sheet")
    assert refused.status_code == 422
    assert "<article" not in refused.text
    act = {"cards": "show"}
    assert page.get(f"/files/{sealed.id}/print/sheet", params=act).text.count("<article") == 2


def test_without_overtrick_records_a_line_names_the_install(page, document, monkeypatch):
    monkeypatch.setattr("overtrick_web.boards.records.absence", lambda: "install it like this")
    assert "install it like this" in page.get(f"/files/{document.id}/print").text

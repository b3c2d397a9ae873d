"""New boards on the page."""

from __future__ import annotations

import time

import pytest
from starlette.testclient import TestClient

import overtrick
from overtrick.plugin import default_manager
from overtrick_web.boards import generating
from overtrick_web.interface.roles import Role
from overtrick_web.site.application import application
from overtrick_web.site.site import Site, pages_for
from overtrick_web.work.folder import WorkFolder

pytestmark = pytest.mark.skipif(generating.absence() is not None, reason="no overtrick-deal")


@pytest.fixture
def site(tmp_path):
    manager = default_manager()
    with WorkFolder.open(tmp_path / "work") as work:
        yield Site(
            role=Role.DIRECTOR, work=work, plugins=manager, pages=pages_for(Role.DIRECTOR, manager)
        )


@pytest.fixture
def page(site):
    with TestClient(application(site)) as client:
        yield client


def dealt(page, **wish):
    """The page of a wish once it is over."""
    begun = page.post("/generate/", data=wish, follow_redirects=False)
    assert begun.status_code == 303, begun.text
    end = time.monotonic() + 60
    while time.monotonic() < end:
        answer = page.get(begun.headers["location"])
        if 'data-status="running"' not in answer.text and 'waiting"' not in answer.text:
            return answer
        time.sleep(0.05)
    raise AssertionError(answer.text)


def test_boards_are_dealt_kept_with_their_seed_and_not_shown(page, site):
    answer = dealt(page, count="6", first="17", condition="north.hcp >= 20", seed="lesson 7")
    assert 'id="made"' in answer.text
    assert "lesson 7" in answer.text
    (document,) = site.documents.all()
    assert document.current.what == "dealt by the seed lesson 7"
    boards = overtrick.read(document.current.read())
    assert [board.number for board in boards] == list(range(17, 23))
    for board in boards:
        for seat in overtrick.Seat:
            assert str(board.deal[seat]) not in answer.text
    again = dealt(page, count="6", first="17", condition="north.hcp >= 20", seed="lesson 7")
    assert again.status_code == 200
    one, other = site.documents.all()
    assert one.current.digest == other.current.digest


def test_a_seed_of_the_system_is_shown(page, site):
    answer = dealt(page, count="1")
    (document,) = site.documents.all()
    seed = document.current.what.removeprefix("dealt by the seed ")
    assert len(seed) == 64
    assert seed in answer.text


def test_a_file_that_is_to_be_dealt_can_be_sealed(page, site):
    dealt(page, count="2", format="dlm", sealed="yes")
    (document,) = site.documents.all()
    assert overtrick.read(document.current.read(), sealed="keep").is_sealed


def test_a_seal_that_a_format_does_not_have_is_said_and_nothing_is_kept(page, site):
    answer = dealt(page, count="2", format="lin", sealed="yes")
    assert 'role="alert"' in answer.text
    assert not site.documents.all()


def test_a_condition_that_is_wrong_is_marked_at_its_place_and_what_was_typed_stays(page, site):
    answer = page.post("/generate/", data={"count": "4", "condition": "north.hcp > <i>"})
    assert answer.status_code == 422
    assert 'data-column="13"' in answer.text
    assert "<mark>&lt;</mark>" in answer.text
    assert "<i>" not in answer.text
    assert 'value="4"' in answer.text
    assert not site.documents.all()


def test_how_likely_it_is_is_said_while_somebody_types(page):
    fragment = {"X-Fragment": "1"}
    likely = page.post("/generate/likely", data={"condition": "north.hcp >= 20"}, headers=fragment)
    assert likely.status_code == 200
    assert "1 deal in" in likely.text
    assert "<html" not in likely.text
    never = page.post("/generate/likely", data={"condition": "north.hcp >= 38"}, headers=fragment)
    assert never.status_code == 422


@pytest.mark.parametrize("wish", [{"count": "10001"}, {"count": "0"}, {"count": "1", "first": "0"}])
def test_numbers_that_are_too_large_are_refused(page, site, wish):
    assert page.post("/generate/", data=wish).status_code == 422
    assert not site.documents.all()


def test_dealing_is_given_up_and_nothing_is_kept(page, site):
    rare = "everyone(longest >= 8) and (north.hcp + east.hcp) % 2 == 0"
    begun = page.post(
        "/generate/", data={"count": "9999", "condition": rare}, follow_redirects=False
    )
    job = site.jobs.get(begun.headers["location"].rpartition("/")[2])
    page.post(f"/generate/jobs/{job.id}/give-up")
    assert job.wait(30)
    assert job.state.status.value == "given_up"
    assert not site.documents.all()
    assert "Given up" in page.get(f"/generate/{job.id}").text


def test_without_overtrick_deal_a_line_names_the_install(page, monkeypatch):
    monkeypatch.setattr("overtrick_web.pages.generate.absence", lambda: generating.NEEDED)
    assert "overtrick-web[deal]" in page.get("/generate/").text


def test_a_dealer_has_no_page_of_new_boards():
    manager = default_manager()
    assert "generate" not in {page.name for page in pages_for(Role.DEALER, manager)}

"""Runs the kit of pages over the pages that ship with the plugin."""

from __future__ import annotations

import pytest

from overtrick_web.boards.double_dummy import Result
from overtrick_web.boards.generating import Generated, GenerateRequest
from overtrick_web.boards.records import DrawnSheet
from overtrick_web.pages.generate import GeneratedResult
from overtrick_web.testing import PageSuite


def over(site, result, about):
    """The number of a job that is done."""
    job = site.jobs.start(lambda job: result, about=about)
    assert job.wait(30)
    return job.id


class TestFiles(PageSuite):
    page_name = "files"

    @classmethod
    def make_work(cls, site):
        id = site.documents.all()[0].id
        result = Result(place=1, label="1", tricks=((7, 6, 5, 4, 3),) * 4, par=("NS 90",))
        drawn = DrawnSheet(data=b"%PDF", name="evening.pdf", pages=1, count=2)
        solving = over(site, (result,), f"{id}:double-dummy:1")
        return {
            "id": id,
            "number": 1,
            "position": 1,
            "job": solving,
            "solving": solving,
            "sheet": over(site, drawn, f"{id}:print:1"),
            "/{id:str}/convert/file": "/{id}/convert/file?to=json&version=1",
        }


class TestNewBoards(PageSuite):
    page_name = "generate"

    @classmethod
    def make_work(cls, site):
        id = site.documents.all()[0].id
        generated = Generated(data=b"", name="boards 1-2.pbn", count=2, seed="7")
        made = over(
            site,
            GeneratedResult(id=id, deal_request=GenerateRequest(count=2), made=generated),
            "generate",
        )
        return {"job": made, "made": made}


class TestDealing(PageSuite):
    page_name = "dealing"

    @pytest.fixture(autouse=True)
    def journals(self, tmp_path, monkeypatch):
        monkeypatch.setenv("OVERTRICK_SESSIONS", str(tmp_path / "sessions"))

    @classmethod
    def make_work(cls, site):
        """A session that has been dealt."""
        from overtrick_web.dealing.machines import Pace, simulated
        from overtrick_web.dealing.session_registry import SessionRequest, registry_of

        registry, document = registry_of(site.work), site.documents.all()[0]
        if not registry.all():
            request = SessionRequest(url=simulated(Pace.AT_ONCE), boards="1")
            registry.begin(registry.propose(document, request)).join(20)
        return {"name": registry.all()[0].state.session}

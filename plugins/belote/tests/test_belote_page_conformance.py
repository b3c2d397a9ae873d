"""Runs the kit of pages over the table in a browser."""

from __future__ import annotations

import pytest

pytest.importorskip("overtrick_web", reason="the page needs overtrick-web")

from overtrick_belote.page.tables import open_tables
from overtrick_belote.table.house import usual_setup
from overtrick_web.testing import PageSuite


class TestTable(PageSuite):
    page_name = "belote"

    @pytest.fixture(autouse=True)
    def games(self, data_folder):
        yield
        open_tables().close()

    @classmethod
    def make_work(cls, site):
        """A game that has been begun."""
        return {"name": open_tables().begin(usual_setup).name}

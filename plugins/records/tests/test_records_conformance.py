"""The views and the command of hand records against the kit."""

from __future__ import annotations

import importlib.util
from types import MappingProxyType

import pytest

from overtrick_testing import CommandSuite, ViewSuite, example_boards

# What `settings` changes stands in a file's header: test_records_settings has such files.
VALUES = MappingProxyType(
    {"title": ("Club",), "hide": ("E,W", "N"), "per_page": (1,), "settings": ()}
    # Codes need what is not always installed.
    | ({} if importlib.util.find_spec("segno") else {"link": ()})
)

NEEDS = MappingProxyType({"link": {"layout": "large"}})


class TestRecords(ViewSuite):
    view_name = "records"
    shows = frozenset({"number", "dealer", "vulnerability", "deal"})
    option_values = VALUES
    needs = NEEDS


class TestPdf(ViewSuite):
    view_name = "pdf"
    shows = frozenset({"deal"})
    option_values = VALUES
    needs = NEEDS

    @pytest.fixture(autouse=True)
    def _typst(self):
        pytest.importorskip("typst")

    @classmethod
    def make_boards(cls):
        """Few: a document takes its time."""
        return example_boards()[:2]


class TestCommand(CommandSuite):
    command_lines = (
        ("records", "{file}", "-o", "{out}.html", "--no-tables"),
        ("records", "{file}", "-o", "-", "--to", "html", "--no-tables"),
    )

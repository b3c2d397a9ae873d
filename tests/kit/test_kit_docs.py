"""The page about the kits names every requirement of each, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from overtrick.plugin import default_manager, resolve

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "generated" / "kit-requirements.md"
SUITES = {
    kind.suite.partition(":")[2]: resolve(kind.suite)
    for kind in default_manager().kinds().values()
    if kind.suite is not None
}


def test_every_kind_of_ours_with_a_kit_is_there():
    assert {"CommandSuite", "FormatSuite", "RuleSuite", "ViewSuite"} <= set(SUITES)


@pytest.mark.parametrize("name", SUITES)
def test_the_page_lists_exactly_the_requirements(name):
    page = PAGE.read_text(encoding="utf-8")
    part = page.split(f"## `{name}`: a ")[1].split("\n## ")[0]
    listed = re.findall(r"^- `(test_\w+)`(?: \(level \d+\))?: \S", part, re.MULTILINE)
    assert sorted(listed) == sorted(test for test in dir(SUITES[name]) if test.startswith("test_"))


@pytest.mark.parametrize("name", ["conformance-kit.md", "writing-a-page.md", "writing-a-plugin.md"])
def test_a_page_can_be_read_unbuilt(name):
    """On a code host there is no Sphinx: what it would put in stands there."""
    page = (DOCS / "extending" / name).read_text(encoding="utf-8")
    assert "literalinclude" not in page
    assert "eval-rst" not in page
    assert re.findall(r"^<!-- from ", page, re.MULTILINE)
    assert not re.search(r"^```\w+\n```$", page, re.MULTILINE)

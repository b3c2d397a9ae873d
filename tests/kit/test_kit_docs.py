"""The page about the kit names every obligation, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from overtrick.testing import CommandSuite, FormatSuite, RuleSuite, ViewSuite

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("suite", [FormatSuite, RuleSuite, CommandSuite, ViewSuite])
def test_the_page_lists_exactly_the_obligations(suite: type) -> None:
    page = (DOCS / "conformance-kit.md").read_text(encoding="utf-8")
    of_formats, rest = page.split("## The obligations of a rule")
    of_rules, of_others = rest.split("## The obligation of a command and of a view")
    part = {FormatSuite: of_formats, RuleSuite: of_rules}.get(suite, of_others)
    listed = re.findall(r"^`(test_\w+)`$", part, re.MULTILINE)
    assert sorted(listed) == sorted(name for name in dir(suite) if name.startswith("test_"))
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("suite", [FormatSuite, RuleSuite, CommandSuite, ViewSuite])
def test_every_obligation_says_what_it_demands(suite: type) -> None:
    for name in dir(suite):
        if name.startswith("test_"):
            assert getattr(suite, name).__doc__, name

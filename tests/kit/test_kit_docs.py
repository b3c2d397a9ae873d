"""The page about the kit names every obligation, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

from overtrick.testing import FormatSuite

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_lists_exactly_the_obligations() -> None:
    page = (DOCS / "conformance-kit.md").read_text(encoding="utf-8")
    listed = re.findall(r"^`(test_\w+)`$", page, re.MULTILINE)
    assert sorted(listed) == sorted(name for name in dir(FormatSuite) if name.startswith("test_"))
    assert len(listed) == len(set(listed))


def test_every_obligation_says_what_it_demands() -> None:
    for name in dir(FormatSuite):
        if name.startswith("test_"):
            assert getattr(FormatSuite, name).__doc__, name

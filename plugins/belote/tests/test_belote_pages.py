"""The pages beside the table: all there, in both languages, true to the rules as data."""

from __future__ import annotations

import attrs
import pytest

from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.pages import (
    OPTION_TEXTS,
    PAGE_NAMES,
    Page,
    Points,
    Table,
    option_text,
    page,
    page_lines,
)
from overtrick_belote.explanations.words import LANGUAGES
from overtrick_belote.rules.options import Rounding, RuleOptions


def shape(shown: Page) -> list[object]:
    """What stands on a page, without its words."""
    found: list[object] = []
    for block in shown.blocks:
        if isinstance(block, Points):
            found.append(len(block.items))
        elif isinstance(block, Table):
            found += [len(block.headings), [len(row) for row in block.rows]]
        else:
            found.append("text")
    return found


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_each_page_says_as_much_in_both_languages(name: str) -> None:
    english, french = (page(name, language) for language in LANGUAGES)
    assert shape(english) == shape(french)
    assert page_lines(english) != page_lines(french)
    for block in english.blocks:
        if isinstance(block, Table):
            assert all(len(row) == len(block.headings) for row in block.rows)


def test_each_option_has_its_words() -> None:
    names = [field.name for field in attrs.fields(RuleOptions)]
    assert list(OPTION_TEXTS) == names
    for name in names:
        assert option_text(name, "en") != option_text(name, "fr")


def test_pages_tell_the_rules_of_the_table() -> None:
    changed = RuleOptions(game_points=1000, announces=False, rounding=Rounding.NONE)
    assert "1000" in "\n".join(page_lines(page("quick", "en", changed)))
    assert "without announces" in "\n".join(page_lines(page("announces", "en", changed)))
    lines = page_lines(page("options", "en", changed))
    assert sum("(changed)" in line for line in lines) == 3
    every = RuleOptions(
        **{
            field.name: next(value for value in type(field.default) if value != field.default)
            for field in attrs.fields(RuleOptions)
            if hasattr(type(field.default), "__members__")
        }
    )
    for language in LANGUAGES:
        for name in PAGE_NAMES:
            assert page_lines(page(name, language, every))


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(BeloteError, match="no page is called 'poker'"):
        page("poker")
    with pytest.raises(BeloteError, match="does not speak"):
        page("quick", "de")

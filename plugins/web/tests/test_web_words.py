"""The words of the page in its languages."""

from __future__ import annotations

import ast
import re
import string
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from overtrick_web.interface.roles import Role
from overtrick_web.site.languages import LANGUAGES, Words
from overtrick_web.testing import PageSuite

PACKAGE = Path(str(files("overtrick_web")))
OTHERS = [language for language in LANGUAGES if language != "en"]
MARKED = re.compile(r"""(?<![\w.])_\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")


def marked():
    """Return the texts of templates that stand in `_()`, each with its place."""
    found = {}
    for path in sorted((PACKAGE / "templates").rglob("*.html")):
        for match in MARKED.finditer(path.read_text("utf-8")):
            found.setdefault(ast.literal_eval(match[1]), f"{path.parent.name}/{path.name}")
    return found


def entries(language, package="overtrick_web"):
    with (Path(str(files(package))) / "locale" / f"{language}.po").open("rb") as file:
        return [text for text in read_po(file, abort_invalid=True) if text.id]


def translations(entry):
    """Return an entry's texts: one, or one a plural form."""
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string)


def english(entry):
    """Return an entry's English text, for one where it has a plural."""
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def is_translated(entry):
    return all(translations(entry)) and not entry.fuzzy


def untranslated(texts, language):
    """Return which of some texts a reader of a language would read in English."""
    here = Words(language)
    # The words of the game are the core's; some are the same in a language.
    both = (*entries(language), *entries(language, "overtrick_render"))
    known = {english(entry) for entry in both if is_translated(entry)}
    return [text for text in texts if text not in known and str(here.gettext(text)) == text]


@pytest.mark.parametrize("language", OTHERS)
def test_every_marked_text_is_translated(language):
    texts = marked()
    assert len(texts) > 300
    missing = {text: texts[text] for text in untranslated(texts, language)}
    assert not missing


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_that_nobody_translated_is_missed(language):
    assert untranslated(["Files", "A text that nobody has translated"], language) == [
        "A text that nobody has translated"
    ]


@pytest.mark.parametrize("language", OTHERS)
def test_translations_are_whole_and_have_the_same_places(language):
    for entry in entries(language):
        message = english(entry)
        assert is_translated(entry), message
        for text in translations(entry):
            assert text == text.strip() or message != message.strip(), text
            names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
            wanted = {name for _, name, _, _ in string.Formatter().parse(message) if name}
            assert names == wanted, text
            # What ends as a sentence, a question or with a colon does so in every language.
            assert message[-1] not in ".?:…" or text[-1] == message[-1], text


class Files(PageSuite):
    page_name = "files"


@pytest.mark.parametrize("language", OTHERS)
def test_a_page_speaks_the_language_that_was_chosen_and_the_browser_s_otherwise(language):
    with Files().served(Role.DIRECTOR) as served:
        title = str(Words(language).gettext("Drop files or a folder here"))
        assert title in served.get("/files/", cookie=f"overtrick-language={language}").text
        asked = {"accept-language": f"xx,{language}-XX;q=0.9,en;q=0.5"}
        assert title in served.get("/files/", **asked).text
        assert title not in served.get("/files/").text

"""The catalogues of all packages: up to date with the programs, and whole."""

from __future__ import annotations

import importlib.util
import string

import pytest

from overtrick_render import languages


@pytest.fixture(scope="module")
def make_catalogues(repository):
    path = repository / "tests" / "make_catalogues.py"
    spec = importlib.util.spec_from_file_location("make_catalogues", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_catalogues_are_up_to_date(make_catalogues):
    for package in make_catalogues.packages():
        for path, text in make_catalogues.catalogues(package):
            assert path.read_text(encoding="utf-8") == text, f"{path}: run tests/make_catalogues.py"


def test_every_text_of_every_package_is_translated(make_catalogues):
    missing = []
    for package in make_catalogues.packages():
        for language in {*languages()} - {"en"}:
            path = package / "locale" / f"{language}.po"
            entries = make_catalogues.entries_of(path) if path.is_file() else []
            known = {entry.key for entry in entries if entry.is_translated}
            missing += [
                f"{path}: {text.message}"
                for text in make_catalogues.messages(package)
                if text.key not in known
            ]
    assert missing == []


def places(text):
    """Return the fields of a template, `None` for a text with a lone brace: it is no template."""
    try:
        parsed = list(string.Formatter().parse(text))
    except ValueError:
        return None
    return {name for _, name, _, _ in parsed if name is not None}


def test_translations_have_the_same_places_to_fill_in(make_catalogues):
    for package in make_catalogues.packages():
        for path in package.glob("locale/*.po"):
            for entry in make_catalogues.entries_of(path):
                for text in filter(None, entry.translations):
                    # A text for one may leave the number out.
                    allowed = [places(each) for each in (entry.message, entry.plural) if each]
                    assert places(text) in allowed, (path, entry)


def test_every_package_with_findings_has_a_catalogue_in_each_language(make_catalogues):
    for package in make_catalogues.packages():
        own = {path.stem for path in package.glob("locale/*.po")}
        assert own >= {*languages()} - {"en"}, package.name


def test_the_texts_of_findings_losses_and_options_are_in_the_catalogues(make_catalogues):
    packages = {package.name: package for package in make_catalogues.packages()}
    texts = {text.message for text in make_catalogues.messages(packages["overtrick_pbn"])}
    assert {
        'invalid contract "{value}"',
        "PBN requires a dealer before an auction",
        "Style",
    } <= texts
    texts = {text.message for text in make_catalogues.messages(packages["overtrick_render"])}
    assert {
        "truncated {kind} file",
        "insufficient bid {call} by {seat}, not above {last}",
        "not stored in {format}",
        "{format} derives the dealer from the board number",
        "tables of results",
    } <= texts


def test_no_word_of_the_game_stands_twice(make_catalogues):
    assert len(set(make_catalogues.VOCABULARY)) == len(make_catalogues.VOCABULARY)

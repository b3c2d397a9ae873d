"""Words that were replaced by terms of the field do not come back."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = runpy.run_path(str(Path(__file__).with_name("language.py")))


@pytest.mark.parametrize(
    "text", ["told", "_told", "is_told_as", "Told", "ToldBy", "WhatTold", "TOLD", "a told-tale"]
)
def test_a_word_is_found_in_names_and_alone(text):
    assert "told" in SCRIPT["words_of"](text).split()


def test_a_part_of_a_word_is_not_found():
    assert "told" not in SCRIPT["words_of"]("retold toldest foretoldBy").split()


@pytest.mark.slow
def test_no_word_of_the_list_is_used_more_often():
    entries = SCRIPT["entries"]()
    more = [
        f"{entry['words']}: {now}, not {entry['left']}: use {entry['use']}"
        for entry, now in zip(entries, SCRIPT["counts"](), strict=True)
        if now > entry["left"]
    ]
    assert not more, more

"""A plugin's options: from texts and values to its own class."""

from __future__ import annotations

import attrs
import pytest

from overtrick import OptionError, PluginLoadError
from overtrick.framework.options import describe_options, make_options, option_names
from overtrick.plugin import FormatSpec, TablesSpec, option

REFERENCE = "overtrick_line_format:WriteOptions"


@pytest.fixture(autouse=True)
def _plugin(line_format):
    """Make the references resolvable."""


def make(**values):
    return make_options("line", REFERENCE, values)


def test_texts_become_what_the_defaults_are(line_format):
    made = make(title="A title", first="DEALER", copies="3")
    assert made == line_format.WriteOptions(title="A title", first="dealer", copies=3)
    truth = make_options("line", "overtrick_line_format:ReadOptions", {"numbered": "no"})
    assert truth.numbered is False


@pytest.mark.parametrize("word", ["yes", "TRUE", "on", "1"])
def test_words_for_yes(word):
    made = make_options("line", "overtrick_line_format:ReadOptions", {"numbered": word})
    assert made.numbered is True


def test_values_and_instances_are_taken_as_they_are(line_format):
    assert make(copies=2).copies == 2
    given = line_format.WriteOptions(copies=5)
    assert make_options("line", REFERENCE, given) is given
    assert make_options("line", REFERENCE, None) == line_format.WriteOptions()


BAD = {
    "unknown": ({"colour": "red"}, r"no option 'colour' \(it has: copies, first, title\)"),
    "choice": ({"first": "south"}, "one of north, dealer"),
    "number": ({"copies": "many"}, "whole number, not 'many'"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_does_not_fit_is_said(case):
    values, message = BAD[case]
    with pytest.raises(OptionError, match=message):
        make(**values)


def test_neither_yes_nor_no():
    with pytest.raises(OptionError, match="yes or no, not 'perhaps'"):
        make_options("line", "overtrick_line_format:ReadOptions", {"numbered": "perhaps"})


def test_a_format_without_options_takes_none():
    assert make_options("bare", None, None) is None
    assert make_options("bare", None, {}) is None
    with pytest.raises(OptionError, match="has no options: a, b"):
        make_options("bare", None, {"a": "1", "b": "2"})


def test_an_instance_of_another_class_is_refused():
    with pytest.raises(OptionError, match="a mapping or WriteOptions"):
        make_options("line", REFERENCE, object())


def test_a_class_that_refuses_its_values_is_an_option_error(line_format, monkeypatch):
    @attrs.frozen(kw_only=True)
    class Picky:
        width: int = option(1, help="")

        def __attrs_post_init__(self):
            if self.width > 5:
                msg = "too wide"
                raise ValueError(msg)

    monkeypatch.setattr(line_format, "Picky", Picky, raising=False)
    with pytest.raises(OptionError, match="too wide"):
        make_options("line", "overtrick_line_format:Picky", {"width": "9"})


def test_options_are_described(line_format):
    found = describe_options(line_format.SPEC)
    assert [(info.direction, info.name) for info in found] == [
        ("read", "numbered"), ("write", "title"), ("write", "first"), ("write", "copies"),
    ]  # fmt: skip
    assert found[2].choices == ("north", "dealer")
    assert found[1].help == "the header line"
    assert option_names(REFERENCE) == {"title", "first", "copies"}
    assert option_names(None) == frozenset()


def test_a_reference_to_nothing_is_a_plugin_error():
    spec = FormatSpec(name="bare", summary="", write_options="overtrick_line_format:Nothing")
    with pytest.raises(PluginLoadError, match="has no 'Nothing'"):
        describe_options(spec)


def test_tables_of_a_format(line_format):
    declared = line_format.SPEC.capability(TablesSpec)
    assert declared.content("suits") == "1 ♠\n".encode()
    with pytest.raises(OptionError, match=r"no table 'nag' \(there are: suits\)"):
        declared.content("nag")
    assert FormatSpec(name="a", summary="").capability(TablesSpec) is None

"""Telling a format: magic, suffix, sniffers, ties, and who is to blame where nothing fits."""

from __future__ import annotations

import gzip
import io
import re
import sys
import types

import pytest

from overtrick import (
    AmbiguousFormatError,
    Location,
    NoBoardsError,
    ParseError,
    PluginLoadError,
    PluginManager,
    UnknownFormatError,
    detect,
    read,
)
from overtrick.disk.compression import suffix_of
from overtrick.disk.sources import open_source
from overtrick.files.detection import detect_format, make_probe
from overtrick.files.writing import format_for_target
from overtrick.plugin import Confidence, FormatSpec, OtherFileSpec, Probe, hookimpl

ASKED = []


@pytest.fixture
def sniffers(monkeypatch):
    """A module whose sniffers answer by name, and note that they were asked."""
    module = types.ModuleType("overtrick_test_sniffers")

    def answering(name, confidence):
        def sniff(probe):
            ASKED.append(name)
            return confidence

        return sniff

    for confidence in Confidence:
        setattr(module, confidence.name.lower(), answering(confidence.name, confidence))

    def fails(probe):
        msg = "boom"
        raise RuntimeError(msg)

    module.fails = fails
    module.odd = lambda probe: 17
    monkeypatch.setitem(sys.modules, module.__name__, module)
    ASKED.clear()
    return module


def manager_of(*specs):
    plugin = types.SimpleNamespace(overtrick_formats=hookimpl(lambda api: specs))
    manager = PluginManager(discover=False)
    manager.register(plugin, "formats")
    return manager


def spec(name, sniffer=None, **more):
    reference = None if sniffer is None else f"overtrick_test_sniffers:{sniffer}"
    return FormatSpec(name=name, summary="", reader="a:b", sniffer=reference, **more)


def test_a_missing_file_is_a_missing_file(tmp_path, manager):
    for function in (detect, read):
        with pytest.raises(FileNotFoundError):
            function(tmp_path / "nothing.line", manager=manager)


def test_the_content_counts_more_than_the_suffix(sniffers):
    manager = manager_of(
        spec("by_suffix", suffixes=(".x",)), spec("by_content", "likely", suffixes=(".y",))
    )
    assert detect_format(Probe(head=b"data", suffix=".x"), manager).format == "by_content"


def test_candidates_that_are_sure_spare_the_others_the_question(sniffers):
    manager = manager_of(spec("a", "certain", suffixes=(".x",)), spec("b", "likely"))
    found = detect_format(Probe(head=b"", suffix=".x"), manager)
    assert found.format == "a"
    assert found.confidence is Confidence.CERTAIN
    assert ASKED == ["CERTAIN"]


def test_candidates_that_are_not_sure_do_not_keep_the_others_from_answering(sniffers):
    manager = manager_of(spec("a", "no", suffixes=(".x",)), spec("b", "certain"))
    found = detect_format(Probe(head=b"", suffix=".x"), manager)
    assert [(answer.format, answer.confidence) for answer in found.answers] == [
        ("b", Confidence.CERTAIN),
        ("a", Confidence.NO),
    ]


def test_a_suffix_alone_is_a_maybe_and_magic_is_likely():
    manager = manager_of(spec("a", suffixes=(".x",)), spec("b", magic=(b"MAGIC",)))
    assert detect_format(Probe(head=b"", suffix=".x"), manager).confidence is Confidence.MAYBE
    assert detect_format(Probe(head=b"MAGIC!"), manager).confidence is Confidence.LIKELY


def test_a_tie_is_an_error_that_names_both():
    manager = manager_of(spec("a", suffixes=(".x",)), spec("b", suffixes=(".x",)))
    with pytest.raises(
        AmbiguousFormatError,
        match=r"f\.x could be a or b; .*--from.*format=",
    ) as caught:
        detect_format(Probe(head=b"", suffix=".x"), manager, "f.x")
    assert caught.value.candidates == ("a", "b")


@pytest.mark.parametrize("sniffer", ["fails", "odd", "absent"])
def test_a_sniffer_that_fails_says_no_and_is_named(sniffers, sniffer):
    manager = manager_of(spec("broken", sniffer, suffixes=(".x",)), spec("fine", "likely"))
    found = detect_format(Probe(head=b"", suffix=".x"), manager)
    assert found.format == "fine"
    [answer] = [answer for answer in found.answers if answer.format == "broken"]
    assert answer.failed
    failed = {"absent": "has no 'absent'"}.get(sniffer, "its sniffer ('formats') failed: ")
    assert failed in answer.reason
    with pytest.raises(UnknownFormatError, match=re.escape(f"broken: {answer.reason}")):
        detect_format(Probe(head=b"", suffix=".x"), manager_of(spec("broken", sniffer)))


def test_nothing_fits_and_the_formats_are_listed(manager):
    with pytest.raises(
        UnknownFormatError, match=r"is of no format [^\n]*\n(.*\n)*the formats here: line$"
    ):
        detect(b"nonsense", manager=manager)
    with pytest.raises(UnknownFormatError, match=r"\nthe formats here: none$"):
        detect(b"x", manager=PluginManager(discover=False))


def test_content_that_its_suffix_belies_is_told_as_such(sniffers):
    manager = manager_of(spec("a", "no", suffixes=(".rpbn",)))
    with pytest.raises(UnknownFormatError) as caught:
        detect_format(Probe(head=b"\x00", suffix=".rpbn"), manager, "f.rpbn")
    assert "\nby its suffix it would be a, which its content is not\n" in str(caught.value)


BLANK = (b"", b"\xef\xbb\xbf", b" \t\r\n\f\v\n", b"\n\x1a", b"\r\n" * 4000)


@pytest.mark.parametrize("content", BLANK)
def test_what_is_empty_is_of_no_format(content, manager, tmp_path):
    path = tmp_path / "x.line"
    for packed in (content, gzip.compress(content)):
        path.write_bytes(packed)
        for source in (packed, path, io.BytesIO(packed)):
            with pytest.raises(ParseError, match="CORE045: the file is empty"):
                detect(source, manager=manager)
            for given in ({}, {"format": "line"}, {"format": "line", "errors": "collect"}):
                with pytest.raises(ParseError, match="CORE045: the file is empty") as caught:
                    read(source, path="x.line", manager=manager, **given)
                assert caught.value.diagnostic.location == Location(path="x.line")


def test_blanks_before_something_are_not_nothing(manager, split_ten):
    for blank in BLANK[2:]:
        content = blank.replace(b"\x1a", b"") + f"1 {split_ten}".encode()
        boards = read(content, format="line", errors="collect", manager=manager)
        assert len(boards) == 1


def test_damage_before_the_first_byte_is_damage(manager):
    packed = gzip.compress(b"1 N:- - - -")[:12]
    with pytest.raises(ParseError, match="CORE041"):
        read(packed, path="x.line", manager=manager)


LESSON = OtherFileSpec(
    name="lesson",
    summary="",
    holds="a lesson, which has no boards",
    use="overtrick lesson {file} opens it",
    suffixes=(".lesson",),
    magic=(b"LESSON ",),
)


def with_lessons(manager):
    plugin = types.SimpleNamespace(overtrick_other_files=hookimpl(lambda api: [LESSON]))
    manager.register(plugin, "lessons")
    return manager


def test_a_file_that_holds_no_boards_is_named_with_what_takes_it(sniffers):
    said = "^x is a lesson, which has no boards: overtrick lesson x opens it$"
    for sniffer in ("no", "maybe"):
        manager = with_lessons(manager_of(spec("any", sniffer)))
        for head in (b"LESSON 1", b"\xef\xbb\xbf\r\n LESSON 1"):
            with pytest.raises(NoBoardsError, match=said):
                detect_format(Probe(head=head), manager, "x")
    manager = with_lessons(manager_of(spec("any", "no")))
    with pytest.raises(NoBoardsError, match=said):
        detect_format(Probe(head=b"its first line is lost", suffix=".lesson"), manager, "x")
    # A format that is sure of its content is asked first; a suffix alone says less than a sniffer.
    probe = Probe(head=b"LESSON 1", suffix=".lesson")
    assert detect_format(probe, with_lessons(manager_of(spec("any", "likely")))).format == "any"
    probe = Probe(head=b"", suffix=".lesson")
    assert detect_format(probe, with_lessons(manager_of(spec("any", "maybe")))).format == "any"


def test_no_format_is_told_from_the_suffix_of_such_a_file():
    manager = with_lessons(PluginManager(discover=False))
    with pytest.raises(UnknownFormatError, match="such a file is a lesson, which has no boards"):
        format_for_target("x.lesson", manager)


def test_other_files_are_told_by_something():
    with pytest.raises(PluginLoadError, match="neither suffix nor magic"):
        OtherFileSpec(name="lesson", summary="", holds="", use="")


def test_a_format_that_cannot_be_read_is_not_detected(sniffers):
    only_written = FormatSpec(
        name="w", summary="", writer="a:b", sniffer="overtrick_test_sniffers:certain"
    )
    with pytest.raises(UnknownFormatError):
        detect_format(Probe(head=b"x"), manager_of(only_written))
    assert ASKED == []


def test_an_explicit_format_is_obeyed_without_a_look(manager, split_ten):
    found = read(f"1 {split_ten}".encode(), format="line", manager=manager)
    assert found.format == "line"
    assert len(read(b"# none", format="line", manager=manager)) == 0


def test_a_probe_is_the_head_the_suffix_and_the_size():
    with open_source(b"x" * 5000, path="Dir.d/NIGHT.PBN") as opened:
        probe = make_probe(opened)
    assert (len(probe.head), probe.suffix, probe.size) == (4096, ".pbn", 5000)
    assert not probe.is_whole
    with open_source(b"ab") as opened:
        assert make_probe(opened).is_whole
        assert make_probe(opened, "a.lin").suffix == ".lin"
    assert suffix_of("-") == suffix_of(None) == ""

"""The sniffers: the kinds are never taken for one another, nor for text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
import overtrick.plugin
from overtrick_dup.sniffer import sniff, sniff_bri, sniff_dge

DATA = Path(__file__).parent / "data"
SNIFFERS = {"dup": sniff, "bri": sniff_bri, "dge": sniff_dge}
FULL = {kind: (DATA / f"full36.{kind}").read_bytes() for kind in SNIFFERS}
NO, MAYBE, LIKELY, CERTAIN = overtrick.plugin.Confidence


def answers(data, suffix=""):
    probe = overtrick.plugin.Probe(head=data[:4096], suffix=suffix, size=len(data))
    return {kind: sniff(probe) for kind, sniff in SNIFFERS.items()}


def only(kind, confidence):
    return {name: confidence if name == kind else NO for name in SNIFFERS}


@pytest.mark.parametrize("kind", SNIFFERS)
@pytest.mark.parametrize("suffix", ["", ".dup", ".bri", ".dge", ".txt"])
def test_a_whole_file_is_told_whatever_its_name(kind, suffix):
    assert answers(FULL[kind], suffix) == only(kind, CERTAIN)
    stride = 156 if kind == "dup" else 128
    assert answers(FULL[kind][:stride], suffix) == only(kind, CERTAIN)


@pytest.mark.parametrize("suffix", ["", ".dup", ".bri", ".dge"])
def test_a_blind_file_is_dup(suffix):
    data = (DATA / "blind.dup").read_bytes()
    assert answers(data, suffix) == only("dup", CERTAIN)
    assert answers(data[:156], suffix) == only("dup", CERTAIN)


@pytest.mark.parametrize("kind", SNIFFERS)
@pytest.mark.parametrize("at", [3, 20, 70])
def test_a_damaged_file_is_still_told(kind, at):
    data = FULL[kind]
    damaged = data[:at] + b"?" + data[at + 1 :]
    told = answers(damaged)
    assert told.pop(kind) >= LIKELY
    assert set(told.values()) == {NO}
    shorter = data[:at] + data[at + 1 :]
    assert answers(shorter)[kind] >= MAYBE
    assert max(value for name, value in answers(shorter).items() if name != kind) == NO


@pytest.mark.parametrize("kind", SNIFFERS)
@pytest.mark.parametrize("size", [100, 120, 200, 400])
def test_a_truncated_file_is_still_told(kind, size):
    data = FULL[kind][:size]
    told = answers(data)
    assert told[kind] >= LIKELY
    assert all(value is NO for name, value in told.items() if name != kind)


def test_lines_of_digits_are_bri_unless_the_name_says_dup():
    lines = b"".join(FULL["bri"][at : at + 78] + b"\r\n" for at in range(0, 1024, 128))
    assert overtrick.detect(lines).format == "bri"
    assert overtrick.detect(lines, path="a.bri").format == "bri"
    assert overtrick.detect(lines, path="a.dup").format == "dup"
    assert overtrick.detect(FULL["bri"][:78], path="a.dup").format == "dup"
    assert overtrick.detect(FULL["bri"][:78], path="a.bri").format == "bri"


def test_two_boards_of_bare_digits_are_as_long_as_a_dup_record_and_are_not_one():
    bare = FULL["bri"][:78] + FULL["bri"][128:206]
    assert len(bare) == 156
    for suffix in ("", ".bri", ".dup", ".dge"):
        assert answers(bare, suffix) == only("bri", CERTAIN)
    assert overtrick.read(bare)[1].deal == overtrick.read(FULL["dup"])[1].deal


TEXTS = {
    "prose": b"All thirteen tricks were made in spades, said the 39th report of 52.\r\n" * 9,
    "pbn": b'% PBN 2.1\n[Event ""]\n[Board "1"]\n[Deal "N:AKQJT98765432... - - -"]\n',
    "digits": b"3141592653589793238462643383279502884197169399375105820974944592307816406286\n",
    "ber": b"2243332211444142423344121322311221434331134423112431" * 6,
    "numbers": b"0102030405060708091011121314151617181920212223242526272829303132333435363701",
    "dlm": b"[Document]\r\nHeadline=Club\r\nStatus=Show\r\n",
    "csv": b'"Q975","J7652","AT","QJ","AJ43","A9","QJ73","AT8","T62","T43","95"\n',
    "nuls": bytes(300),
    "blanks": b" " * 300,
    "suit bytes": b"\x03\x04\x05\x06" * 64,
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("suffix", ["", ".txt"])
def test_text_is_none_of_them(name, suffix):
    assert set(answers(TEXTS[name], suffix).values()) == {NO}


def test_an_empty_file_is_what_its_name_says_at_the_most():
    for kind in SNIFFERS:
        assert answers(b"", f".{kind}") == only(kind, MAYBE)
    assert set(answers(b"").values()) == {NO}


@given(st.binary(max_size=400), st.sampled_from(["", ".dup", ".bri", ".dge"]))
def test_sniffers_answer_for_any_bytes(data, suffix):
    told = answers(data, suffix)
    assert all(isinstance(value, overtrick.plugin.Confidence) for value in told.values())
    assert sum(value is CERTAIN for value in told.values()) <= 1

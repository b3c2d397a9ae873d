"""What files of no known format are called."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
from overtrick import PluginManager, UnknownFormatError
from overtrick.files.appearance import _SIGNATURES, appearance
from overtrick.findings.printable import printable
from overtrick.framework.known_distributions import KNOWN_DISTRIBUTIONS
from overtrick.framework.suggestions import unquote_to_bytes

TEXTS = {
    b"<?xml version='1.0'?>\n<!-- x -->\n<score><a/></score>": "XML with the element <score>",
    b"<?xml version='1.0'?><USEBIO Version='1.1'>": "USEBIO, results of an event in XML",
    b"\xef\xbb\xbf<usebio>": "USEBIO, results of an event in XML",
    b"<!DOCTYPE html>\n<title>Boards</title>": "an HTML page",
    b"\n <HTML><body>": "an HTML page",
    b'{"hands": [1, 2]}': "JSON, but not that of overtrick",
    b"[]": "JSON, but not that of overtrick",
    b'[White "Kasparov"]\n1. e4': "PGN, games of chess",
    b"condition hcp(north) > 12\nproduce 4\n": "a script of the program dealer",
    b"AT3.K8654.AT6.93 Q65.A9732.3.KJ42\n":
        "text with deals as PBN writes them, without tags",
    b"Dear all,\r\nhere is": 'text that begins with "Dear all,"',
    "d\u00e9j\u00e0 vu".encode("latin-1"): 'text that begins with "d\u00e9j\u00e0 vu"',
    b"x" * 100: f'text that begins with "{"x" * 40}..."',
    b" \r\n\n": "text of blanks and empty lines alone",
    b"\x00\x01\x02": "binary data that begins with the bytes 00 01 02",
}  # fmt: skip


@pytest.mark.parametrize(("head", "what"), TEXTS.items(), ids=TEXTS.values())
def test_a_text_is_called_what_it_begins_like(head, what):
    assert appearance(head).what == what


@pytest.mark.parametrize(("signature", "found"), _SIGNATURES)
def test_a_signature_counts_at_the_beginning_alone(signature, found):
    assert appearance(signature + b"\0 1") == found
    assert appearance(b"x" + signature + b"\0 1") != found


@given(st.binary(min_size=1, max_size=200))
def test_every_file_is_called_something_that_can_be_printed(head):
    found = appearance(head)
    assert found.what
    assert found.what == printable(found.what)


@pytest.mark.slow
@given(st.text(min_size=1, max_size=60))
def test_a_text_is_no_less_readable_where_it_is_cut(text):
    """Whether the last character is cut must not make a text binary data."""
    head = ("Caf\u00e9 " + text).encode()
    for length in range(len(head) - 2, len(head) + 1):
        is_binary = "binary" in appearance(head[:length]).what
        assert is_binary == ("binary" in appearance(head).what) or length < len(head)


def test_the_message_has_what_to_do():
    with pytest.raises(UnknownFormatError) as caught:
        overtrick.read(b"%PDF-1.7\n", manager=PluginManager(discover=False))
    first, second, *_ = str(caught.value).splitlines()
    assert first.endswith(": it looks like a PDF document")
    assert "export the boards" in second


@pytest.mark.parametrize(
    ("name", "mark"), [(known.name, mark) for known in KNOWN_DISTRIBUTIONS for mark in known.magic]
)
def test_a_plugin_that_is_not_installed_is_named_by_what_its_files_begin_with(name, mark):
    data = unquote_to_bytes(mark) + b" more"
    with pytest.raises(UnknownFormatError, match=f"pip install {name}$".replace("$", r"\n")):
        overtrick.read(data, manager=PluginManager(discover=False))


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ("word/document.xml", "a Word document"),
        ("xl/workbook.xml", "an Excel workbook"),
        ("ppt/slides/slide1.xml", "a PowerPoint presentation"),
    ],
)
def test_a_document_is_no_archive_of_boards(tmp_path, part, what):
    path = tmp_path / "evening.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<x/>")
        archive.writestr(part, "<x/>")
    with pytest.raises(overtrick.ParseError, match=what) as caught:
        overtrick.read(path)
    assert caught.value.diagnostic.code == "CORE044"
    with pytest.raises(overtrick.ParseError, match=what):
        overtrick.read(io.BytesIO(path.read_bytes()))

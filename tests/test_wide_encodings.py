"""Text in UTF-16 and UTF-32, with and without a mark, is named as such, by every command."""

from __future__ import annotations

import pytest

import overtrick
from overtrick.plugin import wide_encoding

pytest.importorskip("click")

ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be")
TEXTS = [spec for spec in overtrick.formats() if not spec.binary and spec.writer is not None]
BOARD = overtrick.Board(
    number=1,
    dealer=overtrick.Seat.NORTH,
    vulnerability=overtrick.Vulnerability.NONE,
    deal=overtrick.Deal.parse(
        "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
    ),
    info=overtrick.Info(event="Évening", players=("Åsa", "Łukasz", "Bo", "Cy")),
)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wide")
    for spec in TEXTS:
        text = overtrick.dumps([BOARD], format=spec.name)
        for encoding in ENCODINGS:
            path = folder / f"{spec.name}-{encoding}{spec.suffixes[0]}"
            path.write_bytes(text.encode(encoding))
    return folder


def name_of(encoding):
    return encoding[:6].upper()


@pytest.mark.parametrize("spec", TEXTS, ids=lambda spec: spec.name)
def test_a_file_of_each_format_is_refused_by_its_encoding(spec, files):
    for encoding in ENCODINGS:
        path = files / f"{spec.name}-{encoding}{spec.suffixes[0]}"
        with pytest.raises(overtrick.UnknownFormatError) as caught:
            overtrick.read(path)
        assert f"is {name_of(encoding)} text" in str(caught.value)
        assert "save the file as UTF-8" in str(caught.value)
        with pytest.raises(overtrick.TextEncodingError) as told:
            overtrick.read(path, format=spec.name)
        assert f"unsupported text encoding {name_of(encoding)}" in str(told.value)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-32"])
@pytest.mark.parametrize(
    "words",
    [
        ["check", "{}"],
        ["check", "{}", "--json"],
        ["check", "{}", "--from", "pbn"],
        ["check", "{}", "--fix"],
        ["show", "{}"],
        ["show", "{}", "--from", "pbn"],
        ["convert", "{}", "-", "--to", "pbn"],
        ["convert", "{}", "-", "--to", "pbn", "--from", "pbn"],
        ["edit", "{}", "-", "--to", "pbn", "--rotate", "1"],
        ["detect", "{}"],
        ["detect", "{}", "--json"],
        ["dd", "{}"],
        ["records", "{}", "-o", "-", "--to", "html"],
        ["select", "{}", "--where", "board == 1"],
        ["link", "{}"],
        ["deal", "number", "{}"],
    ],
    ids=" ".join,
)
def test_every_command_says_how_to_save_it(words, encoding, files, overtrick_command):
    pytest.importorskip("overtrick_pbn")
    path = str(files / f"pbn-{encoding}.pbn")
    printed = overtrick_command(*(word.replace("{}", path) for word in words), code=1)
    said = printed.stderr + printed.stdout
    assert name_of(encoding) in said
    assert "UTF-8" in said


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"\0\0\0\0",
        b"[Ev",
        bytes(range(200)),
        b"A\0",
        b"\x02\0\x03\0\x04\0",
        b"PK\3\4\n\0",
    ],
)
def test_what_is_no_such_text_is_not_called_so(data):
    assert wide_encoding(data) is None

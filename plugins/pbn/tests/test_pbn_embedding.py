"""PBN text in another document: what is the document's, and where the text ends (§6.2)."""

from __future__ import annotations

import io

import pytest

import overtrick
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.check.fixer import fix

SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")


def found_in(text, **keywords):
    boards = overtrick.read(text.encode(), format="pbn", errors="collect", **keywords)
    return boards, [(d.code, d.location.line, d.location.column) for d in boards.diagnostics]


def fixed(data):
    sink = io.BytesIO()
    done = list(fix(io.BytesIO(data), sink, ReadContext(SPEC, errors="collect")))
    return sink.getvalue(), [item.code for item in done]


def preserved(data, keep=lambda boards: boards):
    boards = overtrick.read(data, format="pbn", errors="collect")
    sink = io.BytesIO()
    kept = overtrick.BoardSet(boards=tuple(keep(list(boards))), header=boards.header, format="pbn")
    report = overtrick.write(kept, sink, format="pbn", options={"style": "preserve"})
    return sink.getvalue(), report


@pytest.mark.parametrize(
    ("text", "place", "severity"),
    [
        ('[Board "1"]\n</PBN>\n', (2, 1), "WARNING"),
        ('[Board "1"]\n</PBN>\n<p>text</p>\n', (2, 1), "WARNING"),
        ('[Board "1"]\n</PBN>\n[Board "2"]\n', (2, 1), "ERROR"),
        ('[Board "1"]\n\n</PBN>\n[Board "2"]\n', (3, 1), "ERROR"),
        ('% PBN 2.1\n</PBN>\n[Board "2"]\n', (2, 1), "ERROR"),
        ('[Board "1"]\n[Auction "N"]\n1D </PBN> Pass\n', (3, 4), "WARNING"),
        ('[Board "1"] </PBN> [Board "2"]\n', (1, 13), "ERROR"),
    ],
)
def test_a_closing_delimiter_without_an_opening_one_is_reported(text, place, severity):
    boards, codes = found_in(text)
    assert codes == [("PBN602", *place)]
    assert boards.diagnostics[0].severity.name == severity


def test_a_delimiter_in_a_comment_or_a_string_is_none():
    for text in ('[Board "1"]\n{</PBN>}\n', '[Event "</PBN>"]\n[Board "1"]\n'):
        assert found_in(text)[1] == []
    assert found_in('<PBN>\n[Board "1"]\n{</PBN>}\n')[1] == [("PBN601", 1, 1)]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("<PBN></PBN>\n", []),
        ("<p>\n<PBN>\n% PBN 2.1\n</PBN>\n</p>\n", []),
        ("<p>\n<PBN>\n% PBN 2.1\n", [(2, 1)]),
        ('<PBN>\n[Board "1"]\n</PBN>\n<PBN>\n[Board "2"]\n', [(4, 1)]),
        ('<PBN>\n[Board "1"]\n</PBN> x <PBN></PBN>\n', []),
        ('<PBN></PBN>\n<p>\n<PBN>\n[Board "1"]\n</PBN>\n', []),
        ('<PBN></PBN>\n<p> <PBN>\n[Board "1"]\n', [(2, 5)]),
    ],
)
def test_the_part_that_is_not_closed_is_reported_at_its_beginning(text, places):
    _, codes = found_in(text)
    assert [place for code, *place in codes if code == "PBN601"] == [list(p) for p in places]


@pytest.mark.parametrize(
    "text",
    [
        "<PBN></PBN>\n",
        "<html>\n<PBN>",
        "<html>\n<PBN>\n% PBN 2.1\n",
        '<html>\n<PBN>\n[Board "1"]\n',
        '<PBN>\n[Board "1"]\n</PBN>\n<PBN>\n[Board "2"]\n',
        '<PBN>\n[Board "1"]\n\n[Board "2"]\n</PBN>\n<p>\n<PBN></PBN>\n',
    ],
)
def test_a_document_is_preserved_as_it_ends(text):
    written, report = preserved(text.encode())
    assert written.decode() == text
    assert len(report) == 0


def test_boards_that_come_into_a_document_without_any_stand_between_delimiters():
    written, _ = preserved(b"<p>\n<PBN></PBN>\n", lambda _: [overtrick.Board(number=7)])
    assert [board.number for board in overtrick.read(written, format="pbn")] == [7]


def test_without_the_last_board_a_document_that_was_not_closed_is_closed():
    data = b'<PBN>\n[Board "1"]\n\n[Board "2"]\n'
    written, _ = preserved(data, lambda boards: boards[:1])
    assert written == b'<PBN>\n[Board "1"]\n\n</PBN>\n'


EXPORT = '<p>\n<PBN>\n% PBN 2.1\n% EXPORT\n\n[Board "1"]\n</PBN>\n<p>a\tb\x01 ' + "x" * 300 + "\n"


def test_export_format_inside_a_document_is_fixed_and_the_document_is_not():
    written, codes = fixed(EXPORT.encode())
    text = written.decode()
    before, _, rest = text.partition("<PBN>")
    inside, _, behind = rest.partition("</PBN>")
    assert before == "<p>\n"
    assert behind == EXPORT.partition("</PBN>")[2]
    assert inside.startswith('\n% PBN 2.1\r\n% EXPORT\r\n\r\n[Event "?"]\r\n[Site "?"]\r\n')
    assert "\n" not in inside[1:].replace("\r\n", "")
    assert codes == ["PBN767", "PBN785"]
    assert fixed(written) == (written, [])


def test_the_document_behind_a_part_is_not_checked(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(fixed(EXPORT.encode())[0])
    assert [d.code for d in overtrick.read(path, format="pbn", check=True).diagnostics] == []


def test_lines_before_the_first_game_of_a_part_are_checked_for_their_ends(tmp_path):
    path = tmp_path / "page.html"
    text = fixed(EXPORT.encode())[0].replace(b"% PBN 2.1\r\n", b"% PBN 2.1\n")
    path.write_bytes(text)
    codes = [
        (d.code, d.location.line)
        for d in overtrick.read(path, format="pbn", check=True).diagnostics
    ]
    assert codes == [("PBN650", 3)]


def test_the_line_of_a_delimiter_is_the_documents(tmp_path):
    path = tmp_path / "page.html"
    game = export_of(overtrick.Board(number=1))
    path.write_text(f"<PBN>\n{game}</PBN>\n<p>\n<PBN>\n{game}</PBN>\n", "ascii", newline="")
    data = path.read_bytes()
    assert overtrick.read(path, format="pbn", check=True).diagnostics == ()
    assert fixed(data) == (data, [])


def export_of(board):
    sink = io.BytesIO()
    overtrick.write([board], sink, format="pbn", options={"style": "export"})
    return sink.getvalue().decode()

"""What an editor gets from the server, over real pipes."""

from __future__ import annotations

import subprocess
import sys

import pytest
from lsprotocol import types

overtrick_pbn = pytest.importorskip("overtrick_pbn", reason="the files of the tests are PBN")

DEAL = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
SOUND = (
    f'% PBN 2.1\n[Event "Club"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'
)
FAULTY = '% PBN 2.1\n[Event "🂡🂡"]\n[Board "1"]\n[Contract "6N"]\n'


def text_after(text, edits):
    """Return a text with an editor's edits made, last first; columns in UTF-16 units."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:row]) for row in range(len(lines) + 1)]

    def index(place):
        line = lines[place.line] if place.line < len(lines) else ""
        before = line.encode("utf-16-le")[: 2 * place.character].decode("utf-16-le")
        return starts[place.line] + len(before)

    for edit in sorted(edits, key=lambda one: one.range.start, reverse=True):
        text = text[: index(edit.range.start)] + edit.new_text + text[index(edit.range.end) :]
    return text


def changes(action):
    [edits] = action.edit.changes.values()
    return edits


def test_findings_come_when_a_file_is_opened_and_go_when_it_is_fixed(in_editor):
    async def script(editor):
        editor.open(FAULTY)
        first = await editor.diagnostics()
        editor.change(SOUND)
        return first, await editor.diagnostics()

    first, second = in_editor(script)
    [finding] = [one for one in first if one.code == "PBN812"]
    assert finding.source == "overtrick"
    assert finding.severity is types.DiagnosticSeverity.Warning
    assert finding.range.start.line == 3
    assert "PBN 2.1 §3.4.14" in finding.message
    assert not second


@pytest.mark.parametrize(
    "uri", ["file:///club/tuesday%20evening.pbn", "file:///c%3A/club/evening.pbn"]
)
def test_findings_come_for_a_file_whose_address_has_escapes(in_editor, uri):
    async def script(editor):
        editor.open(FAULTY, uri)
        first = await editor.diagnostics()
        editor.change(SOUND, uri)
        return first, await editor.diagnostics()

    first, second = in_editor(script)
    assert "PBN812" in {one.code for one in first}
    assert not second


def test_findings_are_taken_back_when_a_file_is_closed(in_editor):
    async def script(editor):
        editor.open(FAULTY)
        first = await editor.diagnostics()
        editor.close()
        return first, await editor.diagnostics()

    first, second = in_editor(script)
    assert first
    assert not second


def test_many_changes_in_a_row_end_with_the_findings_of_the_last_text(in_editor):
    async def script(editor):
        editor.open(SOUND)
        for length in range(len(FAULTY)):
            editor.change(FAULTY[:length])
        editor.change(FAULTY)
        seen = await editor.diagnostics()
        while not any(one.code == "PBN812" for one in seen):
            seen = await editor.diagnostics()
        return seen

    assert in_editor(script)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "column"),
    [
        (types.PositionEncodingKind.Utf16, 5),
        (types.PositionEncodingKind.Utf32, 3),
        (types.PositionEncodingKind.Utf8, 9),
    ],
)
def test_columns_are_in_the_units_that_the_editor_asked_for(in_editor, encoding, column):
    async def script(editor):
        # Two cards that take two units each in UTF-16, then a tag that is no tag.
        editor.open('% PBN 2.1\n[Board "1"]\n🂡🂡 [Contract "6N"]\n')
        return await editor.diagnostics()

    places = {
        one.range.start.character
        for one in in_editor(script, encoding)
        if one.range.start.line == 2 and one.code == "PBN812"
    }
    assert len(places) == 1
    # The finding begins at the tag or inside of it, never before.
    assert min(places) >= column


def test_a_quick_fix_fixes_the_finding_under_the_cursor(in_editor):
    async def script(editor):
        editor.open(FAULTY)
        await editor.diagnostics()
        return await editor.actions(3, 12, [types.CodeActionKind.QuickFix])

    [action] = in_editor(script)
    assert action.kind == types.CodeActionKind.QuickFix
    assert action.is_preferred
    assert "PBN812" in action.title
    assert text_after(FAULTY, changes(action)) == FAULTY.replace('"6N"', '"6NT"')


def test_everything_is_fixed_at_once(in_editor):
    text = '% PBN 2.1\n[Board "1"]\n[Contract "6N"]\n\n[Board "2"]\n[Contract "1N"]\n'

    async def script(editor):
        editor.open(text)
        await editor.diagnostics()
        return (
            await editor.actions(0, 0, ["source.fixAll"]),
            await editor.actions(0, 0, ["source.organizeImports"]),
            await editor.actions(0, 0),
        )

    [action], none, menu = in_editor(script)
    assert action.kind == "source.fixAll.overtrick"
    expected = text.replace("6N", "6NT").replace("1N", "1NT")
    assert text_after(text, changes(action)) == expected
    assert not none
    assert action.title in [one.title for one in menu]


def test_hovering_shows_the_board_and_explains_the_finding(in_editor):
    async def script(editor):
        editor.open(SOUND.replace('"N"', '"N"', 1) + '\n[Board "2"]\n[Contract "6N"]\n')
        await editor.diagnostics()
        return await editor.hover(5, 3), await editor.hover(8, 13), await editor.hover(0, 0)

    board, finding, nothing = in_editor(script)
    assert "AKQ987" in board.contents.value
    assert "Board 1" in board.contents.value
    assert "PBN812" in finding.contents.value
    assert "PBN 2.1" in finding.contents.value
    assert "Board 2" in finding.contents.value
    assert nothing is None


def test_the_outline_lists_the_boards(in_editor):
    text = (
        SOUND + '\n\n[Event "Club"]\n[Board "2"]\n[Dealer "E"]\n[Contract "4SX"]\n[Declarer "N"]\n'
    )

    async def script(editor):
        editor.open(text)
        return await editor.symbols()

    one, two = in_editor(script)
    assert (one.name, two.name) == ("Board 1", "Board 2")
    assert (one.range.start.line, one.range.end.line) == (1, 5)
    assert (two.range.start.line, two.range.end.line) == (8, 12)
    assert "4SX" in two.detail


def test_formatting_gives_export_format(in_editor):
    async def script(editor):
        editor.open(SOUND)
        return await editor.format()

    new = text_after(SOUND, in_editor(script))
    assert "% EXPORT" in new
    assert '[Site "' in new
    assert DEAL in new


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('% PBN 2.1\n[Board "1"]\n[Contract "9N"]\n', "fix the errors first"),
        ("% PBN 2.1\n", "there is no board"),
    ],
)
def test_what_cannot_be_formatted_is_left_and_the_reason_told(in_editor, text, reason):
    async def script(editor):
        editor.open(text)
        return await editor.format(), await editor.message()

    edits, message = in_editor(script)
    assert not edits
    assert reason in message


def test_text_of_no_known_format_is_left_alone(in_editor):
    async def script(editor):
        editor.open("once upon a time\n", "file:///club/story.txt")
        return await editor.diagnostics(), await editor.hover(0, 0, "file:///club/story.txt")

    findings, hover = in_editor(script)
    assert not findings
    assert hover is None


@pytest.mark.slow
def test_the_command_says_what_it_is():
    done = subprocess.run(
        [sys.executable, "-m", "overtrick_lsp", "--version"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("overtrick-lsp ")

"""Whatever a file says, what is shown of it is printable: through every view and every command.

Made from the registry: a new view or command is tried without a line here. What is tried in more
ways, with the files of each format, is `python tests/fuzzing/run.py --hostile`.
"""

from __future__ import annotations

import html.parser
import io
import json
import xml.etree.ElementTree as ET

import click
import pytest

import overtrick
from overtrick import Diagnostic, Fix, Location, Severity, board_from_dict, board_to_dict
from overtrick.plugin import ViewSpec, default_manager, resolve
from overtrick_cli.commands import OWN_COMMANDS
from overtrick_testing import HOSTILE_TEXTS, hostile_boards, unprintable_line

NAME = "a[/x]\x1b[31m\x9b\u202e\u2066\n.pbn"
FILE = (
    "% PBN 2.1\n"
    '[Event "\x1b[2J\x9b31m\u202e\u2066[bold]<b>"]\n[Site "\x7f"]\n[Board "1"]\n[West "\u200b"]\n'
    '[Dealer "\u202eN"]\n[Vulnerable "\x9b"]\n'
    '[Deal "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"]\n'
    '[Auction "N"]\n1C =1= \u202e ? {\u2066\x85} $1\n[Note "1:\x1b]0;x\x07"]\n[\u202e\x9b "\x1b"]\n'
)
"""What a stranger may write: in values, names of tags, calls, comments and notes."""


@pytest.fixture(scope="module")
def boards():
    pytest.importorskip("overtrick_pbn")
    return hostile_boards()


class Page(html.parser.HTMLParser):
    """Looks at what a page shows and what its attributes say, entities resolved."""

    def handle_data(self, data):
        assert unprintable_line(data) is None

    def handle_starttag(self, tag, attrs):
        assert all(unprintable_line(value or "") is None for _, value in attrs)


@pytest.mark.slow
def test_views_show_what_is_printable(boards):
    views = [spec for spec in default_manager().specs(ViewSpec).values() if spec.is_text]
    assert {"html", "svg", "text"} <= {view.name for view in views}
    for view in views:
        sink = io.BytesIO()
        overtrick.show(boards, sink, view=view.name)
        shown = sink.getvalue().decode("utf-8")
        assert unprintable_line(shown) is None, view.name
        if view.media_type.endswith("xml"):
            ET.fromstring(shown)  # noqa: S314  # our own
        if view.media_type == "text/html":
            assert "<script>\"'" not in shown
            Page().feed(shown)


def test_python_shows_what_is_printable(boards):
    for board in boards:
        for text in (repr(board), str(board), board._repr_html_(), repr(board.extras)):
            assert unprintable_line(text) is None
    assert unprintable_line(overtrick.BoardSet(boards=boards)._repr_html_()) is None


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_finding_is_printable_whoever_makes_it(text):
    finding = Diagnostic(
        code="KIT001",
        severity=Severity.ERROR,
        message=text,
        location=Location(path=text, line=1),
        hint=text,
        fix=Fix(summary=text, edits=()),
    )
    for shown in (finding.message, finding.fix.summary, str(finding)):
        assert unprintable_line(shown) is None
        assert "\n" not in shown
    assert unprintable_line(finding.hint) is None
    assert finding.location.path == text


def test_an_error_is_printable_whatever_it_says():
    def all_below(kind):
        return {kind}.union(*map(all_below, kind.__subclasses__()))

    tried = 0
    for kind in all_below(overtrick.OvertrickError):
        if issubclass(kind, (overtrick.FormatError, overtrick.LossError)):
            continue  # they say what a finding says, or a report
        for text in HOSTILE_TEXTS:
            try:
                error = kind(text)
            except (TypeError, AttributeError):  # it is made of more than a message
                break
            assert unprintable_line(str(error)) is None, kind
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_json_escapes_and_gives_back(text):
    from overtrick.plugin import json_text

    for indent in (None, 2):
        shown = json_text({text: [text, {"é": text}]}, indent=indent)
        assert unprintable_line(shown) is None
        assert json.loads(shown) == {text: [text, {"é": text}]}
        assert "é" in shown


def commands():
    """Return every command that takes a file, with each of its ways to tell of one as JSON."""

    def leaves(words, command):
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                yield from leaves((*words, name), command.get_command(context, name))
            return
        arguments = [item for item in command.params if isinstance(item, click.Argument)]
        asked = [item for item in command.params if item.required and item not in arguments]
        if len(arguments) == 1 and isinstance(arguments[0].type, click.Path) and not asked:
            yield words
            if any("--json" in item.opts for item in command.params):
                yield (*words, "--json")

    for name, spec in {**OWN_COMMANDS, **default_manager().commands()}.items():
        if name != "duplimate":  # it would deal
            yield from leaves((name,), resolve(spec.command))


def test_commands_show_what_is_printable(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)  # a sheet without -o is written where one is
    from overtrick_cli.commands import run

    for variable in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    path = tmp_path / NAME
    path.parent.mkdir(parents=True)
    path.write_text(FILE, "utf-8")
    tried = set()
    for words in commands():
        run([*words, str(path)])
        shown = "".join(capfd.readouterr())
        assert "a fault in overtrick" not in shown, (words, shown)
        # The columns of a table for programs are divided by tabs.
        assert unprintable_line(shown.replace("\t", " ")) is None, words
        tried.add(words[0])
    assert {"check", "detect", "show"} <= tried


def test_show_json_comes_back(boards, tmp_path, capfd):
    from overtrick_cli.commands import run

    path = tmp_path / "hostile.pbn"
    overtrick.write([attr_less(board) for board in boards if board.number], path)
    assert run(["show", "--json", "--show-cards", str(path)]) == 0
    shown, _ = capfd.readouterr()
    assert unprintable_line(shown) is None
    read = overtrick.read(path)
    told = [board_from_dict(json.loads(line)) for line in shown.splitlines()]
    assert [board_to_dict(board) for board in told] == [board_to_dict(board) for board in read]


def attr_less(board):
    """Return a board as an export takes it: PBN has no lone surrogates."""
    text = json.dumps(board_to_dict(board))
    return board_from_dict(json.loads(text.replace("\\udfff\\ud800", "")))

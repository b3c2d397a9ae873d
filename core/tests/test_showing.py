"""Boards shown through a view, from a program."""

from __future__ import annotations

import gzip
import io
import sys
import types
import zipfile

import pytest

from overtrick import (
    Board,
    BoardSet,
    Extras,
    Look,
    OptionError,
    PluginError,
    PluginManager,
    TargetError,
    show,
    text_diagram,
)
from overtrick.plugin import ViewSpec, hookimpl
from overtrick_render import html_page, svg_sheet

BOARDS = BoardSet(
    boards=(Board(number=1), Board(number=2), Board(number=3)), header=Extras({"x:y": "z"})
)


class Club:
    """A plugin with views: one that tells what it was given, and one that makes pages too."""

    @hookimpl
    def overtrick_views(self):
        yield ViewSpec(name="tell", summary="x", view="club_views:tell", suffixes=(".tell",))
        yield ViewSpec(name="page", summary="x", view="club_views:fail", suffixes=(".html", ".txt"))


@pytest.fixture
def manager(monkeypatch):
    module = types.ModuleType("club_views")

    def tell(boards, sink, ctx):
        labels = [board.label for board in boards]
        sink.write(f"{labels} {dict(ctx.header)} {ctx.has_colour}".encode())

    def fail(boards, sink, ctx):
        sink.write(b"half")
        raise KeyError("oops")

    module.tell, module.fail = tell, fail
    monkeypatch.setitem(sys.modules, "club_views", module)
    manager = PluginManager(discover=False)
    manager.register(Club(), "club")
    return manager


def test_the_suffix_tells_the_view(tmp_path):
    look = Look(colours=4, play=False)
    show(BOARDS, tmp_path / "a.svg", options={"columns": 2})
    assert (tmp_path / "a.svg").read_text() == svg_sheet(BOARDS, columns=2) + "\n"
    show(BOARDS, tmp_path / "a.HTM", options=look)
    assert (tmp_path / "a.HTM").read_text() == "".join(html_page(BOARDS, look))
    show(BOARDS[1], tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text() == text_diagram(BOARDS[1]) + "\n"
    with pytest.raises(OptionError, match=r"no view makes a file of the suffix '\.xyz'; name one"):
        show(BOARDS, tmp_path / "a.xyz")
    with pytest.raises(OptionError, match="name the view of an open file"):
        show(BOARDS, io.BytesIO())


def test_a_picture_may_be_compressed(tmp_path):
    show(BOARDS, tmp_path / "a.svg.gz")
    picture = svg_sheet(BOARDS) + "\n"
    assert gzip.decompress((tmp_path / "a.svg.gz").read_bytes()).decode() == picture
    show(BOARDS, tmp_path / "b.zip", view="svg")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert archive.namelist() == ["b.svg"]
        assert archive.read("b.svg").decode() == picture


def test_a_name_without_a_suffix_chooses_no_view(tmp_path):
    with pytest.raises(OptionError, match=r"^the name 'x' has no suffix that chooses a view; add"):
        show(BOARDS, tmp_path / "x")


def test_a_file_is_replaced_only_when_told(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old")
    with pytest.raises(FileExistsError) as caught:
        show(BOARDS, target)
    assert isinstance(caught.value, TargetError)
    assert str(caught.value) == f"{target}: the file exists; overwrite=True replaces it"
    assert target.read_text() == "old"
    show(BOARDS, target, overwrite=True)
    assert target.read_text() == "Board 1\n\nBoard 2\n\nBoard 3\n"


def test_a_plugins_view_is_used_like_ours(manager, tmp_path):
    show(BOARDS, tmp_path / "a.tell", manager=manager)
    told = (tmp_path / "a.tell").read_text()
    assert told == "['1', '2', '3'] {'x:y': 'z'} False"
    with pytest.raises(OptionError, match=r"several views make a file of the suffix '\.txt'.*text"):
        show(BOARDS, tmp_path / "a.txt", manager=manager)


def test_faults_of_a_view_are_told_from_those_of_the_boards(manager, tmp_path):
    with pytest.raises(PluginError, match=r"the view 'page' \('club'\) failed: KeyError: 'oops'"):
        show(BOARDS, tmp_path / "a.html", view="page", manager=manager)
    assert not (tmp_path / "a.html").exists()

    def boards():
        yield Board(number=1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        show(boards(), tmp_path / "a.tell", manager=manager)
    with pytest.raises(TypeError, match="boards are Board objects"):
        show(["board"], tmp_path / "a.tell", manager=manager)


def test_options_are_the_views(manager):
    sink = io.BytesIO()
    with pytest.raises(OptionError, match="the view 'tell' has no options: colours"):
        show(BOARDS, sink, view="tell", options={"colours": 4}, manager=manager)
    with pytest.raises(OptionError, match="the view 'svg' has no option 'rows'"):
        show(BOARDS, sink, view="svg", options={"rows": 4})
    with pytest.raises(OptionError, match="no view 'xyz'"):
        show(BOARDS, sink, view="xyz")
    assert sink.getvalue() == b""


def test_a_picture_can_be_compressed(tmp_path):
    show(BOARDS, tmp_path / "plain.svg")
    show(BOARDS, tmp_path / "packed.svg.gz")
    packed = (tmp_path / "packed.svg.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "plain.svg").read_bytes()

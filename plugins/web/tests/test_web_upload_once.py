"""An upload is opened, detected and parsed once, whatever is then looked at or made of it."""

from __future__ import annotations

import collections
import functools
import io
import sys
import types
import zipfile

import attrs
import pytest
from starlette.testclient import TestClient

import overtrick
import overtrick.plugin
import overtrick_web
from overtrick import BoardReader, PluginManager
from overtrick.plugin import OpenSource, default_manager, hookimpl, resolve
from overtrick_web.interface.roles import Role
from overtrick_web.site.application import application
from overtrick_web.site.site import Site, pages_for
from overtrick_web.work.folder import WorkFolder

pytest.importorskip("overtrick_pbn")
pytest.importorskip("overtrick_dlm")

MODULE = "readers_that_count"
FORMATS = ("dlm", "pbn")
OPENERS = ("open_boards", "open_source", "read_content", "convert_boards", "detect", "loads")
DETECTORS = ("detect", "detect_source")


@pytest.fixture
def counts():
    """How often files were opened, detected and parsed."""
    return collections.Counter()


@pytest.fixture
def plugins(counts, monkeypatch):
    """The page and two formats whose readers count how often they are asked."""
    module = types.ModuleType(MODULE)
    specs = []
    for name in FORMATS:
        spec = default_manager().format(name)

        def read(source, context, spec=spec):
            counts["parsed"] += 1
            yield from resolve(spec.reader)(source, context)

        setattr(module, name, read)
        specs.append(attrs.evolve(spec, reader=f"{MODULE}:{name}"))
    monkeypatch.setitem(sys.modules, MODULE, module)

    class Formats:
        @hookimpl
        def overtrick_formats(self, api):
            return specs

    manager = PluginManager(discover=False)
    manager.register(overtrick_web, "overtrick-web")
    manager.register(Formats(), "formats")
    return manager


@pytest.fixture
def site(tmp_path, plugins):
    role = Role.DIRECTOR
    with WorkFolder.open(tmp_path / "work") as work:
        yield Site(role=role, work=work, plugins=plugins, pages=pages_for(role, plugins))


def count_calls(counts, monkeypatch):
    """Count all ways in which the page can open a file or tell its format."""

    def counted(function, word):
        @functools.wraps(function)
        def call(source, *more, **settings):
            # What was opened already is not opened again.
            counts[word] += word == "detected" or not isinstance(source, OpenSource)
            return function(source, *more, **settings)

        return call

    ways = {(name, "opened") for name in (*OPENERS, "BoardReader")}
    ways |= {(name, "detected") for name in DETECTORS}
    publics = (overtrick, overtrick.plugin)
    pages = [module for name, module in sys.modules.items() if name.startswith("overtrick_web")]
    for name, word in sorted(ways):
        [real] = {getattr(module, name) for module in publics if name in module.__all__}
        wrapped = counted(real, word)
        for module in (*publics, *pages):
            if module in publics or module.__dict__.get(name) is real:
                monkeypatch.setattr(module, name, wrapped, raising=False)


def evening(event):
    return (
        f'% PBN 2.1\r\n[Event "{event}"]\r\n[Date "2024-05-24"]\r\n[Board "1"]\r\n'
        '[Dealer "N"]\r\n[Vulnerable "None"]\r\n'
        '[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"]\r\n'
    ).encode()


def as_dlm(event):
    sink = io.BytesIO()
    overtrick.dump(overtrick.loads(evening(event)), sink, format="dlm")
    return sink.getvalue()


def as_zip(event):
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        archive.writestr("monday.pbn", evening(event))
        archive.writestr("tuesday.dlm", as_dlm(event))
    return sink.getvalue()


def drop_and_look(site, name, data):
    """Drop a file, and look at what its pages show and make of it; return how many files came."""
    before = set(site.documents.all())
    with TestClient(application(site)) as client:
        client.post("/files/drop", files=[("files", (name, data))])
        new = [document.id for document in site.documents.all() if document not in before]
        for id in new:
            for page in ("boards", "boards?from=1&view=list", "boards/1", "findings", "edit"):
                assert client.get(f"/files/{id}/{page}").status_code == 200
            for format in FORMATS:
                made = client.get(f"/files/{id}/convert/file?to={format}&keep_going=yes")
                assert made.status_code == 200
    return len(new)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "make"), [("one.pbn", evening), ("one.dlm", as_dlm), ("week.zip", as_zip)]
)
def test_an_upload_is_opened_detected_and_parsed_once(site, counts, monkeypatch, name, make):
    # The first loads what reads and shows, so that all of it is counted at the second.
    files = drop_and_look(site, name, make("first"))
    assert files == (2 if name == "week.zip" else 1)
    counts.clear()
    data = make("second")
    count_calls(counts, monkeypatch)
    assert drop_and_look(site, name, data) == files
    assert counts == {"opened": files, "detected": files, "parsed": files}


def test_a_second_way_to_open_or_to_tell_the_format_is_counted(counts, monkeypatch):
    from overtrick_web.boards import reading

    count_calls(counts, monkeypatch)
    reading.read(evening("first"), "a.pbn", default_manager())
    assert counts == {"opened": 1, "detected": 1}
    overtrick.detect(evening("second"))
    with overtrick.open_boards(evening("third")) as boards:
        assert isinstance(boards, BoardReader)
    assert (counts["opened"], counts["detected"]) == (3, 2)

"""Fixtures of the PBN tests: reading text, and the real files where they are at hand."""

from __future__ import annotations

import importlib.util
import io
import sys
from pathlib import Path

import pytest

from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.reader import read

SPEC = FormatSpec(name="pbn", summary="PBN", diagnostics="overtrick_pbn.diagnostics:CODES")

# The conformance suite is found where it is installed, or beside this package.
BESIDE = Path(__file__).parents[2] / "pbn_conformance" / "src"
if importlib.util.find_spec("overtrick_pbn_conformance") is None and BESIDE.is_dir():
    sys.path.append(str(BESIDE))


def _load(name):
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def pbn_games():
    """The generator of games and the checks of `pbn_games.py`."""
    return _load("pbn_games")


@pytest.fixture(scope="session")
def text_at():
    """What returns the text at the place of a finding, see `pbn_places.py`."""
    return _load("pbn_places").text_at


@pytest.fixture(scope="session")
def pbn_shared():
    """The folder of golden and real files beside the repository."""
    for folder in Path(__file__).parents:
        candidate = folder / "shared" / "corpus"
        if candidate.is_dir():
            return candidate.parent
    pytest.skip("no folder 'shared' beside the repository: golden and real files are not here")


@pytest.fixture
def collect():
    """Read text or bytes; return the boards, the codes that were found, and the context."""

    def run(text, **options):
        data = text if isinstance(text, bytes) else text.encode("utf-8")
        ctx = ReadContext(SPEC, path="test.pbn", errors="collect", **options)
        boards = list(read(io.BytesIO(data), ctx))
        return boards, [found.code for found in ctx.diagnostics], ctx

    return run


@pytest.fixture
def one(collect):
    """Read text that is one board without any finding; return the board."""

    def run(text):
        boards, codes, _ = collect(text)
        assert codes == []
        assert len(boards) == 1
        return boards[0]

    return run

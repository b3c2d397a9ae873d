"""Work on the parts of a file: in order, by whoever is free, and to the end if a process dies."""

from __future__ import annotations

import os

import attrs
import pytest

from overtrick.files import splitting
from overtrick.files.splitting import Crew, parts_of
from overtrick.framework.contexts.read import Part
from overtrick.plugin import FormatSpec, SplitterSpec

PARTS = [Part(number, number + 1) for number in range(12)]


@attrs.frozen
class Twice:
    """Doubles where a part begins; ends any other process at one of them."""

    home: int
    deadly: int | None = None

    def __call__(self, part):
        if part.start == self.deadly and os.getpid() != self.home:
            os._exit(1)
        return 2 * part.start, os.getpid()


@pytest.mark.slow
@pytest.mark.parametrize("deadly", [None, 0, 5])
def test_results_come_in_order_whoever_made_them(deadly):
    crew = Crew(Twice(os.getpid(), deadly), iter(PARTS), 2)
    results = list(crew.results())
    crew.close()
    assert [part for part, _ in results] == PARTS
    found = [found for _, found in results]
    assert [value for value, _ in found] == [2 * part.start for part in PARTS]
    # Of a process that died this one does the work.
    assert (os.getpid() in {who for _, who in found}) is (deadly is not None)


@pytest.mark.slow
def test_no_more_parts_are_taken_than_are_worked_on():
    taken = []

    def parts():
        for part in PARTS:
            taken.append(part)
            yield part

    crew = Crew(Twice(os.getpid()), parts(), 2)
    results = crew.results()
    next(results)
    assert len(taken) <= 7
    crew.close()


def split(source, size):
    """Cut a file into two, as a format's splitter."""
    yield Part(0, size)
    yield Part(size, None)


def test_only_a_big_plain_file_of_a_format_that_can_be_cut_is_cut(tmp_path, monkeypatch):
    cut = SplitterSpec(f"{__name__}:split")
    spec = FormatSpec(name="x", summary="", capabilities=(cut,))
    monkeypatch.setattr(splitting, "resolve", lambda _: split)
    whole = [Part(0, None)]
    big, small, packed = tmp_path / "big", tmp_path / "small", tmp_path / "big.gz"
    big.write_bytes(b"x" * 2000)
    small.write_bytes(b"x" * 100)
    packed.write_bytes(b"\x1f\x8b" + b"x" * 2000)
    assert list(parts_of(str(big), spec, 100)) == [Part(0, 100), Part(100, None)]
    assert list(parts_of(str(big), spec, 25)) == [Part(0, 25), Part(25, None)]
    assert list(parts_of(str(small), spec, 100)) == whole
    assert list(parts_of(str(small), spec, 25)) == [Part(0, 25), Part(25, None)]
    assert list(parts_of(str(packed), spec, 100)) == whole
    assert list(parts_of(str(tmp_path), spec, 100)) == whole
    assert list(parts_of(str(big), attrs.evolve(spec, capabilities=()), 100)) == whole

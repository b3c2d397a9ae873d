"""Every installed format: as text in memory, compressed, and from a slow pipe."""

from __future__ import annotations

import io
import tarfile

import attrs
import pytest

import overtrick
from overtrick.plugin import Compression

BOTH = [spec for spec in overtrick.formats() if spec.reader and spec.writer]


class Dribble(io.RawIOBase):
    def __init__(self, data):
        super().__init__()
        self._data = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self._data.readinto(memoryview(buffer)[:7])


@pytest.fixture(scope="module")
def evening(repository):
    """Four boards of the example, for the formats that hold no more."""
    found = overtrick.read(repository / "examples" / "club-evening.dlm")
    players = attrs.evolve(found[0].info, site="Zürich – Café ♠")
    return [attrs.evolve(board, info=players) for board in found][:4]


@pytest.fixture(params=BOTH, ids=lambda spec: spec.name)
def written(request, evening, tmp_path):
    """A format, with a file of it."""
    spec = request.param
    path = tmp_path / f"plain{spec.suffixes[0]}"
    overtrick.write(evening, path, format=spec.name)
    return spec, path


def test_a_text_comes_back_and_a_format_that_is_none_says_so(written, evening):
    spec, path = written
    expected = overtrick.read(path, format=spec.name)
    assert len(expected)
    assert overtrick.loads(path.read_bytes(), format=spec.name) == expected
    if spec.binary:
        with pytest.raises(overtrick.UnknownFormatError, match="is not text"):
            overtrick.dumps(evening, format=spec.name)
        return
    text = overtrick.dumps(evening, format=spec.name)
    assert overtrick.loads(text, format=spec.name) == expected
    if "♠" in text:
        assert overtrick.dumps(evening, format=spec.name).encode() == path.read_bytes()


@pytest.mark.parametrize("spec", BOTH, ids=lambda spec: spec.name)
def test_a_gap_between_two_numbers_is_not_filled_with_boards(spec, evening):
    """Boards that were never given are not read: dlm marks them, the others write none."""
    pair = [evening[0], attrs.evolve(evening[1], number=8)]
    out = io.BytesIO()
    losses = overtrick.write(pair, out, format=spec.name)
    found = overtrick.read(out.getvalue(), format=spec.name)
    assert [board.deal for board in found] == [board.deal for board in pair]
    # A format that counts its boards has them as 1 and 2, or with no number, and reports that.
    is_kept = [board.number for board in found] == [1, 8]
    assert is_kept or overtrick.Field.NUMBER in {loss.field for loss in losses}


@pytest.mark.slow
@pytest.mark.parametrize("kind", Compression)
def test_a_packed_file_is_the_same_file(written, evening, kind):
    spec, path = written
    packed = path.with_name(path.name + kind.suffix)
    if kind is Compression.TAR:  # it is read, not written
        with tarfile.open(packed, "w") as made:
            made.add(path, path.name)
    else:
        overtrick.write(evening, packed)
    expected = overtrick.read(path)
    assert expected.format == spec.name
    for source in (packed, packed.read_bytes(), io.BytesIO(packed.read_bytes())):
        found = overtrick.read(source)
        assert (found, found.format) == (expected, spec.name)
        assert found.diagnostics == tuple(
            attrs.evolve(item, location=attrs.evolve(item.location, path=None))
            if source is not packed
            else attrs.evolve(item, location=attrs.evolve(item.location, path=str(packed)))
            for item in expected.diagnostics
        )
    assert overtrick.read(Dribble(packed.read_bytes()), format=spec.name) == expected

"""Sound inputs to begin with: every corpus of the repository, and what the writers make.

A file belongs to the formats that have its suffix. Files of `../shared` are taken where they are
there. A long file gives its beginning and a stretch from its middle, for the shorter an input is
the more of them can be tried.
"""

from __future__ import annotations

import functools
import io
import json
import random
from pathlib import Path

import overtrick
from overtrick.findings.errors import OvertrickError
from overtrick.framework.options import describe_options
from overtrick.tools.board_json import board_to_dict
from overtrick_testing.examples import awkward_boards, example_boards, rare_boards
from overtrick_testing.harness import Harness

ROOT = Path(__file__).resolve().parents[2]
CORPORA = (
    *("core/tests", "plugins", "examples", "tests"),
    *("../shared/golden", "../shared/corpus"),
)
_NOT_DATA = {".py", ".pyc", ".md", ".toml", ".lark", ".css", ".typ", ".ttf", ".otf", ".po", ".pot"}
_MOST = 600


@functools.cache
def all_files():
    """Return every file of the corpora, by name."""
    found = []
    for folder in CORPORA:
        for path in sorted((ROOT / folder).rglob("*")) if (ROOT / folder).is_dir() else ():
            named = path.relative_to(ROOT / folder).parts
            if path.suffix.lower() in _NOT_DATA or not path.is_file():
                continue
            if not any(part.startswith((".", "__")) for part in named):
                found.append(path)
    return tuple(found)


def files_of(suffixes):
    """Return the files of some suffixes."""
    return [path for path in all_files() if path.suffix.lower() in suffixes]


def pieces(data, chance, longest):
    """Return a file, or pieces of a long one."""
    if len(data) <= longest:
        return [data]
    found = [data[: longest // 3], data[:longest]]
    lines = data.splitlines(keepends=True)
    if len(lines) > 8:
        at = chance.randrange(len(lines))
        found.append(b"".join(lines[at : at + 12])[:longest])
    else:
        at = chance.randrange(len(data))
        found.append(data[at : at + longest // 2])
    return found


def some(found, most=_MOST):
    """Return so many inputs at most, each once, always the same ones."""
    found = list(dict.fromkeys(found))
    if len(found) <= most:
        return found
    return random.Random(len(found)).sample(found, most)


def examples(spec):
    """Return boards that try what a format carries."""
    carried = spec.carries
    return (*example_boards(carried), *rare_boards(carried), *awkward_boards(carried))


def written(manager, spec):
    """Yield what a format's writer makes of boards, with each choice of its options."""
    chosen = [{}]
    for option in describe_options(spec):
        if option.direction == "write":
            chosen += [{option.name: choice} for choice in option.choices]
    boards = examples(spec)
    for options in chosen:
        for few in (*((board,) for board in boards), boards[:3]):
            sink = io.BytesIO()
            try:
                overtrick.dump(few, sink, format=spec.name, options=options, manager=manager)
            except OvertrickError:
                continue  # the format cannot hold such a board
            yield sink.getvalue()


def of_format(manager, spec, longest=2000):
    """Return sound and faulty files of a format."""
    chance = random.Random(spec.name)
    found = []
    for path in files_of(set(spec.suffixes)):
        found += pieces(path.read_bytes(), chance, longest)
    own = list(written(manager, spec)) if spec.writer is not None else []
    return some(own, _MOST // 2) + some(found)


def of_suffixes(suffixes, longest=3000):
    """Return files that belong to no format of boards."""
    chance = random.Random(0)
    found = []
    for path in files_of(suffixes):
        found += pieces(path.read_bytes(), chance, longest)
    return some(found)


@functools.cache
def boards_json(manager):
    """Return boards as JSON: those of examples, and the first of each format's seeds."""
    boards = [*example_boards(), *rare_boards(), *awkward_boards()]
    chance = random.Random(1)
    for spec in manager.formats().values():
        if spec.reader is None:
            continue
        harness = Harness(manager, spec.name)
        for sample in of_format(manager, spec)[:300]:
            read = harness.read(sample).boards
            if read:
                boards.append(chance.choice(read))
    found = []
    for board in boards:
        found.append(json.dumps(board_to_dict(board)).encode())
    return tuple(some([item for item in found if len(item) < 6000], 1200))

"""Inputs that once failed, each a file with a line in a manifest: `tests/replay`.

    replay/manifest.toml     what each input once did, and what is expected of it now
    replay/pbn/NAME.pbn      an input of the targets of one format
    replay/boards/NAME.json  a board as JSON, for writers, views, rules and edits
    replay/condition/...     inputs of other targets, by their names

The fuzzer writes failures in the same form, so that they are moved here as they are.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import tomllib
from pathlib import Path

import attrs

from overtrick.findings.printable import printable

FOLDER = Path(__file__).resolve().parents[1] / "replay"
MANIFEST = "manifest.toml"
DRAWS = 2


@attrs.frozen
class Input:
    """An input that once failed.

    Attributes:
        path: of the file.
        did: what it once did, in a sentence.
        expected: what else the manifest has of it.
    """

    path: Path
    did: str
    expected: dict[str, object]

    @property
    def name(self):
        """The folder and the name of the file."""
        return f"{self.path.parent.name}/{self.path.name}"

    @property
    def data(self):
        """The bytes of the file."""
        return self.path.read_bytes()

    def of(self, targets):
        """Return the targets that take it."""
        return [target for target in targets if target.folder == self.path.parent.name]

    def run(self, targets):
        """Feed it to all targets that take it, with what takes longer; raise what is wrong."""
        data = self.data
        for target in self.of(targets):
            target.run(data)
            for seed in range(DRAWS):
                target.deep(data, random.Random(seed))


def inputs(folder=FOLDER):
    """Return the inputs of a folder, in the order of its manifest."""
    manifest = folder / MANIFEST
    entries = tomllib.loads(manifest.read_text("utf-8")) if manifest.is_file() else {}
    return [Input(folder / name, entry.pop("did"), entry) for name, entry in entries.items()]


def add(folder, target, data, did):
    """Write an input of a target and its line of the manifest; return the path of the file."""
    mark = hashlib.sha256(data).hexdigest()[:10]
    path = folder / target.folder / f"{mark}{target.suffixes[0]}"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_bytes(data)
        _append(folder, path, did)
    return path


def keep(found, folder=FOLDER):
    """Move the inputs of one folder to another; return their names."""
    kept = []
    for item in inputs(found):
        path = folder / item.name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(item.path, path)
            _append(folder, path, item.did)
            kept.append(item.name)
    if kept:
        shutil.rmtree(found)
    return kept


def _append(folder, path, did):
    """Add a line to a manifest. A printable string of JSON is one of TOML."""
    name = path.relative_to(folder).as_posix()
    with (folder / MANIFEST).open("a", encoding="utf-8") as file:
        file.write(
            f"\n[{json.dumps(name)}]\ndid = {json.dumps(printable(did), ensure_ascii=False)}\n"
        )

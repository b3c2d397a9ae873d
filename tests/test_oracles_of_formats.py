"""Every format of ours has an oracle, and says where it is from."""

from __future__ import annotations

from pathlib import Path

import pytest

import overtrick
from overtrick_testing import find_corpus, oracle_suffixes, read_oracle

PLUGINS = Path(__file__).resolve().parent.parent / "plugins"
if not PLUGINS.is_dir():
    pytest.skip("the packages are not beside these tests", allow_module_level=True)

# The folder of a corpus where it is not that of the format's own package.
FOLDERS = {
    "bri": "dup/tests/corpus/bri",
    "dge": "dup/tests/corpus/dge",
    "dup": "dup/tests/corpus/dup",
    "parquet": "archive/tests/corpus",
}
OURS = [
    spec for spec in overtrick.formats() if (PLUGINS / FOLDERS.get(spec.name, spec.name)).is_dir()
]


def corpus_of(spec):
    folder = FOLDERS.get(spec.name, f"{spec.name}/tests/corpus")
    others = oracle_suffixes() - set(spec.suffixes)
    return find_corpus(folder, PLUGINS, spec.suffixes, others)


def test_all_our_formats_are_looked_at():
    folders = {path.parent.parent.name for path in PLUGINS.glob("*/tests/corpus")}
    assert folders == {FOLDERS.get(spec.name, spec.name).split("/")[0] for spec in OURS}
    assert len(OURS) >= 13


@pytest.mark.parametrize("spec", OURS, ids=lambda spec: spec.name)
def test_every_format_of_ours_has_an_oracle(spec):
    corpus = corpus_of(spec)
    assert corpus.oracles, f"nothing says that the reader of {spec.name} is right"
    assert not corpus.orphans


@pytest.mark.parametrize("spec", OURS, ids=lambda spec: spec.name)
def test_no_oracle_is_of_the_format_itself(spec):
    for path, oracle in corpus_of(spec).oracles:
        found = read_oracle(oracle, spec.name)
        assert found.format != spec.name, path
        # JSON is read by the same function of the core as the format `json`.
        assert spec.name != "json" or found.format is not None, path


@pytest.mark.parametrize("spec", OURS, ids=lambda spec: spec.name)
def test_it_is_said_how_each_oracle_was_made(spec):
    folder = corpus_of(spec).folder
    file = next(
        path / "PROVENANCE.md"
        for path in (folder, folder.parent)
        if (path / "PROVENANCE.md").is_file()
    )
    assert "oracle" in file.read_text(encoding="utf-8")

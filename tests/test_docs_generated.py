"""The pages that are written from the plugins are the ones that are committed."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import overtrick
from overtrick.plugin import catalogues, default_manager

DOCS = Path(__file__).resolve().parents[1] / "docs"


def load_script(name):
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def generate(monkeypatch):
    # The pages' writers import one another, as the Sphinx configuration finds them.
    monkeypatch.syspath_prepend(DOCS / "scripts")
    return load_script("generate")


@pytest.mark.slow
def test_generated_pages_are_up_to_date(generate):
    pages = generate.pages()
    for name, text in pages.items():
        assert (DOCS / name).read_text("utf-8") == text, (
            f"docs/{name} is out of date: python docs/scripts/generate.py"
        )
    on_disk = {f"generated/codes/{path.name}" for path in (DOCS / "generated" / "codes").iterdir()}
    assert on_disk == {name for name in pages if name.startswith("generated/codes/")}


def test_every_code_has_an_entry_with_a_bad_sample_and_its_fix():
    for known in catalogues(default_manager()):
        for entry in known.codes.values():
            assert entry.sample.strip(), entry.code
            assert entry.fix.strip(), entry.code


def test_the_conversion_matrix_has_a_file_of_every_format():
    page = (DOCS / "generated" / "conversion-matrix.md").read_text("utf-8")
    rows = re.findall(r"^\| `[^`]*(\.\w+)` \|", page, re.MULTILINE)
    assert all(set(rows).intersection(spec.suffixes) for spec in overtrick.formats())


def test_words_of_a_page_are_counted_by_their_origin():
    words = load_script("manual_words").words
    page = """Three words here.
<!-- table pbn: python -m bench pbn --write -->

two words

<!-- end pbn -->
<!-- from examples/plugin/overtrick_line.py -->
```python
import overtrick
```
<!-- not run: installs -->
```sh
pip install overtrick
```
"""
    # A block counts with its two fences.
    assert words(page) == {"hand-written": 3, "code": 5, "generated": 6}
    heading = "<!-- Written by docs/scripts/generate.py; do not edit. -->\n"
    assert words(heading + page)["hand-written"] == 0

"""What `overtrick new-plugin` writes: it passes its kit and its linter at once.

Here the kinds are tried whose kits are quick, with few examples; all of them, installed with pip in
an empty environment, by `.ci/skeletons.py`. Their types are checked with those of the
documentation, in `tests/test_docs_code.py`.
"""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path

import pytest

from overtrick_testing.skeleton.making import KINDS, make_skeleton

# Each of the others takes seconds by itself.
QUICK = [kind for kind in KINDS if kind not in {"binary", "read-only", "rule"}]


def _load_installed():
    path = Path(__file__).parent / "installed.py"
    spec = importlib.util.spec_from_file_location("kit_installed", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


installed = _load_installed()


def write(folder: Path, name: str, kind: str) -> Path:
    for path, content in make_skeleton(name, kind).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def tested(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pytest says of the quick skeletons, as if they were installed, in one process."""
    base = tmp_path_factory.mktemp("skeletons")
    names = {kind: f"tried_{kind.replace('-', '_')}" for kind in QUICK}
    projects = [write(base / kind, name, kind) for kind, name in names.items()]
    environments = [
        installed.environment_with(project, base / "site" / project.name) for project in projects
    ]
    paths = os.pathsep.join(environment["PYTHONPATH"] for environment in environments)
    environment = environments[0] | {"PYTHONPATH": paths}
    done = installed.run_tests(*projects, environment=environment, folder=base, examples=5)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("kind", QUICK)
def test_a_skeleton_passes_its_kit_at_once(tested: str, kind: str) -> None:
    assert re.search(rf"^{kind}/tests/test_\w+\.py::Test\S+ PASSED", tested, re.MULTILINE), tested


@pytest.mark.skipif(importlib.util.find_spec("ruff") is None, reason="ruff is not here")
def test_skeletons_pass_their_linter_whatever_their_name(tmp_path: Path) -> None:
    for kind in KINDS:
        for name in ("q", "house_notes", "a_name_of_thirty_characters_xx"):
            write(tmp_path / kind / name, name, kind)
    for words in (["check", "."], ["format", "--check", "--diff", "."]):
        done = installed.run(
            *("-m", "ruff", *words, "--no-cache"), environment=dict(os.environ), folder=tmp_path
        )
        assert done.returncode == 0, done.stdout + done.stderr

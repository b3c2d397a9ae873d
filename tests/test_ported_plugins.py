"""Plugins written for 1.0: outdated, and ported by `docs/extending/porting-to-2.md`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest

PLUGINS = {"cds": "formats", "gib": "formats", "jsonl": "drivers", "trio": "rules"}


def load(path):
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def in_environment(repository, tmp_path):
    """Return a function that runs Python where a plugin of `tests/ported` is installed."""
    installed = load(repository / "tests" / "kit" / "installed.py")

    def run(version, plugin, *command, **variables):
        project = repository / "tests" / "ported" / version / plugin
        environment = installed.environment_with(project, tmp_path) | variables
        return subprocess.run(
            [sys.executable, *command],
            cwd=project, env=environment, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip

    return run


RECORD = """
import json, sys
import overtrick
(record,) = [each for each in overtrick.plugins() if each.name == sys.argv[1]]
print(json.dumps(record.to_dict()))
print(any(name.startswith("overtrick_" + sys.argv[1]) for name in sys.modules))
"""


@pytest.mark.slow
@pytest.mark.parametrize("plugin", PLUGINS)
def test_as_it_was_it_is_listed_and_not_imported(in_environment, plugin):
    done = in_environment("1.x", plugin, "-W", "error", "-c", RECORD, plugin)
    assert done.stderr == ""
    record, is_imported = done.stdout.splitlines()
    assert json.loads(record)["state"] == "outdated"
    assert json.loads(record)["error"].startswith("made for overtrick 1.x; ")
    assert is_imported == "False"


@pytest.mark.slow
@pytest.mark.parametrize(("plugin", "kind"), PLUGINS.items())
def test_ported_it_loads(in_environment, plugin, kind):
    done = in_environment("2.x", plugin, "-W", "error", "-c", RECORD, plugin)
    assert done.stderr == ""
    record = json.loads(done.stdout.splitlines()[0])
    assert (record["state"], record["error"]) == ("loaded", None)
    assert kind in record["provides"]


@pytest.mark.slow
@pytest.mark.parametrize("plugin", sorted(set(PLUGINS) - {"jsonl"}))
def test_ported_it_passes_its_kit(in_environment, plugin):
    done = in_environment("2.x", plugin, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d\d+ passed", done.stdout)


@pytest.mark.slow
def test_the_ported_driver_deals(in_environment, repository, tmp_path):
    out = tmp_path / "dealt.jsonl"
    deals = tmp_path / "evening.dlm"
    deals.write_bytes((repository / "examples" / "club-evening.dlm").read_bytes())
    done = in_environment(
        "2.x", "jsonl", "-m", "overtrick_cli", "duplimate", "deal", str(deals),
        "--device", f"jsonl:{out}", "--yes",
        XDG_DATA_HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    boards = [json.loads(line)["board"] for line in out.read_text("utf-8").splitlines()]
    assert boards == list(range(1, 33))


def test_the_page_names_all_that_is_gone(repository):
    """Names and members of 1.x that no module has now; those that moved stand in its table."""
    surface = load(repository / "tests" / "make_public_surface.py")
    page = (repository / "docs" / "extending" / "porting-to-2.md").read_text("utf-8")
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page))))

    def names_in(path):
        """Yield names without their modules, parameters left out."""
        for name in surface.names_of(path.read_text("utf-8")):
            # A module's name begins small, a class's does not; hooks are of one module.
            yield re.sub(r"^(?:[a-z_]+\.)*(?=[a-z_]+$|[A-Z])", "", name.partition("(")[0])

    now = set(names_in(repository / "tests" / "public_surface.txt"))
    files = [repository / "tests" / "surfaces" / name for name in load_porting(repository).BEFORE]
    before = {name for file in files for name in names_in(file)}
    gone = {
        name
        for name in before - now
        # Members go with their class, and a field of a specification with its constructor's.
        if "." not in name or name.partition(".")[0] in now
    }
    assert len(before) > 1000
    assert sorted(name for name in gone if name.rpartition(".")[2] not in words) == []


def load_porting(repository):
    return load(repository / "docs" / "scripts" / "porting.py")

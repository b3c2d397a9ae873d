"""The harness of OSS-Fuzz, without Atheris: its fuzzers take their seeds, its files fit them."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from fuzzing import replay
from fuzzing.oss_fuzz import harness

FOLDER = Path(harness.__file__).parent
ROOT = Path(__file__).resolve().parents[1]
ENTRY = re.compile(r'"(?:[ !#-\[\]-~]|\\x[0-9a-f]{2})+"')

targets = functools.cache(harness.targets)
FUZZERS = sorted(targets())


def test_every_reader_has_a_fuzzer_and_so_have_boards_and_questions():
    from overtrick.plugin import default_manager

    formats = default_manager().formats().values()
    readers = {spec.name for spec in formats if spec.reader is not None}
    assert readers | {"boards", "model", "printable"} <= set(FUZZERS)
    kinds = {target.kind for chosen in targets().values() for target in chosen}
    assert {"read", "check", "write", "json", "text"} <= kinds


@pytest.mark.parametrize("name", FUZZERS)
def test_a_fuzzer_takes_inputs_and_is_silent(name):
    fuzzer = harness.Fuzzer(targets()[name])
    # `test_replay.py` feeds all of them.
    for item in [item for item in replay.inputs() if item.of(fuzzer.chosen)][:2]:
        fuzzer.TestOneInput(item.data)
    for data in (b"", b"\xff\xfe"):
        fuzzer.TestOneInput(data)


@pytest.mark.slow
@pytest.mark.parametrize("name", FUZZERS)
def test_the_build_makes_seeds_and_a_dictionary(name, tmp_path):
    harness.build(tmp_path, [name])
    seeds = sorted((tmp_path / f"fuzz_{name}_seed_corpus").iterdir())
    assert seeds
    fuzzer = harness.Fuzzer(targets()[name])
    for path in seeds[::20]:
        fuzzer.TestOneInput(path.read_bytes())
    lines = (tmp_path / f"fuzz_{name}.dict").read_text("ascii").splitlines()
    assert lines
    assert all(ENTRY.fullmatch(line) for line in lines)


@pytest.mark.slow
def test_a_fuzzer_reads_files_again(tmp_path):
    bad = tmp_path / "crash-1"
    bad.write_bytes(b"AKQ")
    command = [sys.executable, str(FOLDER / "harness.py"), "model", str(bad)]
    process = subprocess.run(command, capture_output=True, text=True, check=True)
    assert process.stdout == "1 inputs, nothing wrong\n"


def test_the_build_installs_each_distribution_that_has_a_reader():
    script = (FOLDER / "build.sh").read_text("utf-8")
    named = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"=\((.*)\)", script))))
    declared = {
        path.parents[2].name
        for path in (ROOT / "plugins").glob("*/src/*/__init__.py")
        if "overtrick_formats" in path.read_text("utf-8")
    }
    assert declared - {"testing", "pbn_conformance"} <= named
    for name in named & {path.name for path in (ROOT / "plugins").iterdir()}:
        assert (ROOT / "plugins" / name / "pyproject.toml").is_file()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_the_build_is_a_script():
    subprocess.run(["bash", "-n", str(FOLDER / "build.sh")], check=True)

"""What is run by a command of its own is there, and can be imported as the code is now."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMMANDS = sorted(
    path.relative_to(HERE).with_suffix("").as_posix().replace("/", ".")
    for path in (*HERE.glob("sweeps/[a-z]*.py"), HERE / "chaos/run.py", HERE / "fuzzing/run.py")
)
# What a plain installation of the tests need not have.
OPTIONAL = {"numpy", "pyarrow", "colver", "distributed"}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_can_be_imported_and_says_how_it_is_called(name):
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in OPTIONAL and not str(error.name).startswith("overtrick_"):
            raise
        pytest.skip(f"{error.name} is not installed")
    assert callable(module.main)
    assert f"python tests/{name.replace('.', '/')}.py" in module.__doc__


def test_each_mutant_of_pbn_has_its_place_in_the_code():
    mutants = importlib.import_module("sweeps.pbn_mutants")
    astray = [
        mutant.name
        for mutant in mutants.MUTANTS
        if (mutants.SOURCE / "overtrick_pbn" / mutant.module).read_text("utf-8").count(mutant.old)
        != 1
    ]
    assert astray == []

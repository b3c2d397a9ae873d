"""Core's par against DDS's own, on tables of every kind."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest


def random_table(chosen):
    """A table by which partners take nearly the same, and both sides together nearly thirteen."""
    rows = [[0] * 5 for _ in range(4)]
    for strain in range(5):
        north_south = min(13, max(0, round(chosen.gauss(6.5, 3))))
        east_west = min(13, max(0, 13 - north_south - chosen.choice([0, 0, 0, 1, -1])))
        for seat in range(4):
            tricks = (north_south, east_west)[seat & 1]
            rows[seat][strain] = max(0, tricks - (chosen.random() < 0.15))
    return [count for row in rows for count in row]


@pytest.mark.slow
def test_par_is_that_of_dds_for_every_dealer_and_vulnerability(dds):
    chosen = random.Random(20261122)
    tables = [random_table(chosen) for _ in range(120)]
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("dds_par.py"))],
        input="".join(" ".join(map(str, table)) + "\n" for table in tables),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1] == "1920 pars compared, 0 differ", done.stdout + done.stderr
    assert done.returncode == 0

"""The conformance suite: overtrick gets every file right."""

from __future__ import annotations

import pytest

pytest.importorskip("overtrick_pbn_conformance", reason="no overtrick-pbn-conformance")

from overtrick_pbn_conformance import SUITE, adapters, run


@pytest.mark.parametrize("entry", run.load_index(), ids=lambda entry: entry["file"])
def test_overtrick_does_what_the_standard_says(entry):
    answer = adapters.overtrick(str(SUITE / entry["file"]))
    verdict = run.judge(entry, answer, with_codes=True)
    assert verdict in {"right", "reported"}, run._short(answer)

"""No input is slow: what each construct costs grows with its length and no faster.

The cost is counted in calls, not in time, so the test says the same on every machine.
"""

from __future__ import annotations

import cProfile
import io

import pytest

from overtrick import read
from overtrick.framework.contexts import ReadContext
from overtrick.framework.spec import FormatSpec
from overtrick_pbn.check.fixer import fix

SPEC = FormatSpec(name="pbn", summary="", diagnostics="overtrick_pbn.diagnostics:CODES")
DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
HEAD = f'% PBN 2.1\n[Dealer "N"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "3NT"]\n'
CONSTRUCTS = {
    "calls against the law": ('[Auction "N"]\n', "1C =1= "),
    "calls spelled otherwise": ('[Auction "N"]\n', "P "),
    "insufficient bids": ('[Auction "N"]\n7NT\n', "^I 1C "),
    "calls with comments": ('[Auction "N"]\n', "1C {a}\n"),
    "cards": ('[Play "W"]\n', "SA =1= "),
    "notes": ('[Auction "N"]\nAP\n', '[Note "1:x"]\n'),
    "tags": ("", '[Foo "x"]\n'),
    "tags in small letters": ("", '[foo "x"]\n'),
    "tags over several lines": ("", '[Foo\n"x"\n]\n'),
    "tags that are none": ("", "[x\n"),
    "a table's rows": ('[ScoreTable "Rank;Names"]\n', "x y z "),
    "tables": ("", '[ScoreTable "Rank"]\nx\n'),
    "comments": ("", "{a}\n"),
    "escape lines": ("", "%a\n"),
    "games": ("", f'\n[Deal "{DEAL}"]\n'),
}


def _calls(work, data: bytes) -> int:
    profile = cProfile.Profile()
    profile.enable()
    work(data)
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def _check(data: bytes) -> None:
    read(io.BytesIO(data), format="pbn", errors="collect", check=True)


def _fix(data: bytes) -> None:
    list(fix(io.BytesIO(data), io.BytesIO(), ReadContext(SPEC, errors="collect")))


@pytest.mark.parametrize("work", [_check, _fix], ids=["check", "fix"])
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_the_cost_grows_with_the_length_and_no_faster(name, work):
    before, piece = CONSTRUCTS[name]

    def text(times: int) -> bytes:
        return f"{HEAD}{before}{piece * (40 * times)}\n".encode()

    # What is imported and kept on first use is not counted.
    work(text(1))
    once, four, sixteen = (_calls(work, text(times)) for times in (1, 4, 16))
    assert sixteen < 4.4 * four
    # The first findings of a kind cost something once.
    assert four < 6 * once

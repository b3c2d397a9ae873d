"""The page with broken files before and after: the command is run, so that the page stays true."""

from __future__ import annotations

import re
import tempfile
import textwrap
from pathlib import Path
from typing import Final

import terminal

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")

_TITLE: Final = "# Broken files, checked and fixed\n"
_HEAD: Final = """\
Three files with the most frequent faults of real files, and what a terminal shows. `--fix` fixes
what has one right answer and leaves the rest to you; it never changes the meaning of a board.
`overtrick explain CODE` explains a finding.
"""

FILES: Final = {
    "club.pbn": (
        "A club's evening",
        "Spellings of a scoring program: a date with hyphens, the dealer as a word, `N` for "
        "notrump, `P` for pass, `10` for T. Few programs read all of them.",
        """\
% PBN 2.1
[Event "Club evening"]
[Site "Hall"]
[Date "2024-03-05"]
[Board "5"]
[West "Adams"]
[North "Baker"]
[East "Clark"]
[South "Davis"]
[Dealer "North"]
[Vulnerable "N-S"]
[Deal "N:AQ53.85.J532.1042 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"]
[Scoring "MP"]
[Declarer "W"]
[Contract "3N"]
[Result "8"]
[Auction "N"]
P 1H P 2D
P 3C P 3N
all pass
""",
    ),
    "lesson.pbn": (
        "A lesson, typed by hand",
        "No empty line between the boards, a missing bracket and quote, a misspelt tag, cards in "
        "two hands. The intended hands cannot be derived from the file.",
        """\
% PBN 2.1
[Board "1"]
[Dealr "S"]
[Vulnerable "None"]
[Deal "S:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"]
[Declarer "N"
[Contract "1nt"]
[Board "2"]
[Dealer "E"]
[Vulnerable "NS]
[Deal "E:AQ53.85.J532.T42 A.Q7642.A8.K7632 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"]
""",
    ),
    "export.pbn": (
        "A file in export format",
        "`% EXPORT` applies the rules of export format (§2.1): fifteen mandatory tags in order, "
        "one on each line, and the layout of auction and table.",
        """\
% PBN 2.1
% EXPORT
[Event "Pairs"]
[Date "2024.03.05"]
[Site "Hall"]
[Board "1"] {the first one}
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"]
[Declarer "E"]
[Contract "1H"]
[Result "8"]
[Auction "N"]
Pass\t1H Pass Pass Pass
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 5
N S 7
E H 8
""",
    ),
}


def page() -> str:
    """Return the page."""
    parts = [_TITLE, _paragraph(_HEAD)]
    with tempfile.TemporaryDirectory() as folder:
        for name, (title, text, content) in FILES.items():
            Path(folder, name).write_text(content, encoding="utf-8", newline="\n")
            parts += [f"## {title}\n", _paragraph(text), _block(content.replace("\t", "    "))]
            for arguments in (["check"], ["check", "--diff"], ["check", "--fix"]):
                shown = _COLOURS.sub("", terminal.on_a_terminal([*arguments, name], folder))
                command = f"$ overtrick {' '.join([*arguments, name])}"
                parts.append(_block(f"{command}\n{shown}"))
    return "\n".join(parts)


def _paragraph(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 120, break_on_hyphens=False) + "\n"


def _block(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.replace("\r", "").rstrip().split("\n"))
    return f"```text\n{lines}\n```\n"

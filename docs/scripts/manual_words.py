"""Count the words of the manual, by kind of page.

    python docs/scripts/manual_words.py [--against REFERENCE]

Three counts for each kind: hand-written text, code blocks in it, and generated text. Generated are
pages that name their script in the first line, and what stands between `<!-- MARK -->` and
`<!-- end -->`, or in the block below `<!-- from FILE -->`. `--against` prints the counts of an
earlier state beside these; a page that has moved since counts where it is now.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KINDS = (
    "tutorials",
    "howto",
    "reference",
    "coming-from",
    "explanation",
    "extending",
    "belote",
    "other",
)
COUNTS = ("hand-written", "code", "generated")

_GENERATED = re.compile(
    r"^<!-- (?:table|requirements|reference|made|moved|diff)\b[^\n]*-->$.*?^<!-- end\b[^\n]*-->$"
    r"|^<!-- from [^\n]+ -->\n+```.*?^```$",
    re.MULTILINE | re.DOTALL,
)
_CODE = re.compile(r"^(?P<fence>`{3,}).*?^(?P=fence)$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def words(text: str) -> Counter[str]:
    """Return the number of words of a page, for each of `COUNTS`."""
    if re.match(r"<!-- Written by docs/\S+; do not edit", text):
        return Counter({"generated": _words(text)})
    by_hand = _GENERATED.sub("", text)
    prose = _CODE.sub("", by_hand)
    counts = {"hand-written": _words(prose), "code": _words(by_hand) - _words(prose)}
    return Counter(counts | {"generated": _words(text) - _words(by_hand)})


def _words(text: str) -> int:
    return len(_COMMENT.sub("", text).split())


def kind_of(path: str) -> str:
    """Return the kind of a page by its path below `docs/`."""
    folder = path.partition("/")[0]
    return folder if folder in KINDS else "other"


def pages_of(reference: str) -> Iterator[tuple[str, str]]:
    """Yield the present or next known path of each page of a git reference, and its text."""
    moves = _git("log", "--reverse", "--diff-filter=R", "-M", "--name-status", "--format=",
                 f"{reference}..HEAD", "--", "docs")  # fmt: skip
    moved: dict[str, str] = {}
    for line in moves.splitlines():
        _, old, new = line.split("\t")
        moved.setdefault(old, new)
    for path in _git("ls-tree", "-r", "--name-only", reference, "docs").splitlines():
        if path.endswith(".md"):
            yield moved.get(path, path), _git("show", f"{reference}:{path}")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


def counted(pages: Iterator[tuple[str, str]]) -> dict[str, Counter[str]]:
    """Return the counts of each kind, and of all."""
    found = {kind: Counter[str]() for kind in (*KINDS, "all")}
    for path, text in pages:
        for kind in (kind_of(path.removeprefix("docs/")), "all"):
            found[kind] += words(text)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--against", metavar="REFERENCE", help="print its counts beside these")
    reference = parser.parse_args().against
    docs = sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)
    states = [
        counted((path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in docs)
    ]
    heads = [*COUNTS]
    if reference:
        states.append(counted(pages_of(reference)))
        heads += [f"{reference}:", *COUNTS]
    print(f"{'':<12}" + "".join(f"{head:>14}" for head in heads))
    for kind in (*KINDS, "all"):
        cells = [f"{state[kind][count]:,}" for state in states for count in COUNTS]
        if reference:
            cells.insert(len(COUNTS), "")
        print(f"{kind:<12}" + "".join(f"{cell:>14}" for cell in cells))


if __name__ == "__main__":
    main()

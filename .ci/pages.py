"""Prove that who follows a page gets what it says: its blocks are run in an empty environment.

    python3 .ci/pages.py README.md docs/tutorials/club-evening.md

Each page is followed in a copy of the tree of its own, from its first block to its last, in one
shell, with what the page itself installs and nothing else. Blocks that run the tests or build the
documentation are left to `.ci/run`, which takes them from the page word for word.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from tree import ROOT, copy_of_tree, run

FENCE = re.compile(
    r"(?P<reason><!-- (?:not run:|from) [^\n]+ -->\n+)?^```(?P<language>\w+)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
ELSEWHERE = re.compile(r"-m (pytest|sphinx)\b")


def script_of(page: str) -> str:
    """Return a page's blocks as one script of the shell: those of the shell, then Python's."""
    blocks: dict[str, list[str]] = {"sh": [], "python": []}
    for match in FENCE.finditer(page):
        language, code = match["language"], match["code"]
        if language in blocks and not match["reason"] and not ELSEWHERE.search(code):
            blocks[language].append(code)
    program = "".join(blocks["python"])
    return "\n".join(
        ("set -euo pipefail", *blocks["sh"], f"python - <<'END OF BLOCKS'\n{program}END OF BLOCKS")
    )


def main() -> None:
    """Follow each page."""
    for name in sys.argv[1:]:
        page = (ROOT / name).read_text("utf-8")
        with tempfile.TemporaryDirectory(prefix="page-") as folder:
            tree = copy_of_tree(Path(folder))
            for own in ("evening.dlm", "tuesday.dlm"):
                # The names that the pages use for a reader's own file.
                shutil.copy(tree / "examples" / "club-evening.dlm", tree / own)
            sys.stdout.write(f"{name}: ")
            run("bash", "-s", cwd=tree, text=script_of(page), HOME=folder, NO_COLOR="1")
    sys.stdout.write("every command of these pages runs after the page's own install\n")


if __name__ == "__main__":
    main()

"""Count the words that the project replaces by terms of its field.

    python tests/language.py [--where WORD] [--write]

`words.toml` beside this script lists them, each with the words to use instead and with the number
of its uses that are left. That number falls and never rises: `--write` stores a smaller one. A
word is counted alone and as a part of a name (`is_mended`, `MendedTag`), in sources, messages and
pages.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "words.toml"
KINDS = {".py", ".pyi", ".md", ".toml", ".js", ".html", ".css", ".lark"}
# Folders of files that are not ours to word, of what tools write, and of what was released.
LEFT_OUT = {
    ".git", ".venv", "_build", "build", "dist", "node_modules", "corpus", "surfaces", "suite",
    "data", "replay", "plugins-for-1.0",
}  # fmt: skip
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# `commands.md` repeats help texts, which are counted where they are written.
NOT_COUNTED = {"words.toml", "language.py", "CHANGELOG.md", "porting-to-2.md", "commands.md"}


def entries() -> list[dict[str, Any]]:
    """Return the list: `words`, `use` and `left` of each entry."""
    listed: list[dict[str, Any]] = tomllib.loads(LIST.read_text("utf-8"))["entry"]
    return listed


def texts() -> Iterator[tuple[str, str]]:
    """Yield the path from the root and the text of each file that is counted."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if (
            path.suffix in KINDS
            and path.name not in NOT_COUNTED
            and not any(part in LEFT_OUT or part.startswith(".") for part in parts[:-1])
            and path.is_file()
        ):
            yield "/".join(parts), path.read_text("utf-8", errors="replace")


def words_of(text: str) -> str:
    """Return the words of a text in lower case, a blank between them; names are taken apart."""
    return " ".join(_WORD.findall(text)).lower()


def counts() -> list[int]:
    """Return how often the words of each entry are used."""
    alone: Counter[str] = Counter()
    phrases = Counter({word: 0 for entry in entries() for word in entry["words"] if " " in word})
    for _, text in texts():
        plain = words_of(text)
        alone.update(plain.split(" "))
        for phrase in phrases:
            phrases[phrase] += f" {plain} ".count(f" {phrase} ")
    used = alone | phrases
    return [sum(used[word] for word in entry["words"]) for entry in entries()]


def main() -> None:
    """Print the counts, or the lines with one word."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--where", help="print the lines that use this word")
    parser.add_argument("--write", action="store_true", help="store counts that are smaller now")
    chosen = parser.parse_args()
    if chosen.where:
        for name, text in texts():
            for number, line in enumerate(text.splitlines(), 1):
                if f" {chosen.where} " in f" {words_of(line)} ":
                    print(f"{name}:{number}: {line.strip()}")
        return
    stored = LIST.read_text("utf-8")
    for entry, now in zip(entries(), counts(), strict=True):
        print(f"{now:6}  {', '.join(entry['words'])}  ->  {entry['use']}")
        if chosen.write and now < entry["left"]:
            use = re.escape(entry["use"])
            stored = re.sub(rf'(use = "{use}"\nleft = )\d+', rf"\g<1>{now}", stored)
    if chosen.write:
        LIST.write_text(stored, "utf-8")


if __name__ == "__main__":
    main()

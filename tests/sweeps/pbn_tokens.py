"""Count the tokens of the auctions and plays in every PBN file of a folder.

`python tests/sweeps/pbn_tokens.py DIR...` prints a line a token: its section, in how many files,
games and places it stands, and an example. Tokens of the standard are counted in classes
(`1C..7NT`, `SA..C2`, `=n=`, `$n`), and so are cards in other letters; anything else stands as it is
written.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from overtrick.model.calls import CALLS
from overtrick.model.cards import CARDS
from overtrick_pbn.text.cut import cut_game
from overtrick_pbn.text.games import Splitter
from overtrick_pbn.text.scanners import MARK
from overtrick_pbn.text.syntax import Game

_BIDS = {call.symbol for call in CALLS[3:]}
_CARDS = {card.symbol for card in CARDS}
_SECTIONS = ("Auction", "Play")


def kind_of(section: str, text: str) -> str:
    """Return the class of a token of the standard; any other token stands for itself."""
    head = text[0]
    if section == "Auction" and text in _BIDS:
        return "1C..7NT"
    if section == "Play" and text in _CARDS:
        return "SA..C2"
    if section == "Play" and text.upper() in _CARDS:
        return "sa..c2"
    if head == "=" and text[1:-1].isdigit():
        return "=n="
    if head == "$" and text[1:].isdigit():
        return "$n"
    if head in "{;":
        return f"{head} comment"
    if head == "%" and len(text) > 1:
        return "% line"
    return text[:24]


class Tokens:
    """What was counted."""

    def __init__(self) -> None:
        self.places: Counter[tuple[str, str]] = Counter()
        self.games: Counter[tuple[str, str]] = Counter()
        self.files: Counter[tuple[str, str]] = Counter()
        self.examples: dict[tuple[str, str], str] = {}
        self.sections: Counter[str] = Counter()

    def add(self, path: Path) -> None:
        """Count a file."""
        seen: set[tuple[str, str]] = set()
        with path.open("rb") as source:
            splitter = Splitter(source)
            for whole in splitter.games():
                for section, body in sections_of(whole):
                    self.sections[section] += 1
                    tokens = MARK.findall(body.rstrip())
                    counts = Counter((section, kind_of(section, text)) for text in tokens)
                    self.places.update(counts)
                    self.games.update(counts.keys())
                    seen |= counts.keys()
                    for key in counts.keys() - self.examples.keys():
                        at = next(i for i, t in enumerate(tokens) if kind_of(section, t) == key[1])
                        told = " ".join(tokens[max(at - 3, 0) : at + 4])
                        self.examples[key] = f"{path.name}:{whole.line}: {told[:60]!r}"
        self.files.update(seen)


def sections_of(whole: Game) -> list[tuple[str, str]]:
    """Return the bodies of the auctions and plays of a piece of a file."""
    cut = cut_game(whole.text)
    named = zip(cut.names, cut.bodies, strict=True)
    return [(name, body) for name, body in named if name in _SECTIONS and not body.isspace()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="+", type=Path)
    asked = parser.parse_args()
    tokens = Tokens()
    paths = [
        path
        for folder in asked.folders
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() == ".pbn"
    ]
    for path in paths:
        tokens.add(path)
    for section, count in sorted(tokens.sections.items()):
        print(f"{section}: {count} with something in them, in {len(paths)} files")
    print(f"{'section':8} {'token':24} {'files':>5} {'games':>6} {'places':>7}  example")
    for key in sorted(tokens.places, key=lambda key: (key[0], -tokens.files[key], key[1])):
        section, text = key
        counts = f"{tokens.files[key]:5} {tokens.games[key]:6} {tokens.places[key]:7}"
        print(f"{section:8} {text:24} {counts}  {tokens.examples[key]}")


if __name__ == "__main__":
    main()

"""Print how much of PBN the grammars take: `python tests/sweeps/pbn_grammar.py [DIR]`.

Of the conformance suite: the valid cases that `pbn.lark` alone parses, and the invalid ones that it
refuses, be it for the structure or for a tag value. Of the PBN files in a folder: the games that
`observed.lark` parses.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from lark import Lark, Tree
from lark.exceptions import UnexpectedInput

from overtrick_pbn import parse
from overtrick_pbn.text.encoding import decode
from overtrick_pbn.text.games import Splitter
from overtrick_pbn.text.grammar import FOLDER
from overtrick_pbn.text.quoting import unquote

SUITE = (Path(__file__).parents[2] / "plugins" / "pbn_conformance" / "src"
         / "overtrick_pbn_conformance" / "suite")  # fmt: skip
# The start symbol of each tag's value, where the standard gives it a form.
VALUES = {
    **dict.fromkeys(("Dealer",), "seat"),
    **dict.fromkeys(("Date", "EventDate", "UTCDate"), "date"),
    **dict.fromkeys(("ScoreIMP", "ScoreMP"), "score_decimal"),
    **dict.fromkeys(("Time", "UTCTime"), "time"),
    **dict.fromkeys(("TimeCall", "TimeCard"), "seconds"),
    "Vulnerable": "vulnerable", "Deal": "deal", "Declarer": "declarer", "Contract": "contract",
    "Result": "result", "Board": "board", "FrenchMP": "french_mp", "Hidden": "hidden",
    "Room": "room", "Score": "score", "ScorePercentage": "score_percentage",
    "ScoreRubber": "score_rubber", "ScoreRubberHistory": "rubber_history",
    "OptimumScore": "optimum_score", "Round": "round", "TimeControl": "time_control",
}  # fmt: skip


def takes_file(parser: Lark, text: str) -> bool:
    """Return whether the standard's grammar takes a file and all values in it."""
    try:
        tree = parser.parse(text, start="pbn")
        for node in tree.iter_subtrees():
            check_value(node)
    except UnexpectedInput:
        return False
    return True


def check_value(node: Tree) -> None:
    strings = [leaf for leaf in node.children if getattr(leaf, "type", "") == "STRING"]
    if not strings:
        return
    value = unquote(strings[0][1:-1])
    name = str(node.children[0]) if node.data in {"tag", "supplement"} else str(node.data)
    if node.data == "note":
        parse(value, "note_text")
    elif value.startswith("#") or value == "?":
        return
    elif name in {"auction", "play"}:
        parse(value, "seat")
    elif name in VALUES:
        parse(value, VALUES[name])
    elif name.endswith("Table") and name != "Table":
        parse(value, "columns")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("folder", nargs="?", type=Path)
    folder = arguments.parse_args().folder
    path = str(FOLDER / "pbn.lark")
    alone = Lark.open(path, parser="lalr", lexer="contextual", start=["pbn"])
    entries = json.loads((SUITE / "index.json").read_text("utf-8"))["files"]
    for kind, what in (("valid", "taken"), ("invalid", "refused")):
        files = [SUITE / entry["file"] for entry in entries if entry["file"].startswith(f"{kind}/")]
        taken = sum(takes_file(alone, decode(file.read_bytes())[0]) for file in files)
        count = taken if kind == "valid" else len(files) - taken
        print(f"{kind} cases {what} by pbn.lark: {count} of {len(files)}")
    if folder is None:
        return
    games = whole = 0
    for file in sorted(folder.iterdir()):
        with file.open("rb") as source:
            for game in Splitter(source).games():
                games += 1
                try:
                    parse(game.text, observed=True)
                except UnexpectedInput:
                    continue
                whole += 1
    print(f"real games taken by observed.lark: {whole:,} of {games:,}")


if __name__ == "__main__":
    main()

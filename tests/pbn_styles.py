"""Write files in the styles that real programs write, from the boards of `pbn_files.py`.

    python tests/pbn_styles.py FOLDER [--boards N]

The boards are the same in all files; what differs is how they are spelled: words, cases, line
ends, order of the tags, what stands between games. Each style is one that many files on the net
have, named after a program that writes it.
"""

from __future__ import annotations

import argparse
import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import pbn_files

import overtrick

BODY = r'(\[{name} "[^"]*"\]\n)((?:[^\[\n][^\n]*\n)*)'


def in_body(game: str, name: str, change: Callable[[str], str]) -> str:
    """Return the game with the lines behind a tag changed."""
    pattern = re.compile(BODY.format(name=name))
    return pattern.sub(lambda found: found[1] + change(found[2]), game)


def in_calls(game: str, change: Callable[[str], str]) -> str:
    return in_body(game, "Auction", change)


def without(game: str, *names: str) -> str:
    for name in names:
        game = re.sub(BODY.format(name=name), "", game)
    return game


def all_pass(body: str) -> str:
    return re.sub(r"(?:\s*Pass){3}\s*$", "\nAP\n", body)


def big_deal(game: str) -> str:
    """Cards only: four tags."""
    wanted = ("Board", "Dealer", "Vulnerable", "Deal")
    return "\n".join(line for line in game.split("\n") if line[1:].split(" ")[0] in wanted) + "\n\n"


def dealer(game: str) -> str:
    """Fifteen tags, of which nobody has played yet."""
    game = without(game, "Auction", "Note", "Play", "OptimumResultTable")
    game = re.sub(r"\{[^}]*\}\n", "", game)
    return re.sub(r'\[(Declarer|Contract|Result) "[^"]*"\]', r'[\1 "?"]', game)


def bba(game: str) -> str:
    """Notrump as N, all pass, an empty play, a table with a header of blanks."""
    game = in_calls(game, lambda body: all_pass(body).replace("NT", "N"))
    game = in_body(game, "Play", lambda _: "*\n")
    game = re.sub(r'(\[Contract "\d)NT', r"\1N", game)
    return re.sub(r'\[OptimumResultTable "[^"]*"\]', r'[OptimumResultTable "Declarer Suit Tricks"]',
                  game)  # fmt: skip


def ben(game: str) -> str:
    """Passes in capitals, no table."""
    return without(in_calls(game, lambda body: body.replace("Pass", "PASS")), "OptimumResultTable")


def short_words(game: str) -> str:
    """One letter for a pass, stars for alerts, no notes."""

    def calls(body: str) -> str:
        body = re.sub(r" =\d+=", "*", body)
        return body.replace("Pass", "P").replace("NT", "N")

    return without(in_calls(game, calls), "Note", "OptimumResultTable")


def table_manager(game: str) -> str:
    """A header before each game, cards of one side in lower case (as WBridge5 says them)."""

    def cards(body: str) -> str:
        rows = (row.split(" ") for row in body.splitlines())
        return "".join(" ".join([a.lower(), b, c.lower(), d]) + "\n" for a, b, c, d in rows)

    game = without(in_body(game, "Play", cards), "OptimumResultTable")
    return "% PBN 2.0\n% Import\n" + in_calls(game, str.lower)


def bridge_composer(game: str) -> str:
    """CR and LF, a vendor's tag, commentary with blank lines in it, all pass."""
    game = re.sub(r"\{(Board [^}]*)\}", r"{\1\n\nPartner leads; you rise with the ace.}", game)
    game = game.replace("[Auction ", '[BCFlags "1f"]\n[Auction ')
    return in_calls(game, all_pass).replace("\n", "\r\n")


def jack(game: str) -> str:
    """Calls and cards in columns, with blanks at the ends of lines."""

    def columns(body: str) -> str:
        rows = (row.split(" ") for row in body.splitlines())
        return "".join("".join(f"{word:10}" for word in row) + "\n" for row in rows)

    return in_calls(in_body(game, "Play", columns), columns)


def bbo_helper(game: str) -> str:
    """Tabs between calls, the lead alone, no table."""
    game = in_calls(game, lambda body: body.replace(" ", "\t"))
    game = in_body(game, "Play", lambda body: body.split(" ", maxsplit=1)[0] + "\n")
    return without(game, "OptimumResultTable")


def csv_to_pbn(game: str) -> str:
    """The board number before all else, the lead behind its tag."""
    number = re.findall(r"\[Board .*\n", game)[0]
    game = number + game.replace(number, "")
    return re.sub(r'(\[Play "."\])\n(..)[^\[]*', r"\1\2\n", game)


def real_bridge(game: str) -> str:
    """A vendor's line in the middle of a game, times in the notes, numbers at the names."""
    game = re.sub(r'\[(West|North|East|South) "([^"]*)"\]', r'[\1 "\2#23324"]', game)
    game = game.replace("[Auction ", "% RBDATA 4,4,5,203,17,2\n[Auction ")
    return re.sub(r'(\[Note "[^"]*)"\]', r'\1 [0:04]"]', game)


STYLES = {
    "canonical": str,
    "big-deal": big_deal,
    "dealer": dealer,
    "bba": bba,
    "ben": ben,
    "short-words": short_words,
    "table-manager": table_manager,
    "bridge-composer": bridge_composer,
    "jack": jack,
    "bbo-helper": bbo_helper,
    "csv-to-pbn": csv_to_pbn,
    "real-bridge": real_bridge,
}


def lesson_lin(text: str) -> str:
    """LIN as lesson authors write it: commands on lines of their own, in either case."""
    pieces = re.findall(r"([a-z]{2})\|([^|]*)\|", text)
    lines = (
        f"{name.upper() if place % 5 == 0 else name}|{value.lower() if name == 'pc' else value}|\n"
        for place, (name, value) in enumerate(pieces)
    )
    return "%%Lesson-1.lin\n" + "".join(lines)


def make_all(folder: Path, boards: int) -> None:
    """Write one file a style."""
    source = random.Random(11)
    games = [pbn_files.board(source, number, "plain") for number in range(boards)]
    for name, style in STYLES.items():
        header = "" if name in {"ben", "csv-to-pbn"} else "% PBN 2.1\n% EXPORT\n\n"
        text = header + "".join(map(style, games))
        (folder / f"{name}.pbn").write_bytes(text.encode("latin-1"))
    sink = io.BytesIO()
    overtrick.write(overtrick.read(folder / "canonical.pbn"), sink, format="lin")
    (folder / "hand-records.lin").write_bytes(sink.getvalue())
    (folder / "lesson.lin").write_text(lesson_lin(sink.getvalue().decode()), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--boards", type=int, default=100)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    make_all(asked.folder, asked.boards)


if __name__ == "__main__":
    main()

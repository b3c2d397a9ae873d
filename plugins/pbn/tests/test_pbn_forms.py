"""Games that are taken by their form come out as those that are cut one by one."""

from __future__ import annotations

import io
import random
from collections import deque

import pytest

import overtrick
from overtrick import FormatError
from overtrick.plugin import FormatSpec, ReadContext
from overtrick_pbn.read.file import read_pieces
from overtrick_pbn.reader import read
from overtrick_pbn.text import forms as forms_module
from overtrick_pbn.text.cut import cut_game
from overtrick_pbn.text.forms import Forms, Games, shape_of
from overtrick_pbn.text.games import Splitter

SPEC = FormatSpec(name="pbn", summary="PBN", diagnostics="overtrick_pbn.diagnostics:CODES")

DEAL = "N:K3.A964.73.KJ954 Q8.K853.K82.A863 AJT97642.Q2.T9.2 5.JT7.AQJ654.QT7"
PLAY = "SA S2 S3 S4\nHA H2 H3 H4\n"
SAID = "SA =2= S2! S3 $3 S4\nHA {the\nace} H2 H3? $7 H4 *\n"
TABLE = "".join(f"{seat} {strain} 7\n" for seat in "NESW" for strain in ("NT", *"SHDC"))


def game(r, number):
    """Return a game as real programs write them; those of one file differ little."""
    lines = [
        *([r.choice(["{a\n\nlead} ; and", "% PBN 2.0\n% Import", "% x [y"])]
          if number % 2 and r.random() < 0.9 else []),
        f'[Event "{r.choice(["Cup", "Cup", "Cup", "?", "", "#", "a {b", "é"])}"]',
        f'[Date "{r.choice(["2026.11.22", "2026.11.22", "?", "22-11-2026"])}"]',
        f'[Board "{r.choice([number, number, number, "?", "A1"])}"]',
        *([f"% {number}"] if r.random() < 0.1 else []),
        *(f'[{seat} "{r.choice(["Ann", "Bea", "?"])}"]' for seat in ("West", "North", "East")),
        f'[Dealer "{r.choice("NNNES")}"]',
        f'[Vulnerable "{r.choice(["None", "NS", "EW", "All", "Love", "Both", "both"])}"]',
        f'[Deal "{r.choice([DEAL, DEAL, DEAL, DEAL[:30], "N:A... - - -", ""])}"]',
        *(["{a lively\n\nhand}"] if r.random() < 0.2 else []),
        f'[Scoring "{r.choice(["MP", "MP", "?"])}"]',
        f'[Declarer "{r.choice("NNES?")}"]',
        f'[Contract "{r.choice(["4S", "3NT", "3N", "7NTXX", "Pass", "?", ""])}"]',
        f'[Result "{r.choice([9, 10, "", "?", "NS 9", "NS 9 EW 4"])}"]',
        f'[Score "{r.choice(["NS 420", "-50", "?", "much"])}"]',
        f'[Generator "{r.choice(["Dealer", "x y"])}"]',
        *(['[Auction "N"]', r.choice(["1C Pass 4S AP", "1c P 3N p p p", "1C =1= Pass +"])]
          if number % 3 else []),
        *(['[Note "1:strong"]'] if r.random() < 0.2 else []),
        *(["; a remark"] if r.random() < 0.1 else []),
        *(['[Play "E"]', r.choice([PLAY, SAID]).rstrip()] if number % 3 == 1 else []),
        *(['[Note "2:suit"]', r.choice(["", "% behind", "{it} {all}"])] if number % 9 == 1 else []),
        *(["*"] if r.random() < 0.2 else []),
        *([r'[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]', TABLE.rstrip()]
          if number % 2 else []),
        *([f'[OptimumScore "NS {number}"]'] if number % 2 else []),
    ]  # fmt: skip
    return "\n".join(lines) + r.choice(["\n\n", "\n\n", "\n\n\n", "\n \n"])


def games(r, count):
    text = "% PBN 2.1\n\n" + "".join(game(r, number) for number in range(1, count + 1))
    data = text.encode(r.choice(["utf-8", "utf-8", "cp1252"]))
    return data.replace(b"\n", b"\r\n") if r.random() < 0.3 else data


def told(board):
    """Return all that a board holds, what takes no part in its equality as well."""
    return board, board.origin, board.source, board.is_as_read, dict(board.missing), board.name


def outcome(found, ctx):
    boards = []
    try:
        boards += map(told, found)
    except FormatError as error:
        return boards, list(ctx.diagnostics), str(error)
    return boards, list(ctx.diagnostics), ctx.header


def check(data, **settings):
    """Hold the reader against itself without forms."""
    quick, slow = ReadContext(SPEC, **settings), ReadContext(SPEC, **settings)
    expected = outcome(read_pieces(io.BytesIO(data), slow), slow)
    assert outcome(read(io.BytesIO(data), quick), quick) == expected


@pytest.fixture
def taken(monkeypatch):
    """How many games were taken by their form."""
    counts = []
    # What other tests have read would make more of them known.
    monkeypatch.setattr(forms_module, "_FORMS", {})
    monkeypatch.setattr(forms_module, "_SEEN", {})
    monkeypatch.setattr(forms_module, "_LATEST", deque(maxlen=8))
    monkeypatch.setattr(forms_module, "_ENOUGH", 2)
    go_through = Games.taken

    def count(self):
        for one in go_through(self):
            counts.append(1)
            yield one

    monkeypatch.setattr(Games, "taken", count)
    return counts


WANTS = (None, None, None, frozenset({overtrick.Field.DEAL, overtrick.Field.NUMBER}),
         frozenset({overtrick.Field.RESULT, overtrick.Field.CONTRACT}),
         frozenset({overtrick.Field.AUCTION_CALLS}))  # fmt: skip


def settings(r):
    return {"errors": r.choice(["collect", "collect", "raise"]), "wants": r.choice(WANTS)}


def test_generated_files(taken):
    for seed in range(60):
        r = random.Random(seed)
        check(games(r, 20), **settings(r))
    # Otherwise there would be nothing to compare.
    assert len(taken) > 150


def test_mutated_files(taken, pbn_games):
    for seed in range(120):
        r = random.Random(seed)
        text = games(r, 12).decode("cp1252")
        for _ in range(r.choice([1, 2, 5])):
            text = pbn_games.mutate(r, text)
        check(text.encode(r.choice(["utf-8", "cp1252"]), "replace"), **settings(r))
    assert len(taken) > 60


def test_real_files(taken, pbn_shared):
    r = random.Random(3)
    for path in sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir()):
        data = path.read_bytes()
        begin = r.choice([0, 0, r.randrange(max(len(data), 1))])
        check(data[begin : begin + 8_000], **settings(r))
    assert len(taken) > 200


def test_real_games_are_cut_alike(taken, pbn_shared):
    for path in sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir())[::3]:
        data = path.read_bytes()[:30_000]
        splitter, forms = Splitter(io.BytesIO(data)), Forms()
        splitter.taker = forms
        found = []
        for piece in splitter.pieces():
            if isinstance(piece, Games):
                found += piece
            else:
                found.append((piece, cut_game(piece.text)))
                forms.learn(found[-1][1])
        if b'"##' in data:
            continue
        games = list(Splitter(io.BytesIO(data)).games())
        assert [game for game, _ in found] == games
        for game, cut in found:
            expected = cut_game(game.text)
            assert cut.same(expected)
            assert cut.plan.names == expected.plan.names
            assert (cut.is_bare, cut.is_canonical) == (expected.is_bare, expected.is_canonical)
    assert len(taken) > 200


def test_a_file_of_known_forms_is_taken_from_its_first_game_to_its_last(taken):
    for seed in range(40):
        r = random.Random(seed)
        one = (game(r, 1) * 4).encode(r.choice(["utf-8", "cp1252"]))
        # What stands before the first game, or behind the last one, may be anything.
        lead = r.choice([b"", b"", b"\n", b"%\r\n\n", b"{c}\n", b"\xef\xbb\xbf", b"[", b" "])
        tail = r.choice([b"", b"", b" ", b"\r\n", b"%", b"{c}\n", b"*\n", b"\x1a", b'[A "##x"]'])
        for _ in range(3):
            check(lead + one + tail, **settings(r))
    assert len(taken) > 100
    taken.clear()
    line = b'[Event "a"]\n[Board "1"]\n'
    for _ in range(4):
        check(b"% PBN 2.1\n\n" + line + b"\n" + line + b"\n" + line)
    # It is known when the second read begins with its second game.
    assert len(taken) == 2 + 3 + 3


def test_a_value_in_force_ends_the_taking(taken):
    one = '[Event "a"]\n[Board "1"]\n\n'
    late = '[Event "#"]\n[Board "2"]\n\n[Event "##b"]\n[Board "3"]\n\n[Board "4"]\n\n'
    check((one * 4 + late + one * 4 + '[Board "5"]\n\n' * 3).encode())
    assert len(taken) == 3


@pytest.mark.parametrize(
    "text",
    [
        'word {c}\n[Event "a"]\n[Board "1"]\n',
        '[Event "a"]\n[Event "b"]\n[Board "1"]\n',
        '[event "a"]\n[Board "1"]\n',
        '[Board "1"]\n[Note "1:x"]\n',
        "no tag",
    ],
)
def test_games_without_a_shape(text):
    assert shape_of(cut_game(text)) is None


def test_a_file_of_many_shapes_is_read_as_ever(taken):
    text = "".join(f'[Board "1"]\n[Tag{n} "x"]\n\n' * 6 for n in range(300))
    check(text.encode())
    assert len(taken) > 60

"""Columns of PBN: equal to those of the boards, on generated, mutated and real files."""

from __future__ import annotations

import random

import pytest

import overtrick
from overtrick import COLUMNS
from overtrick.plugin import columns_of

CHOICES = (
    None,
    [name for name in COLUMNS if name not in {"line", "offset"}],
    ["number", "dealer", "vulnerability", "north_hand"],
    ["auction", "opener"],
    ["play", "result"],
    ["double_dummy"],
    ["event", "date", "score"],
    ["pbn:Generator", "pbn:Room", "pbn:Round", "pbn:comments", "number"],
    ["pbn:ScoreIMP", "deal"],
    ["line", "offset", "number"],
)

NEXT = {"N": "NESW", "E": "ESWN", "S": "SWNE", "W": "WNES"}


def deal(r, first):
    pack = [(suit, rank) for suit in "SHDC" for rank in "AKQJT98765432"]
    places = [seat for seat in range(4) for _ in range(13)]
    r.shuffle(places)
    hands = []
    for seat in range(4):
        held = [card for card, place in zip(pack, places, strict=True) if place == seat]
        hands.append(".".join("".join(k for s, k in held if s == suit) for suit in "SHDC"))
    return f"{first}:{' '.join(hands)}"


def calls(r):
    found, notes = [], []
    for word in r.choice(
        ["1S Pass 4S X AP", "Pass Pass Pass Pass", "1C 1NT 7NT Pass Pass Pass"]
    ).split():
        found.append(word)
        if word != "AP" and r.random() < 0.2:
            notes.append(f"{len(notes) + 1}:strong; 16+")
            found.append(f"={len(notes)}=")
    return "\n".join(" ".join(found[i : i + 5]) for i in range(0, len(found), 5)), notes


def table(r):
    rows = [f"{seat} {strain:>2} {r.randrange(14):>2}"
            for seat in "NESW" for strain in ("NT", "S", "H", "D", "C")]  # fmt: skip
    return "\n".join(rows)


def game(r, number):
    """Return a canonical game, or nearly one."""
    dealer = r.choice("NESW")
    body, notes = calls(r)
    lines = [
        f'[Event "{r.choice(["Cup", "?", "", "Zürich"])}"]',
        '[Site "Club"]',
        f'[Date "{r.choice(["2026.11.22", "?", "", "2026.??.??", "22.11.2026"])}"]'
        if r.random() < 0.1
        else '[Date "2026.11.22"]',
        f'[Board "{number}"]',
        *(f'[{seat} "{r.choice(["Ann", "Bea", "?"])}"]' for seat in ("West", "North", "East")),
        f'[Dealer "{dealer}"]',
        f'[Vulnerable "{r.choice(["None", "NS", "EW", "All", "Love"])}"]',
        f'[Deal "{deal(r, dealer)}"]',
        f'[Scoring "{r.choice(["MP", "IMP", "?"])}"]',
        f'[Declarer "{r.choice("NESW")}"]',
        f'[Contract "{r.choice(["4S", "3NT", "7NTXX", "Pass", "?", ""])}"]'
        if r.random() < 0.2
        else '[Contract "4S"]',
        f'[Result "{r.randrange(14)}"]',
        *(["{a lively hand}"] if r.random() < 0.2 else []),
        f'[Score "{r.choice(["NS 420", "-50", "EW 100"])}"]',
        '[Round "1"]',
        f'[Auction "{dealer}"]',
        body,
        *(f'[Note "{note}"]' for note in notes),
        f'[Play "{NEXT[dealer][1]}"]',
        "SA S2 S3 S4\nHA - H3 H4",
        *(["*"] if r.random() < 0.5 else []),
        r'[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]',
        table(r),
    ]
    return "\n".join(lines) + "\n\n"


def games(r, count):
    """Return a file of canonical games, of two sorts by turns."""
    found = ["% PBN 2.1\n% EXPORT\n\n"]
    for number in range(1, count + 1):
        text = game(r, number)
        if r.random() < 0.2:
            text = text.replace('[Score "', '[Score "NS ').replace("NS NS", "NS")
            text = text.replace('[Round "1"]\n', "")
        found.append(text)
    text = "".join(found)
    data = text.encode(r.choice(["utf-8", "utf-8", "utf-8-sig", "cp1252"]))
    return data.replace(b"\n", b"\r\n") if r.random() < 0.3 else data


def by_boards(data, columns, errors):
    wants = frozenset().union(*(column.fields for column in columns))
    values = [[] for _ in columns]
    try:
        reader = overtrick.open_boards(data, format="pbn", errors=errors, wants=wants)
        for board in reader:
            for column, found in zip(columns, values, strict=True):
                found.append(column.of(board))
    except overtrick.FormatError as error:
        return values, str(error)
    return values, (tuple(reader.diagnostics), reader.header)


def by_scan(data, columns, errors, batch):
    values = [[] for _ in columns]
    try:
        found = overtrick.scan(data, format="pbn", errors=errors, columns=columns, batch=batch)
        for one in found:
            for new, whole in zip(one.values, values, strict=True):
                whole.extend(new)
    except overtrick.FormatError as error:
        return values, str(error)
    return values, (tuple(found.diagnostics), found.header)


def check(r, data):
    """Hold a scan against the boards, for some columns."""
    columns = columns_of(r.choice(CHOICES))
    errors = r.choice(["raise", "collect"])
    quick = by_scan(data, columns, errors, r.choice([1, 7, 1000]))
    slow = by_boards(data, columns, errors)
    if isinstance(slow[1], str) and not slow[0][0]:
        # An error at the first board is raised on opening, when there are no values.
        assert quick[1] == slow[1]
    else:
        assert quick == slow


@pytest.mark.slow
def test_generated_files_give_the_columns_of_their_boards():
    for seed in range(60):
        r = random.Random(seed)
        check(r, games(r, 12))


BITS = ['"', "{", "}", "[", "]", "\n", "\n\n", "\r", "%", ";", " ", "#", '"#', '"##', "\\", "?",
        "-", "=1=", "*", "+", "AP", "\t", '[Note "1:x"]\n', '\n[Event "##Cup"]\n', '[Site "#"]\n',
        "S2 ", "Pass ", "9", "<PBN>", "</PBN>", '{a\n\n[Event "x"]\n}', "\x85", "é"]  # fmt: skip


def mutated(r, data):
    for _ in range(r.choice([1, 1, 2, 5])):
        place = r.randrange(len(data))
        bit = r.choice(BITS).encode(r.choice(["utf-8", "latin-1"]))
        gone = r.choice([0, 0, 1, 3, 20])
        if r.random() < 0.2:
            bit = data[r.randrange(len(data)) :][: r.randrange(200)]
        data = data[:place] + bit + data[place + gone :]
    return data


@pytest.mark.slow
def test_mutated_files_give_the_columns_of_their_boards():
    for seed in range(250):
        r = random.Random(seed)
        check(r, mutated(r, games(r, 8)))


def test_values_that_are_inherited_over_many_games():
    r = random.Random(5)
    text = "".join(game(r, number) for number in range(1, 9))
    late = '[Event "#"]\n[Site "#"]\n[Board "9"]\n[North "#"]\n\n'
    standing = '[Event "##Open"]\n[Board "10"]\n\n' + '[Board "11"]\n[Site "x"]\n\n' * 3
    data = (text + late + text + standing + text).encode()
    check(r, data)
    columns = columns_of(["number", "event", "site", "north"])
    values, _ = by_scan(data, columns, "collect", 100)
    assert values == by_boards(data, columns, "collect")[0]
    assert values[1][17:21] == ["Open"] * 4


@pytest.mark.slow
def test_real_files_give_the_columns_of_their_boards(pbn_shared):
    r = random.Random(1)
    paths = sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir())
    for path in paths[::6]:
        data = path.read_bytes()
        for _ in range(2):
            check(r, data[: r.choice([20_000, 60_000])])


def test_the_columns_of_a_partial_reading_are_those_of_a_whole_one():
    for seed in range(20):
        r = random.Random(seed)
        data = mutated(r, games(r, 5))
        columns = columns_of(r.choice(CHOICES))
        boards = overtrick.read(data, format="pbn", errors="collect")
        values, _ = by_scan(data, columns, "collect", 3)
        assert values == [list(map(column.of, boards)) for column in columns]

"""Generated and mutated PBN games, and the checks that hold every path of the reader together.

Used by the property tests and by `tests/fuzzing/run.py`; all randomness comes from the
`random.Random` that is handed in.
"""

from __future__ import annotations

import io
from collections import Counter
from functools import partial

import overtrick
from overtrick import FormatError, OvertrickError, Seat
from overtrick.plugin import FormatSpec, ReadContext, WriteContext
from overtrick_pbn.check.codes import FIXES
from overtrick_pbn.check.fixer import fix
from overtrick_pbn.check.fixing import in_any_order
from overtrick_pbn.diagnostics import CODES
from overtrick_pbn.options import ReadOptions
from overtrick_pbn.read.auction import quick_auction, read_auction
from overtrick_pbn.read.file import reread
from overtrick_pbn.read.notes import Notes
from overtrick_pbn.read.play import quick_play, read_play
from overtrick_pbn.read.tables import fast_table, read_section
from overtrick_pbn.reader import read
from overtrick_pbn.text.annotations import (
    AUCTION,
    PLAY,
    Scan,
    SectionError,
    SectionRead,
    regular_slots,
)
from overtrick_pbn.text.cut import cut_canonical, cut_items
from overtrick_pbn.text.games import Splitter
from overtrick_pbn.text.syntax import Game, ItemKind
from overtrick_pbn.writer import write

SPEC = FormatSpec(
    name="pbn",
    summary="PBN",
    diagnostics="overtrick_pbn.diagnostics:CODES",
    read_options="overtrick_pbn.options:ReadOptions",
)

SUITS = "SHDC"
RANKS = "AKQJT98765432"
CALLS = ["Pass", "X", "XX", *(f"{n}{s}" for n in range(1, 8) for s in ("C", "D", "H", "S", "NT"))]
ODD_CALLS = ["P", "pass", "PASS", "Dbl", "1N", "AP", "ap", "all pass", "AC", "___", "-", "1Z", "3n"]
ANNOTATIONS = ["!", "?", "!!", "??", "!?", "?!", "=1=", "=2=", "=33=", "$1", "$25", "$255", "$256"]
COMMENTS = [
    "{a comment}",
    "; to the end of the line\n",
    "{two\nlines}",
    "{blank\n\nline}",
    '{[Event "no tag"]}',
    '; [Event "no tag"]\n',
    "{; %}",
    "\n% escape line\n",
    "\n%escape [x] {\n",
    '\n%Margins 1,2,3,4[Event "x"]\n',
    "\n%%!R 638A469538637A369538\n",
]
SPACES = [" ", " ", " ", "\n", "  ", "\t", "\r\n", " \n"]
VALUES = {
    "Event": [
        "Cup",
        "#",
        "##Cup",
        "##",
        "",
        "?",
        'a \\"q\\" b',
        "[x]",
        "a;b",
        "\\S {",
        "B\u00f6rn",
    ],
    "Site": ["Paris", "#", "?", ""],
    "Date": ["2020.01.01", "2020.??.??", "2023-07-28", "#"],
    "Board": ["1", "2", "07", "Example 1", "?", "", "#"],
    "West": ["W", "#", ""],
    "North": ["N", "Michael#23324", "?"],
    "Dealer": ["N", "E", "S", "W", "n", "?", "", "B", "#"],
    "Vulnerable": ["None", "NS", "EW", "All", "Both", "Love", "-", "none", "N-S ", "?", "", "x"],
    "Scoring": ["IMP", "MP;MP1", "", "#"],
    "Declarer": ["N", "E", "^S", "w", "?", "", "X"],
    "Contract": ["3NT", "4SX", "7CXX", "Pass", "pass", "3N", "4Hx", "NT", "?", "", "8C"],
    "Result": ["9", "NS 9", "EW 4 NS 9", "NS 9 EW 9", "^5", "?", "", "C-2", "14"],
    "Score": ["NS 420", "EW -300", "+550", "", "many"],
    "Room": ["Open", "Closed", "IMP"],
    "HomeTeam": ["A", "#"],
    "Hidden": ["WE", "WW"],
    "TimeControl": ["4/30", "x"],
    "BCFlags": ["1f", "zzz"],
    "DoubleDummyTricks": ["6953869538638a4637a3", "*" * 20, "**53869538638a4637a3", "zzz", "#"],
    "Ability": ["N:69538 E:638A4 S:69538 W:637A3", "N:69538", "zzz", ""],
    "HCP": ["N:7 E:13", "zzz"],
    "Minimax": ["4SW-420", "zzz"],
    "foo": ["lower"],
}
DEALS = [
    "N:Q953.85.J532.T42 2.Q7642.A8.AK763 AKJ4.KT9.K76.J98 T876.AJ3.QT94.Q5",
    "W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -",
    "E:... - - -",
    "N: A... K... Q...  J...",
    "N:A10... - - -",
    "S:SA.HK.DQ.CJ - - -",
    "N:A... A... - -",
    "",
    "?",
    "#",
    "x",
]
PIECES = [
    *'[]{};%"\\\n\r\t #$=!?^*+-:._<>/,',
    "\n\n",
    "\r\n\r\n",
    '"]',
    '[Event "x"]',
    "{",
    "}",
    "\n%",
]
PIECES += [
    '[Note "1:x"]',
    '[Play "W"]',
    '[Auction "N"]',
    "[Deal",
    "</PBN>",
    "<PBN>",
    "\x00",
    "\x1a",
]
PIECES += ["\u00e9", "\u2660", "=1=", "$300", "^R", "^S", "AP", "=" * 5, "9" * 30, "\\" * 5]


def space(r):
    return r.choice(SPACES) if r.random() < 0.3 else " "


def tag(r, name, value):
    if r.random() < 0.9:
        return f'[{name} "{value}"]'
    gap = [r.choice(["", " ", "\n", "\t"]) for _ in range(4)]
    return f'[{gap[0]}{name}{gap[1]}"{value}"{gap[2]}]{gap[3]}'


def annotated(r, word, wild):
    text = word
    while r.random() < 0.25:
        glue = "" if r.random() < 0.3 else space(r)
        text += glue + r.choice(ANNOTATIONS if wild else ANNOTATIONS[:-1])
    if r.random() < 0.1:
        text += space(r) + r.choice(COMMENTS)
    return text


def auction(r, wild):
    words = ["-"] * r.choice([0, 0, 0, 1, 2, 3])
    for _ in range(r.randint(0, 12)):
        word = r.choice(ODD_CALLS) if wild and r.random() < 0.1 else r.choice(CALLS)
        if r.random() < 0.03:
            word = "^I " + r.choice(CALLS[3:] if not wild else CALLS)
        if r.random() < 0.03:
            word = "^S"
        words.append(annotated(r, word, wild))
    words.append(r.choice(["", "", "AP", "Pass Pass Pass", "*", "+", "+ $2", "*\n{end}"]))
    return "".join(word + space(r) for word in words)


def play(r, wild):
    words = []
    for _ in range(r.choice([0, 1, 3, 4, 8, 13, 52, 52, 53 if wild else 52])):
        word = r.choice(SUITS) + r.choice(RANKS)
        if r.random() < 0.1:
            word = "-"
        if wild and r.random() < 0.03:
            word = r.choice(
                [
                    "s" + r.choice(RANKS).lower(),
                    "s" + r.choice(RANKS),
                    "S10",
                    "S1",
                    "KT",
                    "+",
                    "-",
                    "*",
                ]
            )
        if r.random() < 0.03:
            word = r.choice(["^R ", "^L "]) + word
        words.append(annotated(r, word, wild))
    words.append(r.choice(["", "", "*", "+", "* {end}", "+ - - CQ"]))
    return "".join(word + space(r) for word in words)


def table(r, wild):
    header = r.choice(
        [
            "Declarer;Denomination\\2R;Result\\2R",
            "-Rank\\3R;Names;+Score_NS",
            "Rank",
            "Declarer Suit Tricks",
            ";",
            "",
        ]
        if wild
        else ["Declarer;Denomination\\2R;Result\\2R", "-Rank\\3R;Names;+Score_NS"]
    )
    cells = [
        r.choice(["1", "NT", "S", "-", "?", "12", '"A B"', '"x\\"y"', "^40", "a\u00e9", "5%"])
        for _ in range(r.choice([0, 3, 6, 9, 7 if wild else 3]))
    ]
    name = r.choice(["OptimumResultTable", "ScoreTable", "MyTable", "Lesson"])
    return f'[{name} "{header}"]\n' + "".join(cell + space(r) for cell in cells)


def random_game(r, *, wild=True):
    """Return the text of a game, by the standard and, if it is wild, against it as well."""
    parts = []
    if r.random() < 0.2:
        parts.append(r.choice(COMMENTS))
    names = [name for name in VALUES if r.random() < 0.5]
    if r.random() < 0.3:
        r.shuffle(names)
    for name in names:
        choices = VALUES[name] if wild else VALUES[name][:2]
        parts.append(tag(r, name, r.choice(choices)))
        if r.random() < 0.05:
            parts.append(r.choice(COMMENTS))
        parts.append(r.choice(["\n", "\n", "\n", "\r\n", " "]))
    if r.random() < 0.8:
        parts.append(tag(r, "Deal", r.choice(DEALS if wild else DEALS[:2])) + "\n")
    if r.random() < 0.8:
        parts.append(tag(r, "Auction", r.choice("NESW" if not wild else "NESWn?")))
        parts.append(space(r) + auction(r, wild) + "\n")
        parts += [f'[Note "{n}:{r.choice(["x", "", " y"])}"]\n' for n in (1, 2) if r.random() < 0.7]
    if r.random() < 0.6:
        parts.append(tag(r, "Play", r.choice("NESW" if not wild else "NESWn?")))
        parts.append(space(r) + play(r, wild) + "\n")
        parts += [f'[Note "{n}:{r.choice(["x", "z"])}"]\n' for n in (1, 2) if r.random() < 0.5]
    if r.random() < 0.5:
        parts.append(table(r, wild) + "\n")
    return "".join(parts)


def mutate(r, text):
    """Return a text with a few random changes."""
    for _ in range(r.choice([1, 1, 2, 3, 8])):
        at = r.randint(0, len(text))
        kind = r.randint(0, 6)
        if kind <= 2:
            text = text[:at] + r.choice(PIECES) + text[at:]
        elif kind == 3:
            text = text[:at] + text[at + r.choice([1, 1, 2, 10]) :]
        elif kind == 4:
            end = min(len(text), at + r.randint(1, 40))
            text = text[:end] + text[at:end] + text[end:]
        elif kind == 5:
            text = (
                text[: at + 1]
                if r.random() < 0.2
                else text[:at] + text[at:].swapcase()[:3] + text[at + 3 :]
            )
        else:
            text = text.replace("\n", r.choice(["\r\n", "\r", "\n\n"]), r.choice([1, 3, -1]))
    return text


def silent(code, index, **values):
    """Take a finding and forget it."""


def fine(way, *arguments):
    """Return what the reference gives, `None` where it finds an error."""
    found = SectionRead()
    try:
        result = way(*arguments, found, silent)
    except SectionError:
        return None
    return None if result is None else (result, found.comments, found.escapes, found.used)


def check_paths(text):
    """Assert that all ways of reading a game's text agree."""
    game = Game(text)
    assert "".join(item.text for item in game.items) == text
    cut = cut_items(text)
    quick = cut_canonical(text)
    assert quick is None or said_by(quick) == said_by(cut)
    tags = [item for item in game.items if item.kind in {ItemKind.TAG, ItemKind.BROKEN}]
    assert [tag.name for tag in tags] == cut.names
    assert [tag.start for tag in tags] == [cut.start(i) for i in range(len(cut.names))]
    assert [t.value for t in tags if t.kind is ItemKind.TAG] == [
        value for i, value in enumerate(cut.values) if cut.faults.get(i) != "PBN307"
    ]
    notes = {"Auction": Notes(), "Play": Notes()}
    current = ""
    for position, name in enumerate(cut.names):
        current = name if name in notes else current
        if name == "Note" and current:
            notes[current].add(cut.values[position], position, silent_note)
    for name, value, body in zip(cut.names, cut.values, cut.bodies, strict=True):
        if name == "Auction":
            check_auction(body, notes[name].texts)
        elif name == "Play":
            check_play(body, notes[name].texts)
        elif name.endswith("Table") and name != "Table":
            check_table(name, value, body)


def check_ways(data, *, checking=False):
    """Assert that the quick way and the grammar read a file alike: boards, findings, places."""
    found = []
    for way in ("auto", "grammar"):
        options = ReadOptions(parser=way)
        ctx = ReadContext(SPEC, errors="collect", checking=checking, options=options)
        boards, refused = [], ""
        try:
            boards = list(read(io.BytesIO(data), ctx))
        except FormatError as error:
            refused = str(error)
        extras = [list(board.extras.items()) for board in boards]
        places = [board.origin for board in boards]
        said = [(item.to_dict(), item.part) for item in ctx.diagnostics]
        found.append((boards, extras, places, said, refused))
    assert found[0] == found[1], data


def silent_note(code, position, **values):
    """Take a finding and forget it."""


def check_places(body, rules):
    """Assert that the places of a regular section are the grammar's; return whether it is one."""
    slots = regular_slots(body, rules, 7)
    if slots is not None:
        found = Scan(body, rules)
        assert slots == found.slots(7), body
        assert found.fault is None, body
    return slots is not None


def check_auction(body, texts):
    check_places(body, AUCTION)
    quick = partial(quick_auction, Seat.NORTH, body, texts)
    return check_section(quick, body, partial(read_auction, Seat.NORTH, body, texts))


def check_play(body, texts):
    check_places(body, PLAY)
    quick = partial(quick_play, Seat.WEST, body, texts)
    return check_section(quick, body, partial(read_play, Seat.WEST, body, texts))


def said_by(cut):
    """Return what a cut says, positions included."""
    count = range(len(cut.names))
    places = [(cut.start(position), cut.body_start(position)) for position in count]
    rest = cut.prefix, cut.faults, cut.inside, cut.filled, cut.tail
    return cut.names, cut.values, cut.bodies, places, rest


def check_section(quick, body, scan):
    """Assert that what was read by look-up is what the scanner gives; return whether there is."""
    read, reference, odd, told = SectionRead(), SectionRead(), [], []
    fast = quick(read, lambda code, index, **values: odd.append((code, index, values["text"])))

    def say(code, index, **values):
        if code not in {known for known, _, _ in told}:
            told.append((code, index, values.get("text")))

    try:
        scanned = scan(reference, say)
    except SectionError:
        scanned = None
    if fast is None:
        assert not odd, body
    else:
        assert fast == scanned, body
        assert read.comments == reference.comments, body
        assert read.used == reference.used, body
        assert (read.escapes, read.rest) == (reference.escapes, reference.rest), body
        # At most one of each code is told, and a message may show more than it needs.
        assert [(c, i) for c, i, _ in odd] == [(c, i) for c, i, _ in told], body
        assert all(b is None or a == b for (*_, a), (*_, b) in zip(odd, told, strict=True))
    return fast is not None


def check_table(name, value, body):
    fast = fast_table(name, value, body)
    reference = fine(read_section, name, value, body)
    assert fast is None or (fast, [], [], []) == reference, (value, body)


def check_reader(data):
    """Assert that bytes end in boards or typed errors, and that nothing of them is lost."""
    ctx = ReadContext(SPEC, errors="collect")
    boards = list(read(io.BytesIO(data), ctx))
    texts = [board.source.text for board in boards]
    encodings = [dict(board.source.context).get("%encoding", "utf-8") for board in boards]
    whole = b"\xef\xbb\xbf" if ctx.header.get("pbn:bom") else b""
    whole += ctx.header["pbn:preamble"].encode(ctx.header["pbn:encoding"])
    whole += b"".join(text.encode(name) for text, name in zip(texts, encodings, strict=True))
    if "pbn:doubled" in ctx.header:
        whole = whole.replace(b"\r\n", b"\r\r\n")
    assert whole == data
    size = len(data)
    lines = 1 + data.count(b"\n") + data.count(b"\r")
    for found in ctx.diagnostics:
        assert found.location.offset is None or 0 <= found.location.offset <= size
        assert found.location.line is None or 1 <= found.location.line <= lines
    for board in boards:
        assert reread(board.source) == board
    strict = ReadContext(SPEC, errors="raise")
    try:
        count = sum(1 for _ in read(io.BytesIO(data), strict))
    except FormatError:
        assert ctx.diagnostics.has_errors
    else:
        assert count == len(boards)
        assert not ctx.diagnostics.has_errors
    return boards


# What the linter says of an export, and the code by which the writer owned up to it.
OWNED = {
    "PBN203": "PBN909", "PBN206": "PBN901", "PBN312": "PBN911", "PBN513": "PBN908",
    "PBN661": "PBN910", "PBN662": "PBN904", "PBN671": "PBN903", "PBN672": "PBN907",
}  # fmt: skip
# What follows from a value that could not be read, or from what the loss report names.
NOT_FILLED = {"PBN318", "PBN320", "PBN321", "PBN398"}
LEADER = "the Play tag names the opening leader"


def export_of(boards):
    """Return the export of what was read, with its diagnostics and losses."""
    sink = io.BytesIO()
    ctx = WriteContext(SPEC, header=boards.header)
    write(boards, sink, ctx)
    return sink.getvalue(), [item.code for item in ctx.diagnostics], ctx.losses.report()


def undeserved(data):
    """Return what `check` finds in the export of a file that the file itself does not deserve.

    A finding is deserved if the file has one of the same code, or if the writer told that it could
    not do better.
    """
    try:
        boards = overtrick.read(io.BytesIO(data), format="pbn", errors="collect", check=True)
    except OvertrickError:
        return []
    text, codes, losses = export_of(boards)
    deserved = {item.code for item in boards.diagnostics}
    deserved |= {code for code, owner in OWNED.items() if owner in codes}
    if "PBN506" in deserved:
        # One fault is told once: of a cell that needs quotes nothing else is said.
        deserved |= {"PBN511", "LAW313"}
    # PBN370: an auction that is read in part.
    if any(item.is_error or item.code == "PBN370" for item in boards.diagnostics):
        deserved |= NOT_FILLED
    if any(loss.kind == "defaulted" and loss.field == "dealer" for loss in losses):
        deserved.add("LAW310")
    if "PBN506" in deserved:
        # Of a cell that is no section element nothing else is said.
        deserved.add("PBN511")
    # From a part that is in doubt nothing is concluded, nor from one that was changed.
    is_free = any(loss.reason.startswith(LEADER) for loss in losses) or any(
        entry.doubts for item in boards.diagnostics if (entry := CODES.get(item.code)) is not None
    )
    again = overtrick.read(io.BytesIO(text), format="pbn", errors="collect", check=True)
    found = [
        str(item)
        for item in again.diagnostics
        if item.code not in deserved and not (is_free and item.code.startswith("LAW"))
    ]
    if export_of(again)[0] != text:
        found.append("the export of the export is another one")
    return found


def fixed(data):
    """Return what `check --fix` makes of a file, and the codes of what it did."""
    sink = io.BytesIO()
    ctx = ReadContext(SPEC, errors="collect", checking=True)
    done = [item.code for item in fix(io.BytesIO(data), sink, ctx)]
    return sink.getvalue(), done


# Findings of lines and blanks, which go where anything of the line is written anew.
LAYOUT = {"PBN213", "PBN651", "PBN653", "PBN672"}
# Other findings that go or come with a fix which is not theirs, by the code of the fix.
GOES_WITH = {
    # Data on the line of a tag come to begin a line.
    "PBN769": {"PBN663", "PBN668"},
    "PBN768": {"PBN320", "PBN321"},
    "PBN785": {"PBN320", "LAW310"},
    # A tab behind an annotation becomes the blank that belongs there.
    "PBN772": {"PBN666"},
    "PBN786": {"PBN663", "PBN665", "PBN666", "PBN669", "PBN813"},
    "PBN787": {"PBN665", "PBN666", "PBN668", "PBN669", "PBN813"},
    # An element that is written as it should be is looked at.
    "PBN783": {"PBN511", "PBN672", "LAW313"},
    "PBN789": {"PBN405"},
    # Of a play whose rows are turned the laws say nothing.
    "PBN790": {f"LAW{number}" for number in (*range(201, 209), 304, 305)},
}


def unnamed_changes(data):
    """Return what `check --fix` changes in a file without naming it, as lines of text.

    Looked at are bytes, boards, and the findings of `check` before and after. A second run has
    nothing to do.
    """
    once, done = fixed(data)
    twice, more = fixed(once)
    said = [] if twice == once and not more else [f"the second run does more: {more}"]
    if (once != data) != bool(done):
        said.append("bytes without a fix, or a fix without bytes")
    if once == data:
        return said
    before, after = (
        overtrick.read(io.BytesIO(text), format="pbn", errors="collect", check=True)
        for text in (data, once)
    )
    if len(before) != len(after):
        return [*said, f"{len(before)} boards become {len(after)}"]
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        one, other = in_any_order(old), in_any_order(new)
        said += [f"board {number}: {name}" for name in one if one[name] != other[name]]
    codes, left = (Counter(item.code for item in read.diagnostics) for read in (before, after))
    may_go = set().union(*(GOES_WITH.get(code, ()) for code in done))
    said += [
        f"{code}: {codes[code]} become {left[code]}"
        for code in codes | left
        if codes[code] != left[code]
        and code not in may_go
        and (codes[code] < left[code] or not (code in LAYOUT or FIXES.get(code) in done))
    ]
    return said


HEADS = (
    "% PBN 2.1\n", "% PBN 2.1\n% EXPORT\n", "% PBN 2.1\r\n% EXPORT\r\n", "% EXPORT\n", ""
)  # fmt: skip


def random_file(r):
    """Return a file of a few generated games, often with some changes."""
    games = [random_game(r, wild=r.random() < 0.5) for _ in range(r.choice([1, 1, 2, 3]))]
    text = r.choice(HEADS) + "\n".join(games)
    if r.random() < 0.5:
        text = mutate(r, text)
    return text.encode(r.choice(["utf-8", "iso-8859-1"]), "replace")


def split_texts(data):
    """Return the texts of the games of a file."""
    return [game.text for game in Splitter(io.BytesIO(data)).games()]


__all__ = [
    "check_paths",
    "check_reader",
    "check_ways",
    "export_of",
    "fixed",
    "mutate",
    "random_file",
    "random_game",
    "split_texts",
    "undeserved",
    "unnamed_changes",
]

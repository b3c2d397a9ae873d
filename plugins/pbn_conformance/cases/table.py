"""What a case is, and the few words in which the cases are written.

A valid case is a text and the boards that the standard makes of it. An invalid case is a text in
which every fault is marked where it stands: `@PBN331@` before it, or `@PBN331:3.4.3@` where the
broken clause is not the case's own, `@PBN331:3.2|3.3@` where either will do. `@~PBN813@` marks what
a checker may say in a note of a file that is allowed. The marks are taken out of the file and give
the lines. Every case quotes the sentence of the standard that it follows from: in its own words
here, or by `quotes.py`.

Unless a case has its own bytes or header, its file begins with the line `% PBN 2.1`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

HEADER = "% PBN 2.1\n"
EXPORT_HEADER = "% PBN 2.1\n% EXPORT\n"

ANY_CODE = "PBN000"
"""In a mark: our code for the fault is of no matter."""

_MARK = re.compile(r"@(~?)((?:PBN|LAW)\d{3})(?::([\d.|]+))?@")

DEAL = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
"""A deal in which South plays 3NT and West leads a spade."""

MANDATORY = {
    "Event": "", "Site": "", "Date": "", "Board": "1", "West": "", "North": "", "East": "",
    "South": "", "Dealer": "N", "Vulnerable": "None", "Deal": DEAL, "Scoring": "",
    "Declarer": "S", "Contract": "3NT", "Result": "7",
}  # fmt: skip

MANDATORY_BOARD: Json = {
    "event": "", "site": "", "date": "", "board": 1,
    "players": {"N": "", "E": "", "S": "", "W": ""},
    "dealer": "N", "vulnerable": "None", "deal": DEAL, "scoring": "",
    "declarer": "S", "contract": "3NT", "result": 7,
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Problem:
    """One place of which a checker must speak, or may: the line, our code, the clauses."""

    line: int
    code: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Case:
    """One file of the suite with what is expected of it.

    A file has one fault, unless `several` says why it has more. `boards` is `None` where a file has
    no agreed meaning. `export` and `fix` are the outputs that
    are right, one or more.
    """

    part: str
    clause: str
    name: str
    says: str
    data: bytes
    quote: str = ""
    boards: tuple[Json, ...] | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    suffix: str = ".pbn"
    export: tuple[bytes, ...] = ()
    fix: tuple[bytes, ...] = ()
    by_practice: bool = False
    boards_by_practice: bool = False
    also: tuple[str, ...] = ()
    several: str = ""

    @property
    def stem(self) -> str:
        """The file's name without its suffix, with its folder."""
        return f"{self.part}/{self.clause}-{self.name}"

    @property
    def tasks(self) -> tuple[str, ...]:
        """What a program is asked to do with the file."""
        own = ("export",) if self.export else ("fix",) if self.fix else ("read",)
        return (*own, *self.also)


@dataclass
class Table:
    """The cases of one chapter, in order."""

    cases: list[Case] = field(default_factory=list)

    def valid(
        self, clause: str, name: str, says: str, text: str, *boards: Json,
        header: str = HEADER, newline: str = "\n", encoding: str = "iso8859-1",
        suffix: str = ".pbn", quote: str = "", part: str = "valid", round_trip: bool = True,
    ) -> None:  # fmt: skip
        """Add a file that the standard allows, with the boards that it holds."""
        content, faults, notes = _unmark(header + text, clause)
        if faults and part != "practice":
            msg = f"{clause}-{name} is valid and has a fault"
            raise ValueError(msg)
        data = content.replace("\n", newline).encode(encoding)
        # A practice without boards is about its faults alone.
        known = None if part == "practice" and not boards else boards
        also = ("roundtrip",) if boards and round_trip and part != "practice" else ()
        self.cases.append(
            Case(part=part, clause=clause, name=name, says=says, data=data, boards=known,
                 notes=tuple(notes), problems=tuple(faults), suffix=suffix, quote=quote, also=also)
        )  # fmt: skip

    def invalid(
        self, clause: str, name: str, says: str, text: str, *boards: Json,
        header: str = HEADER, newline: str = "\n", encoding: str = "iso8859-1",
        prefix: bytes = b"", suffix: str = ".pbn", quote: str = "", part: str = "invalid",
        several: str = "",
    ) -> None:  # fmt: skip
        """Add a file that breaks a rule, its fault marked, with what is plainly meant.

        `several` says why there is more than one fault in it.
        """
        content, problems, notes = _unmark(header + text, clause)
        if not problems:
            msg = f"{clause}-{name} has no mark"
            raise ValueError(msg)
        if (len(problems) > 1) != bool(several):
            msg = f"{clause}-{name}: a file has one fault, or says why it has several"
            raise ValueError(msg)
        data = prefix + content.replace("\n", newline).encode(encoding)
        # What breaks a rule of export format alone has a meaning: that of the import format.
        is_export = "% EXPORT" in header
        self.cases.append(
            Case(part=part, clause=clause, name=name, says=says, data=data, boards=boards or None,
                 problems=tuple(problems), notes=tuple(notes), suffix=suffix, quote=quote,
                 boards_by_practice=bool(boards) and not is_export, several=several)
        )  # fmt: skip

    def practice(
        self, clause: str, name: str, says: str, text: str, *boards: Json, quote: str,
        header: str = HEADER,
    ) -> None:  # fmt: skip
        """Add a file that follows a habit of programs; the quote is what the standard says."""
        self.valid(clause, name, says, text, *boards, header=header, quote=quote, part="practice")

    def breaks_export(
        self, name: str, clause: str, says: str, body: str, board: Json | None = None,
    ) -> None:  # fmt: skip
        """Add a file that says it is in export format and breaks a rule behind its tags."""
        boards = () if board is None else (export_board(**board),)
        self.invalid(
            clause, name, says, export_game(body), *boards, header=EXPORT_HEADER, newline="\r\n"
        )

    def exports(
        self, clause: str, name: str, says: str, quote: str, text: str, *outputs: str,
        header: str = HEADER, suffix: str = ".pbn",
    ) -> None:  # fmt: skip
        """Add a file with its export, as text with LF; more than one where either is right."""
        content, _, _ = _unmark(header + text, clause)
        self.cases.append(
            Case(part="export", clause=clause, name=name, says=says, quote=quote, suffix=suffix,
                 data=content.encode("iso8859-1"),
                 export=tuple(_export_bytes(one) for one in outputs))
        )  # fmt: skip

    def fixes(
        self, clause: str, name: str, says: str, quote: str, text: str, *outputs: str,
        header: str = HEADER, newline: str = "\n", by_practice: bool = False,
    ) -> None:  # fmt: skip
        """Add a file that has one right answer, with the file fixed: its other bytes stay."""

        def data(one: str) -> bytes:
            return (header + one).replace("\n", newline).encode("iso8859-1")

        self.cases.append(
            Case(part="fix", clause=clause, name=name, says=says, quote=quote, data=data(text),
                 fix=tuple(data(one) for one in outputs), by_practice=by_practice)
        )  # fmt: skip


def _export_bytes(text: str) -> bytes:
    return (EXPORT_HEADER + text).replace("\n", "\r\n").encode("iso8859-1")


def _unmark(text: str, clause: str) -> tuple[str, list[Problem], list[Problem]]:
    problems: list[Problem] = []
    notes: list[Problem] = []
    pieces: list[str] = []
    done = 0
    for match in _MARK.finditer(text):
        pieces.append(text[done : match.start()])
        done = match.end()
        line = 1 + len(re.findall(r"\r\n?|\n", "".join(pieces)))
        is_note, code, other = match.groups()
        clauses = tuple((other or clause).split("|"))
        (notes if is_note else problems).append(Problem(line=line, code=code, clauses=clauses))
    pieces.append(text[done:])
    return "".join(pieces), problems, notes


def export_game(after: str = "", **tags: str) -> str:
    """Return a game with all mandatory tags; `after` stands behind them."""
    values = {**MANDATORY, **tags}
    return "".join(f'[{name} "{value}"]\n' for name, value in values.items()) + after


def export_board(**changes: object) -> Json:
    """Return the board of `export_game`, with some of its keys changed."""
    return {**MANDATORY_BOARD, **changes}


def auction(calls: str, ending: str = "complete", dealer: str = "N", **about: object) -> Json:
    """Return the auction of calls divided by blanks; `.` is a player who was skipped."""
    words: list[str | None] = [None if word == "." else word for word in calls.split()]
    return {"dealer": dealer, "calls": words, "ending": ending, **about}


def play(*rows: str, leader: str = "W", ending: str = "unknown", **about: object) -> Json:
    """Return the play of rows of four cards; `-` is a card that is not given."""
    tricks = [[None if word == "-" else word for word in row.split()] for row in rows]
    return {"leader": leader, "tricks": tricks, "ending": ending, **about}


PLAYED = f'[Dealer "N"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "3NT"]\n'
"""The tags that a play needs before it."""


def played(**changes: object) -> Json:
    """Return the board of `PLAYED` with more keys."""
    return {"dealer": "N", "deal": DEAL, "declarer": "S", "contract": "3NT", **changes}


CALLED = '[Dealer "N"]\n[Auction "N"]\n'
"""The tags that an auction of the dealer North begins with."""


def called(calls: str, ending: str = "complete", /, **about: object) -> Json:
    """Return the board of `CALLED` with its calls."""
    return {"dealer": "N", "auction": auction(calls, ending, **about)}


def extras(**tags: str) -> Json:
    """Return the extras of supplemental tags."""
    return {"extras": {f"pbn:{name}": value for name, value in tags.items()}}


BID = "Pass Pass 1NT Pass 3NT Pass Pass Pass"
"""An auction that comes to the contract of `export_game`."""

BODY = '[Auction "N"]\nPass Pass 1NT Pass\n3NT Pass Pass Pass\n'
"""The same as a section."""

TRICK = "S6 SQ S2 S4"
"""The first trick of `PLAYED`, the lead first."""

RANKS = "AKQJT98765432"

SUITS = f"N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}"
"""A deal in which each player holds a whole suit."""


def grid(name: str, columns: str, *rows: str, layout: list[Json] | None = None) -> Json:
    """Return the grids of one table; blanks divide cells, `_` is a blank inside one."""
    table: Json = {"columns": columns.split(";") if columns else []}
    if layout is not None:
        table["layout"] = layout
    table["rows"] = [[cell.replace("_", " ") for cell in row.split()] for row in rows]
    return {"grids": {name: table}}

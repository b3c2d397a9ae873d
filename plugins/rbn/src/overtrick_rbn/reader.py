"""Read RBN, Richard's Bridge Notation (Richard Pavlicek, versions 2 and 3).

Lines of a label of one character, a blank, and data; an empty line ends a record. The first ten
labels (T D L E S F K N B H) repeat from the record before where they are not stated, the last six
(A C P R I M) never do. Text in braces may stand between the lines. Line ends are LF or CRLF.

Source: RBN, article 7A12, as far as it could be read; one real file (observed).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from overtrick import (
    NO_INFO,
    Auction,
    Board,
    CallError,
    CardError,
    Contract,
    Deal,
    DealError,
    Extras,
    ExtraValue,
    Info,
    Location,
    Play,
    Result,
    Seat,
    Vulnerability,
)
from overtrick.plugin import ReadContext
from overtrick_rbn.values import (
    SCORING,
    parse_auction,
    parse_contract,
    parse_hands,
    parse_play,
)

_REPEATING: Final = frozenset("TDLESFKNBH")
_SINGLE: Final = frozenset("ACPRIM")
_DIGITS: Final = frozenset("0123456789")
_LABELS: Final = _REPEATING | _SINGLE | _DIGITS

# The labels that are kept as text, with the names of their extras.
_KEPT: Final = {"T": "rbn:title", "S": "rbn:session", "I": "rbn:items", "M": "rbn:makes"}

Record = dict[str, tuple[str, int]]
"""The data and line number of each label."""


def read(source: BinaryIO, ctx: ReadContext) -> Iterator[Board]:
    """Yield a board for each record with hands or other data of a game."""
    repeated: Record = {}
    for record, comments, line in _records(ctx.lines(source), ctx):
        repeated |= {label: item for label, item in record.items() if label in _REPEATING}
        if record.keys() & {"B", "H", "A", "C", "P", "R"}:
            yield _board(repeated | record, comments, line, ctx)


def _records(
    lines: Iterator[tuple[int, str]], ctx: ReadContext
) -> Iterator[tuple[Record, list[str], int]]:
    record: Record = {}
    comments: list[str] = []
    open_comment: list[str] | None = None
    start = number = 0
    for number, line in lines:  # the last number is used below
        if open_comment is not None or line.startswith("{"):
            text = line[1:] if open_comment is None else line
            body, brace, _ = text.partition("}")
            open_comment = [] if open_comment is None else open_comment
            open_comment.append(body)
            if brace:
                comments.append("\n".join(open_comment))
                open_comment = None
        elif not line.strip():
            if record:
                yield record, comments, start
            record, comments, start = {}, [], 0
        elif line[0] in _LABELS and line[1:2] in {" ", ""}:
            start = start or number
            if line[0] in record:
                ctx.issue("RBN002", line=number, label=line[0])
            else:
                record[line[0]] = (line[2:].strip(), number)
        else:
            ctx.issue("RBN001", line=number, found=line[:40])
    if open_comment is not None:
        ctx.issue("RBN003", line=number)
        comments.append("\n".join(open_comment))
    if record:
        yield record, comments, start


def _board(record: Record, comments: list[str], line: int, ctx: ReadContext) -> Board:
    reader = _Record(record, ctx)
    number = reader.number()
    deal = reader.deal()
    dealer, vulnerability, auction = reader.auction()
    contract = reader.contract()
    result = reader.result()
    play = reader.play(deal, contract)
    extras: dict[str, ExtraValue] = dict(reader.kept)
    if comments:
        extras["rbn:comments"] = tuple(comments)
    return Board(
        number=number,
        dealer=dealer,
        vulnerability=vulnerability,
        deal=deal,
        scoring=reader.scoring(),
        contract=contract,
        result=result,
        auction=auction,
        play=play,
        info=reader.info(),
        extras=Extras(extras),
        origin=Location(path=ctx.path, line=line, board=number),
    )


class _Record:
    """The labels of one record, and the ones kept as text."""

    def __init__(self, record: Record, ctx: ReadContext) -> None:
        self._record = record
        self._ctx = ctx
        self.kept: dict[str, ExtraValue] = {}
        for label, (text, _) in record.items():
            if text and (label in _KEPT or label in _DIGITS):
                self.kept[_KEPT.get(label, f"rbn:{label}")] = text

    def _text(self, label: str) -> str:
        return self._record.get(label, ("", 0))[0]

    def _keep(self, label: str, name: str) -> None:
        text, line = self._record[label]
        self._ctx.issue("RBN011", line=line, label=label, found=text[:40])
        self.kept[f"rbn:{name}"] = text

    def number(self) -> int | None:
        """Return the board number."""
        text = self._text("B")
        if text.isascii() and text.isdigit() and len(text) < 9:
            return int(text)
        if text:
            self._keep("B", "board")
        return None

    def scoring(self) -> str | None:
        """Return the scoring in PBN's term if it is known, else its letter."""
        text = self._text("F")
        return SCORING.get(text, text) or None

    def deal(self) -> Deal | None:
        """Return the hands."""
        text, line = self._record.get("H", ("", 0))
        if not text:
            return None
        try:
            return parse_hands(text)
        except (CardError, DealError) as error:
            self._ctx.issue("RBN010", line=line, error=error)
            return None

    def auction(self) -> tuple[Seat | None, Vulnerability | None, Auction | None]:
        """Return dealer, vulnerability and calls."""
        text, line = self._record.get("A", ("", 0))
        try:
            return parse_auction(text)
        except CallError as error:
            self._ctx.issue("RBN020", line=line, error=error)
            return None, None, None

    def contract(self) -> Contract | None:
        """Return the contract."""
        text, line = self._record.get("C", ("", 0))
        if not text:
            return None
        try:
            return parse_contract(text)
        except CallError as error:
            self._ctx.issue("RBN021", line=line, error=error)
            return None

    def result(self) -> Result | None:
        """Return declarer's tricks, the leading number of the label; the rest is kept.

        Source: observed; that the score follows without a mark between is seen in one file.
        """
        text = self._text("R")
        if not text:
            return None
        self.kept["rbn:result"] = text
        match = re.match(r"(1[0-3]|\d)(?=[-+]|:|$)", text)
        if match is None:
            self._keep("R", "result")
            return None
        return Result(tricks=int(match[1]))

    def play(self, deal: Deal | None, contract: Contract | None) -> Play | None:
        """Return the play, led by declarer's left-hand opponent."""
        text, line = self._record.get("P", ("", 0))
        if not text:
            return None
        declarer = None if contract is None else contract.declarer
        if deal is None or contract is None or contract.strain is None or declarer is None:
            error = "it needs the hands and the contract with its declarer"
            self._ctx.issue("RBN030", line=line, error=error)
            return None
        try:
            return parse_play(text, deal, contract.strain, declarer.next)
        except CardError as error:
            self._ctx.issue("RBN030", line=line, error=error)
            return None

    def info(self) -> Info:
        """Return date, place, event, teams and names.

        Source: observed; names are North+South, then West+East.
        """
        date = re.fullmatch(r"(\d{4})(\d\d)(\d\d)", self._text("D"))
        if date is None and self._text("D"):
            self._keep("D", "date")
        pairs = [pair.partition("+") for pair in (*self._text("N").split(":"), "", "")]
        (north, _, south), (west, _, east) = pairs[:2]
        home, _, visit = self._text("K").partition(":")
        info = Info(
            event=self._text("E") or None,
            site=self._text("L") or None,
            date=None if date is None else ".".join(date.groups()),
            players=(north or None, east or None, south or None, west or None),
            teams=(home or None, visit or None),
        )
        return NO_INFO if info == NO_INFO else info

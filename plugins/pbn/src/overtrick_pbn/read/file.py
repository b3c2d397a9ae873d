"""From a file to its boards: header, games, and where two games stand without a line between.

Source: PBN 2.1 §2.4, §3, §6; observed files of some twenty programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol

import attrs

from overtrick import Board, Extras, ExtraValue, Fix, Source
from overtrick.plugin import wide_encoding
from overtrick_pbn.options import ReadOptions
from overtrick_pbn.read.board import Builder, fields_of
from overtrick_pbn.read.findings import Findings, silent
from overtrick_pbn.read.inheritance import Inheritance
from overtrick_pbn.read.values import MAX_DIGITS
from overtrick_pbn.read.wants import Wants
from overtrick_pbn.standard.tags import GAME_STARTS
from overtrick_pbn.text.cut import Cut, cut_game
from overtrick_pbn.text.encoding import UTF_8, decode
from overtrick_pbn.text.games import MAX_GAME, Resumed, Splitter, line_ends
from overtrick_pbn.text.parts import stretch
from overtrick_pbn.text.scanners import EXPORT, ITEM, LINE_END, ONE_TAG, VERSION
from overtrick_pbn.text.syntax import CLOSE, OPEN, Game, Position, delimiters

if TYPE_CHECKING:
    from overtrick.plugin import Part, ReadContext


DOUBLED: Final = "pbn:doubled"
"""The header's mark of a file whose lines end with CR CR LF; they are read as CR LF."""

UNCLOSED: Final = "%unclosed"
"""The mark in the source of a board behind which no `</PBN>` follows."""

_ENDS_ONCE: Final = Fix(summary="end each line with CR and LF", edits=())
_WITHOUT_MARK: Final = Fix(summary="take the byte order mark away", edits=())


class Inspector(Protocol):
    """Looks at what the reader has read, for `overtrick check`."""

    def header(self, header: Extras) -> None:
        """Check what a file says of itself, before its first game."""

    def game(self, game: Game, board: Board, findings: Findings, declared: str | None) -> None:
        """Check a game beside the board that was made of it."""


def read_file(  # noqa: PLR0912, PLR0915  # parts of files, documents that embed PBN
    source: BinaryIO, ctx: ReadContext, inspector: Inspector | None = None
) -> Iterator[Board]:
    """Yield the boards of a PBN file in its order, holding two at most.

    Args:
        source: the file, opened in binary mode.
        ctx: what the caller wants and where findings go.
        inspector: looks at every game as well.

    Raises:
        TextEncodingError: the file is UTF-16 or UTF-32 (`PBN201`).
        ParseError: an error of `errors="raise"` mode (see `overtrick_pbn.read.codes`).
        InconsistentDataError: the same, for a deal that contradicts itself (`PBN336`).
    """
    portion = ctx.part
    before: Before | None = None
    if portion is None:
        splitter = Splitter(source)
    elif not portion.start:
        splitter = Splitter(stretch(source, 0, portion.end))
    else:
        before = Before.of(portion)
        splitter = _resume(source, ctx, portion, before.lines)
    head = splitter.head()
    if before is None and (wide := wide_encoding(head)) is not None:
        raise ctx.refuse("PBN201", offset=0, line=1, encoding=wide)
    builder = Builder(
        wants=Wants.of(ctx.wants),
        path=ctx.path,
        by_grammar=ctx.options(ReadOptions).parser == "grammar",
    )
    position = 0
    # The place of the last <PBN> that is not closed yet.
    opened: Position | None = None
    has_header = before is not None
    if portion is not None and before is not None and before.known is not None:
        position, before = before.hand_over(source, portion, builder.inheritance), None
    for whole in splitter.games():
        if not has_header:
            has_header = True
            _begin(splitter, whole.encoding, ctx, inspector)
            opened = _opened_before(splitter, ctx)
        if splitter.cuts:
            _say_cuts(splitter, ctx, whole.offset)
        if splitter.embedded:
            opened = _opened_in(whole, opened)
        cut = cut_game(whole.text)
        is_single = cut.plan.is_unique or _bounds(cut.names) is None
        if portion is not None and before is not None and (not is_single or looks_back(whole, cut)):
            position += before.hand_over(source, portion, builder.inheritance)
            before = None
        parts = ((whole, cut),) if is_single else games_of(whole)
        for game, part in parts:
            position += 1
            findings = Findings(ctx, game, part, position, waits=inspector is not None)
            if game.offset != whole.offset:
                findings("PBN301", 0)
            if CLOSE in game.text and not splitter.embedded:
                _say_strays(game, findings)
            board = builder.board(game, part, findings, position)
            if inspector is not None:
                inspector.game(game, board, findings, splitter.declared)
            if opened is not None and splitter.is_last:
                board = _unclosed(board)
            yield board
    if not has_header:
        _begin(splitter, None, ctx, inspector)
        opened = _opened_before(splitter, ctx)
    if opened is not None:
        ctx.issue("PBN601", line=opened.line, column=opened.column, offset=opened.offset,
                  end_line=opened.line, end_column=opened.column + len(OPEN))  # fmt: skip
    if splitter.cuts:
        _say_cuts(splitter, ctx, None)


def _say_cuts(splitter: Splitter, ctx: ReadContext, before: int | None) -> None:
    """Report the places at which a game was cut, as far as another game that is read now."""
    while splitter.cuts and (before is None or splitter.cuts[0] <= before):
        ctx.issue("PBN207", offset=splitter.cuts.pop(0), limit=MAX_GAME)


def _opened_before(splitter: Splitter, ctx: ReadContext) -> Position | None:
    """Return the place of the last `<PBN>` before the first game, if it is not closed there.

    A `</PBN>` without any is reported.
    """
    preamble = splitter.preamble
    if not splitter.embedded and CLOSE.encode() not in preamble:
        return None
    text, encoding = decode(preamble, splitter.declared)
    lead = Game(text, offset=3 * splitter.bom, encoding=encoding, is_doubled=splitter.is_doubled)
    if splitter.embedded:
        end = text.index(OPEN) + len(OPEN)
        return _opened_in(lead, lead.position(end - len(OPEN)), end)
    _say_strays(lead, Findings(ctx, lead, cut_game(""), 0))
    return None


def _opened_in(game: Game, before: Position | None, start: int = 0) -> Position | None:
    """Return the place of the last `<PBN>` that is not closed behind a game.

    Args:
        game: the game.
        before: the place before it.
        start: where the game's text begins.
    """
    for _, end in delimiters(game.text[start:]):
        before = None if end < 0 else game.position(start + end - len(OPEN))
    return before


def _say_strays(game: Game, findings: Findings) -> None:
    """Report each `</PBN>` in a file without `<PBN>`; it is an error where a tag is lost."""
    for start, end in delimiters(game.text):
        behind = game.text[start + len(CLOSE) : None if end < 0 else end]
        is_lost = ONE_TAG.search(behind) is not None
        findings("PBN602", start, end=start + len(CLOSE), error=is_lost)


def _unclosed(board: Board) -> Board:
    """Return the last board of a document that ends within its PBN text, marked as that."""
    source = board.source
    if source is None:
        return board
    context = (*source.context, (UNCLOSED, ""))
    return attrs.evolve(board, source=attrs.evolve(source, context=context))


def looks_back(game: Game, cut: Cut) -> bool:
    """Return whether a game takes values from those before it, or is called by its position."""
    if '"#' in game.text or "Board" not in cut.names:
        return True
    value = cut.values[cut.names.index("Board")]
    is_number = value.isdecimal() and value.isascii() and value[0] != "0"
    return not is_number or len(value) >= MAX_DIGITS


class Before:
    """What a part of a file takes from what stands before it.

    Attributes:
        lines: how many line ends stand there.
        count: how many boards; without meaning where `known` is `None`.
        known: what the games hand down; `None` where nobody has looked.
    """

    __slots__ = ("count", "known", "lines")

    def __init__(self, lines: int, count: int, known: Inheritance | None) -> None:
        self.lines = lines
        self.count = count
        self.known = known

    def to_state(self) -> tuple[tuple[str, str], ...]:
        """Return it as name and value pairs, which `of` reads."""
        pairs = [("lines", str(self.lines))]
        if self.known is not None:
            pairs.append(("count", str(self.count)))
            pairs += [(f"last {name}", value) for name, value in self.known.last.items()]
            pairs += [(f"all {name}", value) for name, value in self.known.standing.items()]
        return tuple(pairs)

    @classmethod
    def of(cls, part: Part) -> Before:
        """Return what a part of a file was told."""
        found = cls(0, 0, None)
        for name, value in part.state:
            kind, _, tag = name.partition(" ")
            if kind == "lines":
                found.lines = int(value)
            elif found.known is None:
                found.count, found.known = int(value), Inheritance()
            elif kind == "last":
                found.known.last[tag] = value
            else:
                found.known.standing[tag] = value
        return found

    def hand_over(self, source: BinaryIO, part: Part, inheritance: Inheritance) -> int:
        """Tell what the games before a part hand down; return how many boards they are."""
        if self.known is None:
            there = source.tell()
            self.known = Inheritance()
            self.count = hand_down(source, 0, part.start, self.known)
            source.seek(there)
        # What was read of the part since is nearer.
        inheritance.follow(self.known)
        return self.count


def hand_down(
    source: BinaryIO, start: int, end: int, known: Inheritance, declared: str | None = None
) -> int:
    """Follow what the games of a stretch of a file hand down; return how many boards they are.

    Args:
        source: the file, which can seek.
        start: where the stretch begins.
        end: where it ends.
        known: takes what is handed down.
        declared: the encoding that the file names, for a stretch that is not its beginning.
    """
    count = 0
    resumed = Resumed(1, start, declared) if start else None
    for whole in Splitter(stretch(source, start, end), resumed=resumed).games():
        for _, cut in games_of(whole):
            known.resolve(fields_of(cut)[0])
            count += 1
    return count


def _resume(source: BinaryIO, ctx: ReadContext, part: Part, lines: int) -> Splitter:
    """Return what reads a part; set the header, which is reported on with the first part."""
    head = Splitter(stretch(source, 0, None))
    first = next(head.games(), None)
    ctx.header = _header(head, None if first is None else first.encoding)
    resumed = Resumed(1 + lines, part.start, head.declared)
    return Splitter(stretch(source, part.start, part.end), resumed=resumed)


def reread(source: Source) -> Board:
    """Return the board of what a reader kept of it, silently and in full.

    Example:
        >>> reread(Source(format="pbn", text='[Board "7"]', context=(("Event", "Cup"),))).info.event
        'Cup'
    """
    context = [(name, value) for name, value in source.context if name[0] != "%"]
    encoding = dict(source.context).get("%encoding", UTF_8)
    game = Game(source.text, encoding=encoding)
    return Builder(Inheritance(context)).board(game, cut_game(game.text), silent)


def _begin(
    splitter: Splitter, encoding: str | None, ctx: ReadContext, inspector: Inspector | None
) -> None:
    """Set the header, and have it checked; the encoding is that of the first game."""
    header = ctx.header = _header(splitter, encoding)
    if splitter.bom:
        # The mark is no character of the decoded text.
        ctx.issue("PBN202", line=1, column=1, offset=0, end_line=1, end_column=1,
                  hint=_WITHOUT_MARK.summary, fix=_WITHOUT_MARK)  # fmt: skip
    if splitter.is_doubled:
        line = splitter.first_line
        column, offset = len(decode(line, splitter.declared)[0]) + 1, 3 * splitter.bom + len(line)
        ctx.issue("PBN215", line=1, column=column, offset=offset, end_line=1, end_column=column,
                  hint=_ENDS_ONCE.summary, fix=_ENDS_ONCE)  # fmt: skip
    if b"{" in splitter.preamble and not splitter.embedded:
        _say_unclosed(header.text("pbn:preamble", "") or "", ctx)
    if inspector is not None:
        inspector.header(header)


def _say_unclosed(preamble: str, ctx: ReadContext) -> None:
    """Report a comment before any tag that is never closed: it takes in all that follows."""
    for match in ITEM.finditer(preamble):
        raw = match.group()
        if match.lastgroup == "COMMENT" and raw[0] == "{" and raw[-1] != "}":
            encoding = ctx.header.text("pbn:encoding", UTF_8) or UTF_8
            offset, is_doubled = 3 if "pbn:bom" in ctx.header else 0, DOUBLED in ctx.header
            lead = Game(preamble, encoding=encoding, offset=offset, is_doubled=is_doubled)
            place = lead.position(match.start())
            ctx.issue("PBN302", line=place.line, column=place.column, offset=place.offset,
                      end_line=place.line, end_column=place.column + 1)  # fmt: skip


def _header(splitter: Splitter, of_games: str | None) -> Extras:
    """Return what the file says of itself; the encoding is that of the first game, if any."""
    preamble, encoding = decode(splitter.preamble, splitter.declared)
    items: dict[str, ExtraValue] = {"pbn:preamble": preamble}
    lines = LINE_END.split(preamble)
    if splitter.embedded:
        before = preamble.index("<PBN>")
        items["pbn:embedded"] = preamble[:before]
        if of_games is None:
            # The preamble is the whole document.
            items["pbn:boardless"] = True
        lines = LINE_END.split(preamble[before + len("<PBN>") :])
    # Some programs write dozens of such lines, among which these two come first.
    escapes = [line[1:] for line in lines if line[:1] == "%"]
    for said in escapes:
        if "PBN" in said and (version := VERSION.match(said)):
            items["pbn:version"] = version[1]
            escapes.remove(said)
            break
    if "EXPORT" in preamble:
        others = [said for said in escapes if "EXPORT" not in said or not EXPORT.match(said)]
        if len(others) < len(escapes):
            items["pbn:export"] = True
            escapes = others
    if escapes:
        items["pbn:escapes"] = tuple(escapes)
    if encoding == UTF_8 and of_games is not None and preamble.isascii():
        encoding = of_games
    items["pbn:encoding"] = encoding
    items["pbn:newline"] = splitter.newline or "\n"
    if splitter.bom:
        items["pbn:bom"] = True
    if splitter.is_doubled:
        items[DOUBLED] = True
    return Extras(items)


def games_of(whole: Game) -> Iterator[tuple[Game, Cut]]:
    """Yield the games of one piece of the file.

    That is one, unless a game-starting tag repeats (`PBN301`).
    """
    text = whole.text
    cut = cut_game(text)
    bounds = _bounds(cut.names)
    if bounds is None:
        yield whole, cut
        return
    line, offset, begin, column = whole.line, whole.offset, 0, whole.column
    for start, end in pairwise(bounds):
        stop = len(text) if end == len(cut.names) else cut.start(end)
        piece = text[begin:stop]
        game = Game(piece, line, offset, whole.encoding, column, whole.is_doubled)
        yield game, cut.part(start, end, begin)
        data = piece.encode(whole.encoding)
        ends = line_ends(data)
        line, offset, begin = line + ends, offset + len(data) + ends * whole.is_doubled, stop
        column = game.column_behind()


_OF_A_GAME: Final = frozenset({"Board", "Deal"})


def _bounds(names: list[str]) -> list[int] | None:
    """Return the positions where games begin and the last one ends; `None` for one game."""
    first = names[0] if names else ""
    if first not in GAME_STARTS or names.count(first) == 1:
        return None
    bounds = [0]
    others = _OF_A_GAME - {first}
    last = max((index for index, name in enumerate(names) if name in others), default=-1)
    since: set[str] = set()
    for index, name in enumerate(names):
        # A tag that merely stands twice has no board or deal in between, or none behind it (§3.4:
        # it is ignored).
        is_begin = name == first and index and since & others and last > index
        if is_begin or (name == first == "Deal" and index):
            bounds.append(index)
            since.clear()
        since.add(name)
    return None if len(bounds) == 1 else [*bounds, len(names)]

"""The linter of `overtrick check`: what the standard forbids although the reader understood it.

The reader calls `Linter.header` once and `Linter.game` for every game, with the game's syntax and
the board it made of it. The rules stand in `layout` (characters, lines, comments), `tags`
(identification section), `sections` (auction, play, notes) and `tables`, each with what
`check --fix` makes of it, and `programs` (what the standard does not know).
Bridge law is not here: `overtrick.laws` knows it for all formats.

Source: PBN 2.1; the clause of each rule stands in the catalogue.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

import attrs

from overtrick import Fix, TextEdit
from overtrick.plugin import archive_for, unpacked_name
from overtrick_pbn.check.codes import FIXES
from overtrick_pbn.check.fixes import LINE_ENDS, VERSION_LINE, Allowance, Fixes
from overtrick_pbn.check.fixing import Fixer, Reading, is_of_games_alone
from overtrick_pbn.check.hints import check_names, hint_of
from overtrick_pbn.check.layout import (
    check_characters,
    check_line_ends,
    check_text,
    line_ends,
    longest_line,
)
from overtrick_pbn.check.programs import check_directives, check_programs
from overtrick_pbn.check.sections import (
    check_auction,
    check_first_lines,
    check_notes,
    check_play,
    check_rows,
)
from overtrick_pbn.check.state import Checker, CheckState
from overtrick_pbn.check.tables import check_tables
from overtrick_pbn.check.tags import check_tags
from overtrick_pbn.read.board import Builder
from overtrick_pbn.read.file import DOUBLED
from overtrick_pbn.read.findings import Findings, hint_at_end
from overtrick_pbn.text.cut import cut_game
from overtrick_pbn.text.scanners import VERSION_TRIED
from overtrick_pbn.text.syntax import OPEN, Game, part_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick import Board, Extras
    from overtrick.plugin import ReadContext
    from overtrick_pbn.read.findings import Found
    from overtrick_pbn.text.cut import Cut

VERSIONS: Final = frozenset({"1.0", "2.0", "2.1"})


class Linter:
    """Checks one file: the reader's `Inspector`.

    Args:
        ctx: where findings go.
    """

    def __init__(self, ctx: ReadContext) -> None:
        self._ctx = ctx
        self._state = CheckState()
        self._allowance = Allowance()
        self._builder = Builder()
        # As `check --fix` fixes the file.
        self._is_export = False
        self._is_embedded = False
        self._newline = "\n"
        # Whether other programs take CR CR LF for one line end where the reader does not.
        self._counts_lines_otherwise = False

    def header(self, header: Extras) -> None:
        """Report what is wrong with a file before its first game; called once.

        Args:
            header: what the file says of itself.

        Source: PBN 2.1 §2.3, §2.4, §6.1.
        """
        ctx = self._ctx
        preamble = header.text("pbn:preamble", "") or ""
        is_ours = self._take_header(header)
        # A byte order mark stands before the text.
        encoding = header.text("pbn:encoding", "utf-8") or "utf-8"
        offset, is_doubled = 3 if header.get("pbn:bom") else 0, DOUBLED in header
        text = Game(preamble, offset=offset, encoding=encoding, is_doubled=is_doubled)
        findings = Findings(ctx, text, cut_game(preamble), None, waits=True)
        checker = Checker(text, None, self._state, findings.cut, findings)
        check_directives(checker)
        if self._is_embedded:
            _tell_line_ends(ctx, text, self._state)
            return
        # What is compressed is a PBN file inside; an archive's name says nothing of its member's.
        name = None if ctx.path in (None, "-") else PurePath(unpacked_name(str(ctx.path))).name
        is_archive = name is not None and archive_for(str(ctx.path)) is not None
        is_other = name is not None and not is_archive and not name.lower().endswith(".pbn")
        # A name that promises another format is reported for every format.
        if is_other and all(item.code != "CORE046" for item in ctx.diagnostics):
            ctx.issue("PBN610", line=1, column=1, end_line=1, end_column=1)
        _check_version(header, preamble, checker)
        longest = longest_line(preamble)
        check_characters(text, findings, None, longest)
        check_text(checker, longest)
        for found in findings.waiting:
            can_say = found.code == "PBN222" and is_ours
            fix = self._version_line() if can_say else None
            if found.code == "PBN650" and self._is_export and line_ends(preamble) != preamble:
                fix = LINE_ENDS
            found.tell(ctx, text, fix=fix, hint=None if fix is None else fix.summary)

    def _take_header(self, header: Extras) -> bool:
        """Heed what a file says of itself; return whether its layout is ours to fix."""
        self._state.is_export = header.get("pbn:export") is True
        preamble = header.text("pbn:preamble", "") or ""
        self._is_embedded = "pbn:embedded" in header
        is_ours = is_of_games_alone(preamble, is_embedded=self._is_embedded)
        self._is_export = self._state.is_export and (is_ours or self._is_embedded)
        newline = header.text("pbn:newline", "\n") or "\n"
        self._newline = "\r\n" if self._is_export else newline
        self._counts_lines_otherwise = DOUBLED not in header and _is_doubled(preamble)
        return is_ours

    def _version_line(self) -> Fix:
        """Return what puts the line of the version before a file."""
        text = f"{VERSION_LINE}{self._newline}"
        edit = TextEdit(line=1, column=1, end_line=1, end_column=1, text=text)
        return Fix(summary=f"write {VERSION_LINE} on the first line", edits=(edit,))

    def game(self, game: Game, board: Board, findings: Findings, declared: str | None) -> None:
        """Report what is wrong with one game beside what its reader reported.

        Args:
            game: the game's syntax.
            board: what the reader made of it.
            findings: where the reader reports what it finds in the game.
            declared: the encoding that the file declares.
        """
        if game.line == 1:
            self._counts_lines_otherwise = not game.is_doubled and _is_doubled(game.text)
        whole, waiting = game, findings.waiting
        by_reader = len(waiting)
        if self._is_embedded:
            start, end = part_of(game)
            text = _empty_lines(start) + game.text[start:end] + _empty_lines(len(game.text) - end)
            game = attrs.evolve(game, text=text)
        longest = longest_line(game.text)
        check_characters(game, findings, declared, longest, [item.span for item in waiting])
        checker = Checker(game, board, self._state, findings.cut, findings)
        check_text(checker, longest)
        for check in _RULES:
            check(checker)
        if checker.before is not None:
            owner, item = checker.before
            self._tell(owner, (item,))
        self._allowance.add(game)
        if waiting:
            reading = self._reading(whole, board, waiting[:by_reader])
            self._tell(whole, waiting, board, findings.cut, reading)

    def _tell(
        self,
        game: Game,
        found: Sequence[Found],
        board: Board | None = None,
        cut: Cut | None = None,
        reading: Reading | None = None,
    ) -> None:
        """Report the findings of a game, each with its fix."""
        fixer = Fixer(
            game,
            is_export=self._is_export,
            newline=self._newline,
            stated=frozenset(self._state.for_all),
            cut=cut,
            read=reading,
            builder=self._builder,
        )
        fixes = Fixes(fixer, self._allowance)
        for item in found:
            fix = None if self._counts_lines_otherwise else fixes.of(item)
            if fix is None:
                value = game.text[slice(*item.span)].strip('"')
                hint = hint_of(item, value, board) or hint_at_end(
                    item.code, item.span[0], game.text
                )
                if hint is None and item.code == "PBN654":
                    hint = fixes.why_not_added()
                if hint is None and item.code in FIXES:
                    hint = self._allowance.hint()
            else:
                hint = fix.summary
            item.tell(self._ctx, game, fix=fix, hint=hint)

    def _reading(self, game: Game, board: Board, found: Sequence[Found]) -> Reading | None:
        """Return what the reader made of a game, if it would make the same of it by itself.

        Args:
            game: the game.
            board: its board.
            found: what the reader found in it.
        """
        source = board.source
        if self._ctx.wants is not None or source is None or '"#' in game.text:
            return None
        if any(name[:1] != "%" for name, _ in source.context):
            return None
        return Reading.of(board, [(item.code, item.span[0]) for item in found], game.text)


_RULES: Final = (
    check_tags,
    check_auction,
    check_play,
    check_rows,
    check_notes,
    check_first_lines,
    check_tables,
    check_programs,
    check_names,
)


def _is_doubled(text: str) -> bool:
    """Return whether a text's first line ends with CR CR LF: where edits go is told by lines."""
    return _FIRST_DOUBLED.match(text) is not None


_FIRST_DOUBLED: Final = re.compile(r"[^\r\n]*+\r\r\n")


def _empty_lines(size: int) -> str:
    """Return empty lines of so many characters: what of a document has no rules of PBN."""
    return " " * (size % 2) + "\r\n" * (size // 2)


def _tell_line_ends(ctx: ReadContext, document: Game, state: CheckState) -> None:
    """Report lines before the first game, behind `<PBN>`, that do not end as export format has it.

    Source: PBN 2.1 §2.3, §6.2.
    """
    start = document.text.index(OPEN) + len(OPEN)
    start += part_of(Game(document.text[start:], column=2))[0]
    place = document.position(start)
    lines = Game(
        document.text[start:], place.line, place.offset, document.encoding, place.column,
        document.is_doubled,
    )  # fmt: skip
    findings = Findings(ctx, lines, cut_game(lines.text), None, waits=True)
    check_line_ends(Checker(lines, None, state, findings.cut, findings))
    for found in findings.waiting:
        found.tell(ctx, lines, fix=LINE_ENDS, hint=LINE_ENDS.summary)


def _check_version(header: Extras, preamble: str, checker: Checker) -> None:
    version = header.text("pbn:version")
    if version in VERSIONS:
        return
    index = 0
    for line in preamble.splitlines(keepends=True):
        if line[:1] == "%" and VERSION_TRIED.match(line[1:]):
            checker.say("PBN223", index, text=line.strip()[:60])
            return
        index += len(line)
    checker.say("PBN222", 0)

"""Rules of programs' own tags and escape lines: values that are none, and what contradicts what.

No standard is broken by any of these: the clause of each code names the practice of the program
that writes the tag. What another program makes of the value is what suffers.

Source: observed; the sources of each form stand in `overtrick_pbn.programs`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar

from overtrick import Board, DoubleDummyGrid, ModelError, Seat, Severity, Strain, Vulnerability
from overtrick.plugin import OPTIMUM_RESULT_TABLE, DiagnosticCode, ErrorKind
from overtrick_pbn.check.optimum import pars
from overtrick_pbn.check.state import Checker
from overtrick_pbn.programs.flags import parse_flags
from overtrick_pbn.programs.par import parse_minimax, parse_optimum_score, parse_par
from overtrick_pbn.programs.points import denied_points, parse_points
from overtrick_pbn.programs.tricks import (
    SPELLINGS,
    TRICKS_LINE,
    parse_ability,
    parse_tricks,
    parse_tricks_line,
)
from overtrick_pbn.programs.values import NO_VALUE
from overtrick_pbn.text.syntax import ItemKind

_NOTE, _WARN = Severity.NOTE, Severity.WARNING
_CARDS: Final = "N:AQ53.85.J532.T42 2.Q7642.A8.AK763 KJ4.KT9.K76.QJ98 T9876.AJ3.QT94.5"
_TRICKS: Final = "6953869538638a4637a3"
_ESCAPE: Final = re.compile(r"(?<![^\r\n])%")


def _code(  # noqa: PLR0917  # a row of a table
    code: str,
    severity: Severity,
    program: str,
    template: str,
    hint: str,
    sample: str,
    fix: str,
    kind: ErrorKind = "parse",
) -> DiagnosticCode:
    return DiagnosticCode(
        code=code,
        severity=severity,
        clause=f"practice: {program}",
        template=template,
        hint=hint,
        sample=sample,
        fix=fix,
        kind=kind,
    )


PROGRAM_CODES: Final[tuple[DiagnosticCode, ...]] = (
    _code("PBN721", _WARN, "BridgeComposer", "DoubleDummyTricks: {why}",
          "write twenty digits 0 to 9 and a to d: N, S, E, W, each in NT, S, H, D, C",
          '[DoubleDummyTricks "zzz"]', f'[DoubleDummyTricks "{_TRICKS}"]'),
    _code("PBN722", _WARN, "Big Deal and JFR", "Ability: {why}",
          "write five digits 0 to 9 and A to D for each seat: in NT, S, H, D, C",
          '[Ability "zzz"]', '[Ability "N:89797 E:44535 S:89797 W:44535"]'),
    _code("PBN723", _WARN, "BridgeComposer", "ParContract: {why}",
          "write the side, the contract and its result, separated by semicolons, or NS Pass",
          '[ParContract "zzz"]', '[ParContract "NS 4S=; NS 4H="]'),
    _code("PBN724", _WARN, "Big Deal and JFR", "Minimax: {why}",
          "write level, strain, D if doubled, declarer, and the score of North and South",
          '[Minimax "zzz"]', '[Minimax "4SW-420"]'),
    _code("PBN725", _WARN, "various programs", "HCP: {why}",
          "name the seats, as in N:12 E:8 S:10 W:10",
          '[HCP "zzz"]', '[HCP "N:12 E:8 S:10 W:10"]'),
    _code("PBN726", _WARN, "BridgeComposer", "BCFlags: {why}",
          "write the bits as a hexadecimal number",
          '[BCFlags "zzz"]', '[BCFlags "1f"]'),
    _code("PBN727", _WARN, "PS Bridge", "double-dummy results of the line %%!R: {why}",
          "write twenty digits 0 to 9 and A to D: E, S, W, N, each in NT, S, H, D, C",
          '[Board "1"]\n%%!R zzz', '[Board "1"]\n%%!R 75974684697597468469'),
    _code("PBN731", _WARN, "BridgeComposer, JFR, PS Bridge", "conflicting double-dummy results: "
          "{seat} makes {tricks} tricks in {strain} by {name}, {others} by {other}{more}",
          "recompute the deal's double-dummy results",
          f'[DoubleDummyTricks "{_TRICKS}"]\n[Ability "N:59538 E:638A4 S:69538 W:637A3"]',
          f'[DoubleDummyTricks "{_TRICKS}"]\n[Ability "N:69538 E:638A4 S:69538 W:637A3"]',
          "inconsistent"),
    _code("PBN732", _WARN, "various programs", "HCP: {seat} has {found} points, not {stated}",
          "count 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack",
          f'[Deal "{_CARDS}"]\n[HCP "N:8 E:13"]', f'[Deal "{_CARDS}"]\n[HCP "N:7 E:13"]',
          "inconsistent"),
    _code("PBN733", _WARN, "BridgeComposer, JFR", "{name} is worth {found} for NS, but par is "
          "{stated} by {other}",
          "recompute par",
          '[Vulnerable "None"]\n[OptimumScore "NS 140"]\n[ParContract "NS 4S="]',
          '[Vulnerable "None"]\n[OptimumScore "NS 420"]\n[ParContract "NS 4S="]', "inconsistent"),
    _code("PBN734", _WARN, "BridgeComposer, JFR", "{name}: {why}",
          "recompute par",
          '[Vulnerable "None"]\n[Minimax "4SW-430"]', '[Vulnerable "None"]\n[Minimax "4SW-420"]',
          "inconsistent"),
    _code("PBN741", _NOTE, "BridgeComposer", "escape line %{name}: {why}",
          "write the value as BridgeComposer does; other programs ignore that line",
          "% PBN 2.1\n%BoardsPerPage many", "% PBN 2.1\n%BoardsPerPage 2"),
    _code("PBN742", _WARN, "BridgeComposer", "tag {name} on an escape line; it is not read",
          "begin a new line before the tag",
          '% PBN 2.1\n%Margins 250,250,250,250[Event "Cup"]\n[Board "1"]',
          '% PBN 2.1\n%Margins 250,250,250,250\n[Event "Cup"]\n[Board "1"]'),
)  # fmt: skip
"""PBN721 to PBN727 are values that are none, PBN731 to PBN734 contradictions, PBN741 and PBN742
escape lines."""


_FORMS: Final[Mapping[str, tuple[str, Callable[[str], object]]]] = {
    "DoubleDummyTricks": ("PBN721", parse_tricks),
    "Ability": ("PBN722", parse_ability),
    "ParContract": ("PBN723", parse_par),
    "Minimax": ("PBN724", parse_minimax),
    "HCP": ("PBN725", parse_points),
    "BCFlags": ("PBN726", parse_flags),
}
"""The tags of programs, each with the code of a value that is none and what reads it."""

TAG_CODES: Final = {name: code for name, (code, _) in _FORMS.items()}
"""The code of a value that is none, by the tag."""

_ValueT = TypeVar("_ValueT")


def check_programs(checker: Checker) -> None:
    """Report what is wrong with the tags and escape lines of programs in a game."""
    if not _FORMS.keys().isdisjoint(checker.values):
        for name, (code, parse) in _FORMS.items():
            _, why = _read(checker, name, parse)
            if why is not None:
                checker.say(code, checker.start(name), part=name, why=why)
        _check_points(checker)
        _check_par(checker)
    text = checker.game.text
    has_escapes = "%" in text and _ESCAPE.search(text) is not None
    if has_escapes or not SPELLINGS.keys().isdisjoint(checker.values):
        _check_tables(checker, has_escapes=has_escapes)
    if has_escapes:
        check_directives(checker)


def check_directives(checker: Checker) -> None:
    """Report what is wrong with the escape lines of a text that have the form of directives."""
    # Most files have none, and there are many kinds of them.
    from overtrick_pbn.programs.escapes import parse_directive, tag_behind

    for item in checker.game.items:
        if item.kind is not ItemKind.ESCAPE or item.text[:1] != "%":
            continue
        if item.value.startswith(TRICKS_LINE):
            _, why = _attempt(item.value.removeprefix(TRICKS_LINE), parse_tricks_line)
            if why is not None:
                checker.say("PBN727", item.start + 1 + len(TRICKS_LINE), why=why)
            continue
        found = parse_directive(item.value)
        if found is None or not found.is_known:
            continue
        if found.fault is not None:
            checker.say("PBN741", item.start, name=found.name, why=found.fault)
        behind = tag_behind(item.value)
        if behind is not None:
            checker.say("PBN742", item.start + 1 + behind[0], name=behind[1])


def _attempt(text: str, parse: Callable[[str], _ValueT]) -> tuple[_ValueT | None, str | None]:
    """Return what a text says, or why it cannot be read."""
    try:
        return parse(text), None
    except ModelError as error:
        return None, str(error)


def _read(
    checker: Checker, name: str, parse: Callable[[str], _ValueT]
) -> tuple[_ValueT | None, str | None]:
    """Return what a tag says, or why it cannot be read; twice `None` where it states nothing."""
    text = checker.values.get(name, "").strip()
    # What is inherited was looked at where it stands.
    text = "" if text == "#" else text.removeprefix("##").strip()
    return (None, None) if text in NO_VALUE else _attempt(text, parse)


def _stated_tables(
    checker: Checker, *, has_escapes: bool
) -> Iterator[tuple[str, int, DoubleDummyGrid]]:
    """Yield the double-dummy results that tags and lines of programs state, with their places."""
    for name, spelling in SPELLINGS.items():
        stated, _ = _read(checker, name, spelling.parse)
        if stated is not None:
            yield name, checker.start(name), stated
    for item in checker.game.items if has_escapes else ():
        if item.kind is ItemKind.ESCAPE and item.value.startswith(TRICKS_LINE):
            line, _ = _attempt(item.value.removeprefix(TRICKS_LINE), parse_tricks_line)
            if line is not None:
                yield f"%{TRICKS_LINE.strip()}", item.start, line


def _check_tables(checker: Checker, *, has_escapes: bool) -> None:
    """Two statements of the double-dummy results that contradict each other."""
    tables = list(_stated_tables(checker, has_escapes=has_escapes))
    table = _results(checker.board) if tables and OPTIMUM_RESULT_TABLE in checker.values else None
    if table is not None:
        tables.insert(0, (OPTIMUM_RESULT_TABLE, 0, table))
    for name, place, grid in tables[1:]:
        other, _, first = tables[0]
        denied = [
            (seat, strain)
            for seat in Seat
            for strain in reversed(Strain)
            if _differ(grid.tricks_of(seat, strain), first.tricks_of(seat, strain))
        ]
        if denied:
            seat, strain = denied[0]
            checker.say(
                "PBN731",
                place,
                part=name,
                name=name,
                seat=seat.symbol,
                strain=strain.symbol,
                tricks=grid.tricks_of(seat, strain),
                other=other,
                others=first.tricks_of(seat, strain),
                more=f", and {len(denied) - 1} more differ" if len(denied) > 1 else "",
            )


def _results(board: Board | None) -> DoubleDummyGrid | None:
    """Return a board's double-dummy results, `None` where it has none that can be read."""
    try:
        return None if board is None else board.double_dummy
    except ModelError:
        return None  # LAW313 tells what is wrong with the table


def _differ(one: int | None, other: int | None) -> bool:
    """Return whether two numbers are known and not the same."""
    return one is not None and other is not None and one != other


def _check_points(checker: Checker) -> None:
    points, _ = _read(checker, "HCP", parse_points)
    if points is None or checker.board is None:
        return
    for seat, found in denied_points(checker.board, points).items():
        start, stated = checker.start("HCP"), points[seat]
        checker.say("PBN732", start, part="HCP", seat=seat.symbol, found=found, stated=stated)


def _check_par(checker: Checker) -> None:
    """Par that is not worth what the table, or else the optimum score, or the tag itself says."""
    board = checker.board
    if board is None:
        return
    if checker.values.keys().isdisjoint(("ParContract", "Minimax")):
        return
    by, scores = _true_par(checker, board)
    for name, found, why in _par_scores(checker, board.vulnerability):
        if why is not None:
            checker.say("PBN734", checker.start(name), part=name, name=name, why=why)
        elif found is not None and scores and found not in scores:
            stated = " or ".join(map(str, scores))
            checker.say(
                "PBN733",
                checker.start(name),
                part=name,
                name=name,
                found=found,
                other=by,
                stated=stated,
            )


def _true_par(checker: Checker, board: Board) -> tuple[str, tuple[int, ...]]:
    """Return by what the tags of par are judged, and what it says that par is for NS.

    Where there is a table, `LAW309` judges the optimum score by it.
    """
    grid = _results(board)
    if grid is not None and board.vulnerability is not None:
        scores = pars(grid, board.vulnerability)
        if scores:
            return "the double-dummy results", scores
    stated, _ = _read(checker, "OptimumScore", parse_optimum_score)
    return "OptimumScore", () if stated is None else (stated,)


def _par_scores(
    checker: Checker, vulnerability: Vulnerability | None
) -> Iterator[tuple[str, int | None, str | None]]:
    """Yield what each tag of par is worth for North and South, and why it contradicts itself."""
    par, _ = _read(checker, "ParContract", parse_par)
    if par is not None and vulnerability is not None:
        scores = sorted(par.scores(vulnerability))
        listed = " and ".join(map(str, scores))
        why = f"its contracts have different scores: {listed}" if len(scores) > 1 else None
        yield "ParContract", scores[0] if scores else None, why
    minimax, _ = _read(checker, "Minimax", parse_minimax)
    if minimax is not None:
        why = None
        contract = minimax.contract
        is_played = vulnerability is not None and contract is not None
        if vulnerability is not None and is_played and minimax.tricks(vulnerability) is None:
            why = f"no result of {contract} is worth {minimax.score} for NS"
        yield "Minimax", minimax.score, why

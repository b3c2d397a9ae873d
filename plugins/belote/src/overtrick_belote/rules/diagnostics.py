"""The diagnostics of hands of 32-card bridge in text form (`.b32`)."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode, ErrorKind

_RULES: Final = "docs/belote/rules.md"


def _code(
    code: str,
    template: str,
    sample: str,
    fix: str,
    *,
    rule: str | None = None,
    hint: str | None = None,
    kind: ErrorKind = "parse",
) -> DiagnosticCode:
    return DiagnosticCode(
        code=code,
        severity=Severity.ERROR,
        template=template,
        kind=kind,
        clause=None if rule is None else f"{_RULES} {rule}",
        hint=hint,
        sample=sample,
        fix=fix,
    )


CODES: Final = Catalogue(
    # The file
    _code("BEL001", "first line {found!r} instead of '32-card bridge 1'",
          "dealer: W", "32-card bridge 1\ndealer: W"),
    _code("BEL002", "unsupported version {found}; version 1 is supported",
          "32-card bridge 2", "32-card bridge 1",
          hint="use the later version of overtrick that wrote it"),
    _code("BEL003", "the text is not UTF-8: {error}",
          "a byte E9 alone", "the file saved as UTF-8", kind="encoding"),
    _code("BEL004", "invalid line {found!r}; expected 'name: value'",
          "dealer W", "dealer: W"),
    _code("BEL005", "unknown line {found!r}{near}",
          "deeler: W", "dealer: W",
          hint="put your own remarks in a line 'note NAME: TEXT'"),
    _code("BEL006", "duplicate {found!r}",
          "dealer: W\ndealer: W", "dealer: W"),
    _code("BEL007", "{found!r} is not allowed {where}",
          "game: spring\nnumber: 4711", "number: 4711"),
    _code("BEL008", "no hand in the file",
          "32-card bridge 1", "32-card bridge 1\nnumber: 4711"),
    _code("BEL009", "hand {found} instead of hand {expected}",
          "hand 1\n...\nhand 3\n...", "hand 1\n...\nhand 2\n..."),
    # The deal
    _code("BEL010", "{found!r} is neither a suit (S H D C) nor a rank (A K Q J T 9 8 7)",
          "north: SAKX", "north: SAKQ"),
    _code("BEL011", "{found!r} before the first suit",
          "north: AKQ", "north: SAKQ"),
    _code("BEL012", "duplicate card {card}, already held by {owner}",
          "north: SA\neast: SA", "north: SA\neast: SK", kind="inconsistent"),
    _code("BEL013", "{seat} has {found} cards; a player has eight",
          "north: SAKQJT987 HA", "north: SAKQJT987", rule="3.3", kind="inconsistent"),
    _code("BEL014", "invalid player {found!r}; expected N, E, S or W",
          "dealer: P", "dealer: W"),
    _code("BEL015", "invalid hand number {found!r}; expected 1 to 1,000,000",
          "number: 0", "number: 4711", rule="9.2"),
    _code("BEL016", "{what} of hand number {number} is {expected}, not {found}",
          "number: 4711\ndealer: the wrong one", "number: 4711", kind="inconsistent",
          hint="omit the number if the hand is not that hand"),
    _code("BEL017", "{found} calls in a hand whose {what} is unknown",
          "calls: S pass", "dealer: W\nnorth: ...\neast: ...\nsouth: ...\nwest: ...\ncalls: S pass",
          kind="inconsistent",
          hint="'seed: TEXT' deals the rest from that seed"),
    # Options and points
    _code("BEL020", "unknown option {found!r}{near}",
          "option anounces: no", "option announces: no"),
    _code("BEL021", "invalid value {found!r} of the option {name}; expected {expected}",
          "option rounding: up", "option rounding: half-up"),
    _code("BEL022", "invalid points {found!r}; expected those of both sides, such as 'NS 270, "
          "EW 30'",
          "standing: 270", "standing: NS 270, EW 30"),
    _code("BEL023", "{found!r} is neither yes nor no",
          "unshuffled: perhaps", "unshuffled: yes"),
    # What was done
    _code("BEL030", "invalid call {found!r}; expected pass, 80S, double or redouble",
          "calls: S 80", "calls: S 80S", rule="4.1"),
    _code("BEL031", "invalid card {found!r}",
          "trick 1: S S1", "trick 1: S S7"),
    _code("BEL032", "invalid announce {found!r}; expected one such as 'third of SQ' or 'four "
          "jacks'",
          "announces: S third", "announces: S third of SQ", rule="6.1"),
    _code("BEL033", "{found} acts out of turn; it is the turn of {expected}",
          "dealer: W\ncalls: N pass", "dealer: W\ncalls: S pass", rule="4.1", kind="inconsistent"),
    _code("BEL034", "{why}",
          "calls: S 80S, E 80H", "calls: S 80S, E 90H", kind="inconsistent"),
    _code("BEL035", "trick {found} instead of trick {expected}",
          "trick 2: S C7", "trick 1: S C7", kind="inconsistent"),
    _code("BEL036", "trick {trick} has {found} cards, not {expected}",
          "trick 1: S C7, E C8\ntrick 2: ...", "trick 1: S C7, E C8, N CJ, W CQ\ntrick 2: ...",
          kind="inconsistent"),
    _code("BEL037", "announce {announce} by {seat} without a turn to announce it",
          "announces: N third of SQ, with no card played to the first trick",
          "announces only of players who have played, and of the player whose turn it is",
          rule="6.5", kind="inconsistent"),
    _code("BEL038", "the score is {expected}, not {found}",
          "score: NS 0, EW 0 of a hand that scored 270 and 30", "score: NS 270, EW 30",
          rule="7", kind="inconsistent"),
    # A game
    _code("BEL040", "hand {number} is not allowed here: {why}",
          "hand 1 broken off, then hand 2", "the complete hand 1, then hand 2",
          kind="inconsistent"),
    _code("BEL041", "{what} of hand {number} is {expected} in this game, not {found}",
          "a card changed in a hand of a game", "the hand as the game deals it",
          rule="3.4", kind="inconsistent",
          hint="each deck of a game results from its seed and the hand before"),
    _code("BEL042", "expected one hand, got {found}",
          "a game given to a command that takes one hand", "one hand of it in a file of its own"),
)  # fmt: skip
"""Every code of the form `.b32`."""

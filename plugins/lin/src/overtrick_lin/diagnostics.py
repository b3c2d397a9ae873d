"""Everything that can be wrong with a LIN file."""

from __future__ import annotations

from typing import Final

from overtrick import Catalogue, DiagnosticCode, Severity

_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
_NO_CLAUSE: Final = "no published specification"

CODES: Final = Catalogue(
    DiagnosticCode(
        code="LIN001",
        severity=_WARNING,
        template="{found!r} is no command of two characters: one bar too many or too few before it",
        clause=_NO_CLAUSE,
        sample="pn|a,b,c,d||md|1SAK,,,|",
        mend="pn|a,b,c,d|md|1SAK,,,|",
    ),
    DiagnosticCode(
        code="LIN002",
        severity=_WARNING,
        template="the last command {found!r} has no value: is the file cut?",
        clause=_NO_CLAUSE,
        sample="qx|o1|md",
        mend="qx|o1|",
    ),
    DiagnosticCode(
        code="LIN003",
        severity=_ERROR,
        kind="encoding",
        template="the file is {encoding} text",
        clause=_NO_CLAUSE,
        hint="save it again as UTF-8",
        sample="bytes FF FE, then LIN in UTF-16",
        mend="the same saved as UTF-8",
    ),
    DiagnosticCode(
        code="LIN004",
        severity=_ERROR,
        template="a value of over {limit:,} characters: this is no LIN file",
        clause=_NO_CLAUSE,
        sample="a megabyte without a bar",
        mend="the file as it was made",
    ),
    DiagnosticCode(
        code="LIN010",
        severity=_ERROR,
        kind="inconsistent",
        template="the hands cannot be read: {error}",
        clause=_NO_CLAUSE,
        sample="md|1SAKQZ,,,|",
        mend="md|1SAKQT,,,|",
    ),
    DiagnosticCode(
        code="LIN011",
        severity=_WARNING,
        template="{found} hands where LIN has three or four",
        clause=_NO_CLAUSE,
        hint="the hands are taken for South, West, North, East in that order",
        sample="md|1SAKQJT98765432|",
        mend="md|1SAKQJT98765432,,,|",
    ),
    DiagnosticCode(
        code="LIN020",
        severity=_WARNING,
        template="the vulnerability {found!r} is none of o, n, e, b",
        clause=_NO_CLAUSE,
        sample="md|1SA,HA,DA,CA|sv|w|",
        mend="md|1SA,HA,DA,CA|sv|e|",
    ),
    DiagnosticCode(
        code="LIN021",
        severity=_WARNING,
        template="board {first} by its page, board {second} by its title; the page counts",
        clause=_NO_CLAUSE,
        sample="qx|o1|md|1SA,HA,DA,CA|ah|Board 2|",
        mend="qx|o1|md|1SA,HA,DA,CA|ah|Board 1|",
    ),
    DiagnosticCode(
        code="LIN030",
        severity=_ERROR,
        template="{found!r} is no call; the auction is left out",
        clause=_NO_CLAUSE,
        sample="md|1SA,HA,DA,CA|mb|8H|",
        mend="md|1SA,HA,DA,CA|mb|7H|",
    ),
    DiagnosticCode(
        code="LIN031",
        severity=_WARNING,
        template="an explanation before any call: {found!r}",
        clause=_NO_CLAUSE,
        sample="md|1SA,HA,DA,CA|an|strong|mb|2C|",
        mend="md|1SA,HA,DA,CA|mb|2C|an|strong|",
    ),
    DiagnosticCode(
        code="LIN032",
        severity=_NOTE,
        template="the mark {found!r} behind a call asks a reader of a lesson; it is left out",
        clause=_NO_CLAUSE,
        sample="md|1SA,HA,DA,CA|mb|1cp1dp?|",
        mend="md|1SA,HA,DA,CA|mb|1cp1dp|",
    ),
    DiagnosticCode(
        code="LIN040",
        severity=_ERROR,
        template="{found!r} is no card; the play is left out",
        clause=_NO_CLAUSE,
        sample="md|1SA,HA,DA,CA|pc|Z9|",
        mend="md|1SA,HA,DA,CA|pc|SA|",
    ),
    DiagnosticCode(
        code="LIN041",
        severity=_ERROR,
        kind="inconsistent",
        template="the play is left out: {error}",
        clause=_NO_CLAUSE,
        sample="md|1SA,HA,DA,CA|pc|SA|pc|SA|",
        mend="md|1SA,HA,DA,CA|pc|SA|",
    ),
    DiagnosticCode(
        code="LIN042",
        severity=_WARNING,
        template="the claim {found!r} is no number of tricks from 0 to 13",
        clause=_NO_CLAUSE,
        sample="md|1SA,HA,DA,CA|mc|14|",
        mend="md|1SA,HA,DA,CA|mc|13|",
    ),
    DiagnosticCode(
        code="LIN050",
        severity=_WARNING,
        template="the result {found!r} of the match cannot be read",
        clause=_NO_CLAUSE,
        sample="vg|Final,1,I,1,1,A,0,B,0|rs|4QN=,|qx|o1|md|1SA,HA,DA,CA|",
        mend="vg|Final,1,I,1,1,A,0,B,0|rs|4SN=,|qx|o1|md|1SA,HA,DA,CA|",
    ),
)

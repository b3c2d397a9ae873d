"""The diagnostics of Parquet files of boards."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="PARQUET010",
        severity=Severity.ERROR,
        template="not a Parquet file, or a damaged one: {why}",
        hint="a Parquet file ends with a table of contents, without which it cannot be read",
        sample="a file that was cut off",
        fix="get the complete file",
    ),
    DiagnosticCode(
        code="PARQUET011",
        severity=Severity.ERROR,
        template="unreadable rows {first:,} to {last:,}: {why}",
        sample="a changed byte within the data",
        fix="get the file again",
    ),
    DiagnosticCode(
        code="PARQUET012",
        severity=Severity.ERROR,
        template="implausible file size: {why}",
        hint="a few bytes can claim to be billions of rows; nothing is unpacked",
        sample="a table of contents with a billion rows in a file of a kilobyte",
        fix="write the file again with the program that created it",
    ),
    DiagnosticCode(
        code="PARQUET013",
        severity=Severity.ERROR,
        template="no boards: missing column {missing}",
        hint="a deal is in four columns of masks (north_hand, ...) or in one of PBN (deal)",
        sample="a table with the columns name and price",
        fix="a table with the columns number and deal",
    ),
    DiagnosticCode(
        code="PARQUET014",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="column {name} ignored: it {why}",
        sample="a column level with the texts `four` and `three`",
        fix="a column level with the numbers 4 and 3",
    ),
    DiagnosticCode(
        code="PARQUET020",
        severity=Severity.ERROR,
        template="row {row:,}: {why}",
        sample="a row with the dealer `Q`",
        fix="a row with the dealer `N`",
    ),
    DiagnosticCode(
        code="PARQUET021",
        severity=Severity.ERROR,
        template="invalid data about the file's boards: {why}",
        sample='overtrick:header is {"1":',
        fix='overtrick:header is {"pbn:version": "2.1"}',
    ),
    DiagnosticCode(
        code="PARQUET022",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="row {row:,}: the column {name} has {told!r:.60}, the others {said!r:.60}",
        hint="`rest` and `contract` repeat other columns: omit them if you change those",
        sample="the column vulnerability was changed, and rest holds the board as it was",
        fix="select * exclude (rest, contract)",
    ),
    DiagnosticCode(
        code="PARQUET030",
        severity=Severity.WARNING,
        template="unknown columns ignored: {columns}",
        hint="use the column names of an archive's table boards",
        sample="a column price among those of boards",
        fix="leave the column out",
    ),
)
"""Every code of this format."""

"""The diagnostics of Parquet files of boards."""

from __future__ import annotations

from typing import Final

from overtrick import Severity
from overtrick.plugin import Catalogue, DiagnosticCode

CODES: Final = Catalogue(
    DiagnosticCode(
        code="PARQUET010",
        severity=Severity.ERROR,
        template="no Parquet file, or a damaged one: {why}",
        hint="such a file ends with a table of contents, without which nothing of it can be read",
        sample="a file that was cut off",
        mend="get the whole file",
    ),
    DiagnosticCode(
        code="PARQUET011",
        severity=Severity.ERROR,
        template="rows {first:,} to {last:,} cannot be read: {why}",
        sample="a byte that was changed within the data",
        mend="get the file anew",
    ),
    DiagnosticCode(
        code="PARQUET012",
        severity=Severity.ERROR,
        template="it claims more than a file of boards holds: {why}",
        hint="a few bytes can claim to be billions of rows; nothing of that is unpacked",
        sample="a table of contents that tells of a billion rows in a file of a kilobyte",
        mend="write the file anew, with what made it",
    ),
    DiagnosticCode(
        code="PARQUET013",
        severity=Severity.ERROR,
        template="it holds no boards: there is no column {missing}",
        hint="a deal stands in four columns of masks (north_hand, ...) or as PBN in one (deal)",
        sample="a table with the columns name and price",
        mend="a table with the columns number and deal",
    ),
    DiagnosticCode(
        code="PARQUET014",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="the column {name} is not read: it {why}",
        sample="a column level with the texts `four` and `three`",
        mend="a column level with the numbers 4 and 3",
    ),
    DiagnosticCode(
        code="PARQUET020",
        severity=Severity.ERROR,
        template="row {row:,}: {why}",
        sample="a row with the dealer `Q`",
        mend="a row with the dealer `N`",
    ),
    DiagnosticCode(
        code="PARQUET021",
        severity=Severity.ERROR,
        template="what the file says of all its boards cannot be read: {why}",
        sample='overtrick:header is {"1":',
        mend='overtrick:header is {"pbn:version": "2.1"}',
    ),
    DiagnosticCode(
        code="PARQUET022",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="row {row:,}: the column {name} says {told!r:.60}, the others say {said!r:.60}",
        hint="`rest` and `contract` repeat what other columns say: where these were changed, leave "
        "them out",
        sample="the column vulnerability was changed, and rest holds the board as it was",
        mend="select * exclude (rest, contract)",
    ),
    DiagnosticCode(
        code="PARQUET030",
        severity=Severity.WARNING,
        template="what no board has is not read: {columns}",
        hint="the names of columns are those of an archive's table boards",
        sample="a column price beside those of boards",
        mend="leave the column out",
    ),
)
"""Every code of this format."""

"""Everything that can be wrong with a Parquet file of boards."""

from __future__ import annotations

from typing import Final

from overtrick.findings.diagnostics import Catalogue, DiagnosticCode, Severity

CODES: Final = Catalogue(
    DiagnosticCode(
        code="PARQUET001",
        severity=Severity.ERROR,
        template="this is no sound Parquet file: {why}",
        hint="the end of a file tells where its columns stand: one that was cut off cannot be read",
        sample="the first half of a file",
        mend="make the file again",
    ),
    DiagnosticCode(
        code="PARQUET002",
        severity=Severity.ERROR,
        template="there are no boards in it: it has no columns {missing}",
        hint="the four hands as masks, or `deal` as PBN writes it, make a table of boards",
        sample="a table of the columns player and points",
        mend="select * from boards",
    ),
    DiagnosticCode(
        code="PARQUET003",
        severity=Severity.ERROR,
        template="the column {name} holds {found}, not {wanted}",
        sample="number as text: '7'",
        mend="cast(number as bigint) as number",
    ),
    DiagnosticCode(
        code="PARQUET004",
        severity=Severity.ERROR,
        kind="limit",
        template="{size:,} bytes of the column {name} stand together; {limit:,} are read",
        hint="write it with row groups of fewer rows",
        sample="a file of 100 kB of which a column is unpacked to 2 GB",
        mend="row groups of 32,768 rows",
    ),
    DiagnosticCode(
        code="PARQUET010",
        severity=Severity.ERROR,
        template="row {row:,}: {why}",
        sample="row 7: level is 9",
        mend="level is 1 to 7",
    ),
    DiagnosticCode(
        code="PARQUET011",
        severity=Severity.ERROR,
        kind="inconsistent",
        template="row {row:,}: the column {name} says {said!r:.60}, the others {other!r:.60}",
        hint="where columns were changed leave out `rest` and `contract`, which say it again",
        sample="the column vulnerability was changed, and rest was not",
        mend="select * exclude (rest)",
    ),
    DiagnosticCode(
        code="PARQUET012",
        severity=Severity.ERROR,
        template="rows {first:,} to {last:,} cannot be read: {why}",
        sample="a byte of a page was changed",
        mend="make the file again",
    ),
    DiagnosticCode(
        code="PARQUET020",
        severity=Severity.WARNING,
        template="what stands in other columns is not read: {names}",
        hint="the columns that are read are those of the table `boards` of an archive",
        sample="a column club",
        mend="select * exclude (club)",
    ),
    DiagnosticCode(
        code="PARQUET021",
        severity=Severity.ERROR,
        template="what the file says of all its boards is not read: {why}",
        sample="overtrick:header is not JSON",
        mend="overtrick:header is {}",
    ),
)
"""Every code of this format."""

"""`overtrick check --fix`: makes the fixes that the findings in a DLM file bring with them.

Source: DLM paper §1.3; `fixing.py` lists the fixes and their limits.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from overtrick import Diagnostic, Severity
from overtrick.plugin import Diagnostics, ReadContext, has_doubled_ends, make_fixes
from overtrick_dlm.options import ReadOptions
from overtrick_dlm.reader import MAX_FILE_BYTES, UNDOUBLED, has_few_lines, read


def fix(source: BinaryIO, sink: BinaryIO, ctx: ReadContext) -> Iterator[Diagnostic]:
    """Copy a file, fixed, and yield what was done.

    Args:
        source: the file, opened in binary mode.
        sink: the fixed file, opened in binary mode.
        ctx: the context of the read.

    Yields:
        A note for each fix, with the code of what it fixes, at its place in the file.

    Example:
        >>> import io
        >>> from overtrick_dlm import overtrick_formats
        >>> from overtrick_dlm.parsing import TEMPLATE
        >>> (spec,) = overtrick_formats((1, 0))
        >>> odd = TEMPLATE.replace(b"Status=Show", b"Status=SHOW")
        >>> fixed = io.BytesIO()
        >>> for done in fix(io.BytesIO(odd), fixed, ReadContext(spec)):
        ...     print(done)
        <data>:3:8: note DLM006: write Status=Show (DLM paper §1.3.1)
        >>> fixed.getvalue() == TEMPLATE
        True
    """
    data = source.read()
    done: list[Diagnostic] = []
    if len(data) <= MAX_FILE_BYTES and has_few_lines(data):
        if has_doubled_ends(data):
            data = data.replace(b"\r\r\n", b"\r\n")
            done.append(ctx.issue("CORE022", UNDOUBLED.summary, line=1, severity=Severity.NOTE))
        data, others = make_fixes(data, lambda content: _findings(content, ctx))
        done += others
    sink.write(data)
    yield from done


def _findings(data: bytes, ctx: ReadContext) -> Diagnostics:
    """Return what is wrong in a file."""
    found = ReadContext(
        ctx.spec,
        path=ctx.path,
        errors="collect",
        options=ctx.options(ReadOptions),
        checking=True,
    )
    for _ in read(io.BytesIO(data), found):
        pass
    return found.diagnostics

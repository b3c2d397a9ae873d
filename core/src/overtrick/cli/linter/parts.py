"""One file checked by several processes, part by part."""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING

import attrs

from overtrick.cli.linter.counting import Left, Wanted
from overtrick.files.reading import BoardReader, ReadSettings
from overtrick.files.splitting import SLOW, Crew, parts_of
from overtrick.framework.manager import default_manager

if TYPE_CHECKING:
    from overtrick.cli.terminal import Progress
    from overtrick.findings.diagnostics import Diagnostic
    from overtrick.framework.contexts import Part, PartNotes
    from overtrick.framework.options import Options
    from overtrick.framework.spec import FormatSpec


@attrs.define(kw_only=True)
class Sum:
    """What came of a part of a file, or of all of them.

    Attributes:
        boards: how many boards were read.
        findings: what is wrong, of one code no more than may be shown.
        left: how many findings there are besides.
        notes: what the checks noted that those of the parts behind must know.
    """

    boards: int = 0
    findings: list[Diagnostic] = attrs.field(factory=list)
    left: Left = attrs.field(factory=dict)
    notes: PartNotes | None = None

    def add(self, other: Sum) -> None:
        """Take up the next part."""
        self.boards += other.boards
        self.findings += other.findings
        for key, (count, mendable) in other.left.items():
            counted = self.left.get(key, (0, 0))
            self.left[key] = counted[0] + count, counted[1] + mendable


@attrs.frozen(kw_only=True)
class _Check:
    """Checks a part of a file, in whichever process.

    Attributes:
        path: the file.
        settings: how it is read.
        wanted: which findings are wanted.
    """

    path: str
    settings: ReadSettings
    wanted: Wanted

    def __call__(self, part: Part, before: PartNotes | None = None) -> Sum:
        settings = attrs.evolve(self.settings, part=part, before=before)
        count = 0
        with BoardReader(self.path, default_manager(), settings) as reader:
            for _ in reader:
                count += 1
            findings, left = self.wanted.of(reader.diagnostics)
            return Sum(boards=count, findings=findings, left=left, notes=reader.notes)


def check_parts(
    spec: FormatSpec,
    path: str,
    wanted: Wanted,
    *,
    options: Options,
    processes: int,
    progress: Progress,
) -> Sum | None:
    """Return what several processes find in one file; `None` for one that cannot be cut.

    Args:
        spec: the file's format.
        path: the file.
        wanted: which findings are wanted.
        options: the format's own options.
        processes: how many processes there are, this one included; 2 at the least.
        progress: counts the boards.

    Raises:
        OvertrickError: the file cannot be read to its end.
        OSError: the same.
    """
    parts = parts_of(path, spec, processes, SLOW)
    first = next(parts)
    if first.end is None:
        return None
    check = _Check(
        # Another process may have another standard input.
        path=os.path.realpath(path),
        settings=ReadSettings(
            format=spec.name, errors="collect", check=True, options=options, path=path
        ),
        wanted=wanted,
    )
    whole = Sum()
    crew = Crew(check, chain((first,), parts), processes)
    try:
        for part, found in crew.results():
            whole = _joined(whole, part, found, check)
            progress.advance(found.boards)
    finally:
        crew.close()
    return whole


def _joined(whole: Sum, part: Part, found: Sum, check: _Check) -> Sum:
    """Return what came of the parts up to one of them."""
    before = whole.notes
    if before is not None and found.notes is not None:
        once = before.once
        notes = found.notes.behind(before)
        if notes is None:
            found = check(part, before)
            notes = found.notes
        whole.notes = notes
        found.findings = [item for item in found.findings if item.code not in once]
    else:
        whole.notes = found.notes
    whole.add(found)
    return whole

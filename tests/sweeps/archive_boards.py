"""Put every board of a folder into an archive, and see that it comes out as it went in.

    python tests/sweeps/archive_boards.py FOLDER [--jobs N] [--keep ARCHIVE]

Each file that can be read, whatever its format, packed or in an archive, is compared: its boards as
they are read, and as the archive gives them back, must be equal as boards, and so must the bytes of
both as PBN in export format. What differs is printed, and the exit code is 1 then; so it is where
the archive does not know a file. What cannot be read is counted, and must have an error in the
archive.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from pathlib import Path

import attrs

import overtrick
import overtrick_archive
from overtrick.disk.sources import keeping_archives
from overtrick.files.searching import find_files
from overtrick.framework.manager import default_manager
from overtrick_archive.addresses import name_of


@attrs.define
class Swept:
    """What came of a sweep; the boards are those of files that were compared."""

    files: int = 0
    boards: int = 0
    unreadable: int = 0
    unwritable: int = 0
    differences: list[str] = attrs.field(factory=list)


def exported(boards):
    """Return the bytes of boards as PBN, or the name of what forbids it."""
    sink = io.BytesIO()
    try:
        overtrick.write(boards, sink, format="pbn", options={"style": "export"})
    except overtrick.OvertrickError as error:
        return type(error).__name__
    return sink.getvalue()


def difference(was, now):
    """Return how what came out differs from what went in, empty where it does not."""
    if len(was) != len(now):
        return f"{len(was)} boards became {len(now)}"
    for place, (one, other) in enumerate(zip(was, now, strict=True), 1):
        if one != other:
            return f"board {one.number or place} is another one"
        if exported([one]) != exported([other]):
            return f"board {one.number or place} is written otherwise"
    if was.header != now.header:
        return "what is said of all boards differs"
    return "the file is written otherwise" if exported(was) != exported(now) else ""


def sweep(folder, archive_folder, jobs=1):
    """Put the files of a folder into an archive and compare; return what came of it."""
    swept = Swept()
    overtrick_archive.add(archive_folder, [folder], jobs=jobs, sealed="show")
    with overtrick_archive.open(archive_folder) as archive, keeping_archives():
        errors = {row["path"]: row["code"] for row in archive.table("files").to_pylist()}
        for found in find_files([str(folder)], default_manager()):
            name = name_of(found.path)
            if name not in errors:
                swept.differences.append(f"{name}: the archive does not know it")
                continue
            try:
                was = overtrick.read(found.path, errors="collect", sealed="show")
            except (overtrick.OvertrickError, OSError) as error:
                swept.unreadable += 1
                if errors[name] is None:
                    swept.differences.append(f"{name}: the archive has no error, but {error}")
                continue
            swept.files += 1
            swept.boards += len(was)
            swept.unwritable += isinstance(exported(was), str)
            if how := difference(was, archive.board_set(found.path)):
                swept.differences.append(f"{name}: {how}")
    return swept


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="make the archive here, and leave it there")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        swept = sweep(chosen.folder, chosen.keep or Path(name, "archive"), chosen.jobs)
    for line in swept.differences:
        print(line)
    print(
        f"{swept.files:,} files, {swept.boards:,} boards, {len(swept.differences)} differences; "
        f"{swept.unreadable} files cannot be read, {swept.unwritable} not be written as PBN"
    )
    return 1 if swept.differences else 0


if __name__ == "__main__":
    sys.exit(main())

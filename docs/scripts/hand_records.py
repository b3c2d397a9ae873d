"""Draw the pictures of docs/howto/hand-records.md: the first page of five sheets, through typst.

    python docs/scripts/hand_records.py

The boards are those of the tests of overtrick-records: generated, and lessons made up for them.
Needs typst, Pillow and segno.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import attrs
import typst
from PIL import Image

import overtrick
import overtrick_records
from overtrick_records import SheetOptions, make_sheet, sheet_data

DOCS = Path(__file__).parents[1]
DATA = DOCS.parent / "plugins" / "records" / "tests" / "data"
PACKAGE = Path(overtrick_records.__file__).parent
SHEETS = (
    ("club", "evening.pbn", SheetOptions(layout="club"), "en"),
    ("acbl", "evening.pbn", SheetOptions(layout="acbl", colours=4), "sv"),
    ("large", "evening.pbn", SheetOptions(layout="large", link="bbo"), "fr"),
    ("teaching", "lesson.pbn", SheetOptions(paper="a4"), "en"),
    ("quiz", "quiz.pbn", SheetOptions(), "en"),
)


def main() -> None:
    for name, file, options, language in SHEETS:
        boards = overtrick.read(DATA / file, errors="collect")
        sheet = make_sheet(boards, boards.header, options, language=language)
        first = attrs.evolve(sheet, pages=sheet.pages[:1])
        picture = typst.compile(
            str(PACKAGE / "sheet.typ"),
            font_paths=[str(PACKAGE / "fonts")],
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(sheet_data(first), ensure_ascii=False)},
            format="png",
            ppi=90,
        )
        # A few colours are enough, and make the files small.
        small = (
            Image.open(io.BytesIO(picture))
            .convert("RGB")
            .quantize(128, method=Image.Quantize.MAXCOVERAGE)
        )
        small.save(DOCS / "pictures" / f"hand-records-{name}.png", optimize=True)


if __name__ == "__main__":
    main()

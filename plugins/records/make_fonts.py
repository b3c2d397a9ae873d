"""Write the fonts of the sheets from those of the DejaVu project, as small as they can be.

    python plugins/records/make_fonts.py FOLDER

FOLDER holds DejaVu Sans Condensed 2.37, as Debian's package fonts-dejavu-extra brings it. Needs
fonttools and brotli. What is written is committed: `.ttf` for PDF, `.woff2` for HTML.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent / "src" / "overtrick_records" / "fonts"
FAMILY = "Overtrick Sheet"
FACES = {
    "regular": "DejaVuSansCondensed.ttf",
    "bold": "DejaVuSansCondensed-Bold.ttf",
    "italic": "DejaVuSansCondensed-Oblique.ttf",
    "bold-italic": "DejaVuSansCondensed-BoldOblique.ttf",
}
# Latin, Greek and Cyrillic as the names of Europe need them; what stands between words; suits.
CHARACTERS = (
    *range(0x20, 0x7F), *range(0xA0, 0x180), 0x192, *range(0x1CD, 0x1DD), *range(0x1F4, 0x21C),
    0x259, 0x2BC, 0x2C6, 0x2C7, *range(0x2D8, 0x2DE), *range(0x300, 0x30D), 0x327, 0x328,
    *range(0x384, 0x3CF), *range(0x400, 0x460), 0x490, 0x491, *range(0x1E80, 0x1E86),
    *range(0x1EA0, 0x1EFA), *range(0x2000, 0x200B), *range(0x2010, 0x2016),
    *range(0x2018, 0x201F), 0x2020, 0x2022, 0x2026, 0x202F, 0x2030, 0x2039, 0x203A, 0x20AC,
    0x2116, 0x2122, *range(0x2190, 0x2194), 0x2212, 0x2260, 0x2264, 0x2265, 0x25CF,
    *range(0x2660, 0x2668), 0x2713, 0x2717, 0xFFFD,
)  # fmt: skip


def main() -> None:
    """Write two files for each face."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    # The files say when they were made; they are to be the same each time.
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    for face, source in FACES.items():
        options = subset.Options(
            hinting=False, layout_features=["kern", "mark", "mkmk", "ccmp"],
            name_IDs=[0, 1, 2, 4, 6, 13], recalc_timestamp=False, notdef_outline=True,
        )  # fmt: skip
        font = TTFont(folder / source, recalcTimestamp=False)
        small = subset.Subsetter(options)
        small.populate(unicodes=CHARACTERS)
        small.subset(font)
        for record in font["name"].names:
            # A name of its own, so that the font of the same name on a computer is not taken.
            if record.nameID in {1, 4, 6}:
                name = FAMILY if record.nameID == 1 else f"{FAMILY} {face}"
                record.string = name.replace(" ", "-") if record.nameID == 6 else name
        for kind, flavor in (("ttf", None), ("woff2", "woff2")):
            font.flavor = flavor
            font.save(TARGET / f"{face}.{kind}")


if __name__ == "__main__":
    main()

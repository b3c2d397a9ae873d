"""Whether a browser prints as many pages of a sheet's HTML as its PDF has.

    python bench/pages_records.py FILE... [--chromium chromium]

For each file in every layout; needs Chromium and typst. Exit code 1 where any differs.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import overtrick
from overtrick_records.html import html_text
from overtrick_records.options import LAYOUTS, SheetOptions
from overtrick_records.pages import make_sheet
from overtrick_records.pdf import pdf_bytes

PAGE = re.compile(rb"/Type\s*/Page\b")


def printed(browser: str, page: Path) -> int:
    """Return how many pages the browser prints."""
    target = page.with_suffix(".pdf")
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
         f"--print-to-pdf={target}", page.as_uri()],
        capture_output=True, check=True,
    )  # fmt: skip
    return len(PAGE.findall(target.read_bytes()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--chromium", default="chromium")
    chosen = parser.parse_args()
    count = differ = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in chosen.files:
            boards = overtrick.read(file, errors="collect")
            for layout in LAYOUTS:
                sheet = make_sheet(boards, boards.header, SheetOptions(layout=layout))
                pdf = len(PAGE.findall(pdf_bytes(sheet)[0]))
                page = Path(folder) / "sheet.html"
                page.write_text("".join(html_text(sheet)), encoding="utf-8")
                html = printed(chosen.chromium, page)
                count += 1
                if not pdf == html == len(sheet.pages):
                    differ += 1
                    sys.stdout.write(
                        f"{file} {layout}: PDF {pdf}, HTML {html}, planned {len(sheet.pages)}\n"
                    )
    sys.stdout.write(f"{count} sheets compared, {differ} differ\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

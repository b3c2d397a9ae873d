"""Write the pictures of `docs/howto/club-page.md`: eight states of the page in a browser.

python plugins/web/tests/browser/make_pictures.py [--to docs/pictures]
"""

from __future__ import annotations

import argparse
import io
import tempfile
from pathlib import Path

import page_browser
from page_browser import HANDS
from PIL import Image

WRONG = f"""% PBN 2.1
[Event "Club evening"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:{HANDS}"]
[Contract "1NT"]
[Declarer "N"]
[Auction "N"]
1NT Pass Pass Pass

[Board "2"]
[Dealer "N"]
[Vulnerable "ns"]
[Deal "E:{HANDS}"]
[Contract "3nt"]
[Declarer "E"]
[Auction "E"]
1S Pass 3NT AP
""".encode()
EXAMPLE = Path(__file__).resolve().parents[4] / "examples" / "club-evening.dlm"
SIZE = {"width": 1180, "height": 760}


def save(page, folder: Path, name: str) -> None:
    """Save what the window shows, with few colours: it is flat, and small then."""
    page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    path = folder / f"page-{name}.png"
    picture.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    docs = Path(__file__).resolve().parents[4] / "docs" / "pictures"
    parser.add_argument("--to", type=Path, default=docs)
    folder = parser.parse_args().to
    folder.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        page_browser.serving(Path(place) / "work") as server,
        page_browser.browsers() as browser,
    ):

        def window(size=SIZE, colours="light"):
            context = browser.new_context(
                viewport=size, color_scheme=colours, locale="en-GB", reduced_motion="reduce"
            )
            page = context.new_page()
            page.goto(server.address)
            page.wait_for_url("**/files/")
            return page

        page = window()
        evening = page_browser.dropped(page, "club-evening.dlm", EXAMPLE.read_bytes())
        save(page, folder, "boards")
        wrong = page_browser.dropped(page, "from-a-member.pbn", WRONG)
        page.goto(f"{server.origin}/files/")
        page.wait_for_load_state("networkidle")
        save(page, folder, "home")
        page.goto(f"{wrong}/boards")
        page.click("#panel a.fix >> nth=0")
        page.wait_for_selector("dialog[open] #diff")
        save(page, folder, "fix")
        page.goto(f"{evening}/edit")
        rows = page.locator("#order [role=option]")
        rows.nth(4).click()
        rows.nth(6).click(modifiers=["Shift"])
        save(page, folder, "edit")
        page.goto(f"{evening}/convert?to=lin")
        save(page, folder, "convert")
        page.goto(f"{evening}/print")
        page.frame_locator("#sheet").locator("article").first.wait_for()
        page.evaluate("document.getElementById('sheet').scrollIntoView({block: 'end'})")
        save(page, folder, "print")

        dark = window(page_browser.PHONE, "dark")
        dark.goto(f"{evening}/boards/7")
        save(dark, folder, "phone")

        dealing = window()
        dealing.goto(f"{server.origin}/files/")
        page_browser.dropped(dealing, "tonight.dlm", EXAMPLE.read_bytes() + b"\r\n")
        dealing.click("#section-deal")
        dealing.check("#machine-simulator")
        dealing.select_option("#pace", "quick")
        dealing.select_option("#trouble", "jam")
        dealing.click("#begin")
        dealing.wait_for_selector("#deal-now[data-tone=alarm]")
        save(dealing, folder, "dealing")


if __name__ == "__main__":
    main()

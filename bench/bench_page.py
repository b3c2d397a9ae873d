"""How soon the page shows boards after a drop, how smoothly it scrolls, and how much it loads.

    python bench/bench_page.py [--rounds 5] [--quick]

It starts `overtrick serve` and Chromium, drops files and says, as medians:

- from the drop to the first board on the screen, for 32 boards and for 1,000;
- with 10,000 boards: the longest frame and the longest task of the page while it is scrolled from
  the top to the bottom, and how many boards are in the page then;
- the bytes of each page's first load.

Without Playwright or Chromium it says so and ends well.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "plugins" / "web" / "tests" / "browser"))

import page_browser
from page_browser import file_of

# Frames that follow one another, and tasks during which nothing else could be done.
WATCH = """() => {
  window.frames_ = []; window.tasks_ = [0];
  let last = performance.now();
  const step = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) tasks_.push(one.duration);
  }).observe({type: "longtask"});
}"""
# Two frames later what was asked for is on the screen.
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SINCE_DROP = (
    "performance.timeOrigin + performance.now() - Number(sessionStorage.getItem('dropped'))"
)


def from_drop(page, origin: str, name: str, data: bytes) -> float:
    """Return the seconds from a drop until the first board is on the screen."""
    page.goto(f"{origin}/files/", wait_until="networkidle")
    page_browser.drop(page, "#drop", (name, data))
    page.wait_for_url("**/boards", wait_until="commit")
    page.wait_for_selector(".board-card svg[role=img]")
    page.evaluate(DRAWN)
    return page.evaluate(SINCE_DROP) / 1000


def scrolled(page, steps: int) -> tuple[float, float, int]:
    """Scroll to the end; return the longest frame and task in milliseconds, and the cards there."""
    page.evaluate(WATCH)
    height = page.evaluate("document.body.scrollHeight")
    for step in range(1, steps + 1):
        page.evaluate("(top) => scrollTo(0, top)", height * step / steps)
        page.wait_for_timeout(30)
    page.wait_for_timeout(500)
    return (
        page.evaluate("Math.max(...frames_.slice(1))"),
        page.evaluate("Math.max(...tasks_)"),
        page.locator(".board-card").count(),
    )


def main() -> int:
    """Measure, and print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="of how many the median is told")
    parser.add_argument("--quick", action="store_true", help="one round and shorter files")
    chosen = parser.parse_args()
    if (absence := page_browser.absence()) is not None:
        print(f"not measured: {absence}")
        return 0
    rounds, many, steps = (1, 500, 10) if chosen.quick else (chosen.rounds, 10_000, 150)
    sizes = (32,) if chosen.quick else (32, 1_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        page_browser.serving(Path(folder) / "work") as server,
        page_browser.browsers() as browser,
    ):
        page = browser.new_context(viewport=page_browser.DESK).new_page()
        page.set_default_timeout(60_000)
        page.goto(server.address)
        page.wait_for_url("**/files/")
        for count in sizes:
            data = file_of(count)
            # What is dropped once more is known: each round has a file of its own.
            times = [
                from_drop(page, server.origin, f"{turn}.pbn", data + b"\n" * turn)
                for turn in range(rounds + 1)
            ][1:]
            print(
                f"from the drop to the first board, {count:,} boards: "
                f"median {statistics.median(times):.2f} s of {rounds}, worst {max(times):.2f} s"
            )
        page_browser.dropped(page, "many.pbn", file_of(many))
        frame, task, cards = scrolled(page, steps)
        print(
            f"{many:,} boards scrolled to the end: longest frame {frame:.0f} ms, longest task "
            f"{task:.0f} ms, {cards} boards in the page"
        )
        address = page_browser.dropped(page, "evening.pbn", file_of(32))
        watch = page_browser.Watch(page.context)
        page_browser.forget_always(page)
        document = address.split("/")[4]
        for path in ("/files/", f"/files/{document}/boards", f"/files/{document}/edit",
                     f"/files/{document}/print", "/dealing/", "/generate/"):  # fmt: skip
            watch.loaded.clear()
            page.goto(server.origin + path)
            named = path.replace(document, "ID")
            print(f"loads {watch.bytes_loaded() / 1000:6.1f} kB: {named}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

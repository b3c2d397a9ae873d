"""What a terminal shows: commands are run on one, and drawn as pictures for the front page."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT = Path(__file__).resolve().parents[2]
_COMMAND: Final = "from overtrick_cli import main; main()"
_COLUMNS: Final = 96

# As rich draws a terminal, with the reader's own monospaced letters: its own frame of a picture
# names letters that would have to be fetched from the net.
_FRAME: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""

_SHOTS: Final = {
    "convert": (
        "overtrick convert club-evening.dlm evening.pbn",
        "overtrick show evening.pbn --boards 3",
    ),
    "check": ("overtrick check club.pbn",),
}
"""The commands of each picture."""


def on_a_terminal(arguments: Iterable[str], folder: str, *, colours: bool = False) -> str:
    """Return what a command shows on a terminal."""
    import pty  # where there are such terminals

    ours, theirs = pty.openpty()
    dress = {"TERM": "xterm-256color"} if colours else {"NO_COLOR": "1", "TERM": "dumb"}
    unwanted = {"NO_COLOR", "FORCE_COLOR", "COLORTERM", "CI"}
    kept = {key: text for key, text in os.environ.items() if key not in unwanted}
    environment = {**kept, "COLUMNS": str(_COLUMNS if colours else 100), **dress}
    command = [sys.executable, "-c", _COMMAND, *arguments]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ):
        os.close(theirs)
        shown = b""
        while True:
            try:
                block = os.read(ours, 65536)
            except OSError:  # how Linux tells that the other end is closed
                break
            if not block:
                break
            shown += block
    os.close(ours)
    return shown.decode()


def pictures(files: dict[str, str]) -> dict[str, str]:
    """Return a picture of each shot by the name of its file, beneath the folder of the pages.

    Args:
        files: what lies in the folder of the commands beside the example of a club's evening.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "examples" / "club-evening.dlm", folder)
        for name, content in files.items():
            Path(folder, name).write_text(content, encoding="utf-8", newline="\n")
        return {
            f"pictures/terminal-{name}.svg": _picture(name, commands, folder)
            for name, commands in _SHOTS.items()
        }


def _picture(name: str, commands: Iterable[str], folder: str) -> str:
    console = Console(
        record=True, width=_COLUMNS, file=io.StringIO(), force_terminal=True, color_system="256"
    )
    for command in commands:
        console.print(Text.assemble(("$ ", "green"), (command, "bold")), soft_wrap=False)
        shown = on_a_terminal(shlex.split(command)[1:], folder, colours=True)
        console.print(Text.from_ansi(shown.replace("\r", "").rstrip()), soft_wrap=False)
    picture = console.export_svg(
        title="overtrick", theme=MONOKAI, code_format=_FRAME, unique_id=f"terminal-{name}"
    )
    return "\n".join(line.rstrip() for line in picture.splitlines()) + "\n"

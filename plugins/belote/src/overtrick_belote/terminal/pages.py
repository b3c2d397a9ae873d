"""The pages to read: rules, tips and the tutorial."""

from __future__ import annotations

from overtrick_belote.terminal.speaking import Speaker


def show_page(speaker: Speaker, name: str) -> None:
    """Show a page, or which there are."""
    speaker.write(name)

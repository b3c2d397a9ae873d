"""Codes on the command line: completed, cut to beginnings, and what a wrong one was to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from overtrick import PluginManager
from overtrick.plugin import default_manager

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Codes(click.ParamType):  # type: ignore[type-arg]  # click before 8.2 takes none
    """Codes or their beginnings, divided by commas, of which some installed code has each."""

    name = "codes"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the beginnings, upper case."""
        if isinstance(value, tuple):
            return value
        from overtrick.plugin import all_codes

        manager = default_manager()
        codes = all_codes(manager)
        parts = tuple(part.strip().upper() for part in str(value).split(",") if part.strip())
        for part in parts:
            if part != "ALL" and not any(code.startswith(part) for code in codes):
                self.fail(f"no code begins with {part!r}{meant(part, manager)}", param, ctx)
        return parts

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return what the last code of the list may become."""
        before, comma, last = incomplete.rpartition(",")
        return [_item(before + comma + code, message) for code, message in _beginning(last)]


def complete_code(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the codes that begin as typed, for the completion of shells."""
    return [_item(code, message) for code, message in _beginning(incomplete)]


def _beginning(text: str) -> list[tuple[str, str]]:
    from overtrick.plugin import all_codes

    codes = all_codes(default_manager())
    return [(key, entry.template) for key, entry in codes.items() if key.startswith(text.upper())]


def _item(value: str, message: str) -> CompletionItem:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, help=message)


def meant(text: str, manager: PluginManager) -> str:
    """Return what may have been meant by a code that is not installed, to be put behind it.

    That is the distribution which brings such codes, or codes that look alike; or nothing.
    """
    import difflib

    from overtrick.plugin import all_codes

    # What is shorter than a code was to be the beginning of some.
    known = dict.fromkeys(code[: len(text)] for code in all_codes(manager))
    close = difflib.get_close_matches(text, known, n=3, cutoff=0.6)
    guess = f"; did you mean {' or '.join(close)}?" if close else ""
    return guess + manager.hint("code", text)

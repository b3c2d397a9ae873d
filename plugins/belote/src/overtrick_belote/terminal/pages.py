"""`overtrick belote rules` and `tutorial`: pages to read, and a hand to learn the game."""

from __future__ import annotations

import click

from overtrick.plugin import printable
from overtrick_belote.errors import BeloteError
from overtrick_belote.explanations.pages import Points, find_page, page, page_lines, page_names
from overtrick_belote.rules.options import DEFAULT_OPTIONS, RuleOptions
from overtrick_belote.terminal.options import as_usage, kept_settings, language_option, spoken
from overtrick_belote.terminal.speaking import TextPrinter
from overtrick_belote.terminal.typed import folded


def show_page(
    speaker: TextPrinter,
    name: str,
    options: RuleOptions = DEFAULT_OPTIONS,
    *,
    command: str = "overtrick belote rules",
) -> None:
    """Show a page, or the list of pages.

    Args:
        speaker: prints it.
        name: the page as a person names it, in either language; empty for which there are.
        options: the rules of the table.
        command: the command before a page's name.

    Raises:
        BeloteError: there is no such page.
    """
    names = page_names(speaker.language)
    titles = {shown: page(found, speaker.language).title for found, shown in names.items()}
    if not name:
        speaker.say("pages-are", command=command, example=names["quick"])
        width = max(map(len, titles))
        for page_name, title in titles.items():
            speaker.write(f"{page_name.ljust(width)}  {title}", indent="  ")
        return
    meant = {folded(title): page_name for page_name, title in titles.items()}
    typed = meant.get(folded(name), folded(name))
    shown = page(find_page(typed, speaker.language), speaker.language, options)
    points = {item for block in shown.blocks if isinstance(block, Points) for item in block.items}
    for line in page_lines(shown):
        text = line.removeprefix("- ")
        if text in points or not line.count("  "):
            speaker.write(line)
        else:
            click.echo(printable(line))


@click.command()
@click.argument("name", metavar="[PAGE]", default="")
@language_option
def rules(*, name: str, language: str | None, cards: str | None) -> None:
    """Show the rules and tips; without PAGE, list the pages."""
    speaker = spoken(language, cards)
    try:
        show_page(speaker, name, kept_settings().options)
    except BeloteError as error:
        raise as_usage(error, speaker) from error

"""`overtrick testing`: help with the tests of a plugin."""

from __future__ import annotations

import click

from overtrick_cli.commands import LazyGroup


@click.command(
    cls=LazyGroup,
    members={
        "make-oracle": (
            "overtrick_testing.commands.oracles:make_oracle",
            "Write what a corpus file says, for a person to look over",
        )
    },
)
def testing() -> None:
    """Help with the tests of a plugin; the tests themselves are pytest's business."""

"""`overtrick testing`: help with the tests of a plugin."""

from __future__ import annotations

import click

from overtrick_cli.commands import LazyGroup


@click.command(
    cls=LazyGroup,
    members={
        "make-oracle": (
            "overtrick_testing.commands.oracles:make_oracle",
            "Write the expected boards of a corpus file, for you to check",
        )
    },
)
def testing() -> None:
    """Prepare the tests of a plugin; run the tests with pytest."""

"""The command `overtrick points`: declared here, imported when it is chosen."""

from collections.abc import Iterable

import overtrick


@overtrick.hookimpl
def overtrick_commands() -> Iterable[overtrick.CommandSpec]:
    """Declare the command; click is not imported for that."""
    yield overtrick.CommandSpec(
        name="points",
        summary="Count the high-card points of every hand",
        command="overtrick_points.command:points",
    )

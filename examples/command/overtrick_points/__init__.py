"""The command `overtrick points`: declared here, imported when it is chosen."""

from collections.abc import Iterable

import overtrick
import overtrick.plugin


@overtrick.plugin.hookimpl
def overtrick_commands() -> Iterable[overtrick.plugin.CommandSpec]:
    """Declare the command; click is not imported for that."""
    yield overtrick.plugin.CommandSpec(
        name="points",
        summary="Count the high-card points of every hand",
        command="overtrick_points.command:points",
    )

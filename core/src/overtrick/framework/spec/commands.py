"""A command of the `overtrick` script, declared as data."""

from __future__ import annotations

import attrs

from overtrick.framework.spec.reference import check_command, check_reference


@attrs.frozen(kw_only=True)
class CommandSpec:
    """A command of the `overtrick` script, declared as data.

    The summary is static, so that `overtrick --help` imports no plugin's command.

    Attributes:
        name: the word on the command line, `[a-z][a-z0-9-]*`.
        summary: one line for `overtrick --help`.
        command: reference to a click command or group.

    Raises:
        PluginLoadError: a name or reference that is not of the form described.
    """

    name: str = attrs.field(validator=check_command)
    summary: str
    command: str = attrs.field(validator=check_reference)

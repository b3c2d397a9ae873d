"""A program to be frozen into one file: `frozen_application SOURCE TARGET` converts.

A frozen program has no metadata of distributions, so plugins are registered by hand. Their readers
and writers are named by text only, so the freezer needs their names; see
`docs/howto/bundle.md`.
"""

from __future__ import annotations

import sys

import overtrick
import overtrick_dlm
import overtrick_pbn


def main(arguments: list[str]) -> int:
    """Convert a file and return the exit code."""
    if len(arguments) != 2:
        sys.stderr.write("usage: frozen_application SOURCE TARGET\n")
        return 2
    manager = overtrick.PluginManager(discover=False)
    manager.register(overtrick_dlm, name="dlm")
    manager.register(overtrick_pbn, name="pbn")
    source, target = arguments
    try:
        done = overtrick.convert(source, target, manager=manager)
    except (overtrick.OvertrickError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{done.boards} boards from {done.source_format} to {done.target_format}\n")
    sys.stdout.write(done.losses.summary() + "\n" if len(done.losses) else "")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

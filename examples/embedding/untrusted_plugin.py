"""Read a file with a plugin that you do not trust, in a process of its own.

    python untrusted_plugin.py line night.deal

An endless loop, a crash of native code and whatever else no program survives ends the process and
nothing more: after so many seconds it is killed, and its exit code tells how it went.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import overtrick

# One line with all boards: where it is there, the plugin came to its end.
CHILD = """
import json, sys, overtrick
boards = overtrick.read(sys.argv[2], format=sys.argv[1])
print(json.dumps([overtrick.board_to_dict(board) for board in boards]))
"""


class PluginFailedError(Exception):
    """The process with the plugin did not do its work; the message says how it ended."""


def boards_of(path: str, plugin: str, seconds: float = 10.0) -> list[overtrick.Board]:
    """Return the boards of a file, read by one plugin alone.

    Args:
        path: the file.
        plugin: the name under which the plugin is installed (`overtrick plugins`), which is also
            that of its format.
        seconds: how long it may take.

    Raises:
        PluginFailedError: it was not done in time, crashed, or could not read the file.
    """
    try:
        done = subprocess.run(  # noqa: S603  # no shell sees it
            [sys.executable, "-c", CHILD, plugin, path],
            # No other plugin is imported there.
            env={**os.environ, "OVERTRICK_PLUGINS": plugin},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        msg = f"{plugin} was not done after {seconds:g} seconds"
        raise PluginFailedError(msg) from error
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        # It may end the process without a word, and with the code of a success.
        how = f"code {done.returncode}" if done.returncode >= 0 else f"signal {-done.returncode}"
        said = done.stderr.decode(errors="replace").strip().splitlines()
        msg = f"{plugin} ended with {how}" + "".join(f": {line}" for line in said[-1:])
        raise PluginFailedError(msg)
    # What the plugin itself has printed stands before.
    return [overtrick.board_from_dict(board) for board in json.loads(lines[-1])]


def main() -> None:
    """Print the boards of the file that the command line names."""
    plugin, path = sys.argv[1:]
    for board in boards_of(path, plugin):
        print(board)


if __name__ == "__main__":
    main()

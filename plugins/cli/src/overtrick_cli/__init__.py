"""The `overtrick` command; imported only by the script of that name."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in `overtrick` itself
if TYPE_CHECKING:
    from typing import Final

_YOUNG: Final = 50_000  # some megabytes; Python's own 700 are reached sixty times by a start


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    # Before all else: Ctrl-C while the rest is imported is to be answered in words.
    from overtrick_cli.process import signals

    signals.handle_signals()
    from overtrick_cli.process.streams import end_output, prepare_streams

    prepare_streams()
    try:
        code = _run()
        signals.end(code)
        end_output()
    except signals.Stopped as stopped:
        # It came just when nobody was there to answer it.
        code = signals.say(stopped.number)
    sys.exit(code)


def _run() -> int:
    import gc

    # What is imported stays until the end: to look through it for garbage again and again is vain.
    gc.set_threshold(_YOUNG, *gc.get_threshold()[1:])
    from overtrick_cli.application import run

    code = run()
    # The system takes the memory back at once; Python would go through it object by object, which
    # takes a tenth of the time of a short command.
    gc.freeze()
    return code

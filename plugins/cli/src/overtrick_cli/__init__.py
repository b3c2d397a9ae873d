"""The `overtrick` command; imported only by the script of that name."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    # Before all else: Ctrl-C while the rest is imported is to be answered in words.
    from overtrick_cli.process import signals

    signals.handle_signals()
    from overtrick_cli.process.streams import end_output, prepare_streams

    prepare_streams()
    try:
        from overtrick_cli.application import run

        code = run()
        signals.end(code)
        end_output()
    except signals.Stopped as stopped:
        # It came just when nobody was there to answer it.
        code = signals.say(stopped.number)
    sys.exit(code)

"""The `overtrick` command; imported only by the script of that name."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    # Before all else, so that Ctrl-C during the imports prints a message instead of a traceback.
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
        # The signal arrived outside of `run`, which handles the others.
        code = signals.print_signal(stopped.number)
    sys.exit(code)

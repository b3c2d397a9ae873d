"""The `overtrick` command; imported only by the script of that name.

It needs click and rich, which come with the extra `overtrick[cli]`.
"""

from __future__ import annotations

import importlib.util
import sys


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    missing = [name for name in ("click", "rich") if importlib.util.find_spec(name) is None]
    if missing:
        sys.stderr.write(
            f"overtrick: the command line needs {' and '.join(missing)}. Install it with:\n"
            "    python -m pip install 'overtrick[cli]'\n"
        )
        sys.exit(4)
    # Imported here so that the message above appears instead of an ImportError.
    from overtrick.cli.application import run

    sys.exit(run())

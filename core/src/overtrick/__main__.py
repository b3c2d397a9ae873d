"""`python -m overtrick`: the `overtrick` command, where it is installed."""

from __future__ import annotations

import importlib
import sys


def main() -> int:
    """Run the command line; name what to install where it is absent."""
    try:
        command = importlib.import_module("overtrick_cli")
    except ModuleNotFoundError as error:
        if error.name != "overtrick_cli":
            raise
        sys.stderr.write(
            "overtrick: the command comes with overtrick-cli: python -m pip install overtrick-cli\n"
        )
        return 4
    command.main()  # it ends the process itself
    return 0


if __name__ == "__main__":
    sys.exit(main())

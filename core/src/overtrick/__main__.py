"""`python -m overtrick`: the `overtrick` command, where it is installed."""

from __future__ import annotations

import sys

from overtrick.framework.lazy import optional


def main() -> int:
    """Run the command line; name what to install where it is absent."""
    command = optional("overtrick_cli")
    if command is None:
        sys.stderr.write(
            "overtrick: the command comes with overtrick-cli: python -m pip install overtrick-cli\n"
        )
        return 4
    command.main()  # it ends the process itself
    return 0


if __name__ == "__main__":
    sys.exit(main())

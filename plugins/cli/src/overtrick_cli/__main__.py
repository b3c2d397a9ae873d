"""`python -m overtrick.cli`: the same as the `overtrick` script."""

from __future__ import annotations

from overtrick.cli import main

if __name__ == "__main__":
    main()

"""`python -m overtrick_cli`: the same as the `overtrick` script."""

from __future__ import annotations

from overtrick_cli import main

if __name__ == "__main__":
    main()

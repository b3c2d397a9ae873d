"""Answer for files named on standard input: `python -m overtrick_pbn_conformance.adapters NAME`.

One request a line, a task and a file's name as JSON, and one JSON object a line; so a program that
dies costs one file.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module


def main() -> int:
    """Answer until the input ends."""
    adapter = import_module(f"overtrick_pbn_conformance.adapters.with_{sys.argv[1]}")
    answers = sys.stdout
    sys.stdout = sys.stderr  # A program may print what it likes.
    for line in sys.stdin:
        task, path = json.loads(line)
        print(json.dumps(getattr(adapter, task)(path)), file=answers, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Code in a process of its own: Python anew, with the folders that this one imports from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SECONDS = 120
"""How long such code may take."""


def search_path() -> str:
    """Return the folders that this process imports from, as `PYTHONPATH` of another.

    Relative ones, and the empty one, are those of this process: the other may be in another folder.

    Example:
        >>> all(map(os.path.isabs, search_path().split(os.pathsep)))
        True
    """
    return os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)


def run_elsewhere(
    code: str,
    *words: str,
    job: bytes = b"",
    folder: str | None = None,
    output: int = subprocess.PIPE,
    **variables: str,
) -> subprocess.CompletedProcess[bytes]:
    """Run code in a fresh interpreter to its end.

    Args:
        code: the program.
        words: its arguments.
        job: what it reads from standard input.
        folder: its working directory; this one's where not given.
        output: the descriptor of its standard output; it is kept where not given.
        variables: what stands in its environment besides.

    Returns:
        What came of it, with what it printed.

    Raises:
        subprocess.TimeoutExpired: it is not done after two minutes.

    Example:
        >>> run_elsewhere("import sys; print(sys.argv[1])", "north").stdout.split()
        [b'north']
    """
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        input=job,
        stdout=output,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": search_path()} | variables,
        check=False,
        timeout=SECONDS,
    )

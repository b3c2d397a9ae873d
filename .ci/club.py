"""Follow the README's command for clubs: install from a clone, serve the page, open it.

    python3 .ci/club.py

Needs Python 3.11 and pip. The command is run word for word in a copy of the tree.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from tree import ROOT, clean_environment, copy_of_tree

COMMAND = re.compile(r"^python3 -m venv .+ install/club\.txt && .+ serve --open$", re.MULTILINE)


def main() -> None:
    """Run the command until the page answers."""
    found = COMMAND.search((ROOT / "README.md").read_text("utf-8"))
    if found is None:
        sys.exit("README.md has no command for clubs")
    with tempfile.TemporaryDirectory(prefix="club-") as folder:
        tree = copy_of_tree(Path(folder))
        served = subprocess.Popen(  # noqa: S603  # the command of our own page
            ["/bin/bash", "-c", found[0]],
            cwd=tree,
            env=clean_environment(HOME=folder, BROWSER="true", PYTHONUNBUFFERED="1"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            lines = iter(served.stdout or ())
            address = next(
                (at[0] for line in lines if (at := re.search(r"http://\S+", line))), None
            )
            if address is None:
                sys.exit("no page was served")
            with urllib.request.urlopen(address, timeout=30) as page:  # noqa: S310  # http alone
                if b"overtrick" not in page.read():
                    sys.exit(f"{address} is not the page")
        finally:
            # A command that failed has ended already, and says why itself.
            if served.poll() is None:
                os.killpg(served.pid, signal.SIGKILL)
                served.wait()
    sys.stdout.write("the page for a club's computer opens after one command\n")


if __name__ == "__main__":
    main()

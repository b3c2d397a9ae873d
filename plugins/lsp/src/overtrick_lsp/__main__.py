"""`overtrick-lsp`: serve one editor over standard input and output."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from importlib.metadata import version

from overtrick_lsp.server import make_server


def main(arguments: Sequence[str] | None = None) -> None:
    """Start the server; it ends when the editor does."""
    parser = argparse.ArgumentParser(
        prog="overtrick-lsp",
        description="Check files of bridge deals in an editor, as a language server. The editor "
        "starts it; docs/howto/editors.md describes how.",
    )
    parser.add_argument(
        "--stdio", action="store_true", help="use standard input and output (the default)"
    )
    parser.add_argument("--log", metavar="FILE", help="write a log to FILE")
    its_version = f"%(prog)s {version('overtrick-lsp')}"
    parser.add_argument("--version", action="version", version=its_version)
    given = parser.parse_args(arguments)
    if given.log is not None:
        logging.basicConfig(filename=given.log, level=logging.DEBUG)
    make_server().start_io()


if __name__ == "__main__":
    main()

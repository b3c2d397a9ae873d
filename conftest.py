"""What holds for all tests of the repository."""

from __future__ import annotations

import gc


def pytest_collection_finish() -> None:
    """Look no more at what was collected.

    Eighteen thousand tests stay until the end, and each full pass of the collector over them takes
    a fifth of a second.
    """
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Let the collector look at all of it again: libraries tell of what is left at the end."""
    gc.unfreeze()

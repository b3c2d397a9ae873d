"""Other processes that do a part of the work."""

from __future__ import annotations

import signal
import warnings
from typing import TYPE_CHECKING

from overtrick.findings.errors import PluginLoadWarning

# What several processes need is a fifth of the time that a command takes to start, and most work is
# done by one: it is imported where it is used.
if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


def start_processes(count: int, *, finishes: bool = True) -> ProcessPoolExecutor:
    """Return an executor of fresh processes: forking one that has threads is not safe.

    Args:
        count: how many there are at the most.
        finishes: whether what is begun is finished after Ctrl-C, which the first process alone
            answers to; else they end at once with it.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(
        count, mp_context=context, initializer=_start_worker, initargs=(finishes,)
    )


def _start_worker(finishes: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN if finishes else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        # It may have been started while Ctrl-C was held back.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    # The first process alone tells of plugins that failed.
    warnings.simplefilter("ignore", PluginLoadWarning)

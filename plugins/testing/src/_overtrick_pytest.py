"""Registers the conformance kit's mark with pytest.

Every run of pytest in an environment with overtrick loads this module. It stands outside the
package so that it imports neither overtrick nor hypothesis: such a run costs nothing more, and a
coverage measurement sees the package imported after it has begun.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark that every obligation of the kit carries."""
    config.addinivalue_line(
        "markers", "overtrick_kit: an obligation of overtrick's conformance kit (FormatSuite)"
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print of a failed obligation what its author is told of it, instead of the kit's own frames.

    `--tb=long` and `--full-trace` print the frames too.
    """
    report = yield
    told = None if call.excinfo is None else getattr(call.excinfo.value, "overtrick_kit", None)
    option = item.config.getoption
    is_short = option("tbstyle", "auto") in {"auto", "short"} and not option("fulltrace", False)
    if report.failed and is_short and isinstance(told, str):
        report.longrepr = told
    return report

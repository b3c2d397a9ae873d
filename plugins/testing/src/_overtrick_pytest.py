"""Registers the conformance kit's mark with pytest.

Every run of pytest in an environment with overtrick loads this module. It stands outside the
package so that it imports neither overtrick nor hypothesis: such a run costs nothing more, and a
coverage measurement sees the package imported after it has begun.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from typing import Final

import pytest

_REACH: Final = "overtrick_reach"
_NOT_LOADED: Final = "default:the plugin .* (failed to load|is incompatible|is in conflict)"
"""A filter of warnings: plugins that do not work are listed, also where warnings are errors."""


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark that every requirement of the kit carries.

    Where warnings are errors, a plugin of another author that does not work would fail the tests
    of whatever plugin is tested beside it. It is listed in pytest's summary of warnings instead,
    and is an error with `OVERTRICK_STRICT_PLUGINS=1`.
    """
    config.addinivalue_line("filterwarnings", _NOT_LOADED)
    config.addinivalue_line(
        "markers", "overtrick_kit: a requirement of overtrick's conformance kit (FormatSuite)"
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print of a failed requirement what its author is told of it, instead of the kit's own frames.

    `--tb=long` and `--full-trace` print the frames too.
    """
    report = yield
    told = None if call.excinfo is None else getattr(call.excinfo.value, "overtrick_kit", None)
    option = item.config.getoption
    is_short = option("tbstyle", "auto") in {"auto", "short"} and not option("fulltrace", False)
    if report.failed and is_short and isinstance(told, str):
        report.longrepr = told
    oracles = sys.modules.get("overtrick_testing.oracles")
    if oracles is not None and oracles.REACH:
        # With the report, so that it also comes from the workers of pytest-xdist.
        report.user_properties += [(_REACH, text) for text in oracles.REACH]
        oracles.REACH.clear()
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how far the expected outputs of each format and view, and samples of rules, reach."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    properties = [pair for report in reports for pair in getattr(report, "user_properties", ())]
    lines = dict.fromkeys(text for name, text in properties if name == _REACH)
    if lines and terminalreporter.verbosity >= 0:
        terminalreporter.section("how far the expected outputs reach")
        for text in lines:
            terminalreporter.line(str(text))

"""Registers the conformance kit's mark with pytest.

Every run of pytest in an environment with overtrick loads this module. It stands outside the
package so that it imports neither overtrick nor hypothesis: such a run costs nothing more, and a
coverage measurement sees the package imported after it has begun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark that every obligation of the kit carries."""
    config.addinivalue_line(
        "markers", "overtrick_kit: an obligation of overtrick's conformance kit (FormatSuite)"
    )

"""The obligations of a format."""

from __future__ import annotations

from overtrick.testing import FormatSuite


class TestHrf(FormatSuite):
    format_name = "hrf"

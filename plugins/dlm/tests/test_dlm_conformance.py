"""The conformance kit's obligations for the format."""

from __future__ import annotations

from overtrick.testing import FormatSuite


class TestDlm(FormatSuite):
    format_name = "dlm"

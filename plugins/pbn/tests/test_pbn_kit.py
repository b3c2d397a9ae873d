"""The conformance kit's obligations for the format."""

from __future__ import annotations

from overtrick.testing import FormatSuite


class TestPbn(FormatSuite):
    format_name = "pbn"
    # The reader takes pieces of a quarter of a megabyte; a few hundred boards, whatever the file.
    read_ahead = 1 << 18

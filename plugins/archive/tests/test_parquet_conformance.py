"""The obligations of a format."""

from __future__ import annotations

from overtrick.testing import FormatSuite


class TestParquet(FormatSuite):
    format_name = "parquet"
    corpus = "tests/corpus"
    # pyarrow imports it where it is installed.
    libraries = ("pandas",)

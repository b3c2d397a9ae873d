"""Runs overtrick's conformance kit over the format `cds`."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestCds(FormatSuite):
    """Every requirement of a format is one inherited test."""

    format_name = "cds"
    corpus = "tests/corpus"

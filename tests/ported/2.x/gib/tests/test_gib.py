"""Runs overtrick's conformance kit over the format `gib`."""

from __future__ import annotations

from overtrick_testing import FormatSuite


class TestGib(FormatSuite):
    """Every requirement of a format is one inherited test."""

    format_name = "gib"
    corpus = "tests/corpus"

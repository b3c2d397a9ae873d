"""The distributions of this project, so that one that is not installed can be named.

Written by tests/make_known_distributions.py; do not edit. Nothing else in the core knows a format.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class KnownDistribution(NamedTuple):
    """What installing a distribution brings."""

    name: str
    formats: tuple[str, ...]
    suffixes: tuple[str, ...]
    commands: tuple[str, ...]
    views: tuple[str, ...]
    """Their names, and the suffixes of what they make."""
    codes: tuple[str, ...]
    """The letters that its diagnostic codes begin with."""


KNOWN_DISTRIBUTIONS: Final = (
    KnownDistribution(
        name="overtrick-archive",
        formats=("parquet",),
        suffixes=(".parquet",),
        commands=("archive",),
        views=(),
        codes=("PARQUET",),
    ),
    KnownDistribution(
        name="overtrick-belote",
        formats=(),
        suffixes=(".b32",),
        commands=("belote",),
        views=(),
        codes=("BEL",),
    ),
    KnownDistribution(
        name="overtrick-ber",
        formats=("ber",),
        suffixes=(".ber",),
        commands=(),
        views=(),
        codes=("BER",),
    ),
    KnownDistribution(
        name="overtrick-bhg",
        formats=("bhg",),
        suffixes=(".bhg",),
        commands=(),
        views=(),
        codes=("BHG",),
    ),
    KnownDistribution(
        name="overtrick-csv",
        formats=("csv",),
        suffixes=(".csv",),
        commands=(),
        views=(),
        codes=("CSV",),
    ),
    KnownDistribution(
        name="overtrick-dd",
        formats=(),
        suffixes=(),
        commands=("dd",),
        views=(),
        codes=(),
    ),
    KnownDistribution(
        name="overtrick-deal",
        formats=(),
        suffixes=(),
        commands=("deal",),
        views=(),
        codes=(),
    ),
    KnownDistribution(
        name="overtrick-dlm",
        formats=("dlm",),
        suffixes=(".dlm",),
        commands=(),
        views=(),
        codes=("DLM",),
    ),
    KnownDistribution(
        name="overtrick-dup",
        formats=("bri", "dge", "dup"),
        suffixes=(".bri", ".dge", ".dup"),
        commands=(),
        views=(),
        codes=("DUP",),
    ),
    KnownDistribution(
        name="overtrick-duplimate-device",
        formats=(),
        suffixes=(".session", ".session-2"),
        commands=("duplimate",),
        views=(),
        codes=("JRN",),
    ),
    KnownDistribution(
        name="overtrick-hands",
        formats=(),
        suffixes=(),
        commands=("select",),
        views=(),
        codes=(),
    ),
    KnownDistribution(
        name="overtrick-hrf",
        formats=("hrf",),
        suffixes=(".hrf",),
        commands=(),
        views=(),
        codes=("HRF",),
    ),
    KnownDistribution(
        name="overtrick-json",
        formats=("json",),
        suffixes=(".json", ".jsonl"),
        commands=(),
        views=(),
        codes=("JSON",),
    ),
    KnownDistribution(
        name="overtrick-lin",
        formats=("lin", "link_list"),
        suffixes=(".lin", ".links"),
        commands=("link",),
        views=(),
        codes=("LIN",),
    ),
    KnownDistribution(
        name="overtrick-pbn",
        formats=("pbn",),
        suffixes=(".pbn",),
        commands=(),
        views=(),
        codes=("LAW", "PBN"),
    ),
    KnownDistribution(
        name="overtrick-rbn",
        formats=("rbn",),
        suffixes=(".rbn",),
        commands=(),
        views=(),
        codes=("RBN",),
    ),
    KnownDistribution(
        name="overtrick-records",
        formats=(),
        suffixes=(),
        commands=("records",),
        views=(".pdf", "pdf", "records"),
        codes=(),
    ),
    KnownDistribution(
        name="overtrick-render",
        formats=(),
        suffixes=(),
        commands=(),
        views=(".htm", ".html", ".png", ".svg", "html", "png", "svg"),
        codes=(),
    ),
    KnownDistribution(
        name="overtrick-rzd",
        formats=("rzd",),
        suffixes=(".rzd",),
        commands=(),
        views=(),
        codes=("RZD",),
    ),
    KnownDistribution(
        name="overtrick-testing",
        formats=(),
        suffixes=(),
        commands=("new-plugin", "testing"),
        views=(),
        codes=(),
    ),
    KnownDistribution(
        name="overtrick-web",
        formats=(),
        suffixes=(),
        commands=("serve",),
        views=(),
        codes=(),
    ),
)
"""By name."""

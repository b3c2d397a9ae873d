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


KNOWN_DISTRIBUTIONS: Final = (
    KnownDistribution(
        name="overtrick-ber",
        formats=("ber",),
        suffixes=(".ber",),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-bhg",
        formats=("bhg",),
        suffixes=(".bhg",),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-csv",
        formats=("csv",),
        suffixes=(".csv",),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-dlm",
        formats=("dlm",),
        suffixes=(".dlm",),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-dup",
        formats=("bri", "dge", "dup"),
        suffixes=(".bri", ".dge", ".dup"),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-duplimate-device",
        formats=(),
        suffixes=(),
        commands=("duplimate",),
    ),
    KnownDistribution(
        name="overtrick-hrf",
        formats=("hrf",),
        suffixes=(".hrf",),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-lin",
        formats=("lin",),
        suffixes=(".lin",),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-pbn",
        formats=("pbn",),
        suffixes=(".pbn",),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-rbn",
        formats=("rbn",),
        suffixes=(".rbn",),
        commands=(),
    ),
    KnownDistribution(
        name="overtrick-rzd",
        formats=("rzd",),
        suffixes=(".rzd",),
        commands=(),
    ),
)
"""By name."""

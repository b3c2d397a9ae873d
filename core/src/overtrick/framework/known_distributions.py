"""The distributions of this project, for hints about one that is not installed.

Written by tests/make_known_distributions.py; do not edit. Nothing else in the core knows a format.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class KnownDistribution(NamedTuple):
    """The plugins that a distribution provides."""

    name: str
    formats: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    views: tuple[str, ...] = ()
    """Their names, and the suffixes of what they make."""
    magic: tuple[str, ...] = ()
    """What its files begin with, quoted as in a URL."""
    codes: tuple[str, ...] = ()
    """The letters that its diagnostic codes begin with."""


_TABLE: Final = """
overtrick-archive; formats parquet; suffixes .parquet; commands archive; magic PAR1; codes PARQUET
overtrick-belote; suffixes .b32; commands belote; magic 32-card%20bridge%20; codes BEL
overtrick-ber; formats ber; suffixes .ber; codes BER
overtrick-bhg; formats bhg; suffixes .bhg; codes BHG
overtrick-csv; formats csv; suffixes .csv; codes CSV
overtrick-dd; commands dd
overtrick-deal; suffixes .sqd .sqk; commands deal; magic %23%20Description%20file%20of%20tournament
overtrick-dlm; formats dlm; suffixes .dlm; magic %5BDOCUMENT%5D %5BDocument%5D; codes DLM
overtrick-dup; formats bri dge dup; suffixes .bri .dge .dup; codes DUP
overtrick-duplimate-device; suffixes .session .session-2; commands duplimate; magic overtrick-session%20; codes JRN
overtrick-hands; commands select
overtrick-hrf; formats hrf; suffixes .hrf; codes HRF
overtrick-json; formats json; suffixes .json .jsonl; codes JSON
overtrick-lin; formats lin link_list; suffixes .lin .links; commands link; magic md%7C pn%7C qx%7C vg%7C; codes LIN
overtrick-pbn; formats pbn; suffixes .pbn; magic %25%20PBN %5BEvent%20%22 %EF%BB%BF%25%20PBN; codes LAW PBN
overtrick-rbn; formats rbn; suffixes .rbn; codes RBN
overtrick-records; commands records; views .pdf pdf records
overtrick-render; views .htm .html .png .svg html png svg
overtrick-rzd; formats rzd; suffixes .rzd; codes RZD
overtrick-testing; commands new-plugin testing
overtrick-web; commands serve
"""  # noqa: E501  # a line for each distribution

KNOWN_DISTRIBUTIONS: Final = tuple(
    KnownDistribution(name, **{what: tuple(names) for what, *names in map(str.split, parts)})
    for name, *parts in (line.split("; ") for line in _TABLE.strip().splitlines())
)
"""By name."""

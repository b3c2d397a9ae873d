"""Detect whether a DLM file marks its hands as hidden."""

from __future__ import annotations

from typing import Final

from overtrick import Extras

# The values that clearly allow showing the hands. An unknown word may be a misspelt seal.
_SHOWN: Final = frozenset({"", "show", "edit"})
_OFF: Final = frozenset({"no", "0"})


def is_sealed(header: Extras) -> bool:
    """Return whether the status is Sealed, or a start-up setting suppresses the deals.

    A status that is none of Show, Edit and Sealed, and a setting that is neither on nor off, count
    as a seal.

    Example:
        >>> is_sealed(Extras({"dlm:status": "Sealed"})), is_sealed(Extras())
        (True, False)

    Source: DLM paper §1.4 (SuppressDeals); Sealed as Big Deal 2.0 writes it (observed).
    """
    startup = header.get("dlm:startup")
    settings = startup if isinstance(startup, tuple) else ()
    pairs = (pair for pair in settings if isinstance(pair, tuple) and len(pair) == 2)
    suppressed = any(
        str(name).replace(" ", "").lower() == "suppressdeals"
        and str(value).strip().lower() not in _OFF
        for name, value in pairs
    )
    status = str(header.get("dlm:status", "Show")).strip().lower()
    return status not in _SHOWN or suppressed

"""Whether a DLM file says that its hands are not to be shown."""

from __future__ import annotations

from overtrick.model import Extras


def is_sealed(header: Extras) -> bool:
    """Return whether the status is Sealed, or a start-up setting suppresses the deals.

    Example:
        >>> is_sealed(Extras({"dlm:status": "Sealed"})), is_sealed(Extras())
        (True, False)

    Source: DLM paper §1.4 (SuppressDeals); Sealed as Big Deal 2.0 writes it (observed).
    """
    startup = header.get("dlm:startup")
    settings = startup if isinstance(startup, tuple) else ()
    suppressed = any(("SuppressDeals", value) in settings for value in ("Yes", "1"))
    return header.get("dlm:status") == "Sealed" or suppressed

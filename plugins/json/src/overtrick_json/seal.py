"""Tells whether the hands of a file are sealed: where the format that they came from says so."""

from __future__ import annotations

from overtrick.framework.manager import default_manager
from overtrick.framework.spec import resolve
from overtrick.model.board import Extras


def is_sealed(header: Extras) -> bool:
    """Tell whether any format that is installed reads a seal in a header that was kept."""
    return any(
        resolve(spec.seal)(header)
        for spec in default_manager().formats().values()
        if spec.seal is not None and spec.name != "json"
    )

"""The display of values in notebooks, drawn by the views of `overtrick-render`.

The package is loaded where a notebook asks for a picture. Without it, a notebook shows the `repr`.
"""

from __future__ import annotations

import functools
import importlib
import warnings


def html_of(value: object) -> str | None:
    """Return a value as HTML, or `None` if no view for it is installed."""
    try:
        render = importlib.import_module("overtrick_render")
    except ModuleNotFoundError as error:
        if error.name != "overtrick_render":
            raise
        _recommend_render()
        return None
    html: str = render.html_diagram(value, language=render.language_of())
    return html


@functools.cache  # once in a process
def _recommend_render() -> None:
    warnings.warn(
        "notebooks show pictures of boards with overtrick-render: "
        "python -m pip install overtrick-render",
        stacklevel=4,
    )

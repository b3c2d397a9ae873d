"""The options for writing LIN files."""

from __future__ import annotations

import attrs

from overtrick.framework.spec import option


@attrs.frozen(kw_only=True)
class WriteOptions:
    """What can be chosen when a LIN file is written."""

    encoding: str = option(
        default="UTF-8",
        choices=("UTF-8", "CP1252"),
        help="how names and explanations that are not plain ASCII are encoded; no description of "
        "the format says, and both are found",
    )

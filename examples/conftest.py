"""The example distributions are tested as installed ones, by `tests/kit/test_examples.py`."""

from __future__ import annotations

collect_ignore = ["binary", "plugin", "command", "kind", "page", "rule", "view"]

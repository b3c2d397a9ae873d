"""Write `overtrick/__init__.pyi` from the table of public names in `overtrick/__init__.py`.

Run it after a change of that table, and commit the difference:

    python tests/make_stub.py
"""

from __future__ import annotations

from pathlib import Path

import overtrick

STUB = Path(overtrick.__file__).with_suffix(".pyi")


def stub() -> str:
    """Return the text of the stub: each name imported from its module under its own name."""
    lines = [
        "# Written by tests/make_stub.py from the table in __init__.py; do not edit.",
        "from typing import Final",
        "",
    ]
    for module, names in sorted(overtrick._PUBLIC.items()):
        lines.append(f"from overtrick.{module} import (")
        lines += [f"    {name} as {name}," for name in sorted(names.split(), key=_isort)]
        lines.append(")")
    return "\n".join([*lines, "", "__version__: Final[str]", ""])


def _isort(name: str) -> tuple[int, str]:
    # The linter's order of imported names: constants, classes, the rest.
    kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return kind, name


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")

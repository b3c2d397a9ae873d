"""Write the type stubs of `overtrick` and `overtrick.plugin` from their tables of public names.

Run it after a change of a table, and commit the difference:

    python tests/make_stub.py
"""

from __future__ import annotations

from pathlib import Path

import overtrick
from overtrick import plugin

FOLDER = Path(overtrick.__file__).parent


def stub(public: dict[str, str]) -> str:
    """Return the text of a stub: each name imported from its module under its own name."""
    lines = [
        "# Written by tests/make_stub.py from the table in the module of this name; do not edit.",
        "from typing import Final",
        "",
    ]
    for module, names in sorted(public.items()):
        lines.append(f"from overtrick.{module} import (")
        lines += [f"    {name} as {name}," for name in sorted(names.split(), key=_isort)]
        lines.append(")")
    return "\n".join([*lines, ""])


def stubs() -> dict[Path, str]:
    """Return the text of each stub, by its path."""
    return {
        FOLDER / "__init__.pyi": stub(overtrick._PUBLIC) + "\n__version__: Final[str]\n",
        FOLDER / "plugin.pyi": stub(plugin._public)
        + "\nSURFACE: Final[dict[str, dict[str, str]]]\n",
    }


def _isort(name: str) -> tuple[int, str]:
    # The linter's order of imported names: constants, classes, the rest.
    kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return kind, name


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")

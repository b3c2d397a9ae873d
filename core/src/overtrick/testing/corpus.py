"""A plugin's corpus: `valid/*` reads clean, `invalid/<CODE>-<slug>.<ext>` gives that code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import attrs

_INVALID: Final = re.compile(r"([A-Z]+\d+)-.+")
_NOT_DATA: Final = frozenset({"PROVENANCE.md", "README.md"})


@attrs.frozen
class Corpus:
    """The files of a corpus.

    Attributes:
        folder: the folder that holds `valid` and `invalid`.

    Example:
        >>> Corpus(Path("tests/corpus")).invalid
        ()
    """

    folder: Path

    @property
    def valid(self) -> tuple[Path, ...]:
        """The files that must read clean, by name."""
        return _files(self.folder / "valid")

    @property
    def invalid(self) -> tuple[tuple[str, Path], ...]:
        """The files that must give one code, by name, each with that code.

        Raises:
            ValueError: a file is not named `<CODE>-<slug>`.
        """
        return tuple((code_of(path), path) for path in _files(self.folder / "invalid"))


def code_of(path: Path) -> str:
    """Return the code that an invalid file is named after.

    Raises:
        ValueError: the file is not named `<CODE>-<slug>`.

    Example:
        >>> code_of(Path("invalid/LINE001-two-cells.deal"))
        'LINE001'
    """
    match = _INVALID.fullmatch(path.name)
    if match is None:
        msg = f"a file of an invalid corpus is named <CODE>-<slug>.<ext>, not {path.name!r}"
        raise ValueError(msg)
    return match[1]


def find_corpus(folder: str, start: Path) -> Corpus:
    """Return the corpus of a name, looked for in a folder and in all that contain it.

    So `corpus = "tests/corpus"` works from wherever pytest is started.

    Raises:
        FileNotFoundError: it is in none of them.
    """
    for base in (start, *start.parents):
        if (base / folder).is_dir():
            return Corpus(base / folder)
    msg = f"no folder {folder!r} in {start} or above it"
    raise FileNotFoundError(msg)


def _files(folder: Path) -> tuple[Path, ...]:
    if not folder.is_dir():
        return ()
    return tuple(
        path for path in sorted(folder.iterdir()) if path.is_file() and path.name not in _NOT_DATA
    )

"""A plugin's corpus: `valid/*` reads clean, `invalid/<CODE>-<slug>.<ext>` gives that code.

Beside a file may stand its oracle, which says what is in it: in `valid/` the boards, as JSON or in
any other format that is installed; in `invalid/` the findings, as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

import attrs

_INVALID: Final = re.compile(r"([A-Z]+\d+)-.+")
_NOT_DATA: Final = frozenset({"PROVENANCE.md", "README.md"})

JSON_SUFFIXES: Final = frozenset({".json", ".jsonl"})
"""The suffixes of oracles that the core itself reads."""


class CorpusError(ValueError):
    """A file of a corpus has a name that means nothing."""


@attrs.frozen
class Corpus:
    """The files of a corpus, each told from its oracle.

    In `valid/` the oracle of `club.cds` has the name `club.json`, `club.cds.json`, or the suffix of
    any other format in place of `.json`: what is not of the format's own suffixes and is of those
    of oracles is no file of the corpus. In `invalid/`, where only `.json` says what is found, it
    is the same. What has another suffix, or none, is a file of the corpus. A format whose files
    have the suffix `.json` themselves has `club.json.json`.

    Attributes:
        folder: the folder that holds `valid` and `invalid`.
        suffixes: the format's own suffixes, lower case with their dots.
        others: the suffixes of the other formats in which the oracle of a valid file may be.

    Example:
        >>> Corpus(Path("tests/corpus")).invalid
        ()
    """

    folder: Path
    suffixes: tuple[str, ...] = ()
    others: frozenset[str] = frozenset()

    @property
    def valid(self) -> tuple[Path, ...]:
        """The files that must read clean, by name."""
        return self._told_apart("valid")[0]

    @property
    def invalid(self) -> tuple[tuple[str, Path], ...]:
        """The files that must give one code, by name, each with that code.

        Raises:
            CorpusError: a file is not named `<CODE>-<slug>`.
        """
        return tuple((code_of(path), path) for path in self._told_apart("invalid")[0])

    @property
    def oracles(self) -> tuple[tuple[Path, Path], ...]:
        """The files of `valid/` that have an oracle, each with it; one with two stands twice."""
        return self._pairs("valid")

    @property
    def expectations(self) -> tuple[tuple[Path, Path], ...]:
        """The files of `invalid/` of which it is said what is found, each with what says it."""
        return self._pairs("invalid")

    @property
    def orphans(self) -> tuple[Path, ...]:
        """What is named as an oracle, and belongs to no file."""
        return tuple(
            path
            for name in ("valid", "invalid")
            for path in self._told_apart(name)[1]
            if path not in {oracle for _, oracle in self._pairs(name)}
        )

    def _told_apart(self, name: str) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """Return the files of a folder, and their oracles."""
        paths = _files(self.folder / name)
        names = {path.name for path in paths}
        wanted = JSON_SUFFIXES | (self.others if name == "valid" else frozenset())
        oracles = tuple(
            path
            for path in paths
            if path.suffix.lower() in wanted.difference(self.suffixes)
            # Of a format that is JSON itself.
            or (path.suffix.lower() in JSON_SUFFIXES and path.stem in names)
        )
        return tuple(path for path in paths if path not in oracles), oracles

    def _pairs(self, name: str) -> tuple[tuple[Path, Path], ...]:
        """Return the oracles of a folder, each behind its file, in the order of the files."""
        files, oracles = self._told_apart(name)
        names = {path.name for path in files}
        return tuple(
            (path, oracle)
            for path in files
            for oracle in oracles
            if oracle.stem == (path.name if oracle.stem in names else self._stem(path))
        )

    def _stem(self, path: Path) -> str:
        """Return a file's name without its suffix, the longest that the format has."""
        own = [suffix for suffix in self.suffixes if path.name.lower().endswith(suffix)]
        return path.name[: -len(max(own, key=len))] if own else path.stem


def code_of(path: Path) -> str:
    """Return the code that an invalid file is named after.

    Raises:
        CorpusError: the file is not named `<CODE>-<slug>`.

    Example:
        >>> code_of(Path("invalid/LINE001-two-cells.deal"))
        'LINE001'
    """
    match = _INVALID.fullmatch(path.name)
    if match is None:
        msg = f"a file of an invalid corpus is named <CODE>-<slug>.<ext>, not {path.name!r}"
        raise CorpusError(msg)
    return match[1]


def find_corpus(
    folder: str, start: Path, suffixes: Iterable[str] = (), others: Collection[str] = ()
) -> Corpus:
    """Return the corpus of a name, looked for in a folder and in all that contain it.

    So `corpus = "tests/corpus"` works from wherever pytest is started.

    Args:
        folder: the corpus' name, such as `tests/corpus`.
        start: where it is looked for first.
        suffixes: the format's own suffixes.
        others: the suffixes of the other formats in which an oracle may be.

    Raises:
        FileNotFoundError: it is in none of them.
    """
    for base in (start, *start.parents):
        if (base / folder).is_dir():
            return Corpus(base / folder, tuple(suffixes), frozenset(others))
    msg = f"no folder {folder!r} in {start} or above it"
    raise FileNotFoundError(msg)


def _files(folder: Path) -> tuple[Path, ...]:
    if not folder.is_dir():
        return ()
    return tuple(
        path
        for path in sorted(folder.iterdir())
        # Hidden files are those of git and of file managers.
        if path.is_file() and path.name not in _NOT_DATA and not path.name.startswith(".")
    )

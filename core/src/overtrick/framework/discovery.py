"""Finding the entry points of installed plugins, whatever state their metadata is in."""

from __future__ import annotations

import functools
import importlib
import os
import re
import sys
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Final

from overtrick.framework.spec import API_VERSION

# It takes as long to import as the rest of discovery: only what cannot be read here needs it.
if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint, EntryPoints, SelectableGroups

ENTRY_POINT_GROUP: Final = f"overtrick.plugins.v{API_VERSION.major}"
"""The entry-point group that this overtrick serves."""

_GROUP_PREFIX: Final = "overtrick.plugins.v"
_ANY_GROUP: Final = re.compile(re.escape(_GROUP_PREFIX) + r"\d+")
_VALUE: Final = re.compile(r"([\w.]+)\s*(?::\s*([\w.]+)\s*)?(?:\[.*\]\s*)?\Z")
_SUFFIXES: Final = (".dist-info", ".egg-info")
_INFO: Final = "-info"
_SIGNS: Final = re.compile(r"[-_.]+")


class Found:
    """An entry point of an installed distribution.

    Attributes:
        name: its name.
        value: what it names, `module` or `module:attribute`.
        group: its group.
    """

    __slots__ = ("_folder", "_known", "group", "name", "value")

    def __init__(
        self,
        name: str,
        value: str,
        group: str,
        folder: str | None = None,
        known: EntryPoint | None = None,
    ) -> None:
        self.name = name
        self.value = value
        self.group = group
        self._folder = folder
        self._known = known

    def load(self) -> object:
        """Import and return what it names.

        Raises:
            ValueError: it names nothing in the form that is asked for.
        """
        match = _VALUE.match(self.value)
        if match is None:
            msg = f"not a module with an attribute: {self.value!r}"
            raise ValueError(msg)
        attributes = (match[2] or "").split(".") if match[2] else ()
        return functools.reduce(getattr, attributes, importlib.import_module(match[1]))

    def origin(self) -> tuple[str | None, str | None]:
        """Return the name and version of its distribution; `None` where nothing says them."""
        if self._folder is not None:
            return _headers(self._folder)
        distribution = None if self._known is None else self._known.dist
        if distribution is None:
            return None, None
        try:
            metadata = distribution.metadata  # read and parsed whenever it is asked for
            return metadata["Name"], metadata["Version"]
        except Exception:  # noqa: BLE001  # METADATA may be missing: the plugin may work all the same
            return None, None


def find_entry_points() -> tuple[list[tuple[Found, int]], list[tuple[str, str]]]:
    """Return the entry points of every overtrick group, sorted, each with its major number.

    The same name and value seen twice, as editable installs produce it, counts once. Where a
    plugin serves several majors, only the entry point for this overtrick counts.

    Returns:
        The entry points, and the distributions whose metadata cannot be read, with the reason.
    """
    unreadable: list[tuple[str, str]] = []
    installed = in_folders()
    if installed is None:
        installed, unreadable = by_metadata()
    found: dict[tuple[str, str, int], Found] = {}
    for entry_point in installed:
        if _ANY_GROUP.fullmatch(entry_point.group):
            major = int(entry_point.group.removeprefix(_GROUP_PREFIX))
            found.setdefault((entry_point.name, entry_point.value, major), entry_point)
    # Whose an entry point is stands in a file of its own, which is read only where it matters.
    majors = {name: set[int]() for name, _, _ in found}
    for name, _, major in found:
        majors[name].add(major)
    served = {
        (name, entry_point.origin()[0])
        for (name, _, major), entry_point in found.items()
        if major == API_VERSION.major and len(majors[name]) > 1
    }
    kept = [
        (entry_point, major)
        for (name, _, major), entry_point in sorted(found.items(), key=_key)
        if major == API_VERSION.major
        or API_VERSION.major not in majors[name]
        or (name, entry_point.origin()[0]) not in served
    ]
    return kept, unreadable


def _key(item: tuple[tuple[str, str, int], Found]) -> tuple[str, str, int]:
    return item[0]


def in_folders() -> list[Found] | None:
    """Return the entry points of overtrick groups that stand in the folders of `sys.path`.

    These are what `importlib.metadata` gives, for a fraction of the time. `None` where more than
    folders is to be looked through (zipped and frozen applications, other finders), and where
    something cannot be read, which `by_metadata` then reports.
    """
    for finder in sys.meta_path:
        if finder is not PathFinder and hasattr(finder, "find_distributions"):
            return None
    found: list[Found] = []
    seen: set[str] = set()
    for entry in sys.path:
        if entry.lower().endswith(".egg") or os.path.isfile(entry):
            return None
        try:
            children = os.listdir(entry or ".")
        except OSError:
            continue
        for child in children:
            if child[-5:].lower() != _INFO:
                continue
            stem, suffix = os.path.splitext(child.lower())
            name = _SIGNS.sub("_", stem.partition("-")[0])
            if suffix in _SUFFIXES and name not in seen:
                seen.add(name)
                if not _read(f"{entry}{os.sep}{child}" if entry else child, found):
                    return None
    return found


def _read(folder: str, found: list[Found]) -> bool:
    """Add the entry points of a distribution; return whether they could be read."""
    try:
        with open(f"{folder}{os.sep}entry_points.txt", encoding="utf-8") as file:
            text = file.read()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError):
        return True
    except (OSError, UnicodeDecodeError):
        return False
    group: str | None = None
    for line in map(str.strip, text.splitlines()):
        if not line or line[0] == "#":
            continue
        if line[0] == "[" and line[-1] == "]":
            group = line.strip("[]")
            continue
        name, sign, value = line.partition("=")
        if not sign:
            return False
        if group is not None and group.startswith(_GROUP_PREFIX):
            found.append(Found(name.strip(), value.strip(), group, folder))
    return True


def _headers(folder: str) -> tuple[str | None, str | None]:
    """Return what a distribution's metadata says of its name and version."""
    name = version = None
    for file_name in ("METADATA", "PKG-INFO"):
        try:
            with open(os.path.join(folder, file_name), encoding="utf-8") as file:
                for line in file:
                    key, sign, value = line.partition(":")
                    if not line.strip() or (name and version):
                        break
                    if sign and key == "Name" and name is None:
                        name = value.strip()
                    elif sign and key == "Version" and version is None:
                        version = value.strip()
        except (OSError, UnicodeDecodeError):
            continue  # it may be missing: the plugin may work all the same
        break
    return name, version


def by_metadata() -> tuple[list[Found], list[tuple[str, str]]]:
    """Return all entry points as `importlib.metadata` finds them, and what it cannot read."""
    from importlib.metadata import entry_points

    unreadable: list[tuple[str, str]] = []
    # Python 3.11 gives another class than later versions; both know groups and select().
    installed: SelectableGroups | EntryPoints
    try:
        installed = entry_points()
    except Exception:  # noqa: BLE001  # one distribution's broken metadata must not stop all
        installed, unreadable = _one_by_one()
    found = [
        Found(point.name, point.value, point.group, known=point)
        for group in filter(_ANY_GROUP.fullmatch, installed.groups)
        for point in installed.select(group=group)
    ]
    return found, unreadable


def _one_by_one() -> tuple[EntryPoints, list[tuple[str, str]]]:
    """Return the entry points that can be read, and the distributions that cannot."""
    from importlib.metadata import EntryPoints, distributions

    readable: list[EntryPoint] = []
    unreadable: list[tuple[str, str]] = []
    for distribution in distributions():
        try:
            readable += distribution.entry_points
        except Exception as error:  # noqa: BLE001  # whatever its files hold
            why = f"its metadata cannot be read: {type(error).__name__}: {error}"
            unreadable.append((_name_of(distribution), why))
    return EntryPoints(readable), unreadable


def _name_of(distribution: Distribution) -> str:
    try:
        return distribution.name
    except Exception:  # noqa: BLE001  # METADATA may be missing or damaged as well
        # The folder's name is all that is left; importlib.metadata keeps it to itself.
        return str(getattr(distribution, "_path", distribution))

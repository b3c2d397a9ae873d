"""Finding the entry points of installed plugins, whatever state their metadata is in."""

from __future__ import annotations

import re
from importlib.metadata import (
    Distribution,
    EntryPoint,
    EntryPoints,
    distributions,
    entry_points,
)
from typing import TYPE_CHECKING, Final

from overtrick.framework.spec import API_VERSION

if TYPE_CHECKING:
    from importlib.metadata import SelectableGroups

ENTRY_POINT_GROUP: Final = f"overtrick.plugins.v{API_VERSION.major}"
"""The entry-point group that this overtrick serves."""

_GROUP_PREFIX: Final = "overtrick.plugins.v"
_ANY_GROUP: Final = re.compile(re.escape(_GROUP_PREFIX) + r"\d+")


def find_entry_points() -> tuple[list[tuple[EntryPoint, int]], list[tuple[str, str]]]:
    """Return the entry points of every overtrick group, sorted, each with its major number.

    The same name and value seen twice, as editable installs produce it, counts once. Where a
    plugin serves several majors, only the entry point for this overtrick counts.

    Returns:
        The entry points, and the distributions whose metadata cannot be read, with the reason.
    """
    unreadable: list[tuple[str, str]] = []
    # Python 3.11 gives another class than later versions; both know groups and select().
    installed: SelectableGroups | EntryPoints
    try:
        installed = entry_points()
    except Exception:  # noqa: BLE001  # one distribution's broken metadata must not stop all
        installed, unreadable = _one_by_one()
    found: dict[tuple[str, str, int], EntryPoint] = {}
    for group in filter(_ANY_GROUP.fullmatch, installed.groups):
        major = int(group.removeprefix(_GROUP_PREFIX))
        for entry_point in installed.select(group=group):
            found.setdefault((entry_point.name, entry_point.value, major), entry_point)
    # Whose an entry point is stands in a file of its own, which is read only where it matters.
    majors = {name: set[int]() for name, _, _ in found}
    for name, _, major in found:
        majors[name].add(major)
    served = {
        (name, origin_of(entry_point)[0])
        for (name, _, major), entry_point in found.items()
        if major == API_VERSION.major and len(majors[name]) > 1
    }
    kept = [
        (entry_point, major)
        for (name, _, major), entry_point in sorted(found.items())
        if major == API_VERSION.major
        or API_VERSION.major not in majors[name]
        or (name, origin_of(entry_point)[0]) not in served
    ]
    return kept, unreadable


def _one_by_one() -> tuple[EntryPoints, list[tuple[str, str]]]:
    """Return the entry points that can be read, and the distributions that cannot."""
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


def origin_of(entry_point: EntryPoint) -> tuple[str | None, str | None]:
    """Return the name and version of the distribution that an entry point belongs to.

    `None` where it belongs to none, or its METADATA does not say.
    """
    distribution = entry_point.dist
    if distribution is None:
        return None, None
    try:
        metadata = distribution.metadata  # read and parsed whenever it is asked for
        return metadata["Name"], metadata["Version"]
    except Exception:  # noqa: BLE001  # METADATA may be missing: the plugin may work all the same
        return None, None

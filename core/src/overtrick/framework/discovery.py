"""Find the entry points of installed plugins, even with damaged metadata."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points
from operator import itemgetter
from typing import Final

from overtrick.findings.printable import printable
from overtrick.framework.spec.interface import API_VERSION

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
    points, unreadable = _installed()
    found: dict[tuple[str, str, int], EntryPoint] = {}
    for point in points:
        major = int(point.group.removeprefix(_GROUP_PREFIX))
        found.setdefault((point.name, point.value, major), point)
    # A distribution's name is in a file of its own, which is read only where it matters.
    others = {name for name, _, major in found if major != API_VERSION.major}
    served = {
        (name, origin_of(point)[0])
        for (name, _, major), point in found.items()
        if major == API_VERSION.major and name in others
    }
    kept = [
        (point, major)
        for (name, _, major), point in sorted(found.items(), key=itemgetter(0))
        if major == API_VERSION.major or (name, origin_of(point)[0]) not in served
    ]
    return kept, unreadable


def origin_of(point: EntryPoint) -> tuple[str | None, str | None]:
    """Return the name and version of an entry point's distribution, `None` where unknown."""
    if point.dist is None:
        return None, None
    try:
        metadata = point.dist.metadata  # parsed again at each access
        return metadata["Name"], metadata["Version"]
    except Exception:  # noqa: BLE001  # METADATA may be missing: the plugin may work all the same
        return None, None


def how_to_update(point: EntryPoint) -> str:
    """Return how to install a release of a plugin for this overtrick, as part of a sentence.

    The address is that of the distribution's metadata: of its project, or else of its author.
    """
    where = ""
    name, _ = origin_of(point)
    if point.dist is not None and name is not None:
        metadata = point.dist.metadata
        urls = [text.partition(",")[2].strip() for text in metadata.get_all("Project-URL") or ()]
        others = [
            text for key in ("Home-page", "Author-email") for text in metadata.get_all(key) or ()
        ]
        address = next((text for text in (*urls, *others) if text), None)
        where = "" if address is None else f" ({printable(address)})"
    ask = f"ask its author for a release for overtrick {API_VERSION.major}{where}"
    return ask if name is None else f"try `python -m pip install --upgrade {name}`, or {ask}"


def _installed() -> tuple[list[EntryPoint], list[tuple[str, str]]]:
    """Return the entry points of overtrick groups, and the distributions that cannot be read."""
    try:
        installed = entry_points()
    except Exception:  # noqa: BLE001  # one distribution's broken metadata must not stop all
        return _one_by_one()
    groups = filter(_ANY_GROUP.fullmatch, installed.groups)
    return [point for group in groups for point in installed.select(group=group)], []


def _one_by_one() -> tuple[list[EntryPoint], list[tuple[str, str]]]:
    readable: list[EntryPoint] = []
    unreadable: list[tuple[str, str]] = []
    for distribution in distributions():
        try:
            points = distribution.entry_points
        except Exception as error:  # noqa: BLE001  # whatever its files hold
            why = f"its metadata cannot be read: {type(error).__name__}: {error}"
            unreadable.append((_name_of(distribution), why))
        else:
            readable += (point for point in points if _ANY_GROUP.fullmatch(point.group))
    return readable, unreadable


def _name_of(distribution: Distribution) -> str:
    try:
        return distribution.name
    except Exception:  # noqa: BLE001  # METADATA may be missing or damaged as well
        # The folder's name is all that is left; importlib.metadata keeps it to itself.
        return str(getattr(distribution, "_path", distribution))

"""The owner, permissions and attributes of a file, kept when a new file replaces it."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from typing import Final

_GROUP: Final = 0o070
_SPECIAL: Final = stat.S_ISUID | stat.S_ISGID

# The errors of a file system without such attributes.
_UNKNOWN: Final = frozenset({errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL})


def keep_owner(descriptor: int, old: os.stat_result, target: str) -> list[str]:
    """Give a new file the owner, permissions and attributes of the one that it replaces.

    Access control lists are attributes on Linux, and kept as those are. Where a group is not to be
    had, its members' permissions are not given to another group.

    Args:
        descriptor: the new file.
        old: the status of the old one.
        target: the old one.

    Returns:
        What could not be kept, in words; nothing where all was.
    """
    lost = _keep_ids(descriptor, old)
    mode = stat.S_IMODE(old.st_mode)
    if lost:
        mode &= ~_SPECIAL
    if any(word.startswith("its group") for word in lost):
        mode = mode & ~_GROUP | (mode & 0o007) << 3 & mode
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, mode)
    return lost + _keep_attributes(descriptor, target)


def _keep_ids(descriptor: int, old: os.stat_result) -> list[str]:
    """Give a new file the user and the group of another; return what could not be given."""
    if not hasattr(os, "fchown"):
        return []
    new = os.fstat(descriptor)
    lost = []
    if new.st_uid != old.st_uid:
        try:
            os.fchown(descriptor, old.st_uid, -1)
        except OSError:
            lost.append(f"its owner (user {old.st_uid})")
    if new.st_gid != old.st_gid:
        try:
            os.fchown(descriptor, -1, old.st_gid)
        except OSError:
            lost.append(f"its group ({old.st_gid})")
    return lost


if sys.platform == "linux":

    def _keep_attributes(descriptor: int, target: str) -> list[str]:
        """Give a new file the extended attributes of another; return those it could not get."""
        try:
            names = os.listxattr(target)
            own = os.listxattr(descriptor)
        except OSError as error:
            return [] if error.errno in _UNKNOWN else ["its extended attributes"]
        lost = []
        for name in set(own) - set(names):
            # What the folder gives to each new file in it, the old one did not have.
            with contextlib.suppress(OSError):
                os.removexattr(descriptor, name)
        for name in names:
            try:
                value = os.getxattr(target, name)
                if name not in own or os.getxattr(descriptor, name) != value:
                    os.setxattr(descriptor, name, value)
            except OSError:
                lost.append(f"its attribute {name}")
        return lost

else:

    def _keep_attributes(descriptor: int, target: str) -> list[str]:
        """Return nothing: Python knows extended attributes on Linux alone."""
        return []

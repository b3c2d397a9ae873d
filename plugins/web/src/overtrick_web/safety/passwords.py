"""Passwords of roles, for pages that other computers can reach (`--host`)."""

from __future__ import annotations

import hmac
import os
import stat
from pathlib import Path
from typing import Final

import attrs

from overtrick_web.errors import WebError
from overtrick_web.interface.roles import Role
from overtrick_web.safety.hosts import is_loopback
from overtrick_web.safety.tokens import digest

SHORTEST: Final = 8
"""The minimum length of a password."""

_LONGEST_FILE: Final = 10_000
_ROLES: Final = ", ".join(role.value for role in Role)


@attrs.frozen(repr=False)
class Passwords:
    """The digest of each role's password; the passwords themselves are not stored."""

    digests: tuple[tuple[Role, bytes], ...]

    def role_of(self, typed: str) -> Role | None:
        """Return the role of a password, or `None` for a wrong one.

        It takes as long for a wrong one as for a right one.
        """
        found = None
        what = digest(typed)
        for role, known in self.digests:
            if hmac.compare_digest(what, known):
                found = role
        return found


def read_passwords(path: Path) -> Passwords:
    """Read a file of passwords, one line a role: `director: a good long one`.

    Empty lines and lines that begin with `#` are ignored. Blanks around a password do not belong
    to it.

    Args:
        path: the file. Where the system has permissions, only its owner may read it.

    Raises:
        WebError: others may read it; a line that is none of these; a role twice; two roles with
            one password, one that is shorter than eight characters; or no password at all.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        data = file.read(_LONGEST_FILE + 1)
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        msg = f"others than its owner may read {path}: run chmod 600 on it first"
        raise WebError(msg)
    if len(data) > _LONGEST_FILE:
        msg = f"{path} is no file of passwords: it is longer than {_LONGEST_FILE} bytes"
        raise WebError(msg)
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        msg = f"{path} is no file of passwords: it is not text in UTF-8"
        raise WebError(msg) from None
    found: dict[Role, bytes] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        role, password = _line(line, f"{path}, line {number}")
        if role in found:
            msg = f"{path}, line {number}: there is a password for {role.value} already"
            raise WebError(msg)
        if digest(password) in found.values():
            msg = f"{path}, line {number}: two roles cannot have one password"
            raise WebError(msg)
        found[role] = digest(password)
    if not found:
        msg = f"there is no password in {path}: write a line such as 'director: a good long one'"
        raise WebError(msg)
    return Passwords(tuple(found.items()))


def _line(line: str, where: str) -> tuple[Role, str]:
    """Return the role and password of a line; error messages never contain the password."""
    name, mark, rest = line.partition(":")
    role = next((role for role in Role if role.value == name.strip().lower()), None)
    if not mark or role is None:
        msg = f"{where}: not of the form 'ROLE: PASSWORD', where ROLE is one of {_ROLES}"
        raise WebError(msg)
    password = rest.strip()
    if len(password) < SHORTEST:
        msg = f"{where}: a password has {SHORTEST} characters at least"
        raise WebError(msg)
    return role, password


def check_host(host: str, password_file: Path | None) -> None:
    """Raise if other computers can reach the page and there are no passwords.

    Raises:
        WebError: the host is not this computer alone, and no file of passwords was given.

    Example:
        >>> check_host("127.0.0.1", None)
    """
    if password_file is None and not is_loopback(host):
        msg = (
            f"{host or 'an empty --host'} lets other computers ask for the page: give "
            "--password-file FILE with a line for each role, such as 'director: a good long one'"
        )
        raise WebError(msg)

"""Sessions: signed values in a cookie.

No list of sessions is kept, so a restart logs no user out. A value is signed with a key that
belongs to what let the person in: with a new token or another password it is worth nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Final

from overtrick_web.interface.roles import Role

_LONGEST: Final = 200
_MOST_LEFT: Final = 10_000


class Sessions:
    """The cookie values of sessions: signing and verification.

    Attributes:
        lasts: how long a person stays in, in seconds.
    """

    def __init__(
        self,
        keys: Mapping[Role, bytes],
        lasts: float = 12 * 3600,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._keys = dict(keys)
        self._clock = clock
        self._left: dict[str, float] = {}
        self.lasts = lasts

    def begin(self, role: Role) -> str:
        """Return the value of a new session."""
        end = int(self._clock() + self.lasts)
        text = f"{role.value}.{end}.{secrets.token_urlsafe(12)}"
        return f"{text}.{self._sign(role, text)}"

    def role_of(self, value: str) -> Role | None:
        """Return the role of a session, or `None` for an invalid or expired value.

        Args:
            value: what the browser sent; anything.
        """
        if len(value) > _LONGEST or not value.isascii():
            return None
        text, _, mark = value.rpartition(".")
        name, _, rest = text.partition(".")
        role = next((role for role in self._keys if role.value == name), None)
        if role is None or not hmac.compare_digest(mark, self._sign(role, text)):
            return None
        end = int(rest.partition(".")[0])
        return role if self._clock() < end and value not in self._left else None

    def end(self, value: str) -> None:
        """End a session early."""
        if self.role_of(value) is None:
            return
        now = self._clock()
        self._left = {left: end for left, end in self._left.items() if end > now}
        while len(self._left) >= _MOST_LEFT:
            del self._left[next(iter(self._left))]
        self._left[value] = now + self.lasts

    def _sign(self, role: Role, text: str) -> str:
        mark = hmac.digest(self._keys[role], text.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(mark).rstrip(b"=").decode()

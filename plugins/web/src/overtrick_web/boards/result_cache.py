"""A bounded cache of results computed from files."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, Protocol, TypeVar


class SizedValue(Protocol):
    """A value that reports its memory use."""

    @property
    def weight(self) -> int:
        """The approximate memory use, in boards."""


KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT", bound=SizedValue)


class _Place(Generic[ValueT]):
    def __init__(self) -> None:
        self.lock: Final = threading.Lock()
        self.value: ValueT | None = None


class ResultCache(Generic[KeyT, ValueT]):
    """A least-recently-used cache; concurrent requests for a key compute its value once.

    Args:
        most: how much the values may weigh together. One that weighs more by itself is kept
            until the next is.

    Example:
        >>> class Text(str):
        ...     weight = property(len)
        >>> keeper = ResultCache[str, Text](5)
        >>> [keeper.get(key, lambda: Text(key * 2)) for key in ("a", "b", "c", "a")]
        ['aa', 'bb', 'cc', 'aa']
        >>> len(keeper)
        2
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._places: OrderedDict[KeyT, _Place[ValueT]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._places)

    def get(self, key: KeyT, make: Callable[[], ValueT]) -> ValueT:
        """Return the value of a key, computed if it is not cached.

        Args:
            key: by which it is kept.
            make: makes it. What it raises goes through, and nothing is kept.
        """
        with self._lock:
            place = self._places.setdefault(key, _Place())
            self._places.move_to_end(key)
        with place.lock:
            if place.value is not None:
                return place.value
            try:
                value = place.value = make()
            except BaseException:
                with self._lock:
                    if self._places.get(key) is place:
                        del self._places[key]
                raise
        self._let_go(key)
        return value

    def known(self, key: KeyT) -> ValueT | None:
        """Return the cached value of a key; nothing is computed."""
        with self._lock:
            place = self._places.get(key)
        return None if place is None else place.value

    def _let_go(self, newest: KeyT) -> None:
        with self._lock:
            total = sum(one.value.weight for one in self._places.values() if one.value is not None)
            for key, place in list(self._places.items()):
                if total <= self._most:
                    break
                if key != newest and place.value is not None:
                    total -= place.value.weight
                    del self._places[key]

"""A mapping that cannot change: patterns and bonuses of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

V = TypeVar("V")


class FrozenMap(Mapping[str, V]):
    """Names to values, in the order given; equal to any mapping with the same entries, and hashable."""

    __slots__ = ("_entries",)
    _entries: dict[str, V]

    def __init__(self, entries: Mapping[str, V]) -> None:
        object.__setattr__(self, "_entries", dict(entries))

    def __getitem__(self, name: str) -> V:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change")

    def __reduce__(self) -> tuple[type[FrozenMap[V]], tuple[dict[str, V]]]:
        return FrozenMap, (self._entries,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._entries!r})"

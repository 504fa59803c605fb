"""Tiles for stacked walls: a pool to take hands from, and the deal that comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.reference.walls import stacked, tiles_of

TRIES = 200


class NoRoomError(Exception):
    """The tiles that a builder looks for are gone: it starts again."""


@dataclass
class Pool:
    """The tiles of a table that are not yet placed."""

    rng: Random
    suits: Sequence[int] = (0, 1, 2)
    seats: int = 4
    rest: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.rest = Counter(tiles_of(len(self.suits)))

    def kinds(self) -> list[int]:
        """All kinds of the table."""
        return [suit * 9 + rank for suit in self.suits for rank in range(9)]

    def whole(self) -> list[int]:
        """The kinds of which all four are there."""
        return [kind for kind in self.kinds() if self.rest[kind] == 4]

    def middle(self) -> int:
        """A kind that can be the middle of a run."""
        return self.rng.choice(self.suits) * 9 + self.rng.randrange(1, 8)

    def beside(self, suit: int) -> int:
        """Another suit."""
        return self.rng.choice([other for other in self.suits if other != suit])

    def has(self, kinds: Sequence[int]) -> bool:
        """Whether all of these tiles are there."""
        return all(self.rest[kind] >= number for kind, number in Counter(kinds).items())

    def take(self, kinds: Sequence[int]) -> list[int]:
        """Take these tiles; NoRoomError if they are not all there."""
        if not self.has(kinds):
            raise NoRoomError
        self.rest -= Counter(kinds)
        return list(kinds)

    def junk(self, number: int, suits: Sequence[int] = (0, 1, 2)) -> list[int]:
        """Any tiles of these suits."""
        tiles = [kind for kind in sorted(self.rest.elements()) if kind // 9 in suits]
        if len(tiles) < number:
            raise NoRoomError
        return self.take(self.rng.sample(tiles, number))

    def a_set(self, suits: Sequence[int], runs: float) -> list[int]:
        """A run or a triplet."""
        for _ in range(TRIES):
            suit = self.rng.choice(suits)
            if self.rng.random() < runs:
                first = suit * 9 + self.rng.randrange(7)
                tiles = [first, first + 1, first + 2]
            else:
                tiles = [suit * 9 + self.rng.randrange(9)] * 3
            if self.has(tiles):
                return self.take(tiles)
        raise NoRoomError

    def a_pair(self, suits: Sequence[int]) -> list[int]:
        for _ in range(TRIES):
            tiles = [self.rng.choice(suits) * 9 + self.rng.randrange(9)] * 2
            if self.has(tiles):
                return self.take(tiles)
        raise NoRoomError

    def two_suits(self) -> list[int]:
        return self.rng.sample(self.suits, self.rng.choice((1, 2, 2, 2)))

    def complete(self, sets: int = 4) -> list[int]:
        """A complete hand of so many sets and a pair, or (of 14 tiles) sometimes seven pairs."""
        suits = self.two_suits()
        if sets == 4 and len(suits) == 2 and self.rng.random() < 0.15:
            return [kind for _ in range(7) for kind in self.a_pair(suits)]
        runs = self.rng.choice((0.0, 0.5, 0.8, 1.0))
        tiles = [kind for _ in range(sets) for kind in self.a_set(suits, runs)]
        return tiles + self.a_pair(suits)

    def lacking(self, number: int, sets: int = 4) -> tuple[list[int], list[int]]:
        """A complete hand without some of its tiles, and those tiles."""
        tiles = self.complete(sets)
        self.rng.shuffle(tiles)
        return tiles[number:], tiles[:number]

    def waiting_for(self, kind: int) -> list[int]:
        """Thirteen tiles that wait for the middle of a run."""
        suits = [kind // 9, self.beside(kind // 9)]
        sides = self.take([kind - 1, kind + 1])
        sets = [tile for _ in range(3) for tile in self.a_set(suits, 0.8)]
        return sides + sets + self.a_pair(suits)


@dataclass
class Deal:
    """Tiles of the dealer and the seats after it, draws, replacements (first one first)."""

    hands: list[list[int]]
    draws: list[int] = field(default_factory=list)
    tail: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)  # the last tiles of the wall, should nobody kong
    policies: Sequence[str] = ()  # of the dealer and the seats after it, where the deal wants certain ones

    def wall(self, rng: Random, seats: int, suits: int) -> list[int]:
        """With fewer seats the hands of the last ones are left out."""
        hands = [self.hands[seat] if seat < len(self.hands) else [] for seat in range(seats)]
        return stacked(hands, self.draws, [*self.tail, *self.last], rng, suits)

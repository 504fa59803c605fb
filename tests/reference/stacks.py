"""Stacked walls for the fuzz: deals in which things happen that a shuffled wall hardly ever brings about.

Every builder takes a generator and gives the tiles of the dealer and the seats after it, the draws that
follow and the replacements; the rest is filled up at random. `STACKS` names them, with policies that suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.reference.walls import ALL_TILES, stacked

TRIES = 200


class NoRoomError(Exception):
    """The tiles that a builder looks for are gone: it starts again."""


@dataclass
class Pool:
    """The tiles not yet placed."""

    rng: Random
    rest: Counter[int] = field(default_factory=lambda: Counter(ALL_TILES))

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
        return self.rng.sample(range(3), self.rng.choice((1, 2, 2, 2)))

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
        suits = [kind // 9, (kind // 9 + self.rng.choice((1, 2))) % 3]
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

    def wall(self, rng: Random) -> list[int]:
        return stacked(self.hands, self.draws, [*self.tail, *self.last], rng)


def heaven(rng: Random) -> Deal:
    """The dealer is dealt a complete hand."""
    return Deal([Pool(rng).complete()])


def earth(rng: Random) -> Deal:
    """Ready seats draw, or the dealer holds, what they wait for."""
    pool = Pool(rng)
    pairs = [pool.lacking(1) for _ in range(3)]
    wanted = [missing[0] for _, missing in pairs]
    dealer = [rng.choice(wanted)] if rng.random() < 0.5 else []
    draws = wanted if not dealer else [kind for kind in wanted if kind != dealer[0]]
    return Deal([dealer, *(hand for hand, _ in pairs)], draws)


def near(rng: Random) -> Deal:
    """Everybody lacks one to three tiles, which are drawn early or in the way of others."""
    pool = Pool(rng)
    hands, wanted = [], []
    for _ in range(4):
        hand, missing = pool.lacking(rng.choice((1, 1, 2, 3)))
        hands.append(hand)
        wanted += missing
    rng.shuffle(wanted)
    for hand in hands:
        if len(hand) < 13 and rng.random() < 0.5:
            hand.append(wanted.pop())
    return Deal(hands, wanted)


def kongs(rng: Random) -> Deal:
    """Triplets and fours in hand, the fourth tiles in other hands, in the first draws and at the tail."""
    pool = Pool(rng)
    kinds = rng.sample(range(27), 12)
    hands: list[list[int]] = [[], [], [], []]
    fourths: list[int] = []
    for number, kind in enumerate(kinds):
        four = rng.random() < 0.3
        pair = rng.random() < 0.3
        hands[number % 4] += [kind] * (4 if four else 2 if pair else 3)
        fourths += [] if four else [kind] * (2 if pair else 1)
        pool.take([kind] * 4)
    rng.shuffle(fourths)
    for hand in hands:
        del hand[13:]
        while len(hand) < 13 and fourths and rng.random() < 0.7:
            hand.append(fourths.pop())
    half = len(fourths) // 2
    return Deal(hands, fourths[:half], fourths[half:])


def bloom(rng: Random) -> Deal:
    """Ready seats that hold a triplet; its fourth is in other hands, what they wait for at the tail."""
    pool = Pool(rng)
    hands, tail, fourths = [], [], []
    for _ in range(3):
        kind = rng.choice([kind for kind in range(27) if pool.rest[kind] == 4])
        pool.take([kind] * 4)
        hand, missing = pool.lacking(1, sets=3)
        hands.append([kind] * 3 + hand)
        tail += missing
        fourths.append(kind)
    rng.shuffle(tail)
    rng.shuffle(fourths)
    dealer = fourths[: rng.randrange(4)]
    return Deal([dealer, *hands], fourths[len(dealer) :], tail)


def rob(rng: Random) -> Deal:
    """A pung in the making whose fourth tile two others wait for; the konger draws it in its next turn."""
    pool = Pool(rng)
    suit, rank = rng.randrange(3), rng.randrange(1, 8)
    kind = suit * 9 + rank
    pool.take([kind] * 4)
    konger = [kind, kind, *pool.junk(11, [suit, (suit + 1) % 3])]
    seats = [(konger, "kongs"), *((pool.waiting_for(kind), "robber") for _ in range(2))]
    rng.shuffle(seats)
    hands, policies = zip(*seats, strict=True)
    return Deal([[kind], *hands], [*pool.junk(3), kind], policies=("giver", *policies))


def same_wait(rng: Random) -> Deal:
    """Three seats wait for the same tile, of which the dealer has one or two."""
    pool = Pool(rng)
    suit, rank = rng.randrange(3), rng.randrange(1, 8)
    kind = suit * 9 + rank
    dealer = [kind] * rng.choice((1, 1, 2, 4))
    pool.take([kind] * 4)
    hands = [pool.waiting_for(kind) for _ in range(3)]
    return Deal([dealer, *hands], [kind] if len(dealer) < 4 and rng.random() < 0.5 else [])


def hand_over(rng: Random) -> Deal:
    """The dealer has a concealed kong and what others wait for; who does not wait never gets ready."""
    pool = Pool(rng)
    kind, four = rng.randrange(3) * 9 + rng.randrange(1, 8), rng.randrange(27)
    pool.take([kind] * 4)
    pool.take([four] * 4)
    hands = [pool.waiting_for(kind) for _ in range(rng.choice((1, 1, 2, 2, 3)))]
    policies = ["feeder", *["greedy" for _ in hands], "pig", "pig"]
    return Deal([[kind, *[four] * 4], *hands], policies=policies[:4])


def ladder(rng: Random) -> Deal:
    """A seat waits for a tile and, dearer, for the fourth of its triplet: both are thrown in turn."""
    pool = Pool(rng)
    suit, rank = rng.randrange(3), rng.randrange(6)
    low = suit * 9 + rank
    high = low + 3
    hand = pool.take([low, low, low, low + 1, low + 2])
    pool.take([low, high])
    suits = [suit, (suit + 1) % 3]
    hand += [tile for _ in range(2) for tile in pool.a_set(suits, 0.8)] + pool.a_pair(suits)
    return Deal([[high], [low], [], hand], policies=("feeder", "feeder", "random", "climber"))


def late(rng: Random) -> Deal:
    """Everybody is ready; what they wait for comes last."""
    pool = Pool(rng)
    pairs = [pool.lacking(1) for _ in range(4)]
    hands = [hand for hand, _ in pairs]
    wanted = [missing[0] for _, missing in pairs]
    last = wanted + [kind for kind in set(wanted) for _ in range(pool.rest[kind])]
    rng.shuffle(last)
    # the end of the wall, and not in drawing order alone: a few may come as replacements
    return Deal(hands, [], last[:6])


def scattered(rng: Random) -> Deal:
    """Hands of three suits, for pigs and seats that never get ready, beside some that are."""
    pool = Pool(rng)
    hands = [pool.lacking(1)[0] for _ in range(rng.choice((1, 2)))]
    while len(hands) < 4:
        hands.append(pool.take([suit * 9 + rank for suit in range(3) for rank in rng.sample(range(9), 4)]))
    rng.shuffle(hands)
    return Deal(hands)


@dataclass(frozen=True)
class Stack:
    """A builder, how often it is used, and the policies for it."""

    build: Callable[[Random], Deal]
    weight: int
    policies: Sequence[str]


def stack(name: str, rng: Random) -> tuple[list[int], Sequence[str]]:
    """A wall of that name, and policies of the dealer and the seats after it that suit it."""
    while True:
        try:
            deal = STACKS[name].build(rng)
            return deal.wall(rng), deal.policies or rng.choices(STACKS[name].policies, k=4)
        except NoRoomError:
            continue


STACKS: dict[str, Stack] = {
    "heaven": Stack(heaven, 2, ("greedy", "greedy", "passer", "suit")),
    "earth": Stack(earth, 3, ("greedy", "greedy", "passer")),
    "near": Stack(near, 20, ("greedy", "greedy", "passer", "suit", "kongs")),
    "kongs": Stack(kongs, 8, ("kongs", "kongs", "greedy", "random")),
    "bloom": Stack(bloom, 8, ("greedy", "kongs", "kongs")),
    "rob": Stack(rob, 5, ("robber", "kongs", "kongs")),
    "same_wait": Stack(same_wait, 8, ("greedy", "greedy", "passer")),
    "hand_over": Stack(hand_over, 16, ()),
    "ladder": Stack(ladder, 14, ()),
    "late": Stack(late, 8, ("passer", "greedy", "robber", "kongs")),
    "scattered": Stack(scattered, 3, ("pig", "pig", "passer", "kongs")),
}

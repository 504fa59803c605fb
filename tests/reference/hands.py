"""What a hand is: every way to read it, and what it waits for (RULES §6), by trying everything."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

SUITS = "mps"
Counts = tuple[int, ...]  # 27 numbers: how many concealed tiles of each kind


class Meld(NamedTuple):
    """An open set (or concealed kong): `pung`, `direct`, `added` or `concealed`, and its kind."""

    type: str
    kind: int

    @property
    def tiles(self) -> int:
        return 3 if self.type == "pung" else 4


class Set(NamedTuple):
    """A concealed set: a `triplet` of a kind, or a `run` that begins with it."""

    type: str
    kind: int


class Standard(NamedTuple):
    """A reading as sets and a pair; open sets are not in it."""

    sets: tuple[Set, ...]
    pair: int


class SevenPairs(NamedTuple):
    """A reading as seven pairs; four of a kind stand twice."""

    pairs: tuple[int, ...]


Reading = Standard | SevenPairs


@cache
def suit_readings(counts: Counts) -> frozenset[tuple[tuple[tuple[str, int], ...], int | None]]:
    """All ways to use up the nine counts of a suit: (sets by rank 0–8, rank of the pair or None)."""
    first = next((rank for rank in range(9) if counts[rank]), None)
    if first is None:
        return frozenset({((), None)})
    found: set[tuple[tuple[tuple[str, int], ...], int | None]] = set()
    for used in ([first] * 3, [first] * 2, [first, first + 1, first + 2]):
        rest = [*counts, 0, 0]
        for rank in used:
            rest[rank] -= 1
        if min(rest) < 0:
            continue
        for sets, pair in suit_readings(tuple(rest[:9])):
            if len(used) == 2:
                if pair is None:
                    found.add((sets, first))
            else:
                name = "triplet" if used[0] == used[1] else "run"
                found.add((tuple(sorted([*sets, (name, first)])), pair))
    return frozenset(found)


@cache
def suit_is(counts: Counts, pair: bool) -> bool:
    """Whether the nine counts of a suit are used up by sets, with one pair among them or without."""
    if sum(counts) % 3 != (2 if pair else 0):
        return False
    return any((found is not None) == pair for _, found in suit_readings(counts))


@cache
def suit_waits(counts: Counts, pair: bool) -> tuple[int, ...]:
    """The ranks (0–8) of which one more tile makes a suit sets, with a pair or without."""
    return tuple(rank for rank in range(9) if suit_is(with_tile(counts, rank), pair))


def suit_parts(concealed: Counts) -> list[Counts]:
    """The nine counts of each suit."""
    return [concealed[start : start + 9] for start in (0, 9, 18)]


@lru_cache(maxsize=50_000)
def standard_readings(concealed: Counts) -> tuple[Standard, ...]:
    """All readings of the concealed tiles as sets and one pair."""
    parts = suit_parts(concealed)
    if not all(suit_is(part, False) or suit_is(part, True) for part in parts):
        return ()
    found = []
    for chosen in product(*(suit_readings(part) for part in parts)):
        pairs = [suit * 9 + pair for suit, (_, pair) in enumerate(chosen) if pair is not None]
        if len(pairs) == 1:
            sets = [
                Set(name, suit * 9 + rank) for suit, (part, _) in enumerate(chosen) for name, rank in part
            ]
            found.append(Standard(tuple(sets), pairs[0]))
    return tuple(found)


def readings(concealed: Counts, melds: tuple[Meld, ...]) -> tuple[Reading, ...]:
    """All readings of a whole hand (14 tiles, an open set counting three); none when it is not complete."""
    found: tuple[Reading, ...] = standard_readings(concealed)
    if not melds and sum(concealed) == 14 and all(count % 2 == 0 for count in concealed):
        pairs = [kind for kind in range(27) for _ in range(concealed[kind] // 2)]
        found += (SevenPairs(tuple(pairs)),)
    return found


def suits_held(concealed: Counts, melds: tuple[Meld, ...]) -> set[int]:
    """The suits over concealed tiles and open sets together."""
    found = {suit for suit, part in enumerate(suit_parts(concealed)) if any(part)}
    return found | {meld.kind // 9 for meld in melds}


def suits_lacked(concealed: Counts, melds: tuple[Meld, ...]) -> set[int]:
    """The suits of which there is nothing over concealed tiles and open sets together."""
    return {0, 1, 2} - suits_held(concealed, melds)


def suits_allowed(concealed: Counts, melds: tuple[Meld, ...], void: int | None) -> bool:
    """At most two suits, and nothing of the void suit."""
    found = suits_held(concealed, melds)
    return len(found) <= 2 and void not in found


def wins(concealed: Counts, melds: tuple[Meld, ...], void: int | None) -> bool:
    """Whether these tiles (the last one included) are a win."""
    return suits_allowed(concealed, melds, void) and bool(readings(concealed, melds))


def with_tile(concealed: Counts, kind: int, number: int = 1) -> Counts:
    """The counts with one more (or `number` more) of a kind."""
    changed = list(concealed)
    changed[kind] += number
    return tuple(changed)


def held(concealed: Counts, melds: tuple[Meld, ...], kind: int) -> int:
    """How many of a kind the seat itself has, open sets included."""
    return concealed[kind] + sum(meld.tiles for meld in melds if meld.kind == kind)


def _one_tile_short(concealed: Counts, melds: tuple[Meld, ...]) -> set[int]:
    """The kinds that make sets and a pair, or seven pairs, of 13 tiles: without a look at suits and copies."""
    parts = suit_parts(concealed)
    found = set()
    for suit in range(3):
        one, other = (parts[each] for each in range(3) if each != suit)
        sets = suit_is(one, False) and suit_is(other, False)
        pair = (suit_is(one, True) and suit_is(other, False)) or (
            suit_is(one, False) and suit_is(other, True)
        )
        if sets or pair:
            found |= {suit * 9 + rank for rank in suit_waits(parts[suit], not pair)}
    odd = [kind for kind in range(27) if concealed[kind] % 2]
    if not melds and len(odd) == 1:
        found.add(odd[0])
    return found


@lru_cache(maxsize=100_000)
def waits(concealed: Counts, melds: tuple[Meld, ...], void: int | None) -> tuple[int, ...]:
    """The kinds that complete 13 tiles; a kind of which the seat holds all four is no wait."""
    return tuple(
        kind
        for kind in sorted(_one_tile_short(concealed, melds))
        if held(concealed, melds, kind) < 4 and suits_allowed(with_tile(concealed, kind), melds, void)
    )

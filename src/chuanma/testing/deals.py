"""Walls laid out by hand: who holds what, what is drawn next, what replaces the kongs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

from chuanma import tiles
from chuanma.engine import layout as L

# Junk is dealt in this order, a copy of each kind after another, so that it holds three suits and no pair.
_JUNK = [suit * L.RANKS + rank - 1 for rank in (1, 4, 7, 2, 5, 8, 3, 6, 9) for suit in range(L.SUITS)]


def lay_wall(
    hands: Mapping[int, str],
    draws: str = "",
    tail: str = "",
    dealer: int = 0,
    *,
    seats: int = L.SEATS,
    suits: int = L.SUITS,
) -> list[int]:
    """The wall (108 kinds in drawing order; with two suits the 72 without m) that deals `hands` by seat, in notation.

    What is missing of 13 tiles (dealer: 14, the last one written is drawn last) is filled with junk. `draws`
    come next in this order; `tail` are the replacements, the first to be drawn first. ValueError for a fifth
    copy or too many tiles.
    """
    dealt = [tiles.parse_tiles(hands[seat]) if hands.get(seat) else [] for seat in range(seats)]
    coming = tiles.parse_tiles(draws) if draws else []
    ending = tiles.parse_tiles(tail) if tail else []
    kinds = [kind for kind in _JUNK if kind >= (L.SUITS - suits) * L.RANKS]
    left = _left_over(kinds, [*chain.from_iterable(dealt), *coming, *ending])
    junk = [kind for copy in range(L.COPIES) for kind in kinds if left[kind] > copy]
    for seat, hand in enumerate(dealt):
        size = 14 if seat == dealer else 13
        if len(hand) > size:
            raise ValueError(f"seat {seat} holds {len(hand)} tiles; at most {size} are dealt")
        while len(hand) < size:
            hand.append(junk.pop(0))
    order = [(dealer + step) % seats for step in range(seats)]
    thirteens = [kind for seat in order for kind in dealt[seat][:13]]
    return [*thirteens, dealt[dealer][13], *coming, *junk, *reversed(ending)]


def _left_over(kinds: list[int], used: list[int]) -> Counter[int]:
    left = Counter(dict.fromkeys(kinds, L.COPIES))
    left.subtract(used)
    for kind, n in left.items():
        if kind not in kinds:
            raise ValueError(f"there is no {tiles.name(kind)} in two suits")
        if n < 0:
            raise ValueError(f"{L.COPIES - n} copies of {tiles.name(kind)}; there are only {L.COPIES}")
    return left

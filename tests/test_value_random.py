"""Values under random rulesets, of random hands in random circumstances: kernel and reference agree."""

from __future__ import annotations

import random

import numpy as np
import pytest

from chuanma import tiles
from chuanma.engine import layout as L
from chuanma.engine.hands import value_at
from chuanma.engine.jit import records
from chuanma.hand import flag_bits
from chuanma.rules.generate import random_ruleset
from chuanma.rules.kernel import fill
from tests.reference.hands import Counts, Meld
from tests.reference.value import Win, value

HANDS_A_RULESET = 30
TYPES = {name: number for number, name in enumerate(L.MELDS) if name}
CIRCUMSTANCES = (
    (),
    ("kong_discard",),
    ("robbed",),
    ("last_tile",),
    ("kong_discard", "last_tile"),
    ("self_draw",),
    ("self_draw", "after_kong"),
    ("self_draw", "after_kong", "last_tile"),
)
LUCKY = (("self_draw", "heaven"), ("self_draw", "earth"), ("earth",))
RANKS = (range(9), range(9), range(9), (0, 8), (1, 4, 7), (0, 1, 2, 6, 7, 8))


def complete_hand(rng: random.Random) -> tuple[Counts, tuple[Meld, ...]]:
    """Seven pairs, or sets and a pair, of one or two suits and often of few ranks, so that every pattern comes up."""
    while True:
        suits, ranks = rng.sample(range(3), rng.choice((1, 2, 2))), rng.choice(RANKS)
        counts = [0] * L.KINDS
        n_melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
        types = rng.choice((("direct", "added", "concealed"), tuple(TYPES)))

        def kind(suits: list[int] = suits, ranks: tuple[int, ...] | range = ranks) -> int:
            return rng.choice(suits) * 9 + rng.choice(ranks)

        melds = tuple(Meld(rng.choice(types), kind()) for _ in range(n_melds))
        if rng.random() < 0.2:
            melds = ()
            for _ in range(6):
                counts[kind()] += 2
        else:
            for _ in range(4 - n_melds):
                if rng.random() < 0.4:
                    counts[kind()] += 3
                else:
                    low = rng.choice(suits) * 9 + rng.choice((0, 3, 6, 6, rng.randrange(7)))
                    for step in range(3):
                        counts[low + step] += 1
        counts[kind()] += 2
        held = list(counts)
        for meld in melds:
            held[meld.kind] += meld.tiles
        if max(held) <= L.COPIES:
            return tuple(counts), melds


def kernel_units(record: np.ndarray, win: Win) -> int:
    types, kinds = np.zeros(4, np.int8), np.zeros(4, np.int8)
    for i, meld in enumerate(win.melds):
        types[i], kinds[i] = TYPES[meld.type], meld.kind
    hand, out = np.array(win.concealed, np.int8), np.zeros(L.VALUE_OUT, np.int32)
    kind = -1 if win.kind is None else win.kind
    return int(value_at(hand, len(win.melds), types, kinds, kind, flag_bits(*win.flags), record, out))


@pytest.mark.parametrize("seed", range(40))
def test_the_kernel_values_hands_as_the_reference_does(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_ruleset(rng)
    record, flat = records(fill(rules)), rules.flat()
    for _ in range(HANDS_A_RULESET):
        concealed, melds = complete_hand(rng)
        flags = rng.choice(CIRCUMSTANCES + (() if melds else LUCKY))
        kind = None if "heaven" in flags else rng.choice([kind for kind in range(27) if concealed[kind]])
        win = Win(concealed, melds, kind, frozenset(flags))
        expected = value(flat, win)
        notation = tiles.format_tiles(kind for kind in range(27) for _ in range(concealed[kind]))

        assert kernel_units(record, win) == (expected.units if expected else 0), (
            notation,
            melds,
            kind,
            flags,
        )

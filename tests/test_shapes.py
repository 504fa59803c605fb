"""Shapes: the checked hands, and hands taken apart the slow way."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from chuanma import tiles
from chuanma.engine import layout as L
from chuanma.engine.shapes import accepts, deficiency, is_win, load_tables, waits

CLS, COMB = load_tables()
LINES = [json.loads(line) for line in (Path(__file__).parent / "vectors/shape.jsonl").read_text().splitlines()]
TYPES = {"pung": L.MELD_PUNG, "direct": L.MELD_DIRECT, "added": L.MELD_ADDED, "concealed": L.MELD_CONCEALED}


def arrays(text: str) -> tuple[np.ndarray, int, np.ndarray, np.ndarray]:
    concealed, melds = tiles.parse_hand(text)
    hand = np.bincount(concealed, minlength=27).astype(np.int8)
    meld_types, meld_kinds = np.zeros(4, np.int8), np.zeros(4, np.int8)
    for i, meld in enumerate(melds):
        meld_types[i], meld_kinds[i] = TYPES[meld.type], meld.kind
    return hand, len(melds), meld_types, meld_kinds


def names(bits: int) -> list[str]:
    return [tiles.name(kind) for kind in range(27) if bits >> kind & 1]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["hand"])
def test_checked_shapes(line: dict[str, object]) -> None:
    hand, n_meld, meld_types, meld_kinds = arrays(str(line["hand"]))
    void = tiles.SUITS.index(str(line["void"])) if line["void"] else -1

    assert deficiency(CLS, COMB, hand, n_meld, meld_kinds, void) == line["deficiency"]
    assert names(waits(CLS, COMB, hand, n_meld, meld_types, meld_kinds, void)) == line["waits"]


@cache
def only_sets(counts: tuple[int, ...]) -> bool:
    """Whether one suit's tiles are sets and nothing else, by trying at the lowest tile."""
    low = next((rank for rank, n in enumerate(counts) if n), None)
    if low is None:
        return True
    tries = []
    if counts[low] >= 3:
        tries.append([low] * 3)
    if low <= 6:
        tries.append([low, low + 1, low + 2])
    for taken in tries:
        rest = list(counts)
        for rank in taken:
            rest[rank] -= 1
        if min(rest) >= 0 and only_sets(tuple(rest)):
            return True
    return False


def slow_win(hand: np.ndarray, n_meld: int) -> bool:
    """Seven pairs, or a pair and sets, in at most two suits."""
    suits = [tuple(int(n) for n in hand[9 * i : 9 * i + 9]) for i in range(3)]
    if all(any(suit) for suit in suits):
        return False
    if n_meld == 0 and all(n % 2 == 0 for n in hand):
        return True
    for kind in range(27):
        if hand[kind] >= 2:
            rest = hand.copy()
            rest[kind] -= 2
            if all(only_sets(tuple(int(n) for n in rest[9 * i : 9 * i + 9])) for i in range(3)):
                return True
    return False


def near_complete(rng: random.Random) -> np.ndarray:
    """Four random sets and a pair in two suits, one tile changed at times."""
    while True:
        hand = np.zeros(27, np.int8)
        suits = rng.sample(range(3), 2)
        for _ in range(4):
            suit = rng.choice(suits)
            if rng.random() < 0.5:
                hand[suit * 9 + rng.randrange(9)] += 3
            else:
                low = suit * 9 + rng.randrange(7)
                hand[low : low + 3] += 1
        hand[rng.choice(suits) * 9 + rng.randrange(9)] += 2
        if rng.random() < 0.6:
            held = [kind for kind in range(27) if hand[kind]]
            hand[rng.choice(held)] -= 1
            hand[rng.randrange(27)] += 1
        if hand.max() <= 4:
            return hand


def test_wins_equal_those_found_the_slow_way() -> None:
    rng = random.Random(1)
    none = np.zeros(4, np.int8)
    found = 0
    for _ in range(3000):
        hand = near_complete(rng)
        expected = slow_win(hand, 0)
        found += expected
        assert bool(is_win(CLS, COMB, hand, 0, none, -1)) == expected
    assert 500 < found < 2900


def test_deficiency_of_thirteen_equals_the_slow_one_up_to_ready() -> None:
    rng = random.Random(2)
    none = np.zeros(4, np.int8)
    for _ in range(300):
        hand = near_complete(rng)
        hand[rng.choice([kind for kind in range(27) if hand[kind]])] -= 1
        ready = [kind for kind in range(27) if hand[kind] < 4 and slow_win(_with(hand, kind), 0)]
        assert names(waits(CLS, COMB, hand, 0, none, none, -1)) == [tiles.name(kind) for kind in ready]
        if ready:
            assert deficiency(CLS, COMB, hand, 0, none, -1) == 0


def _with(hand: np.ndarray, kind: int) -> np.ndarray:
    result: np.ndarray = hand.copy()
    result[kind] += 1
    return result


def test_accepted_tiles_are_those_that_lower_the_deficiency() -> None:
    rng = random.Random(3)
    none = np.zeros(4, np.int8)
    after, accepted = np.zeros(27, np.int64), np.zeros(27, np.int64)
    for _ in range(200):
        deck = [kind for kind in range(27) for _ in range(4)]
        hand = np.bincount(rng.sample(deck, 14), minlength=27).astype(np.int8)
        void = rng.choice((-1, 0, 1, 2))
        accepts(CLS, COMB, hand, 0, none, none, void, after, accepted)
        for thrown in range(27):
            if not hand[thrown]:
                assert accepted[thrown] == 0
                continue
            rest = hand.copy()
            rest[thrown] -= 1
            held = deficiency(CLS, COMB, rest, 0, none, void)
            assert after[thrown] == held
            expected = [
                kind
                for kind in range(27)
                if kind // 9 != void
                and hand[kind] < 4
                and deficiency(CLS, COMB, _with(rest, kind), 0, none, void) < held
            ]
            assert names(int(accepted[thrown])) == [tiles.name(kind) for kind in expected]


def test_a_hand_with_open_sets_of_three_suits_is_far_from_everything() -> None:
    hand, n_meld, _, meld_kinds = arrays("1123m p9m p1p p1s")

    assert deficiency(CLS, COMB, hand, n_meld, meld_kinds, -1) > 13

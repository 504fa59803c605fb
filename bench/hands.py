"""Hands: win, deficiency, waits and value inside a kernel, and the same for arrays of hands from Python beside it.

The hands are drawn by a seed: complete ones in two suits, some with open sets, and complete ones with a tile or two
changed, as they come up in play.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from bench.report import Line
from chuanma.engine import layout as L
from chuanma.engine.jit import kernel, records
from chuanma.engine.shapes import accepts, deficiency, is_win, load_tables, waits
from chuanma.engine.value import value
from chuanma.hand import deficiencies, values, wins
from chuanma.rules import load_preset
from chuanma.rules.kernel import fill

HANDS = 4_000
ROUNDS = 31
ARRAY = 20_000  # hands in an array from Python
REPEATS = 5
CLS, COMB = load_tables()


class Hands:
    """`n` hands as arrays: concealed tiles, number, types and kinds of open sets, winning kinds."""

    def __init__(
        self, n: int, seed: int, tiles: int, changed: float, open_sets: tuple[int, ...] = (0,)
    ) -> None:
        rng = random.Random(seed)
        self.hands = np.zeros((n, L.KINDS), np.int8)
        self.n_melds = np.zeros(n, np.int64)
        self.types, self.kinds = np.zeros((n, 4), np.int8), np.zeros((n, 4), np.int8)
        self.win_kinds = np.zeros(n, np.int64)
        for i in range(n):
            self._lay(rng, i, rng.choice(open_sets))
            held = [kind for kind in range(L.KINDS) for _ in range(self.hands[i, kind])]
            while rng.random() < changed:
                self._change(rng, i, held)
            if tiles == 13:
                self.hands[i, held.pop(rng.randrange(len(held)))] -= 1
            self.win_kinds[i] = rng.choice(held)

    def _lay(self, rng: random.Random, i: int, n_melds: int) -> None:
        """A complete hand of two suits; drawn again until nothing is held five times."""
        while True:
            suits = rng.sample(range(L.SUITS), 2)
            hand, every = np.zeros(L.KINDS, np.int8), np.zeros(L.KINDS, np.int8)
            for m in range(4):
                low = rng.choice(suits) * L.RANKS
                if m < n_melds:
                    self.types[i, m] = L.MELD_PUNG
                    self.kinds[i, m] = low + rng.randrange(L.RANKS)
                    every[self.kinds[i, m]] += 3
                elif rng.random() < 0.3:
                    hand[low + rng.randrange(L.RANKS)] += 3
                else:
                    low += rng.randrange(L.RANKS - 2)
                    hand[low : low + 3] += 1
            hand[rng.choice(suits) * L.RANKS + rng.randrange(L.RANKS)] += 2
            if (hand + every).max() <= L.COPIES:
                self.hands[i], self.n_melds[i] = hand, n_melds
                return

    def _change(self, rng: random.Random, i: int, held: list[int]) -> None:
        at, kind = rng.randrange(len(held)), rng.randrange(L.KINDS)
        if self.hands[i, kind] < L.COPIES - 1 and kind not in self.kinds[i]:
            self.hands[i, held[at]] -= 1
            self.hands[i, kind] += 1
            held[at] = kind


@kernel()
def loop_wins(cls, comb, hands, n_melds, kinds, repeats):  # type: ignore[no-untyped-def]
    """How many of the hands are complete."""
    found = 0
    for _ in range(repeats):
        for i in range(len(hands)):
            found += is_win(cls, comb, hands[i], n_melds[i], kinds[i], -1)
    return found


@kernel()
def loop_deficiencies(cls, comb, hands, n_melds, kinds, repeats):  # type: ignore[no-untyped-def]
    """The deficiencies of the hands, added up."""
    found = 0
    for _ in range(repeats):
        for i in range(len(hands)):
            found += deficiency(cls, comb, hands[i], n_melds[i], kinds[i], -1)
    return found


@kernel()
def loop_waits(cls, comb, hands, n_melds, types, kinds, repeats):  # type: ignore[no-untyped-def]
    """The waits of the hands, mixed up."""
    found = 0
    for _ in range(repeats):
        for i in range(len(hands)):
            found ^= waits(cls, comb, hands[i], n_melds[i], types[i], kinds[i], -1)
    return found


@kernel()
def loop_accepts(cls, comb, hands, n_melds, types, kinds, repeats):  # type: ignore[no-untyped-def]
    """The tiles accepted after each discard, mixed up."""
    found = 0
    after, accepted = np.zeros(L.KINDS, np.int64), np.zeros(L.KINDS, np.int64)
    for _ in range(repeats):
        for i in range(len(hands)):
            accepts(cls, comb, hands[i], n_melds[i], types[i], kinds[i], -1, after, accepted)
            found ^= accepted[i % L.KINDS]
    return found


@kernel()
def loop_values(hands, n_melds, types, kinds, win_kinds, rules, out, repeats):  # type: ignore[no-untyped-def]
    """The values of the hands, added up."""
    found = 0
    for _ in range(repeats):
        for i in range(len(hands)):
            found += value(hands[i], n_melds[i], types[i], kinds[i], win_kinds[i], 0, rules[0], out)
    return found


def nanoseconds(hands: int, *works: Callable[[], object]) -> list[float]:
    """Median CPU nanoseconds a hand of each work, taken in turns so that they meet the same machine."""
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work()
    for _ in range(ROUNDS):
        for work, spent in zip(works, times, strict=True):
            start = time.thread_time()
            work()
            spent.append((time.thread_time() - start) / hands * 1e9)
    return [median(spent) for spent in times]


def kernels() -> list[Line]:
    """The four kernels, over hands with and without open sets."""
    mixed = (0, 0, 0, 1, 2, 3)
    full, ready = Hands(HANDS, 1, 14, 0.4, mixed), Hands(HANDS, 2, 13, 0.2, mixed)
    won = Hands(HANDS, 3, 14, 0.0, mixed)
    rules, out = records(fill(load_preset("dingque"))), np.zeros(L.VALUE_OUT, np.int32)
    found = nanoseconds(
        HANDS,
        lambda: loop_wins(CLS, COMB, full.hands, full.n_melds, full.kinds, REPEATS),
        lambda: loop_deficiencies(CLS, COMB, full.hands, full.n_melds, full.kinds, REPEATS),
        lambda: loop_waits(CLS, COMB, ready.hands, ready.n_melds, ready.types, ready.kinds, REPEATS),
        lambda: loop_values(won.hands, won.n_melds, won.types, won.kinds, won.win_kinds, rules, out, REPEATS),
        lambda: loop_accepts(CLS, COMB, full.hands, full.n_melds, full.types, full.kinds, 1),
    )
    per_hand = [spent / REPEATS for spent in found[:4]]
    names = ("win check, ns", "deficiency, ns", "waits, ns", "value of a win, ns")
    lines = [
        Line(f"kernel: {name}", spent, at_most=target)
        for name, spent, target in zip(names, per_hand, (25, 60, 1000, 500), strict=True)
    ]
    return [*lines, Line("kernel: tiles accepted after each discard, ns", found[4])]


def arrays() -> list[Line]:
    """The same from Python for an array of concealed hands, and how much longer it takes than the kernel's loop."""
    full, won = Hands(ARRAY, 4, 14, 0.4), Hands(ARRAY, 5, 14, 0.0)
    rules = load_preset("dingque")
    record, out = records(fill(rules)), np.zeros(L.VALUE_OUT, np.int32)
    pairs: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        (
            "wins",
            lambda: loop_wins(CLS, COMB, full.hands, full.n_melds, full.kinds, 1),
            lambda: wins(full.hands),
        ),
        (
            "deficiencies",
            lambda: loop_deficiencies(CLS, COMB, full.hands, full.n_melds, full.kinds, 1),
            lambda: deficiencies(full.hands),
        ),
        (
            "values",
            lambda: loop_values(won.hands, won.n_melds, won.types, won.kinds, won.win_kinds, record, out, 1),
            lambda: values(won.hands, rules, win_kinds=won.win_kinds),
        ),
    ]
    lines = []
    for name, inside, outside in pairs:
        kernel_time, array_time = nanoseconds(ARRAY, inside, outside)
        lines.append(Line(f"array: {name}, ns a hand (kernel {kernel_time:.1f})", array_time))
        lines.append(Line(f"array: {name}, times the kernel", array_time / kernel_time, at_most=1.5))
    return lines


def lines() -> list[Line]:
    """Every figure of this part, with its target."""
    return [*kernels(), *arrays()]

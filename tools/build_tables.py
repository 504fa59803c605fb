"""Build the suit tables of the engine: `python tools/build_tables.py [--check]`.

For every way to hold tiles of one suit (up to four of each rank, key = sum of count * 5**rank) and every aim (0-4 sets,
with or without a pair) the number of tiles still missing. Only 126 different rows of these ten numbers occur, so the
file holds a class for each key, and for two classes and 0-4 sets to make the least number missing for these sets
and one pair over both suits.
"""

from __future__ import annotations

import io
import sys
from itertools import product
from pathlib import Path

import numpy as np

FILE = Path(__file__).parents[1] / "src/chuanma/engine/data/suit.npz"
RANKS = 9
COUNTS = 5  # 0-4 tiles of a rank
SETS = 5  # 0-4 sets
MOST = 14  # tiles in a hand
FAR = 99
SHAPE = (COUNTS,) * RANKS


def shapes_of_sets() -> list[tuple[int, ...]]:
    """The nine triplets and seven runs of a suit as counts by rank."""
    triplets = [tuple(3 * (rank == at) for rank in range(RANKS)) for at in range(RANKS)]
    runs = [tuple(int(at <= rank <= at + 2) for rank in range(RANKS)) for at in range(RANKS - 2)]
    return triplets + runs


def added(holdings: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Every holding with the tiles of `shape` put to it, as far as four of a rank allow."""
    result = np.zeros_like(holdings)
    source = tuple(slice(0, COUNTS - n) for n in shape)
    target = tuple(slice(n, COUNTS) for n in shape)
    result[target] = holdings[source]
    return result


def complete() -> list[np.ndarray]:
    """For the aims (0 sets), (0 sets, pair), (1 set) ...: which holdings are exactly that."""
    pairs = [tuple(2 * (rank == at) for rank in range(RANKS)) for at in range(RANKS)]
    only = np.zeros(SHAPE, bool)
    only[(0,) * RANKS] = True
    aims: list[np.ndarray] = []
    for _ in range(SETS):
        aims += [only, np.logical_or.reduce([added(only, pair) for pair in pairs])]
        only = np.logical_or.reduce([added(only, shape) for shape in shapes_of_sets()])
    return aims


def missing(aim: np.ndarray) -> np.ndarray:
    """For every holding the fewest tiles that must be drawn to hold all of some complete one."""
    distance = np.where(aim, 0, FAR).astype(np.int16)
    for rank in range(RANKS):
        by_rank = np.moveaxis(distance, rank, 0)
        for n in range(COUNTS - 2, -1, -1):  # more of a rank is wanted: one tile each
            np.minimum(by_rank[n], by_rank[n + 1] + 1, out=by_rank[n])
    for rank in range(RANKS):
        by_rank = np.moveaxis(distance, rank, 0)
        for n in range(1, COUNTS):  # holding more than wanted costs nothing
            np.minimum(by_rank[n], by_rank[n - 1], out=by_rank[n])
    return distance


def build() -> tuple[np.ndarray, np.ndarray]:
    """`cls` u1[5**9] and `comb` u1[5, 126, 126]."""
    rows = np.stack([missing(aim) for aim in complete()], axis=-1)
    rows = rows.transpose(*range(RANKS - 1, -1, -1), RANKS).reshape(COUNTS**RANKS, 2 * SETS)  # rank 1 counts units
    tiles = np.indices(SHAPE).sum(axis=0).ravel()
    possible = tiles <= MOST
    classes, which = np.unique(rows[possible], axis=0, return_inverse=True)
    cls = np.zeros(COUNTS**RANKS, np.uint8)
    cls[possible] = which.ravel()
    comb = np.full((SETS, len(classes), len(classes)), FAR, np.int16)
    for need in range(SETS):
        for here, pair in product(range(need + 1), (0, 1)):
            one = classes[:, 2 * here + pair]
            other = classes[:, 2 * (need - here) + 1 - pair]
            np.minimum(comb[need], one[:, None] + other[None, :], out=comb[need])
    return cls, np.minimum(comb, FAR).astype(np.uint8)


def main() -> int:
    """Write the file, or with --check compare it."""
    cls, comb = build()
    if "--check" in sys.argv[1:]:
        with np.load(FILE) as held:
            same = np.array_equal(held["cls"], cls) and np.array_equal(held["comb"], comb)
        print("the suit tables are what this script builds" if same else "the suit tables differ from this script")
        return 0 if same else 1
    held_bytes = io.BytesIO()
    np.savez_compressed(held_bytes, cls=cls, comb=comb)
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_bytes(held_bytes.getvalue())
    print(f"{FILE.name}: {comb.shape[1]} classes, {FILE.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

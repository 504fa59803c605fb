"""Counts: how many ways a game can go from a fixed wall to a depth, as the plain reference counts them.

`counts.txt` holds lines `preset seed depth count`: the wall is shuffled by the seed as in `wall`, the dealer is
seed % 4, the first pending seat answers with each of its legal actions but leaving. `python -m tests.counts` writes the
file anew from the reference; `python -m tests.counts divide PRESET SEED DEPTH` prints kernel and reference by first
action, to find where they part.
"""

from __future__ import annotations

import copy
import random
from pathlib import Path

from chuanma.actions import Action
from chuanma.engine import layout as L
from chuanma.engine.table import Table
from chuanma.rules import load_preset
from chuanma.rules.kernel import fill
from tests.reference.engine import ReferenceGame

FILE = Path(__file__).parent / "counts.txt"
STARTS = [("standard", 1), ("standard", 6), ("standard-single", 3), ("dingque", 0), ("dingque", 2)]
DEPTHS = {"standard": (1, 2, 3), "standard-single": (1, 2, 3), "dingque": (4, 5, 6)}


def wall(seed: int) -> list[int]:
    """A shuffled wall; Python's generator and shuffle, which do not change."""
    tiles = [kind for kind in range(L.KINDS) for _ in range(L.COPIES)]
    random.Random(seed).shuffle(tiles)
    return tiles


def kernel_table(preset: str, seed: int) -> Table:
    """The kernel's table at the start."""
    return Table(fill(load_preset(preset)), wall(seed), seed % L.SEATS)


def reference_game(preset: str, seed: int) -> ReferenceGame:
    """The reference's game at the start."""
    return ReferenceGame(load_preset(preset).flat(), wall(seed), seed % L.SEATS)


def kernel_choices(table: Table) -> list[tuple[int, int]]:
    """The first pending seat with each of its actions."""
    pending = table.pending()
    seat = (pending & -pending).bit_length() - 1
    legal = table.legal(seat) & ~(1 << L.A_LEAVE) if pending else 0
    return [(seat, action) for action in range(L.ACTIONS) if legal >> action & 1]


def reference_choices(game: ReferenceGame) -> list[tuple[int, int]]:
    """The same of the reference."""
    if not game.pending():
        return []
    seat = min(game.pending())
    return [(seat, action) for action in sorted(game.legal(seat)) if action != L.A_LEAVE]


def count_kernel(table: Table, depth: int) -> int:
    """Sequences of `depth` actions."""
    choices = kernel_choices(table)
    if depth == 1:
        return len(choices)
    total = 0
    for seat, action in choices:
        after = table.clone()
        after.step(seat, action)
        total += count_kernel(after, depth - 1)
    return total


def count_reference(game: ReferenceGame, depth: int) -> int:
    """The same with the reference."""
    choices = reference_choices(game)
    if depth == 1:
        return len(choices)
    total = 0
    for seat, action in choices:
        after = copy.deepcopy(game)
        after.step(seat, action)
        total += count_reference(after, depth - 1)
    return total


def divide(preset: str, seed: int, depth: int) -> list[str]:
    """Counts by first action of kernel and reference."""
    lines = []
    for seat, action in reference_choices(reference_game(preset, seed)):
        table, game = kernel_table(preset, seed), reference_game(preset, seed)
        table.step(seat, action)
        game.step(seat, action)
        counts = count_kernel(table, depth - 1), count_reference(game, depth - 1)
        lines.append(f"{seat} {Action(action)}: kernel {counts[0]}, reference {counts[1]}")
    return lines


def read() -> list[tuple[str, int, int, int]]:
    """The lines of the file."""
    rows = [line.split() for line in FILE.read_text().splitlines()]
    return [(preset, int(seed), int(depth), int(count)) for preset, seed, depth, count in rows]

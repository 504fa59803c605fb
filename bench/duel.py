"""`efficient` against three `greedy`: 500 walls, each in all four seatings, and the time a decision takes.

The margin counts standard errors of the mean points a game; the walls are drawn, so the error is that of their sums.
"""

from __future__ import annotations

import time
from statistics import mean, quantiles

from bench.report import Line
from chuanma.bots import make_bot
from chuanma.game import Game
from chuanma.rules import load_preset
from chuanma.sim import simulate

WALLS = 500
SEED = "duel"
PRESETS = ("standard", "dingque")
TIMED = 25  # games


def duel(preset: str) -> list[Line]:
    """How `efficient` fares under a preset."""
    bots = ("efficient", "greedy", "greedy", "greedy")
    report = simulate(load_preset(preset), bots, WALLS, SEED, rotate=True)
    ours, theirs = report.by_bot["efficient"], report.by_bot["greedy"]
    head = f"efficient against three greedy, {preset}"
    return [
        Line(f"{head}: points a game", ours.mean, at_least=0),
        Line(f"{head}: standard error", ours.se),
        Line(f"{head}: standard errors above 0", ours.mean / ours.se, at_least=3),
        Line(f"{head}: wins a game", ours.wins / ours.games),
        Line(f"{head}: wins a game of a greedy", theirs.wins / theirs.games),
    ]


def decisions() -> list[Line]:
    """CPU milliseconds of a decision of four `efficient` that have everything compiled."""
    spent: list[float] = []
    for number in range(TIMED + 1):
        game = Game(load_preset(PRESETS[number % 2]), seed=SEED, game_no=number)
        bots = [make_bot("efficient") for _ in range(4)]
        if number == 1:
            spent.clear()  # the first game compiled, or loaded
        while not game.over:
            seat = game.pending[0]
            view = game.observe(seat)
            start = time.thread_time()
            action = bots[seat].choose(view)
            spent.append((time.thread_time() - start) * 1e3)
            game.apply(seat, action.id)
    return [
        Line("a decision of efficient, mean, CPU ms", mean(spent), at_most=1),
        Line("a decision of efficient, 99 of 100 within, CPU ms", quantiles(spent, n=100)[98], at_most=1),
    ]


def lines() -> list[Line]:
    """Every figure of this part, with its target."""
    return [line for preset in PRESETS for line in duel(preset)] + decisions()

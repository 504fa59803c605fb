"""The engine's speed: random play inside the kernel, and step + legal from Python, beside the plain reference."""

from __future__ import annotations

import random
import time
from statistics import median

import numpy as np

from bench.report import Line
from chuanma.engine import layout as L
from chuanma.engine.batch import play_random
from chuanma.engine.jit import records
from chuanma.engine.table import new_work, suit_tables
from chuanma.game import Game
from chuanma.rules import load_preset
from chuanma.rules.kernel import fill
from tests.reference.engine import ReferenceGame

ROUNDS = 7
GAMES = 4_000
PYTHON_GAMES = 60
REFERENCE_GAMES = 20


def random_play(preset: str) -> tuple[float, float]:
    """Median steps and games a second of random-legal play inside the kernel, on one core."""
    states = np.zeros(1, L.STATE)
    states["rules"] = fill(load_preset(preset))
    states = records(states)
    work = new_work()
    play_random(suit_tables(), work, states, 0, np.uint64(1), 100)
    steps_rate, games_rate = [], []
    for turn in range(ROUNDS):
        start = time.perf_counter()
        steps = play_random(suit_tables(), work, states, 0, np.uint64(turn + 1), GAMES)
        spent = time.perf_counter() - start
        steps_rate.append(steps / spent)
        games_rate.append(GAMES / spent)
    return median(steps_rate), median(games_rate)


def python_step(preset: str) -> float:
    """Median microseconds of one `Game.step` and one `legal` after it."""
    rules = load_preset(preset)
    rng = random.Random(1)
    times = []
    for seed in range(PYTHON_GAMES):
        game = Game(rules, seed=seed)
        n = 0
        spent = 0.0
        legal = game.legal(game.pending[0])
        while not game.over:
            seat = game.pending[0]
            legal = game.legal(seat)
            action = rng.choice([action for action in legal if action.verb != "leave"])
            start = time.perf_counter()
            game.step(seat, action)
            game.legal(seat)
            spent += time.perf_counter() - start
            n += 1
        times.append(spent / n * 1e6)
    return median(times)


def reference_play(preset: str) -> float:
    """Steps a second of the plain reference in tests/, played at random too: a figure to stand beside the kernel's."""
    rules = load_preset(preset).flat()
    rng = random.Random(1)
    steps = 0
    start = time.perf_counter()
    for _ in range(REFERENCE_GAMES):
        wall = [kind for kind in range(L.KINDS) for _ in range(L.COPIES)]
        rng.shuffle(wall)
        game = ReferenceGame(rules, wall, 0)
        while not game.over:
            seat = min(game.pending())
            game.step(seat, rng.choice(sorted(game.legal(seat) - {L.A_LEAVE})))
            steps += 1
    return steps / (time.perf_counter() - start)


def lines() -> list[Line]:
    """Every figure of this part, with its target."""
    out = []
    for preset in ("dingque", "standard"):
        steps, games = random_play(preset)
        out.append(Line(f"random play, {preset}: steps a second", steps, at_least=3e6))
        out.append(Line(f"random play, {preset}: games a second", games, at_least=40_000))
    out.append(Line("the plain reference, dingque: steps a second", reference_play("dingque")))
    out.append(Line("Game.step + legal from Python, µs", python_step("dingque"), at_most=10))
    return out

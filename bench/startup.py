"""From nothing to a game: the first compile (CPU), a warm import with a game, a warm `chuanma score`."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median

from bench.report import Line

ROUNDS = 5
GAME = (
    "import chuanma; from chuanma.game import Game; from chuanma.rules import load_preset; "
    "Game(load_preset('dingque'), seed=1)"
)


def _run(arguments: list[str], cache: str | None = None) -> tuple[float, float]:
    """Wall and CPU seconds of a Python process."""
    environment = dict(os.environ)
    if cache:
        environment["CHUANMA_CACHE"] = cache
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, env=environment, stdout=subprocess.DEVNULL)
    spent = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lines() -> list[Line]:
    """Every figure of this part, with its target."""
    with tempfile.TemporaryDirectory() as cache:
        _, cold = _run(["-m", "chuanma.engine.warm"], cache)
    _run(["-m", "chuanma.engine.warm"])
    score = ["-m", "chuanma.cli", "score", "11222244p557799m", "--rules", "standard", "--json"]
    return [
        Line("first compile of the engine, s CPU", cold, at_most=60),
        Line("warm import and a Game, s", median(_run(["-c", GAME])[0] for _ in range(ROUNDS)), at_most=1.2),
        Line("warm `chuanma score`, s", median(_run(score)[0] for _ in range(ROUNDS)), at_most=1.5),
    ]

"""Kernel against reference over many games: `python -m tests.reference.fuzz --games N`.

With `--alone` the reference plays by itself: a check of the reference and of what the games touch.

Exit code 1 on a difference (a repro is printed, and written to DIR), or when the games touched too little.
Shards of games whose results are in DIR already are not played again; a change of the engine, the rules or
these tests makes them stale.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import chuanma
from chuanma.engine.table import Table
from tests.reference.coverage import EACH_PAIR, VALUES, Coverage
from tests.reference.differ import MakeTable
from tests.reference.games import Played, draw_plan, play
from tests.reference.repro import Repro, shrink

SHARD = 250  # games
SHOWN = 3  # differences printed in full


@dataclass(frozen=True)
class Shard:
    """Games `start` to `stop - 1` of a seed."""

    seed: int
    start: int
    stop: int
    alone: bool = False

    def file(self, folder: Path, version: str) -> Path:
        kind = "alone" if self.alone else "shard"
        return folder / f"{kind}-{version}-{self.seed}-{self.start}-{self.stop}.json"


def shards(games: int, seed: int, alone: bool = False) -> list[Shard]:
    """All games of a run, in parts."""
    return [Shard(seed, start, min(start + SHARD, games), alone) for start in range(0, games, SHARD)]


def run_shard(shard: Shard) -> dict[str, Any]:
    """Play a shard; its coverage, and a repro of each difference, as JSON has it."""
    coverage = Coverage()
    table = None if shard.alone else Table
    differences: list[str] = []
    for number in range(shard.start, shard.stop):
        played = play(draw_plan(f"{shard.seed}/{number}"), table)
        coverage.add(played)
        if played.difference:
            differences.append(_repro(played, table, small=len(differences) < SHOWN))
    return {"coverage": coverage.to_json(), "differences": differences}


def _repro(played: Played, table: MakeTable | None, small: bool) -> str:
    repro = Repro(played.plan.game, tuple(played.steps), tuple(played.answers))
    difference = played.difference
    if small:
        repro, difference = shrink(repro, table)
    return repro.to_text(difference)


def version() -> str:
    """A digest of everything a result depends on."""
    digest = hashlib.sha256()
    for folder in (Path(chuanma.__file__).parent, Path(__file__).parent):
        for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.npz"), *folder.rglob("*.toml")]):
            digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def _results(wanted: list[Shard], jobs: int) -> Iterator[tuple[Shard, dict[str, Any]]]:
    """The shards as they are done, on so many processes."""
    if jobs == 1:
        for shard in wanted:
            yield shard, run_shard(shard)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(run_shard, shard): shard for shard in wanted}
        for done in as_completed(running):
            yield running[done], done.result()


def run(
    games: int,
    seed: int = 0,
    jobs: int = 1,
    folder: Path | None = None,
    progress: bool = False,
    alone: bool = False,
) -> tuple[Coverage, list[str]]:
    """Play all games that `folder` has no result of; the coverage of all, and the repros."""
    total, differences = Coverage(), []
    stamp = version() if folder else ""
    wanted = []
    for shard in shards(games, seed, alone):
        done = shard.file(folder, stamp) if folder else None
        if done and done.exists():
            result = json.loads(done.read_text("utf-8"))
            total.merge(Coverage.from_json(result["coverage"]))
            differences += result["differences"]
        else:
            wanted.append(shard)
    began = time.monotonic()
    for shard, result in _results(wanted, jobs):
        total.merge(Coverage.from_json(result["coverage"]))
        differences += result["differences"]
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            _write(shard.file(folder, stamp), json.dumps(result))
        if progress:
            spent = time.monotonic() - began
            line = f"{total.games}/{games} games, {total.steps} steps, {len(differences)} differences"
            print(f"{line}, {spent:.0f} s", file=sys.stderr, flush=True)
    return total, differences


def _write(file: Path, text: str) -> None:
    """Whole or not at all: a run may be stopped at any moment."""
    part = file.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(file)


def report(coverage: Coverage) -> str:
    """The coverage table."""
    lines = [f"{coverage.games} games, {coverage.steps} steps", f"{'':40}{'times':>10}{'floor':>8}"]
    for name, count, least in coverage.table():
        lines.append(f"{name:40}{count:10}{least:8}{'  too few' if count < least else ''}")
    rare = coverage.rare_pairs()
    least = coverage.floor(EACH_PAIR)
    lines.append(f"{len(VALUES)} option values; pairs of them in fewer than {least} games: {len(rare)}")
    lines += [f"  {what}: {games} games" for what, games, _ in rare[:20]]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.reference.fuzz", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dir", type=Path, help="where results of shards and repros are kept")
    parser.add_argument("--alone", action="store_true", help="the reference by itself")
    given = parser.parse_args(arguments)
    if given.games < 1 or given.jobs < 1:
        parser.error("--games and --jobs are at least 1")
    coverage, differences = run(
        given.games, given.seed, given.jobs, given.dir, progress=True, alone=given.alone
    )
    print(report(coverage))
    for number, repro in enumerate(differences[:SHOWN]):
        print(f"\ndifference {number + 1} of {len(differences)}:\n{repro}")
    if given.dir:
        for number, repro in enumerate(differences):
            _write(given.dir / f"difference-{number}.json", repro)
    return 1 if differences or coverage.below() else 0


if __name__ == "__main__":
    sys.exit(main())

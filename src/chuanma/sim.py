"""Many games between bots: who wins what, and how. Game k is dealt from (seed, k) and dealt by seat k mod 4."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from chuanma.bots import make_bot
from chuanma.engine import layout as L
from chuanma.game import Game
from chuanma.record import SUFFIX, record_game
from chuanma.rules.ruleset import Ruleset
from chuanma.shuffle import Seed

CHUNK = 50  # games handed to a process at once
MAX_JOBS = 256
MAX_GAMES = 10_000_000
DIGITS = 6  # of means and rates in results


class SimError(ValueError):
    """A simulation that cannot be; the message names what is wrong and what is allowed."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted of one game, by seat: points, and how often it won, drew its win itself, dealt in, was a pig."""

    scores: tuple[int, ...]
    wins: tuple[int, ...]
    self_draws: tuple[int, ...]
    deal_ins: tuple[int, ...]
    pigs: tuple[int, ...]
    exhausted: bool


def play_game(rules: Ruleset, bots: Sequence[str], seed: Seed, number: int) -> Game:
    """Game `number` of a simulation, played to its end."""
    game = Game(rules, seed=seed, game_no=number, dealer=number % L.SEATS)
    players = [make_bot(name, seed, number, seat) for seat, name in enumerate(bots)]
    while pending := game.pending:
        seat = pending[0]
        game.apply(seat, players[seat].choose(game.observe(seat)).id)
    return game


def tally(game: Game) -> Tally:
    """Count a finished game. Robbed kongs are deal-ins too: the konger pays alone."""
    wins, self_draws, deal_ins, pigs = ([0] * L.SEATS for _ in range(4))
    exhausted = False
    for event, seat, other, _, arg, *_ in game.rows:
        if event == L.E_WIN:
            wins[seat] += 1
            if other < 0:
                self_draws[seat] += 1
            else:
                deal_ins[other] += 1
        elif event == L.E_JUDGE and arg == L.PIG:
            pigs[seat] += 1
        elif event == L.E_EXHAUSTED:
            exhausted = True
    return Tally(game.scores, tuple(wins), tuple(self_draws), tuple(deal_ins), tuple(pigs), exhausted)


def _play_chunk(
    rules: Ruleset, bots: tuple[str, ...], seed: Seed, numbers: range, out: Path | None
) -> list[Tally]:
    """Games of consecutive numbers, their records written when `out` is a folder."""
    found = []
    for number in numbers:
        game = play_game(rules, bots, seed, number)
        if out is not None:
            record_game(game, bots).write(out / f"game-{number:07d}{SUFFIX}")
        found.append(tally(game))
    return found


@dataclass
class Counts:
    """Sums over all games of one seat, or of all seats of one bot. Whole numbers, so that order does not matter."""

    games: int = 0
    points: int = 0
    squares: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    pigs: int = 0

    def add(self, game: Tally, seat: int) -> None:
        """Add one seat of a game."""
        self.games += 1
        self.points += game.scores[seat]
        self.squares += game.scores[seat] ** 2
        self.wins += game.wins[seat]
        self.self_draws += game.self_draws[seat]
        self.deal_ins += game.deal_ins[seat]
        self.pigs += game.pigs[seat]

    @property
    def mean(self) -> float:
        """Points a game."""
        return self.points / self.games

    @property
    def sd(self) -> float:
        """Standard deviation of the points of a game (of the sample)."""
        if self.games < 2:
            return 0.0
        return math.sqrt((self.squares * self.games - self.points**2) / (self.games * (self.games - 1)))

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "games": self.games,
            "points": self.points,
            "mean": round(self.mean, DIGITS),
            "sd": round(self.sd, DIGITS),
            "wins": self.wins,
            "win_rate": round(self.wins / self.games, DIGITS),
            "self_draws": self.self_draws,
            "deal_ins": self.deal_ins,
            "pigs": self.pigs,
        }


@dataclass
class Report:
    """The result of a simulation."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: Seed
    tallies: list[Tally]
    seats: list[Counts] = field(default_factory=lambda: [Counts() for _ in range(L.SEATS)])
    by_bot: dict[str, Counts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_bot = {name: Counts() for name in dict.fromkeys(self.bots)}
        for game in self.tallies:
            for seat, name in enumerate(self.bots):
                self.seats[seat].add(game, seat)
                self.by_bot[name].add(game, seat)

    @property
    def exhausted(self) -> int:
        """Games that ended with an empty wall."""
        return sum(game.exhausted for game in self.tallies)

    @property
    def zero_sum(self) -> bool:
        """True if the points of every game sum to zero."""
        return all(sum(game.scores) == 0 for game in self.tallies)

    def to_dict(self) -> dict[str, Any]:
        """For JSON: the same for the same games, bots, rules and seed, however many processes played them."""
        return {
            "games": len(self.tallies),
            "rules": self.rules.code,
            "seed": self.seed if isinstance(self.seed, int) else str(self.seed),
            "bots": list(self.bots),
            "seats": [
                {"seat": seat, "bot": name, **self.seats[seat].to_dict()}
                for seat, name in enumerate(self.bots)
            ],
            "by_bot": {name: counts.to_dict() for name, counts in self.by_bot.items()},
            "exhausted": self.exhausted,
            "zero_sum": self.zero_sum,
        }


def simulate(
    rules: Ruleset,
    bots: Sequence[str],
    games: int,
    seed: Seed,
    *,
    jobs: int = 1,
    out: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `games` games on `jobs` processes; `progress` is told how many more are done.

    SimError, UnknownBot or RulesError before anything is played; OSError if `out` cannot be written.
    """
    if len(bots) != L.SEATS:
        raise SimError(f"{len(bots)} bots: name {L.SEATS}, one a seat, e.g. greedy,greedy,random,random")
    if not 1 <= games <= MAX_GAMES:
        raise SimError(f"{games} games: from 1 to {MAX_GAMES} can be played")
    if not 1 <= jobs <= MAX_JOBS:
        raise SimError(f"{jobs} jobs: from 1 to {MAX_JOBS} processes can play")
    for name in bots:
        make_bot(name)
    Game(rules, seed=0)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    names = tuple(bots)
    chunks = [range(start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
    if jobs == 1:
        found = _here(rules, names, seed, chunks, out, progress)
    else:
        found = _in_processes(rules, names, seed, chunks, out, progress, jobs)
    return Report(rules, names, seed, [game for number in range(len(chunks)) for game in found[number]])


Chunks = dict[int, list[Tally]]


def _here(
    rules: Ruleset,
    bots: tuple[str, ...],
    seed: Seed,
    chunks: list[range],
    out: Path | None,
    progress: Callable[[int], None],
) -> Chunks:
    found: Chunks = {}
    for number, chunk in enumerate(chunks):
        found[number] = _play_chunk(rules, bots, seed, chunk, out)
        progress(len(chunk))
    return found


def _in_processes(
    rules: Ruleset,
    bots: tuple[str, ...],
    seed: Seed,
    chunks: list[range],
    out: Path | None,
    progress: Callable[[int], None],
    jobs: int,
) -> Chunks:
    found: Chunks = {}
    waiting: Iterator[tuple[int, range]] = iter(enumerate(chunks))
    running: dict[Future[list[Tally]], int] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while True:
            for number, chunk in waiting:
                running[pool.submit(_play_chunk, rules, bots, seed, chunk, out)] = number
                if len(running) > 2 * jobs:
                    break
            if not running:
                return found
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                number = running.pop(done)
                found[number] = done.result()
                progress(len(chunks[number]))

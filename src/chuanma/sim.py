"""Many games between bots: who wins what, and how.

Wall k follows from (seed, k) and is dealt by seat k mod `seats`. It is played once, or (`rotate`) in every
seating: then each bot of the list plays each seat of each wall, and nobody has the better tiles.
"""

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
    """What is counted of one game, by seat: points, and how often it won, drew its win itself, dealt in, was a pig.

    `house`: points of the house.
    """

    scores: tuple[int, ...]
    wins: tuple[int, ...]
    self_draws: tuple[int, ...]
    deal_ins: tuple[int, ...]
    pigs: tuple[int, ...]
    exhausted: bool
    house: int = 0

    def turned(self, places: int) -> Tally:
        """The same with seat s counted as s - `places`: by place in the list of bots that sit so many seats on."""
        parts = (self.scores, self.wins, self.self_draws, self.deal_ins, self.pigs)
        scores, wins, self_draws, deal_ins, pigs = (part[places:] + part[:places] for part in parts)
        return Tally(scores, wins, self_draws, deal_ins, pigs, self.exhausted, self.house)


def play_game(rules: Ruleset, bots: Sequence[str], seed: Seed, number: int) -> Game:
    """Game `number` of a simulation, played to its end."""
    game = Game(rules, seed=seed, game_no=number, dealer=number % len(bots))
    players = [make_bot(name, seed, number, seat) for seat, name in enumerate(bots)]
    while pending := game.pending:
        seat = pending[0]
        game.apply(seat, players[seat].choose(game.observe(seat)).id)
    return game


def tally(game: Game) -> Tally:
    """Count a finished game. Robbed kongs are deal-ins too: the konger pays alone."""
    seats = game.rules.table.seats
    wins, self_draws, deal_ins, pigs = ([0] * seats for _ in range(4))
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
    return Tally(
        game.scores[:seats],
        tuple(wins),
        tuple(self_draws),
        tuple(deal_ins),
        tuple(pigs),
        exhausted,
        game.house,
    )


def _play_chunk(
    rules: Ruleset, bots: tuple[str, ...], seed: Seed, seatings: int, numbers: range, out: Path | None
) -> list[Tally]:
    """Games of consecutive numbers, `seatings` a wall, their records written when `out` is a folder."""
    found = []
    for number in numbers:
        wall, places = divmod(number, seatings)
        seated = bots[-places:] + bots[:-places] if places else bots
        game = play_game(rules, seated, seed, wall)
        if out is not None:
            seating = f"-{places}" if seatings > 1 else ""
            record_game(game, seated).write(out / f"game-{wall:07d}{seating}{SUFFIX}")
        found.append(tally(game).turned(places))
    return found


@dataclass
class Counts:
    """Sums over all games of one seat, or of all seats of one bot. Whole numbers, so that order does not matter.

    `wall_squares` sums the squares of what each wall brought in all its games.
    """

    games: int = 0
    points: int = 0
    squares: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    pigs: int = 0
    walls: int = 0
    wall_squares: int = 0

    def add_wall(self, points: int) -> None:
        """All games of a wall are counted: what they brought."""
        self.walls += 1
        self.wall_squares += points**2

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

    @property
    def se(self) -> float:
        """Standard error of the mean. Games of one wall are no chance of their own: the walls are what is drawn."""
        if self.walls < 2:
            return 0.0
        return math.sqrt((self.wall_squares * self.walls - self.points**2) / (self.walls - 1)) / self.games

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "games": self.games,
            "points": self.points,
            "mean": round(self.mean, DIGITS),
            "sd": round(self.sd, DIGITS),
            "se": round(self.se, DIGITS),
            "wins": self.wins,
            "win_rate": round(self.wins / self.games, DIGITS),
            "self_draws": self.self_draws,
            "deal_ins": self.deal_ins,
            "pigs": self.pigs,
        }


@dataclass
class Report:
    """The result of a simulation. `seats` and the tallies are by place in `bots`: the seat, unless seatings rotate.

    `seatings`: games a wall, which stand one after another.
    """

    rules: Ruleset
    bots: tuple[str, ...]
    seed: Seed
    tallies: list[Tally]
    seatings: int = 1
    seats: list[Counts] = field(default_factory=list)
    by_bot: dict[str, Counts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seats = [Counts() for _ in self.bots]
        self.by_bot = {name: Counts() for name in dict.fromkeys(self.bots)}
        for game in self.tallies:
            for seat, name in enumerate(self.bots):
                self.seats[seat].add(game, seat)
                self.by_bot[name].add(game, seat)
        for first in range(0, len(self.tallies), self.seatings):
            self._add_wall(self.tallies[first : first + self.seatings])

    def _add_wall(self, games: list[Tally]) -> None:
        points = [sum(game.scores[seat] for game in games) for seat in range(len(self.bots))]
        for counts, of_seat in zip(self.seats, points, strict=True):
            counts.add_wall(of_seat)
        for name, counts in self.by_bot.items():
            counts.add_wall(
                sum(of_seat for bot, of_seat in zip(self.bots, points, strict=True) if bot == name)
            )

    @property
    def exhausted(self) -> int:
        """Games that ended with an empty wall."""
        return sum(game.exhausted for game in self.tallies)

    @property
    def zero_sum(self) -> bool:
        """True if the points of every game, the house's among them, sum to zero."""
        return all(sum(game.scores) + game.house == 0 for game in self.tallies)

    def to_dict(self) -> dict[str, Any]:
        """For JSON: the same for the same games, bots, rules and seed, however many processes played them."""
        return {
            "games": len(self.tallies),
            "seatings": self.seatings,
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
    rotate: bool = False,
    out: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `games` walls on `jobs` processes; `progress` is told how many more games are done.

    A wall is one game, or as many as there are seats (`rotate`): in game j of a wall bot i sits at seat i + j.
    SimError, UnknownBot or RulesError before anything is played; OSError if `out` cannot be written.
    """
    seats = rules.table.seats
    if len(bots) != seats:
        example = ",".join(("efficient", "greedy", "greedy", "random")[:seats])
        raise SimError(f"{len(bots)} bots: name {seats}, one a seat, e.g. {example}")
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
    seatings = seats if rotate else 1
    total = games * seatings
    chunks = [range(start, min(start + CHUNK, total)) for start in range(0, total, CHUNK)]
    if jobs == 1:
        found = _here(rules, names, seed, seatings, chunks, out, progress)
    else:
        found = _in_processes(rules, names, seed, seatings, chunks, out, progress, jobs)
    tallies = [game for number in range(len(chunks)) for game in found[number]]
    return Report(rules, names, seed, tallies, seatings)


Chunks = dict[int, list[Tally]]


def _here(
    rules: Ruleset,
    bots: tuple[str, ...],
    seed: Seed,
    seatings: int,
    chunks: list[range],
    out: Path | None,
    progress: Callable[[int], None],
) -> Chunks:
    found: Chunks = {}
    for number, chunk in enumerate(chunks):
        found[number] = _play_chunk(rules, bots, seed, seatings, chunk, out)
        progress(len(chunk))
    return found


def _in_processes(
    rules: Ruleset,
    bots: tuple[str, ...],
    seed: Seed,
    seatings: int,
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
                running[pool.submit(_play_chunk, rules, bots, seed, seatings, chunk, out)] = number
                if len(running) > 2 * jobs:
                    break
            if not running:
                return found
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                number = running.pop(done)
                found[number] = done.result()
                progress(len(chunks[number]))

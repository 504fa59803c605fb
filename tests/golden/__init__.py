"""Golden games: whole games and a match as records that must come out the same, and must verify, in every version.

`python -m tests.golden` plays them anew and writes the files. Whoever does that says in the commit which rule or which
bot changed: a file that differs without a reason is a fault. Where they come from: `games()` below, nothing else.

A record of each release is added under its own name when the release is made, and is not written anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from chuanma.bots import make_bot
from chuanma.game import Game
from chuanma.match import Match
from chuanma.record import SUFFIX, Record, record_game, record_match
from chuanma.rules import load_preset
from chuanma.sim import play_game
from tests.golden.special import SPECIAL

HERE = Path(__file__).parent
GREEDY = ("greedy",) * 4
MIXED = ("greedy", "random", "greedy", "random")


def games() -> Iterator[tuple[str, Record]]:
    """Name and record of every golden game."""
    for preset in ("standard", "standard-single", "dingque"):
        rules = load_preset(preset)
        yield f"{preset}-greedy", record_game(play_game(rules, GREEDY, "golden", 1), GREEDY)
        yield f"{preset}-random", record_game(play_game(rules, ("random",) * 4, "golden", 2), ("random",) * 4)
    yield "dingque-match", record_match(_match(), MIXED)
    for preset, (bot, number, _) in SPECIAL.items():
        bots = (bot,) * 4
        yield f"{preset}-special", record_game(play_game(load_preset(preset), bots, "golden", number), bots)


def _match() -> Match:
    """Four games of `dingque`; in the last one seat 1 leaves when ten tiles are left."""
    match = Match(load_preset("dingque"), 4, seed="golden match")
    while True:
        _play(match.game, leaves=match.last)
        if match.over:
            return match
        match.next_game()


def _play(game: Game, leaves: bool) -> None:
    bots = [make_bot(name, "golden match", game.game_no, seat) for seat, name in enumerate(MIXED)]
    while not game.over:
        seat = game.pending[0]
        if leaves and int(game.observe(None)[0]["wall_left"]) <= 10 and str(game.legal(1)[-1]) == "leave":
            game.step(1, "leave")
        else:
            game.step(seat, bots[seat].choose(game.observe(seat)))


def path_of(name: str) -> Path:
    """The file of a golden game."""
    return HERE / f"{name}{SUFFIX}"

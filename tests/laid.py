"""Games laid out by hand and played by a script, for tests of what stands on Game."""

from __future__ import annotations

from collections.abc import Mapping

from chuanma.game import Game
from chuanma.rules import Ruleset, load_preset
from chuanma.testing import lay_wall


def laid(
    hands: Mapping[int, str],
    script: str = "",
    *,
    draws: str = "",
    tail: str = "",
    dealer: int = 0,
    voids: str = "",
    rules: Ruleset | None = None,
    persons: int = 0,
    swap_die: int = 1,
) -> Game:
    """The game after `0 discard 5m, 1 pass` …; rules are `dingque` if voids are named, else `standard`."""
    chosen = rules or load_preset("dingque" if voids else "standard")
    table = chosen.table
    wall = lay_wall(hands, draws, tail, dealer, seats=table.seats, suits=table.suits)
    game = Game(chosen, wall=wall, dealer=dealer, persons=persons, swap_die=swap_die)
    for seat, suit in enumerate(voids):
        game.step(seat, f"void {suit}")
    for line in filter(None, script.split(", ")):
        seat_text, action = line.split(" ", 1)
        game.step(int(seat_text), action)
    return game


def throw_until(game: Game, left: int = -1) -> Game:
    """Every seat throws what it draws (the dealer first its lowest tile), none claims, until `left` tiles are left."""
    while not game.over and game.view(None).wall_left > left:
        seat = game.pending[0]
        drawn = game.view(seat).drawn
        legal = list(map(str, game.legal(seat)))
        game.step(
            seat,
            "pass" if "pass" in legal else f"discard {drawn}" if f"discard {drawn}" in legal else legal[0],
        )
    return game

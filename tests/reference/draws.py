"""Whose turn it is: drawing from the wall, replacements, turns without a draw (RULES §1, §4)."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import ending
from tests.reference.position import Position


def draw(game: Position, seat: int, draw_type: int) -> None:
    """Take a tile; with an empty wall the game is exhausted."""
    if not game.wall:
        ending.exhaust(game)
        return
    from_front = draw_type == L.DRAW_WALL or game.rules["table.kong_draw"] == "head"
    kind = game.wall.pop(0 if from_front else -1)
    player = game.seats[seat]
    player.hand[kind] += 1
    player.draws += draw_type == L.DRAW_WALL
    if draw_type == L.DRAW_WALL:
        begin(game, seat)
    has_drawn(game, kind, draw_type)
    game.emit(L.E_DRAW, seat, kind=kind, arg=draw_type, units=game.left)


def begin(game: Position, seat: int) -> None:
    """A turn begins, as yet without a tile drawn."""
    game.phase, game.turn, game.draw_type, game.drawn = "turn", seat, L.DRAW_NONE, None
    game.drawn_this_turn = set()
    game.chain_start = len(game.book)
    game.traded, game.ponged, game.turn_name = False, None, None


def has_drawn(game: Position, kind: int, draw_type: int) -> None:
    """The seat in turn has this kind as the one just drawn; what it passed since its last draw is forgotten."""
    player = game.seats[game.turn]
    player.passed, player.passed_pungs = 0, set()
    game.phase, game.draw_type, game.drawn, game.ponged = "turn", draw_type, kind, None
    game.drawn_this_turn.add(kind)

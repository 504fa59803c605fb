"""Leaving the table (RULES §11): at once or after a tile on offer, and what it costs."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import claims, ending, judge, money
from tests.reference.position import Position

LAST_TILES = 4


def say(game: Position, seat: int) -> None:
    """A leave takes effect at once, or, while a tile is on offer, once that is resolved."""
    game.seats[seat].leaving = True
    if game.phase not in ("claim", "rob"):
        _leave(game, [seat])
        return
    if seat in game.pending() and game.rules["leave.escape"] == "end":
        claims.answer(game, seat, L.A_PASS)
    late(game)


def late(game: Position) -> None:
    """The tile on offer may have been resolved: those that said so leave now."""
    gone = {seat for seat, player in enumerate(game.seats) if player.left or player.replaced}
    leavers = [seat for seat in game.from_dealer() if game.seats[seat].leaving and seat not in gone]
    if leavers and game.phase == "turn":
        _leave(game, leavers)


def _leave(game: Position, leavers: list[int]) -> None:
    """They leave together; an active one ends the game, or a bot plays on for it."""
    active = [seat for seat in leavers if game.seats[seat].active]
    winners = [seat for seat in leavers if not game.seats[seat].active]
    game.touched["several leave together"] += len(leavers) > 1
    game.touched["a winner leaves"] += bool(winners)
    for seat in leavers:
        game.emit(L.E_LEAVE, seat)
    for seat in winners:
        game.seats[seat].left = True
        if game.rules["leave.winner"] == "forfeit":
            money.forfeit(game, seat)
    if game.rules["leave.escape"] == "bot":
        for seat in active:
            game.touched["a bot plays on"] += 1
            game.seats[seat].replaced = True
    elif active:
        _escape(game, active)


def _escape(game: Position, leavers: list[int]) -> None:
    before_play = game.phase in ("start", "swap", "void")
    for seat in leavers:
        game.seats[seat].left = True
    money.pay_booked(game)
    for seat in leavers:
        _pay_escape(game, seat, before_play)
    ending.finish(game, L.END_ESCAPE)


def _pay_escape(game: Position, leaver: int, before_play: bool) -> None:
    staying = game.active_after(leaver)
    units = game.rules["leave.escape_units"]
    if game.left <= LAST_TILES and not before_play and game.rules["draw.ready_pay"] != "none":
        ready_units = {seat: judge.verdict(game, seat).units for seat in staying}
        if sum(ready_units.values()) > units * len(staying):
            ending.pay_ready(game, leaver, ready_units, L.R_ESCAPE_READY)
            return
    for seat in staying:
        money.pay(game, leaver, seat, units, L.R_ESCAPE)

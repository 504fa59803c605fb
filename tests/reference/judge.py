"""How a seat stands when the wall is empty (RULES §8): pig, ready or neither, judged on 13 tiles."""

from __future__ import annotations

from typing import NamedTuple

from chuanma.engine import layout as L
from tests.reference import discards
from tests.reference.hands import Counts, suits_allowed, waits, with_tile
from tests.reference.position import Position, Seat
from tests.reference.value import Win, value


class Verdict(NamedTuple):
    """`L.NOT_READY`, `L.READY` or `L.PIG`; what a ready seat is paid as 大叫, else 0."""

    judgement: int
    units: int

    @property
    def rank(self) -> tuple[int, int]:
        """The larger, the better for the seat: ready and dear, ready, not ready, pig."""
        return [L.PIG, L.NOT_READY, L.READY].index(self.judgement), self.units


def verdict(game: Position, seat: int) -> Verdict:
    """How a seat stands; with 14 tiles, after its best legal discard."""
    player = game.seats[seat]
    if sum(player.hand) % 3 == 1:
        return _verdict(game, player, player.counts)
    kinds = discards.before_naming(game, seat)
    verdicts = [_verdict(game, player, with_tile(player.counts, kind, -1)) for kind in kinds]
    return max(verdicts, key=lambda each: each.rank)


def _verdict(game: Position, player: Seat, concealed: Counts) -> Verdict:
    """The judgement on 13 tiles; the units of the dearest wait, of the cheapest under `ready_pay = min`."""
    if player.flow_winner:
        return Verdict(L.READY, _units(game, player, concealed))
    if _is_pig(game, player, concealed):
        return Verdict(L.PIG, 0)
    if not _is_ready(game, player, concealed):
        return Verdict(L.NOT_READY, 0)
    return Verdict(L.READY, _units(game, player, concealed))


def _is_pig(game: Position, player: Seat, concealed: Counts) -> bool:
    if game.rules["draw.pig_units"] == 0:
        return False
    if not player.broke and suits_allowed(concealed, player.open_sets, player.void):
        return False
    return not spared_by_house(game, player)


def spared_by_house(game: Position, player: Seat) -> bool:
    """`pig_to = house`: a seat that only ever discarded its void suit is no pig."""
    if (
        game.rules["draw.pig_to"] != "house"
        or player.void is None
        or not player.thrown_suits <= {player.void}
    ):
        return False
    game.touched["no pig: threw nothing but its void suit"] += 1
    return True


def _is_ready(game: Position, player: Seat, concealed: Counts) -> bool:
    kinds = () if player.broke else waits(concealed, player.open_sets, player.void)
    if kinds and game.rules["draw.dead_wait"] == "not_ready":
        seen = game.seen_with(player.counts)  # of 14 tiles the one discarded lies in the river then
        dead = all(seen[kind] >= 4 for kind in kinds)
        game.touched["not ready: all waits are dead"] += dead
        return not dead
    return bool(kinds)


def _units(game: Position, player: Seat, concealed: Counts) -> int:
    """大叫 of these 13 tiles: as a discard win, without luck. 0 for no wait."""
    flags = frozenset({player.voice} if player.voice else ())
    units = []
    for kind in waits(concealed, player.open_sets, player.void):
        worth = value(game.rules, Win(with_tile(concealed, kind), player.open_sets, kind, flags))
        assert worth is not None
        units.append(worth.units)
    choose = min if game.rules["draw.ready_pay"] == "min" else max
    return choose(units, default=0)

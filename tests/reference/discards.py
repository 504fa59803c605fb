"""What a seat may discard, and what a discard makes of its void suit (RULES §3, §4; engine.md: Discards)."""

from __future__ import annotations

from tests.reference.hands import suits_held, suits_lacked, waits, with_tile
from tests.reference.position import Position, Seat


def allowed(game: Position, seat: int) -> set[int]:
    """The kinds the seat in turn may discard."""
    kinds = {kind for kind in before_naming(game, seat) if not needs_name(game, seat, kind)}
    if game.seats[seat].announced:
        return {kind for kind in kinds if ready_after(game, seat, kind)}
    return kinds


def before_naming(game: Position, seat: int) -> set[int]:
    """Steps 1 to 4 of engine.md; a step that would leave nothing is left out."""
    player = game.seats[seat]
    kinds = player.kinds()
    for step in (_just_drawn, _duty, _other_than_ponged, _no_dancers_wait):
        kinds = step(game, player, kinds) or kinds
    return kinds


def _just_drawn(game: Position, player: Seat, kinds: set[int]) -> set[int]:
    """1: a locked hand stays as it is."""
    return kinds if not player.hand_locked else {kind for kind in kinds if kind == game.drawn}


def _duty(game: Position, player: Seat, kinds: set[int]) -> set[int]:
    """2: the void suit, or the tile laid face down, goes first."""
    if player.hand_locked:
        return kinds
    if game.rules["open.void"] == "forced":
        return {kind for kind in kinds if kind // 9 == player.void}
    if game.rules["open.void"] == "marked" and player.marker is not None:
        return {player.marker}
    return kinds


def _other_than_ponged(game: Position, player: Seat, kinds: set[int]) -> set[int]:
    """3: `swap_call = false`."""
    return kinds if game.rules["claim.swap_call"] else kinds - {game.ponged}


def _no_dancers_wait(game: Position, player: Seat, kinds: set[int]) -> set[int]:
    """4: what an active dancer shows is kept."""
    if player.voice:
        return kinds
    return kinds - dancers_waits(game)


def dancers_waits(game: Position) -> set[int]:
    """The waits that active dancers show."""
    return {kind for player in game.seats if player.active for kind in player.shown}


# ------------------------------------------------------------------------------------------------ naming in a turn
def nameable(game: Position, seat: int) -> set[int]:
    """The suits the seat in turn may name now, or must (`first_discard`)."""
    player = game.seats[seat]
    if player.void is not None or game.turn_name is not None:
        return set()
    if game.rules["open.void"] == "first_discard":
        return _several(suits_lacked(player.counts, player.open_sets))
    if game.rules["open.void"] == "locked":
        kinds = before_naming(game, seat)
        return {suit for kind in kinds for suit in _several(_lacked_after(player, kind))}
    return set()


def _several(suits: set[int]) -> set[int]:
    """A choice there is only between two."""
    return suits if len(suits) == 2 else set()


def _lacked_after(player: Seat, kind: int) -> set[int]:
    return suits_lacked(with_tile(player.counts, kind, -1), player.open_sets)


def needs_name(game: Position, seat: int, kind: int) -> bool:
    """5: whether this discard must wait until the seat has named a suit."""
    player = game.seats[seat]
    if player.void is not None or game.turn_name is not None:
        return False
    if game.rules["open.void"] == "first_discard":
        return len(suits_lacked(player.counts, player.open_sets)) == 2
    return game.rules["open.void"] == "locked" and len(_lacked_after(player, kind)) == 2


def void_after(game: Position, seat: int, kind: int) -> int | None:
    """The seat's void suit right after this discard."""
    player = game.seats[seat]
    if player.void is not None or game.rules["open.void"] not in ("first_discard", "locked"):
        return player.void
    if game.rules["open.void"] == "first_discard":
        lacked = suits_lacked(player.counts, player.open_sets)
        return _the_suit(game, lacked) if lacked else kind // 9
    return _the_suit(game, _lacked_after(player, kind))


def _the_suit(game: Position, lacked: set[int]) -> int | None:
    """The suit lacked; of two the one named; None if none is lacked."""
    return game.turn_name if len(lacked) == 2 else next(iter(lacked), None)


def breaks_locked(game: Position, seat: int, kind: int) -> bool:
    """`locked`: whether the seat shows the suit it lacked before, after this discard."""
    player = game.seats[seat]
    if game.rules["open.void"] != "locked" or player.void is None:
        return False
    return player.void in suits_held(with_tile(player.counts, kind, -1), player.open_sets)


def ready_after(game: Position, seat: int, kind: int) -> bool:
    """6: whether 13 ready tiles are left."""
    player = game.seats[seat]
    if player.broke or breaks_locked(game, seat, kind):
        return False
    return bool(waits(with_tile(player.counts, kind, -1), player.open_sets, void_after(game, seat, kind)))

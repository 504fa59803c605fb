"""Before the first discard: items, the deal, the swap, void suits (RULES §1, §3, §12)."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import items
from tests.reference.position import Position, Seat

NEAR_FLUSH = L.A_ITEM + L.I_NEAR_FLUSH_DEAL


def begin(game: Position) -> None:
    """With items every seat is asked first; else the tiles are dealt at once."""
    if not game.rules["side.items"]:
        _deal(game)


# ------------------------------------------------------------------------------------------------- items, deal
def start_actions() -> set[int]:
    return {NEAR_FLUSH, L.A_PASS}


def answer_start(game: Position, seat: int, action: int) -> None:
    """Use `near_flush_deal` or not; what it does waits for all answers."""
    player = game.seats[seat]
    player.answered_start = True
    if action == NEAR_FLUSH:
        player.items.add(L.I_NEAR_FLUSH_DEAL)
    if game.pending():
        return
    for each in game.from_dealer():
        if game.seats[each].items:
            items.near_flush(game, each)
    _deal(game)


def _deal(game: Position) -> None:
    """Thirteen tiles each from the dealer on, then the dealer's fourteenth."""
    for seat in game.from_dealer():
        for kind in game.wall[:13]:
            game.seats[seat].hand[kind] += 1
        del game.wall[:13]
    game.dealt_last = game.wall.pop(0)
    game.seats[game.dealer].hand[game.dealt_last] += 1
    game.emit(L.E_DEAL, game.dealer, arg=game.dice[0] * 10 + game.dice[1])
    if game.rules["open.swap"]:
        game.phase = "swap"
    else:
        _after_swap(game)


def _after_swap(game: Position) -> None:
    named_first = game.rules["open.void"] in ("declared", "forced", "marked")
    game.phase = "void" if named_first else "turn"


# -------------------------------------------------------------------------------------------------------- swap
def swap_actions(game: Position, seat: int) -> set[int]:
    """Kinds to give away, one by one; the last pick may be taken back."""
    picked = game.seats[seat].picked
    undo = {L.A_UNDO_PICK} if picked else set()
    return undo | {L.A_PICK + kind for kind in _pickable(game, game.seats[seat])}


def _pickable(game: Position, player: Seat) -> set[int]:
    kinds = {kind for kind in player.kinds() if player.hand[kind] > player.picked.count(kind)}
    if not game.rules["open.swap_same_suit"]:
        return kinds
    if player.picked:
        return {kind for kind in kinds if kind // 9 == player.picked[0] // 9}
    sizes = [sum(player.hand[suit * 9 : suit * 9 + 9]) for suit in range(3)]
    return {kind for kind in kinds if sizes[kind // 9] >= game.rules["open.swap"]}


def answer_swap(game: Position, seat: int, action: int) -> None:
    """A pick; with the last one of all seats the tiles change hands."""
    player = game.seats[seat]
    if action == L.A_UNDO_PICK:
        game.touched["a swap pick taken back"] += 1
        player.picked.pop()
        return
    player.picked.append(action - L.A_PICK)
    if not game.pending():
        _swap(game)


def _swap(game: Position) -> None:
    onward = _onward(game)
    for giver in game.from_dealer():
        receiver = (giver + onward) % game.number
        for kind in game.seats[giver].picked:
            game.seats[giver].hand[kind] -= 1
            game.seats[receiver].hand[kind] += 1
            game.emit(L.E_SWAP, giver, receiver, kind)
    for player in game.seats:
        player.picked = []
    _after_swap(game)


def _onward(game: Position) -> int:
    """How many seats onward the tiles go (RULES §3 `swap_direction`)."""
    if game.number == 2:
        return 1
    direction = game.rules["open.swap_direction"]
    if direction == "dice":
        direction = _thrown(game)
        game.touched[f"the die says {direction}"] += 1
    across = 2 if game.number == 4 else 1
    return {"left": 1, "across": across, "right": game.number - 1}[direction]


def _thrown(game: Position) -> str:
    if game.number == 3:
        return "left" if game.swap_die % 2 else "right"
    return ("left", "across", "right")[(game.swap_die - 1) // 2]


# ------------------------------------------------------------------------------------------------- void suits
def void_actions(game: Position, seat: int) -> set[int]:
    """A suit; under `marked` then a tile of it, if any is held."""
    player = game.seats[seat]
    if player.named is None:
        return {L.A_VOID, L.A_VOID + 1, L.A_VOID + 2}
    return {L.A_PICK + kind for kind in player.kinds() if kind // 9 == player.named}


def answer_void(game: Position, seat: int, action: int) -> None:
    """Name a suit or lay a tile; all is shown once the last seat is done."""
    player = game.seats[seat]
    if player.named is None:
        player.named = action - L.A_VOID
    else:
        player.marker = action - L.A_PICK
    if game.pending():
        return
    for each in game.from_dealer():
        _show_void(game, each)
    game.phase = "turn"


def _show_void(game: Position, seat: int) -> None:
    player = game.seats[seat]
    assert player.named is not None
    player.void = player.named
    game.emit(L.E_VOID, seat, kind=player.void)
    if player.marker is not None:
        game.emit(L.E_MARK, seat, kind=player.marker)
    elif game.rules["open.void"] == "marked":
        game.touched["marked: nothing of the suit to lay"] += 1

"""The seat in turn: win, kong, discard, name a suit, sing or dance, use an item (RULES §4, §3, §10, §12)."""

from __future__ import annotations

from chuanma.engine import layout as L
from tests.reference import claims, discards, items, kongs, wins
from tests.reference.hands import waits
from tests.reference.position import Position

VOICES = {L.A_SING: "sing", L.A_DANCE: "dance"}


def actions(game: Position, seat: int) -> set[int]:
    """All that the seat in turn may do, leaving apart."""
    if game.item is not None:
        return items.picks(game, seat)
    discardable = {L.A_DISCARD + kind for kind in discards.allowed(game, seat)}
    if game.seats[seat].announced:
        return discardable
    win = {L.A_WIN} if wins.on_own_turn(game, seat) else set()
    if win and game.draw_type in (L.DRAW_WALL, L.DRAW_REPLACEMENT) and game.forced(game.left + 1):
        game.touched["forced on a draw"] += 1
        return win
    kongable = {L.A_KONG + kind for kind in kongs.on_own_turn(game, seat)}
    nameable = {L.A_VOID + suit for suit in discards.nameable(game, seat)}
    return win | discardable | kongable | nameable | _voices(game, seat) | items.usable(game, seat)


def _voices(game: Position, seat: int) -> set[int]:
    """RULES §10: `sing` and `dance`, if a discard leaves 13 ready tiles."""
    player = game.seats[seat]
    allowed = {action for action, voice in VOICES.items() if game.rules[f"side.{voice}"]}
    if not allowed or player.voice or player.flow_winner:
        return set()
    ready = any(discards.ready_after(game, seat, kind) for kind in discards.allowed(game, seat))
    return allowed if ready else set()


def act(game: Position, seat: int, action: int) -> None:
    """Carry out an action of the seat in turn."""
    if action == L.A_WIN:
        wins.self_draw(game, seat)
    elif action < L.A_KONG:
        _discard(game, seat, action - L.A_DISCARD)
    elif action < L.A_PICK:
        _kong(game, seat, action - L.A_KONG)
    elif action < L.A_VOID:
        items.pick(game, seat, action - L.A_PICK)
    elif action < L.A_PUNG:
        game.touched[f"a suit named in a turn: {game.rules['open.void']}"] += 1
        game.turn_name = action - L.A_VOID
    elif action in VOICES:
        game.seats[seat].announced = VOICES[action]
    elif action == L.A_UNDO_PICK:
        items.put_back(game)
    else:
        items.use(game, seat, action - L.A_ITEM)


def _pass_self_draw(game: Position, seat: int) -> None:
    """`until_discard`: a discard or a kong instead of a win passes it."""
    worth = wins.on_own_turn(game, seat)
    if worth is not None:
        game.touched["self-draw passed under until_discard"] += (
            game.rules["claim.pass_win"] == "until_discard"
        )
        wins.passes(game, seat, worth)


# ----------------------------------------------------------------------------------------------------- kongs
def _kong(game: Position, seat: int, kind: int) -> None:
    _pass_self_draw(game, seat)
    if game.seats[seat].hand[kind] == 4:
        kongs.concealed(game, seat, kind)
        return
    wins.unlock(game, seat, kind)
    game.turn_name = None
    game.emit(L.E_ANNOUNCE_KONG, seat, kind=kind)
    claims.offer(game, "rob", seat, kind)


# -------------------------------------------------------------------------------------------------- discards
def _discard(game: Position, seat: int, kind: int) -> None:
    player = game.seats[seat]
    _note_kept_back(game, seat, kind)
    _pass_self_draw(game, seat)
    void = discards.void_after(game, seat, kind)
    player.broke |= discards.breaks_locked(game, seat, kind)
    player.hand[kind] -= 1
    player.thrown_suits.add(kind // 9)
    if player.marker == kind:
        player.marker = None
    game.discards += 1
    game.kong_discard = game.draw_type == L.DRAW_REPLACEMENT
    game.emit(L.E_DISCARD, seat, kind=kind, arg=int(kind == game.drawn))
    _void_known(game, seat, void)
    _raise_voice(game, seat)
    wins.unlock(game, seat, kind)
    claims.offer(game, "claim", seat, kind)


def _void_known(game: Position, seat: int, void: int | None) -> None:
    """RULES §3 `first_discard`, `locked`: the discard has made the void suit known."""
    player = game.seats[seat]
    if void is not None and player.void is None:
        player.void = void
        game.emit(L.E_VOID, seat, kind=void)
    game.touched["a name forgotten"] += game.turn_name not in (None, void)
    game.turn_name = None


def _raise_voice(game: Position, seat: int) -> None:
    """RULES §10: from this discard on the seat sings, or dances and shows its waits."""
    player = game.seats[seat]
    if not player.announced:
        return
    player.voice, player.announced = player.announced, None
    if player.voice == "sing":
        game.emit(L.E_SING, seat)
        return
    player.shown = frozenset(waits(player.counts, player.open_sets, player.void))
    game.emit(L.E_DANCE, seat, units=sum(1 << kind for kind in player.shown))


def _note_kept_back(game: Position, seat: int, kind: int) -> None:
    """For the fuzz: which step of the discards has had something to say."""
    player = game.seats[seat]
    others = player.kinds() - {kind}
    free = not player.hand_locked
    game.touched["a locked hand throws what it drew"] += bool(others) and not free
    game.touched["the tile face down goes first"] += free and player.marker is not None
    game.touched["swap_call keeps a kind back"] += (
        not game.rules["claim.swap_call"] and game.ponged in others and free
    )
    shown = discards.dancers_waits(game) if free else frozenset()
    game.touched["a dancer's wait is kept back"] += bool(others & shown) and kind not in shown
    game.touched["a dancer's wait thrown, nothing else allowed"] += kind in shown

"""Items (道具, RULES §12): legal moves that are recorded, replayed, and lose no tile."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, STATE, U8, inner, on_table
from chuanma.engine.money import emit
from chuanma.engine.moves import find_waits, take_tile, wall_left

NEAR_FLUSH = 10  # tiles of one suit in a hand close to 清一色


# ---------------------------------------------------------------------------------------------------- before the deal
@on_table(I8)
def dealt_place(s, i, n):
    """Where in the wall the n-th tile of the i-th seat from the dealer lies."""
    return 13 * i + n if n < 13 else 13 * int(s.rules.table_seats)


@on_table()
def deal_near_flush(s, i):
    """乾坤大挪移 for the i-th seat from the dealer: tiles change places with the rest of the wall."""
    size = 14 if i == 0 else 13
    best = 0
    most = -1
    for u in range(L.SUITS):
        n = 0
        for k in range(size):
            n += 1 if s.wall[dealt_place(s, i, k)] // 9 == u else 0
        if n > most:
            best = u
            most = n
    rest = 13 * int(s.rules.table_seats) + 1
    for k in range(size):
        place = dealt_place(s, i, k)
        kind = int(s.wall[place])
        if kind // 9 == best or most >= NEAR_FLUSH:
            continue
        while rest < s.tail and s.wall[rest] // 9 != best:
            rest += 1
        if rest >= s.tail:
            return
        s.wall[place] = s.wall[rest]
        s.wall[rest] = kind
        most += 1


# ------------------------------------------------------------------------------------------------------- own turn
@inner(I8(STATE, I8))
def random_place(s, n):
    """A place below `n` from the game's counter of such draws (splitmix64)."""
    z = U8(s.draw_counter + U8(1)) * U8(0x9E3779B97F4A7C15)
    s.draw_counter += U8(1)
    z = (z ^ (z >> U8(30))) * U8(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U8(27))) * U8(0x94D049BB133111EB)
    z ^= z >> U8(31)
    return int(z % U8(n))


@on_table(I8)
def place_of(s, kind):
    """The place (from 0, in drawing order) of the first copy in the wall; -1: there is none."""
    for place in range(wall_left(s)):
        if s.wall[int(s.head) + place] == kind:
            return place
    return -1


@on_table()
def trade(t, w, s, q, item, given, place):
    """A tile of the hand changes places with one of the wall, which counts as just drawn."""
    received = -1
    if place >= 0:
        received = int(s.wall[int(s.head) + place])
        s.wall[int(s.head) + place] = given
        take_tile(s, q, given, 1)
        find_waits(t, s, q)
        take_tile(s, q, received, -1)
        s.traded[q] = 1
        s.drawn = received
        s.draw_type = L.DRAW_WALL
        s.after_kong = 0
        s.chain_start = s.n_book
        s.turn_drawn |= 1 << received
        s.void_pick[q] = -1
    emit(w, L.E_ITEM, q, -1, received, item, given, 0)
    w.opens = 1


@on_table()
def locate(w, s, q, kind):
    place = place_of(s, kind)
    third = 3 * place // wall_left(s) if place >= 0 else -1
    emit(w, L.E_ITEM, q, -1, kind, L.I_LOCATE_TILE, third, 0)


@on_table()
def use_item(w, s, q, item):
    """Take an item into use; those without a target work at once."""
    if item == L.I_PEEK_NEXT:
        emit(w, L.E_ITEM, q, -1, int(s.wall[int(s.head)]), item, 0, 0)
    elif item == L.I_GOLDEN_FINGER:
        s.golden[q] = 1
        emit(w, L.E_ITEM, q, -1, -1, item, 0, 0)
    else:
        s.item_open = item
        return
    s.items_used[q] |= 1 << item


@on_table()
def pick_target(t, w, s, q, action):
    """A target of the item in use, or the item is put back."""
    item = int(s.item_open)
    kind = action - L.A_PICK
    if item == L.I_TRADE_CHOSEN and s.item_target < 0 and action != L.A_UNDO_PICK:
        s.item_target = kind
        return
    given = int(s.item_target)
    s.item_open = -1
    s.item_target = -1
    if action == L.A_UNDO_PICK:
        return
    s.items_used[q] |= 1 << item
    if item == L.I_LOCATE_TILE:
        locate(w, s, q, kind)
    elif item == L.I_TRADE_CHOSEN:
        trade(t, w, s, q, item, given, place_of(s, kind))
    else:
        trade(t, w, s, q, item, kind, random_place(s, wall_left(s)))

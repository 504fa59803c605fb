"""Seats that leave (RULES §11)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, on_table
from chuanma.engine.money import emit, pay, pay_booked
from chuanma.engine.moves import bot_plays, discards_of, is_active, seat_after, waits_without, wall_left
from chuanma.engine.settle import is_dead, wait_value

LAST_TILES = 4  # RULES §11: from here on an escape is compared with 查大叫
PAY_AT_END, FORFEIT = range(2)


@on_table(I8)
def ready_value(t, w, s, q):
    """What 查大叫 pays any seat: one that holds 14 counts with its best legal discard (RULES §8)."""
    if int(s.n_hand[q]) % 3 == 1:
        return 0 if is_dead(s, q, int(s.waits[q])) else wait_value(w, s, q, int(s.waits[q]))
    best = 0
    discards = discards_of(s, q)
    for kind in range(L.KINDS):
        if (discards >> kind) & 1:
            waits = waits_without(t, s, q, kind)
            if not is_dead(s, q, waits):  # the tile thrown is seen
                s.hand[q, kind] -= 1
                best = max(best, wait_value(w, s, q, waits))
                s.hand[q, kind] += 1
    return best


@on_table()
def pay_escape(t, w, s, q, late):
    """An active seat that leaves pays each active seat that stays; late in the game the dearer of that and 查大叫."""
    seats = int(s.rules.table_seats)
    escape = 0
    called = 0
    for k in range(1, seats):
        r = seat_after(s, q, k)
        if is_active(s, r):
            escape += int(s.rules.leave_escape_units)
            if late:
                called += ready_value(t, w, s, r)
    for k in range(1, seats):
        r = seat_after(s, q, k)
        if is_active(s, r):
            if called > escape:
                pay(w, s, q, r, ready_value(t, w, s, r), L.R_ESCAPE_READY)
            else:
                pay(w, s, q, r, int(s.rules.leave_escape_units), L.R_ESCAPE)


@on_table(I8)
def net_from(s, q, r):
    """What seat `q` got from seat `r` in this game less what it paid, booked kongs and hand-overs counted."""
    net = int(s.nets[q, r])
    if s.rules.kong_when == 0:
        return net
    for row in range(int(s.n_book)):
        if s.book_state[row] != L.BOOK_REFUNDED:
            if s.book_seat[row] == q:
                net += int(s.book_paid[row, r])
            elif s.book_seat[row] == r:
                net -= int(s.book_paid[row, q])
    return net + int(s.handed[r, q]) - int(s.handed[q, r])


@on_table()
def forfeit(w, s, q):
    """A winner that leaves gives its gain back to those that paid it (`leave.winner = forfeit`)."""
    seats = int(s.rules.table_seats)
    gain = 0
    for k in range(1, seats):
        gain += net_from(s, q, seat_after(s, q, k))
    for k in range(1, seats):
        r = seat_after(s, q, k)
        units = min(net_from(s, q, r), gain)
        if units > 0:
            pay(w, s, q, r, units, L.R_FORFEIT)
            gain -= units


@on_table()
def settle_leaves(t, w, s):
    """Let the leaves that are due take effect, unless a tile is on offer or the game is over."""
    if s.phase == L.PH_CLAIM or s.phase == L.PH_ROB or w.ends:
        return
    seats = int(s.rules.table_seats)
    escapes = 0
    winners = 0
    for i in range(seats):
        q = seat_after(s, int(s.dealer), i)
        if s.leaving[q] != L.LEAVING:
            continue
        emit(w, L.E_LEAVE, q, -1, -1, 0, 0, 0)
        if bot_plays(s, q):
            s.leaving[q] = L.REPLACED
            continue
        if is_active(s, q):
            escapes |= 1 << q
        else:
            winners |= 1 << q
        s.leaving[q] = L.LEFT
        s.shown_waits[q] = 0
    if s.rules.leave_winner == FORFEIT:
        for i in range(seats):
            q = seat_after(s, int(s.dealer), i)
            if (winners >> q) & 1:
                forfeit(w, s, q)
    if escapes:
        late = wall_left(s) <= LAST_TILES and s.phase == L.PH_TURN and s.rules.draw_ready_pay != L.READY_NONE
        pay_booked(w, s)
        for i in range(seats):
            q = seat_after(s, int(s.dealer), i)
            if (escapes >> q) & 1:
                pay_escape(t, w, s, q, 1 if late else 0)
        w.ends = L.END_ESCAPE

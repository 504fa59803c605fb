"""Money on the move: event rows, transfers between seats, house and bound persons, and the kong book (RULES §7)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, on_table
from chuanma.engine.moves import is_active, seat_after

WHEN_NOW, WHEN_END = range(2)


@on_table()
def emit(w, event, seat, other, kind, arg, units, reason):
    """One event row."""
    i = int(w.n_rows)
    w.rows[i, 0] = event
    w.rows[i, 1] = seat
    w.rows[i, 2] = other
    w.rows[i, 3] = kind
    w.rows[i, 4] = arg
    w.rows[i, 5] = reason
    w.rows[i, 6] = units
    w.rows[i, 7] = 0
    w.n_rows = i + 1


@on_table()
def begin(w):
    """A step begins: no rows yet, nothing left to do. What follows from an action is asked for here and done by `step`
    alone, so that no kernel holds the code of another twice."""
    w.n_rows = 0
    w.draw_seat = -1
    w.draw_row = -1
    w.opens = 0
    w.ends = L.END_NONE


@on_table()
def pay(w, s, payer, receiver, units, reason):
    """Move units from seat to seat and say so; nothing for 0 units."""
    if units == 0:
        return
    s.scores[payer] -= units
    s.scores[receiver] += units
    s.totals[payer, reason] -= units
    s.totals[receiver, reason] += units
    s.nets[payer, receiver] -= units
    s.nets[receiver, payer] += units
    emit(w, L.E_PAY, payer, receiver, -1, 0, units, reason)


@on_table()
def pay_house(w, s, payer, units, reason):
    """Move units from a seat to the house."""
    if units == 0:
        return
    s.scores[payer] -= units
    s.totals[payer, reason] -= units
    s.house += units
    emit(w, L.E_PAY, payer, L.HOUSE, -1, 0, units, reason)


# ------------------------------------------------------------------------------------------------------- kong book
@on_table(I8)
def open_book(s, q, meld_type, kind, feeder):
    """A new row of the kong book; its number."""
    row = int(s.n_book)
    s.n_book = row + 1
    s.book_seat[row] = q
    s.book_type[row] = meld_type
    s.book_kind[row] = kind
    s.book_feeder[row] = feeder
    s.book_state[row] = L.BOOK_HELD
    for r in range(L.SEATS):
        s.book_paid[row, r] = 0
        s.book_held[row, r] = 0
    return row


@on_table()
def owe(s, row, payer, units):
    """Enter a payer's share into the kong book."""
    s.book_paid[row, payer] = units
    s.book_held[row, payer] = units


@on_table()
def pay_book_row(w, s, row):
    """The transfers of a kong: a direct one first by its feeder, all others in turn order after the konger."""
    q = int(s.book_seat[row])
    meld_type = int(s.book_type[row])
    feeder = int(s.book_feeder[row])
    reason = L.R_KONG_ADDED if meld_type == L.MELD_ADDED else L.R_KONG_CONCEALED
    if meld_type == L.MELD_DIRECT:
        pay(w, s, feeder, q, int(s.book_paid[row, feeder]), L.R_KONG_DIRECT)
        reason = L.R_DRIZZLE
    for k in range(1, int(s.rules.table_seats)):
        r = seat_after(s, q, k)
        if r != feeder:
            pay(w, s, r, q, int(s.book_paid[row, r]), reason)


@on_table()
def settle_kong(w, s, row, paid):
    """Enter what the kong of a book row costs (RULES §7) and pay it, unless kongs are paid at the game's end."""
    if not paid:
        return
    q = int(s.book_seat[row])
    meld_type = int(s.book_type[row])
    units = int(s.rules.kong_added) if meld_type == L.MELD_ADDED else int(s.rules.kong_concealed)
    if meld_type == L.MELD_DIRECT:
        units = int(s.rules.kong_drizzle)
    for k in range(1, int(s.rules.table_seats)):
        r = seat_after(s, q, k)
        if is_active(s, r):
            owe(s, row, r, units)
    if meld_type == L.MELD_DIRECT:
        owe(s, row, int(s.book_feeder[row]), int(s.rules.kong_direct))
    if s.rules.kong_when == WHEN_NOW:
        pay_book_row(w, s, row)


@on_table(I8)
def held(s, row):
    """What the konger still holds of a kong, in units."""
    total = 0
    for r in range(L.SEATS):
        total += int(s.book_held[row, r])
    return total


@on_table()
def close_book(s, row, state):
    for r in range(L.SEATS):
        s.book_held[row, r] = 0
    s.book_state[row] = state


@on_table()
def pay_back(w, s, row):
    """The konger gives a kong's money back to those that paid it and have not left."""
    q = int(s.book_seat[row])
    for k in range(1, int(s.rules.table_seats)):
        r = seat_after(s, q, k)
        if s.leaving[r] != L.LEFT:
            pay(w, s, q, r, int(s.book_held[row, r]), L.R_REFUND)


@on_table()
def pay_booked(w, s):
    """Kongs and hand-overs that were booked for the game's end (`kong.when = end`)."""
    if s.rules.kong_when != WHEN_END:
        return
    seats = int(s.rules.table_seats)
    for row in range(int(s.n_book)):
        if s.book_state[row] != L.BOOK_REFUNDED:
            pay_book_row(w, s, row)
    for i in range(seats):
        q = seat_after(s, int(s.dealer), i)
        for k in range(1, seats):
            r = seat_after(s, q, k)
            pay(w, s, q, r, int(s.handed[q, r]), L.R_TRANSFER)


# ------------------------------------------------------------------------------------------ 呼叫转移 (RULES 7)
@on_table(I8)
def first_handed_row(s):
    """The first book row that a hand-over may concern; the last is that of `kong_discard`."""
    if s.rules.kong_transfer == L.TRANSFER_ALL:
        return 0
    if s.rules.kong_transfer == L.TRANSFER_CHAIN:
        return int(s.chain_start)
    return int(s.kong_discard) - 1


@on_table(I8)
def transfers(s):
    """1 if the discard on offer hands kong money on when it is won."""
    if s.kong_discard == 0 or s.rules.kong_transfer == L.TRANSFER_NONE:
        return 0
    added = s.book_type[int(s.kong_discard) - 1] == L.MELD_ADDED
    return 1 if added or s.rules.kong_transfer_after == 0 else 0


@on_table(I8)
def handed_over(s, n_winners):
    """Units that each of the winners of the discard on offer gets of the konger's kong money."""
    if not transfers(s) or s.rules.kong_transfer == L.TRANSFER_REFUND_PAYERS:
        return 0
    total = 0
    for row in range(first_handed_row(s), int(s.kong_discard)):
        if s.book_seat[row] == s.turn and s.book_state[row] == L.BOOK_HELD:
            total += held(s, row)
    if s.rules.kong_transfer_share == 0:
        return total
    return (total + n_winners - 1) // n_winners


@on_table()
def hand_over(w, s, winner, units):
    if s.rules.kong_when == WHEN_END:
        s.handed[int(s.turn), winner] += units
    else:
        pay(w, s, int(s.turn), winner, units, L.R_TRANSFER)


@on_table()
def close_handed_over(w, s):
    """After the last winner: the kongs are handed over, or the last one is given back to those that paid it."""
    if not transfers(s):
        return
    if s.rules.kong_transfer == L.TRANSFER_REFUND_PAYERS:
        row = int(s.kong_discard) - 1
        if s.rules.kong_when == WHEN_NOW:
            pay_back(w, s, row)
        close_book(s, row, L.BOOK_REFUNDED)
        return
    for row in range(first_handed_row(s), int(s.kong_discard)):
        if s.book_seat[row] == s.turn and s.book_state[row] == L.BOOK_HELD:
            close_book(s, row, L.BOOK_HANDED_OVER)

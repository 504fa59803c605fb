"""Every transfer: kongs, wins, hand-over, exhaustion, leaving (RULES §7, §8, §11)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, on_table
from chuanma.engine.moves import find_waits, is_active, seat_after, take_tile, wall_left, win_value

CAP_WHEN_NONE = 16  # RULES §8: a pig that pays the cap pays this when there is none
LAST_TILES = 4  # RULES §11: from here on an escape is compared with 查大叫


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
def pay(w, s, payer, receiver, units, reason):
    """Move units from seat to seat and say so; nothing for 0 units."""
    if units == 0:
        return
    s.scores[payer] -= units
    s.scores[receiver] += units
    s.totals[payer, reason] -= units
    s.totals[receiver, reason] += units
    emit(w, L.E_PAY, payer, receiver, -1, 0, units, reason)


@on_table()
def pay_kong(w, s, row, payer, units, reason):
    """A payer's share of a kong, paid and entered into the kong book."""
    konger = int(s.book_seat[row])
    s.book_paid[row, payer] = units
    s.book_held[row, payer] = units
    pay(w, s, payer, konger, units, reason)


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
def settle_kong(w, s, row, paid):
    """Pay the kong of a book row (RULES §7): a direct kong by its feeder, others by every other active seat."""
    if not paid:
        return
    q = int(s.book_seat[row])
    if s.book_type[row] == L.MELD_DIRECT:
        pay_kong(w, s, row, int(s.book_feeder[row]), int(s.rules.kong_direct), L.R_KONG_DIRECT)
        return
    added = s.book_type[row] == L.MELD_ADDED
    units = int(s.rules.kong_added) if added else int(s.rules.kong_concealed)
    reason = L.R_KONG_ADDED if added else L.R_KONG_CONCEALED
    for k in range(1, int(s.rules.table_seats)):
        r = seat_after(s, q, k)
        if is_active(s, r):
            pay_kong(w, s, row, r, units, reason)


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
def mark_win(s, q, order, kind, feeder, flags, units):
    s.won[q] = order
    s.n_wins[q] += 1
    s.n_won += 1
    s.win_kind[q] = kind
    s.win_feeder[q] = feeder
    s.win_flags[q] = flags
    s.win_units[q] = units


@on_table()
def settle_claim_win(w, s, q, order, flags):
    """A win on the tile on offer: paid by the feeder alone; after a kong its money goes along (RULES §7)."""
    feeder = int(s.turn)
    kind = int(s.offer_kind)
    units = int(s.offer_units[q])
    mark_win(s, q, order, kind, feeder, flags, units)
    emit(w, L.E_WIN, q, feeder, kind, flags, units, 0)
    pay(w, s, feeder, q, units, L.R_ROBBED_KONG if flags & L.F_ROBBED else L.R_WIN)
    if s.kong_discard > 0 and s.rules.kong_transfer == L.TRANSFER_LAST:
        pay(w, s, feeder, q, held(s, int(s.kong_discard) - 1), L.R_TRANSFER)


@on_table()
def settle_self_draw(w, s, q, order, kind, flags):
    """A self-draw: paid by every other active seat, or by the feeder of the 直杠 just made (`bloom_payer`)."""
    units = win_value(w, s, q, kind, flags)
    if s.rules.value_self_draw == L.SELF_DRAW_ADD_BASE:
        units += 1
    only = -1
    if s.after_kong > 0 and s.rules.kong_bloom_payer == L.BLOOM_FEEDER:
        row = int(s.after_kong) - 1
        if s.book_type[row] == L.MELD_DIRECT:
            only = int(s.book_feeder[row])
    mark_win(s, q, order, kind, -1, flags, units)
    emit(w, L.E_WIN, q, -1, kind, flags, units, 0)
    for k in range(1, int(s.rules.table_seats)):
        r = seat_after(s, q, k)
        if is_active(s, r) and (only < 0 or r == only):
            pay(w, s, r, q, units, L.R_SELF_DRAW)


# ------------------------------------------------------------------------------------------------ exhausted (RULES 8)
@on_table(I8)
def is_pig(s, q):
    """1 if the seat holds its void suit or three suits."""
    if s.rules.draw_pig_units == 0:
        return 0
    suits = 0
    for u in range(L.SUITS):
        if s.keys[q, u] != 0:
            if u == s.void_suit[q]:
                return 1
            suits |= 1 << u
    for m in range(int(s.n_meld[q])):
        suits |= 1 << (int(s.meld_kind[q, m]) // 9)
    return 1 if suits == 7 else 0


@on_table(I8)
def wait_value(w, s, q):
    """What 查大叫 pays a seat that holds 13 tiles: its dearest (cheapest) wait as a discard win; 0: not ready."""
    best = 0
    cheapest = s.rules.draw_ready_pay == L.READY_MIN
    waits = int(s.waits[q])
    for kind in range(L.KINDS):
        if (waits >> kind) & 1:
            units = win_value(w, s, q, kind, 0)
            if best == 0 or (units < best if cheapest else units > best):
                best = units
    return best


@on_table(I8)
def ready_value(t, w, s, q):
    """The same for any seat: one that holds 14 counts with its best legal discard (RULES §8)."""
    if int(s.n_hand[q]) % 3 == 1:
        return wait_value(w, s, q)
    void = int(s.void_suit[q])
    bound = s.rules.open_void == L.VOID_FORCED and void >= 0 and s.keys[q, void] != 0
    waits = s.waits[q]
    best = 0
    for kind in range(L.KINDS):
        if s.hand[q, kind] > 0 and (not bound or kind // 9 == void):
            take_tile(s, q, kind, 1)
            find_waits(t, s, q)
            units = wait_value(w, s, q)
            take_tile(s, q, kind, -1)
            best = max(best, units)
    s.waits[q] = waits
    return best


@on_table(I8)
def pig_units(s):
    if s.rules.draw_pig_units != L.CAP:
        return int(s.rules.draw_pig_units)
    return int(s.rules.value_cap) if s.rules.value_cap > 0 else CAP_WHEN_NONE


@on_table()
def pay_pigs(w, s, pigs):
    """查花猪: each pig pays each seat of `pig_to` that is no pig and has not left."""
    seats = int(s.rules.table_seats)
    for i in range(seats):
        q = seat_after(s, int(s.dealer), i)
        if (pigs >> q) & 1 == 0:
            continue
        for k in range(1, seats):
            r = seat_after(s, q, k)
            if (pigs >> r) & 1 or s.leaving[r] == L.LEFT:
                continue
            if s.rules.draw_pig_to == L.PIG_NON_PIGS or is_active(s, r):
                pay(w, s, q, r, pig_units(s), L.R_PIG)


@on_table()
def pay_refund(w, s, q):
    """退税: the kong money a seat still holds goes back, kong by kong, to those that paid it and have not left."""
    for row in range(int(s.n_book)):
        if s.book_seat[row] != q or s.book_state[row] != L.BOOK_HELD:
            continue
        for k in range(1, int(s.rules.table_seats)):
            r = seat_after(s, q, k)
            if s.leaving[r] != L.LEFT:
                pay(w, s, q, r, int(s.book_held[row, r]), L.R_REFUND)
        close_book(s, row, L.BOOK_REFUNDED)


@on_table()
def finish(w, s, end):
    """The game is over; a leave that was to take effect once the offer is resolved is forgotten."""
    for q in range(L.SEATS):
        if s.leaving[q] == L.LEAVING:
            s.leaving[q] = L.STAY
    s.phase = L.PH_OVER
    s.end = end
    emit(w, L.E_END, -1, -1, -1, end, 0, 0)


@on_table()
def exhaust(t, w, s):
    """流局 (RULES §8): 查花猪, 查大叫, 退税, in this order."""
    seats = int(s.rules.table_seats)
    dealer = int(s.dealer)
    emit(w, L.E_EXHAUSTED, -1, -1, -1, 0, 0, 0)
    pigs = 0
    ready = 0
    worth0 = 0
    worth1 = 0
    worth2 = 0
    worth3 = 0
    for i in range(seats):
        q = seat_after(s, dealer, i)
        if not is_active(s, q):
            continue
        status = L.NOT_READY
        units = 0
        if is_pig(s, q):
            pigs |= 1 << q
            status = L.PIG
        else:
            units = wait_value(w, s, q)
            if units > 0:
                ready |= 1 << q
                status = L.READY
                if q == 0:
                    worth0 = units
                elif q == 1:
                    worth1 = units
                elif q == 2:
                    worth2 = units
                else:
                    worth3 = units
        emit(w, L.E_JUDGE, q, -1, -1, status, units, 0)
    pay_pigs(w, s, pigs)
    for i in range(seats):
        q = seat_after(s, dealer, i)
        if s.rules.draw_ready_pay == L.READY_NONE or not is_active(s, q) or ((pigs | ready) >> q) & 1:
            continue
        for k in range(1, seats):
            r = seat_after(s, q, k)
            if (ready >> r) & 1:
                units = worth0 if r == 0 else worth1 if r == 1 else worth2 if r == 2 else worth3
                pay(w, s, q, r, units, L.R_READY)
    if s.rules.draw_refund:
        for i in range(seats):
            q = seat_after(s, dealer, i)
            if is_active(s, q) and (ready >> q) & 1 == 0:
                pay_refund(w, s, q)
    finish(w, s, L.END_EXHAUSTED)


# -------------------------------------------------------------------------------------------------- leaving (RULES 11)
@on_table()
def pay_escape(t, w, s, q):
    """An active seat that leaves pays each active seat that stays; late in the game the dearer of that and 查大叫."""
    seats = int(s.rules.table_seats)
    escape = 0
    called = 0
    late = wall_left(s) <= LAST_TILES and s.phase != L.PH_VOID and s.rules.draw_ready_pay != L.READY_NONE
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


@on_table()
def settle_leaves(t, w, s):
    """Let the leaves that are due take effect, unless a tile is on offer or the game is over."""
    if s.phase == L.PH_CLAIM or s.phase == L.PH_ROB or s.phase == L.PH_OVER:
        return
    escapes = 0
    for i in range(int(s.rules.table_seats)):
        q = seat_after(s, int(s.dealer), i)
        if s.leaving[q] == L.LEAVING:
            if s.won[q] == 0:
                escapes |= 1 << q
            s.leaving[q] = L.LEFT
            emit(w, L.E_LEAVE, q, -1, -1, 0, 0, 0)
    if escapes:
        for i in range(int(s.rules.table_seats)):
            q = seat_after(s, int(s.dealer), i)
            if (escapes >> q) & 1:
                pay_escape(t, w, s, q)
        finish(w, s, L.END_ESCAPE)

"""What wins, exhausted games and the game's end bring (RULES §7, §8)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, on_table
from chuanma.engine.money import (
    close_book,
    emit,
    hand_over,
    pay,
    pay_back,
    pay_booked,
    pay_house,
)
from chuanma.engine.moves import (
    is_active,
    seat_after,
    self_draw_flags,
    side_flags,
    suits_of,
    unseen,
    value_with,
    win_value,
)

CAP_WHEN_NONE = 16  # RULES §8: a pig that pays the cap pays this when there is none


# ------------------------------------------------------------------------------------------------------------- wins
@on_table()
def mark_win(s, q, order, kind, feeder, flags, units):
    if s.won[q] == 0:
        s.won[q] = order
        s.n_won += 1
    s.n_wins[q] += 1
    s.win_kind[q] = kind
    s.win_feeder[q] = feeder
    s.win_flags[q] = flags
    s.win_units[q] = units
    if s.rules.table_mode != L.MODE_FLOW:
        s.shown_waits[q] = 0


@on_table()
def settle_claim_win(w, s, q, order, handed):
    """A win on the tile on offer: paid by the feeder alone; after a kong `handed` units go along (RULES §7)."""
    feeder = int(s.turn)
    kind = int(s.offer_kind)
    units = int(s.offer_units[q])
    flags = int(s.win_flags[q])
    mark_win(s, q, order, kind, feeder, flags, units)
    emit(w, L.E_WIN, q, feeder, kind, flags, units, 0)
    pay(w, s, feeder, q, units, L.R_ROBBED_KONG if flags & L.F_ROBBED else L.R_WIN)
    hand_over(w, s, q, handed)


@on_table(I8)
def self_draw_value(w, s, q, kind):
    """Units of a self-draw, the tile in the hand, 加底 out."""
    return win_value(w, s, q, kind, self_draw_flags(s, q))


@on_table(I8)
def bloom_feeder(s):
    """The feeder of the 直杠 whose replacement wins, where it pays alone (`bloom_payer`); -1: all pay."""
    if s.after_kong == 0 or s.rules.kong_bloom_payer == L.BLOOM_ALL:
        return -1
    row = int(s.after_kong) - 1
    return int(s.book_feeder[row]) if s.book_type[row] == L.MELD_DIRECT else -1


@on_table()
def settle_self_draw(w, s, q, order, kind):
    """A self-draw, the tile still in the hand: paid by every other active seat, or as `bloom_payer` says."""
    flags = self_draw_flags(s, q)
    units = win_value(w, s, q, kind, flags)
    if s.rules.value_self_draw == L.SELF_DRAW_ADD_BASE:
        units += 1
    only = bloom_feeder(s)
    mark_win(s, q, order, kind, -1, flags, units)
    emit(w, L.E_WIN, q, -1, kind, flags, units, 0)
    shares = 0
    for k in range(1, int(s.rules.table_seats)):
        r = seat_after(s, q, k)
        if is_active(s, r):
            shares += 1
            if only < 0:
                pay(w, s, r, q, units, L.R_SELF_DRAW)
    if only >= 0 and is_active(s, only):
        share = shares if s.rules.kong_bloom_payer == L.BLOOM_FEEDER_ALL else 1
        pay(w, s, only, q, units * share, L.R_SELF_DRAW)


# ---------------------------------------------------------------------------------------------------------- judging
@on_table(I8)
def is_pig(s, q):
    """1 if the seat holds three suits or its void suit, or broke `locked` (RULES §8)."""
    if s.rules.draw_pig_units == 0 or s.won[q] != 0:
        return 0
    void = int(s.void_suit[q])
    if s.rules.draw_pig_to == L.PIG_HOUSE and void >= 0 and int(s.threw[q]) & ~(1 << void) == 0:
        return 0
    if s.broke[q]:
        return 1
    suits = suits_of(s, q)
    return 1 if suits == 7 or (void >= 0 and (suits >> void) & 1) else 0


@on_table(I8)
def is_dead(s, q, waits):
    """1 if all copies of all waits are seen and the rules then count the seat as not ready (死叫)."""
    return 1 if s.rules.draw_dead_wait != 0 and s.won[q] == 0 and unseen(s, q, waits) == 0 else 0


@on_table(I8)
def wait_value(w, s, q, waits):
    """What 查大叫 pays for these waits of 13 tiles: the dearest (cheapest) as a discard win; 0: there are none."""
    best = 0
    cheapest = s.rules.draw_ready_pay == L.READY_MIN
    for kind in range(L.KINDS):
        if (waits >> kind) & 1:
            units = value_with(w, s, q, kind, side_flags(s, q))
            if best == 0 or (units < best if cheapest else units > best):
                best = units
    return best


@on_table(I8)
def pig_units(s):
    if s.rules.draw_pig_units != L.CAP:
        return int(s.rules.draw_pig_units)
    return int(s.rules.value_cap) if s.rules.value_cap > 0 else CAP_WHEN_NONE


@on_table()
def pay_pigs(w, s, pigs):
    """查花猪: each pig pays each seat of `pig_to` that is no pig and has not left, or once the house."""
    seats = int(s.rules.table_seats)
    for i in range(seats):
        q = seat_after(s, int(s.dealer), i)
        if (pigs >> q) & 1 == 0:
            continue
        if s.rules.draw_pig_to == L.PIG_HOUSE:
            pay_house(w, s, q, pig_units(s), L.R_PIG)
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
        if s.book_seat[row] == q and s.book_state[row] == L.BOOK_HELD:
            pay_back(w, s, row)
            close_book(s, row, L.BOOK_REFUNDED)


# ------------------------------------------------------------------------------------------------------ 叫马 (RULES 1)
@on_table()
def pay_person(w, s, person, seat, units):
    """A bound person gets units from a seat (`units` < 0: pays them)."""
    if units == 0:
        return
    s.person_scores[person] += units
    s.scores[seat] -= units
    s.totals[seat, L.R_HORSE] -= units
    if units > 0:
        emit(w, L.E_PAY, seat, L.PERSON + person, -1, 0, units, L.R_HORSE)
    else:
        emit(w, L.E_PAY, L.PERSON + person, seat, -1, 0, -units, L.R_HORSE)


@on_table(I8)
def bound_seat(s, person):
    """The seat a person is bound to: the number on its tile counts seats from the dealer on."""
    seats = int(s.rules.table_seats)
    return seat_after(s, int(s.dealer), int(s.horse_kind[person]) % 9 % seats)


@on_table()
def settle_horses(w, s):
    """Bound persons get and pay what their seats got and paid, from and to the same."""
    seats = int(s.rules.table_seats)
    for person in range(int(s.n_horse)):
        emit(w, L.E_HORSE, bound_seat(s, person), L.PERSON + person, int(s.horse_kind[person]), 0, 0, 0)
    for person in range(int(s.n_horse)):
        q = bound_seat(s, person)
        for k in range(1, seats):
            r = seat_after(s, q, k)
            pay_person(w, s, person, r, int(s.nets[q, r]))
        house = -int(s.totals[q, L.R_PIG]) if s.rules.draw_pig_to == L.PIG_HOUSE else 0
        if house:
            s.person_scores[person] -= house
            s.house += house
            emit(w, L.E_PAY, L.PERSON + person, L.HOUSE, -1, 0, house, L.R_HORSE)


# --------------------------------------------------------------------------------------------------------- game's end
@on_table()
def pay_broken(w, s):
    """The last win is made: what was booked is paid, and seats that broke `locked` pay as pigs (RULES §3)."""
    pay_booked(w, s)
    pigs = 0
    for i in range(int(s.rules.table_seats)):
        q = seat_after(s, int(s.dealer), i)
        if is_active(s, q) and s.broke[q] and is_pig(s, q):
            pigs |= 1 << q
            emit(w, L.E_JUDGE, q, -1, -1, L.PIG, 0, 0)
    pay_pigs(w, s, pigs)


@on_table()
def finish(w, s):
    """The game is over; a leave that was to take effect once the offer is resolved is forgotten."""
    if w.ends == L.END_WON:
        pay_broken(w, s)
    settle_horses(w, s)
    for q in range(L.SEATS):
        if s.leaving[q] == L.LEAVING:
            s.leaving[q] = L.STAY
    s.phase = L.PH_OVER
    s.end = w.ends
    emit(w, L.E_END, -1, -1, -1, int(w.ends), 0, 0)


@on_table()
def exhaust(w, s):
    """流局 (RULES §8): 查花猪, 查大叫, 退税, in this order."""
    seats = int(s.rules.table_seats)
    dealer = int(s.dealer)
    emit(w, L.E_EXHAUSTED, -1, -1, -1, 0, 0, 0)
    pay_booked(w, s)
    pigs = 0
    ready = 0
    for i in range(seats):
        q = seat_after(s, dealer, i)
        s.offer_units[q] = 0
        if not is_active(s, q):
            continue
        status = L.NOT_READY
        if is_pig(s, q):
            pigs |= 1 << q
            status = L.PIG
        elif s.waits[q] != 0 and not is_dead(s, q, int(s.waits[q])):
            s.offer_units[q] = wait_value(w, s, q, int(s.waits[q]))
            ready |= 1 << q
            status = L.READY
        emit(w, L.E_JUDGE, q, -1, -1, status, int(s.offer_units[q]), 0)
    pay_pigs(w, s, pigs)
    for i in range(seats):
        q = seat_after(s, dealer, i)
        if s.rules.draw_ready_pay == L.READY_NONE or not is_active(s, q) or ((pigs | ready) >> q) & 1:
            continue
        for k in range(1, seats):
            r = seat_after(s, q, k)
            if (ready >> r) & 1:
                pay(w, s, q, r, int(s.offer_units[r]), L.R_READY)
    if s.rules.draw_refund:
        for i in range(seats):
            q = seat_after(s, dealer, i)
            if is_active(s, q) and (ready >> q) & 1 == 0:
                pay_refund(w, s, q)
    for q in range(seats):
        s.offer_units[q] = 0
    w.ends = L.END_EXHAUSTED

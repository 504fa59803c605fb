"""`deal` and `step`: the only code that changes a table (docs/engine.md says what comes in which order)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, on_table
from chuanma.engine.moves import (
    claim_flags,
    find_waits,
    legal,
    n_active,
    next_active,
    offer,
    seat_after,
    self_draw_flags,
    take_tile,
    wall_left,
    wins_as_dealt,
)
from chuanma.engine.settle import (
    close_book,
    emit,
    exhaust,
    finish,
    open_book,
    settle_claim_win,
    settle_kong,
    settle_leaves,
    settle_self_draw,
)

ILLEGAL = -1


# ---------------------------------------------------------------------------------------------------------------- deal
@on_table()
def clear(s):
    """An empty table; `rules` and `wall` stay."""
    s.hand[:] = 0
    s.won_tiles[:] = 0
    s.keys[:] = 0
    s.waits[:] = 0
    s.river[:] = 0
    s.river_drawn[:] = 0
    s.n_river[:] = 0
    s.n_hand[:] = 0
    s.meld_type[:] = 0
    s.meld_kind[:] = 0
    s.meld_feeder[:] = 0
    s.meld_from_three[:] = 0
    s.n_meld[:] = 0
    s.void_suit[:] = -1
    s.void_pick[:] = -1
    s.marker[:] = -1
    s.broke[:] = 0
    s.swap_pick[:] = -1
    s.n_pick[:] = 0
    s.won[:] = 0
    s.n_wins[:] = 0
    s.win_kind[:] = -1
    s.win_feeder[:] = -1
    s.win_flags[:] = 0
    s.win_units[:] = 0
    s.leaving[:] = 0
    s.opts[:] = 0
    s.answer[:] = -1
    s.offer_units[:] = 0
    s.passed_units[:] = 0
    s.passed_pungs[:] = 0
    s.pass_locked[:] = 0
    s.n_draws[:] = 0
    s.book_held[:] = 0
    s.book_paid[:] = 0
    s.book_seat[:] = -1
    s.book_type[:] = 0
    s.book_kind[:] = -1
    s.book_feeder[:] = -1
    s.book_state[:] = 0
    s.totals[:] = 0
    s.scores[:] = 0
    s.sung[:] = 0
    s.shown_waits[:] = 0
    s.horse_kind[:] = -1
    s.items_used[:] = 0
    s.golden[:] = 0
    s.draw_counter = 0
    s.house = 0
    s.n_book = 0
    s.n_horse = 0
    s.item_open = -1
    s.item_target = -1
    s.n_steps = 0
    s.turn_drawn = 0
    s.n_discards = 0
    s.draw_type = L.DRAW_NONE
    s.drawn = -1
    s.offer_kind = -1
    s.after_kong = 0
    s.kong_discard = 0
    s.chain_start = 0
    s.pung_kind = -1
    s.n_calls = 0
    s.n_won = 0
    s.end = L.END_NONE


@on_table()
def open_play(t, s):
    """The dealer's first turn, with the dealt 14."""
    for q in range(int(s.rules.table_seats)):
        if q != s.dealer:
            find_waits(t, s, q)
    s.phase = L.PH_TURN
    s.draw_type = L.DRAW_DEALT
    if wins_as_dealt(t, s, int(s.dealer)):
        s.opts[int(s.dealer)] = L.O_WIN


@on_table()
def deal(t, w, s, dealer, dice1, dice2):
    """Deal `s.wall` (RULES §1): 13 to the dealer and on, then the dealer's 14th; the game begins."""
    clear(s)
    w.n_rows = 0
    seats = int(s.rules.table_seats)
    s.dealer = dealer
    s.dice[0] = dice1
    s.dice[1] = dice2
    s.turn = dealer
    s.head = 0
    s.tail = L.TILES
    for i in range(seats):
        q = seat_after(s, dealer, i)
        for _ in range(13):
            take_tile(s, q, int(s.wall[s.head]), -1)
            s.head += 1
    take_tile(s, dealer, int(s.wall[s.head]), -1)
    s.head += 1
    emit(w, L.E_DEAL, dealer, -1, -1, dice1 * 10 + dice2, 0, 0)
    if s.rules.open_void == L.VOID_FREE:
        open_play(t, s)
    else:
        s.phase = L.PH_VOID


@on_table()
def name_void(t, w, s, q, suit):
    """A seat names its void suit; when all have, the suits are shown together (RULES §3)."""
    seats = int(s.rules.table_seats)
    s.void_pick[q] = suit
    for r in range(seats):
        if s.void_pick[r] < 0:
            return
    for i in range(seats):
        r = seat_after(s, int(s.dealer), i)
        s.void_suit[r] = s.void_pick[r]
        emit(w, L.E_VOID, r, -1, int(s.void_pick[r]), 0, 0, 0)
    open_play(t, s)


# ---------------------------------------------------------------------------------------------------------------- draw
@on_table()
def end_offer(s):
    """Forget what was on offer."""
    for q in range(L.SEATS):
        s.opts[q] = 0
        s.answer[q] = -1
        s.offer_units[q] = 0


@on_table()
def draw(t, w, s, q, book_row):
    """Seat `q` draws: from the wall, or (`book_row` ≥ 0) the replacement of that kong from the wall's end."""
    if wall_left(s) == 0:
        exhaust(t, w, s)
        return
    if book_row >= 0:
        s.tail -= 1
        kind = int(s.wall[s.tail])
        s.draw_type = L.DRAW_REPLACEMENT
        s.after_kong = book_row + 1
        s.turn_drawn |= 1 << kind
    else:
        kind = int(s.wall[s.head])
        s.head += 1
        s.draw_type = L.DRAW_WALL
        s.after_kong = 0
        s.turn_drawn = 1 << kind
        s.chain_start = s.n_book
        s.n_draws[q] += 1
    take_tile(s, q, kind, -1)
    s.turn = q
    s.phase = L.PH_TURN
    s.drawn = kind
    s.offer_kind = -1
    s.kong_discard = 0
    s.pung_kind = -1
    s.passed_units[q] = 0
    s.passed_pungs[q] = 0
    end_offer(s)
    if (int(s.waits[q]) >> kind) & 1:
        s.opts[q] = L.O_WIN
    emit(w, L.E_DRAW, q, -1, kind, int(s.draw_type), wall_left(s), 0)


# -------------------------------------------------------------------------------------------------------------- claims
@on_table()
def leave_river(s, q):
    """The last discard of `q` is taken."""
    i = int(s.n_river[q]) - 1
    s.n_river[q] = i
    s.river[q, i] = 0
    s.river_drawn[q] = int(s.river_drawn[q]) & ~(1 << i)


@on_table()
def go_on_after_win(t, w, s, last):
    """The game ends, or the next active seat after the last winner draws (RULES §4, §5)."""
    s.drawn = -1
    s.draw_type = L.DRAW_NONE
    end_offer(s)
    s.offer_kind = -1
    s.kong_discard = 0
    s.after_kong = 0
    if s.rules.table_mode == L.MODE_SINGLE or n_active(s) <= 1:
        finish(w, s, L.END_WON)
    else:
        draw(t, w, s, next_active(s, last), -1)


@on_table()
def win_offer(t, w, s, rob):
    """All that said 胡 win the tile on offer, in turn order after the feeder (`multi_win = all`)."""
    feeder = int(s.turn)
    kind = int(s.offer_kind)
    flags = claim_flags(s, rob)
    order = int(s.n_won) + 1
    last = -1
    if rob:
        take_tile(s, feeder, kind, 1)
        find_waits(t, s, feeder)
    else:
        leave_river(s, feeder)
    for k in range(1, int(s.rules.table_seats)):
        q = seat_after(s, feeder, k)
        if s.answer[q] == L.A_WIN:
            if last < 0:
                s.won_tiles[q, kind] += 1
            settle_claim_win(w, s, q, order, flags)
            last = q
    if s.kong_discard > 0 and s.rules.kong_transfer == L.TRANSFER_LAST:
        close_book(s, int(s.kong_discard) - 1, L.BOOK_HANDED_OVER)
    go_on_after_win(t, w, s, last)


@on_table(I8)
def lay_meld(s, q, meld_type, kind, feeder):
    m = int(s.n_meld[q])
    s.meld_type[q, m] = meld_type
    s.meld_kind[q, m] = kind
    s.meld_feeder[q, m] = feeder
    s.meld_from_three[q, m] = 0
    s.n_meld[q] = m + 1
    s.n_calls += 1
    return m


@on_table()
def make_pung(w, s, q):
    """碰: no draw, only a discard follows."""
    feeder = int(s.turn)
    kind = int(s.offer_kind)
    m = lay_meld(s, q, L.MELD_PUNG, kind, feeder)
    s.meld_from_three[q, m] = 1 if s.hand[q, kind] == 3 else 0
    leave_river(s, feeder)
    take_tile(s, q, kind, 2)
    s.waits[q] = 0
    end_offer(s)
    s.turn = q
    s.phase = L.PH_TURN
    s.draw_type = L.DRAW_NONE
    s.drawn = -1
    s.offer_kind = -1
    s.kong_discard = 0
    s.turn_drawn = 0
    s.chain_start = s.n_book
    s.pung_kind = kind
    emit(w, L.E_PUNG, q, feeder, kind, 0, 0, 0)


# --------------------------------------------------------------------------------------------------------------- kongs
@on_table()
def after_kong(t, w, s, q, row, paid):
    """Say, pay and replace a kong just laid."""
    feeder = int(s.book_feeder[row])
    emit(w, L.E_KONG, q, feeder, int(s.book_kind[row]), int(s.book_type[row]), 0, 0)
    settle_kong(w, s, row, paid)
    find_waits(t, s, q)
    draw(t, w, s, q, row)


@on_table()
def make_direct_kong(t, w, s, q):
    """直杠 of the discard on offer; the replacement is drawn."""
    feeder = int(s.turn)
    kind = int(s.offer_kind)
    lay_meld(s, q, L.MELD_DIRECT, kind, feeder)
    leave_river(s, feeder)
    take_tile(s, q, kind, 3)
    s.turn_drawn = 0
    s.chain_start = s.n_book
    after_kong(t, w, s, q, open_book(s, q, L.MELD_DIRECT, kind, feeder), 1)


@on_table()
def make_concealed_kong(t, w, s, q, kind):
    """暗杠: it can never be robbed."""
    lay_meld(s, q, L.MELD_CONCEALED, kind, -1)
    take_tile(s, q, kind, 4)
    after_kong(t, w, s, q, open_book(s, q, L.MELD_CONCEALED, kind, -1), 1)


@on_table()
def make_added_kong(t, w, s, q, kind):
    """弯杠: paid unless it comes late or the pung was made from three and the rules then pay nothing."""
    paid = 1
    if (int(s.turn_drawn) >> kind) & 1 == 0 and s.rules.kong_late_added != L.LATE_PAID:
        paid = 0
    for m in range(int(s.n_meld[q])):
        if s.meld_kind[q, m] == kind:
            s.meld_type[q, m] = L.MELD_ADDED
            if s.meld_from_three[q, m] and s.rules.kong_pung_from_three != 0:
                paid = 0
    s.n_calls += 1
    take_tile(s, q, kind, 1)
    after_kong(t, w, s, q, open_book(s, q, L.MELD_ADDED, kind, -1), paid)


@on_table()
def announce_added_kong(t, w, s, q, kind):
    """弯杠 is offered to the others first: it may be robbed."""
    emit(w, L.E_ANNOUNCE_KONG, q, -1, kind, 0, 0, 0)
    s.opts[q] = 0
    if offer(w, s, kind, 1):
        s.phase = L.PH_ROB
    else:
        make_added_kong(t, w, s, q, kind)


# ------------------------------------------------------------------------------------------------------------- answers
@on_table(I8)
def decided(s):
    """1 if no outstanding answer could outrank or join what is decided (docs/engine.md)."""
    waiting = 0
    win = 0
    for q in range(int(s.rules.table_seats)):
        if s.answer[q] == L.A_WIN:
            win = 1
        if s.opts[q] != 0 and s.answer[q] < 0:
            if s.opts[q] & L.O_WIN:
                return 0
            waiting = 1
    return 1 if win or not waiting else 0


@on_table()
def note_passes(s):
    """A seat that could win and did not has passed that win (RULES §4)."""
    if s.rules.claim_pass_win == L.PASS_NONE:
        return
    for q in range(int(s.rules.table_seats)):
        if s.opts[q] & L.O_WIN and s.answer[q] != L.A_WIN:
            s.passed_units[q] = max(int(s.passed_units[q]), int(s.offer_units[q]))


@on_table()
def resolve(t, w, s):
    """The tile on offer goes to its winners, to a pung or kong, or to nobody."""
    note_passes(s)
    feeder = int(s.turn)
    rob = s.phase == L.PH_ROB
    claimer = -1
    for k in range(1, int(s.rules.table_seats)):
        q = seat_after(s, feeder, k)
        if s.answer[q] == L.A_WIN:
            win_offer(t, w, s, 1 if rob else 0)
            return
        if s.answer[q] == L.A_PUNG or s.answer[q] == L.A_DIRECT_KONG:
            claimer = q
    if rob:
        make_added_kong(t, w, s, feeder, int(s.offer_kind))
    elif claimer < 0:
        draw(t, w, s, next_active(s, feeder), -1)
    elif s.answer[claimer] == L.A_PUNG:
        make_pung(w, s, claimer)
    else:
        make_direct_kong(t, w, s, claimer)


# ------------------------------------------------------------------------------------------------------------ own turn
@on_table()
def lay_discard(t, w, s, q, kind):
    """A discard lies in the river; what comes of it is not yet looked at."""
    as_drawn = 1 if kind == s.drawn and s.draw_type >= L.DRAW_WALL else 0
    i = int(s.n_river[q])
    s.river[q, i] = kind
    s.n_river[q] = i + 1
    if as_drawn:
        s.river_drawn[q] = int(s.river_drawn[q]) | (1 << i)
    take_tile(s, q, kind, 1)
    if not as_drawn or s.draw_type != L.DRAW_WALL:  # else the 13 are what they were
        find_waits(t, s, q)
    s.n_discards += 1
    s.kong_discard = s.after_kong
    s.after_kong = 0
    s.draw_type = L.DRAW_NONE
    s.drawn = -1
    s.opts[q] = 0
    emit(w, L.E_DISCARD, q, -1, kind, as_drawn, 0, 0)


@on_table()
def discard(t, w, s, q, kind):
    """A discard: offered to the other active seats, else the next one draws."""
    lay_discard(t, w, s, q, kind)
    if offer(w, s, kind, 0):
        s.phase = L.PH_CLAIM
    else:
        draw(t, w, s, next_active(s, q), -1)


@on_table()
def win_self_draw(t, w, s, q):
    """自摸: the winning tile is laid beside the hand; 天胡 has none."""
    kind = int(s.drawn)
    flags = self_draw_flags(s, q)
    if kind >= 0:
        take_tile(s, q, kind, 1)
        s.won_tiles[q, kind] += 1
    settle_self_draw(w, s, q, int(s.n_won) + 1, kind, flags)
    go_on_after_win(t, w, s, q)


# ---------------------------------------------------------------------------------------------------------------- step
@on_table()
def act_in_turn(t, w, s, q, action):
    if action < L.A_KONG:
        discard(t, w, s, q, action)
    elif action == L.A_WIN:
        win_self_draw(t, w, s, q)
    elif s.hand[q, action - L.A_KONG] == 4:
        make_concealed_kong(t, w, s, q, action - L.A_KONG)
    else:
        announce_added_kong(t, w, s, q, action - L.A_KONG)


@on_table()
def act_leave(t, w, s, q):
    """A seat leaves: at once, or when the tile on offer is resolved; asked and not answered, it passes."""
    s.leaving[q] = L.LEAVING
    if (s.phase == L.PH_CLAIM or s.phase == L.PH_ROB) and s.opts[q] != 0 and s.answer[q] < 0:
        s.answer[q] = L.A_PASS
        if decided(s):
            resolve(t, w, s)


@on_table(I8)
def allowed(s, q, action):
    """1 if the action is legal for the seat now."""
    if q < 0 or q >= s.rules.table_seats or action < 0 or action >= L.ACTIONS:
        return 0
    low, high = legal(s, q)
    return int((low >> action) & 1 if action < 64 else (high >> (action - 64)) & 1)


@on_table(I8)
def step(t, w, s, q, action):
    """One action of seat `q`. Returns the number of event rows written to `w`, or ILLEGAL: nothing has changed."""
    if not allowed(s, q, action):
        return ILLEGAL
    w.n_rows = 0
    s.n_steps += 1
    if action == L.A_LEAVE:
        act_leave(t, w, s, q)
    elif s.phase == L.PH_TURN:
        act_in_turn(t, w, s, q, action)
    elif s.phase == L.PH_VOID:
        name_void(t, w, s, q, action - L.A_VOID)
    else:
        s.answer[q] = action
        if decided(s):
            resolve(t, w, s)
    settle_leaves(t, w, s)
    return int(w.n_rows)


@on_table(I8)
def lay_open(t, w, s, q, action):
    """Only lay the tile of a discard or an added kong on offer, as it lies there whether or not anybody may claim it.

    For looking at, never for playing on. Returns 1, or 0: the action offers no tile, nothing has changed.
    """
    if not allowed(s, q, action) or s.phase != L.PH_TURN or action >= L.A_PICK:
        return 0
    kind = action % L.KINDS
    if action < L.A_KONG:
        w.n_rows = 0
        lay_discard(t, w, s, q, kind)
        offer(w, s, kind, 0)
        s.phase = L.PH_CLAIM
    elif s.hand[q, kind] == 4:
        return 0
    else:
        s.opts[q] = 0
        offer(w, s, kind, 1)
        s.phase = L.PH_ROB
    return 1

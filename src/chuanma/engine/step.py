"""`step`: the only code that changes a table (docs/engine.md says what comes in which order)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.items import pick_target, use_item
from chuanma.engine.jit import I8, on_table
from chuanma.engine.leave import settle_leaves
from chuanma.engine.money import begin, close_handed_over, emit, handed_over, open_book, settle_kong
from chuanma.engine.moves import (
    bot_plays,
    claim_flags,
    find_waits,
    is_asked,
    legal,
    n_active,
    next_active,
    offer,
    seat_after,
    suits_of,
    take_tile,
    waits_without,
    wall_left,
    won_kind,
)
from chuanma.engine.opening import answer_before, deal
from chuanma.engine.settle import exhaust, finish, settle_claim_win, settle_self_draw
from chuanma.engine.turn import open_turn, void_after

ILLEGAL = -1
SING, DANCE = 1, 2


# ---------------------------------------------------------------------------------------------------------------- draw
@on_table()
def end_offer(s):
    """Forget what was on offer."""
    for q in range(L.SEATS):
        s.opts[q] = 0
        s.answer[q] = -1
        s.offer_units[q] = 0


@on_table(I8)
def take_from_wall(s, book_row):
    """The next tile, or the replacement of a kong from the wall's end."""
    if book_row >= 0 and s.rules.table_kong_draw == 0:
        s.tail -= 1
        return int(s.wall[s.tail])
    s.head += 1
    return int(s.wall[int(s.head) - 1])


@on_table()
def draw(w, s, q, book_row):
    """Seat `q` draws: from the wall, or (`book_row` ≥ 0) the replacement of that kong."""
    kind = take_from_wall(s, book_row)
    if book_row >= 0:
        s.draw_type = L.DRAW_REPLACEMENT
        s.after_kong = book_row + 1
        s.turn_drawn |= 1 << kind
    else:
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
    s.void_pick[q] = -1  # named for a discard that was not made
    end_offer(s)
    emit(w, L.E_DRAW, q, -1, kind, int(s.draw_type), wall_left(s), 0)
    w.opens = 1


# -------------------------------------------------------------------------------------------------------------- claims
@on_table()
def leave_river(s, q):
    """The last discard of `q` is taken."""
    i = int(s.n_river[q]) - 1
    s.n_river[q] = i
    s.river[q, i] = 0
    s.river_drawn[q] = int(s.river_drawn[q]) & ~(1 << i)


@on_table()
def go_on_after_win(w, s, last):
    """The game ends, or the next active seat after the last winner draws (RULES §4, §5)."""
    s.drawn = -1
    s.draw_type = L.DRAW_NONE
    end_offer(s)
    s.offer_kind = -1
    s.kong_discard = 0
    s.after_kong = 0
    if s.rules.table_mode == L.MODE_SINGLE or n_active(s) <= 1:
        w.ends = L.END_WON
    else:
        w.draw_seat = next_active(s, last)


@on_table(I8)
def is_winner(s, q):
    return 1 if s.opts[q] & L.O_WIN and s.answer[q] == L.A_WIN else 0


@on_table(inline="always")
def win_offer(t, w, s, rob):
    """All that said 胡 win the tile on offer, in turn order after the feeder; under `nearest` the first alone."""
    feeder = int(s.turn)
    kind = int(s.offer_kind)
    seats = int(s.rules.table_seats)
    winners = 0
    for k in range(1, seats):
        q = seat_after(s, feeder, k)
        if is_winner(s, q):
            if winners and s.rules.claim_multi_win != 0:
                s.answer[q] = L.A_PASS
            else:
                winners += 1
                s.win_flags[q] = claim_flags(s, q, rob)
    if rob:
        take_tile(s, feeder, kind, 1)
        find_waits(t, s, feeder)
    else:
        leave_river(s, feeder)
    order = int(s.n_won) + 1
    handed = handed_over(s, winners)
    last = -1
    for k in range(1, seats):
        q = seat_after(s, feeder, k)
        if is_winner(s, q):
            if last < 0:
                s.won_tiles[q, kind] += 1
            settle_claim_win(w, s, q, order, handed)
            last = q
    close_handed_over(w, s)
    go_on_after_win(w, s, last)


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
    w.opens = 1


# --------------------------------------------------------------------------------------------------------------- kongs
@on_table()
def after_kong(t, w, s, q, row, paid):
    """Say and pay a kong just laid; its replacement is drawn."""
    feeder = int(s.book_feeder[row])
    emit(w, L.E_KONG, q, feeder, int(s.book_kind[row]), int(s.book_type[row]), 0, 0)
    settle_kong(w, s, row, paid)
    find_waits(t, s, q)
    w.draw_seat = q
    w.draw_row = row


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
def pass_self_draw(s, q):
    """A seat that could win in its turn and throws or kongs instead locks itself under `until_discard` (RULES §4)."""
    if s.rules.claim_pass_win == L.PASS_UNTIL_DISCARD and s.opts[q] & L.O_WIN:
        s.pass_locked[q] = 1


@on_table()
def make_concealed_kong(t, w, s, q, kind):
    """暗杠: it can never be robbed."""
    pass_self_draw(s, q)
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


@on_table(inline="always")
def announce_added_kong(t, w, s, q, kind):
    """弯杠 is offered to the others first: it may be robbed."""
    emit(w, L.E_ANNOUNCE_KONG, q, -1, kind, 0, 0, 0)
    pass_self_draw(s, q)
    if s.pass_locked[q] and (waits_without(t, s, q, kind) >> kind) & 1 == 0:
        s.pass_locked[q] = 0
    s.opts[q] = 0
    s.void_pick[q] = -1
    offer(t, w, s, kind, 1)
    s.phase = L.PH_ROB


# ------------------------------------------------------------------------------------------------------------- answers
@on_table(I8)
def decided(s):
    """1 if no outstanding answer could outrank or join what is decided (docs/engine.md)."""
    waiting = 0
    win = 0
    for k in range(1, int(s.rules.table_seats)):
        q = seat_after(s, int(s.turn), k)
        if is_winner(s, q):
            if s.rules.claim_multi_win != 0:
                return 1
            win = 1
        if is_asked(s, q):
            if s.opts[q] & L.O_WIN:
                return 0
            waiting = 1
    return 1 if win or not waiting else 0


@on_table()
def note_passes(s):
    """A seat that could win or pung, was needed and did not has passed it (RULES §4)."""
    won = 0
    for k in range(1, int(s.rules.table_seats)):
        q = seat_after(s, int(s.turn), k)
        if is_winner(s, q):
            won = 1
        elif s.opts[q] & L.O_WIN and not (won and s.rules.claim_multi_win != 0):
            if s.rules.claim_pass_win == L.PASS_UNTIL_DISCARD:
                s.pass_locked[q] = 1
            elif s.rules.claim_pass_win != L.PASS_NONE:
                s.passed_units[q] = max(int(s.passed_units[q]), int(s.offer_units[q]))
    if won or not s.rules.claim_pass_pung:
        return
    for q in range(int(s.rules.table_seats)):
        if s.opts[q] & L.O_PUNG and s.answer[q] == L.A_PASS:
            s.passed_pungs[q] |= 1 << int(s.offer_kind)


@on_table(inline="always")
def resolve(t, w, s):
    """The tile on offer goes to its winners, to a pung or kong, or to nobody."""
    note_passes(s)
    feeder = int(s.turn)
    rob = s.phase == L.PH_ROB
    claimer = -1
    for k in range(1, int(s.rules.table_seats)):
        q = seat_after(s, feeder, k)
        if is_winner(s, q):
            win_offer(t, w, s, 1 if rob else 0)
            return
        if s.answer[q] == L.A_PUNG or s.answer[q] == L.A_DIRECT_KONG:
            claimer = q
    if rob:
        make_added_kong(t, w, s, feeder, int(s.offer_kind))
    elif claimer < 0:
        w.draw_seat = next_active(s, feeder)
    elif s.answer[claimer] == L.A_PUNG:
        make_pung(w, s, claimer)
    else:
        make_direct_kong(t, w, s, claimer)


# ------------------------------------------------------------------------------------------------------------ own turn
@on_table()
def learn_void(w, s, q, void):
    """The void suit that a discard brings becomes known; holding a known one again breaks `locked` (RULES §3)."""
    known = int(s.void_suit[q])
    if known < 0 and void >= 0:
        s.void_suit[q] = void
        emit(w, L.E_VOID, q, -1, void, 0, 0, 0)
    elif known >= 0 and s.rules.open_void == L.VOID_LOCKED and (suits_of(s, q) >> known) & 1:
        s.broke[q] = 1
    s.void_pick[q] = -1


@on_table()
def announce(w, s, q):
    """唱歌 or 跳舞 comes with the discard (RULES §10)."""
    if s.announced == 0:
        return
    s.sung[q] = s.announced
    if s.announced == SING:
        emit(w, L.E_SING, q, -1, -1, 0, 0, 0)
    else:
        s.shown_waits[q] = s.waits[q]
        emit(w, L.E_DANCE, q, -1, -1, 0, int(s.waits[q]), 0)
    s.announced = 0


@on_table()
def lay_discard(t, w, s, q, kind):
    """A discard lies in the river; what comes of it is not yet looked at."""
    as_drawn = 1 if kind == s.drawn and s.draw_type >= L.DRAW_WALL else 0
    void = void_after(s, q, kind)
    pass_self_draw(s, q)
    i = int(s.n_river[q])
    s.river[q, i] = kind
    s.n_river[q] = i + 1
    if as_drawn:
        s.river_drawn[q] = int(s.river_drawn[q]) | (1 << i)
    take_tile(s, q, kind, 1)
    s.threw[q] |= 1 << (kind // 9)
    s.n_discards += 1
    s.kong_discard = s.after_kong
    s.after_kong = 0
    s.opts[q] = 0
    if kind == s.marker[q]:
        s.marker[q] = -1
    emit(w, L.E_DISCARD, q, -1, kind, as_drawn, 0, 0)
    if not as_drawn or s.draw_type != L.DRAW_WALL or s.rules.open_void >= L.VOID_FIRST_DISCARD:
        learn_void(w, s, q, void)
        find_waits(t, s, q)  # else the 13 are what they were
    s.draw_type = L.DRAW_NONE
    s.drawn = -1
    if s.pass_locked[q] and (int(s.waits[q]) >> kind) & 1 == 0:
        s.pass_locked[q] = 0
    announce(w, s, q)


@on_table(inline="always")
def discard(t, w, s, q, kind):
    """A discard is offered to the other active seats; if none can do anything with it the offer is decided."""
    lay_discard(t, w, s, q, kind)
    offer(t, w, s, kind, 0)
    s.phase = L.PH_CLAIM


@on_table(inline="always")
def win_self_draw(w, s, q):
    """自摸: the winning tile is laid beside the hand; 天胡 has none, save in `flow`."""
    kind = won_kind(s, q)
    settle_self_draw(w, s, q, int(s.n_won) + 1, kind)
    if kind >= 0:
        take_tile(s, q, kind, 1)
        s.won_tiles[q, kind] += 1
    go_on_after_win(w, s, q)


# ---------------------------------------------------------------------------------------------------------------- step
@on_table(inline="always")
def act_in_turn(t, w, s, q, action):
    if s.item_open >= 0:
        pick_target(t, w, s, q, action)
    elif action < L.A_KONG:
        discard(t, w, s, q, action)
    elif action == L.A_WIN:
        win_self_draw(w, s, q)
    elif action >= L.A_ITEM:
        use_item(w, s, q, action - L.A_ITEM)
    elif action >= L.A_SING:
        s.announced = SING if action == L.A_SING else DANCE
    elif action >= L.A_VOID:
        s.void_pick[q] = action - L.A_VOID
        w.opens = 1
    elif s.hand[q, action - L.A_KONG] == L.COPIES:
        make_concealed_kong(t, w, s, q, action - L.A_KONG)
    else:
        announce_added_kong(t, w, s, q, action - L.A_KONG)


@on_table()
def act_leave(s, q):
    """A seat leaves: at once, or when the tile on offer is resolved; asked and not answered, it passes."""
    s.leaving[q] = L.LEAVING
    offered = s.phase == L.PH_CLAIM or s.phase == L.PH_ROB
    if offered and is_asked(s, q) and not bot_plays(s, q):
        s.answer[q] = L.A_PASS


@on_table(I8)
def allowed(s, q, action):
    """1 if the action is legal for the seat now."""
    if q < 0 or q >= s.rules.table_seats or action < 0 or action >= L.ACTIONS:
        return 0
    low, high = legal(s, q)
    return int((low >> action) & 1 if action < 64 else (high >> (action - 64)) & 1)


@on_table(inline="always")
def follow(t, w, s):
    """What a step still has to do: a draw or an exhausted game, a turn to open, leaves that are due, the end."""
    if w.draw_seat >= 0:
        if wall_left(s) == 0:
            exhaust(w, s)
        else:
            draw(w, s, int(w.draw_seat), int(w.draw_row))
    if w.opens:
        open_turn(t, w, s, int(s.turn))
    settle_leaves(t, w, s)
    if w.ends:
        finish(w, s)


@on_table(I8, inline="always")
def step(t, w, s, q, action, only_lay):
    """One action of seat `q`. Returns the number of event rows written to `w`, or ILLEGAL: nothing has changed.

    `only_lay`: leave a discard or an added kong on offer as it lies there whether or not anybody may claim it, for
    looking at, never for playing on.
    """
    if not allowed(s, q, action):
        return ILLEGAL
    begin(w)
    s.n_steps += 1
    if action == L.A_LEAVE:
        act_leave(s, q)
    elif s.phase == L.PH_TURN:
        act_in_turn(t, w, s, q, action)
    elif s.phase < L.PH_TURN:
        answer_before(t, w, s, q, action)
    else:
        s.answer[q] = action
    if not only_lay:
        if (s.phase == L.PH_CLAIM or s.phase == L.PH_ROB) and decided(s):
            resolve(t, w, s)
        follow(t, w, s)
    return int(w.n_rows)


@on_table(inline="always")
def begin_game(t, w, s, dealer, dice1, dice2, swap_die, persons):
    """A game begins on `s.wall` and `s.rules`."""
    deal(t, w, s, dealer, dice1, dice2, swap_die, persons)
    if w.opens:
        open_turn(t, w, s, dealer)

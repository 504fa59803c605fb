"""What comes before the first discard: bound persons, the deal, the swap, void suits (RULES §1, §3)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.engine.items import deal_near_flush
from chuanma.engine.jit import I8, on_table
from chuanma.engine.money import begin, emit
from chuanma.engine.moves import find_waits, is_asked, seat_after, take_tile

TO_DICE, TO_LEFT, TO_RIGHT, TO_ACROSS = range(4)


@on_table()
def clear_seat(s, q):
    """Nothing before a seat."""
    s.waits[q] = 0
    s.n_river[q] = 0
    s.river_drawn[q] = 0
    s.n_hand[q] = 0
    s.n_meld[q] = 0
    s.broke[q] = 0
    s.n_pick[q] = 0
    s.won[q] = 0
    s.n_wins[q] = 0
    s.win_flags[q] = 0
    s.win_units[q] = 0
    s.leaving[q] = 0
    s.opts[q] = 0
    s.offer_units[q] = 0
    s.passed_units[q] = 0
    s.passed_pungs[q] = 0
    s.pass_locked[q] = 0
    s.n_draws[q] = 0
    s.scores[q] = 0
    s.sung[q] = 0
    s.shown_waits[q] = 0
    s.items_used[q] = 0
    s.golden[q] = 0
    s.traded[q] = 0
    s.threw[q] = 0
    s.void_suit[q] = -1
    s.void_pick[q] = -1
    s.marker[q] = -1
    s.win_kind[q] = -1
    s.win_feeder[q] = -1
    s.answer[q] = -1
    for kind in range(L.KINDS):
        s.hand[q, kind] = 0
        s.won_tiles[q, kind] = 0
    for u in range(L.SUITS):
        s.keys[q, u] = 0
    for i in range(L.RIVER):
        s.river[q, i] = 0
    for i in range(4):
        s.meld_type[q, i] = 0
        s.meld_kind[q, i] = 0
        s.meld_feeder[q, i] = 0
        s.meld_from_three[q, i] = 0
        s.swap_pick[q, i] = -1
    for r in range(L.SEATS):
        s.nets[q, r] = 0
        s.handed[q, r] = 0
    for reason in range(len(L.REASONS)):
        s.totals[q, reason] = 0


@on_table()
def clear_book(s):
    """No kongs, no bound persons."""
    for row in range(L.KONGS):
        s.book_seat[row] = -1
        s.book_type[row] = 0
        s.book_kind[row] = -1
        s.book_feeder[row] = -1
        s.book_state[row] = 0
        for r in range(L.SEATS):
            s.book_held[row, r] = 0
            s.book_paid[row, r] = 0
    for person in range(L.PERSONS):
        s.person_scores[person] = 0
        s.horse_kind[person] = -1


@on_table()
def clear(s):
    """An empty table; `rules` and `wall` stay."""
    for q in range(L.SEATS):
        clear_seat(s, q)
    clear_book(s)
    s.draw_counter = 0
    s.house = 0
    s.n_book = 0
    s.n_horse = 0
    s.item_open = -1
    s.item_target = -1
    s.announced = 0
    s.ready_discards = 0
    s.flow_kong = 0
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
def deal(t, w, s, dealer, dice1, dice2, swap_die, persons):
    """A game begins on `s.wall`: bound persons take the last tiles, then items are used or the tiles are dealt."""
    clear(s)
    begin(w)
    s.dealer = dealer
    s.dice[0] = dice1
    s.dice[1] = dice2
    s.swap_die = swap_die
    s.turn = dealer
    s.head = 0
    s.tail = (L.TILES if s.rules.table_suits == L.SUITS else 2 * L.RANKS * L.COPIES) - persons
    s.n_horse = persons
    for i in range(persons):
        s.horse_kind[i] = s.wall[int(s.tail) + persons - 1 - i]
    s.phase = L.PH_START
    if not s.rules.side_items:
        deal_tiles(w, s)
        open_phase(t, w, s, L.PH_SWAP)


@on_table()
def deal_tiles(w, s):
    """13 tiles to the dealer and on, then the dealer's 14th."""
    dealer = int(s.dealer)
    for i in range(int(s.rules.table_seats)):
        q = seat_after(s, dealer, i)
        for _ in range(13):
            take_tile(s, q, int(s.wall[s.head]), -1)
            s.head += 1
    take_tile(s, dealer, int(s.wall[s.head]), -1)
    s.head += 1
    emit(w, L.E_DEAL, dealer, -1, -1, int(s.dice[0]) * 10 + int(s.dice[1]), 0, 0)


@on_table()
def open_play(t, w, s):
    """The dealer's first turn, with the dealt 14."""
    for q in range(int(s.rules.table_seats)):
        if q != s.dealer:
            find_waits(t, s, q)
    s.phase = L.PH_TURN
    s.draw_type = L.DRAW_DEALT
    w.opens = 1


@on_table()
def open_phase(t, w, s, phase):
    """The swap if there is one, else the naming of void suits if there is one, else play."""
    regime = s.rules.open_void
    if phase == L.PH_SWAP and s.rules.open_swap > 0:
        s.phase = L.PH_SWAP
    elif phase <= L.PH_VOID and (regime == L.VOID_DECLARED or regime == L.VOID_FORCED or regime == L.VOID_MARKED):
        s.phase = L.PH_VOID
    else:
        open_play(t, w, s)


# ------------------------------------------------------------------------------------------------------------ phases
@on_table()
def show_items(w, s):
    """乾坤大挪移 of those that use it."""
    for i in range(int(s.rules.table_seats)):
        r = seat_after(s, int(s.dealer), i)
        if s.answer[r] == L.A_ITEM + L.I_NEAR_FLUSH_DEAL:
            deal_near_flush(s, i)
            s.items_used[r] |= 1 << L.I_NEAR_FLUSH_DEAL
            emit(w, L.E_ITEM, r, -1, -1, L.I_NEAR_FLUSH_DEAL, 0, 0)
        s.answer[r] = -1


@on_table(I8)
def seats_onward(s):
    """How many seats onward the swapped tiles go (RULES §3)."""
    seats = int(s.rules.table_seats)
    direction = int(s.rules.open_swap_direction)
    if seats == 2:
        return 1
    if direction == TO_DICE:
        if seats == 3:
            direction = TO_LEFT if s.swap_die % 2 == 1 else TO_RIGHT
        else:
            direction = TO_LEFT if s.swap_die <= 2 else TO_ACROSS if s.swap_die <= 4 else TO_RIGHT
    if direction == TO_RIGHT:
        return seats - 1
    return 2 if direction == TO_ACROSS and seats == 4 else 1


@on_table()
def exchange(w, s):
    """All picked tiles change hands together."""
    seats = int(s.rules.table_seats)
    onward = seats_onward(s)
    for i in range(seats):
        q = seat_after(s, int(s.dealer), i)
        r = seat_after(s, q, onward)
        for n in range(int(s.n_pick[q])):
            kind = int(s.swap_pick[q, n])
            take_tile(s, q, kind, 1)
            take_tile(s, r, kind, -1)
            emit(w, L.E_SWAP, q, r, kind, 0, 0, 0)


@on_table()
def show_voids(w, s):
    """Void suits and marked tiles are shown together (RULES §3)."""
    for i in range(int(s.rules.table_seats)):
        r = seat_after(s, int(s.dealer), i)
        s.void_suit[r] = s.void_pick[r]
        s.void_pick[r] = -1
        emit(w, L.E_VOID, r, -1, int(s.void_suit[r]), 0, 0, 0)
        if s.marker[r] >= 0:
            emit(w, L.E_MARK, r, -1, int(s.marker[r]), 0, 0, 0)


@on_table()
def note_answer(s, q, action):
    """A seat's answer before the first turn: kept hidden until all have answered."""
    if s.phase == L.PH_START:
        s.answer[q] = action
    elif action == L.A_UNDO_PICK:
        s.n_pick[q] -= 1
        s.swap_pick[q, int(s.n_pick[q])] = -1
    elif s.phase == L.PH_SWAP:
        s.swap_pick[q, int(s.n_pick[q])] = action - L.A_PICK
        s.n_pick[q] += 1
    elif action < L.A_VOID:
        s.marker[q] = action - L.A_PICK
    else:
        s.void_pick[q] = action - L.A_VOID


@on_table()
def answer_before(t, w, s, q, action):
    """Note an answer before the first turn; after the last one the next phase opens."""
    note_answer(s, q, action)
    for r in range(int(s.rules.table_seats)):
        if is_asked(s, r):
            return
    phase = int(s.phase)
    if phase == L.PH_START:
        show_items(w, s)
        deal_tiles(w, s)
    elif phase == L.PH_SWAP:
        exchange(w, s)
    else:
        show_voids(w, s)
    open_phase(t, w, s, phase + 1)
